"""Processes of this machine that play the sessions of a run with models.

A process plays whole sessions, sends their requests, and saves each reply before it acts on it. But the
process of the run decides when a request is sent: its client (`players/models/client.py`) has the limits,
budgets, retries and what was learned of the servers, so all processes share them. A request is described to
it in a few bytes; the messages and the reply stay in the process that plays.

If a process dies, its sessions continue from the save file in another one.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Literal

import msgspec

from tui_arena.batch.job import (
    Job,
    JobResult,
    ModelListener,
    PreparedSession,
    SessionTask,
    Workplace,
    begun_by,
    cast_now,
    workplace,
)
from tui_arena.batch.local_workers import MOST_DEATHS, begin_process, process_context
from tui_arena.batch.run import played_of
from tui_arena.batch.session_pool import Writer
from tui_arena.config import ModelEntry
from tui_arena.config.process import make_room
from tui_arena.core.game import OnProgress, Usage
from tui_arena.core.referee import Referee
from tui_arena.players.models.ladder import Ladder, on_rungs
from tui_arena.players.models.player import ModelSeats
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import (
    Budget,
    BudgetReached,
    FailureKind,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    PartOfReply,
    ignore_progress,
)
from tui_arena.save.store import SaveError, Store, open_store
from tui_arena.table.worker_pool import Health

_ASKS = "tui_arena.players.models.direct_client"
"""The module that most processes need to ask models."""
_LENGTH = 4
"""The number of bytes before each message, with its length."""


# messages


class _Begin(msgspec.Struct, tag=True, array_like=True):
    """Play this session."""

    job: Job
    dead: list[str]
    """The models that are no longer asked."""


class _Stop(msgspec.Struct, tag=True, array_like=True):
    """Stop all sessions after what has been said."""


class _Send(msgspec.Struct, tag=True, array_like=True):
    """A request may be sent now, on these rungs."""

    number: int
    rungs: list[str]
    base_url: str | None
    key: str | None


class _Answered(msgspec.Struct, tag=True, array_like=True):
    """A request is done; its reply is the one with the index `kept`."""

    number: int
    kept: int
    retries: int
    parts: list[PartOfReply]
    served: dict[str, str]


class _Over(msgspec.Struct, tag=True, array_like=True):
    """A request isn't sent, because a budget is used up."""

    number: int
    why: str
    of: Literal["session", "run", "limit"]


class _Failed(msgspec.Struct, tag=True, array_like=True):
    """A try has failed, or all of them; the fields are those of `ModelFailed`."""

    number: int
    kind: FailureKind
    why: str
    retry_after: float | None
    refused: bool
    answered: bool
    status: int | None
    signs: str
    part: PartOfReply | None
    parts: tuple[PartOfReply, ...]

    @classmethod
    def of(cls, number: int, failed: ModelFailed) -> _Failed:
        return cls(number, **vars(failed))

    @property
    def raised(self) -> ModelFailed:
        """The failure as an exception."""
        fields = msgspec.structs.asdict(self)
        del fields["number"]
        parts = fields.pop("parts")
        failed = ModelFailed(**fields)
        failed.parts = parts
        return failed


class _Asked(msgspec.Struct, tag=True, array_like=True):
    """A session wants to send a request; everything that the client needs to know about it."""

    number: int
    session: str
    model: str
    roles: list[str]
    sampling: list[str]
    by_schema: bool
    published: bool


class _Came(msgspec.Struct, tag=True, array_like=True):
    """A reply came; it waits in the process that plays."""

    number: int
    kept: int
    usage: Usage | None
    rungs: list[str]


class _Withdrawn(msgspec.Struct, tag=True, array_like=True):
    """A request is no longer wanted."""

    number: int


class _Learned(msgspec.Struct, tag=True, array_like=True):
    """A model answers on these rungs."""

    model: str
    rungs: list[str]


class _Ended(msgspec.Struct, tag=True, array_like=True):
    """A session has ended or stopped."""

    session: str
    result: JobResult


