"""The transcript: what was said and done in a session, line by line, limited to what its reader may know.

There are two kinds of reader. A reader who may know everything gets every reply and note; a sealed reply can
keep its text hidden until it is revealed. The reader of an unfinished session gets what `view("table")` says.

Law: the reader of an unfinished session learns that other things happened, but never gets their text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Line
from tui_arena.core.record import Play, Step
from tui_arena.core.text import one_line, split_reasoning, undecorated
from tui_arena.data.personas import characters
from tui_arena.players.seating import CHARACTER
from tui_arena.save.exchange.public_view import answers, came_out, heard, tells_why

TAGS = frozenset(
    ("guess", "agreement", "word", "clue", "kind", "question", "answer", "verdict", "prompt", "reply")
)
"""The marks that are removed from a line when it is shown. The saved reply keeps them."""
REASON = "explanation"
LINES = " / "
"""The text between the lines of a reply."""
SEALED = "(sealed until the end)"
NOTHING = "(nothing)"


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One line of a transcript."""

    seq: int
    """The event of the line; 0 for a line of the table's view, which has no event."""
    who: str
    """The player's name; empty for a note."""
    text: str
    ask: str = ""
    """The name of the ask, such as `guess`; empty for a note."""
    reason: str = ""
    """Explanation and reasoning, which a screen collapses."""
    refused: str = ""
    """Why the rules refused the reply; empty for a move."""
    void: bool = False
    """True if the reply, or the end on which somebody voted, was taken back later."""


def parted(text: str) -> tuple[str, str]:
    r"""Returns what a reply says and its reasons, both as they are shown.

    >>> parted("explanation: E comes last\nguess: pride")
    ('pride', 'E comes last')
    """
    read = split_reasoning(text)
    said: list[str] = []
    reasons = [read.thinking] if read.thinking else []
    explaining = False
    for line in read.body.split("\n"):
        tag, colon, value = line.partition(":")
        name = undecorated(tag).lower() if colon else ""
        if name == REASON:
            explaining = True
            reasons.append(value.strip())
        elif name in TAGS:
            explaining = False
            said.append(value.strip())
        elif explaining:
            reasons.append(line.strip())
        elif line.strip():
            said.append(line.strip())
    return LINES.join(said), " ".join(r for r in reasons if r)


class Names:
    """The players' names by seat at one point of a session."""

    def __init__(self, seats: Mapping[str, Mapping[str, Any]], events: Iterable[Event] = ()) -> None:
        """`events`: the events so far."""
        self._now: dict[str, object] = dict(seats)
        for event in events:
            self.hear(event)

    def hear(self, event: Event) -> None:
        """Take in one more event. A recast changes a name from then on."""
        if event.type == Kind.RECAST:
            self._now[str(event.get("seat"))] = event.get("to")

    def of(self, seat: str) -> str:
        """Returns the player's name, or the seat's name if two players have the same name."""
        if seat == TABLE:
            return TABLE
        names = dict(self.cast())
        name = names.get(seat, seat)
        return seat.replace("_", " ") if list(names.values()).count(name) > 1 else name

    def kind(self, seat: str) -> str:
        """Returns `human`, `bot`, `model` or `script`; empty if it isn't known."""
        spec = self._now.get(seat)
        return str(spec.get("player") or "") if isinstance(spec, Mapping) else ""

    def cast(self) -> list[tuple[str, str]]:
        """Returns each seat and its player's name, in the order of the seats."""
        return [(seat, _name(spec, seat)) for seat, spec in self._now.items()]


def public(play: Play[Any], seats: Mapping[str, Mapping[str, Any]]) -> list[TranscriptLine]:
    """Returns what everybody may know of a session so far, then what else happened, without texts."""
    entries = [_spoken(line, play, seats) for line in play.view(TABLE).talk if line.seat != TABLE]
    silent = (Kind.REPLY, Kind.ENDED)
    notes = [TranscriptLine(e.seq, "", _happened(e)) for e in play.events if e.type not in silent]
    return entries + notes


def as_seen(
    play: Play[Any], seat: str, seats: Mapping[str, Mapping[str, Any]], *, spoken_marks: bool
) -> list[TranscriptLine]:
    """Returns what a seat has heard and said so far, from its view. `seats`, `spoken_marks` as in `full`."""
    talk = play.view(seat).talk
    return [_spoken(line, play, seats) for line in talk if spoken_marks or line.seat != TABLE]


def full(
    play: Play[Any], seats: Mapping[str, Mapping[str, Any]], *, sealed: bool, spoken_marks: bool
) -> list[TranscriptLine]:
    """Returns every reply and note so far. `seats`: the first cast.

    `sealed`: the text of sealed replies stays hidden.
    `spoken_marks`: the table's lines after a move are shown as well, for games without a board.
    """
    steps = {step.seq: step for step in play.steps}
    entries: list[TranscriptLine] = []
    waiting: dict[str, int] = {}  # by seat, the place of its last sealed reply until it is revealed
    names = Names(seats)
    turned_back = max((e.seq for e in play.events if e.type in (Kind.UNDONE, Kind.REDONE)), default=0)
    for event in play.events:
        step = steps.get(event.seq)
        if step is None:
            note = _note(event, names, hide=sealed and _of_sealed(event, play))
            entries.append(replace(note, void=event.type == Kind.VOTED and event.seq < turned_back))
            names.hear(event)
            continue
        entry = _reply(step, names)
        if sealed and (step.ask.sealed or step.ask.private):
            told = "" if step.ask.sealed else parted(heard(step, play))[0]
            refused = entry.refused if tells_why(step, told) else entry.refused and SEALED
            entry = replace(entry, text=told or SEALED, reason="", refused=refused)
            if step.ask.sealed and step.fault is None:
                waiting[step.ask.seat] = len(entries)
        entries.append(entry)
        for seat, place in list(waiting.items()):
            if told := came_out(step, play, seat):
                entries[place] = replace(entries[place], text=parted(told)[0])
                del waiting[seat]
        if spoken_marks:
            entries += [TranscriptLine(event.seq, TABLE, line) for line in answers(step, play)]
    return entries


