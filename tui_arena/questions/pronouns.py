"""Questions about `this person` or `this character`, said with `he` or `she`.

A table asks about `this person`, whoever it is. Somebody who knows that it is a woman asks `Is she a singer?`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

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
