"""The app: where everything is, how one gets from screen to screen, and how it is left.

Law: screens are imported when they are first opened, so that the first frame waits for none of them.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar, ParamSpec, TypeVar, cast

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from tui_arena.config import Paths, Settings, read_settings
from tui_arena.data import Catalogue
from tui_arena.players.opening import Opening
from tui_arena.ui.look import Look
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.screens.home import HomeScreen
from tui_arena.ui.themes import TILES, Themes, read_themes

P = ParamSpec("P")
R = TypeVar("R")


class ArenaApp(App[None]):
    """The one app object; screens reach it as `self.arena`."""

    TITLE = "TUI Arena"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", id="app.help", priority=True),
        Binding("ctrl+q", "leave", "Quit", show=False, id="app.quit", priority=True),
        Binding("ctrl+c", "leave", show=False, system=True),
    ]
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, paths: Paths, opening: Opening | None = None) -> None:
        """Read settings, themes and games, and open the save file. Raises SaveError."""
        super().__init__()
        self.paths = paths
        self.settings: Settings
        self.settings, self.notices = read_settings(paths)
        self.catalogue = Catalogue(paths.config)
        try:
            from tui_arena.save.store import open_store  # noqa: PLC0415
        except ModuleNotFoundError:
            self.store: Any = None
        else:
            opened = open_store(paths.save_file, self.catalogue)
            self.store = opened.store
            self.notices += opened.notices
        self.look = Look(self.settings.ascii, self.settings.marks)
        self.themes: Themes = read_themes(self.catalogue)
        self.notices += self.themes.faults
        self._opening = opening

    # start and end

    def get_default_screen(self) -> Screen[Any]:
        return HomeScreen()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(TILES)

    def on_mount(self) -> None:
        for theme in self.themes.loaded:
            self.register_theme(theme)
        self.theme = self.themes.named(self.settings.theme)
        if self._opening is not None:
            self.open_table(self._opening)

    def action_leave(self) -> None:
        """Ctrl+C and ctrl+q: leave, after a question if a game is running."""
        self.exit()

    # from screen to screen

    def back(self) -> None:
        """To the screen before this one; home stays."""
        if len(self.screen_stack) > 1:
            self.pop_screen()

    def open_home(self) -> None:
        """Home, whatever lies above it."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def open_setup(self, game: str) -> None:
        self._open("setup", "SetupScreen", game)

    def open_table(self, opening: Opening, *, watch: bool = False, daily: str | None = None) -> None:
        """A new table over home. `daily`: it is the word of that day (YYYY-MM-DD)."""
        self.open_home()
        self._open("table", "TableScreen", opening, watch=watch, daily=daily)

    def resume_table(self, session_id: str) -> None:
        """The table of an unfinished session."""
        self.open_home()
        self._open("table", "TableScreen", resume=session_id)

    def open_result(self, session_id: str) -> None:
        """How a finished session came out, over the screen that asks."""
        self._open("result", "ResultScreen", session_id)

    def open_sessions(self) -> None:
        self._open("sessions", "SessionsScreen")

    def open_replay(self, source: str | Path) -> None:
        """Replay of a saved session (by id) or of a shipped demo (by path)."""
        self._open("replay", "ReplayScreen", source)

    def open_stats(self, game: str) -> None:
        self._open("stats", "StatsScreen", game)

    def open_settings(self) -> None:
        self._open("settings", "SettingsScreen")

    def open_help(self) -> None:
        self._open("help", "HelpScreen", self.screen)

    def action_help(self) -> None:
        self.open_help()

    def _open(self, module: str, name: str, *args: object, **kwargs: object) -> None:
        try:
            found = importlib.import_module(f"tui_arena.ui.screens.{module}")
        except ModuleNotFoundError:
            self.notify(f"There is no {module} screen yet.", markup=False)
            return
        self.push_screen(cast("Callable[..., ArenaScreen]", getattr(found, name))(*args, **kwargs))

    # for screens

    async def in_thread(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call that may wait (the store's) beside the loop."""
        return await asyncio.to_thread(work, *args, **kwargs)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        yield from super().get_system_commands(screen)
