"""What a game's manifest and folder say about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui_arena.data.files import GAMES
from tui_arena.data.games import read_manifest


def test_whether_there_is_a_bot_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table asks this at every key; if it read the folder each time, a busy bot could delay the screen."""
    info = read_manifest(GAMES / "entity" / "game.toml")
    assert (info.has_bot, info.has_tutorial) == (True, True)
    monkeypatch.setattr(Path, "exists", lambda _: pytest.fail("looked again"))
    assert (info.has_bot, info.has_tutorial) == (True, True)
