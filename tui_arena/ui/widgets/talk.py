"""The talk at the table: who said what, with the newest line at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from tui_arena.core.language.sentences import name_for
from tui_arena.ui.game_ui import TalkLine
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.text_block import TextBlock

NAMES = ((30, 11), (26, 9), (0, 7))
"""Pairs of a minimum width of the talk and the width of its column of names, in cells."""
LEAST = 8
"""The minimum width of the text, in cells."""


def column_of(width: int) -> int:
    """The width of the column of names, in cells, in a talk of this width."""
    return next(cells for least, cells in NAMES if width >= least)


def caster_line(line: str) -> Content:
    """What the caster says, marked as the caster's."""
    return Content.assemble(("caster  ", "bold $accent"), say(line, "italic"))


def as_last(line: str) -> list[TalkLine]:
    """What the caster says, below the talk; nothing if it is empty."""
    return [TalkLine("", Content("")), TalkLine("", caster_line(line), wide=True)] if line else []


class Lines(TextBlock):
    """The lines of talk. Each line's text is wrapped below its own beginning."""

    def __init__(self) -> None:
        super().__init__()
        self.said: Sequence[TalkLine] = ()
        """The lines drawn now."""

    def show(self, said: Sequence[TalkLine]) -> None:
        """Draw these lines instead."""
        self.said = said
        self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        out: list[Content] = []
        last = ""
        column = column_of(width)
        for said in self.said:
            who = "" if said.who == last else said.who
            last = said.who or last
            text = said.text.stylize("$foreground-muted") if said.quiet else said.text
            if said.wide:
                out += text.wrap(max(width, LEAST))
                continue
            for n, line in enumerate(text.wrap(max(width - column, LEAST))):
                name = name_for(who, column - 1) if n == 0 else ""
                style = "italic $accent" if said.quiet else "bold $primary"
                out.append(Content.assemble((name.ljust(column), style), line))
        return out


class Talk(VerticalScroll, can_focus=False):
    """Scrolls to the newest line."""

    DEFAULT_CSS = "Talk { height: 1fr; scrollbar-size-vertical: 1; }"

    def compose(self) -> ComposeResult:
        yield Lines()

    def show(self, said: Sequence[TalkLine]) -> None:
        """Draw these lines, and scroll to the end if they have changed."""
        lines = self.query_one(Lines)
        is_new = list(said) != list(lines.said)
        lines.show(said)
        if is_new:
            self.call_after_refresh(self.scroll_end, animate=False)

    def on_resize(self) -> None:
        """Keep the last line in sight if something below takes room."""
        self.call_after_refresh(self.scroll_end, animate=False)
