"""Texts in no width: Textual divides by the width that a text has, and a narrow window may leave it none.

Law: whatever draws a text draws it as if there were room for one column. It is imported once, before the first text
is drawn.
"""

from __future__ import annotations

from typing import Any

from textual.content import Content

_wrapped: Any = Content._wrap_and_format  # noqa: SLF001  (every text of every widget is divided into lines here)


def _in_some_width(text: Content, width: int, *args: Any, **how: Any) -> Any:
    return _wrapped(text, max(width, 1 + 2 * how.get("line_pad", 0)), *args, **how)


Content._wrap_and_format = _in_some_width  # type: ignore[assignment, method-assign]  # noqa: SLF001
