"""Questions with what was answered, one below the other as in a record of evidence.

Law: it draws plain values and knows no game. The newest pair stands in full; where there is no room for
all, older ones take a line each for question and answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.geometry import Size

from tui_arena.core.text import one_line
from tui_arena.ui.look import Look, say
from tui_arena.ui.widgets.written import Written

MOST = 2000
"""Characters of a text that are looked at."""
LEAST = 8
"""Cells that a text gets at least."""
FAINT = "$foreground-muted"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question with its answer."""

    question: str
    answer: str = ""
    """Empty while it is waited for."""
    nothing: bool = False
    """Whether nothing was said to it."""


class Interrogation(Written):
    """The pairs, oldest first."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._pairs: Sequence[Exchange] = ()
        self._empty = ""
        self._room = 0
        """Lines that are in sight."""
        self._full = False

    def show(self, pairs: Sequence[Exchange], empty: str, *, full: bool = False) -> None:
        """Draw these pairs instead; `empty` stands there while there are none. `full`: nothing is cut."""
        self._pairs, self._empty, self._full = pairs, empty, full
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._room = container.height
        return super().get_content_height(container, viewport, width)

    def _lines(self, width: int) -> list[Content]:
        if not self._pairs:
            return list(say(self._empty, f"italic {FAINT}").wrap(max(width, LEAST))) if self._empty else []
        last = len(self._pairs)
        drawn = [self._pair(n, pair, width, short=n < last) for n, pair in enumerate(self._pairs, 1)]
        for n in range(last - 1, 0, -1):  # newer ones get what room there is
            full = self._pair(n, self._pairs[n - 1], width, short=False)
            if not self._full and sum(map(len, drawn)) - len(drawn[n - 1]) + len(full) > self._room:
                break
            drawn[n - 1] = full
        air = sum(map(len, drawn)) + last - 1 <= self._room
        lines: list[Content] = []
        for pair in drawn:
            lines += [Content("")] if air and lines else []
            lines += pair
        return lines

    def _pair(self, n: int, pair: Exchange, width: int, *, short: bool) -> list[Content]:
        newest = n == len(self._pairs)
        numbers = len(str(len(self._pairs))) + 2
        room = max(width - numbers, LEAST)
        question = say(one_line(pair.question, MOST), "bold $foreground" if newest else "")
        number = (f"{n:>{numbers - 1}} ", "bold $accent" if newest else FAINT)
        return [
            *self._hung(Content.assemble(number), question, room, short=short),
            *self._answer(pair, numbers, room, short=short),
        ]

    def _answer(self, pair: Exchange, indent: int, room: int, *, short: bool) -> list[Content]:
        if not pair.answer:
            return [Content.assemble(" " * indent, (self._look.ellipsis, FAINT))]
        bar = "| " if self._look.ascii else "│ "
        side = Content.assemble(" " * indent, (bar, "$accent"))
        style = f"italic {FAINT}" if pair.nothing else ""
        text = say(one_line(pair.answer, MOST), style)
        return self._hung(side, text, max(room - len(bar), LEAST), short=short, under=side)

    def _hung(
        self, head: Content, text: Content, room: int, *, short: bool, under: Content | None = None
    ) -> list[Content]:
        """A text behind its head, wrapped under itself; a short one is cut to a line."""
        if short and text.cell_length > room:
            cut = text[: room - len(self._look.ellipsis)].rstrip().append(self._look.ellipsis)
            return [Content.assemble(head, cut)]
        first, *rest = text.wrap(room) or [Content("")]
        below = under or Content(" " * head.cell_length)
        return [Content.assemble(head, first), *(Content.assemble(below, line) for line in rest)]
