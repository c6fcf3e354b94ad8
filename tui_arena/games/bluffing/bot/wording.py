"""Roundabout ways to ask, put plainly: `How come you left?` becomes `Why you left?`."""

from __future__ import annotations

import re

_PLAINER = tuple(
    (re.compile(wording, re.IGNORECASE), plain)
    for wording, plain in (
        (r",? (?:in the first place|of all (?:people|things|places)|on earth|by the way|or so)\b", ""),
        (r"\b(what|who|where|when|why|how|which) (?:exactly|precisely|actually)\b", r"\1"),
        (
            (
                r"\b(?:have you got|do you (?:still )?have|is there|are there|have you|can you show (?:me|us))"
                r" (?:an?y? |some |the )?(?:photo|photograph|picture|video)s?\b[^?.!]*"
            ),
            "did anybody take a photo",
        ),
        (
            r"\b(?:tell|give) (?:me|us) (?:one|a|some|another|any) (?:\w+ ){0,2}?(?:details?|thing)\b[^?.!]*",
            "tell me more",
        ),
        (r"^\W*(?:please )?name (?:one|a|any|some|somebody|someone|me)(?: \w+){0,2}? (?:who|that) ", "who "),
        (r"\bdescribe the (?:place|scene|spot)\b[^?.!]*", "where was it"),
        (r"\bhow (?:is|was) (?:that|it|this) (?:even |at all )?possible\b", "how did it come about"),
        (
            r"\bwhat (did|do|does) (your|his|her|their) ((?:\w+ )?\w+) (?:think|make) (?:of|about) (?:it|that|this|the)\b[^?.!]*",
            r"what \1 \2 \3 say",
        ),
        (r"\bhave you got\b", "do you have"),
        (r"\bhow come\b", "why"),
        (
            (
                r"\b(?:do|can|could) you (?:still |happen to |even )?(?:know|remember|recall) "
                r"(?=(?:what|which|who|where|when|why|how)\b(?! to\b))(?=\w+ \w)"
            ),
            "",
        ),
        (r"\bwhat(?:['’]s| is| was)? (?:stopping|preventing|keeping) (it|that|you|them|him|her) from\b", r"why doesn't \1"),
        (r"\b(?:what did you do to get|how did you (?:manage to )?get) yourself\b", "why were you"),
        (
            (
                r"\b(what (?:exactly |precisely )?(?:(?:was|is) (?:written|printed)|(?:had|did|have) you (?:written|write)|did you put)) "
                r"(?:in|on|inside) (?:it|there|them)\b"
            ),
            r"\1",
        ),
        (
            r"\bhow did (people|they|everybody|everyone|he|she|(?:the|your|his|her|their)(?: \w+){1,2}?) look at \w+",
            r"how did \1 react",
        ),
        (r"\bhow (?:did you get|were you) (found|noticed|discovered|caught|rescued|freed)\b", r"who \1 you"),
        (r"\bwhat(?:['’]s| (is|was)) (your|the|his|her|their) (\w+ing) (?:place|spot)\b", r"where \1 \2 \3"),
        (r",? at all\b", ""),
        (
            r"\bhow (did|do) you (?:pass|spend|kill) (?:the|your|all that) (?:\w+ )?(?:time|days?|evenings?|hours|nights?)\b",
            r"what \1 you do all day",
        ),
        (r",? (?:word for word|to be precise|if i may ask)\b", ""),
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
        (r"\bwhat made you (?:finally )?(?:realise|realize|notice|see|discover|understand)\b", "how did you notice"),
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
        (
            r"^\W*(?:(?:ok|okay|so|well|and),? )?(?:then,? )?(?:just )?tell (?:me|us) (the|your) (?=[^?.!]*[?.!]*$)",
            r"what are \1 ",
        ),
        (
            r"\b(?:which|what) (?:one )?of (?:you(?: two| both| all)?|us)\b(?= \w)",
            "who of you",
        ),
        (r"(?:, (?:just )?like|(?<!\bit)(?<!\bthat) like (?:you|they|people|one|we)) [^?.!]*\?", "?"),
        (
            (
                r"\b(?!(?:it|so|sure|say|said|tell|know|think|mean|see|believe|notice|hear|realise) that\b)(\w+) that "
                r"(?:(?:was|were) so|(?:nobody|no one|everybody|you|they|he|she|it) \w+) [^?.!]+(?=\?|$)"
            ),
            r"\1",
        ),
    )
)  # fmt: skip
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
