"""The lines of an unsigned table, and when they go up: nothing in them tells a person from a machine.

Every reply is written in plain style (`core/blind.py`). A machine's reply is held back for as long as a
person would have needed. That time is drawn from the times of this evening's people for the same kind of ask;
before there are enough of them, it is reckoned from the length of the line. All lines go up on a beat, and the
replies to asks that are open at the same time go up together, except in a race.

A machine's refused reply is kept as a draft, as a person's is, and the machine is asked again. A bot takes the
place of a model that fails, is late or is refused too often.

Law: nothing holds a reply back for good. Whether others are ready is looked up again and again.
"""

from __future__ import annotations

import asyncio
from asyncio import get_running_loop, sleep
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from math import ceil
from random import Random
from typing import Any

from tui_arena.core.blind import MOST, plain_reply
from tui_arena.core.game import Ask, Fault, OnProgress, Player, PlayerFailed, Reply, View
from tui_arena.core.record import Play
from tui_arena.core.text import clean
from tui_arena.data import GameInfo, game_texts
from tui_arena.players.seating import DEFAULT_LEVEL, Cast, bot

BEAT = 3.0
"""Seconds between two moments at which lines can go up."""
GLANCE = 0.1
"""Seconds between two looks at whether the others are ready."""
THINKING, TYPING = 6.0, 0.28
"""The usual seconds that people think before they type, and that a character takes them on a phone."""
LEAST, LONGEST = 4.0, 60.0
ENOUGH = 3
"""With so many known times of people, every other one is drawn from them; with more, most are."""
PATIENCE = 120.0
"""Seconds after which a model is late, all tries together. A small one on a busy machine needs half a minute for one."""
TRIES = 4
"""How often a model may reply until the rules take it."""

Paces = Mapping[str, Sequence[float]]
"""The seconds that people needed, by game and kind of ask."""


@cache
def proper_names() -> Mapping[str, str]:
    """Returns the words that have a capital in lines, by their lower case."""
    return {name.lower(): name for name in str(game_texts("", "host")["who"]["names"]).split()}


def kind_of(game: str, ask: str) -> str:
    """The key of `Paces` for an ask of a game."""
    return f"{game}/{ask}"


def needed(seed: int | None, ask: Ask, text: str, known: Sequence[float]) -> float:
    """Returns the seconds that a person would need for a line. `known`: what people needed for such an ask.

    >>> ask = Ask("guesser", "guess", "guess:1", "text")
    >>> LEAST <= needed(1, ask, "Ab.", ()) < needed(1, ask, "A much longer line than that.", ()) <= LONGEST
    True
    """
    rng = Random(f"{seed}/need/{ask.seat}/{ask.key}/{ask.attempt}")
    if rng.random() < len(known) / (len(known) + ENOUGH):
        found = rng.choice(known) * rng.lognormvariate(0.0, 0.15)
    else:
        found = (THINKING + TYPING * len(text)) * rng.lognormvariate(0.0, 0.35)
    return min(max(found, LEAST), LONGEST)


def beat(seconds: float) -> float:
    """Returns the next beat after so many seconds since an ask.

    >>> beat(0.0), beat(BEAT), beat(BEAT + 0.1) == 2 * BEAT
    (3.0, 3.0, True)
    """
    return BEAT * max(ceil(seconds / BEAT - 1e-9), 1) if BEAT else seconds


