"""Connections' figures against hand-counted ones, and p* against a numerical search."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.connections.table import G1, G2, G3, INFO, SETTER, attempt, clue, say, start
from tests.games.connections.test_views import Game
from tests.tables import each
from tests.thorough import sampled
from tui_arena.core.record import Play
from tui_arena.games.connections.metrics import ENDS, best_p, chance_of_reveal
from tui_arena.stats.ranking.published import PublishedRow, published_rows
from tui_arena.stats.statistics import Figure


def counted() -> Play[Any]:
    """Eight attempts of three guessers, one of each kind."""
    play = start(guessers=3, reprompts=0, max_attempts=9)
    say(play, (G1, clue("comma", kind="knowledge")), (SETTER, "cot"), (G2, "comma"), (G3, "cab"))  # shows CA
    say(play, (G2, clue("cab", kind="personal")), (SETTER, "cab"))
    say(play, (G3, "no clue"))
    say(play, (G1, clue("card", kind="knowledge")), (SETTER, "catamaran"), (G2, "car"), (G3, "no word"))
    say(play, (G2, clue("carpet")), (SETTER, "a pass"), (G1, "carpet"), (G3, "carpet"))  # shows CAT
    say(play, (G3, clue("cattle", kind="association")), (SETTER, "cattle"))
    say(play, (G1, clue("cats", kind="knowledge")), (SETTER, "pass"), (G2, "catty"), (G3, "catty"))
    say(play, (G2, clue("catamaran")), (SETTER, "catnip"), (G1, "catkin"), (G3, "catamaran"))
    assert play.over
    return play


def test_the_figures_of_a_session() -> None:
    metrics = INFO.compute(counted())
    assert metrics == {
        "success": 1,
        "attempts": 8,
        "reveals": 2,
        "guesser_wrong": 2,
        "setter_blocked": 2,
        "spared": 0,
        "forfeited": 1,
        "iterations": 7,
        "letters": [2, 2, 2, 2, 3, 3, 3, 9],
        "attempts_at": {"1": 1, "2": 4, "3": 3},
        "stall": 3,
        "connected_share": 3 / 7,
        "blocked_share": 2 / 7,
        "blocked_first_third": 1 / 2,
        "blocked_last_third": 0.0,
        "p_guess": (2 + 1 + 1 + 2) / (7 + 2 + 3 + 5),
        "p_guess_of": {SETTER: 2 / 7, G1: 1 / 2, G2: 1 / 3, G3: 2 / 5},
        "p_star": pytest.approx(0.42265, abs=1e-6),
        "pairs": {
            G1: {SETTER: [3, 0], G2: [3, 1], G3: [3, 0]},
            G2: {SETTER: [3, 1], G1: [2, 1], G3: [2, 2]},
            G3: {SETTER: [1, 1], G1: [0, 0], G2: [0, 0]},
        },
        "kinds": {
            "knowledge": {"given": 3, "connected": 1, "blocked": 0},
            "personal": {"given": 1, "connected": 0, "blocked": 1},
            "association": {"given": 1, "connected": 0, "blocked": 1},
            "none": {"given": 2, "connected": 2, "blocked": 0},
        },
    }
    assert INFO.main_score(counted(), metrics) == 1


def test_how_the_figures_came_about() -> None:
    play = counted()
    assert INFO.explain(play, "reveals") == ["1. COMMA", "5. CARPET"]
    assert INFO.explain(play, "forfeited") == ["3. no clue"]
    assert INFO.explain(play, "p_guess") == ["setter: 2 of 7", "guesser_1: 1 of 2", "guesser_2: 1 of 3", "guesser_3: 2 of 5", "in total: 6 of 17 = 0.35"]  # fmt: skip
    assert INFO.explain(play, "attempts_at") == [
        "with 1 shown: 1 attempt",
        "with 2 shown: 4 attempts",
        "with 3 shown: 3 attempts",
    ]
    assert INFO.explain(play, "p_star") == ["1 - 3^(-1/2) = 0.4226; then 38.5% of attempts show a letter"]


def test_fewer_than_three_clues_have_no_thirds() -> None:
    play = attempt(attempt(start("cat"), "cot"), "cab")
    metrics = INFO.compute(play)
    assert metrics["blocked_share"] is not None
    assert (metrics["blocked_first_third"], metrics["blocked_last_third"]) == (None, None)
    assert INFO.explain(play, "blocked_last_third") == ["too few clues: 2"]


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_counts_add_up(seed: int) -> None:
    game = Game(seed)
    while game.play.asks():
        game.step()
    play, metrics = game.play, INFO.compute(game.play)
    done = len(play.state.attempts)
    won = play.state.found
    assert metrics["iterations"] == done - won
    assert metrics["iterations"] == sum(
        metrics[n] for n in ("reveals", "guesser_wrong", "setter_blocked", "forfeited")
    )
    assert sum(metrics["attempts_at"].values()) == len(metrics["letters"]) == done
    assert metrics["letters"] == sorted(metrics["letters"])
    pairs = [cell for row in metrics["pairs"].values() for cell in row.values()]
    asked, right = sum(n for n, _ in pairs), sum(hits for _, hits in pairs)
    assert metrics["p_guess"] == (right / asked if asked else None)
    assert sum(k["given"] for k in metrics["kinds"].values()) == done - metrics["forfeited"]
    assert sum(k["blocked"] for k in metrics["kinds"].values()) == metrics["setter_blocked"]


# p*


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("guessers", "printed"), sampled([(2, 0.5), (3, 0.4226), (4, 0.3700), (5, 0.3313)], 4)
)
def test_p_star_is_where_a_reveal_is_likeliest(guessers: int, printed: float) -> None:
    from scipy.optimize import minimize_scalar  # type: ignore[import-untyped]  # slow, and for this test alone

    assert round(best_p(guessers), 4) == printed
    found = minimize_scalar(
        lambda p: -chance_of_reveal(p, guessers), bounds=(0, 1), method="bounded", options={"xatol": 1e-9}
    )
    assert found.x == pytest.approx(best_p(guessers), abs=1e-5)
    assert INFO.compute(start(guessers=guessers))["p_star"] == pytest.approx(printed, abs=1e-4)


@each(*product([2, 3, 4, 5], [0.0, 0.2, 0.4226, 0.9, 1.0]))
def test_the_chance_of_a_reveal_is_that_of_all_that_can_happen(guessers: int, p: float) -> None:
    chance = 0.0
    for blocks, *names in product([True, False], repeat=guessers):  # the setter and all but the giver
        if not blocks and any(names):
            weight = 1.0
            for hit in (blocks, *names):
                weight *= p if hit else 1 - p
            chance += weight
    assert chance_of_reveal(p, guessers) == pytest.approx(chance)


@pytest.mark.thorough
def test_the_rules_reveal_as_often_as_is_said() -> None:
    rng, p, played = Random(1), best_p(3), 300
    reveals = 0
    for _ in range(played):
        play = start(guessers=3)
        say_ = {seat: "comma" if rng.random() < p else "cot" for seat in (SETTER, G2, G3)}
        say(play, (G1, clue("comma")), (SETTER, say_[SETTER]))
        for ask in play.asks():
            if ask.name == "guess":
                say(play, (ask.seat, say_[ask.seat]))
        reveals += play.state.attempts[-1].end == "reveal"
    expected = chance_of_reveal(p, 3)
    assert abs(reveals / played - expected) < 3 * (expected * (1 - expected) / played) ** 0.5


ROWS = [row for row in published_rows(INFO) if row.variant]
PRINTED = ("reveals", "guesser_wrong", "setter_blocked")


def word(prefix: str, number: int) -> str:
    """A separate word for every attempt, with which no secret begins."""
    return f"{prefix}q{''.join('abcdefghij'[int(digit)] for digit in str(number))}"


@pytest.mark.parametrize("row", sampled(ROWS, 4), ids=lambda row: row.variant)
def test_a_printed_row_is_what_its_game_comes_to(row: PublishedRow) -> None:
    ends = [end for end in PRINTED for _ in range(int(row.values[end].value or 0))]
    Random(row.variant).shuffle(ends)
    play = start(row.variant, "paper", lexicon=None)
    for number, end in enumerate(ends):
        given = word(play.state.prefix, number)
        block = given if end == "setter_blocked" else "pass"
        attempt(play, given, block, g2=given if end == "reveals" else f"{given}x")
    assert not play.over
    attempt(play, row.variant)
    assert play.outcome().winners == ("guesser_1", "guesser_2")
    metrics = INFO.compute(play)
    assert {name: Figure(metrics[name]) for name in row.values} == row.values
    assert [attempt.end for attempt in play.state.attempts[:-1]] == [ENDS[end] for end in ends]
    assert metrics["attempts"] == metrics["iterations"] + 1
    assert (metrics["forfeited"], metrics["success"]) == (0, 1)
    assert metrics["letters"][-2] == 1 + metrics["reveals"]
