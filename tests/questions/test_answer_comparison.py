"""Answers compared with a table, and the facts that answers stand for."""

from __future__ import annotations

from tests.tables import Cases
from tui_arena.questions.judge import Kind, compared, facts_given
from tui_arena.questions.table import Entity, GivenAnswer, Knowledge, Property, Scale

CASES = Cases(__file__)

TABLE = Knowledge(
    "few",
    (
        Entity(
            "pan", facts={"metal": "yes", "hot": "sometimes", "loved": "unknown"}, amounts={"size": (3, 3)}
        ),
    ),
    {
        "metal": Property("metal", "Is it made of metal?", words=("metal",)),
        "hot": Property("hot", "Is it hot?", words=("hot",)),
        "loved": Property("loved", "Is it loved?", words=("loved",)),
        "alive": Property("alive", "Is it alive?", words=("alive",)),
    },
    {
        "size": Scale(
            "size", "Is it bigger than {step}?", steps=("a coin", "a hand", "a chair", "a car", "a house")
        )
    },
)


@CASES.each
def test_an_answer_stands_to_the_table(question: str, told: GivenAnswer, kind: Kind) -> None:
    assert compared(question, told, 0, TABLE).kind == kind


@CASES.each
def test_answers_are_facts(answers: list[tuple[str, GivenAnswer]], facts: dict[str, str]) -> None:
    assert facts_given(answers, TABLE) == facts
