"""The screen that explains a figure of the stats: its definition, and every session behind it.

Only finished sessions are behind a figure; they are read in a thread, a page at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent
from tui_arena.core.session import Session
from tui_arena.save.errors import SaveError
from tui_arena.save.rollup.evidence import Evidence
from tui_arena.stats.aggregate import BadFilter
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.columns import Column, fitting
from tui_arena.ui.glyphs import say
from tui_arena.ui.replay.presenter import PromptSheet
from tui_arena.ui.stats.lines import StatLine
from tui_arena.ui.stats.presenter import Stats
from tui_arena.ui.stats.why import PAGE, Behind, explained, is_asked, slot, terms, who_was_asked
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import SessionTable

ASKED = 20
"""How many sessions are opened to find the players who answered probes."""
WIDE, BESIDE = 110, 64
"""Least width of a screen with the explanation at the left of the sessions, and its width then, in cells."""


class TermsSheet(SheetScreen):
    """The terms of one session; gives `result` or `watch` if the person wants to open that."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "give('result')", "Result", show=False, id="terms.result"),
        Binding("w", "give('watch')", "Replay", show=False, id="terms.watch"),
    ]

    def action_give(self, what: str) -> None:
        self.dismiss(what)

    def _keys(self) -> list[str]:
        return ["o result", "w replay", *super()._keys()]


