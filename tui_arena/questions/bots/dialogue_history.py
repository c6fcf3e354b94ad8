"""The questions and answers so far, as a table reads them, no matter who asked.

A question that isn't understood teaches nothing. If a question named an entity and didn't end the game, that
entity is certainly ruled out, whatever the answer was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tui_arena.core.language.families import singulars_of
from tui_arena.core.language.names import equals, hits, without_article
from tui_arena.core.text import fold
from tui_arena.core.words import tokens
from tui_arena.questions.bots.belief import DeckBelief, GivenAnswer
from tui_arena.questions.meaning import AnyOf, Begging, Meaning, Named, Not, masks
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge

_RUN = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """One question that was answered."""

    meaning: Meaning | None
    """The question's meaning; None if it wasn't understood or asks about nothing in the table."""
    told: GivenAnswer | None
    """The answer; None if there was no readable answer."""
    out: int = 0
    """The set of entities that the question certainly rules out."""
    again: bool = False
    """Whether it was asked before."""

    @property
    def guesses(self) -> bool:
        """Whether the question asked only for names, all of which are ruled out."""
        named = self.meaning.numbers if isinstance(self.meaning, Named) else ()
        return bool(named) and all(self.out >> number & 1 for number in named)

    def after(self, held: DeckBelief, knowledge: Knowledge) -> DeckBelief:
        """The belief after this question."""
        held = held.without(self.out)
        if self.meaning is None or self.told is None:
            return held
        return held.told(masks(self.meaning, knowledge), self.told, again=self.again)


Past = tuple[AnsweredQuestion, ...]


def step(question: str, told: GivenAnswer | None, knowledge: Knowledge, how: str | None) -> AnsweredQuestion:
    """A question that wasn't a hit; `how`: the way names are matched, None if a question can't be a hit."""
    out = named_in(question, knowledge, how) if how else 0
    return AnsweredQuestion(_meant(question, knowledge), told, out)


def miss(guess: str, knowledge: Knowledge, how: str) -> AnsweredQuestion:
    """A wrong guess of a name."""
    numbers = _equal(guess, knowledge, how)
    return AnsweredQuestion(Named(numbers) if numbers else None, None, sum(1 << number for number in numbers))


@lru_cache(maxsize=4096)
def _equal(guess: str, knowledge: Knowledge, how: str) -> tuple[int, ...]:
    """The entities that a guess names."""
    maybe = sorted(_maybe_named(guess, knowledge, how))
    return tuple(number for number in maybe if equals(guess, knowledge.entities[number].names, how))


def _meant(question: str, knowledge: Knowledge) -> Meaning | None:
    meaning = understand(question, knowledge)
    if isinstance(meaning, Begging) or (isinstance(meaning, Named) and not meaning.numbers):
        return None
    return meaning


def amended(past: Past) -> Past:
    """A past in which only the last answer to a question counts, and counts more if there was one before."""
    last = {taken.meaning: turn for turn, taken in enumerate(past) if taken.meaning is not None}
    if len(last) + sum(taken.meaning is None for taken in past) == len(past):
        return past
    first = {taken.meaning: len(past) - turn for turn, taken in enumerate(reversed(past), 1)}
    return tuple(
        taken
        if taken.meaning is None or taken.guesses
        else replace(taken, again=first[taken.meaning] < turn)
        if last[taken.meaning] == turn
        else replace(taken, told=None)
        for turn, taken in enumerate(past)
    )


def asked(past: Iterable[AnsweredQuestion]) -> frozenset[Meaning]:
    """The meanings that were asked already; a question and its negation count as the same."""
    out: set[Meaning] = set()
    for taken in past:
        meaning = taken.meaning
        while isinstance(meaning, Not):
            meaning = meaning.of
        if meaning is not None:
            out.add(meaning)
        if isinstance(meaning, AnyOf):
            out.add(AnyOf(meaning.of[::-1]))
    return frozenset(out)


@lru_cache(maxsize=4096)
def named_in(text: str, knowledge: Knowledge, how: str) -> int:
    """The set of entities that a text names; `how`: the way names are matched."""
    found = 0
    for number in _maybe_named(text, knowledge, how):
        if not found >> number & 1 and hits(text, knowledge.entities[number].names, how):
            found |= 1 << number
    return found


def _maybe_named(text: str, knowledge: Knowledge, how: str) -> Sequence[int]:
    """A small selection of entities that includes every entity named in a text."""
    if how == "substring":
        return range(len(knowledge))
    index = _index(knowledge)
    found = dict.fromkeys(index.by_words.get((), ()))
    for said in _readings(text):
        for start in range(len(said)):
            for end in range(start + 1, min(start + index.longest, len(said)) + 1):
                *head, last = said[start:end]
                for one in (last, *singulars_of(last)):
                    found.update(dict.fromkeys(index.by_words.get((*head, one), ())))
    return list(found)


def _readings(text: str) -> set[tuple[str, ...]]:
    """The words of a text, read in three ways: without apostrophes, without any signs, and split at signs."""
    flat = fold(text)
    joined = ("".join(filter(str.isalnum, word)) for word in flat.split())
    return {tuple(tokens(text)), tuple(filter(None, joined)), tuple(_RUN.findall(flat))}


@dataclass(frozen=True, slots=True)
class _Names:
    """An index of a deck's entities by the words of their names."""

    by_words: dict[tuple[str, ...], list[int]]
    """Maps the words of a name to entities; the key of a name without words is `()`."""
    longest: int
    """The number of words in the longest name."""


@lru_cache(maxsize=8)
def _index(knowledge: Knowledge) -> _Names:
    out: dict[tuple[str, ...], dict[int, None]] = {}
    for i, entity in enumerate(knowledge.entities):
        for name in entity.names:
            for key in _readings(name) | _readings(without_article(name)):
                out.setdefault(key, {})[i] = None
    return _Names({key: list(numbers) for key, numbers in out.items()}, max(map(len, out), default=0))
