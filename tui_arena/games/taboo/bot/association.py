"""Association: which cards of a deck a text makes people think of, and how likely each is after a dialogue.

A word of a text speaks for a card if it is in one of the card's phrases or one of its near words. It speaks
less strongly if it is another card's word, and that card's phrases or near words name this card. Rare words
say more than common words. Words of everyday language also speak for whole categories of cards; categories
that a deck doesn't have are ignored.

Weights come only from the words, forbidden words, near words, phrases and categories of a deck. They
never come from its lures, which are for the setter alone. Caches have a bounded size.

The guesser's belief depends only on the deck and on the dialogue as the guesser knows it. No prompt says the
word, so the words of prompts are ruled out. So are the words of earlier replies. If a reply has said the
word, the word is in that reply.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain
from math import exp, log
from random import Random
from typing import Any
from zlib import crc32

from tui_arena.core.caches import own_cache
from tui_arena.core.game import Deck
from tui_arena.core.grouping import packed
from tui_arena.core.language.families import stem
from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.text import fold
from tui_arena.core.words import says, tokens
from tui_arena.games.taboo.bot.phrases import AssociatedCard, Phrases, card_of
from tui_arena.games.taboo.bot.prompt_kinds import Kind, asking, kind_of
from tui_arena.games.taboo.content import MOST_KEPT, content_of, stems_of, words_of

ASKED: Mapping[str, frozenset[str]] = {
    "who": frozenset({"people", "work", "stories"}),
    "where": frozenset({"town", "travel", "nature", "home"}),
    "when": frozenset({"feasts", "nature", "school"}),
}
"""Maps a kind of prompt to the categories that it asks for."""

_QUOTED = re.compile(r"[\"“”„«»]([^\"“”„«»]{1,40})[\"“”„«»]")


def quoted_in(text: str) -> frozenset[str]:
    """The folded words in quotation marks. If a text has any, it asks about these words."""
    return frozenset(word for part in _QUOTED.findall(text) for word in words_of(part))


BESIDE = 0.15
"""If a text quotes words, any other word keeps this part of its usual weight."""
ASIDE = 0.4
"""A word before the sentence that asks keeps this part of its weight."""
ALONE = 1
"""A question of at most this many words says too little by itself, so its other sentences count in full."""
SAID_BEFORE = 0.2
"""A word that an earlier reply said keeps this part of its weight: the setter repeats it or rules it out."""
NEAR, ASKED_WITH, NAMED = 0.8, 0.7, 0.5
"""Three weights of words for a card: its first near word (the last has about half as much); a word of its
phrases; and, as a part of that weight, the word of another card whose phrases or near words name this card."""
TOPIC, KIND = 0.15, 0.1
"""The weight that a word for a category gives its cards, and the weight that the kind of prompt gives."""
FLOOR = 0.25
"""The evidence that a card has even if nothing speaks for it."""
STEEP = 2.0
"""The exponent of evidence; above 1, so that several words together, or one near word, count for more."""

Weights = Mapping[int, float]
"""Maps a card's number to how much something speaks for it."""
Topic = tuple[tuple[str, float], ...]
"""The words that a text is about, each with the part of its weight that counts."""


@lru_cache(maxsize=MOST_KEPT)
def topic_of(prompt: str, known: frozenset[str] = frozenset(), *, whole: bool = False) -> Topic:
    """The words that a prompt is about. `known`: the stems of the words of earlier replies.

    `whole`: True if the other sentences count as much as the question. They say less about the answer, but
    not less about the word.
    """
    quoted = quoted_in(prompt)
    asked = frozenset(words_of(asking(prompt)))
    telling = sum(not tells_nothing(token) for token in asked)
    aside = ASIDE if not whole and telling > ALONE else 1.0
    found = []
    for token in content_of(prompt):
        share = BESIDE if quoted and token not in quoted else 1.0
        share *= 1.0 if token in asked else aside
        share *= SAID_BEFORE if stem(token) in known else 1.0
        found.append((token, share))
    return tuple(found)


