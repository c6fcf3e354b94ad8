"""Answers compared with a table, and the facts that answers stand for."""

from __future__ import annotations

from tests.questions.tables import knowledge
from tests.tables import Cases
from tui_arena.questions.judge import Kind, compared, facts_given
from tui_arena.questions.table import GivenAnswer

CASES = Cases(__file__)

TABLE = knowledge(CASES["TABLE"])


@CASES.each
def test_an_answer_stands_to_the_table(question: str, told: GivenAnswer, kind: Kind) -> None:
    assert compared(question, told, 0, TABLE).kind == kind


@CASES.each
def test_answers_are_facts(answers: list[tuple[str, GivenAnswer]], facts: dict[str, str]) -> None:
    assert facts_given(answers, TABLE) == facts
