"""The texts of the bench screen and its dialog."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tui_arena.batch.costs import remaining_cost
from tui_arena.batch.run import Budgets, Run
from tui_arena.batch.sweep import BenchLine, BenchRow, BenchTable, SweepRow
from tui_arena.config import ModelEntry
from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import UNKNOWN, counted, listed, money
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import Store
from tui_arena.stats.comparison import WON, measure
from tui_arena.stats.written import COMPARED, GAP, SCREEN
from tui_arena.table.spending import count
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.money import is_free
from tui_arena.ui.widgets.tables import Column, TableLine

COLUMNS = (
    Column("name", "player", 16, 0, 34),
    Column("sessions", "over", 5, 6, right=True),
    Column("played", "played", 6, 4, right=True),
    Column("won", "won", 14, 1),
    Column("main", "", 14, 2, 22),
    Column("seconds", "s/reply", 7, 5, right=True),
    Column("tokens", "tokens", 6, 7, right=True),
    Column("cost", "cost", 9, 3, right=True),
)
"""The most important columns have the lowest rank. Tokens and cost are those of a session."""
GAME = "game:"
"""The beginning of the keys of lines that name a game; no run's id begins with it."""


def table_lines(tables: Sequence[BenchTable], glyphs: Glyphs) -> Iterator[TableLine]:
    """Yields the line of each game, and below it the lines of its players, whose keys are their runs."""
    for table in tables:
        yield f"{GAME}{table.info.id}", {"name": table.info.title, "main": table.metric.label}, "bold"
        for row in table.rows:
            yield row.line.run, _texts(table, row, glyphs), ""


def _texts(table: BenchTable, row: BenchRow, glyphs: Glyphs) -> Mapping[str, str]:
    figures = row.figures
    paid = row.model and figures.sessions > 0
    return {
        "name": row.line.label,
        "sessions": f"{figures.sessions}/{figures.sessions + row.left}",
        "played": SCREEN.shares.number(figures.played.value, dash=glyphs.dash),
        "won": SCREEN.shares.figure(figures.won),
        "main": COMPARED.of(table.metric).figure(figures.metrics[table.metric.name]),
        "seconds": SCREEN.number(row.seconds, dash=UNKNOWN) if paid else "",
        "tokens": (UNKNOWN if row.tokens is None else count(round(row.tokens))) if paid else "",
        "cost": money(row.usd) if paid else "",
    }


def line_of(tables: Sequence[BenchTable], key: str | None) -> tuple[BenchTable, BenchRow] | None:
    """The line with this key and its table; None if it names a game, or isn't there."""
    return next(((table, row) for table in tables for row in table.rows if row.line.run == key), None)


def game_of(tables: Sequence[BenchTable], key: str | None) -> GameInfo | None:
    """The game of the line with this key; None if there is no such line."""
    for table in tables:
        if key == f"{GAME}{table.info.id}" or any(row.line.run == key for row in table.rows):
            return table.info
    return None


def about(tables: Sequence[BenchTable], key: str | None) -> str:
    """How the line with this key differs from the first of its game, in words; empty if that isn't known."""
    found = line_of(tables, key)
    if found is None:
        return ""
    table, row = found
    first = table.rows[0]
    if row is first:
        return f"The others in {table.info.title} are compared with {first.line.label}."
    metrics = [m for m in (table.metric, measure(table.info, WON)) if m.name in row.figures.to_first]
    if not metrics:
        return f"{row.line.label} and {first.line.label} have no secret in common yet."
    gaps = ", ".join(_gap(metric, row.figures) for metric in metrics)
    sentence = row.figures.on_chance(metrics)
    return f"{row.line.label} minus {first.line.label}: {gaps}. {sentence[:1].upper()}{sentence[1:]}."


def _gap(metric: Metric, row: SweepRow) -> str:
    return f"{metric.label} {GAP.of(metric).figure(row.to_first[metric.name])}"


def more_words(more: Budgets) -> str:
    """Higher budgets in words, such as `$0.020`, or `$0.10 and 40,000 tokens a session`."""
    whole = _amounts(more.usd, more.tokens)
    return whole or f"{_amounts(more.session_usd, more.session_tokens)} a session"


def _amounts(usd: float | None, tokens: int | None) -> str:
    parts = [*([money(usd)] if usd else []), *([f"{tokens:,} tokens"] if tokens else [])]
    return " and ".join(parts)


def more_options(more: Budgets) -> str:
    """Higher budgets as options of the command that continues the bench."""
    given = {
        "--budget": more.usd,
        "--budget-tokens": more.tokens,
        "--session-budget": more.session_usd,
        "--session-budget-tokens": more.session_tokens,
    }
    return "".join(f" {name} {value:.10g}" for name, value in given.items() if value is not None)


def cost_text(lines: Sequence[tuple[BenchLine, Run]], store: Store, registry: ModelRegistry) -> str:
    """What a planned bench will cost, in words. Raises SaveError."""
    runs = [(run, run.total) for _, run in lines]
    total = counted(sum(left for _, left in runs), "session")
    paid = [(run, left) for run, left in runs if not all(map(is_free, _models(run, registry)))]
    by_models = grouped((", ".join(run.models), (run, left)) for run, left in paid)
    costs = {name: remaining_cost(own, store, registry) for name, own in by_models.items()}
    unknown = [one_line(name, 20) for name, cost in costs.items() if cost.mean_usd is None]
    usd = sum(cost.mean_usd or 0.0 for cost in costs.values())
    known = ", ".join(f"{one_line(name, 20)} {money(c.mean_usd)}" for name, c in costs.items() if c.mean_usd)
    if not costs:
        return f"{total}. All of it is free."
    if not unknown:
        return f"{total}, about {money(usd)}{f': {known}' if len(costs) > 1 and known else ''}."
    told = f" {known}." if known else ""
    return f"{total}.{told} Nobody knows yet what {listed(unknown)} will cost."


def _models(run: Run, registry: ModelRegistry) -> list[ModelEntry]:
    """The models of a run."""
    return [registry.book.get(name) for name in run.models]
