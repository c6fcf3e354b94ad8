"""The bot's prompts as setter: the lures of the card, from far to near.

The last reply decides which lure comes next. After a reply that comes close, the next lure is nearer; after a
wary reply it stays far. The bot avoids words that were already talked over. It also avoids lures after which
a careful guesser would know the word, and asks about something general instead. A guesser who takes up no
prompt hears no near lure, because it could name the word from the prompts alone.

Between its lures the bot puts one or two lures of another word that goes with its own. A guesser who adds up
the prompts thinks of that other word, and talks of its field without a care. Towards the end the bot prefers
lures that its word plainly answers. Now and then it makes a short remark on the last reply before it asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod, sqrt
from random import Random
from typing import Any

from tui_arena.core.language.families import stem
from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.text import fold
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import (
    Association,
    Weights,
    prompts_of,
    replies_of,
    suppose,
    topic_of,
)
from tui_arena.games.taboo.bot.comments import evades
from tui_arena.games.taboo.bot.phrases import AssociatedCard
from tui_arena.games.taboo.content import content_of, stems_of, words_of

MOST_SEEN = 0.9
"""In somebody else's prompt, the setter accepts that a guesser thinks of the word up to this share of belief."""
MOST_REMARKS = 2
"""The most remarks in a session."""
REMARKED = 0.3
"""The chance of a remark."""
SLOWLY = 2.0
"""The exponent of how far a session has come; above 1, so that the lures come nearer late."""
CLOSER = 0.35
"""How much nearer the next lure is after a reply that came close, and how much farther after a wary reply."""
OPENERS = 2
"""The number of lures from which a session's first prompt is taken."""
FIRST = 3
"""The number of lures that a setter says in the first half, and before any reply takes up a prompt; each
reply that does allows one more lure.

The first three lures of a card leave many words open."""
DECOYS = 3
"""The number of another card's lures that can lead away from the word."""
CALLING = 0.2
"""How much a lure gains, on the scale from far to near, if the word plainly answers it."""
THINGS, RELATED = 2, 0.14
"""A reply that names at least `THINGS` things takes up its prompt only with at least this likeness to it, 0 to 1."""
WORN = 0.06
"""The penalty of a lure for each of its words that was already talked over."""
WARY = frozenset(
    "suspicious suspect trap trick tricky trying careful nice fishing obvious wary caught falling bait "
    "avoid refuse dangerous cunning sly forbidden".split()
)
"""Words that show that a guesser has noticed something."""


@dataclass(frozen=True, slots=True)
class Directness:
    """How direct a setter's lures are, from 0 (the farthest) to 1 (the nearest)."""

    first: float
    last: float
    jitter: float
    adapts: float
    """How much it reacts to the replies; 0 for not at all."""
    seen: float
    """The share of belief up to which it doesn't mind that a careful guesser thinks of the word."""
    decoys: float
    """The chance that a prompt in the first half of a session, but for the first one, leads to another word."""


PLANS: Mapping[str, Directness] = {
    "easy": Directness(0.1, 0.9, 0.3, 0.0, 0.8, 0.8),
    "medium": Directness(0.0, 1.0, 0.2, 0.5, 0.9, 0.8),
    "hard": Directness(0.0, 1.0, 0.1, 1.0, 0.9, 0.8),
}


