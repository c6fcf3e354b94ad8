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
from tui_arena.core.language.families import heads
from tui_arena.core.text import fold
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import AssociatedCard
from tui_arena.games.taboo.bot.belief import prompts_of, replies_of
from tui_arena.games.taboo.content import EMPTY, content_of, roots_of, words_of

ELSEWHERE = (
    "No {x} this time.",
    "Not the {x}, then.",
    "Leave the {x} out of it.",
    "The {x} can wait.",
)
"""Words to a reply that went elsewhere; `{x}` is what it named."""
WARMER = (
    "Warmer.",
    "Now we are talking.",
    "You are on to something.",
    "Not bad at all.",
)
"""Words to a reply that came close."""
MOST_REMARKS = 2
"""The most remarks in a session."""
REMARKED = 0.3
"""The chance of a remark."""
WORD_GAMES = (
    "What do you think of when you hear {x} and {y}?",
    "A quiz: {x}, {y} and what else? You may name the third.",
    "Charades: I show you {x}, then {y}. What do you call out?",
    "Two words, quickly: {x} and {y}. What is your third?",
)
"""Prompts for a card that has no lure left; `{x}` and `{y}` are near words."""
TOPICS: dict[str, tuple[str, ...]] = {
    "food": ("What would you order if I paid tonight?", "What have you tasted lately that made you happy?"),
    "animals": ("Which creature would you be for a day?", "What did you see the last time you went outdoors early?"),
    "home": ("What would you save first from where you live?", "Which corner of your place do you like best?"),
    "clothes": ("What did you have on at your last big event?", "What do you never pack, and always regret it?"),
    "travel": ("How did you get to where you were last August?", "What was the best part of your last trip?"),
    "nature": ("What did you look at the last time you looked up or around outside?", "What do you like about October?"),
    "work": ("What do you do all week?", "Who or what could you not do without from Monday to Friday?"),
    "town": ("Where do you take a visitor first?", "What do you pass on your way to the shops?"),
    "body": ("How do you feel after a very long day?", "What hurt the last time you complained?"),
    "sport": ("What did you play on long afternoons?", "What would you watch if there were only one channel?"),
    "arts": ("What moved you the last time you went out?", "What would you make if you had all the talent there is?"),
    "school": ("What did you learn first, and never forgot?", "What would you explain to a child on a long drive?"),
    "people": ("Who do you ring when something happens?", "What do you do when somebody surprises you?"),
    "feasts": ("What do you look forward to all year?", "What did you find the last time you came home to a surprise?"),
    "machines": ("What do you switch on first in the morning?", "What broke down at the worst possible time?"),
    "stories": ("What was read to you before you went to sleep?", "What would you ask for if you had one free choice?"),
}  # fmt: skip
SMALL_TALK: tuple[str, ...] = (
    "What was the best thing about your day so far?",
    "What would you talk about all night if somebody let you?",
    "What do people get you when they have no idea what you like?",
    "Tell me five things that you can see from where you sit!",
    "What were you crazy about when you were ten?",
    "What would you take along to a desert island?",
    "What is in your bag or your pockets right now?",
    "What did you do last weekend, bit by bit?",
    "Name the first six things that come into your head!",
    "What do you know a lot about, and nobody ever asks?",
    "What is the last thing that made you laugh out loud?",
    "What would you show me if I came to your place?",
    "What did you see on your way here?",
    "What would you do with a whole day to yourself?",
    "What is something that everybody has and nobody needs?",
    "What could you not live without for a week?",
    "Tell me what you dreamed about most as a child!",
    "What made you smile this month?",
    "What do you own too many of?",
    "What would you buy first if money grew on trees?",
    "What do your friends tease you about?",
    "What is on the picture nearest to you?",
    "Which of your things would you never lend to anybody?",
    "What happened on the strangest evening of your life?",
)
LAST_RESORT: tuple[str, ...] = (
    "Go on, please.",
    "And then?",
    "Tell me more!",
    "What else?",
    "Now you: anything at all!",
)
"""Prompts for when nothing else is allowed; short enough for any limit."""


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


