"""The screen of two sets: whether a player's figures are the same with a second set of secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Static

from tui_arena.core.language.sentences import counted
from tui_arena.save.filters import Filter
from tui_arena.stats.comparison import Contender, distinct_pair
from tui_arena.stats.split_half import HALVES, SetRow, TwoSets, choices, printed_sets, sets_table, two_sets
from tui_arena.stats.written import COMPARED
from tui_arena.table.turns import Page
from tui_arena.ui.app.bars import ChoiceBar, Chosen, chosen_pieces
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.exports import export_table
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.rows import Choice, Picker
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import Column, SessionTable, fitting

WIDEST = 120
"""The maximum width of the content, in cells."""
ROOMY, NARROW = 96, 70
"""The minimum width for means with intervals, and the width below which all columns are narrow, in cells."""
DIFFERS = "differs"
SPAN = (
    "95 of 100 spans made like this include the mean over all secrets of this kind (Student's t over the "
    "secrets; Welch's for the difference). A figure differs if the span of its difference doesn't include 0. One in "
    "twenty may do so by chance."
)
PUBLISHED = "± is what the paper prints; it gives no span for the difference."


def cells(row: SetRow, glyphs: Glyphs, *, roomy: bool = True) -> dict[str, str]:
    """Maps each column to its text in a row. `roomy`: whether both means have their intervals."""
    metric, (first, second, gap) = row.metric, row.texts()
    if not roomy and not row.player:
        first, second = (COMPARED.of(metric).number(one.value) for one in (row.first, row.second))
    if row.player:
        label, said = f"{metric.label}: {row.player}", "published"
    else:
        differs = row.difference.sure
        label, said = (f"{glyphs.star} {metric.label}", DIFFERS) if differs else (metric.label, "")
    texts = {"first": first, "second": second, "difference": gap, "said": said}
    if glyphs.ascii:
        texts = {key: text.replace("±", "+-").replace("–", "-") for key, text in texts.items()}
    return {"figure": label, **texts}


def columns(check: TwoSets, width: int) -> list[Column]:
    """The table's columns for a width in cells."""
    a, b = check.labels
    wide = 17 if width >= ROOMY else 10 if width >= NARROW else 9
    return [
        Column("figure", "figure", 12, 0, 36),
        Column("first", a, wide, 1),
        Column("second", b, wide, 1),
        Column("difference", "difference", 20, 2),
        Column("said", "", 9, 3),
    ]


def summary(check: TwoSets, glyphs: Glyphs) -> str:
    """The number of secrets in each set, and the number of figures that differ."""
    sets = zip(check.labels, check.items, check.sessions, strict=True)
    counts = "; ".join(
        f"{label}: {counted(items, 'secret')} in {counted(sessions, 'session')}"
        for label, items, sessions in sets
    )
    if min(check.items) < 2:
        return f"{counts}. A span needs two secrets in each set."
    differ, among = sum(row.difference.sure for row in check.rows), len(check.rows)
    if not differ:
        return f"{counts}. None of the {among} figures differs."
    return f"{counts}. {glyphs.star} {differ} of {among} figures differ{'s' if differ == 1 else ''}."


def sets_text(sets: str) -> str:
    """The name of a pair of sets, for a list."""
    return "halves, by the secrets' names" if sets == HALVES else sets.replace("=", " ").replace(",", " and ")


def explained(check: TwoSets, row: SetRow, glyphs: Glyphs) -> Page:
    """A page that explains a row and how its intervals are made."""
    name, first, second, gap, said = cells(row, glyphs).values()
    a, b = check.labels
    differs = ", more than chance explains" if said == DIFFERS else ""
    parts = [
        ("", f"{a}: {first}. {b}: {second}. Difference: {gap}{differs}."),
        ("what it is", row.metric.text),
    ]
    if row.player:
        parts.append(("the source", f"{row.source}. {PUBLISHED}"))
    else:
        how = (
            "A secret's name alone decides which half it's in, so it never moves."
            if check.sets == HALVES
            else "A secret in both sets, or in neither, is left out."
        )
        parts += [("the sets", f"{summary(check, glyphs)} {how}"), ("the span", SPAN)]
    return Page(name, tuple(parts))


