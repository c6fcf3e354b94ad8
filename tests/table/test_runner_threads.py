"""Bots compute in a thread at a table, so that no key waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import bot
from tui_arena.save.store import open_store
from tui_arena.table.opening import new_table
from tui_arena.table.playback import FASTEST, Playback
from tui_arena.table.runner import SessionRunner


async def test_a_bot_thinks_beside_the_loop_and_says_what_it_says_headless(tmp_path: Path) -> None:
    thought: list[threading.Thread] = []

    async def beside(work: Callable[..., Any], *args: Any) -> Any:
        def called() -> Any:
            if work.__name__ == "reply":
                thought.append(threading.current_thread())
            return work(*args)

        return await asyncio.to_thread(called)

    catalogue = Catalogue()
    store = open_store(tmp_path / "arena.db", catalogue).store
    cast = {seat: bot("hard") for seat in ("setter", "guesser", "critic")}
    opening = Opening("wordle", cast, {"variant": "critic"}, seed=7)
    said = []
    for in_thread in (beside, _here):
        ready = new_table(catalogue, store, opening, None)
        runner = SessionRunner(ready, store, in_thread, playback=Playback(FASTEST))
        await runner.run()
        assert runner.over
        said.append([step.event["text"] for step in runner.play.steps])
    store.close()
    assert len(thought) == len(said[0])
    assert threading.main_thread() not in thought
    assert said[0] == said[1]


async def _here(work: Callable[..., Any], *args: Any) -> Any:
    return work(*args)
