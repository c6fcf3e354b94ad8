"""The state of the compare screen: the two players, the listed secrets, their order, and the sentences.

`stats.comparison` computes the figures. This module orders them, puts them into words, and lays out intervals
on a shared scale, the list's columns and cells, and explanations.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from rich.text import Text
from textual.content import Content

from tui_arena.charts.model import Band, SpanRow
from tui_arena.charts.text import span_lines
from tui_arena.core.signs import columns_of
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.filters import JOINED, Filter, narrowed_by
from tui_arena.save.rollup.derived_rows import Evidence
from tui_arena.save.rollup.sums import MAIN
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import FORM
from tui_arena.stats.comparison import (
    FOUND,
    WON,
    Comparison,
    Comparisons,
    Contender,
    Found,
    ItemRow,
    basis_text,
    better_text,
    chosen_pair,
    compared_group,
    form_sentences,
    form_words,
    found_text,
    groups_of,
    measure,
    measures,
    names,
    played,
    players,
    secrets,
    under_each,
    verdict,
    with_differences,
)
from tui_arena.stats.conditions import condition_heading
from tui_arena.stats.statistics import Figure
from tui_arena.stats.written import COMPARED, DIFFERENCE, GAP, FigureStyle
from tui_arena.table.turns import Page
from tui_arena.ui.app.bars import Chosen
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.stats.presenter import BETTER
from tui_arena.ui.widgets.charts import painted, signs
from tui_arena.ui.widgets.tables import Column

Sort = Literal["first", "second", "secret"]
Side = Literal["first", "second"]

SORTS: tuple[Sort, ...] = ("first", "second", "secret")
ALL = ""
"""The choice that lists all secrets."""
NAME = 14
"""The maximum number of characters of a player's name before the comparison is loaded."""
NOBODY = """There's nothing to compare yet.

To compare two players well, give both the same secrets: make two runs with one seed.
tui-arena run {game} --sessions 40 --seed 5 --seat {seat}=bot:easy
tui-arena run {game} --sessions 40 --seed 5 --seat {seat}=bot:hard"""
APART = "{} and {} never played under the same condition."
ALONE = "To give another player the same secrets, use the same seed: tui-arena run {game} --seed N."


def _usual(info: GameInfo, group: str) -> str:
    """The figure compared at first: the main metric, but `WON` for seats that it would praise for losing."""
    return info.main.metric if groups_of(info)[group] == "solver" else WON


Answer = tuple[tuple[Contender, ...], tuple[Contender, Contender] | None, Comparisons]
"""The players with sessions that count, by name; the two to compare, or None; and their comparisons under
each condition. The comparison over all conditions comes first if it was asked for."""


