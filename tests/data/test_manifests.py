"""The games as home lists them, read without the rest of what they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tui_arena.data import Catalogue, installed, manifests, shipped_games
from tui_arena.data import games as games_module
from tui_arena.data.files import GAMES
from tui_arena.data.installed import all_games, game_of_folder, games_of_folder

THIN = 'id = "thin"\ntitle = "Thin"\n'


def test_home_lists_what_the_manifests_say() -> None:
    shipped = shipped_games().values()
    listed = {one.id: one for one in manifests.menu_of_shipped()}
    assert list(listed) == [info.id for info in shipped]
    assert all(listed[info.id][1:4] == (info.title, info.tagline, info.order) for info in shipped)
    assert all(listed[info.id].by == info.offers for info in shipped)
    assert all(listed[info.id].offered == info.offered for info in shipped)


def test_a_line_holds_the_choices_and_the_usual_one() -> None:
    by_id = {one.id: one for one in manifests.menu_of_shipped()}
    assert by_id["wordle"][4:] == ("variant", ("classic", "clue", "critic"), "classic", None)
    assert by_id["akinator"][4:] == (None, (), "", "learned")
    assert by_id["entity"].by == "deck"
    assert by_id["entity"].usual == "things"
    assert (by_id["taboo"].by, by_id["taboo"].offered, by_id["taboo"].usual) == (None, (), "")


def test_every_shipped_game_can_be_used() -> None:
    assert games_of_folder().faults == ()


@pytest.fixture(name="folder")
def folder_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of games with Wordle alone, which the app takes for its own."""
    shutil.copytree(GAMES / "wordle", tmp_path / "wordle", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(GAMES / "common.toml", tmp_path)
    for module in (games_module, installed, manifests):
        monkeypatch.setattr(module, "GAMES", tmp_path)
    caches = game_of_folder, games_of_folder, all_games
    for cached in caches:
        cached.cache_clear()
    yield tmp_path
    for cached in caches:
        cached.cache_clear()


def add(folder: Path, name: str, manifest: str, *, rules: bool = True) -> None:
    (folder / name).mkdir()
    (folder / name / "game.toml").write_text(manifest, "utf-8")
    if rules:
        (folder / name / "rules.py").write_text("", "utf-8")


def test_a_thin_manifest_is_listed_last(folder: Path) -> None:
    add(folder, "thin", THIN)
    assert list(shipped_games()) == ["wordle", "thin"]
    assert manifests.menu_of_shipped()[1] == ("thin", "Thin", "", 1000, None, (), "", None)


def test_a_game_is_found_by_its_folder_without_the_other_games(folder: Path) -> None:
    add(folder, "thin", "id = \n")
    assert Catalogue().game("wordle").folder == folder / "wordle"
    assert games_of_folder.cache_info().currsize == all_games.cache_info().currsize == 0
    assert Catalogue().games["wordle"] is Catalogue().game("wordle")
    for name in ("thin", "../wordle", "Wordle", ""):
        assert game_of_folder(name) is None


def test_a_game_whose_folder_has_another_name_is_found_by_its_id(folder: Path) -> None:
    add(folder, "x_thin", THIN)
    assert game_of_folder("thin") is game_of_folder("x_thin") is None
    assert Catalogue().game("thin").title == "Thin"


def test_a_common_option_is_offered_with_what_the_game_does_not_say_of_it(folder: Path) -> None:
    add(folder, "thin", THIN + 'offers = "form"\n[options.form]\ndefault = "strict"\n')
    listed = manifests.menu_of_shipped()[1]
    assert (listed.by, listed.usual) == ("form", "strict")
    assert listed.offered == shipped_games()["thin"].offered == ("lenient", "strict")


def test_a_folder_of_packages_is_read_again_once_a_package_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    glob, read = Path.glob, list[Path]()

    def noted(folder: Path, pattern: str) -> Iterator[Path]:
        read.append(folder)
        return glob(folder, pattern)

    monkeypatch.setattr("sys.path", [str(tmp_path)])
    monkeypatch.setattr(Path, "glob", noted)
    assert not manifests.packages_name_games()
    assert not manifests.packages_name_games()
    assert read == [tmp_path]
    told = tmp_path / "hangman-1.dist-info"
    told.mkdir()
    (told / "entry_points.txt").write_text("[tui_arena.games]\nhangman = hangman\n", "utf-8")
    assert manifests.packages_name_games()
    assert read == [tmp_path] * 2


@pytest.mark.parametrize(
    ("manifest", "rules", "why", "on_menu"),
    [
        ('id = "thin"\n', True, "it needs a text for 'title'", False),
        ("id = \n", True, "line 1 can't be read", False),
        (THIN + 'variant = "size"\n', True, "it has no option called 'size'", False),
        (THIN + 'order = "first"\n', True, "Expected `int`, got `str`", False),
        (THIN + "[options]\nsize = 3\n", True, "must be tables", True),
        (THIN.replace("thin", "wordle"), True, "another game already has the id 'wordle'", False),
        (THIN, False, "it has no rules.py", True),
    ],
)
def test_a_broken_game_is_named_and_left_out(
    folder: Path, manifest: str, rules: bool, why: str, on_menu: bool
) -> None:
    """A menu that is drawn before the games are read may list it until then."""
    add(folder, "x_thin", manifest, rules=rules)
    assert list(Catalogue().games)[:1] == ["wordle"]
    assert "thin" not in Catalogue().games
    (fault,) = games_of_folder().faults
    assert fault.startswith("The game 'x_thin' can't be loaded: ")
    assert why in fault
    assert (len(manifests.menu_of_shipped()) == 2) == on_menu