class BehindTable(SessionTable):
    """The sessions behind a figure."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Terms", id="why.terms"),
    ]


class WhyScreen(ArenaScreen):
    """Explains one figure."""

    TITLE = "WHY"
    CSS = """
    WhyScreen #body { height: 1fr; }
    WhyScreen #why { height: auto; max-height: 60%; padding: 0 1; scrollbar-size-vertical: 1; }
    WhyScreen #text { height: auto; }
    WhyScreen #table { height: 1fr; min-height: 4; background: $background; scrollbar-size-vertical: 1;
                       scrollbar-size-horizontal: 0; margin-top: 1; }
    WhyScreen.-wide #body, WhyScreen.-vast #body { layout: horizontal; }
    WhyScreen.-wide #why, WhyScreen.-vast #why { width: 64; height: 100%; max-height: 100%; padding: 1 2; }
    WhyScreen.-alone #why { height: 1fr; max-height: 100%; width: 1fr; }
    WhyScreen.-alone #table { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "result", "Result", id="why.result"),
        Binding("w", "watch", "Replay", id="why.watch"),
    ]
    HELP = "Where a figure comes from, and the sessions behind it. Enter: the terms of one session."

    def __init__(self, stats: Stats, line: StatLine, key: str) -> None:
        super().__init__()
        self.stats = stats
        self.line = line
        column = stats.column(key)
        if column is None or column.words:
            column = next(c for c in stats.columns if c.key == "won")
        self.behind = Behind(column)
        self.asked = ""
        """The players who answered probes; empty: nobody, or not known yet."""

    def body(self) -> ComposeResult:
        with Container(id="body"):
            with VerticalScroll(id="why"):
                yield Static(id="text", markup=False)
            yield BehindTable(id="table", cursor_type="row", zebra_stripes=False)

    def on_mount(self) -> None:
        self.title = f"WHY {self.glyphs.dot} {self.stats.info.title}"
        self.set_class(self.line.own is None, "-alone")
        self._tell()
        (self.query_one("#why") if self.line.own is None else self.table).focus()
        if self.line.own is not None:
            self.load()

    @property
    def table(self) -> SessionTable:
        return self.query_one(SessionTable)

    def _tell(self) -> None:
        sheet: PromptSheet = explained(self.stats, self.line, self.behind.column.key, self.glyphs)
        parts = [("", sheet.title), *sheet.parts]
        if self.asked:
            parts.append(("who was asked", self.asked))
        lines = [_part(heading, text) if heading else say(text, "bold") for heading, text in parts]
        lines[0] = say(sheet.title, "bold $primary")
        between = "\n\n" if self.size.width >= WIDE else "\n"
        self.query_one("#text", Static).update(Content(between).join(lines))

    # the sessions

    @work(exclusive=True, group="list")
    async def load(self) -> None:
        """Read the next page of sessions, and add it to the table."""
        row, found = self.line.own, self.behind.found
        if row is None or self.behind.complete:
            return
        arena = self.arena
        try:
            page: Sequence[Evidence] = await arena.in_thread(
                arena.store.evidence,
                self.stats.wanted,
                metric="#requests"
                if row.neutral and self.behind.column.key == "n"
                else slot(self.behind.column.key),
                kind=row.kind,
                name=row.player,
                group=row.seat,
                variant=row.variant,
                partner=row.partner,
                before=found[-1].rank if found else None,
                limit=PAGE,
            )
        except (BadFilter, SaveError) as error:
            self.notify(str(error), severity="error", markup=False)
            return
        if not self.query(SessionTable):  # the screen is closing
            return
        first = not found
        self.behind.take(page)
        self._draw(new=first)
        if first and is_asked(self.behind.column):
            self.learn_who_was_asked()

    @work(exclusive=True, group="asked")
    async def learn_who_was_asked(self) -> None:
        """Open the newest sessions to find the players who answered probes."""
        arena = self.arena
        newest = [one.id for one in self.behind.found[:ASKED]]
        try:
            sessions = await arena.in_thread(lambda: [arena.store.load(one) for one in newest])
        except (SaveError, BadEvent, BadFile) as error:
            self.notify(str(error), severity="error", markup=False)
            return
        told = who_was_asked([session.events for session in sessions], self.glyphs)
        if told and self.query(SessionTable):
            self.asked = f"{told} of the newest {len(sessions)}"
            self._tell()

    def _columns(self) -> list[Column]:
        beside = BESIDE if self.size.width >= WIDE else 0
        return fitting(self.behind.columns(self.glyphs), self.size.width - beside - 2)

    def _draw(self, *, new: bool) -> None:
        table, columns, now = self.table, self._columns(), self.arena.now()
        at = table.at
        table.columns_anew(columns)
        table.add_lines(
            (one.id, self.behind.cells(one, columns, now, self.glyphs), False) for one in self.behind.found
        )
        table.stand_on(None if new else at)
        more = "" if self.behind.complete else "+"
        shown = len(self.behind.found)
        one = shown == 1 and self.behind.complete
        self.sub_title = "1 session" if one else f"{shown}{more} sessions"
        self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        self._tell()
        if self.behind.found:
            self._draw(new=False)

    @on(DataTable.RowHighlighted)
    def _moved(self, event: DataTable.RowHighlighted) -> None:
        if event.cursor_row == self.table.row_count - 1 and self.behind.found and not self.behind.complete:
            self.load()

    # one session

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self.behind.found) if action in ("result", "watch") else True

    @on(DataTable.RowSelected)
    def _selected(self) -> None:
        self.show_terms()

    @work(exclusive=True, group="terms")
    async def show_terms(self) -> None:
        """Show what the session under the cursor contributes to the figure, term by term."""
        one = self.behind.one(self.table.at)
        if one is None:
            return
        try:
            sheet = await self.arena.in_thread(self._terms, one)
        except (SaveError, BadEvent, BadFile, ValueError) as error:
            self.notify(str(error), severity="error", markup=False)
            return
        said = await self.app.push_screen_wait(TermsSheet(sheet.title, sheet.parts))
        if said == "result":
            self.action_result()
        elif said == "watch":
            self.action_watch()

    def _terms(self, one: Evidence) -> PromptSheet:
        session: Session = self.arena.store.load(one.id)
        info = self.stats.info
        return terms(info, session, self.behind.column, one, self.glyphs)

    def action_result(self) -> None:
        if self.table.at is not None:
            self.arena.open_result(self.table.at)

    def action_watch(self) -> None:
        if self.table.at is not None:
            self.arena.open_replay(self.table.at)


def _part(heading: str, text: str) -> Content:
    return Content.assemble(say(heading, "bold $accent"), "  ", say(text))
