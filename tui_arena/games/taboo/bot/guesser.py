"""The bot's replies as guesser: what a person would say to the prompt, in a sentence of the right kind.

The prompt, helped by the earlier prompts, makes the guesser think of some cards. It says a line of the
likeliest card that fits the kind: a line with the card's word if that seems safe, else a line without it. If
a prompt makes it think of nothing, it gives an honest short answer.

No line occurs twice in a session, and no reply asks anything. A reply has at least as many words as the rules
demand, and at least one of them isn't in the prompt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tui_arena.core.language.function_words import FUNCTION_WORDS
from tui_arena.core.language.sentences import capital
from tui_arena.core.language.stems import stem
from tui_arena.core.text import fold
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import (
    AssociatedCard,
    Association,
    Topic,
    prompts_of,
    replies_of,
    told_before,
    topic_of,
)
from tui_arena.games.taboo.bot.prompt_kinds import Kind, asking, kind_of, options_of
from tui_arena.games.taboo.content import content_of, stems_of, words_of

FITTING: Mapping[Kind, tuple[str, ...]] = {
    "what": ("what", "who"),
    "which": ("what", "who"),
    "who": ("who",),
    "where": ("where",),
    "when": ("when",),
    "why": ("why",),
    "how": ("how",),
    "many": ("many",),
    "often": ("when",),
    "measure": (),
    "yes": ("yes", "no"),
    "feel": ("feel",),
    "act": ("act", "what"),
    "finish": ("finish",),
    "tell": ("tell", "what"),
    "say": ("tell",),
}
"""Maps a kind of prompt to the kinds of lines that answer it, the best kind first."""
NAMED_BY = frozenset({"what", "which", "who", "finish"})
"""The kinds of prompts for which a word in the prompt is never the answer."""
AFTER = 0.7
"""The part of its weight that a second thought keeps: mostly a line without the card's word."""
BY_CATEGORY = frozenset({"what", "which", "tell"})
"""The kinds of prompts that may ask for any card of a category."""
ASKED_FOR = 0.5
"""The evidence that a prompt adds for the cards of a category if it asks for the category."""
SORTS: Mapping[str, str] = {
    **dict.fromkeys(("animal", "pet", "creature"), "animals"),
    **dict.fromkeys(("eat", "food", "meal", "snack"), "food"),
    **dict.fromkeys(("wear", "clothes", "outfit"), "clothes"),
    **dict.fromkeys(("machine", "gadget", "device"), "machines"),
    "sport": "sport",
}
"""Maps a word to the category whose cards it asks for (`What is your favourite animal?`)."""
SECOND = 0.75
"""The part of its weight that a line keeps if it is of the second-best kind."""
EARLIER = 1.0
"""The part of their evidence that the earlier prompts add."""
OWN = 0.9
"""The weight of a card whose word is in the prompt."""
LEAST: Mapping[Kind, float] = {
    "what": 0.5,
    "which": 0.5,
    "tell": 0.5,
    "act": 0.67,
    "yes": 0.87,
    "say": 0.92,
}
FIRM = 0.66
"""The least evidence from the last prompt that brings a card to mind: for these kinds, and for others."""
PEER = 0.7
"""A card with at least this part of the best card's evidence may be taken in its place."""
WORN = 0.6
"""The part of its weight that a line keeps for each word that an earlier reply said."""
HEARD = 0.4
"""The part of the prompt's words that must speak for a card before the card comes to mind."""
BRIEF = 2
"""In a prompt of at most this many words, one word may bring a card to mind; a longer prompt needs two."""
TWOFOLD = frozenset({"what", "which", "who", "where", "act", "tell"})
"""The kinds of prompts to which a reply may name two things."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a guesser talks at one level."""

    fear: float
    """The share of belief from which it fears to say a word."""
    slips: float
    """The chance, 0 to 1, that it says a word that it fears."""
    second: float
    """The chance that it says the second thing that comes to mind, although it fears nothing."""
    pairs: float
    """The chance that it names two things."""
    drift: float
    """How far its thoughts stray from the nearest thing, as a part of the evidence."""


@dataclass(frozen=True, slots=True)
class GuesserMind:
    """The guesser's thoughts at a prompt."""

    facts: Mapping[str, Any]
    shares: Mapping[int, float]
    """Maps a card to its share of belief."""
    earlier: Sequence[str]
    """The replies and refused replies before this one."""
    manner: Manner
    lines: Mapping[str, Any]
    """The bots' phrases."""

    @property
    def prompt(self) -> str:
        """The open prompt."""
        return str(self.facts["prompt"])

    @property
    def kind(self) -> Kind:
        """The kind of answer that the open prompt asks for."""
        return kind_of(self.prompt)


@dataclass(frozen=True, slots=True)
class _Thought:
    """A line that answers the prompt."""

    text: str
    weight: float


def answered(net: Association, mind: GuesserMind, rng: Random) -> str:
    """A reply to the open prompt."""
    least = int(mind.facts["min_words"] or 1)
    for text in _replies(net, mind, rng):
        whole = text if len(words_of(text)) >= least else f"{text} {mind.lines['padding']}"
        if not set(words_of(whole)) <= set(words_of(mind.prompt)):
            return whole
    return f"{mind.lines['honest'][mind.kind][0]} {mind.lines['padding']}"


