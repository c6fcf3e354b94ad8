"""The genie: which question it asks a person next, and when it names the thing.

It asks what a person would ask. Its rules, all of which read the tables:

- A question is asked only about things that it fits: each fact of its `after` was told, or `HELD` of the
  belief has it. So `Is it sour?` comes only once the thing is known to be food, and a person's teeth never
  come up.
- The genie never asks a question `near` an earlier one, or a question whose answer follows from other
  answers. An answer follows by the table's rules, or because all entities that fit the answers agree on it
  (see `without_foregone` in `guesser.py`). While many entities are left, the genie asks no question whose
  answer the belief nearly knows (`UNEVEN`).
- The first question is a random one of those marked `first`.
- Questions come in this order, each kind as long as it tells enough: those with which a game may begin
  (`FIRST`), the kind of thing (`sure` or `kind`, `SURE_KIND` and `KIND`), its use (`use`, `USE`), big
  questions (`opens`, `BIG`). Questions marked `fine`, such as colour and shape, come only if nothing bigger
  tells enough (`BIGGER`). Later in a game, a question must tell nearly as much as the best one to come first,
  but less if it is about a use.
- After a yes, its children come next: the questions that have it in their `after`. They count as big
  (`FRESH`). Children about a use count like the kind: after `instrument`, the genie asks at once whether it
  has strings.
- When few entities are left, only they count: the genie asks what distinguishes them.
- An answer about the kind of thing (`settles`) applies to the end (see `branch_of` in `guesser.py`): after a
  yes to *a person?* the genie asks only what fits a person, and names only people, whatever the other answers
  are. If much speaks against such an answer, the genie asks its question once more, and the last answer
  counts. All other answers are weighed and rule nothing out. But an entity that a plain answer to a `clear`
  question excludes is named only if nothing else is left.

The genie names a thing if few are left that fit well, or in the last turns. In its last two turns it always
names what comes nearest. Levels differ in how well they choose: `hard` takes about the best question, the
others any good enough question. At Twenty Questions, the easy level also ignores some of the answers
(`lapses`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache, reduce
from operator import itemgetter, or_
from random import Random
from typing import NamedTuple

from tui_arena.core.caches import own_cache
from tui_arena.core.text import fold
from tui_arena.questions.belief import (
    DIFFICULTIES,
    HARD,
    AnsweredQuestion,
    DeckBelief,
    Inference,
    Past,
    Weighed,
    asked,
    weighed,
)
from tui_arena.questions.guesser import (
    BIT,
    MOST_GAIN,
    NEAR,
    PARTS,
    TRIM,
    Candidate,
    Condition,
    NextQuestion,
    QuestionGuesser,
    Worth,
    condition,
    errors,
    gain,
    in_fewest,
    is_topic,
    is_worth_guessing,
    portion,
    question_tree,
    weigh,
    without_foregone,
)
from tui_arena.questions.meaning import Is, Meaning, Named, Not, masks
from tui_arena.questions.table import Answer, Knowledge, Property, signed

_YES, _NO = ("yes", "probably yes"), ("no", "probably no")

AS_GOOD: Mapping[str, int] = {"easy": 45, "medium": 60, "hard": 97}
"""Maps a level to the percentage of the best worth that is good enough for a question."""
HELD = (88, 55, 35)
"""The percentages of the belief that a question must fit; the lower ones are for questions that tell much
more."""
TOPICAL = 50
"""For a topic, such as music: the percentage of the belief that must have the fact, instead of `HELD`."""
KEPT = 1024
"""The number of pasts whose next moves are cached."""
RECENT = 16
"""The number of pasts of which everything that follows is cached."""
EARLY = 8
"""A person's order of questions counts most in this many first questions."""
FIRST, SURE_KIND, KIND, USE, BIG, BIGGER = (20, 80), (45, 80), (70, 80), (90, 75), (82, 90), (60, 90)
"""The percentages of the best worth, early and later, that a question needs to come before all others. They
are for: a question with which a game may begin, a sure question about the kind of thing, any question about
the kind, a question about a use, a big question, and any other that isn't fine."""
FRESH = 2
"""The children of a yes count as big for this many turns."""
CALLED = 70
"""The percentage of the belief that must be men (or women) for the genie to say he (or she)."""
AMOUNT, VAGUE = 75, 60
"""The percentage of its worth that a question keeps if it is about an amount, and if people hesitate to answer it."""
UNEVEN = PARTS * 7 // 100
"""While many entities are left, a question isn't asked if its yes or its no has a share below this."""
CERTAIN = PARTS // 40
"""The same share when few entities are left."""
LIKELIEST = 1000
"""Of this many likeliest entities, the genie names none that a clear answer excludes, unless it excludes all."""
SIMILAR = 2
"""The genie avoids a name with the last word of a wrong guess, unless all others are more than this many
times less likely."""
TAUGHT, APART = (4, 3, 1), 2
"""`TAUGHT`: the factors at the end for a question about a use, about anything else, or about something fine.
`APART`: a further factor if the property is true of the last wrong guess."""
FAMED = 1.5
"""An entity that everybody knows is named first unless it is more than this many times less likely."""
BARRED = 80
"""A question isn't asked if this percentage of the belief has a fact of its `unless`."""
RELIEF = 200
"""The percentage of the best worth that a question needs if it fits less of the belief than the best one."""
FEW = 8
"""When at most this many entities are left, only they count for the worth of a question."""
SHARP = 25
"""When few entities are left, the least likely are ignored: up to 1/`SHARP` of the belief."""
HANDFUL = 5
"""The genie names an entity before the last turns only if at most this many are left."""
SURE: Mapping[str, float] = {"easy": 0.6, "medium": 0.7, "hard": 0.75}
"""Maps a level to the share of belief that an entity needs to be named before the last turns."""
HUNCH = (0.33, 0.5)
"""The least share of belief for a guess that pays, and the least if a plain answer contradicts the entity."""
LAST_TURNS = 3
"""In this many last turns, the genie may name an entity while more are left."""
ALIKE_TURNS = 9
"""In this many first turns, the greater share of `HUNCH` is needed: many other entities are still similar."""
HOPE = 0.3
"""The share of belief that an entity needs to be named in the last turns before the very last."""
NAMES = 2
"""In this many last turns, the genie names what comes nearest: two names find it more often than a question and
one name, however well the question splits."""
STRANGE = 10
"""If the answers cost even the best entity this much, no entity fits."""
BACK = 3
"""The genie reports a rise of the number left only if it is at least this factor."""
SETTLED = 6
"""The number of answers from which on the genie may doubt one of them."""
DOUBTED = 0.6
"""The share of belief that must contradict an answer for the genie to doubt it."""
VERIFIED = 0.45
"""The share of belief that must contradict an answer about the kind of thing for the genie to ask it again."""
FITS_ELSE, CLEARLY = 1, 2
"""The genie asks again only if an entity that the answer contradicts fits all other answers at this cost or
less. The entities that the answer doesn't contradict must cost more, by at least `CLEARLY`."""
VERIFIED_PERSON = 80
"""A doubt about man or woman counts only to this percentage, because nobody likes to be asked that twice."""
SINCE = 2
"""At least this many answers must have come after that answer."""
DOUBTFUL, TURNED = 30, 70
"""If `DOUBTFUL` percent of the belief contradict an answer, nothing follows from it; if `TURNED` percent do,
the opposite follows."""


