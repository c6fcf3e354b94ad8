"""The roll-up: sums by player, seat, setting, deck and day, so that stats need few rows.

A figure has the same key everywhere: a metric of the game, a turn of a list metric (`closeness@2`), a count
of a seat (`seconds`), or a figure of `ENDINGS` and the like. Only this module maps a key to its slots in the
save file.

A row is one JSON list of whole numbers. The table `slot` says what each place in the list means.

Law: the roll-up changes in the transaction that changes a session. Adding and removing sessions in any order
gives the same rows as a rebuild. So every figure is exact: a row has the number of its values, their sum and
the sum of their squares, in millionths.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import date
from functools import partial
from itertools import zip_longest
from operator import add
from typing import Any, get_args

from tui_arena.core.game import FaultKind
from tui_arena.core.grouping import grouped
from tui_arena.core.guarded import ODD
from tui_arena.save.codec import sound
from tui_arena.save.errors import deriving
from tui_arena.save.summary import Asked, SeatSummary

SCALE = 1_000_000
MAX_TURNS = 64
"""The maximum number of turns of a list metric in the roll-up; later turns are only in the session."""
MAX_COUNT = 100
"""The largest value in the distribution of a `count` metric; larger values count as this value."""
BROKEN = "broken"
"""The key of a count that is missing from a seat's counts if it is 0."""
COUNTS = ("requests", "parsed", "violated", BROKEN, "seconds", "input_tokens", "output_tokens", "cost_usd")
"""The keys of a seat's counts; neutral seats have them, too."""
FAULTS = {kind: f"fault_{kind}" for kind in get_args(FaultKind)}
"""Maps the kinds of fault to the counts of replies with such a fault; 0 is left out."""
FIRST_WORDS = ("first_words", "first_words_seconds")
"""The counts for the mean time to the first word: the replies that were timed, and the sum of their times."""
MEAN_TIMES = {"seconds_per_reply": ("timed", "seconds"), "first_word_seconds": FIRST_WORDS}
"""Maps the keys of mean times to two counts: the replies that were timed, and the sum of their times."""
UNMETERED = "unmetered"
"""The key of the count of a model's replies whose tokens nobody knows."""
TOKENS = "tokens"
"""The key of the tokens of a session, in and out."""
REQUEST_SUCCESS = "request_success"
"""The key of the share of a session's requests whose replies could be read."""
_COUNTED = frozenset(
    {
        *COUNTS,
        *FAULTS.values(),
        *FIRST_WORDS,
        *MEAN_TIMES["seconds_per_reply"],
        UNMETERED,
        TOKENS,
        REQUEST_SUCCESS,
    }
)
SESSIONS = "n"
"""The key of the number of sessions that ended."""
MAIN, QUALITY = "#main", "quality"
"""The keys of the main score, 0 to 1, and of 100 times the main score."""
STANDINGS = ("won", "lost", "drawn", "aborted")
"""The keys, and slots, of a side's results."""
ENDINGS: dict[str, tuple[str, ...]] = {
    **{standing: (standing,) for standing in STANDINGS},
    "completed": ("won", "lost", "drawn"),
    "useful": ("won", "lost", "drawn"),
}
"""Maps the keys of figures that count endings to the standings that each figure counts."""

WON_BY_ERROR = "won_by_error"
"""The key, and slot, of wins by another seat's error: the session's cause names that seat."""

Deltas = dict[str, int]
Value = float | tuple[float | None, ...]
"""A figure of one session; for a list metric, one value per turn."""


@dataclass(frozen=True, slots=True)
class Key:
    """The values that identify a row of the roll-up, together with its period. An empty text means none."""

    run: str
    """The run whose sessions the row adds up; empty for a row over all sessions."""
    game: str
    group: str
    kind: str
    name: str
    setting: str
    """The digest of the sessions' `Setting`."""
    deck: str
    preset: str
    prompt: str
    """How the model was asked: the text of an `Asked`."""
    persona: str
    flags: str
    """The reasons to leave the sessions out of aggregates, sorted, joined by commas; empty if they count."""
    repetition: int
    """The number of the repetition, from 1; 0 outside a repeated run."""
    partner: str
    """The players of the other groups that have a side, as `kind:name`; see `partner_of`."""

    def check(self) -> None:
        """Raise TypeError or ValueError for values that are invalid in the save file."""
        texts = (
            *(self.run, self.game, self.group, self.kind, self.name, self.setting, self.deck),
            *(self.preset, self.prompt, self.persona, self.flags, self.partner),
        )
        sound(*texts)
        if not isinstance(self.repetition, int) or not all(isinstance(text, str) for text in texts):
            raise TypeError("a part of a key has the wrong type")


