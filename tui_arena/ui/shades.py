"""Colours of cells by rank, made of the theme's own.

Law: text on a shade stays as easy to read as the theme's own; a theme of the terminal's colours, and
NO_COLOR, have no shades. The rank stands in the cell as text too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import dist

from textual.color import Color

STRONG, SOFT = 0.42, 0.22
"""How much of a colour the best and the worst have, and those next to them."""
EDGE, MIDDLE = 0.67, 0.25
"""Shades beyond the first are strong, those within the second have no colour."""
APART = 90
"""How far apart the colours of the best and the worst are at least, as points of red, green and blue."""
READABLE = 5.5
"""The least contrast of text with its shade (WCAG 2 asks for 4.5)."""


def shade(theme: Mapping[str, str], place: float) -> str | None:
    """The background of a cell from the best (1) to the worst (-1); None in the middle, or without shades."""
    if abs(place) <= MIDDLE:
        return None
    tone = _best_of(theme["success"], theme["primary"], theme["error"]) if place > 0 else theme["error"]
    return _mixed(theme["background"], tone, theme["foreground"], STRONG if abs(place) > EDGE else SOFT)


@lru_cache(maxsize=16)
def _best_of(first: str, second: str, worst: str) -> str:
    """The colour of the best: the first, unless a theme has it too near to that of the worst."""
    one, other = _colour(first), _colour(worst)
    near = one is not None and other is not None and dist(one.rgb, other.rgb) < APART
    return second if near else first


@lru_cache(maxsize=64)
def _mixed(background: str, tone: str, text: str, much: float) -> str | None:
    paper, ink, paint = _colour(background), _colour(text), _colour(tone)
    if paper is None or ink is None or paint is None:
        return None
    while much > 0:
        mixed = paper.blend(paint, much)
        if contrast(mixed, ink) >= READABLE:
            return mixed.hex
        much -= 0.04
    return paper.hex


def contrast(one: Color, other: Color) -> float:
    """How well one colour is seen on another, 1 to 21 (WCAG 2)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Color) -> float:
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def solid(theme: Mapping[str, str], name: str) -> str | None:
    """A theme's colour as it looks on the background; None for one of the terminal's own."""
    colour, paper = _colour(theme[name]), _colour(theme["background"])
    if colour is None or paper is None:
        return None
    return paper.blend(Color(colour.r, colour.g, colour.b), colour.a).hex


def _colour(text: str) -> Color | None:
    """A colour as a theme writes it, such as `#e4e1d8 60%`; None for one of the terminal's own."""
    name, _, share = text.rpartition(" ") if text.endswith("%") else (text, "", "")
    if name.startswith(("ansi_", "auto")):
        return None
    colour = Color.parse(name)
    return colour.multiply_alpha(float(share[:-1]) / 100) if share else colour
