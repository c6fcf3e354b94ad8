"""The replies screen: single replies of models, newest first, to find what was refused, slow, dropped or cut off.

Sessions are read a few at a time, in a thread, until a page of replies is found; the cursor on the last one reads
on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.save.exchange.flat import REPLY_FORMS, ReplyRow, replies_text
from tui_arena.table.turns import Page
from tui_arena.ui.app.bars import Piece, PieceBar
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.exports import export_parts
from tui_arena.ui.glyphs import say
from tui_arena.ui.replay.replies_presenter import (
    ANY,
    LIST_COLUMNS,
    PAGE,
    Replies,
    Source,
    fault_choices,
    page_of,
    read_batch,
)
from tui_arena.ui.widgets.rows import Choice, Picker
from tui_arena.ui.widgets.screen_base import LoopTurn
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import Column, SessionTable, fitting

WIDEST = 200
"""The maximum width of the list, in cells."""
EMPTY = "No replies yet. Play with a model, or watch one play."
NO_MATCH = "No reply matches. Press c to see every reply."
READING = "Reading"
AT_ONCE = 100
"""The number of rows added to the table before the event loop gets its turn."""


class ChipBar(PieceBar):
    """The filter of the list, with the key of each part. A click does what the key does."""

    def pieces(self, room: int) -> Sequence[Piece]:
        """The parts. If there is little room, one word names the parts that leave nothing out."""
        screen = self.screen
        assert isinstance(screen, RepliesScreen)
        chips = screen.replies.chips()
        whole = self._drawn(chips)
        if sum(piece.cell_length + self.gap for _, piece in whole) - self.gap <= room:
            return whole
        return self._drawn({name: (text.removeprefix(ANY), on) for name, (text, on) in chips.items()})

    def _drawn(self, chips: Mapping[str, tuple[str, bool]]) -> Sequence[Piece]:
        keys = {one.binding.action: one for one in self.screen.active_bindings.values() if one.enabled}
        return [
            (
                action,
                Content.assemble(
                    (f"{self.app.get_key_display(keys[action].binding)} ", "bold $accent"),
                    say(text, "bold" if on else "$text-muted"),
                ),
            )
            for action, (text, on) in chips.items()
            if action in keys
        ]

    def picked(self, key: str) -> None:
        self.app.call_later(self.app.run_action, key, self.screen)


class ReplyTable(SessionTable):
    """The replies. Enter or a click opens the page of the reply under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Prompt", id="replies.open"),
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]


