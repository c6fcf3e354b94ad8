"""The plots screen: one big picture of a game's results at a time.

Each picture is one query in a thread. The last picture stays until the next is ready.
"""

from __future__ import annotations

from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.charts.builders import Picture, built, filtered_by, in_print, pictures
from tui_arena.charts.model import Bars, Chart, Line, Span, empty, wrapped
from tui_arena.charts.svg import svg
from tui_arena.charts.text import drawn
from tui_arena.save.filters import Filter
from tui_arena.stats.aggregate import stats
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.exports import export_text
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.charts import ChartSheet, signs
from tui_arena.ui.widgets.rows import Choice, Picker

DIGITS = "123456789"
EMPTY = """Nothing counts here yet.

To play a game, press Esc to go to the home screen, then the game's key.

Bots can play on their own, too: `tui-arena run {game} --sessions 30` plays thirty."""
NO_MATCH = "Nothing matches this filter. Press Esc to change it."
NOT_HERE = "None of these games has this figure."


class PlotScreen(ArenaScreen):
    """Pictures of the sessions that pass a filter."""

    TITLE = "PLOTS"
    CSS_PATH = "plots_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "Before", id="plots.before"),
        Binding("right,l", "step(1)", "Next", id="plots.next"),
        Binding("space", "list", "List", id="plots.list"),
        Binding(
            "o",
            "published",
            "Published",
            id="plots.published",
            tooltip=("Show figures from papers next to your own"),
        ),
        Binding(
            "x", "save", "Save", id="plots.save", tooltip=("Save the picture as SVG in the exports folder")
        ),
    ]
    HELP = (
        "Press left or right to change the chart, a digit to pick one of the first nine, up or down to "
        "scroll. A bar goes faint where its 95% interval begins."
    )

    def __init__(self, wanted: Filter) -> None:
        super().__init__()
        self.wanted = wanted
        self.pictures: list[Picture] = []
        self.at = 0
        self.chart: Chart | None = None
        """The chart on show; None until it is ready, and if there is no chart."""
        self.drawn: Picture | None = None
        """The picture that `chart` belongs to."""
        self.published = False
        self.loaded = False

    def body(self) -> ComposeResult:
        yield Static(id="filter", markup=False)
        with Horizontal(id="both"):
            yield OptionList(id="list", classes="plain", markup=False)
            with Vertical(id="main"):
                yield Static(id="name", markup=False)
                yield ChartSheet(id="sheet")
                yield Static(id="note", markup=False)

    def on_mount(self) -> None:
        self.info = self.arena.catalogue.game(self.wanted.game)
        self.title = f"PLOTS {self.glyphs.dot} {self.info.title}"
        self.query_one(OptionList).can_focus = False  # arrows scroll the picture, or move to the next picture
        self.put("filter", say(filtered_by(self.wanted) or "all sessions that count", "$foreground-muted"))
        self.load()

    @property
    def picture(self) -> Picture | None:
        """The chosen picture."""
        return self.pictures[self.at] if self.pictures else None

    # queries

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Find the available pictures, and show the first."""
        arena = self.arena
        rows = await self.looked_up(stats, arena.store, arena.catalogue, self.wanted, intervals=())
        if rows is not None:
            self.pictures = pictures(self.info, rows)
            self.query_one(OptionList).add_options(self._option(at) for at in range(len(self.pictures)))
            self.show(0)

    def _option(self, at: int) -> Option:
        one, key = self.pictures[at], f"{DIGITS[at : at + 1]:<2}"
        faint = "$foreground-muted"
        return Option(Content.assemble((key, faint), say(one.name, "" if one.there else faint)))

    def show(self, at: int) -> None:
        """Choose a picture by its position, from 0."""
        self.at = min(max(at, 0), max(len(self.pictures) - 1, 0))
        self.query_one(OptionList).highlighted = self.at if self.pictures else None
        self.ask()

    @work(exclusive=True, group="ask")
    async def ask(self) -> None:
        """Query the chosen picture and draw it."""
        arena, one = self.arena, self.picture
        chart: Chart | None = None
        if one is not None and one.there:
            chart = await self.looked_up(
                built, arena.store, arena.catalogue, self.wanted, one.key, published=self.published
            )
        self.chart, self.drawn, self.loaded = chart, one, True
        self.query_one(ChartSheet).scroll_home(animate=False)
        self.draw()

    # drawing

    def draw(self) -> None:
        """Draw the chart in the available room."""
        chart = self.chart if self.chart is not None and not empty(self.chart) else None
        self.set_class(not self.pictures, "-none")
        self.put("name", self._heading(self.drawn))
        note = " ".join([chart.note, *chart.sources]) if chart else ""
        self.put("note", say(signs(self.glyphs).safe(note), "$foreground-muted"))
        sheet = self.query_one(ChartSheet)
        sheet.focus()
        sheet.show(
            lambda width, height: (
                drawn(chart, width, signs(self.glyphs), height) if chart else self._nothing(width)
            )
        )
        self.refresh_bindings()

    def _heading(self, one: Picture | None) -> Content:
        if one is None:
            return Content("")
        title = self.chart.title if self.chart else one.name
        place = f"{self.at + 1} of {len(self.pictures)}"
        return Content.assemble(say(title, "bold $primary"), (f"   {place}", "$foreground-muted"))

    def _nothing(self, width: int) -> list[Line]:
        """Why there is no chart, and what the person can do about it."""
        if self.drawn is not None:
            text = self.drawn.hint or NOT_HERE
        else:
            text = NO_MATCH if filtered_by(self.wanted) else EMPTY.format(game=self.wanted.game)
        parts = (wrapped(part, width, signs(self.glyphs)) or [""] for part in text.split("\n"))
        return [[Span(line)] for part in parts for line in part]

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        full = bool(self.pictures)
        works = {
            "step": full,
            "list": full,
            "published": isinstance(self.chart, Bars)
            and self.drawn is not None
            and in_print(self.info, self.drawn.key),
            "save": self.chart is not None,
        }
        return works.get(action, True)

    def action_step(self, by: int) -> None:
        """Go to the next or the previous picture. The first follows the last."""
        self.show((self.at + by) % len(self.pictures))

    def on_key(self, event: events.Key) -> None:
        """Go to the picture whose number was typed."""
        at = DIGITS.find(event.key)
        if 0 <= at < len(self.pictures):
            event.stop()
            self.show(at)

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index != self.at:
            self.show(event.option_index)

    @work(exclusive=True, group="dialog")
    async def action_list(self) -> None:
        """Pick a picture from the list."""
        choices = [Choice(one.key, one.name) for one in self.pictures]
        key = await self.app.push_screen_wait(Picker("Pictures", choices, self.pictures[self.at].key))
        if key is not None:
            self.show([one.key for one in self.pictures].index(key))

    def action_published(self) -> None:
        """Show or hide published rows."""
        self.published = not self.published
        self.ask()

    @work(exclusive=True, group="save")
    async def action_save(self) -> None:
        """Write the picture to a new file and show its path."""
        chart, one = self.chart, self.drawn
        if chart is not None and one is not None:
            name = f"{self.wanted.game}-{one.key.strip('#').replace(':', '-')}.svg"
            await export_text(self, svg(chart), name)