class Lines:
    """What the players of one unsigned table share."""

    def __init__(
        self,
        info: GameInfo,
        play: Play[Any],
        paces: Paces,
        recast: Callable[[str, Cast], Coroutine[Any, Any, None]],
        refused: Callable[[Ask, str, Fault], Awaitable[None]],
    ) -> None:
        """`recast` puts another player on a seat; `refused` saves a machine's refused reply as a draft."""
        self._info, self._play, self._paces = info, play, paces
        self._recast, self.refused = recast, refused
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """Bots that are taking seats, by seat."""
        self._opened: dict[str, float] = {}
        """When an ask was first put to a player, by its key."""
        self._ready: set[Ask] = set()
        """The asks whose replies could go up now."""

    def plain(self, ask: Ask, reply: Reply) -> tuple[Reply, Fault | None]:
        """Returns a reply in plain style, and why it can't go up; None if it can, or if its ask isn't open."""
        if ask not in self._play.asks():
            return reply, None
        fault = self._play.judge(ask, reply).fault
        if fault is not None:
            return reply, fault
        try:
            found = plain_reply(
                self._info.game, self._play.state, ask, reply, self._info.unsigned, names=proper_names()
            )
        except Fault as left_out:
            return reply, left_out
        return found, self._play.judge(ask, found).fault

    def stand_in(self, seat: str) -> None:
        """Put a bot on the seat of a model without a reply or of a person without a phone, in a task of its own."""
        if seat not in self._tasks:
            task = self._tasks[seat] = get_running_loop().create_task(self._recast(seat, bot(DEFAULT_LEVEL)))
            task.add_done_callback(lambda _: self._tasks.pop(seat))

    def opened(self, ask: Ask) -> float:
        """Returns when an ask was opened; asks that are open together were opened together."""
        now = get_running_loop().time()
        together = [self._opened[one.key] for one in self._together(ask) if one.key in self._opened]
        return self._opened.setdefault(ask.key, min(together, default=now))

    async def hold(self, ask: Ask, text: str, *, machine: bool) -> None:
        """Return when a reply may go up."""
        clock, began = get_running_loop().time, self.opened(ask)
        if machine:
            known = [
                *self._paces.get(kind_of(self._info.id, ask.name), ()),
                *people_needed(self._play, ask.name),
            ]
            await sleep(max(began + needed(self._play.setup.seed, ask, text, known) - clock(), 0.0))
        self._ready.add(ask)
        try:
            while any(one not in self._ready for one in self._together(ask)):  # noqa: ASYNC110  (see the law)
                await sleep(GLANCE)
            await sleep(max(began + beat(clock() - began) - clock(), 0.0))
        finally:
            self._ready.discard(ask)

    def _together(self, ask: Ask) -> list[Ask]:
        """The open asks whose replies go up together with the reply to this one."""
        return [] if ask.race else [one for one in self._play.asks() if not one.race]


class Unsigned:
    """A player at an unsigned table."""

    def __init__(self, player: Player, lines: Lines, kind: str) -> None:
        """`kind`: of the player, as in a session's `seats`."""
        self._player, self._lines, self._kind = player, lines, kind

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        clock, machine = get_running_loop().time, self._kind != "human"
        self._lines.opened(ask)
        began = clock()
        if self._kind == "model":
            reply = await self._from_model(ask, view, fault, progress)
        else:
            reply = await self._player.reply(ask, view, fault, progress)
        took = clock() - began
        reply, _ = self._lines.plain(ask, reply)
        await self._lines.hold(ask, reply.text, machine=machine)
        return reply if reply.seconds is not None else replace(reply, seconds=round(took, 3))

    async def _from_model(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        """A model's first reply that can go up. A bot takes the seat if there is none in time."""
        short = replace(ask, max_chars=min(ask.max_chars, MOST))
        with suppress(PlayerFailed, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for attempt in range(TRIES):
                    warmer = replace(short, attempt=ask.attempt + min(attempt, 1))  # any warmer is nonsense
                    reply = await self._player.reply(warmer, view, fault, progress)
                    fault = self._lines.plain(ask, reply)[1]
                    if fault is None:
                        return reply
                    await self._lines.refused(ask, clean(reply.text), fault)
        self._lines.stand_in(ask.seat)
        never: asyncio.Future[Reply] = get_running_loop().create_future()
        return await never  # this task is cancelled when the bot sits down


def people_needed(play: Play[Any], ask: str) -> list[float]:
    """Returns the seconds that the people of a session needed for their replies to an ask."""
    found: list[float] = []
    for step in play.standing():
        seconds = step.event.get("seconds")
        holder = play.holder_at(step.ask.seat, step.seq) or {}
        if step.ask.name == ask and holder.get("player") == "human" and isinstance(seconds, int | float):
            found.append(float(seconds))
    return found
