"""A session as it is saved and exchanged: set-up, cast, events, and the personas of its seats.

A persona is a seat's profession, age, culture and interests, kept short and on one line. For the format see
`save/README.md`.

A single session draws its deck item with its own seed. The sessions of a run take the items in passes: for
each pass, the run's seed shuffles all items, and each item comes up once. If an option of `ORDERED` is set,
the items come in the deck's order instead. If a bot gives the secret, nothing is dealt, and a run skips
sessions whose secret has come up before.

Law: a session stores nothing computed. Outcome, metrics and counts come from the fold (`core/record.py`). In a run,
a session's item depends only on the run's seed, the session's number and the items.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any, Literal

from tui_arena.core import words
from tui_arena.core.events import BadEvent, Event
from tui_arena.core.game import Data, Deck, Game, Lexicon, Setup
from tui_arena.core.language.sentences import listed
from tui_arena.core.record import Play, fold
from tui_arena.core.text import fold as folded
from tui_arena.core.text import one_line

FORMAT = "tui-arena-session"
VERSION = 1

SETUP_KEYS = ("preset", "options", "deck", "words", "matching", "seed", "repetition", "secret")
"""The keys of a set-up in a file, in their order; each is also a field of `Setup`."""


@dataclass(frozen=True, slots=True)
class Session:
    """One play of a game."""

    id: str
    game: str
    rules: int
    started: str | None
    """UTC, ISO 8601 with Z; None if the file does not say."""
    setup: Setup
    seats: Mapping[str, Data]
    """Maps a seat to its player at the start: `player`, `name`, and other values of that kind of player."""
    events: Sequence[Event] = ()
    messages: Mapping[str, Sequence[Mapping[str, str]]] = field(default_factory=dict)
    """Maps a hash, which replies refer to, to chat messages."""
    extra: Data = field(default_factory=dict)
    """All other keys of a session file, kept unchanged."""

    def fold(self, game: Game[Any]) -> Play[Any]:
        """The session so far.

        Raises BadEvent if an event does not fit, or if the set-up or an event has a value of an unexpected
        shape. Also raises it if newer rules than these played the session.
        """
        if self.rules > game.rules:
            raise BadEvent(
                0,
                f"the session was played by version {self.rules} of the rules, but this program only knows version "
                f"{game.rules}; update this program",
            )
        return fold(game, self.setup, self.events, self.seats)

    def with_events(self, events: Sequence[Event]) -> Session:
        return replace(self, events=tuple(events))


def setup_json(setup: Setup) -> dict[str, Any]:
    """A set-up as it is written to a session file; known keys without a value are left out."""
    values = {key: getattr(setup, key) for key in SETUP_KEYS}
    plain = {k: dict(v) if isinstance(v, Mapping) else v for k, v in values.items() if v is not None}
    return plain | dict(setup.extra)


def setup_from(
    values: Mapping[str, Any], options: Data, lexicon: Lexicon | None, source: Deck | None = None
) -> Setup:
    """Makes a set-up from a file's values, with its resolved options, word list and deck."""
    known: dict[str, Any] = {key: values.get(key) for key in SETUP_KEYS} | {"options": options}
    extra = {k: v for k, v in values.items() if k not in SETUP_KEYS}
    return Setup(**known, extra=extra, lexicon=lexicon, source=source)


@dataclass(frozen=True, slots=True)
class _Allowed:
    """The items of a deck that a game may deal with these options."""

    game: Game[Any]
    options: Data
    deck: Deck
    items: Sequence[Data]


@lru_cache(1)
def _allowed_last() -> list[_Allowed]:
    """The last of them, or none. They are in a cache, so they go with the game's other data (`caches.let_go`)."""
    return []


def allowed(game: Game[Any], options: Data, deck: Deck) -> Sequence[Data]:
    """A deck's items that may be dealt. The last ones are kept, because all sessions of a run draw from them.

    Raises ValueError if the deck has none.
    """
    kept = _allowed_last()
    for last in tuple(kept):
        if last.game is game and last.deck is deck and last.options == options:
            return last.items
    items = game.items(options, deck)
    kept[:] = [_Allowed(game, dict(options), deck, items)]
    return items


def drawn(
    game: Game[Any],
    options: Data,
    deck: Deck | None,
    seed: int,
    *,
    items: Sequence[Data] | None = None,
    index: int | None = None,
    run: int | None = None,
) -> Data:
    """The values of a set-up that the rules draw, including the secret.

    `items`: the deck items that may be dealt; None: all that the options allow. `index`, `run`: as in
    `chosen`.
    """
    rng = Random(f"{seed}/deal")
    if items is None or deck is None:
        items = allowed(game, options, deck) if deck else ()
    return game.deal(options, chosen(items, options, rng, index, run) if items else None, rng)


def deal(
    game: Game[Any],
    options: Data,
    *,
    preset: str | None,
    deck: Deck | None,
    lexicon: Lexicon | None,
    seed: int,
    items: Sequence[Data] | None = None,
    index: int | None = None,
    run: int | None = None,
    repetition: int | None = None,
    extra: Mapping[str, Any] | None = None,
    named: Deck | None = None,
) -> Setup:
    """Makes a new set-up. Everything random in it but the item of a run is drawn from `seed`.

    `deck`: None if a seat gives the secret. `named`: the deck that the set-up names in that case. `items`,
    `index`, `run`: as in `drawn`.
    """
    dealt = dict(drawn(game, options, deck, seed, items=items, index=index, run=run))
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


