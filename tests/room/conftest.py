"""What the tests of this folder share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest_asyncio

if TYPE_CHECKING:
    from playwright.async_api import Browser


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
