"""Themes: the shipped ones are sound, and a bad user theme leaves all others usable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from tests.thorough import sampled
from tests.ui.harness import opened, press
from tui_arena.config import Settings
from tui_arena.data import Catalogue
from tui_arena.data.files import THEMES
from tui_arena.ui import app
from tui_arena.ui.app.themes import DEFAULT, read_themes
from tui_arena.ui.boards.tiles import INK
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.setup.screen import SetupScreen

SHIPPED = read_themes(Catalogue())
GOOD = 'primary = "#88c0d0"\n'


def user_themes(home: Path, **files: str) -> Catalogue:
    folder = home / "themes"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return Catalogue(home)


def luminance(colour: Color) -> float:
    """Relative luminance, WCAG 2."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)


def contrast(first: str, second: str) -> float:
    a, b = sorted((luminance(Color.parse(first)), luminance(Color.parse(second))))
    return (b + 0.05) / (a + 0.05)


def test_every_shipped_theme_is_usable() -> None:
    assert SHIPPED.faults == []
    assert {t.name for t in SHIPPED.loaded} == {p.stem for p in THEMES.glob("*.toml")}
    assert len(SHIPPED.loaded) >= 6
    assert DEFAULT in {t.name for t in SHIPPED.loaded}
    assert Settings().theme == DEFAULT


def test_there_are_dark_and_light_ones_and_one_of_the_terminals_own() -> None:
    full = [t for t in SHIPPED.loaded if not t.ansi]
    assert sum(t.dark for t in full) >= 2
    assert sum(not t.dark for t in full) >= 2
    assert [t.name for t in SHIPPED.loaded if t.ansi] == ["terminal"]


@pytest.mark.parametrize("theme", [t for t in SHIPPED.loaded if not t.ansi], ids=lambda t: str(t.name))
def test_text_can_be_read_on_everything_that_it_stands_on(theme: Theme) -> None:
    v = theme.to_color_system().generate() | theme.variables
    for name in (
        "foreground", "foreground-muted", "foreground-disabled", "primary", "secondary", "accent", "error", "success",
        "warning", "answer-yes", "answer-between", "footer-key-foreground", "footer-description-foreground",
    ):  # fmt: skip
        for ground in ("background", "surface", "panel"):
            assert contrast(v[name], v[ground]) >= 4.5, (name, ground)
    assert contrast(v["foreground"], v["background"]) >= 7
    assert contrast(v["foreground"], v["surface-lighten-2"]) >= 4.5, "keys and chips"
    assert contrast(v["block-cursor-foreground"], v["block-cursor-background"]) >= 4.5
    assert contrast(v["border-blurred"], v["background"]) >= 1.4, "dividers are in sight"


MARKED = re.compile(r"^OptionList\.plain:focus > .*?background: \$primary (\d+)%", re.MULTILINE)


@pytest.mark.parametrize("theme", [t for t in SHIPPED.loaded if not t.ansi], ids=lambda t: str(t.name))
def test_the_marked_row_of_a_list_is_in_sight_and_can_be_read(theme: Theme) -> None:
    v = theme.to_color_system().generate() | theme.variables
    (share,) = MARKED.findall((Path(app.__file__).parent / "controls.tcss").read_text("utf-8"))
    for ground in ("background", "surface"):
        row = Color.parse(v[ground]).blend(Color.parse(v["primary"]), int(share) / 100).hex
        assert contrast(row, v[ground]) >= 1.4, ground
        assert contrast(v["foreground"], row) >= 4.5, ground


@pytest.mark.parametrize("theme", [t for t in SHIPPED.loaded if not t.ansi], ids=lambda t: str(t.name))
@pytest.mark.parametrize("mark", INK)
def test_every_tile_can_be_read(theme: Theme, mark: str) -> None:
    v = theme.to_color_system().generate() | theme.variables
    ink, _, ground = INK[mark].partition(" on ")
    text = ink.split()[-1]
    assert contrast(v[text.removeprefix("$")], v[ground.removeprefix("$")]) >= 4.5


@pytest.mark.parametrize("theme", [t for t in SHIPPED.loaded if not t.ansi], ids=lambda t: str(t.name))
def test_a_letter_that_is_not_in_the_word_is_darker_than_an_empty_tile(theme: Theme) -> None:
    v = theme.to_color_system().generate() | theme.variables
    grey, empty, ground = (
        Color.parse(v[name]).brightness for name in ("tile-grey", "tile-empty", "background")
    )
    assert grey < empty
    assert (ground < grey) == theme.dark, "the tile is in sight"


def test_high_contrast_has_orange_and_blue_tiles() -> None:
    theme = next(t for t in SHIPPED.loaded if t.name == "orange-blue")
    orange, blue = (Color.parse(theme.variables[k]) for k in ("tile-green", "tile-yellow"))
    assert orange.r > orange.g > orange.b
    assert blue.b > blue.g > blue.r


