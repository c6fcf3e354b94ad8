"""Quick probing: a model on one seat, bots on the others, one seed; to be watched at once.

Law: the same seed gives the same secret, so that two models can be seen at the same thing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from tui_arena.core.options import resolve
from tui_arena.data import GameInfo
from tui_arena.players.opening import DEALER, Opening
from tui_arena.players.seating import Cast, bot

LAST = "probe"
"""The note in the save file that holds the last choices."""
LEVEL = "hard"
MOST_SEED = 1_000_000
"""Seeds are short enough to tell a friend."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What a model is to be seen at."""

    game: str
    seat: str
    seed: int

    def written(self) -> str:
        """As it is kept."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str | None) -> Probe | None:
        """What was kept; None if that is nothing that can be used."""
        try:
            return msgspec.json.decode(text, type=cls) if text else None
        except (msgspec.DecodeError, UnicodeError):
            return None


def seats_of(info: GameInfo) -> dict[str, str | None]:
    """Every seat of every variant, and the first variant that has it; the people's seats come first."""
    option = info.options.get(info.variant or "")
    choices: tuple[str | None, ...] = (option.default, *option.choices) if option else (None,)
    found: dict[str, tuple[bool, str | None]] = {}
    for variant in choices:
        given = {} if info.variant is None or variant is None else {info.variant: variant}
        for seat in info.game.seats(resolve(info.options, info.presets, given, None)):
            found.setdefault(seat.name, (seat.default != "human", variant))
    return {seat: found[seat][1] for seat in sorted(found, key=lambda seat: found[seat][0])}


def opening_of(probe: Probe, info: GameInfo, model: Cast) -> Opening:
    """The table: the model on its seat, bots on all others that nobody deals for."""
    variant = seats_of(info)[probe.seat]
    given = {} if info.variant is None or variant is None else {info.variant: variant}
    opening = Opening(info.id, {}, given, seed=probe.seed)
    seats = info.game.seats(resolve(info.options, info.presets, given, None))
    bots = {s.name: bot(LEVEL) for s in seats if s.default != DEALER}
    return replace(opening, cast={**bots, probe.seat: model})
