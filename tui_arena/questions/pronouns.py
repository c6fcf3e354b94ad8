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
_PAST: Mapping[str, str] = {"Is": "Was", "Does": "Did"}
_PRESENT = re.compile(r"^(Is|Does) (he|she)\b")
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


def in_the_past(text: str) -> str:
    """A question with a pronoun, about somebody who is dead.

    >>> in_the_past("Does she sing?"), in_the_past("Is he from Europe?"), in_the_past("Did she write books?")
    ('Did she sing?', 'Was he from Europe?', 'Did she write books?')
    """
    return _PRESENT.sub(lambda found: f"{_PAST[found[1]]} {found[2]}", text)


def asked_with_pronoun(text: str, knowledge: Knowledge) -> Is | None:
    """The question of the table that a text asks with a pronoun, or in a wording that minds what was told.

    None if it is none, or two are said so.
    """
    return _with_pronouns(knowledge).get(fold(text))


@lru_cache(maxsize=8)
def _with_pronouns(knowledge: Knowledge) -> Mapping[str, Is | None]:
    out: dict[str, Is | None] = {}
    for question in knowledge.questions.values():
        for text in (question.text, *question.also):
            for said in _said_of_somebody(text) - {text}:
                known = out.setdefault(fold(said), Is(question.id))
                out[fold(said)] = known if known == Is(question.id) else None
    for about in knowledge.properties.values():
        for _, text in about.knowing:
            for said in {text} | _said_of_somebody(text):
                out.setdefault(fold(said), Is(about.id))
    return out


def _said_of_somebody(text: str) -> set[str]:
    """A question with either pronoun, of the living and of the dead."""
    said = {spoken(text, pronoun) for pronoun in CASES}
    return said | set(map(in_the_past, said))
