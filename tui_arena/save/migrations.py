"""The tables of the save file, and the migrations that bring older files up to date.

Law:
- A migration is numbered, runs in one transaction and may run twice.
- The tables `header`, `event`, `message` and `renamed` are the truth. `session`, `seat`, `metric` and
  `rollup` are derived from them and may be emptied and built again; `head` is a second copy of `header`.
- Event rows are only added, never changed, and are deleted only together with their session.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache

from tui_arena.core.challenge import CHALLENGE
from tui_arena.core.record import NO_COUNTS
from tui_arena.save.codec import HEAD_TABLE, copy_missing_headers
from tui_arena.save.errors import Damaged
from tui_arena.save.setting import SETTING_TABLE

APPLICATION_ID = 0x54554941
"""Tells this program's files (`TUIA`) from all other SQLite files."""

_FIRST = """
CREATE TABLE IF NOT EXISTS meta (
  key TEXT PRIMARY KEY, value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS header (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL,
  rules INTEGER NOT NULL,
  started TEXT,
  saved TEXT NOT NULL,
  origin TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS event (
  n INTEGER NOT NULL REFERENCES header ON DELETE CASCADE,
  seq INTEGER NOT NULL CHECK (seq > 0),
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (n, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS event_recast ON event (n) WHERE type = 'recast';

CREATE TRIGGER IF NOT EXISTS event_stays BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER IF NOT EXISTS event_is_kept BEFORE DELETE ON event
WHEN EXISTS (SELECT 1 FROM header WHERE n = OLD.n)
BEGIN SELECT RAISE(ABORT, 'an event goes only with its session'); END;
CREATE TRIGGER IF NOT EXISTS event_is_added BEFORE INSERT ON event
WHEN NEW.seq <= (SELECT max(seq) FROM event WHERE n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'an event is added at the end'); END;

CREATE TABLE IF NOT EXISTS message (
  n INTEGER NOT NULL REFERENCES header ON DELETE CASCADE,
  hash TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (n, hash)
) STRICT;

CREATE TABLE IF NOT EXISTS renamed (
  n INTEGER NOT NULL REFERENCES header ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (n, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS lease (
  n INTEGER PRIMARY KEY REFERENCES header ON DELETE CASCADE,
  owner TEXT NOT NULL,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  born TEXT NOT NULL,
  heartbeat REAL NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS opened (
  owner TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  born TEXT NOT NULL,
  heartbeat REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS session (
  n INTEGER PRIMARY KEY REFERENCES header ON DELETE CASCADE,
  id TEXT NOT NULL,
  game TEXT NOT NULL,
  sort TEXT NOT NULL,
  day TEXT NOT NULL,
  started TEXT,
  ended TEXT,
  result TEXT NOT NULL,
  cause TEXT,
  variant TEXT NOT NULL,
  deck TEXT NOT NULL,
  preset TEXT NOT NULL,
  run TEXT NOT NULL,
  repetition INTEGER NOT NULL,
  daily TEXT,
  flags TEXT NOT NULL,
  line TEXT NOT NULL,
  secret TEXT,
  players TEXT NOT NULL,
  search TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS session_newest ON session (sort, n);
CREATE INDEX IF NOT EXISTS session_of_game ON session (game, sort, n);
CREATE INDEX IF NOT EXISTS session_open ON session (sort, n) WHERE result = 'unfinished';
CREATE INDEX IF NOT EXISTS session_ended ON session (game, ended, n) WHERE result <> 'unfinished';
CREATE INDEX IF NOT EXISTS session_of_run ON session (run, sort, n) WHERE run <> '';
CREATE INDEX IF NOT EXISTS session_daily ON session (game, daily) WHERE daily IS NOT NULL;

CREATE TABLE IF NOT EXISTS seat (
  n INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
  place INTEGER NOT NULL,
  seat TEXT NOT NULL,
  grp TEXT NOT NULL,
  side TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  standing TEXT NOT NULL,
  main REAL,
  recast INTEGER NOT NULL,
  prompt TEXT NOT NULL,
  persona TEXT NOT NULL,
  counts TEXT NOT NULL,
  PRIMARY KEY (n, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seat_of_player ON seat (kind, name, n);

CREATE TABLE IF NOT EXISTS metric (
  n INTEGER PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS slot (
  game TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL,
  PRIMARY KEY (game, name), UNIQUE (game, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS rollup_key (
  k INTEGER PRIMARY KEY,
  run TEXT NOT NULL, game TEXT NOT NULL, grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  variant TEXT NOT NULL, deck TEXT NOT NULL, preset TEXT NOT NULL, prompt TEXT NOT NULL,
  persona TEXT NOT NULL, flags TEXT NOT NULL, repetition INTEGER NOT NULL, partner TEXT NOT NULL,
  UNIQUE (run, game, grp, kind, name, variant, deck, preset, prompt, persona, flags, repetition, partner)
) STRICT;

CREATE TABLE IF NOT EXISTS rollup (
  k INTEGER NOT NULL REFERENCES rollup_key,
  period TEXT NOT NULL,
  cells TEXT NOT NULL,
  UNIQUE (k, period)
) STRICT;
"""

