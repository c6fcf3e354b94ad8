"""Which item of a deck a session gets.

A session by itself draws an item by its own seed. The sessions of a run go through a shuffle of all items by the
run's seed, then through another one, and so on: so many sessions as there are items have each item once. An
option of `ORDERED` goes through the items in the deck's order instead.

Where a bot gives the secret, nothing is dealt. A run then leaves out the sessions whose secret it has had.

Law: what a session gets depends on the run's seed, the session's number and the items only.
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
"""How runs deal since they go through the items in passes; a run that notes nothing draws each by chance."""
ORDERED = ("suite", "set")
"""Options of which any value goes through the items in the deck's order."""
EVAL_SHARE = 10
"""If a deck holds out no items, one item in this many is for evaluation."""
_PATIENCE = 10
"""A bot has nothing new if nothing new came in so many times as many sessions as there are secrets by then."""
_LEAST_PATIENCE = 100

Split = Literal["train", "eval"]


def chosen(
    items: Sequence[Data], options: Data, rng: Random, index: int | None = None, run: int | None = None
) -> Data:
    """The item of a session, out of all that may be dealt.

    `index`: its number in its run, from 0; None: it is by itself. `run`: the run's seed; None: each item of the run
    is drawn by chance.
    """
    if index is not None and any(options.get(name) is not None for name in ORDERED):
        return items[index % len(items)]
    if index is None or run is None:
        return rng.choice(items)
    number, place = divmod(index, len(items))
    return items[_shuffled(run, number, len(items))[place]]


@lru_cache(maxsize=8)
def _shuffled(run: int, number: int, size: int) -> Sequence[int]:
    """The order of one pass through so many items."""
    order = list(range(size))
    Random(f"{run}/pass/{number}").shuffle(order)
    return order


def new_ones(secret_of: Callable[[int], str | None], numbers: Iterator[int]) -> Iterator[int]:
    """Of these numbers, those of sessions with a secret that did not come before; all, once no new one comes.

    `secret_of`: the secret of a session by its number, which a bot will give; None: nobody knows it beforehand.
    """
    yield from once_each(secret_of, numbers)
    yield from numbers


def once_each(secret_of: Callable[[int], str | None], numbers: Iterator[int]) -> Iterator[int]:
    """Of these numbers, those of sessions with a secret that did not come before, until no new one comes.

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
    """What an item of a deck, or a secret, is told apart by: its first text; empty if it has none."""
    return next((value for value in item.values() if isinstance(value, str)), "")


def splits(deck: Deck | None) -> Callable[[str], Split]:
    """Gives the split of a secret: `eval` for the deck's held-out items; if it has none, by the secret's digest."""
    held = {fold(item_name(item)) for item in deck.items if item.get("suite")} if deck else set()

    def split_of(secret: str) -> Split:
        if held:
            return "eval" if fold(secret) in held else "train"
        digest = int(hashlib.sha256(fold(secret).encode()).hexdigest(), 16)
        return "eval" if digest % EVAL_SHARE == 0 else "train"

    return split_of
