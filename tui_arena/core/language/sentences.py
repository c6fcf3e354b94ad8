"""Words put together to sentences, for bots and boards.

Law: of English alone, and of no game; what a word is made of is for `core/words.py`.

What a host says of whoever sits at a table, in the words of any game.

Law: of names and a session that are handed in; what is private to a seat is not told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tui_arena.core.game import Ask
from tui_arena.core.record import Play
from tui_arena.core.text import one_line


def capital(text: str) -> str:
    """A text with a capital first letter, the rest as it is.

    >>> capital("eleven of them")
    'Eleven of them'
    """
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str]) -> str:
    """Words in a row, at least one of them.

    >>> listed(["Ada", "Ben", "Eve"])
    'Ada, Ben and Eve'
    """
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last


YOU = "You"
"""The name of somebody who has given none; a verb goes with it as with `you`."""
WHY = 120
"""Characters of the reason why a reply was refused."""


def who_does(ask: Ask, names: Mapping[str, str], does: Mapping[str, tuple[str, str]]) -> str:
    """Who is asked, and to do what; `does`: by ask, what you do and what others do.

    >>> ask = Ask("guesser", "guess", "guess:1")
    >>> who_does(ask, {"guesser": "Ada"}, {"guess": ("guess", "guesses")})
    'Ada guesses'
    """
    mine, theirs = does.get(ask.name, (ask.name, ask.name))
    name = names.get(ask.seat, ask.seat)
    return f"you {mine}" if name == YOU else f"{name} {theirs}"


def winning_side(play: Play[Any]) -> str:
    """Who has won by their group, such as `guesser`, where another side has lost; empty in other games."""
    outcome = play.outcome()
    sides = {seat.side for seat in play.seats.values()} - {"neutral"}
    if outcome.result != "won" or len(sides) < 2:
        return ""
    return " and ".join(dict.fromkeys(play.seats[seat].group for seat in outcome.winners))


def stopped(play: Play[Any], names: Mapping[str, str]) -> str:
    """Who stopped an aborted session, and with what."""
    wrong = next((step for step in reversed(play.steps) if step.fault is not None and not step.void), None)
    if wrong is None or wrong.fault is None:
        return f"It can't be scored: {(play.outcome().cause or 'the rules stopped it')}."
    seat, why = wrong.ask.seat, one_line(wrong.fault.why, WHY)
    return f"{names.get(seat, 'nobody')} ({seat}) broke the rules once too often: {why}."
