"""The columns of the table of stats, grouped by what they measure, and the places of lines in a column.

The most important columns are at the left; the player's column doesn't scroll.

Law: only comparable figures are ranked: those of own rows of one seat and variant, in columns with a better
end. Published rows have no place, as they were not played by the same rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.ui.stats.lines import SHARES, StatLine, figure

_FREE = frozenset({"seconds", "input_tokens", "output_tokens", "cost_usd"})
"""Columns that are left out if all their values are zero or undefined: bots cost nothing."""

Better = Literal["high", "low", "none"]

WHO = ""
"""The group of the columns of words, which has no head."""
FIRST, TURNS = "at a glance", "turn by turn"
"""Groups that don't depend on what is measured: the first figures, and means over all turns."""
OUTCOME, REPLIES, COST = "outcome", "replies", "cost"
REASONING = "reasoning"
"""The end of the names of groups whose figures come from probes."""
WORDS = ("player", "seat", "variant")


@dataclass(frozen=True, slots=True)
class StatColumn:
    """One column."""

    key: str
    title: str
    group: str
    """The group that it belongs to."""
    better: Better = "none"
    percent: bool = False
    """Whether it is a share of 1 that is written as a percentage."""
    measures: str = ""
    """What its figures are taken to measure, if that is not its group."""

    @property
    def words(self) -> bool:
        """Whether it holds words, which are flush left."""
        return self.key in WORDS


@dataclass(frozen=True, slots=True)
class Window:
    """The columns in sight, and the groups that are cut at either side."""

    columns: tuple[StatColumn, ...]
    before: tuple[str, ...]
    """Groups with columns that are cut at the left."""
    after: tuple[str, ...]


def columns_of(info: GameInfo, lines: Sequence[StatLine]) -> list[StatColumn]:
    """Every column with a figure in it, group by group, the most important first."""
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
    """How many columns at the left don't scroll: the player, and on a roomy screen all words."""
    return sum(c.words for c in columns) if roomy else 1


@dataclass(frozen=True, slots=True)
class Scroll:
    """All columns, and what decides which are in sight."""

    columns: Sequence[StatColumn]
    held: int
    """How many columns at the left are always in sight."""
    room: int
    """Cells for all columns in sight."""
    width: Callable[[StatColumn], int]

    def first_for(self, at: int, first: int) -> int:
        """The number of the first scrolled column so that column `at` is in sight, as near `first` as possible."""
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
        """The columns in sight if the scrolled ones begin at number `first`: at least that one."""
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
    """The line of group heads, cut into one piece per column.

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
    """The rank of a group: kinds of reasoning come first, the outcome last."""
    return 0 if group.endswith(REASONING) else {TURNS: 2, OUTCOME: 3}.get(group, 1)


def _groups(columns: Sequence[StatColumn]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c.group for c in columns))


def _main(info: GameInfo) -> list[str]:
    """The metrics that are shown first; flags are shown as shares."""
    names = dict.fromkeys([info.main.share, info.main.metric])
    return [name for name in names if info.metrics[name].kind != "flag"]


def _metrics(info: GameInfo) -> Iterator[Metric]:
    """Metrics that make columns: not tables, which are never averaged, and not shares, which have columns."""
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
"""Columns that are about a row's own seat. The better end of all others is that of the solving seat."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line's place in a column; 1 is best, and ties share the better place."""

    place: int
    of: int
    shade: float
    """1 for the best, -1 for the worst, 0 in the middle; ties get the middle of the places that they take."""

    def text(self, *, ascii_only: bool) -> str:
        """The place as it is written behind a figure.

        >>> Place(2, 3, 0.0).text(ascii_only=False), Place(12, 14, -0.7).text(ascii_only=True)
        ('²', '#12')
        """
        return f"#{self.place}" if ascii_only else str(self.place).translate(SUPERSCRIPT)


def places(lines: Sequence[StatLine], column: StatColumn, solving: Collection[str]) -> Mapping[str, Place]:
    """Places by key of the line; none if all values are equal, or if neither more nor less is better.

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
