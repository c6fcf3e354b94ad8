"""What a question lays stress on, which its meaning leaves aside: always, ever, still.

Each of these is read from the question's own text, whatever it is understood as.
"""

from __future__ import annotations

import re

_WITHOUT_EXCEPTION = re.compile(
    r"\b(?:always|only|never|entirely|completely|purely|without exception|nothing but|all of (?:them|it)|are (?:they )?all"
    r"|every single|everywhere|without fail|(?:best|most|mostly|mainly|chiefly|primarily) (?:known|famous) (?:for|as))\b",
    re.IGNORECASE,
)
"""Words that turn a sometimes into a no."""
_POSSIBLE = re.compile(
    r"^\W*(?:and |but |so |ok |hmm )*(?:can|could|might|may) (?:it|he|she|they|you|i|we|people|one|there|some|someone|a)\b"
    r"|\b(?:sometimes|ever|some of (?:them|these|those)|a few of them|some kinds|some types|are there (?:some|any))\b",
    re.IGNORECASE,
)
"""Words that turn a sometimes into a yes: it is asked whether it happens at all."""
_SOMEWHAT = re.compile(
    r"\b(?:kinda|kind of|sorta|sort of|a bit|a little|slightly|somewhat|more or less|can be|(?:redd|green|yellow|brown|blue?|pink|purple?|gr[ae]y|white?|black|round|long|old|tall|heavy|sweet|soft|square?|flat|hard|warm|dark|small|bigg?|young|cheap)ish)\b|-ish\b|^\W*(?:can|could|might|may) ",
    re.IGNORECASE,
)
"""Words that make do with a part: what is round sometimes is kind of round."""
_NOW = re.compile(
    r"\b(?:still (?!famous|known|popular|remembered|loved|read|played|admired|listened|talked|important)"
    r"|today\b|nowadays|these days|at the moment|right now|currently)",
    re.IGNORECASE,
)
"""Words that ask what somebody does now."""
_SOMEBODY = re.compile(r"\b(?:he|she|this person|that person)\b", re.IGNORECASE)
"""Who does it: what belongs to somebody, such as a company, may well go on."""
_FAME = re.compile(
    r"\b(?:famous|known|popular|remember|people|fans?|read|statue|museum|money|celebrat)", re.IGNORECASE
)
"""Words that ask what is left of somebody, which may last."""

_NAMED = re.compile(
    r"^\W*(?:(?:and|but|so|ok|hmm|maybe|then) )*(?:(?:is|was|could) it (?:be )?|it'?s )?an? [a-z'-]+(?: [a-z'-]+)?\W*$",
    re.IGNORECASE,
)
"""A question that is nothing but a name for a thing: `an asteroid?`, `is it a cruise ship`."""


def asks_always(question: str) -> bool:
    """Whether it is asked if something holds without exception."""
    return _WITHOUT_EXCEPTION.search(question) is not None


def asks_possible(question: str) -> bool:
    """Whether it is asked if something happens at all."""
    return _POSSIBLE.search(question) is not None


def asks_somewhat(question: str) -> bool:
    """Whether it is asked if something holds a little, or may hold."""
    return _SOMEWHAT.search(question) is not None


def asks_by_name(question: str) -> bool:
    """Whether a question only names a thing that it might be."""
    return _NAMED.match(question) is not None


def asks_now(question: str) -> bool:
    """Whether it is asked what somebody does now; what is left of somebody may last."""
    who = _NOW.search(question) is not None and _SOMEBODY.search(question) is not None
    return who and _FAME.search(question) is None
