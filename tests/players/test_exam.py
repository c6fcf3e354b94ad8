"""The exam of a model that bots think with: its pool, its mark, and how seldom it is taken."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tui_arena.config import ModelEntry
from tui_arena.data import game_texts
from tui_arena.players.models.exam import LEAST, LUCK, QUESTIONS, Exams, drawn, is_right, most_wrong

POOL: list[dict[str, Any]] = game_texts("", "mind")["exam"]
BOB = ModelEntry("Bob", "openai/bob")


@pytest.mark.parametrize("one", POOL, ids=lambda one: one["question"])
def test_a_question_has_a_right_answer_and_others_of_its_kind(one: dict[str, Any]) -> None:
    right, wrong = one["right"], one["wrong"]
    for word in right:
        assert is_right(word, right, wrong)
        assert is_right(f"I'd say {word}.", right, wrong)
        assert not is_right(f"{wrong[0]}, {word} or {wrong[-1]}", right, wrong), "a list of guesses is wrong"
    kinds = [word for word in wrong if not word.isdigit()]  # a number is written in two ways
    assert len(kinds) >= LEAST - 1
    assert not any(is_right(word, right, wrong) for word in wrong)
    assert not is_right(one["question"], right, wrong), "the question doesn't give the answer away"


def test_a_guesser_seldom_passes() -> None:
    most = most_wrong(QUESTIONS)

    def luck(allowed: int) -> Fraction:
        ways = sum(comb(QUESTIONS, wrong) * (LEAST - 1) ** wrong for wrong in range(allowed + 1))
        return Fraction(ways, LEAST**QUESTIONS)

    assert luck(most) < LUCK <= luck(most + 1), "the mark is as low as it may be"
    answers = list(product(range(LEAST), repeat=QUESTIONS))
    assert luck(most) == Fraction(sum(one.count(0) >= QUESTIONS - most for one in answers), len(answers))


def test_the_questions_follow_from_the_model() -> None:
    draws = [[one["question"] for one in drawn(POOL, str(number))] for number in range(200)]
    assert draws[0] == [one["question"] for one in drawn(POOL, "0")]
    assert all(len(set(one)) == QUESTIONS for one in draws)
    assert {question for one in draws for question in one} == {one["question"] for one in POOL}


def test_a_file_that_changes_is_another_model(tmp_path: Path) -> None:
    exams, file = Exams(), tmp_path / "a.gguf"
    entry = ModelEntry("a", gguf=file)

    def digest() -> str:
        return asyncio.run(exams.digest(entry))

    assert digest() == entry.said_model, "there is no file yet"
    file.write_bytes(b"GGUF one")
    first = digest()
    assert digest() == first
    file.write_bytes(b"GGUF another")
    assert digest() != first
    assert len(first) == 64
    far = ModelEntry("Bob", "openai/bob", base_url="http://10.0.0.2/v1")
    assert asyncio.run(exams.digest(BOB)) != asyncio.run(exams.digest(far))


def test_bots_that_come_together_let_a_model_take_its_exam_once() -> None:
    """Even if the bot that began gives up in the middle."""
    exams, asked, questions = Exams(), list[int](), [str(number) for number in range(6)]

    async def main() -> list[bool]:
        held, reached = asyncio.Event(), asyncio.Event()

        async def ask(number: int) -> bool:
            asked.append(number)
            if len(asked) == 3:
                reached.set()
                await held.wait()
            return number != 1

        first, *rest = [asyncio.create_task(exams.passes("bob", questions, ask, 1)) for _ in range(4)]
        await reached.wait()
        rest.pop().cancel()  # it only waits
        first.cancel()
        await asyncio.wait([first])
        return await asyncio.gather(*rest, exams.passes("bob", questions, ask, 1))

    assert asyncio.run(main()) == [True] * 3
    assert asked == [0, 1, 2, 2, 3, 4, 5], "only the question that nobody heard the answer to is asked again"