@dataclass(frozen=True)
class QuestionChooser:
    """Chooses what the bots of Akinator and Twenty Questions ask and name, by a guesser's belief."""

    guesser: QuestionGuesser
    lapses: Mapping[str, float] = field(default_factory=dict)
    """Maps a level to the chance that an answer is ignored when the genie weighs entities.

    Otherwise the answer counts: the genie doesn't ask its question again, or anything that follows from it,
    and it names no entity that a plain answer contradicts.
    """

    @property
    def knowledge(self) -> Knowledge:
        """The genie's knowledge."""
        return self.guesser.knowledge

    @cached_property
    def moves(self) -> Callable[[Past, Past, int, str], NextQuestion | tuple[NextQuestion, ...]]:
        """The next moves after a past; cached, because many sessions have the same first answers."""
        return own_cache(KEPT, self._moves)

    @cached_property
    def known(self) -> Callable[[Past, Weighed], Inference]:
        """All that follows from a past, by its belief; cached, because a turn needs it several times."""
        return own_cache(RECENT, self._known)

    def choice(self, past: Past, left: int, level: str, rng: Random) -> NextQuestion | None:
        """The next question or guess; None if there is nothing left to ask.

        `left`: the number of questions left, including this one.
        """
        minded = self._minded(past, level, rng)
        if not self.guesser.weighed(minded).total or not self.knowledge.questions:
            return self.guesser.choice(past, left, rng)
        moves = self.moves(past, minded, min(left, LAST_TURNS + 1), level)
        return moves if isinstance(moves, NextQuestion) else rng.choice(moves)

    def _moves(
        self, past: Past, minded: Past, left: int, level: str
    ) -> NextQuestion | tuple[NextQuestion, ...]:
        """The next move, or all moves that are good enough; `minded`: the past without ignored answers."""
        of = self.guesser.weighed(minded)
        best = self.guesser.ranked(minded, 1)[0]
        share = best[1] / of.total
        handful = of.near(NEAR).bit_count() <= HANDFUL
        named = left <= NAMES or (left <= LAST_TURNS and share >= HOPE) or (handful and share >= SURE[level])
        doubtful = self._doubtful(minded) if left > NAMES else None
        worths = [] if named and doubtful is None else self.worths(past, of, self.guesser.weighed(past))
        if doubtful is not None:
            kinds = _most([worth for worth in worths if self._is_of_kind(worth.of.meaning)])
            again, told = doubtful
            if kinds * 2 < told:
                return NextQuestion(again)
        unlikely = len(past) < ALIKE_TURNS or self._against(past) >> best[0] & 1
        least = HUNCH[unlikely]
        pays = share >= least and is_worth_guessing(of, best[1], _most(worths))
        if named or not worths or (handful and pays):
            return tuple(NextQuestion(number=number) for number in self._named(past, minded))
        bigger = self._bigger(past, worths)
        enough = _most(bigger) * AS_GOOD[level] // 100
        return tuple(NextQuestion(worth.of.meaning) for worth in bigger if worth.gain >= enough)

    def _doubtful(self, past: Past) -> tuple[Meaning, int] | None:
        """The question to ask once more because much of the belief contradicts its answer, and its gain; or None.

        Only questions about the kind of thing are asked again, and only once, because their answers limit all
        later questions. An answer isn't in doubt if no entity fits at all: then the table lacks the thing. It
        isn't in doubt either if an entity that it doesn't contradict fits nearly as well. A new question about
        the kind that tells much comes first.
        """
        held, once = self.guesser.held(past), Counter(taken.meaning for taken in past)
        of = weighed(held)
        doubts = {
            taken.meaning: of.within(self._against_answer(taken.meaning, yes=taken.answer == "yes"))
            * (VERIFIED_PERSON if self._calls(taken.meaning) else 100)
            // 100
            for taken in past[:-SINCE]
            if taken.answer in ("yes", "no")
            and once[taken.meaning] == 1
            and isinstance(taken.meaning, Is)
            and self._is_of_kind(taken.meaning)
            and self._brings_back(taken, held)
        }
        most = max(doubts, key=lambda meaning: doubts[meaning], default=None)
        if most is None or doubts[most] < VERIFIED * of.total:
            return None
        return most, gain(portion(doubts[most], of.total), 0, errors(of))

    def _brings_back(self, taken: AnsweredQuestion, held: DeckBelief) -> bool:
        """True if an entity fits all answers but this one, clearly better than any entity that fits this one."""
        sets = masks(taken.meaning, self.knowledge) if taken.meaning is not None else None
        if sets is None:
            return False
        against = sets.no if taken.answer == "yes" else sets.yes
        back, others = (
            next((cost for cost, level in held.levels if level & bits), STRANGE)
            for bits in (against, ~against)
        )
        elsewhere = back - HARD
        return elsewhere <= FITS_ELSE and others - elsewhere >= CLEARLY

    def _minded(self, past: Past, level: str, rng: Random) -> Past:
        """The past without the answers that a level ignores.

        Wrong guesses always count, and so do answers about the kind of thing.
        """
        lapse = self.lapses.get(level, 0)
        if not lapse:
            return past
        ignored = [not self._is_of_kind(taken.meaning) and rng.random() < lapse for taken in past]
        return tuple(
            replace(taken, answer=None) if out else taken for out, taken in zip(ignored, past, strict=True)
        )

    def _is_of_kind(self, meaning: Meaning | None) -> bool:
        """True if a question is about the kind of thing."""
        about = self._property(meaning)
        return about is not None and bool(about.settles or about.sure or about.kind or about.first)

    def _calls(self, meaning: Meaning | None) -> bool:
        """True if the answer to a question decides between he and she."""
        about = self._property(meaning)
        return about is not None and bool(about.called)

    def best(self, past: Past, instead_of: Meaning | None = None) -> Meaning | None:
        """The question that would tell most about a thing, at the end or for a coach; None if no question would.

        `instead_of`: a question that must not be returned, nor one that asks nearly the same.

        It is never about an amount. A question about the thing's use counts for more than one about its
        looks. A question whose answer is yes for the last wrong guess also counts for more, as it may
        distinguish the two.
        """
        wrong = [taken.meaning.numbers[0] for taken in past if isinstance(taken.meaning, Named)]
        for of in (self.guesser.weighed(past), weighed(self.guesser.held(past))):
            plain = [
                one
                for one in (self.worths(past, of) if of.total else ())
                if isinstance(one.of.meaning, Is)
                and ">" not in one.of.meaning.question
                and not self._is_nearly(one.of.meaning, instead_of)
            ]
            if plain:
                return max(plain, key=lambda one: self._taught(one, wrong[-1:])).of.meaning
        return None

    def _is_nearly(self, meaning: Is, other: Meaning | None) -> bool:
        """True if two questions ask the same, or nearly."""
        while isinstance(other, Not):
            other = other.of
        near = _near(self.knowledge).get(meaning.question, frozenset())
        return meaning == other or (isinstance(other, Is) and other.question in near)

    def _taught(self, worth: Worth, wrong: Sequence[int]) -> int:
        """The worth of a question about a thing that was not found; `wrong`: the last wrong guess."""
        about = worth.of.about
        if about is None:
            return worth.gain
        of = TAUGHT[2] if about.fine else TAUGHT[0] if about.use else TAUGHT[1]
        apart = any(self.knowledge.answer(number, about.id) == "yes" for number in wrong)
        return worth.gain * of * (APART if apart else 1)

    def is_unlike_all(self, past: Past) -> bool:
        """True if the answers fit nobody in the branch that they have settled."""
        inside = self.guesser.branch(past).entities
        costs = (cost for cost, level in self.guesser.held(past).levels if level & inside)
        return next(costs, STRANGE) >= STRANGE

    def left(self, past: Past) -> int:
        """The number of entities that the genie says are left."""
        return self.counted(past)[-1]

    def counted(self, past: Past) -> list[int]:
        """The numbers that the genie says are left: before the first answer and after each answer.

        A number rises only after an answer that brings many entities back, never after a wrong guess: players
        wouldn't understand small rises.
        """
        shown = self.guesser.belief(()).left
        every = [shown]
        for turn, taken in enumerate(past, 1):
            now = self.guesser.belief(past[:turn]).left
            if taken.guesses:
                shown = max(min(now, shown - 1), 1)
            elif now < shown or now >= shown * BACK:
                shown = now
            every.append(shown)
        return every

    def called(self, past: Past) -> str:
        """The pronoun for the person sought: once asked, if nearly all of the belief are men, or women; or empty."""
        of, said = self.guesser.weighed(past), _said(past)
        called = _marked(self.knowledge).called
        if not of.total or not any(about.id in said for about in called):
            return ""
        for about in called:
            others = self.knowledge.everything & ~self.knowledge.masks[about.id].yes
            for other in called:
                if said.get(other.id) == ("no" if other is about else "yes"):
                    break
                if said.get(other.id) == "no":
                    others &= ~self.knowledge.masks[other.id].yes
            else:
                if said.get(about.id) == "yes" or self._outweighs(about, others, of):
                    return about.called
        return ""

    def _outweighs(self, about: Property, others: int, of: Weighed) -> bool:
        """True if nearly all of the belief that a pronoun may stand for has its property."""
        having = of.within(self.knowledge.masks[about.id].yes)
        return having * 100 >= CALLED * (having + of.within(others))

    def is_past(self, past: Past) -> bool:
        """True if nearly all of the belief are dead, so that the genie speaks of them in the past."""
        of = self.guesser.weighed(past)
        properties = self.knowledge.properties
        known, gone = self.known(past, of), _marked(self.knowledge).gone
        lives = (properties[name] for name, no in _said(past).items() if no == "no" and name in properties)
        if any(f"-{fact}" in about.implies for about in lives for fact in gone):
            return True
        facts = (condition(fact, self.knowledge) for fact in gone)
        return any(_is_held(fact, known, of) for fact in facts) if of.total else False

    def knowing(self, meaning: Meaning, past: Past) -> tuple[str, ...]:
        """The wording of a question that takes earlier answers into account; empty: the usual wording."""
        about = self._property(meaning)
        if about is None or not about.knowing:
            return ()
        known, said = self.known(past, self.guesser.weighed(past)), _said(past)
        told = (
            fact
            for fact, _ in about.knowing
            if _follows(fact, known) or said.get(signed(fact)[0]) == signed(fact)[1]
        )
        first = next(told, None)
        return () if first is None else (dict(about.knowing)[first],)

    def doubted(self, past: Past) -> int:
        """The number of the plain yes or no that most of the belief contradicts, from 1; 0: there is none."""
        of = weighed(self.guesser.held(past))
        if len(past) < SETTLED or not of.total:
            return 0
        against = {
            number: of.within(self._against_answer(taken.meaning, yes=taken.answer == "yes"))
            for number, taken in enumerate(past, 1)
            if taken.meaning is not None and taken.answer in ("yes", "no")
        }
        most = max(against, key=lambda number: against[number], default=0)
        return most if most and against[most] >= DOUBTED * of.total else 0

    def _named(self, past: Past, minded: Past) -> list[int]:
        """The likeliest entities; if possible, only those that no clear answer excludes."""
        kept = self._not_excluded(past, self.guesser.likeliest(minded, LIKELIEST))
        likely = self.guesser.ranked(minded, LIKELIEST, kept)
        refused = {
            self._last_word(number)
            for taken in past
            if isinstance(taken.meaning, Named)
            for number in taken.meaning.numbers
        }
        as_likely = [one for one in likely if one[1] * SIMILAR >= likely[0][1]]
        likely = [one for one in as_likely if self._last_word(one[0]) not in refused] or likely
        likely = [
            one for one in likely if one[1] * FAMED >= likely[0][1] and self._is_famed(one[0])
        ] or likely
        return [number for number, weight in likely if weight == likely[0][1]]

    def _not_excluded(self, past: Past, kept: int) -> int:
        """The entities that the fewest sure answers exclude; of these, those that the fewest clear answers exclude."""
        for counts in (self._is_sure, self._is_clear):
            kept = in_fewest(self._contradicted(past, counts), kept)
        return kept

    def _is_famed(self, number: int) -> bool:
        """True if most people think of the entity easily."""
        return self.knowledge.entities[number].difficulty == DIFFICULTIES[0]

    def _last_word(self, number: int) -> str:
        """The last word of a name: `scooter` for a motor scooter."""
        return fold(self.knowledge.entities[number].name).split()[-1]

    def _against(self, past: Past) -> int:
        """The set of entities that a plain yes or no contradicts."""
        return reduce(or_, self._contradicted(past), 0)

    def _contradicted(self, past: Past, counts: Callable[[Is], bool] = lambda _: True) -> list[int]:
        """The set of entities that each plain yes or no contradicts. `counts`: which questions count."""
        found = []
        for taken in past:
            meaning = taken.meaning
            if isinstance(meaning, Is) and taken.answer in ("yes", "no") and counts(meaning):
                sets = masks(meaning, self.knowledge)
                found.append(sets.no if taken.answer == "yes" else sets.yes)
        return found

    def _is_sure(self, meaning: Is) -> bool:
        """True if the answer to a question leaves nobody in doubt."""
        about = self._property(meaning)
        return about is not None and about.sure

    def _is_clear(self, meaning: Is) -> bool:
        """True if a plain answer to a question excludes the entities that it contradicts."""
        about = self._property(meaning)
        return about is not None and (about.clear or about.sure or bool(about.settles))

    def worths(self, past: Past, of: Weighed, sure: Weighed | None = None) -> list[Worth]:
        """The questions that a person might ask now, each with its worth.

        `sure`: the belief by all answers, if `of` ignores some of them; questions whose answers it knows
        aren't asked.

        If all suitable questions tell little while many entities are left, a question may fit less of the
        belief. If no suitable question is left, any open question may be asked.
        """
        sure, least = sure or of, CERTAIN if self._few(of) else UNEVEN
        found = self._worths(past, of, sure, HELD[0], (least,))
        if _most(found) * RELIEF < MOST_GAIN * 100:  # a question that fits less may tell much more
            both = (least, 0)
            found = self._worths(past, of, sure, HELD[-1], both) or self._worths(past, of, sure, 0, both)
        return found if past else self._first(found)

    def _worths(self, past: Past, of: Weighed, sure: Weighed, fit: int, shares: Sequence[int]) -> list[Worth]:
        """The worths of questions that fit `fit` percent of the belief.

        `shares`: the least shares of yes and of the other answers; a later one counts if no question has an
        earlier one.
        """
        fits = self._open(past, sure, fit)
        believed = tuple(taken for taken in past if not self._is_doubtful(taken, sure))
        branch = self.guesser.branch(past).entities
        trimmed = of.trimmed(SHARP if self._few(of) else TRIM)
        even: list[Worth] = []
        for least in shares:
            even = even or without_foregone(weigh(trimmed, fits, least), believed, branch, self.knowledge)
        liked = [self._liked(worth) for worth in even if worth.gain > 0]
        found: list[Worth] = []
        for held in (*HELD, 0):
            more = [worth for worth in liked if fits[worth.of] >= held]
            if not found or _most(more) * 100 > RELIEF * _most(found):
                found = more
        return found

    def _first(self, found: list[Worth]) -> list[Worth]:
        """The questions with which a game may begin, all worth the same; all questions if there is none."""
        first = [worth for worth in found if (about := worth.of.about) is not None and about.first]
        return [Worth(worth.of, BIT, worth.yes) for worth in first] or found

    def _few(self, of: Weighed) -> bool:
        """True if few entities are left."""
        return of.near(NEAR).bit_count() <= FEW

    def _open(self, past: Past, of: Weighed, least: int) -> dict[Candidate, int]:
        """The open questions that fit `least` percent of the belief, each with the percentage it fits."""
        known = self.known(past, of)
        names = {taken.meaning.question for taken in past if isinstance(taken.meaning, Is)}
        over = {other for name in names for other in _near(self.knowledge).get(name, ())}
        over.update(meaning.question for meaning in asked(past) if isinstance(meaning, Is))
        over.update(known.properties)
        told = {(name, answer == "yes") for name, answer in _said(past).items()}
        share = cache(lambda about: _share(about, known, of, least))
        is_held = cache(lambda about: not told.isdisjoint(about.alternatives) or _is_held(about, known, of))
        found = [
            (one.place, one.of, fits)
            for questions, fits in question_tree(self.knowledge, begins=not past).fitting(
                least, share, is_held
            )
            for one in questions
            if one.question not in over and (one.is_property or not known.knows(one.question))
        ]
        return {one: fits for _, one, fits in sorted(found, key=itemgetter(0))}

    def _is_doubtful(self, taken: AnsweredQuestion, of: Weighed) -> bool:
        """True if much of the belief contradicts a yes or a no."""
        if taken.meaning is None or taken.answer not in ("yes", "no"):
            return False
        return of.has(self._against_answer(taken.meaning, yes=taken.answer == "yes"), DOUBTFUL)

    def _bigger(self, past: Past, worths: list[Worth]) -> list[Worth]:
        """The questions of the highest rank that tell enough; ranks: kind, use, big, anything not fine."""
        most = _most(worths)
        fresh = {
            taken.meaning.question
            for taken in past[-FRESH:]
            if isinstance(taken.meaning, Is)
            and taken.answer in _YES
            and is_topic(self._property(taken.meaning))
        }
        first: list[Worth] = []
        sure: list[Worth] = []
        kind: list[Worth] = []
        use: list[Worth] = []
        big: list[Worth] = []
        middle: list[Worth] = []
        for worth in worths:
            about = worth.of.about
            if about is None:
                middle.append(worth)
            elif about.first:
                first.append(worth)
            elif about.sure or about.kind or (about.use and _rests_on(about, fresh)):
                (sure if about.sure else kind).append(worth)
            elif about.use:
                use.append(worth)
            elif not about.fine:
                (big if about.opens or _rests_on(about, fresh) else middle).append(worth)
        late = len(past) >= EARLY
        sure += first
        kind += sure
        use += kind
        big += use
        middle += big
        ranks = (first, sure, kind, use, big, middle)
        for rank, percents in zip(ranks, (FIRST, SURE_KIND, KIND, USE, BIG, BIGGER), strict=True):
            if any(worth.gain * 100 >= percents[late] * most for worth in rank):
                return rank
        return worths

    def _property(self, meaning: Meaning | None) -> Property | None:
        """The property that a question asks about; None if it asks about something else."""
        return self.knowledge.properties.get(meaning.question) if isinstance(meaning, Is) else None

    def _known(self, past: Past, of: Weighed) -> Inference:
        """All facts that follow from the answers that were a yes or a no, even a hesitant one.

        An answer that leaves nobody in doubt counts as it was given, except a no to a question with which a
        game may begin. Any other answer is left out if much of the belief contradicts it, and reversed if
        nearly all of it does.
        """
        known, settled = Inference(self.knowledge), self.guesser.branch(past).settled
        for turn, taken in enumerate(past, 1):
            if taken.meaning is not None and taken.answer in (*_YES, *_NO):
                yes = taken.answer in _YES
                against = self._against_answer(taken.meaning, yes=yes)
                about = self._property(taken.meaning)
                sure = about is not None and about.sure
                opening = about is not None and sure and not yes and about.first
                least = TURNED if opening else DOUBTFUL
                held = taken.again or turn in settled or (sure and not opening) or not of.has(against, least)
                if held or of.has(against, TURNED):
                    known.learn(taken.meaning, turn, yes=yes is held)
        return known

    def _against_answer(self, meaning: Meaning, *, yes: bool) -> int:
        """The set of entities that contradict an answer."""
        sets = masks(meaning, self.knowledge)
        return sets.no if yes else sets.yes

    def _liked(self, worth: Worth) -> Worth:
        """A question with its worth as a person would see it."""
        about = worth.of.about
        keeps = AMOUNT if about is None else VAGUE if about.vague else 100
        return Worth(worth.of, worth.gain * keeps // 100, worth.yes)


def _share(about: Condition, known: Inference, of: Weighed, least: int) -> int:
    """The percentage of the belief that has a fact of an `after`; it may be 0 if it is lower than `least`.

    It is 100 if the fact was told, and -1 if the answers rule it out. A topic, such as music, needs a lower
    percentage than a kind of thing to count as much.
    """
    follows = about.follows(known)
    if follows is not None:
        return 100 if follows else -1
    if about.topical:
        return of.percent(about.having, least * TOPICAL // HELD[0]) * HELD[0] // TOPICAL
    return of.percent(about.having, least)


def _is_held(about: Condition, known: Inference, of: Weighed) -> bool:
    """True if a fact follows from the answers, or if nearly all of the belief has it."""
    return about.follows(known) is True or of.has(about.having, BARRED)


def _most(worths: list[Worth]) -> int:
    """The worth of the best question."""
    return max((worth.gain for worth in worths), default=0)


def _rests_on(about: Property, facts: AbstractSet[str]) -> bool:
    """True if the `after` of a property contains one of some facts."""
    return any(not facts.isdisjoint(fact.split("|")) for fact in about.after.split())


class _Marked(NamedTuple):
    """The properties of a table that decide how the genie speaks."""

    called: Sequence[Property]
    """Those that have a pronoun."""
    gone: Sequence[str]
    """Those of people of whom it speaks in the past."""


@lru_cache(maxsize=8)
def _marked(knowledge: Knowledge) -> _Marked:
    properties = knowledge.properties.values()
    return _Marked(
        [about for about in properties if about.called], [about.id for about in properties if about.past]
    )


@lru_cache(maxsize=8)
def _near(knowledge: Knowledge) -> Mapping[str, frozenset[str]]:
    """Maps a question to the questions that ask nearly the same."""
    out: dict[str, frozenset[str]] = {}
    for about in knowledge.properties.values():
        for other in about.near.split():
            out[about.id] = out.get(about.id, frozenset()) | {other}
            out[other] = out.get(other, frozenset()) | {about.id}
    return out


def _said(past: Past) -> dict[str, Answer]:
    """Maps properties to the answers that were a yes or a no, even a hesitant one.

    These answers count even if the genie doubts them, because players remember what they said: once the thing
    is a place, the genie doesn't ask whether it is a liquid.
    """
    return {
        taken.meaning.question: "yes" if taken.answer in _YES else "no"
        for taken in past
        if isinstance(taken.meaning, Is) and taken.answer in (*_YES, *_NO)
    }


def _follows(fact: str, known: Inference) -> bool:
    """True if a fact, such as `person` or `-real`, follows from the answers."""
    name, wanted = signed(fact)
    return known.says(name) is (wanted == "yes")
