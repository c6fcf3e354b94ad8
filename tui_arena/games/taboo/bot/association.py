"""Association: which cards of a deck a text makes one think of.

A word of a text speaks for a card if it is one of the card's cues or near words, less strongly if a line of the
card holds it or if the card's word is a cue of the card that it names. Rare words say more than common ones.
Words of everyday language also speak for whole categories of cards; categories that a deck doesn't have are
ignored.

Weights come only from the words, forbidden words, near words, cues, lines and categories of a deck, never from
its lures, which are for the setter alone. Caches have a bounded size.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from math import log
from zlib import crc32

from tui_arena.core.game import Data, Deck
from tui_arena.core.grouping import grouped
from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.language.stems import stem
from tui_arena.core.text import fold
from tui_arena.core.words import says, tokens
from tui_arena.games.taboo.bot.prompt_kinds import Kind, asking, kind_of
from tui_arena.games.taboo.content import MOST_KEPT, content_of, stems_of, words_of

ASKED: Mapping[str, frozenset[str]] = {
    "who": frozenset({"people", "work", "stories"}),
    "where": frozenset({"town", "travel", "nature", "home"}),
    "when": frozenset({"feasts", "nature", "school"}),
}
"""By kind of prompt, the categories it asks for."""

_QUOTED = re.compile(r"[\"“”„«»]([^\"“”„«»]{1,40})[\"“”„«»]")


def quoted_in(text: str) -> frozenset[str]:
    """The folded words in quotation marks; if a text has any, it asks about these."""
    return frozenset(word for part in _QUOTED.findall(text) for word in words_of(part))


BESIDE = 0.15
"""If a text quotes words, the part of its usual weight that any other word keeps."""
ASIDE = 0.4
"""The part of its weight that a word keeps which stands before the sentence that asks."""
ALONE = 1
"""A question of at most so many words says too little by itself: what is told beside it counts in full."""
TOLD = 0.2
"""The part of its weight that a word keeps which an earlier reply said: the setter takes it up, or rules it out."""
CUED, NEAR, LINED, NAMED = 1.0, 0.8, 0.25, 0.5
"""The weight of a card's first cue and near word (the last has half of it), of a word of its lines, and of the
word of a card that is a cue of this one, as part of that cue's weight."""
TOPIC, KIND = 0.15, 0.1
"""The weight that a word for a category gives its cards, and the weight that the kind of prompt gives."""
FLOOR = 0.25
"""The evidence that a card has although nothing speaks for it."""
STEEP = 2.0
"""The exponent of evidence: above 1, so that several words together, or one near word, count for more."""

Weights = Mapping[int, float]
"""By a card's number, how much something speaks for it."""
Topic = tuple[tuple[str, float], ...]
"""The words that a text is about, each with the part of its weight that counts."""


@dataclass(frozen=True, slots=True)
class AssociatedCard:
    """A word and its lists, as one card of a deck."""

    word: str
    category: str = ""
    difficulty: str = ""
    forms: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    lures: tuple[str, ...] = ()
    cues: tuple[str, ...] = ()
    """Words in other people's questions that make one think of the word, the strongest first."""
    says: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind of line, answers that say the word."""
    instead: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind of line, answers to the same questions that do without it."""


def card_of(item: Data) -> AssociatedCard:
    """The card for an entry of a deck; missing parts are empty."""
    names = ("forms", "forbidden", "near", "lures", "cues")
    lists = {name: tuple(map(str, item.get(name) or ())) for name in names}
    said, instead = (lines_of(item.get(name) or ()) for name in ("says", "instead"))
    category, difficulty = (str(item.get(name) or "") for name in ("category", "difficulty"))
    return AssociatedCard(str(item["word"]), category, difficulty, **lists, says=said, instead=instead)


def lines_of(entries: Iterable[object]) -> Mapping[str, tuple[str, ...]]:
    """By kind, the lines of entries such as `where: In the bath.`; an entry that asks is left out.

    >>> lines_of(["where: In the bath.", "In the bath.", "why: Why not?"])
    {'where': ('In the bath.',)}
    """
    split = ([part.strip() for part in str(entry).partition(":")] for entry in entries)
    pairs = ((fold(kind), text) for kind, _, text in split if text and "?" not in text)
    return {kind: tuple(texts) for kind, texts in grouped(pairs).items()}


@lru_cache(maxsize=MOST_KEPT)
def topic_of(prompt: str, told: frozenset[str] = frozenset(), *, whole: bool = False) -> Topic:
    """What a prompt is about; `told`: the stems of the words of earlier replies.

    `whole`: what is told beside the question counts as much as the question: it says less of the answer, but no
    less of the word.
    """
    quoted = quoted_in(prompt)
    asked = frozenset(words_of(asking(prompt)))
    telling = sum(not tells_nothing(token) for token in asked)
    aside = ASIDE if not whole and telling > ALONE else 1.0
    found = []
    for token in content_of(prompt):
        share = BESIDE if quoted and token not in quoted else 1.0
        share *= 1.0 if token in asked else aside
        share *= TOLD if stem(token) in told else 1.0
        found.append((token, share))
    return tuple(found)


