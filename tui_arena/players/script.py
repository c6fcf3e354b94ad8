"""Players with prepared replies: a script, and the bot of a first game with a guide.

A script's replies are given in order, but the same ask at the same attempt gets the same reply again, so an
undone question is answered as before. The bot's reply still depends only on the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from tui_arena.core.game import Ask, AtOnce, Belief, Bot, Fault, PlayerFailed, Progress, Reply, View
from tui_arena.data.tutorial import Prepared


class ScriptPlayer(AtOnce):
    """A player that gives a seat's replies from a script, in order."""

    def __init__(self, replies: Sequence[tuple[str, str]]) -> None:
        """`replies`: pairs of ask name and text."""
        self._replies = replies
        self._given: dict[tuple[str, int], int] = {}

    def said(self, turns: Iterable[tuple[str, int]]) -> None:
        """Mark asks as answered, so the script goes on after them; `turns`: each ask's key and attempt."""
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
    """A bot that gives a guide's prepared reply where one fits, and its usual reply otherwise."""

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
