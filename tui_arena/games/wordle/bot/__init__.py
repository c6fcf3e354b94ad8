"""The built-in bot for Wordle, for all three seats.

It computes nothing before it is first asked.

As critic it says whether a proposed word may be the secret, and why. `hard` respects every mark and weighs the
clue against all words that still fit. `medium` respects every mark and judges the clue roughly. `easy` looks only
at the last marks, and otherwise decides by chance. A far clue never counts against a word. It counts for a word
only if one of the clue's words is known to make people think of that word. If a clue tells the critic nothing, the
critic claims nothing about it.

Law: every reply depends only on the view, the random generator and the words that the bot was made with.
The bot caches only data that it can compute again. The critic knows only its view. So it never knows the secret,
and it knows the board only if `critic_sees` allows that. A reason may quote a word of the clue that doesn't have
five letters, but no other word. It names only letters of the proposal and letters of the marks that it was shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from random import Random
from string import ascii_lowercase
from typing import Any

from tui_arena.core.game import Ask, Belief, Bot, Deck, LateDeck, Lexicon, View
from tui_arena.core.language.families import heads
from tui_arena.core.language.sentences import listed
from tui_arena.games.wordle.bot.guesser import Position, WordGuesser
from tui_arena.games.wordle.bot.vocabulary import (
    EVEN,
    Phrases,
    Turns,
    Vocabulary,
    refused,
    stems,
    telling_clue,
    turns_of,
)
from tui_arena.games.wordle.rules import GREEN, GREY, LENGTH, feedback, written_opinion

# the critic

HARD_SHARE = 0.3
"""The least weight of a proposal for `hard`, as a part of the likeliest fitting word's weight."""
MEDIUM_SHARE = 0.2
"""The least weight of a proposal for `medium`, as a part of a word's weight without a clue."""
OVERLOOKS = 0.3
"""The chance that `easy` overlooks what the last marks say."""
DOUBTS = 0.15
"""The chance that `easy` doubts a word for no reason at all."""

TELLING = 4
"""The fewest letters of a clue word that is quoted."""
MOST_LETTERS = 3
"""The most letters that a reason lists."""
Say = Callable[..., str]
"""Picks this turn's phrase from several phrases, and fills its slots."""

BOLD = 2
"""If a session has at most this many guesses, `hard` approves no opening that only tests letters."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One reason why a word can't be the secret."""

    kind: str
    """`again`, `grey`, `green`, `elsewhere`, `missing` or `many`."""
    letter: str = ""
    at: int = 0
    """The letter's place, from 1."""


def breach(turns: Turns, word: str) -> Breach | None:
    """Why the marks rule a word out; None if they allow it. The newest marks are checked first."""
    for guess, marks in reversed(turns):
        if guess == word:
            return None if set(marks) == {GREEN} else Breach("again")
        if feedback(word, guess) == marks:
            continue
        return _breach(guess, marks, word)
    return None


def _breach(guess: str, marks: tuple[str, ...], word: str) -> Breach:
    need: dict[str, int] = {}
    for letter, mark in zip(guess, marks, strict=True):
        need[letter] = need.get(letter, 0) + (mark != GREY)
    for i, (letter, mark) in enumerate(zip(guess, marks, strict=True)):
        if mark == GREEN and word[i] != letter:
            return Breach("green", letter.upper(), i + 1)
        if mark == GREY and not need[letter] and letter in word:
            return Breach("grey", letter.upper())
        if mark != GREEN and word[i] == letter:
            return Breach("elsewhere", letter.upper(), i + 1)
        if word.count(letter) < need[letter]:
            return Breach("missing", letter.upper())
    return Breach("many", next(c for c in word if word.count(c) > need.get(c, LENGTH)).upper())


