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
    # Nothing that is made while tests are collected becomes garbage worth looking for: modules, decks and
    # thousands of tests stay, and looking through them took more than half of the time of collecting
    gc.disable()


def pytest_collection_finish() -> None:
    # What stands by now is never looked through again. Apps make hundreds of thousands of objects that stay
    # for their test: collecting as often as Python does by itself walks through them all the time
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store on the disk; folders that need another have their own."""
    opened = open_store(tmp_path / "arena.db", CATALOGUE).store
    yield opened
    opened.close()
