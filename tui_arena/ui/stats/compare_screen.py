"""The compare screen: the better of two players, whether that is chance, and the secrets that matter.

Every query runs in a thread, and the old figures stay until the new figures have arrived.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.save.filters import Filter
from tui_arena.stats.comparison import ItemRow, items_table
from tui_arena.stats.conditions import condition_heading
from tui_arena.ui.app.bars import ChoiceBar, chosen_pieces
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.exports import export_table
from tui_arena.ui.glyphs import say
from tui_arena.ui.sessions.screen import SessionPicker
from tui_arena.ui.stats.compare_presenter import (
    Compare,
    answer,
    bars,
    behind,
    columns,
    explained,
    session_text,
    texts,
)
from tui_arena.ui.stats.two_sets_screen import TwoSetsScreen
from tui_arena.ui.widgets.rows import Choice, Picker
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import SessionTable, TableLine, fitting

WIDEST = 160
"""The maximum width of the content, in cells."""
PAGE = 200
"""The number of secrets listed at a time."""
TITLES = {
    "a": "The first",
    "b": "The second",
    "m": "What to compare",
    "e": "Which seat",
    "c": "Which condition",
    "f": "Secrets won by",
}


class CompareScreen(ArenaScreen):
    """The difference between two players of a game, overall and secret by secret."""

    TITLE: ClassVar[str] = "COMPARE"
    CSS_PATH = "compare_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "pick('a')", "First", show=False, id="compare.first"),
        Binding("b", "pick('b')", "Second", show=False, id="compare.second"),
        Binding("m", "pick('m')", "Figure", show=False, id="compare.metric"),
        Binding("f", "pick('f')", "Won by", show=False, id="compare.found"),
        Binding("s", "sort", "Sort", id="compare.sort"),
        Binding("i", "explain", "Explain", id="compare.explain"),
        Binding(
            "t", "sets", "Two sets", id="compare.sets", tooltip="Are the figures the same for other secrets?"
        ),
        Binding("x", "export", "Export", id="compare.export"),
        Binding("w", "swap", "Swap", id="compare.swap"),
        Binding("e", "pick('e')", "Seat", show=False, id="compare.seat"),
        Binding("c", "pick('c')", "Condition", show=False, id="compare.condition"),
    ]
    HELP = "Press Enter on a secret to see the games behind it, and i to see where the figures come from."

    def __init__(self, wanted: Filter, first: str | None = None) -> None:
        """`first`: one of the two players, as `kind:name`."""
        super().__init__()
        self.wanted = wanted
        self._first = first
        self.compare: Compare
        self.loaded = False
        self._rows: Sequence[ItemRow] = ()
        self._shown = 0

    def body(self) -> ComposeResult:
        yield ChoiceBar(id="chosen")
        yield Static(id="headline", markup=False)
        yield Static(id="basis", markup=False)
        yield Static(id="bars", markup=False)
        yield Static(id="counts", markup=False)
        yield Static(id="form", markup=False)
        yield SessionTable(id="table", cursor_type="row", zebra_stripes=False)
        yield Static(id="empty", markup=False)

    def on_mount(self) -> None:
        info = self.arena.catalogue.game(self.wanted.game)
        self.compare = Compare.of(info, self.wanted, self._first)
        self.title = f"COMPARE {self.glyphs.dot} {info.title}"
        self.table.focus()
        self.call_after_refresh(self.load)

    table = getters.query_one(SessionTable)

    # the content

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Query the comparison and show it."""
        arena, compare = self.arena, self.compare
        found = await self.looked_up(answer, arena.store, arena.catalogue, replace(compare))
        if found is not None:
            compare.take(found)
            self.loaded = True
            self.draw()

    def draw(self) -> None:
        """Draw everything again, with the cursor on the same secret."""
        compare, at = self.compare, self.table.at
        self.query_one(ChoiceBar).show(chosen_pieces(compare.bar()))
        self.sub_title = compare.filters(self.glyphs)
        self.put("headline", say(compare.headline()))
        self.put(
            "basis", say("" if self.has_class("-low") else compare.about(brief=not self.has_class("-tall")))
        )
        self.put("counts", say(compare.counts(brief=self.has_class("-low"))))
        width = min(self.size.width, WIDEST) - 2
        self.put(
            "bars", Content("\n").join(bars(compare, self.glyphs, width, scales=self.has_class("-tall")))
        )
        self.put("form", say("\n".join(compare.form(self.glyphs, width - 2))))
        nothing = compare.nothing()
        self.set_class(bool(nothing), "-none")
        self.query_one("#empty", Static).update(say(nothing))
        self._list(at)
        self.refresh_bindings()
        if not nothing and self.focused is None:  # the table was hidden while it was empty
            self.call_after_refresh(self.table.focus)

    def _list(self, at: str | None) -> None:
        self._rows, self._shown = self.compare.rows(), 0
        width = min(self.size.width, WIDEST) - 1
        self.table.show(fitting(columns(self.compare, width), width), self._next_page(), at)

    def _next_page(self) -> list[TableLine]:
        """The lines of the next page of secrets."""
        page = self._rows[self._shown : self._shown + PAGE]
        self._shown += len(page)
        return [(row.item, texts(self.compare, row, self.glyphs), "") for row in page]

    @on(DataTable.RowHighlighted)
    def _moved(self, event: DataTable.RowHighlighted) -> None:
        if event.cursor_row == self.table.row_count - 1:
            self.table.add_lines(self._next_page())

    def on_resize(self, event: events.Resize) -> None:
        if self.loaded:
            self.draw()

    # choosing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        found = self.loaded and self.compare.found is not None
        if action == "pick" and parameters in (("e",), ("c",)):
            return self.loaded and len(self.compare.choices(str(parameters[0]))) > 1
        if action == "pick":
            return self.loaded and bool(self.compare.there)
        return found if action in ("pick", "sort", "explain", "sets", "export", "swap") else True

    @on(ChoiceBar.Picked)
    def _clicked(self, event: ChoiceBar.Picked) -> None:
        if self.check_action("pick", (event.key,)):
            self.action_pick(event.key)

    @work(exclusive=True, group="dialog")
    async def action_pick(self, key: str) -> None:
        """Pick a value for one of the choices in the line at the top."""
        compare = self.compare
        choices = [Choice(value, text) for value, text in compare.choices(key)]
        value = await self.app.push_screen_wait(Picker(TITLES[key], choices, compare.value(key)))
        if value is None:
            return
        if compare.choose(key, value):
            self.load()
        else:
            self.draw()

    def action_swap(self) -> None:
        self.compare.swap()
        self.load()

    def action_sort(self) -> None:
        """Change the order of the listed secrets."""
        self.compare.next_sort()
        self._list(None)
        self.notify(self.compare.sorted_text(), timeout=3, markup=False)

    # looking closer

    def action_explain(self) -> None:
        """Explain the compared figure, its basis, and how the intervals are made."""
        sheet = explained(self.compare)
        if sheet is not None:
            self.app.push_screen(SheetScreen(sheet))

    @on(DataTable.RowSelected)
    def _selected(self, event: DataTable.RowSelected) -> None:
        if event.row_key.value is not None:
            self.show_sessions(event.row_key.value)

    @work(exclusive=True, group="dialog")
    async def show_sessions(self, item: str) -> None:
        """List the sessions with a secret. The person can open one of them."""
        compare, arena = self.compare, self.arena
        found = await self.looked_up(behind, arena.store, replace(compare), item)
        if found is None:
            return
        texts = [Choice(one.id, session_text(compare, side, one, self.glyphs)) for side, one in found]
        said = await self.app.push_screen_wait(SessionPicker(item, texts))
        if said is not None:
            way, _, session = said.partition(" ")
            (arena.open_replay if way == "watch" else arena.open_result)(session)

    def action_sets(self) -> None:
        """Open the first player's figures for two sets of secrets."""
        compare = self.compare
        if compare.first is not None and compare.second is not None:
            self.app.push_screen(TwoSetsScreen(compare.filter, (compare.first, compare.second)))

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Write the comparison to a new file and show its path."""
        found = self.compare.found
        if found is not None:
            under = f", {condition_heading(found.condition)}" if self.compare.every.note else ""
            title = f"{self.compare.info.title}: {self.compare.vs}{under}"
            table = items_table(found, found.items, title)
            await export_table(self, table, f"compare-{found.game}")
