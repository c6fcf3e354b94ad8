"""What is mended in Textual: a closed screen leaves no drawn lines behind, and a detour is spared."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from functools import partial
from inspect import Signature, signature
from pathlib import Path

import pytest
from textual._callback import count_parameters

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


def test_a_method_is_read_once_for_all_partial_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[object]()

    def noted(callback: Callable[..., object]) -> Signature:
        read.append(callback)
        return signature(callback)

    class Widget:
        def draw(self, text: str, *more: str, at: int = 0) -> None: ...

    monkeypatch.setattr("textual._callback.signature", noted)
    for given in ((), ("a",), ("b",), ("c", "d")):
        assert count_parameters(partial(Widget().draw, *given)) == 3 - len(given)
    assert read == [Widget.draw]
    assert count_parameters(partial(Widget.draw, Widget(), "a")) == 2
