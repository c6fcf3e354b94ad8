"""Why a figure of the stats is what it is: its definition, what it is out of, and how its span is made."""

from __future__ import annotations

from tui_arena.analysis.stat_rows import StatRow
from tui_arena.analysis.statistics import Share
from tui_arena.ui.look import Look
from tui_arena.ui.presenters.replay import Sheet
from tui_arena.ui.presenters.stats import SHARES, Stats, player_text
from tui_arena.ui.presenters.stats_texts import over_turns, spread_text

_DEFINITIONS = {
    "n": "Sessions that came to an end. Those that are still open count as started and in nothing else.",
    "won": "Share of the sessions that were won.",
    "lost": "Share of the sessions that were lost; giving up is losing.",
    "aborted": "Share of the sessions that a seat aborted by replies that could not be used.",
    "useful": "Sessions won or lost, out of all that were started.",
    "request_success": "Replies that could be read, out of all that were asked for; the mean of sessions.",
    "completed": "1 less the share of aborted sessions.",
    "quality": "100 times the mean main score of the sessions that were not aborted.",
}
_WILSON = (
    "The span in brackets is a 95 % Wilson interval: with so many sessions, the long-run share lies in it "
    "in 95 of 100 such experiments. It stays within 0 and 1 even where everything was won."
)
_SPREAD = "± is the sample standard deviation: how much sessions differ, not how sure the mean is."


def explained(stats: Stats, row: StatRow, key: str, look: Look) -> Sheet:
    """Where a cell's figure comes from: definition, number, and how its span is made."""
    labels = {c.key: c.title for c in stats.columns(0)}
    who = f"{player_text(row)} {look.dot} {row.seat} {look.dot} {row.variant}"
    if key not in _DEFINITIONS and key not in row.metrics:
        key = "won"
    title = f"{labels.get(key, key)}: {stats.text(row, key, look)}"
    parts = [("", who), ("what it is", _definition(stats, key)), ("out of", _out_of(stats, row, key))]
    if key in SHARES:
        parts.append(("the span", _WILSON))
    elif stats.spread(row, key).std is not None:
        parts.append(("the ±", _SPREAD))
    others = [(stats.info.metrics[name].label, stats.text(row, name, look)) for name in stats.metrics()]
    told = [f"{label} {text}" for label, text in others if text != look.dash]
    if told:
        parts.append(("the whole row", f" {look.dot} ".join(told)))
    if key in row.repetitions:
        over = spread_text(row.repetitions[key], 2)
        parts.append(("over repetitions", f"{over} (the mean of each repetition first)"))
    return Sheet(title, tuple(parts))


def _definition(stats: Stats, key: str) -> str:
    metric = stats.info.metrics.get(key)
    if metric is None or key in _DEFINITIONS:
        return _DEFINITIONS[key]
    better = {"high": " More is better.", "low": " Less is better.", "none": ""}[metric.better]
    unit = f" Unit: {metric.unit}." if metric.unit not in ("", metric.label) else ""
    return f"{metric.text}{unit}{better}"


def _out_of(stats: Stats, row: StatRow, key: str) -> str:
    sessions = f"{row.sessions} sessions that ended, {row.started} started"
    if key in SHARES:
        one: Share | None = getattr(row, key)
        return sessions if one is None else f"{one.count} of {one.of} sessions"
    figure = row.metrics.get(key)
    if figure is not None and figure.metric.kind == "list":
        by_turn = ", ".join(f"{n}: {spread_text(t)} (n {t.n})" for n, t in enumerate(figure.turns, 1))
        return f"{over_turns(figure.turns).n} turns of {sessions}. Turn by turn: {by_turn or 'none'}."
    if key == "request_success" or figure is not None:
        n = stats.spread(row, key).n
        which = "the one session" if n == 1 else f"the {n} sessions"
        return f"{which} where it is defined, of {sessions}"
    return sessions
