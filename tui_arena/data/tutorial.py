"""A game's first game with a guide: what it is played with, and what the host says when.

Law: a game may have a `tutorial.toml` in its folder; the guide only speaks, it changes no rule. What it
deals and what it has bots say is a legal set-up and legal replies like any others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.game import Ask, Data, View

FILE = "tutorial.toml"
GUIDED = "guided"
"""The value of a set-up that says that it is played with a guide."""

NO_FACTS: Data = MappingProxyType({})


class Cue(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One line of the host; it is said from its moment on until another one comes."""

    text: str
    turn: int | None = None
    """The turn from which on it is said."""
    left: int | None = None
    """Said once only so many turns are left; counts before `turn`."""
    when: str = ""
    """What has just happened, by words of the game's board, all of them; counts before the others."""
    facts: dict[str, Any] = {}
    """What the view's facts have to be, `when` too if there is one; counts before all others."""


class Prepared(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A reply that a bot has ready; it is given once, and the first that fits is given."""

    seat: str
    ask: str
    text: str
    """As its seat's view shows it once it is given."""
    facts: dict[str, Any] = {}
    """What the facts of its seat's view have to be."""

    def fits(self, ask: Ask, view: View) -> bool:
        """Whether it is the reply to an ask that is asked for the first time."""
        if (self.seat, self.ask, 1) != (ask.seat, ask.name, ask.attempt) or not _so(self.facts, view.facts):
            return False
        return all((line.seat, line.text) != (self.seat, self.text) for line in view.talk)


def _so(wanted: Data, facts: Data) -> bool:
    return all(name in facts and facts[name] == value for name, value in wanted.items())


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A first game with a guide."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """What it is played with, where that is not the default."""
    lines: tuple[Cue, ...] = ()
    secret: Data | None = None
    """What is dealt; None: whatever comes."""
    players: Mapping[str, str] = field(default_factory=dict)
    """PLAYER texts by seat, where that is not the default."""
    replies: tuple[Prepared, ...] = ()
    """What its bots say, as long as it fits; elsewhere they think for themselves."""

    def line(self, turn: int, left: int, happened: Collection[str], facts: Data = NO_FACTS) -> str:
        """What the host says now; empty: nothing."""
        words = set(happened)
        now = [c for c in self.lines if c.facts and _so(c.facts, facts) and set(c.when.split()) <= words]
        now = now or [c for c in self.lines if c.when and not c.facts and set(c.when.split()) <= words]
        now = now or [cue for cue in self.lines if cue.left is not None and left <= cue.left]
        if now:
            return now[-1].text
        begun = [cue for cue in self.lines if cue.turn is not None and cue.turn <= turn]
        return max(begun, key=lambda cue: cue.turn or 0).text if begun else ""


class _TutorialFile(msgspec.Struct, forbid_unknown_fields=True):
    options: dict[str, Any] = {}
    secret: dict[str, Any] | None = None
    players: dict[str, str] = {}
    lines: list[Cue] = []
    replies: list[Prepared] = []


def read_tutorial(folder: Path) -> Tutorial | None:
    """The guide of a game's folder, None if it has none; raises BadFile."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        file = msgspec.convert(parse_toml(path), _TutorialFile)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path}: {error}") from None
    return Tutorial(file.options, tuple(file.lines), file.secret, file.players, tuple(file.replies))
