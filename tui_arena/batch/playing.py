"""Playing a run, or the sessions of it that are left; and playing branches to their end.

Only what is on the disk counts as played. A run is always stopped between two replies. A branch is saved right
before it is played, so one that was stopped can be continued.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tui_arena.batch.crew import Crew, Job, PreparedSession, SessionTask
from tui_arena.batch.history import note_beginning, note_end
from tui_arena.batch.run import Budgets, Finished, Place, Played, Run, Stopped, session_seed
from tui_arena.core.events import Event, Kind, outcome_data
from tui_arena.core.game import Data
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget
from tui_arena.players.new_session import new_session, seated
from tui_arena.players.seating import Cast
from tui_arena.save.errors import reading
from tui_arena.save.store import Piece, SaveError, SessionQuery, SessionRow, Store, new_id, now
from tui_arena.save.unread import Unread
from tui_arena.table.branches import Branched
from tui_arena.table.probes.asking import probed
from tui_arena.table.spending import count_saved

_PAGE = 1000


class Batch:
    """Plays a run, or what is left of it."""

    def __init__(
        self,
        run: Run,
        catalogue: Catalogue,
        store: Store,
        registry: ModelRegistry,
        *,
        concurrency: int = 1,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
        budget: Budget | None = None,
    ) -> None:
        """`progress` is called with finished sessions and the total, after each session and model reply.

        `budget`: one that it shares with other runs; None: a separate one.
        """
        self.budget = budget or run.budgets.of_run()
        """What the sessions have cost, and what they may cost."""
        self._crew = Crew(
            catalogue,
            store,
            registry,
            budgets=run.budgets,
            budget=self.budget,
            concurrency=concurrency,
            told=self._tell,
        )
        self._run = run
        self._catalogue = catalogue
        self._store = store
        self._progress = progress
        self._info = catalogue.game(run.game)
        self._opening = run.opening(registry)
        self._probers = run.probers(registry)
        self._total = len(run.places())
        self._done: dict[Place, Played] = {}
        self.over = 0
        """Sessions that are over."""
        self._begun_before: dict[Place, Session] = {}
        self._unread = Unread()
        self._given: dict[int, asyncio.Future[Data | None]] = {}

    def play(self) -> Finished:
        """Play until the end, until the budget is used up, or until Ctrl-C. The result is saved and returned.

        Raises SaveError, BadPlayer, BadOption or BadFile; sessions finished before that are saved.
        """
        started = time.monotonic()
        self.read_earlier()
        note_beginning(self._run, self._store)
        ended: Stopped | None = "failed"
        try:
            for session in self._begun_before.values():
                self._hold(session)
            asyncio.run(self._all())
            ended = self._crew.stopped
        finally:
            for session in self._begun_before.values():
                self._store.release(session.id)
            with suppress(SaveError):
                note_end(self._run, self._store, ended)
        return self._finished(round(time.monotonic() - started, 3))

    def left_as_it_is(self, stopped: Stopped) -> Finished:
        """The result so far, if another run was stopped before this one's turn."""
        self._crew.stopped = stopped
        return self._finished(0.0)

    def _finished(self, seconds: float) -> Finished:
        return Finished(
            self._run,
            tuple(self._done[place] for place in self._run.places() if place in self._done),
            self._crew.stopped,
            (*(f"{error}; its place is played anew" for error in self._unread.found), *self._crew.failures),
            seconds,
            self.budget.unpriced,
        )

    # what was played before

    def read_earlier(self) -> int:
        """Read this run's saved sessions and what they have cost. Returns how many of them are over."""
        if not self._done:
            seeds = {session_seed(self._run.seed, i): i for i in range(self._run.sessions)}
            query = SessionQuery(game=self._run.game, run=self._run.id, limit=_PAGE)
            found = self._unread.each(self._store.every(query), lambda row: row.id, self._read)
            for row, session, play in found:
                index = seeds.get(session.setup.seed or 0)
                if index is not None:
                    self._take_in((session.setup.repetition or 1, index), session, play, row.result)
        return self.over

    def _read(self, row: SessionRow) -> tuple[SessionRow, Session, Play[Any]]:
        with reading(row.id):
            session = self._store.load(row.id)
            play = session.fold(self._info.game)
            self._info.compute(play)
            return row, session, play

    def _take_in(self, place: Place, session: Session, play: Play[Any], result: str) -> None:
        count_saved(self.budget, session.events)
        if play.over and result == "unfinished":
            self._close(session, play)
        if not play.over:
            self._begun_before[place] = session
        self._note(place, self._played(session, play))

    def _close(self, session: Session, play: Play[Any]) -> None:
        """Save the end of a session if the program was killed right before that. Raises SaveError."""
        self._hold(session)
        data = {"outcome": outcome_data(play.outcome()), "at": now()}
        event = Event(play.next_seq, Kind.ENDED, data)
        play.feed(event)
        self._store.add([Piece(session, [event], play=play, ends=True)])

    def _hold(self, session: Session) -> None:
        """Lease a session that was begun. Raises SaveError if another window or run plays it."""
        if not self._store.lease(session.id):
            raise SaveError(
                f"session {session.id} of this run is played in another window or by another run; end that "
                "first"
            )

    # all sessions

    async def _all(self) -> None:
        loop = asyncio.get_running_loop()
        self._given = {i: loop.create_future() for i in range(self._run.sessions)}
        for place in self._done.keys() - self._begun_before.keys():
            self._give(place)
        self._tell()
        await self._crew.play(self._jobs())

    def _jobs(self) -> Iterator[Job]:
        """The sessions that were begun, then the others, both in the order of the output."""
        places = self._run.places()
        begun = [place for place in places if place in self._begun_before]
        for place in [*begun, *(place for place in places if place not in self._done)]:
            yield Job(place, _said(place), partial(self._begun, place), partial(self._ended, place))

    def _tell(self) -> None:
        self._progress(self.over, self._total)

    def _note(self, place: Place, played: Played) -> None:
        """Keep the result of a session."""
        before = self._done.get(place)
        self.over += played.over - (before is not None and before.over)
        self._done[place] = played

    def _ended(self, place: Place, task: SessionTask | None) -> None:
        """Keep the result of a session, and let the other repetitions of its set-up begin."""
        if task is not None:
            self._note(place, self._played(task.session, task.play))
        self._give(place)

    async def _begun(self, place: Place) -> PreparedSession | None:
        """The session of a place; None if it is left for later."""
        earlier = self._begun_before.get(place)
        if earlier is not None:
            return PreparedSession(earlier, self._cast_now(earlier), known=True, probers=self._probers)
        repetition, index = place
        given = self._given[index]
        if repetition > 1:
            await asyncio.wait([given])
            if given.cancelled():
                return None  # its secret was to come from a session that is not over
        session, cast = new_session(
            self._opening,
            self._catalogue,
            id=new_id(),
            seed=session_seed(self._run.seed, index),
            started=now(),
            index=index,
            repetition=repetition if self._run.repetitions is not None else None,
            repetitions=self._run.repetitions,
            secret=given.result() if repetition > 1 else None,
            extra={"run": self._run.id},
        )
        return PreparedSession(session, cast, known=False, probers=self._probers)

    def _cast_now(self, session: Session) -> dict[str, Cast]:
        """The players of a session that was begun: those of the run, or those recast since."""
        seed = session.setup.seed or 0
        run = {seat: sits.drawn(seed, seat) for seat, sits in seated(self._opening, self._info)[1].items()}
        cast = {s: replace(run.get(s, Cast({})), spec=spec) for s, spec in session.seats.items()}
        for event in session.events:
            if event.type == Kind.RECAST:
                cast[event["seat"]] = Cast(event["to"])
        return cast

    def _give(self, place: Place) -> None:
        """Let the other repetitions of a set-up begin, or leave them for later if there is no secret."""
        repetition, index = place
        given = self._given[index]
        if repetition > 1 or given.done():
            return
        played = self._done.get(place)
        if played is not None and (played.over or not played.gives):
            given.set_result(played.secret)
        else:
            given.cancel()

    def _played(self, session: Session, play: Play[Any]) -> Played:
        return Played(
            session.id,
            outcome_data(play.outcome()),
            self._info.compute(play),
            play.counts(),
            *self._given_secret(session, play),
            probed(play.events),
        )

    def _given_secret(self, session: Session, play: Play[Any]) -> tuple[Data | None, bool]:
        """The secret that a bot or model gave as setter, for later repetitions; and whether one gives it.

        In a game where nothing is ever dealt it stays a move.
        """
        if session.setup.secret is not None or self._info.dealt == "never":
            return None, False
        setters = [s.name for s in play.seats.values() if s.group == "setter"]
        kinds = {session.seats[name]["player"] for name in setters if name in session.seats}
        gives = bool(kinds & {"bot", "model"})
        return (play.first_secret() if gives else None), gives


