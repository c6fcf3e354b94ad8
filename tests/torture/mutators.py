"""Seeded changes of values, texts and bytes, such as accidents and people with bad intent make them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import tomli_w

from tests.attacks import ALL

LONG = 1_000
"""A nasty text that is longer is used rarely, because it takes long whatever is done with it."""
TEXTS = [text for text in ALL if len(text) <= LONG]
RARE = [text for text in ALL if len(text) > LONG]
NUMBERS: list[Any] = [0, -1, 1, 2, 2**31, 2**53, 2**53 + 1, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e308, 1e-320]
SHAPES: list[Any] = [
    None,
    True,
    False,
    "",
    " ",
    "0",
    "null",
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"a": {}},
    [1, "a"],
]
NAMES = (
    "human",
    "model",
    "bot",
    "script",
    "reply",
    "ended",
    "undone",
    "redone",
    "adjudicated",
    "recast",
    "probe",
)
FREE = frozenset("text why thinking raw content name seconds input_tokens output_tokens cost_usd seq".split())
"""Keys whose values may be nearly anything."""
LITERALS = (
    "NaN Infinity -Infinity 1e999 -1e999 99999999999999999999999 1_000 0x10 01 .5 5. +1 1e5 nan inf "
    '1979-05-27 07:32:00 true false null \'\' "" "\\u0000" "\\ud800" {} [] [[]] {}{} , : = #'
).split()
"""Values as they may stand in a file, allowed there or not."""


def nasty(rng: Random) -> Any:
    """A value that hardly fits anywhere."""
    if rng.random() < 0.002:
        return rng.choice(RARE)
    kind = rng.randrange(4)
    if kind == 0:
        return rng.choice(TEXTS)
    if kind == 1:
        return rng.choice(NUMBERS)
    return rng.choice(NAMES) if rng.random() < 0.2 else copy.deepcopy(rng.choice(SHAPES))


def _places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every list or table with every key in it."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found.append((value, key))
        _places(value[key], found)
    return found


def nested(value: Any, depth: int) -> Any:
    """The value within so many lists."""
    for _ in range(depth):
        value = [value]
    return value


def mutate(value: Any, rng: Random) -> Any:
    """A copy of a value of lists and tables with one to three changes."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = _places(value, [])
        if not places:
            return nasty(rng)
        holder, key = rng.choice(places)
        other, there = rng.choice(places)
        if isinstance(holder, list) and rng.random() < 0.3:
            _list_changed(holder, key, rng)
        elif rng.random() < 0.12:
            del holder[key]
        elif isinstance(holder, dict) and rng.random() < 0.15:
            holder[rng.choice(TEXTS) if rng.random() < 0.5 else str(there)] = holder.pop(key)
        else:
            holder[key] = _other(holder[key], other[there], rng)
    return value


def _list_changed(values: list[Any], at: int, rng: Random) -> None:
    match rng.randrange(4):
        case 0:
            values.insert(rng.randrange(len(values) + 1), copy.deepcopy(values[at]))
        case 1:
            rng.shuffle(values)
        case 2:
            values.append(nasty(rng))
        case _:
            del values[at]


def _other(value: Any, elsewhere: Any, rng: Random) -> Any:
    """A value instead of another one; `elsewhere`: one that stands somewhere else."""
    way = rng.randrange(8)
    if way == 0:
        return copy.deepcopy(elsewhere)
    if way == 1:
        return nested(value, rng.choice((1, 2, 70)))
    if way <= 3 and isinstance(value, str):
        return spoilt(value, rng)
    if way <= 3 and isinstance(value, int | float) and not isinstance(value, bool):
        return value + rng.choice((-1, 1, 2**53, 0.5))
    return nasty(rng)


def gentle(value: Any, rng: Random) -> Any:
    """A copy of a value in which one to four texts or numbers are others, so that it is often taken."""
    value = copy.deepcopy(value)
    places = [
        (holder, key) for holder, key in _places(value, []) if isinstance(holder[key], str | int | float)
    ]
    if rng.random() < 0.7:
        places = [(holder, key) for holder, key in places if key in FREE] or places
    for holder, key in rng.choices(places, k=rng.choice((1, 1, 2, 4))) if places else ():
        old = holder[key]
        if isinstance(old, str):
            holder[key] = rng.choice((spoilt(old, rng), spoilt(old, rng), rng.choice(TEXTS)))
        elif isinstance(old, bool):
            holder[key] = not old
        else:
            holder[key] = old + rng.choice((-1, 1, 7, 10**6, 0.25)) if rng.random() < 0.8 else -old
    return value


def spoilt(text: str, rng: Random) -> str:
    """A text with a nasty piece in it, or without a piece of its own."""
    at = rng.randrange(len(text) + 1)
    match rng.randrange(4):
        case 0:
            return text[:at] + rng.choice(TEXTS) + text[at:]
        case 1:
            return text[:at]
        case 2:
            return text.swapcase()
        case _:
            return text[:at] + text[at + 1 :]


# whole files


