"""The example game, installed as a package in a folder of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import home, run
from tui_arena.data.games import GameInfo
from tui_arena.data.installed import all_games

__all__ = ["home", "run"]
HANGMAN = Path(__file__).parent / "hangman"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the example's package was installed into."""
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(target), str(HANGMAN)], check=True, capture_output=True)
    return target


@pytest.fixture
def hangman(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameInfo]:
    """The example, as the catalogue finds it."""
    monkeypatch.syspath_prepend(site)
    all_games.cache_clear()
    yield all_games().by_id["hangman"]
    all_games.cache_clear()


def package(site: Path, name: str, game: str = "hangman", dist: str = "broken") -> Path:
    """A copy of the example's package under another name, as if installed; returns its folder.

    `game`: the id and the title of its game. `dist`: the name of the package and of its entry point.
    """
    folder = site / name
    for path in (HANGMAN / "tui_arena_hangman").rglob("*.*"):
        target = folder / path.relative_to(HANGMAN / "tui_arena_hangman")
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".pyc":
            text = path.read_text("utf-8").replace("tui_arena_hangman", name)
            target.write_text(text, "utf-8")
    for file in ("game.toml", "rules.py"):
        text = (folder / file).read_text("utf-8")
        text = text.replace('id = "hangman"', f'id = "{game}"').replace(
            'title = "Hangman"', f'title = "{game}"'
        )
        (folder / file).write_text(text, "utf-8")
    entry_point(site, dist, name)
    return folder


def entry_point(site: Path, dist: str, name: str) -> None:
    """The entry point of a package, as pip would write it. `dist`: the name of the package; `name`: of its module."""
    told = site / f"{dist}-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist}\nVersion: 1\n", "utf-8")
    (told / "entry_points.txt").write_text(f"[tui_arena.games]\n{dist} = {name}\n", "utf-8")


@pytest.fixture
def broken(hangman: GameInfo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of another game, whose package `broken` is installed too; its files are there to be spoiled."""
    site = tmp_path / "site"
    monkeypatch.syspath_prepend(site)
    all_games.cache_clear()
    yield package(site, f"game_{tmp_path.name.replace('-', '_')}")
    all_games.cache_clear()
