"""Converting between plain values and the rows of the save file.

Law:
- Every text is read back unchanged. JSON is written as ASCII, so no surrogate and no NUL reaches SQLite.
- A number that some JSON readers can't represent exactly is refused.
- A reply that was played is written as a list, which is half as long; rows of older versions have an object.
- The second copy of a header equals the header: code that writes a header calls `copy_header` in the same
  transaction.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Deck, Lexicon, Setup
from tui_arena.core.session import SETUP_KEYS, Session
from tui_arena.core.text import clean
from tui_arena.save.errors import SaveError

LARGEST = 2**53
"""The largest whole number that every JSON reader represents exactly."""
ID_CHARS = 128
_LAST = ("options", "secret")
_SETUP = (*(key for key in SETUP_KEYS if key not in _LAST), *_LAST)
"""The keys of a set-up, in the order in which they are written in a header."""


def encode(value: Any) -> str:
    """The JSON of a value; raises SaveError if JSON can't represent the value."""
    try:
        return _written(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise SaveError(f"this can't be saved: {error}") from None


def _written(value: Any) -> str:
    try:
        text = _encoder.encode(value)
    except ValueError:
        _check(value)  # it may say what is wrong
        raise
    if _LONG.search(text):  # shorter numbers are in range, and most texts have none
        _check(value)
    return text


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} isn't a JSON value")


_encoder = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=_plain)
_LONG = re.compile(r"\d{16}", re.ASCII)
"""Matches the digits of a whole number beyond `LARGEST`, if there is one."""


