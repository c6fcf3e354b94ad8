"""Bluffing's figures against hand-computed ones, and what an unfinished session reveals."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.bluffing.test_rules import INFO, ROUND, TOLD, VERDICT, sealed, start
from tests.games.steps import answer, probe
from tests.tables import each
from tui_arena.core.record import Play
from tui_arena.table.transcript import full

LEVELS = ("true", "possibly true", "unknown", "possibly false", "false")
BELIEFS = ("recall", "first_appear_round", "final_rank", "hopping_penalty", "spearman", "spearman_paper")


def believes(play: Play[Any], number: int, *items: Any, seat: str = "judge") -> None:
    probe(play, number, "belief", seat=seat, items=list(items))


def judged(truth: str, levels: dict[int, str], rounds: int = 5) -> dict[str, Any]:
    play = sealed(truth)
    for number in range(rounds + 1):
        if number:
            answer(play, f"Question {number}: Part {number}?", ROUND[1])
        if number in levels:
            believes(play, number, levels[number])
    return INFO.compute(answer(play, VERDICT.format("True")))


@each(
    ("true", "44221", (0.2, 5, 0, 0.75, -0.948683, -1.15)),
    ("false", "44221", (0.0, None, 4, 0.75, 0.948683, 0.85)),
    ("true", "33333", (0.0, None, 2, 0.0, None, 0.25)),
    ("true", "11111", (1.0, 1, 0, 0.0, None, -1.75)),
    ("false", "5", (1.0, 1, 0, None, None, None)),
    ("true", "31", (0.5, 2, 0, 2.0, -1.0, -4.0)),
    ("true", "", (None, None, None, None, None, None)),
    ("true", "3?1", (0.5, 3, 0, 2.0, -1.0, -9.0)),
    ("false", "5151", (0.5, 1, 4, 4.0, 0.447214, -0.4)),
)  # fmt: skip
def test_beliefs(truth: str, levels: str, figures: tuple[Any, ...]) -> None:
    said = {n: LEVELS[int(level) - 1] for n, level in enumerate(levels, 1) if level != "?"}
    metrics = judged(truth, said)
    assert [metrics[name] for name in BELIEFS] == [
        f if f is None else pytest.approx(f, abs=1e-6) for f in figures
    ]


def test_figures_are_told_apart_by_the_statement_and_its_truth() -> None:
    play = sealed("false")
    assert INFO.item(play) is None, "not before the end"
    answer(play, VERDICT.format("True"))
    assert INFO.item(play) == f"false: {play.state.statement}"


BIAS = ("accuracy_true", "accuracy_made_up", "believed", "success")


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=20))
def test_the_means_are_those_of_the_table_of_verdicts(stories: list[tuple[bool, bool]]) -> None:
    rows = [bias(answer(sealed(str(truth).lower()), VERDICT.format(believed))) for truth, believed in stories]
    on_true, made_up, believed, success = (
        [one for one in column if one is not None] for column in zip(*rows, strict=True)
    )
    assert on_true == [int(said) for truth, said in stories if truth]
    assert made_up == [int(not said) for truth, said in stories if not truth]
    assert sum(believed) == sum(said for _, said in stories)
    assert sum(success) == sum(on_true) + sum(made_up)


def bias(play: Play[Any]) -> tuple[Any, ...]:
    metrics = INFO.compute(play)
    return tuple(metrics[name] for name in BIAS)


# files


def test_a_replay_tells_no_truth_before_the_end() -> None:
    play = answer(start(), f"false | {TOLD}", ROUND[0], "zyzzyva\nanswer: In the hall.")
    seats = {seat: {"player": "bot", "name": seat} for seat in play.seats}
    told = repr(full(play, seats, sealed=True, spoken_marks=True))
    assert "false |" not in told
    assert "zyzzyva" not in told
    assert "In the hall" in told
