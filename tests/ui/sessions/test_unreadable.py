"""Sessions that can't be read: the list says so and why, opening one shows a sentence, and the others go on."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from tests.save.making import started, won
from tests.save.unreadable import KINDS, spoil
from tests.thorough import sampled
from tests.ui.harness import opened, settle
from tests.ui.playing import on, shown, until
from tests.ui.sessions.test_sessions import exports, listed
from tui_arena.data import Catalogue
from tui_arena.save.store import open_store
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.replay.screen import ReplayScreen

BAD = [name for name in KINDS if name != "recast-empty"]
"""Those that can't be folded; an empty recast is only met in a transcript."""


@pytest.fixture
def good(tmp_path: Path) -> str:
    """The good session of a save file that also holds one of each kind that can't be read."""
    catalogue = Catalogue()
    store = open_store(tmp_path / "arena.db", catalogue).store
    session = won(catalogue, started(catalogue, 1, {"guesser": "human:Ada"}))
    store.save(session)
    store.close()
    spoil(tmp_path / "arena.db", session.id)
    return session.id


@pytest.mark.thorough
async def test_the_list_says_which_cannot_be_read_and_why(good: str, tmp_path: Path) -> None:
    async with opened(tmp_path, size=(200, 40)) as (app, pilot):
        screen = await listed(pilot, len(KINDS) + 1)
        assert {row.id for row in screen.sessions.rows if not row.readable} == set(BAD)
        for name in BAD:
            screen.table.stand_on(name)
            await settle(pilot)
            text = shown(app)
            assert "can't read" in text
            assert f"unreadable: {KINDS[name][1]}" in " ".join(text.split())


@pytest.mark.parametrize(
    ("way", "bad"),
    sampled([("resume_table", BAD[::3]), ("open_result", BAD[1::3]), ("open_replay", BAD[2::3])], 3),
    ids=["resume", "result", "replay"],
)
async def test_home_offers_none_of_them_and_opening_one_shows_a_sentence(
    good: str, tmp_path: Path, way: str, bad: list[str]
) -> None:
    async with opened(tmp_path, size=(160, 40)) as (app, pilot):
        assert app.store.unfinished() == []
        assert "CONTINUE" not in shown(app)
        for name in bad:
            getattr(app, way)(name)
            await settle(pilot)
            await until(pilot, partial(_says, app, f"session {name} can't be read: "))
        app.open_replay(good)
        await on(pilot, ReplayScreen, lambda s: s.replay is not None)


def _says(app: ArenaApp, text: str) -> bool:
    notified = " ".join(toast.message for toast in app._notifications)
    return text in " ".join(f"{notified} {shown(app)}".split())


@pytest.mark.thorough
async def test_an_export_of_all_has_the_good_one_and_names_the_others(good: str, tmp_path: Path) -> None:
    async with opened(tmp_path, size=(160, 60)) as (app, pilot):
        screen = await listed(pilot, len(KINDS) + 1)
        screen.sessions.marked = {row.id for row in screen.sessions.rows}
        await pilot.press("x")
        await until(pilot, lambda: "Which format?" in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: bool(exports(tmp_path, "json")))
        await settle(pilot)
        (path,) = exports(tmp_path, "json")
        written = json.loads(path.read_text())
        assert {one["id"] for one in written} == {good, "recast-empty"}
        assert _says(app, f"{len(BAD)} sessions had to be left out.")
