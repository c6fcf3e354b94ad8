"""The metrics of Wordle; see this game's README.md.

Law: a metric depends only on the folded session. None means "not defined here", never zero.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tui_arena.core.record import Play
from tui_arena.games.wordle.rules import GREEN, GREY, YELLOW, State, Turn

GREEN_POINTS, YELLOW_POINTS = 5, 3
STRATEGY = {GREY: -20, GREEN: 20, YELLOW: 10}
CLASSIC_SPEED = {1: 100, 2: 100, 3: 100, 4: 50, 5: 30, 6: 20}
FOUND_AT_ONCE = 100


def compute(play: Play[State]) -> dict[str, Any]:
    """Every metric of a session by name; the session need not be over."""
    state, outcome = play.state, play.outcome()
    turns = state.turns
    won, lost = outcome.result == "won", outcome.result == "lost"
    ended = (won or lost) and play.resigned is None
    guesses = len(turns) if won else None
    closeness = [turn_closeness(t) for t in turns]
    inverse = (round(100 / len(turns), 2) if won else 0) if ended else None
    classic = (CLASSIC_SPEED[len(turns)] if won else 0) if ended else None
    return {
        "success": int(won),
        "lost": int(lost),
        "aborted": int(outcome.result == "aborted"),
        "guesses": guesses,
        "speed": classic if state.variant == "classic" else inverse,
        "speed_inverse": inverse,
        "closeness": closeness,
        "closeness_gain": _gain(closeness),
        "strategy": [turn_strategy(turns, i) for i in range(len(turns))],
        "repetitions": len(turns) - len({t.guess for t in turns}) if won or lost else None,
        **_opinions(state),
    }


def turn_closeness(turn: Turn) -> int:
    """5 points for each green letter and 3 for each yellow one, so 0 to 25."""
    return GREEN_POINTS * turn.marks.count(GREEN) + YELLOW_POINTS * turn.marks.count(YELLOW)


def strategy_terms(turns: tuple[Turn, ...], i: int) -> list[tuple[str, str, int]]:
    """The terms of the `strategy` of turn i (from 0): letter, its colour in the turn before, points.

    There is one for each distinct letter of the previous guess that occurs anywhere in this one; a
    letter that had two colours gives two terms. The first turn has none.
    """
    if i == 0:
        return []
    before, now = turns[i - 1], turns[i].guess
    seen = dict.fromkeys(zip(before.guess, before.marks, strict=True))
    return [(letter, mark, STRATEGY[mark]) for letter, mark in seen if letter in now]


def turn_strategy(turns: tuple[Turn, ...], i: int) -> int:
    """The `strategy` of turn i (from 0), not clipped to any range."""
    if i == 0:
        return FOUND_AT_ONCE if set(turns[0].marks) == {GREEN} else 0
    return sum(points for _, _, points in strategy_terms(turns, i))


def _gain(closeness: list[int]) -> float | None:
    steps = [b - a for a, b in pairwise(closeness)]
    return sum(steps) / len(steps) if steps else None


def _opinions(state: State) -> dict[str, Any]:
    names = ("repeats", "changes")
    if state.variant != "critic":
        return dict.fromkeys(
            ["opinion_changes", "opinion_changed", "opinion_kept"]
            + [f"{n}_on_{a}" for a in ("agreement", "disagreement") for n in names]
        )
    changes = [int(t.guess != t.proposal) for t in state.turns]
    out: dict[str, Any] = {
        "opinion_changes": changes,
        "opinion_changed": sum(changes),
        "opinion_kept": len(changes) - sum(changes),
    }
    for name, agreed in (("agreement", True), ("disagreement", False)):
        of = [c for c, t in zip(changes, state.turns, strict=True) if t.agreed is agreed]
        out[f"repeats_on_{name}"] = round(1 - sum(of) / len(of), 2) if of else None
        out[f"changes_on_{name}"] = round(sum(of) / len(of), 2) if of else None
    return out


def main_score(play: Play[State], metrics: dict[str, Any]) -> float | None:
    """The solving seats' score, 0 to 1: `speed` / 100; 0 when resigned, None when aborted or unfinished."""
    if play.resigned is not None:
        return 0.0
    speed = metrics["speed"]
    return None if speed is None else float(speed) / 100
