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

# Slots: `{a}` is a word with its article, `{x}` and `{y}` are bare words, `{lure}` is a line of the card. A
# capital letter in a slot means that it begins a sentence.

FOLLOW_UPS = (
    'You said "{x}". And what goes with it?',
    "{X}, lovely! And what comes next?",
    'You mentioned "{x}". What else belongs in that scene?',
    'I like that you said "{x}". What do you think of right after it?',
    "{X}, of course. And what is never far from it?",
    'Let us stay with "{x}" for a moment. What else is there?',
    'Close your eyes and think "{x}". What else do you see?',
    "{X}! And if you had to name three more things like that?",
    'When you say "{x}", what does everybody else think of?',
    'You brought up "{x}", I did not. Tell me a little more about it!',
    '"{X}" is a good answer. What would your second one have been?',
    "{X}, aha. I would have said something else. What, do you think?",
)
TOUCHES = (
    "Speaking of {a}: {lure}",
    "On the subject of {a}: {lure}",
    "I was just thinking of {a}. {Lure}",
    "{A}, that reminds me: {lure}",
    "I saw {a} on my way here. {Lure}",
    "Let us say there is {a} about. {Lure}",
    "Imagine {a}, then tell me: {lure}",
)
ONES = (
    'What is the first thing in your head when I say "{x}"?',
    'Tell me three things that remind you of "{x}"!',
    'Somebody shouts "{x}!" across the room. What do you shout back?',
    'You paint something and call it "{x}". What do we see?',
    'In a crossword the clue just says "{x}". What do you try first?',
    'You tell us something under the heading "{x}". What is it about?',
    'If the answer is not "{x}" but something much like it, what is it?',
    'A quick game: I say "{x}", and you say...?',
)
TWOS = (
    'What do you think of when you hear "{x}" and "{y}"?',
    "{X}, {y}... what is missing to make it complete?",
    'What have "{x}" and "{y}" got to do with each other, in one word?',
    'A quiz: "{x}", "{y}" and ...? You may name the third.',
    'Charades: I show you "{x}", then "{y}". What do you call out?',
    'What connects "{x}" with "{y}", if you ask me on a good day?',
    'Two words, quickly: "{x}" and "{y}". What is your third?',
)
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
    topics = TOPICS.get(card.category, ())
    general: list[str] = [
        *rng.sample(topics, len(topics)),
        *rng.sample(SMALL_TALK, len(SMALL_TALK)),
    ]
    for text in (*general, *LAST_RESORT):
        if _allowed(text, card, facts, said):
            return text
    return LAST_RESORT[0]


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
        for phrase in unused(FOLLOW_UPS, said, rng)[:2]:
            yield _Candidate(_filled(phrase, word), FOLLOW, 0.35)
    for word in (word for word in (*taken[:1], *fresh[:2]) if not is_vague(word)):
        for lure, direct in lures:
            phrase = unused(TOUCHES, said, rng)[0]
            yield _Candidate(_filled(phrase, word, lure=lure), direct + TOUCH, 0.05 * (word in taken))
    for word in fresh[:2]:
        yield _Candidate(_filled(unused(ONES, said, rng)[0], word), ONE)
    pair = fresh[:2] or list(near[:2])
    if len(pair) > 1:
        yield _Candidate(_filled(unused(TWOS, said, rng)[0], *pair), TWO)


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
