"""Blind play: until a session is over, letters stand for its players.

The set-up of such a session says `blind`. Its file names the players; whatever shows it before the end passes here:
the table takes its names from `letters`, lists and exports what they show from `shown`.

Law: before the end nothing that is shown tells who or what sits on a seat, other than a person's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Data, Setup
from tui_arena.core.record import Play
from tui_arena.core.session import Session

BLIND = "blind"
"""The key of a set-up."""
HIDDEN = "hidden"
"""The kind of a player that is not told."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SAID = frozenset(("seat", "ask", "text", "status", "fault", "why", "heard"))
"""Values of a reply that are its words and how the rules took them: no time, no tokens, nothing that was sent."""
_EMPTY = "<think>-</think>"
"""The text of a reply without a word, by which no rules take it for a pass."""
_KEPT = frozenset(
    (
        Kind.REPLY,
        Kind.UNDONE,
        Kind.REDONE,
        Kind.ADJUDICATED,
        Kind.AMENDED,
        Kind.RESIGNED,
        Kind.ENDED,
        Kind.RECAST,
    )
)
"""All other events happen to people alone, or to machines alone."""


def is_blind(setup: Setup, *, over: bool) -> bool:
    """Whether the players of a session are hidden now."""
    return setup.extra.get(BLIND) is True and not over


def letters(setup: Setup, seats: Iterable[str]) -> dict[str, str]:
    """The letter of each seat's player, in an order drawn by the session's seed.

    >>> letters(Setup({}, seed=1), ["setter", "guesser"])
    {'guesser': 'A', 'setter': 'B'}
    """
    given = sorted(seats)
    order = Random(f"{setup.seed}/letters").sample(given, len(given))
    return {seat: _letter(order.index(seat)) for seat in given}


def _letter(number: int) -> str:
    """The letter of a number from 0; after the last letter they begin again, with a number."""
    again, place = divmod(number, len(_LETTERS))
    return _LETTERS[place] + (str(again + 1) if again else "")


def masked(event: Event, called: Mapping[str, str]) -> Event:
    """The event without who sits down; `called`: the letters by seat."""
    if event.type != Kind.RECAST:
        return event
    seat = str(event["seat"])
    return replace(event, data={"seat": seat, "to": _hidden(called.get(seat, seat))})


def _hidden(name: str) -> Data:
    """A player of `seats` who is not told."""
    return {"player": HIDDEN, "name": name}


def shown(session: Session, play: Play[Any]) -> tuple[Session, Play[Any]]:
    """A session as it may be shown, and the fold of that; `play`: the session's own.

    It is the session itself or, while it is blind, one with letters for its players and nothing that tells of them.
    In both, the rules take and refuse the same replies.
    """
    if not is_blind(session.setup, over=play.over):
        return session, play
    refused = {step.seq for step in play.steps if step.fault is not None}
    called = letters(session.setup, session.seats)
    events = tuple(
        _shown(masked(event, called), refused=event.seq in refused)
        for event in session.events
        if event.type in _KEPT
    )
    seats = {seat: _hidden(name) for seat, name in called.items()}
    seen = replace(session, seats=seats, events=events, messages={}, extra={})
    return seen, seen.fold(play.game)


def _shown(event: Event, *, refused: bool) -> Event:
    """The event without times, and a reply without all that was not said.

    A refused reply is refused in every fold: it keeps how it ended, and one that was nothing but reasoning holds `_EMPTY`.
    """
    said = _SAID | {"finish"} if refused else _SAID
    left_out = {"at", "by"} if event.type != Kind.REPLY else event.data.keys() - said
    data = {key: value for key, value in event.data.items() if key not in left_out}
    if refused and event.get("thinking") and not event["text"]:
        data["text"] = _EMPTY
        data.pop("why", None)  # it speaks of a server
    return replace(event, data=data)
