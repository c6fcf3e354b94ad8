"""The cards of a deck, and the lines of a story: what a teller can say.

A judge doesn't know the answers of a card, so `JudgedStatement` has no field for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log

from tui_arena.core.game import Data, Deck
from tui_arena.core.grouping import grouped
from tui_arena.core.language.function_words import yes_no_of
from tui_arena.core.language.sentences import capital
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.reading import (
    KIN,
    OPEN,
    YES_NO,
    StoryVocabulary,
    alike,
    asked,
    folded,
    root,
    roots,
)

MIDDLE = 3
"""The likelihood of a card that doesn't give a likelihood: the middle of 1 to 5."""
SAME = 0.75
"""Two statements that are at least this much `alike` count as the same statement."""


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
    facts: Mapping[str, str] = field(default_factory=dict)
    """Maps an aspect (see `reading.py`) to what the story says about it, as a full answer."""
    more: tuple[tuple[str, str], ...] = ()
    """Other questions about this story, each with its answer."""
    slips: tuple[tuple[str, str], ...] = ()
    """Asides of a teller who has lost track: an aspect, and a sentence that contradicts the story on it."""


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement as a judge knows it: its likelihood (1 to 5) and its questions, but not the answers."""

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
            dict(_split(item, "facts", ": ")),
            tuple((f"{question}?", answer) for question, answer in _split(item, "more", "? ")),
            _split(item, "slips", ": "),
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


def _split(item: Data, column: str, between: str) -> tuple[tuple[str, str], ...]:
    """The entries of a column, split in two parts each; entries without a second part are left out."""
    parts = (str(entry).partition(between) for entry in item.get(column) or ())
    return tuple((name.strip(), text.strip()) for name, _, text in parts if text.strip())


def _likely(item: Data) -> int:
    return int(item.get("likely") or MIDDLE)


class Likeness:
    """Finds the statements of a deck that are like a given one. Rare words count more than common ones."""

    def __init__(self, statements: Sequence[str]) -> None:
        self._roots = [roots(text) for text in statements]
        self._places = {folded(text): i for i, text in reversed(list(enumerate(statements)))}
        self._where = grouped((one, i) for i, found in enumerate(self._roots) for one in found)

    def same(self, statement: str) -> int | None:
        """The index of this statement, even if its wording differs slightly; None if it isn't in the deck."""
        place = self._places.get(folded(statement))
        if place is None:
            best = max(self.near(statement, 1), default=None, key=lambda found: found[1])
            place = best[0] if best and alike(roots(statement), self._roots[best[0]]) >= SAME else None
        return place

    def near(self, statement: str, most: int) -> list[tuple[int, float]]:
        """The indexes of up to `most` similar statements, best first, with the weight of the shared words."""
        shared: dict[int, float] = {}
        for one in sorted(roots(statement)):
            places = self._where.get(one, ())
            for i in places:
                shared[i] = shared.get(i, 0.0) + log(1 + len(self._roots) / len(places))
        ordered = sorted(
            shared.items(), key=lambda found: (-found[1] / (3 + len(self._roots[found[0]])), found[0])
        )
        return ordered[:most]


# the lines of a story

_RELATIONS = tuple(
    re.compile(rf"\b{form}")
    for form in (
        rf"(?P<kin>{'|'.join(KIN)}),? (?P<name>[A-Z][a-zà-öø-ÿ]+)",
        rf"(?P<name>[A-Z][a-zà-öø-ÿ]+), (?:my|our|his|her) (?P<kin>{'|'.join(KIN)})\b(?! [A-Z])",
        r"(?P<kin>[a-z]+),? (?:was |is )?(?:called|named) (?:(?:Mr|Mrs|Ms|Dr) )?(?P<name>[A-Z][a-zà-öø-ÿ]+)",
        r"(?P<name>[A-Z][a-zà-öø-ÿ]+), (?:the|a|an|our) (?:[a-z]+ )?(?P<kin>[a-z]{3,})(?=[.,;]| of| at| with)",
        (
            r"(?P<kin>teacher|boss|owner|doctor|dentist|vet|neighbour|painter|guard|warden|cook|baker|coach),? "
            r"(?:Mr|Mrs|Ms|Dr|Miss|Doctor) (?P<name>[A-Z][a-zà-öø-ÿ]+)"
        ),
    )
)
"""Forms in which a text says what somebody is: `my brother Tom`, `a waiter called Lucien`, `Ilona, the pianist`."""
_ONLY_ANSWERS = frozenset("when because having that how to as not only since being so just".split())
"""First words of lines that answer a question and aren't a sentence without it."""
_VERB = re.compile(
    r"\b(?:was|were|is|are|had|has|have|said|went|came|took|told|kept|got|gave|made|\w{3,}ed|\w+'(?:s|d|ve))\b"
)


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One thing that a story can say."""

    text: str
    aspects: tuple[str, ...]
    """The aspect that the line answers; for a line with a question of its own, those of the question."""
    said: frozenset[str]
    """The roots of its words, and of what its names are to the teller: `brother` for the brother's name."""
    yes_no: bool
    """True if the line begins with yes or no."""
    question: str = ""
    """Its own question; empty if the line answers any question for its aspect."""
    own: frozenset[str] = frozenset()
    """The roots of its own question and of the word for what that question is about."""
    label: frozenset[str] = frozenset()
    """The roots of the word for what its question is about; empty if there is no such word."""
    shaky: str = ""
    """The words of somebody who wasn't present; empty if there are none."""


def lines_of(card: StoryCard, known: StoryVocabulary) -> tuple[StoryLine, ...]:
    """All the lines of a card that have words."""
    honest, answers = (point.honest for point in card.points), (answer for _, answer in card.more)
    kin = {
        found["name"]: root(found["kin"])
        for text in (card.statement, *honest, *answers, *card.facts.values())
        for found in relations_in(text)
    }

    def line(text: str, aspects: tuple[str, ...]) -> StoryLine:
        said = roots(text).union(kin[name] for name in kin if re.search(rf"\b{name}\b", text))
        return StoryLine(text, aspects, said, yes_no_of(text) is not None)

    def own(question: str, answer: str, name: str = "", shaky: str = "") -> StoryLine:
        label = roots(name)
        told = line(answer, asked(question, known).aspects)
        return replace(told, question=question, own=roots(_owned(question)) | label, label=label, shaky=shaky)

    points = [own(point.question, point.honest, point.name, point.shaky) for point in card.points]
    more = [own(question, answer) for question, answer in card.more]
    told = [line(text, (name,)) for name, text in card.facts.items() if name in OPEN or name in YES_NO]
    return tuple(one for one in (*points, *more, *told) if tokens(bare(one.text)))


def _owned(question: str) -> str:
    """A question with `owner` for `whose`, as who asks for it in other words means it, too."""
    return re.sub(r"\bwhose\b", "owner", question, flags=re.IGNORECASE)


def bare(answer: str) -> str:
    """An answer without its leading yes or no, beginning with a capital letter."""
    for lead in ("Yes. ", "No. ", "Yes, ", "No, "):
        if answer.startswith(lead):
            return capital(answer.removeprefix(lead))
    return answer


def relations_in(text: str) -> Iterator[re.Match[str]]:
    """The places where a text says what somebody is: the groups `kin` and `name`."""
    return (found for form in _RELATIONS for found in form.finditer(text))


def stands_alone(text: str) -> bool:
    """True if a line is a sentence without its question."""
    return tokens(text)[0] not in _ONLY_ANSWERS and _VERB.search(text) is not None