@dataclass(slots=True)
class Compare:
    """Everything that the compare screen shows."""

    info: GameInfo
    wanted: Filter
    group: str
    metric: str
    first: Contender | None = None
    second: Contender | None = None
    found: Comparison | None = None
    """The comparison on show; None if there are no players, or if the two share no condition."""
    every: Comparisons = field(default_factory=lambda: Comparisons(()))
    condition: str = ""
    """The name of the chosen condition, or `JOINED`; empty: the condition with the most shared secrets."""
    there: tuple[Contender, ...] = ()
    sort: Sort = "first"
    shows: Found | None = None
    """The winners whose secrets are listed; None: all secrets are listed."""

    @classmethod
    def of(cls, info: GameInfo, wanted: Filter, first: str | None) -> Compare:
        """The comparison for a filter. `first`: one of the two players, as `kind:name`.

        Without `first`, the filter's player is the first player. A seat that has no side is dropped.
        """
        seat = wanted.seat if wanted.seat in groups_of(info) else None
        kind, _, name = (first or wanted.player or "").partition(":")
        who = (kind, name) if name else None
        clean = replace(wanted, player=None, seat=None)
        group = compared_group(info, seat)
        return cls(info, clean, group, _usual(info, group), first=who)

    # the request

    def take(self, answer: Answer) -> None:
        """Show the result of a query."""
        self.there, pair, self.every = answer
        if pair is not None:
            self.first, self.second = pair
        each = self.every.each
        self.found = next((one for one in each if one.condition == self.condition), next(iter(each), None))

    def choices(self, key: str) -> list[tuple[str, str]]:
        """The values and texts of the choices for a key of the bar."""
        match key:
            case "a" | "b":
                alike = Counter(name for _, name in self.there)
                return [(":".join(who), ":".join(who) if alike[who[1]] > 1 else who[1]) for who in self.there]
            case "m":
                return [(m.name, m.label) for m in measures(self.info)]
            case "e":
                return [(group, group) for group in groups_of(self.info)]
            case "c":
                each = [one for one in self.every.each if one.condition != JOINED]
                told = [(one.condition, f"{one.condition} ({secrets(len(one.shared))})") for one in each]
                return [*told, *([(JOINED, condition_heading(JOINED))] if self.may_be_joined else [])]
        return [(ALL, "all"), *((by, f"{self.by(by)} ({self._count(by)})") for by in FOUND)]

    def value(self, key: str) -> str:
        """The current choice for a key of the bar."""
        who = {"a": self.first, "b": self.second}.get(key)
        condition = self.found.condition if self.found else ""
        values = {"m": self.metric, "e": self.group, "f": self.shows or ALL, "c": condition}
        return values[key] if key in values else ":".join(who) if who else ""

    def choose(self, key: str, value: str) -> bool:
        """Choose a value. Returns whether a new query is needed. Choosing the other player swaps the two."""
        before = self.group, self.metric, self.condition, self.first, self.second
        kind, _, name = value.partition(":")
        match key:
            case "a":
                self.second = self.first if self.second == (kind, name) else self.second
                self.first = kind, name
            case "b":
                self.first = self.second if self.first == (kind, name) else self.first
                self.second = kind, name
            case "m":
                self.metric = value
                if self.condition == JOINED and measure(self.info, value).scale_by:
                    self.condition = ""
            case "c":
                self.condition, self.shows = value, None
            case "e":
                if self.metric == _usual(self.info, self.group):
                    self.metric = _usual(self.info, value)
                self.group, self.shows = value, None
            case _:
                self.shows = next((found for found in FOUND if found == value), None)
        return (self.group, self.metric, self.condition, self.first, self.second) != before

    def swap(self) -> None:
        """Swap the two players."""
        self.first, self.second = self.second, self.first
        turned: dict[Found, Found] = {"first": "second", "second": "first"}
        if self.shows in turned:
            self.shows = turned[self.shows]

    @property
    def filter(self) -> Filter:
        """The filter for the compared sessions, with the chosen seat."""
        under = self.found.condition if self.found else ""
        return replace(self.wanted, seat=self.group, condition=under or self.wanted.condition)

    @property
    def may_be_joined(self) -> bool:
        """Whether all conditions can be joined: there are several, and the figure has just one scale."""
        return bool(self.every.note) and not measure(self.info, self.metric).scale_by

    @property
    def vs(self) -> str:
        """Both players' names, and the compared figure."""
        return f"{self.name('first')} and {self.name('second')}, {self.metric_shown.label}"

    def sorted_text(self) -> str:
        """The order of the list, as a sentence."""
        if self.sort == "secret":
            return "Sorted by name"
        best = "best" if self.metric_shown.better != "none" else "highest"
        return f"Sorted by where {self.name(self.sort)} did {best} against the other"

    def next_sort(self) -> None:
        """Change to the next order: the first player's best secrets, the second player's, or by name."""
        self.sort = SORTS[(SORTS.index(self.sort) + 1) % len(SORTS)]

    # the content

    def bar(self) -> list[Chosen]:
        """The current choices for the line at the top."""
        by = "all" if self.shows is None else self.by(self.shows)
        return [
            Chosen("a", "", self.name("first")),
            Chosen("b", "", self.name("second")),
            Chosen("m", "figure", measure(self.info, self.metric).label),
            *([Chosen("e", "seat", self.group)] if len(groups_of(self.info)) > 1 else []),
            *([Chosen("c", "under", self._under())] if self.every.note else []),
            Chosen("f", "won by", by),
        ]

    def _under(self) -> str:
        """The condition on show, with its position and the number of conditions."""
        each = [one.condition for one in self.every.each if one.condition != JOINED]
        now = self.value("c")
        of = f", {each.index(now) + 1} of {len(each)}" if now in each and len(each) > 1 else ""
        return f"{condition_heading(now)}{of}"

    def name(self, side: Side) -> str:
        who: Contender | None = getattr(self, side)
        if self.found is not None:
            return names(self.found)[0 if side == "first" else 1]
        return one_line(who[1], NAME) if who else "nobody"

    def by(self, found: str) -> str:
        if found in ("first", "second"):
            return f"only {self.name(cast('Side', found))}"
        return found

    def _count(self, found: Found) -> int:
        return len(self.found.by_found(found)) if self.found else 0

    def filters(self, glyphs: Glyphs) -> str:
        """The filters on the sessions, on one line."""
        told = [f"{name} {value}" for name, value in narrowed_by(self.wanted)]
        told += [f"with {kind}" for kind in sorted(self.wanted.include)]
        return glyphs.dotted(one_line(text, 30) for text in told)

    @property
    def metric_shown(self) -> Metric:
        """The compared figure."""
        return self.found.metric if self.found else measure(self.info, self.metric)

    @property
    def alone(self) -> bool:
        """True if there is no second player to compare with."""
        return self.found is not None and self.found.first == self.found.second

    def headline(self) -> str:
        """A sentence about the player who is ahead."""
        if self.found is None:
            return ""
        if self.alone:
            return f"{self.name('first')} is the only player here. There's nobody to compare with."
        return verdict(self.found)

    def about(self, *, brief: bool = False) -> str:
        """The basis of the figures and the interval, and what isn't alike.

        Unless `brief`, also the conditions of the games, and how the players' sessions differ.
        """
        if self.found is None:
            return ""
        if self.alone:
            return ALONE.format(game=self.info.id)
        differs = self.found.differs
        ways = f"Not all alike: {', '.join(differs.ways)}." if differs.ways else ""
        more = (ways,) if brief else (self.every.note, differs.note)
        return " ".join(filter(None, (basis_text(self.found), *more)))

    def counts(self, *, brief: bool = False) -> str:
        """How many secrets both, one or neither won; unless `brief`, also at how many each does better."""
        if self.found is None or self.alone:
            return ""
        return (
            found_text(self.found) if brief else f"{better_text(self.found)} {found_text(self.found)}".strip()
        )

    def form(self, glyphs: Glyphs, width: int) -> list[str]:
        """A line on the faults, speed and cost of each player; empty if neither is a model.

        What doesn't fit into `width` is left out, the least important first; before that it is said shorter.
        """
        if self.found is None or self.alone:
            return []
        whole, short = (form_words(self.found, short=one) for one in (False, True))
        most = max((len(words) for _, words in short), default=0)
        tries = [whole, *([(name, words[:n]) for name, words in short] for n in range(most, 0, -1))]
        each = ([f"{name}: {glyphs.dotted(words)}" for name, words in told] for told in tries)
        return next((lines for lines in each if all(columns_of(line) <= width for line in lines)), [])

    def nothing(self) -> str:
        """Why no secret is listed; empty if some secrets are."""
        if self.found is None and self.every.note:
            return f"{APART.format(self.name('first'), self.name('second'))} {self.every.note}"
        if self.found is None:
            return NOBODY.format(game=self.info.id, seat=self.group)
        if self.rows():
            return ""
        return (
            f"Of the secrets both played, none was won by {self.by(self.shows or '')}. Press f to "
            "see the others."
        )

    def rows(self) -> list[ItemRow]:
        """The listed secrets in order. Secrets without a difference come last."""
        if self.found is None:
            return []
        listed = list(self.found.shared if self.found.basis == "pairs" else self.found.items)
        if self.shows is not None:
            listed = list(self.found.by_found(self.shows))
        if self.sort == "secret":
            return listed
        sign = self.found.direction * (1 if self.sort == "second" else -1)
        return sorted(listed, key=lambda row: (row.difference is None, sign * (row.difference or 0.0)))


