"""The bots that the question games share: they set, judge and guess by a deck, and answer the probes.

For a deck without a table, only the names are known.

As a coach, a bot comments on the questions of a session that is over: one sentence for each remarkable
question, in order, then one about all of them. It judges each question by what the guesser knew at that time,
and assumes that no answer is wrong. A hint names no entity and uses only what the guesser knows.

`turning_points` finds the answers that decided a game that is over.

Law: every reply depends only on the view, the random generator and the deck that the bot was made with. The
guesser uses nothing but the dialogue. The bot caches only what it can compute again.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Ask, Belief, Bot, Deck, Doubt, Fault, View
from tui_arena.core.highlights import HostSentence
from tui_arena.core.language.sentences import listed
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.core.text import fold, one_line
from tui_arena.questions.belief import AnsweredQuestion, Inference, Past, asked
from tui_arena.questions.genie import QuestionChooser
from tui_arena.questions.guesser import BIT, NEAR, NextQuestion, QuestionGuesser, candidate, weigh
from tui_arena.questions.judge import judged, number_of
from tui_arena.questions.meaning import Meaning, masks, truth
from tui_arena.questions.phrasing import in_the_past, named, spoken, worded, wordings
from tui_arena.questions.reading.understanding import act_of, asks_the_same, understand
from tui_arena.questions.table import Answer, Entity, GivenAnswer, Knowledge


def knowledge_of(deck: Deck) -> Knowledge:
    """The knowledge about a deck's entities."""
    known: Knowledge | None = deck.knowledge
    if known is not None:
        return known
    return Knowledge(deck.name, tuple(Entity(str(i["entity"]), tuple(i["aliases"])) for i in deck.items))


def refused(view: View, ask: str) -> tuple[str, ...]:
    """The refused replies of a view's seat to an ask."""
    return tuple(line.text for line in view.talk if line.ask == ask and line.fault and line.seat == view.seat)


