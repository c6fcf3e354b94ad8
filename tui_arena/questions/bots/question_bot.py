"""What the bots of the question games share: they set, judge and guess by a deck, and answer the probes.

Of a deck without a table, only the names are known.

Law: every reply depends only on the view, the random generator and the deck that the bot was made with. The
guesser uses nothing but the dialogue. The bot caches only what it can work out again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from tui_arena.core.game import Ask, Belief, Bot, Deck, View
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.questions.bots.belief import GivenAnswer
from tui_arena.questions.bots.coach import coached, guessers_hint
from tui_arena.questions.bots.dialogue_history import Past, asked
from tui_arena.questions.bots.genie import QuestionChooser
from tui_arena.questions.bots.guesser import NextQuestion, QuestionGuesser
from tui_arena.questions.bots.judge import judged
from tui_arena.questions.bots.phrasing import named, worded, wordings
from tui_arena.questions.meaning import Meaning
from tui_arena.questions.pronouns import in_the_past, spoken
from tui_arena.questions.reading.acts import act_of, asks_the_same
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Answer, Entity, Knowledge


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
    """Sets, judges and asks at the levels `easy`, `medium` and `hard`; a game adds its own forms of replies."""

    sought: ClassVar[str]
    """The ask for what is to be found, which is also the fact of a view that holds it."""
    answers: ClassVar[Mapping[Answer, str]]
    """The game's word for each answer of the table; the fact `between` where there is none."""
    told: ClassVar[Mapping[str, GivenAnswer]]
    """What the answers of the game mean."""
    lapses: ClassVar[Mapping[str, float]] = {}
    """As of `QuestionChooser`."""

    def __init__(self, deck: Deck, said: Mapping[str, Any]) -> None:
        """`deck`: the entities it draws from, and its only knowledge; `said`: what it says, by occasion."""
        self._deck = deck
        self.lines = said
        self.knowledge = knowledge_of(deck)
        self._guesser = self._new_guesser()

    def _new_guesser(self) -> QuestionGuesser:
        """The guesser that it asks as."""
        return QuestionGuesser(self.knowledge)

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
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

    def hint(self, ask: Ask, view: View) -> str | None:
        """For a guesser, what the hard bot would ask next; for a judge, the table's answer; else None."""
        facts = view.facts
        if ask.name == "question":
            return guessers_hint(self._guesser, self._past(facts), int(facts["turns_left"]), self.lines)
        names = self._names(facts)
        if ask.name != "answer" or facts.get("is_guess") or not names:
            return None
        found = judged(str(facts["question"]), names, self.knowledge)
        return self._table_says(found.answer) if found.known else None

    def objection(self, ask: Ask, view: View, asker: View) -> str:
        """Ask for one question that yes or no can answer, that is understood, and that was not asked before."""
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
        """What is likely, given the dialogue in a view, and how many it says are left."""
        past = self._past(view.facts)
        return replace(self._guesser.belief(past), left=QuestionChooser(self._guesser).left(past))

    def forget(self) -> None:
        """Clear the caches; the answers stay the same."""
        self._guesser = self._new_guesser()

    # setter and judge

    def _setting(self, level: str, rng: Random, not_these: Collection[str]) -> str:
        """An entity for others to find, as `name | alias`, of the level's difficulty if there is one.

        `not_these`: entities that were refused; one of them is chosen only if there is no other.
        """
        items = [item for item in self._deck.items if _given(item) not in not_these] or list(self._deck.items)
        return _given(rng.choice([item for item in items if item["difficulty"] == level] or items))

    def _names(self, facts: Mapping[str, Any]) -> tuple[str, ...]:
        """The names in a view: the name, and its aliases, which are separated by commas."""
        aliases = str(facts["aliases"]).split(", ")
        return tuple(part for part in (str(facts[self.sought]), *aliases) if part)

    def _answer(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        return self._judged(facts, self._names(facts))

    def _judged(self, facts: Mapping[str, Any], names: tuple[str, ...]) -> str:
        """The answer of the entity with these names to the open question, after how the question was read."""
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
        """The question that guesses a name, which comes with an article where one fits."""
        raise NotImplementedError

    def _candidates(self, facts: Mapping[str, Any]) -> str:
        """The likeliest entities, in the form that the game's probe asks for."""
        raise NotImplementedError

    def _can_be_asked(self, text: str) -> bool:
        """Whether the rules take a question."""
        return True

    def _question(self, view: View, level: str, rng: Random) -> str:
        facts = view.facts
        past = self._past(facts)
        choice = self._choice(past, int(facts["turns_left"]), level, rng)
        nothing_left = text = str(self.lines["nothing_left"])
        if choice is not None and choice.number is not None:
            text = self._guess(named(self.knowledge.entities[choice.number]), facts, rng)
        elif choice is not None and choice.meaning is not None:
            text = self._worded(choice.meaning, past, rng)
        in_vain = any(text in said for said in refused(view, "question"))
        return self._another(past, rng) or nothing_left if in_vain or not self._can_be_asked(text) else text

    def _choice(self, past: Past, left: int, level: str, rng: Random) -> NextQuestion | None:
        """What to ask next, as a person would; None if nothing is left to ask."""
        return QuestionChooser(self._guesser, self.lapses).choice(past, left, level, rng)

    def _worded(self, meaning: Meaning, past: Past, rng: Random) -> str:
        """A text for a question that minds what was told: he or she once that is known, and `was` of the dead."""
        genie = QuestionChooser(self._guesser)
        pronoun = genie.called(past)
        texts = genie.knowing(meaning, past) or wordings(meaning, self.knowledge) or ("",)
        said = [spoken(text, pronoun) for text in texts] if pronoun else []
        if said and genie.is_past(past):
            said = [in_the_past(text) for text in said]
        read = [text for text in said if text in texts or self._read(text) == meaning]
        return rng.choice(read or texts)

    def _read(self, text: str) -> Meaning | None:
        """What a question with a pronoun means to the game's players."""
        return understand(text, self.knowledge)

    def _another(self, past: Past, rng: Random) -> str:
        """A random question that was not asked yet; empty if there is none."""
        used = asked(past)
        open_ = [c.meaning for c in self._guesser.pool if c.meaning not in used]
        return worded(rng.choice(open_), self.knowledge, rng) if open_ else ""

    def _coach(self, facts: Mapping[str, Any]) -> str:
        questions = [str(turn["question"]) for turn in facts["turns"]]
        if not questions:
            return NOTHING_ASKED
        return coached(self._guesser, self._past(facts), questions, self.lines)


def _given(item: Mapping[str, Any]) -> str:
    return " | ".join([item["entity"], *item["aliases"]])
