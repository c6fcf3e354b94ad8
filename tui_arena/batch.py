"""Headless runs: many sessions of one game, by players who need no keyboard.

Law: the same run gives the same sessions (set-up, seats, replies, outcome, metrics) on every machine,
whatever the concurrency. Each session is saved in one commit as soon as it is over, so that a stopped
run loses none and can go on later. No clock enters a session but the time it was started at.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec

from tui_arena.core.events import Event, outcome_data
from tui_arena.core.game import Data
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.calls import ModelFailed
from tui_arena.players.house import House
from tui_arena.players.opening import DEALER, Opening, machines, new_session, seated
from tui_arena.players.seating import BadPlayer, Cast, read_player
from tui_arena.save.store import SaveError, SessionQuery, Store, new_id, now

_PAGE = 1000
_SEED_BYTES = 6
_NOTE = "run:"

Place = tuple[int, int]
"""Repetition from 1, and index of the set-up from 0."""


@dataclass(frozen=True, slots=True)
class Run:
    """What is played: plain values, saved so that the run can go on after it was stopped."""

    id: str
    game: str
    seed: int
    sessions: int = 1
    """Set-ups, each with its own secret."""
    repetitions: int | None = None
    """How often each set-up is played; None: once, and without a number."""
    seats: Mapping[str, str] = field(default_factory=dict)
    """PLAYER texts by seat."""
    options: Data = field(default_factory=dict)
    preset: str | None = None
    deck: str | None = None
    """With its number or digest."""
    prompts: str | None = None
    """Prompt variant of model seats, or `random`."""

    def opening(self, house: House) -> Opening:
        """The table that is set up for every session. Raises BadPlayer."""
        cast = {seat: read_player(text, book=house.book) for seat, text in self.seats.items()}
        return Opening(self.game, cast, self.options, self.preset, self.deck, self.seed, self.prompts)

    def places(self) -> list[Place]:
        """Every session to play, in the order of the output."""
        return [(r, i) for r in range(1, (self.repetitions or 1) + 1) for i in range(self.sessions)]


def session_seed(seed: int, index: int) -> int:
    """The seed of a run's session: the first six bytes of SHA-256 of `SEED/INDEX`, below 2^48.

    >>> session_seed(7, 0), session_seed(7, 1)
    (28270905895562, 232903014977184)
    """
    digest = hashlib.sha256(f"{seed}/{index}".encode()).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")


@dataclass(frozen=True, slots=True)
class Played:
    """What is kept of a session for the output."""

    id: str
    outcome: Data
    metrics: Data
    counts: Mapping[str, Data]
    secret: Data | None = field(repr=False)
    """What a setter gave, for the repetitions."""

    def to_json(self) -> dict[str, Any]:
        """As `run --json` prints it."""
        return {"id": self.id, "outcome": self.outcome, "metrics": self.metrics, "counts": self.counts}


@dataclass(frozen=True, slots=True)
class Finished:
    """What a run came to."""

    run: Run
    sessions: tuple[Played, ...]
    """Those that were played, in the order of `Run.places`; of a resumed run the earlier ones too."""
    stopped: str | None = None
    """None, `budget` or `interrupted`."""
    failures: tuple[str, ...] = ()
    """Why sessions were left unfinished, a sentence each."""
    wall_seconds: float = 0.0

    def usage(self) -> dict[str, Any]:
        """Tokens and cost of all its sessions; the cost is None if one reply's is unknown."""
        rows = [row for one in self.sessions for row in one.counts.values()]
        costs = [row["cost_usd"] for row in rows]
        return {
            "input_tokens": sum(row["input_tokens"] for row in rows),
            "output_tokens": sum(row["output_tokens"] for row in rows),
            "cost_usd": None if None in costs else round(sum(costs), 6),
        }


def remember(run: Run, store: Store) -> None:
    """Save what the run is, before its first session. Raises SaveError."""
    store.set_meta(_NOTE + run.id, json.dumps(asdict(run)))


def recall(run_id: str, store: Store) -> Run:
    """A run that was begun; raises SaveError if there is none of that id."""
    text = store.meta(_NOTE + run_id)
    if text is None:
        raise SaveError(f"there is no run {run_id!r} in {store.path}; a run prints its id when it stops")
    return msgspec.convert(json.loads(text), Run)


def check(run: Run, catalogue: Catalogue, house: House) -> None:
    """Raise BadPlayer, BadOption or BadFile with a sentence if the run can't be played.

    Loads what models need if one of them sits.
    """
    info = catalogue.game(run.game)
    opening = run.opening(house)
    for seat, sits in seated(opening, info)[1].items():
        for one in _each(sits):
            if one.kind == "human":
                raise BadPlayer(
                    f"{seat}: a person can't play without the app; `tui-arena play {run.game}` opens it"
                )
            if one.entry is not None:
                try:
                    house.adapter.load()
                    house.adapter.check(one.entry)
                except ModelFailed as failed:
                    raise BadPlayer(f"{seat}: {failed.why}") from None
    session, cast = new_session(opening, catalogue, id="-", seed=run.seed, started=None)
    machines(session, cast, info, house.seats())


