"""Which sessions somebody wants to look at.

Law: one filter, read alike by the roll-up and by lists of sessions.
"""

from __future__ import annotations

from dataclasses import dataclass

from tui_arena.save.flags import FLAGS

INCLUDE = (*(flag for flag in FLAGS if flag != "demo"), "all")
"""Kinds of session that are left out unless a filter asks for them."""


class BadFilter(ValueError):
    """A filter that can't be: the sentence names what is allowed."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which sessions of a game to look at; None: all."""

    game: str
    player: str | None = None
    """A name, or `kind:name`."""
    seat: str | None = None
    variant: str | None = None
    deck: str | None = None
    preset: str | None = None
    prompt: str | None = None
    persona: str | None = None
    run: str | None = None
    repetition: str | None = None
    since: str | None = None
    """A date such as 2026-11-21; that day is looked at too."""
    include: frozenset[str] = frozenset()
    """Out of `INCLUDE`."""
