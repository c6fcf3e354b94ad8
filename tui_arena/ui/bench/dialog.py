"""The dialog that sets up a bench: games, sessions, prompts, and the most that it may cost."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tui_arena.batch.run import Budgets
from tui_arena.batch.sweep import BenchPlan, bench_lines
from tui_arena.config import BadFile
from tui_arena.core.language.sentences import listed
from tui_arena.core.options import BadOption
from tui_arena.data import Catalogue
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import variants
from tui_arena.players.seating import BadPlayer
from tui_arena.save.errors import SaveError
from tui_arena.save.store import Store
from tui_arena.stats.comparison import compared_group
from tui_arena.ui.app.screen import arena_of
from tui_arena.ui.bench.presenter import cost_text
from tui_arena.ui.glyphs import say
from tui_arena.ui.setup.recent_setups import MODEL
from tui_arena.ui.widgets.form import FormDialog, choices, plain
from tui_arena.ui.widgets.rows import Field, Number

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
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, id="bench_dialog.start"),
        Binding("escape", "close", "Close", show=False, id="bench_dialog.close"),
    ]

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
            Field("bot", "next to them", now["bot"], choices(BOTS.items())),
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
            words = ""  # the form shows what is wrong with it, and starting it the rest
        if self.is_attached:
            self.query_one("#cost", Static).update(say(words))


def _cost(plan: BenchPlan, store: Store, registry: ModelRegistry) -> str:
    return cost_text(bench_lines(plan, registry), store, registry)