_ToProcess = _Begin | _Stop | _Send | _Answered | _Over | _Failed
_ToRun = _Asked | _Came | _Failed | _Withdrawn | _Learned | _Ended
_encode = msgspec.msgpack.Encoder().encode


class _Line(asyncio.Protocol):
    """One end of the line between two processes. All messages of one turn of the loop are sent at once."""

    def __init__(
        self, decode: Callable[[Any], Any], heard: Callable[[Any], None], lost: Callable[[], None]
    ) -> None:
        """`heard` is called with each message, `lost` when the other end is closed."""
        self._decode = decode
        self._heard = heard
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.WriteTransport | None = None
        self._held = b""
        self._out: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport), "a socket is read and written"
        self._transport = transport

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None
        self._lost()

    def data_received(self, data: bytes) -> None:
        held, at = self._held + data, 0
        while (begins := at + _LENGTH) <= len(held):
            ends = begins + int.from_bytes(held[at:begins], "big")
            if ends > len(held):
                break
            self._heard(self._decode(held[begins:ends]))
            at = ends
        self._held = held[at:]

    def send(self, message: _ToProcess | _ToRun) -> None:
        """Send a message; it is dropped if the other end is closed."""
        if not self._out:
            self._loop.call_soon(self._flush)
        content = _encode(message)
        self._out.append(len(content).to_bytes(_LENGTH, "big"))
        self._out.append(content)

    def _flush(self) -> None:
        out, self._out = self._out, []
        if self._transport is not None:
            self._transport.write(b"".join(out))

    def close(self) -> None:
        """Close this end."""
        if self._transport is not None:
            self._transport.close()


# the process of the run


@dataclass(frozen=True, slots=True)
class _Kept(ModelResponse):
    """A response whose text stays in the process that plays."""

    kept: int = 0
    """Its number among the responses to the request."""


@dataclass(slots=True, eq=False)
class _Process:
    """A process that plays, as the process of the run sees it."""

    registry: ModelRegistry
    listener: ModelListener
    process: BaseProcess
    playing: dict[str, tuple[asyncio.Future[JobResult | None], Sequence[Budget]]] = field(
        default_factory=dict
    )
    """Maps the ids of its sessions to their results and budgets."""
    asking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """The requests of its sessions, by number."""
    sent: dict[int, asyncio.Future[ModelResponse]] = field(default_factory=dict)
    """The tries that it has sent, by the number of the request."""
    line: _Line | None = None
    """The line to it; None once it has ended."""

    def send(self, message: _ToProcess) -> None:
        if self.line is not None:
            self.line.send(message)

    async def play(self, begin: _Begin, budgets: Sequence[Budget]) -> JobResult | None:
        """The result of a session; None if the process ended first."""
        ended: asyncio.Future[JobResult | None] = asyncio.get_running_loop().create_future()
        self.playing[begin.job.id] = ended, budgets
        self.send(begin)
        return await ended

    def heard(self, message: _ToRun) -> None:
        match message:
            case _Asked():
                budgets = self.playing[message.session][1]
                asks = self.asking[message.number] = asyncio.create_task(self._ask(message, budgets))
                asks.add_done_callback(partial(self._done, message))
            case _Came() | _Failed():
                self._tried(message)
            case _Withdrawn():
                if message.number in self.asking:
                    self.asking[message.number].cancel()
            case _Learned():
                self.registry.ladder.works(self.registry.book.get(message.model), frozenset(message.rungs))
            case _Ended():
                if (playing := self.playing.pop(message.session, None)) is not None:
                    playing[0].set_result(message.result)

    def _tried(self, message: _Came | _Failed) -> None:
        """Pass on how a try ended; nobody may be waiting for it any more."""
        sent = self.sent.pop(message.number, None)
        if sent is None:
            return
        if isinstance(message, _Failed):
            sent.set_exception(message.raised)
        else:
            rungs = frozenset(message.rungs)
            sent.set_result(_Kept("", usage=message.usage, without=rungs, kept=message.kept))

    def _done(self, asked: _Asked, task: asyncio.Task[None]) -> None:
        """Forget a request. An error that isn't a player's ends its session, and so the run."""
        del self.asking[asked.number]
        if not task.cancelled() and (error := task.exception()) is not None:
            playing = self.playing.pop(asked.session, None)
            if playing is not None:
                playing[0].set_exception(error)

    async def _ask(self, asked: _Asked, budgets: Sequence[Budget]) -> None:
        number = asked.number
        call = ModelRequest(
            self.registry.book.get(asked.model),
            [{"role": role, "content": ""} for role in asked.roles],
            dict.fromkeys(asked.sampling),
            {} if asked.by_schema else None,
            published=asked.published,
            sends=partial(self._try, number),
        )
        try:
            answer = await self.listener.ask(call, budgets)
        except BudgetReached as reached:
            self.send(_Over(number, str(reached), reached.of))
        except ModelFailed as failed:
            self.send(_Failed.of(number, failed))
        else:
            assert isinstance(answer, _Kept), "the request is sent by the process"
            self.send(_Answered(number, answer.kept, answer.retries, list(answer.parts), dict(answer.served)))

    async def _try(
        self, number: int, call: ModelRequest, base_url: str | None, key: str | None, _: OnProgress
    ) -> ModelResponse:
        came: asyncio.Future[ModelResponse] = asyncio.get_running_loop().create_future()
        self.sent[number] = came
        self.send(_Send(number, sorted(call.without), base_url, key))
        try:
            return await came
        finally:
            self.sent.pop(number, None)

    def lost(self) -> None:
        """Let go of everything that the process was doing."""
        self.line = None
        for asks in self.asking.values():
            asks.cancel()
        self.sent.clear()
        for ended, _ in self.playing.values():
            ended.set_result(None)
        self.playing.clear()


