"""What the characters of bots say now and then: when the game begins, after a move, and when it is over.

Law: no line comes twice as long as the app runs. A comment comes with a move or an ending, never by itself, so
it disturbs nobody's thinking; it is shown and never saved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random

from tui_arena.data.personas import Moment
from tui_arena.players.seating import Cast, character_of

OFTEN = 0.14
"""The chance that somebody comments on a move."""
PAUSE = 4
"""The fewest replies from one comment to the next."""


class Comments:
    """The comments of one run of the app."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def line(self, cast: Mapping[str, Cast], moment: Moment, rng: Random, seats: Collection[str] = ()) -> str:
        """A line of one of the characters at the table, with face and first name; empty if all was said already.

        `seats`: whose characters may speak; empty: all.
        """
        who = [character_of(one) for seat, one in sorted(cast.items()) if not seats or seat in seats]
        there = [one for one in who if one is not None]
        fresh = [(one, text) for one in there for text in one.lines[moment] if text not in self._said]
        if not fresh:
            return ""
        speaker, text = rng.choice(fresh)
        self._said.add(text)
        return f"{speaker.face} {speaker.first_name}: {text}"
