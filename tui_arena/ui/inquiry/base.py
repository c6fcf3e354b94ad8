"""The base of screens that ask players about saved sessions.

Law: nobody is asked until the person starts it. The cost is shown before, and asking can always be cancelled.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from textual import work
from textual.binding import Binding

from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.inquiry.coach import MODEL, TABLE_SAYS
from tui_arena.players.bot import LEVELS
from tui_arena.players.models.check import ready_names
from tui_arena.save.errors import SaveError
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.widgets.rows import Choice, ChoiceRow


def asking_keys(scope: str, ask: str) -> list[Binding]:
    """Enter asks; Esc cancels while somebody is asked, and goes back otherwise."""
    return [
        Binding("enter", "ask", ask, id=f"{scope}.ask"),
        Binding("escape", "cancel", "Cancel", id=f"{scope}.cancel"),
        Binding("escape", "back", "Back", id=f"{scope}.back"),
    ]


class InquiryScreen(ArenaScreen):
    """Has a row `#who` with the players who can be asked."""

    DEFAULT_CSS = "InquiryScreen #who { margin-top: 1; padding: 0 2; }"
    AUTO_FOCUS = "#who"

    def __init__(self) -> None:
        super().__init__()
        self.asking = False
        """Whether somebody is being asked."""

    @property
    def _who(self) -> str:
        return self.query_one("#who", ChoiceRow).value

    @property
    def _can_ask(self) -> bool:
        """Whether there is somebody to ask."""
        return bool(self._who)

    @staticmethod
    def _who_row(choices: Sequence[Choice]) -> ChoiceRow:
        return ChoiceRow("who", choices, choices[0].value if choices else "", id="who")

    async def _ready(self) -> list[str]:
        """The names of the models that can be asked; none if the save file can't be read."""
        arena = self.arena
        try:
            return list(await arena.in_thread(ready_names, arena.store, arena.registry))
        except SaveError:
            return []

    @work(exclusive=True, group="cost")
    async def learn_cost(self) -> None:
        """Show the cost before anybody is asked."""
        await self._tell_cost()

    @abstractmethod
    async def _tell_cost(self) -> None:
        """Show the cost, where the screen has a place for it."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "ask":
            return not self.asking and self._can_ask
        return {"cancel": self.asking, "back": not self.asking}.get(action, True)

    def action_ask(self) -> None:
        self.ask()

    @abstractmethod
    def ask(self) -> object:
        """Ask the chosen player, as a worker of group `ask`."""

    def action_cancel(self) -> None:
        """Stop asking; answers that have come stay."""
        self.workers.cancel_group(self, "ask")


class AskingScreen(InquiryScreen):
    """Asks about one session, and shows the answers on a `#page`."""

    DEFAULT_CSS = """
    AskingScreen #page { height: 1fr; margin-top: 1; padding: 0 2; scrollbar-size-vertical: 1; }
    """

    def __init__(self, info: GameInfo, session: Session) -> None:
        super().__init__()
        self.info = info
        self._session = session

    def action_scroll(self, by: int) -> None:
        self.query_one("#page").scroll_relative(y=2 * by, animate=False)


def coaches(info: GameInfo, models: list[str]) -> list[Choice]:
    """The players who can coach a session."""
    table = [Choice(TABLE_SAYS, "the bot's table")] if info.has_bot else []
    return [*table, *(Choice(MODEL + name, f"{name} (model)") for name in models)]


def judges(info: GameInfo, models: list[str]) -> list[Choice]:
    """The players who can be asked in a judge's place."""
    bots = [Choice(f"bot:{level}", f"bot, {level}") for level in LEVELS] if info.has_bot else []
    return [*bots, *(Choice(MODEL + name, f"{name} (model)") for name in models)]
