"""Where a file's own values are not what its replies come to.

Law: the computed value holds; a value that a file does not have is no difference.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tui_arena.core.events import Event, Kind, outcome_data
from tui_arena.core.record import Play, Step

TOLERANCE = 1e-6
"""Figures that differ by no more than this, absolutely or relatively, are the same."""

MEASURED = ("seconds", "input_tokens", "output_tokens", "cost_usd")
"""Counts that come from what the replies say was measured."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One value of a file that was computed otherwise."""

    place: str
    """Its path in the document, such as `events[3].status`."""
    file: Any
    computed: Any

    def to_json(self) -> dict[str, Any]:
        """As `score --json` prints it."""
        return {"place": self.place, "file": self.file, "computed": self.computed}

    def __str__(self) -> str:
        return f"{self.place} is {self.file!r} in the file, computed {self.computed!r}"


def of_event(index: int, event: Event, step: Step[Any] | None, play: Play[Any]) -> list[Difference]:
    """The differences of one event that has just been folded."""
    if step is not None:
        computed = {"status": step.status, "fault": step.fault.kind if step.fault else None}
        own = {key: event.get(key) for key in computed if event.get(key) is not None}
        return _unequal(f"events[{index}]", own, computed)
    if event.type == Kind.ENDED and event.get("outcome") is not None:
        outcome = outcome_data(play.outcome())
        return _unequal(f"events[{index}].outcome", _sorted(event["outcome"]), _sorted(outcome))
    return []


def _sorted(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """An outcome's known values, its winners in one order."""
    known = {k: outcome[k] for k in ("result", "winners", "cause") if k in outcome}
    if known.get("winners") is not None:
        known["winners"] = sorted(known["winners"])
    return known


def of_totals(
    document: Mapping[str, Any],
    play: Play[Any],
    metrics: Mapping[str, Any],
    by_deck: Collection[str] = (),
) -> list[Difference]:
    """The differences of a file's counts and metrics; names that are not computed here have none.

    `by_deck`: metrics that are not computed where the session's deck is not here. Time, tokens and cost
    can only be computed where every reply of the seat says them.
    """
    found: list[Difference] = []
    counts = play.counts()
    for seat, own in (document.get("counts") or {}).items():
        computed = counts.get(seat, {})
        said = {k: v for k, v in own.items() if v is not None}
        if computed:
            known = {k: v for k, v in said.items() if k in computed and _is_measured(play, seat, k)}
        else:
            known = {k: v for k, v in said.items() if v}
        found += _unequal(f"counts.{seat}", known, computed)
    computed_here = set(metrics) - (set(by_deck) if play.setup.source is None else set())
    own_metrics = {k: v for k, v in (document.get("metrics") or {}).items() if k in computed_here}
    return found + _unequal("metrics", own_metrics, metrics)


def _is_measured(play: Play[Any], seat: str, name: str) -> bool:
    if name not in MEASURED:
        return True
    rows = [step.event for step in play.steps if step.ask.seat == seat and not step.event.get("copied")]
    values = (row.get("seconds") if name == "seconds" else (row.get("usage") or {}).get(name) for row in rows)
    return all(value is not None for value in values)


def _unequal(place: str, own: Mapping[str, Any], computed: Mapping[str, Any]) -> list[Difference]:
    return [
        Difference(f"{place}.{key}", value, computed.get(key))
        for key, value in own.items()
        if not _equal(value, computed.get(key))
    ]


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, int | float) and isinstance(b, int | float):
        return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_equal, a, b))
    return bool(a == b)
