"""The cards of a deck as the bot knows them: whose word answers a question, and what is said of a thing.

A card's phrase is a kind and groups of words. It answers a question of that kind under these conditions:

- The sentence that asks has a word of each group, in any form.
- Hardly anything else in the sentence changes what is asked. It has no negation, and no other action than the
  phrase's. At least `COVERED` of its topic words belong to the phrase.

One word in common is never enough.

A card's slot answers what is asked of its thing, if the prompt names the thing and asks nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from re import compile as pattern

from tui_arena.core.caches import own_cache
from tui_arena.core.game import Data
from tui_arena.core.grouping import packed
from tui_arena.core.language.families import stem
from tui_arena.core.language.function_words import AUXILIARIES, FUNCTION_WORDS, WH_WORDS, tells_nothing
from tui_arena.games.taboo.bot.prompt_kinds import Kind, asking, kind_of
from tui_arena.games.taboo.content import MOST_KEPT, stems_of, words_of

Lines = Mapping[str, tuple[str, ...]]
"""Maps a kind of question to texts."""


@dataclass(frozen=True, slots=True)
class AssociatedCard:
    """A word and its lists: one card of a deck."""

    word: str
    category: str = ""
    difficulty: str = ""
    forms: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    lures: tuple[str, ...] = ()
    asked: Lines = field(default_factory=dict)
    """Maps a kind of question to phrases: groups of words, such as `keep/put money/savings`."""
    says: Lines = field(default_factory=dict)
    """Answers to the questions of each kind that say the word."""
    instead: Lines = field(default_factory=dict)
    """Answers to the questions of each kind that don't say the word."""
    slots: Lines = field(default_factory=dict)
    """Maps what is asked of the thing, if it is named, to answers that don't name it."""


def card_of(item: Data) -> AssociatedCard:
    """The card for an entry of a deck; missing parts are empty."""
    category, difficulty = (str(item.get(name) or "") for name in ("category", "difficulty"))
    forms, forbidden, near, lures = (
        tuple(map(str, item.get(name) or ())) for name in ("forms", "forbidden", "near", "lures")
    )
    asked, says, instead, slots = (
        lines_of(item.get(name) or ()) for name in ("asked", "says", "instead", "slots")
    )
    word = str(item["word"])
    return AssociatedCard(
        word, category, difficulty, forms, forbidden, near, lures, asked, says, instead, slots
    )


def lines_of(entries: Iterable[object]) -> Lines:
    """Maps a kind to the texts of entries such as `where: In the bath.`; entries that ask are left out.

    >>> lines_of(["where: In the bath.", "In the bath.", "why: Why not?"])
    {'where': ('In the bath.',)}
    """
    found: dict[str, list[str]] = {}
    for entry in entries:
        kind, _, text = str(entry).partition(":")
        if (text := text.strip()) and "?" not in text:
            found.setdefault(kind.strip().lower(), []).append(text)
    return {kind: tuple(texts) for kind, texts in found.items()}


# which card answers

