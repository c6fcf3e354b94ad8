"""What people type that can't be answered with yes or no: an open question, a plea, a remark, or no word at all."""

from __future__ import annotations

import re
from itertools import pairwise

from tui_arena.core.words import tokens

_OPEN = frozenset("what whats which who whos whose whom where wheres when whens why whys how hows".split())
_HELPING = frozenset(
    "is are was were am be do does did has have had can could will would should shall may might must "
    "isnt arent wasnt dont doesnt didnt".split()
)
_SUBJECTS = frozenset("it he she they you i we people this that there these those a an the".split())
_ALL_THE_SAME = frozenset("or if than about like".split())
"""Words after which an open question asks something: `what about a dog`, `how big is it, bigger than a car`."""
_FIRST = frozenset(
    "so ok okay and but well um uh er hmm hm wait no yes then now alright right hey oh please pls plz".split()
)
"""Words before a question."""
_PLEAS = frozenset("hint hints clue clues tip tips".split())
_PLEADING = _FIRST | frozenset(
    "a an another one some any more just little small tiny wee quick the me us my i we you u ya can could may "
    "will would do have get give gimme gib need want like pls plz please thanks for".split()
)
_REMARKS = _FIRST | frozenset(
    "you u ur are r sure certain really seriously lol haha hah wow damn dang ugh argh oof ooh oops sorry nope nah "
    "yeah yep huh thanks thank thx hi hello never mind nevermind omg wtf idk dunno "
    "hang on hold let me think".split()
)
_REMARK = re.compile(r"h+m+|u+h*m*|e+r+m*|a+h+|o+h+|a+r+g+h+|(?:ha)+h?|(?:he)+h?")
_KEYS = frozenset(
    run
    for row in ("asdfghjkl", "qwer", "zxcvbnm", "rtyuiop")
    for keys in (row, row[::-1])
    for run in map("".join, zip(*(keys[i:] for i in range(4)), strict=False))
)
"""Four neighbours on the keyboard that stand in no word."""
_ALONE = 4
"""Fewest letters of a word without a vowel that is no abbreviation."""


def is_no_question(text: str) -> bool:
    """Whether a text surely can't be answered with yes or no.

    >>> is_no_question("what colour is it"), is_no_question("what colour is it, is it red")
    (True, False)
    """
    words = tokens(text)
    return _is_open(text, words) or _pleads(words) or _remarks(words) or _is_mashed(words)


def _is_open(text: str, words: list[str]) -> bool:
    """Whether it begins with a question word and asks nothing else after it."""
    while len(words) > 1 and words[0] in _FIRST:
        words = words[1:]
    if not words or words[0] not in _OPEN or not _ALL_THE_SAME.isdisjoint(words):
        return False
    parts = [tokens(part) for part in re.split(r"[,;:.?!…]+|\s[-–—]+\s", text)]
    if any(words[0] not in part and not _FIRST.issuperset(part) for part in parts):
        return False
    if words[0] in ("when", "where") and len(words) > 1 and words[1] not in _HELPING:
        return False  # `where you sleep`, `when it rains`
    asked = sum(a in _HELPING and b in _SUBJECTS for a, b in pairwise(words))
    return asked <= 1


def _pleads(words: list[str]) -> bool:
    """Whether it does nothing but ask for a hint."""
    return not _PLEAS.isdisjoint(words) and _PLEADING.union(_PLEAS).issuperset(words)


def _remarks(words: list[str]) -> bool:
    """Whether it is only a remark: `hmm`, `wait no`, `u sure?`."""
    return bool(words) and all(word in _REMARKS or _REMARK.fullmatch(word) for word in words)


def _is_mashed(words: list[str]) -> bool:
    """Whether it is one string of letters that is no word."""
    if len(words) != 1 or not words[0].isascii() or not words[0].isalpha():
        return False
    word = words[0]
    vowels = re.search("[aeiouy]", word)
    crowded = re.search("[^aeiouy]{6}", word.replace("h", "")) is not None
    return crowded or any(keys in word for keys in _KEYS) or (len(word) >= _ALONE and vowels is None)
