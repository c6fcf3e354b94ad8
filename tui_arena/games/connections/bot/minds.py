"""A bot's mind: the words it knows, its own associations, its pictures of the other seats (Parikh 2026), its clues.

At first all pictures are the same. After an attempt, the word's vector is added to the pictures of the giver
and of the players who understood the clue. It is subtracted from the pictures of the players who missed it.

Each weight of a mind differs from the common weight by at most the part that its level strays. Words of its
own topics weigh more and all other words less, so minds that share a field understand each other in it.
Everybody knows descriptions and sorts, so no mind strays from them.

A giver finds its clue in these steps:

1. It draws some of the words that it knows best. If it learns, the chance of a word is proportional to
   exp(how much better the other guessers seem to know the word than the setter does).
2. It thinks of a few clues to these words. Clues of its own topics and of its friends' topics come first.
3. For each clue it asks itself what the friends would name, and what the setter would name. It imagines them
   as minds with the topics that each of them seems to know well.
4. It gives a clue that the friends are likely enough to get, that isn't too plain to the setter, and that
   fits no other word as well. If several clues qualify, it gives the one that favours the friends most.

The more the setter has blocked, the less a clue may tell it. A clue never says its word. Chances are rounded
to whole numbers before a draw, so that the draw is the same on every machine.

Law: a mind depends only on its topics and its vocabulary number, through stable hashes with words, so it is
the same on every machine. Pictures are computed from a view's facts alone, from scratch each time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import accumulate, compress, repeat
from math import exp
from operator import mul, rshift
from random import Random
from typing import Any, NamedTuple

from tui_arena.core.caches import own_cache
from tui_arena.core.text import fold, undecorated
from tui_arena.core.words import says, tokens
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
"""The most by which a mind's weights differ from the common weights, as a part of them, if no level says it."""
KEPT, IMAGINED, COMMANDS = 256, 8, 1024
"""The number of prefixes (with their known words), other minds and words that a mind caches."""
SHARP, LEAST = 0.13, 50.0
"""The lead in weight that gives a word e times as much belief is `SHARP` times the strongest weight, but at
least `LEAST`. It is relative because minds differ by parts of a weight."""

BROUGHT, DESCRIPTION = 900, 3
"""If a clue describes a word at least this strongly, a mind tries `DESCRIPTION` times as often to think of it."""
_HALF = 0xFFFF
ONE = 16
"""Factors of weights are counted in parts of `1 << ONE`."""


class Ground(NamedTuple):
    """The words with a prefix that a mind knows."""

    known: Sequence[int]
    fits: Sequence[bool]
    """For each word with this prefix: True if it is known."""
    factors: Sequence[int]
    """For each known word: how this mind's weight of its topics differs from the common one (`_factor`)."""


