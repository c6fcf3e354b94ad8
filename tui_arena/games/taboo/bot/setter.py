"""The bot as setter: prompts that lure by association and grow more direct from one to the next.

It reacts to the guesser: it takes up near words that a reply said, is less direct when the guesser gets
wary, and avoids topics that were talked over.

A prompt never says the word, a form of it or a forbidden word. It is never too long, and was neither said nor
refused before. Only if no phrase is left that keeps to this, `lured` returns its first last resort.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tui_arena.core.game import View
from tui_arena.core.language.sentences import capital
from tui_arena.core.text import fold
from tui_arena.core.words import says
from tui_arena.games.taboo.bot import phrases
from tui_arena.games.taboo.bot.association import (
    EMPTY,
    AssociatedCard,
    content_of,
    prompts_of,
    replies_of,
    roots_of,
    words_of,
)
from tui_arena.games.taboo.bot.grammar import in_sentence, sort_of, unused, written


@dataclass(frozen=True, slots=True)
class Directness:
    """How direct a setter's prompts are, from 0 (small talk) to 1 (all but saying the word)."""

    first: float
    last: float
    jitter: float
    adapts: float
    """How much it reacts to the replies; 0: not at all."""


PLANS: Mapping[str, Directness] = {
    "easy": Directness(0.62, 0.8, 0.1, 0.0),
    "medium": Directness(0.24, 0.58, 0.15, 0.5),
    "hard": Directness(0.08, 0.58, 0.1, 0.8),
}
LURES = 0.6
"""How direct the last lure of a card is; the earlier ones are less direct."""
FOLLOW, TOUCH, ONE, TWO = 0.55, 0.2, 0.8, 1.0
"""How direct it is to take up a word that was said, to begin a lure with a near word, to ask with one near
word, and to ask with two."""
WEIGHED = 4
"""How many prompts of about the right directness are compared by how worn their words are."""
WORN = 0.03
"""How much each word that was already used counts against a prompt."""
WARY = frozenset(
    "suspicious suspect trap trick tricky trying careful nice fishing obvious wary caught falling bait "
    "avoid refuse dangerous cunning sly forbidden".split()
)
"""Words that show that a guesser has noticed something."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    direct: float
    bonus: float = 0.0


def lured(card: AssociatedCard, view: View, level: str, rng: Random) -> str:
    """The next prompt for a word."""
    facts = view.facts
    said = [line.text for line in view.talk if line.ask == "prompt"]
    spoken = prompts_of(facts)
    aim, adapts = _aim(card, facts, PLANS[level], rng), PLANS[level].adapts
    worn = roots_of(" ".join((*spoken, *replies_of(facts)))) - EMPTY
    found = [
        (abs(candidate.direct - aim) - candidate.bonus * adapts + 0.05 * rng.random(), candidate.text)
        for candidate in _candidates(card, facts, said, rng)
    ]
    found.sort()
    nearest = [
        (off + WORN * len(worn.intersection(content_of(text))) * adapts, text)
        for off, text in found[:WEIGHED]
    ]
    for _, text in sorted(nearest) + found[WEIGHED:]:
        if _allowed(text, card, facts, said):
            return text
    topics = phrases.TOPICS.get(card.category, ())
    general: list[str] = [
        *rng.sample(topics, len(topics)),
        *rng.sample(phrases.SMALL_TALK, len(phrases.SMALL_TALK)),
    ]
    for text in (*general, *phrases.LAST_RESORT):
        if _allowed(text, card, facts, said):
            return text
    return phrases.LAST_RESORT[0]


def _aim(card: AssociatedCard, facts: Mapping[str, Any], plan: Directness, rng: Random) -> float:
    """How direct the next prompt should be."""
    steps = max(int(facts["max_prompts"]) - 1, 1)
    aim = plan.first + (plan.last - plan.first) * min(int(facts["prompts_used"]), steps) / steps
    aim += rng.uniform(-plan.jitter, plan.jitter)
    if facts["silence_wins"]:
        aim += 0.1
    replies = replies_of(facts)
    if replies:
        if is_wary(replies[-1]):
            aim -= 0.3 * plan.adapts
        elif not taken_up(card, replies[-1]):
            aim += 0.1 * plan.adapts
    return min(max(aim, 0.0), 1.0)


def is_wary(reply: str) -> bool:
    """Whether a reply asks back, says nothing of substance, or shows suspicion."""
    said = words_of(reply)
    return "?" in reply or not content_of(reply) or not WARY.isdisjoint(said)


def taken_up(card: AssociatedCard, reply: str) -> tuple[str, ...]:
    """The near words of a card that a reply says."""
    roots = roots_of(reply)
    return tuple(word for word in card.near if not roots.isdisjoint(roots_of(word)))


def _candidates(
    card: AssociatedCard, facts: Mapping[str, Any], said: Sequence[str], rng: Random
) -> Iterator[_Candidate]:
    replies = replies_of(facts)
    near = usable(card, facts)
    worn = roots_of(" ".join(said))
    fresh = [word for word in near if roots_of(word).isdisjoint(worn)]
    fresh = sorted(rng.sample(fresh, len(fresh)), key=is_vague)
    told = " ".join(said).casefold()
    lures = [
        (lure, LURES * (i + 1) / len(card.lures))
        for i, lure in enumerate(card.lures)
        if lure.casefold() not in told
    ]
    for lure, direct in lures:
        yield _Candidate(lure, direct)
    taken = [word for word in (taken_up(card, replies[-1]) if replies else ()) if word in near]
    taken = [word for word in taken if fold(word) not in EMPTY]
    for word in sorted(taken, key=is_vague)[:2]:
        for phrase in unused(phrases.FOLLOW_UPS, said, rng)[:2]:
            yield _Candidate(_filled(phrase, word), FOLLOW, 0.35)
    for word in (word for word in (*taken[:1], *fresh[:2]) if not is_vague(word)):
        for lure, direct in lures:
            phrase = unused(phrases.TOUCHES, said, rng)[0]
            yield _Candidate(_filled(phrase, word, lure=lure), direct + TOUCH, 0.05 * (word in taken))
    for word in fresh[:2]:
        yield _Candidate(_filled(unused(phrases.ONES, said, rng)[0], word), ONE)
    pair = fresh[:2] or list(near[:2])
    if len(pair) > 1:
        yield _Candidate(_filled(unused(phrases.TWOS, said, rng)[0], *pair), TWO)


def usable(card: AssociatedCard, facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The near words of a card that a prompt may say."""
    barred = roots_of(" ".join((card.word, *card.forms, *(card.forbidden if facts["forbids"] else ()))))
    return tuple(word for word in card.near if roots_of(word).isdisjoint(barred))


