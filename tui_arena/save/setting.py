"""The setting that a session was played under, and the condition by which its figures are counted apart.

The save file holds each setting once, by its digest.

Law: both are functions of the game's manifest and the set-up alone. Two conditions of a game have two names. Rows of
settings are added and never removed, so a digest that stands anywhere in the file is explained there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from tui_arena.core.game import Setup, deck_base
from tui_arena.core.options import Option, before_choices, defaults_beside
from tui_arena.core.text import one_line
from tui_arena.data import DECK, GameInfo
from tui_arena.save.codec import decode_object, sound
from tui_arena.save.errors import deriving

NAME_CHARS = 80


@dataclass(frozen=True, slots=True)
class Setting:
    """What a session was played under: its deck and every option that is not at its default."""

    variant: str
    """The value of the game's first option in `rows`, and of the others that are off their default; for charts, filters
    and lists (see `stats/README.md`)."""
    options: str
    """All of it as JSON with sorted keys: `{"deck": "things", "noise": 0.2}`. The deck is `own` if a seat gave the
    secret. It is empty for a session that is in no figures, because it can't be read or its players are hidden."""
    condition: str
    """The part of `options` by which figures are counted apart, likewise as JSON."""
    name: str
    """The condition for people, such as `things, noise 0.2`."""
    game: str = ""

    @property
    def digest(self) -> str:
        """The name under which the save file holds it."""
        return digest_of(self.game, self.options)

    @property
    def condition_digest(self) -> str:
        """The name under which the save file holds its condition."""
        return digest_of(self.game, self.condition)


UNREAD_SETTING = Setting("", "", "", "")
"""The setting of a session that can't be read."""


def uncounted(setting: Setting) -> Setting:
    """The setting of a session that is in no figures while its players are hidden."""
    return Setting(setting.variant, "", "", "")


def digest_of(game: str, text: str) -> str:
    """Twelve hexadecimal digits for the options of a game; none for an empty text."""
    return blake2b(f"{game}\n{text}".encode(), digest_size=6).hexdigest() if text else ""


def setting_of(info: GameInfo, setup: Setup) -> Setting:
    """The setting of a set-up.

    Not in it are a value that the deck brings for an option, and an option that means nothing beside the others.
    An option that the set-up does not name counts as what it meant `before` there was a choice.
    """
    options = info.options
    given = before_choices(options) | dict(setup.options)
    defaults = defaults_beside(options, given)
    values = {DECK: deck_name(setup.deck) or OWN_DECK, **{n: given.get(n, d) for n, d in defaults.items()}}
    brought = setup.source.options if setup.source else {}
    off = {
        name: values[name]
        for name, default in defaults.items()
        if values[name] != default
        and values[name] != brought.get(name, default)
        and (name not in options or options[name].counts(values))
    }
    apart = {n: v for n, v in off.items() if n not in options or is_apart(options[n])}
    nouns = {name: option.noun for name, option in options.items()}
    shown = [*info.rows[:1], *(name for name in info.rows[1:] if name in apart)]
    named = [f"{values[name]} {nouns.get(name, '')}".strip() for name in shown]
    return Setting(
        variant=one_line(" ".join(named) or info.id, 40),
        options=_canonical({DECK: values[DECK], **off}),
        condition=_canonical({DECK: values[DECK], **apart}),
        name=condition_name(info, values, apart),
        game=info.id,
    )


OWN_DECK = "own"
"""What stands for the deck where a seat gave the secret."""


def is_apart(option: Option) -> bool:
    """Whether sessions with another value of an option are counted apart."""
    return option.condition and not option.deals


def _canonical(values: Mapping[str, Any]) -> str:
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def condition_name(
    info: GameInfo, values: Mapping[str, Any], apart: Mapping[str, Any], without: str = ""
) -> str:
    """A condition for people: what home lets one choose, a preset, and what is otherwise than these say.

    `values`: the deck and every option; `apart`: those off their default by which figures are counted apart; `without`:
    an option that is not told. It is `party`, the preset of the defaults, if there is nothing else to say. Of the presets
    the one is named that leaves the least to be said.
    """
    head = [info.offers] if info.offers and info.offers != without else []
    told = [one_line(str(values[name]), NAME_CHARS) for name in head]
    usual = OWN_DECK if info.dealt == "when_named" or info.deck is None else info.deck
    if head != [DECK] and values[DECK] != usual:
        told.append("own secret" if values[DECK] == OWN_DECK else f"deck {values[DECK]}")
    rests = {"": apart, **{name: _beside_preset(info, name, values, apart) for name in info.presets}}
    left = {preset: [name for name in rest if name not in (*head, without)] for preset, rest in rests.items()}
    preset = min(left, key=lambda name: (len(left[name]) + bool(name), bool(name)))
    told += [preset] if preset else []
    told += [_option_told(info, name, rests[preset][name]) for name in left[preset]]
    return ", ".join(told) or "party"


