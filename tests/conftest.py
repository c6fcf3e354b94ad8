"""Fixtures and settings for all tests."""

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
    # Objects made while tests are collected (modules, decks, thousands of tests) stay, so searching them for
    # garbage is useless; it would take more than half of the time of collecting.
    gc.disable()


def pytest_collection_finish() -> None:
    # The objects made so far are never searched again. Apps make hundreds of thousands of objects that stay
    # for their test, and Python's default thresholds would search all of them again and again.
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store on disk; some test folders define a different one."""
    opened = open_store(tmp_path / "arena.db", CATALOGUE).store
    yield opened
    opened.close()
