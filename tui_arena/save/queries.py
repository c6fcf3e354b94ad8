"""Lists, counts and streaks of saved sessions; only `last_played` reads events.

Law: a list row contains a secret only if its session is over.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any

from tui_arena.core.guarded import ODD
from tui_arena.core.text import fold, one_line
from tui_arena.save.codec import decode, decode_object, event_data, sound, text_of
from tui_arena.save.filters import MAY_SHOW_PLAYERS, Filter, conditions
from tui_arena.save.migrations import CHALLENGED
from tui_arena.save.setting import NAME_CHARS
from tui_arena.save.summary import REASONING_PLAYED

ROW = (
    "SELECT s.n, coalesce((SELECT h.id FROM header h WHERE h.n = s.n), s.id), s.game, s.sort, s.started, "
    "s.ended, s.result, s.cause, s.variant, s.deck, s.line, s.players, s.flags, s.secret, "
    "m.body, s.party, s.daily FROM session s LEFT JOIN metric m ON m.n = s.n "
)
"""The columns that `row_of` reads."""
NEWEST_FIRST = " ORDER BY s.sort DESC, s.n DESC"


@dataclass(frozen=True, slots=True)
class SessionQuery:
    """Selects the sessions to list."""

    text: str = ""
    """Words, each of which must occur in the id, players' names, game, variant, result or secret."""
    game: str | None = None
    unfinished: bool | None = None
    """True: only unfinished sessions. False: only sessions that are over. None: both."""
    readable: bool = False
    """True: only sessions that could be read when their rows were made (`SessionRow.readable`)."""
    run: str | None = None
    """Only sessions of this headless run; None: any."""
    kind: str | None = None
    """Only sessions in which a player of this kind, such as `model`, sat; None: any."""
    challenged: bool = False
    """True: only sessions that were played from a challenge, or taken in as the answer to one."""
    before: tuple[str, int] | None = None
    """`SessionRow.rank` of the last row of the previous page; None for the first page."""
    limit: int = 100
    filter: Filter | None = None
    """Only sessions where some seat passes this filter; None: all. An empty game in it means all games."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One session in a list."""

    id: str
    game: str
    started: str | None
    ended: str | None
    result: str
    cause: str | None
    variant: str
    deck: str | None
    line: str
    """The players, and the result or the progress so far."""
    players: tuple[tuple[str, str], ...]
    """Pairs of a seat and its player's name."""
    metrics: Mapping[str, Any]
    flags: frozenset[str]
    secret: str | None
    """The secret that was hidden; None until the session is over."""
    rank: tuple[str, int]
    """The session's place in the list, for `SessionQuery.before`."""
    party: str | None = None
    """The id of the party at which the session was played; None if it wasn't played at a party."""
    daily: str | None = None
    """The day of the daily (YYYY-MM-DD); None if the session isn't a daily."""

    @property
    def readable(self) -> bool:
        """True if the session could be read when the row was made; otherwise it has no figures."""
        return bool(self.variant)


@dataclass(frozen=True, slots=True)
class Streak:
    """Sessions won in a row."""

    current: int
    best: int


FEW = 2000
"""If a player has at most this many sessions, only these are searched instead of the whole list."""


def find(db: sqlite3.Connection, query: SessionQuery | None = None) -> list[SessionRow]:
    """One page of sessions, newest first. Raises BadFilter."""
    query = query or SessionQuery()
    words = fold(one_line(query.text, 200)).split()
    where = ["1"]
    values: list[Any] = []
    if query.game is not None:
        # the plus makes SQLite search words in `session_listed`, which has the list's texts in its order
        where.append("+s.game = ?" if words else "s.game = ?")
        values.append(query.game)
    if query.unfinished is not None:
        where.append("s.result = 'unfinished'" if query.unfinished else "s.result <> 'unfinished'")
    if query.readable:
        where.append("s.variant <> ''")
    if query.run is not None:
        where.append("s.run = ? AND s.run <> ''")
        values.append(query.run)
    if query.kind is not None:
        where.append(f"{MAY_SHOW_PLAYERS} AND EXISTS (SELECT 1 FROM seat t WHERE t.n = s.n AND t.kind = ?)")
        values.append(query.kind)
    if query.challenged:
        where.append(f"s.n IN (SELECT n FROM header WHERE {CHALLENGED})")
    if query.before is not None:
        where.append("(s.sort, s.n) < (CAST(? AS TEXT), ?)")
        sort, n = query.before
        values += [sort.encode("utf-8", "surrogateescape") if isinstance(sort, str) else sort, n]
    if query.filter is not None:
        sql, some = conditions(db, query.filter).sessions(db, FEW)
        where.append(sql)
        values += some
    for word in words:
        where.append(f"(instr(s.search, ?) OR s.secret IN ({_SECRETS}))")
        values += [word, word]
    wanted = f"SELECT s.n FROM session s WHERE {' AND '.join(where)} {NEWEST_FIRST} LIMIT ?"
    sql = f"{ROW} WHERE s.n IN ({wanted}) {NEWEST_FIRST}"
    return [row_of(r) for r in db.execute(sql, (*values, query.limit)).fetchall()]


