"""Metrics of one session with the lines that explain them: the parts that all games share.

A line is one counted term, or says why there are no terms. Lines may reveal the session's secret, so they are
only for sessions that are over.

`figures` are the metrics that any game can have: how a session ended, and in how many turns. Their names and
meanings are in `games/common.toml`. A game that counts one of them differently has its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.core.text import one_line

LINE = 68
"""The length of a line, in characters; the quotation in it is cut to fit."""
SAID = 40
"""The number of characters of a quotation that are kept even if the line becomes longer than `LINE`."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A metric of one session, together with its terms."""

    value: Any
    """None if the metric is undefined for this session."""
    lines: Callable[[], list[str]]
    """Makes the lines that explain the metric, when somebody asks for them."""


def of_whole(play: Play[Any], value: object, lines: Callable[[], list[str]]) -> Explained:
    """A figure that is defined only for sessions that were played to their end."""
    early = cut_short(play)
    if early:
        return Explained(None, lambda: [f"{early}, so this figure isn't defined here"])
    return Explained(value if play.over else None, lines)


def number_of(terms: Sequence[str], none: str) -> Explained:
    """The number of terms; `none`: the line if there is no term."""
    return Explained(len(terms), lambda: [*terms] or [none])


def term(number: int, said: str, counts: str = "") -> str:
    """One numbered term: what was said, and how it counts.

    >>> term(2, "Is it alive?", "no"), term(3, "crane")
    ('2. Is it alive?  no', '3. crane')
    """
    room = LINE - len(f"{number}.   {counts}")
    return f"{number}. {one_line(said, max(room, SAID))}  {counts}".rstrip()


def cut_short(play: Play[Any]) -> str:
    """Why a session ended early: a seat gave up, or it was aborted; empty if it did not end early."""
    outcome = play.outcome()
    if play.resigned is not None:
        return f"{play.resigned} gave up"
    return f"aborted ({outcome.cause})" if outcome.result == "aborted" else ""


def ended(play: Play[Any], line: str) -> list[str]:
    """The line that says how a session ended; `line`: the line if the rules ended it."""
    return [cut_short(play) or line]


def none_of(whole: int, one: str, several: str = "") -> str:
    """The text that none of `whole` terms was counted; `several`: the plural, by default `one` with an s.

    >>> none_of(1, "reply", "replies"), none_of(3, "turn")
    ('none of 1 reply', 'none of 3 turns')
    """
    return f"none of {counted(whole, one, several)}"


def share(part: int, whole: int) -> str:
    """A share, with the two numbers it is made of.

    >>> share(1, 3)
    '1 of 3 = 0.33'
    """
    return f"{part} of {whole} = {part / whole:.2f}"


def total(terms: list[float] | list[int], divided_by: int = 1) -> str:
    """Writes out the sum of terms, or with `divided_by` their mean; a single term is written alone.

    >>> total([5, -2], 2), total([1])
    ('(5 - 2) / 2 = 1.5', '1')
    """
    first, *others = terms
    if not others and divided_by == 1:
        return f"{round(first, 2):g}"
    written = f"{first:.4g}" + "".join(f" {'-' if t < 0 else '+'} {abs(t):.4g}" for t in others)
    if divided_by != 1:
        written = f"({written}) / {divided_by}"
    return f"{written} = {round(sum(terms) / divided_by, 2):g}"


def value_text(value: Any) -> str:
    """A metric's value in one session, as every place writes it: seats and lists item by item.

    >>> value_text(0.5), value_text([1, 2 / 3]), value_text({"A": 1, "B": None, "C": -0.001})
    ('0.5', '1 0.67', 'A 1, C 0')
    """
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {value_text(one)}" for name, one in value.items() if one is not None)
    if isinstance(value, list | tuple):
        return " ".join(map(value_text, value)) or "–"
    return f"{round(value, 2) + 0.0:.10g}" if isinstance(value, float) else one_line(str(value), 60)


def figures(play: Play[Any]) -> dict[str, Explained]:
    """`success`, `lost`, `aborted` and `turns` of a session, which need not be over."""
    moves = (step for step in play.standing() if step.fault is None)
    turns = [step.event["text"] for step in moves if play.seats[step.ask.seat].side == "solver"]
    n, found = len(turns), _found(play)
    none = f"{cut_short(play) or 'not found'}: turns only count if the secret was found"
    lines = [term(number, text) for number, text in enumerate(turns, 1)] if found else [none]
    line = f"{'found' if found else 'not found'} in {counted(n, 'turn')}"
    return {**endings(play, line), "turns": Explained(n if found else None, lambda: lines)}


def endings(play: Play[Any], line: str) -> dict[str, Explained]:
    """`success`, `lost` and `aborted` of a session; `line`: the line that explains them if the rules ended it."""
    result, found = play.outcome().result, _found(play)
    values = {
        "success": found,
        "lost": result in ("won", "lost") and not found,
        "aborted": result == "aborted",
    }
    return {name: Explained(int(value), lambda: ended(play, line)) for name, value in values.items()}


def main_score(play: Play[Any], metrics: Mapping[str, Any]) -> float | None:
    """1 if the solving side won, 0 if not; None when aborted or unfinished."""
    return None if play.outcome().result in ("aborted", "unfinished") else float(metrics["success"])


def misnumbered(numbers: Sequence[int | None]) -> Explained:
    """The number of questions that gave a wrong or repeated number.

    `numbers`: the number that each question gave, in order; None for a question without one.
    """
    wrong = [
        f"{place}. said Question {number}"
        for place, number in enumerate(numbers, 1)
        if number is not None and (number != place or number in numbers[: place - 1])
    ]
    had = sum(number is not None for number in numbers)
    return number_of(wrong, f"{had} of {counted(len(numbers), 'question')} had a number, and none was wrong")


def _found(play: Play[Any]) -> bool:
    """True if a seat that looks for the secret has won."""
    return any(play.seats[seat].side == "solver" for seat in play.outcome().winners)
