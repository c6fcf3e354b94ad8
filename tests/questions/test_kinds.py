"""Kinds that are entities themselves: `is he a dog?` is no guess, and Goofy is one."""

from __future__ import annotations

import pytest

from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.language.names import hits
from tui_arena.data import Catalogue
from tui_arena.questions.judge import judged
from tui_arena.questions.meaning import Named
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Entity, Knowledge, Property

CASES = Cases(__file__)

CATALOGUE = Catalogue()
MIXED = Knowledge(
    "mixed",
    (
        Entity("dog", facts={"animal": "yes"}),
        Entity("lawyer", facts={"person": "yes"}),
        Entity("Goofy", about=("a dog", "a hat maker", "mouse")),
        Entity("Prince", facts={"royal": "no"}, about=("guitar",)),
        Entity("Ada Smith", facts={"lawyer": "yes", "royal": "yes"}),
    ),
    {
        p.id: p
        for p in (
            Property("animal", "Is it an animal?"),
            Property("person", "Is it a person?"),
            Property("lawyer", "Did this person practise law?"),
            Property("royal", "Is this person royal?", words=("a prince", "a royal")),
        )
    },
)


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


@each(("an asteroid?", "no"), ("is it a zebra crossing", "no"), ("is it reddish", "yes"))
def test_another_name_is_another_thing(question: str, answer: str) -> None:
    things = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
    assert judged(question, ("Mars",), things).answer == answer
