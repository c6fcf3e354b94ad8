"""Chooses the deck item that a session gets.

A single session draws an item with its own seed. The sessions of a run take the items in passes: for each
pass, the run's seed shuffles all items, and each item comes up once. If an option of `ORDERED` is set, the
items come in the deck's order instead.

If a bot gives the secret, nothing is dealt. A run then skips sessions whose secret has come up before.

Law: in a run, a session's item depends only on the run's seed, the session's number and the items.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Literal

from tui_arena.core.game import Data, Deck
from tui_arena.core.text import fold

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
        if secret is None or fold(secret) not in had:
            had |= {fold(secret)} if secret is not None else set()
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
    held = {fold(item_name(item)) for item in deck.items if item.get("suite")} if deck else set()

    def split_of(secret: str) -> Split:
        if held:
            return "eval" if fold(secret) in held else "train"
        digest = int(hashlib.sha256(fold(secret).encode()).hexdigest(), 16)
        return "eval" if digest % EVAL_SHARE == 0 else "train"

    return split_of
