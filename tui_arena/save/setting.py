"""The setting that a session was played under, and its condition; figures are counted by condition.

The save file contains each setting once, under its digest.

Law:
- Setting and condition depend only on the game's manifest and the set-up.
- Two conditions of a game have different names.
- Rows of settings are added and never removed, so every digest in the file can be looked up.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from tui_arena.core.blind import UNSIGNED
from tui_arena.core.game import Setup, deck_base
from tui_arena.core.language.sentences import listed
from tui_arena.core.options import Option, before_choices, defaults_for
from tui_arena.core.text import one_line
from tui_arena.data import DECK, GameInfo
from tui_arena.save.codec import decode_object, sound
from tui_arena.save.errors import deriving

NAME_CHARS = 80
ASSISTED = "assisted"
"""The key for help with forms: in a seat, True if its model has it; in a set-up and in a condition, the groups
of seats that have it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of a session: its deck and every option that isn't at its default."""

    variant: str
    """The value of the game's first option in `rows`, then the values of its other `rows` that aren't at
    their default; for charts, filters and lists (see `stats/README.md`)."""
    options: str
    """The whole setting as JSON with sorted keys: `{"deck": "things", "noise": 0.2}`. The deck is `own` if a
    seat gave the secret. Empty for a session that no figure counts: unreadable, or with hidden players."""
    condition: str
    """The part of `options` that forms the condition, also as JSON; each condition has figures of its own."""
    name: str
    """The condition's name for people, such as `things, noise 0.2`."""
    game: str = ""

    @property
    def digest(self) -> str:
        """The setting's key in the save file."""
        return digest_of(self.game, self.options)

    @property
    def condition_digest(self) -> str:
        """The digest of the setting's condition in the save file."""
        return digest_of(self.game, self.condition)


UNREAD_SETTING = Setting("", "", "", "")
"""The setting of a session that can't be read."""


def uncounted(setting: Setting) -> Setting:
    """The setting of a session that no figure counts while its players are hidden."""
    return Setting(setting.variant, "", "", "")


def digest_of(game: str, text: str) -> str:
    """Maps a game and the JSON of its options to twelve hexadecimal digits; empty for an empty text."""
    return blake2b(f"{game}\n{text}".encode(), digest_size=6).hexdigest() if text else ""


def setting_of(info: GameInfo, setup: Setup) -> Setting:
    """The setting of a set-up.

    - A value that the deck sets for an option isn't part of it.
    - An option that has no effect given the other options isn't part of it.
    - An option that the set-up doesn't name has the value that its `before` gives, if there is one.
    """
    options = info.options
    given = before_choices(options) | dict(setup.options)
    defaults = defaults_for(options, given)
    values = {DECK: deck_name(setup.deck) or OWN_DECK, **{n: given.get(n, d) for n, d in defaults.items()}}
    brought = setup.source.options if setup.source else {}
    off = {
        name: values[name]
        for name, default in defaults.items()
        if values[name] != default
        and values[name] != brought.get(name, default)
        and (name not in options or options[name].counts(values))
    }
    if helped := helped_groups(setup.extra.get(ASSISTED)):
        off[ASSISTED] = helped
    if setup.extra.get(UNSIGNED) is True:
        off[UNSIGNED] = True
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


def helped_groups(value: object) -> list[str]:
    """The groups of seats in a set-up whose models have help with forms; a file may hold any value."""
    names = value if isinstance(value, list | tuple) else ()
    return sorted({one_line(name, 40) for name in names if isinstance(name, str) and name.strip()})


OWN_DECK = "own"
"""The name that is used instead of a deck's name if a seat gave the secret."""


def is_apart(option: Option) -> bool:
    """True if sessions with different values of an option are counted separately."""
    return option.condition and not option.deals


