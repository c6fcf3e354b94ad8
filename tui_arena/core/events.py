"""Events: the rows that a session is saved as.

Only replies, `undone`, `redone`, `adjudicated` and `resigned` are folded; all others leave the state as it
is.

Law: an event's number, type and values are kept exactly as they were saved, even if this program doesn't know
the type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tui_arena.core.game import Ask, Data, Fault, Outcome, Reply, Usage


class Kind(StrEnum):
    """Event types that this program writes."""

    REPLY = "reply"
    UNDONE = "undone"
    REDONE = "redone"
    ADJUDICATED = "adjudicated"
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
    BRANCHED = "branched"
    PEEKED = "peeked"


FOLDED: frozenset[str] = frozenset({Kind.REPLY, Kind.UNDONE, Kind.REDONE, Kind.ADJUDICATED, Kind.RESIGNED})


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
        """The row as a session file holds it."""
        return {"seq": self.seq, "type": str(self.type), **self.data}

    @classmethod
    def from_json(cls, row: Mapping[str, Any], place: int) -> Event:
        """The event of a row; a row without `seq` gets `place`, its place from 1."""
        rest = {k: v for k, v in row.items() if k not in ("seq", "type")}
        seq = row.get("seq")
        return cls(place if seq is None else int(seq), str(row["type"]), rest)


class BadEvent(ValueError):
    """An event that does not fit the session; the text names its seq and says what would be allowed."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(f"event {seq}: {why}")
        self.seq = seq
        self.why = why


def reply_data(
    ask: Ask, reply: Reply, name: str, fault: Fault | None, heard: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The values of a reply's row; a value that was not measured, or not heard, has no key."""
    data: dict[str, Any] = {"seat": ask.seat, "ask": name, "text": reply.text}
    data["status"] = "played" if fault is None else "rejected"
    if fault is not None:
        data |= {"fault": fault.kind, "why": fault.why}
    if heard:
        data["heard"] = dict(heard)
    if reply.finish != "stop":
        data["finish"] = reply.finish
    for key in ("thinking", "seconds", "first_token_seconds"):
        value = getattr(reply, key)
        if value is not None:
            data[key] = value
    if reply.usage is not None:
        usage = reply.usage
        data["usage"] = {
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "cost_usd": usage.cost_usd,
        }
    return {**data, **reply.extra}


def reply_of(event: Event) -> Reply:
    """The reply that a row holds, for the fold to judge again."""
    usage = event.get("usage")
    return Reply(
        text=event["text"],
        finish=event.get("finish") or "stop",
        ask=event["ask"],
        thinking=event.get("thinking"),
        seconds=event.get("seconds"),
        usage=None
        if usage is None
        else Usage(usage.get("input_tokens"), usage.get("output_tokens"), usage.get("cost_usd")),
    )


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a session file holds it."""
    return {"result": outcome.result, "winners": list(outcome.winners), "cause": outcome.cause}
