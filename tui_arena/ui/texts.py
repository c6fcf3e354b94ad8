"""What is said on the screens of one game, from its own folder, where a writer finds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tui_arena.data import files


def game_texts(game: str, name: str) -> Mapping[str, Any]:
    """What a game's file NAME.toml holds, such as the lines that somebody in it says."""
    return files.game_texts(game, name)
