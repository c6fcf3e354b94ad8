"""What one session adds to the roll-up, as whole numbers that can be added and subtracted again.

Law: rows added and removed in any order give the same as a rebuild. So every figure is exact: the number of
its values, their sum and the sum of their squares, in millionths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tui_arena.save.summary import SeatSummary

SCALE = 1_000_000
MAX_TURNS = 64
"""How many turns of a list metric the roll-up holds; later turns are only in the session."""
MAX_COUNT = 100
"""The largest value in the distribution of a `count` metric; larger values are counted as this one."""
MAIN = "#main"
"""Slot name of the main score. The slots of a seat's counts begin with `#` too."""
REQUEST_SUCCESS = "#request_success"

STANDINGS = ("won", "lost", "aborted")
"""Slot names of a side's results."""

Deltas = dict[str, int]
Value = float | tuple[float | None, ...]
"""A figure of one session; for a list metric, one value per turn."""


@dataclass(frozen=True, slots=True)
class Key:
    """What identifies a row of the roll-up, apart from its period. An empty text means none."""

    run: str
    """The run that this row is for; empty for the row over all sessions."""
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
    """Why these sessions are left out of aggregates, sorted and joined by commas; empty if they count."""
    repetition: int
    """From 1; 0 outside a repeated run."""
    partner: str
    """The players of the other groups that have a side, as `kind:name`; see `partner_of`."""


@dataclass(frozen=True, slots=True)
class RollupEntry:
    """What the roll-up knows of one session."""

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
    """What a session adds to which rows: those over all sessions and, if it has a run, those of its run."""
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
    """The seats by group and player. A player on two seats of a group counts once in a session."""
    found: dict[tuple[str, str, str], list[SeatSummary]] = {}
    for seat in seats:
        found.setdefault((seat.group, seat.kind, seat.name), []).append(seat)
    return list(found.values())


def partner_of(seats: Sequence[SeatSummary], seat: SeatSummary) -> str:
    """The players of the other groups' seats, each once, sorted and joined by commas.

    Empty unless the seat is in the first group with a side, and empty if any of the players is human.
    The order is by name, because it doesn't matter which seat of a group a player sits on.
    """
    first = next((s.group for s in seats if s.side != "neutral"), None)
    others = [s for s in seats if s.side != "neutral" and s.group != seat.group]
    if seat.group != first or seat.kind == "human" or any(s.kind == "human" for s in others):
        return ""
    return ", ".join(sorted({f"{s.kind}:{s.name}" for s in others}))


def value_of(name: str, metrics: Mapping[str, Any], seats: Sequence[SeatSummary]) -> Value | None:
    """A player's figure in one session; None if it isn't defined there.

    `seats`: the player's seats in one group. `name`: a metric, one turn of a list metric (`closeness@2`),
    `MAIN`, a standing, or a count with `#` before it.
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
    """The values of a list metric, turn by turn; None if no turn has one."""
    turns = tuple(_number(one) for one in values)
    return turns if any(one is not None for one in turns) else None


def _request_success(seats: Sequence[SeatSummary]) -> float | None:
    """The share of requests whose replies could be read; None if that isn't known."""
    requests, parsed = _count(seats, "requests"), _count(seats, "parsed")
    return parsed / requests if requests and parsed is not None else None


def _own(value: Any, seats: Sequence[SeatSummary]) -> Any:
    """The mean of a metric over these seats; a metric that isn't given by seat is returned as it is."""
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
    """The sum of a count over the seats that have it; None if no seat has it or any of its values is None."""
    values = [s.counts[name] for s in seats if name in s.counts]
    return None if not values or None in values else sum(values)


def _add(deltas: Deltas, name: str, value: Any) -> None:
    """Add a figure as number, sum and sum of squares; None and anything that isn't a number add nothing."""
    if value is None or not isinstance(value, int | float):
        return
    scaled = round(value * SCALE)
    deltas[f"{name} n"] = 1
    deltas[f"{name} s"] = scaled
    deltas[f"{name} q"] = scaled * scaled


def periods(day: str) -> tuple[str, ...]:
    """The spans that contain a day: all time, its year, quarter, month, third of the month, and the day."""
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
    """The fewest spans that cover a day and the rest of its year, and that year's label.

    Later years are covered by their own labels, which sort after the one returned. Raises ValueError if
    `day` isn't a date.
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
