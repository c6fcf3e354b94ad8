"""The words that the Wordle bot knows: marking them, choosing the best guess, clues; and the phrases that it says.

**The solver.** Words are stored as columns: for each place and letter, one big integer with a byte per word. The
marks of a guess against every word are then a sum of at most five such integers. A guess splits the words that
still fit into classes of equal marks. The `cost` of a guess is the weighted mean of the guesses still to come. It
is read from a measured table by the size of each class.

**Words and clues.** For each word the module says whether a board still allows it, and how likely a clue makes it.
The bot knows the targets of the deck and the allowed words, never a session's secret. Lists keep the order of
the deck, so that nothing depends on the order of a set. No clue is looked up.

Each word of a clue points at topics: the topics of entries whose clues use the word, and the topics of the
entry whose word it is. A word of the deck is as likely as its topics are. All counts leave out entries with
exactly this clue, so that only topics speak for their word.

Law: `codes` agrees with `rules.feedback` for every pair of words, repeated letters included. Every machine
and every version of Python chooses the same guess: weights are whole numbers, and all arithmetic is plain and
in the order of the word list. No phrase has a five-letter word, so that no phrase says the secret by chance. For
the same reason counts are written in digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress
from random import Random
from string import ascii_lowercase
from typing import Any
from zlib import crc32

from tui_arena.core.caches import own_cache
from tui_arena.core.game import Deck, Fault, View
from tui_arena.core.grouping import grouped
from tui_arena.core.language.families import stem
from tui_arena.core.text import fold, read_reply
from tui_arena.core.words import tokens
from tui_arena.games.wordle.rules import CLUES_JOIN, GREEN, GREY, LENGTH, YELLOW, parse_guess

# the solver

DIGIT = {GREY: 0, YELLOW: 1, GREEN: 2}
"""The value of a mark: the code of a guess has one base-3 digit per letter, the first letter lowest."""
MARKS = 3**LENGTH
SOLVED = MARKS - 1
"""The code of a guess with all five letters in place."""

Part = tuple[str, tuple[int, ...]]
"""A letter of a guess, with all its places."""

_DIGITS = tuple(tuple(code // 3**i % 3 for i in range(LENGTH)) for code in range(MARKS))
_IS = tuple(bytes(n) + b"\1" + bytes(255 - n) for n in range(256))
_AT_LEAST = tuple(bytes(n) + b"\1" * (256 - n) for n in range(LENGTH + 1))


def parts_of(word: str) -> tuple[Part, ...]:
    """The distinct letters of a word with their places."""
    places: dict[str, tuple[int, ...]] = {}
    for i, letter in enumerate(word):
        places[letter] = (*places.get(letter, ()), i)
    return tuple(places.items())


class Columns:
    """A list of words, stored for quick marking."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._n = len(words)
        self._placed: dict[tuple[int, str], int] = {}
        self._count: dict[str, bytes] = {}
        columns = ["".join(w[i] for w in words).encode() for i in range(LENGTH)]
        for letter in ascii_lowercase:
            total = 0
            for i, column in enumerate(columns):
                placed = _number(column.translate(_IS[ord(letter)]))
                self._placed[i, letter] = placed
                total += placed
            self._count[letter] = total.to_bytes(self._n, "little")
        self._marks: dict[Part, int] = {}

    def codes(self, parts: tuple[Part, ...]) -> bytes:
        """The codes of the guess with these parts against each word, one byte per word."""
        marks = self._marks
        total = 0
        for part in parts:
            found = marks.get(part)
            if found is None:
                found = marks[part] = self._part(part)
            total += found
        return total.to_bytes(self._n, "little")

    def _part(self, part: Part) -> int:
        """The amount that one letter adds to the code of each word.

        A copy that isn't in place is `elsewhere` if the word has more copies of the letter than are used up.
        Two kinds of copies in the guess use them up: later copies that are in place, and all earlier copies.
        """
        letter, places = part
        held = [_number(self._count[letter].translate(t)) for t in _AT_LEAST]
        total = 0
        for k, place in enumerate(places):
            placed = self._placed[place, letter]
            later = sum(self._placed[p, letter] for p in places[k + 1 :]).to_bytes(self._n, "little")
            elsewhere = 0
            for n in range(len(places) - k):
                elsewhere |= _number(later.translate(_IS[n])) & held[k + 1 + n]
            total += (2 * placed + (elsewhere & ~placed)) * 3**place
        return total

    def fit(self, turns: Iterable[tuple[str, Sequence[str | None]]]) -> list[str]:
        """The words that these turns allow; a mark that is None is unknown."""
        allowed = _number(b"\1" * self._n)
        for guess, marks in turns:
            allowed &= _number(self.codes(parts_of(guess)).translate(_table(marks)))
        return self._chosen(allowed)

    def use(self, turns: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
        """The words that hard mode allows: they use all letters that were found."""
        allowed = _number(b"\1" * self._n)
        for guess, marks in turns:
            need: dict[str, int] = {}
            for i, (letter, mark) in enumerate(zip(guess, marks, strict=True)):
                if mark == GREEN:
                    allowed &= self._placed[i, letter]
                need[letter] = need.get(letter, 0) + (mark != GREY)
            for letter, n in need.items():
                allowed &= _number(self._count[letter].translate(_AT_LEAST[n]))
        return self._chosen(allowed)

    def _chosen(self, allowed: int) -> list[str]:
        return list(compress(self.words, allowed.to_bytes(self._n, "little")))


def _number(column: bytes) -> int:
    return int.from_bytes(column, "little")


def _table(marks: Sequence[str | None]) -> bytes:
    """Maps each code to 1 if it agrees with all the known marks, else to 0."""
    known = [(i, DIGIT[mark]) for i, mark in enumerate(marks) if mark is not None]
    agrees = bytes(int(all(digits[i] == d for i, d in known)) for digits in _DIGITS)
    return agrees.ljust(256, b"\0")


STILL_TO_COME = (
    (1, 1.0),
    (2, 1.5),
    (3, 1.77),
    (4, 1.86),
    (5, 1.92),
    (7, 2.02),
    (11, 2.15),
    (16, 2.25),
    (24, 2.41),
    (36, 2.52),
    (90, 2.7),
    (150, 2.8),
    (2500, 3.5),
)
"""Pairs: how many words fit, and the mean number of guesses that it takes to find the word."""

SHORTLIST = 40
"""The most guesses that are weighed in full; those that make the most classes are chosen."""
FAVOURITES = 20
"""The most of the likeliest words that are weighed in full as well."""
WEIGHED = 16_000
"""The most words to mark over the whole shortlist: if more words fit, the shortlist is shorter."""
SHORTEST = 10
"""The least length of the shortlist."""


BEFORE_LAST_TWO = 3
"""With this many guesses left, the solver looks ahead: a bad guess here can lose the word."""
LOOKED_AHEAD = 10
"""The number of best guesses from which the solver looks ahead."""


@dataclass(frozen=True, slots=True)
class SolverGuess:
    """A guess, as the solver values it."""

    word: str
    fits: bool
    """True if the guess may be the word itself."""
    cost: float
    """The mean guesses still needed after this guess, or the chance to miss; 0 if it must be the word."""


def still_to_come(size: float) -> float:
    """The mean number of guesses still needed if this many equally likely words fit."""
    low = STILL_TO_COME[0]
    for high in STILL_TO_COME[1:]:
        if size <= high[0]:
            return low[1] + (high[1] - low[1]) * (size - low[0]) / (high[0] - low[0])
        low = high
    return low[1]


@lru_cache(4096)
def _whole(size: int) -> float:
    """The number of guesses still needed, summed over all words of a class."""
    return size * still_to_come(size)


def best_guesses(
    words: Sequence[str], weights: Sequence[int], pool: Mapping[str, tuple[Part, ...]], *, left: int
) -> list[SolverGuess]:
    """The best guesses for these words, best first; at least one guess.

    `pool`: the words that may be guessed, with their parts. `left`: the guesses left, including this guess.
    The last guess must be a word that fits. The guess before the last is the one with the best chance that it
    or the last guess finds the word.
    """
    rank = {word: -weight for word, weight in zip(words, weights, strict=True)}
    if left <= 1 or len(words) <= 2:
        total = sum(weights)
        likely = sorted(words, key=lambda w: rank[w])
        return [SolverGuess(w, fits=True, cost=1 + rank[w] / total) for w in likely]
    columns = Columns(words)
    uniform = len(set(weights)) == 1
    found: list[tuple[float, bool, int, SolverGuess]] = []
    for word in _shortlist(columns, rank, pool):
        codes = columns.codes(pool[word])
        if left == BEFORE_LAST_TWO - 1:
            cost = _missed(codes, weights)
        elif uniform:
            cost = _even_cost(codes)
        else:
            cost = _weighed_cost(codes, weights)
        fits = word in rank
        found.append((round(cost, 6), not fits, rank.get(word, 0), SolverGuess(word, fits, cost)))
    found.sort(key=lambda f: f[:3])
    choices = [f[3] for f in found]
    return _safest_first(choices, columns, weights, pool) if left == BEFORE_LAST_TWO else choices


def _safest_first(
    choices: list[SolverGuess], columns: Columns, weights: Sequence[int], pool: Mapping[str, tuple[Part, ...]]
) -> list[SolverGuess]:
    """The same choices, beginning with the safest.

    The safest choice is the least likely to miss the word in the two guesses after it.
    """
    risks: list[float] = []
    for choice in choices[:LOOKED_AHEAD]:
        classes: dict[int, list[int]] = {}
        for i, code in enumerate(columns.codes(pool[choice.word])):
            classes.setdefault(code, []).append(i)
        risk = 0.0
        for members in classes.values():
            if len(members) > BEFORE_LAST_TWO - 1:
                words = [columns.words[i] for i in members]
                inside = [weights[i] for i in members]
                risk += sum(inside) * best_guesses(words, inside, pool, left=2)[0].cost
        risks.append(round(risk, 6))
        if not risks[-1]:
            break
    safest = risks.index(min(risks))
    return [choices[safest], *choices[:safest], *choices[safest + 1 :]]


def _shortlist(
    columns: Columns, rank: Mapping[str, int], pool: Mapping[str, tuple[Part, ...]]
) -> Iterable[str]:
    """The guesses worth weighing: fitting words that tell all words apart, else the best splitters."""
    size = len(rank)
    likely = sorted((w for w in pool if w in rank), key=lambda w: rank[w])
    classes = {w: len(set(columns.codes(pool[w]))) for w in likely}
    parting_all = [w for w in likely if classes[w] == size]
    if parting_all:
        return parting_all
    classes |= {w: len(set(columns.codes(parts))) for w, parts in pool.items() if w not in rank}
    length = max(min(SHORTLIST, WEIGHED // size), SHORTEST)
    parting = sorted(classes, key=lambda w: (-classes[w], w not in rank))[:length]
    return dict.fromkeys([*parting, *likely[: min(FAVOURITES, length)]])


def _even_cost(codes: bytes) -> float:
    cost = 0.0
    for code, n in Counter(codes).items():
        if code != SOLVED:
            cost += _whole(n)
    return cost / len(codes)


def _weighed_cost(codes: bytes, weights: Sequence[int]) -> float:
    """The cost with uneven weights: a class counts as the number of even words with the same total weight."""
    mass: dict[int, int] = {}
    square: dict[int, int] = {}
    for code, weight in zip(codes, weights, strict=True):
        mass[code] = mass.get(code, 0) + weight
        square[code] = square.get(code, 0) + weight * weight
    cost = 0.0
    for code, m in mass.items():
        if code != SOLVED:
            cost += m * still_to_come(m * m / square[code])
    return cost / sum(weights)


def _missed(codes: bytes, weights: Sequence[int]) -> float:
    """The chance that the word is neither this guess nor the likeliest word of the class that is left."""
    top: dict[int, int] = {}
    for code, weight in zip(codes, weights, strict=True):
        if weight > top.get(code, 0):
            top[code] = weight
    return 1 - sum(top.values()) / sum(weights)


# the words that it knows

EVEN = 100
"""The weight of a word if a clue says nothing about it."""
DOUBT = 0.1
"""The part of an even weight that every word keeps, even if no clue points at it."""
PATIENCE = 12.0
"""The number of entries that must use a clue word before their topics count for half."""
NAMED = 8.0
"""The number of entries that a clue word counts as, if it is itself the word of an entry."""
EVERYWHERE = 400
"""A clue word says nothing if it occurs in more entries than this."""
LONGEST = 24
"""The most words of a clue that are read."""
CLEARLY = 20.0
"""A clue points clearly at a topic if it makes the topic this many times likelier.

Of near clues that do so, two in three are right.
"""
CACHED = 64
"""The most clues whose weights are cached."""

RARE = 0.01
"""A deck has no plurals in -s if at most this part of its words end like a plural."""
NO_PLURAL = ("ss", "us", "is")
"""Endings in -s that no plural has."""

_LEAST = 0.1
"""The least number of entries that a topic counts as having."""


def stems(clue: str) -> list[str]:
    """The different stems of a clue, in order."""
    return list(dict.fromkeys(stem(t) for t in tokens(clue)))[:LONGEST]


class Clues:
    """The clues and topics of a deck."""

    def __init__(self, items: Sequence[Mapping[str, Any]]) -> None:
        self._items = items
        self.weights = own_cache(CACHED, self._weights)
        """Maps a clue to the weights of words: how likely it makes them; `EVEN` means no change."""
        self.topics = own_cache(CACHED, self._topics)
        """Maps a clue to how many times likelier it makes each topic; 1 means no change."""

    @cached_property
    def _entries(self) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
        """The word, the topics and the folded clues of each entry."""
        return [(i["word"], tuple(i["topics"]), tuple(fold(c) for c in i["clues"])) for i in self._items]

    @cached_property
    def _holders(self) -> dict[str, list[int]]:
        """Maps a folded clue to its entries."""
        return grouped((clue, i) for i, (_, _, clues) in enumerate(self._entries) for clue in clues)

    @cached_property
    def _used_by(self) -> dict[str, list[int]]:
        """Maps a stem to the entries whose clues use it."""
        used = [dict.fromkeys(s for clue in clues for s in stems(clue)) for *_, clues in self._entries]
        return grouped((s, i) for i, of in enumerate(used) for s in of)

    @cached_property
    def _named_by(self) -> dict[str, list[int]]:
        """Maps a stem to the entries whose word has it."""
        return grouped((stem(word), i) for i, (word, *_) in enumerate(self._entries))

    @cached_property
    def _spread(self) -> dict[str, float]:
        """Maps a topic to its number of entries; an entry with several topics is divided among them."""
        spread: dict[str, float] = {}
        for _, topics, _ in self._entries:
            for topic in topics:
                spread[topic] = spread.get(topic, 0.0) + 1 / len(topics)
        return spread

    def _topics(self, clue: str) -> dict[str, float]:
        """Maps a topic to how many times likelier the clue makes it; 1 means no change."""
        out = set(self._holders.get(fold(clue), ()))
        spread = dict(self._spread)
        for i in sorted(out):
            self._count(spread, i, -1.0)
        size = float(max(len(self._entries) - len(out), 1))
        pull = dict.fromkeys(spread, 1.0)
        for s in stems(clue):
            used = [i for i in self._used_by.get(s, ()) if i not in out]
            named = [i for i in self._named_by.get(s, ()) if i not in out]
            if len(used) > EVERYWHERE or not (used or named):
                continue
            seen: dict[str, float] = {}
            for i in used:
                self._count(seen, i, 1.0)
            for i in named:
                self._count(seen, i, NAMED)
            total = len(used) + NAMED * len(named) + PATIENCE
            for topic, n in spread.items():
                share = max(n, _LEAST) / size
                pull[topic] *= (seen.get(topic, 0.0) + PATIENCE * share) / total / share
        mean = 0.0
        for topic, n in spread.items():
            mean += pull[topic] * n / size
        return {topic: p / mean for topic, p in pull.items()} if mean > 0 else pull

    def _count(self, counts: dict[str, float], entry: int, weight: float) -> None:
        topics = self._entries[entry][1]
        for topic in topics:
            counts[topic] = counts.get(topic, 0.0) + weight / len(topics)

    def _weights(self, clue: str) -> dict[str, int]:
        pull = self._topics(clue)
        weights = {}
        for word, topics, _ in self._entries:
            said = 0.0
            for topic in topics:
                said += pull[topic] / len(topics)
            weights[word] = round(EVEN * ((said if topics else 1.0) + DOUBT) / (1 + DOUBT))
        return weights

    def points_at(self, clue: str) -> str | None:
        """The topic that a clue points at most; None if it doesn't point clearly at any topic."""
        pull = self.topics(clue)
        top = max(pull, key=lambda t: pull[t], default=None)
        return top if top is not None and pull[top] >= CLEARLY else None


Turns = tuple[tuple[str, tuple[str, ...]], ...]
"""The guesses with their marks, in order."""

BOARDS = 4096
"""The most boards whose fitting words are cached."""


def turns_of(facts: Mapping[str, Any]) -> Turns:
    """The marked guesses in a view."""
    return tuple((str(turn["guess"]), tuple(turn["marks"])) for turn in facts["turns"])


def telling_clue(facts: Mapping[str, Any]) -> str:
    """The clue that says what the word is about; empty if there is none.

    If a game has two clues, this is the near one, once it is given: the far one misleads on purpose.
    """
    clue = str(facts["clue"])
    return clue.partition(CLUES_JOIN)[2] if facts["needs_near"] else clue


def refused(view: View) -> tuple[str, ...]:
    """The words of this seat's refused replies to the open ask, in order."""
    words: list[str] = []
    for line in view.talk:
        if line.seat == view.seat and line.fault is not None:
            text = read_reply(line.text).body
            if line.ask == "target":
                words.append(text.partition("|")[0].strip().lower())
                continue
            try:
                words.append(parse_guess(text, strict=False)[0])
            except Fault:
                continue
    return tuple(words)


class Vocabulary:
    """The targets with the deck's knowledge about them, and the other allowed words."""

    def __init__(self, deck: Deck, allowed: Collection[str]) -> None:
        self.items: dict[str, Mapping[str, Any]] = {str(i["word"]): i for i in deck.items}
        """Maps each target to its entry, in the order of the deck."""
        self.words: tuple[str, ...] = tuple(self.items)
        self.allowed = allowed
        self.clues = Clues(deck.items)
        self.fitting = own_cache(BOARDS, self._fitting)

    def forget(self) -> None:
        """Clear the caches for boards and clues."""
        for kept in (self.fitting, self.clues.weights, self.clues.topics):
            kept.cache_clear()

    @cached_property
    def common(self) -> dict[str, int]:
        """Maps each target to how common it is: 100 times its Zipf frequency, at least 1."""
        return {w: max(round(100 * float(i["frequency"])), 1) for w, i in self.items.items()}

    @cached_property
    def parts(self) -> dict[str, tuple[Part, ...]]:
        """Maps each target to its letters with their places."""
        return {w: parts_of(w) for w in self.words}

    @cached_property
    def columns(self) -> Columns:
        """The targets, stored for quick marking."""
        return Columns(self.words)

    @cached_property
    def others(self) -> Columns:
        """The allowed words that aren't targets, stored for quick marking."""
        return Columns([w for w in sorted(self.allowed) if w not in self.items])

    def _fitting(self, turns: Turns) -> tuple[str, ...]:
        return tuple(self.columns.fit(turns))

    @cached_property
    def _without_plurals(self) -> bool:
        return sum(map(_ends_like_a_plural, self.words)) <= RARE * len(self.words)

    def rules_out_plural(self, word: str) -> bool:
        """True if a word can't be a target because it ends like a plural in -s and no target is a plural."""
        return _ends_like_a_plural(word) and word not in self.items and self._without_plurals

    @cached_property
    def _cues(self) -> dict[str, frozenset[str]]:
        """Maps each target to the stems of the words that make people think of it."""
        return {
            w: frozenset(s for cue in i.get("cues", ()) for s in stems(cue)) for w, i in self.items.items()
        }

    def brings_to_mind(self, part: str, word: str) -> bool:
        """True if a word of a clue is known to make people think of a target."""
        return not self._cues.get(word, frozenset()).isdisjoint(stems(part))

    def knows(self, word: str) -> bool:
        """True if a word is a target or another allowed word."""
        return word in self.items or word in self.allowed


def _ends_like_a_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(NO_PLURAL)


class Phrases:
    """The bots' phrases, by occasion."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self._said = said

    def one(self, occasion: str, **slots: object) -> str:
        """The only phrase of an occasion, with its slots filled."""
        return str(self._said[occasion]).format(**slots)

    def turned(self, turn: int, key: str, occasion: str, **slots: object) -> str:
        """The phrase of a turn, with its slots filled: a new one each turn; the key decides the first."""
        phrases = self._said[occasion]
        return str(phrases[(crc32(key.encode()) + turn) % len(phrases)]).format(**slots)

    def pick(self, rng: Random, occasion: str, **slots: object) -> str:
        """A random phrase of an occasion, with its slots filled."""
        return str(rng.choice(self._said[occasion])).format(**slots)
