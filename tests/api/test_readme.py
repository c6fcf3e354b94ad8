"""The examples of the interface's README run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tui_arena
from tui_arena import api

README = (Path(tui_arena.__file__).parent / "api" / "README.md").read_text("utf-8")
FIRST = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README + FIRST, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(example: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_first_example_has_ten_lines() -> None:
    assert len([line for line in EXAMPLES[0].splitlines() if line]) == 10


@pytest.mark.parametrize("name", [name for name in api.__all__ if name.islower()])
def test_every_call_is_in_the_readme(name: str) -> None:
    assert f"`{name}" in README or f"api.{name}(" in README
