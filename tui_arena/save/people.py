"""People who have played: their names, renaming, deletion and ratings, and the sessions of a party.

Law: renaming changes no event row; the table `renamed` has a person's new name. In the code of a challenge
only the name changes. A party's scores are computed from its sessions, so an undo or a ruling changes them at
once. A deleted session leaves its points in the party.

A party is saved as a value under the key `NOTE` plus its id. Imported sessions don't count for a party.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, NamedTuple

from tui_arena.core.challenge import CHALLENGE, BadCode, Challenge, read_code, written_long
from tui_arena.core.events import Kind
from tui_arena.core.text import one_line
from tui_arena.save import sessions
from tui_arena.save.codec import BadValue, copy_header, decode_object, encode, event_data, sound, text_of
from tui_arena.save.errors import SaveError, Stale, deriving
from tui_arena.save.filters import ONE_PLAYER, Filter, conditions
from tui_arena.save.migrations import CHALLENGED
from tui_arena.save.queries import ROW, SessionRow, row_of
from tui_arena.save.rollup.derived_rows import seats_of
from tui_arena.save.rollup.items import path_of
from tui_arena.save.sessions import Books
from tui_arena.save.setting import NAME_CHARS
from tui_arena.save.summary import SeatSummary
from tui_arena.save.unsigned import IS_UNSIGNED, bettors


def names(db: sqlite3.Connection) -> list[str]:
    """The names of the people who have played, or bet about those who played, sorted."""
    sql = (
        "SELECT DISTINCT key.name FROM rollup_key key JOIN rollup row ON row.k = key.k "
        "WHERE key.kind = 'human' AND key.run = '' AND row.period = 'all'"
    )
    with deriving():
        found = {*(row[0] for row in db.execute(sql)), *bettors(db)}
        sound(*found)
        return sorted(found, key=str.casefold)


def rename(books: Books, old: str, new: str) -> int:
    """Rename a person in headers, recasts, bets and derived rows; returns how many sessions changed.

    Raises SaveError for an empty name.
    """
    name = one_line(new, NAME_CHARS)
    if not name:
        raise SaveError("a name can't be empty")
    if name == old:
        return 0
    return _rename(books, old, lambda _: name)


def _rename(books: Books, old: str, new_in: Callable[[int], str], bettor: str | None = None) -> int:
    """Rename a person in sessions; `new_in`: returns the new name in the session with a number.

    `bettor`: the new name in bets, if it is another one.
    """
    changed = 0
    for n in _candidates(books.db, old):
        try:
            with sessions.whole_or_not(books), deriving():
                new = new_in(n)
                bets = new if bettor is None else bettor
                has_name = _rename_header(books.db, n, old, new) | _rename_events(books.db, n, old, new, bets)
        except (Stale, sqlite3.IntegrityError):
            continue  # this session can't be read, so it shows no name; `doctor` reports it
        if has_name:
            sessions.derive_again(books, n)
            changed += 1
    return changed


def _candidates(db: sqlite3.Connection, old: str) -> list[int]:
    sql = (
        "SELECT n FROM seat WHERE kind = 'human' AND name = ? "
        "UNION SELECT n FROM event WHERE type = 'recast' "
        f"UNION SELECT h.n FROM header h WHERE h.n IN (SELECT n FROM seat WHERE kind = 'human') AND {IS_UNSIGNED} "
        "ORDER BY n"
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
        copy_header(db, n)
    return bool(found)


def _rename_events(db: sqlite3.Connection, n: int, old: str, new: str, bettor: str) -> bool:
    events = sessions.events_of(db, n, (Kind.RECAST, Kind.VERDICT))
    names = [(n, e.seq, new) for e in events if e.type == Kind.RECAST and _is_person(e.get("to"), old)]
    names += [(n, e.seq, bettor) for e in events if e.type == Kind.VERDICT and e.get("by") == old]
    db.executemany("INSERT OR REPLACE INTO renamed VALUES (?, ?, ?)", names)
    return bool(names)


Left = Mapping[str, Sequence[Mapping[str, Any]]]
"""Maps a party's id to the values, such as points, that it keeps of sessions about to be deleted."""


