"""Questions about the spelling of a name: its letters and its words.

The name counts as the deck writes it, ignoring case and accents. Digits count as letters.
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
    """Whether a name has this spelling."""
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
