"""The games as home lists them, read without the rest of their manifests."""

from __future__ import annotations

from tui_arena.data import menu_games, shipped_games


def test_home_lists_what_the_manifests_say() -> None:
    assert menu_games()[:6] == tuple(info.on_menu for info in shipped_games().values())


def test_a_line_holds_the_choices_and_the_usual_one() -> None:
    by_id = {one.id: one for one in menu_games()}
    assert by_id["wordle"][4:] == ("variant", ("classic", "clue", "critic"), "classic", None)
    assert by_id["akinator"][4:] == (None, (), "", "learned")
    assert by_id["entity"].by == "deck"
    assert by_id["entity"].usual == "things"
    assert (by_id["taboo"].by, by_id["taboo"].offered, by_id["taboo"].usual) == (None, (), "")
