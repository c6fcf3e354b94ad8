"""The base of the app's screens.

Law: a screen queries the store through `looked_up` or `in_thread` and never blocks the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, ParamSpec, TypeVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from tui_arena.ui.app.arena import Arena, StackedScreen, query_errors
from tui_arena.ui.app.bars import KeyBar, TitleBar
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.widgets.screen_base import ScreenBase

P = ParamSpec("P")
R = TypeVar("R")


def arena_of(screen: Screen[Any]) -> Arena:
    """The app of a screen or a panel."""
    return cast("Arena", screen.app)


class ArenaScreen(ScreenBase[None], StackedScreen):
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

    @property
    def arena(self) -> Arena:
        """The app as an `Arena`."""
        return arena_of(self)

    @property
    def glyphs(self) -> Glyphs:
        return self.arena.glyphs

    def fit(self, size: Size) -> None:
        """Set the classes for a size before the first layout, so that it isn't laid out for another size."""
        across = self._get_breakpoint_classes(size.width, self.HORIZONTAL_BREAKPOINTS)
        down = self._get_breakpoint_classes(size.height, self.VERTICAL_BREAKPOINTS)
        self.add_class(*across, *down, update=False)

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield from self.body()
        yield KeyBar()

    def body(self) -> ComposeResult:
        """The widgets between the title bar and the footer."""
        yield from ()

    def on_screen_suspend(self) -> None:
        """Draw the footer again, with the keys of a panel that opens over the screen."""
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
        """The result of a query that runs in a thread; None, after an error is shown, if the query fails."""
        try:
            return await self.arena.in_thread(work, *args, **kwargs)
        except query_errors() as error:
            self.arena.notify(str(error), severity="error", timeout=10)
            return None

    async def carried_out(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
        """Make a change in a thread. If it fails, shows an error and returns False."""

        def worked() -> bool:
            work(*args, **kwargs)
            return True

        return await self.looked_up(worked) is not None

    def action_back(self) -> None:
        """Esc: go to the screen before this one."""
        if self.is_current:
            self.arena.back()

    def action_copy_text(self) -> None:
        """Copy the selection, but nothing while a secret or a curtain is up."""
        if not self.arena.secret_up:
            super().action_copy_text()
