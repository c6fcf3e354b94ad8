"""The text to share does not reveal the word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.result.presenter import share_text

CATALOGUE = Catalogue()
INFO = CATALOGUE.game("wordle")
UNICODE, ASCII = Glyphs(), Glyphs(ascii=True)


def played(words: list[str], *, secret: bool = True, extra: dict[str, Any] | None = None) -> Session:
    """A session with the word `pride` after these guesses."""
    opening = Opening("wordle", {"guesser": read_player("human")}, {"variant": "clue"}, seed=7)
    session, _ = new_session(
        opening,
        CATALOGUE,
        id="x",
        seed=7,
        started=None,
        secret={"word": "pride", "clue": "lions that live together"},
        extra=extra,
    )
    events = [
        Event(n, Kind.REPLY, {"seat": "guesser", "ask": "guess", "text": word})
        for n, word in enumerate(words, 1)
    ]
    session = session.with_events(events)
    return session if secret else replace(session, setup=replace(session.setup, seed=None))


def text(session: Session, glyphs: Glyphs, *, words: bool = False) -> str:
    return share_text(INFO, session, session.fold(INFO.game), game_ui_of(INFO), glyphs, words=words)


def test_a_grid_of_marks() -> None:
    assert text(played(["slate", "prone", "pride"]), UNICODE).splitlines() == [
        "TUI Arena · Wordle clue 3/6 · seed 7",
        "⬛⬛⬛⬛🟩",
        "🟩🟩⬛⬛🟩",
        "🟩🟩🟩🟩🟩",
    ]


def test_marks_of_ascii_where_nothing_else_is_drawn() -> None:
    shared = text(played(["rider", "pride"]), ASCII)
    assert shared.isascii()
    assert shared.splitlines()[1:] == ["x x x x -", "X X X X X"]


def test_marks_in_words_for_people_who_have_them_read_out() -> None:
    lines = text(played(["slate", "rider", "pride"]), UNICODE, words=True).splitlines()
    assert lines[1:4] == [
        "1. fifth in place",
        "2. first, second, third and fourth elsewhere",
        "3. all five in place",
    ]


@pytest.mark.parametrize(
    ("game", "options", "head"),
    [
        ("entity", {}, "TUI Arena · Twenty Questions X/20"),
        ("entity", {"match": "strict"}, "TUI Arena · Twenty Questions strict X/20"),
        ("akinator", {}, "TUI Arena · Akinator X/20"),
    ],
)
def test_the_usual_way_to_play_is_not_named(game: str, options: dict[str, str], head: str) -> None:
    info = CATALOGUE.game(game)
    table = Opening(game, {}, options)
    session, _ = new_session(table, CATALOGUE, id="x", seed=7, started=None)
    shared = share_text(info, session, session.fold(info.game), game_ui_of(info), UNICODE)
    assert shared.splitlines()[0].partition(" · seed")[0] == head


@pytest.mark.parametrize(
    ("words", "extra", "head"),
    [
        ("slate crony dumpy fight vixen joker", None, "Wordle clue X/6 · seed 7"),
        ("pride", {"daily": "2026-11-21"}, "Wordle daily no. 21 1/6"),
        ("pride", {"run": "01AB"}, "Wordle clue 1/6"),  # the seed alone deals another word
    ],
    ids=["lost", "daily", "run"],
)
def test_the_head_names_what_was_played(words: str, extra: dict[str, Any] | None, head: str) -> None:
    lines = text(played(words.split(), extra=extra), UNICODE).splitlines()
    assert lines[0] == f"TUI Arena · {head}"
    assert len(lines) == 1 + len(words.split()), "a lost game is shared without the word"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("words", [False, True])
def test_nothing_in_it_gives_the_word_away(glyphs: Glyphs, words: bool) -> None:
    guesses = ["slate", "prone", "crony", "dumpy", "fight", "pride"]
    shared = text(played(guesses, secret=False), glyphs, words=words).lower()
    assert not any(guess in shared for guess in guesses)
    assert "lions" not in shared
