"""Who a seat is: profession, age, culture, interests (contract.md section 1, `personas`).

Law: a persona is plain values of a set-up, kept short and on one line; it is data wherever it is shown.
The shelf of `data.personas` holds what it lets in to the same limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tui_arena.core.text import one_line

KEYS = ("profession", "age", "culture", "interests")
PART_CHARS = 60
"""Characters of one part that are shown."""
INTERESTS = 8
"""Interests of one persona, at most."""


def check_personas(personas: Any, seats: Iterable[str]) -> None:
    """Raises ValueError unless these are personas by seat."""
    if personas is None:
        return
    if not isinstance(personas, Mapping):
        raise ValueError("setup.personas must be an object by seat")  # noqa: TRY004  (as all faults of a set-up)
    known = tuple(seats)
    for seat, persona in personas.items():
        if seat not in known:
            raise ValueError(
                f"setup.personas: no seat {one_line(str(seat), 40)!r}; seats are {', '.join(known)}"
            )
        if not isinstance(persona, Mapping):
            raise ValueError(f"setup.personas.{seat} must be an object with {', '.join(KEYS)}")  # noqa: TRY004
        for key in KEYS[:3]:
            if not isinstance(persona.get(key, ""), str | int | None) or isinstance(persona.get(key), bool):
                raise ValueError(f"setup.personas.{seat}.{key} must be a text or a whole number")  # noqa: TRY004
        interests = persona.get("interests") or []
        if not isinstance(interests, list | tuple) or not all(isinstance(one, str) for one in interests):
            raise ValueError(f"setup.personas.{seat}.interests must be a list of words")


def interests_of(persona: Mapping[str, Any]) -> tuple[str, ...]:
    """What a persona knows well, in small letters, each once."""
    named = (one_line(one, PART_CHARS).lower() for one in persona.get("interests") or ())
    return tuple(dict.fromkeys(filter(None, named)))[:INTERESTS]


def described(persona: Mapping[str, Any]) -> str:
    """A persona in one line; empty where nothing is said of it.

    >>> described({"profession": "vet", "age": 61, "culture": "Cornwall", "interests": ["sea", "chess"]})
    'vet, 61, Cornwall; knows about sea, chess'
    """
    parts = [
        one_line(str(persona[key]), PART_CHARS) for key in KEYS[:3] if persona.get(key) not in (None, "")
    ]
    interests = interests_of(persona)
    knows = f"knows about {', '.join(interests)}" if interests else ""
    return "; ".join(filter(None, [", ".join(parts), knows]))
