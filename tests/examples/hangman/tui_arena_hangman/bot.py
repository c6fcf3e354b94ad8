"""A bot for Hangman: it knows the words of the deck and asks for the letter that most of them have."""

from __future__ import annotations

from collections import Counter
from random import Random

from tui_arena.core.game import Ask, Belief, Bot, Deck, Lexicon, View

COMMON = "etaoinshrdlucmfwypvbgkjqxz"
"""The letters, the most common ones first."""


class HangmanBot(Bot):
    def __init__(self, deck: Deck) -> None:
        self._words = [str(item["word"]) for item in deck.items]

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        if ask.name == "word":
            return rng.choice(self._words)
        words, tried = self._fitting(view), view.facts["turns"]
        common = [letter for letter in COMMON if letter not in tried]
        if not words or (level == "easy" and rng.random() < 0.4):
            return rng.choice(common[:8])
        if len(words) == 1:
            return words[0]
        if level == "medium":
            return common[0]
        letters = Counter(letter for word in words for letter in set(word) if letter not in tried)
        return max(sorted(letters), key=letters.__getitem__)

    def hint(self, ask: Ask, view: View) -> str | None:
        return f"{len(self._fitting(view))} words of the deck fit." if ask.name == "guess" else None

    def belief(self, view: View) -> Belief | None:
        words = self._fitting(view)
        return Belief(len(words), tuple((word, 1 / len(words)) for word in sorted(words)))

    def _fitting(self, view: View) -> list[str]:
        """The words of the deck that fit all that has been said."""
        shown, tried = view.facts["pattern"].lower().split(), view.facts["turns"]
        return [
            word
            for word in self._words
            if word not in tried and [letter if letter in tried else "_" for letter in word] == shown
        ]


def make(deck: Deck, words: Lexicon | None) -> HangmanBot:
    return HangmanBot(deck)
