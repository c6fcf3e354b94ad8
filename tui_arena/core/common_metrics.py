"""The metrics that any game can have, and the terms of each: how it ended, and in how many turns.

Their names and meanings stand in `games/common.toml`. A game that counts one of them otherwise defines it in
its own metrics.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tui_arena.core.record import Play, Step
from tui_arena.core.terms import cut_short, ended, term


def compute(play: Play[Any]) -> dict[str, Any]:
    """`success`, `lost`, `aborted` and `turns` of a session; it need not be over."""
    result = play.outcome().result
    found = _solved(play)
    return {
        "success": int(found),
        "lost": int(result in ("won", "lost") and not found),
        "aborted": int(result == "aborted"),
        "turns": len(_turns(play)) if found else None,
    }


def main_score(play: Play[Any], metrics: Mapping[str, Any]) -> float | None:
    """1 if the solving side won, 0 if not; None when aborted or unfinished."""
    return None if play.outcome().result in ("aborted", "unfinished") else float(metrics["success"])


def explain(play: Play[Any], metric: str) -> list[str]:
    """The lines that explain a common metric; empty for one that is not common."""
    if metric in ("success", "lost", "aborted"):
        found = "found" if _solved(play) else "not found"
        return ended(play, f"{found} in {_counted(len(_turns(play)))}")
    if metric != "turns":
        return []
    if not _solved(play):
        return [f"{cut_short(play) or 'not found'}: turns are counted where the secret was found"]
    return [term(number, step.event["text"]) for number, step in enumerate(_turns(play), 1)]


def _solved(play: Play[Any]) -> bool:
    """Whether a seat that looks for the secret has won."""
    return any(play.seats[seat].side == "solver" for seat in play.outcome().winners)


def _turns(play: Play[Any]) -> list[Step[Any]]:
    """The moves of the seats that look for the secret."""
    moves = (step for step in play.standing() if step.fault is None)
    return [step for step in moves if play.seats[step.ask.seat].side == "solver"]


def _counted(number: int) -> str:
    return f"{number} turn" if number == 1 else f"{number} turns"
