"""Explanations of the metrics of Wordle, line by line.

An explanation lists exactly what its metric counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

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
from tui_arena.games.wordle.metrics import (
    CLASSIC_SPEED,
    GREEN_POINTS,
    YELLOW_POINTS,
    strategy_terms,
    turn_closeness,
    turn_strategy,
)
from tui_arena.games.wordle.rules import GREEN, GREY, State, Turn

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


def _gain(play: Play[State]) -> list[str]:
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


def _opinions(
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
    "closeness_gain": _gain,
    "strategy": _strategy,
    "repetitions": _repetitions,
    "opinion_changes": _opinions,
    "opinion_changed": partial(_opinions, counted=_changed),
    "opinion_kept": partial(_opinions, counted=_kept),
    "repeats_on_agreement": partial(_opinions, agreed=True, counted=_kept, told="kept"),
    "changes_on_agreement": partial(_opinions, agreed=True, counted=_changed, told="changed"),
    "repeats_on_disagreement": partial(_opinions, agreed=False, counted=_kept, told="kept"),
    "changes_on_disagreement": partial(_opinions, agreed=False, counted=_changed, told="changed"),
}
