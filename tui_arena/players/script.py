"""A player that says what was written down before.

Law: a seat's replies come in their order; the same ask at the same attempt gets the same reply, so
an undone question is answered as before.

A bot with replies at hand, for a first game with a guide.

Law: what it says is still a function of the view: a reply at hand where it fits, else the bot's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from tui_arena.core.game import Ask, AtOnce, Belief, Bot, Fault, PlayerFailed, Progress, Reply, View
from tui_arena.data.tutorial import Prepared


class ScriptPlayer(AtOnce):
    """A seat's replies in order."""

    def __init__(self, replies: Sequence[tuple[str, str]]) -> None:
        """`replies`: pairs of ask name and text."""
        self._replies = replies
        self._given: dict[tuple[str, int], int] = {}

    def said(self, turns: Iterable[tuple[str, int]]) -> None:
        """Go on behind what was said before: key and attempt of each ask that was answered."""
        for turn in turns:
            self._given.setdefault(turn, len(self._given))

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        turn = (ask.key, ask.attempt)
        place = self._given.setdefault(turn, len(self._given))
        if place >= len(self._replies):
            raise PlayerFailed(f"{ask.seat}: the script has {len(self._replies)} replies and is used up")
        name, text = self._replies[place]
        if name not in (ask.name, *ask.also):
            raise PlayerFailed(
                f"{ask.seat}: reply {place + 1} of the script is for {name!r}, but {ask.name!r} is asked"
            )
        return Reply(text, ask=name)


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
