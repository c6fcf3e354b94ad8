"""The bot's replies as guesser: words that go with the prompt, in a sentence that fits its kind.

A phrase is used again in a session only when no other is left.

A reply holds no feared word and no question. It has at least as many words as the rules want.
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
"""The sort of word that a kind of prompt asks for; all other kinds ask for things."""
MANY = 12
"""The most words that come to mind for a prompt."""
FROM = 24
"""How many cards these words are taken from."""
TRIES = 24
"""How many phrases are tried before one without slots is used."""
OWN = 1.5
"""The weight of a card's own word; its near words have at most 1."""
FALLBACK: dict[Sort, tuple[str, ...]] = {
    "person": ("aunt", "grandfather", "mother", "father", "sister", "dad", "husband", "landlord", "judge", "professor"),
    "place": ("garden", "bathroom", "cellar", "cafe", "lake", "bedroom", "pool", "market", "hall", "gym"),
    "quality": ("tired", "happy", "nervous", "hungry", "curious", "cheeky", "dizzy", "brave", "lazy", "awkward"),
    "doing": ("laugh", "run", "sing", "dance", "wait", "jump", "shout", "wink", "pretend", "clap", "nod"),
    "time": ("morning", "evening", "weekend", "autumn", "midnight", "breakfast", "monday", "winter", "lunch"),
}  # fmt: skip
"""Words for when too few of the wanted sort come to mind."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a guesser talks at one level."""

    fears: int
    """How many of the likeliest words it avoids."""
    picks: int
    """How many of the nearest words it chooses from."""
    chatty: float
    """The chance, 0 to 1, that it adds more words to a complete answer."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits that a reply must respect."""

    feared: Sequence[AssociatedCard]
    """The cards whose words it must not say."""
    least: int
    """The fewest words it may have."""
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
    """Words of the wanted sort that go with a prompt and were not said before, nearest first."""
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
    """Sentences of a kind, filled with the words, then sentences that need no words."""
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
    """The text, made longer if it has fewer than `least` words."""
    return text if len(words_of(text)) >= least else f"{text} {phrases.PADDING}"


def _own(text: str, prompt: str) -> bool:
    return not set(words_of(text)) <= set(words_of(prompt))
