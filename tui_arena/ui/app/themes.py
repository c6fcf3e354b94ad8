"""Colour themes, and the style sheets that are parsed once for each theme.

Each theme file becomes a Textual theme, or a sentence about its fault.

A theme with an invalid value would crash Textual when it is chosen. So every key and value is checked here
before the theme is registered. A fault costs the user that theme, never the app.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.cache import LRUCache
from textual.color import Color, ColorParseError
from textual.css.stylesheet import Stylesheet
from textual.theme import BUILTIN_THEMES, Theme

from tui_arena.config.files import read_limited
from tui_arena.core.text import one_line
from tui_arena.data.themes import ThemeFile, shipped_file

if TYPE_CHECKING:
    from textual.widget import Widget

    from tui_arena.data import Catalogue

TILES = {
    "tile-green": "#6aaa64",
    "tile-yellow": "#c9b458",
    "tile-grey": "#80848c",
    "tile-grey-text": "#0b0c0e",
    "tile-text": "#0b0c0e",
    "tile-empty": "#3a3f47",
    "answer-yes": "#6aaa64",
    "answer-between": "#c9b458",
}
"""The variables that this app adds to Textual's, with values for themes that don't define them."""

FALLBACKS = {**TILES, "foreground-disabled": "ansi_bright_black"}
"""Values for variables that a theme may lack. For ANSI themes Textual makes no `foreground-disabled`."""

AS_TEXT = {"answer-yes": "tile-green", "answer-between": "tile-yellow"}
"""Maps a text colour to the tile colour that it comes from, made darker or lighter until it is readable."""
READABLE = 4.5
"""The minimum contrast of text with its background (WCAG 2, 1.4.3)."""
QUIET = {"foreground-muted": 6.0, "foreground-disabled": READABLE}
"""Maps each quieter shade of the foreground to its contrast."""
GROUNDS = ("background", "surface", "panel")
"""The backgrounds behind text."""
LIGHT_EMPTY = "#d9d5cb"
DEFAULT = "arena-dark"
COLOURS = (
    "primary",
    "secondary",
    "warning",
    "error",
    "success",
    "accent",
    "foreground",
    "background",
    "surface",
    "panel",
    "boost",
)
FLAGS = ("dark", "ansi")
NUMBERS = ("luminosity_spread", "text_alpha")
TEXT = ("about",)
"""Keys that are only shown to people."""

_STYLES = frozenset({"none", "bold", "b", "italic", "underline", "reverse", "dim", "not"})
STEPS = 40
"""The number of steps from one colour to another. The first readable step is taken."""
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_COLOUR = re.compile(r"(?P<colour>\S[^%;{}]{0,60}?)(?: (?P<share>\d{1,3})%)?")


class BadTheme(ValueError):
    """An invalid value in a theme file. The message names the value and what is allowed."""


@dataclass(frozen=True, slots=True)
class ThemeChoice:
    """A theme as an entry in the settings."""

    name: str
    about: str
    dark: bool
    own: bool
    """Whether the theme is one of the user's own files."""


@dataclass(frozen=True, slots=True)
class Themes:
    """The valid themes, and the faults of the others."""

    loaded: tuple[Theme, ...] = ()
    choices: tuple[ThemeChoice, ...] = ()
    """All themes to choose from: first this app's, then the user's, then Textual's own."""
    faults: list[str] = field(default_factory=list)
    """A sentence for each invalid file or value."""

    def named(self, name: str) -> str | None:
        """The name itself if a theme has this name; otherwise None."""
        return name if any(c.name == name for c in self.choices) else None


