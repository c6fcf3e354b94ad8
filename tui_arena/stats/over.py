"""Figures over prompt variants, repetitions or secrets: the mean of each of them first, then the spread of these.

So print papers that tell how much a figure hangs on the wording of a prompt, on chance, or on what was hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from tui_arena.core.grouping import grouped
from tui_arena.data import Catalogue, GameInfo
from tui_arena.save.filters import BadFilter, Filter
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import OWN, side_groups, stats
from tui_arena.stats.comparison import WON, means_by_item
from tui_arena.stats.statistics import Figure, spread

Over = Literal["prompt", "repetition", "item"]
_KINDS = ("flag", "count", "number")
_ENDS = ("won", "lost", "drawn", "aborted", "quality")
"""The figures of every game that have a mean in each prompt variant and repetition."""


@dataclass(frozen=True, slots=True)
class OverRow:
    """The figures of one player on one seat over the means of each prompt variant, repetition or secret."""

    seat: str
    """Group of seats."""
    kind: str
    player: str
    condition: str
    """Its name; empty over secrets: sessions of all conditions count together."""
    figures: Mapping[str, Figure]
    """By name; `n` is the number of prompt variants, repetitions or secrets in which it is defined."""

    def to_json(self) -> dict[str, Any]:
        """The row as `stats --over --json` prints it."""
        return {
            "seat": self.seat,
            "player": self.player,
            "kind": self.kind,
            "condition": self.condition,
            **{name: one.to_json() for name, one in self.figures.items()},
        }


def columns_of(info: GameInfo, names: Sequence[str] | None = None) -> list[str]:
    """The figures with these names, or all that have a mean; raises BadFilter for one that there isn't."""
    known = [*_ENDS, *(m.name for m in info.metrics.values() if m.kind in _KINDS and m.name not in OWN)]
    for name in names or ():
        if name not in known:
            raise BadFilter(
                f"no figure {name!r} in {info.title} that has a mean; allowed: {', '.join(known)}"
            )
    return list(dict.fromkeys(names)) if names else known


def over_rows(
    store: Store, catalogue: Catalogue, wanted: Filter, over: Over, columns: Sequence[str]
) -> list[OverRow]:
    """The rows of a game, of those who played with several prompts, repetitions or secrets, or with one.

    Raises BadFilter, SaveError.
    """
    if over == "item":
        return list(_by_item(store, catalogue.game(wanted.game), wanted, columns))
    found = []
    for row in stats(store, catalogue, wanted):
        spreads = row.prompts if over == "prompt" else row.repetitions
        if row.partner is None and spreads:
            figures = {name: spreads[name] for name in columns if name in spreads}
            found.append(OverRow(row.seat, row.kind, row.player, row.condition, figures))
    return found


def _by_item(store: Store, info: GameInfo, wanted: Filter, columns: Sequence[str]) -> Iterator[OverRow]:
    names = [name for name in columns if name in info.metrics]
    for group in side_groups(info):
        if wanted.seat not in (None, group):
            continue
        cells = store.items(replace(wanted, seat=group), names)
        by_player = grouped(((cell.kind, cell.name), cell) for cell in cells if cell.item)
        for (kind, name), own in by_player.items():
            means = {
                column: list(means_by_item(own, column)) for column in (WON, *names) if column in columns
            }
            figures = {column: spread(values) for column, values in means.items() if values}
            yield OverRow(group, kind, name, "", figures)
