"""The table of stats: rows, columns, sorting and filters.

Law: every figure comes from `analysis.aggregate`; here it is only put into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from tui_arena.analysis.aggregate import INCLUDE, Filter
from tui_arena.analysis.stat_rows import StatRow
from tui_arena.analysis.statistics import Share, Spread
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.ui.look import Look
from tui_arena.ui.presenters.columns import Column
from tui_arena.ui.presenters.stats_texts import over_turns, percent, share_text, spread_text
from tui_arena.ui.widgets.plots import MOST_BARS, Bar, in_ranges, missed

SHARES = ("won", "lost", "aborted")
LEFT_OUT = tuple(kind for kind in INCLUDE if kind != "all")
FIELDS = ("player", "seat", "variant", "deck", "since")
"""Filters that have a key of their own."""
NAME, ROOMY = 13, 100
"""Cells of a name where there is little room, and from how many cells on there is enough."""
LONG = 100
"""A count that may come so high needs more cells."""
MAIN_METRICS = 2
"""Metrics that keep their column longest."""
ALL = ""
"""The choice of a filter that filters nothing."""


def row_key(row: StatRow) -> str:
    """What a row is found by again after the table changed."""
    return "/".join((row.kind, row.player, row.seat, row.variant, row.partner or ""))


@dataclass(slots=True)
class Stats:
    """What the table shows."""

    info: GameInfo
    wanted: Filter
    rows: list[StatRow] = field(default_factory=list)
    sort: str = ""
    """Key of the column that it is sorted by; empty: as the figures came, best first."""
    descending: bool = True
    known: dict[str, dict[str, None]] = field(default_factory=dict)
    """Values that each filter has been seen to take."""

    @classmethod
    def of(cls, info: GameInfo) -> Stats:
        """The stats of a game, nothing filtered."""
        return cls(info, Filter(info.id))

    # what is asked for

    def choices(self, name: str, decks: Sequence[str], today: date) -> list[tuple[str, str]]:
        """Values and texts of a filter; the first one filters nothing."""
        if name == "since":
            spans = ((0, "today"), (6, "the last 7 days"), (29, "the last 30 days"), (364, "the last year"))
            days = [((today - timedelta(days=n)).isoformat(), text) for n, text in spans]
            return [(ALL, "ever"), *days, ("date", "a date ...")]
        found = list(decks) if name == "deck" else list(self.known.get(name, {}))
        if name == "player":
            found.sort(key=str.casefold)
        return [(ALL, "all"), *((value, value) for value in found)]

    def ask(self, name: str, value: str) -> None:
        """Filter by a value, or by none."""
        self.wanted = replace(self.wanted, **{name: value or None})  # type: ignore[arg-type]

    def toggle_left_out(self) -> None:
        """Count what aggregates leave out, or leave it out again."""
        self.wanted = replace(self.wanted, include=frozenset() if self.wanted.include else frozenset({"all"}))

    def clear(self) -> None:
        """Show all again."""
        self.wanted = Filter(self.info.id)

    @property
    def filtered(self) -> bool:
        return self.wanted != Filter(self.info.id)

    def filters(self) -> list[tuple[str, str]]:
        """Each filter and what it is set to."""
        nothing = {"since": "ever"}
        return [
            (name, one_line(str(getattr(self.wanted, name) or nothing.get(name, "all")), 16))
            for name in FIELDS
        ]

    # what came

    def take(self, rows: list[StatRow]) -> None:
        """Show other rows; what they are called can be filtered by from now on."""
        self.rows = rows
        for row in rows:
            self.known.setdefault("player", {})[row.player] = None
            self.known.setdefault("seat", {})[row.seat] = None
            self.known.setdefault("variant", {})[row.variant] = None

    def shown(self) -> list[StatRow]:
        """The rows in the order that was asked for; those without a figure come last."""
        if not self.sort:
            return self.rows
        if self.sort in ("player", "seat", "variant"):
            return sorted(
                self.rows, key=lambda r: str(getattr(r, self.sort)).casefold(), reverse=self.descending
            )
        keyed = [(self.value(row, self.sort), row) for row in self.rows]
        having = [(v, r) for v, r in keyed if v is not None]
        having.sort(key=lambda pair: pair[0], reverse=self.descending)
        return [r for _, r in having] + [r for v, r in keyed if v is None]

    def sort_by(self, key: str) -> None:
        """Sort by a column, best first; by the same column again: the other way round."""
        if key == self.sort:
            self.descending = not self.descending
        else:
            metric = self.info.metrics.get(key)
            low_first = key in ("player", "seat", "variant", "lost", "aborted")
            self.sort, self.descending = (
                key,
                not (low_first or (metric is not None and metric.better == "low")),
            )

    # what is shown

    def columns(self, width: int) -> list[Column]:
        """Every column that has something in it, the ones that matter most ranked lowest.

        `width`: cells that there are; where there are many, names are shown whole.
        """
        longest = max((len(player_text(row)) for row in self.rows), default=0)
        out = [Column("player", "player", NAME if width < ROOMY else min(max(longest, NAME), 26), 0, 30)]
        if self.wanted.seat is None:
            out.append(Column("seat", "seat", 8, 2))
        if self.info.rows and self.wanted.variant is None:
            wide = max((len(row.variant) for row in self.rows), default=0)
            out.append(Column("variant", "variant", min(max(wide, 8), 14), 1))
        out += [Column("n", "n", 5, 1), Column("won", "won", 14, 1)]
        for place, name in enumerate(self.metrics()):
            metric = self.info.metrics[name]
            short = metric.unit == "share" or (metric.kind == "count" and self._tries < LONG)
            wide = 9 if short or place >= MAIN_METRICS else 11
            rank = 3 + place if place < MAIN_METRICS else 4 + 2 * place
            out.append(Column(name, metric.label, max(len(metric.label), wide), rank))
        return [
            *out,
            Column("quality", "quality", 7, 5),
            Column("request_success", "readable", 8, 9),
            Column("completed", "completed", 9, 11),
            Column("lost", "lost", 14, 13),
            Column("aborted", "aborted", 14, 15),
        ]

    @property
    def _tries(self) -> float:
        """The most that the count of the game's pictures can be; 0 if there is no bound."""
        option = self.info.options.get(self.info.main.tries)
        return option.max or 0 if option else 0

    def metrics(self) -> list[str]:
        """The metrics that make columns: the main ones first, other readings of them last.

        Flags are left to the shares.
        """
        main = self.info.main
        first = [
            name
            for name in dict.fromkeys([main.share, main.metric])
            if self.info.metrics[name].kind != "flag"
        ]
        rest = [
            name
            for name, metric in self.info.metrics.items()
            if name not in first and metric.kind not in ("flag", "table") and self._defined(name)
        ]
        return first + sorted(rest, key=lambda name: name.startswith(f"{main.metric}_"))

    def _defined(self, name: str) -> bool:
        return not self.rows or any(self.value(row, name) is not None for row in self.rows)

    def value(self, row: StatRow, key: str) -> float | None:
        """A row's figure in a column, for sorting; None where it is not defined."""
        if key == "n":
            return row.sessions
        if key in SHARES:
            one: Share | None = getattr(row, key)
            return None if one is None else one.rate
        if key in ("quality", "completed", "useful"):
            found: float | None = getattr(row, key)
            return found
        return self.spread(row, key).mean

    def spread(self, row: StatRow, key: str) -> Spread:
        """A row's figure in a column with how much its sessions differ."""
        if key == "request_success":
            return row.request_success
        figure = row.metrics.get(key)
        if figure is None:
            return Spread(None, None, 0)
        return over_turns(figure.turns) if figure.metric.kind == "list" else figure.spread

    def text(self, row: StatRow, key: str, look: Look) -> str:
        """A row's cell in a column; a dash where a figure is not defined."""
        if key == "player":
            return player_text(row)
        if key in ("seat", "variant"):
            return str(getattr(row, key))
        if key in SHARES:
            return share_text(getattr(row, key)) or look.dash
        value = self.value(row, key)
        if value is None:
            return look.dash
        plain = {"n": f"{value:.0f}", "quality": f"{value:.1f}"}
        if key in ("completed", "request_success"):
            return f"{percent(value)} %"
        return plain.get(key) or self._metric_text(row, key, look)

    def _metric_text(self, row: StatRow, key: str, look: Look) -> str:
        one, sign = self.spread(row, key), "+-" if look.ascii else "±"
        if self.info.metrics[key].unit != "share":
            return spread_text(one, sign=sign)
        std = "" if one.std is None else f" {sign}{percent(one.std)}"
        return f"{percent(one.mean or 0.0)} %{std}"

    def told(self) -> str:
        """What is counted and what is left out, on one line."""
        ended, started = self._counted(lambda row: row.sessions), self._counted(lambda row: row.started)
        counted = f"{ended} of {started} ended"
        if self.wanted.include:
            return f"{counted}; of every kind"
        return f"{counted}; without {', '.join(LEFT_OUT)}"

    def _counted(self, figure: Callable[[StatRow], int]) -> int:
        """A count over all sessions, each once: who faced each other both have a row of it.

        Several players of one group may share a session, so in each variant the group with the fewest counts.
        """
        variants: dict[str, Counter[str]] = {}
        for row in self.rows:
            if row.partner is None and not row.neutral:
                variants.setdefault(row.variant, Counter())[row.seat] += figure(row)
        return sum(min(groups.values()) for groups in variants.values())

    # pictures

    def distribution(self, row: StatRow) -> list[Bar]:
        """The count that the game's pictures show, and what never got there."""
        figure = row.metrics.get(self.info.main.share)
        option = self.info.options.get(self.info.main.tries)
        if figure is None or row.lost is None or row.aborted is None:
            return []
        tries = int(option.default or 0) if option else 0
        most = max([int(option.max or 0) if option else 0, *figure.distribution])
        low, usual = min([1, *figure.distribution]), max([tries, *figure.distribution])
        if most > MOST_BARS >= usual > 0:
            most = usual
        if most > MOST_BARS:
            bars = in_ranges(figure.distribution, tries)
        else:
            bars = [Bar(str(i), figure.distribution.get(i, 0)) for i in range(low, most + 1)]
        bars += missed(figure.distribution, row.won.count if row.won else 0, row.lost.count)
        if row.aborted.count:
            bars.append(Bar("aborted", row.aborted.count, bad=True))
        return bars

    def curve(self, row: StatRow) -> tuple[str, list[float | None]]:
        """The first list metric turn by turn: its label and means."""
        for name, figure in row.metrics.items():
            if figure.metric.kind == "list" and figure.turns:
                return self.info.metrics[name].label, [turn.mean for turn in figure.turns]
        return "", []


def player_text(row: StatRow) -> str:
    """A player's name; for a pair, both."""
    if row.partner is None:
        return row.player
    return f"{row.player} + {row.partner_names}{' (itself)' if row.own else ''}"