def _replies(net: Association, mind: GuesserMind, rng: Random) -> Iterator[str]:
    """The possible replies, the best first."""
    told = "\n".join(map(fold, mind.earlier))
    options = options_of(mind.prompt)
    if options:
        pool = tuple(capital(text.format(x=rng.choice(options))) for text in mind.lines["chosen"])
    else:
        pool = mind.lines["honest"][mind.kind]
        yield from _from_cards(net, mind, told, rng)
    yield from sorted(rng.sample(pool, len(pool)), key=lambda text: fold(text) in told)


def _from_cards(net: Association, mind: GuesserMind, told: str, rng: Random) -> Iterator[str]:
    """Lines of the cards that come to mind, sometimes two in one. `told`: all earlier replies, folded."""
    feared = [n for n, share in mind.shares.items() if share >= mind.manner.fear]
    if rng.random() < mind.manner.slips:
        feared = []
    twofold = mind.kind in TWOFOLD and rng.random() < mind.manner.pairs
    thoughts = [
        thought
        for thought in _thoughts(net, mind, rng)
        if fold(thought.text) not in told
        and not any(says(thought.text, net.cards[n].word, net.cards[n].forms) for n in feared)
    ]
    for other in thoughts[1:] if twofold else ():
        first = thoughts[0]
        joined = _joined(first.text, other.text, rng, mind.lines["joins"])
        if other.weight >= PEER * first.weight and joined:
            yield joined
            break
    yield from (thought.text for thought in thoughts[:2])


def _thoughts(net: Association, mind: GuesserMind, rng: Random) -> list[_Thought]:
    """The lines that come to mind, the best first."""
    worn = stems_of(" ".join(mind.earlier))
    manner, named = mind.manner, frozenset(net.said(mind.prompt))
    second = rng.random() < manner.second
    minded = _minded(net, mind)
    near = PEER * (1 - manner.drift) * max(minded.values(), default=0.0)
    found: list[_Thought] = []
    for n, evidence in sorted(minded.items()):
        weight = evidence * (1 + rng.gauss(0, manner.drift))
        for said in (True, False) if evidence >= near else ():
            liked = weight if said != second else weight * AFTER
            kinds = FITTING[mind.kind][: 1 if mind.kind == "act" and n in named else None]
            for text, fits in _lines(net, net.cards[n], kinds, mind.lines["bare"], said=said, rng=rng):
                used = sum(stem(token) in worn for token in content_of(text))
                found.append(_Thought(text, liked * fits * WORN**used))
    return sorted(found, key=lambda thought: -thought.weight)


def _minded(net: Association, mind: GuesserMind) -> Mapping[int, float]:
    """How strongly each card comes to mind at the open prompt."""
    turns = list(zip(prompts_of(mind.facts), told_before(mind.facts), strict=True))
    *before, last = (dict(net.evidence(topic_of(*turn), kind_of(turn[0]))) for turn in turns)
    topic = topic_of(*turns[-1])
    last = {n: weight for n, weight in last.items() if _is_heard(net, topic, n)}
    own = net.said(mind.prompt)
    for n in own:
        last[n] = 0.0 if mind.kind in NAMED_BY else last.get(n, 0.0) + OWN
    asked = stems_of(asking(mind.prompt)) if mind.kind in BY_CATEGORY else frozenset[str]()
    for category in sorted({category for word, category in SORTS.items() if stem(word) in asked}):
        for n in net.members.get(category, ()):
            last[n] = last.get(n, 0.0) + ASKED_FOR
    gone = frozenset(n for reply in replies_of(mind.facts) for n in net.said(reply))
    gone |= frozenset(n for n in own if not (net.cards[n].says or net.cards[n].instead))
    return {
        n: weight + EARLIER * sum(of.get(n, 0.0) for of in before)
        for n, weight in last.items()
        if weight >= LEAST.get(mind.kind, FIRM) and n not in gone
    }


def _is_heard(net: Association, topic: Topic, n: int) -> bool:
    """True if enough words of a topic speak for a card: one stray word doesn't bring a card to mind."""
    heard = [share for token, share in topic if net.speaks(token, n)]
    whole = sum(share for _, share in topic)
    return sum(heard) >= HEARD * whole and (len(heard) > 1 or len(topic) <= BRIEF)


def _lines(
    net: Association,
    card: AssociatedCard,
    kinds: Sequence[str],
    bare_lines: Mapping[str, Sequence[str]],
    *,
    said: bool,
    rng: Random,
) -> Iterator[tuple[str, float]]:
    """The lines of a card of these kinds, the best kind first, each with how well it fits.

    `bare_lines`: maps a kind to lines for a card without lines of its own.
    """
    lines = card.says if said else card.instead
    fits = 1.0
    for kind in rng.sample(kinds, len(kinds)) if "yes" in kinds else kinds:
        for text in lines.get(kind, ()):
            yield text, fits
        fits *= SECOND
    bare = not card.says and not card.instead
    if kinds and (bare or (kinds[0] == "finish" and "finish" not in lines)):
        near = [word for word in card.near if fold(word) in net.numbers]
        words = [card.word] if said else near[:3]
        for word in rng.sample(words, min(len(words), 1)):
            yield rng.choice(bare_lines[kinds[0]]).format(x=word), fits


def _joined(first: str, other: str, rng: Random, joins: Sequence[str]) -> str | None:
    """Two lines as one reply; None if they name the same thing, or if the second line can't follow `Or`."""
    begun, _, rest = other.partition(" ")
    if (
        begun == "I"
        or fold(begun) not in FUNCTION_WORDS
        or not set(content_of(first)).isdisjoint(content_of(other))
    ):
        return None
    return f"{first} {rng.choice(joins)} {begun.lower()} {rest}"
