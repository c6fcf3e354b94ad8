"""Lines beside the talk: none twice on end, and why a try was refused stands while it is fresh."""

from __future__ import annotations

import pytest

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Line, View
from tui_arena.data import Catalogue
from tui_arena.table.notes import Aside, with_aside
from tui_arena.ui.game_ui import face_of
from tui_arena.ui.glyphs import Look


def test_a_hint_that_is_asked_for_twice_stands_once() -> None:
    views = {"guesser": View("entity", "guesser", {}, ())}
    hint = Event(3, Kind.HINT, {"seat": "guesser", "text": "its best: ball"})
    once = with_aside([], hint, views)
    assert with_aside(once, hint, views) == once
    other = Event(4, Kind.HINT, {"seat": "guesser", "text": "its best: kite"})
    assert len(with_aside(once, other, views)) == 2


def test_a_reply_that_the_table_lets_pass_is_no_longer_told_as_refused() -> None:
    views = {seat: View("taboo", seat, {}, ()) for seat in ("setter", "guesser", "table")}
    refused = Event(1, Kind.REPLY, {"seat": "setter", "fault": "rule"})
    ruled = Event(2, Kind.ADJUDICATED, {"of": 1, "question": "says_word", "verdict": False, "by": "Ada, Ben"})
    asides = with_aside([], refused, views)
    assert [aside.text for aside in asides] == ["setter: a reply that can't be taken"]
    said = {seat: View("taboo", seat, {}, (Line("setter", "up?", "prompt"),)) for seat in views}
    assert [aside.text for aside in with_aside(asides, ruled, said)] == ["The table overruled the matcher."]


@pytest.mark.parametrize("game", ["entity", "akinator"])
def test_why_a_try_was_refused_goes_with_the_next_word(game: str) -> None:
    face = face_of(Catalogue().game(game))
    asked = Line("guesser", "Is it red?", "question")
    aside = Aside("guesser", Kind.DRAFT, "red", 1, "that is no question")

    def shown(*talk: Line) -> str:
        said = face.transcript(View(game, "guesser", {}, talk), [aside], {}, Look())
        return " ".join(line.text.plain for line in said)

    assert "that is no question" in shown(asked)
    assert "that is no question" not in shown(asked, asked)
