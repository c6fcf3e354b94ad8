"""The first start after an update says what no longer counts, and the filter of the stats counts it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.save.making import ALOUD, old_file, said
from tests.thorough import sampled
from tests.ui.harness import arena_of, opened, press, screen_text
from tests.ui.models_made import until
from tests.ui.stats.test_stats import pick, players, stats_of
from tui_arena.config import Paths
from tui_arena.data import Catalogue
from tui_arena.save.store import SessionQuery, open_store
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.widgets.dialogs import Dialog

pytestmark = pytest.mark.usefixtures("bare")

LEFT_OUT = "2 sessions are left out of the figures"


@pytest.mark.thorough
@pytest.mark.parametrize("by_command", sampled([False, True], 2))
async def test_sessions_with_reasoning_played_are_told_once_and_counted_if_asked(
    tmp_path: Path, catalogue: Catalogue, by_command: bool
) -> None:
    save_file = Paths.find(tmp_path).save_file
    texts = [[ALOUD], [ALOUD, "pride"], ["slate"]]
    some = [said(catalogue, one, {"player": "model", "name": f"m{n}"}) for n, one in enumerate(texts)]
    old_file(save_file, catalogue, [replace(one, started=None) for one in some])
    if by_command:
        open_store(save_file, catalogue).store.close()
    async with opened(tmp_path) as pilot:
        app = arena_of(pilot)
        await until(pilot, lambda: LEFT_OUT in screen_text(app))
        assert "(and " not in screen_text(app), "it is told in one line"
        await press(pilot, "n")
        assert isinstance(app.screen, Dialog)
        assert "Stats, filter: include" in screen_text(app)
        await press(pilot, "enter")
        assert "n to read this" not in screen_text(app)

        screen = await stats_of(pilot)
        assert players(screen) == ["m2"]
        await pilot.press("slash")
        await pick(pilot, "also count", f"{screen.glyphs.check[0]} games where reasoning was played")
        await pilot.press("escape")
        await until(pilot, lambda: sorted(players(screen)) == ["m0", "m1", "m2"])
        assert "reasoning_played" in screen_text(app)
        rows = app.store.sessions(SessionQuery())
        assert ["reasoning_played" in row.flags for row in rows].count(True) == 2
    async with opened(tmp_path) as pilot:
        assert isinstance(pilot.app.screen, HomeScreen)
        await until(pilot, lambda: "store" in arena_of(pilot).__dict__)
        assert arena_of(pilot).notices == []
