"""Roundabout ways to ask, put plainly: `How come you left?` becomes `Why you left?`."""

from __future__ import annotations

import re

_FILLERS = (
    r"in the first place|of all (?:people|things|places)|on earth|by the way|or so|at all|so far(?=[ ?.!]|$)"
    r"|word for word|to be precise|if i may ask"
)
_PLAINER = tuple(
    (re.compile(wording, re.IGNORECASE), plain)
    for wording, plain in (
        (rf",? (?:{_FILLERS})\b", ""),
        (r"\b(what|who|where|when|why|how|which) (?:exactly|precisely|actually)\b", r"\1"),
        (r"\bhave you got\b", "do you have"),
        (r"\bhow come\b", "why"),
        (
            r"\b(?:do|can|could) you (?:still |happen to |even )?(?:know|remember|recall) "
            r"(?=(?:what|which|who|where|when|why|how)\b(?! to\b))(?=\w+ \w)",
            "",
        ),
        (r"\b(what|which) (\w+) are we talking about", r"which \2 is it"),
        (r"\bwhat (?:made|makes|possessed|drove) you (?:decide to |want to )?(?!so sure)", "why did you "),
        (
            r"\b(?:(?:can|could|would|will|do) you (?:\w+ )?(?:tell (?:me|us)|say|know|remember|recall|reveal)"
            r"|(?:just )?tell (?:me|us)|may i (?:ask|know)) (what|who|where|which)"
            r" ((?:(?:the|your|that|this|his|her|their) )?\w+) (is|was|are|were)(?=[?.!]|$)",
            r"\1 \3 \2",
        ),
        (
            r",? or (?:was|were|is|are|did|do|does|had|have|has) (?:it|that|you|he|she|they|there)\b[^?.!]*\?\s*$",
            "?",
        ),
    )
)
"""Pairs of a roundabout wording and a plainer one, in order."""
_ASKS = r"(?:who|whom|whose|what|which|where|when|why|how)"
_VERB = (
    r"(?:(?:did|do|does|was|were|is|are|have|has|had|can|could|would|will|should)(?:n['’]t)?"
    r"|(?:what|who|where|how)['’]s)"
)
_WHO = r"(?:you|it|he|she|they|we|i|that|this|there|the|your|his|her|their|any\w+|some\w+)"
_SECOND = re.compile(
    rf"(?P<first>\w),? (?:and|or) (?P<second>(?:{_VERB}|{_ASKS})\b[^?.!]*\?)\s*$", re.IGNORECASE
)
"""A second question in the same sentence."""
_SPLICED = re.compile(
    rf"^(?P<first>[^?.!,]*\b(?:{_ASKS} (?:\w+ ){{0,3}}?)?{_VERB} {_WHO}\b[^?.!,]*),"
    rf" (?P<second>(?:{_ASKS} (?:\w+ ){{0,2}}?)?{_VERB} {_WHO}\b[^?.!]*\?)\s*$",
    re.IGNORECASE,
)
"""Two questions with a comma between them."""
_GUESSED = re.compile(
    rf"^(?P<asks>\W*(?:{_ASKS}|(?:in|on|at|from|to|for|with|by|of) {_ASKS})\b[^?.!,]* [^?.!,]+), "
    rf"(?![^?]*\b(?:{_VERB}|{_ASKS}|and)\b)[^?.!,]{{2,50}}\?\s*$",
    re.IGNORECASE,
)
"""A question with a guess at its answer: `What did you use, kitchen scissors?`."""
_SENTENCES = re.compile(r"(?<=[.!?…])\s+")
_LEADS = r"(?:(?:and|but|so|or|well|ok|okay|oh|hm+|then|now|honestly|sorry|wait),? )*"
_ASKING = re.compile(
    rf"^\W*{_LEADS}(?:(?:in|on|at|from|to|for|with|by|of|about|under|until|since) )?(?:{_ASKS}|{_VERB})\b.*\?"
    rf"|.*\b{_ASKS} (?:\w+ ){{0,3}}?{_VERB} {_WHO}\b.*\?",
    re.IGNORECASE,
)
"""A sentence that asks by its words, not by its mark alone."""
_OR = re.compile(r"^\W*or (?=\w)", re.IGNORECASE)
_BARE = re.compile(rf"\W*{_LEADS}{_ASKS}\W*", re.IGNORECASE)
"""A second question that only makes sense with the first."""
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
    """The first and the second question of a text; the second is empty if there is only one.

    What somebody says beside their questions is left out.

    >>> halves("Which finger, and how on earth?")
    ('Which finger?', 'How did it happen?')
    >>> halves("Where do you keep it? Does it have a name? I'd give it one.")
    ('Where do you keep it?', 'Does it have a name?')
    """
    asking = [one for one in _SENTENCES.split(text) if _ASKING.search(one)]
    if len(asking) > 1 and not _BARE.fullmatch(asking[1]):
        return _alone(asking[0]), _alone(asking[1])
    text = _alone(asking[0] if asking else text)
    found = _SECOND.search(text) or _SPLICED.search(text)
    if found is None:
        return text, ""
    second = found["second"]
    alone = _ALONE.fullmatch(second.lower())
    return f"{text[: found.end('first')]}?", _WHOLE[alone[1]] if alone else second


def _alone(text: str) -> str:
    """A question plainly, without a guess at its answer."""
    return _GUESSED.sub(r"\g<asks>?", plainly(_OR.sub("", text)))
