"""Dealing an entity from a deck, for every game that is about one.

All chance comes from the generator. A suite or a set is gone through in order.
"""

from __future__ import annotations

from random import Random

from tui_arena.core.game import Data, Deck

PEOPLE = "celebrities"
"""The deck whose entities are people."""


def deck_base(deck: str | None) -> str:
    """A deck's name without the number of a shipped deck or the digest of a user's deck.

    >>> deck_base("celebrities-1"), deck_base("mine-2@0123456789ab"), deck_base(None)
    ('celebrities', 'mine-2', '')
    """
    name, digest, _ = (deck or "").partition("@")
    head, _, number = name.rpartition("-")
    return head if head and number.isdigit() and not digest else name


def about_people(deck: str | None) -> bool:
    """Whether the entities of a deck are people."""
    return deck_base(deck) == PEOPLE


def dealt_item(options: Data, deck: Deck, rng: Random, index: int | None) -> Data:
    """The item of a set-up, chosen by the options `suite`, `set` and `difficulty`.

    `index` counts the set-ups of a run from 0; None outside one. Raises ValueError if the deck has no item
    for these options.
    """
    items = [i for i in deck.items if options["suite"] is None or i["suite"]]
    items = [i for i in items if options["set"] in (None, i["set"])]
    items = [i for i in items if options["difficulty"] in (None, i["difficulty"])]
    if not items:
        raise ValueError("it holds nothing for them")
    walks = index is not None and (options["suite"] is not None or options["set"] is not None)
    return items[int(index or 0) % len(items)] if walks else rng.choice(items)


def names_in(secret: Data, key: str) -> tuple[str, tuple[str, ...]] | None:
    """Name and aliases of a set-up's secret, or None if it has no name under `key`.

    Raises ValueError if the name is empty or if a name or alias is not a text.
    """
    name, aliases = secret.get(key), secret.get("aliases") or []
    if name is None:
        return None
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"setup.secret.{key} must be a name, not {name!r}")
    if not isinstance(aliases, list | tuple) or not all(isinstance(a, str) for a in aliases):
        raise ValueError(f"setup.secret.aliases must be a list of names, not {aliases!r}")
    return name.strip(), tuple(a.strip() for a in aliases if a.strip())
