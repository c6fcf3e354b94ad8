"""Whole sessions as bytes, on their way from one process of this program to another.

They hold what the rows of the save file hold, so a session comes out as if it had been read from there.
"""

from __future__ import annotations

import zlib

import msgspec

from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.codec import event_of, event_row, header
from tui_arena.save.sessions import session_of


class _Packed(msgspec.Struct, array_like=True):
    id: str
    game: str
    rules: int
    started: str | None
    header: str
    events: list[tuple[int, str, str]]
    messages: dict[str, list[dict[str, str]]]


def packed(session: Session) -> bytes:
    """A session with its events and messages."""
    known = _Packed(
        session.id,
        session.game,
        session.rules,
        session.started,
        header(session),
        [event_row(event) for event in session.events],
        {name: [dict(message) for message in said] for name, said in session.messages.items()},
    )
    return zlib.compress(msgspec.json.encode(known), 1)


def unpacked(data: bytes, catalogue: Catalogue) -> Session:
    """The session in these bytes, with word list and deck from this catalogue.

    Raises BadValue or ValueError if they are no session.
    """
    known = msgspec.json.decode(zlib.decompress(data), type=_Packed)
    row = (None, known.id, known.game, known.rules, known.started, None, None, known.header)
    return session_of(row, [event_of(row) for row in known.events], catalogue, known.messages)
