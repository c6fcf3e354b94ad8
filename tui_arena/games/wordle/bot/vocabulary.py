"""The words that the Wordle bot knows, and the phrases that it says.

For each word it says whether a board still allows it, and how likely a clue makes it.

It knows the targets of the deck and the allowed words, never a session's secret. Lists keep the order of the
deck, so that nothing depends on the order of a set. No clue is looked up.

Each word of a clue points at topics: the topics of entries whose clues use it, and those of the entry whose
word it is. A word of the deck is as likely as its topics are.

Entries with exactly this clue are left out of all counts, so that only topics speak for their word. Weights
are whole numbers made by plain arithmetic, so they are the same on every machine.

Law: no phrase holds a word of five letters, so that none says the secret by chance. For the same reason
counts are written in digits.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random
from typing import Any
from zlib import crc32

from tui_arena.core.game import Deck, Fault, View
from tui_arena.core.grouping import grouped
from tui_arena.core.language.stems import stem
from tui_arena.core.text import fold, read_reply
from tui_arena.core.words import tokens
from tui_arena.games.wordle.bot.solver import Columns, Part, parts_of
from tui_arena.games.wordle.rules import CLUES_JOIN, parse_guess

EVEN = 100
"""The weight of a word that a clue says nothing about."""
DOUBT = 0.1
"""The part of an even weight that every word keeps, however little a clue points at it."""
PATIENCE = 12.0
"""The number of entries that must use a clue word before its topics count for half."""
NAMED = 8.0
"""How many entries count for a clue word that is itself the word of an entry."""
EVERYWHERE = 400
"""A clue word in more entries than this says nothing."""
LONGEST = 24
"""The most words of a clue that are read."""
CLEARLY = 20.0
"""How many times likelier a clue must make a topic to point at it clearly: of near clues two in three are then right."""
CACHED = 64
"""The most clues whose weights are cached."""

RARE = 0.01
"""A deck has no plurals in -s if at most this part of its words ends like one."""
NO_PLURAL = ("ss", "us", "is")
"""Endings in -s that no plural has."""

_LEAST = 0.1
"""The fewest entries that a topic counts as having."""


def stems(clue: str) -> list[str]:
    """The different stems of a clue, in order."""
    return list(dict.fromkeys(stem(t) for t in tokens(clue)))[:LONGEST]


class Clues:
    """The clues and topics of a deck."""

    def __init__(self, items: Sequence[Mapping[str, Any]]) -> None:
        self._items = items
        self.weights = lru_cache(CACHED)(self._weights)
        """For a clue, by word: how likely the clue makes it; `EVEN` means as likely as without the clue."""
        self.topics = lru_cache(CACHED)(self._topics)
        """For a clue, by topic: how much likelier the clue makes it; 1 means no change."""

    @cached_property
    def _entries(self) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
        """Word, topics and folded clues of each entry."""
        return [(i["word"], tuple(i["topics"]), tuple(fold(c) for c in i["clues"])) for i in self._items]

    @cached_property
    def _holders(self) -> dict[str, list[int]]:
        """By folded clue, the entries that have it."""
        return grouped((clue, i) for i, (_, _, clues) in enumerate(self._entries) for clue in clues)

    @cached_property
    def _used_by(self) -> dict[str, list[int]]:
        """By stem, the entries whose clues use it."""
        used = [dict.fromkeys(s for clue in clues for s in stems(clue)) for *_, clues in self._entries]
        return grouped((s, i) for i, of in enumerate(used) for s in of)

    @cached_property
    def _named_by(self) -> dict[str, list[int]]:
        """By stem, the entries whose word has it."""
        return grouped((stem(word), i) for i, (word, *_) in enumerate(self._entries))

    @cached_property
    def _spread(self) -> dict[str, float]:
        """How many entries each topic has; an entry is divided among its topics."""
        spread: dict[str, float] = {}
        for _, topics, _ in self._entries:
            for topic in topics:
                spread[topic] = spread.get(topic, 0.0) + 1 / len(topics)
        return spread

    def _topics(self, clue: str) -> dict[str, float]:
        """By topic, how much likelier the clue makes it; 1 means no change."""
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
        """The topic that a clue points at most; None if it doesn't do so clearly."""
        pull = self.topics(clue)
        top = max(pull, key=lambda t: pull[t], default=None)
        return top if top is not None and pull[top] >= CLEARLY else None