@dataclass(frozen=True)
class SetterMind:
    """The setter's thoughts before a prompt."""

    net: Association
    card: AssociatedCard
    """The word's card, with the words that this session forbids."""
    facts: Mapping[str, Any]
    said: Sequence[str]
    """The prompts that it gave, refused ones too."""
    lines: Mapping[str, Any]
    """The bots' phrases, by occasion."""

    @cached_property
    def prompts(self) -> tuple[str, ...]:
        """The prompts that the rules took."""
        return prompts_of(self.facts)

    @cached_property
    def replies(self) -> tuple[str, ...]:
        """The replies to them."""
        return replies_of(self.facts)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """The stems of the words that the last reply says of its own accord."""
        return stems_of(self.replies[-1]) - stems_of(" ".join(self.prompts))

    @property
    def _early(self) -> bool:
        """True in the first half of a session."""
        return int(self.facts["prompts_used"]) < int(self.facts["max_prompts"]) / 2

    def prompt(self, plan: Directness, rng: Random) -> str:
        """The next prompt."""
        card, last_resort = self.card, self.lines["last_resort"]
        heeded = sum(self._heeds(*talk) for talk in zip(self.prompts, self.replies, strict=False))
        close = bool(self.replies) and self._is_close(self._own_words)
        taken_up = close if self._early else heeded + close
        lures = card.lures[: FIRST + taken_up if self.prompts else OPENERS]
        topics, small_talk = self.lines["topics"].get(card.category, ()), self.lines["small_talk"]
        possible = (
            *(() if close else self._decoys(plan, rng)),
            *self._sorted(lures, plan, rng),
            *(self._word_games(rng) if len(lures) == len(card.lures) else ()),
            *rng.sample(topics, len(topics)),
            *rng.sample(small_talk, len(small_talk)),
            *last_resort,
        )
        text = str(next(filter(self._allows, possible), last_resort[0]))
        remark = self._remark(rng) if text in card.lures and plan.adapts else ""
        whole = f"{remark} {text}"
        return whole if remark and self._allows(whole) else text

    def is_pointless(self, text: str) -> bool:
        """True if a prompt is about nothing in particular, so that it can't make anybody say the word."""
        return not text.endswith(self.card.lures) and not any(text in card.lures for card in self.net.cards)

    def refusal(self, text: str) -> str:
        """Why the setter wouldn't say a prompt, without giving the word away; empty if it would say it."""
        if self._allows(text) and self._seen(text) <= MOST_SEEN:
            return ""
        return "it gives the word away, was asked before, or is too long"

    def _decoys(self, plan: Directness, rng: Random) -> Iterator[str]:
        """Lures of another card that goes with the word; the same card's as before, if there was one."""
        if not (self.prompts and self._early) or rng.random() >= plan.decoys:
            return
        numbers, cards = self.net.numbers, self.net.cards
        near = [cards[numbers[word]] for word in map(fold, self.card.near) if word in numbers]
        before = [card for card in near if any(prompt in card.lures for prompt in self.said)]
        for card in before or rng.sample(near, len(near)):
            yield from rng.sample(card.lures[:DECOYS], len(card.lures[:DECOYS]))

    def _heeds(self, prompt: str, reply: str) -> bool:
        """True if a reply takes up its prompt: it answers, and everything that it names has to do with the prompt."""
        if evades(self.net, prompt, reply, self.lines["dodges"]):
            return False
        named = tuple((word, 1.0) for word in content_of(reply) if self.net.knows(word))
        if len(named) < THINGS or not stems_of(prompt).isdisjoint(stem(word) for word, _ in named):
            return True
        return alike(self.net.evidence(named), self.net.evidence(topic_of(prompt))) >= RELATED

    def _sorted(self, lures: Sequence[str], plan: Directness, rng: Random) -> list[str]:
        """The lures that are left, the most suitable first."""
        steps = max(int(self.facts["max_prompts"]) - 1, 1)
        part = min(int(self.facts["prompts_used"]) / steps, 1.0)
        aim = plan.first + (plan.last - plan.first) * part**SLOWLY
        aim += rng.uniform(-plan.jitter, plan.jitter)
        if self.replies:
            wary, close = is_wary(self.replies[-1]), self._is_close(stems_of(self.replies[-1]))
            aim += CLOSER * plan.adapts * (close - wary)
        worn = stems_of(" ".join((*self.prompts, *self.replies)))
        told = "\n".join(self.said)

        def off(pair: tuple[int, str]) -> float:
            place, lure = pair
            stale = sum(stem(token) in worn for token in content_of(lure))
            calling = bool(self.replies) and self._calls(lure)
            far = abs(place / max(len(self.card.lures) - 1, 1) - aim)
            return float(far + plan.adapts * (WORN * stale - CALLING * part * calling))

        left = [pair for pair in enumerate(lures) if pair[1] not in told and self._seen(pair[1]) <= plan.seen]
        return [lure for _, lure in sorted(left, key=off)]

    def _calls(self, prompt: str) -> bool:
        """True if the word is the plain answer to a prompt."""
        number = self.net.numbers.get(fold(self.card.word))
        return any(found.card == number for found in self.net.phrases.answers(prompt))

    def _seen(self, prompt: str) -> float:
        """The share of belief that the word would have for a careful guesser after one more prompt.

        Before any reply it is 0: the first lures of a card leave many words open, and the association, which takes
        long to build, isn't needed for them.
        """
        if not self.replies:
            return 0.0
        now = {"question": prompt, "answer": "", "answered": False}
        found = suppose(self.net, {**self.facts, "turns": [*self.facts["turns"], now], "uttered": False})
        return dict(found.ranked).get(self.net.numbers.get(fold(self.card.word), -1), 0.0)

    def _word_games(self, rng: Random) -> Iterator[str]:
        """Prompts made from the near words that the setter may say."""
        card, phrases = self.card, self.lines["word_games"]
        barred = (card.word, *card.forms, *(card.forbidden if self.facts["forbids"] else ()))
        worn = stems_of(" ".join((*self.prompts, *barred)))
        near = [
            word for word in card.near if stems_of(word).isdisjoint(worn) and not tells_nothing(fold(word))
        ]
        for phrase, x, y in zip(rng.sample(phrases, len(phrases)), near[::2], near[1::2], strict=False):
            yield phrase.format(x=f"“{x}”", y=f"“{y}”")

    def _remark(self, rng: Random) -> str:
        """A short remark on the last reply; mostly empty.

        It needs a reply that names, of its own accord, what comes to mind with the word, or another word of the
        word's category.
        """
        made = sum(text.endswith(self.card.lures) and text not in self.card.lures for text in self.prompts)
        if not self.replies or made >= MOST_REMARKS or rng.random() >= REMARKED or is_wary(self.replies[-1]):
            return ""
        if self._is_close(self._own_words):
            warmer = self.lines["warmer"]
            fresh = [text for text in warmer if not any(p.startswith(text) for p in self.prompts)]
            return str(rng.choice(fresh)) if fresh else ""
        for noun in named_in(self.replies[-1]):
            if stems_of(noun) <= self._own_words and self.card.category in self._categories(noun):
                return str(rng.choice(self.lines["elsewhere"]).format(x=noun))
        return ""

    def _is_close(self, stems: frozenset[str]) -> bool:
        """True if some words come to mind with the card's word."""
        return any(not stems.isdisjoint(stems_of(word)) for word in self.card.near)

    def _categories(self, text: str) -> frozenset[str]:
        """The categories of the cards whose words a text says."""
        return frozenset(self.net.cards[n].category for n in self.net.said(text))

    def _allows(self, text: str) -> bool:
        """True if a prompt is new and the rules allow it; forms of the word count, whatever the options say."""
        card = self.card
        if len(text) > int(self.facts["max_chars"]) or text in self.said:
            return False
        barred = card.forbidden if self.facts["forbids"] else ()
        if says(text, card.word, card.forms) or any(says(text, word) for word in barred):
            return False
        ended = [token for prompt in self.said[-1:] for token in words_of(prompt)[-1:]]
        return "".join((*ended, *words_of(text)[:1])) != "".join(words_of(card.word))


