"""The words that the Wordle bot knows, and the phrases that it says.

For each word the module says whether a board still allows it, and how likely a clue makes it.

The bot knows the targets of the deck and the allowed words, never a session's secret. Lists keep the order of
the deck, so that nothing depends on the order of a set. No clue is looked up.

Each word of a clue points at topics: the topics of entries whose clues use the word, and the topics of the
entry whose word it is. A word of the deck is as likely as its topics are.

All counts leave out entries with exactly this clue, so that only topics speak for their word. Weights are
whole numbers, computed by plain arithmetic, so they are the same on every machine.

Law: no phrase has a five-letter word, so that no phrase says the secret by chance. For the same reason counts
are written in digits.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any
from zlib import crc32

from tui_arena.core.caches import own_cache
from tui_arena.core.game import Deck, Fault, View
from tui_arena.core.grouping import grouped
from tui_arena.core.language.families import stem
from tui_arena.core.text import fold, read_reply
from tui_arena.core.words import tokens
from tui_arena.games.wordle.bot.solver import Columns, Part, parts_of
from tui_arena.games.wordle.rules import CLUES_JOIN, parse_guess

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
