"""The lines of the table of stats: own rows and published ones, with their figures and how they are written.

Sorting, ranking, drawing and exporting all read a figure through `figure`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tui_arena.stats.ranking.references import PublishedRow
from tui_arena.stats.rows import StatRow
from tui_arena.stats.statistics import Share, Spread

BETTER = {"high": "More is better.", "low": "Less is better.", "none": "Neither more nor less is better."}
"""A sentence for each better end of a metric."""
FINE, COARSE = 5.0, 1000.0
"""Below `FINE` figures have two decimals, from `COARSE` on none."""


def percent(share: float) -> str:
    """A share of 1 as a whole percentage, without the sign."""
    return f"{100 * share:.0f}"


def share_text(one: Share | None) -> str:
    """A share with its interval, such as `61 % [49-72]`; empty for None."""
    if one is None or one.rate is None or one.low is None or one.high is None:
        return ""
    return f"{percent(one.rate)} % [{percent(one.low)}-{percent(one.high)}]"


def spread_text(one: Spread, digits: int = 1, *, sign: str = "±") -> str:
    """A mean with its deviation, such as `3.9 ±1.0`; without one if there is a single value."""
    if one.mean is None:
        return ""
    std = "" if one.std is None else f" {sign}{one.std:.{digits}f}"
    return f"{one.mean:.{digits}f}{std}"


def digits_of(values: Iterable[float | None]) -> int:
    """The number of decimals for the figures of one column, the same for all so that they can be compared.

    >>> digits_of([0.4, 0.38]), digits_of([16.9, 3.0]), digits_of([1520.0]), digits_of([0.0])
    (2, 1, 0, 0)
    """
    most = max((abs(v) for v in values if v is not None), default=0.0)
    return 0 if not most or most >= COARSE else 2 if most < FINE else 1


def over_turns(turns: Sequence[Spread]) -> Spread:
    """The mean and number of values of a list metric over all turns; turns differ too much for a deviation."""
    n = sum(t.n for t in turns)
    if not n:
        return Spread(None, None, 0)
    return Spread(sum((t.mean or 0.0) * t.n for t in turns) / n, None, n)


SHARES = ("won", "lost", "aborted")
PUBLISHED = "(published)"

Over = Literal["sessions", "prompts", "repetitions"]
OVERS: tuple[Over, ...] = ("sessions", "prompts", "repetitions")
"""What a ± can be taken over."""


@dataclass(frozen=True, slots=True)
class StatLine:
    """One line of the table: an own row or a published one."""

    key: str
    """The key by which it is found again after the table has changed."""
    player: str
    """The player's name, or both names of a pair; a published name without its mark."""
    seat: str
    variant: str
    own: StatRow | None = None
    published: PublishedRow | None = None

    @property
    def block(self) -> tuple[str, str, bool]:
        """Lines of one block can be ranked against each other."""
        return self.seat, self.variant, bool(self.own and self.own.partner)


@dataclass(frozen=True, slots=True)
class CellFigure:
    """A line's figure in a column."""

    value: float | None = None
    """None if it is not defined."""
    std: float | None = None
    low: float | None = None
    """The lower end of a share's interval; `high` is the upper one."""
    high: float | None = None
    n: int | None = None
    """The number of values behind it; None if that is unknown."""
    count: int | None = None
    """For a share: how many of `n`."""


NOTHING = CellFigure()


def own_line(row: StatRow) -> StatLine:
    """The line of an own row."""
    key = "/".join((row.kind, row.player, row.seat, row.variant, row.partner or ""))
    return StatLine(key, player_text(row), row.seat, row.variant, own=row)


def published_line(row: PublishedRow, seat: str) -> StatLine:
    """The line of a published row; `seat`: the seat that looks for the secret, which such rows are about."""
    return StatLine(f"published/{row.player}/{row.variant}", row.player, seat, row.variant, published=row)


def player_text(row: StatRow) -> str:
    """A player's name; for a pair, both."""
    if row.partner is None:
        return row.player
    return f"{row.player} + {row.partner_names}{' (itself)' if row.own else ''}"


def figure(line: StatLine, key: str, over: Over = "sessions") -> CellFigure:
    """A line's figure in a column, with its span over sessions, prompt variants or repetitions."""
    if line.own is None:
        return _published(line, key)
    if over == "sessions":
        return _over_sessions(line.own, key)
    spreads: Mapping[str, Spread] = line.own.prompts if over == "prompts" else line.own.repetitions
    one = spreads.get(key)
    if one is None or one.mean is None:
        whole = _over_sessions(line.own, key)
        return CellFigure(whole.value, n=whole.n)
    return CellFigure(one.mean, one.std, n=one.n)


def spread_of(row: StatRow, key: str) -> Spread:
    """The mean of a figure of a row, with its deviation over sessions."""
    if key == "request_success":
        return row.request_success
    if key in row.counts:
        return row.counts[key]
    found = row.metrics.get(key)
    if found is None:
        return Spread(None, None, 0)
    return over_turns(found.turns) if found.metric.kind == "list" else found.spread


def share_of(row: StatRow, key: str) -> Share | None:
    """A share of a row; None if the column is not a share, or has no values."""
    if key in SHARES:
        found: Share | None = getattr(row, key)
        return found
    metric = row.metrics.get(key)
    return metric.share if metric is not None else None


def _over_sessions(row: StatRow, key: str) -> CellFigure:
    if key == "n":
        return CellFigure(row.sessions)
    if key in ("quality", "completed", "useful"):
        return CellFigure(getattr(row, key))
    share = share_of(row, key)
    if share is not None:
        return CellFigure(share.rate, None, share.low, share.high, share.of, share.count)
    if key in SHARES:
        return NOTHING
    one = spread_of(row, key)
    return CellFigure(one.mean, one.std, n=one.n)


def _published(line: StatLine, key: str) -> CellFigure:
    row = line.published
    if row is None:
        return NOTHING
    if key == "n":
        return CellFigure(row.sessions)
    found = row.values.get("success" if key == "won" else key)
    return NOTHING if found is None else CellFigure(*found)
