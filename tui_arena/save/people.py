"""People who have played, renaming them in every saved session, their ratings, and the sessions of a party.

Law: renaming changes no event row; a person's new name is kept in the table `renamed`. A party's scores are
always computed from its sessions, so an undo, a ruling or a deletion changes them at once.

A party is saved as a value under the key `NOTE` plus its id. Imported sessions don't count for it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec

from tui_arena.core.events import Kind
from tui_arena.core.guarded import ODD
from tui_arena.core.text import one_line
from tui_arena.save import sessions
from tui_arena.save.codec import BadValue, decode_object, encode, sound
from tui_arena.save.errors import SaveError, Stale, deriving
from tui_arena.save.filters import ONE_PLAYER, Filter, conditions
from tui_arena.save.queries import ROW, SessionRow, row_of
from tui_arena.save.rollup.derived_rows import seats_of
from tui_arena.save.sessions import Books
from tui_arena.save.summary import NAME_CHARS, SeatSummary


def names(db: sqlite3.Connection) -> list[str]:
    """Names of the people who have played, sorted."""
    sql = (
        "SELECT DISTINCT key.name FROM rollup_key key JOIN rollup row ON row.k = key.k "
        "WHERE key.kind = 'human' AND key.run = '' AND row.period = 'all'"
    )
    with deriving():
        found = [row[0] for row in db.execute(sql)]
        sound(*found)
        return sorted(found, key=str.casefold)


def rename(books: Books, old: str, new: str) -> int:
    """Rename a person in headers, recasts and derived rows; returns how many sessions changed.

    Raises SaveError for an empty name.
    """
    name = one_line(new, NAME_CHARS)
    if not name:
        raise SaveError("a name can't be empty")
    if name == old:
        return 0
    changed = 0
    for n in _candidates(books.db, old):
        try:
            with sessions.whole_or_not(books), deriving():
                has_name = _rename_header(books.db, n, old, name) | _rename_recasts(books.db, n, old, name)
        except (Stale, sqlite3.IntegrityError):
            continue  # this session can't be read, so it shows no name; `doctor` tells of it
        if has_name:
            sessions.derive_again(books, n)
            changed += 1
    return changed


def _candidates(db: sqlite3.Connection, old: str) -> list[int]:
    sql = (
        "SELECT n FROM seat WHERE kind = 'human' AND name = ? "
        "UNION SELECT n FROM event WHERE type = 'recast' ORDER BY n"
    )
    return [row[0] for row in db.execute(sql, (old,)).fetchall()]


def _is_person(spec: Any, name: str) -> bool:
    return isinstance(spec, dict) and spec.get("player") == "human" and spec.get("name") == name


def _rename_header(db: sqlite3.Connection, n: int, old: str, new: str) -> bool:
    body = decode_object(db.execute("SELECT body FROM header WHERE n = ?", (n,)).fetchone()[0], "seats")
    seats = body["seats"]
    found = [seat for seat, spec in seats.items() if _is_person(spec, old)]
    for seat in found:
        seats[seat]["name"] = new
    if found:
        db.execute("UPDATE header SET body = ? WHERE n = ?", (encode(body), n))
    return bool(found)


def _rename_recasts(db: sqlite3.Connection, n: int, old: str, new: str) -> bool:
    events = [e for e in sessions.events_of(db, n) if e.type == Kind.RECAST and _is_person(e.get("to"), old)]
    db.executemany("INSERT OR REPLACE INTO renamed VALUES (?, ?, ?)", [(n, e.seq, new) for e in events])
    return bool(events)


def forget(books: Books, name: str) -> int:
    """Delete every session in which a person sat, and the person from all parties; returns how many sessions went.

    A person who only passed on a seat, and was not its last player, is found in nobody's lists and stays.
    """
    sql = "SELECT h.id FROM seat t JOIN header h ON h.n = t.n WHERE t.kind = 'human' AND t.name = ? GROUP BY t.n"
    found = [str(one) for (one,) in books.db.execute(sql, (name,)).fetchall()]
    gone = sum(sessions.delete(books, one) for one in found)
    for key, party in _parties(books.db):
        players = [one for one in party["players"] if one != _PERSON + name]
        if len(players) == len(party["players"]):
            continue
        if players:
            party["players"] = players
            books.db.execute("UPDATE meta SET value = ? WHERE key = ?", (encode(party), key))
        else:
            books.db.execute("DELETE FROM meta WHERE key = ?", (key,))
    return gone


MOST_PLAYED = 20_000
"""The most sessions that are read of one player: the newest."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One player's part in a session that is over."""

    id: str
    game: str
    started: str | None
    ended: str | None
    flags: frozenset[str]
    metrics: Mapping[str, Any]
    daily: str | None
    """The day whose daily it was (YYYY-MM-DD); None: it was none."""
    seats: tuple[str, ...]
    """The player's seats."""
    group: str
    """The group of the player's seat; of several seats the one with a side."""
    side: str
    standing: str
    others: tuple[tuple[str, str, str], ...]
    """Kind, name and side of everybody else who had a seat with a side."""


