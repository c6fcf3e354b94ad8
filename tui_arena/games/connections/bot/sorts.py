"""What sort of thing a clue says its word is: `oily striped fish that one smokes` says a fish.

Only the first phrase of a clue is read, and only if it has the form of a definition: a noun with what stands
before it, a verb with its object, or `who`. A clue that tells a story or quotes a line says no sort.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tui_arena.core.language.function_words import FUNCTION_WORDS
from tui_arena.core.language.stems import stem
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
"""The widest sorts, a row of those that one may say for each other; two sorts of no common row exclude each other."""
WIDEST: tuple[str, ...] = tuple(sorted({name for realm in REALMS for name in realm}))
"""The widest sorts. All others are nearer: a trout is a fish, and an animal."""
_BIT = {name: 1 << at for at, name in enumerate(WIDEST)}
_REALMS = [sum(_BIT[name] for name in realm) for realm in REALMS]

_PEOPLE = frozenset("man woman boy girl lady guy fellow people folk person somebody someone".split())
_OF = frozenset("kind type sort piece part form bit slice sheet pair bunch name end side front".split())
"""Behind these nouns `of` names the sort: `front part of the body`, `kind of fish`."""
_DETERMINERS = frozenset("a an the each every any some".split())
_OBJECTS = _DETERMINERS | frozenset("my your our his their it them him somebody someone something".split())
_JOINS = frozenset("and or".split())
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[,;:.!?()–—]")


class Said(NamedTuple):
    """What a clue says of its word's sort."""

    nouns: tuple[str, ...] = ()
    """Stems of the nouns of its first phrase; the last one that is a sort is what the clue says."""
    widest: int = 0
    """Widest sorts that its grammar says, as bits; 0 if it says none."""


def bits_of(sorts: Iterable[str]) -> int:
    """The widest sorts among some sorts, as bits; 0 if there is none."""
    return sum({_BIT[one] for one in sorts if one in _BIT})


def compatible(bits: int) -> int:
    """All widest sorts that may be said for those in `bits`.

    >>> bool(compatible(bits_of(["person"])) & bits_of(["group"])), compatible(bits_of(["food"])) & bits_of(["person"])
    (True, 0)
    """
    found = bits
    for realm in _REALMS:
        if realm & bits:
            found |= realm
    return found


_PERSON, _DOING = bits_of(["person"]), bits_of(["action"])


def said_sort(clue: str) -> Said:
    """The sort that a clue says.

    >>> said_sort("Oily striped fish that one smokes").nouns, said_sort("front part of the body").nouns
    (('oili', 'stripe', 'fish'), ('bodi',))
    >>> said_sort("we slept in one"), said_sort("ask somebody to come").widest == bits_of(["action"])
    (Said(nouns=(), widest=0), True)
    """
    words = _TOKEN.findall(fold(clue))
    while words and words[0] in _DETERMINERS:
        del words[0]
    if not words:
        return Said()
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first == "who" or (first in _PEOPLE and second in ("who", "that")):
        return Said(widest=_PERSON)
    if first == "to" or (first not in FUNCTION_WORDS and second in _OBJECTS):
        return Said(widest=_DOING)
    run: list[str] = []
    for at, word in enumerate(words):
        if word in _JOINS and run:
            continue
        if word in FUNCTION_WORDS or not word[0].isalnum():
            if not run:
                return Said()
            if word == "of" and run[-1] in _OF:
                return said_sort(" ".join(words[at + 1 :]))
            if word == "who" or run[-1] in _PEOPLE:
                return Said(tuple(map(stem, run)), _PERSON)
            break
        run.append(word)
    return Said(tuple(map(stem, run)), _PERSON * (run[-1] in _PEOPLE)) if run else Said()
