"""A seat knows more where it is told the secret in the talk alone, whatever its facts say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import pytest

from tui_arena.core.game import TABLE, Line, View
from tui_arena.core.record import Play
from tui_arena.table.turns import knows_more


@dataclass(frozen=True)
class Told:
    """A session in which the setter is told the secret by a line that others do not read."""

    line: str
    shared: bool = False
    state: None = None

    @property
    def game(self) -> Told:
        return self

    def secret(self, _: None) -> Mapping[str, Any]:
        return {"target": "kettle"}

    def view(self, seat: str) -> View:
        hears = self.shared or seat == "setter"
        return View("any", seat, {"turn": 1}, (Line(TABLE, self.line, "line"),) if hears else ())


def play(line: str, *, shared: bool = False) -> Play[Any]:
    return cast("Play[Any]", Told(line, shared))


@pytest.mark.parametrize("line", ["Your word is kettle.", "K-E-T-T-L-E", "it is ELTTEK backwards"])
def test_the_secret_in_a_line_is_more(line: str) -> None:
    assert knows_more(play(line), "setter", "guesser")
    assert knows_more(play(line), "setter", TABLE)
    assert not knows_more(play(line), "guesser", "setter")


def test_a_line_that_everybody_reads_or_that_says_nothing_is_not() -> None:
    assert not knows_more(play("Your word is kettle.", shared=True), "setter", "guesser")
    assert not knows_more(play("Think of a word."), "setter", "guesser")