COVERED = 0.65
"""The least part of a question's topic that a phrase must have."""
NOUN = 4
"""The most words from `what` to the verb that may be its noun: `what kind of music do`."""
LIGHT = 0.5
"""The weight of a very common word as a part of the topic; other words have 1, function words none."""
GAP = 7
"""The most words before the gap of a sentence to be finished that say what it needs."""
_AGREEING: Mapping[Kind, tuple[str, ...]] = {
    "which": ("what",),
    "tell": ("what",),
    "feel": ("how",),
    "many": ("how",),
    "measure": ("how",),
    "often": ("how", "when"),
    "say": (),
}
"""Maps a kind of prompt to the kinds of phrases that agree with it; other kinds agree with themselves alone."""
_NAMED = frozenset("who where when why".split())
"""The kinds that `what` with a noun may ask for as well: `what place`, `which person`."""
_SAID_IN: Mapping[Kind, frozenset[str]] = {
    "feel": frozenset(map(stem, ("feel", "felt", "mood"))),
    **dict.fromkeys(
        ("many", "measure", "often"),
        frozenset(
            map(stem, "much many often long old far big tall fast deep soon high heavy cost weigh".split())
        ),
    ),
}
"""Maps a kind of prompt to words; a phrase needs one of them to agree with that kind."""
_NOT = frozenset(
    "not never no nobody nothing without except unless neither nor cannot rather instead besides apart other else".split()
)
_MAY_DENY = frozenset({"why", "yes", "finish", "tell"})
"""The kinds of phrases for which a question may have a negation."""
_TOLD = frozenset(
    map(
        stem,
        "finish complete continue end sentence phrase proverb saying title song line fill gap blank word name list favourite call thing kind sort usual".split(),
    )
)
"""Stems of words that say what is to be done with the prompt."""
_PLAIN = frozenset(
    map(
        stem,
        "use find have own need buy get see keep love like carry wear choose prefer show want help put take bring give make".split(),
    )
)
"""Stems of verbs that leave open what is asked for."""
_SPOILT = pattern(r"\b(?:what|which) colou?rs?\b|\b(?:and|or) (?:what|who|where|when|why|how|which)\b")
"""Questions that no card's word answers: questions for a colour, and two questions in one."""
_CLAUSES = pattern(r"[,:;.!]+ ")
"""Separates the clauses of a sentence to be finished; only the last clause says what the gap needs."""
_DOERS = frozenset("you i we they he she people".split())
_SUBJECTS = _DOERS | {"it", "one", "your", "my"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A card whose word answers a question."""

    card: int
    kind: str
    """The kind of the phrase; the card's lines of this kind answer the question."""
    share: float
    """The part of the question's topic that the phrase has."""


class Phrases:
    """The phrases and slots of a deck's cards."""

    def __init__(self, cards: Sequence[AssociatedCard]) -> None:
        self._cards = cards
        self.answers = own_cache(MOST_KEPT, self._answers)
        """The cards whose words answer a prompt, the best first."""

    @cached_property
    def _begun(self) -> Mapping[str, Sequence[tuple[int, str, str]]]:
        """Maps a stem to the phrases whose first group has a word of it: a card, a kind, all groups."""
        found = (
            (stem(word), (n, kind, phrase))
            for n, card in enumerate(self._cards)
            for kind, phrases in card.asked.items()
            for phrase in phrases
            for word in phrase.partition(" ")[0].split("/")
        )
        return packed(found)

    def _answers(self, prompt: str) -> tuple[Answer, ...]:
        kind, sentence = kind_of(prompt), asking(prompt)
        if _SPOILT.search(sentence):
            return ()
        said = words_of(sentence)
        about = words_of(_CLAUSES.split(sentence.rstrip(" .…_"))[-1])[-GAP:] if kind == "finish" else said
        stems = {stem(word): word for word in said if word in about or word not in FUNCTION_WORDS}
        agreeing = _AGREEING.get(kind, (kind,))
        if kind in _NAMED and said and said[0] in ("what", "which"):
            agreeing = (*agreeing, "what")
        weights = {
            stem(word): LIGHT if tells_nothing(word) else 1.0
            for word in about
            if word not in FUNCTION_WORDS and stem(word) not in _TOLD
        }
        whole = sum(weights.values())
        denied = denies(sentence)
        noun, verb = _doing(said)
        plain = [word for word in said if word not in _ADVERBS]
        done = frozenset(
            stem(word) for who, word in pairwise(plain) if who in _DOERS and not word.endswith("s")
        )
        best: dict[int, Answer] = {}
        for begun in stems:
            for n, of, phrase in self._begun.get(begun, ()):
                if of not in agreeing or (denied and of not in _MAY_DENY):
                    continue
                met = _met(phrase, stems, done)
                if met is None or (kind in _SAID_IN and met.isdisjoint(_SAID_IN[kind])):
                    continue
                if (noun and noun != begun) or (verb and verb not in met | _PLAIN):
                    continue
                share = sum(weights.get(one, 0.0) for one in met) / whole if whole else 1.0
                if share >= COVERED and (n not in best or share > best[n].share):
                    best[n] = Answer(n, of, share)
        return tuple(sorted(best.values(), key=lambda one: (-one.share, one.card)))


def denies(sentence: str) -> bool:
    """True if a sentence has a negation."""
    said = words_of(sentence)
    return not _NOT.isdisjoint(said) or any(word.endswith("nt") and word in AUXILIARIES for word in said)


def _met(groups: str, stems: Mapping[str, str], done: Collection[str]) -> set[str] | None:
    """The stems that meet some groups of words; None if a group isn't met, or one word would have to meet two.

    `done`: the stems of what a question says that somebody does. A phrase that has such a verb in the third person
    alone asks who or what does it: `fridge keeps` isn't met by `What do you keep in the fridge?`
    """
    met: set[str] = set()
    for group in groups.split():
        here = [one for one, does in _stems(group) if one in stems and not (does and one in done)]
        if not here:
            return None
        met.update(here)
    return met if len(met) >= len(groups.split()) else None


@lru_cache(maxsize=MOST_KEPT)
def _stems(group: str) -> tuple[tuple[str, bool], ...]:
    """The stems of a group's words, and whether each may be a verb in the third person."""
    return tuple((stem(word), word.endswith("s")) for word in group.split("/"))


def _doing(said: Sequence[str]) -> tuple[str, str]:
    """The stems of the noun of a question's `what` and of what it says is done; both must agree with an answer.

    A phrase that asks for a kind of thing begins with it: `animal/creature build dam`.

    >>> _doing(("which", "animal", "do", "you", "ride")), _doing(("what", "chases", "the", "sun"))
    (('anim', 'ride'), ('', 'chase'))
    >>> _doing(("what", "does", "your", "cat", "hate"))
    ('', 'hate')
    """
    wh = next((i for i, word in enumerate(said) if word in WH_WORDS), None)
    if wh is None:
        return "", ""
    aux = next((i for i in range(wh + 1, len(said)) if said[i] in AUXILIARIES), None)
    between = said[wh + 1 : aux] if aux is not None else ()
    if between and not (said[wh] in ("what", "which", "whose") and aux == wh + 1 + len(between) <= wh + NOUN):
        between = ()
    owner = aux is not None and said[aux + 1 : aux + 2] in (("your",), ("my",))
    verb: Sequence[str] = (
        tuple(word for word in said[aux + 2 + owner : aux + 4 + owner] if word not in _ADVERBS)[:1]
        if aux is not None and said[aux + 1 : aux + 2] and said[aux + 1] in _SUBJECTS
        else ()
    )
    if not between and (aux is None or aux > wh + 1):
        verb = said[wh + 1 : wh + 2]
    noun, done = ("".join(word for word in part[-1:] if not tells_nothing(word)) for part in (between, verb))
    return stem(noun) if noun else "", stem(done) if done else ""


_ADVERBS = frozenset("ever always never usually really often still just nearly sometimes".split())


_MAY: Mapping[str, str] = {
    "where": "keep put have find get buy leave lose see hide stand lie hang sit meet store",
    "who": "have own make give buy bring show use sell",
    "when": "use have see wear get buy come happen last begin need",
    "big": "big long heavy old large tall wide high small size",
    "for": "have own keep need buy use want get",
    "felt": "feel taste look smell sound like",
    "else": "go come see there",
    "cost": "cost pay much price",
    "next": "happen do next then end finally",
}
_OPEN: Sequence[tuple[str, str]] = (
    ("else", r"^(?:what|who) (?:else|or what|goes|comes|was with|is with)\b"),
    ("cost", r"^how much (?:is|was|are|were|did|does)\b|^what (?:does|did|do) .* cost\b|\bpay for\b"),
    (
        "next",
        r"^what happened\b|^what (?:do|did|will) you do with\b.*\b(?:next|then|afterwards)\b|^what (?:happened|did you do) (?:next|then)\b",
    ),
    (
        "for",
        r"^what .* for$|^why (?:do|did|have) you (?:have|own|keep|need|buy|use|want|got)\b|^what (?:do|did) you do with\b",
    ),
    (
        "felt",
        r"^how (?:does|do|did) .* (?:feel|taste|look|smell|sound)\b|^what (?:does|do|did|is|was|are) .* like$",
    ),
    ("big", r"^how (?:big|long|heavy|old|large|tall|wide|high|small) (?:is|are|was|were)\b"),
    ("where", r"^where\b"),
    ("when", r"^when\b"),
    ("who", r"^who(?:se)?\b"),
)
_SLOTS = tuple((name, pattern(begins), frozenset(map(stem, _MAY[name].split()))) for name, begins in _OPEN)


_POINTING = frozenset("it its they them that this those these one".split())
"""Words for a thing that was named in a sentence before the one that asks."""


def slot_of(prompt: str, word: str) -> str:
    """What a prompt asks of a thing that it names; empty if it asks anything else.

    >>> slot_of("So where do you keep your piano?", "piano"), slot_of("Where do you go with a piano?", "piano")
    ('where', '')
    """
    said = words_of(asking(prompt))
    while said and said[0] in ("so", "and", "but", "well", "ok", "okay"):
        said = said[1:]
    flat, thing = " ".join(said), stems_of(word)
    if thing.isdisjoint(map(stem, said)) and _POINTING.isdisjoint(said):
        return ""
    rest = {stem(one) for one in said if one not in FUNCTION_WORDS} - thing
    return next((name for name, begins, may in _SLOTS if begins.search(flat) and rest <= may), "")
