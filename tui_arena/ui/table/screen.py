"""The table screen: the board on the left, the talk on the right, and one line for answers.

It holds no rule of a game: what is typed goes through the game's ui to the runner.
"""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input

from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent
from tui_arena.core.options import BadOption
from tui_arena.data import GameInfo
from tui_arena.data.tutorial import GUIDED
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import BadPlayer
from tui_arena.save.store import SaveError
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.opening import AlreadyPlayed, InUse, Ready, new_table, resumed_table
from tui_arena.table.playback import Playback
from tui_arena.table.probes.beliefs import Beliefs
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import session_budget
from tui_arena.ui.elapsed import played_seconds
from tui_arena.ui.game_ui import Board, game_ui_of
from tui_arena.ui.table.keys import KEYS, works
from tui_arena.ui.table.moments import TableMoments
from tui_arena.ui.table.panels import Seats, Streams
from tui_arena.ui.widgets.answer_bar import AnswerBar, AnswerInput
from tui_arena.ui.widgets.probe_panel import ProbePanel
from tui_arena.ui.widgets.talk import Talk

BEATS = 12
"""How often per second pending replies are drawn."""
LAST_LOOK = 1.8
"""Seconds for which the last board stays in sight before the result opens."""
LIVELY = 0.6
"""The longest pause before a move of a bot or model that plays with a person, in seconds."""


