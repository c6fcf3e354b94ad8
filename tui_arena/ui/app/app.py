"""The app and its base screen: what every screen shares, moving between screens, and leaving.

Screens are imported when they are first opened, so the first frame waits for none of them.

Law: a screen queries the store through `looked_up` or `in_thread` and never blocks the loop.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar, cast

from rich.console import RenderableType
from textual._context import active_message_pump
from textual.app import App, ComposeResult, ScreenError, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Event, Key, Paste
from textual.filter import LineFilter
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen, SystemModalScreen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Static
from textual.worker import WorkerFailed, active_worker

from tui_arena.config import BadFile, Paths, read_settings, write_settings
from tui_arena.core.signs import lacking
from tui_arena.core.text import clean
from tui_arena.ui.app.ascii_signs import PlainSigns
from tui_arena.ui.app.bars import KeyBar, TitleBar
from tui_arena.ui.app.ending import Ending
from tui_arena.ui.app.keys_in_turn import KeysInTurn
from tui_arena.ui.app.once import once
from tui_arena.ui.app.sheets import Sheets
from tui_arena.ui.app.themes import DEFAULT, FALLBACKS, Themes, read_themes, shipped_theme
from tui_arena.ui.app.type_ahead import TypeAhead
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.local_time import local_now
from tui_arena.ui.room import ROOM
from tui_arena.ui.widgets import no_room  # noqa: F401  (a window may be too narrow for any text)
from tui_arena.ui.widgets.bound_work import BoundWork
from tui_arena.ui.widgets.in_turns import InTurns

if TYPE_CHECKING:
    from tui_arena.core.session import Session
    from tui_arena.data import Catalogue, GameInfo
    from tui_arena.players.models.registry import ModelRegistry
    from tui_arena.players.new_session import Opening, Regulars, Start
    from tui_arena.players.party import PartyState
    from tui_arena.players.seating import Cast
    from tui_arena.save.store import Store
    from tui_arena.stats.aggregate import Filter
    from tui_arena.table.notes import Comments
    from tui_arena.table.opening import Duel, LeasedSession
    from tui_arena.table.runner import SessionRunner
    from tui_arena.table.spectators import Spectators
    from tui_arena.ui.app.sound import Sound
    from tui_arena.ui.party.keyboard_spectators import TurnClock
    from tui_arena.ui.result.screen import ResultScreen
    from tui_arena.ui.room.door import Door
    from tui_arena.ui.widgets.answer_bar import Unsent

UI = Path(__file__).parents[1]
P = ParamSpec("P")
R = TypeVar("R")

SOON = 0.3
"""Seconds after which a closed screen is told of: the one below is on show then."""
SHARED = (UI / "app" / "controls.tcss", UI / "widgets" / "form.tcss")
"""What the screens above home share, so home need not wait for it."""
SIGNS = {"escape": "esc", "question_mark": "?", "space": "space", "pageup": "pgup", "pagedown": "pgdn"}
"""Short forms of keys whose names in Textual are long."""
ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


def terminal_lacks() -> str | None:
    """The encoding of the terminal that is drawn in, if it lacks signs."""
    return lacking(getattr(sys.__stderr__ or sys.__stdout__, "encoding", None))


def told_failures() -> tuple[type[Exception], ...]:
    """The failures of a query whose sentences are shown; they are loaded when a query has failed."""
    from tui_arena.core.events import BadEvent  # noqa: PLC0415
    from tui_arena.save.errors import SaveError  # noqa: PLC0415
    from tui_arena.save.filters import BadFilter  # noqa: PLC0415

    return BadFilter, BadFile, BadEvent, SaveError


def is_panel(screen: Screen[Any]) -> bool:
    """Whether a screen is a window of the app over another screen."""
    return isinstance(screen, ModalScreen) and not isinstance(screen, SystemModalScreen)


def arena_of(screen: Screen[Any]) -> ArenaApp:
    """The app of a screen or a panel."""
    return cast("ArenaApp", screen.app)


class ArenaScreen(BoundWork, InTurns[None], Screen[None]):
    """A screen of the app.

    Subclasses define `TITLE`, `BINDINGS` with ids `screen.action`, and `body()`. Textual sets classes on
    the screen by its size: `-narrow` (under 80 cells), `-normal`, `-wide` (from 110), `-vast` (from 160);
    `-low` (under 24 rows), `-middling`, `-tall` (from 34).
    """

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (80, "-normal"),
        (110, "-wide"),
        (160, "-vast"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-low"),
        (24, "-middling"),
        (34, "-tall"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back", id="screen.back")]

    title: reactive[str | None] = reactive(None, repaint=False)
    sub_title: reactive[str | None] = reactive(None, repaint=False)
    focused: reactive[Widget | None] = reactive(None, repaint=False)
    """Only the title bar shows the titles, only widgets the focus; Textual would draw the whole screen for each."""

    secret_up: bool = False
    """Whether a secret or a curtain is on the screen; palette, screenshot and copy are then held back."""

    @property
    def arena(self) -> ArenaApp:
        """The app as an `ArenaApp`."""
        return arena_of(self)

    @property
    def glyphs(self) -> Glyphs:
        return self.arena.glyphs

    @property
    def game_running(self) -> bool:
        """Whether quitting the app from this screen should ask first."""
        return False

    @property
    def people_here(self) -> Collection[str]:
        """The names of people at the keyboard who are to play; no guest can take them."""
        return ()

    @property
    def on_the_table(self) -> frozenset[str]:
        """Ids of the sessions that are played on this screen."""
        return frozenset()

    def session_freed(self) -> None:
        """React to a table that was left and has released its session, so the session can be resumed."""

    def show_notices(self) -> None:
        """React to notices that the app has added since this screen was opened."""

    def fit(self, size: Size) -> None:
        """Take the classes for a size before the first layout, so that it is not done for another one first."""
        across = self._get_breakpoint_classes(size.width, self.HORIZONTAL_BREAKPOINTS)
        down = self._get_breakpoint_classes(size.height, self.VERTICAL_BREAKPOINTS)
        self.add_class(*across, *down, update=False)

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield from self.body()
        yield KeyBar()

    def body(self) -> ComposeResult:
        """The widgets between title bar and footer."""
        yield from ()

    def on_screen_suspend(self) -> None:
        """Have the footer show the keys of a panel that opens over the screen."""
        self._draw_keys()

    def on_screen_resume(self) -> None:
        self._draw_keys()

    def _draw_keys(self) -> None:
        for bar in self.query(KeyBar):
            bar.refresh()

    def put(self, name: str, content: Content) -> None:
        """Fill the line `#name`; an empty line takes no room."""
        line = self.query_one(f"#{name}", Static)
        line.update(content)
        line.display = bool(content.plain)

    async def looked_up(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
        """The result of a query that runs in a thread; None if it fails, after an error is shown."""
        try:
            return await self.arena.in_thread(work, *args, **kwargs)
        except told_failures() as error:
            self.arena.notify(str(error), severity="error", timeout=10)
            return None

    async def carried_out(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
        """Whether a change was made, in a thread; False after an error is shown."""

        def worked() -> bool:
            work(*args, **kwargs)
            return True

        return await self.looked_up(worked) is not None

    def action_back(self) -> None:
        """Esc: to the screen before this one."""
        if self.is_current:
            self.arena.back()

    def action_copy_text(self) -> None:
        """Copy the selection; nothing while a secret or a curtain is up."""
        if not self.arena.secret_up:
            super().action_copy_text()


class ArenaApp(App[None]):
    """The one app object; screens reach it as `self.arena`."""

    TITLE = "TUI Arena"
    CSS_PATH = ["app.tcss", "../home/screen.tcss"]  # noqa: RUF012  (the default screen loads no sheet of its own)
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", id="app.help", priority=True),
        Binding("ctrl+q", "leave", "Quit", show=False, id="app.quit", priority=True),
        Binding("ctrl+c", "leave", show=False, system=True),
    ]

    def __init__(
        self, paths: Paths, start: Start | None = None, now: Callable[[], datetime] = local_now
    ) -> None:
        """Read the settings and the chosen theme. All else is read when it is first asked for.

        `now` gives the local time, with its zone.
        """
        super().__init__()
        self.ending = Ending(self)
        self.type_ahead = TypeAhead()
        self.keys_in_turn = KeysInTurn(self)
        self.paths = paths
        self.now = now
        self.settings, self.notices = read_settings(paths)
        """What the user chose, and notices to show: one sentence each."""
        self.refused: str | None = None
        """Why the save file can't be opened, so that the app ends; None: it can, as far as is known."""
        self.lacking = None if self.is_web else terminal_lacks()
        """The encoding of the terminal, if it lacks signs."""
        self.glyphs = Glyphs(self.ascii, self.settings.marks or self.no_color)
        self._wear()
        self._start = start
        self._saving = asyncio.Lock()
        self._left = False
        """Whether the app is being left."""
        self._crashed = False
        self._asked = False
        """Whether the save file was asked for."""
        self._door: Door | None = None
        self.lent: tuple[SessionRunner, Spectators | None] | None = None
        """The table on the stage, for the phones of a room that is open or will be."""
        self.regulars: Regulars = {}
        """Who the bots are while this app runs."""
        self.unsent: dict[str, Unsent] = {}
        """What was typed and not sent at tables that were left while this app runs, by session."""
        self.turn_clocks: dict[str, TurnClock] = {}
        """The clock of the turn at each table of a party that was open while this app runs, by session."""
        self.loaded: Callable[[], None] | None = None
        """Called when much was loaded that stays: after the first frame, with the first table of each game, and with
        the first move at one."""
        self.closed: Callable[[int], object] | None = None
        """Called a moment after a screen was closed, with the number of those that are open."""
        self._sweeping: Timer | None = None
        """Waits to tell of closed screens."""
        self._shown: set[str] = set()

    # start and end

    def get_driver_class(self) -> type[Driver]:
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver":  # Windows, or a browser
            return found
        from tui_arena.ui.app.terminal import Terminal  # noqa: PLC0415  (can't be imported on Windows)

        return Terminal

    def get_default_screen(self) -> Screen[Any]:
        home = self._screen("home.screen", "HomeScreen")
        assert isinstance(home, ArenaScreen)
        home.fit(self.size)
        return home

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(FALLBACKS)

    # what is read when it is first asked for

    @once
    def catalogue(self) -> Catalogue:
        from tui_arena.data import Catalogue  # noqa: PLC0415  (the first frame needs none of what stands here)

        found = Catalogue(self.paths.config)
        self.notices += found.game_faults
        return found

    @once
    def store(self) -> Store:
        """The save file. Raises SaveError if it can't be opened; then the app ends."""
        from tui_arena.save.store import SaveError, open_store  # noqa: PLC0415

        self._asked = True
        if self._left:
            raise SaveError("the app is being left")
        try:
            opened = open_store(self.paths.save_file, self.catalogue)
        except SaveError as error:
            self.refused = str(error)
            raise
        self.notices += opened.notices
        with suppress(SaveError):  # the next start tells it
            opened.store.go_on_rereading()
            if (told := opened.store.newly_flagged()) and told not in self.notices:
                self.notices.append(told)
        return opened.store

    @property
    def writable(self) -> bool:
        """Whether the save file is open and can be changed; who asks does not wait for it."""
        return "store" in self.__dict__ and not self.store.read_only

    @once
    def registry(self) -> ModelRegistry:
        """The models that can be seated."""
        from tui_arena.players.models.purse import Purse, SpendingLimits  # noqa: PLC0415
        from tui_arena.players.models.registry import ModelRegistry  # noqa: PLC0415

        found = ModelRegistry(self.paths, self.catalogue, threaded=True)
        found.purse = Purse(
            lambda: self.store, lambda: SpendingLimits(self.settings.limit_day_usd, self.settings.limit_usd)
        )
        self.notices += found.notices
        return found

    @once
    def comments(self) -> Comments:
        """What the bots' characters have said while this app runs."""
        from tui_arena.table.notes import Comments  # noqa: PLC0415

        return Comments()

    @once
    def themes(self) -> Themes:
        """All themes."""
        found = read_themes(self.catalogue)
        self.notices += found.faults
        for theme in found.loaded:
            self.register_theme(theme)
        return found

    @once
    def _sound(self) -> Sound:
        from tui_arena.ui.app.sound import Sound  # noqa: PLC0415

        return Sound(self.paths.sounds, lambda: self.settings.sound)

    def read_the_rest(self) -> None:
        """Read what a key may ask for next, and what there is to tell of it; runs in a thread."""
        _ = self.registry, self.themes

    def _wear(self) -> None:
        """Take the chosen theme before the first sheet is parsed, as all would be parsed anew with it."""
        theme = shipped_theme(self.settings.theme)
        if theme is not None:
            self.register_theme(theme)
        elif self.themes.named(self.settings.theme) is None:
            self.notices.append(f"There's no theme {self.settings.theme!r}; you get {DEFAULT} instead.")
        name = self.settings.theme if self.get_theme(self.settings.theme) else DEFAULT
        self.set_reactive(App.theme, name)
        dark = self.current_theme.dark
        for label, worn in (("-dark-mode", dark), ("-light-mode", not dark), (f"-theme-{name}", True)):
            self.set_class(worn, label, update=False)
        self._refresh_truecolor_filter(self.ansi_theme)
        self.stylesheet: Sheets = Sheets(variables=self.get_css_variables())

    def on_mount(self) -> None:
        self._apply_settings()
        if self.settings.keys:
            self.run_worker(self._check_keys(), group="keys")
        if self._start is not None:
            self._begin(self._start)

    def has_loaded(self, what: str) -> None:
        """Note that home, a game or its bots were loaded; only the first time counts."""
        if self.loaded is not None and what not in self._shown:
            self._shown.add(what)
            self.loaded()

    def pop_screen(self) -> AwaitComplete:
        self._sweep_soon()
        left = self.screen
        popped = super().pop_screen()
        if isinstance(left, BoundWork):
            left.end_work()
        return popped

    def _sweep_soon(self) -> None:
        """Tell of closed screens once none was closed or opened for a moment, as the loop stands still meanwhile."""
        if self._sweeping is not None:
            self._sweeping.stop()
        self._sweeping = self.set_timer(SOON, self._sweep)

    def _sweep(self) -> None:
        self._sweeping = None
        if self.closed is not None and not self._left:
            self.closed(len(self.screen_stack))

    def _begin(self, start: Start) -> None:
        if start.party:
            self.open_party_setup()
        if start.phones is not None:
            self.open_lobby(lan=start.lan, opening=start.opening, seats=start.phones)
        elif start.opening is not None:
            self.open_first(start.opening)

    def open_first(self, opening: Opening) -> None:
        """Open a table that was described on the command line."""
        from tui_arena.core.options import BadOption  # noqa: PLC0415  (most begin at home)
        from tui_arena.players.new_session import people_seated  # noqa: PLC0415
        from tui_arena.players.seating import BadPlayer  # noqa: PLC0415

        info = self.catalogue.game(opening.game)
        try:
            self.open_table(people_seated(opening, info, self.settings.name))
        except (BadOption, BadPlayer, BadFile) as error:
            self.notify(str(error), severity="error")

    async def on_unmount(self) -> None:
        if "_sound" in self.__dict__:
            self._sound.stop()
        if self._door is not None:
            await self._door.end()
        if "registry" in self.__dict__:
            self.registry.close()
        if self._asked and self.refused is None:
            with suppress(*told_failures()):
                self.store.close()  # it may be just being opened
        self.ending.leave()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        self._left = True
        self.workers.cancel_all()  # from here on nothing can be mounted
        super().exit(result, return_code, message)

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            await self.keys_in_turn.add(event)
        else:
            await super().on_event(event)

    async def take_key(self, key: Key | Paste) -> Widget | None:
        """Handle a key or a paste; return the widget that it was sent to, if others have to wait until it is done."""
        keys, into_text = self.keys_in_turn, isinstance(self.focused, Input)
        if keys.settles_doubt(key):
            return None
        if isinstance(key, Key) and self.type_ahead.drops(key, key.time, into_text=into_text):
            keys.forget()
            return None
        if isinstance(key, Key) and self.type_ahead.doubts(key, into_text=into_text):
            keys.doubt(key)
            return None
        target = self.focused or self.screen
        await super().on_event(key)
        typed = into_text and (isinstance(key, Paste) or key.is_printable)
        return target if key.is_forwarded and not typed else None

    def push_screen(self, screen: Any, *args: Any, **kwargs: Any) -> Any:
        self.type_ahead.moved()
        if self._sweeping is not None:
            self._sweep_soon()
        self.stylesheet.share(SHARED)
        if isinstance(screen, ArenaScreen):
            screen.fit(self.size)
        return super().push_screen(screen, *args, **kwargs)

    def update_styles(self, node: DOMNode, animate: bool = True) -> None:
        """Style a node whose classes have changed. One that is being made gets its styles when it is mounted."""
        if node is self or node.parent is not None:
            super().update_styles(node, animate)

    def changed_by_itself(self) -> None:
        """The screen is about to change without a key; the footer is grey while single keys are dead."""
        self.type_ahead.changed()
        self._show_dead_keys()

    def shown_at_last(self) -> None:
        """A screen that may have come without a key has read what it shows, and shows it."""
        self.type_ahead.shown()
        self._show_dead_keys()

    def _show_dead_keys(self) -> None:
        if not self.screen_stack:
            return
        dead = self.type_ahead.dead
        for bar in self.screen.query(KeyBar):
            bar.dead = dead
        if dead:
            self.set_timer(0.1, self._show_dead_keys)

    def action_command_palette(self) -> None:
        from tui_arena.ui.app.commands import Palette  # noqa: PLC0415  (commands imports this module)

        if not self._left and not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def action_leave(self) -> None:
        """Ctrl+C and ctrl+q: leave, after a question if a game is running."""
        from tui_arena.ui.widgets.dialogs import QUIT, Dialog, confirm  # noqa: PLC0415  (the first frame needs none)

        if not self.game_running or isinstance(self.screen, Dialog):
            self.exit()
        else:
            confirm(self, QUIT, self.exit)

    async def action_quit(self) -> None:
        self.action_leave()

    def crash(self, error: Exception) -> None:
        """End the app because of an error that nobody has handled."""
        self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """End the app, unless a widget has looked for one that is gone, as it is itself or as the app is being left."""
        cause: BaseException = error
        node: object = active_message_pump.get()
        if isinstance(error, WorkerFailed):
            cause, node = error.error, active_worker.get().node
        if not (isinstance(cause, NoMatches) and (self._left or self._is_gone(node))):
            super()._handle_exception(error)

    def _is_gone(self, node: object) -> bool:
        """Whether a widget is closed or about to be, or stands on a screen that is."""
        if not isinstance(node, Widget):
            return False
        way = node.ancestors_with_self
        closing = any(one._pruning or one._closing for one in way)  # noqa: SLF001  (Textual tells it nowhere else)
        return closing or not any(screen in way for screen in self.screen_stack)

    def _fatal_error(self) -> None:
        """End the app, whether or not its crash can be reported."""
        if self._crashed:
            return
        self._crashed = True
        self._return_code = 1
        self.ending.crash()
        try:
            if self.refused is None:
                self.ending.farewell = self._reported()
        finally:
            self._close_messages_no_wait()

    def _reported(self) -> str:
        """Write a report of the crash; returns what the user reads."""
        from tui_arena.ui.app import crash  # noqa: PLC0415  (only when it is needed)

        error = crash.cause_of(self._exception or RuntimeError())
        screen = type(self.screen).__name__ if self.screen_stack else "none"
        return crash.farewell(error, crash.save_report(error, screen, self.paths))

    def panic(self, *renderables: RenderableType) -> None:
        """Stop as after any other crash: what Textual would print here holds source and values."""
        self._fatal_error()

    # settings

    async def change_settings(self, **changes: Any) -> str | None:
        """Apply and save other settings; returns a sentence if they could not be saved, else None."""
        self.settings = replace(self.settings, **changes)
        self._apply_settings()
        return await self._save_settings()

    def refresh_css(self, animate: bool = True) -> None:
        """Style the visible screens anew. Those below get their styles when they are shown again."""
        self.stylesheet.set_variables(self.get_css_variables())
        self.stylesheet.reparse()
        self.stylesheet.apply(self, animate=animate)
        with suppress(ScreenError):  # before the first screen
            for screen in (*self._background_screens, self.screen):
                self.stylesheet.update(screen, animate=animate)
                screen._css_update_count = self._css_update_count  # noqa: SLF001  (as Textual notes it)
            if self.screen.is_mounted:
                self.screen._refresh_layout(self.size)  # noqa: SLF001  (as above)

    def preview_theme(self, name: str) -> None:
        """Show a theme without choosing it."""
        if self.themes.named(name):
            self.theme = name

    def _apply_settings(self) -> None:
        self.glyphs = Glyphs(self.ascii, self.settings.marks or self.no_color)
        self.set_class(self.ascii, "-ascii")
        self.animation_level = "full" if self.settings.animations else "none"
        if self.theme != self.settings.theme:
            self.theme = self.themes.named(self.settings.theme) or DEFAULT
        if self.settings.keys or self._keymap:
            from tui_arena.ui.app import keymap  # noqa: PLC0415  (few have keys of their own)

            self.set_keymap(keymap.readable(self.settings.keys))

    def keep_opening(self, opening: Opening) -> None:
        """Remember how a game is played, for the digit keys on the home screen."""
        from tui_arena.ui.setup.recent_setups import remember  # noqa: PLC0415  (loaded with the table)

        self.settings = remember(self.settings, opening)
        self.run_worker(self._save_settings(), group="settings")

    async def _save_settings(self) -> str | None:
        async with self._saving:
            try:
                await self.in_thread(write_settings, self.paths, self.settings)
            except BadFile as error:
                return str(error)
        return None

    async def _check_keys(self) -> None:
        from tui_arena.ui.app import keymap  # noqa: PLC0415  (few have keys of their own)

        known = await self.in_thread(keymap.every_binding, type(self))
        for fault in keymap.faults(known, self.settings.keys):
            self.notices.append(fault)
        if isinstance(self.screen, ArenaScreen) and self.screen.is_mounted:
            self.screen.show_notices()

    # for screens

    @property
    def ascii(self) -> bool:
        """Whether everything is drawn in ASCII signs: the user wants it, or the terminal has no others."""
        return self.settings.ascii or self.lacking is not None

    @property
    def door(self) -> Door:
        """The door to the room of phones; nothing of it is loaded before it is needed."""
        if self._door is None:
            from tui_arena.ui.room.door import Door  # noqa: PLC0415

            self._door = Door(self)
        return self._door

    async def welcome(self, ready: LeasedSession) -> LeasedSession:
        """A table that opens, with the guests who play there; a room that a kill left is opened again for them."""
        known = ready.resumed or "party" in ready.session.setup.extra
        if self._door is None and not (known and await self.in_thread(self._keeps_room)):
            return ready
        return await self.door.welcome(ready)

    def _keeps_room(self) -> bool:
        """Whether a room is kept; then what opens it is loaded."""
        with suppress(*told_failures()):
            if self.store.meta(ROOM):
                importlib.import_module("tui_arena.ui.room.door")
                return True
        return False

    def seated(self, session: Session, cast: Mapping[str, Cast]) -> Mapping[str, Cast]:
        """The players of a session that is over, with those who played it from phones."""
        return self._door.seated(session, cast) if self._door is not None else cast

    def lend(self, runner: SessionRunner, spectators: Spectators | None) -> None:
        """Show a table on the phones of its people, as long as there is a room, until the table is left."""
        self.lent = runner, spectators
        if self._door is not None:
            self._door.sit(runner, spectators)

    def take_back(self, runner: SessionRunner) -> None:
        """A table is left."""
        if self.lent is not None and self.lent[0] is runner:
            self.lent = None
        if self._door is not None:
            self._door.leave(runner)

    def is_elsewhere(self, at: str, who: str) -> bool:
        """Whether somebody plays from a phone, by the ids of a party and the PLAYER text there."""
        return self._door is not None and self._door.holder(at, who) is not None

    @property
    def has_room(self) -> bool:
        """Whether a room of phones is open."""
        return self._door is not None and self._door.open

    @property
    def guests(self) -> Mapping[str, str]:
        """The names of the people who have come by phone, by their ids."""
        return {one.id: one.name for one in self._door.guests} if self._door is not None else {}

    @property
    def away(self) -> Collection[str]:
        """The ids of guests whose phones are not connected."""
        return {one.id for one in self._door.guests if one.away} if self._door is not None else ()

    @property
    def opened_door(self) -> Door | None:
        """The door, if somebody has opened it."""
        return self._door

    def sound(self, name: str) -> None:
        """Play a short tone, if the user wants sounds: `turn`, `reveal`, `time`, `won` or `lost`."""
        if self.settings.sound:
            self.run_worker(self.in_thread(self._sound.play, name), group="sound")

    async def in_thread(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call that may wait, such as one of the store's, in a thread."""
        return await asyncio.to_thread(work, *args, **kwargs)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a toast, never read as markup whatever `markup` says; none while a secret or curtain is up."""
        if self.secret_up:
            return
        super().notify(clean(message), title=clean(title), severity=severity, timeout=timeout, markup=False)

    def announce(self, text: str) -> None:
        """Show a toast that everybody may read, even over a secret or a curtain."""
        super().notify(clean(text), markup=False)

    @property
    def secret_up(self) -> bool:
        """Whether any screen of the stack shows a secret or a curtain."""
        return any(isinstance(s, ArenaScreen) and s.secret_up for s in self.screen_stack)

    def get_line_filters(self) -> Sequence[LineFilter]:
        own = [PlainSigns(self.lacking)] if self.ascii else []
        return [*super().get_line_filters(), *own]

    def get_key_display(self, binding: Binding) -> str:
        if binding.key_display:
            return binding.key_display
        *modifiers, key = binding.key.split("+")
        signs = {**SIGNS, "enter": self.glyphs.enter, **({} if self.glyphs.ascii else ARROWS)}
        name = signs.get(key, key.upper() if key[0] == "f" and key[1:].isdigit() else key)
        if "shift" in modifiers and len(name) == 1:
            return name.upper()
        return ("^" if "ctrl" in modifiers else "") + name

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        yield from importlib.import_module("tui_arena.ui.app.commands").palette(self, screen)

    def action_change_theme(self) -> None:
        self.open_settings()

    # from screen to screen

    def back(self) -> None:
        """Go to the screen before this one; home stays."""
        if len(self.screen_stack) > 1:
            self.pop_screen()

    @property
    def game_running(self) -> bool:
        """Whether a game is being played, even under other screens."""
        return any(isinstance(s, ArenaScreen) and s.game_running for s in self.screen_stack)

    @property
    def on_the_table(self) -> frozenset[str]:
        """Ids of the sessions that are played anywhere in the stack."""
        ids = [s.on_the_table for s in self.screen_stack if isinstance(s, ArenaScreen)]
        return frozenset().union(*ids)

    def session_freed(self) -> None:
        """Notify the current screen that a table which was left has released its session."""
        if self.screen_stack and isinstance(self.screen, ArenaScreen):
            self.screen.session_freed()

    def open_home(self) -> None:
        """Go home from any screen."""
        self._over_home(lambda: None)

    def _over_home(self, go: Callable[[], None]) -> None:
        """Close everything above home, then go on. A game in play stays as it is saved."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        go()

    def open_setup(self, game: str) -> None:
        """Open the setup of a game: who plays, and how."""
        self._open("setup.screen", "SetupScreen", game)

    def open_table(
        self,
        opening: Opening,
        *,
        watch: bool = False,
        daily: str | None = None,
        guided: bool = False,
        party: str | None = None,
    ) -> None:
        """Open a new table above home.

        `daily`: the word of that day (YYYY-MM-DD). `guided`: the host helps. `party`: the id of the party
        that the session belongs to.
        """

        def sit() -> None:
            if not watch and daily is None and not guided and party is None:
                self.keep_opening(opening)
            ready = partial(
                importlib.import_module("tui_arena.table.opening").new_table,
                self.catalogue,
                self.store,
                opening,
                daily,
                guided=guided,
                party=party,
                regulars=self.regulars,
            )
            self._open("table.screen", "TableScreen", ready, watch=watch)

        self._over_home(sit)

    def open_duel(
        self, opening: Opening, seat: str | None = None, casts: tuple[Cast, Cast] | None = None
    ) -> None:
        """Open two players on one secret, side by side; asks for the players if they are not given."""
        at_keyboard = {seat: replace(one, guest="") for seat, one in opening.cast.items()}
        # no phone shows two tables, and a duel is about who of two players it is
        opening = replace(opening, cast=at_keyboard, blind=False)

        def begin(duel: Duel | None) -> None:
            if duel is not None:
                self._over_home(lambda: self._open("duel.screen", "DuelScreen", duel))

        if casts is None or seat is None:
            dialog = importlib.import_module("tui_arena.ui.duel.dialog")
            info = self.catalogue.game(opening.game)
            self.push_screen(dialog.DuelDialog(opening, info, self.registry.book, seat), begin)
        else:
            begin(importlib.import_module("tui_arena.table.opening").Duel(opening, seat, casts))

    def open_party_setup(self, party_state: PartyState | None = None) -> None:
        """Open the form for who plays at a party, and what. `party_state`: a running party, to be changed."""
        self._open("party.setup_screen", "PartySetupScreen", party_state)

    def open_party(self, party: str) -> None:
        """Open the scoreboard of a party, right above home."""
        self._over_home(lambda: self.look_at_party(party))

    def look_at_party(self, party: str) -> None:
        """Open the scoreboard of a party, over the current screen."""
        self._open("party.screen", "PartyScreen", party)

    def open_lobby(
        self, *, lan: bool = False, opening: Opening | None = None, seats: Sequence[str] = ()
    ) -> None:
        """Open the lobby, where phones come in. `lan`: whether those in this network may from the start.

        `opening`: the table that the host starts there, with those who have come on these `seats`.
        """
        self._open("room.screen", "LobbyScreen", lan=lan, opening=opening, seats=seats)

    def open_parties(self) -> None:
        """Open the list of all parties."""
        self._open("party.screen", "PartyHistoryScreen")

    def resume_table(self, session_id: str) -> None:
        """Open the table of an unfinished session, or go back to it if it is already in the stack."""
        if session_id not in self.on_the_table:
            resumed = importlib.import_module("tui_arena.table.opening").resumed_table
            ready = partial(resumed, self.catalogue, self.store, session_id)
            self._over_home(lambda: self._open("table.screen", "TableScreen", ready))
            return
        while isinstance(self.screen, ArenaScreen) and not self.screen.on_the_table:
            self.pop_screen()

    def open_result(self, session_id: str) -> None:
        """Open the result of a finished session once it is read."""
        self.screen.run_worker(self.show_result(session_id), group="result", exclusive=True)

    async def show_result(self, session_id: str, first: Callable[[], None] = lambda: None) -> None:
        """Read a result and open it, in a worker. Till then the current screen stays, and keys wait.

        `first` is called before that screen opens, and if it can't be read.
        """
        screen = cast("ResultScreen", self._screen("result.screen", "ResultScreen", session_id))
        with self.keys_in_turn.kept():
            found = await screen.read()
            if not self._left:
                first()
                if found:
                    self.push_screen(screen)

    def open_sessions(self, player: str | None = None) -> None:
        """Open the list of saved sessions. `player`: only those of a player, as `kind:name`."""
        self._open("sessions.screen", "SessionsScreen", player)

    def open_replay(self, source: str | Path, at: str = "", *, plays: bool = False) -> None:
        """Replay a saved session (by id) or a shipped demo (by path). `at`: `last` for its last turn.

        `plays`: whether it plays by itself.
        """
        self._open("replay.screen", "ReplayScreen", source, at, plays=plays)

    def open_coach(self, info: GameInfo, session: Session) -> None:
        """Open the coach: a player's report on how a finished session was played."""
        self._open("inquiry.screen", "CoachScreen", info, session)

    def open_audit(self, info: GameInfo, session: Session) -> None:
        """Ask the judge of a session again."""
        self._open("inquiry.screen", "AuditScreen", info, session)

    def open_you(self, kind: str = "human", name: str = "") -> None:
        """Open a player's page; without a name that of the person at the keyboard."""
        self._open("you.screen", "YouScreen", kind, name or self.settings.name)

    def open_stats(self, game: str) -> None:
        """Open the figures of a game."""
        self._open("stats.screen", "StatsScreen", game)

    def open_plots(self, wanted: Filter) -> None:
        """Open plots of the results of a filter's sessions."""
        self._open("stats.plots_screen", "PlotScreen", wanted)

    def open_rankings(self, wanted: Filter) -> None:
        """Open the rankings: who is better than whom, and by which figure."""
        self._open("rankings.screen", "RankingsScreen", wanted)

    def open_compare(self, wanted: Filter, first: str | None = None) -> None:
        """Open two players of a game side by side. `first`: one of them, as `kind:name`."""
        self._open("compare.screen", "CompareScreen", wanted, first)

    def open_analyse(self, ids: Sequence[str]) -> None:
        """Ask a player what it would have taken for likely in saved sessions."""
        self._open("inquiry.retrospective_screen", "RetrospectiveScreen", ids)

    def open_settings(self) -> None:
        """Open the settings."""
        self._open("settings.screen", "SettingsScreen")

    def open_models(self) -> None:
        """Open the list of models, where models are added too."""
        self._open("models.screen", "ModelsScreen")

    def open_personas(self, game: str) -> None:
        """Open the personas that the seats of a game can have, where personas are added too."""
        self._open("setup.personas_screen", "PersonasScreen", game)

    def action_help(self) -> None:
        """F1: open the keys of the current screen or panel and how to play, or close them."""
        if type(self.screen).__name__ == "HelpScreen":
            self.back()
        elif isinstance(self.screen, ArenaScreen) or is_panel(self.screen):
            self._open("app.help", "HelpScreen", self.screen)

    def action_open(self, name: str) -> None:
        """Go to `home`, `you`, `sessions`, `evenings`, `models`, `settings`, `phones`; for bindings and the palette."""
        ways = {
            "home": self.open_home,
            "you": self.open_you,
            "sessions": self.open_sessions,
            "evenings": self.open_parties,
            "models": self.open_models,
            "settings": self.open_settings,
            "phones": self.open_lobby,
        }
        ways[name]()

    def _open(self, module: str, name: str, *args: object, **kwargs: object) -> None:
        if not self._left:  # a screen would find no widgets any more
            self.push_screen(self._screen(module, name, *args, **kwargs))

    def _screen(self, module: str, name: str, *args: object, **kwargs: object) -> Screen[None]:
        """A screen, by the module under `tui_arena.ui` that holds it."""
        found = importlib.import_module(f"tui_arena.ui.{module}")
        return cast("Screen[None]", getattr(found, name)(*args, **kwargs))
