"""The lines that explain a metric give its value.

A line may be written in any words, so there are several readings of lines: how many are numbered, the last number,
and so on. Over many sessions one reading has to give every value of a metric; a value in letters whose lines list
words has none. The same lines never explain two values, but for tables, whose empty cells no line names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.probes import BELIEF, CANDIDATES, LEVELS, SORTING, lists_of, sought
from tui_arena.core.record import Play
from tui_arena.data import GameInfo
from tui_arena.table.probes import askable_rounds, items_to_sort

Lines = Sequence[str]
Reading = Callable[[str, Lines], float | None]
"""By a metric's name and its lines, a value; None: the lines don't hold one of this kind."""
ROUNDED = 0.006
"""How far a written figure may be from the value."""
_NUMBERED = re.compile(r"(\d+)\. ")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?!\w)")
OTHERS = ("pebble", "comet", "a brass lamp (e.g. lantern)", "otter")
"""What else stands in a list of candidates."""


def asked_afterwards(play: Play[Any], rng: Random) -> None:
    """Let somebody answer all probes of a session that is over, so that the metrics of lists are defined."""
    secret = sought(play.game.secret(play.state) or {}) or ("pebble",)
    for kind in (CANDIDATES, BELIEF, SORTING):
        for due in list(askable_rounds(play, kind)):
            said: dict[str, Any] = {"items": rng.sample([secret[0], *OTHERS], rng.randint(1, 5))}
            if kind == BELIEF:
                said = {"items": [rng.choice(LEVELS)]}
            if kind == SORTING:
                items = items_to_sort(due, lists_of(play, due.seat))
                cut = rng.randint(0, len(items))
                said = {"yes": list(items[:cut]), "no": list(items[cut:])}
            row = {"seat": due.seat, "kind": kind, "round": due.round, **said}
            play.feed(Event(play.next_seq, Kind.PROBE, row))


def numbered(lines: Lines) -> list[int]:
    """The numbers of those lines that have one."""
    return [int(found[1]) for line in lines if (found := _NUMBERED.match(line))]


def _numbers(line: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(line)]


def _place(at: int) -> Reading:
    def read(_name: str, lines: Lines) -> float | None:
        found = _numbers(lines[-1])
        return found[at] if -len(found) <= at < len(found) else None

    return read


def _result(_name: str, lines: Lines) -> float | None:
    """What stands behind the first `=` of the last line."""
    found = _numbers(lines[-1].partition(" = ")[2])
    return found[0] if found else None


READINGS: Mapping[str, Reading] = {
    "the numbered lines are counted": lambda _, lines: len(numbered(lines)),
    "the lines with a number are counted": lambda _, lines: sum(bool(_numbers(line)) for line in lines),
    "the lines that end with its name are counted": lambda name, lines: sum(
        one.endswith(name) for one in lines
    ),
    "the last line begins with it": _place(0),
    "the last line has it second": _place(1),
    "the last line ends with it": _place(-1),
    "it is the result of a sum": _result,
}


class LinesRead:
    """What the lines of a game's metrics said so far."""

    def __init__(self, info: GameInfo) -> None:
        self._info = info
        self.readings = {name: dict(READINGS) for name in info.metrics}
        """By metric, the readings that have given all its values."""
        self._values: dict[tuple[str, tuple[str, ...]], Any] = {}
        """By metric and lines, the value."""
        self.defined: set[str] = set()
        """The metrics that had a value."""

    def read(self, play: Play[Any]) -> None:
        """Hold the lines of a session that is over against its metrics."""
        for name, figure in self._info.figures(play).items():
            value, lines = figure.value, figure.lines()
            kind = self._info.metrics[name].kind
            if kind != "table":
                before = self._values.setdefault((name, tuple(lines)), value)
                assert before == value, f"{name} is {before} and {value} by the same lines: {lines}"
            if value is None:
                continue
            self.defined.add(name)
            match kind:
                case "list":
                    self._read_list(name, value, lines)
                case "seats" | "table":
                    self._read_table(name, value, lines)
                case "count" | "number":
                    self._read_number(name, value, lines)

    def _read_number(self, name: str, value: float, lines: Lines) -> None:
        left = {
            told: reading
            for told, reading in self.readings[name].items()
            if (read := reading(name, lines)) is not None and abs(read - value) <= ROUNDED
        }
        assert left, f"{name} is {value}, by {list(self.readings[name])} until now, but its lines are {lines}"
        self.readings[name] = left

    def _read_list(self, name: str, value: Sequence[Any], lines: Lines) -> None:
        """A list has a numbered line for each value; equal lines are about equal values."""
        by_line = dict(zip(numbered(lines), filter(_NUMBERED.match, lines), strict=True))
        there = [n for n, one in enumerate(value, 1) if one is not None]
        if set(value) <= set(by_line) and self._info.metrics[name].better == "none":
            return  # it lists the numbers themselves
        assert set(there) <= set(by_line), f"{name} is {value}, but its lines are {lines}"
        for n in there:
            said = by_line[n].partition(" ")[2]
            before = self._values.setdefault((f"{name} of a round", (said,)), value[n - 1])
            assert before == value[n - 1], f"{name} is {before} and {value[n - 1]} by the line {said!r}"

    def _read_table(self, name: str, value: Any, lines: Lines) -> None:
        """Every number of a table stands in some line."""
        said = [number for line in lines for number in _numbers(line)]
        lost = [
            one for one in _leaves(value) if one and not any(abs(one - number) <= ROUNDED for number in said)
        ]
        assert not lost, f"{name}: {lost} stands in none of {lines}"


def _leaves(value: Any) -> Iterable[float]:
    if isinstance(value, Mapping):
        value = value.values()
    if not isinstance(value, Iterable):
        return [] if value is None else [value]
    return [leaf for one in value for leaf in _leaves(one)]
