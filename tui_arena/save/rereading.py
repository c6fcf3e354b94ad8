"""Making the figures that follow the reading of questions anew, in a file that was saved by an earlier reading.

The games that have such figures name them (`reads` in `game.toml`). Their sessions are folded page by page, and those
with another value are derived again, which moves their sums by the difference. A note in `meta` says by which reading
and how far, so that whoever is interrupted goes on from there.

Law: in every commit the sums of a session are those of its row. Sessions that were saved meanwhile are looked at as
well, which changes nothing.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection

from tui_arena.data import Catalogue
from tui_arena.questions.reading import READING
from tui_arena.save.rollup.derived_rows import READ
from tui_arena.save.sessions import Books, derive_again

PAGE = 20
"""So many sessions are folded in one transaction, for which other writers wait a tenth of a second."""
_NOTED = re.compile(r"([0-9]{1,9})(?: ([0-9]{1,15}))?")


def is_due(db: sqlite3.Connection) -> bool:
    """Whether some figures may be by an earlier reading."""
    return _after(db) is not None


def left(db: sqlite3.Connection, catalogue: Catalogue) -> int:
    """How many sessions are still to be looked at."""
    after, games = _after(db), _games(catalogue)
    if after is None:
        return 0
    sql = f"SELECT count(*) FROM session WHERE game IN ({_marks(games)}) AND n > ?"
    return int(db.execute(sql, (*games, after)).fetchone()[0])


def reread(books: Books) -> bool:
    """Look at the next page of sessions within the open transaction; returns whether there is more to do."""
    after, games = _after(books.db), _games(books.catalogue)
    if after is None:
        return False
    sql = f"SELECT n FROM header WHERE n > ? AND game IN ({_marks(games)}) ORDER BY n LIMIT ?"
    page = [n for (n,) in books.db.execute(sql, (after, *games, PAGE)).fetchall()]
    for n in page:
        derive_again(books, n, if_read_otherwise=True)
    noted = f"{READING} {page[-1]}" if page else str(READING)
    books.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (READ, noted))
    return bool(page)


def _after(db: sqlite3.Connection) -> int | None:
    """The number of the last session that was looked at; None if all figures are by this reading or a newer one."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (READ,)).fetchone()
    found = _NOTED.fullmatch(str(row[0])) if row is not None else None
    if found is None or int(found[1]) < READING:
        return 0
    return int(found[2]) if found[2] and int(found[1]) == READING else None


def _games(catalogue: Catalogue) -> Collection[str]:
    return [info.id for info in catalogue.games.values() if info.by_reading]


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))