@dataclass(frozen=True, slots=True)
class RollupEntry:
    """The values of one session that the roll-up uses."""

    game: str
    day: str
    setting: str
    """The digest of the session's `Setting`; empty if the session is unreadable, or blind and unfinished."""
    deck: str
    preset: str
    run: str
    repetition: int
    flags: frozenset[str]
    result: str
    metrics: Mapping[str, Any]
    counted: frozenset[str]
    """The metrics whose distribution the roll-up contains."""
    seats: Sequence[SeatSummary]
    secret: str | None = None
    """The secret; None before the end, and in a game without a secret."""
    cause: str | None = None
    """The cause of the end, such as `judge: resigned`; None if the game simply came to its end."""


def additions(entry: RollupEntry) -> list[tuple[Key, Deltas]]:
    """The keys of the rows to which a session adds, with the added values.

    These are rows over all sessions and, if the session has a run, rows of its run. A session without a
    setting adds nothing.
    """
    if not entry.setting:
        return []
    out: list[tuple[Key, Deltas]] = []
    for seats in by_player(entry.seats):
        seat = seats[0]
        deltas = _deltas(entry, seats)
        for run in dict.fromkeys(("", entry.run)):
            partner = partner_of(entry.seats, seat)
            out.append((key_of(entry, seats, run, entry.repetition, partner), deltas))
    return out


def flags_text(flags: frozenset[str], *, recast: bool) -> str:
    """A session's flags as written in a player's key; `recast`: one of the player's seats is recast."""
    return ",".join(sorted(flags - {"recast"} | ({"recast"} if recast else set())))


def key_of(
    entry: RollupEntry, seats: Sequence[SeatSummary], run: str = "", repetition: int = 0, partner: str = ""
) -> Key:
    """The key of a player on these seats of a session."""
    seat = seats[0]
    return Key(
        run=run,
        game=entry.game,
        group=seat.group,
        kind=seat.kind,
        name=seat.name,
        setting=entry.setting,
        deck=entry.deck,
        preset=entry.preset,
        prompt=Asked.of(seat).text,
        persona=seat.persona or "",
        flags=flags_text(entry.flags, recast=any(one.recast for one in seats)),
        repetition=repetition,
        partner=partner,
    )


def by_player(seats: Iterable[SeatSummary]) -> list[list[SeatSummary]]:
    """The seats, grouped by group and player. A player on two seats of a group counts once in a session."""
    return list(grouped(((seat.group, seat.kind, seat.name), seat) for seat in seats).values())


def partner_of(seats: Sequence[SeatSummary], seat: SeatSummary) -> str:
    """The players of the other groups' seats, each named once, sorted and joined by commas.

    Empty if the seat isn't in the first group with a side, or if any of the players is human.
    They are sorted by name, because it doesn't matter in which seat of a group a player sits.
    """
    first = next((s.group for s in seats if s.side != "neutral"), None)
    others = [s for s in seats if s.side != "neutral" and s.group != seat.group]
    if seat.group != first or seat.kind == "human" or any(s.kind == "human" for s in others):
        return ""
    return ", ".join(sorted({f"{s.kind}:{s.name}" for s in others}))


def slot_of(key: str) -> str:
    """The name of a figure's slot in the save file."""
    if key == QUALITY:
        return MAIN
    return f"#{key}" if key in _COUNTED else key


