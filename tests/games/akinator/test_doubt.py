"""Which answer the genie doubts aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.games.akinator.test_genie import ANYTHING, GENIE, asked_of
from tui_arena.questions.bots.belief import GivenAnswer
from tui_arena.questions.bots.dialogue_history import Past, step

NAMES = ["giraffe", "toaster", "Lionel Messi", "violin", "Marie Curie", "banana", "penguin", "umbrella"]
GIRAFFE: dict[str, GivenAnswer] = {
    "Is it an animal?": "yes",
    "Is it a wild animal?": "yes",
    "Does it eat plants?": "yes",
    "Does it live in Africa?": "yes",
    "Is it tall?": "yes",
    "Does it have hooves?": "yes",
    "Is it spotted or striped?": "yes",
    "Does it have four legs?": "yes",
}


def past(changed: Mapping[str, GivenAnswer] | None = None) -> Past:
    answers = {**GIRAFFE, **(changed or {})}
    return tuple(step(question, told, ANYTHING, None) for question, told in answers.items())


def doubts(answered: Past) -> Sequence[int]:
    """The numbers of the answers that were doubted in the course of a game."""
    return [GENIE.doubted(answered[: turn + 1]) for turn in range(len(answered))]


@pytest.mark.parametrize("name", NAMES)
def test_nobody_who_answers_as_it_is_is_doubted(name: str) -> None:
    answered, _ = asked_of(name)
    assert set(doubts(answered)) == {0}


@pytest.mark.parametrize("names", [NAMES[:3], pytest.param(NAMES, marks=pytest.mark.thorough)], ids=len)
def test_a_wrong_answer_is_often_noticed_and_hardly_ever_another(names: list[str]) -> None:
    right = wrong = 0
    for name in names:
        for odd in (1, 3, 5):
            found = set(doubts(asked_of(name, odd=odd)[0])) - {0}
            right += odd + 1 in found
            wrong += bool(found - {odd + 1})
    assert right >= len(names) * 3 / 2
    assert wrong <= len(names) * 3 / 8, "one game in eight"


def test_the_answer_that_does_not_fit_is_the_one() -> None:
    assert GENIE.doubted(past()) == 0
    assert GENIE.doubted(past({"Does it have four legs?": "no"})) == 8


def test_a_few_answers_are_too_few_to_doubt_one() -> None:
    assert GENIE.doubted(past({"Is it a wild animal?": "no"})[:6]) == 0


def test_a_hesitant_answer_is_never_doubted() -> None:
    assert GENIE.doubted(past({"Does it have four legs?": "probably no"})) == 0
