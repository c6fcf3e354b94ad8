"""A quick game: one model on a seat, bots on the others, one seed, watched at once.

The same seed gives the same secret, so two models can be watched on the same one.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import msgspec
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tui_arena.core.options import resolve
from tui_arena.data import GameInfo
from tui_arena.players.new_session import DEALER, Opening
from tui_arena.players.seating import Cast, bot
from tui_arena.ui.glyphs import say
from tui_arena.ui.setup.setup_draft import seed_fault
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, FieldRow

LAST = "probe"
"""Key in the save file's `meta` table under which the last choices are saved."""
LEVEL = "hard"
MOST_SEED = 1_000_000
"""Seeds stay below this, so that they are short enough to pass on to a friend."""


@dataclass(frozen=True, slots=True)
class QuickGame:
    """The game, seat and seed to watch a model with."""

    game: str
    seat: str
    seed: int

    def written(self) -> str:
        """These choices as text for the save file."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str | None) -> QuickGame | None:
        """Choices from such a text; None if it can't be used."""
        try:
            return msgspec.json.decode(text, type=cls) if text else None
        except (msgspec.DecodeError, UnicodeError):
            return None


def seats_of(info: GameInfo) -> dict[str, str | None]:
    """Every seat of every variant, with the first variant that has it; seats of people come first."""
    option = info.options.get(info.variant or "")
    choices: tuple[str | None, ...] = (option.default, *option.choices) if option else (None,)
    found: dict[str, tuple[bool, str | None]] = {}
    for variant in choices:
        given = {} if info.variant is None or variant is None else {info.variant: variant}
        for seat in info.game.seats(resolve(info.options, info.presets, given, None)):
            found.setdefault(seat.name, (seat.default != "human", variant))
    return {seat: found[seat][1] for seat in sorted(found, key=lambda seat: found[seat][0])}


def opening_of(probe: QuickGame, info: GameInfo, model: Cast) -> Opening:
    """The opening: the model on its seat, bots on all others except the dealer's."""
    variant = seats_of(info)[probe.seat]
    given = {} if info.variant is None or variant is None else {info.variant: variant}
    opening = Opening(info.id, {}, given, seed=probe.seed)
    seats = info.game.seats(resolve(info.options, info.presets, given, None))
    bots = {s.name: bot(LEVEL) for s in seats if s.default != DEALER}
    return replace(opening, cast={**bots, probe.seat: model})


class QuickGameDialog(ModalScreen[QuickGame | None]):
    """Gives the choices, or None if it was closed. Enter plays at once."""

    DEFAULT_CSS = """
    QuickGameDialog { align: center middle; background: $background 60%; }
    QuickGameDialog > Vertical {
        width: 64; max-width: 96%; height: auto; padding: 1 1;
        background: $surface; border: round $primary;
    }
    QuickGameDialog .title { text-style: bold; color: $primary; padding: 0 1; }
    QuickGameDialog .text { color: $foreground-muted; padding: 0 1; margin-bottom: 1; height: auto; }
    QuickGameDialog .problem { height: auto; min-height: 1; color: $text-error; padding: 0 1; }
    QuickGameDialog #act { height: auto; align-horizontal: right; }
    QuickGameDialog Button { margin-left: 2; min-width: 10; }
    """
    AUTO_FOCUS = "#seat"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", show=False, id="probe.play"),
        Binding("escape", "close", "Close", show=False, id="probe.close"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, name: str, games: Sequence[GameInfo], last: QuickGame | None) -> None:
        """`name`: the model; `last`: the last choices."""
        super().__init__()
        self._name = name
        self._games = {info.id: info for info in games}
        known = last is not None and last.game in self._games
        self._last = last if known else None

    def compose(self) -> ComposeResult:
        last = self._last
        game = last.game if last else next(iter(self._games))
        seed = last.seed if last else secrets.randbelow(MOST_SEED)
        games = [Choice(info.id, info.title) for info in self._games.values()]
        with Vertical():
            yield Static(say(f"See {self._name} play"), classes="title", markup=False)
            yield Static(
                say("Bots take the other seats. The same seed gives the same secret."),
                classes="text",
                markup=False,
            )
            yield ChoiceRow("game", games, game, id="game")
            yield ChoiceRow("seat", [], "", id="seat")
            yield FieldRow("seed", str(seed), limit=16, id="seed")
            yield Static(classes="problem", markup=False)
            with Horizontal(id="act"):
                yield Button(say("Play"), id="play", variant="primary", compact=True)
                yield Button(say("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self._offer_seats(self._last.seat if self._last else "")

    @on(ChoiceRow.Changed, "#game")
    def _other_game(self) -> None:
        self._offer_seats(self.query_one("#seat", ChoiceRow).value)

    def _offer_seats(self, now: str) -> None:
        """Offer the seats of the game, each with its variant unless that is the default one."""
        info = self._games[self.query_one("#game", ChoiceRow).value]
        seats = seats_of(info)
        default = info.options[info.variant].default if info.variant else None
        choices = [
            Choice(seat, seat if variant == default else f"{seat} ({variant})")
            for seat, variant in seats.items()
        ]
        self.query_one("#seat", ChoiceRow).offer(choices, now if now in seats else next(iter(seats)))

    @on(Input.Changed)
    def _typed(self) -> None:
        self.query_one(".problem", Static).update(say(seed_fault(self._seed) or ""))

    @property
    def _seed(self) -> str:
        return self.query_one("#seed", FieldRow).value

    @on(Input.Submitted)
    @on(Button.Pressed, "#play")
    def action_play(self) -> None:
        """Give the choices, if the seed is valid."""
        if seed_fault(self._seed) is None:
            game, seat = (self.query_one(f"#{name}", ChoiceRow).value for name in ("game", "seat"))
            self.dismiss(QuickGame(game, seat, int(self._seed)))

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.dismiss(None)
