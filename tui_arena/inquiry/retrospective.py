"""The retrospective: it asks players afterwards what they find likely in each round of saved sessions.

Each round is asked with the view, rules, prompt variant and sampling that its seat had there. A question with
a stored answer isn't asked again. (GameArena, retrospective analysis; see `stats/README.md`.)

Law: an answer of a person or a model is on the disk before the next answer counts. The answers of bots are
saved together at the end of their session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tui_arena.config import BadFile
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Ask, PlayerFailed, Progress
from tui_arena.core.probes import SORTING, ProbeResult
from tui_arena.core.referee import named
from tui_arena.data import Catalogue
from tui_arena.inquiry.inquiry import Inquiry, Seated, Stopped
from tui_arena.inquiry.subjects import (
    CantAnalyse,
    InquiryPlan,
    Subject,
    deleted,
    figures_of,
    read_subject,
    to_sort,
)
from tui_arena.players.models.requests import BudgetReached
from tui_arena.players.seating import BadPlayer, Cast, bot
from tui_arena.save.errors import SessionNotFound, Unreadable
from tui_arena.save.store import Piece, Store, now
from tui_arena.table.probes import AskableRound, asked_there, found_in, sorting_view
from tui_arena.table.spending import probed, total_usage


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """One answer, reported as soon as it is kept."""

    session: str
    one: AskableRound
    answer: Event | None
    """The answer as it is stored; None if nobody answered."""
    done: int
    """The number of questions of this session that have been asked."""
    total: int
    """The number of all questions that are due in this session."""


@dataclass(frozen=True, slots=True)
class OneAnalysed:
    """The result of analysing one session."""

    id: str
    game: str
    asked: int
    """The number of answers that arrived and are stored."""
    stored: int
    """The number of answers that were stored before."""
    unreadable: int
    """The number of answers that arrived but could not be read."""
    failed: tuple[str, ...]
    """The reasons why questions got no answer, one sentence each."""
    left: int
    """The number of questions that were not asked, because the analysis was stopped."""
    before: Mapping[str, Any]
    """The metrics named in `FIGURES`, before the analysis."""
    after: Mapping[str, Any]
    usage: Mapping[str, Any] | None
    """The tokens and cost of the questions, as `probed` returns them; None if no model was asked."""

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "failed": len(self.failed)}


@dataclass(frozen=True, slots=True)
class Analysed:
    """The result of an analysis."""

    sessions: tuple[OneAnalysed, ...]
    """The sessions in the order given, without sessions that were refused or not begun."""
    refused: tuple[str, ...]
    """The reasons why sessions could not be analysed, one sentence each."""
    stopped: Stopped | None
    """Why the analysis stopped early; `failed`: a model failed too often. None if it didn't."""

    @property
    def failed(self) -> list[str]:
        """The reasons why questions got no answer, one sentence each."""
        return [failure for one in self.sessions for failure in one.failed]

    def to_json(self, seconds: float) -> dict[str, Any]:
        """The result as `analyse --json` prints it. `seconds`: how long the analysis took."""
        return {
            "stopped": self.stopped,
            "sessions": [one.to_json() for one in self.sessions],
            "refused": list(self.refused),
            "usage": total_usage(one.usage for one in self.sessions if one.usage is not None),
            "wall_seconds": seconds,
        }


def said_in(event: Event) -> str:
    """The text of a probe's answer, on one line; empty if it could not be read."""
    if event.get("kind") == SORTING:
        sides = ((side, event.get(side) or ()) for side in ("yes", "no"))
        return "; ".join(f"{side}: {', '.join(map(str, items))}" for side, items in sides if items)
    return ", ".join(map(str, event.get("items") or ()))


