"""The rankings screen: leaderboards, ratings, and the agreement of two rankings, here and in print.

Each view is one query in a thread, and the old view stays until the new view has arrived.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.charts.builders import filtered_by
from tui_arena.charts.text import drawn
from tui_arena.core.text import one_line
from tui_arena.save.filters import Filter, for_other_game
from tui_arena.ui.app.bars import ChoiceBar, Chosen, chosen_pieces, tab_pieces
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.exports import export_table
from tui_arena.ui.glyphs import say
from tui_arena.ui.stats.rankings_presenter import (
    AGREEMENT,
    ALL,
    GAME,
    PRINTED,
    RankingsView,
    asked_for,
    first_rankings,
    ranking_choices,
    views,
)
from tui_arena.ui.widgets.charts import painted, signs
from tui_arena.ui.widgets.rows import Choice, Picker
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import RankTable, SessionTable, fitting

WIDEST = 140
"""The maximum width of the content, in cells."""
AROUND = 7
"""The lines of a view without table, chart and notes. The table takes two thirds of the rest."""
ROOMY = 110
"""The minimum width for the ratings in other games, in cells."""
RANKINGS = {"f": "The first ranking", "s": "The second ranking"}


class RankingsScreen(ArenaScreen):
    """Who is better than whom, by which figure, and how far two rankings agree."""

    TITLE: ClassVar[str] = "RANKINGS"
    CSS_PATH = "rankings_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "Before", id="rankings.before"),
        Binding("right,l", "step(1)", "Next", id="rankings.next"),
        *(
            Binding(str(n), f"show({n - 1})", f"View {n}", show=False, id=f"rankings.show_{n}")
            for n in range(1, 6)
        ),
        Binding(
            "f", "ranking('f')", "First", id="rankings.first", tooltip="Choose the first ranking to compare"
        ),
        Binding("s", "ranking('s')", "Second", id="rankings.second", tooltip="Choose the second ranking"),
        Binding("w", "swap", "Swap", id="rankings.swap"),
        Binding("i", "explain", "Explain", id="rankings.explain", tooltip="What these figures mean"),
        Binding("c", "condition", "Condition", id="rankings.condition"),
        Binding("g", "game", "Game", id="rankings.game"),
        Binding("x", "export", "Export", id="rankings.export"),
    ]
    HELP = (
        "Press left, right or a digit to change the view. Press Enter to see where a row's figures come from. Quality says how "
        "well games went, not how often they were won. Combined is played x quality, so an aborted game costs as much "
        "as one with a score of 0."
    )

    def __init__(self, wanted: Filter) -> None:
        super().__init__()
        self.wanted = wanted
        self.at = GAME if wanted.game else ALL
        self.first = self.second = ""
        self.view: RankingsView | None = None
        self.shown = ""
        """The view on show; empty until the first view has arrived."""

    def body(self) -> ComposeResult:
        yield ChoiceBar(gap=0, id="views")
        yield ChoiceBar(id="rankings")
        yield RankTable(id="table", cursor_type="row", zebra_stripes=False)
        yield Static(id="empty", markup=False)
        yield Static(id="summary", markup=False)
        with VerticalScroll(id="below", can_focus=False):
            yield Static(id="picture", markup=False)
            yield Static(id="notes", markup=False)

    def on_mount(self) -> None:
        self.first, self.second = first_rankings(self.wanted, self.arena.catalogue)
        self.table.focus()
        self.call_after_refresh(self.load)

    table = getters.query_one(SessionTable)

    @property
    def names(self) -> dict[str, str]:
        """Maps each available view to its title."""
        return views(self.wanted, self.arena.catalogue)

    # the content

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Query the view and show it."""
        self._tell()
        arena = self.arena
        at, wide = self.at, self.size.width >= ROOMY
        view = await self.looked_up(
            asked_for,
            arena.store,
            arena.catalogue,
            self.wanted,
            view=at,
            rankings=(self.first, self.second),
            wide=wide,
            glyphs=self.glyphs,
        )
        if view is not None:
            self.view, self.shown = view, at
            self._tell()
            self.draw()

    def _tell(self) -> None:
        """Update title and tabs before the view itself has arrived."""
        info = self.arena.catalogue.games.get(self.wanted.game)
        self.title = f"RANKINGS {self.glyphs.dot} {info.title}" if info else "RANKINGS"
        self.sub_title = "" if self.at == PRINTED else filtered_by(self.wanted)
        names = self.names
        self.query_one("#views", ChoiceBar).show(tab_pieces(list(names.values()), list(names).index(self.at)))
        texts = {choice.value: choice.text for choice in ranking_choices(self.wanted, self.arena.catalogue)}
        chosen = [
            Chosen("f", "first", texts.get(self.first, self.first)),
            Chosen("s", "second", texts.get(self.second, self.second)),
        ]
        if self.at != AGREEMENT:
            view = self.view if self.shown == self.at else None
            chosen = [Chosen("c", "under", view.under)] if view and view.under else []
        rankings = self.query_one("#rankings", ChoiceBar)
        rankings.display = bool(chosen)
        rankings.show(chosen_pieces(chosen))
        self.refresh_bindings()

    def draw(self) -> None:
        """Draw everything again, with the cursor on the same row."""
        view = self.view
        if view is None:
            return
        width = min(self.size.width, WIDEST) - 1
        columns = [replace(c, title=one_line(c.title, c.width)) for c in fitting(view.columns, width)]
        self.table.show(columns, ((row.key, row.cells, "") for row in view.rows), self.table.at)
        self.set_class(not view.rows, "-none")
        if view.rows and self.focused is None:
            self.table.focus()
        self.query_one("#empty", Static).update(say(view.empty))
        self.put("summary", say(view.summary if view.rows else ""))
        self._draw_below(view, width - 2)  # one cell is for its scrollbar
        self.refresh_bindings()

    def _draw_below(self, view: RankingsView, width: int) -> None:
        """Draw the chart and the sentences in the lines that the table leaves."""
        picture = [] if view.chart is None else painted(drawn(view.chart, width, signs(self.glyphs)))
        self.put("picture", Content("\n").join(picture) if picture else Content(""))
        self.put("notes", Content("\n").join(say(note) for note in view.notes) if view.notes else Content(""))
        below = self.query_one("#below")
        below.display = bool(view.rows) and bool(picture or view.notes) and not self.has_class("-low")
        room = self.size.height - AROUND - (2 if self.query_one("#rankings").display else 0)
        rest = room // 3 if below.display else 0
        self.table.styles.height = min(len(view.rows) + 1, room - rest)

    def on_resize(self, event: events.Resize) -> None:
        self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("ranking", "swap"):
            return self.at == AGREEMENT
        if action == "condition":
            return self.view is not None and bool(self.view.conditions)
        if action == "show":
            return isinstance(parameters[0], int) and parameters[0] < len(self.names)
        if action in ("explain", "export"):
            return self.view is not None
        return True

    # other views and games

    def action_show(self, at: int) -> None:
        """Show the view at a position, counted from 0."""
        self.at = list(self.names)[at]
        self.load()

    def action_step(self, by: int) -> None:
        names = list(self.names)
        self.action_show((names.index(self.at) + by) % len(names))

    @on(ChoiceBar.Picked, "#views")
    def _tab(self, event: ChoiceBar.Picked) -> None:
        self.action_show(int(event.key))

    @on(ChoiceBar.Picked, "#rankings")
    def _bar(self, event: ChoiceBar.Picked) -> None:
        if event.key == "c":
            self.action_condition()
        else:
            self.action_ranking(event.key)

    @work(exclusive=True, group="dialog")
    async def action_ranking(self, which: str) -> None:
        """Choose one of the two rankings to compare."""
        choices = ranking_choices(self.wanted, self.arena.catalogue)
        now = self.first if which == "f" else self.second
        value = await self.app.push_screen_wait(Picker(RANKINGS[which], choices, now))
        if value is not None:
            self.first, self.second = (value, self.second) if which == "f" else (self.first, value)
            self.load()

    @work(exclusive=True, group="dialog")
    async def action_condition(self) -> None:
        """Choose the condition whose sessions are ranked."""
        if self.view is None:
            return
        now = self.wanted.condition or self.view.conditions[0].value
        value = await self.app.push_screen_wait(Picker("Which condition", self.view.conditions, now))
        if value is not None:
            self.wanted = replace(self.wanted, condition=value)
            self.load()

    def action_swap(self) -> None:
        """Swap the two rankings."""
        self.first, self.second = self.second, self.first
        self.load()

    @work(exclusive=True, group="dialog")
    async def action_game(self) -> None:
        """Show the rankings of another game."""
        games = [Choice(info.id, info.title) for info in self.arena.catalogue.games.values()]
        game = await self.app.push_screen_wait(Picker("Rankings of", games, self.wanted.game))
        if game is None or game == self.wanted.game:
            return
        self.wanted = for_other_game(self.wanted, game)
        self.at = GAME if self.at == ALL else self.at
        self.first, self.second = first_rankings(self.wanted, self.arena.catalogue)
        self.load()

    # looking closer

    @on(DataTable.RowSelected)
    def _row(self, event: DataTable.RowSelected) -> None:
        """Enter: explain the sources of a row's figures."""
        rows = self.view.rows if self.view else ()
        row = next((row for row in rows if row.key == event.row_key.value), None)
        if row is not None:
            self.app.push_screen(SheetScreen(row.sheet))

    def action_explain(self) -> None:
        """Explain the meaning of this view's figures."""
        if self.view is not None:
            self.app.push_screen(SheetScreen(self.view.about))

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Write the view to a new file and show its path."""
        if self.view is not None:
            name = "-".join(filter(None, ("rankings", self.wanted.game, self.shown)))
            await export_table(self, self.view.table, name)
