"""The sessions behind one secret of a comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from tui_arena.analysis.comparing.contenders import WON, Contender, measure
from tui_arena.analysis.comparing.texts import figure_text
from tui_arena.save.evidence import Evidence
from tui_arena.save.store import Store
from tui_arena.ui.look import Look
from tui_arena.ui.presenters.compare import Asked, Compare, Side

BEHIND, PAGE = 200, 1000
"""Sessions that are listed of each player, and that are looked through at a time."""


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


def _behind(store: Store, asked: Asked, who: Contender, item: str) -> Iterator[Evidence]:
    """A player's sessions with an item, with the figure where it is defined."""
    values = {one.id: one.value for one in _pages(store, asked, who, asked.metric) if one.item == item}
    for one in islice((one for one in _pages(store, asked, who, WON) if one.item == item), BEHIND):
        yield replace(one, value=values.get(one.id, ()))


def _pages(store: Store, asked: Asked, who: Contender, metric: str) -> Iterator[Evidence]:
    page: list[Evidence] = []
    while not page or len(page) == PAGE:
        before = page[-1].rank if page else None
        page = store.evidence(
            asked.wanted,
            metric=metric,
            kind=who[0],
            name=who[1],
            group=asked.group,
            before=before,
            limit=PAGE,
        )
        yield from page
        if not page:
            return
