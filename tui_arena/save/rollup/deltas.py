"""What one session adds to the roll-up, as whole numbers that can be added and taken away again.

Law: everything here is exact. A figure is kept in millionths, as number, sum and sum of squares, so
that rows added and removed in any order leave what a rebuild would give.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tui_arena.save.summary import SeatSummary

SCALE = 1_000_000
MAX_TURNS = 64
"""Turns of a list metric that are rolled up; what comes later is seen in the session itself."""
MAX_COUNT = 100
"""Largest value of a `count` metric that its distribution holds; larger ones join it."""
MAIN = "#main"
"""Slot name of the main score; the counts of a seat have `#` before their name too."""
REQUEST_SUCCESS = "#request_success"

STANDINGS = ("won", "lost", "aborted")
"""Slot names of how a side came out."""

Deltas = dict[str, int]
Value = float | tuple[float | None, ...]
"""A figure of one session; a list metric's is one value a turn."""


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the roll-up, all periods together. Empty text: there is none."""

    run: str
    """The run that this row is for; empty: for all sessions."""
    game: str
    group: str
    kind: str
    name: str
    variant: str
    deck: str
    preset: str
    prompt: str
    persona: str
    flags: str
    """Why these sessions are left out of aggregates, sorted, with commas; empty: they count."""
    repetition: int
    """From 1; 0 outside a repeated run."""
    partner: str
    """The player of the other group of seats that has a side, as `kind:name`; only on the first."""


@dataclass(frozen=True, slots=True)
class RollupEntry:
    """What of one session the roll-up knows."""

    game: str
    day: str
    variant: str
    deck: str
    preset: str
    run: str
    repetition: int
    flags: frozenset[str]
    result: str
    metrics: Mapping[str, Any]
    counted: frozenset[str]
    """Metrics whose distribution is kept."""
    seats: Sequence[SeatSummary]


def additions(entry: RollupEntry) -> list[tuple[Key, Deltas]]:
    """The rows that a session adds to, once for all sessions and once for its run."""
    out: list[tuple[Key, Deltas]] = []
    for seats in _players(entry.seats):
        seat = seats[0]
        flags = entry.flags - {"recast"} | ({"recast"} if any(s.recast for s in seats) else set())
        deltas = _deltas(entry, seats)
        for run in dict.fromkeys(("", entry.run)):
            key = Key(
                run=run,
                game=entry.game,
                group=seat.group,
                kind=seat.kind,
                name=seat.name,
                variant=entry.variant,
                deck=entry.deck,
                preset=entry.preset,
                prompt=seat.prompt or "",
                persona=seat.persona or "",
                flags=",".join(sorted(flags)),
                repetition=entry.repetition,
                partner=partner_of(entry.seats, seat),
            )
            out.append((key, deltas))
    return out


def _players(seats: Iterable[SeatSummary]) -> list[list[SeatSummary]]:
    """The seats by group and player: who sits on two seats of a group plays one session."""
    found: dict[tuple[str, str, str], list[SeatSummary]] = {}
    for seat in seats:
        found.setdefault((seat.group, seat.kind, seat.name), []).append(seat)
    return list(found.values())


def partner_of(seats: Sequence[SeatSummary], seat: SeatSummary) -> str:
    """Who holds the other group's seats, each once, if nobody human does; empty if that makes no pair.

    Only the first group with a side has partners. In the order of their names: of seats in one group
    it is of no account who sits on which.
    """
    first = next((s.group for s in seats if s.side != "neutral"), None)
    others = [s for s in seats if s.side != "neutral" and s.group != seat.group]
    if seat.group != first or seat.kind == "human" or any(s.kind == "human" for s in others):
        return ""
    return ", ".join(sorted({f"{s.kind}:{s.name}" for s in others}))


def value_of(name: str, metrics: Mapping[str, Any], seats: Sequence[SeatSummary]) -> Value | None:
    """What a session adds to the slot of that name for a player; None if that is not defined.

    `seats`: the player's own seats of one group. `name`: a metric, or one turn of it (`closeness@2`);
    `MAIN`; a standing; a count with `#` before it.
    """
    seat = seats[0]
    if seat.standing == "unfinished":
        return None
    if name.startswith("#") and name != MAIN:
        return _request_success(seats) if name == REQUEST_SUCCESS else _count(seats, name[1:])
    if seat.side == "neutral":
        return None
    if name in (MAIN, *STANDINGS):
        return seat.main if name == MAIN else int(seat.standing == name)
    metric, at, turn = name.partition("@")
    value = _own(metrics.get(metric), seats)
    if at:
        turns = value if isinstance(value, list) and turn.isdecimal() else []
        return next((_number(one) for place, one in enumerate(turns, 1) if str(place) == turn), None)
    return _turns(value) if isinstance(value, list) else _number(value)


def _turns(values: Sequence[Any]) -> Value | None:
    """The figures of a list metric, turn by turn; None if no turn has one."""
    turns = tuple(_number(one) for one in values)
    return turns if any(one is not None for one in turns) else None


def _request_success(seats: Sequence[SeatSummary]) -> float | None:
    """Replies that could be read, of those that were asked for."""
    requests, parsed = _count(seats, "requests"), _count(seats, "parsed")
    return parsed / requests if requests and parsed is not None else None


def _own(value: Any, seats: Sequence[SeatSummary]) -> Any:
    """The part of a metric by seat that is these seats'; any other metric is everybody's."""
    if not isinstance(value, Mapping):
        return value
    own = [value[s.seat] for s in seats if isinstance(value.get(s.seat), int | float)]
    return sum(own) / len(own) if own else None


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) else None


def _deltas(entry: RollupEntry, seats: list[SeatSummary]) -> Deltas:
    deltas: Deltas = {"started": 1}
    if entry.result == "unfinished":
        return deltas
    deltas["sessions"] = 1
    _add_counts(deltas, seats)
    seat = seats[0]
    if seat.side == "neutral":
        return deltas
    deltas[seat.standing] = 1
    _add(deltas, MAIN, seat.main)
    for name, value in entry.metrics.items():
        if isinstance(value, list):
            for turn, one in enumerate(value[:MAX_TURNS], 1):
                _add(deltas, f"{name}@{turn}", one)
        elif isinstance(value, Mapping):
            _add(deltas, name, _own(value, seats))
        else:
            _add(deltas, name, value)
            if name in entry.counted and isinstance(value, int):
                deltas[f"{name}={min(max(value, 0), MAX_COUNT)}"] = 1
    return deltas


def _add_counts(deltas: Deltas, seats: list[SeatSummary]) -> None:
    for name in dict.fromkeys(name for s in seats for name in s.counts):
        _add(deltas, f"#{name}", _count(seats, name))
    _add(deltas, REQUEST_SUCCESS, _request_success(seats))


def _count(seats: Sequence[SeatSummary], name: str) -> float | None:
    """A count of all seats together; None if one of them that has counts does not know it."""
    values = [s.counts[name] for s in seats if name in s.counts]
    return None if not values or None in values else sum(values)


def _add(deltas: Deltas, name: str, value: Any) -> None:
    """Add a figure as number, sum and sum of squares; None adds nothing."""
    if value is None or not isinstance(value, int | float):
        return
    scaled = round(value * SCALE)
    deltas[f"{name} n"] = 1
    deltas[f"{name} s"] = scaled
    deltas[f"{name} q"] = scaled * scaled


def periods(day: str) -> tuple[str, ...]:
    """The spans that hold a day: all time, year, quarter, month, third of the month, the day."""
    year, month, number = day[:4], int(day[5:7]), int(day[8:10])
    return (
        "all",
        f"Y{year}",
        f"Q{year}-{(month + 2) // 3}",
        f"M{day[:7]}",
        f"T{day[:7]}-{_third(number)}",
        f"D{day}",
    )


def periods_since(day: str) -> tuple[list[str], str]:
    """The fewest spans that cover a day and all after it in its year, and that year's label.

    Years after it are covered by their own labels, which sort after the one returned. Raises
    ValueError if `day` is no date.
    """
    since = date.fromisoformat(day)
    year, month = f"{since.year:04}", since.month
    third, quarter = _third(since.day), (month + 2) // 3
    last = {1: 10, 2: 20, 3: 31}[third]
    spans = [f"D{year}-{month:02}-{d:02}" for d in range(since.day, last + 1)]
    spans += [f"T{year}-{month:02}-{t}" for t in range(third + 1, 4)]
    spans += [f"M{year}-{m:02}" for m in range(month + 1, quarter * 3 + 1)]
    spans += [f"Q{year}-{q}" for q in range(quarter + 1, 5)]
    return spans, f"Y{year}"


def _third(day: int) -> int:
    return min((day - 1) // 10, 2) + 1
