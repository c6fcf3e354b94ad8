"""Players without a model: people, the built-in bots, and scripts with prepared replies.

A person's reply is a future that the screen resolves. It is checked against the rules (`Play.trial`) before it is
given, so a person never gets a fault. A refused reply is reported at once and kept as a draft.

Law: a bot's reply depends only on the view and on a random generator. The generator is made from the
session's seed, the repetition, the seat, the ask's key and the attempt. So every machine and every replay
gets the same reply.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tui_arena.core.game import Ask, AtOnce, Belief, Bot, Doubt, Fault, OnProgress, PlayerFailed, Reply, View
from tui_arena.core.guarded import error_line
from tui_arena.core.language.sentences import counted
from tui_arena.core.reading import in_words
from tui_arena.core.reasoning import without_thoughts
from tui_arena.data.narration import Prepared

LEVELS = ("easy", "medium", "hard")

Before = Callable[[Ask], Awaitable[None]]
Think = Callable[..., Awaitable[Any]]


async def at_once(work: Callable[..., Any], *args: Any) -> Any:
    """Do the work in the caller's thread, as a headless run does: it has no screen that would have to wait."""
    return work(*args)


class BotPlayer(AtOnce):
    """A bot of one level in one seat of a session."""

    def __init__(
        self,
        bot: Bot,
        level: str,
        seed: int | None,
        repetition: int | None = None,
        before: Before | None = None,
        *,
        think: Think = at_once,
    ) -> None:
        """`before` is awaited before each reply, so that people can watch at their own pace.

        The time that `before` takes is not part of the reply's seconds. `think` calls the bot with its
        arguments, for example in another thread so that the screen isn't held up.
        """
        self._bot = bot
        self._level = level
        self._seed = f"{seed}/{repetition or 1}"
        self._before = before
        self._think = think

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        clock = None if self._before is None else asyncio.get_running_loop().time
        if self._before is not None:
            await self._before(ask)
        began = clock() if clock else 0.0
        try:
            text = await self._think(self._bot.reply, ask, view, self._level, self._chance(ask))
        except Exception as error:  # a package's bot may raise any exception
            raise _failed(error) from error
        if not isinstance(text, str):
            raise PlayerFailed("the bot gave no text; another player can take the seat")
        took = round(clock() - began, 3) if clock else None
        await asyncio.sleep(0)
        return Reply(text, seconds=took)

    async def doubt(self, ask: Ask, view: View) -> Doubt | None:
        """What the bot's rules didn't know for its reply. Raises PlayerFailed if the bot breaks."""
        doubt: Doubt | None = await self.work(self._bot.doubt, ask, view, self._level, self._chance(ask))
        return doubt

    async def work(self, work: Callable[..., Any], *args: Any) -> Any:
        """Do some work for the bot in the thread of its own work. Raises Fault; PlayerFailed if the bot breaks."""
        try:
            return await self._think(work, *args)
        except Fault:
            raise
        except Exception as error:  # a package's bot may raise any exception
            raise _failed(error) from error

    def would_say(self, ask: Ask, view: View) -> str:
        """The text that `reply` will give, without playing it. Raises PlayerFailed if the bot breaks."""
        try:
            return str(self._bot.reply(ask, view, self._level, self._chance(ask)))
        except Exception as error:  # a package's bot may raise any exception
            raise _failed(error) from error

    def _chance(self, ask: Ask) -> Random:
        return Random(f"{self._seed}/{ask.seat}/{ask.key}/{ask.attempt}")


def _failed(error: Exception) -> PlayerFailed:
    return PlayerFailed(f"the bot failed ({error_line(error)}); another player can take the seat")


InThread = Callable[..., Awaitable[Any]]


class ScriptPlayer(AtOnce):
    """A player that gives a seat's replies from a script, in order."""

    def __init__(self, replies: Sequence[tuple[str, str]]) -> None:
        """`replies`: pairs of an ask's name and a text."""
        self._replies = replies
        self._given: dict[tuple[str, int], int] = {}

    def said(self, turns: Iterable[tuple[str, int]]) -> None:
        """Mark asks as answered, so the script continues after them. `turns`: each ask's key and attempt."""
        for turn in turns:
            self._given.setdefault(turn, len(self._given))

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        turn = (ask.key, ask.attempt)
        place = self._given.setdefault(turn, len(self._given))
        if place >= len(self._replies):
            raise PlayerFailed(
                f"{ask.seat}: the script has {counted(len(self._replies), 'reply', 'replies')} and no more"
            )
        name, text = self._replies[place]
        if name not in (ask.name, *ask.also):
            raise PlayerFailed(
                f"{ask.seat}: reply {place + 1} of the script answers {name!r}, but the ask is {ask.name!r}"
            )
        return in_words(without_thoughts(Reply(text, ask=name)), ask)


class PreparedBot(Bot):
    """A bot that gives a guide's prepared reply if one fits, and its usual reply otherwise."""

    def __init__(self, bot: Bot, replies: Sequence[Prepared]) -> None:
        self._bot = bot
        self._replies = replies

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        ready = next((one.text for one in self._replies if one.fits(ask, view)), None)
        return self._bot.reply(ask, view, level, rng) if ready is None else ready

    def doubt(self, ask: Ask, view: View, level: str, rng: Random) -> Doubt | None:
        ready = any(one.fits(ask, view) for one in self._replies)
        return None if ready else self._bot.doubt(ask, view, level, rng)

    def hint(self, ask: Ask, view: View) -> str | None:
        return self._bot.hint(ask, view)

    def belief(self, view: View) -> Belief | None:
        return self._bot.belief(view)


@dataclass(slots=True)
class Waiting:
    """An ask that a person has to answer."""

    ask: Ask
    view: View
    fault: Fault | None
    answered: asyncio.Future[str]

    def answer(self, text: str) -> None:
        """Give the reply. Only the first one counts."""
        if not self.answered.done():
            self.answered.set_result(text)


class HumanPlayer:
    """A person at the keyboard. Several seats may each have one."""

    def __init__(self, name: str, asked: Callable[[Waiting], None]) -> None:
        """`asked` is called with every ask, which is resolved later by `Waiting.answer`."""
        self.name = name
        self._asked = asked

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._asked(Waiting(ask, view, fault, answered))
        return Reply(await answered)
