"""Rows of letter tiles in several sizes, their animation, and pips that count down a small number.

Laws:

- A marked tile has a sign in addition to its colour, so that the grid can be read without colour. The user can
  turn off the signs only if there is colour.
- The due picture of an animation depends on the elapsed time and never on the number of ticks. So late or
  dropped ticks end in the same last picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from time import monotonic

from rich.cells import cell_len
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from tui_arena.ui.glyphs import GREEN, GREY, TILE_INK, YELLOW, Glyphs

EMPTY, TYPED, PROPOSED, REFUSED = "empty", "typed", "proposed", "refused"

INK = {
    **TILE_INK,
    EMPTY: "$foreground on $tile-empty",
    TYPED: "bold $foreground on $tile-empty",
    PROPOSED: "italic $foreground on $tile-empty",
    REFUSED: "bold $background on $error",
}
BACK = {GREEN: "$tile-green", YELLOW: "$tile-yellow", GREY: "$tile-grey"}
EDGE = {**BACK, REFUSED: "$error"}


@dataclass(frozen=True, slots=True)
class Tile:
    """One letter of a row."""

    letter: str = ""
    mark: str = EMPTY


@dataclass(frozen=True, slots=True)
class Size:
    """The size at which tiles are drawn, in cells and lines."""

    width: int
    pitch: int
    """The number of lines from one row to the next."""
    gap: int = 1
    """The number of cells between two tiles."""

    def across(self, tiles: int) -> int:
        return tiles * (self.width + self.gap) - self.gap

    def down(self, rows: int) -> int:
        return rows * self.pitch


SMALL, MEDIUM, LARGE, HUGE, GIANT = Size(5, 1), Size(5, 2), Size(7, 3, 2), Size(13, 5, 3), Size(17, 7, 4)
FRAMED = 3
"""The least pitch at which a tile has half a line above its letter and half a line below it."""


def size_for(width: int, height: int, tiles: int, rows: int) -> Size:
    """The largest size at which `rows` rows of `tiles` tiles fit into a width and height, or else `SMALL`."""
    fits = [
        s for s in (GIANT, HUGE, LARGE, MEDIUM) if s.across(tiles) + 2 <= width and s.down(rows) <= height
    ]
    return fits[0] if fits else SMALL


def draw(rows: Sequence[Sequence[Tile]], size: Size, glyphs: Glyphs, shift: Sequence[int] = ()) -> Content:
    """The rows as lines of text. `shift`: for each row, the number of cells by which it moves right."""
    lines: list[Content] = []
    for n, row in enumerate(rows):
        indent = " " * (shift[n] if n < len(shift) else 0)
        letters = _line(row, size, indent, glyphs)
        if size.pitch == 1:
            lines.append(letters)
        elif size.pitch >= FRAMED:
            top, bottom = (_edge(row, size, indent, glyphs, sign) for sign in "▄▀")
            blank = _line([Tile("", tile.mark) for tile in row], size, indent, glyphs, bare=True)
            around = [blank] * ((size.pitch - FRAMED) // 2)
            lines += [top, *around, letters, *around, bottom]
        else:
            lines += [letters, _edge(row, size, indent, glyphs, "▀")]
    return Content("\n").join(lines)


WORDS = 2
"""The maximum number of words that `in_tiles` draws."""


def in_tiles(text: str, won: int, width: int, glyphs: Glyphs) -> Content:
    """A text in letter tiles, with a row for each word and its first `won` letters in green.

    Empty if the text doesn't fit.
    """
    words = text.split()
    longest = max(map(len, words), default=0)
    if not 0 < len(words) <= WORDS or MEDIUM.across(longest) > width or cell_len(text) != len(text):
        return Content("")
    tiles = (Tile(c, GREEN if n < won else GREY) for n, c in enumerate("".join(words)))
    return draw([list(islice(tiles, len(word))) for word in words], MEDIUM, glyphs)


def word_tiles(word: str, marks: Sequence[str], glyphs: Glyphs) -> Content:
    """A marked word as one line of talk."""
    parts = [(glyphs.tile(c, m), INK[m]) for c, m in zip(word, marks, strict=False)]
    return Content.assemble(*parts)


def _line(row: Sequence[Tile], size: Size, indent: str, glyphs: Glyphs, *, bare: bool = False) -> Content:
    """The line of letters; `bare`: whether to draw only the colour of the tiles."""
    marks = [tile.mark if tile.mark in BACK else None for tile in row]
    signs = ("" if bare else glyphs.tile(t.letter, mark) for t, mark in zip(row, marks, strict=True))
    cells = [(sign.center(size.width), INK[tile.mark]) for sign, tile in zip(signs, row, strict=True)]
    return _spread(cells, size, indent)


def _edge(row: Sequence[Tile], size: Size, indent: str, glyphs: Glyphs, sign: str) -> Content:
    """The half line above or below a row of tiles; blank in ASCII, which has no half lines."""
    if glyphs.ascii:
        return Content(" ")
    return _spread([(sign * size.width, EDGE.get(tile.mark, "$tile-empty")) for tile in row], size, indent)


def _spread(cells: Sequence[tuple[str, str]], size: Size, indent: str) -> Content:
    return Content(indent).append(Content(" " * size.gap).join(Content.styled(*cell) for cell in cells))


MOST = 10
"""The maximum number of signs; for larger numbers, only the number is shown."""


def pips(left: int, of: int, word: str, glyphs: Glyphs) -> Content:
    """The number of items left, such as `●●○○○ 3 prompts left`; `word`: the item in the singular.

    Filled dots are used up, as on every board and page.

    >>> pips(3, 5, "prompt", Glyphs()).plain
    '●●○○○  3 prompts left'
    """
    used, free = ("*", ".") if glyphs.ascii else ("●", "○")
    told = f"{left} {word}{'' if left == 1 else 's'} left"
    if of > MOST:
        return Content.styled(told, "$foreground-muted")
    return Content.assemble(
        (used * (of - left), "bold $primary"),
        (free * left, "$foreground-disabled"),
        (f"  {told}", "$foreground-muted"),
    )


class Animation:
    """Pictures 0 to `last`, each shown for the same time. At rest, the last picture is due."""

    def __init__(self, widget: Widget, draw: Callable[[], object], last: int = 0) -> None:
        """`draw` is called whenever another picture may be due, and once more at the end of the animation."""
        self._widget = widget
        self._draw = draw
        self._last = last
        self._seconds = 0.0
        self._hold = 0.0
        self._began = 0.0
        self._whole: float | None = None
        """When the last picture was first drawn, in monotonic seconds; None: it wasn't drawn yet."""
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        return self._timer is not None

    @property
    def at(self) -> int:
        """The picture that is due now, 0 to `last`."""
        if not self.playing:
            return self._last
        return min(int((monotonic() - self._began) / self._seconds), self._last)

    @property
    def left(self) -> float:
        """The approximate number of seconds until the animation is over."""
        return (self._last - self.at) * self._seconds + self._hold if self.playing else 0.0

    def play(self, seconds: float, last: int, *, hold: float = 0.0) -> None:
        """Play from picture 0. `seconds`: the time per picture. `hold`: how long the last picture stays."""
        self.stop()
        self._seconds, self._last, self._hold = seconds, last, hold
        self._began, self._whole = monotonic(), None
        self._timer = self._widget.set_interval(seconds, self._tick)

    def stop(self) -> None:
        """Jump to the last picture without drawing it."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        if self.at == self._last:
            now = monotonic()
            self._whole = now if self._whole is None else self._whole
            if now - self._whole >= self._hold:
                self.stop()
        self._draw()
