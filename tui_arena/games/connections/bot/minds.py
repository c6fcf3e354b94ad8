"""A bot's mind: the words it knows, its own associations, its pictures of the other seats (Parikh 2026), its clues.

At first all pictures are the same. After an attempt, the word's vector is added to the pictures of the giver
and of the players who understood the clue. It is subtracted from the pictures of the players who missed it.

Each weight of a mind differs from the common weight by at most the part `EPSILON`; good players stray less
from the common meanings.

As giver it draws one of the words that it knows best. The chance is proportional to exp(how much better the
other guessers seem to know the word than the setter does). The clue is so close to the word that the others
name the word about as often as is best. It isn't that close to any other word. A clue never says its
word. Chances are rounded to whole numbers before a draw, so that the draw is the same on every machine.

Law: a mind depends only on its topics and its vocabulary number, through stable hashes with words, so it is
the same on every machine. Pictures are computed from a view's facts alone, from scratch each time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from random import Random
from typing import Any

from tui_arena.core.text import fold, undecorated
from tui_arena.games.connections.bot.similarity import (
    SURE,
    UNIT,
    ClueWords,
    Meaning,
    chance_after,
    mixed,
    stable,
)
from tui_arena.games.connections.metrics import best_p
from tui_arena.games.connections.state import PASSED, SETTER, seats_of, written

EPSILON = 0.7
"""The most by which a mind's weights differ from the common weights, as a part of the common weights."""
KEPT, VECTORS = 256, 1024
"""The number of prefixes (with their known words) and the number of word vectors that a mind caches."""
SHARP, LEAST = 0.13, 50.0
"""The lead in weight that gives a word e times as much belief is `SHARP` times the strongest weight, but at
least `LEAST`. It is relative because minds differ by parts of a weight."""

_HALF = 0xFFFF


