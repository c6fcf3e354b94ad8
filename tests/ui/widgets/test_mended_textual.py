"""What is mended in Textual: a closed screen leaves none of its drawn lines behind."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from tests.ui.harness import opened


async def test_a_closed_screen_leaves_no_style_cache_behind(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await pilot.press("f1")
        await pilot.pause()
        app.export_screenshot()  # draws every widget
        caches = [weakref.ref(widget._styles_cache) for widget in app.screen.query("*")]
        assert caches
        await pilot.press("escape")
        for _ in range(40):  # a screen's last messages are handled after it is closed
            await pilot.pause(0.05)
            gc.collect()
            if not any(ref() is not None for ref in caches):
                break
        assert [ref() for ref in caches if ref() is not None] == []