def is_vague(word: str) -> bool:
    """Whether a word is too vague to talk about: a verb, an adjective or an empty word."""
    return sort_of(fold(word)) in ("doing", "quality") or fold(word) in EMPTY


def _filled(phrase: str, x: str, y: str = "", *, lure: str = "") -> str:
    a, x, y = in_sentence(fold(x), "thing"), written(fold(x)), written(fold(y))
    first = lure.split()[:1]
    common = bool(first) and first[0] != "I" and fold(first[0]) in EMPTY
    small = lure[:1].lower() + lure[1:] if common else lure
    return phrase.format(a=a, A=capital(a), x=x, X=capital(x), y=y, Y=capital(y), lure=small, Lure=lure)


def _allowed(text: str, card: AssociatedCard, facts: Mapping[str, Any], said: Sequence[str]) -> bool:
    """Whether a prompt is new and the rules allow it; forms of the word count whatever the options say."""
    if len(text) > int(facts["max_chars"]) or text in said:
        return False
    barred = card.forbidden if facts["forbids"] else ()
    if says(text, card.word, card.forms) or any(says(text, word) for word in barred):
        return False
    ended = [token for prompt in said[-1:] for token in words_of(prompt)[-1:]]
    return "".join((*ended, *words_of(text)[:1])) != "".join(words_of(card.word))
