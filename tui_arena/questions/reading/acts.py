"""Speech acts: whether a text asks one question that yes or no can answer, or does something else.

A small grammar over tokens: what opens a clause, whom it is about, and how clauses are joined.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal, NamedTuple

from tui_arena.core.language.function_words import WH_WORDS
from tui_arena.core.words import tokens
from tui_arena.questions.meaning import is_loose
from tui_arena.questions.reading.choices import DETERMINERS, PREPOSITIONS, lets_choose
from tui_arena.questions.reading.phrases import phrases_of
from tui_arena.questions.reading.small_talk import AUX, BE, LEADS, OPINION, THING, US, begs, is_small_talk
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge

Act = Literal["either", "double", "chat", "open"]
_JOINS = frozenset("and or but also then so plus ,".split())
_SUBJECTS = US | THING | DETERMINERS | frozenset("this that my your our people anyone kids children".split())
_ASKS_NAME = frozenset((be, it) for be in ("is", "was") for it in ("it", "he", "she"))
_WE, _OF_IT = (["you"], ["i"]), (["a"], ["an"], ["born"])
"""Whoever asks `are you a man` or `am i an animal` asks about the secret."""
_EMBEDDED = WH_WORDS - {"when", "where"}
_HUM = re.compile(r"[uh]+m+|[aou]+h+|e+r+m*|a+w+|[ua]r*gh+|(?:h[ae]){2,}h?|[a-z]*([a-z])\1\1[a-z]*")
_SHORTENED = (("’", "'"), ("'re ", " are "), ("'ll ", " will "), ("+", ","))
"""What would be another word without its apostrophe (`we're`), or is a pause."""


class JoinedClause(NamedTuple):
    """A part of a text that may be a question, the word that joins it to the one before, and whether a `?` ends it."""

    words: list[str]
    join: str
    asked: bool


def act_of(text: str, knowledge: Knowledge) -> Act | None:
    """What somebody does with a text; None: they ask one question, or something that is read as one.

    `either`: they let the other choose. `double`: they ask twice. `chat`: they talk, or plead. `open`: no yes answers it.
    """
    if _is_of_the_table(knowledge.english.flat(text), knowledge):
        return None
    said = [clause for clause in _clauses(text, knowledge) if clause.words]
    real = [clause for clause in said if not is_small_talk(clause.words, knowledge, asked=clause.asked)]
    if not real:
        if any(clause.words[0] in AUX and _is_open(clause.words) for clause in said):
            return "open"
        addressed = any(a.words[0] in BE and a.words[1:2] in _WE and a.words[2:3] in _OF_IT for a in said)
        return None if addressed and understand(text, knowledge) is not None else "chat"
    if all(_is_open(clause.words) or begs(clause.words, knowledge) for clause in real):
        return "either" if {"or", ","}.issubset(real[-1].words) else "open"
    apart = [" ".join(a.words) for a in real if _is_question(a) and a.join != "or" and not _is_open(a.words)]
    several = len(apart) > 1 and len({understand(words, knowledge) or words for words in apart}) > 1
    if several or (len(apart) > 1 and "if not" in text):
        return "double"
    choices = (clause.words for clause in real if "or" in clause.words[1:-1])
    chosen = (lets_choose(words, knowledge, opened=words[0] in AUX) for words in choices)
    return "either" if any(clause.join == "or" for clause in real[1:]) or any(chosen) else None


def _is_of_the_table(words: list[str], knowledge: Knowledge) -> bool:
    """Whether words are a question that the table asks, a name that it has, or a guess."""
    phrases = phrases_of(knowledge)
    named = words[2:] if tuple(words[:2]) in _ASKS_NAME else words
    guess = knowledge.english.reworded(words, "guess")[:1] == ["@guess"]
    return guess or tuple(words) in phrases.verbatim or bool(phrases.named(named))


def asks_the_same(text: str, before: str, knowledge: Knowledge) -> bool:
    """Whether a question means what an earlier one meant; of what is told by associated words, only the same words do."""
    if tokens(text) == tokens(before):
        return True
    meant = understand(text, knowledge)
    return meant is not None and not is_loose(meant) and meant == understand(before, knowledge)


def _clauses(text: str, knowledge: Knowledge) -> list[JoinedClause]:
    """The clauses of a text: one begins after the end of a sentence, and after a pause or conjunction before an opening."""
    out: list[JoinedClause] = []
    for short, whole in _SHORTENED:
        text = text.replace(short, whole)
    for sentence in knowledge.english.sentences(text):
        told = sentence[:2] == ["do", "nt"] and not _opens(["do", *sentence[2:]])
        said = ["dont", *sentence[2:]] if told else sentence
        words = [word for word in said if word not in ("?", "nt") and not _HUM.fullmatch(word)]
        joins = (i for i, before in enumerate(words, 1) if before in _JOINS)
        starts = [0, *(i for i in joins if _opens(words[i:])), len(words)]
        for start, end in pairwise(starts):
            join = words[start - 1] if start else ""
            out.append(JoinedClause(_begun(words[start:end]), join, sentence[-1] == "?"))
    return out


def _begun(words: list[str]) -> list[str]:
    """Words without what only leads to a question, goes on to the next one, or closes it."""
    while words and words[0] in LEADS | _JOINS:
        words = words[1:]
    while words and (words[-1] in _JOINS or (words[-1] in LEADS and words[-2:-1] == [","])):
        words = words[:-1]
    return words


def _opens(words: list[str]) -> bool:
    """Whether a yes-or-no question begins with these words within a sentence: an auxiliary and a plain subject."""
    return len(words) > 1 and words[0] in AUX and (words[1] in _SUBJECTS or words[0] in ("does", "did"))


def _is_question(clause: JoinedClause) -> bool:
    """Whether a clause is a question with a predicate of its own, which a tag (`isn't it`, `do you think`) is not."""
    words = [word for word in clause.words if word not in LEADS and word != ","]
    tag = len(words) < 3 or (len(words) == 3 and words[1] == "you" and words[2] in OPINION)
    stated = clause.asked and not tag and words[0] in THING - {"one", "there"} and words[1] in AUX
    return words[:2] == ["how", "about"] or (not tag and (words[0] in AUX or stated))


def _is_open(words: list[str]) -> bool:
    """Whether a clause asks for more than yes or no: `in which room is it`, `can you say what it is`, `made of what`."""
    words = words[1:] if len(words) > 1 and words[0] in PREPOSITIONS and words[1] in WH_WORDS else words
    first, after = words[0], words[1] if len(words) > 1 else ""
    if first in WH_WORDS:
        scene = first in ("when", "where") and after not in AUX | PREPOSITIONS | {""}
        given = scene or after in ("about", "if")
        return not given and "," not in words[2:]  # what follows a pause is a suggestion
    if first in AUX:
        told = pairwise(words[3:6])
        return after == "you" and any(word in _EMBEDDED and then != "to" for word, then in told)
    ends = len(words) > 2 and words[-1] in BE | _EMBEDDED
    return ends or first in ("describe", "explain")