def forget(books: Books, name: str) -> int:
    """Delete every session in which a person is the last player of a seat; returns the number of sessions.

    In parties the person becomes anonymous. The person's bets about others are withdrawn.

    A session in which the person only passed a seat on to another player isn't in any list of the person's
    sessions. It stays, without the person's name. It uses the same anonymous name as its party, so that the
    points stay with the right player.
    """
    sql = "SELECT h.id FROM seat t JOIN header h ON h.n = t.n WHERE t.kind = 'human' AND t.name = ? GROUP BY t.n"
    found = [str(one) for (one,) in books.db.execute(sql, (name,)).fetchall()]
    gone = sum(sessions.delete(books, one) for one in found)
    numbers = {
        key.removeprefix(NOTE): _free_number(books.db, key, party) for key, party in _parties(books.db)
    }

    def nameless_in(n: int) -> str:
        found = books.db.execute("SELECT party FROM session WHERE n = ?", (n,)).fetchone()
        number = numbers.get(found[0]) if found else None
        return nameless(number or _first_free(_people_in(books.db, n)))

    _rename(books, name, nameless_in, sessions.WITHDRAWN)
    for key, party in _parties(books.db):
        was = encode(party)
        _call_anew(party, _PERSON + name, f"{SOMEBODY}{numbers[key.removeprefix(NOTE)]}")
        if all(str(one).startswith(SOMEBODY) for one in party["players"]):
            books.db.execute("DELETE FROM meta WHERE key = ?", (key,))
        elif encode(party) != was:
            _keep(books.db, key, party)
    return gone


def nameless(number: int) -> str:
    """The name of a deleted person, by the number of `SOMEBODY`.

    >>> nameless(1), nameless(3)
    ('somebody', 'somebody (3)')
    """
    return "somebody" if number == 1 else f"somebody ({number})"


def _first_free(names: Collection[str]) -> int:
    """The first number of a deleted person whose name isn't one of these."""
    return next(n for n in count(1) if nameless(n) not in names)


def _free_number(db: sqlite3.Connection, key: str, party: Mapping[str, Any]) -> int:
    """The first number of a deleted person that is free in a party and in all of its sessions."""
    known = {*map(str, party["players"]), *_called(party)}
    sql = "SELECT n FROM session WHERE party = ? AND n IN (SELECT n FROM event WHERE type = 'recast')"
    handed_over = db.execute(sql, (key.removeprefix(NOTE),)).fetchall()
    names = {name for (n,) in handed_over for name in _people_in(db, n)}
    names |= {one.removeprefix(_PERSON) for one in known}
    return next(n for n in count(1) if f"{SOMEBODY}{n}" not in known and nameless(n) not in names)


def _people_in(db: sqlite3.Connection, n: int) -> set[str]:
    """The names of all who have had a seat in a session; empty if it can't be read."""
    try:
        with deriving():
            body = decode_object(
                db.execute("SELECT body FROM header WHERE n = ?", (n,)).fetchone()[0], "seats"
            )
            specs = [*body["seats"].values()]
            specs += [e.get("to") for e in sessions.events_of(db, n) if e.type == Kind.RECAST]
    except Stale:
        return set()
    return {str(spec.get("name")) for spec in specs if isinstance(spec, dict)}


def leave_behind(db: sqlite3.Connection, left: Left) -> None:
    """Save with each party the values that it keeps of its sessions that are about to be deleted."""
    for key, party in _parties(db):
        if more := left.get(key.removeprefix(NOTE)):
            party["gone"] = [*_rows(party, "gone"), *map(dict, more)]
            _keep(db, key, party)


def sat_in(db: sqlite3.Connection, name: str) -> tuple[int, int]:
    """The numbers of a person's finished and unfinished sessions; `forget` deletes all of them."""
    sql = (
        "SELECT coalesce(sum(s.result <> 'unfinished'), 0), coalesce(sum(s.result = 'unfinished'), 0) FROM session s "
        "WHERE s.n IN (SELECT n FROM seat WHERE kind = 'human' AND name = ?)"
    )
    over, open_ones = db.execute(sql, (name,)).fetchone()
    return int(over), int(open_ones)


MOST_PLAYED = 5_000
"""The maximum number of one player's sessions that are read, from the newest back."""


class Participation(NamedTuple):
    """One player's part in a session that is over."""

    id: str
    game: str
    at: str | None
    """The time at which the session ended or, if that is unknown, was started; None if both are unknown."""
    flags: frozenset[str]
    daily: str | None
    """The day of the daily (YYYY-MM-DD); None if the session isn't a daily."""
    count: Any
    """The metric that the game's share text shows; None unless the player won."""
    seats: tuple[str, ...]
    """The player's seats."""
    group: str
    """The group of the player's seat; if there are several seats, of the seat with a side."""
    side: str
    standing: str


_NO_FLAGS = frozenset[str]()
_MINE = "t.kind = ? AND t.name = ? AND t.n >= ? AND s.result <> 'unfinished'"
"""Selects a player's seats in sessions that are over, from a given session's number on."""


