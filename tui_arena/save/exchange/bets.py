"""The bets of "Who is the machine?" as a table: a row for each bet that counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tui_arena.core.events import Event
from tui_arena.save.unsigned import Bet, counted_bets

BETS, BETS_PARQUET = "bets", "bets.parquet"
"""The formats: CSV, and a file with types."""
COLUMNS: Mapping[str, str] = {
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
