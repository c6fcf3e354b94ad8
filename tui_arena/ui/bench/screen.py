"""The bench screen: models that play the same secrets, how far they are, and the table as it fills.

Law: the bench is played in a thread of its own, so the app's loop stays free. The screen reads the progress
whenever it likes; the thread sends it nothing. Leaving the screen stops the bench between two replies; what was
played is on the disk and stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Thread
from time import monotonic
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.batch.bench import Bench, BenchPlan, BenchTable, bench_runs, bench_tables, save_bench
from tui_arena.batch.history import bench_command
from tui_arena.batch.run import Budgets, Finished, Run, with_more
from tui_arena.batch.sweep import Batches
from tui_arena.config import BadFile
from tui_arena.core.language.sentences import capital, counted, time_left
from tui_arena.core.money import money
from tui_arena.core.options import BadOption
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, BudgetReached
from tui_arena.players.seating import BadPlayer
from tui_arena.save.errors import SaveError
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store
from tui_arena.table.spending import count, raised
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.bench.presenter import (
    COLUMNS,
    about,
    game_of,
    line_of,
    more_options,
    more_words,
    table_lines,
)
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.tables import FigureTable, fitting

TICK = 0.2
"""Seconds between two looks at the progress."""
ANEW = 1.0
"""The least number of seconds between two readings of the figures."""
WIDEST = 130
STAYS = 0.7
"""Seconds after its end in which Esc, which may have been meant to stop it, doesn't leave the screen."""
BAR = 16
"""The width of the progress bar, in cells."""


