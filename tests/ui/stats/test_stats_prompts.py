"""Prompt variants as lines of the stats screen, and what it says of rows that differ, by its keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.stats.test_differences import COLD, NEW, OLD, one
from tests.thorough import sampled
from tests.ui.harness import NORMAL, WIDE, arena_of, opened
from tests.ui.playing import given_away, lacking, on, until
from tests.ui.stats.test_stats import pick, players, stats_of
from tui_arena.core.session import Session
from tui_arena.ui.stats.compare_screen import CompareScreen
from tui_arena.ui.stats.presenter import figures_table
from tui_arena.ui.stats.rankings_screen import RankingsScreen
from tui_arena.ui.stats.why import WhyScreen


def some() -> list[Session]:
    return [
        *(one(seed, digest=OLD, sampling=COLD) for seed in (1, 2)),
        *(one(seed, prompt="terse", digest=NEW, misses=3) for seed in (1, 2, 3)),
        one(4, "other", digest=OLD, sampling=COLD),
    ]


async def test_m_shows_each_prompt_variant_and_sampling_is_a_filter(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as (_, pilot):
        screen, app = await stats_of(pilot), arena_of(pilot)
        assert players(screen) == ["other", "gpt"]
        assert "not all alike: prompts, sampling, secrets; 6 of 6 ended" in given_away(app)
        await pilot.press("m")
        await until(pilot, lambda: players(screen) == ["other", "gpt", "plain (gpt)", "terse (gpt)"])
        plain, terse = screen.stats.lines[2:]
        assert (plain.figure("n").value, terse.figure("n").value) == (2, 3)
        assert terse.figure("won", "prompts").low is not None, "its ± is over sessions"
        table = figures_table(screen.stats)
        at = [table.header.index(name) for name in ("prompt", "sampling", "prompt_digest")]
        assert [[row[i] for i in at] for row in table.rows] == [
            ["plain", "max_tokens=120 temperature=0.3", OLD],
            ["mixed (2)", "mixed (2)", "mixed (2)"],
            ["plain", "max_tokens=120 temperature=0.3", OLD],
            ["terse", "default", NEW],
        ]
        await pilot.press("down", "down", "down", "enter")
        why = await on(pilot, WhyScreen)
        await until(pilot, lambda: why.behind.complete)
        assert len(why.behind.found) == 3, "only the sessions with this prompt"
        assert not lacking(given_away(app), "what differs", "sampling: default in 3 sessions")
        await pilot.press("escape", "m")
        await until(pilot, lambda: players(screen) == ["other", "gpt"])
        await pilot.press("end")
        await pilot.pause()
        assert "mixed (2)" in given_away(app)
        await pilot.press("slash")
        await pick(pilot, "sampling", "default")
        await until(pilot, lambda: players(screen) == ["gpt"])
        assert screen.stats.line(next(k.value for k in screen.table.rows)).figure("n").value == 3  # type: ignore[union-attr]
        assert "alike" not in given_away(app)


@pytest.mark.parametrize("size", sampled([NORMAL, WIDE], 2, whole=True))
async def test_comparison_and_rankings_say_what_is_not_alike(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size=size, sessions=some()) as (app, pilot):
        await stats_of(pilot)
        await pilot.press("v")
        await on(pilot, CompareScreen, lambda s: s.loaded)
        told = (
            "Not all players played the same secrets" if size == WIDE else "Not all alike: prompts, sampling,"
        )
        await until(pilot, lambda: told in given_away(app))
        await pilot.press("i")
        await until(pilot, lambda: "what differs" in given_away(app))
        await pilot.press("escape", "escape", "r")
        await on(pilot, RankingsScreen)
        await until(pilot, lambda: "Not all models had the same prompts" in given_away(app))
