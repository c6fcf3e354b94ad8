"""How a game looks on a phone: the table `face` of its `game.toml`.

A page knows no game. It has a few widgets, and a game names the facts of its views that they draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Colour = Literal["red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"]
Tone = Literal["good", "between", "bad"]


@dataclass(frozen=True, slots=True)
class Face:
    """The widgets of a game's page, each with the fact that it draws; an empty name: the page has no such widget."""

    colour: Colour = "blue"
    """The colour of the game's pages."""
    sign: str = ""
    """The game's sign, as an SVG path in a square of 24 by 24 that is filled by the even-odd rule."""
    quote: tuple[str, ...] = ()
    """Texts that the person hears and may have to answer. The first one that the view has is drawn large."""
    letters: str = ""
    """The beginning of a word, drawn as large letters."""
    words: tuple[str, ...] = ()
    """Lists of words, each word drawn as a small card."""
    left: str = ""
    """The number of tries that are left, drawn as dots."""
    strip: str = ""
    """The list of turns, drawn as a strip of dots in the tone of each turn's `answer`, with `left` dots to come."""
    tones: Mapping[str, Tone] = field(default_factory=lambda: MappingProxyType({}))
    """Maps answers, and labels of ways and choices, to their tone."""
    tiles: int = 0
    """The number of letters in a row of tiles, for a game whose words get marks; 0: there are no tiles."""
    typed: str = ""
    """The field for the word. With tiles it is typed into them, on a keyboard in the colours of the marks; with
    `letters` its beginning is shown."""
    without: tuple[str, ...] = ()
    """Facts that a page leaves out because a widget says the same."""