class TwoSetsScreen(ArenaScreen):
    """Every figure of one of two players, for two sets of secrets."""

    TITLE: ClassVar[str] = "TWO SETS"
    CSS = """
    TwoSetsScreen { align-horizontal: center; }
    TwoSetsScreen #chosen, TwoSetsScreen #summary, TwoSetsScreen #table { width: 100%; max-width: 120; }
    TwoSetsScreen #summary { height: auto; max-height: 2; padding: 0 1; color: $text-muted; margin-bottom: 1; }
    TwoSetsScreen #table { height: 1fr; background: $background; scrollbar-size-vertical: 1;
                           scrollbar-size-horizontal: 0; }
    TwoSetsScreen.-low #summary { margin-bottom: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "player", "Player", id="two_sets.player"),
        Binding("t", "sets", "Sets", id="two_sets.sets", tooltip="How to split the secrets"),
        Binding("x", "export", "Export", id="two_sets.export"),
    ]
    HELP = "Press Enter on a figure to see what it is and how its span is worked out."

    def __init__(self, wanted: Filter, pair: tuple[Contender, Contender]) -> None:
        """`wanted`: a filter with a seat. `pair`: the two players to choose from, first the one shown."""
        super().__init__()
        self.wanted = wanted
        self.pair = pair
        self.player = pair[0]
        self.sets = HALVES
        self.check: TwoSets | None = None

    def body(self) -> ComposeResult:
        yield ChoiceBar(id="chosen")
        yield Static(id="summary", markup=False)
        yield SessionTable(id="table", cursor_type="row", zebra_stripes=False)

    def on_mount(self) -> None:
        self.info = self.arena.catalogue.game(self.wanted.game)
        self.published = printed_sets(self.info)
        self.title = f"TWO SETS {self.glyphs.dot} {self.info.title}"
        self.table.focus()
        self.call_after_refresh(self.load)

    table = getters.query_one(SessionTable)

    @property
    def rows(self) -> Sequence[SetRow]:
        """The player's rows, then the rows of a paper."""
        return [*self.check.rows, *self.published] if self.check is not None else []

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Query the figures and show them."""
        arena = self.arena
        check = await self.looked_up(
            two_sets, arena.store, arena.catalogue, self.wanted, ":".join(self.player), sets=self.sets
        )
        if check:
            self.check = check[0]
            self.draw()

    def draw(self) -> None:
        """Draw everything again, with the cursor on the same figure."""
        if self.check is None:
            return
        name = distinct_pair(*self.pair)[self.pair.index(self.player)]
        chosen = [Chosen("p", "player", name), Chosen("t", "sets", sets_text(self.sets))]
        self.query_one(ChoiceBar).show(chosen_pieces(chosen))
        self.put("summary", say(summary(self.check, self.glyphs)))
        width = min(self.size.width, WIDEST) - 1
        lines = ((row.key, cells(row, self.glyphs, roomy=width >= ROOMY), "") for row in self.rows)
        self.table.show(fitting(columns(self.check, width), width), lines, self.table.at)
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
        """Show the other of the two players."""
        self.player = self.pair[1 - self.pair.index(self.player)]
        self.load()

    @work(exclusive=True, group="dialog")
    async def action_sets(self) -> None:
        """Pick a way to split the secrets into two sets."""
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
        row = next((row for row in self.rows if row.key == event.row_key.value), None)
        if self.check is not None and row is not None:
            self.app.push_screen(SheetScreen(explained(self.check, row, self.glyphs)))

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Write the figures to a new file and show its path."""
        if self.check is not None:
            title = f"{self.info.title}: {self.player[1]} over two sets of secrets"
            await export_table(
                self, sets_table(self.check, title, self.published), f"two-sets-{self.info.id}"
            )
