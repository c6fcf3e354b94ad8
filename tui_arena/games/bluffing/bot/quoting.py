"""Texts made fit to be read and to be quoted."""

from __future__ import annotations

import re
from functools import lru_cache

from tui_arena.core.text import one_line

READ = 2000
"""Characters of a text that are read."""
QUOTE = 48
"""The longest quotation, in characters."""
_WHOLE = 34
"""A clause of at most so many characters is quoted whole."""
_SPOKEN = re.compile(r"[“\"][^“”\"]{0,400}[”\"]")
_ENDLESS = re.compile(r"\w{40,}")
SENTENCE = re.compile(r"[.!?;:]+(?=\s|$)|\s[-–—]\s|\n")
CLAUSE = re.compile(r"[,.!?;:\n]|\s(?:but|because|although|though)\s")
_LOOSE = frozenset(
    """a an the of to in on at by for from with and or but my our his her their that which i it as so is was when then
    we had has were be been who me us him them after before because until while""".split()
)


@lru_cache(maxsize=1024)
def without_speech(text: str) -> str:
    """A text without what it quotes, with plain apostrophes; no longer than `READ`."""
    return _SPOKEN.sub(" ", shortened(text)).replace("’", "'")


def shortened(text: str) -> str:
    """A text of at most `READ` characters whose endless words are cut, so that it is read in linear time."""
    return _ENDLESS.sub(lambda found: found[0][:40], text[:READ])


def quoted(text: str, word: str = "") -> str:
    """The clause of a text that holds a word, fit to be quoted; if it is long, a part of it around the word."""
    clauses = [part.strip(' -–—“”"*_`') for part in CLAUSE.split(text)]
    clause = next((part for part in clauses if part and word in part.casefold()), "")
    clause = clause or next(filter(None, clauses), "")
    if len(clause) > _WHOLE:
        at = clause.casefold().find(word)
        clause = clause[clause.rfind(" ", 0, max(0, at - 12)) + 1 :]
        words = clause.split()
        while len(" ".join(words)) > QUOTE or (len(words) > 2 and words[-1].casefold() in _LOOSE):
            words.pop()
        clause = " ".join(words) or clause
    for mark in '“”"':
        clause = clause.partition(mark)[0] or clause.replace(mark, "")
    return one_line(clause.strip(), QUOTE)
