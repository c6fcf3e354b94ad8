"""A mind of its own: the words that one bot knows, and how its associations differ from the common ones.

Law: a mind is its topics and its number, and nothing is drawn anew: what it knows and how it differs comes
of stable hashes of that number with words, so it is the same on every machine. No weight of it is off the
common one by more than `EPSILON` of it.

What a bot has seen of the others: a picture of each, made of the words that it got, missed and gave (Parikh 2026).

Everybody's picture is the same at first. After an attempt the word's vector is added to the pictures of
those who got the clue and to the giver's, and taken from those who missed it.

Law: pictures are worked out of a view's facts each time, and of nothing else.
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
"""By how much a mind's weights differ from the common ones at most, of these."""
KEPT, VECTORS = 256, 1024
"""Beginnings whose known words a mind keeps, and words whose vectors."""
SHARP, LEAST = 0.13, 50.0
"""By how much more strongly a word has to be meant than another for e times as much belief: in parts of the
strongest, as minds differ by parts, and at least."""

SURE = 980
"""In thousandths, the chance of knowing a word of one's topics, and a very common one."""
_CHANCES: Sequence[tuple[int, int]] = ((440, 965), (390, 910), (340, 750), (290, 430), (250, 240), (0, 110))
"""From which frequency on (times 100) a word of no special topic is known with what chance, in thousandths."""
_MASK = 0xFFFFFFFF


def mixed(number: int) -> int:
    """A number of 32 bits whose bits all depend on all bits of another."""
    number &= _MASK
    number = ((number >> 16) ^ number) * 0x45D9F3B & _MASK
    number = ((number >> 16) ^ number) * 0x45D9F3B & _MASK
    return (number >> 16) ^ number


class Mind:
    """What one bot knows and thinks; without a number it is everybody's."""

    def __init__(self, meaning: Meaning, topics: Iterable[str] = (), vocabulary: int | None = None) -> None:
        """`topics`: those it knows well; `vocabulary`: the number that its words are drawn with."""
        self.meaning = meaning
        self.topics = frozenset(topics)
        self.vocabulary = vocabulary
        self._seed = mixed(stable(f"mind/{vocabulary}"))
        self.known = lru_cache(KEPT)(self._known)
        """The words that it knows among those with a beginning, in order."""
        self.vector = lru_cache(VECTORS)(self._vector)
        """A word's vector as this mind has it."""

    def knows(self, n: int) -> bool:
        """Whether it knows a word of the lexicon, by its number."""
        if self.vocabulary is None:
            return True
        chance = SURE
        if self.topics.isdisjoint(self.meaning.topics[n]):
            common = self.meaning.frequency[n]
            chance = next(chance for least, chance in _CHANCES if common >= least)
        return mixed(self._seed ^ self.meaning.hashes[n]) % UNIT < chance

    def _known(self, prefix: str) -> tuple[int, ...]:
        return tuple(n for n in self.meaning.fitting(prefix) if self.knows(n))

    def own(self, weight: int, word: int, *about: int) -> int:
        """A common weight of a word as this mind has it; `about`: the numbers of what else it is a weight of.

        Words of its topics mean no less to it than to others, other words no more.
        """
        if self.vocabulary is None:
            return weight
        number = self._seed ^ self.meaning.hashes[word]
        for one in about:
            number = mixed(number ^ one)
        part = round(weight * EPSILON * (number & 0xFFFF) / 0x10000)
        return weight - part if self.topics.isdisjoint(self.meaning.topics[word]) else weight + part

    def _vector(self, n: int) -> Mapping[str, int]:
        return {at: self.own(w, n, stable(at)) for at, w in self.meaning.vector(n).items()}

    def thoughts(
        self, said: ClueWords, prefix: str, barred: Collection[int] = (), seen: Collection[int] = ()
    ) -> dict[int, int]:
        """By known fitting word how strongly a clue means it; 0 is nothing at all.

        `seen`: fitting words that lay on the table, known to everybody since.
        """
        leaning = said.leaning
        topics, found = self.meaning.topics, dict[int, int]()
        for n in dict.fromkeys((*self.known(prefix), *seen)):
            if n not in barred:
                own = topics[n]
                found[n] = (
                    self.own(sum([leaning.get(topic, 0) for topic in own]) // len(own), n) if own else 0
                )
        span = self.meaning.fitting(prefix)
        for voice in said.voices:
            words = voice.words
            for at in range(bisect_left(words, span.start), bisect_left(words, span.stop)):
                n = words[at]
                if n in found:
                    weight = voice.weights[at] - said.less.get((voice.number, n), 0)
                    found[n] += self.own(weight, n, voice.number)
        return found


def closeness(thoughts: Mapping[int, int], n: int) -> float:
    """The share of all belief that a word has, 0 to 1, where a clue means words so strongly."""
    most = max(thoughts.values(), default=0)
    if n not in thoughts:
        return 0.0
    sharp = max(SHARP * most, LEAST)
    total = sum([exp((weight - most) / sharp) for weight in thoughts.values()])
    return exp((thoughts[n] - most) / sharp) / total


def best(thoughts: Mapping[int, int], meaning: Meaning) -> list[int]:
    """The words that a clue means most strongly, the strongest first; of equals the commoner."""
    return sorted(thoughts, key=lambda n: (-thoughts[n], -meaning.frequency[n], n))


ETA = 4.0
"""How much one attempt changes a picture, in parts of the word's vector."""
TOLD = 2.0
"""What a topic that somebody is said to know well counts in their first picture."""

Picture = Mapping[str, int]
"""By topic how well somebody seems to know it, in thousandths; below 0: not."""


def pictures(facts: Mapping[str, Any], seat: str, mind: Mind) -> dict[str, dict[str, int]]:
    """By other seat its picture, as a seat may have it with all that it has seen so far."""
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
