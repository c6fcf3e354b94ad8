"""The bot's replies as guesser: words that go with the prompt, in a sentence that fits its kind.

A phrase is used again in a session only when no other is left.

A reply holds no feared word and no question. It has at least as many words as the rules want.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tui_arena.core.language.families import heads
from tui_arena.core.language.sentences import capital
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import AssociatedCard, Association, content_of, roots_of, words_of
from tui_arena.games.taboo.bot.grammar import TIMES, Sort, in_sentence, sort_of, unused, written
from tui_arena.games.taboo.bot.prompt_kinds import Kind, kind_of

# Slots: `{a}`, `{b}` and `{c}` are words as they stand in a sentence, `{x}` and `{y}` bare words. A capital
# letter in a slot means that it begins a sentence. A phrase asks nothing back and says no word of the shipped
# deck, so only its slots can say the word.

REPLIES: Mapping[str, tuple[str, ...]] = {
    "what": (
        "{A}, I suppose, or else {b}.",
        "For me that would have to be {a}.",
        "{A}, without a doubt, and after that {b}.",
        "Oh, easily {a}. {B} would come second.",
        "I would go for {a} every time.",
        "If I am honest, mostly {a}.",
        "Well, {a} for a start.",
        "Most of all {a}, and I am not ashamed of it.",
        "{A}. I could not do without that.",
        "There is only one thing to say here: {a}.",
        "It used to be {a}; these days it is rather {b}.",
        "My first thought was {a}, my second {b}.",
        "Ask anybody who knows me and they will tell you: {a}.",
        "Usually {a}, as dull as that may sound.",
        "I am torn: {a} on the one side, {b} on the other.",
        "Between {a} and {b} I would take the first.",
        "{A}, and nobody has complained so far.",
        "That must be {a}, I have thought about it for ages.",
    ),
    "which": (
        "Out of all of them, {a}.",
        "I would pick {a}, with {b} as a close second.",
        "I would take {a} over all the others.",
        "Always {a}, never {b}.",
        "Definitely {a}, whatever anybody says.",
        "Probably {a}, though {b} has something too.",
    ),
    "who": (
        "{A}, nine times out of ten.",
        "That would be {a}.",
        "{A}, and I mean that as praise.",
        "Not me, I can tell you. Rather {a}.",
        "If anybody, then {a}.",
        "I think of {a}, and perhaps {b}.",
        "It was {a}, as far as I remember.",
        "Usually {a}, who never says no.",
    ),
    "where": (
        "Mostly {a}.",
        "{A}, where else.",
        "That was {a}, as far as I remember.",
        "Somewhere quiet, maybe {a}.",
        "{A}, if I had the choice.",
        "I would say {a}, or perhaps {b}.",
        "You would most likely find me {a}.",
        "{A}, and the view was terrible.",
    ),
    "when": (
        "Usually {a}.",
        "{A}, if I have to name one moment.",
        "Not very often; {a}, as a rule.",
        "Mostly {a}, and then never again for ages.",
        "I would say {a}, give or take a bit.",
        "{A}, like everybody else I know.",
    ),
    "why": (
        "Because of {a}, what else.",
        "I blame {a}, as always.",
        "It all began with {a}, and then it got out of hand.",
        "Mainly because {a} had something to do with it.",
        "For the same reason that there is {a}: nobody thought about it.",
        "Only because somebody had mentioned {a}.",
    ),
    "how": (
        "With {a} and a lot of goodwill.",
        "The way my family does it: with {a}.",
        "Slowly, and never without {a}.",
        "Better than expected, thanks to {a}.",
        "As well as I can, and {a} does the rest.",
        "Badly at first, but then {a} helped.",
        "Think of {a} and you have it, more or less.",
    ),
    "feel": (
        "Rather {x}, and a little {y}.",
        "{X}, to put it mildly.",
        "I would call it {x}. Others may say {y}.",
        "First {x}, later on just {y}.",
        "More {x} than {y}, if you really want to know.",
        "A bit {x}, as anybody would.",
    ),
    "act": (
        "If in doubt: {x}. It has always worked.",
        "First {x}, then {y}, and then start all over.",
        "Just {x} and hope for the best.",
        "{X}, as one does.",
        "Anything but {x}. All right, {x} after all.",
        "{X} until somebody stops it, then {y}.",
        "Sit down for a bit, then {x}.",
        "Some {x}, others {y}; it takes all kinds.",
    ),
    "many": (
        "More than I would admit, if you count {a}.",
        "Three or four, not counting {a}.",
        "Not many at all; {a} makes it seem more.",
        "About twelve too many, thanks to {a}.",
        "Too much, and {a} is to blame.",
        "Longer than you would believe, mainly because of {a}.",
    ),
    "do": (
        "Yes, now and then, and usually with {a}.",
        "Not really, I am more the type for {a}.",
        "Yes, ever since that business with {a}.",
        "Hardly ever, unless it has to do with {a}.",
        "Sometimes, though I like {a} better.",
        "No, but I know somebody with {a} who does.",
        "I have to admit it, yes, and {a} too.",
    ),
    "would": (
        "Only if it comes with {a}.",
        "Gladly, as long as I get {a}.",
        "Rather not, I would miss {a}.",
        "Yes, at once, with {a} under my arm.",
        "Perhaps, if there were {a} as well.",
        "Not for anything in the world, not even for {a}.",
    ),
    "finish": (
        "... {x}! That is how it goes, or not far off.",
        'I would end it with "{x}", I think.',
        "... {x}, or so I have always believed.",
        "Let me see: ... {x}. That sounds right to me.",
        "... {x}, to round it off nicely.",
        'It can only be "{x}", surely.',
        'At our place it always ended with "{x}".',
    ),
    "tell": (
        "Gladly. First {a}, then {b}, and last of all {c}.",
        "Let me think: {a}, {b}, {c}.",
        "There was {a} once, and the rest is history.",
        "All right: {a}, and right after it {b}.",
        "I could go on for hours about {a}.",
        "{A} and {b}, to begin with.",
        "Off the top of my mind: {a}, and maybe {b}.",
    ),
    "say": (
        "That reminds me of {a}.",
        "True, and then there is always {a}.",
        "You are right about that, and {a} proves it.",
        "I have nothing to add but {a}.",
        "Quite so. {A} and {b} are much the same.",
        "Now I cannot help thinking of {a}.",
    ),
}
CHATTY = (
    " And {a}, {b} or {c}, of course.",
    " Or {a}, now that I think of it. Or {b}.",
    " Not to mention {a}, {b} and {c}!",
    " Come to think of it, {a} and {b} too.",
    " {A} as well, by the way, and {b}.",
    " Well, that or {a}. Maybe {b}. Or {c}.",
)
"""What a chatty guesser adds."""
EMPTY_HANDED = (
    "I really could not say; it changes all the while.",
    "Nothing special, I am afraid, just whatever is there.",
    "That depends on how I feel about it.",
    "Something simple, nothing that anybody would remember.",
    "I have never given that any thought, to be honest.",
    "A bit of everything, as it comes.",
    "Whatever costs nothing and does no harm.",
    "I would have to think about that for a while.",
    "Hard to tell; the usual, I suppose.",
    "Nothing that is worth mentioning here.",
    "It varies more than you would imagine.",
    "Only what everybody does, more or less.",
)
"""Replies for when no word comes to mind, or only feared words do."""
PADDING = (
    "I could say more about it, but it would only be more of the same, and that helps nobody at all, I fear."
)

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
    return _padded(EMPTY_HANDED[0], least)


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
    fresh = unused(REPLIES[kind], earlier, rng)
    for i, phrase in enumerate(fresh[:TRIES]):
        text = _filled(phrase, words[i % 3 :], sort)
        if text is None:
            continue
        if rng.random() < manner.chatty:
            rest = [word for word in words if roots_of(word).isdisjoint(roots_of(text))]
            tail = _filled(unused(CHATTY, earlier, rng)[0], rest, sort)
            yield text + (tail or "")
        yield text
    yield from unused(EMPTY_HANDED, earlier, rng)


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
    return text if len(words_of(text)) >= least else f"{text} {PADDING}"


def _own(text: str, prompt: str) -> bool:
    return not set(words_of(text)) <= set(words_of(prompt))
