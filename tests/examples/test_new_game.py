"""A game of a stranger, of whose manifest `id` and `title` are all, is met everywhere like the shipped ones."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.examples import new_game
from tests.examples.conftest import entry_point
from tui_arena.data.files import GAMES, PACKAGE
from tui_arena.data.installed import all_games

ROOT = Path(__file__).parents[2]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game is installed as a package of its own."""
    site = tmp_path / "site"
    new_game.write(site / "somebodys_dice")
    entry_point(site, "somebody", "somebodys_dice")
    monkeypatch.syspath_prepend(site)
    all_games.cache_clear()
    assert all_games().faults == ()
    yield
    all_games.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the program, to whose games one is added."""
    program = tmp_path / "program"
    for source, name in ((PACKAGE, ""), (GAMES, "games")):
        (program / "tui_arena" / name).mkdir(parents=True, exist_ok=True)
        for path in source.iterdir():
            if path not in (GAMES, source / "__pycache__"):
                (program / "tui_arena" / name / path.name).symlink_to(path)
    (program / "themes").symlink_to(PACKAGE.parent / "themes")
    new_game.write(program / "tui_arena" / "games" / new_game.ID)
    return program


@pytest.mark.usefixtures("package")
async def test_as_a_package(tmp_path: Path, run: Command) -> None:
    listed = run("games", "--json").json["games"][-1]
    assert (listed["id"], listed["title"]) == (new_game.ID, new_game.TITLE)
    await new_game.look(tmp_path / "home")


@pytest.mark.thorough
def test_as_a_folder(folder: Path, tmp_path: Path) -> None:
    place = os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}
    looked = [sys.executable, "-P", "-m", "tests.examples.new_game", str(tmp_path / "home")]
    done = subprocess.run(looked, env=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
