"""A quick game: one model on a seat, and bots on the others, or you on the one opposite.

A game that is watched has a seed. The same seed gives the same secret, so two models can be watched on the same one.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import msgspec
from textual.binding import Binding, BindingType

from tui_arena.config import BadFile
from tui_arena.data import GameInfo
from tui_arena.players.new_session import DEALER, Opening, seats_at
from tui_arena.players.seating import Cast, bot, read_player
from tui_arena.ui.setup.setup_draft import seed_fault
from tui_arena.ui.widgets.form import FormDialog, choices
from tui_arena.ui.widgets.rows import Field

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
    variants: tuple[str | None, ...] = (option.default, *option.choices) if option else (None,)
    found: dict[str, tuple[bool, str | None]] = {}
    for variant in variants:
        for seat in seats_at(_empty(info, variant), info):
            found.setdefault(seat.name, (seat.default != "human", variant))
    return {seat: found[seat][1] for seat in sorted(found, key=lambda seat: found[seat][0])}


def opening_of(probe: QuickGame, info: GameInfo, model: Cast, you: str | None = None) -> Opening:
    """The opening: the model on its seat, bots on all others except the dealer's.

    `you`: the person who plays, on the usual seat of people or, if the model has that one, on another.
    """
    opening = _empty(info, seats_of(info)[probe.seat])
    seats = seats_at(opening, info)
    cast = {seat.name: bot(LEVEL) for seat in seats if seat.default != DEALER}
    if you is None:
        return replace(opening, cast={**cast, probe.seat: model}, seed=probe.seed)
    free = [seat for seat in seats if seat.name != probe.seat]
    yours = next((seat for seat in free if seat.default == "human"), free[0])
    return replace(opening, cast={**cast, probe.seat: model, yours.name: read_player("human", you)})


def opposite_seat(info: GameInfo) -> str:
    """The seat of a model that plays against you: another one than yours."""
    seats = seats_of(info)
    return list(seats)[1 if len(seats) > 1 else 0]


def _empty(info: GameInfo, variant: str | None) -> Opening:
    """A variant of a game with nobody at the table."""
    return Opening(info.id, {}, {} if info.variant is None or variant is None else {info.variant: variant})


class QuickGameDialog(FormDialog[QuickGame]):
    """Gives the choices, or None if it was closed. Enter plays at once."""

    AUTO_FOCUS = "#seat"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, id="probe.play"),
        Binding("escape", "close", "Close", show=False, id="probe.close"),
    ]

    def __init__(
        self, name: str, games: Sequence[GameInfo], last: QuickGame | None, *, opposite: bool = False
    ) -> None:
        """`name`: the model; `last`: the last choices. `opposite`: whether you play, too."""
        self._opposite = opposite
        self._games = {info.id: info for info in games}
        if last is None or last.game not in self._games:
            last = QuickGame(games[0].id, "", secrets.randbelow(MOST_SEED))
        title, text = f"See {name} play", "Bots take the other seats. Same seed, same secret."
        if opposite:
            title, text = f"Play with {name}", "You sit opposite; bots take the rest."
        first = {"game": last.game, "seat": "" if opposite else last.seat, "seed": str(last.seed)}
        super().__init__(title, text, first, "Play")

    def fields(self) -> Sequence[Field]:
        """The game, its seats, each with its variant unless that is the default one, and the seed."""
        now = self.form.values
        info = self._games[now["game"]]
        seats = seats_of(info)
        default = info.options[info.variant].default if info.variant else None
        told = {
            seat: seat if variant == default else f"{seat} ({variant})" for seat, variant in seats.items()
        }
        games = choices((info.id, info.title) for info in self._games.values())
        usual = opposite_seat(info) if self._opposite else next(iter(seats))
        seat = now["seat"] if now["seat"] in seats else usual
        return [
            Field("game", "game", now["game"], games),
            Field("seat", "its seat", seat, choices(told.items())),
            Field("seed", "seed", now["seed"], limit=16, shown=not self._opposite),
        ]

    def read(self) -> QuickGame:
        now = self.form.values
        fault = seed_fault(now["seed"])
        if fault is not None:
            raise BadFile(fault)
        return QuickGame(now["game"], now["seat"], int(now["seed"]))
