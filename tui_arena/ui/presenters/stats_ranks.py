"""Who is best in a column: places, and how strongly a cell is shaded.

Law: only what can be compared is ranked: own rows of one seat and variant, where more is better or less is.
Published rows have none: they were not played by the same rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tui_arena.ui.presenters.stats_columns import StatColumn
from tui_arena.ui.presenters.stats_lines import Line, figure

SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
OWN = frozenset({"won", "lost", "aborted", "quality", "completed", "useful", "request_success", "violated"})
"""Columns of a row's own seat; what a game measures says what is better for who looks for the secret."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line's place in a column, 1 is best; who ties shares the better one."""

    place: int
    of: int
    shade: float
    """1 for the best, -1 for the worst, 0 in the middle; who ties is in the middle of the places they take."""

    def text(self, *, ascii_only: bool) -> str:
        """How it is written behind a figure.

        >>> Place(2, 3, 0.0).text(ascii_only=False), Place(12, 14, -0.7).text(ascii_only=True)
        ('²', '#12')
        """
        return f"#{self.place}" if ascii_only else str(self.place).translate(SUPERSCRIPT)


def places(lines: Sequence[Line], column: StatColumn, solving: Collection[str]) -> Mapping[str, Place]:
    """By key of the line; nothing where fewer than two players differ, or neither way is better.

    `solving`: groups of seats that look for the secret.
    """
    if column.better == "none":
        return {}
    out: dict[str, Place] = {}
    for block in _blocks(lines):
        if column.key in OWN or block[0].seat in solving:
            out |= _placed(block, column)
    return out


def _blocks(lines: Sequence[Line]) -> Iterable[list[Line]]:
    found: dict[tuple[str, str, bool], list[Line]] = {}
    for line in lines:
        if line.own is not None and not line.own.neutral:
            found.setdefault(line.block, []).append(line)
    return found.values()


def _placed(block: Sequence[Line], column: StatColumn) -> Mapping[str, Place]:
    values = {line.key: value for line in block if (value := figure(line, column.key).value) is not None}
    ordered = sorted(values.values(), reverse=column.better == "high")
    if len(set(ordered)) < 2:
        return {}
    return {key: _place(ordered, value) for key, value in values.items()}


def _place(ordered: Sequence[float], value: float) -> Place:
    place, of = ordered.index(value) + 1, len(ordered)
    middle = place + (ordered.count(value) - 1) / 2
    return Place(place, of, 1 - 2 * (middle - 1) / (of - 1))
