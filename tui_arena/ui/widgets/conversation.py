"""A talk of two as bubbles: one side speaks from the left, the other from the right.

Law: who says what is told by the name over it and by its place, never by colour alone. It draws what
it is given and knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from tui_arena.core.text import one_line
from tui_arena.ui.look import Look, say
from tui_arena.ui.widgets.written import Written

INDENT = 7
"""Cells that a bubble leaves free on the other side."""
WIDEST = 58
"""Cells of the longest line of a bubble."""
LEAST = 12
NAME = 18
FAINT = "$foreground-muted"
GROUND = "on $surface"


@dataclass(frozen=True, slots=True)
class Bubble:
    """One thing said."""

    who: str
    text: Content
    right: bool = False
    """Whether it is said from the right."""
    beside: str = ""
    """What stands after the name, such as `2 of 5`."""
    fresh: bool = False
    """Whether it is what is to be answered now."""
    quiet: bool = False
    """Whether it was not taken: shown dimmed."""
    under: str = ""
    """A remark below it."""


class Conversation(Written):
    """The bubbles, oldest first."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._bubbles: Sequence[Bubble] = ()
        self.roomy = False
        """Whether a line of air stands between two bubbles."""

    def show(self, bubbles: Sequence[Bubble]) -> None:
        """Draw these instead."""
        self._bubbles = bubbles
        self.refresh(layout=True)

    def _lines(self, width: int) -> list[Content]:
        lines: list[Content] = []
        for bubble in self._bubbles:
            if lines and self.roomy:
                lines.append(Content(""))
            lines += self._bubble(bubble, width)
        return lines

    def _bubble(self, bubble: Bubble, width: int) -> list[Content]:
        """Its name, its lines at the side it is said from, its remark."""
        left, right = ("|", "|") if self._look.ascii else ("▎", "▕")
        room = min(max(width - INDENT, LEAST), WIDEST)
        tone = FAINT if bubble.quiet else "bold $foreground" if bubble.fresh else "$foreground"
        edge = FAINT if bubble.quiet else "$accent" if bubble.right else "$primary"
        wrapped = bubble.text.wrap(room) or [Content("")]
        wide = max(line.cell_length for line in wrapped)
        said = [self._head(bubble, edge)]
        for line in wrapped:
            padded = Content.assemble(" ", line, " " * (wide - line.cell_length + 1))
            body = padded.stylize_before(f"{tone} {GROUND}")
            said.append(
                Content.assemble(body, (right, edge))
                if bubble.right
                else Content.assemble((left, edge), body)
            )
        said += [line.stylize(f"italic {FAINT}") for line in say(bubble.under).wrap(room) if bubble.under]
        if not bubble.right:
            return said
        return [Content(" " * max(width - line.cell_length, 0)).append(line) for line in said]

    def _head(self, bubble: Bubble, edge: str) -> Content:
        name = say(one_line(bubble.who, NAME), f"bold {edge}").truncate(NAME, ellipsis=True)
        beside = f" {self._look.dot} {bubble.beside}" if bubble.beside else ""
        return Content.assemble(name, (beside, FAINT))
