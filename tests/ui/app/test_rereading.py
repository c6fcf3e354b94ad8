"""While the app is open it makes the figures anew that follow the reading of questions."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.save.test_settings import old_file
from tests.ui.harness import opened
from tests.ui.models_made import until
from tests.ui.playing import sees
from tui_arena.config import Paths
from tui_arena.data import Catalogue
from tui_arena.questions.reading import READING
from tui_arena.save import sessions, store
from tui_arena.save.rollup.derived_rows import READ
from tui_arena.save.store import open_store

pytestmark = pytest.mark.usefixtures("bare")


@pytest.mark.thorough
async def test_what_a_start_leaves_is_told_and_made_anew_while_the_app_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "data"
    old_file(save_file := Paths.find(home).save_file)
    with closing(open_store(save_file, Catalogue()).store) as saved:
        saved.forget(READ)
    monkeypatch.setattr(sessions, "REREAD", 1)
    monkeypatch.setattr(store, "FEW", 2)
    monkeypatch.setattr(store, "PAUSE", 0)
    async with opened(home) as (app, pilot):
        await sees(pilot, "some statistics of 10 sessions")
        await until(pilot, lambda: app.store.meta(READ) == str(READING))
