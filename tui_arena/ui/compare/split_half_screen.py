"""The screen of two sets: whether a player's figures hold on a second set of other secrets."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Static

from tui_arena.save.filters import Filter
from tui_arena.stats.comparison import Contender
from tui_arena.stats.comparison_texts import of_sets, told_apart
from tui_arena.stats.ranking.references import published_sets
from tui_arena.stats.split_half import HALVES, TwoSets, choices, two_sets
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.compare.split_half import ROOMY, columns, explained, lines, sets_text, summary
from tui_arena.ui.exports import export_table
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.choice_bar import ChoiceBar, Chosen
from tui_arena.ui.widgets.rows import Choice, Picker
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import SessionTable, fitting

WIDEST = 120
"""Cells beyond which nothing grows."""


class TwoSetsScreen(ArenaScreen):
    """Every figure of one of two players, over two sets of secrets."""

    TITLE: ClassVar[str] = "TWO SETS"
    CSS = """
    TwoSetsScreen { align-horizontal: center; }
    TwoSetsScreen #chosen, TwoSetsScreen #told, TwoSetsScreen #table { width: 100%; max-width: 120; }
    TwoSetsScreen #told { height: auto; max-height: 2; padding: 0 1; color: $text-muted; margin-bottom: 1; }
    TwoSetsScreen #table { height: 1fr; background: $background; scrollbar-size-vertical: 1;
                           scrollbar-size-horizontal: 0; }
    TwoSetsScreen.-low #told { margin-bottom: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "player", "Player", id="two_sets.player"),
        Binding("t", "sets", "Sets", id="two_sets.sets", tooltip="How the secrets are told apart"),
        Binding("x", "export", "Export", id="two_sets.export"),
    ]
    HELP = "Enter on a figure says what it is and how its interval is made."

    def __init__(self, wanted: Filter, pair: tuple[Contender, Contender]) -> None:
        """`wanted`: a filter with a seat. `pair`: the players to choose from; the first is shown first."""
        super().__init__()
        self.wanted = wanted
        self.pair = pair
        self.player = pair[0]
        self.sets = HALVES
        self.check: TwoSets | None = None

    def body(self) -> ComposeResult:
        yield ChoiceBar(id="chosen")
        yield Static(id="told", markup=False)
        yield SessionTable(id="table", cursor_type="row", zebra_stripes=False)

    def on_mount(self) -> None:
        self.info = self.arena.catalogue.game(self.wanted.game)
        self.published = published_sets(self.info)
        self.title = f"TWO SETS {self.glyphs.dot} {self.info.title}"
        self.table.focus()
        self.call_after_refresh(self.load)

    @property
    def table(self) -> SessionTable:
        return self.query_one(SessionTable)

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Look the figures up and show them."""
        arena = self.arena
        check = await self.looked_up(
            two_sets, arena.store, arena.catalogue, self.wanted, ":".join(self.player), sets=self.sets
        )
        if check is not None and self.query(SessionTable):  # otherwise the screen is closing
            self.check = check
            self.draw()

    def draw(self) -> None:
        """Draw everything again, with the cursor on the same figure."""
        if self.check is None:
            return
        at, fit = self.table.at, self.glyphs.fit
        name = told_apart(*self.pair)[self.pair.index(self.player)]
        self.query_one(ChoiceBar).show(
            [Chosen("p", "player", name), Chosen("t", "sets", sets_text(self.sets))]
        )
        self.put("told", say(summary(self.check, self.glyphs)))
        width = min(self.size.width, WIDEST) - 1
        shown = lines(self.check, self.published, self.info, self.glyphs, roomy=width >= ROOMY)
        columns_all = columns(self.check, width)
        fitted = fitting(columns_all, width)
        places = [columns_all.index(next(c for c in columns_all if c.key == f.key)) for f in fitted]
        self.table.columns_anew(fitted)
        self.table.add_lines(
            (line.key, [fit(line.cells[n], c.width) for n, c in zip(places, fitted, strict=True)], False)
            for line in shown
        )
        self.table.stand_on(at)
        self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.check is not None if action in ("player", "sets", "export") else True

    @on(ChoiceBar.Picked)
    def _clicked(self, event: ChoiceBar.Picked) -> None:
        if event.key == "p":
            self.action_player()
        else:
            self.action_sets()

    def action_player(self) -> None:
        """Show the other player of the two."""
        self.player = self.pair[1 - self.pair.index(self.player)]
        self.load()

    @work(exclusive=True, group="dialog")
    async def action_sets(self) -> None:
        """Pick how the secrets are split into two sets."""
        arena = self.arena
        decks = () if self.wanted.deck else tuple(arena.catalogue.deck_names(self.info))
        found = await arena.in_thread(choices, self.info, arena.catalogue, decks)
        rows = [Choice(sets, sets_text(sets)) for sets in found]
        picked = await self.app.push_screen_wait(Picker("Which sets", rows, self.sets))
        if picked is not None and picked != self.sets:
            self.sets = picked
            self.load()

    @on(DataTable.RowSelected)
    def _explain(self, event: DataTable.RowSelected) -> None:
        if self.check is None:
            return
        among = lines(self.check, self.published, self.info, self.glyphs)
        line = next(line for line in among if line.key == event.row_key.value)
        sheet = explained(self.check, line, self.info, self.published, self.glyphs)
        self.app.push_screen(SheetScreen(sheet.title, sheet.parts))

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Write the figures to a new file and show its path."""
        if self.check is not None:
            title = f"{self.info.title}: {self.player[1]} over two sets of secrets"
            table = of_sets(self.check, title, self.published)
            await export_table(self, table, f"two-sets-{self.info.id}")
