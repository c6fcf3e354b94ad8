"""The examples of the interface's README run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tui_arena
from tests.stub_server import StubServer
from tui_arena import api

README = (Path(tui_arena.__file__).parent / "api" / "README.md").read_text("utf-8")

EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def ran(number: int, capsys: pytest.CaptureFixture[str], change: tuple[str, str] = ("", "")) -> list[str]:
    """The lines that an example prints; `change`: what is put in place of what."""
    assert change[0] in EXAMPLES[number]
    text = EXAMPLES[number].replace(*change) if change[0] else EXAMPLES[number]
    exec(compile(text, f"example {number}", "exec"), {"__name__": "__main__"})
    return capsys.readouterr().out.splitlines()


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("number", [n for n in range(len(EXAMPLES)) if n not in (1, 2, 3)])
def test_what_bots_play_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(number, capsys)


@pytest.mark.thorough
def test_a_probed_model_gets_a_line_and_a_bar_for_each_secret(
    stub: StubServer, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(ran(1, capsys, ("sessions=20", "sessions=3"))) == 3
    (file,) = [path for path in tmp_path.iterdir() if path != home]
    assert file.name == "by_secret.svg"
    assert file.read_text("utf-8").startswith("<svg")


@pytest.mark.thorough
def test_a_program_of_ones_own_plays_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert {line.split()[0] for line in ran(2, capsys)} == {game["id"] for game in api.games()}


@pytest.mark.thorough
def test_an_episode_is_the_same_here_and_over_http(capsys: pytest.CaptureFixture[str]) -> None:
    here, there = ran(3, capsys)
    assert here == there
    assert here in ("lost 0.0", "lost 0.02"), "a first question that gets a no or a yes"


def test_the_first_example_has_ten_lines() -> None:
    assert len([line for line in EXAMPLES[0].splitlines() if line]) == 10


@pytest.mark.parametrize("name", [name for name in api.__all__ if name.islower()])
def test_every_call_is_in_the_readme(name: str) -> None:
    assert f"`{name}" in README or f"api.{name}(" in README
