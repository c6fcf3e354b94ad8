"""What is either so or not so in a story: company, fear, help, weather and the like, and how answers say it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tui_arena.games.bluffing.bot.cues import KIN


@dataclass(frozen=True, slots=True)
class Facet:
    """Something that is either so or not so, with the words by which an answer says it."""

    asked: str
    """What a yes-or-no question asks for; yes means so."""
    so: str
    not_so: str


_WE = r"(?:my|our) (?:\w+ ){0,2}?(?:" + KIN + r")"
FACETS: Mapping[str, Facet] = {
    "alone": Facet(
        r"\balone\b|by yourself|on your own",
        r"\b(?:i|i'd|i was) (?:\w+ ){0,6}?(?:all |quite |completely |there |totally |entirely )?(?:alone|by myself|on my own)\b|^(?:and )?(?:yes,? |quite |all )*(?:alone|just me|only me|by myself|on my own|nobody but me|living (?:alone|on my own|by myself))\b"
        r"|\b(?:nobody|no one|not a soul|no soul|never another soul) (?:\w+ ){0,4}?(?:with me|else (?:was there|there|with|around|in there|(?:in|on) the (?:room|house|water|street|quay|flat|car|train))|was with|i knew was|about who)\b|\bthere (?:wasn't|was never) (?:a soul|anybody|anyone)(?: else)?\b|\bno company\b|\b(?:i'm|i was|i am) (?:still )?(?:not married|a bachelor|unmarried|single|the only (?:child|person|one) (?:on|in|there|at|around))\b|\bi had (?:\w+ ){1,3}(?:all )?to myself\b",
        rf"\b(?:with|and) {_WE}\b(?! on the phone| \w+ed\b)|{_WE}(?: [a-z]+)? (?:\w+ )?(?:was|were|came|stood|sat|lay|swam|walked|slept|went|held|sitting) (?:\w+ )?(?:with me|there|with us|beside me|along|next to me|across from me|opposite|too|the \w+ and|in (?:front|goal))\b|{_WE}(?: \w+)? and i\b|\bmy \w+(?: \w+)? and i\b|\b(?:the two|three|four|five|six|seven|eight|both|all) of us\b(?! now)|\bme and (?:my|our)\b|^with {_WE}\b|\bi wasn't alone\b|\bnot alone\b|\b(?:was|were) (?:\w+ )?(?:with|beside|next to|locked in with) me\b|\bwe were (?:a whole|both|all|two|three|four|five|six)\b|\bmy (?:two|three|four|five) (?:children|kids|friends|flatmates|brothers|sisters)\b|\bmy whole (?:family|class|office|team)\b|\bmy flatmate\b",
    ),
    "afraid": Facet(
        r"\b(?:afraid|scared|frightened|nervous|fear)\b",
        r"\b(?:i was|i felt|we were) (?:so |very |really |quite |absolutely |dead |completely )*(?:afraid|scared|terrified|frightened|petrified|nervous)\b|\bscared (?:stiff|to death)|\bterrified\b",
        r"\b(?:i|we) (?:wasn't|was not|weren't|never was|was never|didn't feel|was not at all) (?:\w+ ){0,2}?(?:afraid|scared|frightened|nervous)|\bnot (?:a bit |at all |in the least )?(?:afraid|scared|frightened|nervous)\b|\bno fear\b",
    ),
    "told": Facet(
        r"\b(?:tell|told|know|knows)\b.*\b(?:anybody|anyone|others|somebody|someone|people)\b",
        r"\b(?:i|we) told (?:everybody|everyone|the whole|all|my|our|them|him|her)\b|\beverybody knows|\beveryone knows",
        r"\b(?:never|not) told (?:anybody|anyone|a soul|this)|\bnobody knows|\bno one knows|\bnever told|\bhaven't told (?:anybody|anyone)|\bkept it (?:a secret|to myself)\b",
    ),
    "helped": Facet(
        r"\bhelp(?:ed)?\b",
        r"\b(?:helped me|helped us|gave me a hand|came to help|got help)\b",
        r"\b(?:nobody|no one) (?:\w+ )?helped|\bwithout (?:any )?help\b|\bno help\b|\bdid it all (?:by )?myself\b|\bnobody lifted\b",
    ),
    "hurt": Facet(
        r"\b(?:hurt|injured|pain|painful)\b",
        r"\bit (?:really |certainly )?hurt\b(?! anyone| anybody)|\bhurt (?:a lot|like|badly|so much|terribly)|\bneeded (?:\w+ )?stitches|\bi (?:broke|sprained|fractured) (?:my|an?)\b|\bagony\b|\bvery painful|\bwas in pain",
        r"\bdidn't hurt\b|\bdid not hurt\b|\bnobody (?:was |got )?hurt\b|\bno one (?:was |got )?hurt\b|\bno pain\b|\bdidn't feel a thing\b|\bnot a scratch\b|\bunhurt\b|\bpainless\b",
    ),
    "first": Facet(
        r"\bfirst time\b|\bdone (?:it|that|this) before\b(?!.)",
        r"\b(?:was|it was) (?:my|the|our) (?:very )?first (?:time|try|go)\b|\bnever (?:done|tried|been|seen|had) \w+ ?(?:\w+ )?before\b",
        r"\b(?:i'd|i had|we'd|we had) (?:done|tried|been|seen) (?:\w+ ){0,3}?(?:before|many times|often|lots of times)\b|\b(?:second|third|fourth|fifth|tenth) time\b|\bnot the first time\b",
    ),
    "again": Facet(
        r"\b(?:again|since then|more than once)\b",
        r"\b(?:happened|did it|do it|done it|it) (?:all )?again (?:in|the|last|two|a|many|several)\b|\bevery (?:year|summer|week) since\b|\bmany times since\b|\bhappens (?:all the time|every)\b",
        r"\bnever (?:happened |did it |done it |ever |once )?(?:again|since)\b|\bonly (?:that )?once\b|\bjust (?:the|that) once\b|\bonce and never again\b",
    ),
    "kept": Facet(
        r"\b(?:still have|still got|keep|kept|own)\b",
        r"\b(?:i|we|i've|we've) (?:still )?(?:have|got|keep|kept) (?:it|them|her|him) (?:still|in|on|at|to this|safe|somewhere)|\bstill (?:have|got|own) (?:it|them|her|him|the)\b|\bi've still got\b",
        r"\bthrew (?:it|them) (?:away|out)|\bgave (?:it|them) away\b|\bsold (?:it|them)\b|\blost (?:it|them) (?:years|long|when|in|on)\b|\b(?:don't|do not|haven't) (?:have|got) (?:it|them|any) (?:any ?more|any longer|now|left)\b|\bburnt (?:it|them)\b|\bthrown (?:it|them)? ?(?:away|out)\b",
    ),
    "laughed": Facet(
        r"\blaugh(?:ed)?\b",
        r"\b(?:everybody|everyone|they all|people|the whole \w+|all of them|they|we all) (?:\w+ )?(?:laughed|burst out laughing|roared|cracked up|was laughing|were laughing)\b",
        r"\b(?:nobody|no one|not one person|not a single person) (?:\w+ )?laughed|\b(?:nobody|no one) (?:\w+ )?(?:was laughing|found it funny|thought it was funny)\b",
    ),
    "planned": Facet(
        r"\b(?:planned|on purpose|expected|intended|expect it|plan it)\b",
        r"\b(?:planned it|planned for|was planned|on purpose|deliberately|had planned)\b",
        r"\b(?:by accident|by chance|wasn't planned|not planned|out of the blue|spur of the moment|unplanned|hadn't planned|complete surprise|pure chance|accidentally)\b",
    ),
    "trouble": Facet(
        r"\b(?:trouble|angry|punished|cross|told off)\b",
        r"\b(?:was|were|got) (?:so |very |really |absolutely |quite )?(?:furious|angry|livid|cross with me|punished|grounded|told off)\b|\bgot into (?:\w+ )?trouble\b",
        r"\b(?:nobody|no one) (?:was|were|got) (?:\w+ )?(?:angry|cross|furious|upset|told off)\b|\bno trouble\b|\b(?:wasn't|weren't) (?:\w+ )?(?:angry|cross|furious)\b",
    ),
    "regret": Facet(
        r"\b(?:regret|sorry)\b",
        r"\b(?:i|we) (?:really |do |still |deeply )*regret(?:ted)? (?:it|that|every)|\bworst (?:decision|mistake) of my life\b",
        r"\b(?:don't|never|didn't|do not|no) (?:\w+ )?regrets?\b|\bnot sorry\b",
    ),
    "wet": Facet(
        r"\b(?:rain|raining|wet|weather|sky|sun|sunny|dry)\b",
        r"\b(?:rain\w*|drizzl\w*|pour(?:ed|ing)|shower\w*|downpour|puddles|bucketing|thunderstorm)\b(?! coat)",
        r"\b(?:sunny|sunshine|blazing|not a cloud|cloudless|blue sky|clear sky|heatwave|bone dry|the sun|bright sun|no rain|not a drop)\b|^(?:dry|sunny)\b",
    ),
    "cold": Facet(
        r"\b(?:cold|freezing|hot|warm|weather)\b",
        r"\b(?:freezing|bitterly|icy|snow\w*|blizzard|frost\w*|below zero|minus|ice cold|icicles)\b",
        r"\b(?:heat|heatwave|hot|boiling|scorching|sweltering|blazing|baking|thirty degrees|thirty-\w+ degrees|sultry|roasting|so warm|mild)\b",
    ),
}  # fmt: skip
"""By slot: what can be so or not so. A question that asks for it and is answered with yes or no fills it too."""
PATTERNS = {
    name: (re.compile(one.asked), re.compile(one.so), re.compile(one.not_so)) for name, one in FACETS.items()
}
YES = re.compile(
    r"^(?:oh |well |um |er )?(?:yes|yeah|yep|yup|sure|of course|definitely|certainly|absolutely|i did|i was|it did)\b"
)
NO = re.compile(
    r"^(?:oh |well |um |er )?(?:no|nope|nah|not at all|never|not really|i didn't|i wasn't|it didn't)\b"
)


def counts(name: str, said: str, kind: str, asked: str, *, company: bool) -> bool:
    """Whether a sentence speaks of the story itself: weather and company are mentioned in passing too."""
    if name in ("wet", "cold"):
        return PATTERNS[name][0].search(asked) is not None or _OUTSIDE.search(said) is not None
    if name != "alone" or not company or kind == "":
        return True
    return bool(_WHO_WAS.search(asked) or PATTERNS[name][0].search(asked) or _TOGETHER.search(said))


def present(said: str, asked: str) -> str:
    """The words for somebody else who was there, in an answer to who was there; empty if it names nobody."""
    found = _WHO_WAS.search(asked) and not _NOT_THERE.search(said) and _SOMEBODY.search(said)
    return found[0] if found else ""


_WHO_WAS = re.compile(
    r"\bwho (?:else )?(?:was|were|came|went|did you)\b|\bwho (?:was )?with you\b|\bwho (?:else )?saw\b"
)
_NOT_THERE = re.compile(
    r"\b(?:nobody|no one|none|not a soul|alone|only me|just me|by myself|on my own|i did|myself|first|later|afterwards?|then|found|away)\b"
)
_SOMEBODY = re.compile(
    rf"^(?:just |only |with |oh )*(?:{_WE}\b[^,.]{{0,20}}|me and (?:my|our) \w+|(?:mr|mrs|ms|dr) \w+)"
)


_OUTSIDE = re.compile(
    r"\b(?:it|that) (?:was|had been|rained|snowed|poured)\b|\ball (?:this|that) in\b|\ball that\b|\bthe sun was\b|\bin (?:that|the pouring|pouring)\b|\bsnow on the ground\b|^(?:sunny|raining|snowing|pouring|freezing)\b"
)
_TOGETHER = re.compile(
    r"\bwith (?:my|our)\b|\band (?:i|me)\b|\bwith me\b|\bof us\b|\bbeside me\b|\bnext to me\b|\bwith us\b|\bwasn't alone\b|\bnot alone\b"
    rf"|\bmy flatmate\b|\bwe were\b|\bmy (?:two|three|four|five|whole) \w+|^(?:and |luckily )?{_WE}(?: [a-z]+)? \w+ (?:there|along|opposite|across from)\b"
)
