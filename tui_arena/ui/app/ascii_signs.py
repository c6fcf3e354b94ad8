"""The line filter of ASCII mode: it turns every drawing sign of any widget into ASCII, cell for cell.

Only drawing signs are replaced. Letters of any language stay what they are.
"""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_PAIRS = {
    "…": ".",
    "·": "-",
    "•": "*",
    "–": "-",
    "—": "-",
    "−": "-",
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "‹": "<",
    "›": ">",
    "×": "x",
    "±": "~",
    "▸": ">",
    "▶": ">",
    "▼": "v",
    "▲": "^",
    "◂": "<",
    "●": "*",
    "○": "o",
    "☐": "_",
    "☑": "x",
    "✓": "x",
    "↵": "<",
    "⌫": "<",
    "←": "<",
    "→": ">",
    "↑": "^",
    "↓": "v",
    "│": "|",
    "┃": "|",
    "─": "-",
    "━": "-",
    "░": ".",
    "▒": ":",
    "▓": "#",
}
_BOX = {chr(c): "+" for c in range(0x2500, 0x2580)}
_BLOCKS = {chr(c): "#" for c in range(0x2580, 0x25A0)}
_EDGES = {"▔": "-", "▁": "_", "▏": "|", "▕": "|", "▎": "|", "▊": "|", "▌": "|", "▐": "|", "▄": "_", "▀": "-"}
TABLE = str.maketrans({**_BOX, **_BLOCKS, **_EDGES, **_PAIRS})


class PlainSigns(LineFilter):
    """Replaces signs line by line, after everything else is drawn."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            s if s.text.isascii() else Segment(s.text.translate(TABLE), s.style, s.control) for s in segments
        ]
