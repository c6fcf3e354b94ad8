"""The texts in the shipped decks are understood as the questions that they stand for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui_arena.core.text import fold
from tui_arena.data import Catalogue
from tui_arena.questions.meaning import Is, truth
from tui_arena.questions.reading.phrases import phrases_of
from tui_arena.questions.reading.understanding import understand

CATALOGUE = Catalogue()


@pytest.mark.parametrize("name", ["things", "celebrities"])
def test_every_text_of_a_deck_is_its_own_question(name: str) -> None:
    knowledge = CATALOGUE.deck(name, CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    assert phrases_of(knowledge).clashes == []
    for question in knowledge.questions.values():
        for text in (question.text, *question.also):
            assert understand(text, knowledge) == Is(question.id), text


HERE = Path(__file__).parent


def rows_of(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text("utf-8").splitlines()[1:]]


def share_right(rows: list[list[str]]) -> float:
    """The share of rows (deck, entity, question, answer, equally good answers) that are answered like that.

    An entity that is not in the deck is not known, so a question about it counts as wrong.
    """
    game = CATALOGUE.game("entity")
    tables = {name: CATALOGUE.deck(name, game).deck.knowledge for name in ("things", "celebrities")}
    right = 0
    for deck, entity, question, answer, also in rows:
        knowledge = tables[deck]
        assert knowledge is not None
        number = knowledge.numbers.get(fold(entity))
        meaning = None if number is None else understand(question, knowledge)
        told = "" if meaning is None or number is None else truth(meaning, knowledge, number)
        right += number is not None and (told if told in ("yes", "no") else "maybe") in (answer, also)
    return right / len(rows)


@pytest.mark.parametrize(("name", "least"), [("questions.tsv", 0.9), ("questions_more.tsv", 0.85)])
def test_questions_by_people_who_knew_neither_table_nor_code(name: str, least: float) -> None:
    rows = rows_of(name)
    assert len(rows) == 300
    assert share_right(rows) >= least


@pytest.mark.parametrize(("people", "least"), [("strangers", 0.85), ("own", 0.72)])
def test_questions_that_were_read_while_this_was_written(people: str, least: float) -> None:
    """The rows of `own` ask about things that belong to an entity, which is harder."""
    assert share_right([row for kind, *row in rows_of("questions_dev.tsv") if kind == people]) >= least