class Mind:
    """The words that one bot knows, and its weights; the common mind has no vocabulary number."""

    def __init__(self, meaning: Meaning, topics: Iterable[str] = (), vocabulary: int | None = None) -> None:
        """`topics`: those that it knows well. `vocabulary`: selects the words that it knows; None: all."""
        self.meaning = meaning
        self.topics = frozenset(topics)
        self.vocabulary = vocabulary
        self._seed = mixed(stable(f"mind/{vocabulary}"))
        self.known = lru_cache(KEPT)(self._known)
        """The known words that begin with a prefix, in order."""
        self.weights = lru_cache(VECTORS)(self._weights)
        """This mind's weights for a word's vector, in the order of `Meaning.axes`."""
        self._strays = lru_cache(KEPT)(self._straying)

    # the words that it knows

    def _known(self, prefix: str, recall: int = 1) -> tuple[int, ...]:
        """The known words that begin with a prefix, in order.

        `recall`: how many times the mind tries to think of a word; it understands more words than it recalls.
        """
        meaning = self.meaning
        span = meaning.fitting(prefix)
        if self.vocabulary is None:
            return tuple(span)
        if not prefix:
            initials = sorted({word[:1] for word in meaning.words})
            return tuple(n for first in initials for n in self.known(first, recall))
        if len(prefix) > 1:  # these words are among the words that share the first letter
            wider = self.known(prefix[0], recall)
            return wider[bisect_left(wider, span.start) : bisect_left(wider, span.stop)]
        chances, sure = meaning.chances(recall), chance_after(SURE, recall)
        topics, mine = meaning.topics, self.topics
        draws = [number % UNIT for number in meaning.lanes(prefix).mixed(self._seed)]
        return tuple(
            n
            for n, draw in zip(span, draws, strict=True)
            if draw < chances[n] or (draw < sure and not mine.isdisjoint(topics[n]))
        )

    # its weights

    def own(self, weight: int, word: int, *about: int, strays: float = EPSILON) -> int:
        """This mind's weight in place of a word's common weight.

        `about`: numbers of the other things that the weight belongs to. `strays`: the most by which the
        weight differs, as a part of it. The result is never below the common weight for words of the mind's
        topics, and never above it for other words.
        """
        if self.vocabulary is None:
            return weight
        number = self._seed ^ self.meaning.hashes[word]
        for one in about:
            number = mixed(number ^ one)
        part = round(weight * strays * (number & _HALF) / 0x10000)
        return weight - part if self.topics.isdisjoint(self.meaning.topics[word]) else weight + part

    def _weights(self, n: int) -> Sequence[int]:
        meaning = self.meaning
        common = meaning.vector(n).values()
        if self.vocabulary is None:
            return list(common)
        numbers = meaning.lanes_of_axes(n).mixed(self._seed ^ meaning.hashes[n])
        sign = -1 if self.topics.isdisjoint(meaning.topics[n]) else 1
        return [
            w + sign * round(w * EPSILON * (number & _HALF) / 0x10000)
            for w, number in zip(common, numbers, strict=True)
        ]

    def vector(self, n: int) -> Mapping[str, int]:
        """A word's vector with this mind's weights."""
        return dict(zip(self.meaning.vector(n), self.weights(n), strict=True))

    def _straying(self, prefix: str, recall: int) -> Mapping[int, int]:
        """Maps each known word to how its weight strays: the direction and the size, in 65,536ths."""
        if len(prefix) > 1:
            wider = self._strays(prefix[0], recall)
            return {n: wider[n] for n in self.known(prefix, recall)}
        return {n: self._strays_at(n) for n in self.known(prefix, recall)}

    def _strays_at(self, n: int) -> int:
        if self.vocabulary is None:
            return 0
        far = (self._seed ^ self.meaning.hashes[n]) & _HALF
        return -far if self.topics.isdisjoint(self.meaning.topics[n]) else far

    def thoughts(
        self,
        said: ClueWords,
        prefix: str,
        barred: Collection[int] = (),
        seen: Collection[int] = (),
        *,
        strays: float = EPSILON,
        recall: int = 1,
    ) -> dict[int, int]:
        """Maps each known word that fits to how strongly a clue means it, in thousandths; 0 is not at all.

        `seen`: fitting words that have already been played, so that every mind now knows them. `strays`: how
        far this mind's weights are from the common weights. `recall`: see `_known`.
        """
        straying = self._strays(prefix, recall)
        if not straying.keys() >= set(seen):
            straying = {**straying, **{n: self._strays_at(n) for n in seen}}
        bases = said.bases(self.meaning, prefix)
        start = self.meaning.fitting(prefix).start
        # the same as `own`, written out for speed: these lines run more often than any others in a session
        found = {
            n: (base := bases[n - start]) + round(base * strays * far / 0x10000)
            for n, far in straying.items()
            if n not in barred
        }
        self._hear(said, prefix, found, strays)
        return found

    def _hear(self, said: ClueWords, prefix: str, found: dict[int, int], strays: float) -> None:
        """Add the contribution of each word of a clue to how strongly it means each word in `found`."""
        hashes, topics, mine, seed = self.meaning.hashes, self.meaning.topics, self.topics, self._seed
        span, common = self.meaning.fitting(prefix), self.vocabulary is None
        for voice in said.voices:
            words, weights, about = voice.words, voice.weights, voice.number
            for at in range(bisect_left(words, span.start), bisect_left(words, span.stop)):
                n = words[at]
                if n not in found:
                    continue
                weight = weights[at]
                if said.less and mine.isdisjoint(said.known_to.get(n, ())):
                    weight -= said.less.get((about, n), 0)
                if not common:
                    part = round(weight * strays * (mixed(seed ^ hashes[n] ^ about) & _HALF) / 0x10000)
                    weight = weight - part if mine.isdisjoint(topics[n]) else weight + part
                found[n] += weight


class Shares:
    """Each word's share of all belief. It follows from how strongly a clue means each word."""

    def __init__(self, thoughts: Mapping[int, int]) -> None:
        self._thoughts = thoughts
        self._most = max(thoughts.values(), default=0)
        self._sharp = max(SHARP * self._most, LEAST)
        self._total = sum([exp((weight - self._most) / self._sharp) for weight in thoughts.values()])

    def of(self, n: int) -> float:
        """A word's share, 0 to 1."""
        if n not in self._thoughts:
            return 0.0
        return exp((self._thoughts[n] - self._most) / self._sharp) / self._total

    def are_below(self, high: float, word: int) -> bool:
        """True if the share of every word except this word is below a bound."""
        near = self._thoughts
        rival = max((n for n in near if n != word), key=lambda n: near[n], default=None)
        return rival is None or self.of(rival) < high


def closeness(thoughts: Mapping[int, int], n: int) -> float:
    """A word's share of all belief, 0 to 1. It follows from how strongly a clue means each word."""
    return Shares(thoughts).of(n)


def best(thoughts: Mapping[int, int], meaning: Meaning) -> list[int]:
    """All words, the most strongly meant first; if two words are equal, the more common word comes first."""
    return sorted(thoughts, key=lambda n: (-thoughts[n], -meaning.frequency[n], n))


ETA = 4.0
"""How much one attempt changes a picture, as a multiple of the word's vector."""
TOLD = 2.0
"""The weight of an interest from a player's persona in the first picture of that player."""

Picture = Mapping[str, int]
"""Maps a topic to how well a player seems to know it, in thousandths; below 0 means badly."""


