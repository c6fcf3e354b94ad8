"""The built-in bot for entity deduction: it plays all four seats and answers the probes.

As umpire it also accepts misspelled names: one slip is forgiven, or two in a long name, unless the
misspelling is the name of another entity.

Law: every reply depends only on the view, the random generator and the deck that the bot was made with.
The guesser uses nothing but the dialogue. The bot caches only what it can work out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from tui_arena.core.game import Ask, Belief, Deck, Lexicon, View
from tui_arena.core.language.names import hits, without_article
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.core.words import tokens
from tui_arena.questions.bots.belief import GivenAnswer
from tui_arena.questions.bots.coach import coached, guessers_hint
from tui_arena.questions.bots.deck_access import knowledge_of, names_given, refused, setting, to_ask
from tui_arena.questions.bots.dialogue_history import Past, step
from tui_arena.questions.bots.guesser import NextQuestion, QuestionGuesser
from tui_arena.questions.bots.judge import judged
from tui_arena.questions.bots.phrasing import named, worded
from tui_arena.questions.reading.typos import slips
from tui_arena.questions.table import Knowledge

SHORT, LONG = 5, 9
"""Letters from which on one slip and two slips are forgiven."""


def nearly_named(text: str, names: Iterable[str], knowledge: Knowledge) -> bool:
    """Whether a text holds one of the names in a misspelled form."""
    said = tokens(text)[:80]
    for name in names:
        wanted = tokens(without_article(name))
        flat = "".join(wanted)
        if len(flat) < SHORT:
            continue
        for size in {len(wanted), max(len(wanted) - 1, 1), len(wanted) + 1}:
            for i in range(len(said) - size + 1):
                part = said[i : i + size]
                if " ".join(part) not in knowledge.numbers and _near("".join(part), flat):
                    return True
    return False


def _near(a: str, b: str) -> bool:
    most = 2 if len(b) >= LONG else 1
    return abs(len(a) - len(b)) <= most and slips(a, b) <= most


GUESSES = ("Is it {name}?", "Could it be {name}?", "Is it {name}, by any chance?")
"""`{name}` comes with an article where one fits."""
PEOPLE_GUESSES = ("Is it {name}?", "Could it be {name}?", "Are you thinking of {name}?")
NOTHING_LEFT = "Have I asked you all that I know?"
"""What it asks when it has neither a question nor a name left."""

ANSWERS = {"yes": "yes", "no": "no"}

HINT_TABLE = "My table says {answer}."
HINT_TABLE_BETWEEN = "My table says that it depends, or does not know."
"""The hints for a judge."""


LISTED = 5
"""How many entities it lists for a `candidates` probe."""
_TOLD: Mapping[str, GivenAnswer] = {"yes": "yes", "no": "no", "maybe": "maybe", "dunno": "maybe"}


class EntityBot:
    """Setter, judge, guesser and umpire at the levels `easy`, `medium` and `hard`."""

    def __init__(self, deck: Deck) -> None:
        """`deck`: the entities it draws from, and its only knowledge."""
        self._deck = deck
        self._knowledge: Knowledge = knowledge_of(deck)
        self._guesser = QuestionGuesser(self._knowledge)

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
        """For a guesser, what the hard bot would ask next; for a judge, the deck's answer; else None."""
        if ask.name == "answer":
            found = judged(str(view.facts["question"]), _names(view.facts), self._knowledge, "hard")
            if not found.known:
                return None
            plain = HINT_TABLE.format(answer=found.answer)
            return plain if found.answer in ("yes", "no") else HINT_TABLE_BETWEEN
        if ask.name != "question":
            return None
        return guessers_hint(self._guesser, self._past(view.facts), int(view.facts["turns_left"]))

    def belief(self, view: View) -> Belief | None:
        """What is likely, given the dialogue in a view."""
        return self._guesser.belief(self._past(view.facts))

    def forget(self) -> None:
        """Clear the caches; the answers stay the same."""
        self._guesser = QuestionGuesser(self._knowledge)

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
        return to_ask(self._guesser, past, rng) or NOTHING_LEFT if text in in_vain else text

    def _said(self, choice: NextQuestion | None, rng: Random, *, people: bool) -> str:
        if choice is None:
            return NOTHING_LEFT
        if choice.number is not None:
            name = named(self._knowledge.entities[choice.number])
            return rng.choice(PEOPLE_GUESSES if people else GUESSES).format(name=name)
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
        answer = ANSWERS.get(found.answer, str(facts["between"]))
        return f"{found.why}\nanswer: {answer}" if found.why else answer

    def _hit(self, facts: Mapping[str, Any]) -> str:
        question, names = str(facts["question"]), _names(facts)
        hit = hits(question, names, "lenient") or nearly_named(question, names, self._knowledge)
        return "yes" if hit else "no"


def make(deck: Deck, _lexicon: Lexicon | None) -> EntityBot:
    """The bot for a deck; cheap to make, as it starts its work when it is first asked."""
    return EntityBot(deck)


def _reading(match: str) -> str:
    return "lenient" if match == "judged" else match


def _names(facts: Mapping[str, Any]) -> tuple[str, ...]:
    return names_given(str(facts["entity"]), str(facts["aliases"]))
