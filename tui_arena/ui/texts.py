"""What is said on the screens of one game, from its own folder, where a writer finds it, and what a player may mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tui_arena.data import files


def game_texts(game: str, name: str) -> Mapping[str, Any]:
    """What a game's file NAME.toml holds, such as the lines that somebody in it says."""
    return files.game_texts(game, name)


def known_words() -> frozenset[str]:
    """The words of all lexicons and of the names in decks; the first call reads them."""
    from tui_arena.data import decks  # noqa: PLC0415  (the first frame needs none)

    return decks.known_words()
