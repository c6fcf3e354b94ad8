"""Lines beside the talk: none twice on end, and why a try was refused stands while it is fresh."""

from __future__ import annotations

import pytest

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Line, View
from tui_arena.data import Catalogue
from tui_arena.ui.asides import Aside, with_aside
from tui_arena.ui.face import face_of
from tui_arena.ui.look import Look


def test_a_hint_that_is_asked_for_twice_stands_once() -> None:
    views = {"guesser": View("entity", "guesser", {}, ())}
    hint = Event(3, Kind.HINT, {"seat": "guesser", "text": "its best: ball"})
    once = with_aside([], hint, views)
    assert with_aside(once, hint, views) == once
    other = Event(4, Kind.HINT, {"seat": "guesser", "text": "its best: kite"})
    assert len(with_aside(once, other, views)) == 2


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