def answer(store: Store, catalogue: Catalogue, asked: Compare) -> Answer:
    """Query a comparison. Picks players if they aren't chosen or gone. Raises BadFilter, SaveError."""
    wanted = replace(asked.wanted, seat=asked.group)
    cells = played(store, wanted, asked.group, [asked.metric])
    there, pair = tuple(players(cells)), chosen_pair(cells, asked.first, asked.second)
    if pair is None:
        return there, None, Comparisons(())
    metric = measure(asked.info, asked.metric)
    found = under_each(store, asked.info, wanted, cells, pair, metric=metric)
    if asked.condition == JOINED:
        wanted = replace(wanted, condition=JOINED)
        whole = under_each(store, asked.info, wanted, cells, pair, metric=metric)
        found = Comparisons((*whole.each, *found.each), whole.note)
    return there, pair, with_differences(store, catalogue, wanted, found)


BEHIND = 200
"""The maximum number of sessions listed for each player."""


def behind(store: Store, asked: Compare, item: str) -> list[tuple[Side, Evidence]]:
    """Both players' sessions with a secret, newest first. Raises BadFilter, SaveError."""
    sides: dict[Contender | None, Side] = {asked.second: "second", asked.first: "first"}
    return [
        (sides[who], one)
        for who in (asked.first, *({asked.second} - {asked.first}))
        if who is not None
        for one in _behind(store, asked, who, item)
    ]


