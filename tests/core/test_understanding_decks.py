"""The shipped decks' own texts are understood as the very questions they stand for."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tui_arena.core.knowledge import clashes, question_of, truth, understand
from tui_arena.core.text import fold
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


@pytest.mark.parametrize(("people", "rate"), [("strangers", 0.85), ("own", 0.72)])
def test_questions_as_people_put_them_are_answered_right(people: str, rate: float) -> None:
    """`own` are about what belongs to an entity, which is harder; both were read while this was written."""
    game = CATALOGUE.game("entity")
    tables = {name: CATALOGUE.deck(name, game).deck.knowledge for name in ("things", "celebrities")}
    right = 0
    lines = Path(__file__).with_name("questions_dev.tsv").read_text("utf-8").splitlines()[1:]
    rows = [row for line in lines if (row := line.split("\t"))[0] == people]
    for _, deck, entity, question, answer, also in rows:
        knowledge = tables[deck]
        assert knowledge is not None
        meaning = understand(question, knowledge)
        told = "" if meaning is None else truth(meaning, knowledge, knowledge.numbers[fold(entity)])
        right += (told if told in ("yes", "no") else "maybe") in (answer, also)
    assert right / len(rows) >= rate