def value_of(
    key: str, metrics: Mapping[str, Any], seats: Sequence[SeatSummary], cause: str | None = None
) -> Value | None:
    """A player's figure in one session; None if the session doesn't define it.

    `seats`: the player's seats in one group. `cause`: the cause of the session's end.
    """
    seat = seats[0]
    if seat.standing == "unfinished":
        return None
    if key in OF_SEATS:
        return OF_SEATS[key](seats)
    return None if seat.side == "neutral" else _of_side(key, metrics, seats, cause)


def _of_side(
    key: str, metrics: Mapping[str, Any], seats: Sequence[SeatSummary], cause: str | None
) -> Value | None:
    """The figure, as in `value_of`, of a player on one of the sides."""
    seat = seats[0]
    if key == WON_BY_ERROR:
        return int(by_error(cause, seats)) if seat.standing == "won" else None
    if key in ENDINGS:
        return int(seat.standing in ENDINGS[key])
    if key in (MAIN, QUALITY):
        return seat.main if key == MAIN or seat.main is None else 100 * seat.main
    return _of_metric(key, metrics, seats)


def _of_metric(key: str, metrics: Mapping[str, Any], seats: Sequence[SeatSummary]) -> Value | None:
    metric, at, turn = key.partition("@")
    value = own_value(metrics.get(metric), seats)
    if at:
        turns = value if isinstance(value, list) and turn.isdecimal() else []
        return next((_number(one) for place, one in enumerate(turns, 1) if str(place) == turn), None)
    return _turns(value) if isinstance(value, list) else _number(value)


def _turns(values: Sequence[Any]) -> Value | None:
    """The values of a list metric, turn by turn; None if no turn has a value."""
    turns = tuple(_number(one) for one in values)
    return turns if any(one is not None for one in turns) else None


def _request_success(seats: Sequence[SeatSummary]) -> float | None:
    """The share of requests whose replies could be read, 0 to 1; None if it is unknown."""
    requests, parsed = _count(seats, "requests"), _count(seats, "parsed")
    return parsed / requests if requests and parsed is not None else None


def by_error(cause: str | None, seats: Sequence[SeatSummary]) -> bool:
    """True if the cause of an end names a seat that isn't among these seats.

    >>> by_error("setter: no answer", []), by_error(None, [])
    (True, False)
    """
    named, colon, _ = (cause or "").partition(":")
    return bool(colon) and named not in {seat.seat for seat in seats}


def own_value(value: Any, seats: Sequence[SeatSummary]) -> Any:
    """The mean of a metric over these seats; a metric that has no values by seat is returned as it is."""
    if not isinstance(value, Mapping):
        return value
    own = [value[s.seat] for s in seats if isinstance(value.get(s.seat), int | float)]
    return sum(own) / len(own) if own else None


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) else None


def _deltas(entry: RollupEntry, seats: list[SeatSummary]) -> Deltas:
    deltas: Deltas = {"started": 1}
    if entry.result == "unfinished":
        return deltas
    deltas["sessions"] = 1
    _add_counts(deltas, seats)
    seat = seats[0]
    if seat.side == "neutral":
        return deltas
    deltas[seat.standing] = 1
    if seat.standing == "won" and by_error(entry.cause, seats):
        deltas[WON_BY_ERROR] = 1
    _add(deltas, MAIN, seat.main)
    for name, value in entry.metrics.items():
        if isinstance(value, list):
            for turn, one in enumerate(value[:MAX_TURNS], 1):
                _add(deltas, f"{name}@{turn}", one)
        elif isinstance(value, Mapping):
            _add(deltas, name, own_value(value, seats))
        else:
            _add(deltas, name, value)
            if name in entry.counted and isinstance(value, int):
                deltas[f"{name}={min(max(value, 0), MAX_COUNT)}"] = 1
    return deltas


def _add_counts(deltas: Deltas, seats: list[SeatSummary]) -> None:
    for name in dict.fromkeys(name for s in seats for name in s.counts):
        _add(deltas, f"#{name}", _count(seats, name))
    for name in (REQUEST_SUCCESS, TOKENS):
        _add(deltas, slot_of(name), OF_SEATS[name](seats))


