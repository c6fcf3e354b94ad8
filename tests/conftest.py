"""What every test may use."""

from __future__ import annotations

import gc

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the screens' golden files anew")


def pytest_configure() -> None:
    # Apps, decks and the tests themselves are hundreds of thousands of objects that stay: collecting as often
    # as Python does by itself walks through them for a fifth of the suite's time
    gc.set_threshold(20_000, 20, 20)