def session_text(compare: Compare, side: Side, one: Evidence, glyphs: Glyphs) -> str:
    """One session with a secret, on one line."""
    metric = measure(compare.info, compare.metric)
    value = one.value if isinstance(one.value, int | float) else None
    figure = "" if value is None else f"{metric.label} {COMPARED.of(metric).number(value)}"
    day = (one.ended or one.started or "")[:10]
    return glyphs.dotted((compare.name(side), one.standing, figure, day))


def _behind(store: Store, asked: Compare, who: Contender, item: str) -> list[Evidence]:
    """A player's sessions with a secret, with the figure if it is defined."""
    every, defined = (
        store.evidence(
            asked.filter,
            metric=metric,
            kind=who[0],
            name=who[1],
            group=asked.group,
            item=item,
            limit=BEHIND,
        )
        for metric in (WON, asked.metric)
    )
    values = {one.id: one.value for one in defined}
    return [replace(one, value=values.get(one.id, ())) for one in every]


SHORT, LONG = 6, 14
"""The minimum and the maximum width of a player's column, in cells."""
ROOMY, PAIRED_BAR = 100, 25
"""The minimum width at which each row has a bar, and the width of that bar, in cells."""
SPAN = {
    "pairs": (
        "Student's t over the differences, secret by secret: 95 of 100 spans made like this include the mean difference "
        "over all secrets of this kind. If the span doesn't include 0, the difference is unlikely to be chance."
    ),
    "items": (
        "Student's t over each player's secrets, and Welch's for the difference. One player may have had easier "
        "secrets. Only those that both played are a fair test."
    ),
    "sessions": (
        "There are too few secrets, so this is over sessions: Student's t for each mean and Welch's for the "
        "difference, or Wilson's and Newcombe's scores for shares."
    ),
}


def bars(compare: Compare, glyphs: Glyphs, width: int, *, scales: bool = False) -> list[Content]:
    """Both means on one scale, and the difference on its own. `scales`: whether to show the scales' ends."""
    found = compare.found
    if found is None:
        return []
    metric, gap = found.metric, found.difference
    ends = [end for one in (found.firsts, found.seconds) for end in (one.value, one.low, one.high)]
    known = [0.0, most_of(metric), *(end for end in ends if end is not None)]
    reach = max(abs(end or 0.0) for end in (gap.value, gap.low, gap.high)) or 1.0
    least, most = min(known), max(known)
    shown, gaps, turned = COMPARED.of(metric), GAP.of(metric), DIFFERENCE.of(metric)
    rows = [SpanRow(_band(compare.name("first"), found.firsts, shown), least, most)]
    if not compare.alone:
        figures = (shown.number(least), shown.number(most)) if scales else None
        reaches = (turned.number(-reach), turned.number(reach)) if scales else None
        rows.append(SpanRow(_band(compare.name("second"), found.seconds, shown), least, most, figures))
        rows.append(SpanRow(_band("a - b", gap, gaps), -reach, reach, reaches))
    return painted(span_lines(rows, width, signs(glyphs)), width)


