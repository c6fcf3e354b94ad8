"""The built-in player of Akinator, for both seats and for the probes.

With `secret = later` the setter doesn't remember an object. For each answer it draws one of the objects that
fit all its answers so far. That amounts to the same as having thought of an object from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, ClassVar

from tui_arena.core.game import Ask, Belief, Deck, Fault, Lexicon, View
from tui_arena.core.language.names import equals, without_article
from tui_arena.games.akinator.rules import MEANINGS, AkinatorQuestion, read_question
from tui_arena.questions.belief import PEOPLE, AnsweredQuestion, Past, amended, members, miss, step
from tui_arena.questions.guesser import QuestionGuesser
from tui_arena.questions.judge import judged
from tui_arena.questions.meaning import Meaning, masks
from tui_arena.questions.phrasing import asked_with_pronoun
from tui_arena.questions.question_bot import QuestionBot
from tui_arena.questions.table import Answer, Knowledge

OBJECT = "** Object: {name} **"
"""A line of a candidate list."""
INFORMATION = "** Additional Information: {n} fit well by my table. **"
FEWEST, MOST = 5, 16
"""The fewest and the most items in a candidate list."""
CERTAIN = 0.97
"""If one object has at least this share of belief, the list has only that object."""


def past_of(facts: Mapping[str, Any], knowledge: Knowledge) -> Past:
    """The questions and wrong guesses in a view, with their answers, in the form that a table reads."""
    how = str(facts["match"])
    taken = []
    for turn in facts["turns"]:
        answer = str(turn["answer"])
        if turn["guess"]:
            if answer != "correct":
                taken.append(miss(str(turn["what"]), knowledge, how))
        else:
            taken.append(answered(str(turn["question"]), answer, knowledge))
    return amended(tuple(taken))


@lru_cache(maxsize=4096)
def answered(question: str, answer: str, knowledge: Knowledge) -> AnsweredQuestion:
    """A question with its answer. If the genie itself would ask the question, it has the genie's meaning."""
    own = asked_with_pronoun(question, knowledge)
    told = MEANINGS.get(answer)
    return AnsweredQuestion(own, told) if own is not None else step(question, told, knowledge, None)


class AkinatorBot(QuestionBot):
    """Setter and guesser."""

    sought = "object"
    answers: ClassVar[Mapping[Answer, str]] = {
        "yes": "yes",
        "no": "no",
        "sometimes": "probably yes",
        "unknown": "don't know",
    }

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        match ask.name:
            case "reveal":
                return " | ".join(self._names(view.facts) or self._drawn(view.facts, level, rng))
            case "sorting":
                return self._sorting(view.facts)
        return super().reply(ask, view, level, rng)

    # guesser

    def _past(self, facts: Mapping[str, Any]) -> Past:
        return past_of(facts, self.knowledge)

    def _new_guesser(self) -> QuestionGuesser:
        return QuestionGuesser(self.knowledge, PEOPLE)

    def belief(self, view: View) -> Belief | None:
        """The likely objects, how many the bot says are left, and which answer it can hardly believe."""
        past, genie = self._past(view.facts), self._genie
        return replace(
            self._guesser.belief(past),
            left=genie.left(past),
            doubted=genie.doubted(past),
            is_strange=genie.is_unlike_all(past),
        )

    def one_more(self, facts: Mapping[str, Any], more_answers: Sequence[tuple[str, str]]) -> str | None:
        """The question that it would ask next about an object that it didn't find; None if there is none.

        `more_answers`: the questions that it has asked since the end of the game, each with the answer.
        """
        more = tuple(answered(text, answer, self.knowledge) for text, answer in more_answers)
        past = (*self._past(facts), *more)
        best = self._genie.best(past)
        return self._worded(best, past, Random(len(more_answers))) if best is not None else None

    def _read(self, text: str) -> Meaning | None:
        return asked_with_pronoun(text, self.knowledge)

    def _question(self, view: View, level: str, rng: Random) -> str:
        return f"Question {view.facts['turn']}: {super()._question(view, level, rng)}"

    def _guess(self, name: str, facts: Mapping[str, Any], rng: Random) -> str:
        return str(self.lines["guess"].format(name=name))

    def _can_be_asked(self, text: str) -> bool:
        """True if the rules accept a question; they refuse to guess a name that consists only of signs."""
        return _read(text) is not None

    def _candidates(self, facts: Mapping[str, Any]) -> str:
        belief = self._guesser.belief(self._past(facts))
        found = [str(t["what"]) for t in facts["turns"] if t["guess"] and t["answer"] == "correct"]
        best = belief.best
        if found:
            names = [without_article(found[0])]
        elif best and best[0][1] >= CERTAIN:
            names = [best[0][0]]
        else:
            names = [name for name, _ in best[: min(max(belief.left, FEWEST), MOST)]]
        lines = [OBJECT.format(name=name) for name in names]
        return "\n".join([*lines, INFORMATION.format(n=belief.left)])

    def _sorting(self, facts: Mapping[str, Any]) -> str:
        text = str(facts["sorted_question"])
        question, lines = _read(text) or AkinatorQuestion(text), []
        for i, line in enumerate(str(facts["items"]).split("\n"), 1):
            item = line.partition(". ")[2]
            lines.append(f"{i}. {self._sorted(question, item)}")
        return "\n".join(lines)

    def _sorted(self, question: AkinatorQuestion, item: str) -> str:
        """`yes` or `no`: the side that an item is sorted to. For a guess, only the named item gets `yes`."""
        if question.guess is not None:
            return "yes" if equals(item, (question.guess,), "lenient") else "no"
        answer = judged(question.text, (without_article(item),), self.knowledge).answer
        return "yes" if answer in ("yes", "sometimes") else "no"

    # setter

    def _answer(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        names = self._names(facts) or self._drawn(facts, level, rng)
        if facts["is_guess"]:
            return "correct" if equals(str(facts["what"]), names, "lenient") else "incorrect"
        return self._judged(facts, names)

    def _drawn(self, facts: Mapping[str, Any], level: str, rng: Random) -> tuple[str, ...]:
        """The names of one of the objects that fit all answers so far."""
        answered = {word: answer for answer, word in self.answers.items()}
        fit = self.knowledge.dealt
        for taken, turn in zip(self._past(facts), facts["turns"], strict=False):
            left = fit & ~taken.out
            known = answered.get(str(turn["answer"]))
            if taken.meaning is not None and known is not None:
                left &= masks(taken.meaning, self.knowledge).of(known)
            fit = left or fit
        fit = fit & self._guesser.by_difficulty.get(level, 0) or fit
        place = rng.choice(range(fit.bit_count()))
        return self.knowledge.entities[next(islice(members(fit), place, None))].names


def make(deck: Deck, _lexicon: Lexicon | None, said: Mapping[str, Any]) -> AkinatorBot:
    """The bot for a deck. Making it is cheap: it works out its knowledge when it is first asked."""
    return AkinatorBot(deck, said)


def _read(text: str) -> AkinatorQuestion | None:
    """A question as the rules read it; None if they refuse the question."""
    try:
        return read_question(text)
    except Fault:
        return None