def _count(seats: Sequence[SeatSummary], name: str) -> float | None:
    """The sum of a count over the seats that have the count; None if no seat has it, or a value is None."""
    values = [s.counts[name] for s in seats if name in s.counts]
    return None if not values or None in values else sum(values)


def _faults(seats: Sequence[SeatSummary]) -> float | None:
    refused, requests = _count(seats, "violated"), _count(seats, "requests")
    return 100 * refused / requests if requests and refused is not None else None


CountOf = Callable[[str], float | None]
"""Returns the sum of a count by its key; None or 0 if there is none."""


def tokens_of(count: CountOf) -> float | None:
    """The tokens of a session, in and out; None if those of one reply are unknown, or if no model replied."""
    if count(UNMETERED):
        return None
    return sum(count(name) or 0 for name in ("input_tokens", "output_tokens")) or None


def mean_time(key: str, count: CountOf) -> tuple[float | None, int]:
    """A mean time of `MEAN_TIMES` over the replies that were timed, and their number."""
    replies, seconds = (count(name) or 0 for name in MEAN_TIMES[key])
    return (seconds / replies if replies else None), round(replies)


OF_SEATS: dict[str, Callable[[Sequence[SeatSummary]], float | None]] = {
    SESSIONS: lambda _: 1,
    REQUEST_SUCCESS: _request_success,
    **{name: partial(_count, name=name) for name in COUNTS},
    BROKEN: lambda seats: _count(seats, BROKEN) or 0,
    "faults": _faults,
    TOKENS: lambda seats: tokens_of(partial(_count, seats)),
    "seconds_per_reply": lambda seats: mean_time("seconds_per_reply", partial(_count, seats))[0],
    "first_word_seconds": lambda seats: mean_time("first_word_seconds", partial(_count, seats))[0],
}
"""Maps the keys of figures that neutral seats have, too, to functions that compute them."""
NEEDS = {
    REQUEST_SUCCESS: "requests",
    "faults": "requests",
    TOKENS: "input_tokens",
    **{key: replies for key, (replies, _) in MEAN_TIMES.items()},
}
"""Maps the keys of seats' figures that aren't counts to a count without which the figure is undefined."""


def _add(deltas: Deltas, name: str, value: Any) -> None:
    """Add a figure as number, sum and sum of squares. A value that isn't a number adds nothing."""
    if value is None or not isinstance(value, int | float):
        return
    scaled = round(value * SCALE)
    deltas[f"{name} n"] = 1
    deltas[f"{name} s"] = scaled
    deltas[f"{name} q"] = scaled * scaled


def periods(day: str) -> tuple[str, ...]:
    """The spans that contain a day: all time, its year, quarter, month, third of the month, and the day."""
    year, month, number = day[:4], int(day[5:7]), int(day[8:10])
    return (
        "all",
        f"Y{year}",
        f"Q{year}-{(month + 2) // 3}",
        f"M{day[:7]}",
        f"T{day[:7]}-{_third(number)}",
        f"D{day}",
    )


def periods_since(day: str) -> tuple[list[str], str]:
    """The fewest spans that cover a day and the rest of its year, and the label of that year.

    Later years have labels of their own, which sort after the returned label. Raises ValueError if `day`
    isn't a date.
    """
    since = date.fromisoformat(day)
    year, month = f"{since.year:04}", since.month
    third, quarter = _third(since.day), (month + 2) // 3
    last = {1: 10, 2: 20, 3: 31}[third]
    spans = [f"D{year}-{month:02}-{d:02}" for d in range(since.day, last + 1)]
    spans += [f"T{year}-{month:02}-{t}" for t in range(third + 1, 4)]
    spans += [f"M{year}-{m:02}" for m in range(month + 1, quarter * 3 + 1)]
    spans += [f"Q{year}-{q}" for q in range(quarter + 1, 5)]
    return spans, f"Y{year}"


