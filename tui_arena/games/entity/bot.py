"""The built-in bot for entity deduction: it plays all four seats and answers the probes.

As umpire it also accepts misspelled names. It forgives one slip, or two in a long name, unless the
misspelling is the name of another entity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

from tui_arena.core.game import Ask, Deck, Lexicon, View
from tui_arena.core.language.names import hits, without_article
from tui_arena.core.language.spelling import slips
from tui_arena.core.words import tokens
from tui_arena.questions.belief import Past, amended, step
from tui_arena.questions.question_bot import QuestionBot
from tui_arena.questions.table import Answer, GivenAnswer, Knowledge

SHORT, LONG = 5, 9
"""The minimum length of a name for which one slip is forgiven, and for which two slips are."""


def nearly_named(text: str, names: Iterable[str], knowledge: Knowledge) -> bool:
    """True if a text contains one of the names in a misspelled form."""
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


MEANINGS: Mapping[str, GivenAnswer] = {"yes": "yes", "no": "no", "maybe": "maybe", "dunno": "maybe"}
"""Maps the game's answers to the answers of a table."""


def past_of(facts: Mapping[str, Any], knowledge: Knowledge) -> Past:
    """The questions in a view that didn't hit, with their answers, in the form that a table reads."""
    how = "lenient" if facts["match"] == "judged" else str(facts["match"])
    turns = (turn for turn in facts["turns"] if turn["answer"] != "bingo")
    return amended(
        tuple(
            step(str(turn["question"]), MEANINGS.get(str(turn["answer"])), knowledge, how) for turn in turns
        )
    )


LISTED = 5
"""The number of entities that the bot lists for a `candidates` probe."""


class EntityBot(QuestionBot):
    """Setter, judge, guesser and umpire."""

    sought = "entity"
    answers: ClassVar[Mapping[Answer, str]] = {"yes": "yes", "no": "no"}
    lapses: ClassVar[Mapping[str, float]] = {"easy": 0.6}

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        return self._hit(view.facts) if ask.name == "hit" else super().reply(ask, view, level, rng)

    def _hit(self, facts: Mapping[str, Any]) -> str:
        question, names = str(facts["question"]), self._names(facts)
        hit = hits(question, names, "lenient") or nearly_named(question, names, self.knowledge)
        return "yes" if hit else "no"

    def _past(self, facts: Mapping[str, Any]) -> Past:
        return past_of(facts, self.knowledge)

    def _guess(self, name: str, facts: Mapping[str, Any], rng: Random) -> str:
        return str(
            rng.choice(self.lines["guess_person" if facts["people"] else "guess_thing"]).format(name=name)
        )

    def _candidates(self, facts: Mapping[str, Any]) -> str:
        best = self._guesser.belief(self._past(facts)).best[:LISTED]
        return "\n".join(f"{i}. {name}" for i, (name, _) in enumerate(best, 1))

    def _table_says(self, answer: Answer) -> str:
        return super()._table_says(answer) if answer in self.answers else str(self.lines["hint_between"])


def make(deck: Deck, _lexicon: Lexicon | None, said: Mapping[str, Any]) -> EntityBot:
    """The bot for a deck. Making it is cheap: it starts its work when it is first asked."""
    return EntityBot(deck, said)
