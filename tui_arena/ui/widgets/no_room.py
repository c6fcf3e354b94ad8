"""Keeps texts of zero width and lists without room from crashing the app, as in a narrow window.

Textual divides a text by its width, and asks for the places of a list's lines even if none exist.

Here every text is drawn as if there were room for at least one column, and a list that hasn't been laid out
has no pages. This module is imported once, before anything is drawn.
"""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.widgets import OptionList

# ruff: noqa: SLF001  (every text of every widget and every list passes these two places)

_wrapped: Any = Content._wrap_and_format
_moved: Any = OptionList._move_page


def _in_some_width(text: Content, width: int, *args: Any, **how: Any) -> Any:
    return _wrapped(text, max(width, 1 + 2 * how.get("line_pad", 0)), *args, **how)


def _by_a_page(options: OptionList, direction: Any) -> None:
    if options._lines:
        _moved(options, direction)


Content._wrap_and_format = _in_some_width  # type: ignore[assignment, method-assign]
OptionList._move_page = _by_a_page  # type: ignore[assignment, method-assign]
