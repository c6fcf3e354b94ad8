"""Plays a bench in a thread of its own, so the app's loop stays free.

The screen reads the progress whenever it likes; the thread sends it nothing. Finished games are on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Thread
from time import monotonic

from tui_arena.batch.bench import Bench, BenchPlan, BenchTable, bench_runs, bench_tables, save_bench
from tui_arena.batch.run import Budgets, Finished, Run, with_more
from tui_arena.batch.sweep import Batches
from tui_arena.config import BadFile
from tui_arena.core.language.sentences import time_left
from tui_arena.core.options import BadOption
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, BudgetReached
from tui_arena.players.seating import BadPlayer
from tui_arena.save.errors import SaveError
from tui_arena.save.store import Store
from tui_arena.table.spending import raised

NO_MORE = Budgets()
AT_ONCE = 4
"""How many sessions are played at the same time."""


class BenchPlay:
    """A bench in play. It can be stopped and continued."""

    def __init__(self, plan: BenchPlan, store: Store, registry: ModelRegistry) -> None:
        """Nothing is played before `start`."""
        self.plan = plan
        self._store, self._registry = store, registry
        self._bench: Bench | None = None
        self._runs: Sequence[Run] = ()
        self._batches: Batches | None = None
        self.stopping = False
        """Whether it was stopped."""
        self._began: tuple[float, int] | None = None
        """When sessions began to be played this time, and how many were over by then."""
        self.told: Sequence[str] = ()
        """What the user may not expect, one sentence each."""
        self.fault = ""
        """Why it can't be played; empty if nothing is wrong."""
        self.limit = ""
        """The limit of all spending that stopped it, in words; empty if none did."""
        self.playing = False
        """Whether the thread is at work."""

    def start(self, more: Budgets = NO_MORE) -> None:
        """Begin to play, or go on. `more`: limits that take the place of its own."""
        self.playing, self.stopping, self.fault, self.limit = True, False, "", ""
        Thread(target=self._work, args=(more,), name="bench", daemon=True).start()

    def stop(self) -> None:
        """Stop between two replies, as Ctrl-C stops the command. What was played stays."""
        self.stopping = True
        if self._batches is not None:
            self._batches.interrupt()

    def _work(self, more: Budgets) -> None:
        try:
            self._play(more)
        except (BadPlayer, BadOption, BadFile, SaveError) as error:
            self.fault = str(error)
        finally:
            self.playing = False

    def _play(self, more: Budgets) -> None:
        """Check and save the bench, unless that is done, and play what is left of it."""
        if self._bench is None:
            bench, self._runs, self.told = bench_runs(self.plan, self._registry)
            save_bench(bench, self._runs, self._store)
            self._bench = bench
        self._runs = with_more(self._runs, more, self._store)
        batches = Batches(self._runs, self._store, self._registry, progress=self._tell, concurrency=AT_ONCE)
        batches.read_earlier()
        self._began = monotonic(), batches.over[0]
        self._batches = batches
        if self.stopping:  # it came before there was anything to stop
            batches.interrupt()
        batches.play()
        if self._registry.purse is not None:
            try:
                self._registry.purse.check()
            except BudgetReached as reached:
                self.limit = str(reached)

    def _tell(self, _done: int, _total: int) -> None:
        """Take no notice of the progress, which the screen looks up by itself."""

    @property
    def id(self) -> str:
        """The bench's id; empty until it is saved."""
        return self._bench.id if self._bench else ""

    @property
    def over(self) -> tuple[int, int]:
        """The number of sessions that are over, and the total; both 0 until it begins."""
        return self._batches.over if self._batches else (0, 0)

    @property
    def spent(self) -> Budget | None:
        """What models have cost so far; None until it begins."""
        return self._batches.budget if self._batches else None

    @property
    def more(self) -> Budgets | None:
        """Limits that leave room again, each doubled; None if none of the bench's own limits stopped it."""
        if self.spent is None or self.limit or all(one.stopped != "budget" for one in self.results):
            return None
        whole = replace(self.spent)
        if raised(whole):
            return Budgets(whole.usd, whole.tokens)
        own = self._runs[0].budgets
        usd, tokens = own.session_usd, own.session_tokens
        return Budgets(session_usd=usd and 2 * usd, session_tokens=tokens and 2 * tokens)

    @property
    def time_left(self) -> str:
        """How long the rest takes, in words; empty if that isn't known."""
        done, total = self.over
        began, before = self._began or (monotonic(), done)
        return time_left(monotonic() - began, done - before, total - done)

    @property
    def results(self) -> list[Finished]:
        """The results of its runs so far; empty until it begins."""
        return self._batches.so_far() if self._batches else []

    def tables(self) -> list[BenchTable]:
        """The tables so far. Reads the save file. Raises SaveError."""
        if self._bench is None or self._batches is None:
            return []
        return bench_tables(self._bench, self.results, self._store, self._registry)
