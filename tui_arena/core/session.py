"""A session as it is saved and exchanged: set-up, cast, events.

Law: nothing here is computed. Outcome, metrics and counts come from folding (`core/record.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from tui_arena.core import words
from tui_arena.core.events import Event
from tui_arena.core.game import Data, Deck, Game, Lexicon, Setup
from tui_arena.core.record import Play, fold

FORMAT = "tui-arena-session"
VERSION = 1

_SETUP_KEYS = ("preset", "options", "deck", "words", "matching", "seed", "repetition", "secret")


@dataclass(frozen=True, slots=True)
class Session:
    """One play of a game."""

    id: str
    game: str
    rules: int
    started: str | None
    """UTC, ISO 8601 with Z; None where a file does not say."""
    setup: Setup
    seats: Mapping[str, Data]
    """Who sat where at the start: `player`, `name` and what the kind of player adds."""
    events: Sequence[Event] = ()
    messages: Mapping[str, Sequence[Mapping[str, str]]] = field(default_factory=dict)
    """Chat messages by their hash, as replies name them."""
    extra: Data = field(default_factory=dict)
    """All other keys of a session file, kept as they are."""

    def fold(self, game: Game[Any]) -> Play[Any]:
        """The session as it stands; raises BadEvent where an event does not fit."""
        return fold(game, self.setup, self.events)

    def with_events(self, events: Sequence[Event]) -> Session:
        return replace(self, events=tuple(events))


def setup_json(setup: Setup) -> dict[str, Any]:
    """A set-up as it stands in a session file; known keys without a value are left out."""
    values = {
        "preset": setup.preset,
        "options": dict(setup.options),
        "deck": setup.deck,
        "words": setup.words,
        "matching": setup.matching,
        "seed": setup.seed,
        "repetition": setup.repetition,
        "secret": None if setup.secret is None else dict(setup.secret),
    }
    return {k: v for k, v in values.items() if v is not None} | dict(setup.extra)


def setup_from(
    values: Mapping[str, Any], options: Data, lexicon: Lexicon | None, source: Deck | None = None
) -> Setup:
    """The set-up of a file's values, with its options resolved and its word list and deck found."""
    return Setup(
        options=options,
        secret=values.get("secret"),
        preset=values.get("preset"),
        deck=values.get("deck"),
        words=values.get("words"),
        matching=values.get("matching"),
        seed=values.get("seed"),
        repetition=values.get("repetition"),
        extra={k: v for k, v in values.items() if k not in _SETUP_KEYS},
        lexicon=lexicon,
        source=source,
    )


def deal(
    game: Game[Any],
    options: Data,
    *,
    preset: str | None,
    deck: Deck | None,
    lexicon: Lexicon | None,
    seed: int,
    index: int | None = None,
    repetition: int | None = None,
    extra: Mapping[str, Any] | None = None,
    named: Deck | None = None,
) -> Setup:
    """A new set-up: all chance drawn from the seed.

    `deck` None: a seat gives the secret itself. `named`: the deck that the set-up names all the same.
    `index` counts the set-ups of a run from 0; None outside one.
    """
    dealt = dict(game.deal(options, deck, Random(f"{seed}/deal"), index))
    named = deck or named
    return Setup(
        options=options,
        secret=dealt.pop("secret", None),
        preset=preset or "party",
        deck=named.name if named else None,
        words=lexicon.name if lexicon else None,
        matching=words.VERSION,
        seed=seed,
        repetition=repetition,
        extra={**dealt, **(extra or {})},
        lexicon=lexicon,
        source=named,
    )
