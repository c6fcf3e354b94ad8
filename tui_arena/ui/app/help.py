"""The help screen: the keys of the screen below, how to play, and what this app is."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

import tui_arena
from tui_arena.data import GameInfo
from tui_arena.ui.app.rules_text import RulesText
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.glyphs import say

KEY_WIDTH = 12
LEFT_OUT = frozenset({"screen.copy_text", "leave"})
"""Actions that aren't listed: they are obvious, or the help explains them below in better words."""
HIDDEN = frozenset({"command_palette", "help"})


class HelpScreen(ArenaScreen):
    """Three short pages: keys, how to play, about."""

    TITLE = "HELP"
    CSS_PATH = "help.tcss"
    AUTO_FOCUS = "#pages"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "page('keys')", "Keys", id="help.keys"),
        Binding("h", "page('play')", "How to play", id="help.play"),
        Binding("a", "page('about')", "About", id="help.about"),
        Binding("question_mark", "app.help", show=False, id="help.back"),
    ]

    def __init__(self, asked_from: Screen[object]) -> None:
        """`asked_from`: the screen or panel whose keys are listed."""
        super().__init__()
        self._from = asked_from
        stack = reversed(self.app.screen_stack)
        self._below: Screen[Any] = next((s for s in stack if isinstance(s, ArenaScreen)), asked_from)
        """The screen that the help is about, below any panel."""
        self.sub_title = (self._below.title or "").lower()

    def body(self) -> ComposeResult:
        with VerticalScroll(id="pages"):
            in_play = isinstance(self._below, ArenaScreen) and self._below.game_running
            if in_play:
                yield from self._how_to_play()
            yield Static("KEYS", classes="heading keys", markup=False)
            if about := self._from.HELP:
                yield Static(say(about), id="screen", markup=False)
            yield Static(self._keys(), id="keys", markup=False)
            if not in_play:
                yield from self._how_to_play()
            yield Static("ABOUT", classes="heading about", markup=False)
            yield Static(say(self._about()), id="about", markup=False)

    def _how_to_play(self) -> ComposeResult:
        """The rules of the screen's game; all games' rules if it has neither game nor help."""
        for info in self._games:
            yield Static(f"HOW TO PLAY {info.title.upper()}", classes="heading play", markup=False)
            yield RulesText(_without_title(info.how_to_play()))

    @property
    def _games(self) -> list[GameInfo]:
        played = getattr(self._below, "info", None)
        if isinstance(played, GameInfo):
            return [played]
        return [] if self._below.HELP else list(self.arena.catalogue.games.values())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "page" or parameters != ("play",) or bool(self._games)

    def _keys(self) -> Content:
        """The keys of the screen below, without the obvious keys of text fields, and the common keys."""
        lines: dict[str, str] = {}
        for active in self._from.active_bindings.values():
            binding = active.binding
            text = binding.description
            if not text or binding.action.removeprefix("app.") in HIDDEN or isinstance(active.node, Input):
                continue
            if (
                binding.system
                or binding.action in LEFT_OUT
                or text.startswith(("Scroll", "Page ", "Focus ", "Cursor "))
            ):
                continue
            sign = self.app.get_key_display(binding)
            lines[text] = f"{lines[text]} {sign}" if text in lines else sign
        out = [(sign, text) for text, sign in lines.items()]
        out += [
            ("tab", "go to the next part; in lists, use the arrows"),
            (self.glyphs.enter, "choose what's marked; a click does the same"),
            ("^p", "every action on this screen, by name"),
            ("F1", "this help, and back"),
            ("^q", "quit; your game is saved"),
        ]
        parts: list[tuple[str, str] | str] = []
        for sign, text in out:
            parts += [(f"  {sign.rjust(KEY_WIDTH)}", "bold $accent"), f"   {text}\n"]
        return Content.assemble(*parts).rstrip()

    def _about(self) -> str:
        paths = self.arena.paths
        return (
            f"TUI Arena {tui_arena.__version__}: word games for people, bots and models.\n"
            f"Games are saved in {paths.save_file}\n"
            f"Settings are in {paths.settings_file}\n"
            f"Models are in {paths.models_file}; keys are never in there, only the names of their variables.\n"
            "It's free, under the MIT licence. The words come from SCOWL; its licence is next to them."
        )

    def action_page(self, name: str) -> None:
        """Scroll to one of the pages."""
        self.query_one("#pages", VerticalScroll).scroll_to_widget(self.query(f".{name}").first(), top=True)


def _without_title(text: str) -> str:
    """A Markdown text without its first heading, because the page already has one."""
    first, _, rest = text.partition("\n")
    return rest.strip() if first.startswith("# ") else text
