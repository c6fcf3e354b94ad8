"""How what is longer than its room is read by pages."""

from __future__ import annotations

from textual.widget import Widget


def scroll_pages(widget: Widget, pages: int) -> None:
    """Scroll by pages, back if they are negative; a line of the last one stays in sight."""
    widget.scroll_relative(y=pages * max(widget.size.height - 1, 1), animate=False)
