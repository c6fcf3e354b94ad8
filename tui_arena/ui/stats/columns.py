"""Columns of the table of stats: all figures of a game, grouped by what they measure.

Law: what matters most stands at the left; the player stays where the others are scrolled.

Who is best in a column: places, and how strongly a cell is shaded.

Law: only what can be compared is ranked: own rows of one seat and variant, where more is better or less is.
Published rows have none: they were not played by the same rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.ui.stats.lines import SHARES, StatLine, figure

_FREE = frozenset({"seconds", "input_tokens", "output_tokens", "cost_usd"})
"""Columns that are left out where all that there is in them is nothing: bots cost nothing."""

Better = Literal["high", "low", "none"]

WHO = ""
"""The group of words: who it is, which needs no head."""
FIRST, TURNS = "at a glance", "turn by turn"
"""Groups of figures whatever they measure: what is seen first, and means over all turns."""
OUTCOME, REPLIES, COST = "outcome", "replies", "cost"
REASONING = "reasoning"
"""How the names of groups end whose figures are asked for beside the game."""
WORDS = ("player", "seat", "variant")


@dataclass(frozen=True, slots=True)
class StatColumn:
    """One column."""

    key: str
    title: str
    group: str
    """What it stands under."""
    better: Better = "none"
    percent: bool = False
    """Whether it is a share of 1 that is written in hundredths."""
    measures: str = ""
    """What its figures are taken to measure, where that is not the group it stands under."""

    @property
    def words(self) -> bool:
        """Whether it holds words, which stand at the left of their cells."""
        return self.key in WORDS


@dataclass(frozen=True, slots=True)
class Window:
    """The columns that are seen, and what is cut at either side."""

    columns: tuple[StatColumn, ...]
    before: tuple[str, ...]
    """Groups of which columns are cut at the left."""
    after: tuple[str, ...]


def columns_of(info: GameInfo, lines: Sequence[StatLine]) -> list[StatColumn]:
    """Every column that has something in it, group by group, the most important first."""
    differ = [key for key in WORDS[1:] if len({getattr(line, key) for line in lines} - {""}) > 1]
    words = [StatColumn(key, key, WHO) for key in (WORDS[0], *differ)]
    main = _main(info)
    first = [
        StatColumn("n", "n", FIRST),
        StatColumn("won", "won", FIRST, "high", percent=True, measures=OUTCOME),
        *(_of_metric(info.metrics[name], FIRST) for name in main),
        StatColumn("quality", "quality", FIRST, "high", measures=OUTCOME),
    ]
    rest = [
        _of_metric(m, TURNS if m.kind == "list" else m.measures) for m in _metrics(info) if m.name not in main
    ]
    groups = sorted(dict.fromkeys([*(c.group for c in rest), OUTCOME]), key=_late)
    ordered = [c for group in groups for c in [*rest, *_outcome()] if c.group == group]
    found = [*first, *ordered, *_replies(), *_cost()]
    return [*words, *(c for c in found if c in first[:2] or _defined(c.key, lines))]


def fixed(columns: Sequence[StatColumn], *, roomy: bool) -> int:
    """How many columns at the left are not scrolled: the player, and where there is room who it is."""
    return sum(c.words for c in columns) if roomy else 1


@dataclass(frozen=True, slots=True)
class Scroll:
    """All columns, and what decides which are seen."""

    columns: Sequence[StatColumn]
    held: int
    """So many at the left are always seen."""
    room: int
    """Cells for all that are seen."""
    width: Callable[[StatColumn], int]

    def first_for(self, at: int, first: int) -> int:
        """Where to begin so that column number `at` is seen, moved from `first` no further than it must."""
        if at < self.held:
            return self.held
        if at < first:
            return at
        left = self._left - sum(self.width(c) for c in self.columns[first : at + 1])
        while left < 0 and first < at:
            left += self.width(self.columns[first])
            first += 1
        return first

    def window(self, first: int) -> Window:
        """What is seen if it begins at column number `first`: at least that one, and as many as fit."""
        left = self._left
        seen: list[StatColumn] = []
        for column in self.columns[first:]:
            left -= self.width(column)
            if left < 0 and seen:
                break
            seen.append(column)
        before, after = self.columns[self.held : first], self.columns[first + len(seen) :]
        return Window((*self.columns[: self.held], *seen), _groups(before), _groups(after))

    @property
    def _left(self) -> int:
        return self.room - sum(self.width(c) for c in self.columns[: self.held])


def heads(columns: Sequence[StatColumn], widths: Sequence[int], rule: str) -> list[str]:
    """The line of group heads, cut into the cells of the columns.

    >>> one, two = StatColumn("a", "a", "pace"), StatColumn("b", "b", "pace")
    >>> heads([one, two], [5, 6], "-")
    [' pace', ' ---- ']
    """
    out: list[str] = []
    at = 0
    while at < len(columns):
        end = at
        while end < len(columns) and columns[end].group == columns[at].group:
            end += 1
        text = _head(columns[at].group, sum(widths[at:end]), rule)
        for width in widths[at:end]:
            out.append(text[:width])
            text = text[width:]
        at = end
    return out


def _head(group: str, width: int, rule: str) -> str:
    if not group:
        return " " * width
    name = one_line(group, max(width - 2, 1))
    return f" {name} {rule * max(width - len(name) - 3, 0)} "[:width].ljust(width)


def _late(group: str) -> int:
    """Kinds of reasoning come first, what is at a glance already last."""
    return 0 if group.endswith(REASONING) else {TURNS: 2, OUTCOME: 3}.get(group, 1)


def _groups(columns: Sequence[StatColumn]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c.group for c in columns))


def _main(info: GameInfo) -> list[str]:
    """The metrics that are seen first; flags are in the shares."""
    names = dict.fromkeys([info.main.share, info.main.metric])
    return [name for name in names if info.metrics[name].kind != "flag"]


def _metrics(info: GameInfo) -> Iterator[Metric]:
    """Metrics that make columns: a table of one session is never averaged, shares have theirs."""
    return (m for m in info.metrics.values() if m.kind != "table" and m.name not in SHARES)


def _of_metric(metric: Metric, group: str) -> StatColumn:
    percent = metric.unit == "share" or metric.kind == "flag"
    return StatColumn(metric.name, metric.label, group, metric.better, percent, metric.measures)


def _outcome() -> list[StatColumn]:
    return [
        StatColumn("lost", "lost", OUTCOME, "low", percent=True),
        StatColumn("aborted", "aborted", OUTCOME, "low", percent=True),
        StatColumn("completed", "completed", OUTCOME, "high", percent=True),
        StatColumn("useful", "useful", OUTCOME, "high", percent=True),
    ]


def _replies() -> list[StatColumn]:
    return [
        StatColumn("request_success", "readable", REPLIES, "high", percent=True),
        StatColumn("requests", "requests", REPLIES),
        StatColumn("parsed", "parsed", REPLIES),
        StatColumn("violated", "violated", REPLIES, "low"),
    ]


def _cost() -> list[StatColumn]:
    return [
        StatColumn("seconds", "seconds", COST),
        StatColumn("input_tokens", "tokens in", COST),
        StatColumn("output_tokens", "tokens out", COST),
        StatColumn("cost_usd", "USD", COST),
    ]


def _defined(key: str, lines: Sequence[StatLine]) -> bool:
    values = [figure(line, key).value for line in lines]
    return any(values) if key in _FREE else any(value is not None for value in values)


SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
OWN = frozenset({"won", "lost", "aborted", "quality", "completed", "useful", "request_success", "violated"})
"""Columns of a row's own seat; what a game measures says what is better for who looks for the secret."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line's place in a column, 1 is best; who ties shares the better one."""

    place: int
    of: int
    shade: float
    """1 for the best, -1 for the worst, 0 in the middle; who ties is in the middle of the places they take."""

    def text(self, *, ascii_only: bool) -> str:
        """How it is written behind a figure.

        >>> Place(2, 3, 0.0).text(ascii_only=False), Place(12, 14, -0.7).text(ascii_only=True)
        ('²', '#12')
        """
        return f"#{self.place}" if ascii_only else str(self.place).translate(SUPERSCRIPT)


def places(lines: Sequence[StatLine], column: StatColumn, solving: Collection[str]) -> Mapping[str, Place]:
    """By key of the line; nothing where fewer than two players differ, or neither way is better.

    `solving`: groups of seats that look for the secret.
    """
    if column.better == "none":
        return {}
    out: dict[str, Place] = {}
    for block in _blocks(lines):
        if column.key in OWN or block[0].seat in solving:
            out |= _placed(block, column)
    return out


def _blocks(lines: Sequence[StatLine]) -> Iterable[list[StatLine]]:
    found: dict[tuple[str, str, bool], list[StatLine]] = {}
    for line in lines:
        if line.own is not None and not line.own.neutral:
            found.setdefault(line.block, []).append(line)
    return found.values()


def _placed(block: Sequence[StatLine], column: StatColumn) -> Mapping[str, Place]:
    values = {line.key: value for line in block if (value := figure(line, column.key).value) is not None}
    ordered = sorted(values.values(), reverse=column.better == "high")
    if len(set(ordered)) < 2:
        return {}
    return {key: _place(ordered, value) for key, value in values.items()}


def _place(ordered: Sequence[float], value: float) -> Place:
    place, of = ordered.index(value) + 1, len(ordered)
    middle = place + (ordered.count(value) - 1) / 2
    return Place(place, of, 1 - 2 * (middle - 1) / (of - 1))