class Association:
    """A net of associations between the words of a deck."""

    def __init__(self, deck: Deck, cues: Mapping[str, str]) -> None:
        """`cues`: maps a category of cards to the everyday words that speak for it."""
        self._deck, self._cues_of = deck, cues
        self.said = own_cache(MOST_KEPT, self._said)
        """The numbers of the cards whose words occur in a text; if `exact`, their forms don't count."""
        self.evidence = own_cache(MOST_KEPT, self._evidence)
        """How much a topic speaks for each card; the kind of its prompt, if it has a kind, counts too."""
        self.leaning = own_cache(MOST_KEPT, self._leaning)
        """The evidence of a prompt for each card, on a log scale, so that prompts can be added up."""

    @cached_property
    def cards(self) -> tuple[AssociatedCard, ...]:
        return tuple(card_of(item) for item in self._deck.items)

    @cached_property
    def phrases(self) -> Phrases:
        """Which card's word answers a prompt."""
        return Phrases(self.cards)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Maps a folded word to the number of its card."""
        return {fold(card.word): n for n, card in enumerate(self.cards)}

    @cached_property
    def places(self) -> Mapping[int, int]:
        """Maps a card to its rank among equal cards: easy cards first, otherwise in a fixed mixed order."""
        ranks = {"easy": 0, "hard": 2}
        by = {
            n: (ranks.get(card.difficulty, 1), crc32(card.word.encode())) for n, card in enumerate(self.cards)
        }
        return {n: place for place, n in enumerate(sorted(by, key=by.__getitem__))}

    @cached_property
    def weights(self) -> Mapping[str, Weights]:
        """Maps the stem of a word to how much the word speaks for each card."""
        found: dict[str, dict[int, float]] = defaultdict(dict)
        stems = cache(lambda word: tuple(stems_of.__wrapped__(word)))
        named = cache(lambda word: self.numbers.get(fold(word)))
        for n, card in enumerate(self.cards):
            for word, weight in entries_of(card).items():
                for one in stems(word):
                    found[one][n] = max(found[one].get(n, 0.0), weight)
                other = named(word)
                if other is not None and other != n:
                    for one in stems(card.word):
                        found[one][other] = max(found[one].get(other, 0.0), NAMED * weight)
        most = log(1 + len(self.cards))
        return {
            one: {n: weight * log(1 + len(self.cards) / len(of)) / most for n, weight in of.items()}
            for one, of in found.items()
        }

    @cached_property
    def _saying(self) -> Mapping[str, Sequence[int]]:
        """Maps a stem to the cards whose word, or a form of it, ends with a word of this stem."""
        return inverted((card.word, *card.forms) for card in self.cards)

    @cached_property
    def forbidding(self) -> Mapping[str, Sequence[int]]:
        """Maps the stem of a word to the cards that forbid it."""
        return inverted(card.forbidden for card in self.cards)

    @cached_property
    def _near(self) -> Mapping[str, Sequence[int]]:
        return inverted(card.near for card in self.cards)

    @cached_property
    def members(self) -> Mapping[str, Sequence[int]]:
        """Maps a category to its cards."""
        return packed((card.category, n) for n, card in enumerate(self.cards))

    @cached_property
    def _cues(self) -> Mapping[str, Sequence[str]]:
        known = [
            (category, words.split()) for category, words in self._cues_of.items() if category in self.members
        ]
        return packed((one, category) for category, words in known for one in sorted(set(map(stem, words))))

    def knows(self, token: str) -> bool:
        """True if a word speaks for any card."""
        return stem(token) in self.weights

    def _said(self, text: str, *, exact: bool = False) -> tuple[int, ...]:
        found = {n for one in stems_of(text) for n in self._saying.get(one, ())}
        return tuple(
            n for n in sorted(found) if says(text, self.cards[n].word, self.cards[n].forms, exact=exact)
        )

    def near(self, word: str) -> frozenset[int]:
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

    def _leaning(self, prompt: str, known: frozenset[str]) -> Sequence[float]:
        even = [0.0] * len(self.cards)
        for n, weight in self.evidence(topic_of(prompt, known, whole=True), kind_of(prompt)).items():
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


def entries_of(card: AssociatedCard) -> dict[str, float]:
    """Maps the words that speak for a card to their weights."""
    phrases = " ".join(chain.from_iterable(card.asked.values())).replace("/", " ")
    found = {word: ASKED_WITH for word in set(phrases.split()) if not tells_nothing(word)}
    near = card.near or card.forbidden
    for i, word in enumerate(near):
        found[word] = max(found.get(word, 0.0), NEAR * (1 - 0.5 * i / len(near)))
    return found


def inverted(rows: Iterable[Iterable[str]]) -> Mapping[str, Sequence[int]]:
    """Maps a stem to the rows with an entry that is a word of this stem or ends with such a word."""
    ends = ({stem(end) for word in words for end in tokens(word)[-1:]} for words in rows)
    return packed((end, n) for n, of in enumerate(ends) for end in sorted(of))


SHARPNESS = 1.8
"""How fast a card's share of belief grows with its evidence."""
PEER = 0.25
"""A card counts as left if it has at least this part of the best card's share."""
SPOKEN_FOR = 0.3
"""The least evidence with which a prompt counts as speaking for a card."""
WITNESSES = 3
"""The number of prompts that must speak for a card before it is guessed."""


