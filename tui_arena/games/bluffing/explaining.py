"""Explanations of the metrics of Bluffing, line by line.

An explanation lists exactly what its metric counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tui_arena.core.belief_metrics import beliefs_of, explained
from tui_arena.core.language.reply_forms import explained_numbers
from tui_arena.core.record import Play
from tui_arena.core.terms import How, ended, lines_of, term, unless_cut_short
from tui_arena.games.bluffing.rules import State

BELIEFS = (
    "recall",
    "first_appear_round",
    "final_rank",
    "hopping_penalty",
    "spearman",
    "spearman_paper",
    "distances",
)
NO_VERDICT = "no verdict was given"


def explain(play: Play[State], metric: str) -> list[str]:
    """The terms that make up a metric, or why it is not defined here."""
    return lines_of(_HOW, play, metric)


def _ending(play: Play[State]) -> list[str]:
    state = play.state
    was = "was not told" if state.truth is None else f"was {state.truth}"
    if state.verdict is None:
        return ended(play, f"{NO_VERDICT}; the truth {was}")
    return ended(play, f"the judge said {state.verdict}; the truth {was}")


@unless_cut_short
def _rounds(play: Play[State]) -> list[str]:
    turns = play.state.turns
    lines = [term(n, turn.question.text) for n, turn in enumerate(turns, 1)]
    return [*lines, *(term(len(turns) + 1, line) for line in _verdict(play))]


def _verdict(play: Play[State]) -> list[str]:
    verdict = play.state.verdict
    return [NO_VERDICT if verdict is None else f"the judge said {verdict}"]


def _numbers(play: Play[State]) -> list[str]:
    return explained_numbers(question.number for question in play.state.questions)


def _beliefs(play: Play[State], metric: str) -> list[str]:
    return explained(metric, beliefs_of(play, "judge"), play.state.truth)


_HOW: Mapping[str, How[State]] = {
    "success": _ending,
    "rounds": _rounds,
    "verdict": _verdict,
    "misnumbered": _numbers,
    **{name: partial(_beliefs, metric=name) for name in BELIEFS},
}