_PARTY = "CREATE INDEX IF NOT EXISTS session_of_party ON session (party, n) WHERE party IS NOT NULL"

_ITEMS = """
CREATE TABLE IF NOT EXISTS rollup_item (
  game TEXT NOT NULL, grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, condition TEXT NOT NULL,
  item TEXT NOT NULL,
  sessions INTEGER NOT NULL, won INTEGER NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (game, grp, kind, name, condition, item)
) STRICT, WITHOUT ROWID"""

_PARTS = """
CREATE TABLE IF NOT EXISTS rollup_part (
  k INTEGER NOT NULL REFERENCES rollup_key,
  item TEXT NOT NULL,
  sessions INTEGER NOT NULL, won INTEGER NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (k, item)
) STRICT, WITHOUT ROWID"""

_BEFORE = """
CREATE TABLE IF NOT EXISTS rollup_before (
  game TEXT NOT NULL, day TEXT NOT NULL,
  grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, condition TEXT NOT NULL, item TEXT NOT NULL,
  sessions INTEGER NOT NULL, won INTEGER NOT NULL, sums TEXT NOT NULL,
  PRIMARY KEY (game, day, grp, kind, name, condition, item)
) STRICT, WITHOUT ROWID"""
_MOMENTS = """
CREATE TABLE IF NOT EXISTS rollup_moments (
  game TEXT NOT NULL, grp TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, condition TEXT NOT NULL,
  moments TEXT NOT NULL,
  PRIMARY KEY (game, grp, kind, name, condition)
) STRICT, WITHOUT ROWID"""
_LISTS = (
    "DROP INDEX IF EXISTS session_newest",
    "CREATE INDEX IF NOT EXISTS session_listed ON session (sort, n, search, secret, game, result)",
    "CREATE INDEX IF NOT EXISTS event_rated ON event (n) WHERE type = 'rated'",
)
"""A search reads only the first index, which has all columns that it needs, in the order of the list."""
_ZEROS = ", ".join(
    f"CASE WHEN json_extract(counts, '$.{name}') = 0 THEN '$.{name}' ELSE '$.none' END" for name in NO_COUNTS
)
CHALLENGED = f"instr(body, '\"{CHALLENGE}\":')"
"""True for the body of a header that may have the code of a challenge; the index holds only such headers."""
_DAYS = "CREATE INDEX IF NOT EXISTS session_of_day ON session (game, day)"

_LIGHT = (
    "DROP INDEX IF EXISTS session_played",
    "DROP INDEX IF EXISTS seat_played",
    "CREATE INDEX IF NOT EXISTS seat_of_player ON seat (kind, name, n)",
    "DROP INDEX IF EXISTS session_of_secret",
    "CREATE INDEX IF NOT EXISTS session_of_secret ON session (game, secret) WHERE secret IS NOT NULL",
    "UPDATE metric SET body = json_patch('{}', body) WHERE instr(body, ':null') AND json_valid(body)",
    f"UPDATE seat SET counts = json_remove(counts, {_ZEROS}) WHERE instr(counts, ':0') AND json_valid(counts)",
    f"CREATE INDEX IF NOT EXISTS header_challenged ON header (n) WHERE {CHALLENGED}",
)
"""Indexes have only the columns by which rows are found. Metrics without a value and counts of 0 are left out of derived rows; `json_patch` drops every null."""

_ROW_NUMBERS = tuple(
    statement
    for name, columns in (
        ("session_of_game", "(game, sort)"),
        ("session_open", "(sort) WHERE result = 'unfinished'"),
        ("session_ended", "(game, ended) WHERE result <> 'unfinished'"),
        ("session_of_run", "(run, sort) WHERE run <> ''"),
        ("session_of_party", "(party) WHERE party IS NOT NULL"),
    )
    for statement in (
        f"DROP INDEX IF EXISTS {name}",
        f"CREATE INDEX IF NOT EXISTS {name} ON session {columns}",
    )
)
"""Indexes that don't name the session's number: SQLite adds it to every index, so it was stored twice."""

Migration = Callable[[sqlite3.Connection], None]


def _first(db: sqlite3.Connection) -> None:
    """Create all tables."""
    for statement in statements(_FIRST):
        db.execute(statement)


def _party(db: sqlite3.Connection) -> None:
    """Add the column `party` to the table `session`, and fill it in for existing sessions."""
    if not any(column[1] == "party" for column in db.execute("PRAGMA table_info(session)")):
        db.execute("ALTER TABLE session ADD COLUMN party TEXT")
        db.execute(
            "UPDATE session SET party = (SELECT substr(json_extract(h.body, '$.setup.extra.party'), 1, 40) "
            "FROM header h WHERE h.n = session.n AND json_valid(h.body))"
        )
    db.execute(_PARTY)


def _runs(*wanted: str) -> Migration:
    """A migration that only runs these statements."""

    def migration(db: sqlite3.Connection) -> None:
        for statement in wanted:
            db.execute(statement)

    return migration


