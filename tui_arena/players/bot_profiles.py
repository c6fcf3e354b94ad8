"""The minds of a session's players: what each bot knows well, and each player's persona.

Law: minds are drawn from the session's seed and the shipped personas only, before anything is dealt. They
don't depend on whether personas are shown to anyone. A bot's mind is saved with its seat and is never part
of a view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from tui_arena.core.game import Data
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.personas import DRAWN, NONE
from tui_arena.players.seating import BadPlayer, Cast

TOPICS, VOCABULARY = "topics", "vocabulary"
"""Keys of a bot's seat: what it knows well, and the seed that its vocabulary is drawn with."""
PEOPLE = "human"


Wish = Data | str
"""The persona wanted for a seat: a persona's values, the name of a known one, `none` or `drawn`."""


@dataclass(frozen=True, slots=True)
class Minds:
    """The personas of a session's players, and what its bots know."""

    personas: Mapping[str, Data] = field(default_factory=dict)
    """Personas by seat. People have one only if it was given to them."""
    given: Mapping[str, Data] = field(default_factory=dict)
    """By seat, the personas that were given, not drawn."""
    bots: Mapping[str, Data] = field(default_factory=dict)
    """By seat, the values that are added to a bot's seat: `TOPICS` and `VOCABULARY`."""

    def cast(self, seat: str, cast: Cast) -> Cast:
        """The player of a seat with the values of its mind added."""
        return replace(cast, spec={**cast.spec, **self.bots[seat]}) if seat in self.bots else cast


def minds_of(
    wishes: Mapping[str, Wish], info: GameInfo, catalogue: Catalogue, cast: Mapping[str, Cast], seed: int
) -> Minds:
    """The minds of a session; empty in a game whose bots are all alike.

    `wishes`: the personas wanted, by seat. Without a wish a person gets none, and any other player gets a
    drawn one. A bot knows the topics of its PLAYER text well, or else its persona's interests. Raises
    BadFile, and BadPlayer for a persona or topics that the game or seat can't have.
    """
    if not info.minds:
        _check_alike(wishes, info, cast)
        return Minds()
    _check_seats(wishes, cast)
    topics = catalogue.topics(info)
    asked = as_values(wishes, info, catalogue)
    drawn = _drawn(asked, info, catalogue, cast, seed)
    personas: dict[str, Data] = {}
    given: dict[str, Data] = {}
    bots: dict[str, Data] = {}
    for seat, one in cast.items():
        wish = asked.get(seat, NONE if one.kind == PEOPLE else DRAWN)
        if wish != NONE:
            personas[seat] = _with_topics(one, drawn[seat]) if isinstance(wish, str) else wish
        if seat in personas and (one.kind == PEOPLE or wish != DRAWN):
            given[seat] = personas[seat]
        if one.kind == "bot":
            known = one.spec.get(TOPICS) or _topics_in(personas.get(seat, {}).get("interests"), topics)
            _check_topics(seat, known, topics)
            bots[seat] = {TOPICS: list(known), VOCABULARY: one.spec.get(VOCABULARY, _number(seed, seat))}
    return Minds(personas, given, bots)


def joined(cast: Cast, session: Session, info: GameInfo, seat: str) -> Cast:
    """A player who takes a seat in a session that has begun; raises BadPlayer for unknown topics.

    A bot keeps its own level but gets the mind of the seat's first bot, unless its PLAYER text names
    topics.
    """
    if cast.kind != "bot":
        return cast
    if not info.minds:
        _check_alike({}, info, {seat: cast})
        return cast
    topics = Catalogue().topics(info)
    _check_topics(seat, cast.spec.get(TOPICS, ()), topics)
    before = session.seats.get(seat, {})
    persona = (session.setup.extra.get("personas") or {}).get(seat, {})
    number = before.get(VOCABULARY)
    dealt = {
        TOPICS: _topics_in(before.get(TOPICS, persona.get("interests")), topics),
        VOCABULARY: number if isinstance(number, int) else _number(session.setup.seed, seat),
    }
    return replace(cast, spec={**dealt, **cast.spec})


def as_values(wishes: Mapping[str, Wish], info: GameInfo, catalogue: Catalogue) -> dict[str, Wish]:
    """The wishes with personas' names replaced by their values; raises BadPlayer for an unknown name."""
    found: dict[str, Wish] = {}
    known = {one.name: one.values for one in catalogue.personas(info)} if wishes else {}
    for seat, wish in wishes.items():
        if isinstance(wish, str) and wish not in (NONE, DRAWN):
            if wish not in known:
                raise BadPlayer(
                    f"{seat}: no persona {one_line(wish, 40)!r}; there are {', '.join([NONE, DRAWN, *known])}"
                )
            found[seat] = known[wish]
        else:
            found[seat] = wish
    return found


def _with_topics(cast: Cast, persona: Data) -> Data:
    """A drawn persona, with the topics of the player's PLAYER text as its interests so that they agree."""
    named = cast.spec.get(TOPICS)
    return {**persona, "interests": list(named)} if named else persona


def _topics_in(named: Any, topics: Sequence[str]) -> list[str]:
    """The known topics in a list; a file may hold any value here."""
    return (
        list(dict.fromkeys(one for one in named if one in topics)) if isinstance(named, list | tuple) else []
    )


def _number(seed: int | None, seat: str) -> int:
    """The seed that a bot's vocabulary is drawn with."""
    return Random(f"{seed}/vocabulary/{seat}").randrange(2**31)


def _drawn(
    given: Mapping[str, Wish], info: GameInfo, catalogue: Catalogue, cast: Mapping[str, Cast], seed: int
) -> dict[str, Data]:
    """One of the game's shipped personas for every seat.

    As long as there are enough, none of them equals a given one and no two are alike. The user's own
    personas aren't drawn, so that a seed means the same minds everywhere.
    """
    shelf = [one.values for one in catalogue.personas(info, shipped=True)]
    order = Random(f"{seed}/personas").sample(shelf, len(shelf))
    taken = list(given.values())
    spare = iter([one for one in order[len(cast) :] if one not in taken])
    first = {seat: order[i % len(order)] if order else {} for i, seat in enumerate(cast)}
    return {seat: next(spare, one) if one in taken else one for seat, one in first.items()}


def _check_alike(wishes: Mapping[str, Wish], info: GameInfo, cast: Mapping[str, Cast]) -> None:
    """Raise BadPlayer for personas and topics, which only a game with differing minds has."""
    if wishes:
        raise BadPlayer(f"{info.title} has no personas")
    for seat, one in cast.items():
        if one.kind == "bot" and one.spec.get(TOPICS):
            raise BadPlayer(f"{seat}: bots of {info.title} are all alike; leave out the topics")


def _check_seats(wishes: Mapping[str, Wish], cast: Mapping[str, Cast]) -> None:
    for seat in wishes:
        if seat not in cast:
            raise BadPlayer(f"no seat {one_line(seat, 40)!r} for a persona; seats are {', '.join(cast)}")


def _check_topics(seat: str, named: Any, topics: tuple[str, ...]) -> None:
    if not isinstance(named, list | tuple):
        raise BadPlayer(f"{seat}: a bot's topics must be a list of words")
    for topic in named:
        if topic not in topics:
            raise BadPlayer(f"{seat}: no topic {one_line(str(topic), 40)!r}; topics are {', '.join(topics)}")
