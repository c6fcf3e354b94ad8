"""The list of sessions: its columns and cells, and the work with sessions and files.

Law: the list is built from `SessionRow`s alone, which contain a secret only after a session is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from tui_arena.config import BadFile, ModelBook, expanded
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, demo_files
from tui_arena.players.party_store import delete_sessions
from tui_arena.save.exchange.reading import read_input
from tui_arena.save.exchange.session_files import ImportResult, import_session, read_session
from tui_arena.save.filters import Filter
from tui_arena.save.queries import SessionQuery, SessionRow
from tui_arena.save.store import SaveError, Store
from tui_arena.save.summary import FLAGS
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.times import when
from tui_arena.ui.widgets.tables import Column, fitting

PAGE = 100
"""The number of sessions that are read at a time."""
SHOWN = 3
"""The maximum number of faults, and of remarks, shown after one import."""
LOST = (", lost", ", gave up")
"""How a session's line ends if everybody at the keyboard lost, even if somebody else won."""
WON = ", won"
"""How a session's line ends if the people at the keyboard won, even if nobody found their secret."""
UNREADABLE = "can't read"
"""The result of a session that can't be read."""

GAME = 16
"""The width of the column of games, in cells."""
COLUMNS = (
    Column("mark", "", 1, 0),
    Column("when", "when", 10, 3),
    Column("game", "game", GAME, 4),
    Column("players", "players", 13, 1, 34),
    Column("result", "result", 10, 0),
    Column("count", "turns", 5, 2),
    Column("secret", "secret", 7, 5, 30),
    Column("notes", "notes", 12, 6, 24),
    Column("id", "id", 26, 7),
)
WITH_ID = 150
"""The least width, in cells, at which the list shows ids."""
DEMO_COLUMNS = (
    Column("title", "demo", 26, 0),
    Column("game", "game", 14, 2),
    Column("result", "result", 8, 1),
    Column("about", "what to look for", 24, 3, 96),
)


@dataclass(frozen=True, slots=True)
class Demo:
    """A shipped session to watch."""

    path: Path
    title: str
    about: str
    game: str
    """The title of the game, with its variant."""
    result: str

    @property
    def texts(self) -> dict[str, str]:
        """The texts of its row, by column."""
        return {"title": self.title, "game": self.game, "result": self.result, "about": self.about}


def sessions_of(player: str | None, run: str | None = None) -> SessionQuery:
    """The query for the first page of sessions: of a player (`kind:name`), of a run, or of all."""
    wanted = Filter("", player, include=frozenset({"all"})) if player is not None else None
    return SessionQuery(run=run, limit=PAGE, filter=wanted)