@dataclass(frozen=True, slots=True)
class CardBelief:
    """The cards that may still be the word."""

    ranked: tuple[tuple[int, float], ...]
    """Each card's number and its share of all belief, the likeliest card first."""

    @property
    def sure(self) -> float:
        """The share of the likeliest card; 0 if there is none."""
        return self.ranked[0][1] if self.ranked else 0.0

    @property
    def likely(self) -> int:
        """The number of cards that are likely enough to count."""
        return sum(share >= PEER * self.sure for _, share in self.ranked)

    def first(self, count: int) -> tuple[int, ...]:
        """The numbers of the likeliest cards."""
        return tuple(n for n, _ in self.ranked[:count])

    def listed(self, net: Association, count: int) -> list[tuple[int, float]]:
        """The likeliest cards, as others see them; the easier of two equally likely cards comes first."""
        return sorted(self.ranked, key=lambda one: (-one[1], net.places[one[0]]))[:count]


def prompts_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The prompts so far."""
    return tuple(str(turn["question"]) for turn in facts["turns"])


def replies_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The replies so far; a missing one is empty."""
    return tuple(str(turn["answer"]) for turn in facts["turns"] if turn["answered"])


def earlier_stems(facts: Mapping[str, Any]) -> tuple[frozenset[str], ...]:
    """For each prompt, the stems of the words of all replies before it."""
    found, told = [], frozenset[str]()
    for turn in facts["turns"]:
        found.append(told)
        told |= stems_of(str(turn["answer"]))
    return tuple(found)


def suppose(
    net: Association,
    facts: Mapping[str, Any],
    *,
    rng: Random | None = None,
    blur: float = 0.0,
) -> CardBelief:
    """The belief after a dialogue.

    `blur`: the noise that `rng` adds to the evidence of each card that has any; 0 for none.
    """
    possible = _possible(net, facts)
    turns = zip(prompts_of(facts), earlier_stems(facts), strict=True)
    sums = [sum(of) for of in zip(*(net.leaning(*turn) for turn in turns), strict=True)]
    totals = {n: sums[n] if sums else 0.0 for n in possible}
    if rng is not None and blur:
        totals = {n: total and total + rng.gauss(0, blur) for n, total in totals.items()}
    top = max(totals.values(), default=0.0)
    none = exp(-SHARPNESS * top)
    shares = {n: none * exp(SHARPNESS * total) if total else none for n, total in totals.items()}
    everything = sum(shares.values())
    ranked = sorted(shares, key=shares.__getitem__, reverse=True)
    return CardBelief(tuple((n, shares[n] / everything) for n in ranked))


def still_left(net: Association, facts: Mapping[str, Any]) -> int:
    """The number of cards left: the fewest at any point so far, so it never rises as the dialogue grows."""
    return min((suppose(net, earlier).likely for earlier in _grown(facts)), default=0)


def _grown(facts: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The facts after each prompt and each reply so far, and then the facts as they are now."""
    turns = facts["turns"]
    for i, turn in enumerate(turns):
        open_now = {**turn, "answer": "", "answered": False}
        yield {**facts, "turns": [*turns[:i], open_now], "uttered": False}
        if turn["answered"] and i + 1 < len(turns):
            yield {**facts, "turns": turns[: i + 1], "uttered": False}
    yield facts


def well_founded(net: Association, facts: Mapping[str, Any], number: int) -> bool:
    """True if at least `WITNESSES` prompts, and half of all, speak for a card; a word counts once."""
    turns = list(zip(prompts_of(facts), earlier_stems(facts), strict=True))
    asked, speaking = frozenset[str](), 0
    for prompt, told in turns:
        weights = net.evidence(topic_of(prompt, told | asked), kind_of(prompt))
        speaking += weights.get(number, 0.0) >= SPOKEN_FOR
        asked |= stems_of(prompt)
    return speaking >= max(WITNESSES, len(turns) / 2)


def _possible(net: Association, facts: Mapping[str, Any]) -> Sequence[int]:
    exact = not facts["inflections"]
    prompts, replies = prompts_of(facts), replies_of(facts)
    last = replies[-1] if facts["uttered"] and replies else ""
    earlier = replies[:-1] if last else replies
    out: set[int] = set()
    for text in (*prompts, *earlier):
        out.update(net.said(text, exact=exact))
    for prompt in prompts if facts["forbids"] else ():
        out.update(net.forbids(prompt))
    among = net.said(last, exact=exact) if last else range(len(net.cards))
    return [n for n in among if n not in out]