def read_themes(catalogue: Catalogue) -> Themes:
    """Every valid theme file, and the faults of the others."""
    files = catalogue.themes()
    faults = [f"theme {fault}" for fault in files.faults]
    loaded: list[Theme] = []
    choices: list[ThemeChoice] = []
    for file in files.loaded:
        try:
            theme = read_theme(file)
        except BadTheme as error:
            faults.append(f"theme {file.path}: {error}")
            continue
        loaded.append(theme)
        about = one_line(str(file.values.get("about", "")), 60)
        choices.append(ThemeChoice(theme.name, about, theme.dark, file.own))
    for name, builtin in sorted(BUILTIN_THEMES.items()):
        choices.append(ThemeChoice(name, "one of Textual's own", builtin.dark, own=False))
    return Themes(tuple(loaded), tuple(choices), faults)


def shipped_theme(name: str) -> Theme | None:
    """The shipped theme with this name, read alone; None if no shipped theme has this name."""
    file = shipped_file(name)
    return read_theme(file) if file is not None else None


def read_theme(file: ThemeFile) -> Theme:
    """The theme in a file. Raises BadTheme at the first invalid value."""
    if file.name in BUILTIN_THEMES:
        raise BadTheme(f"{file.name} is the name of a built-in theme; pick another name")
    values = {key: _value(key, value) for key, value in file.values.items() if key != "variables"}
    if "primary" not in values:
        raise BadTheme('a theme needs at least primary = "#RRGGBB"')
    values = {key: value for key, value in values.items() if key not in TEXT}
    variables = _variables(file.values.get("variables", {}))
    dark = values.get("dark", True)
    if not dark:
        variables.setdefault("tile-empty", LIGHT_EMPTY)
    if values.get("ansi"):
        variables = {**BUILTIN_THEMES["ansi-dark" if dark else "ansi-light"].variables, **variables}
    grounds = [Color.parse(one) for one in map(values.get, GROUNDS) if one and _HEX.fullmatch(one)]
    for name, tile in AS_TEXT.items():
        variables.setdefault(name, _readable(variables.get(tile, TILES[tile]), grounds, dark=dark))
    variables.setdefault("tile-grey-text", _text_on_grey(variables, values.get("foreground") or ""))
    for name, wanted in QUIET.items():
        if grounds and _HEX.fullmatch(values.get("foreground") or ""):
            variables.setdefault(name, _shade(Color.parse(values["foreground"]), grounds, wanted))
    return Theme(name=file.name, variables=variables, **values)


def _value(key: str, value: object) -> Any:
    if key in COLOURS:
        return _colour(key, value)
    if key in FLAGS:
        if not isinstance(value, bool):
            raise BadTheme(f"{key} can't be {_shown(value)}; allowed: true, false")
        return value
    if key in NUMBERS:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise BadTheme(f"{key} can't be {_shown(value)}; allowed: a number from 0 to 1")
        return float(value)
    if key in TEXT and isinstance(value, str):
        return value
    allowed = ", ".join(("name", *TEXT, *FLAGS, *NUMBERS, *COLOURS, "variables"))
    raise BadTheme(f"there is no key {_shown(key)}; allowed: {allowed}")


def _variables(table: object) -> dict[str, str]:
    if not isinstance(table, Mapping):
        raise BadTheme(f"variables can't be {_shown(table)}; allowed: a table of names and colours")
    known = known_variables()
    out = {}
    for name, value in table.items():
        if name not in known:
            raise BadTheme(f"there is no variable {_shown(name)}; allowed: {', '.join(TILES)}")
        out[name] = _style(name, value) if name.endswith("-style") else _colour(name, value)
    return out


@lru_cache(maxsize=1)
def known_variables() -> frozenset[str]:
    """Every variable that a theme may set: the tiles' and the variables that Textual derives from a theme."""
    made = BUILTIN_THEMES["textual-dark"].to_color_system().generate()
    return frozenset(made) | frozenset(TILES)


def _colour(key: str, value: object) -> str:
    allowed = 'a colour such as "#88c0d0", "rgb(0,90,200)", "teal" or "ansi_green"'
    match = _COLOUR.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise BadTheme(f"{key} can't be {_shown(value)}; allowed: {allowed}")
    try:
        Color.parse(match["colour"])
    except (ColorParseError, ValueError):
        raise BadTheme(f"{key} can't be {_shown(value)}; allowed: {allowed}") from None
    if match["share"] and key in COLOURS:
        raise BadTheme(f"{key} can't be {_shown(value)}; only variables can have a percentage")
    return str(value)


