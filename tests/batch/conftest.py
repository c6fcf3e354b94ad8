"""What tests of runs share: save files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tui_arena.data import Catalogue
from tui_arena.save.store import Store, open_store


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Callable[[str], Store]]:
    opened: list[Store] = []

    def store(name: str) -> Store:
        opened.append(open_store(tmp_path / f"{name}.db", Catalogue()).store)
        return opened[-1]

    yield store
    for one in opened:
        one.close()