class ModelWorkers:
    """Processes of this machine that play sessions with models, and save them."""

    def __init__(
        self,
        count: int,
        bench: bytes,
        store: Store,
        registry: ModelRegistry,
        *,
        at_once: int,
        listener: ModelListener,
        dead: Mapping[str, str],
        budgets: Callable[[Job], Sequence[Budget]],
    ) -> None:
        """`bench`: the bytes from `bench_of` for the run that is played. `at_once`: the sessions at the same time.

        `listener` asks for all processes. `dead`: the models that are no longer asked. `budgets` returns the
        budgets of a session, with its cost so far.
        """
        self._count = min(count, at_once)
        self._bench = bench
        self._store = store
        self._registry = registry
        self._at_once = at_once
        self._listener = listener
        self._dead = dead
        self._budgets = budgets
        self._processes: list[_Process] = []
        self._starting = asyncio.Lock()
        self._stopping = False

    async def carry_out(self, job: Job) -> JobResult | None:
        """The result of a job, whose session is saved; None if `stop` was called first. Raises SaveError."""
        budgets = self._budgets(job)
        for _ in range(MOST_DEATHS):
            process = await self._opened()
            if process is None:
                return None
            told = await process.play(_Begin(job, list(self._dead)), budgets)
            if told is None:
                await asyncio.to_thread(process.process.join)  # then its leases are free
                known = job.known or await asyncio.to_thread(self._store.holds, job.id)
                job = replace(job, known=known)
            elif told.unsaved:
                raise SaveError(told.unsaved)
            else:
                return told
        return JobResult(
            failure=f"the process that played it was killed {MOST_DEATHS} times; is there enough memory?",
            saved=True,
        )

    async def _opened(self) -> _Process | None:
        """The process with the fewest sessions, started if necessary; None once stopping."""
        async with self._starting:
            self._processes = [one for one in self._processes if one.line is not None]
            if not self._stopping and len(self._processes) < self._count:
                self._processes.append(await self._started())
        if self._stopping:
            return None
        return min(self._processes, key=lambda one: len(one.playing))

    async def _started(self) -> _Process:
        here, there = socket.socketpair()
        with there:
            given = (there, self._bench, self._store.path, self._at_once)
            process = process_context(__name__, _ASKS).Process(target=play_sessions, args=given, daemon=True)
            process.start()
        begun = _Process(self._registry, self._listener, process)
        decode = msgspec.msgpack.Decoder(_ToRun).decode

        def line() -> _Line:
            begun.line = _Line(decode, begun.heard, begun.lost)
            return begun.line

        await asyncio.get_running_loop().connect_accepted_socket(line, here)
        return begun

    def stop(self) -> None:
        """Begin no more sessions, and stop those that are being played."""
        self._stopping = True
        for process in self._processes:
            process.send(_Stop())

    async def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            if process.line is not None:
                process.line.close()
        for process in self._processes:
            await asyncio.to_thread(process.process.join)


