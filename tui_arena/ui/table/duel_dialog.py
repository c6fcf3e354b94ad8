"""The dialog that sets up a duel: two players and the seat they duel for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.widgets import Button

from tui_arena.config import BadFile, ModelBook
from tui_arena.core.options import BadOption
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.dealing import unrepeatable
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import BadPlayer, read_player
from tui_arena.table.opening import Duel, duel_seats
from tui_arena.ui.app.screen import arena_of
from tui_arena.ui.setup.recent_setups import MODEL, player_text
from tui_arena.ui.widgets.form import FormDialog, choices, dialog_keys, plain
from tui_arena.ui.widgets.rows import Choice, Field

ABOUT = "Same secret, two tables, side by side. Bots take the people's seats. Both games are saved."
SIDES = ("left", "right")


def duellists(info: GameInfo, models: Iterable[str]) -> list[Choice]:
    """The players who can duel: models first, then bots by level. Values are PLAYER texts."""
    bots = [(f"bot:{level}", f"bot {level}") for level in LEVELS] if info.has_bot else []
    return choices([*((MODEL + name, name) for name in models), *bots])


class DuelDialog(FormDialog[Duel]):
    """Returns the chosen duel, or None if closed."""

    AUTO_FOCUS = "#left"
    BINDINGS: ClassVar[list[BindingType]] = dialog_keys("duel_dialog.start", "duel_dialog.close", "Start")

    def __init__(self, opening: Opening, info: GameInfo, book: ModelBook, seat: str | None = None) -> None:
        """`seat`: the seat to duel for; None for the first seat that can be chosen."""
        self._opening = opening
        self._book = book
        self._seats = duel_seats(opening, info)
        self._players = duellists(info, book.all)
        seat = seat if seat in self._seats else self._seats[0]
        first = {"as": seat, **dict(zip(SIDES, self._first_two(seat), strict=True))}
        super().__init__(f"A duel of {info.title}", ABOUT, first, "Start")

    def _first_two(self, seat: str) -> tuple[str, str]:
        """The players chosen at first: the player cast on the seat, then models, then the strongest bots."""
        known = [c.value for c in self._players]
        sitting = self._opening.cast.get(seat)
        text = player_text(sitting) if sitting is not None else ""
        models = [value for value in known if value.startswith(MODEL)]
        wish = [value for value in (text, *models[:2], "bot:hard", "bot:medium", *known) if value in known]
        return wish[0], next((value for value in wish if value != wish[0]), wish[0])

    def fields(self) -> Sequence[Field]:
        now = self.form.values
        seats = [Field("as", "as", now["as"], plain(self._seats))] if len(self._seats) > 1 else []
        return [*seats, *(Field(side, side, now[side], self._players) for side in SIDES)]

    def read(self) -> Duel:
        """The chosen duel, even if it can't be played. Raises BadPlayer."""
        now = self.form.values
        left, right = (read_player(now[side], book=self._book) for side in SIDES)
        return Duel(self._opening, now["as"], (left, right))

    def on_mount(self) -> None:
        self.changed()

    def changed(self) -> None:
        self._judge(start=False)

    def action_take(self) -> None:
        """Begin, if the duel can be played."""
        self._judge(start=True)

    @work(exclusive=True, group="verdict")
    async def _judge(self, *, start: bool) -> None:
        """Show why the duel can't be played. If it can be played and `start` is True, return it.

        The check runs in a thread, as reading a deck may take a while.
        """
        try:
            duel = self.read()
            fault = await arena_of(self).in_thread(_fault, duel, arena_of(self).catalogue)
        except BadPlayer as error:
            fault = str(error)
        if not self.is_attached:
            return
        self.tell(fault)
        self.query_one("#take", Button).disabled = bool(fault)
        if start and not fault:
            self.dismiss(duel)


def _fault(duel: Duel, catalogue: Catalogue) -> str:
    """Why a duel can't be played; empty if it can."""
    info = catalogue.game(duel.opening.game)
    try:
        for opening in duel.sides(info):
            session, _ = new_session(opening, catalogue, id="draft", seed=0, started=None)
    except (BadOption, BadPlayer, BadFile) as error:
        return str(error)
    why = unrepeatable(session, info)
    return f"Can't start a duel: {why.why}." if why is not None else ""
