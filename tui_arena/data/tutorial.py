"""A game's first game with a guide: what it is played with, and what the host says when.

Law: a game may have a `tutorial.toml` in its folder; the guide only speaks, it changes no rule.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from tui_arena.config import BadFile, parse_toml

FILE = "tutorial.toml"


class Cue(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One line of the host; it is said from its moment on until another one comes."""

    text: str
    turn: int | None = None
    """The turn from which on it is said."""
    left: int | None = None
    """Said once only so many turns are left; counts before `turn`."""
    when: str = ""
    """Something that has just happened, by the word of the game's board; counts before the others."""


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A first game with a guide."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """What it is played with, where that is not the default."""
    lines: tuple[Cue, ...] = ()

    def line(self, turn: int, left: int, happened: Collection[str]) -> str:
        """What the host says now; empty: nothing."""
        now = [cue for cue in self.lines if cue.when and cue.when in happened]
        now = now or [cue for cue in self.lines if cue.left is not None and left <= cue.left]
        if now:
            return now[-1].text
        begun = [cue for cue in self.lines if cue.turn is not None and cue.turn <= turn]
        return max(begun, key=lambda cue: cue.turn or 0).text if begun else ""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    options: dict[str, Any] = {}
    lines: list[Cue] = []


def read_tutorial(folder: Path) -> Tutorial | None:
    """The guide of a game's folder, None if it has none; raises BadFile."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        file = msgspec.convert(parse_toml(path), _File)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path}: {error}") from None
    return Tutorial(file.options, tuple(file.lines))
