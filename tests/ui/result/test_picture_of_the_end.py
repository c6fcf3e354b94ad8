"""The picture of the end of every golden session: nothing is cut, and the title is true in every seat."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.save.sessions import CATALOGUE
from tests.table.test_speakers import GOLDEN, saved
from tests.thorough import sampled
from tui_arena.core.record import Play
from tui_arena.data import GameInfo
from tui_arena.ui.boards.tiles import in_tiles
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs

NAMES = {"setter": "Ada", "guesser": "You", "judge": "You", "critic": "Dan", "umpire": "Eve"}
NARROW = 46


def played(path: Path) -> tuple[GameInfo, Play[Any]]:
    session = saved(path)
    info = CATALOGUE.game(session.game)
    return info, session.fold(info.game)


@pytest.mark.parametrize("path", sampled(GOLDEN, 4), ids=lambda path: path.stem)
def test_the_picture_stays_within_its_column(path: Path) -> None:
    info, play = played(path)
    game_ui = game_ui_of(info)
    drawn = game_ui.grid(play, Glyphs(), NARROW, small=False)
    told = game_ui.whole_talk(play, NAMES, Glyphs(), NARROW)
    for line in (*drawn.split("\n"), *told.split("\n")):
        assert line.cell_length <= NARROW, line.plain


@pytest.mark.parametrize("path", sampled(GOLDEN, 4), ids=lambda path: path.stem)
def test_the_title_is_true_for_whoever_sits_there(path: Path) -> None:
    info, play = played(path)
    if not play.over or play.outcome().result == "aborted" or play.resigned:
        return
    winners = set(play.outcome().winners)
    for people in (*combinations(play.seats, 1), *combinations(play.seats, 2)):
        head = game_ui_of(info).headline(play, NAMES, people)[0]
        assert "YOU WINS" not in head
        sided = [seat for seat in people if play.seats[seat].side != "neutral"]
        if len(people) == 1 and sided and play.outcome().result != "drawn":
            won = head.startswith(("WON", "YOU WIN"))
            lost = head.startswith(("LOST", "I HAD IT", "FOUND", "NOT FOUND", "STOPPED"))
            assert won if set(people) & winners else lost or not won, (people, head)


def test_a_long_question_is_told_to_its_end() -> None:
    path = next(one for one in GOLDEN if one.stem.startswith("entity"))
    info, play = played(path)
    drawn = " ".join(game_ui_of(info).grid(play, Glyphs(), 30, small=True).plain.split())
    for turn in play.state.turns:
        assert turn.question.split()[-1] in drawn


def test_what_was_hidden_stands_in_tiles_where_it_fits() -> None:
    assert in_tiles("owl", 1, 40, Glyphs()).plain.split("\n")[0].split() == ["[O]", "W", "L"]
    assert len(in_tiles("soap bubble", 0, 40, Glyphs()).split("\n")) == 4
    assert not in_tiles("Francis of Assisi", 0, 80, Glyphs()).plain, "three words are too many"
    assert not in_tiles("monetary", 0, 40, Glyphs()).plain
