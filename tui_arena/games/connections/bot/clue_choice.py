"""The bot as giver: which word it chooses, and which clue to it.

It draws one of the words that it knows best, with a chance proportional to exp(how much better the other
guessers seem to know the word than the setter does). The clue is close enough to the word for the others to
name it about as often as is best, and not as close as that to any other word.

A clue never says its word. Chances are rounded to whole numbers before anything is drawn, so that the draw is
the same on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from tui_arena.core.text import fold, undecorated
from tui_arena.games.connections.bot.minds import Mind, Shares, leads, pictures, promise
from tui_arena.games.connections.bot.similarity import mixed
from tui_arena.games.connections.metrics import best_p
from tui_arena.games.connections.state import PASSED, written

WHIM = 160
"""How much a mind's number can change which words it knows best, in units of `Meaning.frequency`."""
TRIES = 7
"""The most words that are tried before the best clue so far is taken."""
FINE = 100_000
"""The whole number that stands for a chance of 1."""
AGAIN = 9.0
"""What a clue loses that was given before: it is given again only if there is no other."""
FAR = 0.5
"""A giver who may pass does so if its best clue is off by more than this part of the lower bound."""


@dataclass(frozen=True, slots=True)
class Giving:
    """How a giver of a level chooses."""

    among: int
    """How many of its best known words it draws from."""
    learns: bool
    """Whether it uses pictures of the other seats."""
    bounds: tuple[float, float]
    """How close a clue must be to its word, at least and at most, as multiples of p*."""


LEVELS: Mapping[str, Giving] = {
    "easy": Giving(among=12, learns=False, bounds=(1.6, 3.0)),
    "medium": Giving(among=300, learns=False, bounds=(0.75, 1.4)),
    "hard": Giving(among=300, learns=True, bounds=(0.75, 1.4)),
}
MOST = 0.97
"""The upper bound of closeness never exceeds this: with more belief on one word, a clue is obvious."""


def bounds_of(guessers: int, level: str) -> tuple[float, float]:
    """The least and the most share of all belief that a clue's word should have, for this many guessers."""
    low, high = LEVELS[level].bounds
    best = best_p(guessers)
    return low * best, min(high * best, MOST)


def given(facts: Mapping[str, Any], seat: str, mind: Mind, level: str, rng: Random) -> str | None:
    """A giver's reply; None if it knows no word that fits."""
    words = drawn(facts, seat, mind, level, rng)
    prefix, used = str(facts["prefix"]), {fold(str(turn["clue"])) for turn in facts["turns"]}
    barred = _numbers(mind, facts["blocked"])
    low, high = bounds_of(int(facts["guessers"]), level)
    fallback: tuple[float, str] | None = None
    for word in words:
        for text, kind in texts_of(mind, word, rng):
            again = fold(text) in used
            heard = undecorated(text)  # quotation marks at the end are stripped when it is read
            near = mind.thoughts(mind.meaning.said(heard), prefix, barred)
            shares = Shares(near)
            close = shares.of(word)
            reply = written(mind.meaning.words[word], text, kind)
            if not again and low <= close <= high and shares.are_below(high, word):
                return reply
            off = max(low - close, close - high, 0.0) + AGAIN * again
            if fallback is None or off < fallback[0]:
                fallback = off, reply
    if fallback is None:
        return None
    alone = str(facts["giver"]) == seat
    return PASSED if facts["can_pass"] and not alone and fallback[0] > FAR * low else fallback[1]


def by_length(words: Sequence[str], rng: Random, clue: str) -> str | None:
    """The reply of a giver who must give a clue and knows none: one of these words, with `clue` for its length.

    None if there is no word.
    """
    if not words:
        return None
    word = rng.choice(words)
    return written(word, clue.format(n=len(word)), "")


def drawn(facts: Mapping[str, Any], seat: str, mind: Mind, level: str, rng: Random) -> list[int]:
    """At most `TRIES` words for a clue, in the order in which they are drawn."""
    how, meaning = LEVELS[level], mind.meaning
    gone = _numbers(mind, facts["blocked"]) | _numbers(mind, [turn["word"] for turn in facts["turns"]])
    prefix = str(facts["prefix"])
    known = _fresh(mind, prefix, gone, set(facts["blocked"]))
    best = sorted(known, key=lambda n: (-_command(mind, n), n))[: how.among]
    chances = [FINE] * len(best)
    if how.learns:
        lead = leads(meaning, pictures(facts, seat, mind))
        worth = [promise(mind, n, lead) if any(lead) else 0.0 for n in best]
        most = max(worth, default=0.0)
        chances = [round(FINE * exp(one - most)) + 1 for one in worth]
    words: list[int] = []
    for _ in range(min(TRIES, len(best))):
        at = rng.choices(range(len(best)), cum_weights=_sums(chances))[0]
        words.append(best.pop(at))
        del chances[at]
    assert all(meaning.words[n].startswith(prefix) for n in words), "only fitting words are drawn"
    return words


def _fresh(mind: Mind, prefix: str, gone: Collection[int], blocked: Collection[str]) -> list[int]:
    """The words for a clue: known words not used yet, else any words not used yet, else any not blocked."""
    meaning = mind.meaning
    fit = [n for n in meaning.fitting(prefix) if meaning.given[n]]
    if all(meaning.words[n] in blocked for n in fit):
        fit = [n for n in meaning.fitting(prefix) if meaning.clues[n]]
    known = set(mind.known(prefix))
    return (
        [n for n in fit if n not in gone and n in known]
        or [n for n in fit if n not in gone]
        or [n for n in fit if meaning.words[n] not in blocked]
    )


def _sums(chances: Sequence[int]) -> list[int]:
    total, sums = 0, []
    for one in chances:
        total += one
        sums.append(total)
    return sums


def _command(mind: Mind, n: int) -> int:
    """How well a mind knows a word: its frequency, plus a whim of this mind."""
    whim = mixed(mind.meaning.hashes[n] ^ mixed(mind.vocabulary or 0)) % WHIM
    return mind.meaning.frequency[n] + whim


def _numbers(mind: Mind, words: Sequence[str]) -> set[int]:
    numbers = mind.meaning.numbers
    return {numbers[word] for word in words if word in numbers}


def texts_of(mind: Mind, n: int, rng: Random) -> Iterator[tuple[str, str]]:
    """Clues that don't say their word, with their kinds: first those of the mind's own topics, in any order."""
    meaning = mind.meaning
    clues, sayers, kinds = meaning.clues[n], meaning.said_by[n], meaning.kinds[n]
    sayable = meaning.sayable(n)
    order = rng.sample(range(len(clues)), len(clues))
    for at in sorted(order, key=lambda at: not sayers or sayers[at] not in mind.topics):
        if sayable[at]:
            yield clues[at], kinds[at] if kinds else ""
