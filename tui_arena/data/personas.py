"""The shelf of ready personas: who a seat can be in a game of minds that differ.

Law: a game may have a `personas.toml` in its folder; the user's own of that name, in the folder of the
settings, stand behind its. A persona is a table by its name; one that can't be used is named in a
sentence and left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.text import clean, one_line

FILE = "personas.toml"
NAME_CHARS, PART_CHARS, INTERESTS = 40, 60, 8
AGES = (1, 120)


@dataclass(frozen=True, slots=True)
class Persona:
    """Who a seat can be."""

    name: str
    """How it is called on the shelf."""
    profession: str = ""
    age: int | None = None
    culture: str = ""
    interests: tuple[str, ...] = ()
    """What it knows well; topics of the lexicon mean something to bots."""
    own: bool = False
    """Whether it is the user's."""

    @property
    def values(self) -> dict[str, Any]:
        """As a set-up holds it (contract.md section 1, `personas`); what is not said is left out."""
        said = {"profession": self.profession, "age": self.age, "culture": self.culture}
        return {**{key: value for key, value in said.items() if value}, "interests": list(self.interests)}


def shelf(folder: Path, user: Path | None) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
    """The personas of a game's folder and the user's, and a sentence for each that was left out.

    One of the user's takes the place of a shipped one of its name. Raises BadFile where the game's own
    file can't be read.
    """
    found: dict[str, Persona] = {}
    faults: list[str] = []
    shipped, mine = folder / FILE, user / FILE if user else None
    if shipped.is_file():
        for name, values in parse_toml(shipped).items():
            found[name] = persona_of(name, values)
    if mine is not None and mine.is_file():
        try:
            tables = parse_toml(mine)
        except BadFile as error:
            return tuple(found.values()), (str(error),)
        for name, values in tables.items():
            try:
                one = persona_of(name, values, own=True)
            except BadFile as error:
                faults.append(f"{mine}: {error}; it is left out")
            else:
                found[one.name] = one
    return tuple(found.values()), tuple(faults)


def persona_of(name: str, values: Any, *, own: bool = False) -> Persona:
    """The persona of a table; raises BadFile with what is wrong."""
    title = one_line(clean(name), NAME_CHARS)
    if not title or not isinstance(values, Mapping):
        raise BadFile(f"{title or 'a persona without a name'}: a persona is a table with a name")
    unknown = set(values) - {"profession", "age", "culture", "interests"}
    if unknown:
        raise BadFile(
            f"{title}: no key {one_line(min(unknown), 24)!r}; keys are profession, age, culture, interests"
        )
    interests, age = values.get("interests", []), values.get("age")
    if not isinstance(interests, list | tuple) or not all(isinstance(one, str) for one in interests):
        raise BadFile(f"{title}: interests must be a list of words")
    if len(interests) > INTERESTS:
        raise BadFile(f"{title}: at most {INTERESTS} interests")
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