def _said(place: Place) -> str:
    """A session's name in messages: its number from 1, and its repetition from the second."""
    repetition, index = place
    return f"session {index + 1}" + (f", repetition {repetition}" if repetition > 1 else "")


@dataclass(frozen=True, slots=True)
class BranchesPlayed:
    """The result of playing branches."""

    played: tuple[tuple[Branched, Play[Any]], ...]
    """Those that are saved, in the order in which they were given; some may not be over."""
    stopped: Stopped | None
    failures: tuple[str, ...]
    """Why some are not over, one sentence each."""
    wall_seconds: float
    left: int
    """Branches that are not over, or were not begun."""


def play_branches(
    branches: Sequence[Branched],
    catalogue: Catalogue,
    store: Store,
    registry: ModelRegistry,
    budget: Budget,
    *,
    concurrency: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> BranchesPlayed:
    """Play branches, several at once, to the end, to the budget, or to Ctrl-C.

    `progress` is called with the number of finished branches and the total. Raises SaveError or BadFile.
    """
    began = time.monotonic()
    plays: dict[int, Play[Any]] = {}

    def over() -> int:
        return sum(play.over for play in plays.values())

    def job(index: int, branch: Branched) -> Job:
        async def prepare() -> PreparedSession:
            return PreparedSession(branch.session, branch.cast, known=True, fresh=True)

        def ended(task: SessionTask | None) -> None:
            if task is not None:
                plays[index] = task.play

        return Job((1, index), f"branch {index + 1}", prepare, ended)

    crew = Crew(
        catalogue,
        store,
        registry,
        budgets=Budgets(),
        budget=budget,
        concurrency=concurrency,
        told=lambda: progress(over(), len(branches)),
    )
    asyncio.run(crew.play(job(index, branch) for index, branch in enumerate(branches)))
    return BranchesPlayed(
        tuple((branches[index], plays[index]) for index in sorted(plays)),
        crew.stopped,
        crew.failures,
        round(time.monotonic() - began, 3),
        len(branches) - over(),
    )
