"""Who sits where, and who is on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.widget import Widget

from tui_arena.core.text import one_line
from tui_arena.ui.look import Look

NAME = 14
"""Cells that a name gets before its seat, where there is room."""
SEAT = 10


@dataclass(frozen=True, slots=True)
class Sitting:
    """One seat with its player."""

    seat: str
    name: str
    on: bool
    """Whether the game waits for it."""
    failed: bool = False
    spent: tuple[str, ...] = ()
    """What its model has used, the longest form first."""


class Seats(Widget):
    """A line a seat; an arrow stands at whose turn it is."""

    DEFAULT_CSS = "Seats { width: 100%; height: auto; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._sitting: Sequence[Sitting] = ()

    def show(self, sitting: Sequence[Sitting]) -> None:
        """Draw these seats instead."""
        self._sitting = sitting
        self.refresh(layout=True)

    def render(self) -> Content:
        spent = any(s.spent for s in self._sitting)
        width = self.size.width
        names = min(max((len(s.name) for s in self._sitting), default=0), NAME) if spent else NAME
        seats = max((len(s.seat) for s in self._sitting), default=0)
        names = min(max(width - max(SEAT, seats + 3), 6), names)
        left = width - 2 - names - 1 - seats
        return Content("\n").join(
            Content.assemble(self._line(s, names, seats), (cost.rjust(left), "$foreground-muted"))
            if cost
            else self._line(s, names, 0)
            for s, cost in zip(self._sitting, self._costs(left), strict=True)
        )

    def _costs(self, room: int) -> list[str]:
        """What each has used, all in the longest form in which every one fits."""
        longest = max((len(s.spent) for s in self._sitting), default=0)
        for form in range(longest):
            costs = [s.spent[min(form, len(s.spent) - 1)] if s.spent else "" for s in self._sitting]
            if all(len(cost) < room for cost in costs):
                return costs
        return ["" for _ in self._sitting]

    def _line(self, sitting: Sitting, names: int, seats: int) -> Content:
        arrow = "!" if sitting.failed else self._look.arrow if sitting.on else " "
        name = one_line(sitting.name, names).ljust(names)
        return Content.assemble(
            (f"{arrow} ", "bold $error" if sitting.failed else "bold $accent"),
            (name, "bold $foreground" if sitting.on else "$foreground"),
            (f" {sitting.seat.ljust(seats)}", "$foreground-muted"),
        )
