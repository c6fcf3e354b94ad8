"""What a question lays stress on, which its meaning leaves aside: always, ever, still.

Each of these is read from the question's own text, whatever it is understood as.
"""

from __future__ import annotations

import re

_WITHOUT_EXCEPTION = re.compile(
    r"\b(?:always|only|never|entirely|completely|purely|without exception|nothing but|all of (?:them|it)|are (?:they )?all"
    r"|every single(?! day)|everywhere|without fail|(?:do|does) (?:you|i|we|people|it|they) (?:have|need) to"
    r"|(?:mostly|mainly|chiefly|largely|primarily) (?:made|built|used)|(?:made|built|used) (?:mostly|mainly|chiefly|largely|primarily)"
    r"|(?:best|most|mostly|mainly|chiefly|primarily) (?:known|famous) (?:for|as))\b",
    re.IGNORECASE,
)
"""Words that turn a sometimes into a no."""
_POSSIBLE = re.compile(
    r"(?:^|[.!] )\W*(?:and |but |so |ok |hmm )*(?:can|could|might|may) (?:it|he|she|they|you|i|we|people|one|there|some|someone|a)\b"
    r"|^\W*would (?:you|i|we|people|one) (?:ever |probably )?(?:find|see|have|come across|spot) (?:one|it|them|some|this|any)\b.* in (?:my|your|our|a|the) (?:\w+ )?(?:house|home|flat|kitchen)\b"
    r"|\b(?:do|does|did) (?:it|they|he|she) (?:get|\w+ anything)\b"
    r"|\b(?:sometimes|ever|(?:have|has|got) some|some of (?:them|these|those)|a few of them|some kinds|some types|are there (?:some|any))\b"
    r"|\bor like\b(?! an? )|\b(?:also|as well)\W*$",
    re.IGNORECASE,
)
"""Words that turn a sometimes into a yes: it is asked whether it happens at all."""
_SOMEWHAT = re.compile(
    r"(?<!or some )\b(?:kinda|kind of|sorta|sort of|a bit|a little|slightly|somewhat|more or less|can be|(?:redd|green|yellow|brown|blue?|pink|purple?|gr[ae]y|white?|black|round|long|old|tall|heavy|sweet|soft|square?|flat|hard|warm|dark|small|bigg?|young|cheap)ish)\b|-ish\b|^\W*(?:can|could|might|may) ",
    re.IGNORECASE,
)
"""Words that make do with a part: what is round sometimes is kind of round."""
_NOW = re.compile(
    r"\b(?:still (?!famous|known|popular|remembered|loved|read|played|admired|listened|talked|important)"
    r"|still\W*$|today\b|nowadays|these days|at the moment|right now|currently)",
    re.IGNORECASE,
)
"""Words that ask what somebody does now."""
_SOMEBODY = re.compile(
    r"\b(?:he|she|they|this person|that person)\b|^\W*(?:still|currently)\b", re.IGNORECASE
)
"""Who does it, or a question without anybody: what belongs to somebody, such as a company, may well go on."""
_FAME = re.compile(
    r"\b(?:famous|known|popular|remember|people|fans?|read|statue|museum|money|celebrat)", re.IGNORECASE
)
"""Words that ask what is left of somebody, which may last."""

_CONTENTS = re.compile(
    r"\b(?:made|built|consists?) (?:up |out )?(?:of|from|with)\b|\b(?:has|have|is there|are there|got)\b.* in it\b|\bcontains?\b",
    re.IGNORECASE,
)
"""Words that ask for a stuff or a part."""
_ORIGIN = re.compile(
    r"\b(?:from|comes?|came|origin\w*|native|live[sd]?|living|made in|grow[ns]?|invented|discovered|african|asian|european|american|australian)\b",
    re.IGNORECASE,
)
"""Words that ask where something comes from, and not where it is found."""
_NAMED = re.compile(
    r"^\W*(?:(?:and|but|so|ok|hmm|maybe|then) )*(?:(?:is|was|could) it (?:be )?|it'?s )?an? [a-z'-]+(?: [a-z'-]+)?\W*$",
    re.IGNORECASE,
)
"""A question that is nothing but a name for a thing: `an asteroid?`, `is it a cruise ship`."""

