"""The content of the stats table: its lines, its columns, their order and places, and the exports.

Every figure comes from `stats.aggregate` or from a paper. Sorting, ranking, drawing and exporting all read it
through `StatLine.figure`. The most important columns are at the left.

Law: only comparable figures are ranked: the figures of own rows with the same seat and condition, in columns
with a better end. Published rows have no place, because their games had other rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from tui_arena.core.language.sentences import counted
from tui_arena.data import GameInfo, Metric
from tui_arena.save.filters import Filter, kinds_left_out
from tui_arena.save.rollup.sums import FAULTS, SESSIONS, STANDINGS, TOKENS
from tui_arena.save.setting import deck_name
from tui_arena.stats.aggregate import (
    FORM,
    HOW_ASKED,
    OUTCOME,
    OWN,
    REPLIES,
    SPENDING,
    StatRow,
    alike,
    placed,
    solving_groups,
    variant_of,
)
from tui_arena.stats.differences import SECRETS, Differences, between
from tui_arena.stats.form import FIGURES, PER_REPLY
from tui_arena.stats.ranking.published import PublishedRow
from tui_arena.stats.statistics import Figure, clustered, items_note
from tui_arena.stats.text_tables import TableCell, TextTable
from tui_arena.stats.written import SCREEN, FigureStyle
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.stats.filters import FIELDS, called, is_set, shown

BETTER = {"high": "Higher is better.", "low": "Lower is better.", "none": "It's neither good nor bad."}
"""The sentence for each better end of a metric."""
FINE, COARSE = 5.0, 1000.0
"""Figures below `FINE` have two decimals, and figures from `COARSE` on have none."""
SPANLESS = frozenset({SESSIONS, "completed", "useful", TOKENS, *PER_REPLY})
"""Figures that never have a span."""
_FREE = frozenset({"broken", "seconds", "input_tokens", "output_tokens", "cost_usd", "drawn", "won_by_error"})
"""Columns that are dropped if all values are 0 or undefined: bots are free, and few games are drawn."""
_OF_OWN_SEAT = frozenset(
    {
        "won",
        "won_by_error",
        "lost",
        "drawn",
        "aborted",
        "quality",
        "completed",
        "useful",
        "request_success",
        "violated",
        "faults",
    }
)
"""Columns about a row's own seat. All other columns have the better end of the solving seat."""

WHO = ""
"""The group of the columns of words. It has no heading."""
FIRST, TURNS = "at a glance", "turn by turn"
"""Groups that don't depend on the measured thing: the first figures, and means over all turns."""
REASONING = "reasoning"
"""The ending of the names of groups whose figures come from probes."""
WORDS = ("player", "seat", "condition", *HOW_ASKED)
"""The keys of the columns of words. The columns on how models were asked are in the group of figures about replies."""


def with_spans(info: GameInfo) -> list[str]:
    """The figures that have an interval: shares of sessions."""
    return [*STANDINGS, *(metric.name for metric in info.metrics.values() if metric.kind == "flag")]


Over = Literal["sessions", "prompts", "repetitions"]
SPANS: dict[Over, str] = {
    "sessions": "± over sessions, [ ] 95% interval",
    "prompts": "± over prompt variants, the mean of each",
    "repetitions": "± over repetitions, the mean of each",
}
"""What a ± can be taken over, each with a line that explains it."""
MOST_LINES = 500
"""The maximum number of lines of the table. If there are more, only the first in the current order are shown."""


# lines


