"""Personas: who a player is, and the list of personas for games whose bots differ from seat to seat.

The shipped personas are the characters that bots can be, in all games: who they are, how they look, and what
they say now and then. A level says how well a bot plays; a character doesn't.

The user may have a `personas.toml` in the config folder. Its personas come after the shipped ones, each as a
table under its name. A persona that can't be used is reported in a sentence and left out.

Law: a change of the user's file leaves unusable entries unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from tui_arena.config import BadFile, parse_toml
from tui_arena.config.files import rewrite_toml, saved_toml
from tui_arena.core.language.sentences import capital
from tui_arena.core.session import INTERESTS, KEYS, PART_CHARS, known_fields
from tui_arena.core.text import clean, one_line
from tui_arena.data.files import GAMES

FILE = "personas.toml"
NAME_CHARS = 40
AGES = (1, 120)
NONE, DRAWN = "none", "drawn"
"""Words that are allowed instead of a persona's name: no persona, or a shipped one drawn by the seed."""


@dataclass(frozen=True, slots=True)
class Persona:
    """A persona that a seat can have."""

    name: str
    """The persona's name in the list."""
    profession: str = ""
    age: int | None = None
    culture: str = ""
    interests: tuple[str, ...] = ()
    """The topics that it knows well; bots understand the topics of the lexicon."""
    own: bool = False
    """True if it is the user's own."""

    @property
    def values(self) -> dict[str, Any]:
        """The persona in the form of a set-up (see `save/README.md`); empty values are left out."""
        said = {"profession": self.profession, "age": self.age, "culture": self.culture}
        return {**{key: value for key, value in said.items() if value}, "interests": list(self.interests)}


def knows(persona: Persona) -> str:
    """What a persona knows about, in a sentence with its name at the table; empty if it has no interests.

    >>> knows(Persona("the diver", interests=("sea", "sport")))
    'The diver knows the sea and sport.'
    """
    one = characters().get(persona.name)
    name = one.first_name if one is not None and one.persona == persona else capital(persona.name)
    fields = known_fields(persona.values)
    return f"{name} knows {fields}." if fields else ""


Tables = dict[str, Any]
"""The user's file: maps all names to tables, usable or not."""


def shelf(shipped: Iterable[Persona], user: Path | None) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
    """The shipped personas with the user's, and a sentence for each persona that was left out.

    A user's persona replaces a shipped persona of the same name.
    """
    found = {one.name: one for one in shipped}
    faults: list[str] = []
    mine = user / FILE if user else None
    try:
        tables = saved_toml(mine) if mine else {}
    except BadFile as error:
        return tuple(found.values()), (str(error),)
    for name, values in tables.items():
        try:
            one = persona_of(name, values, own=True)
        except BadFile as error:
            faults.append(f"{mine}: {error}; it's skipped")
        else:
            found[one.name] = one
    return tuple(found.values()), tuple(faults)


def persona_of(name: str, values: Any, *, own: bool = False) -> Persona:
    """The persona in a table; raises BadFile with the fault."""
    title = _title(name)
    if not title or not isinstance(values, Mapping):
        raise BadFile(f"{title or 'a persona without a name'}: a persona must be a table with a name")
    if title in (NONE, DRAWN):
        raise BadFile(f"{title}: that word means something else; give the persona another name")
    unknown = set(values) - set(KEYS)
    if unknown:
        raise BadFile(
            f"{title}: there is no key {one_line(min(unknown), 24)!r}; the keys are {', '.join(KEYS)}"
        )
    interests, age = values.get("interests", []), values.get("age")
    if not isinstance(interests, list | tuple) or not all(isinstance(one, str) for one in interests):
        raise BadFile(f"{title}: interests must be a list of words")
    if len(interests) > INTERESTS:
        raise BadFile(f"{title}: at most {INTERESTS} interests are allowed")
    if age is not None and (
        isinstance(age, bool) or not isinstance(age, int) or not AGES[0] <= age <= AGES[1]
    ):
        raise BadFile(f"{title}: age must be a whole number, {AGES[0]} to {AGES[1]}")
    texts = {key: values.get(key, "") for key in ("profession", "culture")}
    for key, text in texts.items():
        if not isinstance(text, str) or len(text) > PART_CHARS:
            raise BadFile(f"{title}: {key} must be a text of at most {PART_CHARS} characters")
    named = tuple(
        dict.fromkeys(filter(None, (one_line(clean(one), PART_CHARS).lower() for one in interests)))
    )
    return Persona(
        title,
        one_line(clean(texts["profession"])),
        age,
        one_line(clean(texts["culture"])),
        named,
        own,
    )


def _title(name: str) -> str:
    return one_line(clean(name), NAME_CHARS)


def write_personas(user: Path, change: Callable[[Tables], Tables]) -> None:
    """Change the user's personas and save them; raises BadFile if the present file isn't valid TOML.

    The file is read again before the change, and the old file is kept (see `rewrite_toml`). Tables that can't
    be used are kept, too.
    """
    path = user / FILE

    def changed() -> Tables:
        try:
            tables = saved_toml(path)
        except BadFile as error:
            raise BadFile(f"{error}. Fix it first; nothing was changed") from None
        return change(tables)

    rewrite_toml(path, "personas", changed)


def with_persona(persona: Persona, old: str | None = None) -> Callable[[Tables], Tables]:
    """The change that puts a persona in the place of `old`, or at the end without `old`.

    Another persona of the same name is removed.
    """

    def change(tables: Tables) -> Tables:
        titles = [_title(name) for name in tables]
        place = titles.index(old) if old in titles else len(titles)
        kept = [(n, v) for n, v in tables.items() if _title(n) not in (old, persona.name)]
        place = min(place, len(kept))
        return dict([*kept[:place], (persona.name, persona.values), *kept[place:]])

    return change


def without_persona(name: str) -> Callable[[Tables], Tables]:
    """The change that removes a persona."""
    return lambda tables: {n: v for n, v in tables.items() if _title(n) != name}


CHARACTERS = GAMES / "characters.toml"
Moment = Literal["begins", "slow", "last", "won", "lost"]
"""When a character says a line: as the game begins, after a person thought for a long time, as the last turn
begins, or after the game is won or lost."""
MOMENTS: tuple[Moment, ...] = ("begins", "slow", "last", "won", "lost")


@dataclass(frozen=True, slots=True)
class Character:
    """A character that a bot can be."""

    persona: Persona
    """The character's persona. Its name is the character's id, such as `the museum guard`."""
    first_name: str
    speech: str
    """The way of speaking, in one word."""
    face: str
    """The face in six characters."""
    lines: Mapping[Moment, tuple[str, ...]]
    """Maps a moment to the lines that it says."""

    @property
    def name(self) -> str:
        """The name at the table: `Edith, museum guard`."""
        return f"{self.first_name}, {self.persona.profession}"


@lru_cache(maxsize=1)
def characters() -> Mapping[str, Character]:
    """All characters by id."""
    return {name: _character(name, values) for name, values in parse_toml(CHARACTERS).items()}


def _character(name: str, values: Mapping[str, Any]) -> Character:
    rest = dict(values)
    lines: dict[Moment, tuple[str, ...]] = {moment: tuple(rest.pop(moment)) for moment in MOMENTS}
    first_name, speech, face = (str(rest.pop(key)) for key in ("name", "speech", "face"))
    return Character(persona_of(name, rest), first_name, speech, face, lines)
