"""Bringing the derived rows of an older file up to date, page by page, while the file is open.

There are three jobs. Each job notes in `meta` how far it got, so an interrupted job continues from there:

- `look_through` flags sessions in which reasoning was played as a move.
- `regroup` finds the setting of each session, and moves the session's sums to that setting. An older file has
  sums by row of the stats, and a row could mix several settings. First `regroup` looks at a sample of a row's
  sessions, and gives the most frequent setting to the whole row and its sums. Then it moves the sums of the
  sessions that have another setting. It folds no session.
- `reread` derives sessions again if a metric that depends on how questions are read has another value now. A
  game names such metrics in its `game.toml` (`reads`).

Law: in every commit, a session's sums agree with its row and are under the setting that its row names. Only
`rollup_item`, `rollup_moments` and `rollup_before` are filled later, at the end of `regroup`.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from tui_arena.core.events import Kind
from tui_arena.core.guarded import ODD
from tui_arena.core.reasoning import SIGNS
from tui_arena.data import Catalogue
from tui_arena.questions.reading import READING
from tui_arena.save import sessions
from tui_arena.save.codec import decode_object, encode
from tui_arena.save.errors import Stale
from tui_arena.save.filters import BLIND, Filter
from tui_arena.save.migrations import LOOKED_THROUGH, PARTS, UNGROUPED
from tui_arena.save.rollup import items as by_secret
from tui_arena.save.rollup.derived_rows import READ, entry_of, note_stale
from tui_arena.save.rollup.items import ItemSums, Sums
from tui_arena.save.rollup.sums import (
    MAIN,
    STANDINGS,
    WON_BY_ERROR,
    Deltas,
    Key,
    Rollup,
    RollupEntry,
    additions,
    periods,
)
from tui_arena.save.sessions import Books
from tui_arena.save.setting import UNREAD_SETTING, Setting, note_setting
from tui_arena.save.summary import REASONING_PLAYED, SPEAKS_PLAINLY, holds_reasoning

FLAGGED = "flagged"
"""The key in `meta` for the number of sessions that were flagged; deleted once the user has seen it."""
LOOKED_AT = 200
"""The number of sessions that are looked through in one transaction."""
_SAID_BY_OTHERS = (
    "SELECT e.n, e.body FROM event e WHERE e.n IN (SELECT t.n FROM seat t WHERE t.n > ? AND t.n <= ? AND "
    f"(t.recast OR t.kind NOT IN ({', '.join('?' * len(SPEAKS_PLAINLY))}))) AND e.type = ? AND "
    f"({' OR '.join(['instr(e.body, ?)'] * (len(SIGNS) + 1))})"
)
_LOOKED = re.compile(r"([0-9]{1,15}) ([0-9]{1,15})")
_SIGNS_IN_JSON = ('"from_thinking":true', *(encode(sign)[1:-1] for sign in SIGNS))


def look_through(books: Books) -> bool:
    """Flag one page's sessions in which reasoning was played as a move; returns whether there is more to do.

    Older versions saved these sessions without the flag. A number in `meta` says where the next page begins,
    so an interrupted job continues from there. Only sessions that may get the flag are folded.
    """
    noted = books.db.execute("SELECT value FROM meta WHERE key = ?", (LOOKED_THROUGH,)).fetchone()
    if noted is None:
        return False
    found = _LOOKED.fullmatch(str(noted[0]))
    after, count = map(int, found.groups()) if found is not None else (0, 0)
    page = books.db.execute(
        "SELECT n FROM header WHERE n > ? ORDER BY n LIMIT ?", (after, LOOKED_AT)
    ).fetchall()
    if not page:
        books.db.execute("DELETE FROM meta WHERE key = ?", (LOOKED_THROUGH,))
        if count:
            books.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (FLAGGED, str(count)))
        return False
    last = page[-1][0]
    values = (after, last, *SPEAKS_PLAINLY, Kind.REPLY, *_SIGNS_IN_JSON)
    said = books.db.execute(_SAID_BY_OTHERS, values).fetchall()
    for n in dict.fromkeys(n for n, body in said if _may_be_reasoning(body)):
        had = _is_flagged(books.db, n)
        sessions.derive_again(books, n)
        count += _is_flagged(books.db, n) and not had
    books.db.execute("UPDATE meta SET value = ? WHERE key = ?", (f"{last} {count}", LOOKED_THROUGH))
    return True


def _may_be_reasoning(body: str) -> bool:
    try:
        return holds_reasoning(decode_object(body, "text"))
    except ODD:
        return False


def _is_flagged(db: sqlite3.Connection, n: int) -> bool:
    row = db.execute("SELECT flags FROM session WHERE n = ?", (n,)).fetchone()
    return row is not None and REASONING_PLAYED in str(row[0]).split(",")


# the reading of questions

REREAD = 20
"""The number of sessions folded in one transaction; other writers wait a tenth of a second for it."""
_NOTED = re.compile(r"([0-9]{1,9})(?: ([0-9]{1,15}))?")


def has_to_reread(db: sqlite3.Connection) -> bool:
    """True if some figures may come from an earlier version of the reading of questions."""
    return _reread_to(db) is not None


def left_to_reread(db: sqlite3.Connection, catalogue: Catalogue) -> int:
    """The number of sessions that `reread` still has to look at."""
    after, games = _reread_to(db), _games(catalogue)
    if after is None:
        return 0
    sql = f"SELECT count(*) FROM session WHERE game IN ({_marks(games)}) AND n > ?"
    return int(db.execute(sql, (*games, after)).fetchone()[0])


def reread(books: Books) -> bool:
    """Look at the next page of sessions within the open transaction; returns whether there is more to do."""
    after, games = _reread_to(books.db), _games(books.catalogue)
    if after is None:
        return False
    sql = f"SELECT n FROM header WHERE n > ? AND game IN ({_marks(games)}) ORDER BY n LIMIT ?"
    page = [n for (n,) in books.db.execute(sql, (after, *games, REREAD)).fetchall()]
    for n in page:
        sessions.derive_again(books, n, if_read_otherwise=True)
    noted = f"{READING} {page[-1]}" if page else str(READING)
    books.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (READ, noted))
    return bool(page)


def _reread_to(db: sqlite3.Connection) -> int | None:
    """The number of the last session that `reread` looked at; 0 if it has to start from the first session.

    None if all figures come from this version of the reading or a newer one.
    """
    row = db.execute("SELECT value FROM meta WHERE key = ?", (READ,)).fetchone()
    found = _NOTED.fullmatch(str(row[0])) if row is not None else None
    if found is None or int(found[1]) < READING:
        return 0
    return int(found[2]) if found[2] and int(found[1]) == READING else None


def _games(catalogue: Catalogue) -> Collection[str]:
    return [info.id for info in catalogue.games.values() if info.by_reading]


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))


# settings

REGROUPED = 25_000
"""The number of sessions that are looked through in one transaction."""
ASKED = 15
"""A sample of a row has about this many sessions, and less than twice as many."""

_HIDDEN = (
    "SELECT o.n FROM session o JOIN header h ON h.n = o.n "
    f"WHERE o.setting = '' AND o.result = 'unfinished' AND {BLIND}"
)
"""Selects the blind sessions that aren't over: they have no setting, because no figure counts them."""

