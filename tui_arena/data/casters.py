"""The caster's lines: the kinds of moment of a game, from its `caster.toml`, and those that all games have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.caster import slots_of
from tui_arena.core.text import one_line
from tui_arena.data.files import GAMES, MAX_TEXTS

FILE = "caster.toml"
PERSONA = "persona"
"""The key of the text that tells a model who it is as the caster; in the shared file only."""
WORTH = (1, 2, 3)
"""How much a moment is worth telling: 3 always, 2 also if the caster is quiet, 1 only if it is lively."""
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
    try:
        worth, slots, lines = (
            told["worth"],
            frozenset(map(str, told["slots"])),
            [one_line(str(x)) for x in told["lines"]],
        )
    except (KeyError, TypeError):
        raise BadFile(f"{path}: {kind} must be a table with worth, slots and lines") from None
    if worth not in WORTH:
        raise BadFile(f"{path}: the worth of {kind} can't be {worth!r}; it is 1, 2 or 3")
    for line in lines:
        if unknown := sorted(slots_of(line) - slots):
            raise BadFile(
                f"{path}: a line of {kind} has the slot {unknown[0]!r}; its slots are {', '.join(sorted(slots))}"
            )
        if len(line) > LONGEST:
            raise BadFile(f"{path}: a line of {kind} is longer than {LONGEST} characters")
    return MomentLines(worth, slots, tuple(lines))