def _newest(db: sqlite3.Connection, kind: str, name: str) -> tuple[str, str, int]:
    """The values of `_MINE`: a player's kind and name, and the number of the oldest session to read."""
    who = kind, one_line(name, NAME_CHARS)
    newest = "SELECT t.n FROM seat t WHERE t.kind = ? AND t.name = ? GROUP BY t.n ORDER BY t.n DESC LIMIT ?"
    (first,) = db.execute(f"SELECT coalesce(min(n), 0) FROM ({newest})", (*who, MOST_PLAYED)).fetchone()
    return *who, first


def has_older(db: sqlite3.Connection, kind: str, name: str) -> bool:
    """True if a player has more sessions than the `MOST_PLAYED` that are read."""
    older = "SELECT 1 FROM seat WHERE kind = ? AND name = ? AND n < ?"
    return db.execute(older, _newest(db, kind, name)).fetchone() is not None


def played_by(db: sqlite3.Connection, kind: str, name: str, counts: Mapping[str, str]) -> list[Participation]:
    """A player's part in their newest `MOST_PLAYED` sessions, as far as these are over; oldest first.

    `counts`: maps a game to the metric for `Participation.count`.
    """
    paths = [text for game, metric in counts.items() for text in (game, path_of("values", metric))]
    path = f"CASE s.game {'WHEN ? THEN ? ' * len(counts)}END" if counts else "NULL"
    sql = (
        f"SELECT s.n, s.id, coalesce(s.ended, s.started), s.daily, json_extract(m.body, {path}), {_FEW_TEXTS} "
        f"FROM seat t CROSS JOIN session s ON s.n = t.n "
        "LEFT JOIN metric m ON m.n = s.n AND t.standing = 'won' "
        f"WHERE {_MINE} ORDER BY coalesce(s.ended, s.sort), s.n, t.place"
    )
    found: list[Participation] = []
    known: dict[tuple[bytes, ...], _Part] = {}
    last = None
    texts: list[str | None] = []
    with deriving():
        for n, session, at, daily, count, *few in db.execute(sql, (*paths, *_newest(db, kind, name))):
            texts += (session, at, daily)
            part = known.get(few := tuple(few))
            if part is None:
                part = known[few] = _part_of(few)
            game, flags, seats, group, side, standing = part
            if n != last:
                found.append(
                    Participation(session, game, at, flags, daily, count, seats, group, side, standing)
                )
            elif found[-1].side == "neutral" != side:
                both = found[-1].seats + seats
                found[-1] = Participation(session, game, at, flags, daily, count, both, group, side, standing)
            else:
                found[-1] = found[-1]._replace(seats=found[-1].seats + seats)
            last = n
        sound("".join(filter(None, texts)))  # all texts at once, which is far quicker
    return found


MOST_RECASTS = 2_000
"""The maximum number of sessions with a recast that are looked through, from the newest back."""


def handed_over(db: sqlite3.Connection, most: int) -> list[str]:
    """The ids of the newest `most` finished sessions in which a seat changed hands, oldest first.

    Branches and sessions that were helped or imported are left out.
    """
    newest = "SELECT DISTINCT n FROM event WHERE type = 'recast' ORDER BY n DESC LIMIT ?"
    sql = (
        f"SELECT s.id FROM ({newest}) e JOIN session s ON s.n = e.n "
        "WHERE s.result <> 'unfinished' AND s.flags IN ('', 'recast') ORDER BY s.n DESC LIMIT ?"
    )
    with deriving():
        found = [row[0] for row in db.execute(sql, (MOST_RECASTS, most))]
        sound(*found)
        return found[::-1]


_FEW_TEXTS = ", ".join(
    f"CAST({column} AS BLOB)" for column in ("s.game", "s.flags", "t.seat", "t.grp", "t.side", "t.standing")
)
"""Columns with few different values: they are read as bytes and decoded once per value, not per session."""
_Part = tuple[str, frozenset[str], tuple[str], str, str, str]


def _part_of(texts: Sequence[bytes]) -> _Part:
    """A session's game and flags and a player's seat, from the values of `_FEW_TEXTS`. Raises ValueError."""
    game, flags, seat, group, side, standing = map(text_of, texts)
    sound(game, flags, seat, group, side, standing)
    return game, frozenset(flags.split(",")) if flags else _NO_FLAGS, (seat,), group, side, standing


