"""Tables of properties and scales, by which questions about entities are asked; read from TOML files.

A faulty property or scale is reported in a sentence and left out; the rest of the table is used.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from tui_arena.config import parse_toml
from tui_arena.core.text import fold, one_line
from tui_arena.data.files import DECKS, SAFE_NAME, user_file
from tui_arena.questions.table import Answer, Property, Scale, signed

MAX_TABLE = 1024 * 1024
MAX_TOLD = 200
"""Most characters of a sentence about a fault."""
MOST_STEPS = 100
"""Most steps and limits of a scale; each is a question that every entity answers."""
_NAME = re.compile(r"[^\W_][\w-]{0,63}")
"""The name of a property or scale: without signs that have a meaning in facts and questions."""
T = TypeVar("T", Property, Scale)


@dataclass(frozen=True, slots=True)
class PropertyTable:
    """The properties and scales of a table, and a sentence for each fault."""

    properties: Mapping[str, Property] = field(default_factory=dict)
    scales: Mapping[str, Scale] = field(default_factory=dict)
    faults: tuple[str, ...] = ()


class _PropertyRow(msgspec.Struct, forbid_unknown_fields=True):
    question: str
    also: list[str] = []
    words: list[str] = []
    implies: str = ""
    usually: str = ""


class _ScaleRow(msgspec.Struct, forbid_unknown_fields=True):
    question: str
    steps: list[str] = []
    limits: list[float] = []
    more: list[str] = []
    less: list[str] = []
    absent: Answer = "unknown"


class _TableFile(msgspec.Struct, forbid_unknown_fields=True):
    properties: dict[str, dict[str, Any]] = {}
    scales: dict[str, dict[str, Any]] = {}


def table_of(user: Path | None, name: str) -> PropertyTable | None:
    """The table with this name; None if there is none.

    The user's own file goes first, then the shipped one with this very name, then the newest numbered one.
    """
    own = user_file(user, "decks", f"{name}.toml")
    if own is not None and own.is_file():
        return read_table(own)
    if not SAFE_NAME.fullmatch(name):
        return None
    exact = DECKS / f"{name}.toml"
    if exact.is_file():
        return _shipped(exact)
    numbered = [p for p in DECKS.glob(f"{name}-*.toml") if p.stem.rpartition("-")[2].isdigit()]
    newest = max(numbered, key=lambda p: int(p.stem.rpartition("-")[2]), default=None)
    return _shipped(newest) if newest else None


@lru_cache(maxsize=8)
def _shipped(path: Path) -> PropertyTable:
    return read_table(path)


def read_table(path: Path) -> PropertyTable:
    """The table of a file; raises BadFile if the file can't be read as TOML."""
    faults: list[str] = []
    try:
        file = msgspec.convert(parse_toml(path, MAX_TABLE), _TableFile)
    except msgspec.ValidationError as error:
        return PropertyTable(faults=(f"{path}: {error}",))
    properties = _all("property", file.properties, _property, faults)
    scales = _all("scale", file.scales, _scale, faults)
    faults += _unsound(properties)
    told = tuple(f"{path}: {one_line(fault, MAX_TOLD)}" for fault in faults)
    return PropertyTable(MappingProxyType(properties), MappingProxyType(scales), told)


def _all(
    kind: str, rows: Mapping[str, Mapping[str, Any]], made: Callable[[str, Any], T], faults: list[str]
) -> dict[str, T]:
    """The properties or scales of the rows, by name; faulty rows become sentences in `faults`."""
    out: dict[str, T] = {}
    for name, values in rows.items():
        try:
            if not _NAME.fullmatch(name):
                raise ValueError("a name is of letters, digits and _ -, and begins with a letter or digit")
            out[name] = made(name, values)
        except ValueError as error:
            faults.append(f"{kind} {name}: {error}")
    return out


def _property(name: str, values: Any) -> Property:
    row = msgspec.convert(values, _PropertyRow)
    return Property(
        name,
        one_line(row.question),
        _lines(row.also),
        _lines(row.words),
        tuple(row.implies.split()),
        tuple(row.usually.split()),
    )


def _scale(name: str, values: Any) -> Scale:
    row = msgspec.convert(values, _ScaleRow)
    if not all(map(math.isfinite, row.limits)):
        raise ValueError("a limit is no number")
    if len(row.steps) + len(row.limits) > MOST_STEPS:
        raise ValueError(f"has more than {MOST_STEPS} steps or limits")
    return Scale(
        name,
        one_line(row.question),
        _lines(row.steps),
        tuple(sorted(row.limits)),
        _lines(row.more),
        _lines(row.less),
        row.absent,
    )


def _lines(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(line for line in map(one_line, texts) if line)


def _unsound(properties: Mapping[str, Property]) -> list[str]:
    """A sentence for each inconsistency: an unknown name in an implication, or a question used twice."""
    faults = []
    asked: dict[str, str] = {}
    for prop in properties.values():
        faults += [
            f"property {prop.id}: no property {name!r}"
            for name, _ in map(signed, (*prop.implies, *prop.usually))
            if name not in properties
        ]
        for question in (prop.question, *prop.also):
            first = asked.setdefault(fold(question), prop.id)
            if first != prop.id:
                faults.append(f"properties {first} and {prop.id} are asked by one question: {question}")
    return faults