SettingOf = Callable[[str, str], Setting]
"""Maps a game and the JSON of a session's header to the session's setting; `UNREAD_SETTING` if unreadable."""


def regroup(books: Books, setting_of: SettingOf) -> bool:
    """Do the next piece of the work within the open transaction; returns whether there is more to do."""
    db, rollup = books.db, books.rollup
    noted = db.execute("SELECT value FROM meta WHERE key = ?", (UNGROUPED,)).fetchone()
    if noted is None:
        return False
    number, _, rest = str(noted[0]).partition(" ")
    if not number.removeprefix("-").isdecimal():
        note_stale(db)  # the note is invalid, but the rows can be made again from the events
        db.execute("DELETE FROM meta WHERE key = ?", (UNGROUPED,))
        return False
    last = (
        _begin(db, setting_of)
        if int(number) < 0
        else _go_on(db, rollup, setting_of, int(number), rest == PARTS)
    )
    if last is None:
        fill_items(db)
        fill_moments(db)
        fill_before(db)
        db.execute("DELETE FROM meta WHERE key = ?", (UNGROUPED,))
        return False
    db.execute("UPDATE meta SET value = ? WHERE key = ?", (f"{last} {rest}".rstrip(), UNGROUPED))
    return True


def _begin(db: sqlite3.Connection, setting_of: SettingOf) -> int:
    """Give each row of the stats, and all its sessions, the most frequent setting of a sample of them."""
    rows: dict[tuple[str, str, str, str], list[int]] = defaultdict(list)
    without = f"setting = '' AND variant <> '' AND n NOT IN ({_HIDDEN})"
    sql = f"SELECT n, game, variant, deck, preset FROM session WHERE {without}"
    for n, *row in db.execute(sql):
        rows[tuple(row)].append(n)
    db.execute("CREATE TEMP TABLE first_setting (game, variant, deck, preset, setting, plain)")
    for (game, variant, deck, preset), numbers in rows.items():
        found = Counter(
            setting_of(game, body)
            for n in numbers[:: max(1, len(numbers) // ASKED)]
            for (body,) in db.execute("SELECT body FROM header WHERE n = ?", (n,))
        )
        found.pop(UNREAD_SETTING, None)
        if found:
            setting = found.most_common(1)[0][0]
            note_setting(db, game, setting)
            row = (game, variant, deck, preset, setting.digest, setting.variant)
            db.execute("INSERT INTO first_setting VALUES (?, ?, ?, ?, ?, ?)", row)
    alike = "f.game = {0}.game AND f.variant = {0}.{1} AND f.deck = {0}.deck AND f.preset = {0}.preset"
    of_session = alike.format("session", "variant")
    db.execute(
        "UPDATE session SET setting = f.setting, variant = f.plain, search = CASE WHEN f.plain = f.variant THEN search "
        "ELSE replace(search, ' ' || folded(f.variant) || ' ', ' ' || folded(f.plain) || ' ') END "
        f"FROM first_setting f WHERE session.setting = '' AND session.n NOT IN ({_HIDDEN}) AND {of_session}"
    )
    _rename_keys(db, alike.format("rollup_key", "setting"))
    db.execute("DROP TABLE first_setting")
    return 0


def _rename_keys(db: sqlite3.Connection, alike: str) -> None:
    """Put the new setting into the keys of each row; if two keys become the same key, add up their sums."""
    db.execute(f"UPDATE OR IGNORE rollup_key SET setting = f.setting FROM first_setting f WHERE {alike}")
    columns = [c for _, c, *_ in db.execute("PRAGMA table_info(rollup_key)") if c not in ("k", "setting")]
    same = " AND ".join(f"o.{column} = rollup_key.{column}" for column in columns)
    twins = db.execute(
        f"SELECT rollup_key.k, o.k FROM rollup_key JOIN first_setting f ON {alike} "
        f"JOIN rollup_key o ON o.setting = f.setting AND {same} WHERE o.k <> rollup_key.k"
    ).fetchall()
    for old, new in twins:
        db.execute(
            "INSERT INTO rollup (k, period, cells) SELECT ?, period, cells FROM rollup WHERE k = ? "
            "ON CONFLICT (k, period) DO UPDATE SET cells = add_cells(cells, excluded.cells)",
            (new, old),
        )
        db.execute(
            "INSERT OR REPLACE INTO rollup_part SELECT ?, item, sum(sessions), sum(won), add_sums(sums) "
            "FROM rollup_part WHERE k IN (?, ?) GROUP BY item",
            (new, old, new),
        )
        for table in ("rollup", "rollup_part", "rollup_key"):
            db.execute(f"DELETE FROM {table} WHERE k = ?", (old,))


def _go_on(
    db: sqlite3.Connection, rollup: Rollup, setting_of: SettingOf, after: int, parts: bool
) -> int | None:
    """Look through a page of sessions, and move a session's sums if its setting isn't the one its row names.

    `parts`: True if the sums by secret of all sessions are still to be added.
    Returns the number of the page's last session; None if there are no more sessions.
    """
    sql = (
        "SELECT h.n, h.game, h.body, s.setting, s.cause IS NOT NULL AND s.result = 'won' "
        "FROM header h LEFT JOIN session s ON s.n = h.n "
        "WHERE h.n > ? ORDER BY h.n LIMIT ?"
    )
    page = db.execute(sql, (after, REGROUPED)).fetchall()
    moved = MovedSums()
    for n, game, body, there, by_error in page:
        if not there:
            continue  # the session has no sums: it was unreadable when its rows were made, or it is blind
        setting = setting_of(game, body)
        other = setting.digest not in ("", there)
        if other:
            note_setting(db, game, setting)
        if other or parts or by_error:
            entry = _entry(db, n)
            if entry is None:
                continue
            moved.move(entry, setting.digest or there, parts=parts)
        if other:
            db.execute(
                "UPDATE session SET setting = ?, variant = ? WHERE n = ?",
                (setting.digest, setting.variant, n),
            )
    moved.write(db, rollup)
    return page[-1][0] if page else None


def _entry(db: sqlite3.Connection, n: int) -> RollupEntry | None:
    try:
        return entry_of(db, n)
    except Stale:  # the next start makes all rows again
        note_stale(db)
        return None


class MovedSums:
    """The sums of sessions that move from some rows of the roll-up to others."""

    def __init__(self) -> None:
        self._days: dict[tuple[Key, str], Deltas] = defaultdict(dict)
        """Maps a key and a day to the values that are added to the key's sums on that day."""
        self._items: dict[tuple[Key, str], ItemSums] = {}

    def move(self, entry: RollupEntry, setting: str, *, parts: bool) -> None:
        """Move a session's sums to another setting; `parts`: its sums by secret aren't in any row yet."""
        for key, deltas in additions(entry):
            of_error = {name: deltas[name] for name in (WON_BY_ERROR,) if name in deltas}
            to = replace(key, setting=setting)
            _add(self._days[key, entry.day], deltas, -1)
            _add(self._days[key, entry.day], of_error, 1)  # older rows don't include it
            _add(self._days[to, entry.day], deltas, 1)
        for key, item, sums in by_secret.item_additions(entry):
            to = replace(key, setting=setting)
            for at, sign in ((to, 1),) if parts else ((key, -1), (to, 1)):
                self._items.setdefault((at, item), ItemSums(0, 0, {})).add(sums, sign)

    def write(self, db: sqlite3.Connection, rollup: Rollup) -> None:
        """Write all moved sums within the open transaction."""
        rows: dict[tuple[Key, str], Deltas] = defaultdict(dict)
        for (key, day), deltas in self._days.items():
            if any(deltas.values()):
                for span in periods(day) if not key.run else periods(day)[-1:]:
                    _add(rows[key, span], deltas, 1)
        for (key, span), deltas in rows.items():
            rollup.add(db, key, [span], deltas)
        for key in {key for key, _ in rows}:
            db.execute("DELETE FROM rollup WHERE k = ? AND cells = '[]'", (rollup.key_number(db, key),))
        by_secret.change_parts(db, rollup, self._items)


def _add(row: Deltas, deltas: Deltas, sign: int) -> None:
    for name, value in deltas.items():
        row[name] = row.get(name, 0) + sign * value


# the sums by secret and condition


def fill_moments(db: sqlite3.Connection) -> None:
    """Compute the moments again from `rollup_item`, within the open transaction."""
    db.execute("DELETE FROM rollup_moments")
    for at in db.execute("SELECT DISTINCT game, grp, kind, name, condition FROM rollup_item").fetchall():
        items: dict[str, list[Sums]] = defaultdict(list)
        for (text,) in db.execute(f"SELECT sums FROM rollup_item WHERE {by_secret.OF_CONDITION}", at):
            for name, one in _readable(text).items():
                items[name].append(one)
        by_secret.write_moments(db, at, {name: by_secret.moments_of(every) for name, every in items.items()})


def _readable(text: str) -> dict[str, Sums]:
    try:
        return by_secret.read_sums(text)
    except ODD:
        return {}


def fill_items(db: sqlite3.Connection) -> None:
    """Fill `rollup_item` from `rollup_part` within the open transaction.

    It adds up the sessions that count, by secret and condition.
    """
    db.execute("DELETE FROM rollup_item")
    db.execute(
        "INSERT INTO rollup_item SELECT k.game, k.grp, k.kind, k.name, g.condition, p.item, sum(p.sessions), "
        "sum(p.won), CASE count(*) WHEN 1 THEN p.sums ELSE add_sums(p.sums) END "
        "FROM rollup_part p JOIN rollup_key k ON k.k = p.k JOIN setting g ON g.game = k.game AND g.digest = k.setting "
        "WHERE k.flags = '' GROUP BY k.game, k.grp, k.kind, k.name, g.condition, p.item"
    )


def fill_before(db: sqlite3.Connection) -> None:
    """Fill `rollup_before` from the other derived rows, as `keep_day` does, within the open transaction."""
    db.execute("DELETE FROM rollup_before")
    many = "SELECT game FROM session GROUP BY game HAVING count(*) >= ?"
    for (game,) in db.execute(many, (by_secret.STEP,)).fetchall():
        figures = _figures_of(db, game)
        cells: dict[tuple[str, ...], ItemSums] = {}
        came, read = 0, ""
        days = "SELECT day, count(*) FROM session WHERE game = ? GROUP BY day ORDER BY day"
        for day, count in db.execute(days, (game,)).fetchall():
            if came >= max(by_secret.STEP, by_secret.OF_A_SECRET * len(cells)):
                for row in by_secret.groups(db, Filter(game), figures, days=(read, day)):
                    cell = by_secret.cell_of(row, list(figures))
                    at = cell.group, cell.kind, cell.name, cell.condition, cell.item
                    cells.setdefault(at, ItemSums(0, 0, {})).add(
                        ItemSums(cell.n, cell.won, dict(cell.sums)), 1
                    )
                read = day
                if came >= by_secret.OF_A_SECRET * len(cells):
                    for one in sorted(cells):
                        by_secret.change_row(db, "rollup_before", (game, day, *one), cells[one])
                    came = 0
            came += count


def _figures_of(db: sqlite3.Connection, game: str) -> dict[str, str]:
    kinds = dict(_kinds_there(db, game))
    names = (MAIN, *STANDINGS, *kinds)
    return {name: sql for name in names if (sql := by_secret.sql_of(name, kinds)) is not None}


def _kinds_there(db: sqlite3.Connection, game: str) -> Iterator[tuple[str, str]]:
    """The metrics that a game's roll-up by secret contains, with their kinds as their values show."""
    sql = (
        "SELECT json_type(m.body, ?) AS type FROM session s JOIN metric m ON m.n = s.n "
        "WHERE s.game = ? AND type NOT IN ('null', 'array') LIMIT 1"
    )
    for (slot,) in db.execute("SELECT name FROM slot WHERE game = ? ORDER BY place", (game,)).fetchall():
        name, _, part = slot.rpartition(" ")
        if part == "n" and name not in STANDINGS and "@" not in name and not name.startswith("#"):
            found = db.execute(sql, (by_secret.path_of("values", name), game)).fetchone()
            if found is not None:
                yield name, "seats" if found[0] == "object" else "number"
