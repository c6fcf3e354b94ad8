"""The sessions screen: every saved session, to search, watch, resume, export, delete; and the demos.

Rows come from the store a page at a time, in a thread.

Law: no session is deleted without a question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import DataTable, Input, OptionList, Static

from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.inquiry.subjects import chosen
from tui_arena.save.queries import SessionQuery, SessionRow
from tui_arena.save.skipping import Skipped, opened
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.exports import export_sessions
from tui_arena.ui.glyphs import say
from tui_arena.ui.sessions.presenter import (
    DEMO_COLUMNS,
    Demo,
    Sessions,
    about_to_delete,
    delete_rows,
    import_path,
    read_demos,
    read_page,
    resumable,
    sessions_of,
)
from tui_arena.ui.widgets.dialogs import AskLine, agreed
from tui_arena.ui.widgets.rows import Choice, Picker
from tui_arena.ui.widgets.tables import SessionTable, TableLine, fitting

WIDEST = 160
"""The maximum width of the list, in cells."""
EMPTY = """Nothing here yet.

Press Esc and a digit to start a game. Everything you play is kept here, move by move.
Rather watch first? Press d for the demos."""
NO_MATCH = "Nothing matches. Press Esc, then c, to see everything again."


class SessionsScreen(ArenaScreen):
    """All saved sessions, newest first."""

    TITLE = "SESSIONS"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search", key_display="/", id="sessions.search"),
        Binding("r", "resume", "Play on", id="sessions.resume"),
        Binding("w", "watch", "Watch", id="sessions.watch"),
        Binding("a", "analyse", "Analyse", id="sessions.analyse"),
        Binding("u", "state", "Unfinished", id="sessions.state"),
        Binding("g", "game", "Game", id="sessions.game"),
        Binding("c", "clear", "Show all", id="sessions.clear"),
        Binding("d", "demos", "Demos", id="sessions.demos"),
        Binding("x", "export", "Export", id="sessions.export"),
        Binding("delete,backspace", "delete", "Delete", key_display="del", id="sessions.delete"),
        Binding("space", "mark", "Mark", id="sessions.mark"),
        Binding("i", "import", "Import", id="sessions.import"),
    ]
    HELP = "Everything you've played. Mark several games to analyse, export or delete them together."

    def __init__(self, player: str | None = None, run: str | None = None) -> None:
        """`player`, `run`: the player (`kind:name`) and the run whose sessions are listed at first; None: any."""
        super().__init__()
        self.sessions = Sessions({}, sessions_of(player, run))
        self.demos: list[Demo] = []
        self.showing_demos = False
        self.loaded = False
        """Whether a page has been read, even an empty page."""

    def body(self) -> ComposeResult:
        with Horizontal(id="bar"):
            yield Static(say(f"search {self.glyphs.arrow} "), id="label", markup=False)
            yield Input(placeholder="name, game, variant, result, word, id", id="search", compact=True)
        yield SessionTable(id="table", cursor_type="row", zebra_stripes=False)
        yield Static(id="empty", markup=False)
        yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        self.sessions.games = self.arena.catalogue.games
        self.table.focus()
        self.call_after_refresh(self.load)

    def on_screen_resume(self) -> None:
        if self.loaded:
            self.load()

    table = getters.query_one(SessionTable)

    # the list

    @work(exclusive=True, group="list")
    async def load(self) -> None:
        """Read the first page again and show it."""
        page = await self.looked_up(read_page, self.arena.store, self.sessions.query)
        if page is not None:
            self.sessions.take(page)
            if not self.loaded:  # somebody looks for a session from here on
                self.run_worker(self.arena.load_ahead("result"), group="ahead")
            self.loaded = True
            self.draw(self.at)

    @work(exclusive=True, group="list")
    async def load_more(self, query: SessionQuery) -> None:
        """Read the page after the listed rows."""
        page = await self.looked_up(read_page, self.arena.store, query)
        if page is not None:
            self.sessions.take(page, more=True)
            self.table.add_lines(self._lines(page))
            self._tell()

    @property
    def at(self) -> str | None:
        """The id of the session or the position of the demo under the cursor; None if the table is empty."""
        return self.table.at if self.sessions.rows or self.demos else None

    def draw(self, at: str | None = None) -> None:
        """Fill the table again, with the cursor on `at` if it is listed."""
        width = min(self.size.width, WIDEST) - 1
        if self.showing_demos:
            lines = [(str(place), demo.texts, "") for place, demo in enumerate(self.demos)]
            self.table.show(fitting(DEMO_COLUMNS, width), lines, at)
        else:
            self.table.show(self.sessions.columns(width), self._lines(self.sessions.rows), at)
        self.set_class(self.loaded and self.table.row_count == 0, "-none")
        self.query_one("#empty", Static).update(say(NO_MATCH if self.sessions.filtered else EMPTY))
        self._tell()

    def _lines(self, rows: Sequence[SessionRow]) -> Iterator[TableLine]:
        """The lines of sessions. Those that can be continued are bold."""
        now = self.arena.now()
        for row in rows:
            yield row.id, self.sessions.texts(row, now, self.glyphs), "bold" if resumable(row) else ""

    def _tell(self) -> None:
        """Update the title and the line about the row under the cursor."""
        dot = self.glyphs.dot
        self.title = f"SESSIONS {dot} demos" if self.showing_demos else "SESSIONS"
        self.sub_title = (
            f"{len(self.demos)} to watch" if self.showing_demos else self.sessions.subtitle(self.glyphs)
        )
        about = ""
        if self.showing_demos and self.at is not None:
            about = self.demos[int(self.at)].about
        elif (row := self.sessions.row(self.at)) is not None:
            about = f"{row.line} {dot} {row.id}"
        self.query_one("#about", Static).update(say(about))
        self.refresh_bindings()

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Describe the row under the cursor; at the last row, read the next page."""
        self._tell()
        more = None if self.showing_demos else self.sessions.next_page()
        if more is not None and event.cursor_row == self.table.row_count - 1:
            self.load_more(more)

    def on_resize(self, event: events.Resize) -> None:
        self.draw(self.at)

    # searching

    def action_search(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _searched(self, event: Input.Changed) -> None:
        self.showing_demos = False
        self.sessions.search(event.value)
        self.load()

    @on(Input.Submitted)
    def _leave_search(self) -> None:
        self.table.focus()

    def on_key(self, event: events.Key) -> None:
        if event.key == "down" and self.query_one(Input).has_focus:
            self.table.focus()
            event.stop()

    def action_back(self) -> None:
        """Esc: leave the search, then the demos, then the screen."""
        if self.query_one(Input).has_focus:
            self.table.focus()
        elif self.showing_demos:
            self.action_demos()
        else:
            self.arena.back()

    def action_state(self) -> None:
        self.sessions.next_state()
        self.load()

    def action_game(self) -> None:
        self.sessions.next_game()
        self.load()

    def action_clear(self) -> None:
        self.sessions.clear()
        self.query_one(Input).value = ""
        self.load()

    # one session, or the marked sessions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        row = None if self.showing_demos else self.sessions.row(self.at)
        writable = self.arena.writable
        works = {
            "resume": row is not None and resumable(row) and writable,
            "watch": row is not None,
            "mark": row is not None,
            "search": True,
            "demos": True,
            "analyse": row is not None or bool(self.sessions.marked),
            "export": row is not None or bool(self.sessions.marked),
            "delete": bool(self._deletable()) and writable,
            "state": not self.showing_demos,
            "game": not self.showing_demos and len(self.arena.catalogue.games) > 1,
            "clear": not self.showing_demos and self.sessions.filtered,
            "import": writable and not self.showing_demos,
        }
        return works.get(action, True) and not (action in works and isinstance(self.focused, Input))

    @property
    def _row(self) -> SessionRow:
        """The session under the cursor, for actions, which only work if there is one."""
        row = self.sessions.row(self.at)
        assert row is not None
        return row

    def _deletable(self) -> list[SessionRow]:
        """The chosen sessions that can be deleted: all except those in play on the table below."""
        below = self.arena.on_the_table
        return [row for row in self.sessions.chosen(self.at) if row.id not in below]

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Enter or a click on the cursor's row: open the result, or resume an unfinished game."""
        key = event.row_key.value
        if self.showing_demos and key is not None:
            self.arena.open_replay(self.demos[int(key)].path)
        elif (row := self.sessions.row(key)) is not None:
            if resumable(row) and not self.arena.store.read_only:
                self.arena.resume_table(row.id)
            elif row.readable and row.result != "unfinished":
                self.arena.open_result(row.id)
            else:
                self.arena.open_replay(row.id)

    def action_resume(self) -> None:
        self.arena.resume_table(self._row.id)

    def action_watch(self) -> None:
        """Open the replay of a session; an unfinished session is shown as the table sees it."""
        self.arena.open_replay(self._row.id)

    def action_analyse(self) -> None:
        """Open a retrospective of the marked sessions, or of the session under the cursor."""
        ids, told = chosen(self.sessions.chosen(self.at), self.arena.catalogue)
        if told:
            self.notify(told, timeout=8)
        if ids:
            self.arena.open_analyse(ids)

    def action_mark(self) -> None:
        row = self._row
        self.sessions.mark(row.id)
        self.table.update_cell(row.id, "mark", Text(self.sessions.sign(row, self.glyphs)))
        self.table.action_cursor_down()
        self._tell()

    @work(exclusive=True, group="dialog")
    async def action_delete(self) -> None:
        """Delete the marked sessions, or the session under the cursor, after a question."""
        chosen = self._deletable()
        if not await agreed(self.app, ("Delete?", about_to_delete(chosen), ("Keep", "Delete"))):
            return
        store, catalogue, book = self.arena.store, self.arena.catalogue, self.arena.registry.book
        kept = await self.looked_up(delete_rows, store, catalogue, book, chosen)
        if kept is not None:
            self.sessions.marked.clear()
        if kept:
            self.notify(f"{kept} kept: still in play in another window.", markup=False)
        self.load()

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Write the marked sessions, or the session under the cursor, to a new file and show its path."""
        chosen, arena = self.sessions.chosen(self.at), self.arena

        def load(skipped: Skipped) -> list[tuple[Session, GameInfo]]:
            ids = (row.id for row in chosen)
            return list(skipped.each(ids, str, lambda one: opened(arena.store, arena.catalogue, one)))

        await export_sessions(self, load, len(chosen))

    @work(exclusive=True, group="dialog")
    async def action_import(self) -> None:
        """Import the sessions of a file, and report the result."""
        asked = AskLine("Import sessions", "Path to a .json or .jsonl file of sessions:")
        line, arena = await self.app.push_screen_wait(asked), self.arena
        if line is None:
            return
        faults, told = await self.looked_up(import_path, arena.store, arena.catalogue, line) or ((), ())
        for fault in faults:
            self.notify(fault, severity="error", timeout=10, markup=False)
        for sentence in told:
            self.notify(sentence, markup=False)
        self.load()

    @work(exclusive=True, group="list")
    async def action_demos(self) -> None:
        """Switch between the shipped demos and the sessions."""
        self.showing_demos = not self.showing_demos
        if self.showing_demos and not self.demos:
            self.demos = await self.arena.in_thread(read_demos, self.arena.catalogue)
        self.draw()
        self.table.focus()


class SessionPicker(Picker):
    """A list of sessions. Returns `result ID` or `watch ID`, or None if closed."""

    DEFAULT_CSS = "SessionPicker > Vertical { width: 72; border-subtitle-color: $foreground-muted; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", "Replay", show=False, id="session_picker.watch")
    ]

    def __init__(self, title: str, sessions: Sequence[Choice]) -> None:
        """`sessions`: choices with session ids as values."""
        super().__init__(title, sessions, "")

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Vertical).border_subtitle = "Enter result  w replay  Esc closes"

    @on(OptionList.OptionSelected)
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(f"result {self._choices[event.option_index].value}")

    def action_watch(self) -> None:
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self.dismiss(f"watch {self._choices[at].value}")
