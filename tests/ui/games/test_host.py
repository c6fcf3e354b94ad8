"""What the hosts of games have in common: words for each ask, and a talk beside a board that shows it itself."""

from __future__ import annotations

import pytest

from tui_arena.core.game import Ask, Fault, View
from tui_arena.data import shipped_games
from tui_arena.table.notes import Note
from tui_arena.ui.boards.host import BoardHostUI, HostUI
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs

GAMES = tuple(shipped_games())


@pytest.mark.parametrize("game", GAMES)
def test_a_host_has_words_for_every_ask_of_its_game(game: str) -> None:
    info = shipped_games()[game]
    host = game_ui_of(info)
    assert isinstance(host, HostUI)
    assert set(host.words) == set(info.asks)
    assert set(host.counted) <= set(info.asks)


def test_the_status_counts_turns_where_there_are_any() -> None:
    taboo = game_ui_of(shipped_games()["taboo"])
    view = View("taboo", "setter", {"turn": 2, "max_prompts": 5})
    names = {"setter": "Ada", "guesser": "You"}
    assert taboo.status(view, Ask("setter", "prompt", "prompt:2"), names) == "Ada prompts · 2 of 5"
    assert taboo.status(view, Ask("guesser", "last_guess", "last_guess"), names) == "you have one guess"
    assert taboo.status(view, None, names) == ""


def test_a_reply_that_could_not_be_read_is_asked_for_in_the_hosts_words() -> None:
    entity, akinator = (game_ui_of(shipped_games()[game]) for game in ("entity", "akinator"))
    hit = Ask("umpire", "hit", "hit:1", kind="choice", choices=("yes", "no"))
    unread, refused = Fault("format", "contains none of the answers"), Fault("rule", "too long")
    assert entity.refusal(hit, unread) == "Just yes or no: does the question name it?"
    assert (entity.refusal(hit, refused), entity.missing(hit)) == ("too long", "Say yes or no first.")
    answer = Ask("setter", "answer", "answer:1")
    assert akinator.refusal(answer, unread) == "contains none of the answers", "it has no words of its own"


def test_a_hint_stays_until_something_else_is_said() -> None:
    host = game_ui_of(shipped_games()["connections"])
    assert isinstance(host, BoardHostUI)
    view = View("connections", "setter", {"attempts_used": 1, "over": False})
    for after, told in ((0, ["a hint"]), (-1, [])):
        notes = [Note("setter", "hint", "a hint", after), Note("setter", "draft", "cat", 0, "why not")]
        lines = host.transcript(view, notes, {}, Glyphs())
        assert [line.text.plain for line in lines] == told
        assert all(line.wide and line.quiet for line in lines)
