"""Figures with their intervals, one below the other on a scale that they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from tui_arena.analysis.comparing.resampling import Estimate
from tui_arena.ui.look import Look
from tui_arena.ui.widgets.plots import BAR, CHOSEN, FAINT

SHORTEST, LONGEST = 10, 60
"""Cells of a scale."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure on a scale."""

    label: str
    text: str
    """The figure in words."""
    one: Estimate
    least: float
    most: float
    """The ends of the scale."""


def middle(look: Look) -> str:
    """What stands at 0 between two directions."""
    return "|" if look.ascii else "│"


def labelled(look: Look, rows: Sequence[Row], width: int) -> list[Content]:
    """A line a row: its label, its interval on its scale, and its figure in words; at most `width` cells wide.

    >>> rows = [Row("Ada", "5 [2, 8]", Estimate(5.0, 2.0, 8.0, 9), 0.0, 10.0)]
    >>> [line.plain for line in labelled(Look(ascii=True), rows, 30)]
    ['Ada  |..====o====..|  5 [2, 8]']
    """
    labels, cells = max(len(row.label) for row in rows), scale_cells(rows, width)
    lines = []
    for row in rows:
        head = (f"{look.fit(row.label, labels):<{labels}}  ", "bold")
        span = _span(look, row.one, row.least, row.most, cells)
        lines.append(Content.assemble(head, span, (f"  {row.text}", "bold")))
    return [line[:width] for line in lines]


def scale_cells(rows: Sequence[Row], width: int) -> int:
    """The cells between the ends of the scales of some rows."""
    labels, texts = max(len(row.label) for row in rows), max(len(row.text) for row in rows)
    return min(max(width - labels - texts - 6, SHORTEST), LONGEST)


def scale(ends: tuple[str, str], before: int, cells: int) -> Content:
    """What stands below a scale: its ends, behind labels of `before` cells."""
    left, right = ends
    return Content.styled(f"{'':{before + 2}}{left}{right:>{max(cells + 2 - len(left), 1)}}", FAINT)


def _span(look: Look, one: Estimate, least: float, most: float, cells: int) -> Content:
    """The interval on a scale of so many cells between its ends; 0 is marked where it lies within."""

    def cell(value: float) -> int:
        share = (value - least) / (most - least) if most > least else 0.0
        return min(max(round(share * (cells - 1)), 0), cells - 1)

    left, right, empty, line, dot = ("|", "|", ".", "=", "o") if look.ascii else ("├", "┤", "·", "━", "●")
    out = [(empty, FAINT)] * cells
    if one.low is not None and one.high is not None:
        first, last = cell(one.low), cell(one.high)
        out[first : last + 1] = [(line, BAR)] * (last + 1 - first)
    if least < 0 < most:
        out[cell(0.0)] = (middle(look), "bold")
    if one.value is not None:
        out[cell(one.value)] = (dot, CHOSEN)
    return Content.assemble((left, FAINT), *out, (right, FAINT))
