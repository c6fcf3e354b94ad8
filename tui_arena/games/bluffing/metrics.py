"""The metrics of a session of Bluffing (see this game's README.md).

Law: a metric depends on the folded session alone, and uses beliefs as they were stored. None means "not
defined here", never zero. A metric that depends on the truth is None until the session is over.

`explain` lists, line by line, exactly what a metric counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tui_arena.core.belief_metrics import beliefs_of, explained, measured
from tui_arena.core.language.reply_forms import explained_numbers, misnumbered
from tui_arena.core.record import Play
from tui_arena.core.terms import How, ended, lines_of, term, unless_cut_short
from tui_arena.games.bluffing.rules import State

# the metrics


def compute(play: Play[State]) -> dict[str, Any]:
    """Every metric of a session by name; the session may still be unfinished."""
    state, outcome = play.state, play.outcome()
    ended = outcome.result == "won" and play.resigned is None
    believed = measured(beliefs_of(play, "judge"), _truth(play))
    if not play.over:  # the setter must not learn what the judge believes
        believed = dict.fromkeys(believed)
    return {
        "success": int("judge" in outcome.winners),
        "rounds": len(state.turns) + 1 if ended else None,
        "verdict": None if state.verdict is None else int(state.verdict),
        "misnumbered": misnumbered(question.number for question in state.questions),
        **believed,
    }


def _truth(play: Play[State]) -> bool | None:
    return play.state.truth if play.over else None


def item(play: Play[State]) -> str | None:
    """The item that was judged: `true: ` or `false: ` and the statement; None before it is known."""
    statement, truth = play.state.statement, _truth(play)
    return None if statement is None or truth is None else f"{str(truth).lower()}: {statement}"


def main_score(play: Play[State], metrics: dict[str, Any]) -> float | None:
    """The judge's `success`; None when aborted or unfinished."""
    return float(metrics["success"]) if play.outcome().result == "won" else None


# the terms of each metric

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
