"""The coach screen: a player says which questions of a finished session split well and which were wasted.

The coach is asked only after the end of the session, and the answer is not saved.
"""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.core.game import PlayerFailed, Progress, Seat
from tui_arena.core.session import Session
from tui_arena.core.text import clean
from tui_arena.data import GameInfo
from tui_arena.inquiry.coach import MODEL, cast_of, coach_ask, said, seated_outside
from tui_arena.players.seating import BadPlayer
from tui_arena.save.errors import SaveError
from tui_arena.stats.costs import table_cost
from tui_arena.table.spending import session_budget
from tui_arena.ui.glyphs import say
from tui_arena.ui.inquiry.base import AskingScreen, asking_keys, coaches
from tui_arena.ui.money import cost_in_words
from tui_arena.ui.widgets.rows import ChoiceRow

FREE = "Costs nothing: the bot looks it up in its table."
NOBODY = "Nobody here can coach this session."


class CoachScreen(AskingScreen):
    """Lets a person choose the coach, and shows the answer."""

    TITLE = "COACH"
    CSS = """
    CoachScreen #cost { height: auto; padding: 0 3; color: $foreground-muted; }
    CoachScreen #page { padding: 0 3; }
    CoachScreen #text { height: auto; max-width: 100; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *asking_keys("coach", "Ask"),
        Binding("up,k", "scroll(-1)", "Up", show=False, id="coach.up"),
        Binding("down,j", "scroll(1)", "Down", show=False, id="coach.down"),
        Binding("pageup", "scroll(-5)", "Page up", show=False, id="coach.page_up"),
        Binding("pagedown", "scroll(5)", "Page down", show=False, id="coach.page_down"),
    ]
    HELP = "Left and right choose who is asked. What a model costs is said before it is asked."

    def __init__(self, info: GameInfo, session: Session) -> None:
        super().__init__(info, session)
        self.text = ""
        """The answer, or the message in its place."""

    def body(self) -> ComposeResult:
        yield self._who_row(coaches(self.info, []))
        yield Static(id="cost", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="text", markup=False)

    def on_mount(self) -> None:
        self.sub_title = self.info.title
        self.meet()
        if self._who and not self._who.startswith(MODEL):
            self.ask()

    @work(exclusive=True, group="people")
    async def meet(self) -> None:
        """Find the models that can be asked."""
        choices = coaches(self.info, await self._ready())
        self.query_one("#who", ChoiceRow).offer(choices, self._who or (choices[0].value if choices else ""))
        if not choices:
            self._tell(NOBODY)
        await self._tell_cost()

    @on(ChoiceRow.Changed)
    def _changed(self) -> None:
        self.learn_cost()
        self.refresh_bindings()

    async def _tell_cost(self) -> None:
        who, arena, words = self._who, self.arena, FREE
        if who.startswith(MODEL):
            arena.registry.start()
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

    @work(exclusive=True, group="ask")
    async def ask(self) -> None:
        """Ask the chosen coach, and show the answer."""
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
        cast = cast_of(self._who, session, info, ask.seat, arena.registry.book)
        self._tell(f"{cast.spec['name']} looks at it{self.glyphs.ellipsis}  esc cancels")
        budget = session_budget(arena.settings)
        player = seated_outside(cast, session, info, arena.registry, budget)
        return said(await player.reply(ask, play.view(ask.seat), None, self._comes))

    def _comes(self, progress: Progress) -> None:
        """Show the answer so far."""
        if self.is_attached and (progress.text or progress.note):
            self._tell(progress.text or progress.note)

    def _tell(self, text: str) -> None:
        self.text = clean(text)
        self.query_one("#text", Static).update(say(self.text))

    def _now(self, *, asking: bool) -> None:
        self.asking = asking
        self.refresh_bindings()

    def action_cancel(self) -> None:
        """Stop asking."""
        super().action_cancel()
        self._tell("Cancelled.")
