"""The genie: which question it asks a person next, and when it names what it thinks of.

It asks what a person would ask: big and clear questions first, what follows from an answer never, and nothing
about what cannot be (no `Is it sour?` before it is known to be food). Answers are weighed, none of them rules
anything out. It names a thing when few are left that fit well, or in the last turns.

Levels differ in how well they choose: `hard` takes about the best question, the others any good enough one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from tui_arena.questions.bots import question_choice
from tui_arena.questions.bots.belief import Weighed
from tui_arena.questions.bots.dialogue_history import Past, asked
from tui_arena.questions.bots.guesser import NEAR, NextQuestion, QuestionGuesser
from tui_arena.questions.bots.question_choice import BIT, PARTS, Worth
from tui_arena.questions.inference import Inference
from tui_arena.questions.meaning import Is, Meaning, masks
from tui_arena.questions.table import Knowledge, signed

_YES, _NO = ("yes", "probably yes"), ("no", "probably no")

AS_GOOD: Mapping[str, int] = {"easy": 45, "medium": 70, "hard": 97}
"""By level, the percentage of the best worth that is good enough for a question."""
OPENING = 8
"""In so many first turns, big and clear questions are worth more."""
BIG, AMOUNT, SMALL = 130, 40, 85
"""The percentage of its worth that a big question, one about an amount and any other has in these turns."""
LATER_AMOUNT = 75
"""The percentage of its worth that a question about an amount has after them."""
UNEVEN = PARTS // 40
"""A question whose answer is known but for this share is not asked while there are others."""
LITTLE = BIT // 12
"""A question with less worth than this tells little."""
HANDFUL = 5
"""The most that may be left when it names one before the last turns."""
SURE: Mapping[str, float] = {"easy": 0.6, "medium": 0.7, "hard": 0.75}
"""By level, the share of belief that one needs to be named before the last turns."""
HUNCH = 0.3
"""The share of belief that one needs at least for that."""
LAST_TURNS = 3
"""In so many last turns it may name one with more left."""
HOPE = 0.3
"""The share of belief that one needs to be named in the last turns but the very last."""
SETTLED = 7
"""From so many answers on it may doubt one of them."""
DOUBTED = 0.5
"""The share of belief that must speak against an answer for it to be doubted."""
DOUBTFUL, TURNED = 30, 70
"""The percentages of the belief that must speak against an answer for nothing to follow from it, and for the
opposite to follow."""


@dataclass(frozen=True, slots=True)
class Genie:
    """A guesser for answers of people."""

    guesser: QuestionGuesser

    @property
    def knowledge(self) -> Knowledge:
        """What it knows."""
        return self.guesser.knowledge

    def choice(self, past: Past, left: int, level: str, rng: Random) -> NextQuestion | None:
        """What to ask next; None if nothing is left to ask.

        `left`: the number of questions left, including this one.
        """
        of = self.guesser.weighed(past)
        if not of.total:
            return self.guesser.choice(past, left, level, rng)
        best = self.guesser.ranked(past, 1)[0]
        share = best[1] / of.total
        worths = self.worths(past, of) if left > 1 else []
        handful = of.near(NEAR).bit_count() <= HANDFUL
        most = max((worth.gain for worth in worths), default=0)
        pays = share >= SURE[level] or (share >= HUNCH and question_choice.pays(of, best[1], most))
        named = (handful and pays) or (left <= LAST_TURNS and share >= HOPE)
        if not worths or named:
            return NextQuestion(number=self._named(past, rng))
        enough = max(worth.gain for worth in worths) * AS_GOOD[level] // 100
        return NextQuestion(rng.choice([worth for worth in worths if worth.gain >= enough]).of.meaning)

    def best(self, past: Past) -> Meaning | None:
        """The question that would tell most, which is never about an amount; None: none would tell anything."""
        of = self.guesser.weighed(past)
        worths = self.worths(past, of) if of.total else []
        plain = [
            one for one in worths if isinstance(one.of.meaning, Is) and ">" not in one.of.meaning.question
        ]
        return max(plain, key=lambda one: one.gain).of.meaning if plain else None

    def doubted(self, past: Past) -> int:
        """The number of the plain yes or no that nearly all it has in mind speaks against; 0: there is none."""
        of = self.guesser.weighed(past)
        if len(past) < SETTLED or not of.total:
            return 0
        against = {
            number: self._speaks_against(taken.meaning, of, yes=taken.told == "yes")
            for number, taken in enumerate(past, 1)
            if taken.meaning is not None and taken.told in ("yes", "no")
        }
        most = max(against, key=lambda number: against[number], default=0)
        return most if most and against[most] >= DOUBTED * of.total else 0

    def _named(self, past: Past, rng: Random) -> int:
        """One of those that are likeliest; if it can be, one that no sure answer speaks against."""
        ranked, against = self.guesser.ranked(past), self._against(past)
        near = [(number, weight) for number, weight in ranked if weight * NEAR >= ranked[0][1]]
        likely = [(number, weight) for number, weight in near if not against >> number & 1] or ranked
        return rng.choice([number for number, weight in likely if weight == likely[0][1]])

    def _against(self, past: Past) -> int:
        """The set of those that a plain yes or no to a question speaks against about which nobody is in doubt."""
        found = 0
        for taken in past:
            if isinstance(taken.meaning, Is) and taken.told in ("yes", "no") and self._is_sure(taken.meaning):
                sets = masks(taken.meaning, self.knowledge)
                found |= sets.no if taken.told == "yes" else sets.yes
        return found

    def _is_sure(self, meaning: Is) -> bool:
        """Whether it is a question about whose answer nobody is in doubt."""
        return ">" not in meaning.question and self.knowledge.properties[meaning.question].sure

    def worths(self, past: Past, of: Weighed) -> list[Worth]:
        """The questions that a person might ask now, each with its worth.

        Those that are meant for something else are asked only if many are left and all others tell little.
        """
        found = self._found(past, of, barred=True)
        little = max((worth.gain for worth in found), default=0) < LITTLE
        if little and of.near(NEAR).bit_count() > HANDFUL:
            found = self._found(past, of, barred=False)
        return found

    def _found(self, past: Past, of: Weighed, *, barred: bool) -> list[Worth]:
        """The questions that fit, each with its worth; `barred`: without those that an `unless` bars."""
        known, used = self._known(past, of), asked(past)
        pool = [
            one
            for one in self.guesser.pool("hard")
            if one.meaning not in used
            and isinstance(one.meaning, Is)
            and self._fits(one.meaning, known, barred=barred)
        ]
        found = question_choice.weigh(of.trimmed(question_choice.TRIM), pool)
        even = [worth for worth in found if UNEVEN <= worth.yes <= PARTS - UNEVEN] or found
        return [self._liked(worth, len(past)) for worth in even if worth.gain > 0]

    def _known(self, past: Past, of: Weighed) -> Inference:
        """What follows from the answers that were a yes or a no, even a hesitant one.

        An answer that much of what it has in mind speaks against is left out, if somebody can be in doubt about
        it; one that nearly all speaks against is taken the other way round.
        """
        known = Inference(self.knowledge)
        for turn, taken in enumerate(past, 1):
            if taken.meaning is not None and taken.told in (*_YES, *_NO):
                yes = taken.told in _YES
                against = self._speaks_against(taken.meaning, of, yes=yes) * 100
                sure = isinstance(taken.meaning, Is) and self._is_sure(taken.meaning)
                held = against < (TURNED if sure else DOUBTFUL) * of.total
                if held or against >= TURNED * of.total:
                    known.learn(taken.meaning, turn, yes=yes is held)
        return known

    def _speaks_against(self, meaning: Meaning, of: Weighed, *, yes: bool) -> int:
        """The weight of what speaks against an answer."""
        sets = masks(meaning, self.knowledge)
        wrong = sets.no if yes else sets.yes
        return sum(weight * (bits & wrong).bit_count() for weight, bits in of.levels)

    def _fits(self, meaning: Is, known: Inference, *, barred: bool) -> bool:
        """Whether a question may be asked: it is open, and what it rests on is known to be so."""
        scale, amount, _ = meaning.question.partition(">")
        about = self.knowledge.scales[scale] if amount else self.knowledge.properties[scale]
        if known.of(meaning) is not None:
            return False
        if barred and any(_is_told(fact, known) for fact in about.unless.split()):
            return False
        return all(_is_told(fact, known) for fact in about.after.split())

    def _liked(self, worth: Worth, turn: int) -> Worth:
        """A question with its worth as a person would see it."""
        name = worth.of.meaning.question if isinstance(worth.of.meaning, Is) else ""
        amount = ">" in name
        if turn >= OPENING:
            percent = LATER_AMOUNT if amount else 100
        else:
            big = not amount and self.knowledge.properties[name].opens
            percent = AMOUNT if amount else BIG if big else SMALL
        return Worth(worth.of, worth.gain * percent // 100, worth.yes)


def _is_told(fact: str, known: Inference) -> bool:
    """Whether a fact, such as `person` or `-real`, follows from the answers."""
    name, wanted = signed(fact)
    before = known.of(Is(name))
    return before is not None and before.yes is (wanted == "yes")