def pictures(facts: Mapping[str, Any], seat: str, mind: Mind) -> dict[str, dict[str, int]]:
    """Maps each other seat to this seat's picture of it, made from everything seen so far."""
    seats = (SETTER, *seats_of(int(facts["guessers"])))
    found: dict[str, dict[str, int]] = {other: {} for other in seats if other != seat}
    for other, interests in facts["others"].items():
        if other in found:
            found[other] = dict.fromkeys(map(str, interests), round(UNIT * TOLD))
    numbers = mind.meaning.numbers
    for turn in facts["turns"]:
        word = numbers.get(str(turn["word"]))
        if word is None:
            continue
        seen = {str(guess["seat"]): bool(guess["right"]) for guess in turn["guesses"]}
        seen[SETTER] = turn["end"] == "setter_blocked"
        seen[str(turn["giver"])] = True
        vector = mind.vector(word)
        for other, got in seen.items():
            if other in found:
                _add(found[other], vector, ETA if got else -ETA)
    return found


def _add(picture: dict[str, int], vector: Mapping[str, int], by: float) -> None:
    for at, weight in vector.items():
        picture[at] = picture.get(at, 0) + round(by * weight)


def leads(meaning: Meaning, seen: Mapping[str, Picture]) -> Sequence[float]:
    """For each of `Meaning.axis_names`: how much better the others seem to know it than the setter does."""
    others = [picture for seat, picture in seen.items() if seat != SETTER]
    setter, count = seen.get(SETTER, {}), max(len(others), 1)
    return [
        sum([picture.get(at, 0) for picture in others]) / count - setter.get(at, 0)
        for at in meaning.axis_names
    ]


def promise(mind: Mind, n: int, lead: Sequence[float]) -> float:
    """How much better the other guessers seem to know a word than the setter, by their `leads`."""
    total = 0.0
    for at, weight in zip(mind.meaning.axes(n), mind.weights(n), strict=True):
        total += weight * lead[at]
    return total / UNIT**2


WHIM = 160
"""The most by which a mind's number changes how well it knows a word, in units of `Meaning.frequency`."""
TRIES = 7
"""The most words that are tried before the best clue so far is taken."""
FINE = 100_000
"""The whole number that represents a chance of 1."""
AGAIN = 9.0
"""The penalty for a clue that was given before: it is given again only if there is no other clue."""
FAR = 0.5
"""A giver who may pass does so if its best clue is off by more than this part of the lower bound."""


@dataclass(frozen=True, slots=True)
class Giving:
    """How a giver of one level chooses."""

    among: int
    """The number of best-known words that it draws from."""
    learns: bool
    """True if it uses pictures of the other seats."""
    bounds: tuple[float, float]
    """The least and the greatest closeness of a clue to its word, as multiples of p*."""


LEVELS: Mapping[str, Giving] = {
    "easy": Giving(among=12, learns=False, bounds=(1.6, 3.0)),
    "medium": Giving(among=300, learns=False, bounds=(0.75, 1.4)),
    "hard": Giving(among=300, learns=True, bounds=(0.75, 1.4)),
}
MOST = 0.97
"""The upper bound of closeness never exceeds this: with more belief on one word, a clue is obvious."""


def bounds_of(guessers: int, level: str) -> tuple[float, float]:
    """The least and the greatest share of belief that a clue's word should have with this many guessers."""
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
    """The reply of a giver who must give a clue and knows none; None if there is no word.

    The reply is one of the words, with the text `clue`, which says how long the word is.
    """
    if not words:
        return None
    word = rng.choice(words)
    return written(word, clue.format(n=len(word)), "")


def drawn(facts: Mapping[str, Any], seat: str, mind: Mind, level: str, rng: Random) -> list[int]:
    """At most `TRIES` words for a clue, in the order of the draw."""
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
    """The words for a clue: known unused words, else any unused words, else any unblocked words."""
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
    """How well a mind knows a word: the word's frequency, plus a change that is this mind's own."""
    whim = mixed(mind.meaning.hashes[n] ^ mixed(mind.vocabulary or 0)) % WHIM
    return mind.meaning.frequency[n] + whim


def _numbers(mind: Mind, words: Sequence[str]) -> set[int]:
    numbers = mind.meaning.numbers
    return {numbers[word] for word in words if word in numbers}


def texts_of(mind: Mind, n: int, rng: Random) -> Iterator[tuple[str, str]]:
    """Clues that don't say their word, with their kinds; the mind's own topics come first, shuffled."""
    meaning = mind.meaning
    clues, sayers, kinds = meaning.clues[n], meaning.said_by[n], meaning.kinds[n]
    sayable = meaning.sayable(n)
    order = rng.sample(range(len(clues)), len(clues))
    for at in sorted(order, key=lambda at: not sayers or sayers[at] not in mind.topics):
        if sayable[at]:
            yield clues[at], kinds[at] if kinds else ""
