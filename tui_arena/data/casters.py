"""The caster's lines: the kinds of moment of a game, from its `caster.toml`, and those that all games have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.caster import in_form, slots_of
from tui_arena.core.text import one_line
from tui_arena.data.files import GAMES, MAX_TEXTS

FILE = "caster.toml"
PERSONA = "persona"
"""The key of the text that tells a model who it is as the caster; in the shared file only."""
WORTH = (1, 2, 3)
"""How much a moment is worth telling: 3 always, 2 also if the caster is quiet, 1 only if it is lively, and
once in a session."""
LONGEST = 140
"""The maximum number of characters of a line as it is written."""


@dataclass(frozen=True, slots=True)
class MomentLines:
    """One kind of moment, as it is written."""

    worth: int
    """One of `WORTH`."""
    slots: frozenset[str]
    """The names of the facts that its lines may use."""
    lines: tuple[str, ...]


@lru_cache(maxsize=32)
def moment_lines(folder: Path) -> Mapping[str, MomentLines]:
    """All kinds of moment of the game in a folder, by name; its own lines take the place of the shared ones.

    Empty for a game without a caster's file; raises BadFile with the fault.
    """
    path = folder / FILE
    if not path.is_file():
        return MappingProxyType({})
    return MappingProxyType({**_read(GAMES / FILE), **_read(path)})


@lru_cache(maxsize=1)
def casters_persona() -> str:
    """What a model is told about itself as the caster."""
    return str(parse_toml(GAMES / FILE, MAX_TEXTS)[PERSONA]).strip()


def _read(path: Path) -> dict[str, MomentLines]:
    tables = parse_toml(path, MAX_TEXTS)
    return {kind: _kind(path, kind, told) for kind, told in tables.items() if kind != PERSONA}


def _kind(path: Path, kind: str, told: Any) -> MomentLines:
    if not isinstance(told, dict) or told.keys() != {"worth", "slots", "lines"}:
        raise BadFile(f"{path}: {kind} must be a table with worth, slots and lines, and nothing else")
    worth, slots, lines = told["worth"], told["slots"], told["lines"]
    if type(worth) is not int or worth not in WORTH:
        raise BadFile(f"{path}: the worth of {kind} can't be {worth!r}; it is 1, 2 or 3")
    for name, texts in (("slots", slots), ("lines", lines)):
        if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
            raise BadFile(f"{path}: the {name} of {kind} must be a list of texts")
    if not lines:
        raise BadFile(f"{path}: {kind} needs at least one line")
    for line in lines:
        if not in_form(line):
            raise BadFile(
                f"{path}: a line of {kind} has a brace that isn't part of a slot: {one_line(line, LONGEST)}"
            )
        if unknown := sorted(slots_of(line) - set(slots)):
            raise BadFile(
                f"{path}: a line of {kind} has the slot {unknown[0]!r}; its slots are {', '.join(sorted(slots))}"
            )
        if len(line) > LONGEST:
            raise BadFile(f"{path}: a line of {kind} is longer than {LONGEST} characters")
    return MomentLines(worth, frozenset(slots), tuple(map(one_line, lines)))
