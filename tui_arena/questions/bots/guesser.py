"""The guesser: its belief over a table, what each question would tell, and which question tells most.

The genie (`genie.py`) decides what a person would ask, and how well a level plays. For a deck without a
table, only the names are known; then the guesser asks about their letters, and guesses.

A choice depends only on the past and on the generator. No question is asked twice, and a name that was
guessed is ruled out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random

from tui_arena.core.caches import own_cache
from tui_arena.core.game import Belief
from tui_arena.questions.bots import question_choice
from tui_arena.questions.bots.belief import (
    DIFFICULTIES,
    JUDGES,
    PEOPLE,
    Answering,
    DeckBelief,
    Weighed,
    begun,
    weighed,
)
from tui_arena.questions.bots.branches import Branch, alternatives, branch_of
from tui_arena.questions.bots.dialogue_history import Past, asked
from tui_arena.questions.bots.phrasing import spelling_texts, wordings
from tui_arena.questions.bots.question_choice import BIT, Candidate, Worth, candidate
from tui_arena.questions.meaning import Is, Meaning, masks
from tui_arena.questions.table import Knowledge

CACHED = 4_000_000
"""The limit of the cache of beliefs: the maximum number of entities in all cached beliefs together."""
NEAR = 10
"""An entity with at least 1/`NEAR` of the best entity's weight counts as left."""
LISTED = 16
"""The maximum number of entities in a belief that is shown."""
MINDED = 40
"""The maximum number of names that are considered for a guess."""

SHORT = 90
"""If the best question gains less than this percentage of the possible gain, pairs of questions are tried."""
HAIR = 98
"""A question with this percentage of the best gain counts as equally good."""
POOR = BIT // 4
"""If the table's questions gain less than this, questions about spelling are tried."""


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """The next move: a question, or the name of an entity."""

    meaning: Meaning | None = None
    """The question; None: guess a name."""
    number: int | None = None
    """The entity to guess; None: ask a question."""