@dataclass(frozen=True, slots=True)
class StatLine:
    """A line of the table: an own row or a published row."""

    key: str
    """The key that identifies the line after the table has changed."""
    player: str
    """The player's name, or both names of a pair. A published name has no mark here."""
    seat: str
    condition: str
    own: StatRow | None = None
    published: PublishedRow | None = None
    variant: str = ""
    """The prompt variant, if the line is about a single one of a model's; else empty."""

    @property
    def block(self) -> tuple[str, str, str]:
        """The line's block. Only lines of the same block are ranked against each other."""
        kind = "prompt" if self.variant else "pair" if self.own and self.own.partner else ""
        return self.seat, self.condition, kind

    def word(self, key: str) -> str:
        """The line's text in a column of words.

        In a column of `HOW_ASKED` it is what all sessions have in common, such as their prompt variant, or the
        number of variants; empty for players who aren't models.
        """
        if key in HOW_ASKED:
            return alike(self.own.by(key)) if self.own is not None else ""
        return str(getattr(self, key))

    def spreads(self, over: Over) -> Mapping[str, Figure]:
        """The line's figures over prompt variants or repetitions; empty for `sessions`."""
        if self.own is None or over == "sessions" or self.variant:
            return {}
        return self.own.prompts if over == "prompts" else self.own.repetitions

    def figure(self, key: str, over: Over = "sessions") -> Figure:
        """The line's figure in a column, with its span over sessions, prompt variants or repetitions."""
        if self.published is not None:
            found = self.published.values.get("success" if key == "won" else key, Figure())
            return Figure(self.published.sessions) if key == "n" else found
        whole = self.own.figure(key) if self.own is not None else Figure()
        if over == "sessions" or self.variant:
            return whole
        one = self.spreads(over).get(key, Figure())
        return Figure(whole.value, n=whole.n) if one.value is None else one


def variant_line(row: StatRow) -> StatLine:
    """The line of a model's prompt variant."""
    whole, variant = own_line(row), variant_of(row)
    return replace(whole, key=f"{whole.key}/{variant}", player=f"{variant} ({row.player})", variant=variant)


def own_line(row: StatRow) -> StatLine:
    """The line of an own row."""
    key = "/".join((row.kind, row.player, row.seat, row.condition, row.partner or ""))
    partner = f" + {row.partner_names}{' (itself)' if row.own else ''}" if row.partner is not None else ""
    return StatLine(key, row.player + partner, row.seat, row.condition, own=row)


def published_line(row: PublishedRow, seat: str) -> StatLine:
    """The line of a published row. `seat`: the seat that seeks the secret, because such rows are about it."""
    return StatLine(f"published/{row.player}/{row.variant}", row.player, seat, row.variant, published=row)


def figure_text(shown: Figure, metric: Metric, digits: int, glyphs: Glyphs) -> tuple[str, str]:
    """A figure and its span as texts, such as `61%` and `[49-72]`. An undefined figure is a dash."""
    if shown.value is None:
        return glyphs.dash, ""
    style = _style(digits, metric)
    return style.value(shown), style.sureness(shown).replace("±", glyphs.plus_minus)


@cache
def _style(digits: int, metric: Metric) -> FigureStyle:
    """The style of one column's figures."""
    return replace(SCREEN.of(metric), digits=digits)


def digits_of(values: Iterable[float | None]) -> int:
    """The number of decimals for all figures of a column, which makes them comparable.

    >>> digits_of([0.4, 0.38]), digits_of([16.9, 3.0]), digits_of([1520.0]), digits_of([0.0])
    (2, 1, 0, 0)
    """
    most = max((abs(v) for v in values if v is not None), default=0.0)
    return 0 if not most or most >= COARSE else 2 if most < FINE else 1


# columns


@dataclass(frozen=True, slots=True)
class StatColumn:
    """A column of the table."""

    metric: Metric
    """The metric of its figures. A column of words uses only the metric's name."""
    group: str
    """The column's group."""

    @property
    def key(self) -> str:
        return self.metric.name

    @property
    def words(self) -> bool:
        """Whether the column contains words, which are flush left."""
        return self.key in WORDS


def columns_of(info: GameInfo, lines: Sequence[StatLine]) -> list[StatColumn]:
    """Every column with a figure in it, group by group. The most important columns come first."""
    differ = [key for key in WORDS[1:3] if len({line.word(key) for line in lines} - {""}) > 1]
    words = [StatColumn(Metric(key, key, "number", "none", ""), WHO) for key in (WORDS[0], *differ)]
    own = {key: StatColumn(metric, metric.measures) for key, metric in OWN.items()}
    names = dict.fromkeys([info.main.share, info.main.metric])
    main = [name for name in names if info.metrics[name].kind != "flag"]  # flags are shown as shares
    first = [
        *(StatColumn(OWN[key], FIRST) for key in ("n", "won")),
        *(StatColumn(info.metrics[name], FIRST) for name in main),
        StatColumn(OWN["quality"], FIRST),
    ]
    rest = [
        StatColumn(m, TURNS if m.kind == "list" else m.measures)
        for m in info.metrics.values()
        if m.kind != "table" and m.name not in OWN and m.name not in main  # tables are never averaged
    ]
    form = [StatColumn(OWN[key], FORM) for key in FIGURES] if _defined("faults", lines) else []
    rest += [own[key] for key in ("won_by_error", "lost", "drawn", "aborted", "completed", "useful")]
    rest = [column for column in rest if column.key not in {one.key for one in form}]
    groups = sorted(dict.fromkeys([*(c.group for c in rest if c.group != OUTCOME), OUTCOME]), key=_late)
    ordered = [c for group in groups for c in rest if c.group == group]
    ends = [c for group in (REPLIES, SPENDING) for c in own.values() if c.group == group]
    asked = [
        StatColumn(Metric(key, label, "number", "none", ""), REPLIES)
        for key, label in HOW_ASKED.items()
        if any(line.word(key) for line in lines)
    ]
    at = next((i for i, c in enumerate(ends) if c.group == SPENDING), len(ends))
    ends[at:at] = asked
    every = [*first, *form, *ordered, *ends]
    return [*words, *(c for c in every if c.words or c in first[:2] or _defined(c.key, lines))]