def _readable(colour: str, grounds: Sequence[Color], *, dark: bool) -> str:
    """The colour, changed just enough to be readable on all grounds; unchanged if that can't be computed."""
    if not grounds or not _HEX.fullmatch(colour):
        return colour
    return _first(Color.parse(colour), Color(255, 255, 255) if dark else Color(0, 0, 0), grounds, READABLE)


def _text_on_grey(variables: Mapping[str, str], foreground: str) -> str:
    """The text of a grey tile: that of other tiles if it is readable there, else a shade of the foreground."""
    grey, text = (variables.get(name, TILES[name]) for name in ("tile-grey", "tile-text"))
    if not all(map(_HEX.fullmatch, (grey, text, foreground))):
        return text
    ground = Color.parse(grey)
    if contrast(Color.parse(text), ground) >= READABLE:
        return text
    return _first(ground, Color.parse(foreground), [ground], QUIET["foreground-muted"])


def _shade(foreground: Color, grounds: Sequence[Color], wanted: float) -> str:
    """The quietest shade from background to foreground that has this contrast with all grounds."""
    return _first(grounds[0], foreground, grounds, wanted)


def _first(start: Color, end: Color, grounds: Sequence[Color], wanted: float) -> str:
    """The first colour on the way between two that has the wanted contrast with all grounds."""
    tints = (start.blend(end, step / STEPS) for step in range(STEPS + 1))
    enough = (tint for tint in tints if all(contrast(tint, ground) >= wanted for ground in grounds))
    return next(enough, end).hex


def contrast(one: Color, two: Color) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2, "contrast ratio")."""
    low, high = sorted((_luminance(one), _luminance(two)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Color) -> float:
    """The relative luminance, 0 to 1 (WCAG 2)."""
    parts = [part / 255 for part in (colour.r, colour.g, colour.b)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _style(key: str, value: object) -> str:
    if isinstance(value, str) and value.split() and set(value.split()) <= _STYLES:
        return value
    raise BadTheme(f"{key} can't be {_shown(value)}; allowed: {', '.join(sorted(_STYLES))}")


def _shown(value: object) -> str:
    return one_line(repr(value), 40)


MOST = 1000
"""The size of the cache: more sheets than all screens and their widgets have. Each widget has one sheet."""


class Sheets(Stylesheet):
    """The style sheets that were read so far.

    Textual parses every sheet again whenever a screen brings its own. It caches only 64 parsed sheets, so
    with more than 64 each new kind of widget would cause a full parse. This cache keeps all parsed sheets
    until the colours change. Then `set_variables` empties it.
    """

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._parse_cache = LRUCache(MOST)

    def reparse(self) -> None:
        self.parse()

    def share(self, paths: Sequence[Path]) -> None:
        """Read the style sheets that several screens share, when the first of these screens is opened."""
        new = [path for path in paths if not self.has_source(str(path))]
        if new:
            self.read_all(new)
            self.parse()

    def parse_ahead(self, path: Path) -> None:
        """Parse a style sheet that a screen will bring, but don't use it yet."""
        if not self.has_source(str(path)):
            self._parse_rules(read_limited(path).decode("utf-8"), (str(path), ""))

    def parse_defaults_ahead(self, widget: type[Widget]) -> None:
        """Parse the default styles of a widget that a screen will bring, but don't use them yet.

        Textual parses the styles of a base class again for each deeper subclass.
        """
        styles = widget.__new__(widget)._get_default_css()  # noqa: SLF001  (as Textual does; only the class matters)
        for place, css, depth, scope in styles:
            known = self.source.get(place)
            if known is None or depth < known.tie_breaker:
                self._parse_rules(css, place, is_default_rules=True, tie_breaker=depth, scope=scope)