KEYS = ("profession", "age", "culture", "interests")
PART_CHARS = 60
"""The maximum number of characters that are shown of one part."""
INTERESTS = 8
"""The maximum number of interests of one persona."""


def check_personas(personas: Any, seats: Iterable[str]) -> None:
    """Raises ValueError unless `personas` maps seats to personas, or is None."""
    if personas is None:
        return
    if not isinstance(personas, Mapping):
        raise ValueError("setup.personas must be an object with the seats as keys")  # noqa: TRY004  (as all faults of a set-up)
    known = tuple(seats)
    for seat, persona in personas.items():
        if seat not in known:
            raise ValueError(
                f"setup.personas: there is no seat {one_line(str(seat), 40)!r}; seats are {', '.join(known)}"
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
    """A persona's interests in lower case, without repetitions."""
    named = (one_line(one, PART_CHARS).lower() for one in persona.get("interests") or ())
    return tuple(dict.fromkeys(filter(None, named)))[:INTERESTS]


SAID_AS: Mapping[str, str] = {
    "body": "the body", "building": "buildings", "drink": "drinks", "home": "the home", "land": "the land", "language": "languages",
    "kitchen": "the kitchen", "law": "the law", "movement": "moves", "myth": "myths", "sea": "the sea", "sound": "sounds",
    "space": "the stars", "time": "clocks", "weather": "the weather",
}  # fmt: skip
"""Maps an interest to how people at a table call it, if they call it otherwise."""


def said_interest(interest: str) -> str:
    """An interest as people at a table say it.

    >>> said_interest("time"), said_interest("tools")
    ('clocks', 'tools')
    """
    return SAID_AS.get(interest, interest)


def known_fields(persona: Mapping[str, Any]) -> str:
    """What a persona knows about, as people say it; empty without interests.

    >>> known_fields({"interests": ["time", "tools", "numbers"]})
    'clocks, tools and numbers'
    """
    interests = interests_of(persona)
    return listed([said_interest(one) for one in interests]) if interests else ""


def described(persona: Mapping[str, Any]) -> str:
    """A persona in one line; empty if it has no values.

    >>> described({"profession": "vet", "age": 61, "culture": "Cornwall", "interests": ["sea", "chess"]})
    'vet, 61, Cornwall; knows about sea, chess'
    """
    parts = [
        one_line(str(persona[key]), PART_CHARS) for key in KEYS[:3] if persona.get(key) not in (None, "")
    ]
    interests = interests_of(persona)
    knows = f"knows about {', '.join(interests)}" if interests else ""
    return "; ".join(filter(None, [", ".join(parts), knows]))


PASSES = "passes"
"""The mark of a run that deals in passes; a run without it draws each item at random."""
ORDERED = ("suite", "set")
"""The options that, unless they are None, deal the items in the deck's order."""
EVAL_SHARE = 10
"""If a deck has no held-out items, one item in this many is for evaluation."""
_PATIENCE = 10
"""This many sessions in a row without a new secret, per secret so far, mean that the bot has no more."""
_LEAST_PATIENCE = 100

Split = Literal["train", "eval"]


def chosen(
    items: Sequence[Data], options: Data, rng: Random, index: int | None = None, run: int | None = None
) -> Data:
    """The item of a session, chosen from all items that may be dealt.

    `index`: the session's number in its run, from 0; None for a single session. `run`: the run's seed; None:
    each item of the run is drawn at random.
    """
    if index is not None and any(options.get(name) is not None for name in ORDERED):
        return items[index % len(items)]
    if index is None or run is None:
        return rng.choice(items)
    number, place = divmod(index, len(items))
    return items[_shuffled(run, number, len(items))[place]]


@lru_cache(maxsize=8)
def _shuffled(run: int, number: int, size: int) -> Sequence[int]:
    """The order of one pass through `size` items."""
    order = list(range(size))
    Random(f"{run}/pass/{number}").shuffle(order)
    return order


def new_ones(secret_of: Callable[[int], str | None], numbers: Iterator[int]) -> Iterator[int]:
    """The numbers of the sessions with a new secret; once no new secret comes, all remaining numbers.

    `secret_of` maps a session's number to the secret that a bot will give; None if it isn't known beforehand.
    """
    yield from once_each(secret_of, numbers)
    yield from numbers


def once_each(secret_of: Callable[[int], str | None], numbers: Iterator[int]) -> Iterator[int]:
    """The numbers of the sessions with a new or unknown secret, until no new secret comes.

    `secret_of`: as in `new_ones`.
    """
    had: set[str] = set()
    missed = 0
    for number in numbers:
        secret = secret_of(number)
        if secret is None or folded(secret) not in had:
            had |= {folded(secret)} if secret is not None else set()
            missed = 0
            yield number
        else:
            missed += 1
            if missed > max(_PATIENCE * len(had), _LEAST_PATIENCE):
                return


def item_name(item: Data) -> str:
    """The first text of a deck item or a secret, which identifies it; empty if it has no text."""
    return next((value for value in item.values() if isinstance(value, str)), "")


def splits(deck: Deck | None) -> Callable[[str], Split]:
    """Returns a function that maps a secret to its split.

    The deck's held-out items are `eval`. In a deck without such items, the secret's digest decides.
    """
    held = {folded(item_name(item)) for item in deck.items if item.get("suite")} if deck else set()

    def split_of(secret: str) -> Split:
        if held:
            return "eval" if folded(secret) in held else "train"
        digest = int(hashlib.sha256(folded(secret).encode()).hexdigest(), 16)
        return "eval" if digest % EVAL_SHARE == 0 else "train"

    return split_of
