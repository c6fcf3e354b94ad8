"""Credibility cues: signs in an answer that its speaker was there, or was not.

The signs are detail, hedging and evasion, as in studies of statements such as criteria-based content analysis
and reality monitoring. Each sign comes with the words it was found in, so that a judge can give reasons. The
lists are spoken English in general, and take nothing from a deck's cards.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from tui_arena.games.bluffing.bot.cards import folded

NUMBER_WORDS = frozenset(
    """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
    dozen""".split()
)
_MANY = "|".join(sorted(NUMBER_WORDS))


def _any(text: str) -> str:
    """A pattern of alternatives, from a text with ` / ` between them."""
    return "|".join(part.strip() for part in re.split(r"\s/\s", text))


def _whole(text: str) -> str:
    """A pattern of alternatives that match as whole words."""
    return rf"\b(?:{_any(text)})\b"


_DATES = _any(
    r"""monday / tuesday / wednesday / thursday / friday / saturday / sunday / january / february / april / june / july
    / august / september / october / november / december / birthday / christmas / easter / whitsun / new year"""
)
KIN = _any(
    r"""mother / father / mum / mom / dad / brother / sister / uncle / aunt / cousin / wife / husband / son / daughter
    / grandmother / grandfather / grandma / grandpa / gran / nan / granddad / niece / nephew / boss / neighbour
    / neighbor / teacher / friend / mate / colleague / flatmate / landlady / landlord / dog / cat / doctor / coach
    / partner / girlfriend / boyfriend"""
)
_ROOMS = _any(
    r"""kitchen / bathroom / bedroom / cellar / attic / garage / garden / shed / barn / yard / stairs / balcony / roof
    / car park / car / bus / tram / train / platform / station / airport / ferry / harbour / beach / pool / campsite
    / church / school / gym / library / hospital / office / bakery / market / pub / cafe / restaurant / supermarket
    / corridor / lift / square / bridge / field / pond / lake / sofa / floor / table"""
)
_SENSES = _any(
    r"""smel\w+ / stank / stink\w* / reek\w* / tast\w+ / sticky / wet / soaked / soaking / cold / freezing / frozen
    / hot / boiling / burn\w* / red / blue / green / yellow / white / black / grey / gray / brown / orange / pink
    / purple / turquoise / silver / golden / striped / wooden / plastic / rusty / broken / cracked / torn / sweet
    / salty / bitter / sour / mud\w* / rain\w* / snow\w* / ice / icy / fog / foggy / smoke / smoky / dust\w* / sand
    / blood / sweat\w* / shak\w+ / trembl\w+ / humm\w+ / creak\w* / crunch\w* / squeak\w* / bang\w* / scream\w*
    / whisper\w* / laugh\w* / cried / crying / giggl\w+ / swor\w+ / bruis\w+ / blister\w* / rubber / leather
    / velvet / glass / metal / paint\w* / soap / petrol / diesel / onion\w* / garlic / cabbage / cheese / bread
    / soup / tea / coffee / beer / jam / egg\w* / butter"""
)
_DEEDS = _any(
    r"""was / were / had / got / went / took / came / saw / said / told / gave / made / ran / fell / sat / stood / kept
    / left / bought / paid / ate / drank / slept / wrote / drove / rode / flew / threw / held / lost / won / found
    / heard / felt / put / cut / hit / rang / sang / swam / tore / broke / woke / brought / caught / taught / \w{3,}ed"""
)

PATTERNS: Mapping[str, str] = {
    # signs of somebody who was there
    "number": rf"\d+(?:[.,:/]\d+)*|\b(?:{_MANY})(?:[- ](?:and )?(?:{_MANY}))*\b(?!\s+(?:or|thing|of all))",
    "date": rf"\b(?:{_DATES}|(?:19|20)\d\d)s?\b",
    "kin": rf"\b(?:my|our|his|her)\s+(?:\w+\s+){{0,2}}(?:{KIN})\b|\b(?:mr|mrs|ms|miss|dr|doctor|auntie?|uncle)\s+\w+",
    "sense": rf"\b(?:{_SENSES})\b",
    "spot": r"\b(?:"
    + _any(
        r"""behind / under / underneath / beside / next to / opposite / between / outside / in front of / on top of
        / on the corner of / just off / near / at the foot of / at the back of"""
    )
    + rf")\s+(?:the|a|an|my|our|his|her|some\w+'s)\b|\b(?:in|on|at) (?:the|a|my|our|his|her|their) (?:[\w'-]+ ){{0,2}}(?:{_ROOMS})\b",
    "mishap": _whole(
        r"""by mistake / forgot\w* / wrong (?:way|one|shoes?|bus|train) / spil\w+ / dropped / tripped / slipped
        / missed / broke / stuck / lost my / ran out"""
    ),
    "likeness": r"\b(?:like an?|the size of|as \w+ as an?|(?:sounded|looked|smelt|smelled|felt|tasted) like)\b",
    "speech": r"\b(?:said|told me|asked me|shouted|called me|whispered)\b|[\"“”]",
    # signs of somebody who was not
    "hedge": _whole(
        r"""i (?:think|guess|suppose|believe|imagine|reckon|assume|expect|presume|gather) / i take it(?=[.,?!]|$)
        / i'?d (?:say|guess|have to) / i would say / i mean(?=,) / let'?s say / maybe / perhaps / probably
        / possibly / presumably / apparently / sort of / kind of / more or less / roughly / something like / or so
        / or something / give or take / must have / might have / may have / could have been / would have been
        / as far as i / if i (?:remember|recall) / not (?:sure|certain) / no idea
        / can'?t (?:remember|recall|say|tell|quite) / don'?t (?:remember|recall|know)
        / hard to (?:say|tell|put) / somehow / in a (?:sense|way) / it depends / depends / ish / -ish / dunno / idk
        / in some form / as such"""
    ),
    "vague": _whole(
        r"""some / something / somewhere / someone / somebody / stuff / things? / whatever / whichever / various / several
        / all (?:kinds|sorts) / loads / lots / plenty / a lot / a few / a number of / a couple / many / different ones
        / the usual / usual / usually / normal / normally / typical / typically / ordinary / general / generally
        / basically / mostly / mainly / in the end / and so on / et cetera / etc / here and there / now and then
        / these / those / such / quite / rather / fairly / pretty / a bit / kinda / anyway / at some point
        / one of (?:the|those|these) / back then / in those days / a while / a long time / ages"""
    ),
    "either": r"\bor\b|^(?:well|oh|ah|um+|er+|hm+)\b|\b(?:"
    + _any(
        r"""no,? wait / wait, / hang on[,.] / hold on[,.] / then again / let me (?:think|see|work) / or rather
        / that is to say / well,? actually / on the other hand"""
    )
    + ")",
    "general": _whole(
        r"""you know / you see / you (?:just|get|can|do|don'?t|have|need|look|never|always|learn) / you'?d / if you
        / as you / people (?:always|often|usually|just|say|do|think|have|are|get|don) / everyone / everybody
        / nobody (?:really|ever|pays) / anyone / anybody / one (?:does|has|is|gets|takes|can|never|doesn)
        / always / of course / obviously / naturally / as (?:usual|always|expected) / they say / after all
        / that'?s (?:how|what|just|the|why|where) / that is (?:how|what|just|the)
        / it'?s (?:just|all|always|like|more|about) / it is (?:just|all|always|what)
        / there(?:'s| is| are) (?:always|no|plenty|so many|such) / isn'?t it / don'?t (?:they|you|we)
        / aren'?t they"""
    ),
    "dodge": r"\?|"
    + _whole(
        r"""why do you / does it matter / doesn'?t matter / not the point
        / never (?:really )?(?:counted|looked|asked|paid|noticed|thought)
        / didn'?t (?:really )?(?:notice|count|look|ask|pay) / ask (?:my|him|her|them|anyone) / so long ago
        / long time ago / years ago now / it was (?:all )?(?:a blur|so fast) / hardly
        / i was (?:too )?(?:busy|young|little) / good question / not important / details / private / personal
        / no comment / don'?t want to / next question"""
    ),
    "vow": _whole(
        r"""honestly / to be honest / believe me / trust me / i swear / truly / really / very / definitely / absolutely
        / totally / genuinely / lovely / amazing / wonderful / great / nice / beautiful / incredible / unforgettable
        / special / for sure / hundred percent / 100 percent / promise"""
    ),
}
GOOD = ("number", "name", "date", "kin", "sense", "spot", "mishap", "likeness", "speech", "deed", "fits")
BAD = ("hedge", "vague", "either", "general", "dodge", "vow", "short", "long", "evades")
_COMPILED = {kind: re.compile(pattern) for kind, pattern in PATTERNS.items()}
_PLACED = re.compile(
    r"\b(?:in|on|at|near|by|above|below|inside|outside|between|behind|under|beside) (?:the|an?|my|our|his|her) "
)
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”")
"""Quoted speech: a question in it isn't asked by the speaker."""
_DEED = re.compile(rf"\b(?:i|we|he|she|they|it) (?:\w+ly )?(?:{_DEEDS})\b")
_PERSON = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:[a-z]+ )?(?:{KIN}) ([A-Z][a-zà-öø-ÿ]+)"
    r"|\b((?:Mr|Mrs|Ms|Dr|Miss|Aunt|Uncle) [A-Z][a-zà-öø-ÿ]+)"
    r"|\b([A-Z][a-zà-öø-ÿ]+), (?:my|our|his|her|who) "
)
_NAME = re.compile(
    r"(?<!said, )(?<!say, )(?<!says, )(?<![.!?\"“:] )(?<!^)(?<![\"“])\b([A-Z][a-zà-öø-ÿ]+(?:[ -][A-Z][a-zà-öø-ÿ]+)*)"
)
_NO_NAMES = frozenset(
    "I Mr Mrs Ms Miss OK TV Oh Well Yes No May March Go English French German Dutch Danish Italian Spanish "
    "Swedish Norwegian Finnish Polish Greek Turkish Irish Scottish Welsh British American Swiss Austrian Belgian".split()
)


