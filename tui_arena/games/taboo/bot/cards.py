"""The cards of a deck as the bot knows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tui_arena.core.game import Data

Lines = Mapping[str, tuple[str, ...]]
"""Maps a kind of question to texts."""


@dataclass(frozen=True, slots=True)
class AssociatedCard:
    """A word and its lists: one card of a deck."""

    word: str
    category: str = ""
    difficulty: str = ""
    forms: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    lures: tuple[str, ...] = ()
    asked: Lines = field(default_factory=dict)
    """Maps a kind of question to phrases: groups of words, such as `keep/put money/savings`."""
    says: Lines = field(default_factory=dict)
    """Answers to the questions of each kind that say the word."""
    instead: Lines = field(default_factory=dict)
    """Answers to the questions of each kind that don't say the word."""
    slots: Lines = field(default_factory=dict)
    """Maps what is asked of the thing, if it is named, to answers that don't name it."""


def card_of(item: Data) -> AssociatedCard:
    """The card for an entry of a deck; missing parts are empty."""
    category, difficulty = (str(item.get(name) or "") for name in ("category", "difficulty"))
    forms, forbidden, near, lures = (
        tuple(map(str, item.get(name) or ())) for name in ("forms", "forbidden", "near", "lures")
    )
    asked, says, instead, slots = (
        lines_of(item.get(name) or ()) for name in ("asked", "says", "instead", "slots")
    )
    word = str(item["word"])
    return AssociatedCard(
        word, category, difficulty, forms, forbidden, near, lures, asked, says, instead, slots
    )


def lines_of(entries: Iterable[object]) -> Lines:
    """Maps a kind to the texts of entries such as `where: In the bath.`; entries that ask are left out.

    >>> lines_of(["where: In the bath.", "In the bath.", "why: Why not?"])
    {'where': ('In the bath.',)}
    """
    found: dict[str, list[str]] = {}
    for entry in entries:
        kind, _, text = str(entry).partition(":")
        if (text := text.strip()) and "?" not in text:
            found.setdefault(kind.strip().lower(), []).append(text)
    return {kind: tuple(texts) for kind, texts in found.items()}
