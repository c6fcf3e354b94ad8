"""Lines of a board of clues: who has answered, and what was tried.

Law: drawn from plain values alone; what a line has no room for is cut, or goes on below, as far indented.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tui_arena.ui.look import Look, say
from tui_arena.ui.widgets.clue_scene import Mark, Past
from tui_arena.ui.widgets.reveal import TONES, sign_of

WORD = 14
"""Cells of a word, or of a name, at most."""
LEAST = 6
"""Cells that a clue needs to be begun at all."""


def mark_lines(marks: Sequence[Mark], look: Look, width: int) -> list[Content]:
    """Who has answered and who has not, as many on a line as fit."""
    off, on = ("...", "+") if look.ascii else ("…", "✓")
    lines: list[Content] = []
    for mark in marks:
        sign = (on, "bold $success") if mark.done else (off, "$foreground-muted")
        one = Content.assemble(
            sign, (f" {look.fit(mark.who, WORD)} {mark.does}", "" if mark.done else "$foreground-muted")
        )
        if lines and lines[-1].cell_length + one.cell_length + 3 <= width:
            lines[-1] = Content.assemble(lines[-1], "   ", one)
        else:
            lines.append(one)
    return lines


def past_lines(past: Sequence[Past], look: Look, width: int, *, roomy: bool) -> list[Content]:
    """What was tried, the last first; `roomy`: each with a line for who said what."""
    words = max((min(len(one.word), WORD) for one in past), default=0)
    ends = max((len(one.end) for one in past), default=0)
    lines: list[Content] = []
    for one in reversed(past):
        line = Content.assemble(
            (f"{sign_of(one.kind, look)} {one.end.ljust(ends)}", TONES[one.kind]),
            (f"  {look.fit(one.word.upper(), WORD).ljust(words)}", "bold"),
        )
        room = width - line.cell_length - 3
        if one.clue and room > LEAST:
            line = Content.assemble(line, (f"  {look.fit(one.clue, room)}", "$foreground-muted"))
        lines.append(line)
        if one.who and roomy:
            indent = " " * (ends + 4)
            said = say(one.who, "$foreground-muted").wrap(max(width - len(indent) - 3, WORD))
            lines += [Content.assemble(indent, line) for line in said]
    return lines