class Critic:
    """The critic's opinions at every level."""

    def __init__(self, vocabulary: Vocabulary, phrases: Phrases) -> None:
        self._known = vocabulary
        self._phrases = phrases

    def reply(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        """The two lines of an opinion."""
        agrees, reason = self._judge(facts, level, rng)
        return written_opinion("yes" if agrees else "no", reason)

    def _judge(self, facts: Mapping[str, Any], level: str, rng: Random) -> tuple[bool, str]:
        word, clue, turns = str(facts["proposal"]), str(facts["clue"]), turns_of(facts)
        say = partial(self._phrases.turned, int(facts["turn"]), clue)
        first = facts["turn"] == 1
        if level == "easy":
            return self._by_gut(turns, word, clue, rng, say, first=first)
        wrong = breach(turns, word)
        if not self._known.knows(word):
            return False, say("unlisted")
        if wrong is not None or self._known.rules_out_plural(word):
            return False, _reason(wrong, say) if wrong is not None else say("plural")
        opening = level == "hard" and first and facts["max_guesses"] > BOLD
        telling = telling_clue(facts)
        if telling and not self.suits(telling, turns, word, level):
            if opening and len(set(word)) == LENGTH:
                return True, say("opening_fine")
            return False, self._off_clue(telling, word, say)
        return True, self._likes(turns, word, clue, say, first=first)

    def _by_gut(
        self, turns: Turns, word: str, clue: str, rng: Random, say: Say, *, first: bool
    ) -> tuple[bool, str]:
        wrong = breach(turns[-1:], word)
        if wrong is not None and rng.random() >= OVERLOOKS:
            return False, _reason(wrong, say)
        if rng.random() < DOUBTS:
            return False, self._doubted(clue, say)
        return True, self._likes(turns[-1:] if wrong is None else (), word, clue, say, first=first)

    def _likes(self, turns: Turns, word: str, clue: str, say: Say, *, first: bool) -> str:
        """The reasons for a word: one from the board, then one from the clue if it suggests the word."""
        seen = [say(kind, letters=listed(letters)) for kind, letters in _seen(turns, word)]
        heard = self.heard(clue, word)
        named = [say("heard", what=heard)] if heard else []
        if seen:
            seen = [seen[len(turns) % len(seen)]]
        elif turns:
            seen = [say("fits")]
        elif not named:
            return say("opening_fine" if first else "clue_unclear" if clue else "hunch_yes")
        return " ".join([*seen, *named])

    def heard(self, clue: str, word: str) -> str:
        """The first clue word that is known to make people think of a word; empty if there is none."""
        known = (part for part in self._quotable(clue) if self._known.brings_to_mind(part, word))
        return next(known, "")

    def _quotable(self, clue: str) -> list[str]:
        """The words of a clue that carry meaning and can't be a word of the game."""
        parts = re.findall(r"[^\W\d_]+", clue.casefold())
        return [part for part in parts if len(part) >= TELLING and len(part) != LENGTH and stems(part)]

    def _doubted(self, clue: str, say: Say) -> str:
        """A doubt without a reason: it names the longest word of the clue, or nothing in particular."""
        what = max(self._quotable(clue), key=len, default="")
        return say("not_heard", what=what) if what else say("hunch_no")

    def suits(self, clue: str, turns: Turns, word: str, level: str = "hard") -> bool:
        """True if a word suits the clue well enough; `hard` compares it with the other words that fit."""
        weight = self._weight(clue, word)
        if level != "hard" or not turns:
            return weight >= MEDIUM_SHARE * EVEN
        said = self._known.clues.weights(clue)
        top = max((said[w] for w in self._known.fitting(turns)), default=EVEN)
        return weight >= HARD_SHARE * top

    def _weight(self, clue: str, word: str) -> int:
        return self._known.clues.weights(clue).get(word, EVEN)

    def _off_clue(self, clue: str, word: str, say: Say) -> str:
        topic = self.topic(clue)
        own = self._known.items.get(word, {}).get("topics", ())
        if topic is not None and topic not in own:
            return say("off_topic", what=topic)
        return self._doubted(clue, say) if self._quotable(clue) else say("off_clue")

    def topic(self, clue: str) -> str | None:
        """The topic of the clue; None if there is none, or if naming it could name a target."""
        topic = self._known.clues.points_at(clue) if clue else None
        return None if topic is None or any(map(self._known.knows, heads(topic))) else topic


def _reason(wrong: Breach, say: Say) -> str:
    return say(wrong.kind, letter=wrong.letter, at=wrong.at)


def _seen(turns: Turns, word: str) -> list[tuple[str, list[str]]]:
    """How a fitting word agrees with the marks: the letters that it keeps, moves and adds."""
    green = {i for guess, marks in turns for i, mark in enumerate(marks) if mark == GREEN}
    tried = {letter for guess, _ in turns for letter in guess}
    kept = dict.fromkeys(word[i] for i in sorted(green))
    moved = dict.fromkeys(c for i, c in enumerate(word) if i not in green and c in tried and c not in kept)
    added = dict.fromkeys(c for c in word if c not in tried) if turns else {}
    kinds = (("keeps", kept), ("moves", moved), ("adds", added))
    return [(kind, [c.upper() for c in letters][:MOST_LETTERS]) for kind, letters in kinds if letters]


# the bot

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
        self._deck, self._allowed = deck, allowed

    @cached_property
    def _known(self) -> Vocabulary:
        return Vocabulary(self._deck, self._allowed.words if self._allowed else frozenset())

    @cached_property
    def _guesser(self) -> WordGuesser:
        return WordGuesser(self._known, self._phrases)

    @cached_property
    def _critic(self) -> Critic:
        return Critic(self._known, self._phrases)

    def prepare(self) -> None:
        _ = self._known  # reads the words

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
    return WordleBot(LateDeck(deck.name, lambda: _in_list(deck, lexicon)), lexicon, said)


def _in_list(deck: Deck, lexicon: Lexicon) -> Deck:
    """The deck with the words that are in the list; if there are none, with all words of the list."""
    known = [item for item in deck.items if item["word"] in lexicon.words]
    return Deck(deck.name, known or _bare(lexicon))


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
    held = {c: sum(c in w for w in words) for c in ascii_lowercase}
    best = min(held, key=lambda c: abs(2 * held[c] - len(words)))
    divides = 3 * len(words) <= 10 * held[best] <= 7 * len(words)
    return best.upper() if divides and held[best] >= HELD else None
