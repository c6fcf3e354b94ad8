"""The referee: puts all open asks to their players at once, folds the replies, saves them, then shows them.

In a race, several seats are asked and the first reply wins. There, players who are `AtOnce` wait up to
`patience` seconds for players who need time. After that, or if nobody needs time, the referee asks them one
after the other in the order of the asks.

Law: nothing is shown before it is saved. A reply counts only if its ask is still open when it comes; an ask
that is no longer open is withdrawn and its player cancelled. A seat isn't asked anything while its probe
is due.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic

from tui_arena.core.events import Event, Kind, outcome_data, reply_data
from tui_arena.core.game import Ask, AtOnce, Data, Fault, Outcome, Player, PlayerFailed, Reply, S
from tui_arena.core.probes import Due, Prober, ProbeResult, unanswered
from tui_arena.core.record import Judged, Play, Step, cleaned, defaulted
from tui_arena.core.text import clean

PATIENCE = 30.0
"""Seconds in a race during which only players who need time are asked."""


class Race:
    """The timer of a race: how long players who are `AtOnce` hold back. One object serves race after race."""

    def __init__(self, patience: float, wake: Callable[[], None], attended: Callable[[], bool]) -> None:
        """`patience`: in seconds. `wake` is called when the time is over.

        If `attended` returns False when the time is over, the time begins again.
        """
        self._patience = patience
        self._wake = wake
        self._attended = attended
        self._key: str | None = None
        """The key of the race whose time is running or has run out; None if there is no race."""
        self._timer: asyncio.TimerHandle | None = None
        """The running timer; None if the time has run out."""

    def holding_back(self, asks: Sequence[Ask], at_once: Callable[[Ask], bool]) -> set[Ask]:
        """The asks of a race that must wait now; empty if there is no race."""
        if not asks:
            self._key = None
            return set()
        quick = [ask for ask in asks if at_once(ask)]
        if len(quick) < len(asks) and self._runs(asks[0].key):
            return set(quick)
        return set(quick[1:])

    def more_time(self) -> None:
        """Starts the time again if it is running: a player who needs time has only now seen the ask."""
        if self._timer is not None:
            self._begin()

    def end(self) -> None:
        """Stops the timer; `wake` is not called any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _runs(self, key: str) -> bool:
        """True if there is time left. The time starts with each new key, also after an undo."""
        if self._key != key:
            self._key = key
            self._begin()
        return self._timer is not None

    def _begin(self) -> None:
        self.end()
        self._timer = asyncio.get_running_loop().call_later(self._patience, self._over)

    def _over(self) -> None:
        if not self._attended():
            self._begin()
            return
        self._timer = None
        self._wake()


@dataclass(slots=True)
class Probing:
    """The probes of one session that are being answered."""

    play: Play[Any]
    prober: Prober | None
    """The prober; None if no probes are asked."""
    done: Callable[[asyncio.Task[ProbeResult]], None]
    """Called when an answer has come."""
    tasks: dict[Due, asyncio.Task[ProbeResult]] = field(default_factory=dict)
    _left: set[Due] = field(default_factory=set)
    """Probes that failed; they are not asked again."""

    def due(self) -> tuple[Due, ...]:
        """The probes that the session waits for."""
        if self.prober is None:
            return ()
        return tuple(one for one in self.prober.due(self.play) if one not in self._left)

    def ask(self, due: Sequence[Due], held: set[str]) -> None:
        """Asks the due probes, except those of `held` seats, and withdraws probes that are no longer due."""
        for one in [one for one in self.tasks if one not in due]:
            self.tasks.pop(one).cancel()
        for one in due:
            if self.prober is not None and one not in self.tasks and one.seat not in held:
                self.tasks[one] = asyncio.create_task(self.prober.ask(one, self.play))
                self.tasks[one].add_done_callback(self.done)

    def taken(self) -> list[tuple[Due, ProbeResult]]:
        """The answers that have come; a probe that failed is not asked again."""
        found = []
        for one in [one for one, task in self.tasks.items() if task.done()]:
            task = self.tasks.pop(one)
            if task.cancelled():
                continue
            try:
                found.append((one, task.result()))
            except PlayerFailed:
                self._left.add(one)
        return found

    async def withdraw(self, seat: str | None = None) -> list[Due]:
        """Withdraws the probes of a seat, or of all seats (None), and returns them.

        An answer that has already come from the named seat is kept.
        """
        gone = [
            one for one, task in self.tasks.items() if seat is None or (one.seat == seat and not task.done())
        ]
        tasks = [self.tasks.pop(one) for one in gone]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return gone


