"""Minds that differ: what each bot of a session knows well, and who everybody is.

Law: drawn from the session's seed and the shelf of personas alone, before anything is dealt; whether a
persona is told to anybody changes nothing of it. What a bot is stands in its seat, never in a view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from tui_arena.core.game import Data
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.seating import BadPlayer, Cast

TOPICS, VOCABULARY = "topics", "vocabulary"
"""Of a bot's seat: what it knows well, and the number that its words are drawn with."""
PEOPLE = "human"


@dataclass(frozen=True, slots=True)
class Minds:
    """What a session's players are."""

    personas: Mapping[str, Data] = field(default_factory=dict)
    """By seat, of those that were given one and of all who are no people."""
    bots: Mapping[str, Data] = field(default_factory=dict)
    """By seat what is added to a bot's values."""

    def cast(self, seat: str, cast: Cast) -> Cast:
        """A player with what belongs to its mind."""
        return replace(cast, spec={**cast.spec, **self.bots[seat]}) if seat in self.bots else cast


def minds_of(
    given: Mapping[str, Data], info: GameInfo, catalogue: Catalogue, cast: Mapping[str, Cast], seed: int
) -> Minds:
    """The minds of a session; none in a game whose bots are all alike.

    `given`: personas by seat. A bot knows well what its player text names, else what interests its
    persona. Raises BadPlayer for a persona or topics where there is no place for them, BadFile.
    """
    topics = catalogue.topics(info)
    if not info.minds:
        if given:
            raise BadPlayer(f"{info.title} has no personas")
        return Minds()
    _check_seats(given, cast)
    drawn = _drawn(info, catalogue, cast, seed)
    personas = {
        seat: given.get(seat) or drawn[seat] for seat, c in cast.items() if seat in given or c.kind != PEOPLE
    }
    bots: dict[str, Data] = {}
    for seat, one in cast.items():
        if one.kind == "bot":
            named = one.spec.get(TOPICS) or [t for t in personas[seat].get("interests", ()) if t in topics]
            _check_topics(seat, named, topics)
            number = one.spec.get(VOCABULARY, Random(f"{seed}/vocabulary/{seat}").randrange(2**31))
            bots[seat] = {TOPICS: list(named), VOCABULARY: number}
    return Minds(personas, bots)


def _drawn(
    info: GameInfo, catalogue: Catalogue, cast: Mapping[str, Cast], seed: int
) -> dict[str, dict[str, Any]]:
    """A persona of the shelf for every seat, no two alike while there are enough."""
    shelf = catalogue.personas(info)
    rng = Random(f"{seed}/personas")
    order = rng.sample(shelf, len(shelf)) if shelf else []
    return {seat: order[i % len(order)].values if order else {} for i, seat in enumerate(cast)}


def _check_seats(given: Mapping[str, Data], cast: Mapping[str, Cast]) -> None:
    for seat in given:
        if seat not in cast:
            raise BadPlayer(f"no seat {one_line(seat, 40)!r} for a persona; seats are {', '.join(cast)}")


def _check_topics(seat: str, named: Any, topics: tuple[str, ...]) -> None:
    for topic in named:
        if topic not in topics:
            raise BadPlayer(f"{seat}: no topic {one_line(str(topic), 40)!r}; topics are {', '.join(topics)}")
