"""Converting between plain values and the rows of the save file.

Law: every text is read back unchanged. JSON is written as ASCII, so no surrogate and no NUL reaches SQLite.
A number that some JSON readers can't hold exactly is refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from tui_arena.core.events import Event
from tui_arena.core.game import Deck, Lexicon, Setup
from tui_arena.core.session import SETUP_KEYS, Session
from tui_arena.core.text import clean
from tui_arena.save.errors import Damaged, SaveError

LARGEST = 2**53
"""Some readers of JSON can't hold whole numbers beyond this exactly."""
ID_CHARS = 128
_LAST = ("options", "secret")
_SETUP = (*(key for key in SETUP_KEYS if key not in _LAST), *_LAST)
"""The keys of a set-up in the order in which a header has them."""
_BROKEN = "a row of the save file can't be read; what can be read is recovered at the next start"


def encode(value: Any) -> str:
    """The JSON of a value; raises SaveError if JSON can't hold it."""
    try:
        _check(value)
        return json.dumps(value, separators=(",", ":"), allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise SaveError(f"this can't be saved: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")


def _check(value: Any) -> None:
    """Raise ValueError for a number out of range, at any depth."""
    if isinstance(value, int):
        if not -LARGEST <= value <= LARGEST:
            raise ValueError(f"the number {value:.6e} is beyond 2^53")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} is not a finite number")
    elif isinstance(value, Mapping):
        for inner in value.values():
            _check(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check(inner)


def decode(text: str) -> Any:
    """The value of a JSON text of the save file; raises Damaged if the text isn't JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Damaged(_BROKEN) from error


def decode_object(text: str, *keys: str) -> dict[str, Any]:
    """The object of a JSON text of the save file; raises Damaged if it lacks one of the keys."""
    value = decode(text)
    if not isinstance(value, dict) or any(key not in value for key in keys):
        raise Damaged(_BROKEN)
    return value


def checked_id(text: str) -> str:
    """The text, if it can be a session's id; raises SaveError if it can't."""
    if not text or len(text) > ID_CHARS or clean(text) != text or not text.isprintable():
        raise SaveError(f"{text[:40]!r} can't be a session's id: 1 to {ID_CHARS} printable characters are")
    return text


def header(session: Session) -> str:
    """Everything of a session except its events and messages, as JSON."""
    setup = session.setup
    values = {name: getattr(setup, name) for name in _SETUP} | {"extra": setup.extra}
    return encode({"setup": values, "seats": session.seats, "extra": session.extra})


def setup_of(values: Mapping[str, Any], lexicon: Lexicon | None, source: Deck | None = None) -> Setup:
    """The set-up of a header's values."""
    plain: dict[str, Any] = {name: values.get(name) for name in _SETUP} | {"options": values["options"]}
    return Setup(**plain, extra=values.get("extra") or {}, lexicon=lexicon, source=source)


def event_row(event: Event) -> tuple[int, str, str]:
    """An event's seq, its type and the JSON of its other values; raises SaveError."""
    if not 1 <= event.seq <= LARGEST:
        raise SaveError(f"an event can't be number {event.seq}: whole numbers from 1 are")
    kind = str(event.type)
    if clean(kind) != kind or not kind:
        raise SaveError(f"{kind[:40]!r} can't be the type of an event")
    return event.seq, kind, encode(event.data)


def event_of(row: tuple[int, str, str]) -> Event:
    """The event of a row."""
    return Event(row[0], row[1], decode_object(row[2]))
