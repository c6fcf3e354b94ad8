"""Replies as a table: a row for each reply, with the rules' verdict and what it took.

Refused replies and replies that were taken back have rows, too. So has each reply that broke off and was dropped,
after which the seat was asked again. Sums over the rows that aren't copied are the counts of the session.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tui_arena.core.blind import is_blind, is_told
from tui_arena.core.events import Kind
from tui_arena.core.record import Play, Step
from tui_arena.core.session import Session
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo
from tui_arena.save.exchange.flat import csv_text
from tui_arena.save.exchange.public_view import VIEW
from tui_arena.save.filters import is_player
from tui_arena.save.setting import setting_of
from tui_arena.save.summary import ITEM_CHARS, player_of, rungs_of

REPLY_FORMS = ("replies", "replies.jsonl")
"""The formats: CSV, and a JSON object a line."""
COLUMNS: Mapping[str, str] = {
    "session": "the session's id; in an export without names, its number",
    "game": "the game's id",
    "condition": "the condition that the session is counted under in the stats",
    "run": "the headless run that the session belongs to",
    "item": "what was hidden, once the session is over",
    "seq": "the number of the reply's event in the session",
    "seat": "who was asked",
    "kind": "human, bot, model or script",
    "player": "the player's name",
    "model": "the model's name as its provider knows it",
    "level": "the bot's level",
    "prompt": "the variant of the prompts that the model was sent",
    "prompt_digest": "the digest of those prompts",
    "sampling": "the parameters sent to the model, as JSON",
    "ask": "what was asked; empty for a dropped reply after which the session paused",
    "attempt": "which attempt at this ask it was, from 1",
    "status": "the rules' verdict, played or rejected; empty for a dropped reply, which the rules never read",
    "fault": "the kind of fault that it was rejected for",
    "why": "why it was rejected, in words",
    "finish": "how it ended: stop, length (at the token limit), refused (by the provider) or broken",
    "text": "the reply as the rules read it",
    "raw": "the reply as it arrived, if the text differs",
    "origin": "for a bot that thinks with a model: own, mind (the model's line) or replaced (asked in vain)",
    "thinking_words": "how many words of reasoning came with it",
    "thinking": "the reasoning that came with it",
    "messages": "the hash of the messages that were sent; the session's JSON lists them under this hash",
    "seconds": "how long it took",
    "first_token_seconds": "how long the first token took",
    "first_word_seconds": "how long the first word of the reply itself took, after any reasoning",
    "input_tokens": "tokens in what was sent",
    "output_tokens": "tokens in the reply",
    "cost_usd": "dollars; empty if the price is unknown",
    "retries": "failed requests before it",
    "rungs": "what the model's server doesn't accept, so that we asked differently, separated by +",
    "dropped": "true: it broke off, nobody read it, and the seat was asked again",
    "cut": "true: it was cut off at the token limit",
    "from_thinking": "true: only reasoning arrived, and the text is the end of it",
    "copied": "true: a branch copied it from another session, so it counts there",
    "void": "true: it was undone",
}
"""The columns with their meanings."""
ANY_FAULT = "any"
"""The value of `ReplyFilter.fault` for all rejected replies."""

ReplyRow = dict[str, Any]

TIMES = ("seconds", "first_token_seconds", "first_word_seconds")
"""The times of a reply. In a save file that somebody edited they may be anything, so only numbers are listed."""


@dataclass(frozen=True, slots=True)
class ReplyFilter:
    """The replies to look at. A field that is None or False excludes nothing."""

    kind: str | None = None
    """The kind of player, such as `model`."""
    player: str | None = None
    """A player's name, or `kind:name`."""
    seat: str | None = None
    """A seat, or a group of seats, such as `guesser` in Connections."""
    fault: str | None = None
    """The kind of fault, or `ANY_FAULT`."""
    slower: float | None = None
    """The least number of seconds."""
    dropped: bool = False
    """True: only dropped replies."""
    cut: bool = False
    """True: only replies that were cut off at the limit of tokens."""

    def takes_seat(self, spec: Mapping[str, Any], names: Iterable[str]) -> bool:
        """True if replies of this player on this seat may pass. `names`: the seat's name and its group's."""
        kind, name = player_of(spec)
        return (
            self.kind in (None, kind)
            and (self.player is None or is_player(self.player)(kind, name))
            and (self.seat is None or fold(self.seat) in map(fold, names))
        )

    def takes(self, row: ReplyRow) -> bool:
        """True if a reply passes, whoever gave it."""
        return (
            (
                self.fault is None
                or row["fault"] == self.fault
                or bool(row["fault"] and self.fault == ANY_FAULT)
            )
            and (self.slower is None or (row["seconds"] or 0.0) >= self.slower)
            and (not self.dropped or row["dropped"])
            and (not self.cut or row["cut"])
        )


