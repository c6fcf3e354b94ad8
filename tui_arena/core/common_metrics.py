"""The metrics that any game can have, each with its terms: how it ended, and in how many turns.

Their names and meanings stand in `games/common.toml`. A game that counts one of them otherwise, or tells it
in other words, has a figure of that name among its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, cut_short, ended, number_of, term


def figures(play: Play[Any]) -> dict[str, Explained]:
    """`success`, `lost`, `aborted` and `turns` of a session; it need not be over."""
    moves = (step for step in play.standing() if step.fault is None)
    turns = [step.event["text"] for step in moves if play.seats[step.ask.seat].side == "solver"]
    n, found = len(turns), _found(play)
    none = f"{cut_short(play) or 'not found'}: turns are counted where the secret was found"
    lines = [term(number, text) for number, text in enumerate(turns, 1)] if found else [none]
    told = f"{'found' if found else 'not found'} in {counted(n, 'turn')}"
    return {**endings(play, told), "turns": Explained(n if found else None, lambda: lines)}


def endings(play: Play[Any], told: str) -> dict[str, Explained]:
    """`success`, `lost` and `aborted` of a session; `told`: the line that explains them if the rules ended it."""
    result, found = play.outcome().result, _found(play)
    values = {
        "success": found,
        "lost": result in ("won", "lost") and not found,
        "aborted": result == "aborted",
    }
    return {name: Explained(int(value), lambda: ended(play, told)) for name, value in values.items()}


def main_score(play: Play[Any], metrics: Mapping[str, Any]) -> float | None:
    """1 if the solving side won, 0 if not; None when aborted or unfinished."""
    return None if play.outcome().result in ("aborted", "unfinished") else float(metrics["success"])


def misnumbered(numbers: Sequence[int | None]) -> Explained:
    """How many questions gave a wrong or repeated number.

    `numbers`: the number that each question gave, in order; None for a question without one.
    """
    wrong = [
        f"{place}. said Question {number}"
        for place, number in enumerate(numbers, 1)
        if number is not None and (number != place or number in numbers[: place - 1])
    ]
    had = sum(number is not None for number in numbers)
    return number_of(wrong, f"of {counted(len(numbers), 'question')} {had} had a number, and none was wrong")


def _found(play: Play[Any]) -> bool:
    """Whether a seat that looks for the secret has won."""
    return any(play.seats[seat].side == "solver" for seat in play.outcome().winners)
