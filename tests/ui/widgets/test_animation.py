"""Animations end in the right picture, however late their ticks come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

import pytest
from textual import _time
from textual.app import App, ComposeResult

from tests.ui.playing import until
from tui_arena.games.wordle.ui.board import WordGrid
from tui_arena.ui.boards import tiles
from tui_arena.ui.boards.tiles import TYPED
from tui_arena.ui.glyphs import Glyphs

TURN = {"guess": "crane", "marks": ("grey", "yellow", "grey", "grey", "green")}
TURNED = "C    (R)    A     N    [E]"


@pytest.fixture
def stall(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets the clocks of timers and animations go on, as if the loop had not run in the meantime."""
    behind = 0.0
    monkeypatch.setattr(_time, "get_time", lambda: monotonic() + behind)
    monkeypatch.setattr(tiles, "monotonic", lambda: monotonic() + behind, raising=False)

    def lose(seconds: float) -> None:
        nonlocal behind
        behind += seconds

    return lose


class OneGrid(App[None]):
    """A grid with an open row."""

    def __init__(self) -> None:
        super().__init__()
        self.grid = WordGrid(Glyphs(ascii=False, marks=True), lambda: None, animated=True)

    def compose(self) -> ComposeResult:
        yield self.grid

    def on_mount(self) -> None:
        self.grid.show([], 6, "slate", TYPED)

    def line(self, n: int) -> str:
        """The letters of a row, without the room at its left."""
        return self.grid.render().plain.splitlines()[n]


async def test_tiles_that_turn_late_are_all_turned_in_the_end(stall: Callable[[float], None]) -> None:
    app = OneGrid()
    async with app.run_test(size=(80, 24)) as pilot:
        app.grid.show([TURN], 6, "", TYPED)
        first = app.line(0)
        await asyncio.sleep(0)  # its timer has begun
        stall(30.0)
        await until(pilot, lambda: app.line(0).strip() == TURNED)
        assert "(R)" not in first
        assert "[E]" not in first


async def test_a_row_that_shakes_late_comes_to_rest_where_it_was(stall: Callable[[float], None]) -> None:
    app = OneGrid()
    async with app.run_test(size=(80, 24)) as pilot:
        at_rest = len(app.line(0)) - len(app.line(0).lstrip())
        app.grid.shake()
        assert len(app.line(0)) - len(app.line(0).lstrip()) == at_rest + 1, "it is on its way"
        await asyncio.sleep(0)  # its timer has begun
        stall(30.0)
        await until(pilot, lambda: len(app.line(0)) - len(app.line(0).lstrip()) == at_rest)
