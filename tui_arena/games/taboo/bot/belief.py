"""The guesser's belief: a ranking of the deck's words by how likely each is the secret word.

No prompt says the word, so the words of prompts are ruled out, and so are those of earlier replies. If a
reply has said the word, it is one of the words of that reply.

The belief depends only on the dialogue as the guesser knows it and on the deck, without its lures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import Association, content_of
from tui_arena.games.taboo.bot.prompt_kinds import kind_of

SHARPNESS = 2.0
"""How fast a card's share of belief grows with its evidence."""
PEER = 0.25
"""A card counts as left if it has at least this part of the best card's share."""


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
    def left(self) -> int:
        """How many cards are still likely enough to count."""
        return sum(share >= PEER * self.sure for _, share in self.ranked)

    def first(self, count: int) -> tuple[int, ...]:
        """The numbers of the likeliest cards."""
        return tuple(n for n, _ in self.ranked[:count])


def prompts_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The prompts so far."""
    return tuple(str(turn["question"]) for turn in facts["turns"])


def replies_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The replies so far; a missing one is empty."""
    return tuple(str(turn["answer"]) for turn in facts["turns"] if turn["answered"])


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
    `blur`: how much noise `rng` adds to the evidence; 0: none.
    """
    possible = _possible(net, facts)
    prompts = prompts_of(facts)[-memory if memory else None :]
    sums = [sum(of) for of in zip(*(net.leaning(p, kind_of(p)) for p in prompts), strict=True)]
    totals = {n: sums[n] if sums else 0.0 for n in possible}
    if rng is not None and blur:
        totals = {n: total + rng.gauss(0, blur) for n, total in totals.items()}
    top = max(totals.values(), default=0.0)
    shares = {n: exp(SHARPNESS * (total - top)) for n, total in totals.items()}
    everything = sum(shares.values())
    ranked = sorted(shares, key=shares.__getitem__, reverse=True)
    return CardBelief(tuple((n, shares[n] / everything) for n in ranked))


def _possible(net: Association, facts: Mapping[str, Any]) -> Sequence[int]:
    exact = not facts["inflections"]
    prompts, replies = prompts_of(facts), replies_of(facts)
    last = replies[-1] if facts["uttered"] and replies else ""
    earlier = replies[:-1] if last else replies
    out: set[int] = set()
    for text in (*prompts, *earlier):
        out.update(spoken_in(net, text, exact=exact))
    if facts["forbids"]:
        for prompt in prompts:
            for token in content_of(prompt):
                out.update(n for word in net.known(token) for n in net.forbidding.get(word, ()))
    among = spoken_in(net, last, exact=exact) if last else range(len(net.cards))
    return [n for n in among if n not in out]


def spoken_in(net: Association, text: str, *, exact: bool = False) -> tuple[int, ...]:
    """The numbers of the cards whose words a text says."""
    return tuple(
        n for n in sorted(net.said(text)) if says(text, net.cards[n].word, net.cards[n].forms, exact=exact)
    )
