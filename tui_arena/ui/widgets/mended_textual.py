"""Mends three places of Textual; imported once, before anything is drawn.

- Textual divides a text by its width, which is zero in a narrow window. Here every text is drawn as if there
  were room for at least one column.
- Textual asks for the places of a list's lines even if none exist. Here a list that hasn't been laid out has
  no pages.
- Textual caches the colours of a widget by the widget's own style cache, so the cache holds a closed widget
  with all its lines. Here the colours alone are the key.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from textual._styles_cache import StylesCache
from textual.color import Color
from textual.content import Content
from textual.style import Style
from textual.widgets import OptionList

# ruff: noqa: SLF001  (every text, list and widget passes these places)

_wrapped: Any = Content._wrap_and_format
_moved: Any = OptionList._move_page


def _in_some_width(text: Content, width: int, *args: Any, **how: Any) -> Any:
    return _wrapped(text, max(width, 1 + 2 * how.get("line_pad", 0)), *args, **how)


def _by_a_page(options: OptionList, direction: Any) -> None:
    if options._lines:
        _moved(options, direction)


@lru_cache(1024)
def _inner_and_outer(base_background: Color, background: Color) -> tuple[Style, Style]:
    return Style(background=base_background + background), Style(background=base_background)


Content._wrap_and_format = _in_some_width  # type: ignore[assignment, method-assign]
OptionList._move_page = _by_a_page  # type: ignore[assignment, method-assign]
StylesCache.get_inner_outer = staticmethod(_inner_and_outer)  # type: ignore[assignment, method-assign]