# a process that plays


def play_sessions(line: socket.socket, bench: bytes, save_file: Path, at_once: int) -> None:
    """Play sessions that come over a line until it is closed, so many at the same time at most."""
    begin_process()
    make_room(at_once)
    asyncio.run(_Playing(bench, save_file).run(line))


class _Playing:
    """The sessions that this process plays."""

    def __init__(self, bench: bytes, save_file: Path) -> None:
        self._bench = bench
        self._save_file = save_file
        self._line: _Line
        self._lost = asyncio.Event()
        self._tasks = asyncio.TaskGroup()
        self._referees: set[Referee[Any]] = set()
        self._requests: dict[int, _Request] = {}
        self._numbered = 0
        """The number of requests so far."""
        self._place: _Prepared | None = None

    async def run(self, line: socket.socket) -> None:
        """Play until the line is closed."""
        decode = msgspec.msgpack.Decoder(_ToProcess).decode
        try:
            async with self._tasks:
                _, self._line = await asyncio.get_running_loop().connect_accepted_socket(
                    lambda: _Line(decode, self._heard, self._lost.set), line
                )
                await self._lost.wait()
                for request in self._requests.values():
                    request.done.cancel()  # the run has ended, so nobody allows a request any more
                for referee in self._referees:
                    referee.stop()
        finally:
            if self._place is not None:
                await self._place.close()

    def _heard(self, message: _ToProcess) -> None:
        match message:
            case _Begin():
                self._tasks.create_task(self._play(message))
            case _Stop():
                for referee in self._referees:
                    referee.stop()
            case _Send():
                if (request := self._requests.get(message.number)) is not None:
                    request.sending = self._tasks.create_task(self._try(request, message))
            case _Answered() | _Over() | _Failed():
                request = self._requests.get(message.number)
                if request is not None and not request.done.done():
                    request.done.set_result(message)

    async def _play(self, begin: _Begin) -> None:
        try:
            result = await self._played(begin.job, begin.dead)
        except SaveError as error:
            result = JobResult(unsaved=str(error))
        except ValueError as error:  # BadPlayer, BadOption and BadFile are ValueErrors
            result = JobResult(failure=str(error))
        result.saved = True
        self._line.send(_Ended(begin.job.id, result))

    def _prepared(self) -> _Prepared:
        """Everything that all sessions share. Raises BadPlayer, BadFile, SaveError."""
        if self._place is None:
            place = workplace(self._bench)
            store = open_store(self._save_file, place.catalogue).store
            place.registry.ladder = _SharedLadder(asyncio.get_running_loop(), self._learned)
            seats = place.run.seats_of(place.registry)
            self._place = _Prepared(place, store, Writer(store), seats)
        return self._place

    def _learned(self, entry: ModelEntry, rungs: frozenset[str]) -> None:
        self._line.send(_Learned(entry.name, sorted(rungs)))

    async def _played(self, job: Job, dead: Sequence[str]) -> JobResult:
        prepared = self._prepared()
        place, store = prepared.place, prepared.store
        if job.known:
            if not store.lease(job.id):
                raise SaveError(
                    f"session {job.id} of this run is being played in another window; stop that first"
                )
            session = store.load(job.id)
            cast = cast_now(session, place.opening, place.info)
        else:
            session, cast = begun_by(job, place.run, place.opening, place.catalogue)
        try:
            begun = PreparedSession(session, cast, known=job.known, probers=place.probers)
            if begun.models & set(dead):
                return JobResult(skipped=True)
            listener = ModelListener(_SharedClient(self, job.id), Health(), lambda: None)
            task = SessionTask(begun, place.info, replace(prepared.seats, models=listener), prepared.writer)
            await task.run(self._referees)
        finally:
            if job.known:
                store.release(job.id)
        result = JobResult(
            failure="; ".join(task.referee.paused.values()),
            over=listener.over.of if listener.over else None,
            models=sorted(begun.models),
        )
        if task.kept:
            result.played = played_of(place.run, place.info, session, task.play, figures=place.figures)
        return result

    # requests

    async def asked(self, session: str, call: ModelRequest) -> ModelResponse:
        """The reply to a request of a session. Raises ModelFailed, BudgetReached."""
        self._numbered += 1
        number = self._numbered
        request = self._requests[number] = _Request(call, asyncio.get_running_loop().create_future())
        self._line.send(
            _Asked(
                number,
                session,
                call.entry.name,
                [message["role"] for message in call.messages],
                list(call.sampling),
                call.schema is not None,
                call.published,
            )
        )
        try:
            done = await request.done
        except asyncio.CancelledError:
            if request.sending is not None:
                request.sending.cancel()
            self._line.send(_Withdrawn(number))
            raise
        finally:
            del self._requests[number]
        if isinstance(done, _Over):
            raise BudgetReached(done.why, of=done.of)
        if isinstance(done, _Failed):
            raise done.raised
        answer = request.came[done.kept]
        if not done.retries and not done.parts and not done.served:
            return answer
        served = {**answer.served, **done.served}
        return replace(answer, retries=done.retries, parts=tuple(done.parts), served=served)

    async def _try(self, request: _Request, send: _Send) -> None:
        """Send a request once."""
        assert self._place is not None, "a session is being played"
        call = on_rungs(request.call, frozenset(send.rungs))
        transports = self._place.place.registry.transports
        try:
            answer = await transports.answer(call, send.base_url, send.key, ignore_progress)
        except ModelFailed as failed:
            self._line.send(_Failed.of(send.number, failed))
        else:
            request.came.append(answer)
            self._line.send(_Came(send.number, len(request.came) - 1, answer.usage, sorted(answer.without)))


