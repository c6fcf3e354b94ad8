"""Stats: who plays how well, as a table, as pictures, and why a figure is what it is.

Law: one roll-up query a filter, beside the loop; the table that is there stays until the new one is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.analysis.aggregate import BadFilter, stats
from tui_arena.analysis.stat_rows import StatRow
from tui_arena.config import BadFile
from tui_arena.data import GameInfo
from tui_arena.save.errors import SaveError
from tui_arena.save.export import write_new
from tui_arena.ui.look import say
from tui_arena.ui.presenters.columns import Column, fitting
from tui_arena.ui.presenters.stats import FIELDS, SHARES, Stats, player_text, row_key
from tui_arena.ui.presenters.stats_why import explained
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.widgets.ask_line import AskLine
from tui_arena.ui.widgets.filter_bar import FilterBar
from tui_arena.ui.widgets.picker import Picker
from tui_arena.ui.widgets.plots import curve, distribution, interval, round_top
from tui_arena.ui.widgets.rows import Choice
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.stat_table import StatTable

WIDEST = 196
"""Cells beyond which the table does not grow."""
UNKNOWN_WIDTH = 36
"""Cells of a picture that has not been laid out yet."""
EMPTY = """No session counts here yet.

Play one: Esc, then the digit of the game. Bots can play by themselves, too:
w on the home screen watches two of them, and `tui-arena run {game} --sessions 30` plays thirty."""
NO_MATCH = "No session matches these filters. c clears them."


class StatsScreen(ArenaScreen):
    """The aggregates of one game."""

    TITLE = "STATS"
    CSS_PATH = "stats.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "sort", "Sort", id="stats.sort"),
        Binding("g", "game", "Game", id="stats.game", tooltip="The figures of another game"),
        Binding("t", "picture", "Other plot", id="stats.picture"),
        Binding("c", "clear", "Clear", id="stats.clear"),
        Binding("p", "pick('player')", "Player", id="stats.player"),
        Binding("s", "pick('seat')", "Seat", id="stats.seat"),
        Binding("v", "pick('variant')", "Variant", id="stats.variant"),
        Binding("d", "pick('deck')", "Deck", id="stats.deck"),
        Binding("n", "pick('since')", "Since", id="stats.since"),
        Binding("a", "left_out", "Count all", id="stats.left_out"),
        Binding("x", "export", "Export", id="stats.export"),
    ]
    HELP = "Arrows choose a figure, Enter says where it comes from, o sorts by its column."

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self.stats: Stats
        self.loaded = False

    def body(self) -> ComposeResult:
        keys = {"player": "p", "seat": "s", "variant": "v", "deck": "d", "since": "n"}
        yield FilterBar(list(keys.items()), id="filters")
        yield StatTable(id="table")
        yield Static(id="empty", markup=False)
        yield Static(id="told", markup=False)
        with Horizontal(id="pictures"):
            yield Static(id="bars", classes="picture", markup=False)
            yield Static(id="curve", classes="picture", markup=False)
            yield Static(id="shares", classes="picture", markup=False)

    def on_mount(self) -> None:
        self._of(self._game)
        self.table.focus()
        self.call_after_refresh(self.load)

    def _of(self, game: str) -> None:
        """Forget what was asked of another game."""
        info: GameInfo = self.arena.catalogue.game(game)
        self._game, self.stats = game, Stats.of(info)
        self.title = f"STATS {self.look.dot} {info.title}"

    def on_screen_resume(self) -> None:
        if self.loaded:
            self.load()

    @property
    def table(self) -> StatTable:
        return self.query_one(StatTable)

    # the table

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Ask for the figures and show them; what is there stays until they have come."""
        self._tell()
        arena = self.arena
        try:
            rows = await arena.in_thread(stats, arena.store, arena.catalogue, self.stats.wanted)
        except (BadFilter, BadFile, SaveError) as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)
            return
        if self.query(StatTable):  # else the screen is on its way out
            self.stats.take(rows)
            self.loaded = True
            self.draw()

    def draw(self) -> None:
        """Fill the table again, the cursor where it was."""
        key, column = self.table.at
        width = min(self.size.width, WIDEST) - 1
        columns = fitting(self.stats.columns(width), width)
        self.table.columns_anew(columns, self.stats.sort, descending=self.stats.descending, look=self.look)
        for row in self.stats.shown():
            self.table.add_line(row_key(row), [self._cell(row, c) for c in columns])
        self.table.stand_on(key, column)
        self.set_class(self.loaded and not self.stats.rows, "-none")
        text = NO_MATCH if self.stats.filtered else EMPTY.format(game=self._game)
        self.query_one("#empty", Static).update(say(text))
        self._tell()
        self.call_after_refresh(self._draw_pictures)

    def _cell(self, row: StatRow, column: Column) -> str:
        return self.look.fit(self.stats.text(row, column.key, self.look), column.width)

    def _tell(self) -> None:
        values = self.stats.filters()
        unset = frozenset(name for name in FIELDS if getattr(self.stats.wanted, name) is None)
        self.query_one(FilterBar).show(values, unset)
        self.query_one("#told", Static).update(say(self.stats.told()))
        self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        if self.loaded:
            self.draw()

    @property
    def row(self) -> StatRow | None:
        """The row under the cursor."""
        key = self.table.at[0]
        return next((r for r in self.stats.rows if row_key(r) == key), None) if self.loaded else None

    # pictures

    @on(DataTable.CellHighlighted)
    def _moved(self) -> None:
        self._draw_pictures()

    def _draw_pictures(self) -> None:
        row = self.row
        if row is None:
            return
        look, info = self.look, self.stats.info
        who = f" {look.dot} {player_text(row)} {look.dot} {row.variant}"
        label, means = self.stats.curve(row)
        self.set_class(not label, "-flat")
        self._draw_one(
            "bars",
            info.metrics[info.main.share].label + who,
            lambda width: distribution(look, self.stats.distribution(row), min(width, 60)),
        )
        self._draw_one(
            "curve", f"{label} by turn{who}", lambda width: curve(look, means, round_top(means), 5, width)
        )
        self._draw_one("shares", f"95 % intervals{who}", lambda _: self._shares(row))

    def _draw_one(self, name: str, title: str, draw: Callable[[int], list[Content]]) -> None:
        picture = self.query_one(f"#{name}", Static)
        width = picture.content_size.width or UNKNOWN_WIDTH
        head = say(self.look.fit(title, width), "bold $primary")
        picture.update(Content("\n").join([head, *draw(width)]))

    def _shares(self, row: StatRow) -> list[Content]:
        lines = []
        for name in SHARES:
            one = getattr(row, name)
            if one is not None and one.rate is not None:
                text = say(f"{name:<8}{self.stats.text(row, name, self.look)}")
                lines += [text, interval(self.look, one.rate, one.low, one.high, 32)]
        return lines

    def action_picture(self) -> None:
        """The other picture, where there is room for one."""
        self.toggle_class("-other")

    # sorting and filters

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        full = self.loaded and bool(self.stats.rows)
        works = {
            "picture": full and self.has_class("-narrow"),
            "sort": full,
            "export": full,
            "clear": self.loaded and self.stats.filtered,
        }
        return works.get(action, True)

    def action_sort(self) -> None:
        """By the column under the cursor; again: the other way round."""
        self._sort(self.table.at[1])

    @on(DataTable.HeaderSelected)
    def _header(self, event: DataTable.HeaderSelected) -> None:
        self._sort(event.column_key.value)

    def _sort(self, column: str | None) -> None:
        if column is not None:
            self.stats.sort_by(column)
            self.draw()

    @on(FilterBar.Picked)
    def _clicked(self, event: FilterBar.Picked) -> None:
        self.action_pick(event.name)

    @work(exclusive=True, group="dialog")
    async def action_pick(self, name: str) -> None:
        """Pick what to filter by."""
        decks = self.arena.catalogue.deck_names(self.stats.info)
        choices = self.stats.choices(name, decks, self.arena.now().astimezone(UTC).date())
        shown = [Choice(value, text) for value, text in choices]
        now = getattr(self.stats.wanted, name) or ""
        value = await self.app.push_screen_wait(Picker(name, shown, now))
        if value == "date":
            value = await self.app.push_screen_wait(AskLine("Since when?", "A date such as 2026-11-21:", now))
        if value is not None:
            before = self.stats.wanted
            self.stats.ask(name, value)
            self._ask_again(before)

    def _ask_again(self, before: object) -> None:
        if self.stats.wanted != before:
            self.load()

    @work(exclusive=True, group="dialog")
    async def action_game(self) -> None:
        """The same of another game."""
        games = [Choice(info.id, info.title) for info in self.arena.catalogue.games.values()]
        game = await self.app.push_screen_wait(Picker("Stats of", games, self._game))
        if game is not None and game != self._game:
            self._of(game)
            self.load()

    def action_left_out(self) -> None:
        self.stats.toggle_left_out()
        self.load()

    def action_clear(self) -> None:
        self.stats.clear()
        self.load()

    # looking closer

    @on(DataTable.CellSelected)
    def _explain(self, event: DataTable.CellSelected) -> None:
        """Enter: where the figure under the cursor comes from."""
        row, column = self.row, event.cell_key.column_key.value
        if row is not None and column is not None:
            sheet = explained(self.stats, row, column, self.look)
            self.app.push_screen(SheetScreen(sheet.title, sheet.parts))

    @work(exclusive=True, group="export")
    async def action_export(self) -> None:
        """Write the rows that are shown to a new file and say which."""
        rows = {"games": {self._game: [row.to_json() for row in self.stats.shown()]}}
        text = json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
        try:
            path: Path = await self.arena.in_thread(
                write_new, self.arena.paths.exports, f"stats-{self._game}.json", [text]
            )
        except BadFile as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.notify(f"Written to {path}", timeout=10, markup=False)
