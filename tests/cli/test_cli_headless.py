"""The end of a command that plays or asks: what failed, what is left, and the exit status."""

from __future__ import annotations

import pytest

from tui_arena.cli.headless import ended


@pytest.mark.parametrize(
    ("stopped", "failures", "status", "told"),
    [
        (None, [], 0, ""),
        ("budget", [], 1, "2 are left\n"),
        ("interrupted", ["a"], 130, "not asked: a\n2 are left\n"),
        (None, ["a", "a", "b", "c", "d"], 1, "not asked: a\nnot asked: b\nnot asked: 2 more sessions\n"),
    ],
)
def test_three_failures_are_told_each_once_and_the_others_counted(
    capsys: pytest.CaptureFixture[str], stopped: str | None, failures: list[str], status: int, told: str
) -> None:
    left = "2 are left" if stopped else ""
    assert ended(stopped, failures, "not asked", more=" sessions", left=left) == status
    assert capsys.readouterr().err == told