class _Figures(msgspec.Struct):
    values: dict[str, Any]


_FIGURES = msgspec.json.Decoder(_Figures).decode


def played_by(db: sqlite3.Connection, kind: str, name: str) -> list[Sitting]:
    """The sessions in which a player sat and that are over, oldest first."""
    mine = "SELECT t.n FROM seat t WHERE t.kind = ? AND t.name = ? GROUP BY t.n ORDER BY t.n DESC LIMIT ?"
    who = kind, one_line(name, NAME_CHARS)
    given = (*who, MOST_PLAYED, *who)
    others: dict[int, list[tuple[str, str, str]]] = {}
    sql = (
        f"SELECT n, kind, name, side FROM seat WHERE n IN ({mine}) AND (kind, name) <> (?, ?) "
        "AND side <> 'neutral' ORDER BY n, place"
    )
    with deriving():
        for n, other, called, side in db.execute(sql, given):
            sound(other, called, side)
            others.setdefault(n, []).append((other, called, side))
    sql = (
        "SELECT t.seat, t.grp, t.side, t.standing, "
        "s.n, coalesce((SELECT h.id FROM header h WHERE h.n = s.n), s.id), s.game, s.started, s.ended, s.flags, m.body, "
        f"s.daily FROM session s JOIN seat t ON t.n = s.n LEFT JOIN metric m ON m.n = s.n WHERE s.n IN ({mine}) "
        "AND t.kind = ? AND t.name = ? AND s.result <> 'unfinished' "
        "ORDER BY coalesce(s.ended, s.sort), s.n, t.place"
    )
    found: list[Sitting] = []
    last = None
    for seat, group, side, standing, *row in db.execute(sql, given):
        n = row[0]
        with deriving():
            sound(seat, group, side, standing)
        if n != last:
            at = _At((seat,), group, side, standing, tuple(others.get(n, ())))
            found.append(_sitting(row, at))
        elif found[-1].side == "neutral" != side:
            seats = (*found[-1].seats, seat)
            found[-1] = replace(found[-1], seats=seats, group=group, side=side, standing=standing)
        else:
            found[-1] = replace(found[-1], seats=(*found[-1].seats, seat))
        last = n
    return found


class _At(NamedTuple):
    """Where a player sat, and with whom: the last fields of a `Sitting`."""

    seats: tuple[str, ...]
    group: str
    side: str
    standing: str
    others: tuple[tuple[str, str, str], ...]


def _sitting(row: Sequence[Any], at: _At) -> Sitting:
    """What a row tells of a session, and a seat of the player; of odd values only the id and the game."""
    _, session, game, started, ended, flags, body, daily = row
    try:
        sound(session, game, started, ended, flags, daily)
        known = frozenset(flags.split(",")) if flags else frozenset[str]()
        return Sitting(session, game, started, ended, known, _FIGURES(body).values, daily, *at)
    except ODD:
        return Sitting(str(session), str(game), None, None, frozenset(), {}, None, *at)


NOTE = "party:"
"""How the key of a saved party begins; the party's id follows."""
_PERSON = "human:"


@dataclass(frozen=True, slots=True)
class PartySession:
    """One session of a party: its list row and its seats."""

    row: SessionRow
    seats: tuple[SeatSummary, ...]


def sessions_at(db: sqlite3.Connection, party: str) -> list[PartySession]:
    """The sessions of a party in the order in which they were saved, without imported ones."""
    sql = f"{ROW} WHERE s.party = ? AND ',' || s.flags || ',' NOT LIKE '%,imported,%' ORDER BY s.n"
    found = [row_of(row) for row in db.execute(sql, (one_line(party, 40),)).fetchall()]
    return [PartySession(row, tuple(seats_of(db, row.rank[1]))) for row in found]


