"""The help screen: the keys of the screen below, how to play, and what this app is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar

from markdown_it import MarkdownIt
from markdown_it.token import Token
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

import tui_arena
from tui_arena.data import GameInfo
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.glyphs import say

KEY_WIDTH = 12
WIDEST = 90
"""The maximum width of the pages in cells, as in `help.tcss`."""
BESIDE = 10
"""The cells beside a key and its text: margins and the scroll bar."""
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
        tips: dict[str, str] = {}
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
            tips[text] = binding.tooltip
        out = [(sign, text) for text, sign in lines.items()]
        out += [
            ("tab", "go to the next part; in lists, use the arrows"),
            (self.glyphs.enter, "choose what's marked; a click does the same"),
            ("^p", "every action on this screen, by name"),
            ("F1", "this help, and back"),
            ("^q", "quit; your game is saved"),
        ]
        room = max(min(self.app.size.width, WIDEST) - KEY_WIDTH - BESIDE, LEAST)
        lines_of: list[Content] = []
        for sign, text in out:
            said = Content.assemble(text, (f"  {tips.get(text, '')}".rstrip(), "$foreground-muted"))
            for n, line in enumerate(said.wrap(room)):
                key = (f"  {(sign if n == 0 else '').rjust(KEY_WIDTH)}   ", "bold $accent")
                lines_of.append(Content.assemble(key).append(line))
        return Content("\n").join(lines_of)

    def on_resize(self) -> None:
        self.query_one("#keys", Static).update(self._keys())

    def _about(self) -> str:
        paths = self.arena.paths
        return (
            f"TUI Arena {tui_arena.__version__}: word games for people, bots and models.\n"
            f"Games are saved in {paths.save_file}\n"
            f"Settings are in {paths.settings_file}\n"
            f"Models are in {paths.models_file}; it contains the names of key variables, never the keys.\n"
            "It's free, under the MIT licence. The words come from SCOWL; its licence is next to them."
        )

    def action_page(self, name: str) -> None:
        """Scroll to one of the pages."""
        self.query_one("#pages", VerticalScroll).scroll_to_widget(self.query(f".{name}").first(), top=True)


def _without_title(text: str) -> str:
    """A Markdown text without its first heading, because the page already has one."""
    first, _, rest = text.partition("\n")
    return rest.strip() if first.startswith("# ") else text


LEAST = 8
"""The minimum width of a wrapped line, in cells."""
STYLES = {"strong": "bold", "em": "italic", "s": "strike", "link": "underline"}


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading or an item of a list."""

    text: Content
    indent: int = 0
    mark: str = ""
    """The text before the block's first line, such as a bullet."""
    close: bool = False
    """Whether the block follows the previous block without an empty line."""

    def lines(self, width: int) -> Iterator[Content]:
        """The block's lines, wrapped to a width in cells. Later lines are indented to the text."""
        room = max(width - self.indent - len(self.mark), LEAST)
        for n, line in enumerate(self.text.wrap(room)):
            before = self.mark if n == 0 else " " * len(self.mark)
            yield Content(" " * self.indent + before).append(line)


@cache
def blocks(markdown: str) -> tuple[Block, ...]:
    """The blocks of a Markdown text."""
    return tuple(_blocks(markdown))


def _blocks(markdown: str) -> Iterator[Block]:
    """Read a text. Paragraphs, headings, lists, code and emphasis are drawn, and anything else as written."""
    counts: list[int | None] = []
    mark, style, close, fresh = "", "", False, True
    for token in MarkdownIt("commonmark", {"html": False}).parse(markdown):
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                counts.append(int(token.attrGet("start") or 1) if token.type.startswith("ordered") else None)
                fresh = True
            case "bullet_list_close" | "ordered_list_close":
                counts.pop()
                fresh = True
            case "list_item_open":
                number = counts[-1]
                mark = "• " if number is None else f"{number}. "
                counts[-1] = None if number is None else number + 1
            case "paragraph_open" | "heading_open":
                style = "bold" if token.type == "heading_open" else ""
                close = token.hidden and not (fresh and len(counts) < 2)
            case "inline":
                indent = 2 * max(len(counts) - 1, 0) + (0 if mark or not counts else 2)
                yield Block(inline(token.children or ()).stylize(style), indent, mark, close)
                mark, fresh = "", False
            case "fence" | "code_block":
                for n, line in enumerate(token.content.rstrip("\n").split("\n")):
                    yield Block(Content(line), 2 + 2 * len(counts), close=n > 0)


def inline(tokens: Sequence[Token]) -> Content:
    """The text of a paragraph with its emphasis."""
    parts: list[tuple[str, str]] = []
    styles: list[str] = []
    for n, token in enumerate(tokens):
        kind, _, end = token.type.rpartition("_")
        if end == "open":
            styles.append(STYLES.get(kind, ""))
        elif end == "close" and styles:
            styles.pop()
        else:
            text = token.content
            if token.type in ("softbreak", "hardbreak"):
                row = n + 1 < len(tokens) and tokens[n + 1].content.startswith("|")  # a table's row
                text = "\n" if row or token.type == "hardbreak" else " "
            style = " ".join(filter(None, (*styles, "bold" if token.type == "code_inline" else "")))
            parts += [(text, style)] if text else []
    return Content.assemble(*parts)


@lru_cache(64)
def wrapped(markdown: str, width: int) -> tuple[Content, ...]:
    """The lines of a text. Textual asks at each layout, with and without room for a scrollbar."""
    lines: list[Content] = []
    for block in blocks(markdown):
        if lines and not block.close:
            lines.append(Content(""))
        lines += block.lines(width)
    return tuple(lines)


class RulesText(Widget):
    """Draws a Markdown text as wide as the room allows."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self._markdown = markdown

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(wrapped(self._markdown, width))

    def render(self) -> Content:
        return Content("\n").join(wrapped(self._markdown, self.content_size.width))
