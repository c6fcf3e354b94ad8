"""The bot as setter: which secret it chooses, and when it changes to another word.

A beginning that many words share says little, so such words last longest. The setter changes only to words
that its mind knows and the rules take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from tui_arena.games.connections.bot.minds import Mind

SHORTEST, LONGEST = 5, 10
"""The least and the most letters of a secret."""
FAIR = {"easy": (380, 900), "medium": (270, 420), "hard": (270, 380)}
"""By level: the frequency of secrets, 100 times Zipf; people know them but don't think of them first."""
LOOKS_AT = {"easy": 1, "medium": 8, "hard": 24}
"""By level: how many words are drawn, of which the best is taken."""
PAYS = {"easy": 3.0, "medium": 1.5, "hard": 1.15}
"""By level: how many times as many words must share the other beginning for a change to pay."""


def shared(mind: Mind, word: str) -> int:
    """How well a word's beginnings hide it.

    The number of words that share its first two letters, plus three times those that share its first three.
    """
    fitting = mind.meaning.fitting
    return len(fitting(word[:2])) + 3 * len(fitting(word[:3]))


def secret(mind: Mind, level: str, rng: Random) -> str:
    """The secret that a setter of a level chooses."""
    meaning = mind.meaning
    fit = [n for n in mind.known("") if _fair(mind, n, level)] or list(range(len(meaning.words)))
    words = [meaning.words[n] for n in rng.sample(fit, min(LOOKS_AT[level], len(fit)))]
    return max(words, key=lambda word: (shared(mind, word), word))


def _fair(mind: Mind, n: int, level: str) -> bool:
    least, most = FAIR[level]
    return least <= mind.meaning.frequency[n] <= most and SHORTEST <= len(mind.meaning.words[n]) <= LONGEST


def changed(
    facts: Mapping[str, Any], mind: Mind, listed: Collection[str], level: str, rng: Random
) -> str | None:
    """The word to change to; None: keep the secret. `listed`: all words that the rules take."""
    found = roomier(facts, mind, listed, PAYS[level])
    if not found:
        return None
    numbers, frequency = mind.meaning.numbers, mind.meaning.frequency
    least, most = FAIR[level]
    fair = [word for word in found if least <= frequency[numbers[word]] <= most]
    words = fair or found
    looked_at = rng.sample(words, min(LOOKS_AT[level], len(words)))
    return min(looked_at, key=lambda word: (frequency[numbers[word]], word))


def roomier(facts: Mapping[str, Any], mind: Mind, listed: Collection[str], pays: float) -> list[str]:
    """The words with the next letter that most words share; empty if a change to them doesn't pay.

    `pays`: how many times as many words must share that beginning as share the current one.
    """
    prefix, now, seen = str(facts["prefix"]), str(facts["secret"]), set(facts["played"])
    words, at = mind.meaning.words, len(prefix)
    counts = Counter(words[n][at] for n in mind.known(prefix) if len(words[n]) > at)
    fit: dict[str, list[str]] = {}
    for n in mind.known(prefix):
        word = words[n]
        lasts = len(word) > at + 1 and len(word) <= max(LONGEST, at + 3)
        if lasts and word not in seen and word != now and word in listed:
            fit.setdefault(word[at], []).append(word)
    letter = max(fit, key=lambda c: (counts[c], c), default="")
    ends = len(now) == at + 1 and not facts["plays_on"]
    room = 0 if ends else counts[now[at]]
    return fit[letter] if letter and counts[letter] > pays * room else []
