"""The dialog that sets up a duel: the seat they duel for and the two players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from tui_arena.config import BadFile
from tui_arena.core.options import BadOption
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import NAME_CHARS, BadPlayer, read_player
from tui_arena.table.duel import Duel, duel_seats
from tui_arena.ui.glyphs import say
from tui_arena.ui.setup.recent_setups import player_text
from tui_arena.ui.widgets.rows import Choice, ChoiceRow

if TYPE_CHECKING:
    from tui_arena.ui.app.app import ArenaApp

ABOUT = "The same secret at two tables, side by side. Bots sit where people sat; both games are saved."
SIDES = ("left", "right")
MODEL = "model:"


def duellists(info: GameInfo, models: Sequence[str]) -> list[Choice]:
    """The players who can duel: models first, then bots by level. Values are PLAYER texts."""
    found = [Choice(MODEL + name, one_line(name, NAME_CHARS)) for name in models]
    return found + ([Choice(f"bot:{level}", f"bot {level}") for level in LEVELS] if info.has_bot else [])


class DuelDialog(ModalScreen[Duel | None]):
    """Gives the duel that was chosen, or None if closed."""

    DEFAULT_CSS = """
    DuelDialog { align: center middle; background: $background 60%; }
    DuelDialog > Vertical {
        width: 64; max-width: 96%; height: auto; padding: 1 2;
        background: $surface; border: round $primary;
    }
    DuelDialog .title { text-style: bold; color: $primary; height: 1; }
    DuelDialog .text { height: auto; color: $foreground-muted; margin-bottom: 1; }
    DuelDialog #fault { height: auto; color: $text-error; padding: 0 3; }
    DuelDialog Horizontal { height: auto; margin-top: 1; align-horizontal: right; }
    DuelDialog Button { margin-left: 2; min-width: 10; }
    """
    AUTO_FOCUS = "#left"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="duel_dialog.close"),
        Binding("enter", "start", "Start", show=False, id="duel_dialog.start"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, opening: Opening, seat: str | None = None) -> None:
        """`seat`: the seat to duel for; None: the first that can be chosen."""
        super().__init__()
        self._opening = opening
        self._seat = seat

    @property
    def arena(self) -> ArenaApp:
        return cast("ArenaApp", self.app)

    def compose(self) -> ComposeResult:
        info = self.arena.catalogue.game(self._opening.game)
        seats = duel_seats(self._opening, info)
        self._seat = self._seat if self._seat in seats else seats[0]
        players = duellists(info, list(self.arena.registry.book.all))
        with Vertical():
            yield Static(say(f"A duel of {info.title}"), classes="title", markup=False)
            yield Static(ABOUT, classes="text", markup=False)
            if len(seats) > 1:
                yield ChoiceRow("as", [Choice(s, s) for s in seats], self._seat, id="as")
            for side, player in zip(SIDES, self._first_two(players), strict=True):
                yield ChoiceRow(side, players, player, id=side)
            yield Static(id="fault", markup=False)
            with Horizontal():
                yield Button(say("Start"), id="start", variant="primary", compact=True)
                yield Button(say("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self._judge()

    def _first_two(self, players: Sequence[Choice]) -> tuple[str, str]:
        """The first choice of players: the one cast on the seat, then the first models, then the strongest bots."""
        known = [c.value for c in players]
        sitting = self._opening.cast.get(self._seat or "")
        text = player_text(sitting) if sitting is not None else ""
        models = [value for value in known if value.startswith(MODEL)]
        wish = [value for value in (text, *models[:2], "bot:hard", "bot:medium", *known) if value in known]
        return wish[0], next((value for value in wish if value != wish[0]), wish[0])

    @on(ChoiceRow.Changed)
    def _changed(self) -> None:
        self._judge()

    @work(exclusive=True, group="verdict")
    async def _judge(self) -> None:
        await self._playable()

    async def _playable(self) -> Duel | None:
        """The chosen duel if it can be played; otherwise None, and the reason is shown.

        The check runs in a thread, as reading a deck may take a while.
        """
        try:
            duel = self._duel()
            fault = await self.arena.in_thread(_fault, duel, self.arena.catalogue)
        except BadPlayer as error:
            fault = str(error)
        if not self.is_attached:
            return None
        self.query_one("#fault", Static).update(say(fault))
        self.query_one("#start", Button).disabled = bool(fault)
        return None if fault else duel

    def _duel(self) -> Duel:
        seats = self.query("#as")
        seat = seats.first(ChoiceRow).value if seats else str(self._seat)
        book = self.arena.registry.book
        left, right = (read_player(self.query_one(f"#{s}", ChoiceRow).value, book=book) for s in SIDES)
        return Duel(self._opening, seat, (left, right))

    @on(Button.Pressed, "#start")
    @work(exclusive=True, group="verdict")
    async def action_start(self) -> None:
        """Begin, if the duel can be played."""
        duel = await self._playable()
        if duel is not None:
            self.dismiss(duel)

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.dismiss(None)


def _fault(duel: Duel, catalogue: Catalogue) -> str:
    """Why a duel can't be played; empty if it can."""
    try:
        for opening in duel.sides(catalogue.game(duel.opening.game)):
            new_session(opening, catalogue, id="draft", seed=0, started=None)
    except (BadOption, BadPlayer, BadFile) as error:
        return str(error)
    return ""
