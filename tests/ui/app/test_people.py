"""What is said before a person is deleted."""

from __future__ import annotations

import pytest

from tui_arena.core.language.sentences import YOU
from tui_arena.ui.app.settings_screen import about_to_go


@pytest.mark.parametrize(
    ("name", "finished", "unfinished", "told"),
    [
        ("Ada", 0, 0, "None of Ada's games are saved any more."),
        ("Ada", 1, 0, "Ada's only game will be gone for good, for everybody who played it."),
        (YOU, 1, 0, "Your only game will be gone for good, for everybody who played it."),
        (
            "Ada",
            0,
            1,
            "Ada's only game, still unfinished, will be gone for good, for everybody who played it.",
        ),
        ("Ada", 3, 0, "All 3 of Ada's games will be gone for good, for everybody who played them."),
        (
            "Ada",
            0,
            2,
            "Both of Ada's games, none of them finished, will be gone for good, for everybody who played them.",
        ),
        (
            YOU,
            1,
            1,
            "Both of your games, one of them unfinished, will be gone for good, for everybody who played them.",
        ),
        (
            YOU,
            9,
            3,
            "All 12 of your games, three of them unfinished, will be gone for good, for everybody who played them.",
        ),
    ],
)
def test_all_games_that_go_are_told_in_english(name: str, finished: int, unfinished: int, told: str) -> None:
    assert about_to_go(name, finished, unfinished) == f"{told} Evenings keep their points."