class Mind:
    """The words that one bot knows, and its weights; the common mind has no vocabulary number."""

    def __init__(self, meaning: Meaning, topics: Iterable[str] = (), vocabulary: int | None = None) -> None:
        """`topics`: the topics that it knows well. `vocabulary`: selects the words that it knows; None: all."""
        self.meaning = meaning
        self.topics = frozenset(topics)
        self.vocabulary = vocabulary
        self._seed = mixed(stable(f"mind/{vocabulary}"))
        self._mine = meaning.about(self.topics)
        self._even = vocabulary is None
        self.known = own_cache(KEPT, self._known)
        """The known words that begin with a prefix, in order."""
        self.command = own_cache(COMMANDS, self._command)
        """How well it knows a word: the word's frequency, plus a change that is this mind's own."""
        self._ground = own_cache(KEPT, self._ground_of)
        self.imagined = lru_cache(IMAGINED)(partial(Mind, meaning))
        """The mind of another player with some topics, as far as one can tell; cached."""

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
        mine = self._mine
        draws = [number % UNIT for number in meaning.lanes(prefix).mixed(self._seed)]
        return tuple(
            n for n, draw in zip(span, draws, strict=True) if draw < chances[n] or (draw < sure and n in mine)
        )

    def _command(self, n: int) -> int:
        whim = mixed(self.meaning.hashes[n] ^ mixed(self.vocabulary or 0)) % WHIM
        return self.meaning.frequency[n] + whim

    # its weights

    def _factor(self, word: int, number: int, strays: float) -> int:
        """This mind's weight in place of a common weight of `1 << ONE`.

        For words of the mind's topics it is above the common weight by at least half of `strays`; for other
        words it is never above.
        """
        if self._even:
            number = _HALF >> 1 if self.topics else 0
        far, most = int(strays * (number & _HALF)), int(strays * _HALF)
        return (1 << ONE) + ((most + far) // 2 if word in self._mine else -far)

    def own(self, weight: int, word: int, *about: int, strays: float = EPSILON) -> int:
        """This mind's weight in place of a word's common weight.

        `about`: numbers of the other things that the weight belongs to. `strays`: the most by which the
        weight differs, as a part of it.
        """
        number = self._seed ^ self.meaning.hashes[word]
        for one in about:
            number = mixed(number ^ one)
        return weight * self._factor(word, number, strays) >> ONE

    def _ground_of(self, prefix: str, recall: int, strays: float) -> Ground:
        known, span = self.known(prefix, recall), self.meaning.fitting(prefix)
        if len(prefix) > 1:  # these words are among the words that share the first letter
            wider = self._ground(prefix[0], recall, strays)
            first, start = bisect_left(wider.known, span.start), self.meaning.fitting(prefix[0]).start
            factors = wider.factors[first : first + len(known)]
            return Ground(known, wider.fits[span.start - start : span.stop - start], factors)
        seed, hashes, fits = self._seed, self.meaning.hashes, set(known)
        factors = [self._factor(n, seed ^ hashes[n], strays) for n in known]
        return Ground(known, [n in fits for n in span], factors)

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
        heard, ground = said.heard(prefix), self._ground(prefix, recall, strays)
        # the same as `own` for each word, without a loop of Python's: nothing else runs so often in a session
        scaled = map(mul, compress(heard.bases, ground.fits), ground.factors)
        found = dict(zip(ground.known, map(rshift, scaled, repeat(ONE)), strict=True))
        start = self.meaning.fitting(prefix).start
        for n in (*seen, *self._brought(heard.plain, recall)):
            if n not in found:
                found[n] = self.own(heard.bases[n - start], n, strays=strays)
        for n in barred:
            found.pop(n, None)
        self._hear(said, prefix, found, strays)
        for n, weight in heard.plain.items():
            if n in found:
                found[n] += weight
        return found

    def _brought(self, plain: Mapping[int, int], recall: int) -> Iterator[int]:
        """The words that come to mind because a clue describes them, though not by themselves."""
        chances = self.meaning.chances(recall * DESCRIPTION)
        for n, weight in plain.items():
            if weight >= BROUGHT and mixed(self._seed ^ self.meaning.hashes[n]) % UNIT < chances[n]:
                yield n

    def _hear(self, said: ClueWords, prefix: str, found: dict[int, int], strays: float) -> None:
        """Add the contribution of each word of a clue to how strongly it means each word in `found`."""
        hashes, seed, span, mine = self.meaning.hashes, self._seed, self.meaning.fitting(prefix), self.topics
        less, factor = said.less, self._factor
        for voice in said.voices(prefix):
            words, weights, about = voice.words, voice.weights, voice.number
            for at in range(bisect_left(words, span.start), bisect_left(words, span.stop)):
                n = words[at]
                if n in found:
                    weight = weights[at]
                    if less and mine.isdisjoint(said.known_to.get(n, ())):
                        weight -= less.get((about, n), 0)
                    number = 0 if self._even else mixed(seed ^ hashes[n] ^ about)
                    found[n] += weight * factor(n, number, strays) >> ONE


class Shares:
    """Each word's share of all belief. It follows from how strongly a clue means each word."""

    def __init__(self, thoughts: Mapping[int, int]) -> None:
        self._thoughts = thoughts
        self._most = max(thoughts.values(), default=0)
        self._sharp = max(SHARP * self._most, LEAST)

    @cached_property
    def _total(self) -> float:
        most, sharp = self._most, self._sharp
        return sum([exp((weight - most) / sharp) for weight in self._thoughts.values()])

    def of(self, n: int) -> float:
        """A word's share, 0 to 1."""
        weight = self._thoughts.get(n)
        return 0.0 if weight is None else exp((weight - self._most) / self._sharp) / self._total

    def are_below(self, high: float, word: int) -> bool:
        """True if the share of every word except this word is below a bound."""
        near = self._thoughts
        rival = max((n for n in near if n != word), key=near.__getitem__, default=None)
        return rival is None or self.of(rival) < high


def closeness(thoughts: Mapping[int, int], n: int) -> float:
    """A word's share of all belief, 0 to 1. It follows from how strongly a clue means each word."""
    return Shares(thoughts).of(n)


def best(thoughts: Mapping[int, int], meaning: Meaning) -> list[int]:
    """All words, the most strongly meant first; if two words are equal, the more common word comes first."""
    return sorted(thoughts, key=lambda n: (-thoughts[n], -meaning.frequency[n], n))


def first(thoughts: Mapping[int, int], meaning: Meaning) -> int | None:
    """The first word of `best`, without sorting the others; None if there is no word."""
    most = max(thoughts.values(), default=0)
    equal = (n for n, weight in thoughts.items() if weight == most)
    return min(equal, key=lambda n: (-meaning.frequency[n], n), default=None)


ETA = 2.0
"""How much one attempt changes a picture, as a multiple of the word's vector."""
FROM_PERSONA = 2.0
"""The weight of an interest from a player's persona in the first picture of that player."""

Picture = Mapping[str, int]
"""Maps a topic to how well a player seems to know it, in thousandths; below 0 means badly."""


def pictures(
    facts: Mapping[str, Any], seat: str, mind: Mind, *, learns: bool = True
) -> dict[str, dict[str, int]]:
    """Maps each other seat to this seat's picture of it.

    A picture begins with the topics that the seat was told, or else with its own. If it `learns`, everything
    seen so far is added.
    """
    seats, told = (SETTER, *seats_of(int(facts["guessers"]))), facts["others"]
    found = {
        other: dict.fromkeys(map(str, told.get(other, mind.topics)), round(UNIT * FROM_PERSONA))
        for other in seats
        if other != seat
    }
    numbers = mind.meaning.numbers
    for turn in facts["turns"] if learns else ():
        word = numbers.get(str(turn["word"]))
        if word is None:
            continue
        seen = {str(guess["seat"]): bool(guess["right"]) for guess in turn["guesses"]}
        seen[SETTER] = turn["end"] == "setter_blocked"
        seen[str(turn["giver"])] = True
        vector = mind.meaning.vector(word)
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


def promise(meaning: Meaning, n: int, lead: Sequence[float]) -> float:
    """How much better the other guessers seem to know a word than the setter, by their `leads`."""
    return sum([weight * lead[at] for at, weight in meaning.coordinates(n)]) / UNIT**2


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
GAIN = 0.25
"""A clue is given at once if the friends are likelier to name its word than the setter by this much."""
ENOUGH = 3
"""As soon as this many clues are within the bounds, the best of them is given."""
LEARNT = 1500
"""A player seems to know a topic if the picture's figure for the topic is at least this."""
STEERED = 2.0
"""How much the draw of words follows what the friends seem to know better than the setter."""
FIRST = 3
"""Before the first clue, the setter counts as having blocked one clue out of this many."""


@dataclass(frozen=True, slots=True)
class Giving:
    """How a giver of one level chooses."""

    among: int
    """The number of best-known words that it draws from."""
    learns: bool
    """True if it learns from the attempts who knows what, and not only from what it was told."""
    minds_others: bool
    """True if it asks itself what the others would name."""
    looks: int
    """The most clues that it thinks of."""
    bounds: tuple[float, float]
    """The least closeness of a clue to its word for the friends, and the greatest for the setter, as
    multiples of p*."""


LEVELS: Mapping[str, Giving] = {
    "easy": Giving(among=12, learns=False, minds_others=False, looks=8, bounds=(1.6, 3.0)),
    "medium": Giving(among=300, learns=False, minds_others=True, looks=2, bounds=(0.9, 1.4)),
    "hard": Giving(among=300, learns=True, minds_others=True, looks=12, bounds=(0.75, 1.4)),
}
MOST = 0.97
"""The upper bound of closeness never exceeds this: with more belief on one word, a clue is obvious."""


def bounds_of(guessers: int, level: str, turns: Sequence[Mapping[str, Any]] = ()) -> tuple[float, float]:
    """The least share of belief that the friends should have in a clue's word, and the most for the setter.

    The more a setter has blocked, the lower its bound.
    """
    low, high = LEVELS[level].bounds
    best = best_p(guessers)
    blocked = sum(turn["end"] == "setter_blocked" for turn in turns)
    slow = 1 + 1 / FIRST - (blocked + 1) / (len(turns) + FIRST)
    return low * best, min(high * best * slow, MOST)


class Others(NamedTuple):
    """The other players, as a giver imagines them."""

    friends: Mind
    """Knows well what any of the other guessers seems to know well."""
    setter: Mind
    """Knows well what the setter seems to know."""


def others_of(facts: Mapping[str, Any], seat: str, mind: Mind, level: str) -> Others:
    """Imagines the others from what a giver was told and, if its level learns, from the attempts."""
    how = LEVELS[level]
    if not how.minds_others:
        return Others(mind, mind)
    seen = pictures(facts, seat, mind, learns=how.learns)
    setter = seen.pop(SETTER, {})
    friends = {at for picture in seen.values() for at, one in picture.items() if one >= LEARNT}
    known = {at for at, one in setter.items() if one >= LEARNT}
    return Others(mind.imagined(frozenset(friends)), mind.imagined(frozenset(known)))


def given(facts: Mapping[str, Any], seat: str, mind: Mind, level: str, rng: Random) -> str | None:
    """A giver's reply; None if it knows no word that fits."""
    how, meaning, prefix = LEVELS[level], mind.meaning, str(facts["prefix"])
    used = {fold(str(turn["clue"])) for turn in facts["turns"]}
    barred = _numbers(mind, facts["blocked"])
    low, high = bounds_of(int(facts["guessers"]), level, facts["turns"])
    others = others_of(facts, seat, mind, level)
    words = drawn(facts, seat, mind, level, rng)
    fallback: tuple[float, str] | None = None
    found: list[tuple[float, str]] = []
    for word, text, kind in texts_of(mind, words, others.friends.topics, rng, how.looks):
        said = meaning.said(undecorated(text))  # reading a clue drops the quotes at its ends
        reply = written(meaning.words[word], text, kind)
        near = Shares(others.friends.thoughts(said, prefix, barred))
        close = shown = near.of(word)
        again = AGAIN * (fold(text) in used)
        if close >= low and not again and near.are_below(high, word):
            if others.setter is not others.friends:
                shown = Shares(others.setter.thoughts(said, prefix, barred)).of(word)
            if shown <= high:
                found.append((close - shown, reply))
                if close - shown >= GAIN or len(found) >= ENOUGH:
                    break
        off = max(low - close, shown - high, 0.0) + again
        if fallback is None or off < fallback[0]:
            fallback = off, reply
    if found:
        return max(found)[1]
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
    best = sorted(known, key=lambda n: (-mind.command(n), n))[: how.among]
    chances = [FINE] * len(best)
    if how.minds_others and how.learns:
        lead = leads(meaning, pictures(facts, seat, mind, learns=how.learns))
        worth = [promise(meaning, n, lead) if any(lead) else 0.0 for n in best]
        most = max(worth, default=0.0)
        chances = [round(FINE * exp(STEERED * (one - most))) + 1 for one in worth]
    words: list[int] = []
    for _ in range(min(TRIES, len(best))):
        at = rng.choices(range(len(best)), cum_weights=list(accumulate(chances)))[0]
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


def _numbers(mind: Mind, words: Sequence[str]) -> set[int]:
    numbers = mind.meaning.numbers
    return {numbers[word] for word in words if word in numbers}


def texts_of(
    mind: Mind, words: Sequence[int], friends: Collection[str], rng: Random, most: int
) -> Iterator[tuple[int, str, str]]:
    """At most `most` clues that say something, but not their word: the word, the clue and its kind.

    Clues of its own topics come first; among equal clues, those of its friends' topics. Among clues that are
    still equal, the first clue of each word comes first, in the order of the words; then the second clue, and
    so on.
    """
    meaning = mind.meaning
    found: list[tuple[int, int, int, int]] = []
    for place, n in enumerate(words):
        sayers = meaning.said_by[n]
        order = rng.sample(range(len(meaning.clues[n])), len(meaning.clues[n]))
        for turn, at in enumerate(order):
            strange = (sayers[at] not in friends) + 2 * (sayers[at] not in mind.topics) if sayers else 0
            found.append((strange, turn, place, at))
    for _, _, place, at in sorted(found):
        n = words[place]
        text, kinds = meaning.clues[n][at], meaning.kinds[n]
        if most and tokens(text) and says(text, meaning.words[n]) is None:
            most -= 1
            yield n, text, kinds[at] if kinds else ""
