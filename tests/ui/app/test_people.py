"""What is said before a person is deleted."""

from __future__ import annotations

import pytest

from tui_arena.core.language.sentences import YOU
from tui_arena.ui.app.settings_screen import about_to_go


@pytest.mark.parametrize(
    ("name", "finished", "unfinished", "games"),
    [
        ("Ada", 1, 0, "Ada's only game"),
        (YOU, 1, 0, "Your only game"),
        ("Ada", 0, 1, "Ada's only game, still unfinished,"),
        ("Ada", 3, 0, "All 3 of Ada's games"),
        ("Ada", 0, 2, "Both of Ada's games, none of them finished,"),
        (YOU, 1, 1, "Both of your games, one of them unfinished,"),
        (YOU, 9, 3, "All 12 of your games, three of them unfinished,"),
    ],
)
def test_all_games_that_go_are_told_in_english(name: str, finished: int, unfinished: int, games: str) -> None:
    those = "it" if finished + unfinished == 1 else "them"
    told = f"{games} will be gone for good, for everybody who played {those}."
    assert about_to_go(name, finished, unfinished) == f"{told} Parties keep their points."


def test_of_somebody_without_games_that_is_said() -> None:
    assert about_to_go("Ada", 0, 0).startswith("None of Ada's games are saved any more. ")
