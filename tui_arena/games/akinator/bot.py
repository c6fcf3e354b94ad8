"""The built-in player of Akinator, for both seats and for the probes.

With `secret = later` the setter remembers no object. For each answer it draws one of the things that fit all
its answers so far. That amounts to the same as having thought of one from the start.

Law: every reply depends only on the view, the random generator and the bot's deck. The guesser uses only the
dialogue. The bot caches only what it can work out again.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tui_arena.core.game import Ask, Belief, Deck, Fault, Lexicon, View
from tui_arena.core.language.names import equals, without_article
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.games.akinator.rules import Question, read_question
from tui_arena.questions.bots.belief import GivenAnswer, members
from tui_arena.questions.bots.coach import coached, guessers_hint
from tui_arena.questions.bots.deck_access import knowledge_of, names_given, refused, setting, to_ask
from tui_arena.questions.bots.dialogue_history import Past, miss, step
from tui_arena.questions.bots.guesser import NextQuestion, QuestionGuesser
from tui_arena.questions.bots.judge import judged
from tui_arena.questions.bots.phrasing import named, worded
from tui_arena.questions.meaning import masks
from tui_arena.questions.table import Answer, Knowledge

GUESS = "This is a guess -- are you thinking of {name}?"
NOTHING_LEFT = "Have I asked you all that I know?"
OBJECT = "** Object: {name} **"
"""A line of a list of candidates."""
INFORMATION = "** Additional Information: {n} fit well by my table. **"

HINT_TABLE = "My table says {answer}."


FEWEST, MOST = 5, 16
"""The least and the most items in a list of candidates."""
CERTAIN = 0.97
"""From this share of belief on one object, the list holds only that object."""
ANSWERS: Mapping[Answer, str] = {
    "yes": "yes",
    "no": "no",
    "sometimes": "probably yes",
    "unknown": "don't know",
}
_TOLD: Mapping[str, GivenAnswer] = {
    "yes": "yes",
    "no": "no",
    "probably yes": "probably yes",
    "probably no": "probably no",
    "don't know": "unsure",
}
_ANSWERED: Mapping[str, Answer] = {answer: known for known, answer in ANSWERS.items()}


class AkinatorBot:
    """Thinks of things, answers and asks at the levels `easy`, `medium` and `hard`."""

    def __init__(self, deck: Deck) -> None:
        """`deck`: what the bot draws from, and all it knows."""
        self._deck = deck
        self._knowledge: Knowledge = knowledge_of(deck)
        self._guesser = QuestionGuesser(self._knowledge)

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
        match ask.name:
            case "object":
                return setting(self._deck, level, rng, not_these=refused(view, "object"))
            case "question":
                return self._question(view, level, rng)
            case "answer":
                return self._answer(view.facts, level, rng)
            case "reveal":
                return self._reveal(view.facts, level, rng)
            case "candidates" | "sorting" | "coach":
                return self._beside(ask.name, view.facts)
        raise ValueError(f"Akinator has no ask {ask.name!r}")

    def hint(self, ask: Ask, view: View) -> str | None:
        """For the guesser, what the hard bot would ask about next; for the setter, the answer by the deck."""
        facts = view.facts
        if ask.name == "question":
            return guessers_hint(self._guesser, self._past(facts), int(facts["turns_left"]))
        if ask.name != "answer" or facts["is_guess"] or not facts["object"]:
            return None
        found = judged(str(facts["question"]), _names(facts), self._knowledge, "hard")
        return HINT_TABLE.format(answer=ANSWERS[found.answer]) if found.known else None

    def belief(self, view: View) -> Belief | None:
        """What is likely, given the dialogue in a view."""
        return self._guesser.belief(self._past(view.facts))

    def forget(self) -> None:
        """Drop everything cached from views; the answers stay the same."""
        self._guesser = QuestionGuesser(self._knowledge)

    # guesser

    def _past(self, facts: Mapping[str, Any]) -> Past:
        how = str(facts["match"])
        taken = []
        for turn in facts["turns"]:
            answer = str(turn["answer"])
            if turn["guess"]:
                if answer != "correct":
                    taken.append(miss(str(turn["what"]), self._knowledge, how))
            else:
                taken.append(step(str(turn["question"]), _TOLD.get(answer), self._knowledge, None))
        return tuple(taken)

    def _question(self, view: View, level: str, rng: Random) -> str:
        past = self._past(view.facts)
        text = self._said(self._guesser.choice(past, int(view.facts["turns_left"]), level, rng), rng)
        if not _can_be_asked(text) or any(text in said for said in refused(view, "question")):
            text = to_ask(self._guesser, past, rng) or NOTHING_LEFT
        return f"Question {view.facts['turn']}: {text}"

    def _said(self, choice: NextQuestion | None, rng: Random) -> str:
        if choice is None:
            return NOTHING_LEFT
        if choice.number is not None:
            return GUESS.format(name=named(self._knowledge.entities[choice.number]))
        assert choice.meaning is not None, "a choice is a name or a question"
        return worded(choice.meaning, self._knowledge, rng)

    # probes

    def _beside(self, kind: str, facts: Mapping[str, Any]) -> str:
        if kind == "coach":
            return self._coach(facts)
        return self._sorting(facts) if kind == "sorting" else self._candidates(facts)

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
        question, lines = _asked(str(facts["sorted_question"])), []
        for i, line in enumerate(str(facts["items"]).split("\n"), 1):
            item = line.partition(". ")[2]
            lines.append(f"{i}. {self._sorted(question, item)}")
        return "\n".join(lines)

    def _sorted(self, question: Question, item: str) -> str:
        """`yes` or `no`: which side an item is sorted to. For a guess, only the named item is `yes`."""
        if question.guess is not None:
            return "yes" if equals(item, (question.guess,), "lenient") else "no"
        answer = judged(question.text, (without_article(item),), self._knowledge, "hard").answer
        return "yes" if answer in ("yes", "sometimes") else "no"

    def _coach(self, facts: Mapping[str, Any]) -> str:
        asked = [str(turn["question"]) for turn in facts["turns"] if turn["answer"] != "correct"]
        return coached(self._guesser, self._past(facts), asked) if facts["turns"] else NOTHING_ASKED

    # setter

    def _answer(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        names = _names(facts) or self._drawn(facts, level, rng)
        if facts["is_guess"]:
            return "correct" if equals(str(facts["what"]), names, "lenient") else "incorrect"
        found = judged(str(facts["question"]), names, self._knowledge, level)
        return f"{found.why}\nanswer: {ANSWERS[found.answer]}" if found.why else ANSWERS[found.answer]

    def _drawn(self, facts: Mapping[str, Any], level: str, rng: Random) -> tuple[str, ...]:
        """The names of one of the things that fit all answers so far."""
        fit = self._knowledge.everything
        for taken, turn in zip(self._past(facts), facts["turns"], strict=False):
            left = fit & ~taken.out
            known = _ANSWERED.get(str(turn["answer"]))
            if taken.meaning is not None and known is not None:
                left &= masks(taken.meaning, self._knowledge).of(known)
            fit = left or fit
        numbers = list(members(fit))
        like = [n for n in numbers if self._knowledge.entities[n].difficulty == level]
        return self._knowledge.entities[rng.choice(like or numbers)].names

    def _reveal(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        return " | ".join(_names(facts) or self._drawn(facts, level, rng))


def make(deck: Deck, _lexicon: Lexicon | None) -> AkinatorBot:
    """The bot for a deck. This is cheap: it works out what it knows when it is first asked."""
    return AkinatorBot(deck)


def _names(facts: Mapping[str, Any]) -> tuple[str, ...]:
    return names_given(str(facts["object"]), str(facts["aliases"]))


def _asked(text: str) -> Question:
    """A question read back from its text, without its number."""
    try:
        return read_question(text)
    except Fault:
        return Question(text)


def _can_be_asked(text: str) -> bool:
    """Whether the rules take a text; they refuse a guess of a name made of signs only."""
    try:
        read_question(text)
    except Fault:
        return False
    return True
