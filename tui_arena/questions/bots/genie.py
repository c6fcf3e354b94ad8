"""The genie: which question it asks a person next, and when it names what it thinks of.

It asks what a person would ask. The laws, all of which read the tables:

- A question is asked only of what it fits: each fact of its `after` was told, or `HELD` of the belief has it.
  No `Is it sour?` before it is known to be food, no teeth of a person.
- What follows from an answer is never asked, nor, while many are left, what the belief all but knows
  (`UNEVEN`), nor a question `near` one that was asked.
- The first question is one of those marked `first`, by chance.
- What a game may begin with comes first as long as it tells something (`FIRST`), then the kind of thing
  (`sure` or `kind`, `SURE_KIND` and `KIND`), then what it is for or does (`use`, `USE`), then what is big (`opens`,
  `BIG`). Those marked `fine`, such as colour and shape, come only if nothing bigger tells enough (`BIGGER`). Later a
  question needs to tell nearly as much as the best to come first, but less if it is about what something is for.
- After a yes its children come next: the questions that have it in their `after` count as big (`FRESH`), and those
  about a use as the kind: an instrument is asked at once whether it has strings.
- When few are left, only they count: what tells them apart is asked.

Answers are weighed, none of them rules anything out. It names a thing when few are left that fit well, or in
the last turns.

Levels differ in how well they choose: `hard` takes about the best question, the others any good enough one, and
at Twenty Questions they leave aside some of the answers (`lapses`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random

from tui_arena.core.text import fold
from tui_arena.questions.bots import question_choice
from tui_arena.questions.bots.belief import DIFFICULTIES, Weighed
from tui_arena.questions.bots.dialogue_history import Past, asked
from tui_arena.questions.bots.guesser import NEAR, NextQuestion, QuestionGuesser
from tui_arena.questions.bots.question_choice import BIT, PARTS, Candidate, Worth
from tui_arena.questions.inference import Inference
from tui_arena.questions.meaning import Is, Meaning, Named, masks
from tui_arena.questions.table import Answer, Knowledge, Property, Scale, signed

_YES, _NO = ("yes", "probably yes"), ("no", "probably no")

AS_GOOD: Mapping[str, int] = {"easy": 45, "medium": 70, "hard": 97}
"""By level, the percentage of the best worth that is good enough for a question."""
HELD = (88, 55, 35)
"""The percentage of the belief that a question must fit; the lower ones count for what tells much more."""
TOPICAL = 50
"""The percentage of the belief that must have a fact about a topic, such as music, instead of `HELD`."""
EARLY = 8
"""In so many first questions a person's order counts most."""
FIRST, SURE_KIND, KIND, USE, BIG, BIGGER = (20, 80), (45, 80), (70, 80), (90, 75), (82, 90), (60, 90)
"""The percentages of the best worth, early and later, that a question needs to be asked before all others if a game
may begin with it, if it is about the kind of thing and nobody is in doubt about it, if it is about the kind at all,
if it is about what something is for, if it is big, and if it is any other but a fine one."""
FRESH = 2
"""In so many turns after a yes, its children count as big."""
CALLED = 70
"""The percentage of the belief that must be men, or women, for it to say he or she."""
AMOUNT = 75
"""The percentage of its worth that a question about an amount has."""
UNEVEN = PARTS * 7 // 100
"""A question whose answer is known but for this share is not asked while many are left."""
CERTAIN = PARTS // 40
"""The same for a question when few are left."""
SIMILAR = 2
"""What is at least so many times as unlikely is named rather than what is called nearly as a wrong guess."""
TAUGHT, APART = (4, 3, 1), 2
"""How much a question at the end counts if it is about what something is for, about anything bigger than what is
fine, or about what is fine; and how many times as much if it is true of the last wrong guess."""
FAMED = 1.5
"""What everybody knows is named before what is at most so many times as likely and which fewer know."""
BARRED = 80
"""The percentage of the belief that must have a fact of its `unless` for a question not to be asked."""
RELIEF = 200
"""The percentage of the best worth of what fits that a question needs which fits less of the belief."""
FEW = 8
"""With so many left at most, only they count for what a question tells."""
SHARP = 25
"""Then the least likely are left out, up to one part in so many of the belief."""
HANDFUL = 5
"""The most that may be left when it names one before the last turns."""
SURE: Mapping[str, float] = {"easy": 0.6, "medium": 0.7, "hard": 0.75}
"""By level, the share of belief that one needs to be named before the last turns."""
HUNCH = (0.4, 0.6)
"""The share of belief that one needs at least for that, and that one which a plain answer speaks against."""
LAST_TURNS = 3
"""In so many last turns it may name one with more left."""
ALIKE_TURNS = 9
"""In so many first turns one needs the greater share, as so early many others are much like it."""
HOPE = 0.3
"""The share of belief that one needs to be named in the last turns but the very last."""
BACK = 3
"""When at least so many times as many fit as it said last, it says so; a smaller up is no news."""
SETTLED = 6
"""From so many answers on it may doubt one of them."""
DOUBTED = 0.5
"""The share of belief that must speak against an answer for it to be doubted."""
DOUBTFUL, TURNED = 30, 70
"""The percentages of the belief that must speak against an answer for nothing to follow from it, and for the
opposite to follow."""


