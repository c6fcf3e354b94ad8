"""A page to read over a screen: headings and texts, scrolled, closed with Esc."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tui_arena.ui.look import say


class SheetScreen(ModalScreen[None]):
    """Shows texts from outside as they are."""

    DEFAULT_CSS = """
    SheetScreen { align: center middle; background: $background 60%; }
    SheetScreen > Vertical {
        width: 92; max-width: 96%; height: auto; max-height: 92%; padding: 0 1;
        background: $surface; border: round $primary;
    }
    SheetScreen .title { text-style: bold; color: $primary; height: auto; }
    SheetScreen .above { color: $accent; text-style: bold; margin-top: 1; height: auto; }
    SheetScreen .text { height: auto; }
    SheetScreen .close { color: $foreground-muted; height: 1; text-align: right; }
    SheetScreen VerticalScroll { height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,p", "close", "Close", show=False, id="sheet.close")
    ]

    def __init__(self, title: str, parts: Iterable[tuple[str, str]]) -> None:
        """`parts`: heading and text of each; a text without a heading has an empty one."""
        super().__init__()
        self.heading = title
        self.parts: Sequence[tuple[str, str]] = tuple(parts)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(say(self.heading), classes="title", markup=False)
            with VerticalScroll():
                for heading, text in self.parts:
                    if heading:
                        yield Static(say(heading), classes="above", markup=False)
                    yield Static(say(text), classes="text", markup=False)

    def on_mount(self) -> None:
        self.query_one(Vertical).border_subtitle = "esc closes"
        self.query_one(VerticalScroll).focus()

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss()

    def action_close(self) -> None:
        self.dismiss()
