"""Folders and settings: where everything lies, and what the user chose.

Law: a broken settings file is reported and never overwritten; unknown keys are kept; a write is
atomic and leaves the file before it as `.bak`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HOME_VARIABLE = "TUI_ARENA_HOME"
MAX_SETTINGS = 64 * 1024
MAX_DOTS = 16


class BadFile(ValueError):
    """A file that can't be used: names file, place and what is allowed."""


@dataclass(frozen=True, slots=True)
class Paths:
    """Where this program keeps what is the user's."""

    data: Path
    """Save file and backups."""
    config: Path
    """Settings, and the folders `themes`, `decks` and `prompts`."""
    logs: Path

    @property
    def save_file(self) -> Path:
        return self.data / "arena.db"

    @property
    def exports(self) -> Path:
        """Where the app writes what is exported from a screen."""
        return self.data / "exports"

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.toml"

    @classmethod
    def find(cls, home: str | Path | None = None) -> Paths:
        """The user's folders; `home` (or the variable TUI_ARENA_HOME) moves all into one."""
        chosen = home or os.environ.get(HOME_VARIABLE)
        if chosen:
            base = Path(chosen).expanduser()
            return cls(base, base / "config", base / "logs")
        import platformdirs  # noqa: PLC0415  (only needed without a chosen home)

        dirs = platformdirs.PlatformDirs("tui-arena", appauthor=False)
        return cls(dirs.user_data_path, dirs.user_config_path, dirs.user_log_path)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user chose; every field has a default that works."""

    theme: str = "arena-dark"
    name: str = "You"
    """What the person at the keyboard is called in new sessions."""
    ascii: bool = False
    """Draw with ASCII signs only."""
    marks: bool = True
    """Put a sign beside each tile's colour."""
    animations: bool = True
    pace: float = 1.0
    """Seconds between moves when bots are watched."""
    rating: bool = True
    """Whether the result screen may ask for a rating, once an evening."""
    mouse: bool = True
    keys: Mapping[str, str] = field(default_factory=dict)
    """Own keys by binding id, several separated by commas."""
    last: Mapping[str, Any] = field(default_factory=dict)
    """Last cast and options by game."""
    unknown: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the file that this version does not know; written back."""


_TYPES: dict[str, type | tuple[type, ...]] = {
    "theme": str,
    "name": str,
    "ascii": bool,
    "marks": bool,
    "animations": bool,
    "pace": (int, float),
    "rating": bool,
    "mouse": bool,
    "keys": dict,
    "last": dict,
}


def parse_toml(path: Path, limit: int = MAX_SETTINGS) -> dict[str, Any]:
    """The values of a TOML file; raises BadFile with file, line and reason.

    Size and dots a line are capped before parsing, because deep keys take seconds and gigabytes.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path}: can't be read ({error.strerror})") from None
    if len(raw) > limit:
        raise BadFile(f"{path}: {len(raw)} bytes; at most {limit} are allowed")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: byte {error.start} is not UTF-8") from None
    for number, line in enumerate(text.splitlines(), 1):
        if _bare_dots(line) > MAX_DOTS:
            raise BadFile(f"{path}: line {number} has more than {MAX_DOTS} dots outside quotes")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise BadFile(f"{path}: {error}") from None


def _bare_dots(line: str) -> int:
    quote, dots = "", 0
    for c in line:
        if quote:
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c == "#":
            break
        dots += c == "."
    return dots


def read_settings(paths: Paths) -> tuple[Settings, list[str]]:
    """The settings and what was wrong with the file, a sentence each; never raises.

    A file that can't be parsed gives the defaults; a value of the wrong type its own default.
    """
    path = paths.settings_file
    if not path.exists():
        return Settings(), []
    try:
        values = parse_toml(path)
    except BadFile as error:
        return Settings(), [f"{error}. Defaults are used; the file is left as it is."]
    good: dict[str, Any] = {}
    unknown: dict[str, Any] = {}
    faults = []
    for key, value in values.items():
        kind = _TYPES.get(key)
        if kind is None:
            unknown[key] = value
        elif not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            faults.append(f"{path}: {key} can't be {value!r}; its default is used.")
        else:
            good[key] = value
    return Settings(**good, unknown=unknown), faults


def write_settings(paths: Paths, settings: Settings) -> None:
    """Save the settings; raises BadFile if the file there can't be parsed or the disk refuses."""
    import tomli_w  # noqa: PLC0415  (only needed to write)

    path = paths.settings_file
    if path.exists():
        parse_toml(path)
    values = {key: getattr(settings, key) for key in _TYPES}
    default = Settings()
    kept = {k: v for k, v in values.items() if v != getattr(default, k)}
    try:
        paths.config.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.exists():
            path.with_suffix(".toml.bak").write_bytes(path.read_bytes())
        write_atomically(path, tomli_w.dumps({**settings.unknown, **kept}))
    except OSError as error:
        raise BadFile(f"{path}: settings can't be saved ({error.strerror})") from None


def write_log(paths: Paths, name: str, text: str) -> Path:
    """Put a text beside the other logs and give its path; raises BadFile if the disk refuses."""
    path = paths.logs / name
    try:
        paths.logs.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, text)
    except OSError as error:
        raise BadFile(f"{path}: can't be written ({error.strerror})") from None
    return path


def write_atomically(path: Path, text: str | Iterable[str]) -> None:
    """Put a text, or its parts one by one, in a file so that a crash leaves the old or the new one."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines([text] if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
