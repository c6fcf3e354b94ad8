"""Playing one session of a run, until it is over or stopped.

Law: if a model takes part, or the session was begun earlier, every reply is on the disk before the next ask.

Any other session is saved whole when it is over, because its seed can play it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, MutableSet
from dataclasses import dataclass, field
from typing import Any

from tui_arena.batch.saving import Saved, Writer
from tui_arena.core.events import Kind
from tui_arena.core.game import Player
from tui_arena.core.record import Play
from tui_arena.core.referee import Referee
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.bot import ScriptPlayer
from tui_arena.players.models.player import ModelSeats
from tui_arena.players.new_session import machines
from tui_arena.players.seating import BadPlayer, Cast, sit_down
from tui_arena.save.store import now
from tui_arena.table.probes.asking import prober_of

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


class SessionTask:
    """Plays one session."""

    def __init__(self, begun: PreparedSession, info: GameInfo, models: ModelSeats, writer: Writer) -> None:
        """Raises BadPlayer, BadFile, or BadEvent if the events don't fit the rules."""
        self._begun = begun
        self.play: Play[Any] = begun.session.fold(info.game)
        self._saved = Saved(begun.session, self.play, writer, known=begun.known, live=begun.live)
        timed = bool(begun.models)
        session = begun.session
        probes = prober_of(
            info,
            session,
            begun.cast.__getitem__,
            lambda _, cast: sit_down(cast, info, session.setup, models),
            models.book,
            asked=begun.probers,
        )
        self.referee: Referee[Any] = Referee(
            self.play,
            _players(begun, info, models, self.play),
            self._saved.append,
            prober=probes,
            now=now if timed else None,
            clock=asyncio.get_running_loop().time if timed else None,
        )

    @property
    def kept(self) -> bool:
        """Whether the session is in the save file."""
        return self._saved.known

    async def run(self, playing: MutableSet[Referee[Any]]) -> None:
        """Play the session; its referee is in `playing`, so that it can be stopped. Raises SaveError."""
        playing.add(self.referee)
        try:
            if self._begun.known and not self._begun.fresh:
                await self.referee.note(Kind.RESUMED)
            await self.referee.run(stop_on_failure=True)
        finally:
            playing.discard(self.referee)
        if self._begun.live or self.play.over or self.referee.paused:
            await self._saved.end()


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
