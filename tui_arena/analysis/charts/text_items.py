"""Secrets and who found them, as lines of text."""

from __future__ import annotations

from tui_arena.analysis.charts.kinds import Item, Items
from tui_arena.analysis.charts.spans import Line, Signs, Span, fitted, padded, wide

COLUMN, SLIM = 14, 8
"""Cells of a player's column with the gap before it: at most, at least."""
LEAST_BAR, MOST_BAR = 6, 24


def item_lines(chart: Items, width: int, signs: Signs) -> list[Line]:
    """A line for each secret under a header with the players; players beyond the width are left out."""
    third = max(width // 3, 8)
    longest = max(wide(fitted(item.label, third, signs)) for item in chart.items)
    labels = max(longest, len("secret"))
    digits = max(len(f"{item.n}") for item in chart.items)
    fixed = labels + 1 + LEAST_BAR + len("  100 %") + 2 + 2 + digits
    names = max((wide(player) for player in chart.players), default=0)
    column = min(max(names + 2, SLIM), COLUMN)
    shown = chart.players[: max((width - fixed) // column, 0)]
    if len(shown) < len(chart.players):
        column = max(min((width - fixed) // len(chart.players), COLUMN), SLIM)
        shown = chart.players[: max((width - fixed) // column, 0)]
    room = min(max(width - fixed + LEAST_BAR - column * len(shown), LEAST_BAR), MOST_BAR)
    head = f"{'secret':<{labels}} {'found':<{room + 7}}{'n':>{digits + 4}}"
    out: list[Line] = [
        [Span(head, "faint"), *(Span("  " + padded(p, column - 2, signs), "head") for p in shown)]
    ]
    for n, item in enumerate(chart.items):
        if chart.left_out and n == len(chart.items) // 2:
            out.append([Span(f"{signs.ellipsis} {chart.left_out} more", "faint")])
        out.append([*_item(item, labels, room, digits, signs), *_by(item, shown, column, signs)])
    return out


def _item(item: Item, labels: int, room: int, digits: int, signs: Signs) -> Line:
    cells = max(round(item.share * room), 1) if item.share else 0
    return [
        Span(padded(item.label, labels, signs) + " "),
        Span(signs.slab * cells, "bar"),
        Span(" " * (room - cells)),
        Span(f" {100 * item.share:>4.0f} %"),
        Span(f"  n {item.n:>{digits}}", "faint"),
    ]


def _by(item: Item, players: tuple[str, ...], column: int, signs: Signs) -> Line:
    line: Line = []
    for player in players:
        found, of = item.by.get(player, (0, 0))
        mark = signs.never if not of else signs.all if found == of else signs.some if found else signs.none
        text = f"{mark} {found}/{of}" if of else mark
        line.append(Span(f"  {text:<{column - 2}}", "" if found else "faint"))
    return line
