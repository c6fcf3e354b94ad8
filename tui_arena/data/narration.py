"""The texts that accompany a game: tutorials, and the lines of the caster.

A tutorial is a guided first session of a game. It has a set-up, the bots' replies and the host's lines, in
`tutorial.toml` in the game's folder. The guide changes no rule: its set-up and its bots' replies must be legal
like any others.

The caster's lines are by kinds of moment, in `caster.toml`: those of the game, and those that all games have.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.game import Ask, Data, View
from tui_arena.core.text import one_line
from tui_arena.data.files import GAMES, MAX_TEXTS

TUTORIAL = "tutorial.toml"
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
    path = folder / TUTORIAL
    if not path.is_file():
        return None
    try:
        return msgspec.convert(parse_toml(path), Tutorial)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path}: {error}") from None


# the caster

CASTER = "caster.toml"
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
    path = folder / CASTER
    if not path.is_file():
        return MappingProxyType({})
    return MappingProxyType({**_read(GAMES / CASTER), **_read(path)})


@lru_cache(maxsize=1)
def casters_persona() -> str:
    """What a model is told about itself as the caster."""
    return str(parse_toml(GAMES / CASTER, MAX_TEXTS)[PERSONA]).strip()


def _read(path: Path) -> dict[str, MomentLines]:
    tables = parse_toml(path, MAX_TEXTS)
    return {kind: _kind(path, kind, value) for kind, value in tables.items() if kind != PERSONA}


def _kind(path: Path, kind: str, value: Any) -> MomentLines:
    from tui_arena.core.caster import in_form, slots_of  # noqa: PLC0415  (a run has no caster)

    if not isinstance(value, dict) or value.keys() != {"worth", "slots", "lines"}:
        raise BadFile(f"{path}: {kind} must be a table with worth, slots and lines, and nothing else")
    worth, slots, lines = value["worth"], value["slots"], value["lines"]
    if type(worth) is not int or worth not in WORTH:
        raise BadFile(f"{path}: the worth of {kind} can't be {worth!r}; it must be 1, 2 or 3")
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
