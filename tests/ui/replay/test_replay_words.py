"""A replay shows replies as one would say them, without the forms that the rules read."""

from __future__ import annotations

from tests.tables import Cases
from tui_arena.data import Catalogue
from tui_arena.ui.game_ui import game_ui_of

CASES = Cases(__file__)


@CASES.each
def test_a_reply_is_shown_as_one_says_it(game: str, ask: str, text: str, said: str) -> None:
    assert game_ui_of(Catalogue().game(game)).spoken(ask, text) == said
