"""Lines that tell how a figure of a session came about: what they have in common in every game.

Law: a line is one term that was counted, or says why there is none. A session is explained once it is
over; lines may hold its secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tui_arena.core.game import S
from tui_arena.core.record import Play
from tui_arena.core.text import one_line

LINE = 68
"""Characters of a line, where what is said in it can be cut to that."""
SAID = 40
"""Characters of what is said that a line has at least."""
How = Callable[[Play[S]], list[str]]
"""The lines of one figure; none where it has no term."""


def lines_of(how: Mapping[str, How[S]], play: Play[S], metric: str) -> list[str]:
    """The lines of a figure; none for one that is not in the table."""
    return how[metric](play) if metric in how else []


def term(number: int, said: str, counts: str = "") -> str:
    """One numbered term: what was said, and how it counts.

    >>> term(2, "Is it alive?", "no"), term(3, "crane")
    ('2. Is it alive?  no', '3. crane')
    """
    room = LINE - len(f"{number}.   {counts}")
    return f"{number}. {one_line(said, max(room, SAID))}  {counts}".rstrip()


def cut_short(play: Play[Any]) -> str:
    """What ended a session before its rules did: somebody gave up, or it was aborted; empty: nothing did."""
    outcome = play.outcome()
    if play.resigned is not None:
        return f"{play.resigned} gave up"
    return f"aborted ({outcome.cause})" if outcome.result == "aborted" else ""


def ended(play: Play[Any], told: str) -> list[str]:
    """The line of a figure that says how it ended; `told`: how, where the rules ended it."""
    return [cut_short(play) or told]


def unless_cut_short(how: How[S]) -> How[S]:
    """The lines of a figure that only a session has that was played to its end."""

    def lines(play: Play[S]) -> list[str]:
        why = cut_short(play)
        return [f"{why}: there is no such figure of this session"] if why else how(play)

    return lines


def none_of(whole: int, one: str, many: str) -> str:
    """That no term was counted, and of how many.

    >>> none_of(1, "reply", "replies"), none_of(3, "reply", "replies")
    ('none of 1 reply', 'none of 3 replies')
    """
    return f"none of {whole} {one if whole == 1 else many}"


def share(part: int, whole: int) -> str:
    """A share with what it is of.

    >>> share(1, 3)
    '1 of 3 = 0.33'
    """
    return f"{part} of {whole} = {part / whole:.2f}"


def total(terms: list[float] | list[int], divided_by: int = 1) -> str:
    """A sum of these terms, at least one, or their mean; a single one stands for itself.

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