@dataclass(slots=True)
class _Request:
    """A request of a session of this process."""

    call: ModelRequest
    done: asyncio.Future[_Answered | _Over | _Failed]
    came: list[ModelResponse] = field(default_factory=list)
    """The replies to its tries."""
    sending: asyncio.Task[None] | None = None


@dataclass(frozen=True, slots=True)
class _Prepared:
    """Everything that the sessions of this process share."""

    place: Workplace
    store: Store
    writer: Writer
    seats: ModelSeats

    async def close(self) -> None:
        """Wait until everything is saved, and close the file and the connections."""
        await self.writer.close()
        self.store.close()
        await self.place.registry.disconnect()


@dataclass(frozen=True, slots=True)
class _SharedClient:
    """Asks models for one session, when the process of the run allows it."""

    playing: _Playing
    session: str

    async def ask(
        self, call: ModelRequest, _budgets: Sequence[Budget] = (), _hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        """As `ModelClient.ask`; the process of the run knows the budgets."""
        return await self.playing.asked(self.session, call)


class _SharedLadder(Ladder):
    """Passes on what this process learns to the process of the run, which knows everything else."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, learned: Callable[[ModelEntry, frozenset[str]], None]
    ) -> None:
        super().__init__()
        self._home = loop
        self._learned = learned

    def works(self, entry: ModelEntry, rungs: frozenset[str] = frozenset()) -> None:
        """May be called in any thread."""
        with suppress(RuntimeError):  # the loop has just been closed
            self._home.call_soon_threadsafe(self._learned, entry, rungs)
