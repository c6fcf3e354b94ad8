"""The line filter of ASCII mode: it turns every drawing sign of any widget into ASCII, cell for cell.

Letters of any language stay what they are, unless the terminal's encoding lacks them.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tui_arena.core.signs import TABLE, stand_in


class PlainSigns(LineFilter):
    """Replaces signs line by line, after everything else is drawn."""

    def __init__(self, encoding: str | None = None) -> None:
        """`encoding`: that of the terminal, if it lacks signs."""
        super().__init__()
        self._encoding = encoding

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [s if s.text.isascii() else Segment(self._plain(s.text), s.style, s.control) for s in segments]

    def _plain(self, text: str) -> str:
        text = text.translate(TABLE)
        if self._encoding is None or text.isascii():
            return text
        out, before = "", 0
        for n, sign in enumerate(text, 1):
            width = cell_len(text[:n])  # a sign may change how wide the one before it is
            shown = sign if sign.encode(self._encoding, "ignore") else stand_in(sign, width - before)
            out, before = out + shown, width
        return out
