"""Answers compared with a table, and the facts that answers stand for."""

from __future__ import annotations

import pytest

from tui_arena.questions.judge import Kind, compared, facts_given
from tui_arena.questions.table import Entity, GivenAnswer, Knowledge, Property, Scale

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


@pytest.mark.parametrize(
    ("question", "told", "kind"),
    [
        ("Is it made of metal?", "yes", "same"),
        ("Is it made of metal?", "no", "differs"),
        ("Is it made of metal?", "probably yes", "near"),
        ("Is it made of metal?", "probably no", "differs"),
        ("Is it made of metal?", "unsure", "open"),
        ("Is it hot?", "probably no", "same"),
        ("Is it hot?", "yes", "near"),
        ("Is it loved?", "yes", "open"),
        ("Is it alive?", "no", "same"),
        ("Is it alive?", "probably no", "near"),
        ("Does it qwx the zyx?", "yes", "open"),
    ],
)
def test_an_answer_stands_to_the_table(question: str, told: GivenAnswer, kind: Kind) -> None:
    assert compared(question, told, 0, TABLE).kind == kind


@pytest.mark.parametrize(
    ("answers", "facts"),
    [
        ([("Is it made of metal?", "yes"), ("Is it alive?", "no")], {"metal": "yes", "alive": "no"}),
        ([("Is it hot?", "probably yes")], {"hot": "sometimes"}),
        ([("Is it hot?", "unsure"), ("Does it qwx?", "yes")], {}),
        ([("Isn't it alive?", "no")], {"alive": "no"}),
        ([("Is it bigger than a coin?", "yes"), ("Is it bigger than a chair?", "no")], {"size:2-3": "yes"}),
        ([("Is it bigger than a chair?", "yes"), ("Is it bigger than a coin?", "no")], {}),
        ([("Is it bigger than a hand?", "probably yes")], {"size:2-3": "yes"}),
        ([("Is it bigger than a hand?", "yes")], {"size:3-5": "yes"}),
    ],
)
def test_answers_are_facts(answers: list[tuple[str, GivenAnswer]], facts: dict[str, str]) -> None:
    assert facts_given(answers, TABLE) == facts