def _second_copies(db: sqlite3.Connection) -> None:
    """Add a second copy of each header."""
    db.execute(HEAD_TABLE)
    copy_missing_headers(db)


def _settings(db: sqlite3.Connection) -> None:
    """Add the settings that sessions were played under to the derived tables; figures are counted by setting.

    The derived rows of such an old file are of an old version, so they are built again with their settings.
    """

    def columns(table: str) -> set[str]:
        return {str(column[1]) for column in db.execute(f"PRAGMA table_info({table})")}

    db.execute(SETTING_TABLE)
    if "setting" not in columns("session"):
        db.execute("ALTER TABLE session ADD COLUMN setting TEXT NOT NULL DEFAULT ''")
    if "setting" not in columns("rollup_key"):
        db.execute("ALTER TABLE rollup_key RENAME COLUMN variant TO setting")
    for table, made in (("rollup_item", _ITEMS), ("rollup_before", _BEFORE)):
        if "condition" not in columns(table):
            db.execute(f"DROP TABLE IF EXISTS {table}")
        db.execute(made)
    db.execute(_MOMENTS)


def statements(script: str) -> list[str]:
    """Split a script into statements, because `executescript` would commit the open transaction first."""
    out: list[str] = []
    current = ""
    for line in script.splitlines():
        current += line + "\n"
        if sqlite3.complete_statement(current):
            out.append(current.strip())
            current = ""
    return out


MIGRATIONS: tuple[Migration, ...] = (
    _first,
    _party,
    _runs(),  # empty, because `_settings` makes the roll-up by secret
    _runs(_PARTS, _DAYS),
    _runs(*_LISTS),
    _runs(),  # empty, because `_LIGHT` drops its indexes
    _runs(),  # empty, because `_settings` makes the roll-up by secret before some days
    _runs(),  # empty for the same reason
    _runs(),  # empty, because rows that are built again have the flag `reasoning_played`
    _second_copies,
    _settings,
    _runs(*_LIGHT),
    _runs(*_ROW_NUMBERS),  # from here on, replies that were played may be written as lists
)
"""Migration i turns version i into version i + 1."""

VERSION = len(MIGRATIONS)
"""The `user_version` that this program writes."""


def version_of(db: sqlite3.Connection) -> int:
    """The schema version of an open file. A negative number, which no version writes, counts as 0."""
    return max(int(db.execute("PRAGMA user_version").fetchone()[0]), 0)


TRUTH = ("header", "event", "message", "renamed", "meta")
"""The tables that can't be made again from other tables."""


def make_anew(db: sqlite3.Connection) -> None:
    """Make missing or damaged tables, indexes and triggers again in an open file of this version.

    The new tables are empty. The note that the derived rows are current is removed, so that the rows are
    built again. Raises Damaged if a table of `TRUTH` is missing or damaged, or if a part can't be made again.
    """
    wanted = made_here()
    wrong = _wrong(db)
    if not wrong:
        return
    lost = next((name for name in TRUTH if name in wrong), None)
    if lost is not None:
        raise Damaged(f"the table {lost} is missing or damaged")
    here = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
    db.execute("PRAGMA foreign_keys = OFF")  # so that a table can be dropped before tables that refer to it
    db.execute("BEGIN IMMEDIATE")
    try:
        for name in sorted(wrong & here, key=lambda name: wanted[name][0] == "table"):
            db.execute(f"DROP {wanted[name][0]} IF EXISTS {name}")
        left = wrong & {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
        if left:  # SQLite can't drop a part whose name is damaged, and a second entry would be fatal
            raise Damaged(f"{min(left)} can't be rebuilt")
        for migration in MIGRATIONS:
            migration(db)
        db.execute("DELETE FROM meta WHERE key = 'derived'")
        db.execute("COMMIT")
    except BaseException as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
            raise Damaged(f"the tables can't be rebuilt ({error})") from error
        raise
    finally:
        db.execute("PRAGMA foreign_keys = ON")
    if wrong := _wrong(db):
        raise Damaged(f"{min(wrong)} can't be rebuilt")


def _wrong(db: sqlite3.Connection) -> set[str]:
    """The names of tables, indexes and triggers that are missing or differ from those of this version."""
    here = _parts(db)
    return {name for name, part in made_here().items() if here.get(name) != part}


def _parts(db: sqlite3.Connection) -> dict[str, tuple[str, str, str]]:
    """Maps the name of every table, index and trigger to its kind, its table and its SQL text."""
    sql = "SELECT name, type, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
    return {name: (kind, table, text) for name, kind, table, text in db.execute(sql)}


@cache
def made_here() -> dict[str, tuple[str, str, str]]:
    """Maps the name of each part of a file of this version to its kind, its table and its SQL text."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db)
        return _parts(db)


def migrate(db: sqlite3.Connection) -> None:
    """Bring an open file to `VERSION`, one transaction per migration; does nothing if the file is current."""
    while True:
        db.execute("BEGIN IMMEDIATE")
        try:
            version = version_of(db)
            if version < VERSION:
                MIGRATIONS[version](db)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {version + 1}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        if version >= VERSION - 1:
            return
