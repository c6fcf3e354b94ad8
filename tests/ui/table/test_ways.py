"""How many modules a guess passes, from Enter until its event is shown."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pytest

from tests.ui.playing import at_table, turns, until, wrong

MOST = 33
"""Modules of the package on the loop's thread."""


@pytest.mark.thorough
async def test_a_guess_passes_few_modules(tmp_path: Path) -> None:
    passed: set[str] = set()

    def entered(frame: FrameType, event: str, _: object) -> None:
        module = str(frame.f_globals.get("__name__", ""))
        if event == "call" and module.startswith("tui_arena."):
            passed.add(module)

    async with at_table(tmp_path) as (_, pilot, runner):
        await pilot.press(*wrong(runner)[0])
        runner.listeners.append(lambda: sys.setprofile(None) if turns(runner) else None)
        sys.setprofile(entered)
        try:
            await pilot.press("enter")
            await until(pilot, lambda: turns(runner))
        finally:
            sys.setprofile(None)
    assert "tui_arena.games.wordle.rules" in passed, "the guess was judged"
    assert len(passed) <= MOST, sorted(passed)
