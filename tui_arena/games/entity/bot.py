"""The built-in player of twenty questions, for all four seats, and for what is asked beside the game.

Law: it answers from the view, the generator it is given and the deck it was made with; the guesser's
part sees the dialogue alone. Nothing is computed before it is first asked, and nothing is kept but
what follows from a view.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tui_arena.core.coaching import NOTHING_ASKED
from tui_arena.core.game import Ask, Belief, Deck, Lexicon, View
from tui_arena.core.knowledge import Knowledge
from tui_arena.core.knowledge.belief import Told
from tui_arena.core.knowledge.coaching import coached
from tui_arena.core.knowledge.guessing import Choice, Guesser
from tui_arena.core.knowledge.hinting import guessers_hint
from tui_arena.core.knowledge.judging import judged
from tui_arena.core.knowledge.knowing import knowledge_of, names_given, refused, setting, to_ask
from tui_arena.core.knowledge.nearly import nearly_named
from tui_arena.core.knowledge.past import Past, step
from tui_arena.core.knowledge.saying import named, worded
from tui_arena.core.names import hits
from tui_arena.games.entity import phrases

LISTED = 5
"""Entities that a probe asks for."""
_TOLD: Mapping[str, Told] = {"yes": "yes", "no": "no", "maybe": "maybe", "dunno": "maybe"}


class EntityBot:
    """Sets, judges, asks and has a say on hits at the levels `easy`, `medium` and `hard`."""

    def __init__(self, deck: Deck) -> None:
        """`deck`: what it draws from, and knows."""
        self._deck = deck
        self._knowledge: Knowledge = knowledge_of(deck)
        self._guesser = Guesser(self._knowledge)

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
        match ask.name:
            case "entity":
                return setting(self._deck, level, rng, not_these=refused(view, "entity"))
            case "question":
                return self._question(view, level, rng)
            case "answer":
                return self._answer(view.facts, level)
            case "hit":
                return self._hit(view.facts)
            case "candidates":
                return self._candidates(view)
            case "coach":
                return self._coach(view.facts)
        raise ValueError(f"Twenty Questions has no ask {ask.name!r}")

    def hint(self, ask: Ask, view: View) -> str | None:
        """What the hard bot would look to next; for a judge what the table says."""
        if ask.name == "answer":
            found = judged(str(view.facts["question"]), _names(view.facts), self._knowledge, "hard")
            if not found.known:
                return None
            plain = phrases.HINT_TABLE.format(answer=found.answer)
            return plain if found.answer in ("yes", "no") else phrases.HINT_TABLE_BETWEEN
        if ask.name != "question":
            return None
        return guessers_hint(self._guesser, self._past(view.facts), int(view.facts["turns_left"]))

    def belief(self, view: View) -> Belief | None:
        """What is likely over the dialogue in a view."""
        return self._guesser.belief(self._past(view.facts))

    def forget(self) -> None:
        """Drop all that is kept of views; the answers stay the same."""
        self._guesser = Guesser(self._knowledge)

    # guesser

    def _past(self, facts: Mapping[str, Any]) -> Past:
        how = str(facts["match"])
        turns = (t for t in facts["turns"] if t["answer"] != "bingo")
        return tuple(
            step(str(t["question"]), _TOLD.get(str(t["answer"])), self._knowledge, _reading(how))
            for t in turns
        )

    def _question(self, view: View, level: str, rng: Random) -> str:
        facts = view.facts
        past = self._past(facts)
        in_vain = refused(view, "question")
        choice = self._guesser.choice(past, int(facts["turns_left"]), level, rng)
        text = self._said(choice, rng, people=bool(facts["people"]))
        return to_ask(self._guesser, past, rng) or phrases.NOTHING_LEFT if text in in_vain else text

    def _said(self, choice: Choice | None, rng: Random, *, people: bool) -> str:
        if choice is None:
            return phrases.NOTHING_LEFT
        if choice.number is not None:
            name = named(self._knowledge.entities[choice.number])
            return rng.choice(phrases.PEOPLE_GUESSES if people else phrases.GUESSES).format(name=name)
        assert choice.meaning is not None, "a choice is a name or a question"
        return worded(choice.meaning, self._knowledge, rng)

    def _candidates(self, view: View) -> str:
        best = self._guesser.belief(self._past(view.facts)).best[:LISTED]
        return "\n".join(f"{i}. {name}" for i, (name, _) in enumerate(best, 1))

    def _coach(self, facts: Mapping[str, Any]) -> str:
        questions = [str(turn["question"]) for turn in facts["turns"]]
        return coached(self._guesser, self._past(facts), questions) if questions else NOTHING_ASKED

    # judge and umpire

    def _answer(self, facts: Mapping[str, Any], level: str) -> str:
        found = judged(str(facts["question"]), _names(facts), self._knowledge, level)
        answer = phrases.ANSWERS.get(found.answer, str(facts["between"]))
        return f"{found.why}\nanswer: {answer}" if found.why else answer

    def _hit(self, facts: Mapping[str, Any]) -> str:
        question, names = str(facts["question"]), _names(facts)
        hit = hits(question, names, "lenient") or nearly_named(question, names, self._knowledge)
        return "yes" if hit else "no"


def make(deck: Deck, _lexicon: Lexicon | None) -> EntityBot:
    """The bot for a deck; cheap, as it works out what it knows when it is first asked."""
    return EntityBot(deck)


def _reading(match: str) -> str:
    return "lenient" if match == "judged" else match


def _names(facts: Mapping[str, Any]) -> tuple[str, ...]:
    return names_given(str(facts["entity"]), str(facts["aliases"]))