@dataclass(slots=True)
class Sessions:
    """The sessions on the list, with marks."""

    games: Mapping[str, GameInfo]
    query: SessionQuery = field(default_factory=lambda: sessions_of(None))
    rows: list[SessionRow] = field(default_factory=list)
    marked: set[str] = field(default_factory=set)
    complete: bool = False
    """Whether the list contains all sessions that match the query."""

    # the query

    def search(self, text: str) -> None:
        """List only sessions that contain these words."""
        self._ask(text=text)

    def next_game(self) -> None:
        """Switch to the next game. The order is: all games, then each game alone."""
        names = [None, *self.games]
        self._ask(game=names[(names.index(self.query.game) + 1) % len(names)])

    def next_state(self) -> None:
        """Switch to the next state. The order is: all sessions, unfinished, over."""
        states = [None, True, False]
        self._ask(unfinished=states[(states.index(self.query.unfinished) + 1) % len(states)])

    def clear(self) -> None:
        """List all sessions again."""
        self._ask(text="", game=None, unfinished=None, run=None, filter=None)

    @property
    def filtered(self) -> bool:
        """Whether the query leaves out any session."""
        q = self.query
        return bool(q.text or q.run or q.filter) or q.game is not None or q.unfinished is not None

    def _ask(self, **changes: object) -> None:
        self.query = replace(self.query, before=None, **changes)  # type: ignore[arg-type]

    def next_page(self) -> SessionQuery | None:
        """The query for the page after the listed rows; None if there isn't another page."""
        return None if self.complete or not self.rows else replace(self.query, before=self.rows[-1].rank)

    # rows from the store

    def take(self, page: list[SessionRow], *, more: bool = False) -> None:
        """Show a page in place of the listed rows, or after them if `more`."""
        self.rows = [*self.rows, *page] if more else page
        self.complete = len(page) < self.query.limit
        self.marked &= {row.id for row in self.rows}

    def row(self, session_id: str | None) -> SessionRow | None:
        """The row of a session; None if it isn't listed."""
        return next((r for r in self.rows if r.id == session_id), None)

    def mark(self, session_id: str) -> None:
        """Mark a session, or remove its mark."""
        self.marked ^= {session_id}

    def sign(self, row: SessionRow, glyphs: Glyphs) -> str:
        """The sign before a session: whether it is marked, or can be resumed."""
        return "*" if row.id in self.marked else glyphs.arrow if resumable(row) else ""

    def chosen(self, at: str | None) -> list[SessionRow]:
        """The marked sessions, or the session under the cursor."""
        found = [row for row in self.rows if row.id in self.marked]
        here = self.row(at)
        return found or ([here] if here is not None else [])

    # what is shown

    def columns(self, width: int) -> list[Column]:
        """The columns that fit into this many cells.

        Ids are shown only on a wide screen. If the query is for one game, the players get the room of the
        game's name.
        """
        columns = COLUMNS if width >= WITH_ID else COLUMNS[:-1]
        if self.query.game is None:
            return fitting(columns, width)
        game = next(c for c in columns if c.key == "game")
        wider = [replace(c, width=c.width + game.width) if c.key == "players" else c for c in columns]
        return fitting([c for c in wider if c.key != "game"], width)

    def texts(self, row: SessionRow, now: datetime, glyphs: Glyphs) -> dict[str, str]:
        """The texts of one row, by column. A variant that doesn't fit next to its game is left out."""
        info = self.games.get(row.game)
        game = f"{info.title} {row.variant if info.offered else ''}".rstrip() if info else row.game
        unfinished = resumable(row)
        count = info.tries_in(row.metrics) if info else None
        return {
            "mark": self.sign(row, glyphs),
            "when": when(row.started, now),
            "game": info.title if info and len(game) > GAME else game,
            "players": players(row, glyphs),
            "result": _result(row),
            "count": _so_far(row) if unfinished else glyphs.dash if count is None else str(count),
            "secret": _secret(row.secret or ""),
            "notes": ", ".join(flag for flag in FLAGS if flag in row.flags),
            "id": row.id,
        }

    def subtitle(self, glyphs: Glyphs) -> str:
        """The description of the list for the title bar."""
        q = self.query
        game = self.games[q.game].title if q.game is not None else ""
        state = {None: "", True: "unfinished", False: "over"}[q.unfinished]
        text = f"“{one_line(q.text, 20)}”" if q.text else ""
        whose = (q.filter.player if q.filter is not None else None) or ""
        name = one_line(whose.partition(":")[2], 20)
        run = "one run" if q.run is not None else ""
        number = f"{len(self.rows)}{'' if self.complete else '+'} listed"
        marked = f"{len(self.marked)} marked" if self.marked else ""
        return glyphs.dotted((marked, number, name, run, game, state, text))


def players(row: SessionRow, glyphs: Glyphs) -> str:
    """The names of the players, without repeats."""
    return glyphs.dotted(dict.fromkeys(name for _, name in row.players))


def resumable(row: SessionRow) -> bool:
    """Whether a session can be continued."""
    return row.result == "unfinished" and row.readable


