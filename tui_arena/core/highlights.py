"""What of a finished session is worth telling: the moment that decided it, lines to quote, an award.

A game finds these in its `highlights.py`; the sentences around them stand in its `host.toml`, by key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

SHORTEST = 8
"""Fewest characters of a line that is quoted."""
LONGEST = 160
"""Most characters of a line that is quoted."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Something that a player said."""

    seat: str
    kind: str
    """What it was, such as `clue`, `lie` or `slip`; `host.toml` has words for each."""
    text: str
    about: str = ""
    """What came of it, such as the word that a clue led to; empty: nothing to name."""
    worth: float = 0.5
    """How well it is worth quoting, 0 to 1."""


@dataclass(frozen=True, slots=True)
class HostSentence:
    """A sentence of the host, by its key, with what fills its slots; names of players are filled in by seat."""

    key: str
    slots: Mapping[str, str] = field(default_factory=dict)
    seat: str = ""
    """Whom it is about, for the slot `who`; empty: nobody."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """What of one session is worth telling."""

    moment: HostSentence | None = None
    """What decided it; None: nothing stands out."""
    award: HostSentence | None = None
    quotes: tuple[Quote, ...] = ()
    """The best first."""
    closeness: float = 0.0
    """How close a call it was, 0 to 1."""


NOTHING = Highlights()


def best_first(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    """The quotes that have a fitting length, the one most worth quoting first; equal ones keep their order."""
    fitting = (quote for quote in quotes if SHORTEST <= len(quote.text) <= LONGEST)
    return tuple(sorted(fitting, key=lambda quote: -quote.worth))


def used_up(done: int, of: int) -> float:
    """How close to the limit somebody came, 0 to 1.

    >>> used_up(20, 20), used_up(5, 20), used_up(3, 0)
    (1.0, 0.25, 0.0)
    """
    return min(done / of, 1.0) if of > 0 else 0.0
