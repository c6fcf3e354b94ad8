"""Notes: lines that are shown with the talk but aren't part of it, such as drafts, hints and changed seats.

Bots' characters comment on what has just happened: the game begins, a person thought for a long time, the last
turn begins, the game is over. A comment comes with a move or an ending, never by itself, so it doesn't disturb
anybody. It is shown and never saved.

Law: a note for a seat is for that seat alone; notes for the table contain no secret. No comment comes twice
while the app runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tui_arena.core.blind import HIDDEN, is_blind
from tui_arena.core.caster import LONG
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Data, Game, Setup, View
from tui_arena.core.language.sentences import YOU, called_seat, capital
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data.personas import Moment
from tui_arena.players.seating import Cast, character_of
from tui_arena.table.transcript import parted
from tui_arena.table.turns import may_hear

MAX_CHARS = 200
TRIED = 14
"""The maximum number of characters shown of a refused reply."""
COMMENT = "comment"
"""The kind of a note that quotes what a character says outside the game."""
OFTEN = 0.5
"""The chance of a comment on a long thought, on a last turn, and on the end."""
PAUSE = 4
"""The smallest number of events from one comment to the next."""
FOR_ALL: Mapping[str, str] = {
    Kind.UNDONE: "taken back",
    Kind.REDONE: "redone",
    Kind.ADJUDICATED: "You all changed the ruling.",
    Kind.AMENDED: "An earlier answer was changed.",
}
NOTED = frozenset({Kind.DRAFT, Kind.HINT, Kind.RECAST, *FOR_ALL})
"""Events that add a note."""


@dataclass(frozen=True, slots=True)
class RefusedTry:
    """A reply that the rules refused."""

    seat: str
    seq: int
    said: str
    """The words of the reply on one line; empty if there are none."""
    why: str
    """Why it was refused. If the reason begins with the reply, it says `it` instead."""
    hearers: frozenset[str]
    """The seats that may know it; `table`: spectators may."""
    freely: bool = False
    """True if spectators may know it only because nobody plays."""


def asks_about(name: str) -> str:
    """The question about a word that is in no list, before it is taken as a name or a title."""
    return f"I don't know {name.upper()}. Is it a name or a title?"


def refusal_in_words(text: str, why: str) -> tuple[str, str]:
    """A refused reply and its reason, each on one short line. A reason that repeats the reply says `it` instead.

    >>> refusal_in_words("guess: thisisguaranteedawesomebythemakers", "thisisguaranteedawesome… has 34 letters")
    ('thisisguarant…', 'it has 34 letters')
    """
    whole, why = one_line(parted(text)[0], MAX_CHARS), one_line(why.replace("`", ""), MAX_CHARS)
    repeated = next((one for one in (whole, why.partition(" ")[0]) if one and why.startswith(f"{one} ")), "")
    if repeated and whole.casefold().startswith(repeated.rstrip("…").casefold()):
        why = f"it{why[len(repeated) :]}"
    return one_line(whole, TRIED), why


def refused_try(play: Play[Any], event: Event, *, freely: bool) -> RefusedTry | None:
    """The refused reply of an event; None if the event isn't one. `freely`: no person plays or bets."""
    step = next((step for step in reversed(play.steps) if step.seq == event.seq), None)
    if step is None or event.get("fault") is None:
        return None
    seat = step.ask.seat
    others = () if step.ask.private else (*play.seats, TABLE)  # it may contain what is told later
    hearers = {one for one in others if one != seat and may_hear(play, step.ask, one)}
    said, why = refusal_in_words(str(event["text"]), str(event.get("why", "")))
    only_freely = freely and TABLE not in hearers
    return RefusedTry(
        seat, event.seq, said, why, frozenset(hearers | ({TABLE} if freely else set())), only_freely
    )


def without_free_looks(notes: Sequence[Note]) -> list[Note]:
    """The notes once a person sits down: spectators lose what they read only because nobody played."""
    return [
        replace(note, tried=replace(note.tried, hearers=note.tried.hearers - {TABLE}))
        if note.tried is not None and note.tried.freely
        else note
        for note in notes
    ]


