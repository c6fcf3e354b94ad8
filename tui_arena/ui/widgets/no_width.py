"""Texts in no width: Textual divides by the width that a text has, and a narrow window may leave it none.

Law: whatever draws a text draws it as if there were room for one column. It is imported once, before the first text
is drawn.
"""

from __future__ import annotations

from typing import Any

from textual.content import Content

_wrapped = Content._wrap_and_format  # noqa: SLF001  (every text of every widget is divided into lines here)


def _in_some_width(text: Content, width: int, *args: Any, line_pad: int = 0, **kwargs: Any) -> Any:
    return _wrapped(text, max(width, 1 + 2 * line_pad), *args, line_pad=line_pad, **kwargs)


Content._wrap_and_format = _in_some_width  # type: ignore[method-assign]  # noqa: SLF001
