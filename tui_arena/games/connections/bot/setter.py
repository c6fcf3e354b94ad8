"""What a setter does with its secret: which word it takes, and when it changes to another.

A beginning that many words share says little: such words last longest. Law: it takes only words that it
knows, and changes only to words that the rules take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from tui_arena.games.connections.bot.minds import Mind

SHORTEST, LONGEST = 5, 10
"""Letters of a secret that it takes."""
FAIR = {"easy": (380, 900), "medium": (270, 420), "hard": (270, 380)}
"""The frequency of a level's secrets, a hundred times Zipf: words that people know, and do not think of first."""
LOOKS_AT = {"easy": 1, "medium": 8, "hard": 24}
"""Of how many words a level takes the best."""
PAYS = {"easy": 3.0, "medium": 1.5, "hard": 1.15}
"""How many times as many words have to share the other beginning for a level to change."""


def shared(mind: Mind, word: str) -> int:
    """How well the beginnings of a word hide it: the words that share two letters, and three times over those that share three."""
    fitting = mind.meaning.fitting
    return len(fitting(word[:2])) + 3 * len(fitting(word[:3]))


def secret(mind: Mind, level: str, rng: Random) -> str:
    """A word that can be the secret."""
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
    """The word to change to; None: keep the secret. `listed`: the words that the rules take."""
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
    """Words whose next beginning is the one that most words share, if it pays to change to them."""
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
