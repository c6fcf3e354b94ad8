"""What every screen has: title bar, footer, F1, Esc, and classes that tell its size.

Law: a screen asks the store through `looked_up` or `app.in_thread` and never blocks the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, ParamSpec, TypeVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.save.errors import SaveError
from tui_arena.save.filters import BadFilter
from tui_arena.ui.widgets.key_bar import KeyBar
from tui_arena.ui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from tui_arena.ui.app import ArenaApp
    from tui_arena.ui.look import Look


P = ParamSpec("P")
R = TypeVar("R")


class ArenaScreen(Screen[None]):
    """A screen of the app.

    Subclasses give `TITLE`, `BINDINGS` with ids `screen.action`, and `body()`. Classes on the screen:
    `-narrow` (under 80 cells), `-normal`, `-wide` (from 110), `-vast` (from 160); `-low` (under 24
    rows), `-middling`, `-tall` (from 34).
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

    secret_up: bool = False
    """Whether a secret or a curtain is on the screen: palette, screenshot and copy then hold back."""

    @property
    def arena(self) -> ArenaApp:
        """The app, by its own type."""
        return cast("ArenaApp", self.app)

    @property
    def look(self) -> Look:
        return self.arena.look

    @property
    def game_running(self) -> bool:
        """Whether leaving this screen for good should ask first."""
        return False

    @property
    def on_the_table(self) -> frozenset[str]:
        """Ids of the sessions that are played on this screen."""
        return frozenset()

    def session_freed(self) -> None:
        """A table that was left has let go of its session, so that it can be gone on with."""

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield from self.body()
        yield KeyBar()

    def body(self) -> ComposeResult:
        """What stands between title bar and footer."""
        yield from ()

    def put(self, name: str, content: Content) -> None:
        """Fill the line `#name`; one with nothing in it takes no room."""
        line = self.query_one(f"#{name}", Static)
        line.update(content)
        line.display = bool(content.plain)

    async def looked_up(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
        """What a query gives that is made beside the loop; None where it can't be made, which is told."""
        try:
            return await self.arena.in_thread(work, *args, **kwargs)
        except (BadFilter, BadFile, SaveError) as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)
            return None

    def action_back(self) -> None:
        """Esc: to the screen before this one."""
        self.arena.back()

    def action_copy_text(self) -> None:
        """Copy what is selected; nothing while a secret or a curtain is up."""
        if not self.arena.secret_up:
            super().action_copy_text()
