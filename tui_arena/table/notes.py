"""Notes: lines shown with the talk that are no part of it, such as drafts, hints and changed seats.

Law: a note for a seat is for that seat alone; notes for the table hold no secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tui_arena.core.blind import HIDDEN
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Game, View
from tui_arena.core.language.sentences import capital
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line

MAX_CHARS = 200
COMMENT = "comment"
"""The kind of a note that quotes what a character says beside the game."""
TOLD = frozenset(
    {Kind.DRAFT, Kind.HINT, Kind.RECAST, Kind.UNDONE, Kind.REDONE, Kind.ADJUDICATED, Kind.AMENDED}
)
"""Events that add a note."""


@dataclass(frozen=True, slots=True)
class Note:
    """One line that is shown among the talk."""

    seat: str
    """The seat that may read it; `table`: everybody may."""
    kind: str
    """The type of its event, or `COMMENT`."""
    text: str
    after: int
    """How many lines of talk came before it."""
    why: str = ""
    """For a draft: why it was refused."""
    ask: str = ""
    """For a draft: the name of the ask that it was typed for."""
    fault: str = ""
    """For a draft: the kind of its fault."""


def notes_from(event: Event, views: Mapping[str, View]) -> list[Note]:
    """The notes that an event adds; none for most events. `views`: those after the event."""
    match event.type:
        case Kind.REPLY:
            return _not_taken(event, views)
        case Kind.DRAFT | Kind.HINT:
            seat = str(event.get("seat"))
            text, why = str(event.get("text", "")), str(event.get("why", ""))
        case Kind.RECAST:
            seat, why = TABLE, ""
            who = event["to"]
            told = who.get("player") != HIDDEN
            text = f"{event['seat']} is now {who.get('name') if told else 'another player'}"
        case Kind.UNDONE:
            seat, text, why = TABLE, "taken back", ""
        case Kind.REDONE:
            seat, text, why = TABLE, "redone", ""
        case Kind.ADJUDICATED:
            seat, text, why = TABLE, "You all changed the ruling.", ""
        case Kind.AMENDED:
            seat, text, why = TABLE, "An earlier answer was changed.", ""
        case _:
            return []
    return [_note(seat, event, text, why, views)]


def _note(seat: str, event: Event, text: str, why: str, views: Mapping[str, View]) -> Note:
    after = len(views[seat].talk) if seat in views else 0
    ask, fault = (str(event.get(name, "")) for name in ("ask", "fault")) if why else ("", "")
    return Note(seat, str(event.type), one_line(text, MAX_CHARS), after, one_line(why, MAX_CHARS), ask, fault)


def _seat_as_subject(seat: str) -> str:
    """A seat at the start of a sentence: `The setter`, but `Guesser 2`."""
    words = seat.replace("_", " ")
    return capital(words if words[-1:].isdigit() else f"the {words}")


def _not_taken(event: Event, views: Mapping[str, View]) -> list[Note]:
    """Notes that a reply was refused, for readers whose talk doesn't show it; without the reply's text."""
    if event.get("fault") is None:
        return []
    who = str(event["seat"])

    def unread(view: View) -> bool:
        return not any(line.seat == who and line.fault for line in view.talk)

    text = f"{_seat_as_subject(who)} tried something that doesn't fit"
    if unread(views[TABLE]):
        return [_note(TABLE, event, text, "", views)]
    seats = [seat for seat, view in views.items() if seat not in (TABLE, who) and unread(view)]
    return [_note(seat, event, text, "", views) for seat in seats]


def with_note(notes: list[Note], event: Event, views: Mapping[str, View]) -> list[Note]:
    """The notes after an event, without repeating the last one.

    An undo removes the notes that came after the point it goes back to.
    """
    if event.type == Kind.UNDONE:
        notes = [a for a in notes if a.seat not in views or a.after <= len(views[a.seat].talk)]
    if event.type == Kind.ADJUDICATED:  # the ruling may have let that reply pass
        while notes and notes[-1].kind == Kind.REPLY and notes[-1].after == len(views[TABLE].talk) - 1:
            notes = notes[:-1]
    said = [note for note in notes_from(event, views) if notes[-1:] != [note]]
    return [*notes, *said] if said else notes


def notes_of(game: Game[Any], session: Session) -> list[Note]:
    """All notes of a session that is resumed."""
    play = Play(game, session.setup)
    found: list[Note] = []
    for event in session.events:
        play.feed(event)
        if event.type in TOLD or event.get("fault") is not None:
            found = with_note(found, event, {s: play.view(s) for s in (*play.seats, TABLE)})
    return found
