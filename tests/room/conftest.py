"""What the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tui_arena.data import Catalogue
from tui_arena.save.store import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty save file."""
    opened = open_store(tmp_path / "arena.db", Catalogue()).store
    yield opened
    opened.close()
