"""The folders of the user's files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tui_arena.config.files import expanded

HOME_VARIABLE = "TUI_ARENA_HOME"


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders and files where this program keeps the user's data."""

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
        """The folder for files that the app exports from a screen."""
        return self.data / "exports"

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.toml"

    @property
    def models_file(self) -> Path:
        return self.config / "models.toml"

    @classmethod
    def find(cls, home: str | Path | None = None) -> Paths:
        """The user's folders; `home` (or the variable TUI_ARENA_HOME) puts them all into one folder.

        Raises BadFile if its path is invalid.
        """
        chosen = home or os.environ.get(HOME_VARIABLE)
        if chosen:
            base = expanded(chosen)
            return cls(base, base / "config", base / "logs")
        import platformdirs  # noqa: PLC0415  (only needed without a chosen home)

        dirs = platformdirs.PlatformDirs("tui-arena", appauthor=False)
        return cls(dirs.user_data_path, dirs.user_config_path, dirs.user_log_path)