class Acquaintance(NamedTuple):
    """Another player whom a player has played with or against."""

    kind: str
    name: str
    together: int
    """Games that both played on the same side."""
    won_together: int
    against: int
    won: int
    """Games won against the other player."""
    lost: int
    """Games lost to the other player; the rest of `against` was drawn."""


def acquaintances(
    db: sqlite3.Connection, kind: str, name: str, left_out: Collection[str]
) -> list[Acquaintance]:
    """The players with a side whom a player has met.

    They are sorted: people first, then by number of games, then by first game. Only games that the player
    won, lost or drew count, and no game with one of the flags in `left_out`.
    """
    without = (f"instr(',' || s.flags || ',', ',{flag},') = 0" for flag in left_out)
    counts = " AND ".join(("1", *without))
    earlier = "({0}.place = 0 OR NOT EXISTS (SELECT 1 FROM seat e WHERE e.n = {0}.n AND e.place < {0}.place AND {1}))"
    sql = (
        "SELECT o.kind, o.name, sum(o.side = t.side), sum(o.side = t.side AND t.standing = 'won'), "
        "sum(o.side <> t.side), sum(o.side <> t.side AND t.standing = 'won'), "
        "sum(o.side <> t.side AND t.standing = 'lost') "
        f"FROM seat t CROSS JOIN session s ON s.n = t.n CROSS JOIN seat o ON o.n = t.n "
        f"WHERE {_MINE} AND (s.flags = '' OR {counts}) AND t.side <> 'neutral' "
        f"AND t.standing IN ('won', 'lost', 'drawn') AND {earlier.format('t', _SAME.format('t'))} "
        "AND o.side <> 'neutral' AND (o.kind, o.name) <> (t.kind, t.name) "
        f"AND {earlier.format('o', _SAME.format('o') + ' AND e.side = o.side')} GROUP BY o.kind, o.name "
        "ORDER BY o.kind <> 'human', count(*) DESC, "
        "min(coalesce(s.ended, s.sort) || printf(' %020d %03d', s.n, o.place))"
    )
    with deriving():
        found = [Acquaintance(*row) for row in db.execute(sql, _newest(db, kind, name))]
        for one in found:
            sound(*one)
        return found


_SAME = "e.kind = {0}.kind AND e.name = {0}.name AND e.side <> 'neutral'"


NOTE = "party:"
"""The beginning of the key of a saved party; the party's id follows."""
_PERSON = "human:"
SOMEBODY = "gone:"
"""The beginning of the PLAYER text of a person who has been deleted; a number follows."""


@dataclass(frozen=True, slots=True)
class PartySession:
    """One session of a party: its list row and its seats."""

    row: SessionRow
    seats: tuple[SeatSummary, ...]
    played: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """Maps a seat to the kind and name of all players whose moves stand, if not only the last player made any."""
    verdicts: Mapping[str, int] = field(default_factory=dict)
    """The points of people for their verdicts in a revealed session, by name."""
    hidden: bool = False
    """True if it is unsigned and not yet revealed."""


def sessions_at(db: sqlite3.Connection, party: str) -> list[PartySession]:
    """The sessions of a party in the order in which they were saved, without imported sessions."""
    sql = f"{ROW} WHERE s.party = ? AND ',' || s.flags || ',' NOT LIKE '%,imported,%' ORDER BY s.n"
    found = [row_of(row) for row in db.execute(sql, (one_line(party, 40),)).fetchall()]
    return [PartySession(row, tuple(seats_of(db, row.rank[1]))) for row in found]


def rename_in_parties(db: sqlite3.Connection, old: str, new: str) -> None:
    """Rename a person in all saved parties; merges two people of a party that then have the same name."""
    was, now = _PERSON + old, _PERSON + one_line(new, NAME_CHARS)
    for key, party in _parties(db):
        before = encode(party)
        _call_anew(party, was, now)
        if encode(party) != before:
            _keep(db, key, party)


def _keep(db: sqlite3.Connection, key: str, party: Mapping[str, Any]) -> None:
    db.execute("UPDATE meta SET value = ? WHERE key = ?", (encode(party), key))


def _call_anew(party: dict[str, Any], was: str, now: str) -> None:
    """Replace a player's PLAYER text everywhere in a saved party."""
    party["players"] = list(dict.fromkeys(now if one == was else one for one in party["players"]))
    for call in _rows(party, "calls"):
        if call.get("player") == was:
            call["player"] = now
    for seats in _rows(party, "plan"):
        seats.update({seat: now for seat, player in seats.items() if player == was})
    for gone in _rows(party, "gone"):
        points = gone.get("points")
        if isinstance(points, dict) and was in points:
            points[now] = points.pop(was) + points.get(now, 0)


