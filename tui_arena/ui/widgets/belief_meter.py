"""A scale of how far a statement is believed: five levels, a needle, and the level of each round.

It draws levels from 1 (true) to 5 (false) and knows no game. The needle and the truth each have a sign, so
nothing depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from tui_arena.core.belief_metrics import LEVELS
from tui_arena.ui.glyphs import Glyphs, say

FAINT = "$foreground-muted"
SHORT = ("true", "poss. true", "unknown", "poss. false", "false")
LEAD = 3
"""Cells before a label: a sign for the truth, a sign for the needle, a blank."""
MIDDLE = 3


def level_scale(
    glyphs: Glyphs,
    levels: Mapping[int, int],
    width: int,
    *,
    needle: int | None = None,
    goal: int | None = None,
) -> list[Content]:
    r"""The scale with true on top and a column for each round; `goal`: the level of the truth, if known.

    >>> print(*[line.plain for line in level_scale(Glyphs(ascii=True), {1: 3, 2: 4}, 30, needle=4)], sep="\n")
       true           |
       possibly true  |
       unknown        | o
     > possibly false |   o
       false          |
                        1 2
    """
    first, last = (min(levels), max(levels)) if levels else (0, -1)
    rounds = range(first, last + 1)
    names = LEVELS if width >= LEAD + max(map(len, LEVELS)) + 3 + 2 * len(rounds) else SHORT
    labels = max(map(len, names))
    room = max(width - LEAD - labels - 3, 1)
    cell = 2 if room >= 2 * len(rounds) else 1
    rounds = rounds[-(room // cell) :]
    past, truth, here = ("o", "*", ">") if glyphs.ascii else ("●", "◆", "▸")
    sides = "|||||" if glyphs.ascii else "┐┤┤┤┘"
    lines = []
    for level, name in enumerate(names, 1):
        at = level == needle
        dots = "".join((past if levels.get(n) == level else " ").ljust(cell) for n in rounds)
        lines.append(
            Content.assemble(
                (truth if level == goal else " ", "bold $success"),
                (here if at else " ", "bold $accent"),
                " ",
                (name.ljust(labels), "bold $accent" if at else "$foreground" if level != MIDDLE else FAINT),
                (f" {sides[level - 1]}", FAINT),
                (f" {dots}".rstrip(), "bold $accent"),
            )
        )
    if rounds:
        numbers = "".join(str(n % 10).ljust(cell) for n in rounds).rstrip()
        lines.append(Content.assemble(" " * (LEAD + labels + 3), (numbers, FAINT)))
    return lines


def meter(
    glyphs: Glyphs, title: str, levels: Mapping[int, int], width: int, *, needle: int | None, note: str
) -> list[Content]:
    """The scale with its heading. `note`: lines below it, such as which keys move the needle."""
    width = max(width, 20)
    scale = level_scale(glyphs, levels, width, needle=needle)
    notes = (line for part in note.split("\n") if part for line in say(part, FAINT).wrap(width))
    return [say(title, "bold $primary"), *scale, *notes]
