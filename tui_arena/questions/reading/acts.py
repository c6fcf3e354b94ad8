"""Speech acts: whether a text asks one question that yes or no can answer, or does something else.

A small grammar over tokens: what opens a clause, whom it is about, and how clauses are joined.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from tui_arena.core.text import fold
from tui_arena.core.words import tokens
from tui_arena.questions.meaning import Meaning, is_loose
from tui_arena.questions.reading.choices import ARTICLES, PREPOSITIONS, is_one_idea, lets_choose
from tui_arena.questions.reading.small_talk import (
    AUX,
    BE,
    HAVE,
    JOINS,
    LEADS,
    OPINION,
    THING,
    US,
    WH,
    is_small_talk,
    words_in,
)
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge

Act = Literal["either", "double", "chat", "open"]
Words = Sequence[str]


_DETERMINERS = ARTICLES | words_in("my your his her its their our most some many any all")
_SUBJECTS = US | words_in(
    "it he she they one there this that these those people someone anyone kids children"
)
_SHORT = dict(
    pair.split("=")
    for pair in "u=you,ya=you,r=are,ur=your,wud=would,cud=could,cn=can,im=i am,ive=i have,id=i would,its=it is,hes=he is,"
    "shes=she is,youre=you are,theyre=they are,thats=that is,whats=what is,wheres=where is,whos=who is,hows=how is,"
    "lemme=let me,gimme=give me,/=or".split(",")
)
_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*|[,;:.?!…()/–—-]")
_HUM = re.compile(r"h+m+|u+h*m+|u+h+|e+r+m*|[ao]+h+|a+w+|u+r*gh+|a+r+gh+|h+a|(?:ha){2,}h?|(?:he){2,}")
_ENDS, _PAUSES = frozenset(".?!…;"), frozenset(",:()–—-")


class Clause(NamedTuple):
    """A part of a text that may be a question, the word that joins it to the one before, and whether a `?` ends it."""

    words: list[str]
    join: str
    asked: bool


def act_of(text: str, knowledge: Knowledge) -> Act | None:
    """What somebody does with a text; None: they ask one question, or something that is read as one.

    `either`: they let the other choose. `double`: they ask twice. `chat`: they talk, or plead. `open`: no yes answers it.
    """
    real = [clause for clause in _clauses(text) if clause.words and not _is_chat(clause)]
    if not real:
        return "chat"
    if all(_is_open(clause.words) for clause in real):
        return "either" if "or" in real[-1].words and "," in real[-1].words else "open"
    asked = [clause.words for clause in real if _is_question(clause) and clause.join != "or"]
    apart = [words for words in asked if not _is_open(words)]
    if len(apart) > 1 and ("if not" in text or len({_meant(words, knowledge) for words in apart}) > 1):
        return "double"
    choices = (clause.words for clause in real if "or" in clause.words[1:-1])
    sides = ((a.words, b.words) for a, b in pairwise(real) if b.join == "or")
    chooses = any(lets_choose(words, knowledge, opened=_opens(words)) for words in choices) or any(
        not is_one_idea(" ".join(one), " ".join(other), knowledge) for one, other in sides
    )
    if chooses:
        return "either"
    told = real[0].words
    meant = understand(text, knowledge) if told[0] in US and THING.isdisjoint(told) else None
    return "chat" if meant is not None and is_loose(meant) else None  # a word of it is in the table by chance


def _is_chat(clause: Clause) -> bool:
    words = [word for word in clause.words if word not in _PAUSES]
    told = words[0] in AUX and _is_open(words)
    return not told and is_small_talk(words, asked=clause.asked)


def asks_the_same(text: str, before: str, knowledge: Knowledge) -> bool:
    """Whether a question means what an earlier one meant; of what is told by associated words, only the same words do."""
    if tokens(text) == tokens(before):
        return True
    meant = understand(text, knowledge)
    return meant is not None and not is_loose(meant) and meant == understand(before, knowledge)


def _meant(words: Words, knowledge: Knowledge) -> Meaning | str:
    """What a clause means; where nobody knows, its words."""
    return understand(" ".join(words), knowledge) or " ".join(words)


# clauses


def _clauses(text: str) -> list[Clause]:
    """The clauses of a text: one begins after the end of a sentence, and after a pause or conjunction before an opening."""
    out: list[Clause] = []
    words: list[str] = []
    for word in [*_TOKEN.findall(fold(text).replace("'", "").replace("’", "")), "."]:
        if word not in _ENDS:
            words += [] if _HUM.fullmatch(word) else _SHORT.get(word, word).split()
            continue
        joins = (i for i, before in enumerate(words, 1) if before in JOINS | _PAUSES)
        starts = [0, *(i for i in joins if _opens(words[i:], inside=True)), len(words)]
        for start, end in pairwise(starts):
            out.append(Clause(_begun(words[start:end]), words[start - 1] if start else "", word == "?"))
        words = []
    return out


def _begun(words: list[str]) -> list[str]:
    """Words without what only leads to a question, goes on to the next one, or closes it."""
    while words and words[0] in LEADS | _PAUSES:
        words = words[1:]
    while words and (words[-1] in JOINS | _PAUSES or (words[-1] in LEADS and words[-2:-1] == [","])):
        words = words[:-1]
    return words


def _opens(words: Words, *, inside: bool = False) -> bool:
    """Whether a yes-or-no question begins with these words; within a sentence, only with a plain subject."""
    if not words or words[0] not in AUX or not inside:
        return bool(words) and words[0] in AUX
    after = words[1] if len(words) > 1 else ""
    noun = after in _DETERMINERS and words[0] not in HAVE | {"do"}
    return after in _SUBJECTS or noun or (words[0] in ("does", "did") and after.isalpha())


def _is_question(clause: Clause) -> bool:
    """Whether a clause is a question with a predicate of its own, which a tag (`isn't it`, `do you think`) is not."""
    words = [word for word in clause.words if word not in LEADS | _PAUSES]
    tag = len(words) < 3 or (len(words) == 3 and words[1] == "you" and words[2] in OPINION)
    stated = clause.asked and not tag and words[0] in THING - {"one", "there"} and words[1] in AUX
    return not tag and (_opens(words) or stated)


def _is_open(words: Words) -> bool:
    """Whether a clause asks for more than yes or no: `in which room is it`, `can you say what it is`, `made of what`."""
    words = words[1:] if len(words) > 1 and words[0] in PREPOSITIONS and words[1] in WH else words
    first, after = words[0], words[1] if len(words) > 1 else ""
    if first in WH:
        given = after in ("about", "if") or (first in ("when", "where") and after and after not in AUX)
        return not given and _PAUSES.isdisjoint(words[2:])  # what follows a pause is a suggestion
    told = [word for word in words[:7] if word not in ("me", "us", "please")]
    asks = first in AUX and after in US and any(
        verb in ("know", "remember", "say", "tell", "explain") and wh in WH and then != "to"
        for verb, wh, then in zip(told[2:], told[3:], told[4:], strict=False)
    )  # fmt: skip
    ends = len(words) > 2 and first not in AUX and words[-1] in BE | {"what", "where", "who", "why"}
    return asks or ends or first in ("describe", "explain")