def _late(group: str) -> int:
    """A group's rank in the order: first kinds of reasoning, last the outcome."""
    return 0 if group.endswith(REASONING) else {TURNS: 2, OUTCOME: 3}.get(group, 1)


def _defined(key: str, lines: Sequence[StatLine]) -> bool:
    values = [line.figure(key).value for line in lines]
    return any(values) if key in _FREE else any(value is not None for value in values)


@dataclass(slots=True)
class Stats:
    """The rows of the table, the request, and the resulting lines and columns."""

    info: GameInfo
    wanted: Filter
    rows: list[StatRow] = field(default_factory=list)
    variants: Sequence[StatRow] = ()
    """A row for each prompt variant of the models; they are on show if ± is over prompt variants."""
    differs: Differences = field(default_factory=Differences)
    """What differs between the rows."""
    published: Sequence[PublishedRow] = ()
    """The published rows, if they are on show."""
    sort: str = ""
    """The key of the column to sort by; empty: the order of the aggregate, best first."""
    descending: bool = True
    over: Over = "sessions"
    """The choice of what a ± is taken over."""
    plain: bool = False
    """Whether only the first figures and the figures of models are shown, without spans."""
    every: list[StatColumn] = field(default_factory=list)
    """All columns, whether on show or not."""
    lines: list[StatLine] = field(default_factory=list)
    """The lines in the order of the table, at most `MOST_LINES`."""
    found: int = 0
    """The number of lines without this limit."""

    @classmethod
    def of(cls, info: GameInfo) -> Stats:
        """The stats of a game without a filter."""
        return cls(info, Filter(info.id))

    # the request

    def toggle_left_out(self) -> None:
        """Include the kinds of sessions that are usually left out, or leave them out again."""
        self.wanted = replace(self.wanted, include=frozenset() if self.wanted.include else frozenset({"all"}))

    def clear(self) -> None:
        """Clear all filters."""
        self.wanted = Filter(self.info.id)

    @property
    def filtered(self) -> bool:
        return self.wanted != Filter(self.info.id)

    def show(self, *, plain: bool) -> None:
        """Show only the first figures if `plain`, otherwise everything."""
        self.plain = plain
        self._order()

    def next_over(self) -> None:
        """Change to the next choice of `SPANS` for the ±."""
        overs = list(SPANS)
        self.over = overs[(overs.index(self.over) + 1) % len(overs)]
        self._order()

    def span_line(self, line: StatLine | None = None) -> str:
        """A line that explains the ± and the brackets. For a single prompt variant, both are over sessions."""
        span: Over = "sessions" if line is not None and line.variant else self.over
        over = span == "sessions" and any(clustered(row.figure("won")) for row in self.rows)
        return f"{SPANS[span]}{' over secrets' if over else ''}"

    # results of queries

    def take(
        self,
        rows: list[StatRow],
        differs: Differences | None = None,
        variants: Sequence[StatRow] = (),
    ) -> None:
        """Replace the rows. `differs`: what differs between them; None: secrets aren't compared."""
        self.rows, self.variants = rows, variants
        self.differs = between(rows) if differs is None else differs
        self._order()

    @property
    def lacks_variants(self) -> bool:
        """Whether rows for single prompt variants are to be shown, but haven't been queried."""
        return self.over == "prompts" and not self.variants and any(row.prompts for row in self.rows)

    def show_published(self, published: Sequence[PublishedRow]) -> None:
        """Replace the published rows. An empty sequence hides them."""
        self.published = published
        self._order()

    def sort_by(self, key: str) -> None:
        """Sort by a column, best first. Sorting by the same column again reverses the order."""
        if key == self.sort:
            self.descending = not self.descending
        else:
            better = next((c.metric.better for c in self.columns if c.key == key), "none")
            self.sort, self.descending = key, not (key in WORDS or better == "low")
        self._order()

    def _order(self) -> None:
        """Sort the lines in the chosen order. Lines without a figure come last."""
        solving = solving_groups(self.info)
        seat = next((row.seat for row in self.rows if row.seat in solving), min(solving, default=""))
        lines = [
            *(
                line
                for row in self.rows
                if row.partner is None or not self.plain
                for line in self._lines(row)
            ),
            *(published_line(row, seat) for row in self.published if self._fits(row, seat)),
        ]
        self.every = columns_of(self.info, lines)
        if self.sort in WORDS:
            lines.sort(key=lambda line: line.word(self.sort).casefold(), reverse=self.descending)
        elif self.sort:
            keyed = [(line.figure(self.sort, self.over).value, line) for line in lines]
            having = [(value, line) for value, line in keyed if value is not None]
            having.sort(key=lambda pair: pair[0], reverse=self.descending)
            lines = [line for _, line in having] + [line for value, line in keyed if value is None]
        self.lines, self.found = lines[:MOST_LINES], len(lines)

    def _lines(self, row: StatRow) -> Iterator[StatLine]:
        """The line of a row and, if ± is over prompt variants, a line for each of them."""
        yield own_line(row)
        if self.over == "prompts" and row.partner is None and row.prompts:
            who = row.seat, row.condition, row.kind, row.player
            yield from (
                variant_line(one)
                for one in self.variants
                if (one.seat, one.condition, one.kind, one.player) == who
            )

    def _fits(self, row: PublishedRow, seat: str) -> bool:
        """Whether a published row has the filter's seat, and its deck or variant if both name one."""
        wanted = self.wanted
        named = deck_name(wanted.deck) or wanted.variant or wanted.condition
        one_of = {*self.info.decks, *self.info.offered}
        told = named is None or row.variant not in one_of or row.variant in named.replace(",", " ").split()
        return wanted.seat in (None, seat) and told

    # the content

    @property
    def columns(self) -> list[StatColumn]:
        """The columns on show."""
        if not self.plain:
            return self.every
        shown = ("n", "won", self.info.main.share)
        first = [c for c in self.every if c.group in (WHO, FORM) or (c.group == FIRST and c.key in shown)]
        games = replace(OWN["n"], label="games")
        return [replace(c, metric=games) if c.key == "n" else c for c in first]

    def line(self, key: str | None) -> StatLine | None:
        """The line with this key; None if there isn't one."""
        return next((line for line in self.lines if line.key == key), None)

    def column(self, key: str | None) -> StatColumn | None:
        """The column with this key; None if there isn't one."""
        return next((column for column in self.columns if column.key == key), None)

    def summary(self) -> str:
        """A line about counted and left-out sessions, after a warning if rows differ in what was played.

        The plain page is for people who play; they rarely have the same secrets.
        """
        ways = [way for way in self.differs.ways if not self.plain or way != SECRETS]
        return (f"not all alike: {', '.join(ways)}; " if ways else "") + self._counts_text()

    def _counts_text(self) -> str:
        ended, started = self._counted(lambda row: row.sessions), self._counted(lambda row: row.started)
        if self.plain and self.found <= len(self.lines):
            helped = (
                "with games that had help"
                if "all" in self.wanted.include
                else "press a to include games with help"
            )
            return f"{counted(ended, 'game')} counted; {helped}"
        told = f"{ended} of {started} ended"
        if self.found > len(self.lines):
            told = f"the first {len(self.lines)} of {self.found:,} rows, press / to filter; {told}"
        if "all" in self.wanted.include:
            return f"{told}; of every kind"
        return f"{told}; without {', '.join(kinds_left_out(self.wanted))}"

    def _counted(self, count: Callable[[StatRow], int]) -> int:
        """The count over all sessions. Each session counts once, although all its players' rows have it.

        Several players of a group may share a session, too. So in each condition the smallest group's count
        is used.
        """
        conditions: dict[str, Counter[str]] = {}
        for row in self.rows:
            if row.partner is None and not row.neutral:
                conditions.setdefault(row.condition, Counter())[row.seat] += count(row)
        return sum(min(groups.values()) for groups in conditions.values())


