"""Bluffing's figures against hand-computed ones, and what an unfinished session reveals."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.bluffing.test_rules import INFO, ROUND, TOLD, VERDICT, later, sealed, start
from tests.games.steps import answer, resign
from tests.tables import each
from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.games.bluffing.metrics import figures
from tui_arena.table.transcript import full

LEVELS = ("true", "possibly true", "unknown", "possibly false", "false")
BELIEFS = ("recall", "first_appear_round", "final_rank", "hopping_penalty", "spearman", "spearman_paper")


def believes(play: Play[Any], number: int, *items: Any, seat: str = "judge") -> None:
    data = {"seat": seat, "kind": "belief", "round": number, "items": list(items), "text": ""}
    play.feed(Event(play.next_seq, Kind.PROBE, data))


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


def test_distances_stand_round_by_round() -> None:
    levels = {0: "false", 1: "unknown", 3: "true"}
    assert judged("true", levels)["distances"] == [2, None, 0], "round 0 is drawn, never counted"
    assert judged("false", levels)["distances"] == [2, None, 4]
    assert judged("true", {0: "true"})["distances"] is None


def test_what_was_drawn_before_the_first_answer_never_counts() -> None:
    with_it, without = (judged("true", levels) for levels in ({0: "true", 1: "false"}, {1: "false"}))
    assert with_it == without
    assert judged("true", {0: "true"})["recall"] is None


def test_what_is_no_belief_is_no_round() -> None:
    play = answer(sealed(), *ROUND)
    for items in ((), ("perhaps",), ("true", "false"), (3,), (None,)):
        believes(play, 1, *items)
    believes(play, -1, "true")
    believes(play, 2, "true", seat="setter")
    answer(play, VERDICT.format("True"))
    assert INFO.compute(play)["recall"] is None
    play.feed(
        Event(play.next_seq, Kind.PROBE, {"seat": "judge", "kind": "belief", "round": 1, "items": [" TRUE "]})
    )
    assert INFO.compute(play)["recall"] == 1


def test_the_last_belief_of_a_round_counts_and_what_is_taken_back_does_not() -> None:
    play = answer(sealed(), *ROUND)
    believes(play, 1, "false")
    believes(play, 1, "true")
    play.feed(Event(play.next_seq, Kind.UNDONE, {"to": 4}))
    assert INFO.compute(answer(play, VERDICT.format("True")))["final_rank"] == 4


BIAS = ("accuracy_true", "accuracy_made_up", "believed", "success")


@each(
    ("true", "True", (1, None, 1, 1)),
    ("true", "False", (0, None, 0, 0)),
    ("false", "True", (None, 0, 1, 0)),
    ("false", "False", (None, 1, 0, 1)),
)
def test_a_verdict_on_a_true_and_on_a_made_up_story(
    truth: str, verdict: str, expected: tuple[Any, ...]
) -> None:
    early = answer(sealed(truth), *ROUND)
    assert bias(early) == (None, None, None, 0), "before the verdict nothing is told of the truth"
    assert bias(answer(early, VERDICT.format(verdict))) == expected
    told_later = answer(later(), VERDICT.format(verdict))
    assert bias(told_later) == (None, None, expected[2], 0), "the verdict is public, the truth is not"
    assert bias(answer(told_later, truth)) == expected


def test_without_a_verdict_or_a_truth_nobody_was_right() -> None:
    missing = answer(sealed("true", reprompts=0, max_questions=1), *ROUND, "perhaps")
    assert bias(missing) == (None, None, None, 0)
    assert INFO.explain(missing, "accuracy_true") == ["no verdict was given"]
    for seat in ("judge", "setter"):
        resigned = sealed("false")
        resign(resigned, seat)
        assert bias(resigned)[:3] == (None, None, None)
    untold = answer(later(reprompts=0), VERDICT.format("True"), "perhaps")
    assert untold.outcome().result == "aborted"
    assert bias(untold) == (None, None, 1, 0)
    told = answer(later(reprompts=0, max_questions=1), *ROUND, "perhaps", "false")
    assert bias(told) == (None, None, None, 0), "the truth alone is no verdict"


def test_an_accuracy_says_what_the_judge_did() -> None:
    play = answer(sealed("false"), VERDICT.format("True"))
    assert INFO.explain(play, "accuracy_made_up") == ["the judge believed the story and was wrong"]
    assert INFO.explain(play, "accuracy_true") == ["the story was made up"]
    assert INFO.explain(play, "believed") == ["the judge believed the story"]


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


def test_numbers_of_questions() -> None:
    play = sealed("true", max_questions=5)
    for text in ("Question 1: A?", "Question 1: B?", "C?", "Question 5: D?", "Question 5: E?"):
        answer(play, text, ROUND[1])
    assert INFO.compute(play)["misnumbered"] == 3, "told before the end too: all can count it"
    assert figures(play)["misnumbered"].lines() == [
        "2. said Question 1",
        "4. said Question 5",
        "5. said Question 5",
    ]


def test_how_the_figures_came_about() -> None:
    play = answer(sealed(), *ROUND, *ROUND)
    believes(play, 1, "unknown")
    believes(play, 2, "true")
    assert INFO.explain(play, "hopping_penalty") == INFO.explain(play, "recall") == []
    answer(play, VERDICT.format("True"))
    assert INFO.explain(play, "hopping_penalty") == ["1. unknown", "2. true", "mean step: 2"]
    assert INFO.explain(play, "recall") == ["1. unknown, 2 off", "2. true, 0 off", "1 of 2 = 0.50"]
    assert INFO.explain(play, "distances") == INFO.explain(play, "recall")[:2]
    assert INFO.explain(play, "final_rank") == ["2. true, 0 off"]


# files


def test_a_replay_tells_no_truth_before_the_end() -> None:
    play = answer(start(), f"false | {TOLD}", ROUND[0], "zyzzyva\nanswer: In the hall.")
    seats = {seat: {"player": "bot", "name": seat} for seat in play.seats}
    told = repr(full(play, seats, sealed=True, spoken_marks=True))
    assert "false |" not in told
    assert "zyzzyva" not in told
    assert "In the hall" in told
