"""Explanations of the metrics of Akinator, line by line.

An explanation lists exactly what its metric counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tui_arena.core.candidate_lists import RANKED, explained_disparity, explained_ranks, lists_of, sortings_of
from tui_arena.core.language.reply_forms import explained_numbers
from tui_arena.core.record import Play
from tui_arena.core.terms import How, ended, lines_of, none_of, term, unless_cut_short
from tui_arena.games.akinator.rules import State

UNTOLD = "what it was has not been told"


def explain(play: Play[State], metric: str) -> list[str]:
    """The terms that make up a metric, or why it is not defined here."""
    return lines_of(_HOW, play, metric)


def _ending(play: Play[State]) -> list[str]:
    state = play.state
    n = len(state.turns)
    if state.won:
        return ended(play, f"found at question {n}: {state.object}")
    return ended(play, f"not found in {n} questions: {state.object or UNTOLD}")


@unless_cut_short
def _rounds(play: Play[State]) -> list[str]:
    return [term(n, turn.question.text, turn.answer) for n, turn in enumerate(play.state.turns, 1)]


def _guesses(play: Play[State]) -> list[str]:
    told = [turn.answer for turn in play.state.turns]
    asked = enumerate(play.state.questions, 1)
    lines = [
        term(n, question.guess, told[n - 1] if n <= len(told) else "not answered")
        for n, question in asked
        if question.guess is not None
    ]
    return lines or [f"{none_of(len(play.state.questions), 'question', 'questions')} is a guess"]


def _numbers(play: Play[State]) -> list[str]:
    return explained_numbers(question.number for question in play.state.questions)


def _misjudged(play: Play[State]) -> list[str]:
    state = play.state
    if state.misjudged is None:
        return ["nothing was told after the last question"]
    told = f"told at the end: {' | '.join(state.names)}"
    if state.misjudged:
        return [told, "it had been guessed, and called incorrect:", *_guesses(play)]
    return [told, "no guess was that"]


def _ranks(play: Play[State], metric: str) -> list[str]:
    return explained_ranks(metric, lists_of(play, "guesser"), play.state.names, play.state.match)


def _disparity(play: Play[State]) -> list[str]:
    return explained_disparity(lists_of(play, "guesser"), sortings_of(play))


_HOW: Mapping[str, How[State]] = {
    "success": _ending,
    "rounds": _rounds,
    "guesses_made": _guesses,
    "misnumbered": _numbers,
    "misjudged": _misjudged,
    **{name: partial(_ranks, metric=name) for name in RANKED},
    "disparity_ratio": _disparity,
}