# places


SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Place:
    """A line's place in a column. Place 1 is best, and ties share the better place."""

    place: int
    of: int
    shade: float
    """From 1 for the best to -1 for the worst. Tied lines get the middle of the places that they share."""

    def text(self, *, ascii_only: bool) -> str:
        """The place as written after a figure.

        >>> Place(2, 3, 0.0).text(ascii_only=False), Place(12, 14, -0.7).text(ascii_only=True)
        ('²', '#12')
        """
        return f"#{self.place}" if ascii_only else str(self.place).translate(SUPERSCRIPT)


def places(stats: Stats, column: StatColumn) -> dict[str, Place]:
    """Maps a line's key to its place. Empty if all values are equal, or if no end of the metric is better."""
    blocks: dict[tuple[str, str, str], dict[str, float]] = {}
    solving = solving_groups(stats.info)
    for line in stats.lines:
        value = line.figure(column.key).value
        judged = column.key in _OF_OWN_SEAT or line.seat in solving
        if line.own is not None and not line.own.neutral and judged and value is not None:
            blocks.setdefault(line.block, {})[line.key] = value
    return {
        key: _place(place, list(found.values()), len(block))
        for block in blocks.values()
        if (found := placed(block, column.metric.better))
        for key, place in found.items()
    }


def _place(place: int, among: Sequence[int], of: int) -> Place:
    middle = place + (among.count(place) - 1) / 2
    return Place(place, of, 1 - 2 * (middle - 1) / (of - 1))