def rename_in_parties(db: sqlite3.Connection, old: str, new: str) -> None:
    """Give a person another name in all saved parties. If that name is there already, the two become one."""
    was, now = _PERSON + old, _PERSON + one_line(new, NAME_CHARS)
    for key, party in _parties(db):
        if was in party["players"]:
            party["players"] = list(dict.fromkeys(now if one == was else one for one in party["players"]))
            db.execute("UPDATE meta SET value = ? WHERE key = ?", (encode(party), key))


def _parties(db: sqlite3.Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    """The key and the values of every saved party that has a list of players."""
    notes = "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ?"
    for key, value in db.execute(notes, (len(NOTE), NOTE)).fetchall():
        try:
            party = decode_object(value, "players")
        except BadValue:
            continue  # it is told of when somebody opens that party
        if isinstance(party["players"], list):
            yield key, party


HIDDEN = 20_000
"""The most sessions that are looked at for what they hid."""


@dataclass(frozen=True, slots=True)
class WasHidden:
    """What one session hid, or the start of it that may tell."""

    secret: str
    """The secret that was dealt, or that is known since the end; empty without one."""
    ask: str
    """The first ask that was answered; empty if the secret was dealt or nothing was said."""
    reply: str
    """What was replied to it."""


def hidden_from(db: sqlite3.Connection, game: str, names: Sequence[str]) -> list[WasHidden]:
    """What the newest `HIDDEN` sessions of a game hid in which one of these people sat, open ones included.

    It is for a new deal alone, as it holds what open sessions hide.
    """
    some = f"SELECT t.n FROM seat t WHERE t.kind = 'human' AND t.name IN ({', '.join('?' * len(names))})"
    dealt = "CASE WHEN json_valid(h.body) THEN json_extract(h.body, '$.setup.secret') END"
    said = "SELECT e.body FROM event e WHERE e.n = d.n AND e.type = 'reply' ORDER BY e.seq LIMIT 1"
    newest = f"SELECT h.n, {dealt} AS dealt FROM header h WHERE h.game = ? AND h.n IN ({some}) ORDER BY h.n DESC LIMIT ?"
    sql = (
        "SELECT d.dealt, s.secret, CASE WHEN coalesce(d.dealt, '{}') = '{}' THEN "
        f"({said}) END FROM ({newest}) d JOIN session s ON s.n = d.n"
    )
    given = (*(one_line(name, NAME_CHARS) for name in (game, *names)), HIDDEN)
    return [_hidden(*row) for row in db.execute(sql, given)]


def _hidden(dealt: Any, secret: str | None, reply: str | None) -> WasHidden:
    values, said = _object(dealt), _object(reply)
    text = next((value for value in values.values() if isinstance(value, str)), secret or "")
    return WasHidden(text, str(said.get("ask") or ""), str(said.get("text") or ""))


def _object(text: Any) -> dict[str, Any]:
    """The JSON object of a column; empty for anything else, as a damaged row is told elsewhere."""
    try:
        values = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}


QUESTIONS = ("liked", "satisfied", "often")
"""What people are asked after a game: whether they liked it, were satisfied, and would play it often."""
STARS = range(1, 6)


@dataclass(frozen=True, slots=True)
class GivenRating:
    """What one person thought of a session."""

    session: str
    name: str
    values: Mapping[str, int]
    """By `QUESTIONS`, 1 to 5; a file may lack one."""


def given_ratings(db: sqlite3.Connection, wanted: Filter) -> list[GivenRating]:
    """The ratings that people gave in the sessions of a filter, oldest first. Raises BadFilter, Stale.

    One counts for the person on its seat; of several for one seat, the last.
    """
    where, values = conditions(db, wanted).players()
    sql = (
        "SELECT s.id, t.name, r.seat, e.body FROM event e CROSS JOIN session s ON s.n = e.n "
        f"CROSS JOIN seat t ON t.n = s.n CROSS JOIN seat r ON {ONE_PLAYER.format('r')} "
        f"WHERE e.type = 'rated' AND t.kind = 'human' AND {where} ORDER BY s.sort, s.n, e.seq"
    )
    found: dict[tuple[str, str], GivenRating] = {}
    for session, name, seat, body in db.execute(sql, values):
        given = _object(body)
        if given.get("seat") == seat:
            stars = {key: one for key in QUESTIONS if type(one := given.get(key)) is int and one in STARS}
            found[session, seat] = GivenRating(session, name, stars)
    return list(found.values())
