"""One session of a run in play: its players, what it saves and when, and what its models are asked.

Law: a session continues only when what it saves is on the disk. If a model takes part, or the session was begun
earlier, every reply is on the disk before the next ask. Any other session is saved whole when it is over, because
its seed can play it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, MutableSet, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import OnProgress, Player
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.bot import ScriptPlayer
from tui_arena.players.models.client import ModelClient
from tui_arena.players.models.player import ModelSeats
from tui_arena.players.models.requests import (
    Budget,
    BudgetReached,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    ignore_progress,
)
from tui_arena.players.new_session import machines
from tui_arena.players.seating import BadPlayer, Cast, sit_down
from tui_arena.save.store import Piece, now
from tui_arena.table.probes.asking import prober_of
from tui_arena.table.worker_pool import Health

_ALONE = frozenset({"bot", "script"})
"""Players who do the same again when the seed is the same."""


@dataclass(frozen=True, slots=True)
class PreparedSession:
    """A session that is ready to be begun or continued."""

    session: Session
    cast: Mapping[str, Cast]
    known: bool
    """Whether it is in the save file already, and leased here."""
    probers: Mapping[str, Cast] = field(default_factory=dict)
    """Who answers probes, by key of the set-up, without the seats' own players."""
    fresh: bool = False
    """Whether it was saved just now, and isn't continued after a break."""

    @property
    def asked(self) -> list[Cast]:
        """Everybody who is asked: players, probers and the sorter."""
        return [*self.cast.values(), *self.probers.values()]

    @property
    def models(self) -> set[str]:
        """Names of the models that are asked."""
        return {str(one.spec.get("name")) for one in self.asked if one.kind == "model"}

    @property
    def live(self) -> bool:
        """Whether every reply is saved as it arrives."""
        return self.known or any(one.kind not in _ALONE for one in self.asked)


class Keeps(Protocol):
    """Whoever saves the pieces of sessions."""

    async def add(self, piece: Piece) -> None:
        """Save a piece; returns when it is saved. Raises SaveError."""


class SessionTask:
    """Plays one session and saves it."""

    def __init__(self, begun: PreparedSession, info: GameInfo, models: ModelSeats, writer: Keeps) -> None:
        """Raises BadPlayer, BadFile, or BadEvent if the events don't fit the rules."""
        self._begun = begun
        self._writer = writer
        self._later: list[Event] = []
        """Events that are saved with the next one, or at the end."""
        self.session = session = begun.session
        self.play: Play[Any] = session.fold(info.game)
        self.kept = begun.known
        """Whether the session is in the save file."""
        timed = bool(begun.models)
        self.referee: Referee[Any] = Referee(
            self.play,
            _players(begun, info, models, self.play),
            self._append,
            prober=prober_of(
                info,
                session,
                begun.cast.__getitem__,
                lambda _, cast: sit_down(cast, info, session.setup, models),
                models.book,
                asked=begun.probers,
            ),
            now=now if timed else None,
            clock=asyncio.get_running_loop().time if timed else None,
        )

    async def run(self, playing: MutableSet[Referee[Any]]) -> None:
        """Play the session; its referee is in `playing`, so that it can be stopped. Raises SaveError.

        At the end the rest is saved with the values computed from it. A session without any event is not
        kept.
        """
        playing.add(self.referee)
        try:
            if self._begun.known and not self._begun.fresh:
                await self.referee.note(Kind.RESUMED)
            await self.referee.run(stop_on_failure=True)
        finally:
            playing.discard(self.referee)
        wanted = self._begun.live or self.play.over or self.referee.paused
        if wanted and (self.kept or self._later):
            await self._save(self._later, {}, self.play, ends=True)

    async def _append(self, event: Event, messages: Messages) -> None:
        """Save one event; the event `ended` is saved together with the values computed from it.

        The end of `run` does that, or the next event if a probe comes after the end.
        """
        if not self._begun.live or event.type == Kind.ENDED:
            self._later.append(event)
            return
        play = self.play if not self.kept or self.play.over else None
        events, self._later = [*self._later, event], []
        await self._save(events, messages, play)

    async def _save(
        self, events: Sequence[Event], messages: Messages, play: Play[Any] | None, *, ends: bool = False
    ) -> None:
        begins, self.kept = not self.kept, True
        await self._writer.add(Piece(self.session, events, messages, begins, play, ends=ends))


def _players(
    begun: PreparedSession, info: GameInfo, models: ModelSeats, play: Play[Any]
) -> dict[str, Player]:
    """The players; a script continues after the replies it has given. Raises BadPlayer."""
    for seat, sits in begun.cast.items():
        if sits.kind == "human":
            raise BadPlayer(f"{seat} is a person's now; go on with {begun.session.id} in the app")
    players = machines(begun.session, begun.cast, info, models)
    for seat, player in players.items():
        if isinstance(player, ScriptPlayer):
            player.said((step.ask.key, step.ask.attempt) for step in play.steps if step.ask.seat == seat)
    return players


class ModelListener:
    """Asks models for one session, and notes replies, failures and a used-up budget."""

    def __init__(self, models: ModelClient, health: Health, replied: Callable[[], None]) -> None:
        """`replied` is called after each reply."""
        self._models = models
        self._health = health
        self._replied = replied
        self.over: BudgetReached | None = None
        """The budget that stopped the session."""

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        """As `ModelClient.ask`; the pieces of a reply are ignored, because nobody is watching."""
        try:
            answer = await self._models.ask(call, budgets, ignore_progress)
        except BudgetReached as reached:
            self.over = reached
            raise
        except ModelFailed as failed:
            self._health.failed(call.entry.name, failed)
            raise
        self._health.answered(call.entry.name)
        self._replied()
        return answer
