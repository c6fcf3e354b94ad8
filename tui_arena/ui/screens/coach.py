"""Coach: which questions split well and which were wasted, after the end.

Law: nothing is asked before the session is over, and what is said is kept nowhere.
"""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui_arena.analysis.costs import table_cost
from tui_arena.config import BadFile
from tui_arena.core.game import PlayerFailed, Progress, Seat
from tui_arena.core.session import Session
from tui_arena.core.text import clean
from tui_arena.data import GameInfo
from tui_arena.players.seating import BadPlayer
from tui_arena.players.trial import ready_names
from tui_arena.save.errors import SaveError
from tui_arena.ui.coaching import MODEL, cast_of, coach_ask, coaches, said, seated_beside
from tui_arena.ui.look import say
from tui_arena.ui.money import cost_in_words
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.spending import session_budget
from tui_arena.ui.widgets.rows import ChoiceRow

FREE = "Costs nothing: the bot looks it up in its table."
NOBODY = "Nobody here can coach this session."


class CoachScreen(ArenaScreen):
    """Who is asked, and what they say."""

    TITLE = "COACH"
    CSS = """
    CoachScreen #who { margin-top: 1; padding: 0 2; }
    CoachScreen #cost { height: auto; padding: 0 3; color: $foreground-muted; }
    CoachScreen #page { height: 1fr; margin-top: 1; padding: 0 3; scrollbar-size-vertical: 1; }
    CoachScreen #text { height: auto; max-width: 100; }
    """
    AUTO_FOCUS = "#who"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "ask", "Ask", id="coach.ask"),
        Binding("escape", "cancel", "Cancel", id="coach.cancel"),
        Binding("escape", "back", "Back", id="coach.back"),
        Binding("up,k", "scroll(-1)", "Up", show=False, id="coach.up"),
        Binding("down,j", "scroll(1)", "Down", show=False, id="coach.down"),
        Binding("pageup", "scroll(-5)", "Page up", show=False, id="coach.page_up"),
        Binding("pagedown", "scroll(5)", "Page down", show=False, id="coach.page_down"),
    ]
    HELP = "Left and right choose who is asked. What a model costs is said before it is asked."

    def __init__(self, info: GameInfo, session: Session) -> None:
        super().__init__()
        self.info = info
        self._session = session
        self.asking = False
        """Whether somebody is being asked."""
        self.text = ""
        """What was said."""

    def body(self) -> ComposeResult:
        choices = coaches(self.info, [])
        yield ChoiceRow("who", choices, choices[0].value if choices else "", id="who")
        yield Static(id="cost", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="text", markup=False)

    def on_mount(self) -> None:
        self.sub_title = self.info.title
        self.meet()
        if self._who and not self._who.startswith(MODEL):
            self.ask()

    @property
    def _who(self) -> str:
        return self.query_one("#who", ChoiceRow).value

    @work(exclusive=True, group="people")
    async def meet(self) -> None:
        """Learn which models are there."""
        arena = self.arena
        try:
            ready = await arena.in_thread(ready_names, arena.store, arena.house)
        except SaveError:
            ready = []
        choices = coaches(self.info, list(ready))
        self.query_one("#who", ChoiceRow).offer(choices, self._who or (choices[0].value if choices else ""))
        if not choices:
            self._tell(NOBODY)
        await self._tell_cost()

    @on(ChoiceRow.Changed)
    def _changed(self) -> None:
        self.learn_cost()
        self.refresh_bindings()

    @work(exclusive=True, group="cost")
    async def learn_cost(self) -> None:
        """Say what it costs before anybody is asked."""
        await self._tell_cost()

    async def _tell_cost(self) -> None:
        who, arena, words = self._who, self.arena, FREE
        if who.startswith(MODEL):
            arena.house.start()
            seats = [(seat.group, who.removeprefix(MODEL)) for seat in self._solvers()]
            try:
                cost = await arena.in_thread(table_cost, arena.store, self.info.id, seats)
                words = f"Enter asks it once. {cost_in_words(cost, arena.settings)}"
            except SaveError as error:
                words = str(error)
        self.query_one("#cost", Static).update(say(words if who else ""))

    def _solvers(self) -> list[Seat]:
        seats = self.info.game.seats(self._session.setup.options)
        return [seat for seat in seats if seat.side == "solver"][:1]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return {
            "cancel": self.asking,
            "back": not self.asking,
            "ask": not self.asking and bool(self._who),
        }.get(action, True)

    def action_ask(self) -> None:
        self.ask()

    @work(exclusive=True, group="ask")
    async def ask(self) -> None:
        """Ask whoever is chosen, and show what they say."""
        self._now(asking=True)
        try:
            self._tell(await self._answer())
        except (PlayerFailed, BadPlayer, BadFile) as error:
            self._tell(f"No answer. {error}")
        finally:
            if self.is_attached:
                self._now(asking=False)

    async def _answer(self) -> str:
        arena, info, session = self.arena, self.info, self._session
        play = await arena.in_thread(session.fold, info.game)
        ask = coach_ask(info, play, arena.catalogue)
        if ask is None:
            return NOBODY
        cast = cast_of(self._who, session, info, ask.seat, arena.house.book)
        self._tell(f"{cast.spec['name']} looks at it{self.look.ellipsis}  esc cancels")
        budget = session_budget(arena.settings)
        player = seated_beside(cast, session, info, arena.house, budget)
        return said(await player.reply(ask, play.view(ask.seat), None, self._comes))

    def _comes(self, progress: Progress) -> None:
        """What has come so far."""
        if self.is_attached and (progress.text or progress.note):
            self._tell(progress.text or progress.note)

    def _tell(self, text: str) -> None:
        self.text = clean(text)
        self.query_one("#text", Static).update(say(self.text))

    def _now(self, *, asking: bool) -> None:
        self.asking = asking
        self.refresh_bindings()

    def action_cancel(self) -> None:
        """Wait no longer."""
        self.workers.cancel_group(self, "ask")
        self._tell("Cancelled.")

    def action_scroll(self, by: int) -> None:
        self.query_one("#page").scroll_relative(y=2 * by, animate=False)