class RepliesScreen(ArenaScreen):
    """Replies of saved sessions, or of a model's test."""

    TITLE = "REPLIES"
    CSS_PATH = "replies_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "model", "Model", show=False, id="replies.model"),
        Binding("s", "seat", "Seat", show=False, id="replies.seat"),
        Binding("f", "fault", "Fault", show=False, id="replies.fault", tooltip="Only refused replies"),
        Binding(
            "l",
            "slow",
            "Slow",
            show=False,
            id="replies.slow",
            tooltip="Only replies that took over 5, 15 or 60 seconds",
        ),
        Binding(
            "d", "dropped", "Dropped", show=False, id="replies.dropped", tooltip="Only replies that broke off"
        ),
        Binding(
            "u",
            "cut",
            "Cut off",
            show=False,
            id="replies.cut",
            tooltip="Only replies cut off by their token limit",
        ),
        Binding("c", "clear", "Show all", id="replies.clear"),
        Binding("w", "watch", "Replay", id="replies.watch"),
        Binding("x", "export", "Export", id="replies.export", tooltip="Write the listed replies to a file"),
    ]
    HELP = "What models said, reply by reply. Press Enter to see what was sent and what came back."

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.replies = Replies(source)
        self._one_at_a_time = asyncio.Lock()
        """Held while sessions are read."""
        self._shown: Sequence[Column] = ()
        """The columns of the table."""
        self._stands_on = 0
        """The row to which the cursor returns once the table has that row again."""

    def body(self) -> ComposeResult:
        yield ChipBar(id="chips")
        yield ReplyTable(id="table", cursor_type="row", zebra_stripes=False)
        yield Static(id="empty", markup=False)
        yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        self.replies.games = self.arena.catalogue.games
        self.query_one(ChipBar).display = self.replies.source.trial is None
        self.table.focus()
        self.call_after_refresh(self.start)

    table = getters.query_one(SessionTable)

    @property
    def row(self) -> ReplyRow | None:
        """The reply under the cursor; None if the list is empty."""
        at = self.table.at if self.replies.rows else None
        return None if at is None else self.replies.rows[int(at)]

    # the list

    def start(self) -> None:
        """List the replies, beginning with the newest."""
        self.draw()
        self.read_on()

    @work(exclusive=True, group="list")
    async def read_on(self) -> None:
        """Continue to read until there is another page of replies, or no replies are left."""
        wanted = len(self.replies.rows) + PAGE
        while not self.replies.complete and len(self.replies.rows) < wanted:
            if not await self.read_some():
                return

    async def read_some(self) -> bool:
        """Read the next sessions and list their replies. Returns False if they can't be read."""
        replies = self.replies
        async with self._one_at_a_time:
            if replies.complete:
                return True
            asked = replies.wanted, replies.left[0]
            batch = await self.looked_up(read_batch, self.arena.store, self.arena.catalogue, *asked)
            if batch is None:
                return False
            if (replies.wanted, *replies.left[:1]) == asked:  # the wanted replies haven't changed meanwhile
                replies.take(batch)
                await self._fill_up()
                self._tell()
        return True

    def draw(self, cursor: int = 0) -> None:
        """Fill the table again. `cursor`: the row that its cursor is put on."""
        self._stands_on = cursor
        self._shown = self._columns()
        self.table.show(self._shown, ())
        self._add_some()
        self.fill()
        self._tell()

    @work(exclusive=True, group="fill")
    async def fill(self) -> None:
        """Add the other rows, some in each turn of the event loop."""
        await self._fill_up()

    async def _fill_up(self) -> None:
        """Add the rows that the table doesn't have yet."""
        turn = LoopTurn()
        while self._add_some():
            await turn.ends()

    def _columns(self) -> list[Column]:
        taken = {"player"} if self.replies.wanted.player or self.replies.source.trial else set()
        shown = [column for column in LIST_COLUMNS if column.key not in taken]
        return fitting(shown, min(self.size.width, WIDEST) - 1)

    def _add_some(self) -> bool:
        """Add the next rows to the table. Returns whether there were any."""
        first, texts = self.table.row_count, self.replies.texts
        rows = self.replies.rows[first : first + AT_ONCE]
        self.table.add_lines(
            (str(place), texts(row, self.glyphs), "") for place, row in enumerate(rows, first)
        )
        if 0 < self._stands_on < self.table.row_count:
            self.table.move_cursor(row=self._stands_on)
            self._stands_on = 0
        return bool(rows)

    def _tell(self) -> None:
        """Update the title, the filter and the line about the row under the cursor."""
        replies, glyphs, row = self.replies, self.glyphs, self.row
        title = replies.source.title
        self.title = f"REPLIES {glyphs.dot} {title}" if title else "REPLIES"
        self.sub_title = replies.subtitle(glyphs)
        self.query_one(ChipBar).refresh()
        self.query_one("#about", Static).update(say(replies.about(row, glyphs) if row else ""))
        self.set_class(not replies.rows, "-none")
        nothing = (
            f"{READING}{glyphs.ellipsis}" if not replies.complete else NO_MATCH if replies.filtered else EMPTY
        )
        self.query_one("#empty", Static).update(say(nothing))
        self.refresh_bindings()

    @on(DataTable.RowHighlighted)
    def _moved(self, event: DataTable.RowHighlighted) -> None:
        self._tell()
        last = event.cursor_row == self.table.row_count - 1
        if last and not self.replies.complete and not self._one_at_a_time.locked():
            self.read_on()

    def on_resize(self, event: events.Resize) -> None:
        if self._columns() != self._shown:
            self.draw(max(self.table.cursor_row, self._stands_on))

    # the filter

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        replies = self.replies
        saved = replies.source.trial is None
        works = {
            "model": saved and replies.source.player is None and replies.source.session is None,
            **dict.fromkeys(("seat", "fault", "slow", "dropped", "cut"), saved),
            "clear": replies.filtered,
            "watch": saved and self.row is not None,
            "export": saved and bool(replies.rows),
        }
        return bool(works.get(action, True))

    def _narrow(self, **changes: object) -> None:
        self.replies.narrow(**changes)
        self.start()

    @work(exclusive=True, group="dialog")
    async def action_model(self) -> None:
        """Choose the model whose replies are listed."""
        names = await self.looked_up(self.arena.store.played, "model")
        if names is None:
            return
        choices = [Choice("", "every model"), *(Choice(f"model:{name}", name) for name in names)]
        picked = await self.app.push_screen_wait(
            Picker("Which model?", choices, self.replies.wanted.player or "")
        )
        if picked is not None:
            self._narrow(player=picked or None)

    @work(exclusive=True, group="dialog")
    async def action_seat(self) -> None:
        """Choose one of the seats found so far."""
        seats = [Choice(seat, seat.replace("_", " ")) for seat in self.replies.seats]
        choices = [Choice("", "every seat"), *seats]
        picked = await self.app.push_screen_wait(
            Picker("Which seat?", choices, self.replies.wanted.seat or "")
        )
        if picked is not None:
            self._narrow(seat=picked or None)

    @work(exclusive=True, group="dialog")
    async def action_fault(self) -> None:
        """Choose what was wrong with the listed replies."""
        picked = await self.app.push_screen_wait(
            Picker("Which replies?", fault_choices(), self.replies.wanted.fault or "")
        )
        if picked is not None:
            self._narrow(fault=picked or None)

    def action_slow(self) -> None:
        self.replies.slower()
        self.start()

    def action_dropped(self) -> None:
        self._narrow(dropped=not self.replies.wanted.dropped)

    def action_cut(self) -> None:
        self._narrow(cut=not self.replies.wanted.cut)

    def action_clear(self) -> None:
        self.replies.clear()
        self.start()

    # one reply

    @on(DataTable.RowSelected)
    def _selected(self) -> None:
        self.show_page()

    @work(exclusive=True, group="page")
    async def show_page(self) -> None:
        """Show what was sent for the reply under the cursor, and what came back."""
        page = await self.page_here()
        if page is not None:
            await self.app.push_screen_wait(ReplySheet(self, page))

    async def page_here(self) -> Page | None:
        """The page of the reply under the cursor; None if there is none, or it can't be read."""
        row = self.row
        if row is None:
            return None
        return await self.looked_up(page_of, self.arena.store, self.arena.catalogue, row)

    async def turn(self, by: int) -> Page | None:
        """Move the cursor, and return that reply's page; None if there is no further reply."""
        await self._fill_up()
        to = self.table.cursor_row + by
        while to >= self.table.row_count and not self.replies.complete:
            if not await self.read_some():
                return None
        if not 0 <= to < self.table.row_count:
            return None
        self.table.move_cursor(row=to)
        return await self.page_here()

    def action_watch(self) -> None:
        row = self.row
        if row is not None:
            self.arena.open_replay(row["session"])

    @work(exclusive=True, group="export")
    async def action_export(self) -> None:
        """Write the listed replies to a new file, and show its path."""
        await export_parts(self, replies_text([*self.replies.rows], REPLY_FORMS[0]), "replies.csv")


class ReplySheet(SheetScreen):
    """The page of a reply in a list. Left and right turn to the replies next to it."""

    _reply_last = False

    def __init__(self, listed: RepliesScreen, page: Page) -> None:
        super().__init__(page)
        self._list = listed

    def _place(self) -> str:
        place, of = self._list.table.cursor_row + 1, self._list.table.row_count
        return f"   {place} of {of}{'' if self._list.replies.complete else '+'}" if of > 1 else ""

    def _turns(self, by: int) -> bool:
        to = self._list.table.cursor_row + by
        return 0 <= to < self._list.table.row_count or (to > 0 and not self._list.replies.complete)

    def action_turn(self, by: int) -> None:
        """Turn to the next older reply of the list, or to a newer one if `by` is negative."""
        self.turn_to(by)

    @work(exclusive=True, group="turn")
    async def turn_to(self, by: int) -> None:
        """Show the page of the reply next to this one, once it is read."""
        page = await self._list.turn(by)
        if page is not None:
            self.pages = (page,)
            self._draw()
