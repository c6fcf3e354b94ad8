from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.save.sessions import CATALOGUE
from tui_arena.save.store import Store, open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "arena.db"


@pytest.fixture(autouse=True)
def left_open(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Store]]:
    """The save files that a test opens; those that it leaves open are closed after it."""
    found: list[Store] = []
    begin = Store.__init__

    def noted(store: Store, *args: Any, **kwargs: Any) -> None:
        begin(store, *args, **kwargs)
        found.append(store)

    monkeypatch.setattr(Store, "__init__", noted)
    yield found
    for store in found:
        store.close()


@pytest.fixture
def store(path: Path) -> Store:
    opened = open_store(path, CATALOGUE)
    assert opened.notices == []
    return opened.store
