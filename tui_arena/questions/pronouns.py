"""Questions about `this person` or `this character`, said with `he` or `she`.

A table asks about `this person`, whoever it is. Somebody who knows that it is a woman asks `Is she a singer?`.
Read as anybody's question, that may ask more than one thing of a mixed table; as the genie's, it asks one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from tui_arena.core.text import fold
from tui_arena.questions.meaning import Is
from tui_arena.questions.table import Knowledge

CASES: Mapping[str, tuple[str, str]] = {"he": ("him", "his"), "she": ("her", "her")}
"""By pronoun, what it is as an object, and whose."""
_WHOSE = re.compile(r"\bthis (?:person|character)(?:'s|’s)")
_SUBJECT = re.compile(r"(^\w+ |\b(?:how|what|if|when|did) )this (?:person|character)\b")
_OBJECT = re.compile(r"\bthis (?:person|character)\b")


def spoken(text: str, pronoun: str) -> str:
    """A question with a pronoun for whom it is about.

    >>> spoken("Is this person a singer?", "she"), spoken("Do kids know this person's face?", "he")
    ('Is she a singer?', 'Do kids know his face?')
    >>> spoken("Have you heard of this person?", "she")
    'Have you heard of her?'
    """
    whom, whose = CASES[pronoun]
    return _OBJECT.sub(whom, _SUBJECT.sub(rf"\1{pronoun}", _WHOSE.sub(whose, text)))


def asked_with_pronoun(text: str, knowledge: Knowledge) -> Is | None:
    """The question of the table that a text asks with a pronoun; None if it is none, or two are said so."""
    return _with_pronouns(knowledge).get(fold(text))


@lru_cache(maxsize=8)
def _with_pronouns(knowledge: Knowledge) -> Mapping[str, Is | None]:
    out: dict[str, Is | None] = {}
    for question in knowledge.questions.values():
        for text in (question.text, *question.also):
            for said in {spoken(text, pronoun) for pronoun in CASES} - {text}:
                known = out.setdefault(fold(said), Is(question.id))
                out[fold(said)] = known if known == Is(question.id) else None
    return out
