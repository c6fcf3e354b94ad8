"""The board of questions: what it says of a bot's belief."""

from __future__ import annotations

import pytest

from tui_arena.core.game import Belief, View
from tui_arena.data import Catalogue
from tui_arena.ui.boards.question_board import QuestionPanel, QuestionSheet, still_possible
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs


@pytest.mark.parametrize(
    ("left", "counted", "named"),
    [
        (1, "1 · F5 shows it", "Bot's best: a"),
        (3, "3 · F5 shows them", "Bot's best: a, b, c"),
        (40, "40 · F5 shows the best", "Bot's best: a, b, c, d, e"),
    ],
)
def test_a_bot_names_no_more_than_it_thinks_possible(left: int, counted: str, named: str) -> None:
    belief = Belief(left, tuple((name, 0.1) for name in "abcdefg"))
    assert still_possible(belief, Glyphs(), offered=True).plain == f"a bot has it down to\n{counted}"
    assert game_ui_of(Catalogue().game("entity")).shown_best(belief, View("entity", "guesser", {})) == named


def test_more_left_than_before_is_never_shown_without_the_reason() -> None:
    panel = QuestionPanel(Glyphs())

    def shown(left: int, done: int) -> str:
        panel.show(QuestionSheet(done=done, of=20))
        panel.believe(Belief(left), offered=False)
        return "\n".join(line.plain for line in panel._lines(60))

    assert "more than before" not in shown(100, 1)
    assert "more than before" not in shown(15, 2)
    assert "more than before: the answers don't fit together" in shown(53, 3)
    assert "more than before" not in shown(20, 4)
    assert "more than before: an answer was changed" in shown(44, 4)
    assert "more than before" not in shown(60, 2), "a question was taken back"
