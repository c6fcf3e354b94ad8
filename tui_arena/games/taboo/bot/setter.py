"""The bot as setter: the lures of the card, from far to near, chosen by the last reply.

After a reply that comes close it goes nearer at once; after a wary one it stays far. It keeps away from what was
already talked over, and now and then says a few words to the last reply before it asks.

A prompt never says the word, a form of it or a forbidden word. It is never too long, and was neither said nor
refused before. Only if no phrase is left that keeps to this, `lured` returns its first last resort.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tui_arena.core.game import View
from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.language.stems import stem
from tui_arena.core.text import fold
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import AssociatedCard, prompts_of, replies_of
from tui_arena.games.taboo.content import content_of, stems_of, words_of

MOST_REMARKS = 2
"""The most remarks in a session."""
REMARKED = 0.3
"""The chance of a remark."""


@dataclass(frozen=True, slots=True)
class Directness:
    """How direct a setter's lures are, from 0 (the farthest) to 1 (the nearest)."""

    first: float
    last: float
    jitter: float
    adapts: float
    """How much it reacts to the replies; 0: not at all."""


PLANS: Mapping[str, Directness] = {
    "easy": Directness(0.5, 1.0, 0.5, 0.0),
    "medium": Directness(0.2, 1.0, 0.25, 0.5),
    "hard": Directness(0.0, 1.0, 0.1, 1.0),
}
CLOSER = 0.25
"""How much nearer a lure may be after a reply that came close, and how much farther after a wary one."""
WORN = 0.06
"""How much each word that was already talked over counts against a lure."""
WARY = frozenset(
    "suspicious suspect trap trick tricky trying careful nice fishing obvious wary caught falling bait "
    "avoid refuse dangerous cunning sly forbidden".split()
)
"""Words that show that a guesser has noticed something."""


def lured(card: AssociatedCard, view: View, level: str, rng: Random, lines: Mapping[str, Any]) -> str:
    """The next prompt for a word; `lines`: what the bots say, by occasion."""
    facts = view.facts
    said = [line.text for line in view.talk if line.ask == "prompt"]
    topics, small_talk = lines["topics"].get(card.category, ()), lines["small_talk"]
    prompts = (
        *_lures(card, facts, said, PLANS[level], rng),
        *_word_games(card, facts, rng, lines["word_games"]),
        *rng.sample(topics, len(topics)),
        *rng.sample(small_talk, len(small_talk)),
        *lines["last_resort"],
    )
    text = next((text for text in prompts if _allowed(text, card, facts, said)), lines["last_resort"][0])
    remark = _remark(card, facts, rng, lines) if text in card.lures and PLANS[level].adapts else ""
    whole = f"{remark} {text}"
    return whole if remark and _allowed(whole, card, facts, said) else text


def _lures(
    card: AssociatedCard, facts: Mapping[str, Any], said: Sequence[str], plan: Directness, rng: Random
) -> list[str]:
    """The lures that are left, the fittest first."""
    steps = max(int(facts["max_prompts"]) - 1, 1)
    aim = plan.first + (plan.last - plan.first) * min(int(facts["prompts_used"]), steps) / steps
    aim += rng.uniform(-plan.jitter, plan.jitter)
    replies = replies_of(facts)
    if replies:
        wary, close = is_wary(replies[-1]), bool(taken_up(card, replies[-1]))
        aim += CLOSER * plan.adapts * (close - wary)
    worn = stems_of(" ".join((*prompts_of(facts), *replies)))
    told = "\n".join(said)

    def off(pair: tuple[int, str]) -> float:
        place, lure = pair
        stale = sum(stem(token) in worn for token in content_of(lure))
        return abs(place / max(len(card.lures) - 1, 1) - aim) + WORN * plan.adapts * stale

    left = [(place, lure) for place, lure in enumerate(card.lures) if lure not in told]
    return [lure for _, lure in sorted(left, key=off)]


def _remark(card: AssociatedCard, facts: Mapping[str, Any], rng: Random, lines: Mapping[str, Any]) -> str:
    """A few words to the last reply; mostly none."""
    prompts, replies = prompts_of(facts), replies_of(facts)
    made = sum(prompt.endswith(card.lures) and prompt not in card.lures for prompt in prompts)
    if not replies or made >= MOST_REMARKS or rng.random() >= REMARKED or is_wary(replies[-1]):
        return ""
    fresh = [text for text in lines["warmer"] if not any(prompt.startswith(text) for prompt in prompts)]
    if taken_up(card, replies[-1]):
        return str(rng.choice(fresh))
    named = [noun for noun in named_in(replies[-1]) if stems_of(noun).isdisjoint(stems_of(prompts[-1]))]
    return str(rng.choice(lines["elsewhere"]).format(x=named[0])) if named else ""


_AFTER = "and|or|but|on|in|at|by|with|of|for|to|from|that|which|who|when|where|while|is|was|has|had|are|were"
_NOUN = re.compile(
    rf"\b(?:my|our|your|his|her|their|the|an?|some) ([a-z]+)(?= (?:{_AFTER})\b|[^\w ’'-]|$)"
    r"|\b(?:the|an?) (?:[a-z]+ ){1,2}([a-z]+[a-rt-z])(?=[^\w ’'-]|$)"
)


def named_in(text: str) -> tuple[str, ...]:
    """What a reply surely names: the words at the end of a phrase with an article.

    >>> named_in("My teeth, and the best comb.")
    ('teeth', 'comb')
    """
    found = (match[1] or match[2] for match in _NOUN.finditer(fold(text)))
    return tuple(dict.fromkeys(word for word in found if len(word) > 2 and not tells_nothing(word)))


def _word_games(
    card: AssociatedCard, facts: Mapping[str, Any], rng: Random, phrases: Sequence[str]
) -> Iterator[str]:
    """Prompts made from the near words that it may say."""
    barred = stems_of(" ".join((card.word, *card.forms, *(card.forbidden if facts["forbids"] else ()))))
    worn = stems_of(" ".join(prompts_of(facts))) | barred
    near = [word for word in card.near if stems_of(word).isdisjoint(worn) and not tells_nothing(fold(word))]
    for phrase, x, y in zip(rng.sample(phrases, len(phrases)), near[::2], near[1::2], strict=False):
        yield phrase.format(x=f"“{x}”", y=f"“{y}”")


def is_wary(reply: str) -> bool:
    """Whether a reply asks back, says nothing of substance, or shows suspicion."""
    said = words_of(reply)
    return "?" in reply or not content_of(reply) or not WARY.isdisjoint(said)


def taken_up(card: AssociatedCard, reply: str) -> tuple[str, ...]:
    """The near words and cues of a card that a reply says."""
    said = stems_of(" ".join(content_of(reply)))
    return tuple(word for word in (*card.near, *card.cues) if not said.isdisjoint(stems_of(word)))


def _allowed(text: str, card: AssociatedCard, facts: Mapping[str, Any], said: Sequence[str]) -> bool:
    """Whether a prompt is new and the rules allow it; forms of the word count whatever the options say."""
    if len(text) > int(facts["max_chars"]) or text in said:
        return False
    barred = card.forbidden if facts["forbids"] else ()
    if says(text, card.word, card.forms) or any(says(text, word) for word in barred):
        return False
    ended = [token for prompt in said[-1:] for token in words_of(prompt)[-1:]]
    return "".join((*ended, *words_of(text)[:1])) != "".join(words_of(card.word))
