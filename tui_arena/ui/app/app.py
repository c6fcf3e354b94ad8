"""The app: how it starts, takes keys, opens and closes screens, and ends."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import RenderableType
from textual._context import active_message_pump
from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Event, Key, Paste
from textual.filter import LineFilter
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import WorkerFailed, active_worker

from tui_arena.config import Paths
from tui_arena.ui.app.arena import AHEAD, Arena, query_errors
from tui_arena.ui.app.ending import AppEnding
from tui_arena.ui.app.keys_in_turn import KeysInTurn
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.app.themes import DEFAULT, FALLBACKS, Sheets, shipped_theme
from tui_arena.ui.glyphs import PlainSigns
from tui_arena.ui.times import local_now
from tui_arena.ui.widgets.screen_base import ScreenBase

if TYPE_CHECKING:
    from tui_arena.players.new_session import Start

UI = Path(__file__).parents[1]
SOON = 0.3
"""Seconds from the closing of a screen to the call of `closed`. By then the screen below is visible."""
SHARED = (UI / "app" / "controls.tcss", UI / "widgets" / "form.tcss")
"""The style sheets that the screens above home share. Home needn't wait for them."""
SIGNS = {"escape": "esc", "question_mark": "?", "space": "space", "pageup": "pgup", "pagedown": "pgdn"}
"""Short forms of keys whose names in Textual are long."""
ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


class ArenaApp(Arena):
    """The only app object. Screens reach it as `self.arena`."""

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
        """Read the settings and the chosen theme. Everything else is read when it is first needed.

        `now` returns the local time, with its zone.
        """
        super().__init__(paths, now)
        self.ending = AppEnding(self, self.crash, self._close_save_file)
        self.keys_in_turn = KeysInTurn(self, self.take_key, self.type_ahead.believe)
        self._start = start
        self.closed: Callable[[int], object] | None = None
        """Called a moment after a screen was closed, with the number of open screens."""
        self._sweeping: Timer | None = None
        """The timer that waits before `closed` is called."""
        self._crashed = False
        self._wear()

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

    def _wear(self) -> None:
        """Apply the chosen theme before the first sheet is parsed, so that no sheet is parsed twice."""
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

    def pop_screen(self) -> AwaitComplete:
        self._sweep_soon()
        left = self.screen
        popped = super().pop_screen()
        if isinstance(left, ScreenBase):
            left.end_work()
        return popped

    def _sweep_soon(self) -> None:
        """Call `closed` once no screen has opened or closed for a while, because the call blocks the loop."""
        if self._sweeping is not None:
            self._sweeping.stop()
        self._sweeping = self.set_timer(SOON, self._sweep)

    def _sweep(self) -> None:
        self._sweeping = None
        if self.closed is not None and not self._left:
            self.closed(len(self.screen_stack))

    async def load_ahead(self, screen: str) -> None:
        await super().load_ahead(screen)
        for path in (*SHARED, UI / screen / "screen.tcss"):
            self.stylesheet.parse_ahead(path)
            await asyncio.sleep(0)
        await self._parse_widgets_ahead(AHEAD[screen])

    async def load_games_ahead(self) -> None:
        await super().load_games_ahead()
        await self._parse_widgets_ahead(info.board for info in self.catalogue.games.values() if info.board)

    async def _parse_widgets_ahead(self, modules: Iterable[str]) -> None:
        """Parse the default styles of the widgets that loaded modules name, one widget after the other."""
        named = (one for name in modules if name in sys.modules for one in vars(sys.modules[name]).values())
        for widget in [one for one in named if isinstance(one, type) and issubclass(one, Widget)]:
            self.stylesheet.parse_defaults_ahead(widget)
            await asyncio.sleep(0)

    def _begin(self, start: Start) -> None:
        if start.party:
            self.open_party_setup()
        if start.phones is not None:
            self.open_lobby(lan=start.lan, opening=start.opening, seats=start.phones)
        elif start.opening is not None:
            self.open_first(start.opening)

    def _close_save_file(self) -> None:
        self.store.close()

    async def on_unmount(self) -> None:
        if "_sound" in self.__dict__:
            self._sound.stop()
        await self.door.end()
        if "registry" in self.__dict__:
            self.registry.close()
        if self._asked and self.refused is None:
            with suppress(*query_errors()):
                self._close_save_file()  # it may be opening just now
        self.ending.leave()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        self._left = True
        self.workers.cancel_all()  # no widget can be mounted from here on
        super().exit(result, return_code, message)

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            await self.keys_in_turn.add(event)
        else:
            await super().on_event(event)

    async def take_key(self, key: Key | Paste) -> Widget | None:
        """Handle a key or a paste. Returns the widget that got it if later keys must wait for that widget."""
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
        own = screen.css_path if isinstance(screen, Screen) else ()
        self.stylesheet.share((*SHARED, *own))  # Textual would style the screen below again for a new sheet
        if isinstance(screen, ArenaScreen):
            screen.fit(self.size)
        return super().push_screen(screen, *args, **kwargs)

    def update_styles(self, node: DOMNode, animate: bool = True) -> None:
        """Style a node after a change of its classes. A new node gets its styles when it is mounted."""
        if node is self or node.parent is not None:
            super().update_styles(node, animate)

    def action_command_palette(self) -> None:
        from tui_arena.ui.app.commands import Palette  # noqa: PLC0415  (the first frame doesn't need it)

        if not self._left and not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def action_leave(self) -> None:
        """Ctrl+C and ctrl+q: leave, after a question if a game is running."""
        from tui_arena.ui.widgets.dialogs import QUIT, Dialog, confirm  # noqa: PLC0415  (the first frame doesn't need it)

        if not self.game_running or isinstance(self.screen, Dialog):
            self.exit()
        else:
            confirm(self, QUIT, self.exit)

    async def action_quit(self) -> None:
        self.action_leave()

    def crash(self, error: Exception) -> None:
        """End the app because of an unhandled error."""
        self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """End the app, except if a query failed in a widget that is gone or while the app is closing."""
        cause: BaseException = error
        node: object = active_message_pump.get()
        if isinstance(error, WorkerFailed):
            cause, node = error.error, active_worker.get().node
        if not (isinstance(cause, NoMatches) and (self._left or self._is_gone(node))):
            super()._handle_exception(error)

    def _is_gone(self, node: object) -> bool:
        """Whether a widget is closed or about to close, or its screen is closed."""
        if not isinstance(node, Widget):
            return False
        way = node.ancestors_with_self
        closing = any(one._pruning or one._closing for one in way)  # noqa: SLF001  (Textual reports it nowhere else)
        return closing or not any(screen in way for screen in self.screen_stack)

    def _fatal_error(self) -> None:
        """End the app, whether or not a crash report can be written."""
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
        """Write a crash report, and return the text for the user."""
        from tui_arena.ui.app import ending  # noqa: PLC0415  (only when it is needed)

        error = ending.cause_of(self._exception or RuntimeError())
        screen = type(self.screen).__name__ if self.screen_stack else "none"
        return ending.farewell(error, ending.save_report(error, screen, self.paths))

    def panic(self, *renderables: RenderableType) -> None:
        """End the app as after any other crash. Textual's own output would show source code and values."""
        self._fatal_error()

    async def _check_keys(self) -> None:
        from tui_arena.ui.app import keymap  # noqa: PLC0415  (few have keys of their own)

        known = await self.in_thread(keymap.every_binding, type(self))
        for fault in keymap.faults(known, self.settings.keys):
            self.notices.append(fault)
        if isinstance(self.screen, ArenaScreen) and self.screen.is_mounted:
            self.screen.show_notices()

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
