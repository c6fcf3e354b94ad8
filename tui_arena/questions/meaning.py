"""Meanings of questions: expressions that are true, false or sometimes true of an entity.

Truth has four values: yes, no, sometimes and unknown. A yes decides `AnyOf` and a no decides `AllOf`; next
come unknown, then sometimes. `Not` swaps yes and no. `Begging` is always answered no.

A question may also be about the spelling of a name: its letters and its words. The name counts as the deck writes
it, ignoring case and accents. Digits count as letters.

Meanings never change once they are made.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.words import tokens
from tui_arena.questions.associated_words import words_of
from tui_arena.questions.table import ANSWERS, Answer, Knowledge, Masks, above
from tui_arena.questions.wordings import THIS_YEAR

# spelling

Kind = Literal[
    "starts", "ends", "holds", "letters", "words", "early", "double", "last starts", "last letters"
]

_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "": operator.eq,
    "more": operator.gt,
    "less": operator.lt,
    "least": operator.ge,
    "most": operator.le,
}
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_VOWELS = "aeiou"
_WORDS_TOO = ("a", "s", "i")
"""Letters that may also be words."""
_STARTS = frozenset("start starts begin begins starting beginning started first".split())
_ENDS = frozenset("end ends ending finish finishes last".split())
_HOLDS = frozenset("contain contains have has include includes containing letter there with".split())
_MORE = frozenset("more longer over above".split())
_LESS = frozenset("less fewer shorter under below".split())
_KNOWN = frozenset(
    "is does do it its the a an with by in of word words name letter letters vowel vowels consonant "
    "consonants spell spelled spelt that than at or only have has long written as to made up and any "
    "this their his her your thing item just single there got s uses use using which one "
    "between through alphabet half multiple several double contain contains include includes "
    "compound person first last surname family least most exactly two part".split()
) | (_STARTS | _ENDS | _HOLDS | _MORE | _LESS)


@dataclass(frozen=True, slots=True)
class Spelling:
    """A property of a name."""

    kind: Kind
    value: str
    """Letters, one of which must be there; or a number, possibly after `more`, `less`, `least` or `most`."""

    @property
    def said(self) -> str:
        return f"its name {self.kind} {self.value}"


@lru_cache(maxsize=65536)
def _parts(name: str) -> tuple[str, ...]:
    return tuple(tokens(name))


def spelled(spelling: Spelling, name: str) -> bool:
    """True if a name has this spelling."""
    parts = _parts(name)
    flat, value = "".join(parts), spelling.value
    if spelling.kind in ("letters", "words", "last letters"):
        how, _, number = value.rpartition(" ")
        counted = {"letters": flat, "words": parts}.get(spelling.kind, parts[-1] if parts else "")
        return _COMPARED[how](len(counted), int(number))
    found = {
        "starts": flat[:1],
        "early": flat[:1],
        "ends": flat[-1:],
        "last starts": parts[-1][:1] if parts else "",
    }.get(spelling.kind)
    if spelling.kind == "double":
        return any(a == b for a, b in pairwise(flat))
    return bool(found) and found in value if found is not None else any(c in flat for c in value)


def spelling_of(words: Sequence[str]) -> Spelling | None:
    """The question about spelling in folded words; None if the words also ask about something else."""
    said = set(words)
    about = said & {"letter", "letters", "vowel", "consonant", "spelled", "spelt", "alphabet", "vowels"}
    counts = _number(words)
    if said & (_STARTS | _ENDS):
        about |= said & {"with", "in", "name", "word", "by"}
    if counts is not None:
        about |= said & {"word", "words"}
    if not about or len(words) > 24:
        return None
    single = [w for w in words if len(w) == 1 and w in _LETTERS]
    others = [w for w in words if w not in _KNOWN and w not in NUMBERS and not w.isdigit() and len(w) > 1]
    if others:
        return None
    if counts is not None and said & {"letters", "words", "word", "letter"} and not _letters(single, words):
        kind: Kind = "letters" if said & {"letters", "letter"} else "words"
        if kind == "letters" and said & {"surname", "family", "last"} and said & {"name", "surname"}:
            kind = "last letters"
        return Spelling(kind, f"{_how(said)}{counts}")
    if "double" in said:
        return Spelling("double", "letter")
    return _by_letter(words, said, single)


def _by_letter(words: Sequence[str], said: set[str], single: list[str]) -> Spelling | None:
    if ("first", "name") in pairwise(words):  # the question is about the first name, not the first letter
        said = said - {"first"}
    letters = _letters(single, words)
    if said & {"vowel", "vowels"}:
        letters = _VOWELS
    elif said & {"consonant", "consonants"}:
        letters = "".join(sorted(_LETTERS - set(_VOWELS)))
    elif "half" in said and "alphabet" in said:
        letters = "abcdefghijklm" if "first" in said else "nopqrstuvwxyz"
        return Spelling("starts", letters)
    if not letters:
        return None
    if len(letters) == 2 and said & {"between", "through"} and letters[0] < letters[1]:
        letters = "".join(c for c in sorted(_LETTERS) if letters[0] <= c <= letters[1])
    name = said & {"name", "surname"}
    if name and (said & {"surname", "family"} or ("last" in said and said & (_STARTS - {"first"}))):
        return Spelling("last starts", letters)
    if said & _STARTS:
        return Spelling("starts", letters)
    if said & _ENDS:
        return Spelling("ends", letters)
    return Spelling("holds", letters) if said & _HOLDS else None


def _letters(single: list[str], words: Sequence[str]) -> str:
    """The letters asked for. `a`, `s` and `i` count only at the end or after a word such as `letter`."""
    out = {c for c in single if c not in _WORDS_TOO}
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        last = after in ("", "or") if before in ("with", "or", "by") else not after
        if word in _WORDS_TOO and (last or before in ("letter", "between", "letters")):
            out.add(word)
    return "".join(sorted(out))


def _number(words: Sequence[str]) -> int | None:
    for i, word in enumerate(words):
        if word.isdigit() and len(word) < 4:
            return int(word)
        if word in NUMBERS and (word != "one" or words[i + 1 : i + 2] in (["word"], ["letter"])):
            return NUMBERS[word]
    one_word = "single" in words and "word" in words
    return 1 if one_word or ("words" in words and {"multiple", "several"} & set(words)) else None


def _how(said: set[str]) -> str:
    if said & (_MORE | {"multiple", "several"}):
        return "more "
    return "less " if said & _LESS else next((f"{word} " for word in ("least", "most") if word in said), "")


# meanings


@dataclass(frozen=True, slots=True)
class Is:
    """A question of the table, by its id."""

    question: str


@dataclass(frozen=True, slots=True)
class Named:
    """The thing is one of these entities."""

    numbers: tuple[int, ...]
    """The entities; empty for a name that isn't in the deck."""
    text: str = ""
    """The name as it was read."""
    kind: Meaning | None = None
    """If the name may also be a kind: a question for everything of that kind. `a dog` includes Snoopy."""


