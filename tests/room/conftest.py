"""What the tests of this folder share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tui_arena.data import Catalogue
from tui_arena.save.store import Store, open_store

if TYPE_CHECKING:
    from playwright.async_api import Browser


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty save file."""
    opened = open_store(tmp_path / "arena.db", Catalogue()).store
    yield opened
    opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """A browser for all tests, since its start takes longer than most of them; `browsing` cleans up in it."""
    from playwright.async_api import async_playwright, expect

    from tests.room.test_browser import CHROMIUM

    expect.set_options(timeout=60_000)  # else 5 s, which a busy machine may take
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        await browser.close()
