"""The bench screen: models that play the same secrets, how far they are, and the table as it fills.

Law: the bench is played in a thread of its own, so the app's loop stays free. The thread sends nothing to the
screen, which reads the progress by itself. Leaving the screen stops the bench between two replies, and
everything played so far is saved.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from threading import Thread
from time import monotonic
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.batch.history import bench_command
from tui_arena.batch.playing import Batches
from tui_arena.batch.run import Budgets, Finished, Run, with_more
from tui_arena.batch.sweep import (
    Bench,
    BenchPlan,
    BenchTable,
    bench_lines,
    bench_runs,
    bench_tables,
    save_bench,
)
from tui_arena.config import BadFile
from tui_arena.core.language.sentences import capital, counted, listed, money, time_left
from tui_arena.core.options import BadOption
from tui_arena.data import Catalogue
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, BudgetReached
from tui_arena.players.new_session import variants
from tui_arena.players.seating import BadPlayer
from tui_arena.save.errors import SaveError
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store
from tui_arena.stats.comparison import compared_group
from tui_arena.table.spending import count, raised
from tui_arena.ui.app.screen import ArenaScreen, arena_of
from tui_arena.ui.glyphs import say
from tui_arena.ui.models.bench_presenter import (
    COLUMNS,
    about,
    cost_text,
    game_of,
    line_of,
    more_options,
    more_words,
    table_lines,
)
from tui_arena.ui.setup.recent_setups import MODEL
from tui_arena.ui.widgets.charts import progress_bar
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.form import FormDialog, choices, dialog_keys, plain
from tui_arena.ui.widgets.rows import Field, Number
from tui_arena.ui.widgets.tables import FigureTable, fitting

ABOUT = "They all play the same secrets. Bots take the other seats."
NONE, ALL = "", "all"
OWN, EACH = "own", "each"
BOTS = {NONE: "nobody", "bot:hard": "bot hard", "bot:easy": "bot easy"}
SESSIONS = ("5", "10", "20", "50", "100")
MOST_SEED = 2**31
_BUDGET = Number(float, "such as 2.5")


class BenchDialog(FormDialog[BenchPlan]):
    """Returns the plan of a bench, or None if closed. It says what the bench will cost."""

    AUTO_FOCUS = "#game"
    BINDINGS: ClassVar[list[BindingType]] = dialog_keys("bench_dialog.start", "bench_dialog.close")

    def __init__(
        self, names: Sequence[str], catalogue: Catalogue, registry: ModelRegistry, budgets: Budgets
    ) -> None:
        """`names`: the models. `budgets`: the limits of each session."""
        self._names = names
        self._catalogue = catalogue
        self._registry = registry
        self._budgets = budgets
        self._seed = secrets.randbelow(MOST_SEED)
        first = {
            "game": next(iter(catalogue.games)),
            "more": NONE,
            "sessions": "10",
            "prompts": OWN,
            "bot": NONE,
        }
        super().__init__(f"Bench {listed(list(names))}", ABOUT, first, "Start")

    def fields(self) -> Sequence[Field]:
        now = self.form.values
        titles = {info.id: info.title for info in self._catalogue.games.values()}
        others = {name: title for name, title in titles.items() if name != now["game"]}
        more = now["more"] if now["more"] in (ALL, *others) else NONE
        shared = self._shared_prompts(now["game"], more)
        prompts = {OWN: "its own", **({EACH: f"each of {listed(shared)}"} if len(shared) > 1 else {})}
        return [
            Field("game", "game", now["game"], choices(titles.items())),
            Field("more", "and", more, choices({NONE: "no other", **others, ALL: "all others"}.items())),
            Field("sessions", "sessions each", now["sessions"], plain(SESSIONS)),
            Field(
                "prompts",
                "prompts",
                now["prompts"] if now["prompts"] in prompts else OWN,
                choices(prompts.items()),
            ),
            Field("bot", "plus a bot", now["bot"], choices(BOTS.items())),
            Field("budget", "stop at $", empty="no limit", number=_BUDGET, limit=12),
        ]

    def below(self) -> ComposeResult:
        yield Static(id="cost", markup=False)

    def _games(self, game: str, more: str) -> list[str]:
        every = list(self._catalogue.games)
        return every if more == ALL else [game, *([more] if more != NONE else [])]

    def _shared_prompts(self, game: str, more: str) -> list[str]:
        """The prompt variants that all chosen games have for the seats that solve."""
        found: list[list[str]] = []
        for name in self._games(game, more):
            info = self._catalogue.game(name)
            found.append(variants(info, self._catalogue, compared_group(info, None)))
        return [prompt for prompt in found[0] if all(prompt in one for one in found)]

    def read(self) -> BenchPlan:
        now = self.form.values
        budget = self.form.fields["budget"].read(now.get("budget", "").strip())
        if budget is not None and budget <= 0:
            raise BadFile("stop at $: type more than 0, or leave it empty")
        prompts = self._shared_prompts(now["game"], now["more"]) if now["prompts"] == EACH else ()
        players = [f"{MODEL}{name}" for name in self._names]
        return BenchPlan(
            [*players, *([now["bot"]] if now["bot"] else [])],
            self._games(now["game"], now["more"]),
            int(now["sessions"]),
            self._seed,
            prompts,
            budgets=self._budgets.raised(Budgets(usd=budget)),
        )

    def on_mount(self) -> None:
        self.changed()

    def changed(self) -> None:
        super().changed()
        self.learn_cost()

    @work(exclusive=True, group="cost")
    async def learn_cost(self) -> None:
        """Show what the bench will cost."""
        arena = arena_of(self)
        try:
            plan = self.read()
            words = await arena.in_thread(_cost, plan, arena.store, self._registry)
        except (BadFile, BadOption, BadPlayer, SaveError):
            words = ""  # the form shows its own faults, and the start shows any others
        self.query_one("#cost", Static).update(say(words))


def _cost(plan: BenchPlan, store: Store, registry: ModelRegistry) -> str:
    return cost_text(bench_lines(plan, registry), store, registry)


TICK = 0.2
"""Seconds between two looks at the progress."""
ANEW = 1.0
"""The least number of seconds between two readings of the figures."""
WIDEST = 130
ESC_PAUSE = 0.7
"""Seconds after the bench's end in which Esc does nothing, as it may have been meant to stop the bench."""
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
    CSS_PATH = "bench_screen.tcss"
    AUTO_FOCUS = "BenchTableWidget"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Stop", id="bench.stop"),
        Binding("escape", "back", "Back", id="screen.back"),
        Binding("g", "go_on", "Continue", id="bench.go_on"),
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
        """At the last reading of the figures: the number of finished sessions, and whether the bench was running."""
        self._read_at = 0.0
        self._played_at = 0.0
        """When the bench was last seen running."""

    def body(self) -> ComposeResult:
        yield Static(id="status", markup=False)
        yield BenchTableWidget(id="table", cursor_type="row", zebra_stripes=False)
        yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        games = [self.arena.catalogue.game(name).title for name in self.play.plan.games]
        self.sub_title = self.glyphs.dotted(games) if len(games) < 3 else counted(len(games), "game")
        self.play.start()
        self.set_interval(TICK, self._tick)
        self._tick()

    def end_work(self) -> None:
        self.play.stop()
        super().end_work()

    table = getters.query_one(BenchTableWidget)

    # the progress

    def _tick(self) -> None:
        """Draw the progress, and the figures if there are new ones."""
        self.query_one("#status", Static).update(self._progress())
        now = self.play.over[0], self.play.playing
        self._played_at = monotonic() if self.play.playing and not self.play.stopping else self._played_at
        ended = self._drawn is not None and self._drawn[1] != now[1]
        if self.play.id and now != self._drawn and (ended or monotonic() - self._read_at >= ANEW):
            self._drawn, self._read_at = now, monotonic()
            self.read()
        self.refresh_bindings()

    def _progress(self) -> Content:
        """The progress of the bench, its cost so far, and its end."""
        play = self.play
        done, total = play.over
        if not total:
            return say(play.fault or f"getting ready{self.glyphs.ellipsis}")
        facts = [f"{done} of {counted(total, 'session')}"]
        if play.spent is not None and play.spent.used_tokens:
            usd = None if play.spent.unpriced else play.spent.spent_usd
            facts += [f"{count(play.spent.used_tokens)} tok", money(usd)]
        if play.playing and play.time_left:
            facts.append(play.time_left)
        said = [*play.remarks, *self._ending()]
        return Content.assemble(
            progress_bar(done / total, BAR, self.glyphs),
            say(f"  {self.glyphs.dotted(facts)}"),
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
            how = f"raise it to {more_words(more)} and continue" if more else "continue"
            later = f"{bench_command(play.id)}{more_options(more) if more else ''}"
            said.append(f"{counted(left, 'session')} left. Press g to {how}, or later run {later}")
        return [*failures, *said]

    @work(exclusive=True, group="figures")
    async def read(self) -> None:
        """Read the figures so far and show them."""
        tables = await self.looked_up(self.play.tables)
        if tables is not None:
            self.tables = tables
            self.draw()

    def on_resize(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Fill the table again, with the cursor on the same line."""
        if not self.is_attached or not self.tables:
            return
        columns = fitting(COLUMNS, min(self.size.width, WIDEST) - 2)
        at = self.table.at or self.tables[0].rows[0].line.run
        self.table.show(columns, table_lines(self.tables, self.glyphs), at)
        self._explain()

    @on(DataTable.RowHighlighted)
    def _explain(self) -> None:
        """Say how the line under the cursor differs from the first of its game."""
        self.put("about", say(about(self.tables, self.table.at)))
        self.refresh_bindings()

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        play, at = self.play, self.table.at if self.tables else None
        match action:
            case "cancel":
                return play.playing
            case "back":
                return not play.playing and monotonic() - self._played_at > ESC_PAUSE
            case "go_on":
                return not play.playing and sum(one.left for one in play.results) > 0
            case "compare" | "replies":
                found = line_of(self.tables, at)
                row = found[1] if found else None
                return row is not None and (row.model if action == "replies" else row.figures.sessions > 0)
            case "stats":
                return game_of(self.tables, at) is not None
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
        """Raise the budget and continue, if the user agrees."""
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
        self.remarks: Sequence[str] = ()
        """Remarks that the user may not expect, one sentence each."""
        self.fault = ""
        """Why it can't be played; empty if nothing is wrong."""
        self.limit = ""
        """The limit of all spending that stopped it, in words; empty if none did."""
        self.playing = False
        """Whether the thread is at work."""

    def start(self, more: Budgets = NO_MORE) -> None:
        """Begin to play, or continue. `more`: limits that replace its own."""
        self.playing, self.stopping, self.fault, self.limit = True, False, "", ""
        Thread(target=self._work, args=(more,), name="bench", daemon=True).start()

    def stop(self) -> None:
        """Stop between two replies, as Ctrl-C stops the command. Everything played so far is saved."""
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
        """Check and save the bench, unless that is done, and play the sessions that are left."""
        if self._bench is None:
            bench, self._runs, self.remarks = bench_runs(self.plan, self._registry)
            save_bench(bench, self._runs, self._store)
            self._bench = bench
        self._runs = with_more(self._runs, more, self._store)
        batches = Batches(self._runs, self._store, self._registry, progress=self._tell, concurrency=AT_ONCE)
        batches.read_earlier()
        self._began = monotonic(), batches.over[0]
        self._batches = batches
        if self.stopping:  # the stop came before there was anything to stop
            batches.interrupt()
        batches.play()
        if self._registry.purse is not None:
            try:
                self._registry.purse.check()
            except BudgetReached as reached:
                self.limit = str(reached)

    def _tell(self, _done: int, _total: int) -> None:
        """Do nothing, because the screen reads the progress by itself."""

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
        """The cost of the models so far; None until the bench begins."""
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
