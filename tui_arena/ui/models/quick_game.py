"""A quick game: one model on a seat, bots on the others, one seed, watched at once.

The same seed gives the same secret, so two models can be watched on the same one.
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
from tui_arena.players.seating import Cast, bot
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


def opening_of(probe: QuickGame, info: GameInfo, model: Cast) -> Opening:
    """The opening: the model on its seat, bots on all others except the dealer's."""
    opening = _empty(info, seats_of(info)[probe.seat])
    bots = {seat.name: bot(LEVEL) for seat in seats_at(opening, info) if seat.default != DEALER}
    return replace(opening, cast={**bots, probe.seat: model}, seed=probe.seed)


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

    def __init__(self, name: str, games: Sequence[GameInfo], last: QuickGame | None) -> None:
        """`name`: the model; `last`: the last choices."""
        self._games = {info.id: info for info in games}
        if last is None or last.game not in self._games:
            last = QuickGame(games[0].id, "", secrets.randbelow(MOST_SEED))
        text = "Bots take the other seats. The same seed gives the same secret."
        first = {"game": last.game, "seat": last.seat, "seed": str(last.seed)}
        super().__init__(f"See {name} play", text, first, "Play")

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
        seat = now["seat"] if now["seat"] in seats else next(iter(seats))
        return [
            Field("game", "game", now["game"], games),
            Field("seat", "seat", seat, choices(told.items())),
            Field("seed", "seed", now["seed"], limit=16),
        ]

    def read(self) -> QuickGame:
        now = self.form.values
        fault = seed_fault(now["seed"])
        if fault is not None:
            raise BadFile(fault)
        return QuickGame(now["game"], now["seat"], int(now["seed"]))
