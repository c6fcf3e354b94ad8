"""A game's row on the home screen: what it is, its variants, and the player's recent results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive

from tui_arena.data import MenuGame
from tui_arena.ui.widgets.menu import MenuRow, glyphs_of, whole_parts
from tui_arena.ui.widgets.screen_base import OwnMessage

if TYPE_CHECKING:
    from tui_arena.ui.home.home_stats import RecentForm

FEW = 3
"""The minimum number of games to show a share and bars instead of a count."""
LEAST = 2
"""The shortest streak that is shown."""
INDENT, GAP = 5, 3
"""The cells before the variants, and between two variants if there is room."""
SET_UP = "set up"


class GameRow(MenuRow):
    """A game's row of two lines. It has one line if the game has no variants, or if there are many games.

    Enter or a click plays the game. Left and right, or a click on a variant, choose another variant.
    """

    DEFAULT_CSS = """
    GameRow { height: 2; }
    GameRow.-single { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Variant", show=False),
        Binding("right", "step(1)", "Variant", show=False),
    ]
    variant: reactive[str] = reactive("")
    form: reactive[RecentForm | None] = reactive(None)
    guided: reactive[bool] = reactive(False)
    """Whether the row offers a guided first game."""

    @dataclass
    class Variant(OwnMessage):
        """Another variant was chosen."""

        row: GameRow

    @dataclass
    class SetUp(OwnMessage):
        """The user asked for the set-up of this game."""

        row: GameRow

    def __init__(self, key: str, game: MenuGame, variant: str) -> None:
        super().__init__(key, game.title, game.tagline, id=f"game-{game.id}")
        self.game = game
        self.set_reactive(GameRow.variant, variant)
        self.set_class(not game.offered, "-single")

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants to choose from: the game's own, and the user's deck if one was chosen elsewhere."""
        offered = self.game.offered
        return offered if not offered or self.variant in offered else (*offered, self.variant)

    def action_step(self, by: int) -> None:
        if self.variants:
            place = self.variants.index(self.variant)
            self._take(self.variants[(place + by) % len(self.variants)])

    def _take(self, variant: str) -> None:
        if variant != self.variant:
            self.variant = variant
            self.post_message(self.Variant(self))

    def clicked(self, x: int, y: int) -> None:
        line = self.render().plain.split("\n")[y]
        key = line.rfind(f"  e{self.key}")
        if 0 <= key <= x and line[key:].removesuffix(f" {SET_UP}") == f"  e{self.key}":
            self.post_message(self.SetUp(self))
            return
        for start, end, variant in self._spots():
            if y == 1 and start <= x < end:
                self._take(variant)
                return
        self.action_choose()

    def render(self) -> Content:
        if self.content_size.height < 2:
            rights = [right for figures in self._figures() for right in self._rights(figures)]
            return self._first(rights)
        left, rights = self._variants(), self._rights(Content(""))
        room = self.content_size.width - left.cell_length
        if rights[-1].cell_length < room:
            return Content("\n").join([self._first(self._figures()), self._second(left, room)])
        figures = self._figures()[:2]  # a new game keeps its guide, whatever else is cut
        first = self._first([right for one in figures for right in self._rights(one)])
        return Content("\n").join([first, self._spread(left, Content(""))])

    def _first(self, rights: Sequence[Content]) -> Content:
        """The title line. `rights`: the possible texts for its end, the fullest first.

        The fullest text that leaves room for the whole tagline is taken. If none does, the tagline is
        shortened.
        """
        width, title = self.content_size.width - 1, self._title()
        whole = title.cell_length + cell_len(self.text)
        right = next((one for one in rights if whole + one.cell_length <= width), rights[-1])
        text = whole_parts(self.text, width - right.cell_length - title.cell_length)
        return self._spread(title.append_text(text, "$foreground-muted"), right)

    def _title(self) -> Content:
        """Everything before the tagline."""
        glyphs = glyphs_of(self)
        return Content.assemble(
            (f"{glyphs.arrow if self.has_focus else ' '} ", "bold $accent"),
            (self.key, "bold $accent"),
            "  ",
            (self.title, "bold $primary"),
            *self._one_variant(),
            "  ",
        )

    def _one_variant(self) -> list[tuple[str, str]]:
        """The chosen variant, if the row has no line for all variants."""
        if not self.variant or self.content_size.height > 1:
            return []
        glyphs = glyphs_of(self)
        around = (f"{glyphs.back_arrow} ", f" {glyphs.arrow}") if self.has_focus else ("", "")
        return [(f"  {around[0]}{self.variant}{around[1]}", "$accent")]

    def _figures(self) -> list[Content]:
        """The recent results, or a note that the game is new; the fullest text first."""
        glyphs, form = glyphs_of(self), self.form
        if form is None:
            return [Content("")]
        if not form.played and form.helped:
            return [Content(f"{form.helped} played, with help"), Content(f"{form.helped} with help")]
        if not form.played:
            guide = Content.assemble((f"g{self.key}", "bold $accent"), (" guide", "$foreground-muted"))
            never = Content.styled("new", "$foreground-muted")
            between = f" {glyphs.dot} "
            whole = Content.assemble(never, (between, "$foreground-muted"), guide)
            return [whole, guide, never] if self.guided else [never]
        bars = [(glyphs.spark([height]), "$answer-yes" if won else "$error") for height, won in form.bars]
        if not form.won:
            return [Content(f"{form.played} played")]
        if form.played < FEW:
            return [Content(f"{form.won} of {form.played} {form.counts}")]
        share = f"{form.share}% {form.counts}"
        return [Content.assemble(*bars, f"  {share}"), Content(share)]

    def _second(self, left: Content, room: int) -> Content:
        """The line of the variants, with the streak and the key of the set-up as far as there is room."""
        streak = Content.styled(self._streak(), "$foreground-muted")
        rights = [self._rights(streak)[0], *self._rights(Content(""))]
        return self._spread(left, next((one for one in rights if one.cell_length < room), rights[-1]))

    def _variants(self) -> Content:
        glyphs, gap = glyphs_of(self), " " * self._gap
        parts: list[tuple[str, str]] = [(" " * INDENT, "")]
        for variant in self.variants:
            on = variant == self.variant
            parts.append((f"{glyphs.radio[on]} ", "$accent" if on else "$foreground-disabled"))
            parts.append((f"{variant}{gap}", "bold" if on else "$foreground-muted"))
        return Content.assemble(*parts).rstrip()

    @property
    def _gap(self) -> int:
        """The cells between two variants."""
        least = INDENT + sum(len(glyphs_of(self).radio[0]) + 1 + len(one) for one in self.variants)
        gaps = len(self.variants) - 1
        return next((n for n in range(GAP, 1, -1) if least + n * gaps < self.content_size.width), 1)

    def _rights(self, before: Content) -> list[Content]:
        """A text followed by the key of the game's set-up; the fullest version first."""
        if not self.key.strip():
            return [before]
        with_key = Content.assemble(before, (f"  e{self.key}", "bold $accent"))
        return [with_key.append_text(f" {SET_UP}", "$foreground-muted"), with_key]

    def _streak(self) -> str:
        form = self.form
        if form is None or form.best < LEAST:
            return ""
        if form.current >= LEAST:
            now = (
                f"streak {form.current}, {'your best' if form.current == form.best else f'best {form.best}'}"
            )
        else:
            now = f"best streak {form.best}"
        return f"{now}  {glyphs_of(self).dot}"

    def _spots(self) -> list[tuple[int, int, str]]:
        x, spots = INDENT, []
        radio = len(glyphs_of(self).radio[0])
        for variant in self.variants:
            width = radio + 1 + len(variant)
            spots.append((x, x + width, variant))
            x += width + self._gap
        return spots
