"""Events: the saved rows of a session.

Only replies, `undone`, `redone`, `adjudicated`, `amended` and `resigned` are folded; all others leave the state as it
is.

Law: an event's number, type and values are kept exactly as they were saved, even if this program doesn't know
the type.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    """Its place in the session, from 1. Numbers rise, but may leave gaps."""
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
