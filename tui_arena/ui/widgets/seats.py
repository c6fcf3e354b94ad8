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
        longest = max((len(s.name) for s in self._sitting), default=0)
        names = min(longest, NAME) if any(s.spent for s in self._sitting) else NAME
        return Content("\n").join(self._line(s, names) for s in self._sitting)

    def _line(self, sitting: Sitting, names: int) -> Content:
        arrow = "!" if sitting.failed else self._look.arrow if sitting.on else " "
        width = self.size.width
        room = min(max(width - SEAT, 6), names)
        name = one_line(sitting.name, room).ljust(room)
        line = Content.assemble(
            (f"{arrow} ", "bold $error" if sitting.failed else "bold $accent"),
            (name, "bold $foreground" if sitting.on else "$foreground"),
            (f" {sitting.seat}", "$foreground-muted"),
        )
        left = width - line.cell_length
        spent = next((form for form in sitting.spent if len(form) < left), "")
        return Content.assemble(line, (spent.rjust(left), "$foreground-muted")) if spent else line
