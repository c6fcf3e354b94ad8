"""What the guesser answers: words that go with the prompt, in a sentence that fits its kind.

Law: no reply holds a word that is feared, or asks back; each has the words that the rules want. A
phrase is not used twice in a session, as far as there are others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tui_arena.core.language.families import heads
from tui_arena.core.language.sentences import capital
from tui_arena.core.words import says
from tui_arena.games.taboo.bot import phrases
from tui_arena.games.taboo.bot.association import AssociatedCard, Association, content_of, roots_of, words_of
from tui_arena.games.taboo.bot.grammar import TIMES, Sort, in_sentence, sort_of, unused, written
from tui_arena.games.taboo.bot.prompt_kinds import Kind, kind_of

SORTS: dict[Kind, Sort] = {
    "who": "person",
    "where": "place",
    "when": "time",
    "feel": "quality",
    "act": "doing",
}
"""What a kind of prompt asks for; all others ask for things."""
MANY = 12
"""Words that come to mind and are chosen from."""
FROM = 24
"""Cards by which words come to mind."""
TRIES = 24
"""Phrases that are tried before one without words is taken."""
OWN = 1.5
"""How much sooner a card's word comes to mind than its near words."""
FALLBACK: dict[Sort, tuple[str, ...]] = {
    "person": ("aunt", "grandfather", "mother", "father", "sister", "dad", "husband", "landlord", "judge", "professor"),
    "place": ("garden", "bathroom", "cellar", "cafe", "lake", "bedroom", "pool", "market", "hall", "gym"),
    "quality": ("tired", "happy", "nervous", "hungry", "curious", "cheeky", "dizzy", "brave", "lazy", "awkward"),
    "doing": ("laugh", "run", "sing", "dance", "wait", "jump", "shout", "wink", "pretend", "clap", "nod"),
    "time": ("morning", "evening", "weekend", "autumn", "midnight", "breakfast", "monday", "winter", "lunch"),
}  # fmt: skip
"""Where nothing of the wanted sort comes to mind."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a guesser talks."""

    fears: int
    """How many of the likeliest words it keeps from saying."""
    picks: int
    """From how many of the nearest words it chooses."""
    chatty: float
    """How often it adds words to an answer that is complete."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a reply must keep to."""

    feared: Sequence[AssociatedCard]
    least: int
    """How many words it needs."""
    manner: Manner


def answered(
    net: Association,
    prompt: str,
    earlier: Sequence[str],
    bounds: Bounds,
    rng: Random,
) -> str:
    """A reply to a prompt; `earlier`: the replies before it."""
    feared, least, manner = bounds.feared, bounds.least, bounds.manner
    kind = kind_of(prompt)
    words = [word for word in _in_mind(net, prompt, kind, earlier) if not _is_feared(word, feared)]
    chosen = words[: manner.picks]
    rng.shuffle(chosen)
    chosen += words[manner.picks :]
    for text in _sentences(kind, chosen, earlier, manner, rng):
        whole = _padded(text, least)
        if "?" not in whole and not any(says(whole, c.word, c.forms) for c in feared) and _own(whole, prompt):
            return whole
    return _padded(phrases.EMPTY_HANDED[0], least)


def _in_mind(net: Association, prompt: str, kind: Kind, earlier: Sequence[str]) -> list[str]:
    """Words of the wanted sort that go with a prompt, nearest first; none that was said before."""
    used = roots_of(" ".join((prompt, *earlier)))
    wanted = SORTS.get(kind, "thing")
    found: dict[str, float] = {}
    spoken = net.evidence(prompt, kind)
    content = set(content_of(prompt))
    for n, spoken_for in sorted(spoken.items(), key=lambda pair: (-pair[1], pair[0]))[:FROM]:
        own, *near = net.in_mind[n]
        weight = spoken_for**2
        found[own] = found.get(own, 0.0) + OWN * weight
        close = weight if own in content else 0.5 * weight
        for i, word in enumerate(near):
            found[word] = found.get(word, 0.0) + close * (1 - 0.04 * i)
    fit = [word for word in found if _fits(word, wanted) and heads(word).isdisjoint(used)]
    fit.sort(key=lambda word: (-found[word], word))
    if wanted in FALLBACK and len(fit) < 3:
        fit += [word for word in FALLBACK[wanted] if word not in fit and heads(word).isdisjoint(used)]
    return fit[:MANY]


def _fits(word: str, wanted: Sort) -> bool:
    sort = sort_of(word)
    if wanted == "time":
        return word in TIMES
    return sort == wanted and (sort != "thing" or len(word) > 2)


def _is_feared(word: str, feared: Sequence[AssociatedCard]) -> bool:
    roots = roots_of(word)
    return any(not roots.isdisjoint(roots_of(own)) for card in feared for own in (card.word, *card.forms))


def _sentences(
    kind: Kind, words: Sequence[str], earlier: Sequence[str], manner: Manner, rng: Random
) -> Iterator[str]:
    """Sentences of a kind with the words in them, then those that need none."""
    sort = SORTS.get(kind, "thing")
    fresh = unused(phrases.REPLIES[kind], earlier, rng)
    for i, phrase in enumerate(fresh[:TRIES]):
        text = _filled(phrase, words[i % 3 :], sort)
        if text is None:
            continue
        if rng.random() < manner.chatty:
            rest = [word for word in words if roots_of(word).isdisjoint(roots_of(text))]
            tail = _filled(unused(phrases.CHATTY, earlier, rng)[0], rest, sort)
            yield text + (tail or "")
        yield text
    yield from unused(phrases.EMPTY_HANDED, earlier, rng)


def _filled(phrase: str, words: Sequence[str], sort: Sort) -> str | None:
    """A phrase with words in its slots; None if there are too few."""
    slots = [slot for slot in "abcxy" if f"{{{slot}}}" in phrase or f"{{{slot.upper()}}}" in phrase]
    if len(words) < len(slots):
        return None
    values: dict[str, str] = {}
    for slot, word in zip(slots, words, strict=False):
        said = written(word) if slot in "xy" else in_sentence(word, sort)
        values |= {slot: said, slot.upper(): capital(said)}
    return phrase.format(**values)


def _padded(text: str, least: int) -> str:
    """A text with as many words as the rules want."""
    return text if len(words_of(text)) >= least else f"{text} {phrases.PADDING}"


def _own(text: str, prompt: str) -> bool:
    return not set(words_of(text)) <= set(words_of(prompt))
