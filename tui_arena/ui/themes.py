"""Colour themes: files become Textual themes, or a sentence about what is wrong with them.

Law: a theme with a bad value crashes Textual when it is chosen, so every value is checked here
before it is registered.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from textual.theme import Theme

from tui_arena.data import Catalogue

TILES = {
    "tile-green": "#6aaa64",
    "tile-yellow": "#c9b458",
    "tile-grey": "#878a8c",
    "tile-text": "#0b0b0c",
    "tile-empty": "$panel",
}
DEFAULT = "textual-dark"


@dataclass(frozen=True, slots=True)
class Themes:
    """What was found."""

    loaded: tuple[Theme, ...] = ()
    faults: list[str] = field(default_factory=list)

    def named(self, name: str) -> str:
        return DEFAULT


def read_themes(catalogue: Catalogue) -> Themes:
    """Every theme file that can be used, and what is wrong with the others."""
    return Themes()
