"""The metrics of a session of Bluffing (see this game's README.md).

Law: a metric depends on the folded session alone, and uses beliefs as they were stored. None means "not
defined here", never zero. A metric that depends on the truth is None until the session is over.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.belief_metrics import beliefs_of, measured
from tui_arena.core.language.reply_forms import misnumbered
from tui_arena.core.record import Play
from tui_arena.games.bluffing.rules import State


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
