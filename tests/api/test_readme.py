"""The examples of the interface's README run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tui_arena
from tests.stub_server import StubServer
from tui_arena import api

README = (Path(tui_arena.__file__).parent / "api" / "README.md").read_text("utf-8")

EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


ALL = """
for number, example in enumerate({examples!r}):
    exec(compile(example, f"example {{number}}", "exec"), {{"__name__": "__main__"}})
    print("=" * 40)
"""


@pytest.mark.thorough
def test_the_examples_run(stub: StubServer, home: Path, tmp_path: Path) -> None:
    """One after the other in one process, since each would read the same decks for a second."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", ALL.format(examples=EXAMPLES)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    *said, rest = run.stdout.split("=" * 40 + "\n")
    assert (len(said), rest) == (len(EXAMPLES), "")
    assert all(said), "each prints something"
    assert said[1].count("\n") == 20, "a secret a line"
    assert len({line.split()[0] for line in said[2].splitlines()}) == len(api.games())
    (episode,) = set(said[3].splitlines())  # the same one twice
    assert episode in ("lost 0.0", "lost 0.02"), "a first question that gets a no or a yes"
    files = [path for path in tmp_path.iterdir() if path != home]
    assert [path.name for path in files] == ["by_secret.svg"]
    assert files[0].read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("number", [0, 4, 5, 6])
def test_what_bots_play_runs_here(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[number], f"example {number}", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


def test_the_first_example_has_ten_lines() -> None:
    assert len([line for line in EXAMPLES[0].splitlines() if line]) == 10


@pytest.mark.parametrize("name", [name for name in api.__all__ if name.islower()])
def test_every_call_is_in_the_readme(name: str) -> None:
    assert f"`{name}" in README or f"api.{name}(" in README
