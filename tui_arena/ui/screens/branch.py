"""Branch: the same past, other players from here on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from tui_arena.analysis.branch import BadBranch
from tui_arena.analysis.costs import table_cost
from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent
from tui_arena.players.seating import BadPlayer
from tui_arena.players.trial import ready_names
from tui_arena.save.errors import SaveError
from tui_arena.ui.branches import begin, chairs, models_of, only_turn
from tui_arena.ui.look import say
from tui_arena.ui.money import cost_in_words
from tui_arena.ui.presenters.replay import Replay
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, Rows

if TYPE_CHECKING:
    from tui_arena.ui.app import ArenaApp

ABOUT = "What was said up to here stays; a new session goes on from it at a table of its own."
END, TURN = "end", "turn"


class BranchScreen(ModalScreen[str | None]):
    """Gives the id of a branch that is saved, or None."""

    DEFAULT_CSS = """
    BranchScreen { align: center middle; background: $background 60%; }
    BranchScreen > Vertical {
        width: 66; max-width: 96%; height: auto; max-height: 96%; padding: 1 2;
        background: $surface; border: round $primary;
    }
    BranchScreen .title { text-style: bold; color: $primary; height: 1; }
    BranchScreen .text { height: auto; color: $foreground-muted; margin-bottom: 1; }
    BranchScreen Rows { height: auto; max-height: 10; }
    BranchScreen #cost { height: auto; color: $foreground-muted; padding: 0 3; }
    BranchScreen #fault { height: auto; color: $text-error; padding: 0 3; }
    BranchScreen Horizontal { height: auto; margin-top: 1; align-horizontal: right; }
    BranchScreen Button { margin-left: 2; min-width: 10; }
    """
    AUTO_FOCUS = "ChoiceRow"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="branch.close"),
        Binding("enter", "start", "Play on", show=False, id="branch.start"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, replay: Replay) -> None:
        """`replay` at the position from which it goes on."""
        super().__init__()
        self._replay = replay
        self._turn = only_turn(replay)
        self._busy = False

    @property
    def arena(self) -> ArenaApp:
        return cast("ArenaApp", self.app)

    def compose(self) -> ComposeResult:
        r = self._replay
        with Vertical():
            yield Static(say(f"Branch from step {r.at} of {r.last}"), classes="title", markup=False)
            yield Static(ABOUT, classes="text", markup=False)
            with Rows():
                for chair in chairs(r, self.arena.settings.name, ()):
                    yield ChoiceRow(chair.seat, list(chair.choices), chair.first, id=f"seat-{chair.seat}")
                if self._turn is not None:
                    ends = [Choice(END, "to the end"), Choice(TURN, "this question only")]
                    yield ChoiceRow("goes on", ends, END, id="far")
            yield Static(id="cost", markup=False)
            yield Static(id="fault", markup=False)
            with Horizontal():
                yield Button(say("Play on"), id="start", variant="primary", compact=True)
                yield Button(say("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.meet()

    @work(exclusive=True, group="people")
    async def meet(self) -> None:
        """Learn which models are there."""
        arena = self.arena
        try:
            ready = await arena.in_thread(ready_names, arena.store, arena.house)
        except SaveError:
            return
        for chair in chairs(self._replay, arena.settings.name, ready):
            row = self.query_one(f"#seat-{chair.seat}", ChoiceRow)
            row.offer(chair.choices, row.value)
        self.learn_cost()

    @property
    def players(self) -> Mapping[str, str]:
        """Who goes on, by seat."""
        rows = [row for row in self.query(ChoiceRow) if str(row.id).startswith("seat-")]
        return {str(row.id).removeprefix("seat-"): row.value for row in rows}

    @on(ChoiceRow.Changed)
    def _changed(self) -> None:
        self.query_one("#fault", Static).update("")
        self.learn_cost()

    @work(exclusive=True, group="cost")
    async def learn_cost(self) -> None:
        """Say what sessions with these models have cost."""
        arena, r = self.arena, self._replay
        models = models_of(self.players, r.session)
        words = ""
        if models:
            arena.house.start()
            groups = [(r.end.seats[seat].group, name) for seat, name in models.items()]
            try:
                cost = await arena.in_thread(table_cost, arena.store, r.info.id, groups)
                words = cost_in_words(cost, arena.settings)
            except SaveError as error:
                words = str(error)
        self.query_one("#cost", Static).update(say(words))

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Save the branch and go on with it."""
        if not self._busy:
            self._busy = True
            self.begin()

    @work(exclusive=True, group="saved")
    async def begin(self) -> None:
        """Save it; what can't be done is said here."""
        arena = self.arena
        far = self.query("#far")
        turn = self._turn if far and far.first(ChoiceRow).value == TURN else None
        try:
            made = await arena.in_thread(
                begin,
                self._replay,
                self.players,
                arena.store,
                book=arena.house.book,
                human=arena.settings.name,
                stop_after=turn,
            )
        except (BadBranch, BadPlayer, BadFile, BadEvent, SaveError) as error:
            self._busy = False
            self.query_one("#fault", Static).update(say(str(error)))
            return
        self.dismiss(made)

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.dismiss(None)
