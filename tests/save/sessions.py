"""Session documents to start tests from."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from tests.conformance import Table, finished, play_out
from tests.save import making
from tui_arena.core.events import Event, Kind, outcome_data
from tui_arena.core.game import Ask
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.save.exchange.session_files import Incoming, document, read_document

CATALOGUE = making.CATALOGUE
WORDLE = CATALOGUE.game("wordle")
GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.json"))


def won(**setup: Any) -> dict[str, Any]:
    """A short won session without optional keys except its seats."""
    return {
        "format": "tui-arena-session",
        "version": 1,
        "id": "one",
        "game": "wordle",
        "setup": {"options": {"variant": "classic"}, "secret": {"word": "crane"}, **setup},
        "seats": {"guesser": {"player": "human", "name": "Ada"}},
        "events": [reply("guess", "slate", 1), reply("guess", "crane", 2)],
    }


def reply(ask: str, text: str, seq: int, seat: str = "guesser", **more: Any) -> dict[str, Any]:
    return {"seq": seq, "type": "reply", "seat": seat, "ask": ask, "text": text, **more}


def unfinished_with_setter() -> dict[str, Any]:
    """An unfinished session whose setter has given `zonal` after a refused reply."""
    return {
        "format": "tui-arena-session",
        "version": 1,
        "id": "open",
        "game": "wordle",
        "setup": {"options": {"variant": "clue"}, "seed": 5},
        "seats": {
            "setter": {"player": "human", "name": "Eve"},
            "guesser": {"player": "human", "name": "Ada"},
        },
        "events": [
            {"seq": 1, "type": "draft", "seat": "setter", "ask": "target", "text": "zonal"},
            reply("target", "zonal | zonal is a belt", 2, "setter", thinking="zonal it is"),
            reply("target", "zonal | of a belt around the globe", 3, "setter", messages="sha256:1"),
            reply("guess", "<think>is it zonal?</think>slate", 4, status="played"),
            {"seq": 5, "type": "note-to-self", "text": "zonal"},
            {"seq": 6, "type": "hint", "seat": "guesser", "text": "try zonal"},
        ],
        "messages": {"sha256:1": [{"role": "user", "content": "zonal"}]},
        "solution": "zonal",
    }


def read(raw: dict[str, Any]) -> Incoming:
    return read_document(json.loads(json.dumps(raw)), "case.json", CATALOGUE)


def through(raw: dict[str, Any]) -> dict[str, Any]:
    """A document read and written out again."""
    found = read(raw)
    return document(found.session, found.info, found.play)


def random_session(table: Table, *, cut: int | None = None, extra: dict[str, Any] | None = None) -> Session:
    """A random play of a table as a session, complete or up to a number of replies."""
    play = finished(table) if cut is None else _cut(table, cut)
    if play.over:
        outcome = outcome_data(play.outcome())
        play.feed(Event(play.next_seq, Kind.ENDED, {"outcome": outcome, "at": "2026-11-21T10:00:00Z"}))
    seats = {name: {"player": "bot", "name": "bot easy", "level": "easy"} for name in play.seats}
    name = f"random-{table.seed}-{Random(table.seed).random()}"
    return Session(name, table.info.id, 1, None, play.setup, seats, tuple(play.events), {}, extra or {})


def _cut(table: Table, replies: int) -> Play[Any]:
    play = table.start()
    asked: list[Ask] = []
    for ask in play_out(table, play):
        if len(asked) == replies:
            break
        asked.append(ask)
    return play
