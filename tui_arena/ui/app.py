"""The app: where everything is, how one gets from screen to screen, and how it is left.

Law: screens are imported when they are first opened, so that the first frame waits for none of them.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar, ParamSpec, TypeVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.notifications import SeverityLevel
from textual.screen import Screen

from tui_arena.config import BadFile, Paths, read_settings, write_settings
from tui_arena.core.options import BadOption
from tui_arena.core.text import clean
from tui_arena.data import Catalogue
from tui_arena.players.house import House
from tui_arena.players.opening import Opening
from tui_arena.players.seating import BadPlayer
from tui_arena.save.store import Store, open_store
from tui_arena.ui import commands, crash, keymap
from tui_arena.ui.look import Look
from tui_arena.ui.navigation import Navigation
from tui_arena.ui.plain_signs import PlainSigns
from tui_arena.ui.remembered import people_seated, remember
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.screens.home import HomeScreen
from tui_arena.ui.themes import DEFAULT, FALLBACKS, Themes, read_themes
from tui_arena.ui.widgets.dialog import Dialog, leave_dialog

P = ParamSpec("P")
R = TypeVar("R")

SIGNS = {"escape": "esc", "question_mark": "?", "space": "space", "pageup": "pgup", "pagedown": "pgdn"}
"""How keys are written where Textual's own name is long."""
ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


def local_now() -> datetime:
    """The time on the wall."""
    return datetime.now().astimezone()


class ArenaApp(Navigation):
    """The one app object; screens reach it as `self.arena`."""

    TITLE = "TUI Arena"
    CSS_PATH = ["app.tcss", "screens/home.tcss"]  # noqa: RUF012  (the default screen loads no sheet of its own)
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", id="app.help", priority=True),
        Binding("ctrl+q", "leave", "Quit", show=False, id="app.quit", priority=True),
        Binding("ctrl+c", "leave", show=False, system=True),
    ]

    def __init__(
        self, paths: Paths, opening: Opening | None = None, now: Callable[[], datetime] = local_now
    ) -> None:
        """Read settings, themes and games, and open the save file. Raises SaveError.

        `now` gives the time on the wall, with its zone.
        """
        super().__init__()
        self.paths = paths
        self.now = now
        self.settings, self.notices = read_settings(paths)
        """What the user chose, and what the user must be told: a sentence each."""
        self.catalogue = Catalogue(paths.config)
        opened = open_store(paths.save_file, self.catalogue)
        self.store: Store = opened.store
        self.notices += opened.notices
        self.house = House(paths, self.catalogue, apart=True)
        """The models that can be seated; loads nothing before one is."""
        self.notices += self.house.notices
        self.look = Look(self.settings.ascii, self.settings.marks or self.no_color)
        self.themes: Themes = read_themes(self.catalogue)
        self.notices += self.themes.faults
        self._opening = opening
        self._saving = asyncio.Lock()

    # start and end

    def get_default_screen(self) -> Screen[Any]:
        return HomeScreen()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(FALLBACKS)

    def on_mount(self) -> None:
        self._leave_when_told()
        for theme in self.themes.loaded:
            self.register_theme(theme)
        if self.themes.named(self.settings.theme) is None:
            self.notices.append(f"There is no theme {self.settings.theme!r}; {DEFAULT} is used.")
        self._apply_settings()
        if self.settings.keys:
            self.run_worker(self._check_keys(), group="keys")
        if self._opening is not None:
            self._open_first(self._opening)

    def _open_first(self, opening: Opening) -> None:
        info = self.catalogue.game(opening.game)
        try:
            self.open_table(people_seated(opening, info, self.settings.name))
        except (BadOption, BadPlayer, BadFile) as error:
            self.notify(str(error), severity="error")

    def on_unmount(self) -> None:
        self.house.close()
        self.store.close()

    def _leave_when_told(self) -> None:
        """Leave a terminal as it was found when the system ends the program.

        A terminal that is closed ends it too, but then there is nothing left to tidy.
        """
        if not self.is_headless and sys.platform != "win32":
            status = 128 + signal.SIGTERM
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTERM, lambda: self.exit(return_code=status))

    def action_leave(self) -> None:
        """Ctrl+C and ctrl+q: leave, after a question if a game is running."""
        if not self.game_running or isinstance(self.screen, Dialog):
            self.exit()
            return

        def answered(answer: str | None) -> None:
            if answer == "leave":
                self.exit()

        self.push_screen(leave_dialog(), answered)

    async def action_quit(self) -> None:
        self.action_leave()

    def _fatal_error(self) -> None:
        if self._exit_renderables:
            return
        error = crash.cause_of(self._exception or RuntimeError())
        log = crash.save_report(
            error, type(self.screen).__name__ if self.screen_stack else "none", self.paths
        )
        self._exit_renderables.append(Text(crash.farewell(error, log)))
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Stop as at any other crash: what Textual would print here holds source and values."""
        self._fatal_error()

    # settings

    async def change_settings(self, **changes: Any) -> str | None:
        """Apply and save other settings; what could not be saved is told in a sentence."""
        self.settings = replace(self.settings, **changes)
        self._apply_settings()
        return await self._save_settings()

    def preview_theme(self, name: str) -> None:
        """Show a theme without choosing it."""
        if self.themes.named(name):
            self.theme = name

    def _apply_settings(self) -> None:
        self.look = Look(self.settings.ascii, self.settings.marks or self.no_color)
        self.set_class(self.settings.ascii, "-ascii")
        self.animation_level = "full" if self.settings.animations else "none"
        self.theme = self.themes.named(self.settings.theme) or DEFAULT
        self.set_keymap(keymap.readable(self.settings.keys))

    def keep_opening(self, opening: Opening) -> None:
        """Remember how a game is played, for the digit on the home screen."""
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
        from tui_arena.ui.all_keys import every_binding  # noqa: PLC0415  (imports every screen)

        known = await self.in_thread(every_binding)
        for fault in keymap.faults(known, self.settings.keys):
            self.notices.append(fault)
        if isinstance(self.screen, HomeScreen):
            self.screen.show_notices()

    # for screens

    async def in_thread(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call that may wait (the store's) beside the loop."""
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
        """A toast, never read as markup whatever `markup` says; none while a secret or a curtain is up."""
        if self.secret_up:
            return
        super().notify(clean(message), title=clean(title), severity=severity, timeout=timeout, markup=False)

    @property
    def secret_up(self) -> bool:
        """Whether a screen of the stack shows a secret or a curtain."""
        return any(isinstance(s, ArenaScreen) and s.secret_up for s in self.screen_stack)

    def get_line_filters(self) -> Sequence[LineFilter]:
        own = [PlainSigns()] if self.settings.ascii else []
        return [*super().get_line_filters(), *own]

    def get_key_display(self, binding: Binding) -> str:
        if binding.key_display:
            return binding.key_display
        *modifiers, key = binding.key.split("+")
        signs = {**SIGNS, "enter": self.look.enter, **({} if self.look.ascii else ARROWS)}
        name = signs.get(key, key.upper() if key[0] == "f" and key[1:].isdigit() else key)
        if "shift" in modifiers and len(name) == 1:
            return name.upper()
        return ("^" if "ctrl" in modifiers else "") + name

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        yield from commands.palette(self, screen)

    def action_change_theme(self) -> None:
        self.open_settings()