BAD = {
    "bad colour": ('primary = "#xyz"', "primary"),
    "no colour": ('primary = "notacolor"', "primary"),
    "not text": ("primary = 7", "primary"),
    "no primary": ('accent = "#ffffff"', "primary"),
    "not a number": (GOOD + 'luminosity_spread = "wide"', "luminosity_spread"),
    "nan": (GOOD + "luminosity_spread = nan", "luminosity_spread"),
    "truth for a number": (GOOD + "text_alpha = true", "text_alpha"),
    "number for truth": (GOOD + "dark = 1", "dark"),
    "unknown key": (GOOD + 'sparkle = "#ffffff"', "sparkle"),
    "variables no table": (GOOD + "variables = 3", "variables"),
    "unknown variable": (GOOD + '[variables]\nfoo = "#ffffff"', "foo"),
    "css in a variable": (GOOD + '[variables]\ntile-green = "x;} *{display:none"', "tile-green"),
    "css in a style": (GOOD + '[variables]\nlink-style = "bold;} *{display:none"', "link-style"),
    "reference": (GOOD + '[variables]\ntile-green = "$accent"', "tile-green"),
    "markup in a name": ('name = "[@click=app.quit]x[/]"\n' + GOOD, "name"),
    "name no text": ("name = 3\n" + GOOD, "name"),
    "built-in name": ('name = "nord"\n' + GOOD, "nord"),
    "name of a shipped one": (f'name = "{DEFAULT}"\n' + GOOD, DEFAULT),
    "not toml": ("primary = oops\n", "line 1"),
    "deep keys": (".".join("a" * 20_000) + " = 1", "dots"),
    "deep arrays": ("a = " + "[" * 2000 + "]" * 2000, "mine.toml"),
    "surrogate": ('primary = "\\ud800"', "mine.toml"),
    "escape": (GOOD + "about = 3", "about"),
    "one megabyte": ("# " + "x" * 1_000_000, "bytes"),
    "empty": ("", "primary"),
}


@pytest.mark.parametrize(("text", "named"), BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_reported_and_skipped(tmp_path: Path, text: str, named: str) -> None:
    found = read_themes(user_themes(tmp_path, mine=text, other=GOOD))
    assert {t.name for t in found.loaded} == {t.name for t in SHIPPED.loaded} | {"other"}
    (fault,) = found.faults
    assert "mine.toml" in fault
    assert named in fault
    assert "Traceback" not in fault
    assert len(fault) < 600


def test_two_files_of_one_name(tmp_path: Path) -> None:
    found = read_themes(user_themes(tmp_path, a='name = "mine"\n' + GOOD, b='name = "mine"\n' + GOOD))
    assert [t.name for t in found.loaded].count("mine") == 1
    (fault,) = found.faults
    assert "b.toml" in fault
    assert "a.toml" in fault


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.toml"
    outside.write_text(GOOD, "utf-8")
    home = tmp_path / "config"
    (home / "themes").mkdir(parents=True)
    (home / "themes" / "link.toml").symlink_to(outside)
    (home / "themes" / "loop.toml").symlink_to(home / "themes" / "loop.toml")
    (home / "themes" / "folder.toml").mkdir()
    found = read_themes(Catalogue(home))
    assert ({t.name for t in found.loaded}, len(found.faults)) == ({t.name for t in SHIPPED.loaded}, 3)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    catalogue = user_themes(tmp_path)
    (tmp_path / "themes" / "mine.toml").write_bytes(b"\xff\xfe\x00bad")
    (fault,) = read_themes(catalogue).faults
    assert "UTF-8" in fault


@pytest.mark.parametrize("name", ["bad\x1b[2Jname", "\u202egnp", "x" * 70, "a\nb"])
def test_a_hostile_file_name(tmp_path: Path, name: str) -> None:
    catalogue = user_themes(tmp_path, **{name: GOOD})
    (fault,) = read_themes(catalogue).faults
    assert fault.isprintable()


@pytest.mark.thorough
async def test_every_choice_can_be_shown(tmp_path: Path) -> None:
    """Textual's themes on the home screen; the shipped ones on the set-up, which has all kinds of rows."""
    async with opened(tmp_path) as (app, pilot):
        names = [choice.name for choice in app.themes.choices]
        assert set(names) >= set(BUILTIN_THEMES)
        shipped = {str(theme.name) for theme in SHIPPED.loaded}
        for name in sorted(names, key=lambda name: name in shipped):
            if name in shipped and isinstance(pilot.app.screen, HomeScreen):
                await press(pilot, "e", "1")
            app.preview_theme(name)
            await pilot.pause()
            assert pilot.app.theme == name
        assert isinstance(pilot.app.screen, SetupScreen)


@pytest.mark.thorough
@pytest.mark.parametrize("name", [t.name for t in SHIPPED.loaded])
async def test_every_shipped_one_starts(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path, settings=Settings(theme=name)) as (_, pilot):
        assert pilot.app.theme == name


async def test_a_users_theme_is_used(tmp_path: Path) -> None:
    user_themes(
        tmp_path / "config", mine='dark = false\nprimary = "#123456"\n[variables]\ntile-green = "teal 80%"\n'
    )
    async with opened(tmp_path, settings=Settings(theme="mine")) as (_, pilot):
        assert (pilot.app.theme, pilot.app.theme_variables["tile-green"]) == ("mine", "teal 80%")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "more", sampled(["", "dark = false\n", "ansi = true\n", "ansi = true\ndark = false\n"], 4)
)
async def test_the_shortest_theme_is_enough(tmp_path: Path, more: str) -> None:
    user_themes(tmp_path / "config", mine=more + 'primary = "ansi_cyan"\n')
    async with opened(tmp_path, settings=Settings(theme="mine")) as (_, pilot):
        await press(pilot, "1")
        assert pilot.app.theme == "mine"


async def test_a_theme_that_is_gone_falls_back_and_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(theme="gone")) as (app, pilot):
        assert pilot.app.theme == DEFAULT
        assert any("gone" in notice for notice in app.notices)
