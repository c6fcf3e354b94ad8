"""A line of things to click: current choices with a letter each, filters, or the tabs of a screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.content import Content

from tui_arena.core.text import one_line
from tui_arena.ui.app.bars import Piece, PieceBar
from tui_arena.ui.widgets import OwnMessage

GAP = 3
SHORTEST = 6
"""The minimum width to which a value may be cut, in cells."""


class ChoiceBar(PieceBar):
    """Pieces on one line. A click on a piece picks it."""

    DEFAULT_CSS = "ChoiceBar { color: $foreground; }"

    class Picked(OwnMessage):
        """A piece was clicked."""

        def __init__(self, bar: ChoiceBar, key: str) -> None:
            super().__init__()
            self.bar = bar
            self.key = key

        @property
        def control(self) -> ChoiceBar:
            return self.bar

    def __init__(self, *, gap: int = GAP, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        """`gap`: the number of blanks between two pieces."""
        super().__init__(id=id)
        self.gap = gap
        self._draw: Callable[[int], Sequence[Piece]] = lambda _: ()

    def show(self, draw: Callable[[int], Sequence[Piece]]) -> None:
        """Show the pieces that `draw` returns for a number of cells."""
        self._draw = draw
        self.refresh()

    def pieces(self, room: int) -> Sequence[Piece]:
        return self._draw(room)

    def picked(self, key: str) -> None:
        self.post_message(self.Picked(self, key))


@dataclass(frozen=True, slots=True)
class Chosen:
    """One current choice."""

    key: str
    """The letter whose key changes it."""
    name: str
    value: str

    @property
    def width(self) -> int:
        return len(self.key) + len(self.value) + 1 + (len(self.name) + 1 if self.name else 0)

    def piece(self) -> Piece:
        return self.key, Content.assemble(
            (self.key, "bold underline $accent"),
            (f" {self.name}" if self.name else "", "$foreground-muted"),
            (f" {self.value}", "bold $primary"),
        )


def chosen_pieces(entries: Sequence[Chosen]) -> Callable[[int], Sequence[Piece]]:
    """A function that returns the pieces of a bar of current choices."""
    return lambda room: [entry.piece() for entry in fitted(entries, room)]


def fitted(entries: Sequence[Chosen], room: int) -> list[Chosen]:
    """The same entries, fitted into `room` cells: names are dropped first, then the longest values cut."""
    out = list(entries)
    if _cells(out) > room:
        out = [Chosen(e.key, "", e.value) for e in out]
    while _cells(out) > room:
        at = max(range(len(out)), key=lambda n: len(out[n].value))
        longest = out[at]
        if len(longest.value) <= SHORTEST:
            break
        out[at] = Chosen(longest.key, "", one_line(longest.value, len(longest.value) - 1))
    return out


def _cells(entries: Sequence[Chosen]) -> int:
    return sum(e.width + GAP for e in entries) - GAP


def tab_pieces(names: Sequence[str], at: int) -> Callable[[int], Sequence[Piece]]:
    """Tabs with a digit and a name, for a bar without gaps. The tab at position `at` is marked.

    If not all names fit, only the marked tab has its name. A click picks a position, from 0.
    """

    def pieces(room: int) -> list[Piece]:
        texts = [f"{n} {name}" for n, name in enumerate(names, 1)]
        if sum(len(text) + 4 for text in texts) > room:
            texts = [text if n == at else text.partition(" ")[0] for n, text in enumerate(texts)]
        return [
            (
                str(n),
                Content.styled(
                    *((f"[{text}] ", "bold $primary") if n == at else (f" {text}  ", "$foreground-muted"))
                ),
            )
            for n, text in enumerate(texts)
        ]

    return pieces
