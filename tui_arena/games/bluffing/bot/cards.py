"""The topic of a question, the similarity of two texts, and the cards of a deck for the setter and the judge.

Only the bot uses it. For the rules, `core/words.py` decides whether two words are the same word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import log

from tui_arena.core.game import Data, Deck
from tui_arena.core.grouping import grouped
from tui_arena.core.language.inflections import base_of
from tui_arena.core.text import fold
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.quoting import without_speech

KINDS = ("who", "where", "when", "count", "why", "how", "what", "feeling", "whether")
"""What a question can ask for; `whether` is answered with yes or no."""
_COUNTS = frozenset("many much long far often old big large tall deep late heavy fast loud".split())
_TIMES = frozenset("year month day date weekday o'clock clock season age".split())
_PLACES = frozenset("place town city country village street room river".split())
_PEOPLE = frozenset("who whom whose".split())
_FEELINGS = frozenset("feel felt feeling smell smelt smelled taste tasted sound sounded".split())
_HAPPENED = re.compile(
    r"\b(?:once|was|were|had|got|went|took|did|made|saw|fell|ran|spent|won|lost|met|broke|found|ate|sang|"
    r"slept|swam|threw|came|woke|hid|shot|drove|rode|stood|sat|bought|sold|gave|left|caught|taught|\w{3,}ed|"
    r"(?:have|has) (?:\w+ ){0,2}(?:been|eaten|fallen|found|seen|slept|stolen|broken|driven|ridden|won|worn))\b"
)
_NOUNS = (("when", _TIMES), ("where", _PLACES), ("why", frozenset(("reason",))))
_ASKS = frozenset("what which how why who whom whose where when".split())
_YES_NO = frozenset(
    """do did does is was are were am have has had can could would will should may might must
    dont didnt doesnt isnt wasnt arent werent havent hasnt hadnt cant couldnt wouldnt wont""".split()
)
_LEADS = frozenset("and so but then well now ok okay really honestly again you say said".split())
_IDLE = frozenset(
    """a an the and or but of to in on at by for from with as that this these those it its i you he she
    they we me my your his her their our is was are were be been am do did does have has had not no so
    if then there what which how who whom whose why where when would could can will just exactly tell
    about any some more very one ever again yes up out go get got say said really once""".split()
)
_ENDINGS = ("ing", "edly", "ied", "ed", "ly", "er", "e", "y")
_MEANS = {
    form: one
    for one, forms in {
        "teach": "show learn lesson trainer teacher instructor",
        "cost": "pay price earn money spend bill charge",
        "happen": "occur event",
        "use": "handy need",
        "wear": "dress clothes costume outfit",
        "end": "finish finally outcome ending",
        "begin": "start starting",
        "hurt": "injury injured pain",
        "react": "reaction say response",
        "eat": "food meal dish",
    }.items()
    for form in forms.split()
}
"""Words that ask for the same thing, each mapped to the one that stands for all of them."""


@lru_cache(maxsize=16384)
def folded(text: str) -> str:
    """The folded text, cached because the same few texts are compared in every turn."""
    return fold(text)


@lru_cache(maxsize=16384)
def root(word: str) -> str:
    """A folded word without its usual ending, so that related words get the same root.

    >>> root("trained"), root("training"), root("came"), root("lessons")
    ('train', 'train', 'com', 'teach')
    """
    word = base_of(word)
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        word = word[:-3] + "y" if word.endswith("ies") else word[:-1]
    word = _MEANS.get(word, word)
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word


@lru_cache(maxsize=8192)
def roots(text: str) -> frozenset[str]:
    """The roots of the words of a text, without those that say nothing."""
    return frozenset(root(w) for w in tokens(text) if w not in _IDLE and len(w) > 1)


def alike(a: frozenset[str], b: frozenset[str]) -> float:
    """The share of all their roots that two texts have in common, 0 to 1."""
    return len(a & b) / len(a | b) if a and b else 0.0


@lru_cache(maxsize=4096)
def yes_or_no(question: str) -> bool:
    """Whether a question is answered with yes or no.

    >>> yes_or_no("And were you alone?"), yes_or_no("Who was there?")
    (True, False)
    """
    words = last_question(question)
    while words and words[0] in _LEADS:
        words = words[1:]
    return bool(words) and words[0] in _YES_NO and not (_ASKS & set(words[:1]))


@lru_cache(maxsize=4096)
def kind_of(question: str) -> str:
    """The kind of a question, one of `KINDS`; `what` if nothing else is found.

    >>> kind_of("How many were there?"), kind_of("In which town was it?"), kind_of("Did you win?")
    ('count', 'where', 'whether')
    """
    words = last_question(question)
    if yes_or_no(question):
        return "whether"
    if _FEELINGS & set(words):
        return "feeling"
    first = next((i for i, word in enumerate(words) if word in _ASKS), None)
    if first is None:
        return "what"
    asks, about = words[first], set(words[first + 1 : first + 3])
    if asks == "how":
        return _kind_of_how(words)
    if asks in ("what", "which"):
        found = (kind for kind, nouns in _NOUNS if nouns & about)
        return next(found, "what")
    return "who" if asks in _PEOPLE else asks


def _kind_of_how(words: list[str]) -> str:
    """What `how` asks for, by the word after it."""
    after = words[words.index("how") + 1 :][:1]
    if after and after[0] in _COUNTS:
        return "when" if after[0] == "old" else "count"
    return "how"


def last_question(text: str) -> list[str]:
    """The folded words of the last sentence that asks; quoted text is left out, as it is somebody else's."""
    bare = without_speech(text)
    parts = [
        part
        for part in re.split(r"[.!?:;]\s+|,\s+(?=(?:who|what|when|where|why|how|which)\b)", bare)
        if part.strip()
    ]
    asking = [part for part in parts if part.rstrip().endswith("?")] or parts[-1:]
    return tokens(asking[-1]) if asking else []


def happened(statement: str) -> bool:
    """Whether a statement is about something that happened, and not about something that is so.

    >>> happened("I once met a bear."), happened("I can whistle.")
    (True, False)
    """
    return _HAPPENED.search(folded(statement)) is not None


# the cards of a deck: a judge knows no answers, and `JudgedStatement` has no field for them

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
    facts: Mapping[str, str] = field(default_factory=dict)
    """By aspect (see `asked.py`), what the story says of it, as a full answer."""
    more: tuple[tuple[str, str], ...] = ()
    """Other questions about this story, each with its answer."""
    slips: tuple[tuple[str, str], ...] = ()
    """Asides of somebody who has lost track: an aspect, and a sentence that contradicts what is said of it."""


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
    """The entries of a column in two parts each; an entry without a second part is left out."""
    parts = (str(entry).partition(between) for entry in item.get(column) or ())
    return tuple((name.strip(), text.strip()) for name, _, text in parts if text.strip())


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
