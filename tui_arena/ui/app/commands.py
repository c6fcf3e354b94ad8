"""Commands of the palette: every action of the current screen, then the ways to other screens.

Law: while a secret or a curtain is up, no command takes a picture or leads to another screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.command import CommandList, CommandPalette
from textual.events import Click, Mount
from textual.screen import Screen

from tui_arena.players.new_session import without_missing_personas
from tui_arena.save.filters import Filter
from tui_arena.ui.app.arena import Arena
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.exports import export_text
from tui_arena.ui.setup.recent_setups import recall
from tui_arena.ui.widgets.screen_base import ScreenBase

if TYPE_CHECKING:
    from tui_arena.data import GameInfo

PALETTE = "command_palette"
TEXTUALS = frozenset({"screen.copy_text", "app.focus_next", "app.focus_previous"})
"""Actions that every Textual screen has. The palette doesn't offer them."""


class Palette(ScreenBase[None], CommandPalette):
    """Textual's palette, made safe for keys that come too early and for keys that come twice."""

    def _on_mount(self, event: Mount) -> None:
        if self not in self.app.screen_stack:  # closed before it was mounted
            event.prevent_default()

    def update_node_styles(self, animate: bool = True) -> None:
        """Restyle the palette in a separate turn of the loop, because the end of a search is slow already."""
        if self.is_mounted:
            self.call_later(super().update_node_styles, animate)

    def on_click(self, event: Click) -> None:
        """Ignore a click outside the window, which may have been larger a moment ago."""
        if not self.region.contains_point(event.screen_offset):
            event.prevent_default()

    def _action_command_list(self, action: str) -> None:
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)


def palette(app: Arena, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """The commands that are useful on this screen now."""
    here = list(of_screen(app, screen))
    yield from here
    titles = {command.title for command in here}
    yield from (command for command in everywhere(app) if command.title not in titles)


def everywhere(app: Arena) -> Iterator[SystemCommand]:
    """The commands that work on every screen."""
    if not app.secret_up:
        yield from screen_commands(app)
        yield SystemCommand(
            "Picture",
            "Save a picture of this screen (SVG)",
            lambda: app.set_timer(0.1, partial(_picture, app)),
        )
    yield SystemCommand("Quit", "Leave the app; your game is saved", app.action_quit)


def _picture(app: Arena) -> None:
    """Save a picture of the screen to the exports folder, unless a secret has appeared meanwhile."""
    screen = next((one for one in reversed(app.screen_stack) if isinstance(one, ArenaScreen)), None)
    if screen is not None and not app.secret_up:
        screen.run_worker(export_text(screen, app.export_screenshot(), "screen.svg"))


def of_screen(app: Arena, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """Every action with a key on this screen that can be done now."""
    seen = set()
    for key, active in screen.active_bindings.items():
        binding = active.binding
        if not binding.description or not active.enabled or binding.action.endswith(PALETTE):
            continue
        if binding.action in seen or active.node is not screen or binding.action in TEXTUALS:
            continue
        seen.add(binding.action)
        run = partial(app.call_later, app.run_action, binding.action, active.node)
        yield SystemCommand(binding.description, f"key {app.get_key_display(binding) or key}", run)


def screen_commands(app: Arena) -> Iterator[SystemCommand]:
    """The commands that open other screens."""
    for info in app.catalogue.games.values():
        about = f"Choose seats and options for {info.title}"
        yield SystemCommand(f"Set up {info.title}", about, partial(app.open_setup, info.id))
        yield SystemCommand(f"Stats for {info.title}", "Figures and charts", partial(app.open_stats, info.id))
        if info.minds:
            about = f"Who can sit down at {info.title}"
            yield SystemCommand(f"Personas for {info.title}", about, partial(app.open_personas, info.id))
        about = "Two models or bots after the same secret, side by side"
        yield SystemCommand(f"Duel in {info.title}", about, partial(_duel, app, info))
    yield SystemCommand("Home", "Back to the start", app.open_home)
    yield SystemCommand("You", "What you played, your records and best lines", app.open_you)
    yield SystemCommand("Party", "Several people, several games, one score", app.open_party_setup)
    yield SystemCommand("Parties", "Past parties and their scores", app.open_parties)
    everything = partial(app.open_rankings, Filter(""))
    yield SystemCommand("Rankings", "Who's best across all games, and do other rankings agree?", everything)
    yield SystemCommand("Sessions", "Search, resume, replay, export", app.open_sessions)
    yield SystemCommand("Replies", "What models said, reply by reply", app.open_replies)
    yield SystemCommand("Models", "Add, test and try language models", app.open_models)
    yield SystemCommand("Settings", "Theme, names, keys and more", app.open_settings)
    yield SystemCommand("Help", "Keys and how to play", app.action_help)


def _duel(app: Arena, info: GameInfo) -> None:
    """Open a duel with the options of the game's last session."""
    app.open_duel(
        without_missing_personas(recall(app.settings, info, app.registry.book), info, app.catalogue)
    )
