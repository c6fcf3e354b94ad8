"""Tables of what can be asked of entities: properties and scales, from a readable TOML file.

Law: a fault is a sentence and leaves out one property or scale; whoever names it then says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from tui_arena.config import parse_toml
from tui_arena.core.knowledge import Answer, Property, Scale, signed
from tui_arena.core.text import fold
from tui_arena.data.files import DECKS, SAFE_NAME, user_file

MAX_TABLE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Table:
    """What can be asked."""

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


class _File(msgspec.Struct, forbid_unknown_fields=True):
    properties: dict[str, dict[str, Any]] = {}
    scales: dict[str, dict[str, Any]] = {}


def table_of(user: Path | None, name: str) -> Table | None:
    """The table of a name: the user's own file, else the shipped one of that number, else the newest."""
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
def _shipped(path: Path) -> Table:
    return read_table(path)


def read_table(path: Path) -> Table:
    """The table of a file; raises BadFile where it is no such file at all."""
    faults: list[str] = []
    try:
        file = msgspec.convert(parse_toml(path, MAX_TABLE), _File)
    except msgspec.ValidationError as error:
        return Table(faults=(f"{path}: {error}",))
    properties: dict[str, Property] = {}
    scales: dict[str, Scale] = {}
    for name, values in file.properties.items():
        try:
            row = msgspec.convert(values, _PropertyRow)
        except msgspec.ValidationError as error:
            faults.append(f"{path}: property {name}: {error}")
            continue
        properties[name] = Property(
            name,
            row.question,
            tuple(row.also),
            tuple(row.words),
            tuple(row.implies.split()),
            tuple(row.usually.split()),
        )
    for name, values in file.scales.items():
        try:
            scale = msgspec.convert(values, _ScaleRow)
        except msgspec.ValidationError as error:
            faults.append(f"{path}: scale {name}: {error}")
            continue
        scales[name] = Scale(
            name,
            scale.question,
            tuple(scale.steps),
            tuple(sorted(scale.limits)),
            tuple(scale.more),
            tuple(scale.less),
            scale.absent,
        )
    faults += [f"{path}: {fault}" for fault in _unsound(properties)]
    return Table(MappingProxyType(properties), MappingProxyType(scales), tuple(faults))


def _unsound(properties: Mapping[str, Property]) -> list[str]:
    """What does not hold together: unknown names in implications, one question for two properties."""
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
