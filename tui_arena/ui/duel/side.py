"""The state of one half of a duel: its table in play, its playback and its clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tui_arena.core.game import TABLE
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.pending_replies import PendingReply, previews
from tui_arena.table.playback import Playback
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.duel.standing import DuelStanding, PlayerSpent, spent_by, standing_of
from tui_arena.ui.game_ui import GameUI
from tui_arena.ui.glyphs import Glyphs


class DuelSide:
    """One of the two halves; `DuelScreen` draws it in a `DuelHalf`."""

    def __init__(self, place: int, seat: str, name: str, playback: float) -> None:
        """`place`: 0 left, 1 right. `name`: the player's, until the table is open. `playback`: seconds per move."""
        self.place = place
        self.seat = seat
        self.playback = Playback(playback)
        self.game_ui = GameUI()
        self.hotseat: Hotseat | None = None
        """The watcher of this half; None until its table is open."""
        self.figures: Mapping[str, Any] | None = None
        """The metrics of the game; None before the end."""
        self.waved_off: tuple[str, str] | None = None
        """The failure whose dialog was closed without an answer."""
        self._name = name
        self._lost = 0.0
        """Seconds spent on replies that were cancelled or failed."""
        self._heard: PendingReply | None = None
        self._heard_for = 0.0

    @property
    def runner(self) -> SessionRunner | None:
        """The session in play; None until its table is open."""
        return self.hotseat.runner if self.hotseat is not None else None

    @property
    def name(self) -> str:
        """The player's name as it is now."""
        return self._name if self.runner is None else self.runner.names.get(self.seat, self._name)

    @property
    def session_id(self) -> str | None:
        return None if self.runner is None else self.runner.session.id

    @property
    def over(self) -> bool:
        """Whether the game has ended and its metrics are there."""
        return self.figures is not None

    @property
    def playing(self) -> bool:
        return self.runner is not None and not self.runner.over

    @property
    def is_model(self) -> bool:
        cast = None if self.runner is None else self.runner.cast.get(self.seat)
        return cast is not None and cast.kind == "model"

    @property
    def failed(self) -> tuple[str, str] | None:
        """A seat of this half whose player failed, and why."""
        return None if self.runner is None or self.runner.over else self.runner.failed

    @property
    def spent(self) -> PlayerSpent:
        """What the player has used, the pending reply included."""
        if self.runner is None:
            return PlayerSpent(0.0)
        spent = spent_by(self.runner.play, self.seat, model=self.is_model)
        spent = replace(spent, seconds=spent.seconds + self._lost)
        coming = self.coming
        if coming is None:
            return spent
        seconds = spent.seconds + coming.seconds(self.runner.models.pending.now)
        return replace(spent, seconds=seconds, tokens=(spent.tokens or 0) + coming.progress.tokens)

    @property
    def coming(self) -> PendingReply | None:
        """The pending reply of the player; None: there is none."""
        replies = [] if self.hotseat is None else self.hotseat.pending
        return next((reply for reply in replies if reply.ask.seat == self.seat), None)

    def keep_time(self) -> None:
        """Read the clock, so that the seconds of a reply that is cancelled or fails still count."""
        runner, coming = self.runner, self.coming
        if runner is None:
            return
        gone = self._heard
        if gone is not None and coming is not gone and gone.ask in runner.asks:
            self._lost += self._heard_for
        self._heard = coming
        self._heard_for = coming.seconds(runner.models.pending.now) if coming is not None else 0.0

    @property
    def waits_for_model(self) -> bool:
        """Whether there is a pending reply that can be cancelled."""
        return self.runner is not None and self.runner.awaited is not None

    def now(self, glyphs: Glyphs) -> str:
        """What is being said, awaited or wrong at this table."""
        hotseat, runner = self.hotseat, self.runner
        if hotseat is None or runner is None or runner.over:
            return ""
        if runner.failed is not None:
            seat, why = runner.failed
            return why.removeprefix(f"{seat}: ").removeprefix(f"{self.name}: ")
        clock = runner.models.pending.now
        coming = previews(
            hotseat.pending, clock, lambda s: runner.names.get(s, s), hotseat.may_hear, _unpriced
        )
        if not coming:
            return ""
        stream, ask = coming[0], hotseat.pending[0].ask
        fault = runner.play.last_fault(ask) if hotseat.may_hear(ask) else None
        again = f"asked again: {fault.why} {glyphs.dot} " if fault else ""
        told = stream.text or again + stream.doing + glyphs.ellipsis
        return told if stream.who == self.name else f"{stream.who}: {told}"

    @property
    def status(self) -> str:
        """How far the game is, or how it ended, without the player's name."""
        runner = self.runner
        if runner is None:
            return ""
        if runner.over:
            return self.game_ui.headline(runner.play, runner.names, ())[0]
        ask = runner.asks[0] if runner.asks else None
        status = self.game_ui.status(runner.views[TABLE], ask, runner.names)
        return status.removeprefix(self.name).lstrip(" :")

    def standing(self, name: str) -> DuelStanding | None:
        """How the player stands, under a name that differs from the other's; None before the table is open."""
        runner = self.runner
        if runner is None:
            return None
        stands = standing_of(
            runner.info, runner.play, self.seat, self.game_ui, self.figures, name=name, spent=self.spent
        )
        return replace(stands, stuck=self.failed is not None)


def _unpriced(_: PendingReply) -> None:
    """No price for a pending reply: only what was paid is shown."""