class Association:
    """A net of associations between the words of a deck."""

    def __init__(self, deck: Deck, cues: Mapping[str, str]) -> None:
        """`cues`: by category of cards, the words of everyday language that speak for it."""
        self._cues_of = cues
        self.cards: tuple[AssociatedCard, ...] = tuple(card_of(item) for item in deck.items)
        self.said = lru_cache(MOST_KEPT)(self._said)
        """The numbers of the cards whose words a text says; `exact`: their forms don't count."""
        self.evidence = lru_cache(MOST_KEPT)(self._evidence)
        """How much a topic speaks for each card, with the kind of its prompt, if it is of one."""
        self.leaning = lru_cache(MOST_KEPT)(self._leaning)
        """The same on a log scale, as a value for each card, so that prompts can be added up."""

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """By folded word, the number of its card."""
        return {fold(card.word): n for n, card in enumerate(self.cards)}

    @cached_property
    def places(self) -> Mapping[int, int]:
        """By card, its place where nothing else tells cards apart: easy ones first, else in no order."""
        ranks = {"easy": 0, "hard": 2}
        by = {
            n: (ranks.get(card.difficulty, 1), crc32(card.word.encode())) for n, card in enumerate(self.cards)
        }
        return {n: place for place, n in enumerate(sorted(by, key=by.__getitem__))}

    @cached_property
    def weights(self) -> Mapping[str, Weights]:
        """By stem of a word, how much it speaks for each card."""
        found: dict[str, dict[int, float]] = defaultdict(dict)
        for n, card in enumerate(self.cards):
            for word, weight in entries_of(card):
                for one in stems_of(word):
                    found[one][n] = max(found[one].get(n, 0.0), weight)
                other = self.numbers.get(fold(word))
                if other is not None and other != n:
                    for one in stems_of(card.word):
                        found[one][other] = max(found[one].get(other, 0.0), NAMED * weight)
        most = log(1 + len(self.cards))
        return {
            one: {n: weight * log(1 + len(self.cards) / len(of)) / most for n, weight in of.items()}
            for one, of in found.items()
        }

    @cached_property
    def _saying(self) -> Mapping[str, Sequence[int]]:
        """By stem of a word, the cards whose own word or form ends with it."""
        return inverted((card.word, *card.forms) for card in self.cards)

    @cached_property
    def forbidding(self) -> Mapping[str, Sequence[int]]:
        """By stem of a word, the cards that forbid it."""
        return inverted(card.forbidden for card in self.cards)

    @cached_property
    def _near(self) -> Mapping[str, Sequence[int]]:
        return inverted(card.near for card in self.cards)

    @cached_property
    def members(self) -> Mapping[str, Sequence[int]]:
        """By category, its cards."""
        return grouped((card.category, n) for n, card in enumerate(self.cards))

    @cached_property
    def _cues(self) -> Mapping[str, Sequence[str]]:
        known = [
            (category, words.split()) for category, words in self._cues_of.items() if category in self.members
        ]
        return grouped((one, category) for category, words in known for one in sorted(set(map(stem, words))))

    def knows(self, token: str) -> bool:
        """Whether a word speaks for any card."""
        return stem(token) in self.weights

    def speaks(self, token: str, n: int) -> bool:
        """Whether a word speaks for a card."""
        return n in self.weights.get(stem(token), ())

    def _said(self, text: str, *, exact: bool = False) -> tuple[int, ...]:
        found = {n for one in stems_of(text) for n in self._saying.get(one, ())}
        return tuple(
            n for n in sorted(found) if says(text, self.cards[n].word, self.cards[n].forms, exact=exact)
        )

    def beside(self, word: str) -> frozenset[int]:
        """The cards that have a word among their near words."""
        return frozenset(self._near.get(stem(word), ()))

    def forbids(self, text: str) -> frozenset[int]:
        """The cards that forbid a word of a text."""
        return frozenset(n for token in content_of(text) for n in self.forbidding.get(stem(token), ()))

    def _evidence(self, topic: Topic, kind: Kind | None = None) -> Weights:
        sums: dict[int, float] = defaultdict(float)
        for token, share in topic:
            for n, weight in self.weights.get(stem(token), {}).items():
                sums[n] += share * weight
        for category, count in self.cued(token for token, _ in topic).items():
            for n in self.members[category]:
                sums[n] += TOPIC * count
        for category in ASKED.get(kind or "", ()):
            for n in self.members.get(category, ()):
                sums[n] += KIND
        return dict(sums)

    def _leaning(self, prompt: str, told: frozenset[str]) -> Sequence[float]:
        even = [0.0] * len(self.cards)
        for n, weight in self.evidence(topic_of(prompt, told, whole=True), kind_of(prompt)).items():
            even[n] = log(1 + (weight / FLOOR) ** STEEP)
        return even

    def cued(self, content: Iterable[str]) -> Mapping[str, float]:
        """How much some words speak for each category of the deck."""
        found: dict[str, float] = defaultdict(float)
        for token in content:
            categories = self._cues.get(stem(token), ())
            for category in categories:
                found[category] += 1 / len(categories)
        return found


def entries_of(card: AssociatedCard) -> Iterator[tuple[str, float]]:
    """The words that speak for a card, each with its weight."""
    for words, first in ((card.cues, CUED), (card.near or card.forbidden, NEAR)):
        for i, word in enumerate(words):
            yield word, first * (1 - 0.5 * i / max(len(words), 1))
    for text in chain.from_iterable((*card.says.values(), *card.instead.values())):
        for token in content_of(text):
            yield token, LINED


def inverted(rows: Iterable[Iterable[str]]) -> Mapping[str, Sequence[int]]:
    """By stem of a word, the rows with an entry that is this word or has it as its last word."""
    ends = ({stem(end) for word in words for end in tokens(word)[-1:]} for words in rows)
    return grouped((end, n) for n, of in enumerate(ends) for end in sorted(of))
