"""Theme files: they are found and read here. The app checks their colours later.

A user's theme that can't be read is reported in a sentence and left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.text import one_line
from tui_arena.data.files import SAFE_NAME, THEMES

MAX_THEME = 64 * 1024
MAX_THEMES = 200
"""The maximum number of theme files that are read from the user's folder."""


@dataclass(frozen=True, slots=True)
class ThemeFile:
    """The file of a colour theme. Its colours have not been checked."""

    name: str
    path: Path
    values: Mapping[str, Any]
    """All values of the file except the name."""
    own: bool
    """True if it is the user's own."""


@dataclass(frozen=True, slots=True)
class ThemeFiles:
    """The readable theme files, and a sentence for each file that could not be read."""

    loaded: tuple[ThemeFile, ...]
    faults: tuple[str, ...]


def read_themes(user: Path | None) -> ThemeFiles:
    """Every theme file: the shipped files, then the files in the user's folder."""
    loaded: dict[str, ThemeFile] = {}
    faults: list[str] = []
    for path in sorted(THEMES.glob("*.toml")):
        theme = _theme(path, own=False)
        loaded[theme.name] = theme
    folder = user / "themes" if user else None
    found = sorted(folder.glob("*.toml")) if folder and folder.is_dir() else []
    for path in found[:MAX_THEMES]:
        try:
            theme = _own_theme(path, loaded)
        except BadFile as error:
            faults.append(str(error))
            continue
        loaded[theme.name] = theme
    if len(found) > MAX_THEMES:
        faults.append(f"{folder}: {len(found)} themes; only the first {MAX_THEMES} are read")
    return ThemeFiles(tuple(loaded.values()), tuple(faults))


def shipped_file(name: str) -> ThemeFile | None:
    """The file of a shipped theme, which has the theme's name; None if there is none."""
    path = THEMES / f"{name}.toml"
    return _theme(path, own=False) if SAFE_NAME.fullmatch(name) and path.is_file() else None


def _own_theme(path: Path, others: Mapping[str, ThemeFile]) -> ThemeFile:
    """A theme in the user's folder; raises BadFile."""
    shown = path.with_name(one_line(path.name, 80) or ascii(path.name))
    if not SAFE_NAME.fullmatch(path.name):
        raise BadFile(f"{shown}: a theme's file name can have at most 64 letters, digits, spaces and _ . -")
    try:
        if not path.is_file():
            raise BadFile(f"{shown}: isn't a file")
        if not path.resolve().is_relative_to(path.parent.resolve()):
            raise BadFile(f"{shown}: points outside the themes folder; copy the file there instead")
        size = path.stat().st_size
    except OSError as error:
        raise BadFile(f"{shown}: can't be read ({error.strerror})") from None
    if size > MAX_THEME:
        raise BadFile(f"{shown}: {size} bytes; at most {MAX_THEME} are allowed")
    theme = _theme(path, own=True)
    if theme.name in others:
        raise BadFile(f"{shown}: there is already a theme {theme.name!r}, in {others[theme.name].path}")
    return theme


def _theme(path: Path, *, own: bool) -> ThemeFile:
    values = parse_toml(path, MAX_THEME)
    name = values.pop("name", path.stem)
    if not isinstance(name, str) or not SAFE_NAME.fullmatch(name):
        raise BadFile(
            f"{path}: name can't be {one_line(repr(name), 80)}; use only letters, digits, spaces and _ . -"
        )
    return ThemeFile(name, path, MappingProxyType(values), own)