@dataclass(frozen=True, slots=True)
class Note:
    """One line that is shown among the talk."""

    seat: str
    """The seat that may read the note; `table`: everybody may."""
    kind: str
    """The type of the note's event, or `COMMENT`."""
    text: str
    after: int
    """The number of lines of talk before the note."""
    why: str = ""
    """For a draft: why it was refused."""
    ask: str = ""
    """For a draft: the name of its ask."""
    fault: str = ""
    """For a draft: the kind of its fault."""
    tried: RefusedTry | None = None
    """For a refused reply: what only its `hearers` may read, in place of `text`."""

    def tried_for(self, reader: str) -> RefusedTry | None:
        """The refused reply, if this reader (a seat, or `table`) may know it."""
        return self.tried if self.tried is not None and reader in self.tried.hearers else None


def notes_from(event: Event, views: Mapping[str, View], tried: RefusedTry | None) -> list[Note]:
    """Returns the notes that an event adds; empty for most events. `views`: the views after the event.

    `tried`: what `refused_try` returns for it.
    """
    match event.type:
        case Kind.REPLY:
            return [replace(note, tried=tried) for note in _not_taken(event, views)]
        case Kind.DRAFT | Kind.HINT:
            text, why = str(event.get("text", "")), str(event.get("why", ""))
            return [_note(str(event.get("seat")), event, text, why, views)]
        case Kind.RECAST:
            who = event["to"]
            called = _player(who) if who.get("player") != HIDDEN else "Another player"
            if who.get("player") == "bot":
                called = f"A bot ({called.removeprefix('bot ')})"
            text = f"{called} {'are' if called == YOU else 'is'} {called_seat(str(event['seat']))} now"
        case _:
            text = FOR_ALL.get(event.type, "")
    return [_note(TABLE, event, text, "", views)] if text else []


def _player(spec: Data) -> str:
    """A player's name; for a bot with a character, also its kind."""
    character = character_of(Cast(spec))
    return str(spec.get("name")) if character is None else f"{character.first_name} ({spec.get('name')})"


def _note(seat: str, event: Event, text: str, why: str, views: Mapping[str, View]) -> Note:
    after = len(views[seat].talk) if seat in views else 0
    ask, fault = (str(event.get(name, "")) for name in ("ask", "fault")) if why else ("", "")
    return Note(seat, str(event.type), one_line(text, MAX_CHARS), after, one_line(why, MAX_CHARS), ask, fault)


def _not_taken(event: Event, views: Mapping[str, View]) -> list[Note]:
    """Returns notes that a reply was refused, without its text, for readers whose talk doesn't show it."""
    if event.get("fault") is None:
        return []
    who = str(event["seat"])

    def lacks_refusal(view: View) -> bool:
        return not any(line.seat == who and line.fault for line in view.talk)

    text = f"{capital(called_seat(who))} tried something that the rules don't allow"
    if lacks_refusal(views[TABLE]):
        return [_note(TABLE, event, text, "", views)]
    seats = [seat for seat, view in views.items() if seat not in (TABLE, who) and lacks_refusal(view)]
    return [_note(seat, event, text, "", views) for seat in seats]


def with_note(
    notes: list[Note], event: Event, views: Mapping[str, View], tried: RefusedTry | None = None
) -> list[Note]:
    """Returns the notes after an event, without repeating the last one. `tried` as in `notes_from`.

    An undo removes the notes that came after the point it goes back to.
    """
    if event.type == Kind.UNDONE:
        notes = [a for a in notes if a.seat not in views or a.after <= len(views[a.seat].talk)]
    if event.type == Kind.ADJUDICATED:  # the ruling may have accepted that reply
        while notes and notes[-1].kind == Kind.REPLY and notes[-1].after == len(views[TABLE].talk) - 1:
            notes = notes[:-1]
    said = [note for note in notes_from(event, views, tried) if notes[-1:] != [note]]
    return [*notes, *said] if said else notes