def _band(label: str, one: Figure, style: FigureStyle) -> Band:
    return Band(label, one.value, one.low, one.high, style.figure(one))


def most_of(metric: Metric) -> float:
    """The highest possible value of a metric, if its unit names it; otherwise 0.

    >>> most_of(Metric("speed", "speed", "number", "high", "", unit="0-100"))
    100.0
    """
    _, dash, most = metric.unit.partition("0-")
    return 1.0 if metric.percent else float(most) if dash and most.isdigit() else 0.0


def columns(compare: Compare, width: int) -> list[Column]:
    """The columns of the list."""
    first, second = compare.name("first"), compare.name("second")
    by = max(len(compare.by(found)) for found in FOUND)
    directed = compare.found is not None and compare.found.metric.better != "none"
    out = [
        Column("secret", "secret", 12, 0, 32),
        Column("n", "sessions", 8, 4, right=True),
        Column("first", one_line(first, LONG), min(max(len(first), SHORT), LONG), 1, right=True),
        Column("second", one_line(second, LONG), min(max(len(second), SHORT), LONG), 1, right=True),
        Column("difference", "a - b", SHORT, 2, right=True),
    ]
    if compare.alone:
        return out[:3]
    if width >= ROOMY:
        word = "better" if directed else "higher"
        out.append(Column("bar", f"{f'b {word}':>{PAIRED_BAR // 2}} a {word}", PAIRED_BAR, 5))
    return [*out, Column("found", "won by", min(max(by, SHORT), LONG + len("only ")), 3)]


def texts(compare: Compare, row: ItemRow, glyphs: Glyphs) -> dict[str, str | Text]:
    """The texts in the row of one secret, by column."""
    metric, sides = compare.metric_shown, (row.first,) if compare.alone else (row.first, row.second)
    each = (one.figure.value if one else None for one in (row.first, row.second))
    first, second = (COMPARED.of(metric).number(value, dash=glyphs.dash) for value in each)
    return {
        "secret": row.item,
        "n": "+".join(str(one.n if one else 0) for one in sides),
        "first": first,
        "second": second,
        "difference": DIFFERENCE.of(metric).number(row.difference, dash=glyphs.dash),
        "bar": "" if compare.found is None else Text(diverging(compare.found, row, glyphs)),
        "found": compare.by(row.found) if row.found else glyphs.dash,
    }


def diverging(found: Comparison, row: ItemRow, glyphs: Glyphs) -> str:
    """A bar from the middle towards the better player. The greatest difference has the longest bar."""
    half, most, middle = PAIRED_BAR // 2, found.widest, signs(glyphs).base
    if row.difference is None or not most:
        return " " * half + middle
    value = row.difference * found.direction / most
    bar = signs(glyphs).interval * max(round(abs(value) * half), 1 if value else 0)
    return f"{bar if value < 0 else '':>{half}}{middle}{bar if value > 0 else ''}"


def _meaning(info: GameInfo, metric: Metric) -> str:
    """The meaning of a compared figure; of the main score, also what a session of the game counts in it."""
    return f"{metric.text} {info.main.text}".rstrip() if metric.name == MAIN else metric.text


def explained(compare: Compare) -> Page | None:
    """A page that explains the figures and their computation; None if there are no figures."""
    found = compare.found
    if found is None:
        return None
    metric = found.metric
    once = "Each secret counts once, however often it was played, because its games are averaged first."
    parts = (
        ("", verdict(found)),
        ("what is compared", f"{metric.label}: {_meaning(compare.info, metric)} {BETTER[metric.better]}"),
        ("based on", f"{basis_text(found)} {once}"),
        *(
            [("under", f"{condition_heading(found.condition)}. {compare.every.note}")]
            if compare.every.note
            else []
        ),
        *([("what differs", "\n".join(found.differs.notes))] if found.differs.notes else []),
        ("the span", SPAN[found.basis]),
        *([("secrets", f"{better_text(found)} {found_text(found)}")] if found.shared else []),
        *(
            [(FORM, f"{' '.join(form_sentences(found))} This covers all their games here.")]
            if found.form
            else []
        ),
    )
    return Page(f"{compare.name('first')} and {compare.name('second')}", parts)