def alike(one: Weights, other: Weights) -> float:
    """The likeness of what speaks for cards, 0 to 1: the cosine of the angle between them."""
    together = sum(weight * other.get(n, 0.0) for n, weight in one.items())
    sizes = (sum(weight * weight for weight in of.values()) for of in (one, other))
    return together / sqrt(prod(sizes)) if together else 0.0


def is_wary(reply: str) -> bool:
    """True if a reply asks back, says nothing of substance, or shows suspicion."""
    return "?" in reply or not content_of(reply) or not WARY.isdisjoint(words_of(reply))


_AFTER = "and|or|but|on|in|at|by|with|of|for|to|from|that|which|who|when|where|while|is|was|has|had|are|were"
_NOUN = re.compile(
    rf"\b(?:my|our|your|his|her|their|the|an?|some) ([a-z]+)(?= (?:{_AFTER})\b|[^\w ’'-]|$)"
    r"|\b(?:the|an?) (?:[a-z]+ ){1,2}([a-z]+[a-rt-z])(?=[^\w ’'-]|$)"
)


def named_in(text: str) -> tuple[str, ...]:
    """The things that a reply surely names: nouns at the end of a phrase with an article or possessive.

    >>> named_in("My teeth, and the best comb.")
    ('teeth', 'comb')
    """
    found = (match[1] or match[2] for match in _NOUN.finditer(fold(text)))
    return tuple(dict.fromkeys(word for word in found if len(word) > 2 and not tells_nothing(word)))
