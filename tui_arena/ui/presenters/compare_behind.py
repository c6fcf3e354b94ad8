"""The sessions behind one secret of a comparison."""

from __future__ import annotations

from dataclasses import replace

from tui_arena.analysis.comparing.contenders import WON, Contender, measure
from tui_arena.analysis.comparing.texts import figure_text
from tui_arena.save.evidence import Evidence
from tui_arena.save.store import Store
from tui_arena.ui.look import Look
from tui_arena.ui.presenters.compare import Asked, Compare, Side

BEHIND = 200
"""Sessions that are listed of each player."""


def behind(store: Store, asked: Asked, item: str) -> list[tuple[Side, Evidence]]:
    """The sessions of both with an item, newest first; of each once. Raises BadFilter, SaveError."""
    out: list[tuple[Side, Evidence]] = []
    sides: tuple[tuple[Side, Contender | None], ...] = (("first", asked.first), ("second", asked.second))
    for side, who in sides:
        if who is not None and (side == "first" or who != asked.first):
            out += [(side, one) for one in _behind(store, asked, who, item)]
    return out


def session_text(compare: Compare, side: Side, one: Evidence, look: Look) -> str:
    """One session behind an item, on one line."""
    metric = measure(compare.info, compare.metric)
    value = one.value if isinstance(one.value, int | float) else None
    figure = "" if value is None else f"{metric.label} {figure_text(value, metric)}"
    day = (one.ended or one.started or "")[:10]
    return f" {look.dot} ".join(t for t in (compare.name(side), one.standing, figure, day) if t)


def _behind(store: Store, asked: Asked, who: Contender, item: str) -> list[Evidence]:
    """A player's sessions with an item, with the figure where it is defined."""
    every, defined = (
        store.evidence(
            asked.wanted,
            metric=metric,
            kind=who[0],
            name=who[1],
            group=asked.group,
            item=item,
            limit=BEHIND,
        )
        for metric in (WON, asked.metric)
    )
    values = {one.id: one.value for one in defined}
    return [replace(one, value=values.get(one.id, ())) for one in every]