def notes_of(game: Game[Any], session: Session, *, tells: bool, freely: bool) -> list[Note]:
    """Returns all notes of a session that is resumed. `freely` as in `refused_try`.

    `tells`: whether refused replies may be shown; not at a blind table, where a reason may reveal who plays.
    """
    play = Play(game, session.setup)
    found: list[Note] = []
    for event in session.events:
        play.feed(event)
        if event.type in NOTED or event.get("fault") is not None:
            tried = refused_try(play, event, freely=freely) if tells else None
            found = with_note(found, event, {s: play.view(s) for s in (*play.seats, TABLE)}, tried)
    return found


def next_hint(play: Play[Any], seat: str, steps: str) -> str:
    """The first step (line) of a hint that a seat hasn't had yet; the last step if it has had them all."""
    given = {e.get("text") for e in play.events if e.type == Kind.HINT and e.get("seat") == seat}
    lines = steps.split("\n")
    return next((line for line in lines if line not in given), lines[-1])


def was_just_hinted(play: Play[Any], seat: str, text: str) -> bool:
    """True if a seat was given this hint since the last reply, undo or redo."""
    for event in reversed(play.events):
        if event.type in (Kind.REPLY, Kind.UNDONE, Kind.REDONE):
            return False
        if event.type == Kind.HINT and event.get("seat") == seat and event.get("text") == text:
            return True
    return False


class Comments:
    """The comments in one run of the app."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def line(self, cast: Mapping[str, Cast], moment: Moment, rng: Random, seats: Collection[str] = ()) -> str:
        """Returns a line of a character at the table, with face and first name; empty if all were said.

        `seats`: whose characters may speak; empty: all. A character says hello only once.
        """
        who = [character_of(one) for seat, one in sorted(cast.items()) if not seats or seat in seats]
        there = [one for one in who if one is not None]
        if moment == "begins":
            there = [one for one in there if self._said.isdisjoint(one.lines["begins"])]
        unsaid = [(one, text) for one in there for text in one.lines[moment] if text not in self._said]
        if not unsaid:
            return ""
        speaker, text = rng.choice(unsaid)
        self._said.add(text)
        return f"{speaker.face} {speaker.first_name}: {text}"


class Commenting:
    """Decides when characters comment: when they first appear, and now and then during a game and at its end."""

    def __init__(self, comments: Comments | None, setup: Setup) -> None:
        """`comments` None: there are no comments. There are none at a blind table either."""
        self._comments = None if is_blind(setup, over=False) else comments
        self._seed = setup.seed
        self._last = 0
        """The number of the event after which the last comment came."""
        self._turns_left = 0
        """The number of turns that were left after the last event."""

    def begin(self, cast: Mapping[str, Cast]) -> str:
        """Returns a comment on the beginning; empty if there is none."""
        return self._line(cast, "begins", 0)

    def after(
        self, event: Event, cast: Mapping[str, Cast], winners: Collection[str], turns_left: int = 0
    ) -> str:
        """A comment on an event; empty if there is none. `winners`: the seats that have won, at the end."""
        before, self._turns_left = self._turns_left, turns_left
        if Random(f"{self._seed}/comment/{event.seq}").random() >= OFTEN:
            return ""
        if event.type == Kind.ENDED and winners:
            losers = tuple(seat for seat in cast if seat not in winners)
            return self._line(cast, "won", event.seq, winners) or self._line(cast, "lost", event.seq, losers)
        if event.type != Kind.REPLY or event.get("fault") is not None or event.seq - self._last <= PAUSE:
            return ""
        moment: Moment | None = None
        if turns_left == 1 and before > 1:
            moment = "last"
        elif cast[event["seat"]].kind == "human" and (event.get("seconds") or 0) >= LONG:
            moment = "slow"
        return self._line(cast, moment, event.seq) if moment is not None else ""

    def _line(self, cast: Mapping[str, Cast], moment: Moment, seq: int, seats: Collection[str] = ()) -> str:
        rng = Random(f"{self._seed}/comment/{moment}/{seq}")
        text = self._comments.line(cast, moment, rng, seats) if self._comments is not None else ""
        self._last = seq if text else self._last
        return text
