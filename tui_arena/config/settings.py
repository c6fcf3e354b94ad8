"""The user's settings: `settings.toml` in the config folder.

A broken file is reported. A write keeps the old file as `.bak`.

Law: a broken settings file is never overwritten, and unknown keys are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tui_arena.config.files import BadFile, Paths, Rule, number, rewrite_toml, saved_toml, whole
from tui_arena.core.text import one_line

NAME_CHARS = 40
CASTERS = ("off", "quiet", "lively")
"""How much the caster may say."""
SLOWEST = 8.0
"""The maximum number of seconds between two moves when the user watches bots."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's choices; every field has a default that works."""

    theme: str = "arena-dark"
    name: str = "You"
    """The name of the person at the keyboard in new sessions."""
    ascii: bool = False
    """Draw with ASCII characters only."""
    marks: bool = True
    """Show a sign in addition to each tile's colour."""
    animations: bool = True
    pace: float = 1.0
    """Seconds between moves when the user watches bots, 0 to `SLOWEST`."""
    comments: bool = True
    """True if the bots' characters comment on the game now and then."""
    caster: str = "quiet"
    """How much the caster says beside the board: `off`, `quiet` or `lively`."""
    caster_model: str = ""
    """The configured model that speaks in the caster's place; empty: the app's own lines."""
    bots_mind: str = ""
    """The configured model that the app's bots think with if their rules don't know an answer; empty: none."""
    mind_told: str = ""
    """The model of `bots_mind` that the app has already explained to the user; the app itself sets this."""
    rating: bool = True
    """True if the result screen may ask for a rating, once a party."""
    mouse: bool = True
    bell: bool = False
    """Ring when a slow model has answered."""
    sound: bool = False
    """Play short tones at a turn, a reveal and a win."""
    all_figures: bool = False
    """True if stats begin with every figure and its interval; False: with a first page in plain words."""
    budget_usd: float = 0.0
    """The USD that the models of one session may cost before the session pauses; 0: no limit."""
    budget_tokens: int = 0
    """The tokens that the models of one session may use before the session pauses; 0: no limit."""
    limit_day_usd: float = 0.0
    """The USD that all models may cost on one day, wherever they are asked; 0: no limit."""
    limit_usd: float = 0.0
    """The USD that all models may ever cost; 0: no limit."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The user's own keys, by binding id; several keys are separated by commas."""
    last: Mapping[str, Any] = field(default_factory=dict)
    """The last cast and options of each game."""
    unknown: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the file that this version does not know; they are written back."""


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(one_line(value[:1000]))


_FLAG: Rule = (lambda value: isinstance(value, bool), "true or false")
_TABLE: Rule = (lambda value: isinstance(value, dict), "a table")
_KNOWN: dict[str, Rule] = {
    "theme": (_is_text, "a theme's name in quotes"),
    "name": (_is_text, "a name in quotes"),
    "ascii": _FLAG,
    "marks": _FLAG,
    "animations": _FLAG,
    "pace": (number(0, SLOWEST), f"seconds, 0 to {SLOWEST:g}"),
    "comments": _FLAG,
    "caster": (lambda value: value in CASTERS, "off, quiet or lively"),
    "caster_model": (lambda value: isinstance(value, str), "a model's name in quotes"),
    "bots_mind": (lambda value: isinstance(value, str), "a model's name in quotes"),
    "mind_told": (lambda value: isinstance(value, str), "a model's name in quotes"),
    "rating": _FLAG,
    "mouse": _FLAG,
    "bell": _FLAG,
    "sound": _FLAG,
    "all_figures": _FLAG,
    "budget_usd": (number(0, 1e12), "dollars, 0 for no limit"),
    "budget_tokens": (whole(0, 1e12), "a whole number of tokens, 0 for no limit"),
    "limit_day_usd": (number(0, 1e12), "dollars, 0 for no limit"),
    "limit_usd": (number(0, 1e12), "dollars, 0 for no limit"),
    "keys": _TABLE,
    "last": _TABLE,
}
"""Maps each setting of the file to the rule for its value. Any other setting is neither read nor saved."""


def read_settings(paths: Paths) -> tuple[Settings, list[str]]:
    """The settings, and one sentence for each fault of the file; never raises.

    If the file can't be parsed, all settings have their defaults. An invalid value is replaced by the
    setting's default.
    """
    path = paths.settings_file
    try:
        values = saved_toml(path)
    except BadFile as error:
        return Settings(), [f"{error}. The defaults are used; the file isn't changed."]
    good: dict[str, Any] = {}
    unknown: dict[str, Any] = {}
    faults = []
    for key, value in values.items():
        if key not in _KNOWN:
            unknown[key] = value
            continue
        is_good, allowed = _KNOWN[key]
        if is_good(value):
            good[key] = one_line(value, NAME_CHARS) if key == "name" else value
        else:
            shown = one_line(repr(value), 60)
            faults.append(f"{path}: {key} can't be {shown}; allowed: {allowed}. Its default is used.")
    return Settings(**good, unknown=unknown), faults


def write_settings(paths: Paths, settings: Settings) -> None:
    """Save the settings; raises BadFile if the present file can't be parsed or the write fails."""
    default, values = Settings(), {key: getattr(settings, key) for key in _KNOWN}
    kept = {k: v for k, v in values.items() if v != getattr(default, k)}

    def changed() -> Mapping[str, Any]:
        saved_toml(paths.settings_file)
        return {**settings.unknown, **kept}

    rewrite_toml(paths.settings_file, "settings", changed)
