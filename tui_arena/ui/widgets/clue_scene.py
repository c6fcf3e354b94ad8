"""What a board of clues draws of one view, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tui_arena.core.game import Ask, View
from tui_arena.ui.look import Look
from tui_arena.ui.widgets.reveal import Reveal
from tui_arena.ui.widgets.word_card import Card


@dataclass(frozen=True, slots=True)
class Mark:
    """Whether somebody has answered."""

    who: str
    done: bool
    does: str


@dataclass(frozen=True, slots=True)
class Past:
    """Something that was tried."""

    kind: str
    word: str
    end: str
    """How it ended, in a word."""
    clue: str = ""
    who: str = ""
    """Who said what."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the board draws of one view."""

    letters: str = ""
    """Those that everybody sees."""
    rest: str = ""
    """Those behind them, for eyes that may see them."""
    more: bool = True
    """Whether there are more than are drawn."""
    title: str = ""
    """Of the frame."""
    foot: str = ""
    said: str = ""
    """The clue, large; empty: there is none."""
    lines: tuple[str, ...] = ()
    """Below it, or in its place: the first one large then."""
    marks: tuple[Mark, ...] = ()
    reveal: Reveal | None = None
    """The last one; it stands there while there is no clue."""
    past: tuple[Past, ...] = ()
    card: Card | None = None
    blocked: tuple[str, ...] = ()
    left: int = 0
    of: int = 0
    """How many of how many attempts are left; 0: nothing is told of them."""
    about: tuple[tuple[str, str], ...] = ()
    """Who somebody is made out to be, with a heading."""
    form: tuple[str, str] | None = None
    """What the fields of the form ask for; None: the bar takes the answer."""


class Draws(Protocol):
    """What a game's board makes of a view."""

    def __call__(self, view: View, ask: Ask | None, names: Mapping[str, str], look: Look) -> Scene:
        """`ask`: of who sits in front."""
