"""Finding the setting of each session of an older file, and moving its sums to that setting.

An older file has its sums by a row of the stats, in which several settings could be mixed. First all sessions of such a
row get the setting that most of some of them had, and so do their sums (`begin`). Then all sessions are looked through,
page by page, and the sums of those with another setting are moved (`go_on`). A number in `meta` says where the next page
begins, so that whoever is interrupted goes on from there. No session is folded.

Law: in every commit the sums of a session stand under the setting that its row names. Only `rollup_item`,
`rollup_moments` and `rollup_before` are made at the end, from all that was moved.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace

from tui_arena.save.errors import Stale
from tui_arena.save.filters import BLIND
from tui_arena.save.rollup.derived_rows import entry_of, note_stale
from tui_arena.save.rollup.items import (
    ItemSums,
    change_parts,
    fill_before,
    fill_items,
    fill_moments,
    item_additions,
)
from tui_arena.save.rollup.settings import note
from tui_arena.save.rollup.sums import WON_BY_ERROR, Deltas, Key, Rollup, RollupEntry, additions, periods
from tui_arena.save.setting import UNREAD_SETTING, Setting

NOTE = "ungrouped"
"""The key in `meta` for how far sessions were looked through: the number of the last one; `-1` before `begin`."""
PARTS = "parts"
"""What the note says behind the number if there were no sums by secret, so that each session's are added."""
PAGE = 25_000
"""So many sessions are looked through in one transaction."""
ASKED = 15
"""At most so many sessions of a row are asked for the setting that the whole row gets first."""

_HIDDEN = (
    "SELECT o.n FROM session o JOIN header h ON h.n = o.n "
    f"WHERE o.setting = '' AND o.result = 'unfinished' AND {BLIND}"
)
"""The blind sessions that are not over: they have no setting, because they are in no figures."""

SettingOf = Callable[[str, str], Setting]
"""The setting of a game's session by its header's JSON; `UNREAD_SETTING` if that can't be read."""


def note_ungrouped(db: sqlite3.Connection) -> None:
    """Note within the open transaction that the settings of the sessions that are there have to be found."""
    if db.execute("SELECT 1 FROM session WHERE variant <> '' LIMIT 1").fetchone() is None:
        return
    parts = db.execute("SELECT 1 FROM rollup_part LIMIT 1").fetchone()
    secret = db.execute("SELECT 1 FROM session WHERE secret IS NOT NULL LIMIT 1").fetchone()
    value = f"-1 {PARTS}" if parts is None and secret is not None else "-1"
    db.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (NOTE, value))


def is_ungrouped(db: sqlite3.Connection) -> bool:
    """Whether there is more to do."""
    return db.execute("SELECT 1 FROM meta WHERE key = ?", (NOTE,)).fetchone() is not None


def regroup(db: sqlite3.Connection, rollup: Rollup, setting_of: SettingOf) -> bool:
    """Do the next piece within the open transaction; returns whether there is more to do."""
    noted = db.execute("SELECT value FROM meta WHERE key = ?", (NOTE,)).fetchone()
    if noted is None:
        return False
    number, _, rest = str(noted[0]).partition(" ")
    if not number.removeprefix("-").isdecimal():
        note_stale(db)  # whoever wrote that, the rows can be made anew from the events
        db.execute("DELETE FROM meta WHERE key = ?", (NOTE,))
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
        db.execute("DELETE FROM meta WHERE key = ?", (NOTE,))
        return False
    db.execute("UPDATE meta SET value = ? WHERE key = ?", (f"{last} {rest}".rstrip(), NOTE))
    return True


def _begin(db: sqlite3.Connection, setting_of: SettingOf) -> int:
    """Give each row of the stats, and all its sessions, the setting that most of some of its sessions had."""
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
            note(db, game, setting)
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
    """Give the keys of each row its setting; the sums of two keys that are one from now on are added up."""
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
    """Look through a page of sessions, and move the sums of those with another setting than their row names.

    `parts`: whether the sums by secret of all of them are still to be added. The number of the last one; None if there
    are no more.
    """
    sql = (
        "SELECT h.n, h.game, h.body, s.setting, s.cause IS NOT NULL AND s.result = 'won' "
        "FROM header h LEFT JOIN session s ON s.n = h.n "
        "WHERE h.n > ? ORDER BY h.n LIMIT ?"
    )
    page = db.execute(sql, (after, PAGE)).fetchall()
    moved = MovedSums()
    for n, game, body, there, by_error in page:
        if not there:
            continue  # it could not be read when its rows were made, or is blind, so it has no sums
        setting = setting_of(game, body)
        other = setting.digest not in ("", there)
        if other:
            note(db, game, setting)
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
    except Stale:  # the next start makes all rows anew
        note_stale(db)
        return None


class MovedSums:
    """What sessions take from some rows of the roll-up and add to others."""

    def __init__(self) -> None:
        self._days: dict[tuple[Key, str], Deltas] = defaultdict(dict)
        """What is added to a key on a day."""
        self._items: dict[tuple[Key, str], ItemSums] = {}

    def move(self, entry: RollupEntry, setting: str, *, parts: bool) -> None:
        """Move a session's sums to another setting; `parts`: its sums by secret stand nowhere yet."""
        for key, deltas in additions(entry):
            of_error = {name: deltas[name] for name in (WON_BY_ERROR,) if name in deltas}
            to = replace(key, setting=setting)
            _add(self._days[key, entry.day], deltas, -1)
            _add(self._days[key, entry.day], of_error, 1)  # older rows have it nowhere
            _add(self._days[to, entry.day], deltas, 1)
        for key, item, sums in item_additions(entry):
            to = replace(key, setting=setting)
            for at, sign in ((to, 1),) if parts else ((key, -1), (to, 1)):
                self._items.setdefault((at, item), ItemSums(0, 0, {})).add(sums, sign)

    def write(self, db: sqlite3.Connection, rollup: Rollup) -> None:
        """Write all of it within the open transaction."""
        rows: dict[tuple[Key, str], Deltas] = defaultdict(dict)
        for (key, day), deltas in self._days.items():
            if any(deltas.values()):
                for span in periods(day) if not key.run else periods(day)[-1:]:
                    _add(rows[key, span], deltas, 1)
        for (key, span), deltas in rows.items():
            rollup.add(db, key, [span], deltas)
        for key in {key for key, _ in rows}:
            db.execute("DELETE FROM rollup WHERE k = ? AND cells = '[]'", (rollup.key_number(db, key),))
        change_parts(db, rollup, self._items)


def _add(row: Deltas, deltas: Deltas, sign: int) -> None:
    for name, value in deltas.items():
        row[name] = row.get(name, 0) + sign * value