class TableScreen(TableMoments):
    """One session in play."""

    TITLE = "TABLE"
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = KEYS

    class Changed(Message):
        """The runner has something else to show."""

    def __init__(
        self,
        opening: Opening | None = None,
        *,
        watch: bool = False,
        daily: str | None = None,
        guided: bool = False,
        party: str | None = None,
        resume: str | None = None,
    ) -> None:
        """A new table for `opening`, or the saved session `resume` (an id) to go on with.

        `watch`: whether the person only watches. `daily`: the day of a daily game. `guided`: whether the host
        guides a first game. `party`: the party that the game belongs to.
        """
        super().__init__()
        self._opening = opening
        self._watch = watch
        self._daily = daily
        self._guided_game = guided
        self._party = party
        self._resume = resume
        self._leaving = False
        self._ended = False

    def body(self) -> ComposeResult:
        with Horizontal(id="felt"):
            yield Vertical(id="board")
            with Vertical(id="side"):
                yield Seats(self.glyphs)
                yield Talk()
                yield Streams(self.glyphs)
        yield AnswerBar(self.glyphs)

    # state that others ask for

    @property
    def info(self) -> GameInfo | None:
        """The game that is played, for the help screen."""
        return self.runner.info if self.runner is not None else None

    @property
    def game_running(self) -> bool:
        return self.runner is not None and not self.runner.over

    @property
    def on_the_table(self) -> frozenset[str]:
        return frozenset() if self.hotseat is None else frozenset({self.hotseat.runner.session.id})

    @property
    def secret_up(self) -> bool:  # type: ignore[override]
        """Whether the palette, screenshots and copying are off: behind the curtain, and while a secret shows."""
        if self.hotseat is None:
            return False
        return (
            self._peeking
            or bool(self._revealed)
            or self._reads_hidden
            or self.hotseat.next is not None
            or self.hotseat.holds_secret
        )

    @property
    def bar(self) -> AnswerBar:
        return self.query_one(AnswerBar)

    @property
    def in_bar(self) -> bool:
        """Whether typed text goes into the answer bar."""
        return isinstance(self.focused, AnswerInput)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "go_on":
            return self.can_go_on
        value = parameters[0] if parameters else None
        if action == "choose" and self.keys is not None:
            return False
        secret = bool(self.behind_key)
        return works(action, self.hotseat, in_bar=self.in_bar, value=value, secret=secret)

    # beginning and end

    def on_mount(self) -> None:
        self.bar.rest("")
        self.set_interval(1.0, self.tick)
        self._beat = self.set_interval(1 / BEATS, self.draw_streams, pause=True)
        self.play()

    @work(group="play", exclusive=True)
    async def play(self) -> None:
        """Open the table and play until it is over or left."""
        try:
            ready = await self._ready()
            await self._sit(ready)
        except AlreadyPlayed as played:
            self._leave_to(str(played.args[0]))
            return
        except (BadOption, BadPlayer, BadFile, BadEvent, SaveError, InUse) as error:
            self.leave()
            self.arena.notify(str(error), severity="error", timeout=12)
            return
        runner = self.runner
        assert runner is not None
        if ready.resumed:
            await runner.resumed()
        await runner.run()

    async def _ready(self) -> Ready:
        arena = self.arena
        if self._resume is not None:
            return await arena.in_thread(resumed_table, arena.catalogue, arena.store, self._resume)
        assert self._opening is not None
        return await arena.in_thread(
            new_table,
            arena.catalogue,
            arena.store,
            self._opening,
            self._daily,
            guided=self._guided_game,
            party=self._party,
        )

    async def _sit(self, ready: Ready) -> None:
        arena = self.arena
        self.game_ui = game_ui_of(ready.info)
        runner = SessionRunner(
            ready.info,
            ready.session,
            arena.store,
            arena.in_thread,
            registry=arena.registry,
            budget=session_budget(arena.settings),
            cast=ready.cast,
            playback=Playback(arena.settings.pace),
            changed=self.redraw,
        )
        self.hotseat = Hotseat(runner)
        sides = {runner.play.seats[seat].side for seat in runner.people}
        if not self._watch and sides - {"neutral"}:
            runner.playback.seconds = min(runner.playback.seconds, LIVELY)
        self._base = played_seconds(ready.session.started, ready.session.events)
        self._since = monotonic()
        self.title = self.game_ui.heading(ready.info, ready.session.setup)
        if ready.place is not None and not self.has_class("-narrow"):
            self.title += f" {self.glyphs.dot} game {ready.place}"
        self.beliefs = Beliefs(self.hotseat, arena.in_thread, self.redraw)
        if ready.session.setup.extra.get(GUIDED):
            self._guide = ready.info.tutorial()
        board = self.game_ui.board(self.glyphs, animated=arena.settings.animations)
        if board is not None:
            await self.query_one("#board").mount(board)
            if board.panel is not None:
                await self.query_one("#side").mount(board.panel, after=self.query_one(Seats))
            if board.form is not None:
                await self.bar.mount(board.form)
            self.board = board
        else:
            self.query_one("#felt").add_class("-no-board")
        if runner.probed:
            await self.query_one("#side").mount(
                ProbePanel(self.glyphs, few=True), before=self.query_one(Talk)
            )
        self.remember_moment()
        self.redraw()

    async def on_unmount(self) -> None:
        """Release the session; all moves are saved already."""
        if self.runner is not None:
            await self.runner.let_go(self.arena.store.release)
            self.arena.session_freed()

    def leave(self) -> None:
        """Leave the table; the session stays as it is saved."""
        if not self._leaving:
            self._leaving = True
            while self in self.app.screen_stack:
                self.arena.back()

    def _leave_to(self, result: str) -> None:
        self.leave()
        self.arena.open_result(result)

    def show_result(self) -> None:
        """Go on to the result."""
        if self.runner is not None and self.is_current and not self._leaving:
            self._leave_to(self.runner.session.id)

    # drawing

    def redraw(self) -> None:
        self.post_message(self.Changed())

    def on_table_screen_changed(self) -> None:
        """Draw what the hotseat may see now, and open the dialogs that are due."""
        hotseat, runner = self.hotseat, self.runner
        if hotseat is None or runner is None or self._leaving or not self.is_attached:
            return
        if runner.left:
            self.leave()
            return
        held = self.hold_moment()
        self.draw()
        self.learn_belief()
        if hotseat.next is not None and not held:
            self.draw_curtain()
        if runner.over and not self._ended and (runner.failed or not runner.asks):
            self._ended = True
            lingers = self.board.lingers if self.board is not None else 0.0
            pause = LAST_LOOK + lingers if self.arena.settings.animations else 0
            self.set_timer(pause, self.show_result) if pause else self.call_later(self.show_result)
        self._ring()
        self.ask_what_to_do()
        self.refresh_bindings()

    @work(group="belief")
    async def learn_belief(self) -> None:
        """Have the bot work out its belief from what the table shows now."""
        if self.beliefs is not None:
            await self.beliefs.learn()

    def _ring(self) -> None:
        """Ring the bell for people who went away while a model was thinking."""
        runner = self.runner
        if runner is not None and runner.bell_due:
            runner.bell_due = False
            if self.arena.settings.bell:
                self.app.bell()

    # what is typed

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.bar.soothe()
        self.warn(self.bar.typed)
        if self.board is not None:
            self.board.typing(self.bar.typed)

    def on_answer_bar_nudged(self, event: AnswerBar.Nudged) -> None:
        event.stop()
        if self.board is not None:
            self.board.nudge(event.by)

    def on_board_typed(self, event: Board.Typed) -> None:
        event.stop()
        self.bar.type_key(event.key)

    def on_board_filled(self, event: Board.Filled) -> None:
        event.stop()
        self.bar.fill(event.text)
        self.bar.field.type_over()

    def on_click(self) -> None:
        """A click anywhere focuses the answer again."""
        if self.hotseat is not None and self.hotseat.current is not None:
            self._likes_bar = True
            self.to_answer()

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def on_descendant_blur(self) -> None:
        self.refresh_bindings()

    def on_screen_resume(self) -> None:
        """Draw what has changed while another screen was open."""
        if self.runner is not None:
            self.post_message(self.Changed())