class QuestionBot(Bot):
    """Sets, judges and asks at the levels `easy`, `medium` and `hard`; a game adds its forms of replies."""

    sought: ClassVar[str]
    """The ask for the entity sought, and the name of the fact in a view that contains it."""
    answers: ClassVar[Mapping[Answer, str]]
    """Maps each answer of the table to the game's word; without a word, the view's fact `between` is used."""
    lapses: ClassVar[Mapping[str, float]] = {}
    """The same as in `QuestionChooser`."""

    def __init__(self, deck: Deck, said: Mapping[str, Any]) -> None:
        """`deck`: the entities it draws from, and its only knowledge; `said`: its texts, by occasion."""
        self._deck = deck
        self.lines = said

    @cached_property
    def knowledge(self) -> Knowledge:
        return knowledge_of(self._deck)

    @cached_property
    def _genie(self) -> QuestionChooser:
        return self._new_genie()

    def _new_genie(self) -> QuestionChooser:
        return QuestionChooser(self._new_guesser(), self.lapses)

    @property
    def _guesser(self) -> QuestionGuesser:
        return self._genie.guesser

    def _new_guesser(self) -> QuestionGuesser:
        """The guesser whose choices this bot uses when it asks."""
        return QuestionGuesser(self.knowledge)

    def prepare(self) -> None:
        _ = self.knowledge.masks  # reads the entities

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; raises ValueError for an ask of another game."""
        match ask.name:
            case self.sought:
                return self._setting(level, rng, not_these=refused(view, self.sought))
            case "question":
                return self._question(view, level, rng)
            case "answer":
                return self._answer(view.facts, level, rng)
            case "candidates":
                return self._candidates(view.facts)
            case "coach":
                return self._coach(view.facts)
        raise ValueError(f"this game has no ask {ask.name!r}")

    def doubt(self, ask: Ask, view: View, level: str, rng: Random) -> Doubt | None:
        """The answer to a question that the table doesn't understand, or understands only half."""
        facts, names = view.facts, self._names(view.facts)
        if ask.name != "answer" or facts.get("is_guess") or not names:
            return None
        found = judged(str(facts["question"]), names, self.knowledge)
        act = act_of(str(facts["question"]), self.knowledge)
        if (
            act is not None
            or found.why in ("more", "over")
            or (found.clear and found.known and not found.half)
        ):
            return None
        number = number_of(names, self.knowledge)
        about = self.knowledge.entities[number].about if number is not None else ()
        words = (self.answers["yes"], self.answers["no"])
        slots = {
            "secret": " or ".join(names[:2]),
            "known": "; ".join(about[:FACTS]),
            "question": facts["question"],
            "words": listed(words, "or"),
        }
        form = ReplyForm({"answer": " | ".join(words)}, "alone", marks=("answer:",))

        def accepted(line: str) -> str:
            answer = fold(line).rstrip(".!")
            if answer not in words:
                raise Fault("format", f"say {listed(words, 'or')} and nothing else")
            return f"answer: {answer}"

        exam = [({**slots, "question": text}, self.answers[told]) for text, told in self._exam(number)]
        return Doubt("answer", slots, form, accepted, exam=exam)

    def _exam(self, number: int | None) -> Sequence[tuple[str, Answer]]:
        """Questions about an entity that the table answers, half of them with yes, each with its answer."""
        if number is None:
            return ()
        knowledge, rng = self.knowledge, Random(self.knowledge.entities[number].name)
        asked = rng.sample(list(knowledge.questions.values()), len(knowledge.questions))
        by = {
            told: [q for q in asked if knowledge.answer(number, q.id) == told][:EXAM]
            for told in ("yes", "no")
        }
        sure: Sequence[Answer] = ("yes", "no")
        return [
            (q.text, told)
            for pair in zip(*by.values(), strict=False)
            for q, told in zip(pair, sure, strict=True)
        ]

    def hint(self, ask: Ask, view: View) -> str | None:
        """For a guesser, the hard bot's next question; for a judge, the table's answer; otherwise None."""
        facts = view.facts
        if ask.name == "question":
            return guessers_hint(self._guesser, self._past(facts), int(facts["turns_left"]), self.lines)
        names = self._names(facts)
        if ask.name != "answer" or facts.get("is_guess") or not names:
            return None
        found = judged(str(facts["question"]), names, self.knowledge)
        return self._table_says(found.answer) if found.known else None

    def objection(self, ask: Ask, view: View, asker: View) -> str:
        """A request for one question that yes or no can answer, that is understood, and that is new."""
        facts = view.facts
        if ask.name != "answer" or facts.get("is_guess"):
            return ""
        question, names = str(facts["question"]), self._names(facts)
        act = act_of(question, self.knowledge)
        if act is not None:
            return str(self.lines[f"free_{act}"])
        for n, turn in enumerate(asker.facts["turns"], 1):
            if asks_the_same(question, str(turn["question"]), self.knowledge):
                return str(self.lines["free_again"].format(answer=turn["answer"], n=n))
        clear = not names or judged(question, names, self.knowledge).clear
        return "" if clear else str(self.lines["free_unclear"])

    def belief(self, view: View) -> Belief | None:
        """The likely entities, given the dialogue in a view, and the number that the bot says are left."""
        past = self._past(view.facts)
        return replace(self._guesser.belief(past), left=self._genie.left(past))

    def forget(self) -> None:
        """Clear the caches; the answers stay the same."""
        self._genie = self._new_genie()

    # setter and judge

    def _setting(self, level: str, rng: Random, not_these: Collection[str]) -> str:
        """An entity for others to find, as `name | alias`, of the level's difficulty if possible.

        `not_these`: entities that were refused; one of them is chosen only if there is no other.
        """
        dealt = [item for item in self._deck.items if item.get("dealt", True)] or list(self._deck.items)
        items = [item for item in dealt if _given(item) not in not_these] or dealt
        return _given(rng.choice([item for item in items if item["difficulty"] == level] or items))

    def _names(self, facts: Mapping[str, Any]) -> tuple[str, ...]:
        """The names in a view: the name, then its aliases, which are separated by commas there."""
        aliases = str(facts["aliases"]).split(", ")
        return tuple(part for part in (str(facts[self.sought]), *aliases) if part)

    def _answer(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        return self._judged(facts, self._names(facts))

    def _judged(self, facts: Mapping[str, Any], names: tuple[str, ...]) -> str:
        """The reading of the open question, and the answer of the entity with these names."""
        found = judged(str(facts["question"]), names, self.knowledge)
        answer = self.answers.get(found.answer) or str(facts["between"])
        why = self.lines[f"judge_{found.why}"].format(meaning=found.took) if found.why else ""
        return f"{why}\nanswer: {answer}" if why else answer

    def _table_says(self, answer: Answer) -> str:
        return str(self.lines["hint_answer"].format(answer=self.answers[answer]))

    # guesser

    def _past(self, facts: Mapping[str, Any]) -> Past:
        """The questions and answers of a view, as the table reads them."""
        raise NotImplementedError

    def _guess(self, name: str, facts: Mapping[str, Any], rng: Random) -> str:
        """The question that guesses a name, with an article if the name takes one."""
        raise NotImplementedError

    def _candidates(self, facts: Mapping[str, Any]) -> str:
        """The likeliest entities, in the form that the game's probe asks for."""
        raise NotImplementedError

    def _can_be_asked(self, text: str) -> bool:
        """True if the rules accept a question."""
        return True

    def _question(self, view: View, level: str, rng: Random) -> str:
        facts = view.facts
        past = self._past(facts)
        choice = self._choice(past, int(facts["turns_left"]), level, rng)
        nothing_left = text = str(self.lines["nothing_left"])
        if choice is not None and choice.number is not None:
            text = self._guess(
                named(self.knowledge.entities[choice.number], self.knowledge.english), facts, rng
            )
        elif choice is not None and choice.meaning is not None:
            if choice.meaning in asked(past):
                text = (
                    f"{rng.choice(self.lines['asked_again'])} {worded(choice.meaning, self.knowledge, None)}"
                )
            else:
                text = self._worded(choice.meaning, past, rng)
        in_vain = any(text in said for said in refused(view, "question"))
        return self._another(past, rng) or nothing_left if in_vain or not self._can_be_asked(text) else text

    def _choice(self, past: Past, left: int, level: str, rng: Random) -> NextQuestion | None:
        """The next move, as a person would choose it; None if nothing is left to ask."""
        return self._genie.choice(past, left, level, rng)

    def _worded(self, meaning: Meaning, past: Past, rng: Random) -> str:
        """A text for a question that fits earlier answers: with he or she if known, and `was` for the dead."""
        genie = self._genie
        pronoun = genie.called(past)
        texts = genie.knowing(meaning, past) or wordings(meaning, self.knowledge) or ("",)
        said = [spoken(text, pronoun) for text in texts] if pronoun else []
        if said and genie.is_past(past):
            said = [in_the_past(text) for text in said]
        read = [text for text in said if text in texts or self._read(text) == meaning]
        return rng.choice(read or texts)

    def _read(self, text: str) -> Meaning | None:
        """The meaning of a question with a pronoun, as the game's players understand it."""
        return understand(text, self.knowledge)

    def _another(self, past: Past, rng: Random) -> str:
        """A random question that hasn't been asked; empty if there is none."""
        used = asked(past)
        open_ = [c.meaning for c in self._guesser.pool if c.meaning not in used]
        return worded(rng.choice(open_), self.knowledge, rng) if open_ else ""

    def _coach(self, facts: Mapping[str, Any]) -> str:
        questions = [str(turn["question"]) for turn in facts["turns"]]
        if not questions:
            return NOTHING_ASKED
        return coached(self._guesser, self._past(facts), questions, self.lines)


EXAM = 3
"""The number of questions, for each answer, that test whether a model knows an entity."""
FACTS = 12
"""The number of phrases about an entity that a model is told."""


def _given(item: Mapping[str, Any]) -> str:
    return " | ".join([item["entity"], *item["aliases"]])


GOOD = 90
"""A question is praised if its gain is at least this percentage of the best gain."""
EARLY = 8
"""If more candidates than this are still likely, a guess is too early."""
QUOTED = 80
"""The maximum number of characters of a quoted question."""
MOST = 24
"""The maximum number of sentences about single questions."""


def coached(guesser: QuestionGuesser, past: Past, questions: Sequence[str], said: Mapping[str, Any]) -> str:
    """The coach's lines for the questions of a past; `questions` may end with an unanswered question.

    `said`: the coach's texts, by occasion.
    """
    lines: list[str] = []
    praised = 0
    gained = possible = 0
    for i, text in enumerate(questions[: len(past)]):
        before, step = past[:i], past[i]
        top = max(guesser.worths(before, trusting=True), key=lambda w: w.gain, default=None)
        best = top.gain if top else 0
        own = _gain(guesser, before, step)
        gained, possible = gained + min(own, max(best, own)), possible + max(best, own)
        about = _about(guesser, before, step, own, best)
        if about:
            left, share = guesser.weighed(before).near(NEAR).bit_count(), _percent(own, best)
            wording = said[f"coach_{about}"]
            if about == "good":
                wording = wording[praised % len(wording)]
                praised += 1
            line = wording.format(question=one_line(text, QUOTED), left=left, share=share)
            other = QuestionChooser(guesser).best(before, step.meaning) if about == "wasted" else None
            better = wordings(other, guesser.knowledge) if other is not None else ()
            lines.append(
                f"{i + 1}. {line}" + (said["coach_better"].format(question=better[0]) if better else "")
            )
    if not possible:
        return str(said["coach_nothing"])
    return "\n".join([*lines[:MOST], said["coach_all"].format(share=_percent(gained, possible))])


def _percent(part: int, whole: int) -> int:
    return round(100 * part / max(whole, part))


def _gain(guesser: QuestionGuesser, before: Past, step: AnsweredQuestion) -> int:
    """A question's expected information, in parts of a bit; 0 if it isn't understood or was asked before."""
    of = replace(guesser.weighed(before), wrong=0.0)
    if not of.total or step.meaning is None or step.meaning in asked(before):
        return 0
    one = candidate(step.meaning, masks(step.meaning, guesser.knowledge))
    return max((worth.gain for worth in weigh(of, [one])), default=0)


def _about(guesser: QuestionGuesser, before: Past, step: AnsweredQuestion, own: int, best: int) -> str:
    """The comment on a question, as a key without its `coach_`; empty if there is nothing to say."""
    if step.guesses:
        return "early" if guesser.weighed(before).near(NEAR).bit_count() > EARLY else ""
    if step.meaning is None:
        return "unclear"
    if own * 100 >= best * GOOD and best > BIT // 4:
        return "good"
    return "wasted" if _is_certain(guesser.knowledge, before, step) else ""


def _is_certain(knowledge: Knowledge, before: Past, step: AnsweredQuestion) -> bool:
    """True if the answer to a question followed from earlier answers, or had been given already."""
    known = Inference(knowledge)
    for turn, taken in enumerate(before, 1):
        if taken.meaning is not None and taken.answer in ("yes", "no"):
            known.learn(taken.meaning, turn, yes=taken.answer == "yes")
    return step.meaning in asked(before) or (step.meaning is not None and known.of(step.meaning) is not None)


def guessers_hint(guesser: QuestionGuesser, past: Past, left: int, said: Mapping[str, Any]) -> str:
    """Help for the next question; `left`: the number of questions left, including this one.

    `said`: the texts of hints, by occasion.
    """
    likely = guesser.belief(past).left
    choice = QuestionChooser(guesser).choice(past, left, "hard", Random(0)) if left > 1 and likely else None
    question = ""
    if left == 1:
        about = "last"
    elif not likely:
        about = "none"
    elif choice is None or choice.meaning is None:
        about = "one" if likely == 1 else "few"
    else:
        question = worded(choice.meaning, guesser.knowledge, None)
        about = "goes_on" if likely == 1 else "many" if past else "first"
    return str(said[f"hint_{about}"].format(n=likely, question=question))


# which answers decided a game
#
# The bot's number was shown next to the board during play, so this code counts in the same way. The secret's
# place is the number of entities that fit the answers at least as well, including the secret. A wrong answer
# misled if the secret would have been much nearer with the right answer.

FEWEST = 8
"""An answer that rules out fewer entities decides nothing."""
SHARP = 8
"""An answer decides a game only if it leaves at most one entity in `SHARP`."""
ASTRAY = 4
"""A wrong answer misled if it multiplied the entities that fit at least as well by this factor."""
NEAR_MISS = 5
"""A lost game was a near miss if the secret's place is this one or an earlier one."""
LUCKY = 8
"""If at least this many entities fitted as well, naming the right one was a leap."""


TURNED: Mapping[GivenAnswer, GivenAnswer] = {
    "yes": "no",
    "no": "yes",
    "probably yes": "no",
    "probably no": "yes",
}
"""Maps an answer to the fact that contradicts it."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The number of entities that were left for a bot before and after an answer."""

    at: int
    """The answer's index among the questions."""
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TurningPoints:
    """What decided a game, judged by the known facts about its secret."""

    name: str
    """The secret, with an article if its name takes one."""
    place: int
    """The secret's place at the end, from 1."""
    left: int
    """The number of entities that were left for a bot at the end."""
    split: Narrowing | None
    """The answer that ruled out most entities, but not the secret; None: no answer ruled out many."""
    misled: int | None
    """The index of the wrong answer that cost most; None: no wrong answer cost much."""

    def sentence(self, asked: Sequence[tuple[str, str]], *, won: bool) -> HostSentence | None:
        """The sentence about the turning point; None if there is none. `asked`: questions with answers."""
        name = {"name": self.name}
        if self.misled is not None and (won or self.place > NEAR_MISS):
            question, answer = asked[self.misled]
            more = {"more": str(len(asked) - self.misled - 1)}
            slots = {**name, **more, "question": question, "answer": answer}
            return HostSentence("astray" if won else "misled", slots)
        if won and LUCKY <= self.place <= self.left:
            return HostSentence("leap", {**name, "left": f"{self.left:,}"})
        if not won and self.place <= NEAR_MISS:
            return HostSentence(
                "so_near" if self.place > 1 else "at_the_door", {**name, "place": str(self.place)}
            )
        if self.split is None or not won:
            return None
        before, after = self.split.before, self.split.after
        numbers = {"of": f"{before:,}", "left": f"{after:,}", "out": f"{before - after:,}"}
        return HostSentence("split", {"question": asked[self.split.at][0], **numbers})


def turning_points(guesser: QuestionGuesser, past: Past, names: tuple[str, ...]) -> TurningPoints | None:
    """What decided a game; `names`: the secret's. None if the table knows nothing about the secret."""
    knowledge = guesser.knowledge
    number = number_of(names, knowledge) if knowledge.questions else None
    places = [] if number is None else [_place(guesser, past[:n], number) for n in range(len(past) + 1)]
    if number is None or 0 in places:
        return None
    left = QuestionChooser(guesser).counted(past)
    kept = [n for n in range(len(past)) if places[n + 1] <= left[n + 1]]
    cut = [
        Narrowing(n, *left[n : n + 2])
        for n in kept
        if left[n] - left[n + 1] >= FEWEST and left[n] >= SHARP * left[n + 1]
    ]
    cost = {
        at: places[-1] / _place(guesser, mended, number) for at, mended in _mended(past, number, knowledge)
    }
    worst = max(cost, key=lambda at: cost[at], default=None)
    return TurningPoints(
        named(knowledge.entities[number], knowledge.english),
        places[-1],
        left[-1],
        max([turn for turn in cut if turn.at] or cut, key=_bits, default=None),
        worst if worst is not None and cost[worst] >= ASTRAY else None,
    )


def _bits(turn: Narrowing) -> float:
    return math.log2(turn.before / turn.after)


def _place(guesser: QuestionGuesser, past: Past, number: int) -> int:
    """The number of entities that fit at least as well as this one, including it; 0 if it was ruled out."""
    place = 0
    for _, level in guesser.held(past).levels:
        place += level.bit_count()
        if level >> number & 1:
            return place
    return 0


def _mended(past: Past, number: int, knowledge: Knowledge) -> Iterator[tuple[int, Past]]:
    """The index of each answer against the facts about an entity, with a past in which it is corrected."""
    for at, taken in enumerate(past):
        other = TURNED.get(taken.answer) if taken.answer is not None else None
        if taken.meaning is not None and other == truth(taken.meaning, knowledge, number):
            yield at, (*past[:at], replace(taken, answer=other), *past[at + 1 :])
