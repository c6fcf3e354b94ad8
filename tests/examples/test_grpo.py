"""The example of GRPO through TRL's own trainer runs by its one command, without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOLD = (
    r"one step: mean reward (\S+) \(deviation (\S+)\), (\S+) questions a game, (\S+)% of them refused, "
    r"weights moved by (\S+)"
)


@pytest.mark.extras
def test_one_step_of_grpo_moves_the_weights(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.examples.grpo.one_step"],
        cwd=ROOT,
        env=os.environ | {"HF_HUB_OFFLINE": "1", "TUI_ARENA_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = re.search(TOLD, done.stdout)
    assert told, done.stdout
    reward, deviation, asked, refused, moved = map(float, told.groups())
    assert (asked, refused) == (6, 0), "the model's calls reach the game, and it takes them"
    assert 0 < reward < 1
    assert deviation > 0, "else no generation is better than another, and nothing is learned"
    assert 0 < moved < 0.01
    assert not (tmp_path / "home").exists()