def _check(value: Any) -> None:
    """Raise ValueError for a number out of range, at any depth."""
    if isinstance(value, int):
        if not -LARGEST <= value <= LARGEST:
            raise ValueError(f"the number {value:.6e} is beyond 2^53")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} isn't a finite number")
    elif isinstance(value, Mapping):
        for inner in value.values():
            _check(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check(inner)


class BadValue(ValueError):
    """A row contains an invalid value; the text says what is wrong with it."""


def text_of(raw: bytes) -> str:
    """A text of the save file. Bytes that aren't UTF-8 are kept as lone surrogates, which `sound` refuses."""
    return raw.decode("utf-8", "surrogateescape")


_PLAIN = (int, float, NoneType)


def sound(*values: object) -> None:
    """Raise ValueError unless every value is a text of valid Unicode, a number, or None."""
    for value in values:
        if isinstance(value, str):
            _ = value.isascii() or value.encode()
        elif not isinstance(value, _PLAIN):
            raise BadValue("a value is neither text nor a number")


def text_or_none(value: object) -> str | None:
    """The value if it is a text of valid Unicode; otherwise None."""
    try:
        sound(value)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def decode(text: str) -> Any:
    """The value of a JSON text of the save file; raises BadValue if `encode` can't have written the text."""
    if not isinstance(text, str) or not text.isascii():
        raise BadValue("it isn't ASCII text")
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise BadValue("it isn't valid JSON, or it has a number out of range") from None


def _whole(digits: str) -> int:
    value = int(digits)
    if not -LARGEST <= value <= LARGEST:
        raise BadValue("a number is beyond 2^53")
    return value


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise BadValue("a number isn't finite")
    return value


_DECODER = json.JSONDecoder(parse_int=_whole, parse_float=_finite, parse_constant=_finite)


def decode_object(text: str, *keys: str) -> dict[str, Any]:
    """The object of a JSON text of the save file; raises BadValue if it isn't an object or lacks a key."""
    value = decode(text)
    if not isinstance(value, dict):
        raise BadValue("it isn't a JSON object")
    missing = next((key for key in keys if key not in value), None)
    if missing is not None:
        raise BadValue(f"{missing!r} is missing from it")
    return value


def is_id(text: str) -> bool:
    """True if a text is valid as a session's id."""
    return 0 < len(text) <= ID_CHARS and clean(text) == text and text.isprintable()


def checked_id(text: str) -> str:
    """Returns the text if it is valid as a session's id; otherwise raises SaveError."""
    if not is_id(text):
        raise SaveError(
            f"{text[:40]!r} can't be a session's id: 1 to {ID_CHARS} printable characters are needed"
        )
    return text


def header(session: Session) -> str:
    """The set-up, seats and other values of a session as JSON, without its events and messages."""
    setup = session.setup
    values = {name: getattr(setup, name) for name in _SETUP} | {"extra": setup.extra}
    return encode({"setup": values, "seats": session.seats, "extra": session.extra})


def setup_of(values: Mapping[str, Any], lexicon: Lexicon | None, source: Deck | None = None) -> Setup:
    """The set-up of a header's values."""
    plain: dict[str, Any] = {name: values.get(name) for name in _SETUP} | {"options": values["options"]}
    return Setup(**plain, extra=values.get("extra") or {}, lexicon=lexicon, source=source)


def event_row(event: Event) -> tuple[int, str, str]:
    """An event's seq, its type and the JSON of its other values; raises SaveError if one is invalid."""
    if not 1 <= event.seq <= LARGEST:
        raise SaveError(f"an event can't be number {event.seq}; it needs a whole number from 1")
    kind = str(event.type)
    if clean(kind) != kind or not kind:
        raise SaveError(f"{kind[:40]!r} can't be the type of an event")
    return event.seq, kind, encode(_short(kind, event.data))


_REPLY, _PLAYED = str(Kind.REPLY), "played"
_PLAYED_KEYS = ["seat", "ask", "text", "status"]


def _short(kind: str, data: Mapping[str, Any]) -> Any:
    """The form in which an event's values are written: for a reply that was played, a list without its keys.

    The list has the seat, the ask and the text and, if there are other values, an object with these.
    """
    if kind != _REPLY or data.get("status") != _PLAYED or (keys := list(data))[:4] != _PLAYED_KEYS:
        return data
    short = [data["seat"], data["ask"], data["text"]]
    if len(keys) > 4:
        short.append({key: data[key] for key in keys[4:]})
    return short


def event_data(kind: str, body: str) -> dict[str, Any]:
    """The values of an event, from its type and its row's body; raises BadValue if they are invalid."""
    value = decode(body)
    if isinstance(value, dict):
        return value
    if kind != _REPLY or not isinstance(value, list) or not 3 <= len(value) <= 4:
        raise BadValue("it isn't a JSON object")
    seat, ask, text, *more = value
    data = {"seat": seat, "ask": ask, "text": text, "status": _PLAYED}
    for others in more:
        if not isinstance(others, dict) or not others or not data.keys().isdisjoint(others):
            raise BadValue("the other values of a reply aren't valid")
        data |= others
    return data


def event_of(row: tuple[int, str, str]) -> Event:
    """The event of a row; raises BadValue if a value is invalid."""
    seq, kind, body = row
    if not isinstance(seq, int) or not 1 <= seq <= LARGEST:
        raise BadValue(f"{seq!r} isn't an event's number")
    if not isinstance(kind, str) or not kind or clean(kind) != kind:
        raise BadValue("its type isn't valid")
    return Event(seq, kind, event_data(kind, body))


def shape(row: tuple[Any, ...]) -> dict[str, Any]:
    """The JSON of a header row, after a check of the columns that every session needs; raises BadValue.

    The columns `started`, `saved` and `origin` may be odd; callers check them with `text_or_none`.
    """
    _, name, game, rules, _, _, _, body = row
    for what, value in (("id", name), ("game", game)):
        if not isinstance(value, str) or not is_id(value):
            raise BadValue(f"its {what} isn't valid")
    if not isinstance(rules, int) or rules < 1:
        raise BadValue("the version of its rules isn't valid")
    value = decode_object(body, "setup", "seats", "extra")
    setup, seats = value["setup"], value["seats"]
    if not isinstance(setup, dict) or not isinstance(setup.get("options"), dict):
        raise BadValue("its set-up has no options")
    for key, kinds in _SETUP_TYPES.items():
        if not isinstance(setup.get(key), kinds) or isinstance(setup.get(key), bool):
            raise BadValue(f"setup.{key} has the wrong type")
    if not isinstance(seats, dict) or not all(isinstance(spec, dict) for spec in seats.values()):
        raise BadValue("its seats aren't valid")
    if not isinstance(value["extra"], dict):
        raise BadValue("its other values aren't valid")
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


# the second copy of a header: compressed, and on other pages, so that a lost page loses no set-up


HEAD_TABLE = """
CREATE TABLE IF NOT EXISTS head (
  n INTEGER PRIMARY KEY REFERENCES header ON DELETE CASCADE,
  body BLOB NOT NULL
) STRICT"""
_HEAD_COLUMNS = "n, id, game, rules, started, saved, origin, body"
KNOWN = (
    b'"changes":true,"difficulty":null,"suite":null,"set":null,"critic_sees":"board","hard":false,"group":null,'
    b'"max_questions":5,"truth":"sealed","family":true,"secret":{"word":"","clue":""},"secret":{"entity":"",'
    b'"aliases":[]},"secret":{"object":"","secret":{"word":"","forms":[],"forbidden":["","",""]},"secret":{},'
    b'"secret":{"text":"","facts":[{"truth":false,"category":"daily":"2026-12-0","party":"","branched":"study":"'
    b'"prompt":"terse","prompt_digest":"sha256:","sampling":{"temperature":1.0,"top_p":1.0,"max_tokens":512},'
    b'"max_tokens":1024,"reasoning_effort":"low","persona":"character":"","openai/gpt-4o-mini"'
    b'{"setup":{"preset":"taboo","deck":"taboo-2","options":{"max_prompts":5,"max_chars":140,"forbidden":true,'
    b'"inflections":true,"on_silence":"nobody","min_words":3,"reprompts":2,"difficulty":null,"category":null,'
    b'"deck":"bluffing-2","options":{"max_questions":5,"truth":"sealed","family":true,"reprompts":2,"form":"lenient",'
    b'"words":"lexicon-1","options":{"guessers":2,"giver":"turns","answers":"together","secret_word":"fixed",'
    b'"personas":"all","max_attempts":15,"last_letter":"wins","memory":"none","reprompts":3,"exhausted":"forfeits",'
    b'"form":"lenient","takebacks":true},"secret":null,"extra":{"personas":{"setter":{"profession":"museum guard",'
    b'"age":49,"culture":"","interests":["art","history","war"]},"guesser_1":{"profession":"beekeeper","age":63,'
    b'"culture":"","interests":["animals","plants","farming"]},"guesser_2":{"profession":"chess teacher","age":41,'
    b'"culture":"","interests":["chess","school","games"]}},"run":"01M8"}},"seats":{"setter":{"player":"bot","name":'
    b'"bot medium","level":"medium","topics":["food","sea","science","materials","travel","weather","vehicles"],'
    b'"vocabulary":1},"guesser_1":{"player":"bot","guesser_2":{"player":"bot",'
    b'"deck":"things-2","options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,'
    b'"noise":0,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,'
    b'"options":{"secret":"later","match":"lenient","max_turns":20,"reprompts":2,"difficulty":null,"suite":null,'
    b'"set":null,"changes":true,"form":"lenient","takebacks":true},"secret":{},"preset":"clembench","preset":"eda",'
    b'"seats":{"setter":{"player":"human","name":"You"},"judge":{"player":"bot","name":"bot hard","level":"hard"},'
    b'"critic":{"player":"bot","name":"bot easy","level":"easy"},"guesser":{"player":"model","name":"gpt","model":"'
    b'["01M8J7FF8WGM2Q20VZWM8P7GGA","akinator","taboo","bluffing","connections","entity","wordle",1,'
    b'"2026-12-01T10:00:00.000Z","imported",""]\n{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1",'
    b'"deck":null,"words":null,"matching":5,"seed":142857,"repetition":null,"options":{"variant":"classic","clues":"two",'
    b'"max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,'
    b'"group":null,"suite":null,"takebacks":true},"secret":{"word":""},"secret":null,"extra":{"run":"01M8J7FF8W"}},'
    b'"seats":{"setter":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":'
    b'"bot medium","level":"medium"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2"}}}'
)
"""The texts that most headers contain, the most frequent last, as a zlib dictionary.

It is part of the format, because zlib needs the same text to read a copy as to write it. A changed text would
have to be a second dictionary; its checksum would say which of the two a copy needs."""


MOST_UNPACKED = 64 * 2**20
"""The maximum number of bytes that a copy may unpack to; a session file has at most 20 MB."""


def packed_header(row: tuple[Any, ...]) -> bytes:
    """The copy of a header, made from its columns after the number. Invalid bytes in a text are kept."""
    text = json.dumps(row[:-1], separators=(",", ":")) + "\n" + row[-1]
    press = zlib.compressobj(
        wbits=13, memLevel=5, zdict=KNOWN
    )  # a small window is enough for a header, and is faster
    return press.compress(text.encode("utf-8", "surrogateescape")) + press.flush()


def unpacked_header(body: bytes) -> tuple[Any, ...]:
    """The columns of a header after its number; raises ValueError if the copy isn't whole."""
    try:
        loose = zlib.decompressobj(zdict=KNOWN)
        text = text_of(loose.decompress(body, MOST_UNPACKED))
        if not loose.eof:
            raise ValueError("it is truncated")
        columns, _, rest = text.partition("\n")
        found = (*json.loads(columns), rest)
    except (zlib.error, TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if len(found) != len(_HEAD_COLUMNS.split()) - 1:
        raise ValueError("its columns are different")
    return found


def copy_header(db: sqlite3.Connection, n: int) -> None:
    """Write the copy of a header, and replace an old copy."""
    row = db.execute(f"SELECT {_HEAD_COLUMNS} FROM header WHERE n = ?", (n,)).fetchone()
    db.execute("INSERT OR REPLACE INTO head VALUES (?, ?)", (n, packed_header(row[1:])))


def copy_missing_headers(db: sqlite3.Connection) -> None:
    """Write the copies of all headers that have none."""
    missing = f"SELECT {_HEAD_COLUMNS} FROM header WHERE n NOT IN (SELECT n FROM head) ORDER BY n"
    rows: Iterator[tuple[Any, ...]] = db.execute(missing)
    db.executemany("INSERT INTO head VALUES (?, ?)", ((row[0], packed_header(row[1:])) for row in rows))
