"""The pace of a table: how fast bots and models play, the common pace of a blind table, and the lines of an unsigned one.

Bots and models wait only here. Pausing holds back their answers, never people's answers.

At a blind table, the time that a reply takes doesn't show who gave it. Each reply is shown only after a pause
from its ask. The pause is drawn from the session's seed and the ask, not from the player, and it is about as
long as people take. Only a reply that takes longer than its pause comes late.

Nothing in the lines of an unsigned table tells a person from a machine. Every reply is written in plain style
(`core/blind.py`). A machine's reply is held back for as long as a person would have needed. That time is
drawn from the times of this evening's people for the same kind of ask. If these are too few, it is estimated
from the length of the line. All lines appear on a beat. Replies to asks that are open at the same time appear
together, except in a race. A machine's refused reply is kept as a draft, as a person's is, and the machine is
asked again. A bot takes the place of a model that fails, is late or is refused too often.

Law: an answer is never held back by a flag that one event sets and another must clear. The reasons for
holding it back are checked again and again, so the answer comes as soon as there is none.
"""

from __future__ import annotations

import asyncio
from asyncio import get_running_loop, sleep
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from math import ceil, log
from random import Random
from typing import Any

from tui_arena.core.blind import MOST as MOST_CHARS
from tui_arena.core.blind import plain_reply
from tui_arena.core.game import Ask, Fault, OnProgress, Player, PlayerFailed, Reply, View
from tui_arena.core.record import Play
from tui_arena.core.text import clean
from tui_arena.data import GameInfo, game_texts
from tui_arena.players.seating import DEFAULT_LEVEL, Cast, bot

SLOWEST, FASTEST = 8.0, 0.0
STEPS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The seconds between two answers that + and - step through."""
UNHURRIED = 1.0
"""With at least this many seconds between two answers, people have time to look and think."""
THOUGHT = 1.2
"""At an unhurried pace, the seconds that an answer waits after people have looked at something else."""
GLANCE = 0.1
"""Seconds between two checks of the reasons for holding answers back, and of whether others are ready."""
MEDIAN, SPREAD = 9.0, 0.5
"""The median pause in seconds, and the standard deviation of its logarithm."""
LEAST, MOST = 4.0, 40.0
IN_A_RACE = 3.0
"""The factor for a pause if the first reply wins, so that people have a chance."""


class Playback:
    """Lets one answer through at a time: after `seconds`, or step by step while playback is paused."""

    def __init__(self, seconds: float = 1.0) -> None:
        """`seconds` between two answers, limited to 0 to 8."""
        self.seconds = min(max(seconds, FASTEST), SLOWEST)
        self.looks: Callable[[], bool] = lambda: False
        """Whether people look at something else, or type, so that an answer would come too early."""
        self.watches: Callable[[], bool] = lambda: True
        """Whether somebody watches who can pause and continue."""
        self._stopped = False
        self._steps = 0
        self._changed = asyncio.Event()

    @property
    def paused(self) -> bool:
        """True if a spectator has paused playback. It continues by itself when no spectator is left."""
        return self._stopped and self.watches()

    @property
    def words(self) -> str:
        """Returns the speed in words, such as `a move every 2 s`."""
        return f"a move every {self.seconds:g} s" if self.seconds else "at full speed"

    async def wait(self, ask: Ask, takes: float = 0.0) -> None:
        """Return when the answer to this ask may come.

        `takes`: the seconds that the player is expected to need afterwards. The wait is shorter by this time.
        """
        loop = asyncio.get_running_loop()
        began, looked = loop.time() - takes, float("-inf")
        while not self._steps:
            looks = self.looks()
            looked = loop.time() if looks else looked
            due = max(began + self.seconds, looked + (THOUGHT if self.seconds >= UNHURRIED else 0.0))
            left = GLANCE if looks or self.paused else due - loop.time()
            if left <= 0:
                return
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                continue
        self._steps = 0

    def pause(self) -> None:
        """Pause playback, or continue it."""
        self._stopped = not self.paused
        self._steps = 0
        self._changed.set()

    def step(self) -> None:
        """Let one answer through, and hold back the next."""
        self._stopped = True
        self._steps = 1
        self._changed.set()

    def faster(self) -> None:
        """Use the next shorter wait."""
        self._set(max((s for s in STEPS if s < self.seconds), default=FASTEST))

    def slower(self) -> None:
        """Use the next longer wait."""
        self._set(min((s for s in STEPS if s > self.seconds), default=SLOWEST))

    def _set(self, seconds: float) -> None:
        self.seconds = seconds
        self._changed.set()


def pause(seed: int | None, ask: Ask) -> float:
    """Returns the smallest number of seconds from an ask to its reply.

    >>> from statistics import median
    >>> found = [pause(n, Ask("guesser", "guess", "guess:1", "text")) for n in range(400)]
    >>> LEAST <= min(found), 8 < median(found) < 10, max(found) <= MOST
    (True, True, True)
    """
    rng = Random(f"{seed}/pace/{ask.seat}/{ask.key}/{ask.attempt}")
    found = min(max(rng.lognormvariate(log(MEDIAN), SPREAD), LEAST), MOST)
    return found * IN_A_RACE if ask.race else found


Hold = Callable[[Ask, float], Awaitable[None]]
"""Waits while people look at something else. Its second argument is the seconds since the ask."""


class Paced:
    """A player at the common pace. It is never `AtOnce`, so that a race doesn't show who is a bot."""

    def __init__(
        self,
        player: Player,
        seed: int | None,
        hold: Hold | None = None,
        *,
        in_sight: Callable[[], bool] = lambda: False,
    ) -> None:
        """`hold` is awaited after the pause, unless it is None.

        There is no pause if everybody sees this player answer (`in_sight`).
        """
        self._player, self._seed, self._hold, self._in_sight = player, seed, hold, in_sight

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        clock = get_running_loop().time
        began = clock()
        reply = await self._player.reply(ask, view, fault, progress)
        took = clock() - began
        if not self._in_sight():
            await sleep(max(pause(self._seed, ask) - took, 0.0))
            if self._hold is not None:
                await self._hold(ask, clock() - began)
        return reply if reply.seconds is not None else replace(reply, seconds=round(took, 3))


