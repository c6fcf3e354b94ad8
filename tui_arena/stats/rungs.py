"""The note of a table whose models were not all asked alike, because a server accepts fewer settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from tui_arena.players.models.ladder import rungs_in_words
from tui_arena.save.filters import NO_RUNGS
from tui_arena.stats.aggregate import StatRow


@dataclass(frozen=True, slots=True)
class OnRungs:
    """Some sessions of a model on a seat, all asked on the same rungs."""

    seat: str
    """The group of seats."""
    player: str
    rungs: str
    """The rungs, as the filter `rungs` names them."""
    sessions: int
    of: int
    """The number of all sessions of the model on that seat."""

    def __str__(self) -> str:
        words = ", ".join(rungs_in_words(self.rungs.split("+")))
        return f"{self.player} as {self.seat}, {self.sessions:,} of {self.of:,} session{'s' * (self.of != 1)}: {words} (rungs={self.rungs})"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def mixed_rungs(rows: Iterable[StatRow]) -> list[OnRungs]:
    """The sessions that were asked on some rung; empty if all sessions of the rows were asked alike."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        if row.partner is None:
            found.setdefault((row.seat, row.player), Counter()).update(row.rungs)
    if len({rungs for counts in found.values() for rungs in counts}) < 2:
        return []
    return [
        OnRungs(*who, rungs, sessions, counts.total())
        for who, counts in found.items()
        for rungs, sessions in counts.items()
        if rungs != NO_RUNGS
    ]


def rungs_note(found: Iterable[OnRungs]) -> str:
    """One line for a table that mixes rungs; empty if it doesn't."""
    told = "; ".join(map(str, found))
    return f"Not all models were asked alike: {told}." if told else ""