_SHORT_QUALITIES = (
    "posh smooth rough lush plush crisp blunt slim thick thin steep fresh strong weak wild tame rare sore rude mean kind nice loud damp bald bold calm "
    "cruel dead deaf blind dull dumb fair fake firm grand gross harsh loose lame neat pale plain proud pure quick ripe sharp smart soft stale stiff strange "
    "straight tall tight tough vague vast warm weird whole wide wise hollow narrow shallow humble simple gentle noble single double real cool rich poor"
).replace(" ", "|")
_BARE = re.compile(
    r"^\W*(?:(?:and|but|so|ok|hmm|maybe|then) )*(?:(?:is|was) it )?"
    rf"(?!(?:{_SHORT_QUALITIES})\b)"
    r"(?!\w+(?:(?<!ous)(?<!nc)(?<!it)y|al|ive|ous|ful|ish|able|ible|ic|ed|ing|less|en|er|est|an|ese|like)\b)[a-z]{4,}(?: then)?\W*$",
    re.IGNORECASE,
)
"""A question that is nothing but a single word which is no adjective: `is it laughter`."""
_SOMEBODYS_NAME = re.compile(
    r"^\W*(?:(?i:and|but|so|ok|okay|oh|hmm|maybe|then|well)\W+)*"
    r"(?:(?i:is|was|could|might) (?i:it|that|this) (?:be )?[A-Z]\w+(?: (?:(?:the|of|de|da|la|van|von|bin) )*[A-Z]\w+)*"
    r"|(?:(?i:is|was) (?i:it|he|she) )?\w+ the (?i:great|terrible|conqueror|lionheart|magnificent|wise|bold|first|second|third))"
    r"(?: of [A-Z]\w+)?(?:,? (?:then|maybe|or not|or isn'?t it|or is it not|by any chance))*\W*$"
)
"""A question that is nothing but a name for somebody: `is it Anne Boleyn`, `Peter the Great?`."""
_SHORTEST_NAMED = 3
"""Words of `is it Cleopatra`, of which a single name may also be a quality: `is it Greek`."""
_PROPER = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}")
_MAKER = re.compile(
    r"\b(?i:did|has|was) (?i:he|she|this person|it) (?i:make|made|invent|invented|create|created|found|start|started|come up with|build|built|direct|directed) (?:the )?[A-Z]\w+(?: [A-Z]\w+)*\W*(?:$|[?.!])"
)
"""A question whether somebody made what is named."""
_REAL = re.compile(
    r"\b(?:an?|the) (?:\w+ )?real\b(?! (?:name|world|job|problem|challenge|friend|danger|hit|star|pain))"
    r"|\b(?:really|actually|truly|ever) (?:live|lived|exist|exists|existed|happen|happened|alive|real)\b"
    r"|\b(?:is|was|are|were) (?:it|he|she|they|this) (?:\w+ )?real\W*$|\bfor real\W*$|\bin real life\b|\bin reality\b",
    re.IGNORECASE,
)
"""Words that ask whether something really is so, or only in stories."""


def asks_real(question: str) -> bool:
    """Whether it is asked if something is real, which nothing made up is."""
    return _REAL.search(question) is not None and re.search(r"\bnot\b|n't\b|\bor\b", question) is None


def asks_so_much(question: str) -> bool:
    """Whether it is asked if something goes so far that more follows from it."""
    return re.search(r"\bso \w+ that\b", question, re.IGNORECASE) is not None


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
    return _NAMED.match(question) is not None or _BARE.match(question) is not None


def asks_person(question: str) -> bool:
    """Whether a question only names somebody who it might be."""
    named = _SOMEBODYS_NAME.match(question) is not None
    several = " the " in question or len(question.split()) > _SHORTEST_NAMED
    return named and not question.isupper() and (several or _BARE.match(question) is not None)


def asks_maker(question: str) -> bool:
    """Whether it is asked if somebody made something with a name of its own, such as a company."""
    return _MAKER.search(question) is not None


def proper_names(question: str) -> list[str]:
    """What is written as a name within a question."""
    return _PROPER.findall(question)


def asks_origin(question: str) -> bool:
    """Whether it is asked where something comes from."""
    return _ORIGIN.search(question) is not None


def asks_contents(question: str) -> bool:
    """Whether it is asked what something is made of or has in it, which is not what it has to do with."""
    return _CONTENTS.search(question) is not None


def asks_now(question: str) -> bool:
    """Whether it is asked what somebody does now; what is left of somebody may last."""
    who = _NOW.search(question) is not None and _SOMEBODY.search(question) is not None
    return who and _FAME.search(question) is None
