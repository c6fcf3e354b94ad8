"""The texts in the shipped decks are understood as the questions that they stand for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tables import Cases, each
from tui_arena.data import Catalogue
from tui_arena.questions.judge import judged
from tui_arena.questions.meaning import Is
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import ANSWERS

CASES = Cases(__file__)

CATALOGUE = Catalogue()


@each("things", "celebrities")
def test_every_text_of_a_deck_is_its_own_question(name: str) -> None:
    knowledge = CATALOGUE.deck(name, CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    for prop in knowledge.properties.values():
        assert [text for text in prop.heard if understand(text, knowledge) != Is(prop.id)] == []
    for question in knowledge.questions.values():
        for text in (question.text, *question.also):
            assert understand(text, knowledge) == Is(question.id), text


@CASES.each
def test_a_maybe_is_clear_only_if_the_table_says_it(
    deck: str, entity: str, question: str, told: str, clear: bool
) -> None:
    knowledge = CATALOGUE.deck(deck, CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    found = judged(question, (entity,), knowledge)
    assert (found.answer, found.clear) == (told, clear)


@CASES.each
def test_years_are_compared_with_those_of_an_entity(deck: str, entity: str, question: str, told: str) -> None:
    knowledge = CATALOGUE.deck(deck, CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    assert judged(question, (entity,), knowledge).answer == told


@each("can you reach it easily", "do you have to care for it")
def test_an_english_word_is_no_typo_and_no_other_word(question: str) -> None:
    knowledge = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    said = judged(question, ("lamp",), knowledge).took
    assert "roach" not in said
    assert not said.endswith("car")


PANEL = Path(__file__).parent.parent / "benchmarks" / "panel"


@each("than", "Do I take it when I go to market and I have many bags?")
def test_a_question_of_odd_words_is_read_or_not_understood(question: str) -> None:
    knowledge = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    assert judged(question, (knowledge.entities[0].name,), knowledge).answer in ANSWERS


@pytest.mark.parametrize(
    "step", [pytest.param(96, id="some"), pytest.param(1, id="all", marks=pytest.mark.torture)]
)
def test_a_question_that_breaks_off_is_read_or_not_understood(step: int) -> None:
    knowledge = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    lines = (PANEL / "judge_2.tsv").read_text("utf-8").splitlines()
    for line in lines[::step]:
        entity, question, _ = line.split("\t")
        words = question.split()
        for at in range(1, len(words)):
            for part in (words[:at], words[at:], words[:at][::-1]):
                assert judged(" ".join(part), (entity,), knowledge).answer in ANSWERS, part
