"""The metrics of a session of Akinator (see this game's README.md).

Law: a metric depends on the folded session alone, and uses probe lists as they were stored. None means "not
defined here", never zero. A metric that depends on the object is None until the session is over.

`explain` lists, line by line, exactly what a metric counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tui_arena.core.candidate_lists import (
    RANKED,
    disparity,
    explained_disparity,
    explained_ranks,
    lists_of,
    measured,
    sortings_of,
)
from tui_arena.core.game import Mark
from tui_arena.core.language.reply_forms import explained_numbers, misnumbered
from tui_arena.core.record import Play
from tui_arena.core.terms import How, ended, lines_of, none_of, term, unless_cut_short
from tui_arena.core.words import tokens
from tui_arena.games.akinator.rules import State

# the metrics


def compute(play: Play[State]) -> dict[str, Any]:
    """Every metric of a session by name; the session may still be unfinished."""
    state, outcome = play.state, play.outcome()
    ended = outcome.result == "won" and play.resigned is None
    lists = lists_of(play, "guesser")
    return {
        "success": int("guesser" in outcome.winners),
        "rounds": len(state.turns) if ended else None,
        "guesses_made": sum(question.guess is not None for question in state.questions),
        "misnumbered": misnumbered(q.number for q in state.questions),
        "misjudged": None if state.misjudged is None else int(state.misjudged),
        **measured(lists, state.names if play.over else (), state.match),
        "disparity_ratio": disparity(lists, sortings_of(play)),
    }


def main_score(play: Play[State], metrics: dict[str, Any]) -> float | None:
    """The guesser's `success`; None when aborted or unfinished."""
    return float(metrics["success"]) if play.outcome().result == "won" else None


def marks(play: Play[State]) -> list[Mark]:
    """A mark for each question that was asked before and each guess that was made before."""
    asked: dict[str, int] = {}
    found = []
    steps = [s for s in play.standing() if s.ask.name == "question" and s.fault is None]
    for place, (step, question) in enumerate(zip(steps, play.state.questions, strict=True), 1):
        key = " ".join(tokens(question.guess or question.text))
        first = asked.setdefault(f"{question.guess is not None} {key}", place)
        if first != place:
            what = "guessed" if question.guess is not None else "asked"
            found.append(Mark(step.seq, "redundant", f"{what} before, as question {first}"))
    return found


# the terms of each metric

UNTOLD = "what it was has not been told"


def explain(play: Play[State], metric: str) -> list[str]:
    """The terms that make up a metric, or why it is not defined here."""
    return lines_of(_HOW, play, metric)


def _ending(play: Play[State]) -> list[str]:
    state = play.state
    n = len(state.turns)
    if state.won:
        return ended(play, f"found at question {n}: {state.entity}")
    return ended(play, f"not found in {n} questions: {state.entity or UNTOLD}")


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


_HOW: Mapping[str, How[State]] = {
    "success": _ending,
    "rounds": _rounds,
    "guesses_made": _guesses,
    "misnumbered": lambda play: explained_numbers(q.number for q in play.state.questions),
    "misjudged": _misjudged,
    **{name: partial(_ranks, metric=name) for name in RANKED},
    "disparity_ratio": lambda play: explained_disparity(lists_of(play, "guesser"), sortings_of(play)),
}