def _beside_preset(
    info: GameInfo, preset: str, values: Mapping[str, Any], apart: Mapping[str, Any]
) -> dict[str, Any]:
    """The options that are otherwise than a preset has them, of those by which figures are counted apart."""
    base = {
        name: info.options[name].completed(value, info.options[name].default)
        for name, value in info.presets[preset].items()
        if is_apart(info.options[name]) and info.options[name].counts(values)
    }
    off = {name: values[name] for name, value in base.items() if values[name] != value}
    return {**off, **{name: value for name, value in apart.items() if name not in base}}


def _option_told(info: GameInfo, name: str, value: Any) -> str:
    """An option with its value in a few words, such as `noise 0.2`, `hard mode`, `no takebacks`, `3 guessers`."""
    option = info.options[name]
    label = option.label or name
    if option.type == "flag":
        return label if value else f"no {label}"
    if isinstance(value, Mapping):
        each = dict.fromkeys(map(str, value.values()))
        several = "/".join(f"{seat} {n}" for seat, n in value.items())
        return f"{label} {next(iter(each))}" if len(each) == 1 else f"{label} {several}"
    said = "none" if value is None else one_line(str(value), NAME_CHARS)
    return f"{said} {option.noun}" if option.noun else f"{label} {said}"


def condition_beside(info: GameInfo, options: Mapping[str, Any], name: str) -> tuple[str, str]:
    """A condition without one of its options: a text that tells it from others, and its name for people.

    `options`: the deck and every option off its default, as a setting has them.
    """
    rest = {n: value for n, value in options.items() if n != name}
    apart = {n: v for n, v in rest.items() if n not in info.options or is_apart(info.options[n])}
    values = {**defaults_beside(info.options, rest), **rest}
    named = {n: v for n, v in apart.items() if n != DECK}
    return _canonical(apart), condition_name(info, values, named, without=name)


def deck_name(deck: str | None) -> str | None:
    """A deck's name without number or digest.

    >>> deck_name("wordle-1"), deck_name("mine-2@0123456789ab")
    ('wordle', 'mine-2')
    """
    return None if deck is None else one_line(deck_base(deck), NAME_CHARS)


# in the save file

SETTING_TABLE = """
CREATE TABLE IF NOT EXISTS setting (
  game TEXT NOT NULL, digest TEXT NOT NULL,
  variant TEXT NOT NULL, condition TEXT NOT NULL, name TEXT NOT NULL, options TEXT NOT NULL,
  PRIMARY KEY (game, digest)
) STRICT, WITHOUT ROWID"""


@dataclass(frozen=True, slots=True)
class Kept:
    """A setting as the save file holds it."""

    digest: str
    variant: str
    condition: str
    """The digest of its condition."""
    name: str
    """The condition for people; no other condition of the game has it."""
    options: Mapping[str, Any]
    """The deck and every option off its default."""


def note_setting(db: sqlite3.Connection, game: str, setting: Setting) -> None:
    """Add a setting within the open transaction, unless it is there."""
    if not setting.options:
        return
    here = "SELECT 1 FROM setting WHERE game = ? AND digest = ?"
    if db.execute(here, (game, setting.digest)).fetchone() is not None:
        return
    condition, name = setting.condition_digest, setting.name
    taken = "SELECT 1 FROM setting WHERE game = ? AND name = ? AND condition <> ?"
    if db.execute(taken, (game, name, condition)).fetchone() is not None:
        name = f"{name} ({condition[:4]})"  # a user's deck may be called like an option
    row = (game, setting.digest, setting.variant, condition, name, setting.options)
    db.execute("INSERT INTO setting VALUES (?, ?, ?, ?, ?, ?)", row)


def settings(db: sqlite3.Connection, game: str = "") -> dict[str, Kept]:
    """The settings of a game by digest; empty: of all games. A file of an older version, opened read-only, has none."""
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'setting'").fetchone() is None:
        return {}
    where, values = ("WHERE game = ?", (game,)) if game else ("", ())
    found = {}
    with deriving():
        for row in db.execute(
            f"SELECT digest, variant, condition, name, options FROM setting {where} ORDER BY game, name, digest",
            values,
        ):
            sound(*row)
            digest, variant, condition, name, options = row
            found[digest] = Kept(digest, variant, condition, name, decode_object(options))
    return found
