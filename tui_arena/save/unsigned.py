"""The bets of "Who is the machine?": whom people took for a machine in unsigned sessions.

In an unsigned session, people and machines hold the seats in secret. At its end, everybody bets for each other
seat whether a machine held it. Each bet is an event `verdict`; the event `revealed` ends the betting.

Law: a bet counts only if its session was revealed. No bet counts from a seat that changed hands, about such a
seat, about oneself, or of somebody who was deleted. Of several bets of one person about one seat, the last counts.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any

from tui_arena.core.blind import UNSIGNED, bets_in
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Data
from tui_arena.core.text import one_line
from tui_arena.save.codec import BadValue, decode_object
from tui_arena.save.filters import ONE_PLAYER, Filter, conditions
from tui_arena.save.sessions import events_of
from tui_arena.save.setting import NAME_CHARS, settings
from tui_arena.save.summary import player_of

HUMAN = "human"
IS_UNSIGNED = f"CASE WHEN json_valid(h.body) THEN json_type(h.body, '$.setup.extra.{UNSIGNED}') END = 'true'"
"""True if the set-up of a `header h` is unsigned."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One person's bet about one seat of a session."""

    session: str
    game: str
    item: str | None
    """What was hidden in the session."""
    seq: int
    """The number of the bet's event in the session."""
    bettor: str
    """The name of the person who bet."""
    bettor_seat: str | None
    """The bettor's seat; None if they only watched."""
    seat: str
    """The seat that the bet is about."""
    spec: Data = field(repr=False)
    """The player in that seat, as in a session file."""
    said: bool
    """True if the bettor took the seat for a machine's."""
    people: int
    """How many of the `others` a person held."""
    others: int
    """The number of seats but the bettor's own; seats that changed hands aren't included."""

    @property
    def player(self) -> tuple[str, str]:
        """The kind and the name of the player on the seat."""
        return player_of(self.spec)

    @property
    def machine(self) -> bool:
        """True if a machine held the seat."""
        return self.player[0] != HUMAN

    @property
    def wrong(self) -> bool:
        """True if a machine was taken for a person, or a person for a machine."""
        return self.said != self.machine

    @property
    def chance(self) -> float:
        """The chance level of `wrong`, 0 to 1: about a machine, the share of people among the others."""
        share = self.people / self.others
        return share if self.machine else 1 - share


def counted_bets(
    session: str, game: str, item: str | None, seats: Mapping[str, Data], events: Iterable[Event]
) -> list[Bet]:
    """The bets of a session that count, in the order in which they were first made.

    `seats`: the first cast.
    """
    events = list(events)
    if not any(event.type == Kind.REVEALED for event in events):
        return []
    changed = {event.get("seat") for event in events if event.type == Kind.RECAST}
    here = {seat: player_of(spec) for seat, spec in seats.items() if seat not in changed}
    found = []
    for (bettor, seat), event in bets_in(events, changed).items():
        own = event.get("from")
        others = {one: who for one, who in here.items() if one != own and who != (HUMAN, bettor)}
        if seat in others:
            people = sum(kind == HUMAN for kind, _ in others.values())
            said, all_of = event["machine"], len(others)
            found.append(
                Bet(session, game, item, event.seq, bettor, own, seat, seats[seat], said, people, all_of)
            )
    return found


def bets(db: sqlite3.Connection, wanted: Filter) -> list[Bet]:
    """The bets about the seats that pass a filter, the oldest session first. Raises BadFilter, Stale."""
    unsigned = _unsigned_in(db, wanted.game)
    if not unsigned:
        return []
    where, values = conditions(db, wanted).players()
    sql = (
        f"SELECT s.n, s.id, s.secret, h.body, r.seat FROM {_WITH_PEOPLE} CROSS JOIN header h ON h.n = s.n "
        f"CROSS JOIN seat t ON t.n = s.n CROSS JOIN seat r ON {ONE_PLAYER.format('r')} "
        f"WHERE {unsigned} AND {where} ORDER BY s.sort, s.n"
    )
    found: list[Bet] = []
    for (n, session, item, body), rows in groupby(db.execute(sql, values).fetchall(), itemgetter(0, 1, 2, 3)):
        about = {seat for *_, seat in rows}
        try:
            seats = decode_object(body, "seats")["seats"]
            events = events_of(db, n, (Kind.VERDICT, Kind.REVEALED, Kind.RECAST))
        except BadValue:
            continue  # this session can't be read; `doctor` reports it
        found += [bet for bet in counted_bets(session, wanted.game, item, seats, events) if bet.seat in about]
    return found


