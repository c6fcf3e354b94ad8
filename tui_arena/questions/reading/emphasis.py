"""What a question lays stress on, which its meaning leaves aside: always, ever, still.

Each of these is read from the question's own text, whatever it is understood as.
"""

from __future__ import annotations

import re

_WITHOUT_EXCEPTION = re.compile(
    r"\b(?:always|only|never|entirely|completely|purely|(?:mostly|mainly) (?:made|used)|nothing but|all of (?:them|it)|are (?:they )?all"
    r"|every single|everywhere|(?:do|does) (?:you|i|we|people|it|they) (?:have|need) to)\b",
    re.IGNORECASE,
)
"""Words that turn a sometimes into a no."""
_POSSIBLE = re.compile(
    r"(?:^|[.!,] )\W*(?:and |but |so |ok |hmm )*(?:can|could|might|may)\b"
    r"|\b(?:can be|sometimes|ever|some|kinda|kind of|sorta|sort of|a bit|a little|slightly|somewhat|more or less)\b|\w\wish\b",
    re.IGNORECASE,
)
"""Words that turn a sometimes into a yes: it is asked whether it happens at all, or is a little so."""
_NOW = re.compile(
    r"\b(?:still (?!remembered|loved|played|admired)|still\W*$|today\b|nowadays|these days|right now|currently)",
    re.IGNORECASE,
)
"""Words that ask what somebody does now."""
_LASTS = re.compile(
    r"\b(?:famous|known|popular|remember|people|fans?|read|museum|money|company)", re.IGNORECASE
)
"""Words that ask what is left of somebody, which may last."""


def asks_always(question: str) -> bool:
    """Whether it is asked if something holds without exception."""
    return _WITHOUT_EXCEPTION.search(question) is not None


def asks_possible(question: str) -> bool:
    """Whether it is asked if something happens at all, or holds a little."""
    return _POSSIBLE.search(question) is not None


def asks_now(question: str) -> bool:
    """Whether it is asked what somebody does now."""
    return _NOW.search(question) is not None and _LASTS.search(question) is None
