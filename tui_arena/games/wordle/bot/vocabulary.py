"""The words that the Wordle bot knows, and which of them a board still allows.

It knows the targets of the deck and the allowed words, never a session's secret. Lists keep the order of the
deck, so that nothing depends on the order of a set.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from tui_arena.core.game import Deck, Fault, View
from tui_arena.core.text import read_reply
from tui_arena.games.wordle.bot.clues import Clues
from tui_arena.games.wordle.bot.solver import Columns, Part, parts_of
from tui_arena.games.wordle.rules import parse_guess

Turns = tuple[tuple[str, tuple[str, ...]], ...]
"""The guesses with their marks, in order."""

Remembered = Sequence[tuple[str, Sequence[str | None]]]
"""The same, with None for each mark that the guesser forgot."""

CACHED = 4096


def turns_of(facts: Mapping[str, Any]) -> Turns:
    """The marked guesses of a view."""
    return tuple((str(turn["guess"]), tuple(turn["marks"])) for turn in facts["turns"])


def refused(view: View) -> tuple[str, ...]:
    """The words of this seat's refused replies to the open ask, in order."""
    words: list[str] = []
    for line in view.talk:
        if line.seat == view.seat and line.fault is not None:
            text = read_reply(line.text).body
            if line.ask == "target":
                words.append(text.partition("|")[0].strip().lower())
                continue
            try:
                words.append(parse_guess(text, strict=False)[0])
            except Fault:
                continue
    return tuple(words)


class Vocabulary:
    """The targets with what the deck knows about them, and the other allowed words."""

    def __init__(self, deck: Deck, allowed: Collection[str]) -> None:
        self.items: dict[str, Mapping[str, Any]] = {str(i["word"]): i for i in deck.items}
        """By word, the entry of every target, in the order of the deck."""
        self.words: tuple[str, ...] = tuple(self.items)
        self.allowed = allowed
        self.clues = Clues(deck.items)
        self.fitting = lru_cache(CACHED)(self._fitting)

    def forget(self) -> None:
        """Clear the caches for boards and clues."""
        for kept in (self.fitting, self.clues.weights, self.clues.topics):
            kept.cache_clear()

    @cached_property
    def common(self) -> dict[str, int]:
        """How common each target is: a hundred times its Zipf frequency, at least 1."""
        return {w: max(round(100 * float(i["frequency"])), 1) for w, i in self.items.items()}

    @cached_property
    def parts(self) -> dict[str, tuple[Part, ...]]:
        """By target, its letters with their places."""
        return {w: parts_of(w) for w in self.words}

    @cached_property
    def columns(self) -> Columns:
        """The targets, ready to be marked."""
        return Columns(self.words)

    @cached_property
    def others(self) -> Columns:
        """The allowed words that aren't targets, ready to be marked."""
        return Columns([w for w in sorted(self.allowed) if w not in self.items])

    def _fitting(self, turns: Turns) -> tuple[str, ...]:
        return tuple(self.words[i] for i in self.columns.fit(turns))

    def fitting_others(self, turns: Turns) -> tuple[str, ...]:
        """The allowed words that fit and aren't targets."""
        return tuple(self.others.words[i] for i in self.others.fit(turns))

    def recalled(self, turns: Remembered) -> list[str]:
        """The targets that fit what is remembered."""
        return [self.words[i] for i in self.columns.fit(turns)]

    def usable(self, turns: Turns) -> list[str]:
        """The targets that hard mode allows."""
        return [self.words[i] for i in self.columns.use(turns)]

    def usable_others(self, turns: Turns) -> list[str]:
        """The allowed words that hard mode allows and aren't targets."""
        return [self.others.words[i] for i in self.others.use(turns)]

    def knows(self, word: str) -> bool:
        """Whether a word is a target or another allowed word."""
        return word in self.items or word in self.allowed
