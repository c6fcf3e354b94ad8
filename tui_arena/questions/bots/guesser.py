"""The guesser: its belief over a table, its next question, and when it guesses a name.

`hard` asks the question that splits its belief best. `medium` knows fewer questions and takes one that is
good enough. `easy` asks broad questions, some of them at random, and often guesses too early.

A choice depends only on the past and on the generator. No question is asked twice, and a name that was
guessed is out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from tui_arena.core.game import Belief
from tui_arena.questions.bots import question_choice
from tui_arena.questions.bots.belief import JUDGES, PEOPLE, Answering, DeckBelief, Weighed, begun, weighed
from tui_arena.questions.bots.dialogue_history import AnsweredQuestion, Past, asked
from tui_arena.questions.bots.phrasing import spelling_texts, wordings
from tui_arena.questions.bots.question_choice import BIT, Candidate, Worth, candidate
from tui_arena.questions.meaning import Meaning, masks
from tui_arena.questions.table import Knowledge

CACHED = 4_000_000
"""Limits the cache of beliefs: most entities in all cached beliefs together."""
NEAR = 10
"""An entity with at least 1/`NEAR` of the best one's weight counts as left."""
LISTED = 16
"""Most entities in a belief that is shown."""
MINDED = 40
"""Most names that are considered for a guess."""

KNOWS = {"easy": 12, "medium": 30, "hard": 100}
"""By level: the percentage of the table's questions that it knows, the broadest first."""
CONTENT = {"easy": 30, "medium": 50}
"""By level: the percentage of the best gain that is good enough."""
WHIM = {"easy": 0.45, "medium": 0.25}
"""By level: the chance to ask any question with a gain."""
HASTE = {"easy": 0.3, "medium": 0.15}
"""By level: the chance to guess too early, once `SETTLED` questions were answered."""
SETTLED = 5
LAPSES = {"easy": 0.45, "medium": 0.33}
"""By level: the chance that an answer is forgotten when the next question is chosen."""
SHORT = 90
"""If the best question gains less than this percentage of the possible gain, pairs of questions are tried."""
BLIND = 0.75
"""The chance that the level `easy` ignores hard entities."""
HAIR = 98
"""A question with this percentage of the best gain counts as equally good."""
POOR = BIT // 4
"""If the table's questions gain less than this, questions about spelling are tried."""


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """What to ask: a question, or the name of an entity."""

    meaning: Meaning | None = None
    """The question; None: guess a name."""
    number: int | None = None
    """The entity to guess; None: ask a question."""