@lru_cache(maxsize=8192)
def signs_in(answer: str) -> Mapping[str, tuple[str, ...]]:
    """The words in which each kind of sign was found, in order; kinds that weren't found are left out."""
    text = folded(answer.replace("’", "'"))[:2000]
    found = {
        kind: tuple(dict.fromkeys(m[0].strip() for m in at.finditer(text))) for kind, at in _COMPILED.items()
    }
    found["dodge"] = tuple(m[0] for m in _COMPILED["dodge"].finditer(_QUOTED.sub(" ", text)))
    found["name"] = names_in(answer)
    found["deed"] = tuple(m[0] for m in _DEED.finditer(text))
    return {kind: words for kind, words in found.items() if words}


@lru_cache(maxsize=8192)
def names_in(text: str) -> tuple[str, ...]:
    """Names of people and places in a text, found by their capitals; days, months and feasts are left out."""
    found = (m[1] for m in _NAME.finditer(text[:2000]))
    date = _COMPILED["date"]
    return tuple(dict.fromkeys(n for n in found if n not in _NO_NAMES and not date.fullmatch(folded(n))))


def people_in(text: str) -> frozenset[str]:
    """The names in a text that are said to be people."""
    return frozenset(name for found in _PERSON.findall(text[:2000]) for name in found if name)


def is_placed(answer: str) -> bool:
    """Whether an answer says where something was, even without naming the place."""
    return _PLACED.search(folded(answer)) is not None
