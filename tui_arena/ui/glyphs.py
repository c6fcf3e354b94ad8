"""The signs that the app draws with, in Unicode or ASCII, and safe text from outside.

In ASCII mode a line filter turns every drawing sign of any widget into ASCII, cell for cell. Letters of any
language stay unchanged unless the terminal's encoding lacks them.

Law: all text from outside becomes `Content` here, and is never read as markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter

from tui_arena.core.signs import TABLE, stand_in
from tui_arena.core.text import clean

GREEN, YELLOW, GREY = "green", "yellow", "grey"
TILE_INK = {
    GREEN: "bold $tile-text on $tile-green",
    YELLOW: "bold $tile-text on $tile-yellow",
    GREY: "bold $tile-grey-text on $tile-grey",
}
"""Maps the mark of a letter to the style of its tile."""
_MARKS = {GREEN: "[{}]", YELLOW: "({})", GREY: " {} "}


T = TypeVar("T")


class Sign(Generic[T]):
    """One or more signs of `Glyphs`, in ASCII and in Unicode."""

    def __init__(self, plain: T, drawn: T) -> None:
        self._plain, self._drawn = plain, drawn

    def __get__(self, glyphs: Glyphs | None, _: type[Glyphs]) -> T:
        return self._plain if glyphs is None or glyphs.ascii else self._drawn


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs that the app draws with."""

    ascii: bool = False
    """Whether only ASCII signs are used."""
    marks: bool = True
    """Whether tiles carry a sign in addition to their colour."""

    bars = Sign("_.,-=+*#", "▁▂▃▄▅▆▇█")
    """Eight heights of a bar, low to high."""
    full = Sign("#", "█")
    """One cell of a horizontal bar."""
    line = Sign("-", "─")
    """One cell of a thin horizontal rule."""
    dot = Sign("-", "·")
    """The separator between two facts on a line."""
    arrow = Sign(">", "▸")
    """The sign that points at the chosen thing."""
    back_arrow = Sign("<", "◂")
    """The sign that points back at a thing to its left."""
    star = Sign("*", "★")
    """The sign that marks the leader."""
    enter = Sign("enter", "↵")
    dash = Sign("-", "–")
    plus_minus = Sign("+-", "±")
    ellipsis = Sign("...", "…")
    radio = Sign(("( )", "(*)"), ("○", "●"))
    """An open and a chosen radio sign."""
    check = Sign(("[ ]", "[x]"), ("☐", "☑"))
    """An empty and a ticked box."""

    def stars(self, n: int, of: int) -> str:
        """A row of `of` stars, `n` of them filled.

        >>> Glyphs(ascii=True).stars(1, 3)
        '*--'
        """
        return self.star * n + ("-" if self.ascii else "☆") * (of - n)

    def dotted(self, facts: Iterable[str | None]) -> str:
        """Facts on one line, with a dot between two of them; empty facts are left out.

        >>> Glyphs().dotted(["3 of 6", "", "02:14"])
        '3 of 6 · 02:14'
        """
        return f" {self.dot} ".join(filter(None, facts))

    def tile(self, letter: str, mark: str | None) -> str:
        """A letter of a guess in three cells: `[X]`, `(X)` or ` X `. Without marks it is always ` X `.

        >>> Glyphs().tile("a", "green")
        '[A]'
        """
        form = _MARKS.get(mark or "", " {} ") if self.marks else " {} "
        return form.format(letter.upper()[:1] or " ")

    def spark(self, values: Sequence[float | None]) -> str:
        """A row of bars, one for each value from 0 to 1; None becomes a dot, and 0 the lowest bar."""
        top = len(self.bars) - 1
        return "".join(
            self.dot if v is None else self.bars[round(min(max(v, 0.0), 1.0) * top)] for v in values
        )


def say(text: str, style: str = "") -> Content:
    """Text from outside, cleaned and without markup, in one of the app's own styles."""
    return Content.styled(clean(text), style) if style else Content(clean(text))


class PlainSigns(LineFilter):
    """Replaces signs line by line, after everything else is drawn."""

    def __init__(self, encoding: str | None = None) -> None:
        """`encoding`: the terminal's encoding, if it lacks signs."""
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
            width = cell_len(text[:n])  # a sign may change the width of the sign before it
            shown = sign if sign.encode(self._encoding, "ignore") else stand_in(sign, width - before)
            out, before = out + shown, width
        return out