def _canonical(values: Mapping[str, Any]) -> str:
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def condition_name(
    info: GameInfo, values: Mapping[str, Any], apart: Mapping[str, Any], without: str = ""
) -> str:
    """A condition's name for people: the choice made on the home screen, a preset, and options that differ.

    `values`: the deck and every option; `apart`: the condition's options, which aren't at their default;
    `without`: an option that the name leaves out. The name contains the preset that leaves the fewest options
    to be named. If there is nothing to name, the name is `party`, the preset of the defaults.
    """
    helped = apart.get(ASSISTED, ())
    unsigned = UNSIGNED in apart
    apart = {name: value for name, value in apart.items() if name not in (ASSISTED, UNSIGNED)}
    head = [info.offers] if info.offers and info.offers != without else []
    told = [one_line(str(values[name]), NAME_CHARS) for name in head]
    usual = OWN_DECK if info.dealt == "when_named" or info.deck is None else info.deck
    if head != [DECK] and values[DECK] != usual:
        told.append("own secret" if values[DECK] == OWN_DECK else f"deck {values[DECK]}")
    rests = {"": apart, **{name: _off_preset(info, name, values, apart) for name in info.presets}}
    left = {preset: [name for name in rest if name not in (*head, without)] for preset, rest in rests.items()}
    preset = min(left, key=lambda name: (len(left[name]) + bool(name), bool(name)))
    told += [preset] if preset else []
    told += [_option_text(info, name, rests[preset][name]) for name in left[preset]]
    told += [f"assisted {listed(helped)}"] if helped else []
    told += [UNSIGNED] if unsigned else []
    return ", ".join(told) or "party"


def _off_preset(
    info: GameInfo, preset: str, values: Mapping[str, Any], apart: Mapping[str, Any]
) -> dict[str, Any]:
    """The options of a condition whose values differ from those of a preset."""
    base = {
        name: info.options[name].completed(value, info.options[name].default)
        for name, value in info.presets[preset].items()
        if is_apart(info.options[name]) and info.options[name].counts(values)
    }
    off = {name: values[name] for name, value in base.items() if values[name] != value}
    return {**off, **{name: value for name, value in apart.items() if name not in base}}


def _option_text(info: GameInfo, name: str, value: Any) -> str:
    """An option and its value in a few words: `noise 0.2`, `hard mode`, `no takebacks`, `3 guessers`."""
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


def condition_without(info: GameInfo, options: Mapping[str, Any], name: str) -> tuple[str, str]:
    """A condition without one of its options: a text that identifies it, and its name for people.

    `options`: the deck and every option that isn't at its default, as in a setting.
    """
    rest = {n: value for n, value in options.items() if n != name}
    apart = {n: v for n, v in rest.items() if n not in info.options or is_apart(info.options[n])}
    values = {**defaults_for(info.options, rest), **rest}
    named = {n: v for n, v in apart.items() if n != DECK}
    return _canonical(apart), condition_name(info, values, named, without=name)


def deck_name(deck: str | None) -> str | None:
    """A deck's name without its number and digest; None if there is no deck.

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
    """A setting as it is saved in the save file."""

    digest: str
    variant: str
    condition: str
    """The digest of the setting's condition."""
    name: str
    """The condition's name for people; no other condition of the game has the same name."""
    options: Mapping[str, Any]
    """The deck and every option that isn't at its default."""


def note_setting(db: sqlite3.Connection, game: str, setting: Setting) -> None:
    """Add a setting within the open transaction, unless the file has it already."""
    if not setting.options:
        return
    here = "SELECT 1 FROM setting WHERE game = ? AND digest = ?"
    if db.execute(here, (game, setting.digest)).fetchone() is not None:
        return
    condition, name = setting.condition_digest, setting.name
    taken = "SELECT 1 FROM setting WHERE game = ? AND name = ? AND condition <> ?"
    if db.execute(taken, (game, name, condition)).fetchone() is not None:
        name = f"{name} ({condition[:4]})"  # a user's deck may have the name of an option
    row = (game, setting.digest, setting.variant, condition, name, setting.options)
    db.execute("INSERT INTO setting VALUES (?, ?, ?, ?, ?, ?)", row)


def settings(db: sqlite3.Connection, game: str = "") -> dict[str, Kept]:
    """Maps digests to the settings of a game, or of all games if `game` is empty."""
    where, values = ("WHERE game = ?", (game,)) if game else ("", ())
    found = {}
    with deriving():
        for row in db.execute(
            f"SELECT digest, variant, condition, name, options FROM setting {where} ORDER BY game, name, digest",
            values,
        ):
            sound(*row)
            digest, variant, condition, name, options = row
            if not options.isascii():  # a deck's name may be in any script
                options = json.dumps(json.loads(options))
            found[digest] = Kept(digest, variant, condition, name, decode_object(options))
    return found
