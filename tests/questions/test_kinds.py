"""Kinds that are entities themselves: `is he a dog?` is no guess, and Goofy is one."""

from __future__ import annotations

import pytest

from tests.questions.tables import knowledge
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.language.names import hits
from tui_arena.data import Catalogue
from tui_arena.questions.judge import judged
from tui_arena.questions.meaning import Named
from tui_arena.questions.reading.understanding import understand

CASES = Cases(__file__)

CATALOGUE = Catalogue()
MIXED = knowledge(CASES["MIXED"])


@CASES.each
def test_a_kind_is_true_of_what_is_one(name: str, question: str, answer: str) -> None:
    assert judged(question, (name,), MIXED).answer == answer


def test_a_kind_names_the_entity_all_the_same() -> None:
    found = understand("Is he a dog?", MIXED)
    assert isinstance(found, Named)
    assert found.numbers == (0,)


@pytest.mark.parametrize(("name", "question", "answer"), sampled(CASES["the_decks_tell_kinds"], 8, first=6))
def test_the_decks_tell_kinds(name: str, question: str, answer: str) -> None:
    deck = "things" if question.startswith("is it") else "anything"
    knowledge = CATALOGUE.deck(deck, CATALOGUE.game("akinator")).deck.knowledge
    assert knowledge is not None
    assert judged(question, (name,), knowledge).answer == answer
    assert not hits(question, (name,), "lenient")


@each(
    ("Mars", "an asteroid?", "no"),
    ("Mars", "is it a zebra crossing", "no"),
    ("Mars", "is it reddish", "yes"),
    ("skirt", "shorts", "no"),
    ("mustard", "are they shorts?", "no"),
    ("blueberry", "is it a lighter?", "no"),
    ("blueberry", "is it lighter?", "yes"),
    ("handcuffs", "is it a toy brick?", "no"),
    ("belly dance", "is it a dance?", "yes"),
)
def test_another_name_is_another_thing(name: str, question: str, answer: str) -> None:
    things = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
    assert judged(question, (name,), things).answer == answer
