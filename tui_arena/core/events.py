"""Events: the saved rows of a session, and who had a seat at which event.

Only replies, `undone`, `redone`, `adjudicated`, `amended` and `resigned` are folded; all others leave the state as it
is.

A seat has its player of the first cast, then the player whom a `recast` event names. What somebody said,
found or earned in a seat stays theirs when the seat changes hands.

Law: an event's number, type and values are kept exactly as they were saved, even if this program doesn't know
the type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tui_arena.core.game import Ask, Data, Fault, Finish, Outcome, Reply, Usage


class Kind(StrEnum):
    """Event types that this program writes."""

    REPLY = "reply"
    UNDONE = "undone"
    REDONE = "redone"
    ADJUDICATED = "adjudicated"
    AMENDED = "amended"
    RESIGNED = "resigned"
    ENDED = "ended"
    DRAFT = "draft"
    HINT = "hint"
    PAUSED = "paused"
    RESUMED = "resumed"
    RECAST = "recast"
    DEFAULTED = "defaulted"
    PROBE = "probe"
    RATED = "rated"
    VOTED = "voted"
    BRANCHED = "branched"
    PEEKED = "peeked"
    TOLD = "told"
    VERDICT = "verdict"
    REVEALED = "revealed"


FOLDED: frozenset[str] = frozenset(
    {Kind.REPLY, Kind.UNDONE, Kind.REDONE, Kind.ADJUDICATED, Kind.AMENDED, Kind.RESIGNED}
)


@dataclass(frozen=True, slots=True)
class Event:
    """One saved row."""

    seq: int
    """Its number in the session, from 1. Numbers rise, but may have gaps."""
    type: str
    data: Data
    """All other keys of the row."""

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)

    def to_json(self) -> dict[str, Any]:
        """The row as it is written to a session file."""
        return {"seq": self.seq, "type": str(self.type), **self.data}

    @classmethod
    def from_json(cls, row: Mapping[str, Any], place: int) -> Event:
        """The event of a row; a row without `seq` gets `place`, its place from 1."""
        rest = {k: v for k, v in row.items() if k not in ("seq", "type")}
        seq = row.get("seq")
        return cls(place if seq is None else int(seq), str(row["type"]), rest)


class BadEvent(ValueError):
    """An event that does not fit the session; the text names its seq and says what would be allowed.

    Seq 0 is the set-up.
    """

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(f"event {seq}: {why}" if seq else f"the set-up: {why}")
        self.seq = seq
        self.why = why


_MEASURED = ("thinking", "seconds", "first_token_seconds", "first_word_seconds")
"""Fields of a reply that its row has under the same key, if they were measured."""
_USAGE = ("input_tokens", "output_tokens", "cost_usd")


def reply_data(
    ask: Ask, reply: Reply, name: str, fault: Fault | None, heard: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The values of a reply's row; values that were not measured, and an empty `heard`, have no key."""
    data: dict[str, Any] = {"seat": ask.seat, "ask": name, "text": reply.text}
    data["status"] = "played" if fault is None else "rejected"
    if fault is not None:
        data |= {"fault": fault.kind, "why": fault.why}
    if heard:
        data["heard"] = dict(heard)
    if reply.finish != "stop":
        data["finish"] = reply.finish
    data |= {key: value for key in _MEASURED if (value := getattr(reply, key)) is not None}
    if reply.usage is not None:
        data["usage"] = {key: getattr(reply.usage, key) for key in _USAGE}
    return {**data, **reply.extra}


def reply_of(event: Event) -> Reply:
    """The reply that is saved in a row, for the fold to judge again."""
    measured = {key: event.get(key) for key in _MEASURED}
    finish: Finish = event.get("finish") or "stop"
    extra = {"raw": event["raw"]} if "raw" in event.data else {}
    return Reply(event["text"], finish, event["ask"], usage=usage_of(event), extra=extra, **measured)


