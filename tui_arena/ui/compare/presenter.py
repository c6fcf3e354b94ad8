"""The state of the compare screen: the two players, the secrets listed and their order, and its sentences.

The figures come from `stats.comparison`; they are only ordered and put into words here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, cast

from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.derived_rows import Evidence
from tui_arena.save.store import Store
from tui_arena.stats.comparison import (
    FOUND,
    WON,
    Comparison,
    Contender,
    Found,
    ItemRow,
    chosen_pair,
    compared,
    group_of,
    groups_of,
    measure,
    measures,
    played,
    players,
)
from tui_arena.stats.comparison_texts import basis_text, better_text, figure_text, found_text, names, verdict
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.widgets.choice_bar import Chosen

Sort = Literal["first", "second", "secret"]
Side = Literal["first", "second"]

SORTS: tuple[Sort, ...] = ("first", "second", "secret")
ALL = ""
"""The choice that lists all secrets."""
NAME = 14
"""Characters of a player's name before the comparison is read."""
NOBODY = """Nobody has sessions here yet that count.

Two players are best compared on the same secrets: one seed, two runs.
tui-arena run {game} --sessions 40 --seed 5 --seat {seat}=bot:easy
tui-arena run {game} --sessions 40 --seed 5 --seat {seat}=bot:hard"""
ALONE = "Another player gets the same secrets by the same seed: tui-arena run {game} --seed N."


