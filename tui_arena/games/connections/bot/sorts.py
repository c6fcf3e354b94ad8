"""Finds out what sort of thing a clue says its word is, and which words of the clue say most.

`Oily striped fish that one smokes` says a fish. Only the first phrase of a clue is read, and only if it has
the form of a definition: a noun with the words before it, a verb with its object, or `who`. A clue that tells
a story, quotes a line or points at something (`the duck in the opera`) says no sort.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from tui_arena.core.language.families import stem
from tui_arena.core.language.function_words import FUNCTION_WORDS
from tui_arena.core.text import fold

REALMS: tuple[frozenset[str], ...] = tuple(
    frozenset(row.split())
    for row in (
        "person character group",
        "animal character",
        "plant food drink substance",
        "place building",
        "thing tool clothing vehicle furniture substance material body shape building work sound",
        "action activity event feeling",
        "event time weather",
        "idea quality feeling word number colour shape time activity work",
        "work event sound word",
    )
)
"""The widest sorts, in rows of sorts that may be said for each other. Two sorts without a common row exclude
each other."""
WIDEST: tuple[str, ...] = tuple(sorted({name for realm in REALMS for name in realm}))
"""The widest sorts. All others are nearer: a trout is a fish, and an animal."""
_BIT = {name: 1 << at for at, name in enumerate(WIDEST)}
_REALMS = [sum(_BIT[name] for name in realm) for realm in REALMS]

_PEOPLE = frozenset("man woman boy girl lady guy fellow person somebody someone".split())
_OF = frozenset("kind type sort piece part form bit slice sheet pair bunch end side front".split())
"""After these nouns, `of` introduces the sort: `front part of the body`, `kind of fish`."""
_VAGUE = frozenset("place spot thing stuff way name kind word time".split())
"""Nouns for sorts to which nearly everything belongs."""
_DETERMINERS = frozenset("a an each every any some".split())
"""Articles with which a definition may begin. `the` is left out, because it points at something."""
_OBJECTS = _DETERMINERS | frozenset("the my your our his their somebody someone something".split())
_LINKS = frozenset(
    "of that who which with for in on at from where when by under between without like above you to".split()
)
"""Words that may follow the noun of a definition."""
_POINTERS = frozenset("it this one him her these those them his hers mine there".split())
"""Words that stand for the word itself: `scrub the dishes with it` isn't a definition."""
_RELATIONS = frozenset("of from for in on with at to who".split())
"""After these words a clue says what a thing is made of or used for, where it is found, or who has it."""
_JOINS = frozenset("and or".split())
_ARTICLES = frozenset("a an the".split())
_OWNER = re.compile("['’]")
_PHRASE = 5
"""The most words of a noun together with the words before it."""
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[,;:.!?()–—]")


class Said(NamedTuple):
    """What a clue says of its word's sort."""

    noun: str = ""
    """The stem of the noun that names the sort; empty if there is none."""
    is_person: bool = False
    """True if it says that its word is a person."""
    verb: str = ""
    """The first word, if it may be a verb with its object, so that the clue's word is an action; else empty."""


def bits_of(sorts: Iterable[str]) -> int:
    """The widest sorts among some sorts, as bits; 0 if there is none."""
    return sum({_BIT[one] for one in sorts if one in _BIT})


def compatible(bits: int) -> int:
    """All widest sorts that share a row with a sort in `bits`.

    >>> bool(compatible(bits_of(["person"])) & bits_of(["group"])), compatible(bits_of(["food"])) & bits_of(["person"])
    (True, 0)
    """
    found = bits
    for realm in _REALMS:
        if realm & bits:
            found |= realm
    return found


PERSON, DOING, QUALITY = (bits_of([name]) for name in ("person", "action", "quality"))


def said_sort(clue: str) -> Said:
    """The sort that a clue says.

    >>> said_sort("Oily striped fish that one smokes").noun, said_sort("front part of the body").noun
    ('fish', 'bodi')
    >>> said_sort("Elbow pasta baked under cheese").noun, said_sort("Vermeer's girl wore one").noun
    ('pasta', '')
    >>> said_sort("ask somebody to come").verb, said_sort("scrub the dishes with it").verb
    ('ask', '')
    >>> said_sort("Roman who stabbed Caesar")
    Said(noun='roman', is_person=True, verb='')
    """
    words = _TOKEN.findall(fold(clue))
    if not words or words[-1] in _POINTERS:
        return Said()
    words = words[words[0] in _DETERMINERS :]
    first, second = (*words, "", "")[:2]
    if first == "who" or (first in _PEOPLE and second in ("who", "that")):
        return Said(is_person=True)
    if first == "to":
        return Said(verb=second)
    if first not in FUNCTION_WORDS and second in _OBJECTS:
        return Said(verb="" if _POINTERS.intersection(words) else first)
    return _of_phrase(words)


def _of_phrase(words: list[str]) -> Said:
    """The sort that a clue says if it begins with a noun and the words before it."""
    end = next((at for at, word in enumerate(words) if not _is_content(word)), len(words))
    phrase, after = [word for word in words[:end] if word not in _JOINS], (*words, "")[end]
    if after == "of" and phrase and phrase[-1] in _OF:
        return said_sort(" ".join(words[end + 1 :]).removeprefix("the "))
    while len(phrase) > 1 and phrase[-1].endswith("ed"):
        del phrase[-1]
    is_end = not after or not (after == "?" or after[0].isalnum())
    is_noun = (
        0 < len(phrase) <= _PHRASE and not any(map(_OWNER.search, phrase)) and not _is_plural(phrase[-1])
    )
    if not is_noun or not (is_end or after in _LINKS):
        return Said()
    noun = phrase[-1]
    return Said("" if noun in _VAGUE else stem(noun), after == "who" or noun in _PEOPLE)


def _is_content(word: str) -> bool:
    return word in _JOINS or (word not in FUNCTION_WORDS and word[0].isalnum())


def _is_plural(word: str) -> bool:
    return word in ("women", "men", "people", "children") or (word.endswith("s") and not word.endswith("ss"))


def loud(clue: str) -> frozenset[str]:
    """The stems of the words of a clue that say most: the noun of its sort, and the words related to it.

    >>> sorted(loud("Tall wooden pole on a ship that holds the sails"))
    ['pole', 'ship']
    """
    words = [word for word in _TOKEN.findall(fold(clue)) if word not in _ARTICLES]
    related = {stem(word) for relation, word in pairwise(words) if relation in _RELATIONS}
    return frozenset({*related, said_sort(clue).noun})
