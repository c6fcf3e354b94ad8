"""The built-in bot for Wordle, for all three seats.

It computes nothing before it is first asked.

Law: every reply depends only on the view, the random generator and the words that the bot was made with.
The bot caches only data that it can compute again.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tui_arena.core.game import Ask, Belief, Bot, Deck, Lexicon, View
from tui_arena.games.wordle.bot.critic import Critic, breach
from tui_arena.games.wordle.bot.guesser import Position, WordGuesser
from tui_arena.games.wordle.bot.vocabulary import Phrases, Vocabulary, refused, telling_clue, turns_of

GROUP = {"easy": "high", "medium": "medium", "hard": "low"}
"""Maps a level to the frequency group that the setter takes its word from."""

LISTED = 16
"""The most words in a belief on screen."""
HELD = 3
"""The fewest words that contain the letter in a hint, so that the hint gives none of them away."""


class WordleBot(Bot):
    """Setter, guesser and critic at the levels `easy`, `medium` and `hard`."""

    def __init__(self, deck: Deck, allowed: Lexicon | None, said: Mapping[str, Any]) -> None:
        """`deck`: the targets it knows, with frequency, group, topics and clues. `allowed`: all words.

        `said`: its phrases, by occasion.
        """
        self._phrases = Phrases(said)
        self._deck = deck
        self._known = Vocabulary(deck, allowed.words if allowed else frozenset())
        self._guesser = WordGuesser(self._known, self._phrases)
        self._critic = Critic(self._known, self._phrases)

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
        match ask.name:
            case "target":
                return self._target(view, level, rng)
            case "opinion":
                return self._critic.reply(view.facts, level, rng)
            case "proposal" | "guess":
                return self._guesser.reply(_position(view), view.facts, level, rng)
        raise ValueError(f"Wordle has no ask {ask.name!r}")

    def hint(self, ask: Ask, view: View) -> str | None:
        """The hard bot's knowledge from this view, in one line; None for the setter."""
        if ask.name == "opinion":
            return self._critics_hint(view.facts)
        if ask.name in ("proposal", "guess"):
            return self._guessers_hint(view.facts)
        return None

    def belief(self, view: View) -> Belief | None:
        """The possible words, given the marks and the clue that a seat sees."""
        found = self._guesser.likeliest(_position(view))
        return Belief(len(found), tuple(found[:LISTED]))

    def forget(self) -> None:
        """Clear the caches; the answers stay the same."""
        self._guesser.best.cache_clear()
        self._known.forget()

    # setter

    def _target(self, view: View, level: str, rng: Random) -> str:
        barred = refused(view)
        needs_clue = bool(view.facts["needs_clue"])
        items = [i for i in self._deck.items if i["word"] not in barred]
        if needs_clue:
            items = [i for i in items if i["clues"]] or items
        item = rng.choice([i for i in items if i["group"] == GROUP[level]] or items)
        clue = rng.choice(item["clues"] or (self._phrases.one("no_clue"),))
        if view.facts["needs_near"] and item.get("far") and item.get("near"):
            clue = f"{item['far']} | {item['near']}"
        return f"{item['word']} | {clue}" if needs_clue else str(item["word"])

    # hints

    def _guessers_hint(self, facts: Mapping[str, Any]) -> str:
        turns = turns_of(facts)
        if turns:
            fitting = self._known.fitting(turns)
            parts = [_how_many(len(fitting), self._phrases)]
            letter = _dividing_letter(fitting)
            if letter:
                parts.append(self._phrases.one("hint_letter", letter=letter))
        else:
            parts = [self._phrases.one("hint_opening")]
        topic = self._critic.topic(telling_clue(facts))
        items, left = self._known.items, self._known.fitting(turns)
        if topic and any(topic in items[word]["topics"] for word in left):
            parts.append(self._phrases.one("hint_topic", what=topic))
        return " ".join(parts)

    def _critics_hint(self, facts: Mapping[str, Any]) -> str:
        word, clue, turns = str(facts["proposal"]), str(facts["clue"]), turns_of(facts)
        if not self._known.knows(word):
            return self._phrases.one("hint_unlisted")
        parts = []
        if breach(turns, word) is not None:
            parts.append(self._phrases.one("hint_ruled_out"))
        elif self._known.rules_out_plural(word):
            parts.append(self._phrases.one("hint_plural"))
        elif turns:
            parts.append(self._phrases.one("hint_allowed"))
        if clue:
            telling = telling_clue(facts)
            against = bool(telling) and not self._critic.suits(telling, turns, word)
            known = "hint_clue_no" if against else "hint_clue_unclear"
            parts.append(self._phrases.one("hint_clue_yes" if self._critic.heard(clue, word) else known))
        return " ".join(parts) or self._phrases.one("hint_nothing")


def make(deck: Deck, lexicon: Lexicon | None, said: Mapping[str, Any]) -> WordleBot:
    """The bot for a deck and a word list. Making it is cheap: it starts its work when it is first asked.

    It knows the deck's words that are in the list. If there are none, it knows the list itself, without
    clues.
    """
    if lexicon is None:
        return WordleBot(deck, None, said)
    known = [item for item in deck.items if item["word"] in lexicon.words]
    return WordleBot(Deck(deck.name, known or _bare(lexicon)), lexicon, said)


def _bare(lexicon: Lexicon) -> list[dict[str, Any]]:
    nothing = {"frequency": 0.0, "topics": (), "clues": (), "group": "medium"}
    return [{"word": word, **nothing} for word in sorted(lexicon.words)]


def _position(view: View) -> Position:
    facts = view.facts
    return Position(
        turns=turns_of(facts),
        clue=str(facts["clue"]),
        hard=bool(facts["hard"]),
        left=int(facts["guesses_left"]),
        refused=refused(view),
    )


def _how_many(n: int, phrases: Phrases) -> str:
    if n == 0:
        return phrases.one("hint_none")
    return phrases.one("hint_one") if n == 1 else phrases.one("hint_many", n=n)


def _dividing_letter(words: tuple[str, ...]) -> str | None:
    """The letter that occurs in as near to half of the words as possible; None if it gives a word away.

    None as well if it doesn't divide them: it occurs in fewer than three of ten words, or in more than seven.
    """
    held = {c: sum(c in w for w in words) for c in "abcdefghijklmnopqrstuvwxyz"}
    best = min(held, key=lambda c: abs(2 * held[c] - len(words)))
    divides = 3 * len(words) <= 10 * held[best] <= 7 * len(words)
    return best.upper() if divides and held[best] >= HELD else None