def _third(day: int) -> int:
    return min((day - 1) // 10, 2) + 1


_COLUMNS = ", ".join("grp" if f.name == "group" else f.name for f in fields(Key))
_KNOWN = " AND ".join(f"{c} = ?" for c in _COLUMNS.split(", "))


@dataclass(slots=True)
class Cells:
    """The values of a row, or the sums of several rows, by slot name."""

    slots: Mapping[str, int]
    values: list[int] = field(default_factory=list)

    @classmethod
    def total(cls, parts: Sequence[Cells]) -> Cells:
        """The sum of one or more rows of the same game."""
        whole = cls(parts[0].slots)
        for part in parts:
            whole.add(part.values)
        return whole

    def add(self, other: list[int]) -> None:
        """Add another row of the same game."""
        short, long = sorted((self.values, other), key=len)
        self.values = [*map(add, short, long), *long[len(short) :]]

    def __getitem__(self, name: str) -> int:
        place = self.slots.get(name, len(self.values))
        return self.values[place] if place < len(self.values) else 0

    def sums(self, key: str) -> tuple[int, int, int]:
        """The number of a figure's values, their sum in millionths, and the sum of the squared millionths."""
        slot = slot_of(key)
        n = self["sessions" if key == BROKEN else f"{slot} n"]
        return n, self[f"{slot} s"], self[f"{slot} q"]

    def names(self) -> Iterable[str]:
        """The names of the slots whose value isn't 0."""
        return (name for name, place in self.slots.items() if place < len(self.values) and self.values[place])


def add_lists(old: str, new: str) -> str:
    """The sum of two rows, without trailing zeros; SQL calls this function as `add_cells`."""
    try:
        total = [a + b for a, b in zip_longest(json.loads(old), json.loads(new), fillvalue=0)]
    except ODD:
        return old  # the row stays odd, so reading it reports the fault; the move must be saved all the same
    while total and total[-1] == 0:
        total.pop()
    return json.dumps(total, separators=(",", ":"))


class Rollup:
    """Writes and reads the roll-up of one save file.

    Keys and slots are never removed or renumbered, so the cached numbers stay valid even if another process
    writes.
    """

    def __init__(self) -> None:
        self._keys: dict[Key, int] = {}
        self._slots: dict[str, dict[str, int]] = {}
        self._conditions: dict[tuple[str, str], str] = {}
        self._gathered: dict[tuple[Key, str], Deltas] | None = None
        """The changes that aren't written yet, by key and day; None while each is written at once."""

    def forget(self) -> None:
        """Empty the caches, because a transaction that created some of their numbers was rolled back."""
        self._keys.clear()
        self._slots.clear()
        self._conditions.clear()

    def change(
        self,
        db: sqlite3.Connection,
        day: str,
        gone: list[tuple[Key, Deltas]],
        come: list[tuple[Key, Deltas]],
    ) -> None:
        """Subtract a session's old figures (`gone`) and add its new ones (`come`).

        `day`: the session's day. Runs within the open transaction.
        """
        net: dict[tuple[Key, str], Deltas] = {} if self._gathered is None else self._gathered
        for sign, rows in ((-1, gone), (1, come)):
            for key, deltas in rows:
                row = net.setdefault((key, day), {})
                for name, value in deltas.items():
                    row[name] = row.get(name, 0) + sign * value
        if self._gathered is None:
            self._write(db, net)

    @contextmanager
    def gathering(self, db: sqlite3.Connection) -> Iterator[None]:
        """Within the open transaction, add up the changes of the block, and write each row once at its end.

        Sessions that end together change the same rows.
        """
        net: dict[tuple[Key, str], Deltas] = {}
        self._gathered = net
        try:
            yield
        finally:
            self._gathered = None
        self._write(db, net)

    def _write(self, db: sqlite3.Connection, net: Mapping[tuple[Key, str], Deltas]) -> None:
        for (key, day), deltas in net.items():
            if not any(deltas.values()):
                continue
            k, cells = self.key_number(db, key), self._list(db, key.game, deltas)
            spans = periods(day)
            db.executemany(
                "INSERT INTO rollup (k, period, cells) VALUES (?, ?, ?) "
                "ON CONFLICT (k, period) DO UPDATE SET cells = add_cells(cells, excluded.cells)",
                [(k, span, cells) for span in (spans if not key.run else spans[-1:])],
            )
            if min(deltas.values()) < 0:
                db.execute("DELETE FROM rollup WHERE k = ? AND cells = '[]'", (k,))

    def key_number(self, db: sqlite3.Connection, key: Key) -> int:
        """The number of a key in the save file; a new key gets a new number."""
        if key not in self._keys:
            values = tuple(getattr(key, one.name) for one in fields(key))
            found = db.execute(f"SELECT k FROM rollup_key WHERE {_KNOWN}", values).fetchone()
            if found is None:
                marks = ", ".join("?" * len(values))
                sql = f"INSERT INTO rollup_key ({_COLUMNS}) VALUES ({marks}) RETURNING k"
                found = db.execute(sql, values).fetchone()
            self._keys[key] = int(found[0])
        return self._keys[key]

    def condition_of(self, db: sqlite3.Connection, key: Key) -> str:
        """The digest of a key's condition; empty if the key's setting isn't in the file."""
        at = key.game, key.setting
        if at not in self._conditions:
            sql = "SELECT condition FROM setting WHERE game = ? AND digest = ?"
            row = db.execute(sql, at).fetchone()
            self._conditions[at] = str(row[0]) if row is not None else ""
        return self._conditions[at]

    def _list(self, db: sqlite3.Connection, game: str, deltas: Deltas) -> str:
        slots = self._slots.setdefault(game, {})
        if any(name not in slots for name in deltas):
            slots.update(slots_of(db, game))
            for name in deltas:
                if name not in slots:
                    slots[name] = len(slots)
                    db.execute("INSERT INTO slot VALUES (?, ?, ?)", (game, name, slots[name]))
        places = {slots[name]: value for name, value in deltas.items()}
        cells = [places.get(i, 0) for i in range(max(places) + 1)]
        return json.dumps(cells, separators=(",", ":"))


def slots_of(db: sqlite3.Connection, game: str) -> dict[str, int]:
    """Maps the name of each slot of a game to its place in a row."""
    rows = db.execute("SELECT name, place FROM slot WHERE game = ? ORDER BY place", (game,))
    return dict(rows.fetchall())


def read(
    db: sqlite3.Connection, game: str, run: str, since: str | None, wanted: Callable[[Key], bool]
) -> list[tuple[Key, Cells]]:
    """The keys of a game and a run that `wanted` accepts, with their sums from a day on.

    Raises ValueError if `since` isn't a date.
    """
    where, spans = _spans(run, since)
    out: dict[int, Cells] = {}
    with deriving():
        keys = {k: key for k, key in keys_of(db, game, run) if wanted(key)}
        slots = slots_of(db, game)
        for k in keys:
            for (cells,) in db.execute(f"SELECT cells FROM rollup WHERE k = ? AND {where}", (k, *spans)):
                values = _numbers(cells)
                if k in out:
                    out[k].add(values)
                else:
                    out[k] = Cells(slots, values)
    return [(keys[k], cells) for k, cells in out.items()]


def keys_of(db: sqlite3.Connection, game: str, run: str = "") -> Iterator[tuple[int, Key]]:
    """The keys of a game and a run, with their numbers. Raises ValueError or TypeError for odd keys."""
    for k, *values in db.execute(
        f"SELECT k, {_COLUMNS} FROM rollup_key WHERE run = ? AND game = ?", (run, game)
    ).fetchall():
        key = Key(*values)
        key.check()
        yield k, key


def _numbers(cells: str) -> list[int]:
    """The numbers of a row of the roll-up; raises ValueError if it isn't a JSON list of whole numbers."""
    values = json.loads(cells)
    if not isinstance(values, list) or not all(isinstance(one, int) for one in values):
        raise ValueError("these aren't sums")
    return values


def _spans(run: str, since: str | None) -> tuple[str, list[str]]:
    """The SQL condition, with its values, for the rows of a key that cover the time from a day on."""
    if run:
        return "period >= ?", [f"D{since or ''}"]
    if since is None:
        return "period = 'all'", []
    spans, year = periods_since(since)
    marks = ", ".join("?" * len(spans))
    return f"(period IN ({marks}) OR (period > ? AND period < 'Z'))", [*spans, year]
