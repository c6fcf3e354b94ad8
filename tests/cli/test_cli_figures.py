"""Aggregates as the command line prints them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.ui.stats.test_stats_columns import AKINATOR, made
from tui_arena.cli.columns import put_rows
from tui_arena.stats.statistics import Figure


def test_the_spread_over_prompts_and_repetitions_stands_beside_each_mean(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = made("plain", 3, 4, rounds=12.0)
    varied = replace(
        made("varied", 2, 4, rounds=9.0),
        prompts={
            "rounds": Figure(9.0, 0.5, 5),
            "won": Figure(0.5, 0.11, 5),
            "quality": Figure(50.0, 11.0, 5),
        },
        repetitions={"rounds": Figure(9.0, 0.25, 3), "recall": Figure(0.5, None, 1)},
    )
    put_rows(AKINATOR, [plain, varied])
    _, first, second = capsys.readouterr().out.splitlines()
    assert "75% (30-95)  " in first
    assert first.rstrip().endswith("12.00 ±1.00")
    assert "50% (15-85), prompts ±11  " in second
    assert "50.00, prompts ±11.00" in second
    assert second.rstrip().endswith("9.00 ±1.00, prompts ±0.50, repetitions ±0.25")
