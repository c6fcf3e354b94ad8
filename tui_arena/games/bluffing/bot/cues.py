"""Words by which people speak: phrases of a vocabulary that is data, and names of people and places.

The phrases are spoken English in general. Which of them are signs of unsure ground was tried on the stories of the deck,
so figures on the deck are not figures on people; for those, see `tests/benchmarks/panel/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import folded
from tui_arena.games.bluffing.bot.quoting import without_speech

KIN = tuple(
    """mother father mum mom dad brother sister uncle aunt cousin wife husband son daughter grandmother grandfather
    grandma grandpa gran nan granddad niece nephew boss neighbour neighbor teacher friend mate colleague flatmate
    landlady landlord dog cat doctor coach partner girlfriend boyfriend""".split()
)
_DATE = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun|birth)day|january|february|april|june|july|august"
    r"|(?:sept|nov|dec)ember|october|christmas|easter|whitsun|new year|(?:19|20)\d\d)s?"
)
_TAG = re.compile(r"\b(?:\w{1,30}[ ,]+){2}\w{1,30}\?")
_EITHER = re.compile(
    r"\b\w{1,30},? or (?:a|an|the|it|he|she|in|at|on|perhaps|maybe|was|rather|next|overnight)\b"
)
_TAKEN_BACK = re.compile(r"[.;] (?:or (?!else)|well, |that is, |at least)|, (?:well|no), (?!i'm|not)")
"""A speaker who corrects or takes back what was just said."""
_PERSON = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:[a-z]+ )?(?:{'|'.join(KIN)}) ([A-Z][a-zà-öø-ÿ]+)"
    r"|\b((?:Mr|Mrs|Ms|Dr|Miss|Aunt|Uncle) [A-Z][a-zà-öø-ÿ]+)"
    r"|\b([A-Z][a-zà-öø-ÿ]+), (?:my|our|his|her|who) "
)
_NAME = re.compile(
    r"(?<!said, )(?<!say, )(?<!says, )(?<![.!?\"“:] )(?<!^)(?<![\"“])\b([A-Z][a-zà-öø-ÿ]+(?:[ -][A-Z][a-zà-öø-ÿ]+)*)"
)
_NO_NAMES = frozenset(
    "I Mr Mrs Ms Miss OK TV Oh Well Yes No May March Go English French German Dutch Danish Italian Spanish "
    "Swedish Norwegian Finnish Polish Greek Turkish Irish Scottish Welsh British American Swiss Austrian Belgian".split()
)


class StoryVocabulary:
    """The words by which slots of a story are filled, and the signs of what a text speaks of or asks for."""

    def __init__(self, speech: Mapping[str, Any]) -> None:
        """`speech`: what the bots say, with the tables `slots` and `signs`: words with ` / ` between them."""
        self.of = {
            slot: {key: tuple(row.split(" / ")) for key, row in rows.items()}
            for slot, rows in speech["slots"].items()
        }
        """The words, by slot and by what they stand for."""
        self._kinds = {key: frozenset(words) for key, words in self.of["kinds"].items()}
        self._signs: Mapping[str, Mapping[str, str]] = speech["signs"]

    def any(self, key: str, words: Iterable[str]) -> bool:
        """Whether one of some words is of a kind."""
        return not self._kinds[key].isdisjoint(words)

    def asks(self, table: str, words: str) -> tuple[str, ...]:
        """The rows of a table of signs that have a phrase in some folded words, in order."""
        return tuple(key for key, row in self._signs[table].items() if _phrases(row).search(f"^ {words} $ "))

    def says(self, key: str, said: str) -> bool:
        """Whether a folded answer has a phrase of a kind; `it's` is read as `its` and as `it`."""
        return _phrases(self._signs["answers"][key]).search(_both(said)) is not None

    def without(self, key: str, said: str) -> str:
        """A folded answer without its phrases of a kind."""
        return _phrases(self._signs["answers"][key]).sub("", _both(said))

    def unsure(self, answer: str) -> int:
        """How many signs of unsure ground an answer holds: generalities, suppositions, alternatives, questions."""
        text = folded(without_speech(answer))
        phrases = _phrases(self._signs["answers"]["unsure"]).findall(f"^ {' '.join(tokens(text))} $ ")
        return len(phrases) + sum(len(sign.findall(text)) for sign in (_TAG, _EITHER, _TAKEN_BACK))

    def unsure_part(self, answer: str) -> str:
        """The sentence of an answer in which the first sign of unsure ground stands; all of it if there is none."""
        parts = re.split(r"(?<=[.!?])\s+", answer[:2000])
        return next((part for part in parts if self.unsure(part)), answer)


@lru_cache(maxsize=4096)
def _both(said: str) -> str:
    """The words of a folded text with its apostrophes left out, and again with a blank for each."""
    flat, cut = (" ".join(tokens(text)) for text in (said, said.replace("'", " ")))
    return f"^ {flat} $ " if flat == cut else f"^ {flat} $ ^ {cut} $ "


_MARKS = str.maketrans({"_": r"\w+", "*": r"\w*", "#": r"\d", ".": r"\w", "^": r"\^", "$": r"\$"})


@cache
def _phrases(row: str) -> re.Pattern[str]:
    """A pattern for any of some phrases in folded words with blanks around them; `host.toml` tells the notation."""
    return re.compile(
        rf"(?<!\S)(?:{'|'.join(''.join(map(_piece, text.split())) for text in row.split(' / '))})"
    )


def _piece(part: str) -> str:
    """A pattern for one part of a phrase."""
    one = f"(?:{part.strip('!?').translate(_MARKS)}) "
    return f"(?!{one})" if part[0] == "!" else f"(?:{one})?" if part[-1] == "?" else one


@lru_cache(maxsize=8192)
def names_in(text: str) -> tuple[str, ...]:
    """Names of people and places in a text, found by their capitals; days, months and feasts are left out."""
    found = (m[1] for m in _NAME.finditer(text[:2000]))
    return tuple(dict.fromkeys(n for n in found if n not in _NO_NAMES and not _DATE.fullmatch(folded(n))))


def people_in(text: str) -> frozenset[str]:
    """The names in a text that are said to be people."""
    return frozenset(name for found in _PERSON.findall(text[:2000]) for name in found if name)