def _result(row: SessionRow) -> str:
    if not row.readable:
        return UNREADABLE
    if _by_others(row):
        return "found"
    return "lost" if row.line.endswith(LOST) else "won" if row.line.endswith(WON) else row.result


def _by_others(row: SessionRow) -> bool:
    """Whether the people at the keyboard kept the secret or judged, and somebody else won."""
    who, _, told = row.line.rpartition(", ")
    winner = told.partition(" won")[0]
    named = [name for _, name in row.players if name in winner]
    return row.result == "won" and bool(named) and not any(name in who for name in named)


def _secret(text: str) -> str:
    """A secret in capitals, or a statement unchanged, followed by whether it was true."""
    truth, _, statement = text.partition(": ")
    told = {"true": "true", "false": "made up"}.get(truth.casefold())
    return f"{statement} ({told})" if told else text.upper()


def _so_far(row: SessionRow) -> str:
    """How far an unfinished session is: `3/6` if its line is `you, 3 of 6 guesses`."""
    return row.line.rpartition(", ")[2].rpartition(" ")[0].replace(" of ", "/")


def about_to_delete(rows: Sequence[SessionRow]) -> str:
    """The text of the dialog before sessions are deleted."""
    party = any(row.party and row.result != "unfinished" for row in rows)
    kept = " The party keeps its points." if party else ""
    if len(rows) == 1:
        return f"{rows[0].line}. You can't get it back, and it drops out of the stats.{kept}"
    return f"{len(rows)} sessions. You can't get them back, and they drop out of the stats.{kept}"


# in a thread


def read_page(store: Store, query: SessionQuery) -> list[SessionRow]:
    """A page of the list. The line of an unreadable session says why. Raises SaveError, BadFilter."""
    return [row if row.readable else _with_why(store, row) for row in store.sessions(query)]


def _with_why(store: Store, row: SessionRow) -> SessionRow:
    try:
        fault = store.fault_of(row.id)
    except SaveError as error:
        return replace(row, line=one_line(str(error)))
    return replace(row, line=f"unreadable: {fault.why}") if fault else row


def delete_rows(store: Store, catalogue: Catalogue, book: ModelBook, rows: Sequence[SessionRow]) -> int:
    """Delete sessions that no other window plays, and return how many were kept. Raises SaveError."""
    free = [r.id for r in rows if r.result != "unfinished" or store.lease(r.id)]
    delete_sessions(store, catalogue, book, free, {row.party for row in rows if row.party})
    return len(rows) - len(free)


def import_path(store: Store, catalogue: Catalogue, line: str) -> tuple[list[str], list[str]]:
    """Import the sessions of a file, and return sentences on faults, then sentences on the imports.

    Raises SaveError.
    """
    taken: list[ImportResult] = []
    faults: list[str] = []
    try:
        path = expanded(line)
    except BadFile as error:
        return [str(error)], []
    for found in read_input(str(path), catalogue):
        if isinstance(found, str):
            faults.append(found)
        else:
            taken.append(import_session(store, found))
    told = [remark for one in taken for remark in one.remarks][:SHOWN]
    new = sum(one.how == "imported" for one in taken)
    if taken:
        told.append(f"{new} imported, {len(taken) - new} already saved.")
    more = len(faults) - SHOWN
    if more > 0:
        faults[SHOWN:] = [f"{more} more failed; `tui-arena import FILE --faults OUT` lists them."]
    return faults, told


def read_demos(catalogue: Catalogue) -> list[Demo]:
    """The shipped demos that can be read, in the order of their titles."""
    found = []
    for path in demo_files():
        try:
            one = read_session(path, catalogue)
        except BadFile:
            continue
        extra, variant = one.session.extra, one.session.setup.options.get(one.info.variant or "", "")
        title, about = str(extra.get("title") or path.stem), str(extra.get("about") or "")
        result = one.play.outcome().result
        found.append(Demo(path, title, about, f"{one.info.title} {variant}".strip(), result))
    return sorted(found, key=lambda demo: demo.title)