def _called(party: Mapping[str, Any]) -> set[str]:
    """The PLAYER texts in a saved party's calls and in the points of its deleted sessions."""
    called = {str(call.get("player")) for call in _rows(party, "calls")}
    return called.union(*(dict(one.get("points") or {}) for one in _rows(party, "gone")))


def _rows(party: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    found = party.get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _parties(db: sqlite3.Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    """The key and the values of every saved party that has a list of players."""
    notes = "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ?"
    for key, value in db.execute(notes, (len(NOTE), NOTE)).fetchall():
        try:
            party = decode_object(value, "players")
        except BadValue:
            continue  # opening that party reports the fault
        if isinstance(party["players"], list):
            yield key, party


HIDDEN = 20_000
"""The maximum number of sessions that are searched for their secrets."""


@dataclass(frozen=True, slots=True)
class WasHidden:
    """The secret of a session or, if it is unknown, the session's first reply, which may name the secret."""

    secret: str
    """The secret that was dealt, or that became known at the end; empty if it is unknown."""
    ask: str
    """The first ask that was answered; empty if the secret was dealt or there is no reply."""
    reply: str
    """The reply to that ask."""


def hidden_from(db: sqlite3.Connection, game: str, names: Sequence[str]) -> list[WasHidden]:
    """The secrets of the newest `HIDDEN` sessions of a game in which one of these people sat.

    They are only for dealing a new secret, as the secrets of unfinished sessions are among them.
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
    values, said = _object(dealt), _reply(reply)
    text = next((value for value in values.values() if isinstance(value, str)), secret or "")
    return WasHidden(text, str(said.get("ask") or ""), str(said.get("text") or ""))


def _reply(body: str | None) -> dict[str, Any]:
    """The values of a reply's row; empty without a row or for odd values, as damaged rows are reported elsewhere."""
    try:
        return {} if body is None else event_data(Kind.REPLY, body)
    except BadValue:
        return {}


def _object(text: Any) -> dict[str, Any]:
    """The JSON object of a column; empty for any other value, as damaged rows are reported elsewhere."""
    try:
        values = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}


QUESTIONS = ("liked", "satisfied", "often")
"""The questions after a game: did people like it, were they satisfied, would they play it often?"""
STARS = range(1, 6)


@dataclass(frozen=True, slots=True)
class GivenRating:
    """One person's rating of a session."""

    session: str
    name: str
    values: Mapping[str, int]
    """Maps each key of `QUESTIONS` to 1 to 5 stars; a file may lack some of the keys."""


def given_ratings(db: sqlite3.Connection, wanted: Filter) -> list[GivenRating]:
    """The ratings that people gave in the sessions of a filter, oldest first. Raises BadFilter, Stale.

    A rating counts for the person in its seat. If a seat has several ratings, the last counts.
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


# challenges

SENT = "sent:"
"""The beginning of the key of a note on the people who sent a challenge of their own."""


def rename_in_challenges(db: sqlite3.Connection, old: str, new: str) -> None:
    """Replace a person's name in all codes and notes; an empty `new` takes the name out."""
    _in_codes(db, old, new)
    _in_notes(db, old, new)


def _in_codes(db: sqlite3.Connection, old: str, new: str) -> None:
    for n, body in db.execute(f"SELECT n, body FROM header WHERE {CHALLENGED}").fetchall():
        try:
            values = decode_object(body, "seats")
            extra = values["setup"]["extra"]
            found = read_code(extra[CHALLENGE])
        except (BadValue, BadCode, KeyError, TypeError, AttributeError):
            continue  # a session that can't be read shows no name
        if not isinstance(found, Challenge) or found.kind != "human" or found.by != old:
            continue
        code = written_long(replace(found, by=new)) or written_long(replace(found, by=""))
        if code is not None:
            extra[CHALLENGE] = code
            db.execute("UPDATE header SET body = ? WHERE n = ?", (encode(values), n))
            copy_header(db, n)


def _in_notes(db: sqlite3.Connection, old: str, new: str) -> None:
    sql = "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ?"
    for key, value in db.execute(sql, (len(SENT), SENT)).fetchall():
        try:
            names = json.loads(value)
        except (ValueError, TypeError):
            continue
        if isinstance(names, list) and old in names:
            kept = list(dict.fromkeys(filter(None, (new if one == old else one for one in names))))
            db.execute("UPDATE meta SET value = ? WHERE key = ?", (json.dumps(kept), key))