Messages = Mapping[str, list[Mapping[str, str]]]
"""Maps a hash to chat messages."""

Append = Callable[[Event, Messages], Awaitable[None]]
"""Saves one event with the messages that it names; returns when they are stored safely."""


def _ignore(*_: object) -> None:
    """Does nothing: for callbacks that nobody needs."""


class Referee(Generic[S]):
    """Runs one session to its end, or until it is stopped."""

    def __init__(
        self,
        play: Play[S],
        players: MutableMapping[str, Player],
        append: Append,
        *,
        tell: Callable[[Event], None] = _ignore,
        prober: Prober | None = None,
        now: Callable[[], str] | None = None,
        clock: Callable[[], float] | None = None,
        patience: float = PATIENCE,
        attended: Callable[[], bool] = lambda: True,
    ) -> None:
        """`tell` gets each event once it is saved; `now` stamps events, `clock` times replies in seconds.

        `prober` asks probes; None: no probes. `patience`: seconds for which players who are `AtOnce` hold
        back in a race with others. They hold back longer while `attended` returns False, because then players
        who need time can't answer.
        """
        self.play = play
        self.players = players
        self.paused: dict[str, str] = {}
        """Maps a seat whose player failed to the sentence that says why."""
        self._append = append
        self._tell = tell
        self._now = now
        self._clock = clock
        self._tasks: dict[Ask, asyncio.Task[Reply]] = {}
        self._wake = asyncio.Event()
        self._probing = Probing(play, prober, self._done)
        self._commits = asyncio.Lock()
        self._changing: set[str] = set()
        """Seats whose player is being changed; they aren't asked anything."""
        self._stopped = False
        self._race = Race(patience, self._wake.set, attended)

    async def run(self, *, stop_on_failure: bool = False) -> Outcome:
        """Asks and folds until no ask is open and no probe is due.

        A failed player pauses its seat, and with `stop_on_failure` it also stops the run.
        """
        try:
            while not self._stopped:
                self._wake.clear()
                asks, due = self.play.asks(), self._probing.due()
                if not asks and not due:
                    break
                self._ask(asks, due)
                if not self._come(asks) and not any(task.done() for task in self._probing.tasks.values()):
                    await self._wake.wait()
                for one, found in self._probing.taken():
                    await self._keep(one, found)
                for ask in self._come(asks):
                    task = self._tasks.pop(ask, None)
                    if task is not None:  # it may have been withdrawn while another reply was taken
                        await self._take(ask, task)
                if self.paused and stop_on_failure:
                    break
        finally:
            self._race.end()
            await self._withdraw(set(self._tasks))
            await self._probing.withdraw()
        return self.play.outcome()

    def stop(self) -> None:
        """Stops the run; the session can be resumed."""
        self._stopped = True
        self._wake.set()

    # Actions of a front end other than answering

    async def note(self, kind: Kind, /, **data: Any) -> Event:
        """Saves an event that is not folded."""
        return await self._commit(kind, data)

    async def undo(self, to: int) -> None:
        """Takes back all replies after event `to` (see `Play.undo_point`)."""
        await self._commit(Kind.UNDONE, {"to": to})

    async def redo(self) -> None:
        """Takes back the last undo; raises BadEvent if a reply has come since."""
        await self._commit(Kind.REDONE, {})

    async def rule(self, of: int, question: str, verdict: bool, by: str) -> None:
        """Overrules the matcher for the reply with seq `of`, because all people at the table agree.

        Raises BadEvent unless that reply is the last one.
        """
        values = {"of": of, "question": question, "verdict": verdict, "by": by}
        await self._commit(Kind.ADJUDICATED, values)

    async def amend(self, of: int, text: str) -> None:
        """Replaces the text of the reply with seq `of`.

        Raises BadEvent if that reply can't be changed, or can't be changed to that text.
        """
        await self._commit(Kind.AMENDED, {"of": of, "text": clean(text)})

    async def insist(self, ask: Ask, text: str, question: str, verdict: bool, by: str) -> None:
        """Gives a reply that the matcher refuses, and overrules the matcher at the same time.

        Nothing happens if the ask is no longer open.
        """
        async with self._commits:
            if ask not in self.play.asks():
                return
            reply, was_over = Reply(clean(text)), self.play.over
            judged = self.play.judge(ask, reply)
            values = reply_data(ask, reply, judged.name, judged.fault, judged.heard)
            event, _ = await self._put(Kind.REPLY, values, {}, judged)
            ruled = {"of": event.seq, "question": question, "verdict": verdict, "by": by}
            await self._put(Kind.ADJUDICATED, ruled, {})
            await self._end(was_over=was_over)

    def more_time(self) -> None:
        """Starts the time of a race again, because a person has only now seen the ask."""
        self._race.more_time()

    async def resign(self, seat: str) -> None:
        """Gives up the session for a seat's side; raises BadEvent for a neutral seat."""
        await self._commit(Kind.RESIGNED, {"seat": seat})

    async def recast(self, seat: str, player: Player, spec: Mapping[str, Any]) -> None:
        """Puts another player in a seat from now on; `spec`: as in a session's `seats`."""
        self._changing.add(seat)
        try:
            await self._withdraw({ask for ask in self._tasks if ask.seat == seat})
            await self._probing.withdraw(seat)
            self.players[seat] = player
            self.paused.pop(seat, None)
            await self._commit(Kind.RECAST, {"seat": seat, "to": dict(spec)})
        finally:
            self._changing.discard(seat)
            self._wake.set()

    async def retry(self, seat: str) -> None:
        """Asks a paused seat again."""
        if self.paused.pop(seat, None) is not None:
            await self._commit(Kind.RESUMED, {"seat": seat})

    async def cancel(self, seat: str, why: str) -> bool:
        """Stops waiting for a seat's reply; the seat is paused until it is retried or recast.

        If the session waits for a probe of the seat, the probe is left out instead and the seat continues.
        Returns True if there was anything to wait for. A reply that has already come still counts.
        """
        probes = await self._probing.withdraw(seat)
        for one in probes:
            await self._keep(one, unanswered(one, why))
        if probes:
            return True
        asks = {ask for ask, task in self._tasks.items() if ask.seat == seat and not task.done()}
        if not asks:
            return False
        self.paused[seat] = why
        await self._withdraw(asks)
        await self._pause(seat, why)
        return True

    # Asking, taking and saving

    def _ask(self, asks: tuple[Ask, ...], due: Sequence[Due]) -> None:
        held = {*self.paused, *self._changing, *(one.seat for one in due)}
        self._probing.ask(due, self._changing)
        closed = [ask for ask in self._tasks if ask not in asks]
        for ask in closed:
            self._tasks.pop(ask).cancel()
        back = self._race.holding_back(
            [ask for ask in asks if ask.race and ask.seat not in self.paused], self._is_quick
        )
        for ask in asks:
            if ask not in self._tasks and ask.seat not in held and ask not in back:
                task = self._tasks[ask] = asyncio.create_task(self.reply(ask))
                task.add_done_callback(self._done)

    def _come(self, asks: tuple[Ask, ...]) -> list[Ask]:
        """Asks whose replies can be taken now.

        Replies are taken as they come, but replies of players who need no time are taken in the order of the
        asks. So the same bots write the same log, no matter how long each of them takes.
        """
        come: list[Ask] = []
        late = False
        for ask in asks:
            task, quick = self._tasks.get(ask), self._is_quick(ask)
            if task is None:
                continue
            if not task.done():
                late = late or quick
            elif not (quick and late):
                come.append(ask)
        return come

    def _is_quick(self, ask: Ask) -> bool:
        """True if the player of this ask needs no time."""
        return isinstance(self.players.get(ask.seat), AtOnce)

    def _done(self, _task: asyncio.Task[Reply] | asyncio.Task[ProbeResult]) -> None:
        self._wake.set()

    async def reply(self, ask: Ask) -> Reply:
        """Asks the seat's player; returns the cleaned reply, which isn't taken yet. Raises PlayerFailed."""
        started = self._clock() if self._clock else None
        reply = await self.players[ask.seat].reply(
            replace(ask, trial=partial(self._trial, ask)),
            self.play.view(ask.seat),
            self.play.last_fault(ask),
            _ignore,
        )
        if self._clock and started is not None and reply.seconds is None:
            reply = replace(reply, seconds=round(self._clock() - started, 3))
        return cleaned(reply)

    def _trial(self, ask: Ask, text: str) -> Fault | None:
        """The fault that a text would get as a reply, or None; None as well once the ask isn't open any more."""
        return self.play.trial(ask, text) if ask in self.play.asks() else None

    async def _take(self, ask: Ask, task: asyncio.Task[Reply]) -> None:
        if task.cancelled():
            return
        try:
            reply = task.result()
        except PlayerFailed as failed:
            await self._pause(ask.seat, str(failed), failed.kept)
            return
        await self.take(ask, reply)

    async def take(self, ask: Ask, reply: Reply) -> None:
        """Judges a reply by the rules and saves it; nothing happens if its ask is no longer open."""
        async with self._commits:
            if ask not in self.play.asks():
                return
            judged = self.play.judge(ask, reply)
            values = reply_data(ask, reply, judged.name, judged.fault, judged.heard)
            data, messages = named(values, reply.messages)
            await self._save(Kind.REPLY, data, messages, judged)

    async def _keep(self, one: Due, found: ProbeResult) -> None:
        """Saves the answer to a probe if the probe is still due."""
        async with self._commits:
            if one in self._probing.due():
                await self._save(Kind.PROBE, *named(found.data, found.messages))

    async def _pause(self, seat: str, why: str, kept: Data | None = None) -> None:
        self.paused[seat] = why
        await self._commit(Kind.PAUSED, {"seat": seat, "why": why, **(kept or {})})

    async def _commit(self, kind: Kind, data: Mapping[str, Any]) -> Event:
        async with self._commits:
            return await self._save(kind, data, {})

    async def _save(
        self, kind: Kind, data: Mapping[str, Any], messages: Messages, judged: Judged[S] | None = None
    ) -> Event:
        was_over = self.play.over
        event, step = await self._put(kind, data, messages, judged)
        if step is not None and not was_over and defaulted(self.play, step):
            await self._put(Kind.DEFAULTED, {"seat": step.ask.seat, "ask": step.ask.name}, {})
        await self._end(was_over=was_over)
        return event

    async def _end(self, *, was_over: bool) -> None:
        """Saves the outcome if it has just been decided."""
        if self.play.over and not was_over:
            await self._put(Kind.ENDED, {"outcome": outcome_data(self.play.outcome())}, {})
        self._wake.set()

    async def _put(
        self, kind: Kind, data: Mapping[str, Any], messages: Messages, judged: Judged[S] | None = None
    ) -> tuple[Event, Step[S] | None]:
        """Folds one event, saves it and passes it to `tell`; returns it, and its step if it is a reply.

        `judged`: how the rules judged the reply.
        """
        stamp = {"at": self._now()} if self._now else {}
        event = Event(self.play.next_seq, kind, {**data, **stamp})
        step = self.play.feed(event, judged)
        await self._append(event, messages)
        self._tell(event)
        return event, step

    async def _withdraw(self, asks: set[Ask]) -> None:
        tasks = [self._tasks.pop(ask) for ask in asks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def named(
    data: Mapping[str, Any], sent: Sequence[Mapping[str, str]] | None
) -> tuple[dict[str, Any], Messages]:
    """An event's values with the hash of the messages that were sent for it, and the messages by hash."""
    if sent is None:
        return dict(data), {}
    digest = message_hash(list(sent))
    return {**data, "messages": digest}, {digest: list(sent)}


def message_hash(messages: list[Mapping[str, str]]) -> str:
    """The key under which sent messages are kept: `sha256:` and the digest of their JSON."""
    return "sha256:" + hashlib.sha256(_hashed.encode(messages).encode()).hexdigest()


_hashed = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