def usage_of(event: Event) -> Usage | None:
    """The tokens and the cost of a row's reply; None if they were not reported."""
    usage: Mapping[str, Any] | None = event.get("usage")
    return None if usage is None else Usage(*map(usage.get, _USAGE))


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """An outcome as it is written to a session file."""
    return {"result": outcome.result, "winners": list(outcome.winners), "cause": outcome.cause}


def holders_of(seats: Mapping[str, Data], events: Iterable[Event]) -> dict[str, list[tuple[int, Data]]]:
    """Maps each seat to its players in order, each with the seq of the recast (0: the first cast).

    `seats`: the first cast, as in a session file.
    """
    found = {seat: [(0, spec)] for seat, spec in seats.items()}
    for event in events:
        if event.type == Kind.RECAST and isinstance(event.get("to"), Mapping):
            found.setdefault(str(event.get("seat")), []).append((event.seq, event["to"]))
    return found


def holder_at(
    seats: Mapping[str, Data], events: Iterable[Event], seat: str, seq: int | None = None
) -> Data | None:
    """The player who had a seat at an event, as in a session file; None if the session doesn't say it.

    `seats`: the first cast. `seq`: None means after all events.
    """
    sat = [spec for since, spec in holders_of(seats, events).get(seat, ()) if seq is None or since < seq]
    return sat[-1] if sat else None


def people_on(seats: Mapping[str, Data], events: Iterable[Event]) -> dict[str, list[Data]]:
    """Maps each seat to the people who have it or had it, in order, without seats that only machines had.

    `seats`: the first cast. A person who left a seat may come back to it.
    """
    held = holders_of(seats, events).items()
    sat = {seat: [spec for _, spec in players if spec.get("player") == "human"] for seat, players in held}
    return {seat: people for seat, people in sat.items() if people}


def holder_number(seats: Mapping[str, Data], events: Iterable[Event], seat: str, seq: int | None) -> int:
    """The number of the player who had a seat at an event, from 0; it stays the same if they come back."""
    known: list[Any] = []
    number = 0
    for since, spec in holders_of({seat: seats.get(seat, {})}, events)[seat]:
        if seq is None or since < seq:
            who = [spec.get(key) for key in ("player", "name", "level", "character")]
            number = known.index(who) if who in known else len(known)
            known += [who] if number == len(known) else []
    return number


class SeatNames(dict[str, str]):
    """The players' names by seat now, and the names of players who had a seat before (`at`)."""

    def __init__(
        self, now: Mapping[str, str], before: Mapping[str, Sequence[tuple[int, str]]] | None = None
    ) -> None:
        super().__init__(now)
        self.before = before or {}
        """Maps each seat to its earlier players in order, each as the seq of the recast that replaced them,
        and their name."""

    def at(self, seat: str, seq: int | None) -> str:
        """The name of the player who had a seat at an event; None: the player who has it now."""
        earlier = () if seq is None else [name for until, name in self.before.get(seat, ()) if seq < until]
        return earlier[0] if earlier else self.get(seat, seat)

    def in_turn(self, seat: str) -> list[str]:
        """The names of all who have had a seat, one after the other."""
        names = [*(name for _, name in self.before.get(seat, ())), self.get(seat, seat)]
        return [name for n, name in enumerate(names) if n == 0 or name != names[n - 1]]

    def mapped(self, change: Callable[[str], str]) -> SeatNames:
        """These names, each changed in the same way."""
        before = {seat: [(seq, change(name)) for seq, name in them] for seat, them in self.before.items()}
        return SeatNames({seat: change(name) for seat, name in self.items()}, before)


def speaker(names: Mapping[str, str], seat: str, seq: int | None) -> str:
    """Returns the name of the player who had a seat at an event. None: the event isn't known, or is the last.

    >>> names = SeatNames({"critic": "gemma"}, {"critic": [(5, "ace")]})
    >>> speaker(names, "critic", 4), speaker(names, "critic", 6), speaker(names, "critic", None)
    ('ace', 'gemma', 'gemma')
    """
    return names.at(seat, seq) if isinstance(names, SeatNames) else names.get(seat, seat)
