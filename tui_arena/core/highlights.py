"""The highlights of a finished session: the moment that decided it, lines to quote, an award.

A game finds them in its `highlights.py`; the sentences around them are in its `host.toml`, by key.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.core.text import within_quotes

SHORTEST = 8
"""The minimum length of a quoted line, in characters."""
LONGEST = 160
"""The maximum length of a quoted line, in characters."""
WORTH = 0.4
"""A line is quoted only if its `worth` is at least this."""
FULL = 10
"""A line with fewer words doesn't tell anything."""
_CLAUSE = re.compile(r"\b(?:I|he|she|it|they|we|you|who|that|because|but|until|so|then)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quote:
    """Something that a player said."""

    seat: str
    kind: str
    """The kind of quote, such as `clue`, `lie` or `slip`; `host.toml` has words for each."""
    text: str
    about: str = ""
    """The result of the quoted words, such as the word that a clue led to; empty if there is none to name."""
    worth: float = 0.5
    """How much the line is worth quoting, 0 to 1."""
    seq: int | None = field(default=None, compare=False)
    """The event of the reply with these words; None if they aren't in a reply. `dated` sets it."""
    votes: int = field(default=0, compare=False)
    """The number of people who found it the best line of the session. `dated` sets it."""

    @property
    def shown(self) -> str:
        """The words, ready to stand between quotation marks."""
        return within_quotes(self.text)


@dataclass(frozen=True, slots=True)
class HostSentence:
    """A sentence of the host: its key, and the values of its slots. Players' names are filled in by seat."""

    key: str
    slots: Mapping[str, str] = field(default_factory=dict)
    seat: str = ""
    """The seat that the sentence is about, for the slot `who`; empty if it isn't about a player."""
    seq: int | None = field(default=None, compare=False)
    """The event of a reply by the player whom the sentence is about; None: all players of the seat.

    `dated` sets that of a moment. An award has one if it counts what one player did.
    """


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of one session."""

    moment: HostSentence | None = None
    """The moment that decided the session; None if no moment did."""
    award: HostSentence | None = None
    quotes: tuple[Quote, ...] = ()
    """The quotes, best first."""
    closeness: float = 0.0
    """How close the session was, 0 to 1."""

    @property
    def quotable(self) -> tuple[Quote, ...]:
        """The quotes that may be shown, best first: quotes that people voted for, and quotes that are worth it."""
        return tuple(quote for quote in self.quotes if quote.votes or quote.worth >= WORTH)


NOTHING = Highlights()


def dated(found: Highlights, play: Play[Any]) -> Highlights:
    """The highlights with the events of the replies that the quotes and the moment are about.

    The quotes that people voted for come first.
    """
    moment = found.moment
    if moment is not None and moment.seat:
        texts = [text for text in moment.slots.values() if not text.isdigit()]
        moment = replace(moment, seq=_said_at(play, moment.seat, texts))
    votes = Counter(votes_in(play.events).values())
    quotes = []
    for quote in found.quotes:
        seq = _said_at(play, quote.seat, [quote.text])
        quotes.append(replace(quote, seq=seq, votes=votes[seq] if seq is not None else 0))
    return replace(found, moment=moment, quotes=tuple(sorted(quotes, key=lambda quote: -quote.votes)))


def votes_in(events: Iterable[Event]) -> dict[str, int | None]:
    """Maps each seat to the reply that it voted for as the best line; of several votes, the last counts.

    An undo of the session's end also takes its votes back, so the voters are asked again at the new end.
    """
    found: dict[str, int | None] = {}
    for event in events:
        if event.type in (Kind.UNDONE, Kind.REDONE):
            found.clear()
        elif event.type == Kind.VOTED:
            found[event["seat"]] = event.get("of")
    return found


def _said_at(play: Play[Any], seat: str, texts: Sequence[str]) -> int | None:
    """The first accepted reply of a seat that contains one of these texts."""
    wanted = [found for text in texts if (found := " ".join(text.casefold().split()))]
    for step in play.standing():
        if step.ask.seat == seat and step.fault is None:
            said = " ".join(str(step.event["text"]).casefold().split())
            if any(text in said for text in wanted):
                return step.seq
    return None


def best_first(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    """The quotes of a suitable length, sorted by `worth`, highest first; equal quotes keep their order."""
    fitting = (quote for quote in quotes if SHORTEST <= len(quote.text) <= LONGEST)
    return tuple(sorted(fitting, key=lambda quote: -quote.worth))


def tells_something(text: str) -> bool:
    """True if a line has a thought of its own and isn't just a place, a date or a number.

    >>> tells_something("Two hundred and six, then the doorbell rang and I made an omelette of one.")
    True
    >>> tells_something("In November 2016, on a Wednesday at about a quarter to three.")
    False
    """
    return len(text.split()) >= FULL and _CLAUSE.search(text) is not None


def used_up(done: int, of: int) -> float:
    """How much of a limit was used up, 0 to 1.

    >>> used_up(20, 20), used_up(5, 20), used_up(3, 0)
    (1.0, 0.25, 0.0)
    """
    return min(done / of, 1.0) if of > 0 else 0.0
