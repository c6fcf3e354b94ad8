"""Reads, quotes and compares texts, finds the kind of a question, and reads a deck's cards.

Only the bot uses this module. For the rules, `core/words.py` decides whether two words are the same word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import log

from tui_arena.core.game import Data, Deck
from tui_arena.core.grouping import grouped
from tui_arena.core.language.families import is_past, stem
from tui_arena.core.language.function_words import AUXILIARIES, FUNCTION_WORDS, WH_WORDS
from tui_arena.core.text import fold, one_line
from tui_arena.core.words import tokens

READ = 2000
"""The number of characters of a text that are read."""
QUOTE = 48
"""The greatest length of a quotation, in characters."""
_WHOLE = 34
"""A clause of at most this many characters is quoted whole."""
_SPOKEN = re.compile(r"[“\"][^“”\"]{0,400}[”\"]")
_ENDLESS = re.compile(r"\w{40,}")
SENTENCE = re.compile(r"[.!?;:]+(?=\s|$)|\s[-–—]\s|\n")
CLAUSE = re.compile(r"[,.!?;:\n]|\s(?:but|because|although|though)\s")
_LOOSE = frozenset(
    """a an the of to in on at by for from with and or but my our his her their that which i it as so is was when then
    we had has were be been who me us him them after before because until while""".split()
)


@lru_cache(maxsize=1024)
def without_speech(text: str) -> str:
    """A text without its quotations, with plain apostrophes, at most `READ` characters long."""
    return _SPOKEN.sub(" ", shortened(text)).replace("’", "'")


def shortened(text: str) -> str:
    """The first `READ` characters of a text. Endless words are cut, so that reading takes linear time."""
    return _ENDLESS.sub(lambda found: found[0][:40], text[:READ])


def quoted(text: str, word: str = "") -> str:
    """The clause of a text that contains a word, ready to be quoted; part of the clause if it is long."""
    clauses = [part.strip(' -–—“”"*_`') for part in CLAUSE.split(text)]
    clause = next((part for part in clauses if part and word in part.casefold()), "")
    clause = clause or next(filter(None, clauses), "")
    if len(clause) > _WHOLE:
        at = clause.casefold().find(word)
        clause = clause[clause.rfind(" ", 0, max(0, at - 12)) + 1 :]
        words = clause.split()
        while len(" ".join(words)) > QUOTE or (len(words) > 2 and words[-1].casefold() in _LOOSE):
            words.pop()
        clause = " ".join(words) or clause
    for mark in '“”"':
        clause = clause.partition(mark)[0] or clause.replace(mark, "")
    return one_line(clause.strip(), QUOTE)


KINDS = ("who", "where", "when", "count", "why", "how", "what", "feeling", "whether")
"""The kinds of things that a question can ask for; `whether` is answered with yes or no."""
_COUNTS = frozenset("many much long far often old big large tall deep late heavy fast loud".split())
_TIMES = frozenset("year month day date weekday o'clock clock season age".split())
_PLACES = frozenset("place town city country village street room river".split())
_PEOPLE = frozenset("who whom whose".split())
_FEELINGS = frozenset("feel felt feeling smell smelt smelled taste tasted sound sounded".split())
_NOUNS = (("when", _TIMES), ("where", _PLACES), ("why", frozenset(("reason",))))
_LEADS = frozenset("and so but then well now ok okay really honestly again you say said".split())
_MEANS = {
    "teach": "show learn lesson trainer teacher instructor",
    "cost": "pay price earn money spend bill charge",
    "happen": "occur event",
    "use": "handy need",
    "wear": "dress clothes costume outfit",
    "end": "finish outcome",
    "begin": "start",
    "hurt": "injury pain",
    "react": "reaction response",
    "eat": "food meal dish",
}
"""Maps a word to other words that ask for the same thing."""


@lru_cache(maxsize=16384)
def folded(text: str) -> str:
    """The folded text; cached, because the same few texts are compared in every turn."""
    return fold(text)


@cache
def _meant() -> Mapping[str, str]:
    return {stem(form): stem(one) for one, forms in _MEANS.items() for form in forms.split()}


@lru_cache(maxsize=16384)
def root(word: str) -> str:
    """The stem of a folded word, or of the word in `_MEANS` that asks for the same thing.

    >>> root("trained"), root("training"), root("lessons") == root("taught")
    ('train', 'train', True)
    """
    return _meant().get(stem(word), stem(word))


@lru_cache(maxsize=8192)
def roots(text: str) -> frozenset[str]:
    """The roots of the words of a text, except words that say nothing."""
    return frozenset(root(w) for w in tokens(text) if len(w) > 1 and w not in FUNCTION_WORDS)


def alike(a: frozenset[str], b: frozenset[str]) -> float:
    """The share of the roots of two texts that both texts have, 0 to 1."""
    return len(a & b) / len(a | b) if a and b else 0.0


@lru_cache(maxsize=4096)
def yes_or_no(question: str) -> bool:
    """True if a question is answered with yes or no.

    >>> yes_or_no("And were you alone?"), yes_or_no("Who was there?")
    (True, False)
    """
    words = last_question(question)
    while words and words[0] in _LEADS:
        words = words[1:]
    return bool(words) and words[0] in AUXILIARIES


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
    first = next((i for i, word in enumerate(words) if word in WH_WORDS), None)
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
    """The thing that `how` asks for, decided by the word after it."""
    after = words[words.index("how") + 1 :][:1]
    if after and after[0] in _COUNTS:
        return "when" if after[0] == "old" else "count"
    return "how"


def last_question(text: str) -> list[str]:
    """The folded words of the last sentence that asks, without quoted text, which is somebody else's."""
    bare = without_speech(text)
    parts = [
        part
        for part in re.split(r"[.!?:;]\s+|,\s+(?=(?:who|what|when|where|why|how|which)\b)", bare)
        if part.strip()
    ]
    asking = [part for part in parts if part.rstrip().endswith("?")] or parts[-1:]
    return tokens(asking[-1]) if asking else []


def happened(statement: str) -> bool:
    """True if a statement is about something that happened, not about something that is always so.

    >>> happened("I once met a bear."), happened("I can whistle.")
    (True, False)
    """
    words = tokens(statement)
    return "once" in words or any(map(is_past, words))


# the cards of a deck: a judge doesn't know the answers, so `JudgedStatement` has no field for them

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
    """Maps an aspect (see `cues.py`) to what the story says about it, as a full answer."""
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
        self._where = grouped((root, i) for i, found in enumerate(self._roots) for root in found)

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
        for root in sorted(roots(statement)):
            places = self._where.get(root, ())
            for i in places:
                shared[i] = shared.get(i, 0.0) + log(1 + len(self._roots) / len(places))
        ordered = sorted(
            shared.items(), key=lambda found: (-found[1] / (3 + len(self._roots[found[0]])), found[0])
        )
        return ordered[:most]