@dataclass(frozen=True, slots=True)
class Above:
    """The thing is above an amount of a scale."""

    scale: str
    amount: float
    text: str = ""
    """The question in short: `bigger than a car`; if empty, a text is made from scale and amount."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """The thing's name has this spelling."""

    spelling: Spelling


@dataclass(frozen=True, slots=True)
class About:
    """The thing has to do with all of these words, which are words of entities (see `associated_words`)."""

    words: tuple[str, ...]
    partly: bool = False
    """True if the question asks for more than these words; then entities without the words are unknown."""
    narrower: bool = False
    """True if the question asks how the thing has to do with them, which no table knows: slow growth, not
    growth."""
    relations: tuple[str, ...] = ()
    """The relations in which the thing must have to do with the words, as in clauses; empty: any relation."""
    said: tuple[str, ...] = ()
    """All words of the question, by which phrases with a relation are found."""


@dataclass(frozen=True, slots=True)
class Aged:
    """The person lived, or has lived so far, for more than some years, by the scales `born` and `died`.

    People with the property `alive` still live; if `alive` is unknown, they count as living.
    """

    years: float


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    of: Meaning


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these."""

    of: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of these."""

    of: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True)
class Begging:
    """The question asks for the answer, for a hint, or for more than yes or no."""


Meaning = Is | Named | Above | Spelled | About | Aged | Not | AnyOf | AllOf | Begging

_NAMES_SAID = 3


def is_loose(meaning: Meaning | None) -> bool:
    """True if a part of the question is answered by associated words alone."""
    match meaning:
        case About():
            return True
        case AllOf(parts) | AnyOf(parts):
            return any(map(is_loose, parts))
        case Not(of):
            return is_loose(of)
    return False


def truth(meaning: Meaning, knowledge: Knowledge, number: int) -> Answer:
    """The answer of entity `number`."""
    if isinstance(meaning, Is):
        return knowledge.answer(number, meaning.question)
    return masks(meaning, knowledge).answer(number)


