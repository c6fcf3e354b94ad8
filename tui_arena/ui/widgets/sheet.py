"""Sheets: pages to read over a screen, with headings and scrolling texts. Esc closes them.

Texts from outside are shown unchanged. Reasoning is folded until a key unfolds it.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.table.turns import RAW, REASONING, Page
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Panel

JOINT = "  "
AROUND = 3
"""The lines that frame and title take."""


class SheetScreen(Panel[str]):
    """A sheet that returns `look` if the user asks for a hidden page; otherwise None."""

    DEFAULT_CSS = """
    SheetScreen > Vertical {
        width: 92; max-width: 96%; max-height: 92%; padding: 0 1; border-subtitle-color: $foreground-muted;
    }
    SheetScreen .title { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    SheetScreen .text { color: $foreground; margin: 1 0 0 0; padding-right: 1; }
    SheetScreen VerticalScroll { height: auto; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,p,f3", "close", "Close", show=False, id="sheet.close"),
        Binding("left,h", "turn(1)", "Older", show=False, id="sheet.older"),
        Binding("right,l", "turn(-1)", "Newer", show=False, id="sheet.newer"),
        Binding("e", "unfold", "Reasoning", show=False, id="sheet.unfold"),
        Binding("v", "look", "Look", show=False, id="sheet.look"),
    ]

    _reply_last = True
    """Whether the reply is at the end of its page."""

    def __init__(self, *pages: Page) -> None:
        """The sheet opens at the first page."""
        super().__init__(pages[0].title)
        self.pages = pages
        self.at = 0
        self.unfolded = False

    @property
    def page(self) -> Page:
        """The page that is shown now."""
        return self.pages[self.at]

    def inside(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(classes="text", markup=False)

    def on_mount(self) -> None:
        self._draw()
        self.query_one(VerticalScroll).focus()

    def on_resize(self) -> None:
        """Give the text all the room within frame and title, so that it can be scrolled to its end."""
        self.query_one(VerticalScroll).styles.max_height = max(self.size.height * 92 // 100 - AROUND, 1)

    def _draw(self) -> None:
        page, scroll = self.page, self.query_one(VerticalScroll)
        title = Content.assemble(say(page.title), (self._place(), "$foreground-muted"))
        self.query_one(".title", Static).update(title)
        self.query_one(".text", Static).update(Content("\n\n").join(map(self._part, page.parts)))
        self.query_one(Vertical).border_subtitle = JOINT.join(self._keys())
        scroll.scroll_home(animate=False)

    def _place(self) -> str:
        """The number of this page, out of all pages; empty if there is only one page."""
        return f"   {self.at + 1} of {len(self.pages)}" if len(self.pages) > 1 else ""

    def _turns(self, by: int) -> bool:
        """Whether there is an older page (`by` is 1) or a newer page (`by` is -1)."""
        return 0 <= self.at + by < len(self.pages)

    def _part(self, part: tuple[str, str]) -> Content:
        heading, text = part
        if heading == REASONING and not self.unfolded:
            text = f"{len(text.split()):,} words; press e to show them"
            return Content.assemble(say(heading, "bold $accent"), "\n", say(text, "italic $foreground-muted"))
        return Content.assemble(say(heading, "bold $accent"), "\n", say(text)) if heading else say(text)

    def _keys(self) -> list[str]:
        ascii_only = self.app.has_class("-ascii")
        older, newer = ("<", ">") if ascii_only else ("←", "→")
        keys = []
        if self._turns(1):
            keys.append(f"{older} older")
        if self._turns(-1):
            keys.append(f"{newer} newer")
        if self._has_reasoning:
            keys.append("e folds" if self.unfolded else "e reasoning")
        if self.page.hidden:
            keys.append("v looks")
        if self._reply_last and any(heading == RAW for heading, _ in self.page.parts[1:]):
            keys.append("end reply")
        return [*keys, "Esc closes"]

    @property
    def _has_reasoning(self) -> bool:
        return any(heading == REASONING for heading, _ in self.page.parts)

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss(None)

    def action_turn(self, by: int) -> None:
        """Turn pages. Later pages are older."""
        if self._turns(by):
            self.at += by
            self._draw()

    def action_unfold(self) -> None:
        """Unfold reasoning, or fold it again."""
        if self._has_reasoning:
            self.unfolded = not self.unfolded
            self._draw()

    def action_look(self) -> None:
        """Ask for this page's hidden content."""
        if self.page.hidden:
            self.dismiss("look")
