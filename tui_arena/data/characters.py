"""The characters that bots can be, in all games: who they are, how they look, and what they say now and then.

A level says how well a bot plays; a character does not. The shipped personas are those of the characters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from tui_arena.config import parse_toml
from tui_arena.data.files import GAMES
from tui_arena.data.personas import Persona, persona_of

CHARACTERS = GAMES / "characters.toml"
Moment = Literal["begins", "turn", "won", "lost"]
"""When a character says a line: as the game begins, now and then, or after it is won or lost."""
MOMENTS: tuple[Moment, ...] = ("begins", "turn", "won", "lost")


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody that a bot can be."""

    persona: Persona
    """Its name is the character's id, such as `the museum guard`."""
    first_name: str
    speech: str
    """The way of speaking, in one word."""
    face: str
    """Six characters."""
    lines: Mapping[Moment, tuple[str, ...]]
    """What it says, by moment."""

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
