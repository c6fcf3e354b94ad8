"""Sessions of an older file in which reasoning was played no longer count; the filter of the stats counts them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.save.making import ALOUD, old_file, said
from tests.ui.harness import opened, screen_text
from tests.ui.models_made import until
from tests.ui.stats.test_stats import pick, players, stats_of
from tui_arena.config import Paths
from tui_arena.data import Catalogue
from tui_arena.save.store import SessionQuery

pytestmark = pytest.mark.usefixtures("bare")


@pytest.mark.thorough
async def test_sessions_with_reasoning_played_count_if_asked(tmp_path: Path, catalogue: Catalogue) -> None:
    save_file = Paths.find(tmp_path).save_file
    texts = [[ALOUD], [ALOUD, "pride"], ["slate"]]
    some = [said(catalogue, one, {"player": "model", "name": f"m{n}"}) for n, one in enumerate(texts)]
    old_file(save_file, catalogue, [replace(one, started=None) for one in some])
    async with opened(tmp_path) as (app, pilot):
        screen = await stats_of(pilot)
        assert players(screen) == ["m2"]
        await pilot.press("slash")
        await pick(pilot, "also count", f"{screen.glyphs.check[0]} games where reasoning was played")
        await pilot.press("escape")
        await until(pilot, lambda: sorted(players(screen)) == ["m0", "m1", "m2"])
        assert "reasoning_played" in screen_text(app)
        rows = app.store.sessions(SessionQuery())
        assert ["reasoning_played" in row.flags for row in rows].count(True) == 2
