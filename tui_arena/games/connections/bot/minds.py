"""A bot's mind: the words it knows, its own associations, and its pictures of the other seats (Parikh 2026).

At first all pictures are the same. After an attempt, the word's vector is added to the pictures of the giver
and of those who got the clue, and subtracted from the pictures of those who missed it.

Each weight of a mind differs from the common one by at most the part `EPSILON`; good players stray less from
what people commonly mean.

Law: a mind depends only on its topics and its vocabulary number, through stable hashes with words, so it is
the same on every machine. Pictures are computed from a view's facts alone, anew each time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Any

from tui_arena.games.connections.bot.similarity import UNIT, ClueWords, Meaning, stable
from tui_arena.games.connections.state import SETTER, seats_of

EPSILON = 0.7
"""How much a mind's weights differ from the common ones at most, as a part of these."""
KEPT, VECTORS = 256, 1024
"""How many prefixes (with their known words) and how many word vectors a mind caches."""
SHARP, LEAST = 0.13, 50.0
"""The lead in weight that gives a word e times as much belief: `SHARP` times the strongest weight, at least
`LEAST`. It is relative because minds differ by parts of a weight."""

SURE = 980
"""The chance that a mind knows a word of its topics, in thousandths."""
_CHANCES: Sequence[tuple[int, int]] = ((440, 965), (390, 910), (340, 750), (290, 430), (250, 240), (0, 110))
"""For words of other topics: the least frequency (100 times Zipf) and the chance in thousandths."""
_MASK = 0xFFFFFFFF


def mixed(number: int) -> int:
    """A 32-bit hash of a number: every bit of the result depends on every bit of the number."""
    number &= _MASK
    number = ((number >> 16) ^ number) * 0x45D9F3B & _MASK
    number = ((number >> 16) ^ number) * 0x45D9F3B & _MASK
    return (number >> 16) ^ number


class Mind:
    """The words that one bot knows, and its weights; without a vocabulary number it is the common mind."""

    def __init__(self, meaning: Meaning, topics: Iterable[str] = (), vocabulary: int | None = None) -> None:
        """`topics`: those it knows well. `vocabulary`: the number its words follow from; None: all words."""
        self.meaning = meaning
        self.topics = frozenset(topics)
        self.vocabulary = vocabulary
        self._seed = mixed(stable(f"mind/{vocabulary}"))
        self.known = lru_cache(KEPT)(self._known)
        """The known words that begin with a prefix, in order."""
        self.vector = lru_cache(VECTORS)(self._vector)
        """A word's vector with this mind's weights."""

    def knows(self, n: int, *, recall: int = 1) -> bool:
        """Whether this mind knows the word with this number in the lexicon.

        `recall`: how many times it tries to think of it; more words are understood than come to mind.
        """
        if self.vocabulary is None:
            return True
        chance = SURE
        if self.topics.isdisjoint(self.meaning.topics[n]):
            common = self.meaning.frequency[n]
            chance = next(chance for least, chance in _CHANCES if common >= least)
        if recall > 1:
            chance = UNIT - (UNIT - chance) ** recall // UNIT ** (recall - 1)
        return mixed(self._seed ^ self.meaning.hashes[n]) % UNIT < chance

    def _known(self, prefix: str, recall: int = 1) -> tuple[int, ...]:
        return tuple(n for n in self.meaning.fitting(prefix) if self.knows(n, recall=recall))

    def own(self, weight: int, word: int, *about: int, strays: float = EPSILON) -> int:
        """This mind's weight in place of a word's common weight.

        `about`: numbers of the other things that the weight belongs to. `strays`: how much it differs at most,
        as a part of the weight. A weight is never lower than the
        common one for words of the mind's topics, and never higher for other words.
        """
        if self.vocabulary is None:
            return weight
        number = self._seed ^ self.meaning.hashes[word]
        for one in about:
            number = mixed(number ^ one)
        part = round(weight * strays * (number & 0xFFFF) / 0x10000)
        return weight - part if self.topics.isdisjoint(self.meaning.topics[word]) else weight + part

    def _vector(self, n: int) -> Mapping[str, int]:
        return {at: self.own(w, n, stable(at)) for at, w in self.meaning.vector(n).items()}

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
        """By known fitting word: how strongly a clue means it, in thousandths; 0 is not at all.

        `seen`: fitting words that were on the table before, which every mind knows since then. `strays`: how far
        this mind's weights are from the common ones. `recall`: see `knows`.
        """
        leaning = said.leaning
        topics, found = self.meaning.topics, dict[int, int]()
        for n in dict.fromkeys((*self.known(prefix, recall), *seen)):
            if n not in barred:
                own = topics[n]
                found[n] = (
                    self.own(sum([leaning.get(topic, 0) for topic in own]) // len(own), n, strays=strays)
                    if own
                    else 0
                )
        span = self.meaning.fitting(prefix)
        for voice in said.voices:
            words = voice.words
            for at in range(bisect_left(words, span.start), bisect_left(words, span.stop)):
                n = words[at]
                if n in found:
                    own_clue = not self.topics.isdisjoint(said.known_to.get(n, ()))
                    weight = voice.weights[at] - (0 if own_clue else said.less.get((voice.number, n), 0))
                    found[n] += self.own(weight, n, voice.number, strays=strays)
        return found


def closeness(thoughts: Mapping[int, int], n: int) -> float:
    """The share of all belief that a word has, 0 to 1, given how strongly a clue means each word."""
    most = max(thoughts.values(), default=0)
    if n not in thoughts:
        return 0.0
    sharp = max(SHARP * most, LEAST)
    total = sum([exp((weight - most) / sharp) for weight in thoughts.values()])
    return exp((thoughts[n] - most) / sharp) / total


def best(thoughts: Mapping[int, int], meaning: Meaning) -> list[int]:
    """All words, those that a clue means most strongly first; of equals the more common word."""
    return sorted(thoughts, key=lambda n: (-thoughts[n], -meaning.frequency[n], n))


ETA = 4.0
"""How much one attempt changes a picture, as a multiple of the word's vector."""
TOLD = 2.0
"""The weight of an interest from a player's persona in the first picture of that player."""

Picture = Mapping[str, int]
"""By topic: how well a player seems to know it, in thousandths; below 0: badly."""


def pictures(facts: Mapping[str, Any], seat: str, mind: Mind) -> dict[str, dict[str, int]]:
    """By other seat: the picture that this seat has of it, from all it has seen so far."""
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


def promise(vector: Mapping[str, int], seen: Mapping[str, Picture]) -> float:
    """How much better the other guessers seem to know a word than the setter does."""
    others = [picture for seat, picture in seen.items() if seat != SETTER]
    setter, total = seen.get(SETTER, {}), 0.0
    for at, weight in vector.items():
        mean = sum([picture.get(at, 0) for picture in others]) / max(len(others), 1)
        total += weight * (mean - setter.get(at, 0))
    return total / UNIT**2