# lines of an unsigned table


BEAT = 3.0
"""Seconds between two moments at which lines can go up."""
THINKING, TYPING = 6.0, 0.28
"""The usual seconds that people think before they type, and that a character takes them on a phone."""
LONGEST = 60.0
"""The longest that a machine's reply is held back; `LEAST` is the shortest."""
ENOUGH = 3
"""If this many times of people are known, half of the times are drawn from them; with more, most are."""
PATIENCE = 120.0
"""Seconds after which a model is late, for all tries together. A small model may need half a minute for one try."""
TRIES = 4
"""How many replies a model may try until the rules accept one."""

Paces = Mapping[str, Sequence[float]]
"""The seconds that people needed, by game and kind of ask."""


@cache
def proper_names() -> Mapping[str, str]:
    """Maps words in lower case to their form in lines, where they have a capital."""
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
    """Returns the next beat after this many seconds since an ask.

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
        """`recast` puts another player in a seat; `refused` saves a machine's refused reply as a draft."""
        self._info, self._play, self._paces = info, play, paces
        self._recast, self.refused = recast, refused
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """Bots that are taking seats, by seat."""
        self._opened: dict[str, float] = {}
        """When an ask was first put to a player, by its key."""
        self._ready: set[Ask] = set()
        """The asks whose replies could go up now."""

    def plain(self, ask: Ask, reply: Reply) -> tuple[Reply, Fault | None]:
        """Returns a reply in plain style, and why it can't be shown; None if it can, or if its ask isn't open."""
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
        """Put a bot on the seat of a model without a reply, or of a person without a phone, in a separate task."""
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
        """`kind`: the player's kind, as in a session's `seats`."""
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
        short = replace(ask, max_chars=min(ask.max_chars, MOST_CHARS))
        with suppress(PlayerFailed, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for attempt in range(TRIES):
                    # a higher attempt would raise the temperature so far that the model writes nonsense
                    warmer = replace(short, attempt=ask.attempt + min(attempt, 1))
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
