"""Folders, settings, and small files, which are read and written here.

A broken file is reported in a sentence and never overwritten. Every write is atomic.
"""

from typing import TYPE_CHECKING

from tui_arena.core.lazy import loading

if TYPE_CHECKING:
    from tui_arena.config.files import (
        HOME_VARIABLE,
        MAX_TOML,
        BadFile,
        Paths,
        expanded,
        parse_toml,
        read_limited,
        write_atomically,
        write_own,
    )
    from tui_arena.config.keys import KEY_VARIABLES, key_of, keys_found, source_of
    from tui_arena.config.models import (
        Limit,
        ModelBook,
        ModelEntry,
        checked,
        read_models,
        with_entry,
        with_keyring,
        without,
        write_models,
    )
    from tui_arena.config.redaction import hide, keyless, looks_like_key, redact
    from tui_arena.config.settings import Settings, read_settings, write_settings

__all__ = [
    "HOME_VARIABLE",
    "KEY_VARIABLES",
    "MAX_TOML",
    "BadFile",
    "Limit",
    "ModelBook",
    "ModelEntry",
    "Paths",
    "Settings",
    "checked",
    "expanded",
    "hide",
    "key_of",
    "keyless",
    "keys_found",
    "looks_like_key",
    "parse_toml",
    "read_limited",
    "read_models",
    "read_settings",
    "redact",
    "source_of",
    "with_entry",
    "with_keyring",
    "without",
    "write_atomically",
    "write_models",
    "write_own",
    "write_settings",
]

if not TYPE_CHECKING:
    __getattr__ = loading(__name__, __all__, "files", "settings", "redaction", "keys", "models")
