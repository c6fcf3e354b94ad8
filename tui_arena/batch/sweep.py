"""Sweeps: several runs that differ in one option, and the table that compares them.

Every run has the same seeds, so any difference between their figures is due to the option. The runs share one
budget, and each can also be continued separately.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from tui_arena.batch.playing import Batch
from tui_arena.batch.run import OVER, Finished, Run, Stopped
from tui_arena.core.options import resolve
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import SaveError, Store
from tui_arena.stats.statistics import Figure, share, spread, t_interval

SHOWN = 4
"""How many metrics are compared besides the main one, if the game names none."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """Runs of the same seeds, one for each value of an option."""

    id: str
    option: str
    values: tuple[Any, ...]
    runs: tuple[str, ...]
    """Ids, one for each value."""


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
        catalogue: Catalogue,
        store: Store,
        registry: ModelRegistry,
        *,
        concurrency: int = 1,
        workers: int | None = 1,
        scheduler: str | None = None,
        progress: Callable[[int, int], None],
        figures: bool = True,
        most: int | None = None,
    ) -> None:
        """`progress` is called with the finished sessions and the total over all runs.

        `workers`, `scheduler`, `figures`, `most`: as for `Batch`.
        """
        self.budget = runs[0].budgets.of_run()
        """What the runs have cost together, and what they may cost."""
        self._total = sum(run.total for run in runs)
        self._progress = progress
        self._batches = [
            Batch(
                run,
                catalogue,
                store,
                registry,
                concurrency=concurrency,
                workers=workers,
                scheduler=scheduler,
                progress=self._tell,
                budget=self.budget,
                figures=figures,
                most=most,
            )
            for run in runs
        ]

    def _tell(self, _done: int, _total: int) -> None:
        self._progress(*self.over)

    @property
    def over(self) -> tuple[int, int]:
        """How many sessions are over and saved, and of how many."""
        return sum(batch.over for batch in self._batches), self._total

    def read_earlier(self) -> int:
        """Read what was played before. Returns how many sessions are left."""
        return self._total - sum(batch.read_earlier() for batch in self._batches)

    def play(self) -> list[Finished]:
        """Play all runs, or until one is stopped; returns every run's result. Raises as `Batch.play`.

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
    """The share that the solving side won."""
    metrics: dict[str, Figure]
    """The means with their intervals."""

    def to_json(self) -> dict[str, Any]:
        """As `run --over --json` prints it."""
        means = {
            name: {**one.to_json(), "low": one.low, "high": one.high} for name, one in self.metrics.items()
        }
        return {"value": self.value, "sessions": self.sessions, "won": self.won.to_json(), **means}


def compared(info: GameInfo, value: Any, finished: Finished) -> SweepRow:
    """The figures by which a run is compared; a metric that is None in a session is left out of its mean.

    Raises ValueError if the run keeps no figures.
    """
    options = resolve(info.options, info.presets, finished.run.options, finished.run.preset)
    solvers = {seat.name for seat in info.game.seats(options) if seat.side == "solver"}
    over = won = 0
    values: dict[str, list[float]] = {metric.name: [] for metric in compared_by(info)}
    for one in finished.sessions:
        if not one.over:
            continue
        known = one.figures
        over += 1
        won += bool(solvers & set(known.outcome["winners"]))
        for name, found in values.items():
            if (number := known.metrics.get(name)) is not None:
                found.append(number)
    means = {name: t_interval(spread(found)) for name, found in values.items()}
    return SweepRow(value, over, share(won, over), means)


def compared_by(info: GameInfo) -> list[Metric]:
    """The metrics by which runs of a game are compared, the main one first."""
    if info.compared:
        return [info.metrics[name] for name in info.compared]
    numbers = [m for m in info.metrics.values() if m.kind in ("count", "number")]
    main = [m for m in numbers if m.name == info.main.metric]
    return [*main, *[m for m in numbers if m not in main][:SHOWN]]