def reply_rows(
    session: Session,
    info: GameInfo,
    play: Play[Any],
    document: Mapping[str, Any],
    wanted: ReplyFilter = ReplyFilter(),
) -> Iterator[ReplyRow]:
    """The rows of a session's replies that pass a filter, in the order of its events.

    `document`: the values that may be shown. `session`: who really played, for the filter.
    """
    steps = {step.seq: step for step in play.steps}
    item = info.item(play)
    hidden = is_blind(play.setup, over=is_told(play))  # a condition may tell that a model has help
    common = {
        "session": document.get("id"),
        "game": session.game,
        "condition": None if hidden else setting_of(info, play.setup).name,
        "run": document["setup"].get("run"),
        "item": None if item is None else one_line(item, ITEM_CHARS),
    }
    shown, real = dict(document["seats"]), dict(session.seats)
    recast = {event.seq: event["to"] for event in session.events if event.type == Kind.RECAST}
    for event in document["events"]:
        seat = str(event.get("seat"))
        if event["type"] == Kind.RECAST:
            shown[seat], real[seat] = event["to"], recast[event["seq"]]
        step = steps.get(event["seq"])
        if (step is None and event["type"] != Kind.PAUSED) or seat not in play.seats:
            continue
        if not wanted.takes_seat(real.get(seat, {}), (seat, play.seats[seat].group)):
            continue
        who = {**common, "seq": event["seq"], **_player(seat, shown.get(seat, {}))}
        found = _dropped(event, step)
        if step is not None:
            found.append(_judged(event, step, play, document))
        for values in found:
            row = dict.fromkeys(COLUMNS) | who | values
            if wanted.takes(row):
                yield row


def _player(seat: str, spec: Mapping[str, Any]) -> ReplyRow:
    named = {name: spec.get(name) for name in ("model", "level", "prompt", "prompt_digest", "sampling")}
    return {"seat": seat, "kind": spec.get("player"), "player": spec.get("name"), **named}


def _dropped(event: Mapping[str, Any], step: Step[Any] | None) -> list[ReplyRow]:
    """The values of the replies that broke off before this reply or this pause."""
    asked = {} if step is None else {"ask": step.name, "attempt": step.ask.attempt}
    marks = {"dropped": True, "void": step is not None and step.void, "copied": bool(event.get("copied"))}
    return [
        {
            **asked,
            "finish": "broken",
            "text": part.get("text") or "",
            **_thinking(part.get("thinking")),
            **marks,
            "cut": False,
            "from_thinking": False,
        }
        for part in event.get("broken") or ()
    ]


def _judged(
    event: Mapping[str, Any], step: Step[Any], play: Play[Any], document: Mapping[str, Any]
) -> ReplyRow:
    """The values of a reply that the rules read."""
    partly = VIEW in document
    finish = None if partly and is_blind(play.setup, over=is_told(play)) else event.get("finish") or "stop"
    raw, usage = event.get("raw"), event.get("usage") or {}
    return {
        "ask": step.name,
        "attempt": step.ask.attempt,
        "status": step.status,
        "fault": step.fault and step.fault.kind,
        "why": event.get("why") if partly or step.fault is None else step.fault.why,
        "finish": finish,
        "text": event["text"],
        "raw": raw if raw != event["text"] else None,
        **_thinking(event.get("thinking")),
        **{name: event.get(name) for name in ("origin", "messages", "retries")},
        **{name: at if isinstance(at := event.get(name), int | float) else None for name in TIMES},
        **{name: usage.get(name) for name in ("input_tokens", "output_tokens", "cost_usd")},
        "rungs": rungs_of([event]) or None,
        "dropped": False,
        "cut": finish == "length",
        "from_thinking": bool(event.get("from_thinking")),
        "copied": bool(event.get("copied")),
        "void": step.void,
    }


def _thinking(text: str | None) -> ReplyRow:
    return {"thinking": text or None, "thinking_words": len(text.split()) if text else None}


def replies_text(rows: Iterable[ReplyRow], form: str) -> Iterator[str]:
    """The rows in one of `REPLY_FORMS`, part by part."""
    if form == REPLY_FORMS[1]:
        for row in rows:
            yield json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"
        return
    yield csv_text([COLUMNS])
    for row in rows:
        yield csv_text([row.values()], whole=True)
