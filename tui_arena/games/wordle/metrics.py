"""The metrics of Wordle, and the terms of each; see this game's README.md.

Law: a metric depends only on the folded session. None means "not defined here", never zero.

`explain` lists, line by line, exactly what a metric counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

from tui_arena.core.record import Play
from tui_arena.core.terms import (
    How,
    cut_short,
    ended,
    lines_of,
    none_of,
    share,
    term,
    total,
    unless_cut_short,
)
from tui_arena.games.wordle.rules import GREEN, GREY, YELLOW, State, Turn

# the metrics

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


# the terms of each metric

NO_GUESS = "no guess was marked"


def explain(play: Play[State], metric: str) -> list[str]:
    """The lines that explain a metric: its terms, or why it isn't defined here."""
    return lines_of(_HOW, play, metric)


def _ending(play: Play[State]) -> list[str]:
    state = play.state
    word = (state.target or "").upper()
    n = len(state.turns)
    return ended(play, f"found at guess {n}: {word}" if state.won else f"not found in {n} guesses: {word}")


def _guesses(play: Play[State]) -> list[str]:
    if not play.state.won:
        return [f"{cut_short(play) or 'not found'}: guesses are counted where the word was found"]
    return [_guess(n, turn) for n, turn in enumerate(play.state.turns, 1)]


def _guess(number: int, turn: Turn, counts: str = "") -> str:
    return term(number, turn.guess.upper(), counts)


@unless_cut_short
def _speed(play: Play[State]) -> list[str]:
    state = play.state
    n = len(state.turns)
    if not state.won or state.variant != "classic":
        return _inverse(play)
    given = ", ".join(f"{guess}: {points}" for guess, points in CLASSIC_SPEED.items())
    return [f"by guess {given}", f"found at guess {n}: {CLASSIC_SPEED[n]}"]


@unless_cut_short
def _inverse(play: Play[State]) -> list[str]:
    n = len(play.state.turns)
    if not play.state.won:
        return ["not found: 0"]
    return [f"found at guess {n}: 100 / {n} = {round(100 / n, 2):g}"]


def _closeness(play: Play[State]) -> list[str]:
    return [_points(n, turn) for n, turn in enumerate(play.state.turns, 1)] or [NO_GUESS]


def _points(number: int, turn: Turn) -> str:
    terms = [
        f"{GREEN_POINTS if mark == GREEN else YELLOW_POINTS}·{letter.upper()}"
        for letter, mark in zip(turn.guess, turn.marks, strict=True)
        if mark != GREY
    ]
    return _sum(number, turn, turn_closeness(turn), terms)


def _sum(number: int, turn: Turn, points: int, terms: list[str]) -> str:
    return f"{number}. {turn.guess.upper()}  {points:>3} = {' '.join(terms) or 'nothing'}"


def _gain_terms(play: Play[State]) -> list[str]:
    turns = play.state.turns
    points = [turn_closeness(turn) for turn in turns]
    steps = [after - before for before, after in pairwise(points)]
    if not steps:
        return ["there is no step below two guesses"]
    rows = zip(turns[1:], pairwise(points), steps, strict=True)
    lines = [_guess(n, t, f"{b} - {a} = {step:+d}") for n, (t, (a, b), step) in enumerate(rows, 2)]
    return [*lines, f"mean: {total(steps, len(steps))}"]


def _strategy(play: Play[State]) -> list[str]:
    turns = play.state.turns
    lines = []
    for i, turn in enumerate(turns):
        points = turn_strategy(turns, i)
        terms = [f"{p:+d}·{letter.upper()} ({mark})" for letter, mark, p in strategy_terms(turns, i)]
        if i == 0:
            terms = ["found at once" if points else "nothing to go by yet"]
        lines.append(_sum(i + 1, turn, points, terms))
    return lines or [NO_GUESS]


def _repetitions(play: Play[State]) -> list[str]:
    first: dict[str, int] = {}
    lines = []
    for number, turn in enumerate(play.state.turns, 1):
        before = first.setdefault(turn.guess, number)
        if before != number:
            lines.append(_guess(number, turn, f"was guess {before} already"))
    if play.outcome().result == "aborted":
        return [f"{cut_short(play)}: repeats are counted where all guesses were made"]
    return lines or [f"{none_of(len(play.state.turns), 'guess', 'guesses')} was made before"]


def _opinions_terms(
    play: Play[State],
    *,
    agreed: bool | None = None,
    counted: Callable[[Turn], bool] = lambda _: True,
    told: str = "",
) -> list[str]:
    """The turns that are `counted`, out of those where the critic agreed, disagreed or (None) either.

    `told`: what the guesser did in these turns, in a word, for the line with their share.
    """
    if play.state.variant != "critic":
        return ["there is no critic in this variant"]
    turns = [(n, t) for n, t in enumerate(play.state.turns, 1) if agreed is None or t.agreed is agreed]
    if not turns:
        heard = {True: "the critic never agreed", False: "the critic never disagreed"}
        return [heard[agreed] if agreed is not None else NO_GUESS]
    lines = [_opinion(n, turn) for n, turn in turns if counted(turn)]
    if agreed is not None:
        return [*lines, f"{told}: {share(len(lines), len(turns))}"]
    return lines or [none_of(len(turns), "turn", "turns")]


def _opinion(number: int, turn: Turn) -> str:
    critic = "agreed" if turn.agreed else "disagreed"
    if _changed(turn):
        return term(
            number, f"{(turn.proposal or '').upper()} became {turn.guess.upper()}", f"the critic {critic}"
        )
    return term(number, f"{turn.guess.upper()} stayed", f"the critic {critic}")


def _changed(turn: Turn) -> bool:
    return turn.guess != turn.proposal


def _kept(turn: Turn) -> bool:
    return not _changed(turn)


_HOW: Mapping[str, How[State]] = {
    **dict.fromkeys(("success", "lost", "aborted"), _ending),
    "guesses": _guesses,
    "speed": _speed,
    "speed_inverse": _inverse,
    "closeness": _closeness,
    "closeness_gain": _gain_terms,
    "strategy": _strategy,
    "repetitions": _repetitions,
    "opinion_changes": _opinions_terms,
    "opinion_changed": partial(_opinions_terms, counted=_changed),
    "opinion_kept": partial(_opinions_terms, counted=_kept),
    "repeats_on_agreement": partial(_opinions_terms, agreed=True, counted=_kept, told="kept"),
    "changes_on_agreement": partial(_opinions_terms, agreed=True, counted=_changed, told="changed"),
    "repeats_on_disagreement": partial(_opinions_terms, agreed=False, counted=_kept, told="kept"),
    "changes_on_disagreement": partial(_opinions_terms, agreed=False, counted=_changed, told="changed"),
}
