"""The shipped decks' own texts are understood as the very questions they stand for."""

from __future__ import annotations

import time

import pytest

from tui_arena.core.knowledge import clashes, question_of, understand
from tui_arena.data import Catalogue

CATALOGUE = Catalogue()


@pytest.mark.parametrize("name", ["things", "celebrities"])
def test_every_text_of_a_deck_is_its_own_question(name: str) -> None:
    knowledge = CATALOGUE.deck(name, CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    assert clashes(knowledge) == []
    for question in knowledge.questions.values():
        for text in (question.text, *question.also):
            assert question_of(understand(text, knowledge)) == question.id, text


def test_a_question_is_understood_in_no_time() -> None:
    knowledge = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    understand("is it a fnrod", knowledge)
    texts = [
        f"{q.text.rstrip('?')} or is it {w}?" for q in knowledge.questions.values() for w in ("red", "a cat")
    ]
    start = time.perf_counter()
    for text in texts:
        understand(text, knowledge)
    assert (time.perf_counter() - start) / len(texts) < 0.015