Answer = tuple[tuple[Contender, ...], Comparison | None]
"""The players with sessions that count, by name, and their comparison; None: there are none to compare."""


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
    there: tuple[Contender, ...] = ()
    sort: Sort = "first"
    shows: Found | None = None
    """Which secrets are listed, by who won them; None: all."""

    @classmethod
    def of(cls, info: GameInfo, wanted: Filter, first: str | None) -> Compare:
        """The comparison that a filter asks for. `first`: one of the two players, as `kind:name`.

        Without `first`, the filter's player is the first. A seat without a side is dropped.
        """
        seat = wanted.seat if wanted.seat in groups_of(info) else None
        kind, _, name = (first or wanted.player or "").partition(":")
        who = (kind, name) if name else None
        clean = replace(wanted, player=None, seat=None)
        return cls(info, clean, group_of(info, seat), info.main.metric, first=who)

    # the request

    def take(self, answer: Answer) -> None:
        """Show an answer."""
        self.there, self.found = answer
        if self.found is not None:
            self.first, self.second = self.found.first, self.found.second

    def choices(self, key: str) -> list[tuple[str, str]]:
        """Values and texts of the choices for a key of the bar."""
        match key:
            case "a" | "b":
                alike = Counter(name for _, name in self.there)
                return [(":".join(who), ":".join(who) if alike[who[1]] > 1 else who[1]) for who in self.there]
            case "m":
                return [(m.name, m.label) for m in measures(self.info)]
            case "e":
                return [(group, group) for group in groups_of(self.info)]
        return [(ALL, "all"), *((by, f"{self.by(by)} ({self._count(by)})") for by in FOUND)]

    def value(self, key: str) -> str:
        """The current choice for a key of the bar."""
        who = {"a": self.first, "b": self.second}.get(key)
        values = {"m": self.metric, "e": self.group, "f": self.shows or ALL}
        return values[key] if key in values else ":".join(who) if who else ""

    def choose(self, key: str, value: str) -> bool:
        """Choose a value; returns whether it has to be looked up. Choosing the other player swaps the two."""
        before = self.group, self.metric, self.first, self.second
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
            case "e":
                self.group, self.shows = value, None
            case _:
                self.shows = next((found for found in FOUND if found == value), None)
        return (self.group, self.metric, self.first, self.second) != before

    def swap(self) -> None:
        """Swap the two players."""
        self.first, self.second = self.second, self.first
        turned: dict[Found, Found] = {"first": "second", "second": "first"}
        if self.shows in turned:
            self.shows = turned[self.shows]

    @property
    def filter(self) -> Filter:
        """The sessions that are compared, on the chosen seat."""
        return replace(self.wanted, seat=self.group)

    @property
    def vs(self) -> str:
        """Both names, and the figure that is compared."""
        return f"{self.name('first')} and {self.name('second')}, {self.metric_shown.label}"

    def sorted_text(self) -> str:
        """The order of the list, in a sentence."""
        if self.sort == "secret":
            return "Sorted by name"
        best = "best" if self.metric_shown.better != "none" else "highest"
        return f"First the secrets where {self.name(self.sort)} does {best} against the other"

    def next_sort(self) -> None:
        """Take the next order: the first player's best secrets first, the second's, or by name."""
        self.sort = SORTS[(SORTS.index(self.sort) + 1) % len(SORTS)]

    # what is shown

    def bar(self) -> list[Chosen]:
        """The current choices, for the line on top."""
        by = "all" if self.shows is None else self.by(self.shows)
        return [
            Chosen("a", "", self.name("first")),
            Chosen("b", "", self.name("second")),
            Chosen("m", "figure", measure(self.info, self.metric).label),
            *([Chosen("e", "seat", self.group)] if len(groups_of(self.info)) > 1 else []),
            Chosen("f", "won by", by),
        ]

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
        """What narrows down the sessions, on one line."""
        fields = ("variant", "deck", "preset", "prompt", "persona", "run", "repetition", "since")
        told = [f"{name} {value}" for name in fields if (value := getattr(self.wanted, name))]
        told += [f"with {kind}" for kind in sorted(self.wanted.include)]
        return f" {glyphs.dot} ".join(one_line(text, 30) for text in told)

    @property
    def metric_shown(self) -> Metric:
        """The figure that is compared."""
        return self.found.metric if self.found else measure(self.info, self.metric)

    @property
    def alone(self) -> bool:
        """Whether there is no other player to compare with."""
        return self.found is not None and self.found.first == self.found.second

    def headline(self) -> str:
        """Who is ahead, in a sentence."""
        if self.found is None:
            return ""
        if self.alone:
            return f"{self.name('first')} is alone here; there is nobody to compare with."
        return verdict(self.found)

    def about(self) -> str:
        """Over what the figures and the interval are taken."""
        if self.found is None:
            return ""
        return ALONE.format(game=self.info.id) if self.alone else basis_text(self.found)

    def counts(self, *, brief: bool = False) -> str:
        """How many secrets both, one or neither won; unless brief, also at how many each player is better."""
        if self.found is None or self.alone:
            return ""
        return (
            found_text(self.found) if brief else f"{better_text(self.found)} {found_text(self.found)}".strip()
        )

    def nothing(self) -> str:
        """Why no secret is listed; empty if some are."""
        if self.found is None:
            return NOBODY.format(game=self.info.id, seat=self.group)
        if self.rows():
            return ""
        return f"No secret that both played was won by {self.by(self.shows or '')}; f shows the others."

    def rows(self) -> list[ItemRow]:
        """The listed secrets in order; those without a difference last."""
        if self.found is None:
            return []
        listed = list(self.found.shared if self.found.basis == "pairs" else self.found.items)
        if self.shows is not None:
            listed = list(self.found.by_found(self.shows))
        if self.sort == "secret":
            return listed
        sign = self.found.direction * (1 if self.sort == "second" else -1)
        return sorted(listed, key=lambda row: (row.difference is None, sign * (row.difference or 0.0)))


def answer(store: Store, asked: Compare) -> Answer:
    """Look a comparison up; picks players if they are not chosen or not there. Raises BadFilter, SaveError."""
    cells = played(store, asked.wanted, asked.group, [asked.metric])
    there, pair = tuple(players(cells)), chosen_pair(cells, asked.first, asked.second)
    if pair is None:
        return there, None
    return there, compared(cells, asked.info, measure(asked.info, asked.metric), asked.group, pair)


BEHIND = 200
"""The most sessions listed for each player."""


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
    figure = "" if value is None else f"{metric.label} {figure_text(value, metric)}"
    day = (one.ended or one.started or "")[:10]
    return f" {glyphs.dot} ".join(t for t in (compare.name(side), one.standing, figure, day) if t)


def _behind(store: Store, asked: Compare, who: Contender, item: str) -> list[Evidence]:
    """A player's sessions with a secret, with the figure where it is defined."""
    every, defined = (
        store.evidence(
            asked.wanted,
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