Turns = tuple[tuple[str, tuple[str, ...]], ...]
"""The guesses with their marks, in order."""

BOARDS = 4096
"""The most boards whose fitting words are cached."""


def turns_of(facts: Mapping[str, Any]) -> Turns:
    """The marked guesses of a view."""
    return tuple((str(turn["guess"]), tuple(turn["marks"])) for turn in facts["turns"])


def telling_clue(facts: Mapping[str, Any]) -> str:
    """The clue that says what the word is about; empty: none does.

    Of two clues that is the near one, once it stands: a far one points away from the word on purpose.
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
    """The targets with what the deck knows about them, and the other allowed words."""

    def __init__(self, deck: Deck, allowed: Collection[str]) -> None:
        self.items: dict[str, Mapping[str, Any]] = {str(i["word"]): i for i in deck.items}
        """By word, the entry of every target, in the order of the deck."""
        self.words: tuple[str, ...] = tuple(self.items)
        self.allowed = allowed
        self.clues = Clues(deck.items)
        self.fitting = lru_cache(BOARDS)(self._fitting)

    def forget(self) -> None:
        """Clear the caches for boards and clues."""
        for kept in (self.fitting, self.clues.weights, self.clues.topics):
            kept.cache_clear()

    @cached_property
    def common(self) -> dict[str, int]:
        """How common each target is: a hundred times its Zipf frequency, at least 1."""
        return {w: max(round(100 * float(i["frequency"])), 1) for w, i in self.items.items()}

    @cached_property
    def parts(self) -> dict[str, tuple[Part, ...]]:
        """By target, its letters with their places."""
        return {w: parts_of(w) for w in self.words}

    @cached_property
    def columns(self) -> Columns:
        """The targets, ready to be marked."""
        return Columns(self.words)

    @cached_property
    def others(self) -> Columns:
        """The allowed words that aren't targets, ready to be marked."""
        return Columns([w for w in sorted(self.allowed) if w not in self.items])

    def _fitting(self, turns: Turns) -> tuple[str, ...]:
        return tuple(self.columns.fit(turns))

    @cached_property
    def _without_plurals(self) -> bool:
        return sum(map(_ends_like_a_plural, self.words)) <= RARE * len(self.words)

    def rules_out_plural(self, word: str) -> bool:
        """Whether a word can't be a target as it ends like a plural in -s, and no target is one."""
        return _ends_like_a_plural(word) and word not in self.items and self._without_plurals

    @cached_property
    def _cues(self) -> dict[str, frozenset[str]]:
        """By target, the stems of the words that make people think of it."""
        return {
            w: frozenset(s for cue in i.get("cues", ()) for s in stems(cue)) for w, i in self.items.items()
        }

    def brings_to_mind(self, part: str, word: str) -> bool:
        """Whether a word of a clue is known to make people think of a target."""
        return not self._cues.get(word, frozenset()).isdisjoint(stems(part))

    def knows(self, word: str) -> bool:
        """Whether a word is a target or another allowed word."""
        return word in self.items or word in self.allowed


def _ends_like_a_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(NO_PLURAL)


class Phrases:
    """What the bots say, by occasion."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self._said = said

    def one(self, occasion: str, **slots: object) -> str:
        """The only phrase of an occasion, with its slots filled."""
        return str(self._said[occasion]).format(**slots)

    def turned(self, turn: int, key: str, occasion: str, **slots: object) -> str:
        """The phrase of a turn with its slots filled: another one each turn, beginning somewhere by the key."""
        phrases = self._said[occasion]
        return str(phrases[(crc32(key.encode()) + turn) % len(phrases)]).format(**slots)

    def pick(self, rng: Random, occasion: str, **slots: object) -> str:
        """Some phrase of an occasion with its slots filled."""
        return str(rng.choice(self._said[occasion])).format(**slots)