class QuestionGuesser:
    """A guesser's beliefs and questions over one table."""

    def __init__(self, knowledge: Knowledge, how: Answering = JUDGES) -> None:
        """`how`: how the answers are weighed."""
        self.knowledge = knowledge
        self.how = how
        kept = max(min(CACHED // (len(knowledge) or 1), 4096), 128)
        self._held = lru_cache(kept)(lambda held, step: step.after(held, knowledge))
        self._best = lru_cache(kept)(self._choose)
        self._pools: dict[str, tuple[Candidate, ...]] = {}
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
        return weighed(self.held(past))

    def ranked(self, past: Past, most: int = LISTED) -> list[tuple[int, int]]:
        """Pairs of entity and weight, likeliest first; of equally likely ones, the easier ones come first."""
        return self.weighed(past).ranked(most, self._known)

    def belief(self, past: Past) -> Belief:
        """The belief as it is shown to others."""
        of = self.weighed(past)
        if not of.total:
            return Belief(0)
        ranked = of.ranked(LISTED, self._known, turned=True)
        best = ((self.knowledge.entities[i].name, w / of.total) for i, w in ranked)
        left = of.spread() if self.how is PEOPLE and past else of.near(NEAR).bit_count()
        return Belief(left, tuple(best))

    # Questions

    def pool(self, level: str) -> tuple[Candidate, ...]:
        """The questions that a level knows, in the order of the table."""
        if level not in self._pools:
            every = question_choice.table_questions(self.knowledge)
            size = len(every) * KNOWS[level] // 100
            whole = weighed(begun(self.knowledge, self.how))
            worths = sorted(question_choice.weigh(whole, every), key=lambda w: -w.gain) if whole.total else []
            broad = {w.of.meaning for w in worths[: max(size, 12)]}
            self._pools[level] = tuple(c for c in every if level == "hard" or c.meaning in broad)
        return self._pools[level]

    def choice(self, past: Past, left: int, level: str, rng: Random) -> NextQuestion | None:
        """What to ask next; None if nothing is left to ask.

        `left`: the number of questions left, including this one.
        """
        if level == "hard":
            return _one_of(self._best(past, min(left, 2)), rng)
        past = self._remembered(past, level, rng)
        if left == 1 or (len(past) >= SETTLED and rng.random() < HASTE[level]):
            named = _one_of(self._named(past, alike=left == 1), rng)
            if named is not None:
                return named
        return self._casual(past, left, level, rng)

    def _remembered(self, past: Past, level: str, rng: Random) -> Past:
        """The past as a level remembers it: some answers are forgotten, wrong guesses never.

        The level `easy` may also ignore hard entities.
        """
        kept = tuple(replace(s, told=None) if rng.random() < LAPSES[level] else s for s in past)
        blind = (AnsweredQuestion(None, None, self._known[-1]), *kept)
        blinded = level == "easy" and rng.random() < BLIND and self.weighed(blind).total
        return blind if blinded else kept

    def _casual(self, past: Past, left: int, level: str, rng: Random) -> NextQuestion | None:
        worths = self.worths(past, level)
        best = self.ranked(past, 1)
        most = max((w.gain for w in worths), default=0)
        if not best or not most or question_choice.pays(self.weighed(past), best[0][1], most):
            return _one_of(self._named(past) or self._anything(past), rng)
        enough = 0 if rng.random() < WHIM[level] else most * CONTENT[level] // 100
        chosen = rng.choice([w for w in worths if w.gain >= max(enough, 1)])
        return NextQuestion(chosen.of.meaning)

    def worths(self, past: Past, level: str = "hard", *, trusting: bool = False) -> list[Worth]:
        """The worth of each question not asked yet; `trusting`: assume that no answer is wrong."""
        of = self.weighed(past)
        if not of.total:
            return []
        of = replace(of, wrong=0.0) if trusting else of
        used = asked(past)
        trimmed = of.trimmed(question_choice.TRIM)
        found = question_choice.weigh(trimmed, (c for c in self.pool(level) if c.meaning not in used))
        if max((w.gain for w in found), default=0) < POOR and of.near(NEAR).bit_count() > 2:
            found += question_choice.weigh(trimmed, (c for c in self._spelling() if c.meaning not in used))
        return found

    def _spelling(self) -> tuple[Candidate, ...]:
        if "spelling" not in self._pools:
            texts = spelling_texts(self.knowledge)
            self._pools["spelling"] = tuple(candidate(m, masks(m, self.knowledge)) for m in texts)
        return self._pools["spelling"]

    def _choose(self, past: Past, left: int) -> tuple[NextQuestion, ...]:
        """The best choice, and all choices that are about as good."""
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

    def _named(self, past: Past, *, alike: bool = True) -> tuple[NextQuestion, ...]:
        """Names to guess: all that are likely enough.

        `alike`: only those as likely as the best one and of its difficulty.
        """
        best = self.ranked(past, MINDED)
        if not best:
            return ()
        least = best[0][1] if alike else best[0][1] // 4
        entities = self.knowledge.entities
        rank = entities[best[0][0]].difficulty
        return tuple(
            NextQuestion(number=number)
            for number, weight in best
            if weight >= least and (not alike or entities[number].difficulty == rank)
        )

    def _doubled(self, past: Past, of: Weighed, worths: Sequence[Worth], top: Worth) -> Worth | None:
        """A question with `or` that beats the best single one, if that one doesn't split well; else None."""
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
        """If every entity is out: all questions that were not asked."""
        used = asked(past)
        pool = (*self.pool("hard"), *self._spelling())
        return tuple(NextQuestion(c.meaning) for c in pool if c.meaning not in used)


def _one_of(choices: Sequence[NextQuestion], rng: Random) -> NextQuestion | None:
    return rng.choice(choices) if choices else None


def bits(gain: int) -> float:
    """A gain in bits, rounded to two places.

    >>> bits(BIT)
    1.0
    """
    return round(gain / BIT, 2)