class BenchTableWidget(FigureTable):
    """A table of players. Enter or a click opens the sessions of the line under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Sessions", id="bench.sessions")
    ]


class BenchScreen(ArenaScreen):
    """Plays a bench from the moment it is opened."""

    TITLE: ClassVar[str] = "BENCH"
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "BenchTableWidget"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Stop", id="bench.stop"),
        Binding("escape", "back", "Back", id="screen.back"),
        Binding("g", "go_on", "Go on", id="bench.go_on"),
        Binding("r", "replies", "Replies", id="bench.replies"),
        Binding("c", "compare", "Compare", id="bench.compare"),
        Binding("t", "stats", "Stats", id="bench.stats"),
    ]
    HELP = "Every game is saved like any other. Stop whenever you like: finished games are kept."

    def __init__(self, plan: BenchPlan, store: Store, registry: ModelRegistry) -> None:
        super().__init__()
        self.play = BenchPlay(plan, store, registry)
        self.tables: list[BenchTable] = []
        self._drawn: tuple[int, bool] | None = None
        """The number of sessions that were over when the figures were read last, and whether it played on."""
        self._read_at = 0.0
        self._played_at = 0.0
        """When it was still being played."""

    def body(self) -> ComposeResult:
        yield Static(id="told", markup=False)
        yield BenchTableWidget(id="table", cursor_type="row", zebra_stripes=False)
        yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        games = [self.arena.catalogue.game(name).title for name in self.play.plan.games]
        self.sub_title = f" {self.glyphs.dot} ".join(games) if len(games) < 3 else counted(len(games), "game")
        self.play.start()
        self.set_interval(TICK, self._tick)
        self._tick()

    def end_work(self) -> None:
        self.play.stop()
        super().end_work()

    @property
    def table(self) -> BenchTableWidget:
        return self.query_one(BenchTableWidget)

    # the progress

    def _tick(self) -> None:
        """Draw the progress, and the figures if there are new ones."""
        self.query_one("#told", Static).update(self._progress())
        now = self.play.over[0], self.play.playing
        self._played_at = monotonic() if self.play.playing and not self.play.stopping else self._played_at
        ended = self._drawn is not None and self._drawn[1] != now[1]
        if self.play.id and now != self._drawn and (ended or monotonic() - self._read_at >= ANEW):
            self._drawn, self._read_at = now, monotonic()
            self.read()
        self.refresh_bindings()

    def _progress(self) -> Content:
        """How far the bench is, what it took so far, and how it ended."""
        play, dot = self.play, f" {self.glyphs.dot} "
        done, total = play.over
        if not total:
            return say(play.fault or f"getting ready{self.glyphs.ellipsis}")
        cells = round(BAR * done / total)
        facts = [f"{done} of {counted(total, 'session')}"]
        if play.spent is not None and play.spent.used_tokens:
            usd = None if play.spent.unpriced else play.spent.spent_usd
            facts += [f"{count(play.spent.used_tokens)} tok", money(usd)]
        if play.playing and play.time_left:
            facts.append(play.time_left)
        said = [*play.told, *self._ending()]
        return Content.assemble(
            (self.glyphs.full * cells, "$accent"),
            (self.glyphs.line * (BAR - cells), "$foreground-muted"),
            say(f"  {dot.join(facts)}"),
            say("".join(f"\n{sentence}" for sentence in said)),
        )

    def _ending(self) -> list[str]:
        """How it ended, one sentence each; empty while it is played."""
        play = self.play
        if play.playing:
            return []
        results = play.results
        left = sum(one.left for one in results)
        failures = list(dict.fromkeys(failure for one in results for failure in one.failures))[:1]
        said = [play.fault] if play.fault else []
        if play.limit and not any(play.limit in failure for failure in failures):
            said.append(f"{capital(play.limit)}.")
        more = play.more
        if more is not None and not failures:
            said.append("The budget is used up.")
        if left:
            how = f"raise it to {more_words(more)} and go on" if more else "go on"
            later = f"{bench_command(play.id)}{more_options(more) if more else ''}"
            said.append(f"{counted(left, 'session')} left. Press g to {how}, or later run {later}")
        return [*failures, *said]

    @work(exclusive=True, group="figures")
    async def read(self) -> None:
        """Read the figures so far and show them."""
        tables = await self.looked_up(self.play.tables)
        if tables is not None and self.is_attached:
            self.tables = tables
            self.draw()

    def on_resize(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Fill the table again, with the cursor on the same line."""
        if not self.is_attached or not self.tables:
            return
        table, at = self.table, self.table.at
        columns = fitting(COLUMNS, min(self.size.width, WIDEST) - 2)
        table.columns_anew(columns)
        table.add_lines(table_lines(self.tables, columns, self.glyphs))
        table.stand_on(at or self.tables[0].rows[0].line.run)
        self._explain()

    @on(DataTable.RowHighlighted)
    def _explain(self) -> None:
        """Say how the line under the cursor differs from the first of its game."""
        self.put("about", say(about(self.tables, self.table.at)))
        self.refresh_bindings()

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        play = self.play
        match action:
            case "cancel":
                return play.playing
            case "back":
                return not play.playing and monotonic() - self._played_at > STAYS
            case "go_on":
                return not play.playing and sum(one.left for one in play.results) > 0
            case "compare" | "replies":
                found = line_of(self.tables, self.table.at)
                row = found[1] if found else None
                return row is not None and (row.model if action == "replies" else row.figures.sessions > 0)
            case "stats":
                return game_of(self.tables, self.table.at) is not None
        return True

    def action_cancel(self) -> None:
        """Esc: stop playing, without leaving the screen."""
        self.play.stop()

    def action_go_on(self) -> None:
        """Play what is left; after a budget was used up, ask for more first."""
        more = self.play.more
        if more is not None:
            self.ask_for_more(more)
        else:
            self.play.start()
            self._tick()

    @work(exclusive=True, group="dialog")
    async def ask_for_more(self, more: Budgets) -> None:
        """Raise the budget and go on, if the user agrees."""
        text = f"Raise it to {more_words(more)} and continue? Everything so far is saved."
        dialog = Dialog("The budget is used up", text, [("raise", "Raise it"), ("leave", "Not now")])
        if await self.app.push_screen_wait(dialog) == "raise":
            self.play.start(more)
            self._tick()

    @on(DataTable.RowSelected)
    def _chosen(self) -> None:
        found = line_of(self.tables, self.table.at)
        if found is not None:
            line = found[1].line
            self.arena.open_sessions(line.contender, line.run)

    def action_replies(self) -> None:
        """Open what the model under the cursor said, reply by reply."""
        found = line_of(self.tables, self.table.at)
        if found is not None:
            table, row = found
            self.arena.open_replies(runs=(row.line.run,), title=f"{row.line.label} in {table.info.title}")

    def action_compare(self) -> None:
        """Compare the player under the cursor with another one, secret by secret."""
        found = line_of(self.tables, self.table.at)
        if found is not None:
            table, row = found
            self.arena.open_compare(Filter(table.info.id), row.line.contender)

    def action_stats(self) -> None:
        """Open the figures of the game under the cursor."""
        info = game_of(self.tables, self.table.at)
        if info is not None:
            self.arena.open_stats(info.id)


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
