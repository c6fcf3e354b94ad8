"""The duel screen: two players on the same secret, side by side.

Both halves are ordinary tables, each with its own session, playback and clock. A failure in one doesn't stop
the other.

Law: the board and the talk of each half are drawn from the table's view alone.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent
from tui_arena.core.game import TABLE
from tui_arena.core.options import BadOption
from tui_arena.players.seating import BadPlayer
from tui_arena.save.store import SaveError
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.opening import InUse, Ready
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import session_budget
from tui_arena.ui.duel.actions import KEYS, DuelActions
from tui_arena.ui.duel.duel import Duel, first_table, second_table, secret_for_second
from tui_arena.ui.duel.half import DuelHalf
from tui_arena.ui.duel.side import DuelSide
from tui_arena.ui.duel.standing import DuelStanding, verdict, winner
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import say

TICK = 0.25
"""Seconds between two drawings of the clocks."""
LEFT, RIGHT = "left", "right"


class DuelScreen(DuelActions):
    """Two sessions in play."""

    TITLE = "DUEL"
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = ""
    HELP = (
        "Two players, one secret, a clock each. Fewer guesses win, then the shorter time. "
        "The arrow marks the side that Enter, a and F4 mean."
    )
    BINDINGS: ClassVar[list[BindingType]] = KEYS

    class Changed(Message):
        """A half has something new to show."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel)
        self._leaving = False
        self._dealing = False
        """Whether the second table is being dealt, or has been."""
        self.loud, self.quiet = "", ""
        """The verdict below: who is ahead or who won, and the details."""

    def body(self) -> ComposeResult:
        with Horizontal(id="halves"):
            yield DuelHalf(self.glyphs, 0)
            yield DuelHalf(self.glyphs, 1)
        yield Static(id="verdict", markup=False)

    # state that others ask for

    @property
    def on_the_table(self) -> frozenset[str]:
        return frozenset(side.session_id for side in self.sides if side.session_id is not None)

    @property
    def secret_up(self) -> bool:  # type: ignore[override]
        return self._peeking

    # beginning and end

    def on_mount(self) -> None:
        info = self.arena.catalogue.game(self._duel.opening.game)
        self.title = f"{info.title.upper()} {self.glyphs.dot} duel"
        names = [str(cast.spec.get("name") or "") for cast in self._duel.casts]
        playback = self.arena.settings.pace
        self.sides = tuple(DuelSide(n, self._duel.seat, name, playback) for n, name in enumerate(names))
        self.set_interval(TICK, self.tick)
        for side in self.sides:
            self._draw(side)
        self._play_first()

    @work(group="play-0", exclusive=True)
    async def _play_first(self) -> None:
        arena = self.arena
        await self._play(
            self.sides[0], arena.in_thread(first_table, arena.catalogue, arena.store, self._duel)
        )

    @work(group="play-1", exclusive=True)
    async def _play_second(self) -> None:
        arena, first = self.arena, self.sides[0].runner
        assert first is not None
        _, secret = secret_for_second(first.play)
        table = arena.in_thread(second_table, arena.catalogue, arena.store, self._duel, first.session, secret)
        await self._play(self.sides[1], table)

    async def _play(self, side: DuelSide, table: Awaitable[Ready]) -> None:
        """Open a half's table and play until it is over or left."""
        try:
            await self._sit(side, await table)
        except (BadOption, BadPlayer, BadFile, BadEvent, SaveError, InUse) as error:
            self.leave()
            self.arena.notify(str(error), severity="error", timeout=12)
            return
        runner = side.runner
        assert runner is not None
        await runner.run()
        if runner.over:
            side.figures = await self.arena.in_thread(runner.info.compute, runner.play)
            self.changed(side.place)

    async def _sit(self, side: DuelSide, ready: Ready) -> None:
        arena = self.arena
        side.game_ui = game_ui_of(ready.info)
        heading = side.game_ui.heading(ready.info, ready.session.setup)
        self.title = f"{heading} {self.glyphs.dot} duel"
        runner = SessionRunner(
            ready.info,
            ready.session,
            arena.store,
            arena.in_thread,
            registry=arena.registry,
            budget=session_budget(arena.settings),
            cast=ready.cast,
            playback=side.playback,
            changed=lambda: self.changed(side.place),
        )
        side.hotseat = Hotseat(runner)
        await self.half(side).lay(side.game_ui.board(self.glyphs, animated=arena.settings.animations))
        self.changed(side.place)

    async def on_unmount(self) -> None:
        """Release both sessions; all moves are saved already."""
        for runner in [side.runner for side in self.sides if side.runner is not None]:
            await runner.let_go(self.arena.store.release)
        self.arena.session_freed()

    def leave(self) -> None:
        """Leave the duel; both sessions stay as they are saved."""
        if not self._leaving:
            self._leaving = True
            while self in self.app.screen_stack:
                self.arena.back()

    # drawing

    def changed(self, place: int) -> None:
        self.post_message(self.Changed(place))

    def on_duel_screen_changed(self, event: DuelScreen.Changed) -> None:
        """Draw a half, deal the second table once that is possible, and open the dialogs that are due."""
        if self._leaving or not self.is_attached:
            return
        side = self.sides[event.place]
        if side.runner is not None and side.runner.left:
            self.leave()
            return
        if side.failed is None:
            side.waved_off = None
        self._draw(side)
        self._deal_second()
        self._draw_verdict()
        self.ask_what_to_do()
        self.refresh_bindings()

    def _deal_second(self) -> None:
        first = self.sides[0].runner
        if first is None or self._dealing:
            return
        if secret_for_second(first.play)[0]:
            self._dealing = True
            self._play_second()

    def _draw(self, side: DuelSide) -> None:
        half, runner = self.half(side), side.runner
        if runner is not None:
            view = runner.views[TABLE]
            if half.board is not None:
                half.board.meet(runner.names, (), alone=False)
                half.board.show(view, None)
            half.said(side.game_ui.transcript(view, runner.notes, runner.names, self.glyphs))
        self._draw_lines(side)

    def _draw_lines(self, side: DuelSide) -> None:
        """Draw what changes with the clock in a half."""
        half = self.half(side)
        side.keep_time()
        half.head(side.name, side.status, chosen=side.place == self._chosen, won=self._won(side))
        half.spent(side.spent.words(self.glyphs.dot))
        half.now(side.now(self.glyphs), bad=side.failed is not None)

    def tick(self) -> None:
        """Draw the clocks and the streams of both halves."""
        for side in self.sides:
            if side.playing:
                self._draw_lines(side)

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        if not self.sides or self._leaving:
            return
        for side in self.sides:
            self._draw(side)
        self._draw_verdict()
        self.refresh_bindings()

    def on_screen_resume(self) -> None:
        """Draw both halves after another screen was open."""
        for side in self.sides:
            self.changed(side.place)

    def _draw_verdict(self) -> None:
        if self._peeking:
            return
        both = self._standings()
        if both is None:
            self.loud, self.quiet = "", self._waits()
        else:
            self.loud, self.quiet = verdict(both, self.glyphs.dot)
        dot = f" {self.glyphs.dot} "
        held = ("held", "bold $warning") if self.held and self.game_running else ""
        line = Content.assemble(
            held,
            dot if held else "",
            say(self.loud, "bold $success" if self.over else "bold $primary"),
            dot if self.loud and self.quiet else "",
            say(self.quiet),
        ).truncate(max(self.size.width - 2, 1), ellipsis=True)
        self.query_one("#verdict", Static).update(line)
        self.sub_title = self._playback()

    def _waits(self) -> str:
        first = self.sides[0].runner
        if first is not None and first.over and not self._dealing:
            return "No secret came of the first table, so there is nothing to duel about."
        return (
            f"dealing{self.glyphs.ellipsis}"
            if first is None
            else f"{self.sides[1].name} waits for the secret"
        )

    def _playback(self) -> str:
        seconds = self.sides[0].playback.seconds
        if not self.game_running:
            return ""
        return f"a move every {seconds:g} s" if seconds else "at full speed"

    def _standings(self) -> tuple[DuelStanding, DuelStanding] | None:
        names = [side.name for side in self.sides]
        if names[0] == names[1]:
            names = [f"{name} ({where})" for name, where in zip(names, (LEFT, RIGHT), strict=True)]
        a, b = (side.standing(name) for side, name in zip(self.sides, names, strict=True))
        return None if a is None or b is None else (a, b)

    def _won(self, side: DuelSide) -> bool:
        both = self._standings() if self.over else None
        return both is not None and winner(*both) == side.place

    def half(self, side: DuelSide) -> DuelHalf:
        return self.query_one(f"#half-{side.place}", DuelHalf)
