"""A bot with replies at hand, for a first game with a guide.

Law: what it says is still a function of the view: a reply at hand where it fits, else the bot's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tui_arena.core.game import Ask, Belief, Bot, View
from tui_arena.data.tutorial import Prepared


class PreparedBot:
    """A bot that says what a guide has prepared for its seat."""

    def __init__(self, bot: Bot, replies: Sequence[Prepared]) -> None:
        self._bot = bot
        self._replies = replies

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        ready = next((one.text for one in self._replies if one.fits(ask, view)), None)
        return self._bot.reply(ask, view, level, rng) if ready is None else ready

    def hint(self, ask: Ask, view: View) -> str | None:
        return self._bot.hint(ask, view)

    def belief(self, view: View) -> Belief | None:
        return self._bot.belief(view)
