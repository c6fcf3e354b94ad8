"""The retrospective: players are asked afterwards what they find likely in each round of saved sessions.

Each round is asked over the view, rules, prompt variant and sampling that its seat had there. What is stored
already is not asked again. An analysis is always stopped between two answers. (GameArena, retrospective
analysis; see `stats/README.md`.)

Law: an answer of a person or a model is on the disk before the next one counts. The answers of bots are saved
together at the end of their session.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tui_arena.config import BadFile
from tui_arena.core.candidate_lists import SORTING
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.game import Ask, Player, PlayerFailed, Progress, View
from tui_arena.core.probes import Due, ProbeResult
from tui_arena.core.record import Play
from tui_arena.core.referee import named
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.inquiry.due_rounds import CantAnalyse, InquiryPlan, plan_of, sat_at, to_sort
from tui_arena.inquiry.results import Analysed, AnswerReport, OneAnalysed, Stopped, figures_of, said_in
from tui_arena.players.models.requests import BudgetReached, ModelFailed
from tui_arena.players.seating import BadPlayer, Cast, bot
from tui_arena.save.errors import Gone
from tui_arena.save.store import Piece, Store, now
from tui_arena.table.probes.asking import (
    AskableRound,
    asked_there,
    found_in,
    has_probes,
    probed,
    sorting_view,
)
from tui_arena.table.worker_pool import run_workers

Seated = Callable[[Session, GameInfo, str, Cast], Player]
"""Makes the player of a cast, who is asked about a seat of a session. Raises BadPlayer, BadFile."""
IN_A_ROW = 3
"""Failures of one model without an answer in between, after which it is no longer asked."""
_LASTING = frozenset({"auth", "not_found", "unreachable"})


@dataclass(slots=True)
class _Work:
    """One session that is being analysed."""

    session: Session
    info: GameInfo
    play: Play[Any]
    plan: InquiryPlan
    before: Mapping[str, Any]
    total: int
    done: int = 0
    came: list[Event] = field(default_factory=list)
    unreadable: int = 0
    failed: list[str] = field(default_factory=list)
    pending: list[Event] = field(default_factory=list)
    messages: dict[str, list[Mapping[str, str]]] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    gone: bool = False
    """Whether the session was deleted during the analysis."""


class Retrospective:
    """Asks players the questions about saved sessions that have no stored answer."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        seated: Seated,
        *,
        player: Cast | None = None,
        sorter: Cast | None = None,
        again: bool = False,
        told: Callable[[AnswerReport], None] = lambda _: None,
        finished: Callable[[OneAnalysed, int, int], None] = lambda *_: None,
        progress: Callable[[str, Ask, Progress], None] = lambda *_: None,
        concurrency: int = 4,
    ) -> None:
        """`player` None: each seat's own player is asked, and the hard bot instead of people and scripts.

        `sorter` None: only lists are sorted, by the player who is asked for them, or by the hard bot if that
        is a person. `again`: also ask the questions that have a stored answer. `told` is called with each
        answer once it is folded, `progress` with a session id, an ask and the pending reply, and `finished`
        with a session's result, the number of finished sessions and their total. `concurrency`: how many
        questions are asked at the same time; only one if a person is asked.
        """
        self._store = store
        self._catalogue = catalogue
        self._seated = seated
        self._player = player
        self._sorter = sorter
        self._again = again
        self._told = told
        self._finished = finished
        self._progress = progress
        people = any(cast is not None and cast.kind == "human" for cast in (player, sorter))
        self._concurrency = 1 if people else max(concurrency, 1)
        self._room = asyncio.Semaphore(self._concurrency)
        self._asking: set[asyncio.Task[Any]] = set()
        self._stopped: Stopped | None = None
        self._results: dict[str, OneAnalysed] = {}
        self._refused: list[str] = []
        self._sessions = 0
        self._rows: Counter[str] = Counter()

    def stop(self) -> None:
        """Ask nothing more and give up pending replies; answers stay stored. Call it in the event loop."""
        self._stop("interrupted")

    async def run(self, ids: Sequence[str]) -> Analysed:
        """Ask all that is due about sessions. If it is cancelled, it stores the answers so far and returns.

        Raises SaveError; the answers that were stored before stay stored.
        """
        ids = tuple(dict.fromkeys(ids))
        self._sessions = len(ids)
        left = iter(ids)
        await run_workers((self._work(left) for _ in ids[: self._concurrency]), self._stop)
        done = tuple(self._results[one] for one in ids if one in self._results)
        given_up = any(rows >= IN_A_ROW for rows in self._rows.values())
        return Analysed(done, tuple(self._refused), self._stopped or ("failed" if given_up else None))

    def _stop(self, why: Stopped) -> None:
        if self._stopped is not None:
            return
        self._stopped = why
        for task in self._asking - {asyncio.current_task()}:  # a player may call it while it is asked
            task.cancel()

    # one session

    async def _work(self, left: Iterator[str]) -> None:
        for session_id in left:
            if self._stopped:
                return
            try:
                work = await asyncio.to_thread(self._open, session_id)
            except (CantAnalyse, BadEvent, BadFile) as error:
                self._refused.append(str(error))
                continue
            except Gone:
                self._deleted(session_id)
                continue
            try:
                await self._ask_all(work)
            finally:
                await self._end(work)

    async def _end(self, work: _Work) -> None:
        try:
            done = await asyncio.to_thread(self._close, work)
        except Gone:
            self._deleted(work.session.id)
            return
        self._results[done.id] = done
        self._finished(done, len(self._results) + len(self._refused), self._sessions)

    def _deleted(self, session_id: str) -> None:
        self._refused.append(f"session {session_id} has been deleted meanwhile")

    def _open(self, session_id: str) -> _Work:
        """Lease a session, and find what is to be asked. Raises CantAnalyse, BadEvent, SaveError."""
        if not self._store.lease(session_id):
            raise CantAnalyse(f"session {session_id} is played or analysed in another window; end that first")
        try:
            session = self._store.load(session_id)
            info = self._catalogue.games.get(session.game)
            if info is None or not has_probes(info, self._catalogue):
                title = info.title if info else session.game
                raise CantAnalyse(f"session {session_id} is one of {title}, which asks nobody afterwards")
            play = session.fold(info.game)
            named_sorter = self._sorter is not None
            plan = plan_of(session_id, play, info, sorter=named_sorter, again=self._again)
            return _Work(session, info, play, plan, figures_of(info, play), plan.due)
        except BaseException:
            self._store.release(session_id)
            raise

    def _close(self, work: _Work) -> OneAnalysed:
        """Save the answers of bots, and release the session. Raises SaveError, and Gone if it was deleted."""
        if work.gone:
            raise Gone(work.session.id)
        if work.pending:
            self._store.add([_piece(work, ends=True)])
        else:
            self._store.release(work.session.id)
        return OneAnalysed(
            work.session.id,
            work.session.game,
            asked=len(work.came),
            stored=work.plan.stored,
            unreadable=work.unreadable,
            failed=tuple(work.failed),
            left=work.total - work.done,
            before=work.before,
            after=figures_of(work.info, work.play) if work.came else work.before,
            usage=probed(work.came),
        )

    async def _ask_all(self, work: _Work) -> None:
        """Ask for lists and beliefs, then have them sorted."""
        await self._all(self._ask(work, one, one.view) for one in work.plan.asked)
        if self._stopped:
            return
        sorts = to_sort(work.play, work.plan.sorted)
        work.total -= len(work.plan.sorted) - len(sorts)
        await self._all(
            self._ask(work, one, sorting_view(one.view, "", one.number, items), items) for one, items in sorts
        )

    async def _all(self, asks: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Wait for all questions. If an answer can't be saved, the others are given up. Raises SaveError."""
        await run_workers(asks, self._stop)

    # one question

    async def _ask(self, work: _Work, one: AskableRound, view: View, items: Sequence[str] = ()) -> None:
        async with self._room:
            if self._stopped or work.gone:
                return
            cast = self._cast(work, one)
            found = await self._answer(work, one, view, items, cast)
            if found is not None:
                await self._keep(work, one, found, cast)

    async def _answer(
        self, work: _Work, one: AskableRound, view: View, items: Sequence[str], cast: Cast
    ) -> ProbeResult | None:
        """The player's answer; None if there is none."""
        name = str(cast.spec.get("name"))
        if self._rows[name] >= IN_A_ROW:
            return None
        task = asyncio.current_task()
        assert task is not None, "it runs in a task"
        self._asking.add(task)
        try:
            player = self._seated(work.session, work.info, one.ask.seat, cast)
            reply = await player.reply(
                one.ask, view, None, lambda said: self._progress(work.session.id, one.ask, said)
            )
        except BudgetReached:
            self._stop("budget")
            return None
        except (PlayerFailed, BadPlayer, BadFile) as failed:
            if self._stopped is not None:
                return None
            self._failed(work, one, name, failed)
            return None
        except asyncio.CancelledError:
            if self._stopped is None:
                raise
            task.uncancel()
            return None
        finally:
            self._asking.discard(task)
        self._rows.pop(name, None)
        return found_in(Due(one.ask, one.after), reply, cast, items)

    def _cast(self, work: _Work, one: AskableRound) -> Cast:
        asked = self._player
        if one.ask.name == SORTING:
            asked = self._sorter or asked
            if self._sorter is None and asked is not None and asked.kind == "human":
                asked = bot("hard")
        sits = sat_at(work.session, work.play, one)
        return asked_there(asked, sits, work.info, work.session.setup, one.ask.seat)

    def _failed(self, work: _Work, one: AskableRound, name: str, failed: Exception) -> None:
        if not isinstance(failed, PlayerFailed) or (
            isinstance(failed, ModelFailed) and failed.kind in _LASTING
        ):
            self._rows[name] += 1
        work.failed.append(f"session {work.session.id}, {one.ask.name} of round {one.number}: {failed}")
        self._tell(work, one, "", str(failed))

    async def _keep(self, work: _Work, one: AskableRound, found: ProbeResult, cast: Cast) -> None:
        """Fold an answer and save it; the answers of bots are saved at the end of the session."""
        async with work.lock:
            stamp = {} if cast.kind == "bot" else {"at": now()}
            data, messages = named({**found.data, **stamp}, found.messages)
            event = Event(work.play.next_seq, Kind.PROBE, data)
            work.play.feed(event)
            work.pending.append(event)
            work.messages.update(messages)
            work.came.append(event)
            read = said_in(event)
            work.unreadable += not read
            if cast.kind != "bot":
                piece = _piece(work)
                work.pending, work.messages = [], {}
                try:
                    await asyncio.shield(asyncio.to_thread(self._store.add, [piece]))
                except Gone:
                    work.gone = True
                    return
        self._tell(work, one, read, None)

    def _tell(self, work: _Work, one: AskableRound, read: str, why: str | None) -> None:
        work.done += 1
        self._told(
            AnswerReport(
                session=work.session.id,
                seat=one.ask.seat,
                kind=one.ask.name,
                round=one.number,
                read=read,
                why=why,
                done=work.done,
                total=work.total,
                over=len(self._results) + len(self._refused),
                sessions=self._sessions,
            )
        )


def _piece(work: _Work, *, ends: bool = False) -> Piece:
    return Piece(work.session, tuple(work.pending), dict(work.messages), play=work.play, ends=ends)