_SECRETS = (
    "SELECT o.secret FROM (SELECT DISTINCT game, secret FROM session WHERE secret IS NOT NULL LIMIT -1) o "
    "WHERE instr(folded(o.secret), ?)"
)
"""Selects the secrets that contain a word; each secret is folded once, however many sessions had it."""


def played(db: sqlite3.Connection, kind: str) -> list[str]:
    """The names of the players of a kind that sat in any session, sorted."""
    sql = "SELECT DISTINCT name FROM rollup_key WHERE kind = ? AND run = ''"
    return sorted((str(name) for (name,) in db.execute(sql, (kind,))), key=str.casefold)


def runs(db: sqlite3.Connection, game: str) -> list[str]:
    """The headless runs of a game, newest first."""
    sql = "SELECT run FROM session WHERE run <> '' AND game = ? GROUP BY run ORDER BY max(sort) DESC, run"
    return [str(run) for (run,) in db.execute(sql, (_name(game),))]


def without_figures(db: sqlite3.Connection, game: str | None = None) -> list[str]:
    """The ids of unreadable sessions, which have no figures, oldest first; of one game, or of all games."""
    where, values = ("", ()) if game is None else ("AND game = ?", (_name(game),))
    sql = f"SELECT id FROM session WHERE variant = '' {where} ORDER BY sort, n"
    return [str(found) for (found,) in db.execute(sql, values)]


@dataclass(frozen=True, slots=True)
class RunCounts:
    """The saved sessions of a headless run."""

    over: int = 0
    """The number of sessions that are over, including aborted sessions."""
    aborted: int = 0
    unfinished: int = 0
    first: str | None = None
    """The time at which the first session was started; None if it is unknown."""
    last: str | None = None
    """The time at which the last session ended; None if it is unknown."""


def run_counts(db: sqlite3.Connection) -> dict[str, RunCounts]:
    """Maps the id of each run to the counts of its sessions."""
    sql = (
        "SELECT run, sum(result <> 'unfinished'), sum(result = 'aborted'), sum(result = 'unfinished'), "
        "min(started), max(ended) FROM session WHERE run <> '' GROUP BY run"
    )
    return {str(run): RunCounts(*counts) for run, *counts in db.execute(sql)}


def reasoned_in(db: sqlite3.Connection, run: str) -> int:
    """The number of a run's sessions in which reasoning was played as a move."""
    sql = "SELECT count(*) FROM session WHERE run = ? AND run <> '' AND instr(',' || flags || ',', ?)"
    return int(db.execute(sql, (_name(run), f",{REASONING_PLAYED},")).fetchone()[0])


def recent(db: sqlite3.Connection, game: str, n: int) -> list[SessionRow]:
    """The sessions of a game that ended most recently, the latest first."""
    sql = f"{ROW} WHERE s.game = ? AND s.result <> 'unfinished' ORDER BY s.ended DESC, s.n DESC LIMIT ?"
    return [row_of(r) for r in db.execute(sql, (_name(game), n)).fetchall()]


def _name(text: str) -> str:
    """A name of a game or player as it is written in the save file."""
    return one_line(text, NAME_CHARS)


def row_of(row: tuple[Any, ...]) -> SessionRow:
    """Maps a database row to a list row; odd values give a list row whose line is `UNREADABLE`."""
    try:
        sound(*row)
        return _row_of(row)
    except ODD:
        return SessionRow(
            *(_plain(row[1]), _plain(row[2]), None, None, "unfinished", None, "", None, UNREADABLE, ()),
            *({}, frozenset(), None, (row[3], row[0])),
        )


UNREADABLE = "this row can't be read; rebuild it with `tui-arena doctor --rebuild`"
"""The line of a session whose list row is broken."""


def _plain(value: object) -> str:
    return one_line(str(value), NAME_CHARS)


_TEXT = (str, NoneType)


def _row_of(row: tuple[Any, ...]) -> SessionRow:
    if not all(isinstance(value, _TEXT) for value in (*row[1:14], *row[15:17])) or not all(row[1:3]):
        raise TypeError("a column of the list isn't text")
    return SessionRow(
        id=row[1],
        game=row[2],
        started=row[4],
        ended=row[5],
        result=row[6],
        cause=row[7],
        variant=row[8],
        deck=row[9] or None,
        line=row[10],
        players=tuple((seat, name) for seat, name in decode(row[11])),
        flags=frozenset(f for f in row[12].split(",") if f),
        secret=row[13] if row[6] != "unfinished" else None,
        metrics=decode_object(row[14], "values")["values"],
        rank=(row[3], row[0]),
        party=row[15],
        daily=row[16],
    )