# exports


def figures_table(stats: Stats) -> TextTable:
    """A table of all unrounded figures, each with its own name and the values of its span."""
    columns = [c for c in stats.every if not c.words]
    header = ["player", "kind", "seat", "condition", "partner", "published", *HOW_ASKED]
    rows = []
    for line in stats.lines:
        cells: list[TableCell] = list(_who(line))
        for column in columns:
            cells += [cell for _, cell in _terms(stats, line, column)]
        rows.append(tuple(cells))
    for column in columns:
        header += [name for name, _ in _terms(stats, None, column)]
    return TextTable(f"{stats.info.title}: stats", tuple(header), tuple(rows), notes(stats))


def notes(stats: Stats) -> tuple[str, ...]:
    """Notes on the figures: filters, left-out sessions, spans, places and sources."""
    filters = [f"{called(n)} {shown(stats.wanted, n)}" for n in FIELDS if is_set(stats.wanted, n)]
    sources = dict.fromkeys(f"{row.source}: {' '.join(row.differs)}" for row in stats.published)
    return (
        f"Filters: {', '.join(filters) or 'none'}; {stats.summary()}.",
        *stats.differs.notes,
        *filter(None, (items_note(row.figure("won") for row in stats.rows),)),
        f"Spans: {stats.span_line()}.",
        "Places compare only your own rows with the same seat and condition.",
        *(f"Published: {source}" for source in sources),
    )


def _who(line: StatLine) -> tuple[TableCell, ...]:
    row = line.own
    if row is None:
        return line.player, None, line.seat, line.condition, None, True, *(None for _ in HOW_ASKED)
    asked = (line.word(key) or None for key in HOW_ASKED)
    return row.player, row.kind, row.seat, row.condition, row.partner, False, *asked


def _terms(stats: Stats, line: StatLine | None, column: StatColumn) -> Iterator[tuple[str, TableCell]]:
    """The names and values of a column's figure in an exported table. `line`: None if only names matter."""
    one = Figure() if line is None else line.figure(column.key, stats.over)
    yield column.key, one.value
    if column.key == "faults":
        yield from ((name, (one.kinds or {}).get(kind, one.value and 0.0)) for kind, name in FAULTS.items())
    if column.key in SPANLESS:
        return
    if _is_share(stats, column) and stats.over == "sessions":
        yield f"{column.key}_low", one.low
        yield f"{column.key}_high", one.high
        yield f"{column.key}_items", one.items
    yield f"{column.key}_std", one.std
    yield f"{column.key}_n", one.n


def _is_share(stats: Stats, column: StatColumn) -> bool:
    return any(line.own is not None and line.figure(column.key).count is not None for line in stats.lines)
