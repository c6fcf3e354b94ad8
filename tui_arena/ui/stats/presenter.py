"""The content of the table of stats: its lines, their order, and the line of text below it.

Every figure comes from `stats.aggregate` or from a paper; this module only orders them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tui_arena.data import GameInfo
from tui_arena.stats.aggregate import Filter, solving_groups
from tui_arena.stats.ranking.references import PublishedRow
from tui_arena.stats.rows import StatRow
from tui_arena.ui.stats.columns import WORDS, Place, StatColumn, columns_of, places
from tui_arena.ui.stats.filters import LEFT_OUT
from tui_arena.ui.stats.lines import OVERS, Over, StatLine, figure, own_line, published_line

SPANS: dict[Over, str] = {
    "sessions": "± over sessions, [ ] 95 % Wilson",
    "prompts": "± over prompt variants, the mean of each",
    "repetitions": "± over repetitions, the mean of each",
}
"""One line that says what a span is."""
MOST_LINES = 500
"""Most lines of the table; if there are more, the first are shown in the chosen order."""


@dataclass(slots=True)
class Stats:
    """The rows of the table, what was asked for, and the lines and columns that result."""

    info: GameInfo
    wanted: Filter
    rows: list[StatRow] = field(default_factory=list)
    published: Sequence[PublishedRow] = ()
    """The published rows, if they are shown."""
    sort: str = ""
    """Key of the column that it is sorted by; empty: the order of the aggregate, best first."""
    descending: bool = True
    over: Over = "sessions"
    """What a ± is taken over."""
    columns: list[StatColumn] = field(default_factory=list)
    lines: list[StatLine] = field(default_factory=list)
    """In the order of the table, at most `MOST_LINES`."""
    found: int = 0
    """The number of lines without that limit."""

    @classmethod
    def of(cls, info: GameInfo) -> Stats:
        """The stats of a game, without a filter."""
        return cls(info, Filter(info.id))

    # what is asked for

    def toggle_left_out(self) -> None:
        """Count the kinds of session that aggregates leave out, or leave them out again."""
        self.wanted = replace(self.wanted, include=frozenset() if self.wanted.include else frozenset({"all"}))

    def clear(self) -> None:
        """Clear all filters."""
        self.wanted = Filter(self.info.id)

    @property
    def filtered(self) -> bool:
        return self.wanted != Filter(self.info.id)

    def next_over(self) -> None:
        """Take the ± over the next of `OVERS`."""
        self.over = OVERS[(OVERS.index(self.over) + 1) % len(OVERS)]
        self._order()

    # results of queries

    def take(self, rows: list[StatRow]) -> None:
        """Replace the rows."""
        self.rows = rows
        self._order()

    def beside(self, published: Sequence[PublishedRow]) -> None:
        """Replace the published rows; empty: show none."""
        self.published = published
        self._order()

    def sort_by(self, key: str) -> None:
        """Sort by a column, best first; sorting by the same column again reverses the order."""
        if key == self.sort:
            self.descending = not self.descending
        else:
            better = next((c.better for c in self.columns if c.key == key), "none")
            self.sort, self.descending = key, not (key in WORDS or better == "low")
        self._order()

    def _order(self) -> None:
        """Put the lines in the chosen order; those without a figure come last."""
        solving = solving_groups(self.info)
        seat = next((row.seat for row in self.rows if row.seat in solving), min(solving, default=""))
        lines = [
            *map(own_line, self.rows),
            *(published_line(row, seat) for row in self.published if self._fits(row, seat)),
        ]
        self.columns = columns_of(self.info, lines)
        if self.sort in WORDS:
            lines.sort(key=lambda line: str(getattr(line, self.sort)).casefold(), reverse=self.descending)
        elif self.sort:
            keyed = [(figure(line, self.sort, self.over).value, line) for line in lines]
            having = [(value, line) for value, line in keyed if value is not None]
            having.sort(key=lambda pair: pair[0], reverse=self.descending)
            lines = [line for _, line in having] + [line for value, line in keyed if value is None]
        self.lines, self.found = lines[:MOST_LINES], len(lines)

    def _fits(self, row: PublishedRow, seat: str) -> bool:
        """Whether a published row fits the filter's seat, and its deck or variant if both name one."""
        wanted = self.wanted
        named = wanted.deck or wanted.variant
        return wanted.seat in (None, seat) and (not named or not row.variant or row.variant in named)

    # what is shown

    def line(self, key: str | None) -> StatLine | None:
        """The line with this key; None: there is none."""
        return next((line for line in self.lines if line.key == key), None)

    def column(self, key: str | None) -> StatColumn | None:
        """The column with this key; None: there is none."""
        return next((column for column in self.columns if column.key == key), None)

    def places(self, column: StatColumn) -> dict[str, Place]:
        """The places in a column, by key of the line."""
        return dict(places(self.lines, column, solving_groups(self.info)))

    def told(self) -> str:
        """One line that says what is counted and what is left out."""
        ended, started = self._counted(lambda row: row.sessions), self._counted(lambda row: row.started)
        counted = f"{ended} of {started} ended"
        if self.found > len(self.lines):
            counted = f"the first {len(self.lines)} of {self.found:,} rows, / filters; {counted}"
        include = self.wanted.include
        if "all" in include:
            return f"{counted}; of every kind"
        return f"{counted}; without {', '.join(kind for kind in LEFT_OUT if kind not in include)}"

    def _counted(self, count: Callable[[StatRow], int]) -> int:
        """A count over all sessions, each once, though every player of a session has it in a row.

        Several players of one group may share a session too, so the smallest count of a group is taken in
        each variant.
        """
        variants: dict[str, Counter[str]] = {}
        for row in self.rows:
            if row.partner is None and not row.neutral:
                variants.setdefault(row.variant, Counter())[row.seat] += count(row)
        return sum(min(groups.values()) for groups in variants.values())