def streak(db: sqlite3.Connection, game: str, name: str, *, daily: bool = False) -> Streak:
    """The number of a game's sessions that a player won in a row; `daily`: words of the day only.

    A draw breaks the streak, like every result that isn't a win.
    Only seats with a side count, in sessions that aren't left out of aggregates.
    """
    # dailies are few, so they are read first; otherwise the player's sessions are
    tables = "session s CROSS JOIN seat t ON t.n = s.n" if daily else _PLAYED
    where = "AND s.game = ?" + (" AND s.daily IS NOT NULL" if daily else "")
    return _streaks(db, tables, where, (_name(name), _name(game))).get(_name(game), Streak(0, 0))


def streaks(db: sqlite3.Connection, name: str) -> dict[str, Streak]:
    """Maps each game in which one of the player's sessions counts to the player's streak, as in `streak`."""
    return _streaks(db, _PLAYED, "", (_name(name),))


_PLAYED = "seat t CROSS JOIN session s ON s.n = t.n"


def _streaks(db: sqlite3.Connection, tables: str, where: str, values: tuple[str, ...]) -> dict[str, Streak]:
    sql = (
        f"SELECT s.n, CAST(s.game AS BLOB), t.standing = 'won' FROM {tables} "
        "WHERE t.kind IN ('human', 'model', 'bot', 'script') AND t.name = ? "
        "AND s.flags = '' AND t.standing NOT IN ('unfinished', 'neutral') AND t.side <> 'neutral' "
        f"{where} ORDER BY coalesce(s.ended, s.sort), s.n, t.kind, t.place"
    )
    current: dict[bytes | None, int] = {}
    best: dict[bytes | None, int] = {}
    last = None
    for n, game, won in db.execute(sql, values):
        if n != last:  # if the player has several seats, the first counts
            now = current[game] = current.get(game, 0) + 1 if won else 0
            if now >= best.get(game, 0):
                best[game] = now
        last = n
    named = (game for game in best if game is not None)  # a bad row may have none
    return {text_of(game): Streak(current[game], best[game]) for game in named}


def won_by(db: sqlite3.Connection, name: str, among: Sequence[SessionRow]) -> dict[str, bool]:
    """Maps session ids to True if the player won; only sessions that the player won, lost or drew."""
    sql = (
        "SELECT n, max(standing = 'won') FROM seat WHERE name = ? "
        f"AND n IN ({', '.join('?' * len(among))}) AND standing IN ('won', 'lost', 'drawn') GROUP BY n"
    )
    ids = {row.rank[1]: row.id for row in among}
    return {ids[n]: bool(won) for n, won in db.execute(sql, (_name(name), *ids))}


def last_played(db: sqlite3.Connection, among: Sequence[SessionRow]) -> dict[str, str]:
    """Maps session ids to the time of the last event (ISO 8601); a session without that time is left out."""
    sql = (
        f"SELECT n, type, body FROM event e WHERE n IN ({', '.join('?' * len(among))}) "
        "AND seq = (SELECT max(seq) FROM event WHERE n = e.n)"
    )
    ids = {row.rank[1]: row.id for row in among}
    found: dict[str, str] = {}
    for n, kind, body in db.execute(sql, tuple(ids)):
        try:
            at = event_data(kind, body).get("at")
        except ODD:
            continue
        if isinstance(at, str):
            found[ids[n]] = at
    return found


def daily(db: sqlite3.Connection, game: str, day: str) -> str | None:
    """The id of the word-of-the-day session of a date that was played on this computer; None without one."""
    sql = (
        "SELECT id FROM session WHERE game = ? AND daily = ? "
        "AND ',' || flags || ',' NOT LIKE '%,imported,%' ORDER BY n LIMIT 1"
    )
    row = db.execute(sql, (_name(game), one_line(day, 40))).fetchone()
    return None if row is None else str(row[0])


@dataclass(frozen=True, slots=True)
class SessionCounts:
    """Numbers of sessions; each session counts once, however many players it had."""

    started: int
    """All sessions, including unfinished ones."""
    ended: int
    first: str | None
    """The day of the oldest session, such as 2026-11-21; None if there are no sessions."""
    last: str | None


def span(db: sqlite3.Connection, wanted: Filter) -> SessionCounts:
    """The number of sessions that pass a filter, and the days they span. Raises BadFilter."""
    where, values = conditions(db, wanted).sessions()
    sql = (
        "SELECT count(*), coalesce(sum(s.result <> 'unfinished'), 0), min(s.day), max(s.day) "
        f"FROM session s WHERE {where}"
    )
    return SessionCounts(*db.execute(sql, values).fetchone())
