"""Blind play: until a session is over, letters stand for its players.

The set-up of such a session says `blind`. Its file names the players; whatever shows it before the end passes here:
the table takes its names from `letters`, lists and exports what they show from `shown`.

Law: before the end nothing that is shown tells who or what sits on a seat, other than a person's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Data, Setup
from tui_arena.core.session import Session

BLIND = "blind"
"""The key of a set-up."""
HIDDEN = "hidden"
"""The kind of a player that is not told."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SAID = frozenset(
    ("seat", "ask", "text", "status", "fault", "why", "heard", "finish", "raw", "from_thinking", "copied")
)
"""Values of a reply that are its words and how the rules took them: no time, no tokens, nothing that was sent."""
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


def shown(session: Session, *, over: bool) -> Session:
    """The session as it may be shown: itself, or with letters for its players and nothing that tells of them.

    It folds to the same state.
    """
    if not is_blind(session.setup, over=over):
        return session
    called = letters(session.setup, session.seats)
    events = tuple(_shown(masked(event, called)) for event in session.events if event.type in _KEPT)
    seats = {seat: _hidden(name) for seat, name in called.items()}
    return replace(session, seats=seats, events=events, messages={}, extra={})


def _shown(event: Event) -> Event:
    """The event without times, and a reply without all that was not said."""
    left_out = {"at", "by"} if event.type != Kind.REPLY else event.data.keys() - _SAID
    return replace(event, data={key: value for key, value in event.data.items() if key not in left_out})
