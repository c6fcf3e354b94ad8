"""Home: two keys to a game."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tui_arena.players.opening import Opening
from tui_arena.players.seating import read_player
from tui_arena.ui.screens.base import ArenaScreen


class HomeScreen(ArenaScreen):
    """Where one starts."""

    TITLE = "TUI ARENA"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "play", "Play", id="home.play"),
        Binding("s", "sessions", "Sessions", id="home.sessions"),
        Binding("t", "stats", "Stats", id="home.stats"),
        Binding("o", "settings", "Settings", id="home.settings"),
        Binding("q", "app.leave", "Quit", id="home.quit"),
    ]

    def body(self) -> ComposeResult:
        yield Static("1 Wordle", markup=False)

    def action_play(self) -> None:
        self.arena.open_table(Opening("wordle", {"guesser": read_player("human")}))

    def action_sessions(self) -> None:
        self.arena.open_sessions()

    def action_stats(self) -> None:
        self.arena.open_stats("wordle")

    def action_settings(self) -> None:
        self.arena.open_settings()