def bettors(db: sqlite3.Connection) -> Iterator[str]:
    """Yields the names of all people whose bets were revealed; some names come more than once."""
    unsigned = _unsigned_in(db)
    for (n,) in db.execute(f"SELECT s.n FROM {_WITH_PEOPLE} WHERE {unsigned}").fetchall() if unsigned else ():
        try:
            names = (one_line(str(one.get("by")), NAME_CHARS) for one in events_of(db, n, (Kind.VERDICT,)))
            yield from filter(None, names)
        except BadValue:
            continue  # this session can't be read; `doctor` reports it


_WITH_PEOPLE = f"(SELECT DISTINCT n FROM seat WHERE kind = '{HUMAN}') p CROSS JOIN session s ON s.n = p.n"
"""The sessions with a person at the table; an index leads to these few, so no others are read."""


def _unsigned_in(db: sqlite3.Connection, game: str = "") -> str:
    """A condition on `session s` for the unsigned sessions that were revealed; empty if there are none."""
    digests = [digest for digest, one in settings(db, game).items() if one.options.get(UNSIGNED)]
    some = ", ".join(f"'{digest}'" for digest in digests if digest.isalnum())
    return f"s.setting IN ({some})" if some else ""


# the table of bets

BETS, BETS_PARQUET = "bets", "bets.parquet"
"""The formats: CSV, and a file with types."""
BET_COLUMNS: Mapping[str, str] = {
    "session": "the session's id; in an export without names, its number",
    "game": "the game's id",
    "item": "what was hidden",
    "seq": "the number of the bet's event in the session",
    "bettor": "the person who bet",
    "from": "the bettor's seat; empty if they only watched",
    "seat": "the seat that the bet is about",
    "kind": "who really held it: human, bot, model or script",
    "player": "the name of who held it; a bot's has its level",
    "model": "the model's name as its provider knows it",
    "level": "the bot's level",
    "said_machine": "1: the bettor took the seat for a machine's; 0: for a person's",
    "machine": "1: a machine held it; 0: a person",
    "wrong": "1: the bet was wrong, so a machine passed or a person was taken for a machine; 0: it was right",
    "chance": "the chance level of `wrong`: how often bets without any knowledge would be wrong",
}
"""The columns with their meanings."""


def bet_row(bet: Bet) -> dict[str, Any]:
    """The row of a bet."""
    kind, player = bet.player
    said = {"said_machine": bet.said, "machine": bet.machine, "wrong": bet.wrong}
    return {
        "session": bet.session,
        "game": bet.game,
        "item": bet.item,
        "seq": bet.seq,
        "bettor": bet.bettor,
        "from": bet.bettor_seat,
        "seat": bet.seat,
        "kind": kind,
        "player": player,
        "model": bet.spec.get("model"),
        "level": bet.spec.get("level"),
        **{name: int(value) for name, value in said.items()},
        "chance": bet.chance,
    }


def bet_rows(document: Mapping[str, Any], item: str | None, number: int) -> Iterator[dict[str, Any]]:
    """The rows of a session's bets. `document`: the values that may be shown. `number`: stands in for its id."""
    events = [Event.from_json(row, place) for place, row in enumerate(document["events"], 1)]
    name = str(document.get("id") or number)
    yield from map(bet_row, counted_bets(name, document["game"], item, document["seats"], events))
