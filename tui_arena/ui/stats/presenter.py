"""The table of stats: its lines, their order, and what is told below it.

Law: every figure comes from `analysis.aggregate` or from a paper; here it is only put in order.

What the table of stats shows, as a table for files: the same lines, in the same order.

Law: CSV and JSON hold every figure unrounded under its own name; Markdown reads as the screen does.
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
"""What a span is, in a line."""
MOST_LINES = 500
"""Lines of the table; of more the first are shown, in the order that was asked for."""


@dataclass(slots=True)
class Stats:
    """What the table shows."""

    info: GameInfo
    wanted: Filter
    rows: list[StatRow] = field(default_factory=list)
    published: Sequence[PublishedRow] = ()
    """The published rows, if they are shown."""
    sort: str = ""
    """Key of the column that it is sorted by; empty: as the figures came, best first."""
    descending: bool = True
    over: Over = "sessions"
    """What a ± is over."""
    columns: list[StatColumn] = field(default_factory=list)
    lines: list[StatLine] = field(default_factory=list)
    """In the order of the table, at most `MOST_LINES`."""
    found: int = 0
    """Lines that there would be."""

    @classmethod
    def of(cls, info: GameInfo) -> Stats:
        """The stats of a game, nothing filtered."""
        return cls(info, Filter(info.id))

    # what is asked for

    def toggle_left_out(self) -> None:
        """Count what aggregates leave out, or leave it out again."""
        self.wanted = replace(self.wanted, include=frozenset() if self.wanted.include else frozenset({"all"}))

    def clear(self) -> None:
        """Show all again."""
        self.wanted = Filter(self.info.id)

    @property
    def filtered(self) -> bool:
        return self.wanted != Filter(self.info.id)

    def next_over(self) -> None:
        """Let the ± be over the next of what it can be over."""
        self.over = OVERS[(OVERS.index(self.over) + 1) % len(OVERS)]
        self._order()

    # what came

    def take(self, rows: list[StatRow]) -> None:
        """Show other rows."""
        self.rows = rows
        self._order()

    def beside(self, published: Sequence[PublishedRow]) -> None:
        """Show published rows beside one's own, or no more."""
        self.published = published
        self._order()

    def sort_by(self, key: str) -> None:
        """Sort by a column, best first; by the same column again: the other way round."""
        if key == self.sort:
            self.descending = not self.descending
        else:
            better = next((c.better for c in self.columns if c.key == key), "none")
            self.sort, self.descending = key, not (key in WORDS or better == "low")
        self._order()

    def _order(self) -> None:
        """Lines in the order that was asked for; those without a figure come last."""
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
        """Whether a published row is what the filter asks for, as far as a paper can be."""
        wanted = self.wanted
        named = wanted.deck or wanted.variant
        return wanted.seat in (None, seat) and (not named or not row.variant or row.variant in named)

    # what is shown

    def line(self, key: str | None) -> StatLine | None:
        """The line of that key."""
        return next((line for line in self.lines if line.key == key), None)

    def column(self, key: str | None) -> StatColumn | None:
        """The column of that key."""
        return next((column for column in self.columns if column.key == key), None)

    def places(self, column: StatColumn) -> dict[str, Place]:
        """Who is best in a column, by key of the line."""
        return dict(places(self.lines, column, solving_groups(self.info)))

    def told(self) -> str:
        """What is counted and what is left out, on one line."""
        ended, started = self._counted(lambda row: row.sessions), self._counted(lambda row: row.started)
        counted = f"{ended} of {started} ended"
        if self.found > len(self.lines):
            counted = f"the first {len(self.lines)} of {self.found:,} rows, / filters; {counted}"
        include = self.wanted.include
        if "all" in include:
            return f"{counted}; of every kind"
        return f"{counted}; without {', '.join(kind for kind in LEFT_OUT if kind not in include)}"

    def _counted(self, count: Callable[[StatRow], int]) -> int:
        """A count over all sessions, each once: who faced each other both have a row of it.

        Several players of one group may share a session, so in each variant the group with the fewest counts.
        """
        variants: dict[str, Counter[str]] = {}
        for row in self.rows:
            if row.partner is None and not row.neutral:
                variants.setdefault(row.variant, Counter())[row.seat] += count(row)
        return sum(min(groups.values()) for groups in variants.values())
