"""What a giver says: which word, and which clue to it.

Among the words that it knows best it takes one with a chance of exp(how much better the other guessers
seem to know it than the setter). The clue is close enough to the word for the others to name it about as
often as is best, and to no other word closer than that.

Law: a clue never says its word. Chances are rounded to whole numbers before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from tui_arena.core.text import fold, undecorated
from tui_arena.core.words import says
from tui_arena.games.connections.bot import phrases
from tui_arena.games.connections.bot.minds import Mind, closeness, mixed, pictures, promise
from tui_arena.games.connections.metrics import best_p
from tui_arena.games.connections.state import PASSED, written

ASSOCIATION, KNOWLEDGE, PERSONAL = "association", "knowledge", "personal"

WHIM = 160
"""By how much it is a matter of the mind which words are known best."""
TRIES = 7
"""Words that are tried before the best clue so far will do."""
FINE = 100_000
"""A chance of 1 before it is rounded."""
FAR = 0.5
"""Farther off than so much of the lower bound, who can pass gives no clue."""


@dataclass(frozen=True, slots=True)
class Giving:
    """How a level gives."""

    among: int
    """How many of the best known words it takes one of."""
    learns: bool
    """Whether it has pictures of the others."""
    bounds: tuple[float, float]
    """Of how close a clue is to its word, as parts of the best chance of naming it."""


LEVELS: Mapping[str, Giving] = {
    "easy": Giving(among=12, learns=False, bounds=(1.6, 3.0)),
    "medium": Giving(among=300, learns=False, bounds=(0.75, 1.4)),
    "hard": Giving(among=300, learns=True, bounds=(0.75, 1.4)),
}
MOST = 0.97
"""No clue of which so much of all belief is on one word is anything but obvious."""


def bounds_of(guessers: int, level: str) -> tuple[float, float]:
    """Between which shares of all belief a clue's word should have, for so many guessers."""
    low, high = LEVELS[level].bounds
    best = best_p(guessers)
    return low * best, min(high * best, MOST)


def given(facts: Mapping[str, Any], seat: str, mind: Mind, level: str, rng: Random) -> str | None:
    """A giver's reply; None where it knows no word that fits."""
    words = drawn(facts, seat, mind, level, rng)
    prefix, used = str(facts["prefix"]), {fold(str(turn["clue"])) for turn in facts["turns"]}
    barred = _numbers(mind, facts["blocked"])
    low, high = bounds_of(int(facts["guessers"]), level)
    fallback: tuple[float, str] | None = None
    for word in words:
        for text, kind in texts_of(mind, word, rng):
            if fold(text) in used or says(text, mind.meaning.words[word]) is not None:
                continue
            heard = undecorated(text)  # a quote at its end is no part of what comes over
            near = mind.thoughts(mind.meaning.said(heard), prefix, barred)
            close = closeness(near, word)
            reply = written(mind.meaning.words[word], text, kind or _kind(mind, word, text))
            if low <= close <= high and others_below(near, word, high):
                return reply
            off = max(low - close, close - high, 0.0)
            if fallback is None or off < fallback[0]:
                fallback = off, reply
    if fallback is None:
        return None
    alone = str(facts["giver"]) == seat
    return PASSED if facts["can_pass"] and not alone and fallback[0] > FAR * low else fallback[1]


def others_below(near: Mapping[int, int], word: int, high: float) -> bool:
    """Whether a clue is less close to every other word than the upper bound."""
    rival = max((n for n in near if n != word), key=lambda n: near[n], default=None)
    return rival is None or closeness(near, rival) < high


def drawn(facts: Mapping[str, Any], seat: str, mind: Mind, level: str, rng: Random) -> list[int]:
    """Words for a clue, as many as are tried, in the order in which they are drawn."""
    how, meaning = LEVELS[level], mind.meaning
    gone = _numbers(mind, facts["blocked"]) | _numbers(mind, [turn["word"] for turn in facts["turns"]])
    prefix = str(facts["prefix"])
    known = _fresh(mind, prefix, gone, set(facts["blocked"]))
    best = sorted(known, key=lambda n: (-_command(mind, n), n))[: how.among]
    chances = [FINE] * len(best)
    if how.learns:
        seen = pictures(facts, seat, mind)
        worth = [promise(mind.vector(n), seen) for n in best]
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
    """The words for a clue: those that it knows and nobody had, else such as can be looked up, else any."""
    fit = mind.meaning.fitting(prefix)
    return (
        [n for n in mind.known(prefix) if n not in gone]
        or [n for n in fit if n not in gone]
        or [n for n in fit if mind.meaning.words[n] not in blocked]
    )


def _sums(chances: Sequence[int]) -> list[int]:
    total, sums = 0, []
    for one in chances:
        total += one
        sums.append(total)
    return sums


def _command(mind: Mind, n: int) -> int:
    """How well a mind knows a word."""
    whim = mixed(mind.meaning.hashes[n] ^ mixed(mind.vocabulary or 0)) % WHIM
    return mind.meaning.frequency[n] + whim


def _numbers(mind: Mind, words: Sequence[str]) -> set[int]:
    numbers = mind.meaning.numbers
    return {numbers[word] for word in words if word in numbers}


def texts_of(mind: Mind, n: int, rng: Random) -> Iterator[tuple[str, str]]:
    """Clues to a word with their kinds: those of the lexicon, then some of cues and topics."""
    clues, cues = mind.meaning.clues[n], mind.meaning.cues[n]
    for clue in rng.sample(clues, len(clues)):
        yield clue, ""
    some = rng.sample(cues, len(cues))
    made = [rng.choice(phrases.ONE).format(a=cue) for cue in some[:4]]
    made += [rng.choice(phrases.TWO).format(a=a, b=b) for a, b in zip(some[::2], some[1::2], strict=False)]
    about = [f"the {topic}" if topic in phrases.WITH_THE else topic for topic in mind.meaning.topics[n]]
    made += [rng.choice(phrases.TOPIC).format(a=topic) for topic in about]
    for text in rng.sample(made, len(made)):
        yield text, ASSOCIATION


def _kind(mind: Mind, n: int, text: str) -> str:
    """The kind of a clue of the lexicon where it is plain: names are knowledge, own topics personal."""
    if any(c.isupper() or c.isdigit() for c in text):
        return KNOWLEDGE
    return "" if mind.topics.isdisjoint(mind.meaning.topics[n]) else PERSONAL
