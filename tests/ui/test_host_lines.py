"""What the host says: every occasion has a line, and none comes twice while others are left."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tests.save.making import played, started, won
from tui_arena.core.highlights import HostSentence, Quote
from tui_arena.core.record import Play
from tui_arena.data import Catalogue, game_texts
from tui_arena.data.files import GAMES
from tui_arena.games.akinator.ui.board import Mood, looks
from tui_arena.questions import question_bot
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.host_lines import HostLines, filled

CATALOGUE = Catalogue()
HOSTED = sorted(path.parent.name for path in GAMES.glob("*/host.toml"))
TOLD = re.compile(r'HostSentence\(\s*"(\w+)"')


def test_every_shipped_game_has_a_host() -> None:
    assert sorted(HOSTED) == sorted(CATALOGUE.games)


@pytest.mark.parametrize("game", HOSTED)
def test_what_is_worth_telling_has_words_and_no_words_are_left_over(game: str) -> None:
    lines = game_texts(game, "host")
    source = (GAMES / game / "highlights.py").read_text("utf-8")
    shared = Path(question_bot.__file__).read_text("utf-8") if "turning_points" in source else ""
    told = set(re.findall(r'"(\w+)"', source + shared))
    named = {*lines["moments"], *lines["awards"]}
    assert set(TOLD.findall(source)) <= named
    assert named <= told


def a_play(n: int) -> Play[object]:
    return won(CATALOGUE, started(CATALOGUE, n)).fold(CATALOGUE.game("wordle").game)


def test_no_line_comes_twice_while_others_are_left_and_a_session_keeps_its_own() -> None:
    host = HostLines("wordle")
    lines = game_texts("wordle", "host")["endings"]["won_4"]
    said = [host.ending(a_play(n), "won_4") for n in range(len(lines))]
    assert sorted(said) == sorted(lines)
    assert [host.ending(a_play(n), "won_4") for n in range(len(lines))] == said


def test_you_stands_right_in_the_middle_of_a_sentence_and_at_its_start() -> None:
    names = {"guesser": "You", "setter": "Edith, museum guard"}
    assert (
        filled("It fell out of {guesser}. {guesser} laughed.", names, {})
        == "It fell out of you. You laughed."
    )
    assert filled("{guesser} beat {setter}.", names, {}) == "You beat Edith."
    assert filled("A pause. {judge}: “{answer}”", {}, {"answer": "I ran. you came."}) == (
        "A pause. The judge: “I ran. you came.”"
    ), "what somebody said stays as it was"


def test_a_moment_without_words_is_left_out_and_a_quote_has_words_beside_it() -> None:
    host = HostLines("wordle")
    assert host.remark(a_play(1), "moments", HostSentence("no such thing"), {}) == ""
    assert host.after_quote(Quote("setter", "clue", "big cats", "PRIDE")) == "the clue for PRIDE"
    assert host.after_quote(Quote("setter", "nothing known", "big cats")) == ""


def test_a_game_that_is_not_over_has_nothing_to_tell() -> None:
    info = CATALOGUE.game("wordle")
    play = played(CATALOGUE, started(CATALOGUE, 3), ["slate"]).fold(info.game)
    assert info.highlights(play).moment is None
    assert info.highlights(play).quotes == ()
    assert game_ui_of(info).host is not None


def test_what_was_said_least_is_said_next() -> None:
    host, rng = HostLines("akinator"), Random(1)
    assert sorted(host.freshest(("a", "b", "c"), rng) for _ in range(6)) == ["a", "a", "b", "b", "c", "c"]


@pytest.mark.parametrize("mood", ["far", "nearer", "close", "puzzled", "unsure"])
def test_the_genie_says_nothing_twice_in_a_game_however_many_went_before(mood: Mood) -> None:
    host, rng, lines = HostLines("akinator"), Random(1), looks()[mood].lines
    said = [host.freshest(lines, rng) for _ in range(200)]
    game = {"far": 20}.get(mood, 12)
    assert all(len(set(said[n : n + game])) == game for n in range(len(said) - game))


def test_a_quote_within_a_quote_has_single_marks() -> None:
    line = filled("“{answer}” did it.", {}, {"answer": "Piet said, “It was hungry,” and ran."})
    assert line == "“Piet said, ‘It was hungry,’ and ran.” did it."
    assert Quote("setter", "answer", 'He said “Oh” and "no".').shown == "He said ‘Oh’ and ‘no’."
