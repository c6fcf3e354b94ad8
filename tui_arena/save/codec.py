"""Converting between plain values and the rows of the save file.

Law: every text is read back unchanged. JSON is written as ASCII, so no surrogate and no NUL reaches SQLite.
A number that some JSON readers can't hold exactly is refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from types import NoneType
from typing import Any

from tui_arena.core.events import Event
from tui_arena.core.game import Deck, Lexicon, Setup
from tui_arena.core.session import SETUP_KEYS, Session
from tui_arena.core.text import clean
from tui_arena.save.errors import SaveError

LARGEST = 2**53
"""Some readers of JSON can't hold whole numbers beyond this exactly."""
ID_CHARS = 128
_LAST = ("options", "secret")
_SETUP = (*(key for key in SETUP_KEYS if key not in _LAST), *_LAST)
"""The keys of a set-up in the order in which a header has them."""


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


class BadValue(ValueError):
    """A value of a row that can't stand there; the text says why."""


def text_of(raw: bytes) -> str:
    """A text of the save file. Bytes that are no UTF-8 are kept as lone surrogates, which `sound` refuses."""
    return raw.decode("utf-8", "surrogateescape")


_PLAIN = (int, float, NoneType)


def sound(*values: object) -> None:
    """Raise ValueError unless every value is a text that holds valid Unicode, a number, or None."""
    for value in values:
        if isinstance(value, str):
            _ = value.isascii() or value.encode()
        elif not isinstance(value, _PLAIN):
            raise BadValue("a value is no text and no number")


def text_or_none(value: object) -> str | None:
    """The value, if it is a text that holds valid Unicode."""
    try:
        sound(value)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def decode(text: str) -> Any:
    """The value of a JSON text of the save file; raises BadValue if the text isn't what `encode` gives."""
    if not isinstance(text, str) or not text.isascii():
        raise BadValue("it is no text as it is written here")
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise BadValue("it is no JSON, or holds a number out of range") from None


def _whole(digits: str) -> int:
    value = int(digits)
    if not -LARGEST <= value <= LARGEST:
        raise BadValue("a number is beyond 2^53")
    return value


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise BadValue("a number is not finite")
    return value


_DECODER = json.JSONDecoder(parse_int=_whole, parse_float=_finite, parse_constant=_finite)


def decode_object(text: str, *keys: str) -> dict[str, Any]:
    """The object of a JSON text of the save file; raises BadValue if it lacks one of the keys."""
    value = decode(text)
    if not isinstance(value, dict):
        raise BadValue("it is no JSON object")
    missing = next((key for key in keys if key not in value), None)
    if missing is not None:
        raise BadValue(f"{missing!r} is missing in it")
    return value


def is_id(text: str) -> bool:
    """Whether a text can be a session's id."""
    return 0 < len(text) <= ID_CHARS and clean(text) == text and text.isprintable()


def checked_id(text: str) -> str:
    """The text, if it can be a session's id; raises SaveError if it can't."""
    if not is_id(text):
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
    """The event of a row; raises BadValue if a value can't stand there."""
    seq, kind, body = row
    if not isinstance(seq, int) or not 1 <= seq <= LARGEST:
        raise BadValue(f"{seq!r} is no number of an event")
    if not isinstance(kind, str) or not kind or clean(kind) != kind:
        raise BadValue("its type is none")
    return Event(seq, kind, decode_object(body))


def shape(row: tuple[Any, ...]) -> dict[str, Any]:
    """The JSON of a header row, after a check of the columns that a session can't do without; raises BadValue.

    When it started, when it was saved and where it is from may be odd: `text_or_none` tells.
    """
    _, name, game, rules, _, _, _, body = row
    for what, value in (("id", name), ("game", game)):
        if not isinstance(value, str) or not is_id(value):
            raise BadValue(f"its {what} is none")
    if not isinstance(rules, int) or rules < 1:
        raise BadValue("the version of its rules is none")
    value = decode_object(body, "setup", "seats", "extra")
    setup, seats = value["setup"], value["seats"]
    if not isinstance(setup, dict) or not isinstance(setup.get("options"), dict):
        raise BadValue("its set-up has no options")
    for key, kinds in _SETUP_TYPES.items():
        if not isinstance(setup.get(key), kinds) or isinstance(setup.get(key), bool):
            raise BadValue(f"setup.{key} has the wrong type")
    if not isinstance(seats, dict) or not all(isinstance(spec, dict) for spec in seats.values()):
        raise BadValue("its seats are none")
    if not isinstance(value["extra"], dict):
        raise BadValue("its other values are none")
    return value


_TEXT, _WHOLE, _OBJECT = (str, NoneType), (int, NoneType), (dict, NoneType)
_SETUP_TYPES: Mapping[str, tuple[type, ...]] = {
    "preset": _TEXT,
    "deck": _TEXT,
    "words": _TEXT,
    "matching": _WHOLE,
    "seed": _WHOLE,
    "repetition": _WHOLE,
    "secret": _OBJECT,
    "extra": _OBJECT,
}