@lru_cache(maxsize=4096)
def masks(meaning: Meaning, knowledge: Knowledge) -> Masks:  # noqa: PLR0911  # one for each kind
    """The entities that answer in each way."""
    match meaning:
        case Is(question):
            return knowledge.masks[question]
        case Named(numbers, _, kind):
            itself = _two(sum(1 << n for n in set(numbers)), knowledge)
            return itself if kind is None else _joined([itself, masks(kind, knowledge)], knowledge)
        case Above(scale, amount):
            return knowledge.above(scale, amount)
        case Spelled(spelling):
            names = enumerate(knowledge.entities)
            return _two(sum(1 << i for i, entity in names if spelled(spelling, entity.name)), knowledge)
        case About():
            return _by_words(meaning, knowledge)
        case Aged():
            return _by_age(meaning, knowledge)
        case Not(of):
            return masks(of, knowledge).turned
        case AnyOf(parts):
            return _joined([masks(part, knowledge) for part in parts], knowledge)
        case AllOf(parts):
            return _joined([masks(part, knowledge).turned for part in parts], knowledge).turned
        case _:
            return _two(0, knowledge)


def _by_words(asked: About, knowledge: Knowledge) -> Masks:
    found = words_of(knowledge).having(asked.words)
    if asked.narrower:
        found = Masks(0, 0, 0, knowledge.everything)
    elif asked.partly:
        found = Masks(found.yes, 0, 0, found.no | found.sometimes)
    return found.instead(words_of(knowledge).phrase_answers(asked.said, asked.relations))


def _by_age(asked: Aged, knowledge: Knowledge) -> Masks:
    sets: dict[Answer, int] = dict.fromkeys(ANSWERS, 0)
    for i in range(len(knowledge)):
        sets[_aged(asked, knowledge, i)] |= 1 << i
    return Masks(**sets)


def _aged(asked: Aged, knowledge: Knowledge, number: int) -> Answer:
    amounts = knowledge.entities[number].amounts
    born, died = amounts.get("born"), amounts.get("died")
    name = alive_of(knowledge)
    alive = knowledge.answer(number, name) if name else "no"
    lives = alive in ("yes", "unknown")
    if born is None or (died is None and not lives):
        return "unknown"
    low, high = died or (THIS_YEAR, THIS_YEAR)
    return above((low - born[1], high - born[0]), asked.years)


def alive_of(knowledge: Knowledge) -> str:
    """The property of a person who is still alive; a table of things and people has another for living things."""
    return next((name for name in ("still-alive", "alive") if name in knowledge.properties), "")


def _two(yes: int, knowledge: Knowledge) -> Masks:
    return Masks(yes, knowledge.everything & ~yes, 0, 0)


def _joined(parts: list[Masks], knowledge: Knowledge) -> Masks:
    yes = unknown = sometimes = 0
    for part in parts:
        yes |= part.yes
        unknown |= part.unknown
        sometimes |= part.sometimes
    unknown &= ~yes
    sometimes &= ~(yes | unknown)
    return Masks(yes, knowledge.everything & ~(yes | unknown | sometimes), sometimes, unknown)


def said(meaning: Meaning, knowledge: Knowledge) -> str:  # noqa: PLR0911  # one for each kind
    """A meaning in a few plain words, for logs."""
    match meaning:
        case Is(question):
            scale, _, threshold = question.partition(">")
            return _asked(scale, float(threshold), knowledge) if threshold else question
        case Named(numbers, text):
            names = [knowledge.entities[n].name for n in numbers[:_NAMES_SAID]]
            more = [f"{len(numbers) - _NAMES_SAID} more"] if len(numbers) > _NAMES_SAID else []
            return " or ".join(names + more) if names else f"{text} (not in the deck)"
        case Above(scale, amount, text):
            return text or _asked(scale, amount, knowledge)
        case Spelled(spelling):
            return spelling.said
        case About(words):
            return f"to do with {' and '.join(words)}"
        case Aged(years):
            return f"more than {years:g} years of life"
        case Not(of):
            inner = said(of, knowledge)
            return f"not ({inner})" if isinstance(of, AnyOf | AllOf) else f"not {inner}"
        case AnyOf(parts):
            return " or ".join(_bracketed(part, knowledge) for part in parts)
        case AllOf(parts):
            return " and ".join(_bracketed(part, knowledge) for part in parts)
        case _:
            return "asks for the answer"


def _bracketed(part: Meaning, knowledge: Knowledge) -> str:
    text = said(part, knowledge)
    return f"({text})" if isinstance(part, AnyOf | AllOf) else text


def _asked(scale: str, amount: float, knowledge: Knowledge) -> str:
    known = knowledge.scales.get(scale)
    if known is None:
        return f"{scale} above {amount:g}"
    more = known.more[0] if known.more else "more"
    if known.steps and 1 <= amount <= len(known.steps) and amount == int(amount):
        return f"{more} than {known.steps[int(amount) - 1]}"
    return f"{scale} above {amount:g}"