def _encoded(text: str, rng: Random) -> bytes:
    """A text as a file may hold it, rarely as it should."""
    raw = text.encode("utf-8", "surrogatepass")
    ways: list[Callable[[], bytes]] = [
        lambda: b"\xef\xbb\xbf" + raw,
        lambda: raw.replace(b"\n", b"\r\n"),
        lambda: raw.replace(b"\n", b"\r"),
        lambda: text.encode("utf-16", "surrogatepass"),
        lambda: text.encode("latin-1", "replace"),
        lambda: raw[: rng.randrange(len(raw) + 1)],
        lambda: bytes_changed(raw, rng),
    ]
    return rng.choice(ways)() if rng.random() < 0.3 else raw


def bytes_changed(raw: bytes, rng: Random) -> bytes:
    """The bytes with some changed, inserted, taken away or repeated."""
    data = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0 if data:
                data[at % len(data)] ^= rng.randrange(1, 256)
            case 1:
                data[at:at] = rng.choice(
                    (b"\0", b"\xff", b"\xed\xa0\x80", b"\t", b'"', b"{", b"]", b"\n", b"\\")
                )
            case 2:
                del data[at : at + rng.choice((1, 1, 2, 40))]
            case 3:
                data[at:at] = data[at : at + rng.choice((1, 10, 200))]
            case _:
                data[at : at + 1] = rng.randbytes(1)
    return bytes(data)


def _lines_changed(text: str, rng: Random) -> str:
    """The text with a line taken away, repeated, moved or spoilt."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        case 2:
            lines[at] = spoilt(lines[at], rng)
        case 3:
            head, equals, _ = lines[at].partition("=")
            lines[at] = f"{head}{equals} {rng.choice(LITERALS)}" if equals else rng.choice(LITERALS)
        case _:
            rng.shuffle(lines)
    return "\n".join(lines)


def json_file(value: Any, rng: Random) -> bytes:
    """A JSON file of a value that was changed in its values, its text or its bytes."""
    way = rng.randrange(10)
    if way < 4:
        return json.dumps(gentle(value, rng), ensure_ascii=rng.random() < 0.5).encode(
            "utf-8", "surrogatepass"
        )
    if way < 7:
        text = json.dumps(mutate(value, rng), ensure_ascii=rng.random() < 0.5)
        return _encoded(text, rng)
    text = json.dumps(value, indent=rng.choice((None, 1)))
    if way == 7:
        return bytes_changed(text.encode(), rng)
    if way == 8:
        return _encoded(_literal(text, rng), rng)
    deep = rng.choice((60, 70, 1_000, 100_000))
    at = rng.choice([i for i, c in enumerate(text) if c in ",:"] or [0])
    return (text[: at + 1] + "[" * deep + "]" * rng.choice((deep, 0)) + "," + text[at + 1 :]).encode()


def _literal(text: str, rng: Random) -> str:
    """A JSON text with one value or key replaced by something that may not be JSON."""
    at = rng.choice([i for i, c in enumerate(text) if c in ",:{["] or [0])
    end = next((i for i in range(at + 1, len(text)) if text[i] in ",:}]"), len(text))
    if rng.random() < 0.3:
        return text[: at + 1] + text[at + 1 : end] + "," + text[at + 1 :]  # stands twice
    return text[: at + 1] + rng.choice(LITERALS) + text[end:]


def toml_file(value: Any, text: str, rng: Random) -> bytes:
    """A TOML file, changed; `value`: what it holds."""
    if rng.random() < 0.6:
        try:
            return _encoded(tomli_w.dumps(mutate(value, rng)), rng)
        except (TypeError, AttributeError, ValueError):
            pass  # TOML has no such value
    return text_file(text, rng)


def text_file(text: str, rng: Random) -> bytes:
    """A file of lines, changed."""
    if rng.random() < 0.2:
        return bytes_changed(text.encode(), rng)
    for _ in range(rng.choice((1, 1, 2, 5))):
        text = _lines_changed(text, rng)
    return _encoded(text, rng)


def table_file(text: str, rng: Random) -> bytes:
    """A file of lines and cells with tabs between, changed."""
    if rng.random() < 0.3:
        return text_file(text, rng)
    rows = [line.split("\t") for line in text.split("\n")]
    for _ in range(rng.choice((1, 1, 2, 5))):
        row = rng.choice(rows[:3] if rng.random() < 0.4 else rows)
        at = rng.randrange(len(row))
        changes: list[Callable[[], None]] = [
            lambda row=row, at=at: row.__setitem__(at, str(nasty(rng))),  # type: ignore[misc]
            lambda row=row, at=at: row.__setitem__(at, spoilt(row[at], rng)),  # type: ignore[misc]
            lambda row=row, at=at: row.__setitem__(at, " | ".join([row[at]] * rng.choice((2, 300)))),  # type: ignore[misc]
            lambda row=row, at=at: row.insert(at, row[at]),  # type: ignore[misc]
            lambda row=row, at=at: row.__delitem__(at),  # type: ignore[misc]
            lambda row=row: rng.shuffle(row),  # type: ignore[misc]
        ]
        rng.choice(changes)()
        if not row:
            row.append("")
    return _encoded("\n".join("\t".join(row) for row in rows), rng)