def lured(card: AssociatedCard, view: View, level: str, rng: Random) -> str:
    """The next prompt for a word."""
    facts = view.facts
    said = [line.text for line in view.talk if line.ask == "prompt"]
    topics = TOPICS.get(card.category, ())
    prompts = (
        *_lures(card, facts, said, PLANS[level], rng),
        *_word_games(card, facts, rng),
        *rng.sample(topics, len(topics)),
        *rng.sample(SMALL_TALK, len(SMALL_TALK)),
        *LAST_RESORT,
    )
    text = next((text for text in prompts if _allowed(text, card, facts, said)), LAST_RESORT[0])
    remark = _remark(card, facts, rng) if text in card.lures and PLANS[level].adapts else ""
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
    worn = roots_of(" ".join((*prompts_of(facts), *replies))) - EMPTY
    told = "\n".join(said)

    def off(pair: tuple[int, str]) -> float:
        place, lure = pair
        stale = sum(not worn.isdisjoint(heads(token)) for token in content_of(lure))
        return abs(place / max(len(card.lures) - 1, 1) - aim) + WORN * plan.adapts * stale

    left = [(place, lure) for place, lure in enumerate(card.lures) if lure not in told]
    return [lure for _, lure in sorted(left, key=off)]


def _remark(card: AssociatedCard, facts: Mapping[str, Any], rng: Random) -> str:
    """A few words to the last reply; mostly none."""
    prompts, replies = prompts_of(facts), replies_of(facts)
    made = sum(prompt.endswith(card.lures) and prompt not in card.lures for prompt in prompts)
    if not replies or made >= MOST_REMARKS or rng.random() >= REMARKED or is_wary(replies[-1]):
        return ""
    fresh = [text for text in WARMER if not any(prompt.startswith(text) for prompt in prompts)]
    if taken_up(card, replies[-1]):
        return rng.choice(fresh)
    named = [noun for noun in named_in(replies[-1]) if roots_of(noun).isdisjoint(roots_of(prompts[-1]))]
    return rng.choice(ELSEWHERE).format(x=named[0]) if named else ""


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
    return tuple(dict.fromkeys(word for word in found if word not in EMPTY and len(word) > 2))


def _word_games(card: AssociatedCard, facts: Mapping[str, Any], rng: Random) -> Iterator[str]:
    """Prompts made from the near words that it may say."""
    barred = roots_of(" ".join((card.word, *card.forms, *(card.forbidden if facts["forbids"] else ()))))
    worn = roots_of(" ".join(prompts_of(facts))) | barred
    near = [word for word in card.near if roots_of(word).isdisjoint(worn) and fold(word) not in EMPTY]
    for phrase, x, y in zip(rng.sample(WORD_GAMES, len(WORD_GAMES)), near[::2], near[1::2], strict=False):
        yield phrase.format(x=f"“{x}”", y=f"“{y}”")


def is_wary(reply: str) -> bool:
    """Whether a reply asks back, says nothing of substance, or shows suspicion."""
    said = words_of(reply)
    return "?" in reply or not content_of(reply) or not WARY.isdisjoint(said)


def taken_up(card: AssociatedCard, reply: str) -> tuple[str, ...]:
    """The near words and cues of a card that a reply says."""
    roots = roots_of(" ".join(content_of(reply)))
    return tuple(word for word in (*card.near, *card.cues) if not roots.isdisjoint(roots_of(word)))


def _allowed(text: str, card: AssociatedCard, facts: Mapping[str, Any], said: Sequence[str]) -> bool:
    """Whether a prompt is new and the rules allow it; forms of the word count whatever the options say."""
    if len(text) > int(facts["max_chars"]) or text in said:
        return False
    barred = card.forbidden if facts["forbids"] else ()
    if says(text, card.word, card.forms) or any(says(text, word) for word in barred):
        return False
    ended = [token for prompt in said[-1:] for token in words_of(prompt)[-1:]]
    return "".join((*ended, *words_of(text)[:1])) != "".join(words_of(card.word))
