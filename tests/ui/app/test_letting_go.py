"""What a game has loaded is let go of when the table of another one opens."""

from __future__ import annotations

import gc
from pathlib import Path
from weakref import ref

from textual.pilot import Pilot

from tests.ui.harness import arena_of, opened, settle
from tui_arena.data import GameInfo
from tui_arena.ui.setup.recent_setups import usual


async def sit(pilot: Pilot[None], game: str) -> GameInfo:
    """Open a new table of a game, and go home again."""
    app = arena_of(pilot)
    info = app.catalogue.game(game)
    app.open_table(usual(app.settings, info))
    await settle(pilot)
    while not getattr(app.screen, "tables", None):
        await pilot.pause(0.02)
    app.open_home()
    await settle(pilot)
    return info


async def test_what_a_game_has_loaded_and_exempted_goes_when_another_one_is_played(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        app, told = arena_of(pilot), list[str]()
        app.loaded, app.freed = (lambda: told.append("loaded")), (lambda: told.append("freed"))
        taboo = await sit(pilot, "taboo")
        bot = ref(next(iter(taboo._bots.values())))
        await sit(pilot, "taboo")
        assert bot() in taboo._bots.values(), "the same game's next table reads nothing anew"
        assert "freed" not in told

        await sit(pilot, "wordle")
        assert "freed" in told
        for _ in range(100):  # the screens that were closed are gone a moment later
            await pilot.pause(0.05)
            gc.unfreeze()  # an earlier test may have exempted what refers to it
            gc.collect()
            if bot() is None:
                break
        gc.freeze()  # or all that the tests have loaded is searched from now on
        assert bot() is None
        told.clear()
        await sit(pilot, "taboo")
        assert taboo._bots, "it is read again"
        assert "loaded" in told, "what is loaded anew is exempt again"