@dataclass(slots=True)
class _Work:
    """One session that is being analysed."""

    subject: Subject
    plan: InquiryPlan
    total: int
    done: int = 0
    came: list[Event] = field(default_factory=list)
    unreadable: int = 0
    failed: list[str] = field(default_factory=list)
    pending: list[Event] = field(default_factory=list)
    messages: dict[str, list[Mapping[str, str]]] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    gone: bool = False
    """True if the session was deleted during the analysis."""

    def piece(self, *, ends: bool = False) -> Piece:
        """The part that isn't saved yet."""
        piece = Piece(
            self.subject.session, tuple(self.pending), dict(self.messages), play=self.subject.play, ends=ends
        )
        self.pending, self.messages = [], {}
        return piece


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
        report: Callable[[AnswerReport], None] = lambda _: None,
        finished: Callable[[int, int], None] = lambda *_: None,
        progress: Callable[[str, Ask, Progress], None] = lambda *_: None,
        concurrency: int = 4,
    ) -> None:
        """`player`, `sorter` and `again` choose the questions; `report` and `finished` follow the work.

        - `player`: None asks each seat's own player, and the hard bot instead of people and scripts.
        - `sorter`: None sorts only lists. The player who gave them sorts them, or the hard bot if that is a
          person.
        - `again`: True also asks the questions that have a stored answer.
        - `report`: called with each answer after it is kept.
        - `finished`: called with the number of finished sessions and the number of all sessions.

        The other arguments are those of `Inquiry`. If a person is asked, only one question is asked at a
        time.
        """
        self._store = store
        self._catalogue = catalogue
        self._player = player
        self._sorter = sorter
        self._again = again
        self._report = report
        self._finished = finished
        people = any(cast is not None and cast.kind == "human" for cast in (player, sorter))
        self.inquiry = Inquiry(seated, concurrency=1 if people else concurrency, progress=progress)
        self._results: dict[str, OneAnalysed] = {}
        self._refused: list[str] = []
        self._sessions = 0

    async def run(self, ids: Sequence[str]) -> Analysed:
        """Ask all due questions about sessions. If it is cancelled, it stores the answers so far and returns.

        Raises SaveError; answers that were stored before stay stored.
        """
        ids = tuple(dict.fromkeys(ids))
        self._sessions = len(ids)
        left = iter(ids)
        await self.inquiry.all(self._work(left) for _ in ids[: self.inquiry.concurrency])
        done = tuple(self._results[one] for one in ids if one in self._results)
        given_up: Stopped | None = "failed" if self.inquiry.health.dead else None
        return Analysed(done, tuple(self._refused), self.inquiry.stopped or given_up)

    # one session

    async def _work(self, left: Iterator[str]) -> None:
        for session_id in left:
            if self.inquiry.stopped:
                return
            try:
                work = await asyncio.to_thread(self._open, session_id)
            except SessionNotFound:
                self._refused.append(deleted(session_id))
                continue
            except (CantAnalyse, Unreadable) as error:
                self._refused.append(str(error))
                continue
            try:
                await self._ask_all(work)
            finally:
                await self._end(work)

    async def _end(self, work: _Work) -> None:
        try:
            self._results[work.subject.id] = await asyncio.to_thread(self._close, work)
        except SessionNotFound:
            self._refused.append(deleted(work.subject.id))
        else:
            self._finished(len(self._results) + len(self._refused), self._sessions)

    def _open(self, session_id: str) -> _Work:
        """Lease a session and find the questions to ask. Raises CantAnalyse, SaveError."""
        if not self._store.lease(session_id):
            raise CantAnalyse(
                f"session {session_id} is being played or analysed in another window; stop that first"
            )
        try:
            subject = read_subject(self._store, self._catalogue, session_id)
            plan = subject.plan(sorter=self._sorter is not None, again=self._again)
            return _Work(subject, plan, plan.due)
        except BaseException:
            self._store.release(session_id)
            raise

    def _close(self, work: _Work) -> OneAnalysed:
        """Save the bots' answers and release the session.

        Raises SaveError, and SessionNotFound if the session was deleted.
        """
        subject = work.subject
        if work.gone:
            raise SessionNotFound(subject.id)
        if work.pending:
            self._store.add([work.piece(ends=True)])
        else:
            self._store.release(subject.id)
        return OneAnalysed(
            subject.id,
            subject.session.game,
            asked=len(work.came),
            stored=work.plan.stored,
            unreadable=work.unreadable,
            failed=tuple(work.failed),
            left=work.total - work.done,
            before=subject.figures,
            after=figures_of(subject.info, subject.play) if work.came else subject.figures,
            usage=probed(work.came),
        )

    async def _ask_all(self, work: _Work) -> None:
        """Ask for lists and beliefs, then have the answers sorted."""
        await self.inquiry.all(self._ask(work, one) for one in work.plan.asked)
        if self.inquiry.stopped:
            return
        sorts = to_sort(work.subject.play, work.plan.sorted)
        work.total -= len(work.plan.sorted) - len(sorts)
        await self.inquiry.all(self._ask(work, one, items) for one, items in sorts)

    # one question

    async def _ask(self, work: _Work, one: AskableRound, items: Sequence[str] = ()) -> None:
        async with self.inquiry.room:
            if work.gone:
                return
            subject, view = work.subject, one.view
            if one.kind == SORTING:
                view = sorting_view(view, "", one.round, items)
            cast = self._cast(subject, one)
            try:
                reply = await self.inquiry.put(subject.session, subject.info, cast, one.ask, view)
            except BudgetReached:
                self.inquiry.stop("budget")
            except (PlayerFailed, BadPlayer, BadFile) as failed:
                work.failed.append(f"session {subject.id}, {one.kind} of round {one.round}: {failed}")
                self._tell(work, one, None)
            else:
                if reply is not None:
                    await self._keep(work, one, found_in(one, reply, cast, items), cast)

    def _cast(self, subject: Subject, one: AskableRound) -> Cast:
        asked = self._player
        if one.kind == SORTING:
            asked = self._sorter or asked
            if self._sorter is None and asked is not None and asked.kind == "human":
                asked = bot("hard")
        return asked_there(asked, subject.sat_at(one), subject.info, subject.session.setup, one.seat)

    async def _keep(self, work: _Work, one: AskableRound, found: ProbeResult, cast: Cast) -> None:
        """Fold an answer and save it; the answers of bots are saved at the end of the session."""
        async with work.lock:
            play = work.subject.play
            stamp = {} if cast.kind == "bot" else {"at": now()}
            data, messages = named({**found.data, **stamp}, found.messages)
            event = Event(play.next_seq, Kind.PROBE, data)
            play.feed(event)
            work.pending.append(event)
            work.messages.update(messages)
            work.came.append(event)
            work.unreadable += not said_in(event)
            if cast.kind != "bot":
                try:
                    await asyncio.shield(asyncio.to_thread(self._store.add, [work.piece()]))
                except SessionNotFound:
                    work.gone = True
                    return
        self._tell(work, one, event)

    def _tell(self, work: _Work, one: AskableRound, answer: Event | None) -> None:
        work.done += 1
        self._report(AnswerReport(work.subject.id, one, answer, work.done, work.total))
