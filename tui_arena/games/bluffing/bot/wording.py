"""Roundabout ways to ask, put plainly: `How come you left?` becomes `Why you left?`."""

from __future__ import annotations

import re

_PLAINER = tuple(
    (re.compile(wording, re.IGNORECASE), plain)
    for wording, plain in (
        (r",? (?:in the first place|of all (?:people|things|places)|on earth|by the way|or so)\b", ""),
        (r"\bhow come\b", "why"),
        (
            (
                r"\b(?:do|can|could) you (?:still |happen to |even )?(?:know|remember|recall) "
                r"(?=(?:what|which|who|where|when|why|how)\b(?! to\b))(?=\w+ \w)"
            ),
            "",
        ),
        (r"\bwhat(?:['’]s| is| was)? (?:stopping|preventing|keeping) (it|that|you|them|him|her) from\b", r"why doesn't \1"),
        (r"\bwhat did you do to get yourself\b", "why were you"),
        (r"\bpick(?:ed)? (?:that|it|this) up\b", "learn it"),
        (r"\b(?:bump|run|ran) into\b", "meet"),
        (r"\b(what|which) (\w+) are we talking about", r"which \2 is it"),
        (
            (
                r"\b(?:can|could|would) you (?:please )?describe "
                r"(it|him|her|them|(?:the|your|that|this) \w+)(?=[?.!]|$)"
            ),
            r"what did \1 look like",
        ),
        (r"\bso far\b(?=[ ?.!]|$)", ""),
        (r"\bwhat (?:made|makes|possessed|drove) you (?:decide to |want to )?(?!so sure)", "why did you "),
        (r"(?<!the )(?<!that )\blast (?:night|evening)\b", "yesterday"),
        (
            r"\b(?:can|could|would|will) you (?:still |please |even |just |actually )*name (?:the|that|this|your) (\w+)\b",
            r"which \1 is it",
        ),
        (
            (
                r"\b(?:can|could|would|will) you (?:still |please |even |just |actually )*"
                r"name (?:\w+ of )?(?:them|some|a few|any|all)\b[^?.!]*"
            ),
            "what are their names",
        ),
        (
            r"\b(?:can|could|would|will) you (?:still |please |even |just |actually )*name (?:it|him|her|one)\b",
            "what is the name",
        ),
        (
            (
                r"\b(?:(?:can|could|would|will|do) you (?:\w+ )?(?:tell (?:me|us)|say|know|remember|recall|reveal)|(?:just )?tell (?:me|us)|may i (?:ask|know)) "
                r"(what|who|where|which) ((?:(?:the|your|that|this|his|her|their) )?\w+) (is|was|are|were)(?=[?.!]|$)"
            ),
            r"\1 \3 \2",
        ),
        (
            r"\b(?:what|which) (?:kind of |sort of )?(\w+) (was|is) (it|that) that (?:you|he|she|they|it) \w+(?=[?.!]|$)",
            r"which \1 \2 \3",
        ),
        (
            r",? or (?:was|were|is|are|did|do|does|had|have|has) (?:it|that|you|he|she|they|there)\b[^?.!]*\?\s*$",
            "?",
        ),
    )
)  # fmt: skip
"""Pairs of a roundabout wording and a plainer one, in order."""
_SECOND = re.compile(
    r"(?P<first>\w),? and (?P<second>(?:did|do|was|were|is|are|have|had|how|what|why|who|where|when|which|whose)\b[^?.!]*\?)\s*$",
    re.IGNORECASE,
)
"""A second question in the same sentence."""
_ALONE = re.compile(r"(how|why)\?")
_WHOLE = {"how": "How did it happen?", "why": "Why did it happen?"}
"""Maps a second question of one word to the whole of it."""


def plainly(text: str) -> str:
    """A question in plainer words that ask for the same.

    >>> plainly("How come they asked you of all people?"), plainly("Can you tell me what the object is?")
    ('why they asked you?', 'what is the object?')
    """
    for wording, plain in _PLAINER:
        text = wording.sub(plain, text)
    return text


def halves(text: str) -> tuple[str, str]:
    """The first and the second question of a sentence that asks twice; the second is empty if there is only one.

    >>> halves("Which finger, and how on earth?")
    ('Which finger?', 'How did it happen?')
    """
    text = plainly(text)
    found = _SECOND.search(text)
    if found is None:
        return text, ""
    second = found["second"]
    alone = _ALONE.fullmatch(second.lower())
    return f"{text[: found.end('first')]}?", _WHOLE[alone[1]] if alone else second
