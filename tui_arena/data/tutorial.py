"""Tutorials: a guided first session of a game, with its set-up, its bots' replies and the host's lines.

A game may have a `tutorial.toml` in its folder. The guide changes no rule: its set-up and its bots' replies
must be legal like any others.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.game import Ask, Data, View

FILE = "tutorial.toml"
GUIDED = "guided"
"""The key in a set-up that marks a guided session."""

NO_FACTS: Data = MappingProxyType({})


class Cue(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One line of the host. It applies from its moment on until another line applies."""

    text: str
    turn: int | None = None
    """The line applies from this turn on."""
    left: int | None = None
    """The line applies if at most this many turns are left; takes precedence over `turn`."""
    when: str = ""
    """Words of the game's board that must all have just happened; takes precedence over `left`."""
    facts: dict[str, Any] = {}
    """Values that the view's facts must have, in addition to `when`; takes precedence over all others."""


class Prepared(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A prepared reply of a bot. It is given once; if several fit, the first is given."""

    seat: str
    ask: str
    text: str
    """The text, as the seat's view shows it afterwards."""
    facts: dict[str, Any] = {}
    """Values that the facts of the seat's view must have."""

    def fits(self, ask: Ask, view: View) -> bool:
        """True if it fits this ask, if this is the first attempt, and if it has not been given before."""
        if (self.seat, self.ask, 1) != (ask.seat, ask.name, ask.attempt) or not _so(self.facts, view.facts):
            return False
        return all((line.seat, line.text) != (self.seat, self.text) for line in view.talk)


def _so(wanted: Data, facts: Data) -> bool:
    return all(name in facts and facts[name] == value for name, value in wanted.items())


class Tutorial(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A guided first session."""

    options: dict[str, Any] = {}
    """Options with other values than the defaults."""
    lines: tuple[Cue, ...] = ()
    secret: dict[str, Any] | None = None
    """The dealt secret; None: a random one."""
    players: dict[str, str] = {}
    """Maps seats that differ from the default to PLAYER texts."""
    replies: tuple[Prepared, ...] = ()
    """The bots' prepared replies; if none fits, a bot answers as usual."""

    def line(self, turn: int, left: int, happened: Collection[str], facts: Data = NO_FACTS) -> str:
        """The host's line now; empty if there is none."""
        words = set(happened)
        now = [c for c in self.lines if c.facts and _so(c.facts, facts) and set(c.when.split()) <= words]
        now = now or [c for c in self.lines if c.when and not c.facts and set(c.when.split()) <= words]
        now = now or [cue for cue in self.lines if cue.left is not None and left <= cue.left]
        if now:
            return now[-1].text
        begun = [cue for cue in self.lines if cue.turn is not None and cue.turn <= turn]
        return max(begun, key=lambda cue: cue.turn or 0).text if begun else ""


def read_tutorial(folder: Path) -> Tutorial | None:
    """The tutorial of a game's folder; None if it has none. Raises BadFile."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        return msgspec.convert(parse_toml(path), Tutorial)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path}: {error}") from None