@dataclass(frozen=True, slots=True)
class QuestionChooser:
    """What the bots of Akinator and Twenty Questions ask and name, by what a guesser believes."""

    guesser: QuestionGuesser
    lapses: Mapping[str, float] = field(default_factory=dict)
    """By level, the chance that an answer is left aside when it thinks of what is likely; never what follows from it.

    Nothing is asked that was answered, nor named that a plain answer speaks against.
    """

    @property
    def knowledge(self) -> Knowledge:
        """What it knows."""
        return self.guesser.knowledge

    def choice(self, past: Past, left: int, level: str, rng: Random) -> NextQuestion | None:
        """What to ask next; None if nothing is left to ask.

        `left`: the number of questions left, including this one.
        """
        minded = self._minded(past, level, rng)
        of = self.guesser.weighed(minded)
        if not of.total or not self.knowledge.questions:
            return self.guesser.choice(past, left, rng)
        best = self.guesser.ranked(minded, 1)[0]
        share = best[1] / of.total
        worths = self.worths(past, of, self.guesser.weighed(past)) if left > 1 else []
        handful = of.near(NEAR).bit_count() <= HANDFUL
        unlikely = len(past) < ALIKE_TURNS or self._against(past) >> best[0] & 1
        least = HUNCH[unlikely]
        pays = share >= least and question_choice.pays(of, best[1], _most(worths))
        named = (handful and (pays or share >= SURE[level])) or (left <= LAST_TURNS and share >= HOPE)
        if not worths or named:
            return NextQuestion(number=self._named(past, minded, rng))
        bigger = self._bigger(past, worths)
        enough = _most(bigger) * AS_GOOD[level] // 100
        return NextQuestion(rng.choice([worth for worth in bigger if worth.gain >= enough]).of.meaning)

    def _minded(self, past: Past, level: str, rng: Random) -> Past:
        """The past as a level minds it; wrong guesses always count."""
        lapse = self.lapses.get(level, 0)
        return (
            tuple(replace(taken, told=None) if rng.random() < lapse else taken for taken in past)
            if lapse
            else past
        )

    def best(self, past: Past) -> Meaning | None:
        """The question that would tell most of a thing, as at the end or for a coach; None: none would tell anything.

        It is never about an amount. What the thing is for counts for more than what it is like, and so does what
        is true of the last wrong guess, as it may tell the two apart.
        """
        of = self.guesser.weighed(past)
        worths = self.worths(past, of) if of.total else []
        plain = [
            one for one in worths if isinstance(one.of.meaning, Is) and ">" not in one.of.meaning.question
        ]
        wrong = [taken.meaning.numbers[0] for taken in past if isinstance(taken.meaning, Named)]
        return max(plain, key=lambda one: self._taught(one, wrong[-1:])).of.meaning if plain else None

    def _taught(self, worth: Worth, wrong: Sequence[int]) -> int:
        """The worth of a question about a thing that was not found; `wrong`: the last thing it was taken for."""
        about = self._property(worth)
        if about is None:
            return worth.gain
        of = TAUGHT[2] if about.fine else TAUGHT[0] if about.use else TAUGHT[1]
        apart = any(self.knowledge.answer(number, about.id) == "yes" for number in wrong)
        return worth.gain * of * (APART if apart else 1)

    def left(self, past: Past) -> int:
        """How many it says are left."""
        return self.counted(past)[-1]

    def counted(self, past: Past) -> list[int]:
        """How many it says are left, before the first answer and after each; small ups nobody would understand.

        It goes up only after an answer that brings many back, never after a wrong guess.
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
        """The pronoun for the one that it asks about, if nearly all it has in mind are men, or women; or empty."""
        of = self.guesser.weighed(past)
        known = self._known(past, of)
        return next(
            (
                about.called
                for about in self.knowledge.properties.values()
                if about.called and of.total and self._share(about.id, known, of) >= CALLED
            ),
            "",
        )

    def is_past(self, past: Past) -> bool:
        """Whether nearly all it has in mind are dead, so that it speaks of them in the past."""
        of = self.guesser.weighed(past)
        known = self._known(past, of)
        gone = [about.id for about in self.knowledge.properties.values() if about.past]
        return any(self._is_held(fact, known, of) for fact in gone) if of.total else False

    def knowing(self, meaning: Meaning, past: Past) -> tuple[str, ...]:
        """The wording of a question that minds what was told; none if it is asked as always."""
        about = self.knowledge.properties.get(meaning.question) if isinstance(meaning, Is) else None
        if about is None or not about.knowing:
            return ()
        known, said = self._known(past, self.guesser.weighed(past)), _said(past)
        told = (
            fact
            for fact, _ in about.knowing
            if _is_told(fact, known) or said.get(signed(fact)[0]) == signed(fact)[1]
        )
        first = next(told, None)
        return () if first is None else (dict(about.knowing)[first],)

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

    def _named(self, past: Past, minded: Past, rng: Random) -> int:
        """One of those that are likeliest; if it can be, one that no sure answer speaks against."""
        ranked, against = self.guesser.ranked(minded), self._against(past, surely=True)
        near = [(number, weight) for number, weight in ranked if weight * NEAR >= ranked[0][1]]
        likely = [(number, weight) for number, weight in near if not against >> number & 1] or ranked
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
        return rng.choice([number for number, weight in likely if weight == likely[0][1]])

    def _is_famed(self, number: int) -> bool:
        """Whether most people think of it easily."""
        return self.knowledge.entities[number].difficulty == DIFFICULTIES[0]

    def _last_word(self, number: int) -> str:
        """The word that a name ends in: `scooter` for a motor scooter."""
        return fold(self.knowledge.entities[number].name).split()[-1]

    def _against(self, past: Past, *, surely: bool = False) -> int:
        """The set of those that a plain yes or no speaks against.

        `surely`: only to questions about which nobody is in doubt.
        """
        found = 0
        for taken in past:
            meaning = taken.meaning
            if not isinstance(meaning, Is) or taken.told not in ("yes", "no"):
                continue
            if not surely or self._is_sure(meaning):
                sets = masks(meaning, self.knowledge)
                found |= sets.no if taken.told == "yes" else sets.yes
        return found

    def _is_sure(self, meaning: Is) -> bool:
        """Whether it is a question about whose answer nobody is in doubt."""
        return ">" not in meaning.question and self.knowledge.properties[meaning.question].sure

    def worths(self, past: Past, of: Weighed, sure: Weighed | None = None) -> list[Worth]:
        """The questions that a person might ask now, each with its worth.

        `sure`: what it believes by all answers, if it leaves some aside; what is known by them isn't asked.

        While all that fits tells little and many are left, less of the belief needs to fit; where nothing is left
        that fits, whatever is open may be asked.
        """
        sure = sure or of
        return self._worths(past, of, self._open(past, sure)) or self._worths(
            past, of, self._open(past, sure, least=0)
        )

    def _worths(self, past: Past, of: Weighed, fits: Mapping[Candidate, int]) -> list[Worth]:
        """The worths of questions, each with the percentage of the belief that it fits."""
        few = self._few(of)
        weighed = question_choice.weigh(of.trimmed(SHARP if few else question_choice.TRIM), fits)
        least = CERTAIN if few else UNEVEN
        even = [worth for worth in weighed if least <= worth.yes <= PARTS - least] or weighed
        liked = [self._liked(worth) for worth in even if worth.gain > 0]
        found: list[Worth] = []
        for held in (*HELD, 0):
            more = [worth for worth in liked if fits[worth.of] >= held]
            if not found or _most(more) * 100 > RELIEF * _most(found):
                found = more
        return self._first(found) if not past else found

    def _first(self, found: list[Worth]) -> list[Worth]:
        """Those that a game may begin with, all worth the same; if there is none, all."""
        first = [worth for worth in found if (about := self._property(worth)) is not None and about.first]
        return [Worth(worth.of, BIT, worth.yes) for worth in first] or found

    def _few(self, of: Weighed) -> bool:
        """Whether few are left."""
        return of.near(NEAR).bit_count() <= FEW

    def _open(self, past: Past, of: Weighed, least: int = HELD[-1]) -> dict[Candidate, int]:
        """The questions that are open and fit `least` percent of the belief, each with what it fits at least."""
        known, used = self._known(past, of), asked(past)
        names = {taken.meaning.question for taken in past if isinstance(taken.meaning, Is)}
        near = {other for name in names for other in _near(self.knowledge).get(name, ())}
        shares: dict[str, int] = {}
        held: dict[str, bool] = {}
        said = _said(past)
        out = {}
        for one in self.guesser.pool:
            if not isinstance(one.meaning, Is) or one.meaning in used or one.meaning.question in near:
                continue
            about = self._about(one.meaning)
            facts = about.after.split()
            if not past and isinstance(about, Property) and about.first:
                facts = []
            for fact in facts:
                if fact not in shares:
                    shares[fact] = self._share(fact, known, of)
            fits = min((shares[fact] for fact in facts), default=100)
            if fits < least or known.of(one.meaning) is not None:
                continue
            for fact in about.unless.split():
                if fact not in held:
                    name, wanted = signed(fact)
                    held[fact] = said.get(name) == wanted or self._is_held(fact, known, of)
            if not any(held[fact] for fact in about.unless.split()):
                out[one] = fits
        return out

    def _is_held(self, fact: str, known: Inference, of: Weighed) -> bool:
        """Whether a fact was told or nearly all of the belief has it."""
        if _is_told(fact, known):
            return True
        name, wanted = signed(fact)
        having = masks(Is(name), self.knowledge).of(wanted)
        return (
            sum(weight * (bits & having).bit_count() for weight, bits in of.levels) * 100 >= BARRED * of.total
        )

    def _share(self, fact: str, known: Inference, of: Weighed) -> int:
        """The percentage of the belief that has a fact of an `after`; 100 if it was told.

        `|`: one of several. A topic, such as music, needs less than a kind of thing to count as much.
        """
        parts = fact.split("|")
        if any(_is_told(part, known) for part in parts):
            return 100
        having = 0
        for name, wanted in map(signed, parts):
            having |= masks(Is(name), self.knowledge).of(wanted)
        share = sum(weight * (bits & having).bit_count() for weight, bits in of.levels) * 100 // of.total
        topical = all(self._is_topic(Is(signed(part)[0])) for part in parts)
        return share * HELD[0] // TOPICAL if topical else share

    def _bigger(self, past: Past, worths: list[Worth]) -> list[Worth]:
        """Of the questions, those of the highest rank that tell enough: the kind, the use, what is big, not fine."""
        most = _most(worths)
        fresh = {
            taken.meaning.question
            for taken in past[-FRESH:]
            if isinstance(taken.meaning, Is) and taken.told in _YES and self._is_topic(taken.meaning)
        }
        first: list[Worth] = []
        sure: list[Worth] = []
        kind: list[Worth] = []
        use: list[Worth] = []
        big: list[Worth] = []
        middle: list[Worth] = []
        for worth in worths:
            about = self._property(worth)
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

    def _is_topic(self, meaning: Is) -> bool:
        """Whether a question is about a topic, such as music or sport, and not about the kind of thing it is."""
        about = self.knowledge.properties.get(meaning.question)
        return about is not None and not (about.sure or about.first)

    def _property(self, worth: Worth) -> Property | None:
        """The property that a question asks about; None if it asks about an amount."""
        meaning = worth.of.meaning
        return self.knowledge.properties.get(meaning.question) if isinstance(meaning, Is) else None

    def _about(self, meaning: Is) -> Property | Scale:
        """What a question asks about."""
        scale, amount, _ = meaning.question.partition(">")
        return self.knowledge.scales[scale] if amount else self.knowledge.properties[scale]

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

    def _liked(self, worth: Worth) -> Worth:
        """A question with its worth as a person would see it."""
        amount = self._property(worth) is None
        return Worth(worth.of, worth.gain * AMOUNT // 100, worth.yes) if amount else worth


def _most(worths: list[Worth]) -> int:
    """The worth of the best question."""
    return max((worth.gain for worth in worths), default=0)


def _rests_on(about: Property, facts: AbstractSet[str]) -> bool:
    """Whether one of some facts is in the `after` of a property."""
    return any(not facts.isdisjoint(fact.split("|")) for fact in about.after.split())


@lru_cache(maxsize=8)
def _near(knowledge: Knowledge) -> Mapping[str, frozenset[str]]:
    """By question, those that ask nearly the same."""
    out: dict[str, frozenset[str]] = {}
    for about in knowledge.properties.values():
        for other in about.near.split():
            out[about.id] = out.get(about.id, frozenset()) | {other}
            out[other] = out.get(other, frozenset()) | {about.id}
    return out


def _said(past: Past) -> dict[str, Answer]:
    """The answers that were a yes or a no, even a hesitant one, by property.

    Whatever it thinks of an answer, who gave it has heard themselves say so: a liquid is not asked of a place.
    """
    return {
        taken.meaning.question: "yes" if taken.told in _YES else "no"
        for taken in past
        if isinstance(taken.meaning, Is) and taken.told in (*_YES, *_NO)
    }


def _is_told(fact: str, known: Inference) -> bool:
    """Whether a fact, such as `person` or `-real`, follows from the answers."""
    name, wanted = signed(fact)
    before = known.of(Is(name))
    return before is not None and before.yes is (wanted == "yes")