class QuestionGuesser:
    """A guesser's beliefs and questions over one table."""

    def __init__(self, knowledge: Knowledge, how: Answering = JUDGES) -> None:
        """`how`: the way in which answers are weighed."""
        self.knowledge = knowledge
        self.how = how
        kept = max(min(CACHED // (len(knowledge) or 1), 4096), 128)
        self._held = lru_cache(kept)(lambda held, step: step.after(held, knowledge))
        self._branch = own_cache(kept, self._branch_of)
        self._weighed = own_cache(kept, self._in_branch)
        self._having = lru_cache(1024)(lambda fact: _entities_with(fact, knowledge))
        self._best = own_cache(kept, self._choose)
        self._known = tuple(
            sum(1 << i for i, entity in enumerate(knowledge.entities) if entity.difficulty == rank)
            for rank in ("easy", "medium", "hard")
        )

    # Beliefs

    def held(self, past: Past) -> DeckBelief:
        """The belief after all answers of the past."""
        held = begun(self.knowledge, self.how)
        for step in past:
            held = self._held(held, step)
        return held

    def weighed(self, past: Past) -> Weighed:
        """The weights of the entities in the branch in which the answers have put the entity sought."""
        return self._weighed(past)

    def branch(self, past: Past) -> Branch:
        """The branch in which the answers have put the entity sought."""
        return self._branch(past)

    def having(self, fact: str) -> int:
        """The set of entities that have one of the alternatives of a fact of an `after`."""
        return self._having(fact)

    def _branch_of(self, past: Past) -> Branch:
        return branch_of(past, weighed(self.held(past)), self.knowledge)

    def _in_branch(self, past: Past) -> Weighed:
        return weighed(self.held(past).without(~self.branch(past).entities))

    def ranked(self, past: Past, most: int = LISTED) -> list[tuple[int, int]]:
        """Pairs of entity and weight, likeliest first; among equally likely ones, easier ones come first."""
        return self.weighed(past).ranked(most, self._known)

    def belief(self, past: Past) -> Belief:
        """The belief as it is shown to others; among equally likely entities, more common ones come first."""
        of = self.weighed(past)
        if not of.total:
            return Belief(0)
        ranked = of.ranked(LISTED, self._common, scattered=True)
        best = ((self.knowledge.entities[i].name, w / of.total) for i, w in ranked)
        left = of.spread() if self.how is PEOPLE and past else of.near(NEAR).bit_count()
        return Belief(left, tuple(best))

    @cached_property
    def _common(self) -> tuple[int, ...]:
        """Sets of equally common entities, the most common first."""
        sets: dict[tuple[int, float], int] = {}
        for number, entity in enumerate(self.knowledge.entities):
            key = DIFFICULTIES.index(entity.difficulty), -entity.frequency
            sets[key] = sets.get(key, 0) | 1 << number
        return tuple(bits for _, bits in sorted(sets.items()))

    # Questions

    @cached_property
    def pool(self) -> tuple[Candidate, ...]:
        """The questions of the table, in its order."""
        return tuple(question_choice.table_questions(self.knowledge))

    def choice(self, past: Past, left: int, rng: Random) -> NextQuestion | None:
        """The move that tells most; None if nothing is left to ask.

        `left`: the number of questions left, including this one.
        """
        return _one_of(self._best(past, min(left, 2)), rng)

    def worths(self, past: Past, *, trusting: bool = False) -> list[Worth]:
        """The worth of each question not yet asked; `trusting`: assume that no answer is wrong."""
        of = self.weighed(past)
        if not of.total:
            return []
        of = replace(of, wrong=0.0) if trusting else of
        used = asked(past)
        trimmed = of.trimmed(question_choice.TRIM)
        found = question_choice.weigh(trimmed, (c for c in self.pool if c.meaning not in used))
        if max((w.gain for w in found), default=0) < POOR and of.near(NEAR).bit_count() > 2:
            found += question_choice.weigh(trimmed, (c for c in self._spelling if c.meaning not in used))
        return found

    @cached_property
    def _spelling(self) -> tuple[Candidate, ...]:
        texts = spelling_texts(self.knowledge)
        return tuple(candidate(meaning, masks(meaning, self.knowledge)) for meaning in texts)

    def _choose(self, past: Past, left: int) -> tuple[NextQuestion, ...]:
        """The best moves: one move, or several that are about equally good."""
        of, best = self.weighed(past), self.ranked(past, 1)
        if not best:
            return self._anything(past)
        worths = self.worths(past) if left > 1 else []
        top = max(worths, key=lambda w: w.gain, default=None)
        better = self._doubled(past, of, worths, top) if top else None
        top = better or top
        if top is None or question_choice.pays(of, best[0][1], top.gain):
            return self._named(past)
        as_good = [w for w in worths if w.gain * 100 >= top.gain * HAIR]
        return tuple(NextQuestion(w.of.meaning) for w in ([better] if better else as_good))

    def _named(self, past: Past) -> tuple[NextQuestion, ...]:
        """Guesses of all names that are as likely as the best one and equally difficult."""
        best = self.ranked(past, MINDED)
        if not best:
            return ()
        entities = self.knowledge.entities
        rank = entities[best[0][0]].difficulty
        return tuple(
            NextQuestion(number=number)
            for number, weight in best
            if weight >= best[0][1] and entities[number].difficulty == rank
        )

    def _doubled(self, past: Past, of: Weighed, worths: Sequence[Worth], top: Worth) -> Worth | None:
        """A question with `or` that beats the best single question, if that splits badly; otherwise None."""
        most = BIT - question_choice.entropy(question_choice.errors(of))
        if top.gain * 100 >= most * SHORT:
            return None
        pairs = question_choice.joint(of.trimmed(question_choice.TRIM), worths, asked(past), 8, 40)
        for pair in pairs[:8]:
            if pair.gain * 100 < top.gain * 105:
                break
            if wordings(pair.of.meaning, self.knowledge):
                return pair
        return None

    def _anything(self, past: Past) -> tuple[NextQuestion, ...]:
        """All questions that weren't asked, for the case that every entity is ruled out."""
        used = asked(past)
        pool = (*self.pool, *self._spelling)
        return tuple(NextQuestion(c.meaning) for c in pool if c.meaning not in used)


def _entities_with(fact: str, knowledge: Knowledge) -> int:
    found = 0
    for name, wanted in alternatives(fact):
        found |= masks(Is(name), knowledge).of("yes" if wanted else "no")
    return found


def _one_of(choices: Sequence[NextQuestion], rng: Random) -> NextQuestion | None:
    return rng.choice(choices) if choices else None


def bits(gain: int) -> float:
    """A gain in bits, rounded to two places.

    >>> bits(BIT)
    1.0
    """
    return round(gain / BIT, 2)
