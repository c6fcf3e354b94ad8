"""The cards of a deck, in the form that the setter uses and in the form that the judge uses.

A judge knows a card's statement, how likely it is and its questions, but never its answers. `JudgedStatement`
has no field for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from tui_arena.core.game import Data, Deck
from tui_arena.core.grouping import grouped
from tui_arena.games.bluffing.bot.question_topics import alike, folded, roots

MIDDLE = 3
"""The likelihood of a card that gives none: the middle of 1 to 5."""
SAME = 0.75
"""Two statements that are at least this much `alike` count as the same."""


@dataclass(frozen=True, slots=True)
class Point:
    """Something that can be asked about a statement, with an honest and a shaky answer."""

    name: str
    question: str
    honest: str
    shaky: str


@dataclass(frozen=True, slots=True)
class StoryCard:
    """A statement that a setter can make, with its likelihood (1 to 5) and its points."""

    statement: str
    likely: int
    family: bool
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement as a judge knows it: with its likelihood (1 to 5) and questions, without answers."""

    statement: str
    likely: int
    questions: tuple[str, ...]


def cards_of(deck: Deck) -> tuple[StoryCard, ...]:
    """The cards of a deck, for a setter."""
    return tuple(
        StoryCard(
            str(item["statement"]),
            _likely(item),
            bool(item.get("family", True)),
            tuple(Point(*four) for four in zip(*_lists(item), strict=False)),
        )
        for item in deck.items
    )


def judged_of(deck: Deck) -> tuple[JudgedStatement, ...]:
    """The cards of a deck, for a judge."""
    return tuple(
        JudgedStatement(str(item["statement"]), _likely(item), tuple(item.get("questions") or ()))
        for item in deck.items
    )


def _lists(item: Data) -> Sequence[Sequence[str]]:
    return [item.get(name) or () for name in ("points", "questions", "honest", "shaky")]


def _likely(item: Data) -> int:
    return int(item.get("likely") or MIDDLE)


class Likeness:
    """Finds the statements of a deck that a statement is like. Rare words count more than common ones."""

    def __init__(self, statements: Sequence[str]) -> None:
        self._roots = [roots(text) for text in statements]
        self._places = {folded(text): i for i, text in reversed(list(enumerate(statements)))}
        self._where = grouped((root, i) for i, found in enumerate(self._roots) for root in found)

    def same(self, statement: str) -> int | None:
        """The index of this statement, also if it is worded a little differently; None if it isn't there."""
        place = self._places.get(folded(statement))
        if place is None:
            best = max(self.near(statement, 1), default=None, key=lambda found: found[1])
            place = best[0] if best and alike(roots(statement), self._roots[best[0]]) >= SAME else None
        return place

    def near(self, statement: str, most: int) -> list[tuple[int, float]]:
        """Up to `most` indexes of similar statements, best first, with the weight of shared words."""
        shared: dict[int, float] = {}
        for root in sorted(roots(statement)):
            places = self._where.get(root, ())
            for i in places:
                shared[i] = shared.get(i, 0.0) + log(1 + len(self._roots) / len(places))
        ordered = sorted(
            shared.items(), key=lambda found: (-found[1] / (3 + len(self._roots[found[0]])), found[0])
        )
        return ordered[:most]
