"""Sweeps: several runs that differ in one option, and the table that compares them.

Every run has the same seeds, so any difference between their figures is due to the option or to chance. Each
line is compared with the first line, secret by secret. The runs share one budget, and each can also be
continued separately.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any, Unpack

import msgspec

from tui_arena.batch.playing import Batch, BatchOptions
from tui_arena.batch.run import OVER, Finished, Run, Stopped
from tui_arena.core.options import resolve
from tui_arena.data import GameInfo, Metric
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.rollup.sums import SCALE
from tui_arena.save.store import SaveError, SessionQuery, Store
from tui_arena.stats.comparison import ENOUGH, WON, measure
from tui_arena.stats.statistics import Figure, gap_within, over_items, share, spread, t_interval, within

SHOWN = 4
"""The number of metrics that are compared besides the main one, if the game names none."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """Runs of the same seeds, one for each value of an option."""

    id: str
    option: str
    values: tuple[Any, ...]
    runs: tuple[str, ...]
    """Run ids, one for each value."""


def remember_sweep(sweep: Sweep, store: Store) -> None:
    """Save which runs belong together. Raises SaveError."""
    store.set_meta(OVER + sweep.id, json.dumps(asdict(sweep)))


def recall_sweep(sweep_id: str, store: Store) -> Sweep | None:
    """The sweep with this id; None if there is none. Raises SaveError."""
    text = store.meta(OVER + sweep_id)
    if text is None:
        return None
    try:
        return msgspec.convert(json.loads(text), Sweep)
    except (ValueError, RecursionError):
        raise SaveError(
            f"what is saved of {sweep_id!r} can't be read; each of its runs can be resumed"
        ) from None


class Batches:
    """Plays runs one after the other, within the first one's budget."""

    def __init__(
        self,
        runs: Sequence[Run],
        store: Store,
        registry: ModelRegistry,
        *,
        progress: Callable[[int, int], None],
        **how: Unpack[BatchOptions],
    ) -> None:
        """`progress` is called with the finished sessions and the total over all runs. `how`: as for `Batch`."""
        self.budget = runs[0].budgets.of_run()
        """The cost of all runs together, and its limit."""
        self._total = sum(run.total for run in runs)
        self._progress = progress
        self._batches = [
            Batch(run, store, registry, progress=self._tell, budget=self.budget, **how) for run in runs
        ]

    def _tell(self, _done: int, _total: int) -> None:
        self._progress(*self.over)

    @property
    def over(self) -> tuple[int, int]:
        """The number of sessions that are over and saved, and the total."""
        return sum(batch.over for batch in self._batches), self._total

    def read_earlier(self) -> int:
        """Read the sessions that were played before. Returns how many sessions are left."""
        return self._total - sum(batch.read_earlier() for batch in self._batches)

    def play(self) -> list[Finished]:
        """Play all runs, or until one is stopped. Returns every run's result. Raises as `Batch.play`.

        If a run stopped because a model failed, the runs without that model are played.
        """
        self.read_earlier()
        finished: list[Finished] = []
        before: Stopped | None = None
        failed: set[str] = set()
        for batch in self._batches:
            stopped = before or ("failed" if batch.run.models.keys() & failed else None)
            finished.append(batch.left_as_it_is(stopped) if stopped else batch.play())
            failed |= batch.failed
            if finished[-1].stopped != "failed":
                before = finished[-1].stopped
        return finished


@dataclass(frozen=True, slots=True)
class SweepRow:
    """The result of one run of a sweep."""

    value: Any
    """The option's value."""
    sessions: int
    """The number of sessions that are over."""
    won: Figure
    """The share of sessions that the solving side won."""
    metrics: Mapping[str, Figure]
    """The means with their intervals over secrets."""
    to_first: Mapping[str, Figure]
    """Maps each metric, and `won`, to the difference between this line and the first, with a paired interval.

    Only secrets that both runs played count. Empty in the first line. Leaves out metrics whose scale depends
    on the option.
    """

    def to_json(self) -> dict[str, Any]:
        """The row as `run --over --json` prints it."""
        means = {
            name: {**one.to_json(), "low": one.low, "high": one.high} for name, one in self.metrics.items()
        }
        gaps = {name: one.interval_json() for name, one in self.to_first.items()}
        return {
            "value": self.value,
            "sessions": self.sessions,
            "won": self.won.to_json(),
            **means,
            **({"to_first": gaps} if gaps else {}),
        }


ByItem = Mapping[str, Sequence[float]]
"""Maps secrets to the values of a metric."""


def compared(info: GameInfo, store: Store, sweep: Sweep, finished: Sequence[Finished]) -> list[SweepRow]:
    """The figures of each run of a sweep. A session in which a metric is None doesn't count for that mean.

    Raises ValueError if a run keeps no figures; SaveError.
    """
    metrics = [*compared_by(info), measure(info, WON)]
    each = [_values(info, store, one, [metric.name for metric in metrics]) for one in finished]
    alike = [metric for metric in metrics if metric.scale_by != sweep.option]
    rows: list[SweepRow] = []
    for value, values in zip(sweep.values, each, strict=True):
        means = {m.name: _mean(m, values[m.name]) for m in metrics}
        gaps = {m.name: _gap(m, values[m.name], each[0][m.name]) for m in alike} if rows else {}
        won = means.pop(WON)
        rows.append(SweepRow(value, won.n or 0, won, means, {n: gap for n, gap in gaps.items() if gap.n}))
    return rows


def _values(
    info: GameInfo, store: Store, finished: Finished, names: Sequence[str]
) -> dict[str, dict[str, list[float]]]:
    """Maps metrics, and `won`, to their values by secret, in a run's sessions that are over."""
    run = finished.run
    options = resolve(info.options, info.presets, run.options, run.preset)
    solvers = {seat.name for seat in info.game.seats(options) if seat.side == "solver"}
    rows = store.sessions(SessionQuery(run=run.id, limit=max(len(finished.sessions), 1)))
    items = {row.id: row.secret for row in rows}
    values: dict[str, dict[str, list[float]]] = {name: {} for name in names}
    for one in finished.sessions:
        if not one.over:
            continue
        known = one.figures
        told = {**known.metrics, WON: float(bool(solvers & set(known.outcome["winners"])))}
        for name, by_item in values.items():
            if (number := told.get(name)) is not None:
                by_item.setdefault(items.get(one.id) or one.id, []).append(number)
    return values


def _mean(metric: Metric, values: ByItem) -> Figure:
    every = [value for some in values.values() for value in some]
    mean = share(round(sum(every)), len(every)) if metric.name == WON else spread(every)
    sums = [(len(some), round(SCALE * sum(some)), 0) for some in values.values()]
    return within(over_items(mean, sums), metric.scale)


def _gap(metric: Metric, values: ByItem, first: ByItem) -> Figure:
    """The mean difference over the secrets of both runs, with Student's interval if there are enough."""
    gaps = [fmean(some) - fmean(first[item]) for item, some in values.items() if item in first]
    if len(gaps) < ENOUGH:
        return replace(spread(gaps), std=None)
    return replace(gap_within(t_interval(spread(gaps)), metric.scale), std=None)


def compared_by(info: GameInfo) -> list[Metric]:
    """The metrics by which runs of a game are compared, the main one first."""
    if info.compared:
        return [info.metrics[name] for name in info.compared]
    numbers = [m for m in info.metrics.values() if m.kind in ("count", "number")]
    main = [m for m in numbers if m.name == info.main.metric]
    return [*main, *[m for m in numbers if m not in main][:SHOWN]]