def _each(cast: Cast) -> Iterator[Cast]:
    """A cast, or all that it is drawn from."""
    if not cast.choices:
        yield cast
    for choice in cast.choices:
        yield from _each(choice)


class Batch:
    """Plays a run, or what is left of it."""

    def __init__(
        self,
        run: Run,
        catalogue: Catalogue,
        store: Store,
        house: House,
        *,
        concurrency: int = 1,
        budget: float | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """`budget`: dollars after which no session is begun; `progress` hears done and total."""
        self._run = run
        self._catalogue = catalogue
        self._store = store
        self._house = house
        self._concurrency = concurrency
        self._budget = budget
        self._progress = progress or _unheard
        self._info = catalogue.game(run.game)
        self._opening = run.opening(house)
        self._done: dict[Place, Played] = {}
        self._failures: dict[Place, str] = {}
        self._cost = 0.0
        self._given: dict[int, asyncio.Future[Data | None]] = {}
        self._stopped: str | None = None

    def play(self) -> Finished:
        """Play to the end, to the budget, or to Ctrl-C; what is over is saved and returned.

        Raises SaveError, BadPlayer, BadOption or BadFile; what was finished before is saved.
        """
        started = time.monotonic()
        self._done = self._earlier()
        self._cost = sum(map(_cost, self._done.values()))
        asyncio.run(self._all())
        return Finished(
            self._run,
            tuple(self._done[place] for place in self._run.places() if place in self._done),
            self._stopped,
            tuple(self._failures[place] for place in sorted(self._failures)),
            round(time.monotonic() - started, 3),
        )

    def _earlier(self) -> dict[Place, Played]:
        """The sessions of this run that are saved already."""
        seeds = {session_seed(self._run.seed, i): i for i in range(self._run.sessions)}
        found: dict[Place, Played] = {}
        query = SessionQuery(game=self._run.game, run=self._run.id, limit=_PAGE)
        while rows := self._store.sessions(query):
            for row in rows:
                session = self._store.load(row.id)
                index = seeds.get(session.setup.seed or 0)
                if index is not None:
                    play = session.fold(self._info.game)
                    found[(session.setup.repetition or 1, index)] = self._played(session, play)
            query = SessionQuery(game=self._run.game, run=self._run.id, limit=_PAGE, before=rows[-1].rank)
        return found

    async def _all(self) -> None:
        left = iter([place for place in self._run.places() if place not in self._done])
        loop = asyncio.get_running_loop()
        self._given = {i: loop.create_future() for i in range(self._run.sessions)}
        for (repetition, index), played in self._done.items():
            if repetition == 1:
                self._given[index].set_result(played.secret)
        self._progress(len(self._done), len(self._run.places()))
        workers = [asyncio.create_task(self._work(left)) for _ in range(max(self._concurrency, 1))]
        try:
            await asyncio.gather(*workers)
        except asyncio.CancelledError:
            self._stopped = "interrupted"
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, left: Iterator[Place]) -> None:
        for place in left:
            if self._budget is not None and self._cost >= self._budget:
                self._stopped = "budget"
                return
            await self._one(place)
            self._progress(len(self._done), len(self._run.places()))

    async def _one(self, place: Place) -> None:
        repetition, index = place
        secret = await self._given[index] if repetition > 1 else None
        session, cast = new_session(
            self._opening,
            self._catalogue,
            id=new_id(),
            seed=session_seed(self._run.seed, index),
            started=now(),
            index=index,
            repetition=repetition if self._run.repetitions is not None else None,
            secret=secret,
            extra={"run": self._run.id},
        )
        play = Play(self._info.game, session.setup)
        referee = Referee(play, machines(session, cast, self._info, self._house.seats()), _kept_in_play)
        await referee.run(stop_on_failure=True)
        if not play.over:
            self._failures[place] = f"session {index + 1}: " + "; ".join(referee.paused.values())
        session = session.with_events(play.events)
        self._store.save(session)
        self._done[place] = self._played(session, play)
        self._cost += _cost(self._done[place])
        if repetition == 1:
            self._given[index].set_result(self._done[place].secret)

    def _played(self, session: Session, play: Play[Any]) -> Played:
        return Played(
            session.id,
            outcome_data(play.outcome()),
            self._info.compute(play),
            play.counts(),
            self._given_secret(session, play),
        )

    def _given_secret(self, session: Session, play: Play[Any]) -> Data | None:
        """What a bot or model gave as setter: it is dealt in the other repetitions."""
        if session.setup.secret is not None:
            return None
        setters = [s.name for s in play.seats.values() if s.default == DEALER]
        kinds = {session.seats[name]["player"] for name in setters if name in session.seats}
        return self._info.game.secret(play.state) if kinds & {"bot", "model"} else None


def _cost(played: Played) -> float:
    return sum(row["cost_usd"] or 0.0 for row in played.counts.values())


def _unheard(_done: int, _total: int) -> None:
    """Nobody wants to know how far it is."""


async def _kept_in_play(_event: Event, _messages: Messages) -> None:
    """The whole session is saved when it is over."""
