"""A player's figures over two sets of secrets, in words: rows, columns and explanations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tui_arena.data import GameInfo
from tui_arena.stats.comparison_texts import (
    difference_text,
    estimate_text,
    figure_text,
    gap_text,
    printed_text,
)
from tui_arena.stats.ranking.references import PublishedSets
from tui_arena.stats.split_half import HALVES, SetRow, TwoSets
from tui_arena.stats.statistics import ENOUGH, RESAMPLES
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.presenter import PromptSheet
from tui_arena.ui.widgets.tables import Column

ROOMY, NARROW = 96, 70
"""Cells from which on means are shown with intervals, and cells below which all columns are narrow."""
DIFFERS = "differs"
SPAN = (
    f"The secrets of each set are drawn again, {RESAMPLES:,} times, and the middle 95 % of the means is kept; so for "
    "the difference. A figure differs where that of the difference leaves out 0. Of twenty figures one may do so by "
    "chance."
)
PUBLISHED = "± is what the paper prints; it has no interval of the difference."


@dataclass(frozen=True, slots=True)
class SplitHalfRow:
    """One row of the table."""

    key: str
    cells: tuple[str, str, str, str, str]
    """Figure, first set, second set, difference, and a remark."""
    own: bool = True
    """Whether it comes from saved sessions, not from a paper."""


def lines(
    check: TwoSets, published: Sequence[PublishedSets], info: GameInfo, glyphs: Glyphs, *, roomy: bool = True
) -> list[SplitHalfRow]:
    """The player's figures, then those of a paper. `roomy`: with the intervals of both means."""
    own = [_own(row, glyphs, roomy=roomy) for row in check.rows]
    return [
        _in(line, glyphs) for line in [*own, *(one for sets in published for one in _printed(sets, info))]
    ]


def _own(row: SetRow, glyphs: Glyphs, *, roomy: bool) -> SplitHalfRow:
    metric = row.metric
    first, second = (
        estimate_text(one, metric) if roomy else figure_text(one.value, metric)
        for one in (row.first, row.second)
    )
    differs = row.difference.sure
    label = f"{glyphs.star} {metric.label}" if differs else metric.label
    said = DIFFERS if differs else ""
    return SplitHalfRow(metric.name, (label, first, second, gap_text(row.difference, metric), said))


def _printed(sets: PublishedSets, info: GameInfo) -> list[SplitHalfRow]:
    out = []
    for name, printed in sets.first.items():
        metric, other = info.metrics.get(name), sets.second.get(name)
        if metric is not None and other is not None:
            texts = printed_text(printed, metric), printed_text(other, metric)
            gap = difference_text((printed.value or 0.0) - (other.value or 0.0), metric)
            label = f"{metric.label}: {sets.player}"
            out.append(SplitHalfRow(f"{sets.player}/{name}", (label, *texts, gap, "published"), own=False))
    return out


def _in(line: SplitHalfRow, glyphs: Glyphs) -> SplitHalfRow:
    """The line in the signs of the glyphs."""
    if not glyphs.ascii:
        return line
    name, *rest = (text.replace("±", "+-").replace("–", "-") for text in line.cells)
    return SplitHalfRow(line.key, (name, rest[0], rest[1], rest[2], rest[3]), line.own)


def columns(check: TwoSets, width: int) -> list[Column]:
    """The columns of the table for this width in cells."""
    a, b = check.labels
    wide = 17 if width >= ROOMY else 10 if width >= NARROW else 9
    return [
        Column("figure", "figure", 12, 0, 36),
        Column("first", a, wide, 1),
        Column("second", b, wide, 1),
        Column("difference", "difference", 20, 2),
        Column("said", "", 9, 3),
    ]


def summary(check: TwoSets, glyphs: Glyphs) -> str:
    """How many secrets each set has, and how many figures differ."""
    sets = zip(check.labels, check.items, check.sessions, strict=True)
    counts = "; ".join(
        f"{label}: {_many(items, 'secret')} in {_many(sessions, 'session')}"
        for label, items, sessions in sets
    )
    if min(check.items) < ENOUGH:
        return f"{counts}. Spans need {ENOUGH} secrets in each."
    differ, among = sum(row.difference.sure for row in check.rows), len(check.rows)
    if not differ:
        return f"{counts}. None of {among} figures differs."
    return f"{counts}. {glyphs.star} {differ} of {among} figures differ{'s' if differ == 1 else ''}."


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def sets_text(sets: str) -> str:
    """A pair of sets by name, for a list."""
    return "halves, by the secrets' names" if sets == HALVES else sets.replace("=", " ").replace(",", " and ")


def explained(
    check: TwoSets, line: SplitHalfRow, info: GameInfo, published: Sequence[PublishedSets], glyphs: Glyphs
) -> PromptSheet:
    """What a row says and how its intervals are made. `line`: with the intervals of both means."""
    name, first, second, gap, said = line.cells
    a, b = check.labels
    metric = next((row.metric for row in check.rows if row.metric.name == line.key), None)
    metric = metric or info.metrics.get(line.key.rpartition("/")[2])
    parts = [
        ("", f"{a}: {first}. {b}: {second}. Difference: {gap}{', it ' + DIFFERS if said == DIFFERS else ''}.")
    ]
    if metric is not None:
        parts.append(("what it is", metric.text))
    if line.own:
        parts += [("the sets", f"{summary(check, glyphs)} {_how(check)}"), ("the span", SPAN)]
    else:
        parts.append(("the source", f"{published[0].source}. {PUBLISHED}"))
    return PromptSheet(name, tuple(parts))


def _how(check: TwoSets) -> str:
    if check.sets == HALVES:
        return "A secret's half depends on its name alone, so it stays there whatever else is played."
    return "A secret that is in both, or in neither, is left out."
