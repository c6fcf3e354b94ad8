"""What every test may use."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.save.sessions import CATALOGUE
from tui_arena.save.store import Store, open_store


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the screens' golden files anew")


def pytest_configure() -> None:
    # Apps, decks and the tests themselves are hundreds of thousands of objects that stay: collecting as often
    # as Python does by itself walks through them for a fifth of the suite's time
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store on the disk; folders that need another have their own."""
    opened = open_store(tmp_path / "arena.db", CATALOGUE).store
    yield opened
    opened.close()