def _reply(step: Step[Any], names: Names) -> TranscriptLine:
    said, reason = parted(step.event["text"])
    thinking = str(step.event.get("thinking") or "")
    return TranscriptLine(
        seq=step.seq,
        who=names.of(step.ask.seat),
        text=said or NOTHING,
        ask=step.name,
        reason=" ".join(r for r in (thinking, reason) if r),
        refused=step.fault.why if step.fault else "",
        void=step.void,
    )


def _spoken(line: Line, play: Play[Any], seats: Mapping[str, Mapping[str, Any]]) -> TranscriptLine:
    names = Names(seats, (e for e in play.events if line.seq is None or e.seq < line.seq))
    said, reason = parted(line.text)
    return TranscriptLine(0, names.of(line.seat), said or NOTHING, line.ask, reason, line.fault or "")


def _of_sealed(event: Event, play: Play[Any]) -> bool:
    """True if a note may contain a secret text: a draft or hint in a seat with a sealed ask."""
    if event.type not in (Kind.DRAFT, Kind.HINT):
        return False
    asks = (*(step.ask for step in play.steps), *play.asks())
    closed = {ask.seat for ask in asks if ask.sealed or ask.private}
    return event.get("seat") in closed or event.get("seat") not in play.seats


# notes

_HAPPENED = {
    Kind.UNDONE: "something was taken back",
    Kind.REDONE: "a move that had been taken back was played again",
    Kind.ADJUDICATED: "the table ruled on a reply",
    Kind.AMENDED: "an earlier answer was changed",
    Kind.TOLD: "a question was answered after the end",
    Kind.RESIGNED: "somebody gave up",
    Kind.DRAFT: "a reply was tried and refused",
    Kind.HINT: "a hint was given",
    Kind.PAUSED: "paused",
    Kind.RESUMED: "continued",
    Kind.RECAST: "somebody else sat down",
    Kind.RATED: "the session was rated",
    Kind.VOTED: "somebody voted for the best line",
    Kind.PEEKED: "somebody looked at hidden information",
    Kind.BRANCHED: "a branch of another session starts here",
    Kind.PROBE: "somebody was asked during the game",
    Kind.DEFAULTED: "an answer was filled in because none could be read",
}


def _happened(event: Event) -> str:
    """Returns the kind of an event in words, without details."""
    return _HAPPENED.get(Kind(event.type), "a note") if event.type in set(Kind) else "a note"


def _note(event: Event, names: Names, *, hide: bool) -> TranscriptLine:
    tell = _EVENT_LINES.get(event.type)
    text = _happened(event) if hide or tell is None else tell(event, names)
    return TranscriptLine(event.seq, "", one_line(text, 400))


def _undone(event: Event, _: Names) -> str:
    to = event.get("to")
    return "took everything back" if to == 0 else f"took back what came after step {to}"


def _ended(event: Event, _: Names) -> str:
    outcome = event.get("outcome")
    if not isinstance(outcome, Mapping):
        return "over"
    cause = f" ({outcome['cause']})" if outcome.get("cause") else ""
    ended = {"won": "the end", "drawn": "the end: a draw", "aborted": "stopped"}
    return ended.get(str(outcome.get("result")), "the end") + cause


def _draft(event: Event, names: Names) -> str:
    why = f": {event['why']}" if event.get("why") else ""
    return f"{names.of(str(event.get('seat')))} tried “{event.get('text', '')}”{why}"


def _recast(event: Event, names: Names) -> str:
    seat = str(event.get("seat"))
    return f"{_name(event.get('to'), '?')} takes over from {names.of(seat)} as {seat.replace('_', ' ')}"


def _rated(event: Event, _: Names) -> str:
    asked = (("liked", "liked"), ("satisfied", "satisfied"), ("often", "would play often"))
    said = ", ".join(f"{label} {event[key]}" for key, label in asked if event.get(key) is not None)
    return f"rated: {said}"


_EVENT_LINES: Mapping[str, Callable[[Event, Names], str]] = {
    Kind.UNDONE: _undone,
    Kind.ENDED: _ended,
    Kind.DRAFT: _draft,
    Kind.RECAST: _recast,
    Kind.RATED: _rated,
    Kind.VOTED: lambda e, _: f"voted for step {e.get('of')} as the best line",
    Kind.ADJUDICATED: lambda e, _: f"ruled on step {e.get('of')}: {e.get('question')} {e.get('verdict')}",
    Kind.AMENDED: lambda e, _: f"changed the answer of step {e.get('of')} to “{e.get('text', '')}”",
    Kind.TOLD: lambda e, _: f"answered afterwards: {e.get('question', '')} {e.get('text', '')}",
    Kind.RESIGNED: lambda e, names: f"{names.of(str(e.get('seat')))} gave up",
    Kind.HINT: lambda e, _: f"hint: {e.get('text', '')}",
    Kind.PAUSED: lambda e, _: f"paused: {e.get('why', '')}",
}


def _name(spec: object, seat: str) -> str:
    """Returns a player's name; for a bot with a character its first name, as at the table."""
    known = spec if isinstance(spec, Mapping) else {}
    if (character := characters().get(str(known.get(CHARACTER)))) is not None:
        return character.first_name
    return one_line(str(known.get("name") or known.get("player") or seat), 24)
