from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tui_arena.data import Catalogue
from tui_arena.save.store import Store, open_store


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return Catalogue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "arena.db"


@pytest.fixture
def store(path: Path, catalogue: Catalogue) -> Iterator[Store]:
    opened = open_store(path, catalogue)
    assert opened.notices == []
    yield opened.store
    opened.store.close()
