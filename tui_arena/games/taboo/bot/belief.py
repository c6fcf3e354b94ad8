"""The guesser's belief: how likely each word of the deck is the secret word.

It depends only on the dialogue as the guesser knows it and on the deck. No prompt says the word, so the words
of prompts are ruled out, and so are those of earlier replies. If a reply has said the word, it is one of the
words of that reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from tui_arena.games.taboo.bot.association import Association, topic_of
from tui_arena.games.taboo.bot.prompt_kinds import kind_of
from tui_arena.games.taboo.content import stems_of

SHARPNESS = 1.8
"""How fast a card's share of belief grows with its evidence."""
PEER = 0.25
"""A card counts as left if it has at least this part of the best card's share."""
SPOKEN_FOR = 0.2
"""The evidence from which a prompt counts as speaking for a card."""
WITNESSES = 3
"""How many prompts must speak for a card before it is guessed."""


@dataclass(frozen=True, slots=True)
class CardBelief:
    """The cards that may still be the word."""

    ranked: tuple[tuple[int, float], ...]
    """Each card's number and its share of all belief, likeliest first."""

    @property
    def sure(self) -> float:
        """The share of the likeliest card; 0 if there is none."""
        return self.ranked[0][1] if self.ranked else 0.0

    @property
    def likely(self) -> int:
        """How many cards are likely enough to count."""
        return sum(share >= PEER * self.sure for _, share in self.ranked)

    def first(self, count: int) -> tuple[int, ...]:
        """The numbers of the likeliest cards."""
        return tuple(n for n, _ in self.ranked[:count])

    def listed(self, net: Association, count: int) -> list[tuple[int, float]]:
        """The likeliest cards as they are shown to others: of equally likely ones, the more common come first."""
        return sorted(self.ranked, key=lambda one: (-one[1], net.places[one[0]]))[:count]


def prompts_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The prompts so far."""
    return tuple(str(turn["question"]) for turn in facts["turns"])


def replies_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The replies so far; a missing one is empty."""
    return tuple(str(turn["answer"]) for turn in facts["turns"] if turn["answered"])


def told_before(facts: Mapping[str, Any]) -> tuple[frozenset[str], ...]:
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
    memory: int | None = None,
    rng: Random | None = None,
    blur: float = 0.0,
) -> CardBelief:
    """The belief over a dialogue.

    `memory`: how many of the last prompts count; None: all.
    `blur`: how much noise `rng` adds to the evidence of each card that has any; 0: none.
    """
    possible = _possible(net, facts)
    turns = list(zip(prompts_of(facts), told_before(facts), strict=True))[-memory if memory else None :]
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
    """How many cards are left; it never rises as the dialogue grows, as the fewest so far stay."""
    return min((suppose(net, earlier).likely for earlier in _grown(facts)), default=0)


def _grown(facts: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The facts as they were after each prompt and each reply, and as they are."""
    turns = facts["turns"]
    for i, turn in enumerate(turns):
        open_now = {**turn, "answer": "", "answered": False}
        yield {**facts, "turns": [*turns[:i], open_now], "uttered": False}
        if turn["answered"] and i + 1 < len(turns):
            yield {**facts, "turns": turns[: i + 1], "uttered": False}
    yield facts


def well_founded(net: Association, facts: Mapping[str, Any], number: int) -> bool:
    """Whether at least `WITNESSES` prompts speak for a card, and at least half of all; a word counts once."""
    turns = list(zip(prompts_of(facts), told_before(facts), strict=True))
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
