"""Everyday frames: what most people have, like, fear or would let a child do, and softer than a pillow.

A frame is told by a few words and read by plainer questions, which the table knows. It is tried only if a
question is not understood otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeGuard

from tui_arena.questions import wordings
from tui_arena.questions.associated_words import words_of
from tui_arena.questions.meaning import About, Above, AllOf, AnyOf, Is, Meaning, Named, Not, truth
from tui_arena.questions.measures import NUMBERS
from tui_arena.questions.reading.countries import only_ones
from tui_arena.questions.reading.phrases import Phrases, joined
from tui_arena.questions.table import Answer

Read = Callable[[str], Meaning | None]
"""Reads a plain question; None if the table has nothing like it."""

_ASK = r"(?:do|does|did|would|will|have|has|can|could|may|might|should) (?:nt )?"
_WHOSE = (
    r"(?:(?:most|almost|nearly|pretty much|all|every|each|many|lots of|a lot of|a|an|the|my|your|normal|regular"
    r"|ordinary|average|typical|other|of|every single|some) )*"
)
_WHO = (
    r"(?:people|persons?|family|families|households?|homes?|houses?|folks|everybody|everyone|kids|children|child|men|women"
    r"|man|woman|adults|grownups|villages?|towns?|city|cities|schools?|kitchens|offices|cars|students?|teenagers|girls|boys|parents|neighbors"
    r"|grandma|grandmother|grandparents|mom|dad|friends|restaurants|countries|farmers|guys|germans|americans)"
)
_OWN = re.compile(
    rf"(?:{_ASK}|(?=most|all|every|almost)){_WHOSE}{_WHO} (?:(?:usually|normally|often|all|still|really|just|actually|probably|all|typically) )*"
    r"(?:have|own|got|has|have got|possess|buy) (?:(?:their own|at least|their) )?(?:own|one|it|them|a pair|some|several|two)(?: (?:at home|at their house|of it|of them|of their own|these days|nowadays))?"
)
_EVERYWHERE = re.compile(
    r"(?:is|are|can|do|does|would) .*\b(?:in|inside|at) (?:(?:almost|nearly|pretty much|just about|basically|practically) )*"
    r"(?:every|most|all|each|any)(?: [a-z]+)? (?:home|homes|house|houses|household|households|apartment|apartments)"
)
_GLAD = re.compile(
    r"(?:would|will|are|is|do|does|might|could) (?!(?:a|an|the) (?!person|child|kid|man|woman|human)\w+ ).*\b(?:be|feel|get|are|is|made?|makes?|make) (?:\w+ ){0,2}?"
    r"(?:(happy|glad|pleased|excited|delighted|thankful|grateful)|(sad|upset|angry|mad|disappointed|annoyed|unhappy))\b"
)
_LETS = re.compile(
    r".*\b(?:let|give|hand|allow|leave|safe|ok|okay|suitable|good idea)\b.*"
    r"\b(?:year olds?|toddlers?|babies|baby|infants?|small child|small children|little kids?|kids?|child|children)\b.*"
)
_REAL = re.compile(
    r".*\b(?:seen|see|met|meet|caught|catch|found|touched|touch|photographed|filmed) (?:a |an )?real (?:one|ones|life one)\b.*"
)
_LIKE = re.compile(r"(is it (?:as |really |very |an? )?(\w+)) (?:like|as) (?:a |an |the )?\w+")
_SEVERAL = re.compile(
    r"(?:can|could|do|would) (?:more than )?(?:a few|several|a couple of|a group of|two|three|four|(?P<many>a hundred|hundred|hundreds of|many|dozens of|fifty|thirty|twelve|five|six|seven|eight|nine|ten|twenty|[5-9]|\d\d+)|[2-4]) "
    r"(?:people|persons|adults|kids|children|friends) (?:use|ride|sit|fit|drive|sleep|lie|stand|go|be)\b.*"
)
_CARRIES = re.compile(
    r"(?:can|could|does|do|would|will) it (?:carry|hold|fit|seat|take|transport) (?:more than )?(?:a few|several|a couple of|a group of|two|three|four|(?P<many>a hundred|hundred|hundreds of|many|dozens of|fifty|thirty|twelve|five|six|seven|eight|nine|ten|twenty|[5-9]|\d\d+)|[2-4]) (?:people|persons|adults|kids|children|passengers)\b.*"
)
_COUNTED = re.compile(
    r"(?:do|does|did|has|have) it (?:have|has|had|got|get)? ?(one|two|three|four|five|six|seven|eight|nine|ten|\d+) "
    r"(?:kids?|child|children|sons?|daughters?)"
)
_SAME = re.compile(
    r"(?=.*\b(?:always|all|every|everybody|everyone|everywhere|each)\b).*\bsame (date|day|size|color|shape|length|time|price|weight|taste|way|place|for)\b"
)
"""Asks whether something never differs, which hardly anything does."""
_ONLY_ONE = re.compile(
    r"(?:(?:is|are|was) (?:it|there) (?:the |just |only )*|only |just )(?:only |just )?(?:one|one of a kind|one of its kind|unique)"
    r"(?: (?:of them|of it|like it|of its kind))?(?: (?:in (?:all )?the (?:whole |entire )?world|on earth|anywhere))?"
)
_MORE_THAN_ONE = re.compile(
    r"(?:is|are) there (?:(?:many|several|lots|plenty|of) )*(?:it|more than one(?: of it)?)(?: (?:in the (?:whole )?world|around|everywhere))?"
    r"(?P<or> or (?:is there )?(?:it )?(?:only |just )?(?:the )?(?:one|one of it|a single one|only one)?(?: of it)?(?: in the (?:whole )?world)?)?"
)
_GIVEN = re.compile(r"\b(?:get|got|given|gift|present|birthday|christmas|receive)\b")
"""Words that ask whether something makes a good gift."""
_TURNED = re.compile(r"\b(?:not|nt|never|without|less|stop|lose|lost|broken|break|breaks|gone|unless|if)\b")
_BASES = {"better": "", "worse": "", "healthier": "healthy"}
_OPPOSITES = {"slow": "fast", "quiet": "loud", "safe": "dangerous", "ugly": "pretty"}
"""Qualities by their opposites, which the table asks about."""
LARGE = 7.0
"""The step of size that what holds many people is above: a car."""
MOST_BEFORE = 5
"""Most words of a comparison before `than`."""
_HAVING = {
    "hard": "wood stone rock metal steel iron diamond glass brick concrete bone nail nails",
    "soft": "pillow cotton butter feather feathers marshmallow cloud blanket wool teddy silk fur cushion",
    "loud": "drum thunder airplane train explosion siren",
    "sharp": "knife needle razor sword pin",
    "heat": "fire sun oven lava",
    "sweet": "sugar honey candy chocolate",
}
"""What everybody knows to have a quality, by the name of the property."""
_MOST = {"hot": "sun lava", "fast": "light", "hard": "diamond", "bright": "sun", "old": "time universe"}
"""What has most of a quality, by the quality: nothing is hotter than the sun."""
_GOOD = ("is it fun", "is it cute", "is it pretty", "does it make a good gift")
_BAD = ("is it dangerous", "is it scary", "is it evil")
_SHARP = ("is it dangerous", "is it sharp", "is it a weapon")


_BEGAN = {
    1897: "dracula", 1928: "mickey", 1938: "superman", 1939: "batman", 1959: "barbie", 1977: "starwars wars", 1989: "simpsons simpson",
    1996: "pokemon", 1997: "potter", 1999: "spongebob", 2009: "minecraft", 2013: "elsa frozen",
}  # fmt: skip
"""What somebody made up, by the year."""
_BEGUN = {name: year for year, names in _BEGAN.items() for name in names.split()}
_INVENTED = {
    -3500: "wheel", -3200: "writing", -1800: "alphabet", 900: "gunpowder", 1300: "gun guns cannon cannons", 1440: "press printing", 1608: "telescope telescopes",
    1712: "steam", 1825: "photography photo photos railway railways", 1880: "electricity bulb lightbulb", 1903: "flight", 1945: "atom nuclear",
}  # fmt: skip
"""What people invented, by the year."""
_BEGUN |= {name: year for year, names in _INVENTED.items() for name in names.split()}
_OLDER_THAN = re.compile(r"(?:(?:is|was) it )?(?:\w+ )?(older|newer|younger) than (?:\w+ ){0,2}?(\w+)")
_SINCE = {
    1840: "train", 1890: "camera", 1905: "phone telephone", 1910: "electricity", 1920: "car", 1930: "radio", 1935: "plane airplane fridge refrigerator",
    1960: "tv television", 1975: "microwave calculator", 1985: "walkman cd cds videogame videogames", 1990: "computer", 1998: "internet email website cellphone laptop gps satnav google playstation xbox mobile dvd netflix", 2012: "smartphone twitter facebook instagram tiktok youtube",
}  # fmt: skip
"""What somebody had who lived after a year."""
_UNTIL = {
    -5000: "cavemen caveman neanderthals", -1500: "pharaohs egyptians", -400: "greeks", 100: "romans jesus caesar", 900: "vikings",
    1400: "knights", 1500: "aztecs columbus", 1600: "shakespeare", 1720: "pirates", 1790: "mozart", 1800: "napoleon beethoven washington",
    1865: "lincoln", 1885: "cowboys", 1915: "great-grandma great-grandmother great-grandpa great-grandparents", 1943: "grandma grandmother grandpa grandfather grandparents", 1975: "mom dad mother father parents",
}  # fmt: skip
"""Who lived until about a year; grandparents as children."""
_YEARS_SINCE = {name: year for year, names in _SINCE.items() for name in names.split()}
_YEARS_UNTIL = {name: year for year, names in _UNTIL.items() for name in names.split()}
_ELDERS = frozenset(
    "grandma grandmother grandpa grandfather grandparents mom dad mother father parents".split()
)
_REAL_NAME = re.compile(r"(?:is|was) (?:\w+ ){1,4}(?:real|birth|actual|true|proper) name")
_TRADE = re.compile(
    r"(?:is|was) (?:the )?(\w+(?: \w+)?) (?:his|her|their|its|it) (?:main |big |whole )?(?:profession|job|trade|business|thing|field|line of work|living|occupation|career|game)"
)
_TONGUE = re.compile(
    r"(?:is|was) (?:(?:his|her|their|its|it) native language (\w+)|(\w+) (?:his|her|their|its|it) native language)"
)
_LIVED_BY = re.compile(
    r"(?:did|was|were) it (die|dead|live|alive|born|around) (before|after) (?:there were |people had |we had |the |any |invention of )*(\w+)(?: press| engines?| power)?"
    r"(?: (?:were|was|existed|came|got) ?(?:invented|around|along|a thing)?)?"
)
_EXISTED_BY = re.compile(
    r"(?:did|was|were|is|has) it (?:been )?(?:exist|existed|invented|made|around|there|discovered|come|came) (before|after) (?:there was |there were |people had |we had |the |any |invention of |first )*(\w+)(?: press| engines?| power)?"
    r"(?: (?:were|was|existed|came|got) ?(?:invented|around|along|a thing)?)?"
)
_HAD = re.compile(
    r"(?:did|could|had|has|have) it (?:ever |live to )?(?:have|own|use|drive|watch|see|fly in|go on|know|play|listen to|post on|write on|type on|call on|talk on|pay with|fly on|ride in|travel by|sleep with)(?: a| an| the| his| her)?(?: own)? (\w+)"
    r"(?: at home| with it| in it house| of it own| at school| at work| to find it way)?"
)
_KNEW = re.compile(
    r"(?:did|could|would|might|was it famous|was it known|was it alive|was it around) (?:when )?(?:the |my |your |old )*(great )?(grandma|grandmother|grandpa|grandfather|grandparents|grandad)"
    r"(?: (?:already |still |ever )?(?:have )?(?:know|known|heard|hear|listen|listened|watch|watched|see|seen|love|loved|like|liked|read)(?: of| to| about)? (?:it|this lady|this man|this guy|this woman|this person))?"
    r"(?P<young> as .*| when .*| was .*| were .*| growing up)?"
)
_HAD_IT = re.compile(
    r"(?:did|could|would|might) (?:the |my |your |old |ancient )*(great )?(\w+?) (?:already |still |ever )?"
    r"(?:have|own|use|know|eat|drink|play|wear|build|drive|ride|make|write with)(?: about)? (?:it|one|them)(?P<young> as .*| when .*)?"
)


_SPEED = re.compile(
    r"(?:is|can|could|does|would|will) it (?:\w+ ){0,2}?(?:(faster|quicker|slower) than|outrun|beat) (?:a |an |the |my |most |an average |a normal )*"
    r"(\w+(?: \w+)?)(?: in a race)?"
)
_OUTRUN = re.compile(
    r"(?:can|could|would|will) (?:you|i|we|people|most people|humans|a person|a human|my dad|a kid) (?:\w+ )?outrun it\b.*"
)
_PACES = {
    "a toddler": "toddler walking walk snail turtle tortoise sloth slug baby grandma granny walker pedestrian worm",
    "me": "me person human humans you man people bike bicycle cyclist skateboard scooter usain bolt runner running child kid athlete us dad jogging",
    "a car": "car cars",
    "a plane": "plane airplane jet rocket cheetah ferrari train bullet sound light lightning racecar wind",
}
"""What is about as fast, by the thing that everyday questions name."""
_PACE_OF = {name: pace for pace, names in _PACES.items() for name in names.split()}
_ROOM = re.compile(
    r"(?:is|would) there (?:be )?(?:enough )?(?:room|space) (?:in it |on it |inside )?for (?:more than one|several|a few|a whole family|lots of|many|two|three|four|five|six|[2-9]).*"
)
_PACK = re.compile(
    r"(?:can|could|would|will|do|does) (?:you|i|we|one|people|someone|it) (?:easily |just |really )?(?:put|get|shove|stuff|squeeze|cram|pack|carry|slip|take|hide|keep|go|fit) "
    r"(?:it )?(?:away )?(?:in|into|inside) ((?:a |an |my |your |the )?(?:back |school |hand |jeans |trouser |coat |carry on )?(?:bag|backpack|rucksack|handbag|purse|pocket|suitcase|shoebox|shoe box|wallet|lunchbox|envelope|letterbox|mailbox))(?: and .*)?"
)
_NUMBERED = re.compile(
    r"(?:(?:does|do|did|has|have|are|is|were) (?:it|there) (?:have |has |had |got |get )*)?(?:like |about |exactly )?"
    r"(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+) (\w+)(?: (?:on|in|to) it)?"
)
_GENERIC = re.compile(
    rf"{_ASK}(?:a|an|my|your|most|some|the|old|young|normal|many|any|every|average|regular| )*"
    r"(?:grandma|grandpa|grandmother|grandfather|grandparents|granny|mom|dad|mother|father|sister|brother|aunt|uncle|family|families|neighbor|neighbors|friend|friends|parents|person|adults?|grownups?|(?<=old )(?:lady|man|woman|men|women|folk|people)) "
    r"(use|have|own|need|buy|eat|drink|wear|ride|drive|play with|play|read|watch) (?:it|one|them)(?P<how>(?: (?!as\b|when\b|than\b|or\b|if\b|before\b|after\b)\w+){0,4})"
)


_SOMETHING = re.compile(
    r"is it (?:like )?(?:something|a thing|(?:the |a )?(?:sort|kind|type) of thing|one of those things) (?:that |which )?"
    r"(?P<who>(?!you |we |i |people |one |it |is |would |can |could )(?:\w+ ){0,2}?\w+) (?P<aux>(?:would|could|can|might|will|do|does|did) )?(?:usually |mostly |mainly |often )?"
    r"(?P<does>use|have|own|need|buy|eat|drink|wear|ride|drive|play with|play|like|love|want|know|see|watch|read|get|carry|keep)(?P<how>(?: \w+)*)"
)

_CLUB = re.compile(
    r"(?:did|does|do|has|is|was) it (?:ever )?(?:play|played|playing|race|raced|drive|driven|work|worked|coach|coached|manage|managed) (?:soccer |football |basketball )?for (?:the )?(\w+(?: \w+)?)"
)
_MARRIED_TO = re.compile(
    r"(?:is|was|did|has|does) it (?:ever |been |once |get |got )*(?:married to|marry|wed|the wife of|the husband of|wife of|husband of) (?!(?:a|an|more|someone|somebody|anyone|anybody|his|her|young|twice|again|the)\b)((?:\w+ ?){1,4})"
)


def _paced(text: str, read: Read) -> Meaning | None:
    """`is it faster than a toddler`, `could you outrun it`."""
    if _OUTRUN.fullmatch(text):
        faster = read("is it faster than me")
        return None if faster is None else Not(faster)
    speed = _SPEED.fullmatch(text)
    pace = _PACE_OF.get(speed[2].split()[-1]) if speed is not None else None
    faster = read(f"is it faster than {pace}") if pace is not None else None
    return Not(faster) if faster is not None and speed is not None and speed[1] == "slower" else faster


_BEFORE_TWO = re.compile(
    r"\bbefore (?:there were |there was |in it was |in it were |they had |people had |the |any |all )*(\w+)(?: (?:and|or) (?:the |any )?(\w+))?$"
)


def _earliest(text: str) -> str:
    """A text that names the earliest of two things alone: `before there was tv and cars` is before cars."""
    two = _BEFORE_TWO.search(text)
    names = [name for name in two.groups() if name] if two is not None else []
    years = {name: _YEARS_SINCE.get(name) or _YEARS_SINCE.get(name.removesuffix("s"), 0) for name in names}
    if two is None or not all(years.values()):
        return text
    return f"{text[: two.start()]}before {min(names, key=years.__getitem__)}"


def _packed(text: str, read: Read) -> Meaning | None:
    """`could you stuff it in a bag`, `is there room for three people`, `does it have 88 keys`."""
    pack = _PACK.fullmatch(text)
    if pack is not None:
        return read("does it fit in a pocket" if pack[1].endswith("pocket") else f"does it fit in {pack[1]}")
    if _ROOM.fullmatch(text):
        return read("can more than one person use it at the same time")
    generic = _GENERIC.fullmatch(text)
    if generic is not None:
        said = f"do people {generic[1]} it{generic['how']}"
        return read("does nearly everybody have one" if said == "do people have it" else said)
    many = _NUMBERED.fullmatch(text)
    if many is None or many[2] in ("years", "people", "letters", "words", "dollars", "kids", "children"):
        return None
    known = read(f"does it have {many[2]}")
    number = next((word for word, value in NUMBERS.items() if str(value) == many[1]), many[1])
    counted = About((f"{number} {many[2]}",))
    return None if known is None else AnyOf((counted, AllOf((known, replace(counted, partly=True)))))


def everyday(words: list[str], phrases: Phrases, read: Read) -> Meaning | None:
    """The meaning of an everyday frame; None for any other question."""
    said = [word for word in words if word != ","]
    text = " ".join(said)
    some = _SOMETHING.fullmatch(text)
    if some is not None:
        return read(f"{(some['aux'] or 'do').strip()} {some['who']} {some['does']} it{some['how']}")
    found = _paced(text, read) or _traded(_earliest(text), phrases, read) or _dated(text, phrases, read)
    if found is not None or "than" in said:
        return found or _more_than(said, phrases) or _likened(text, phrases, read)
    found = _one_or_the_same(text, phrases) or _packed(text, read) or _likened(text, phrases, read)
    if found is not None:
        return found
    if _OWN.fullmatch(text) or _EVERYWHERE.fullmatch(text):
        return read("does nearly everybody have one")
    if _REAL.fullmatch(text):
        imaginary = read("is it imaginary")
        return None if imaginary is None else Not(imaginary)
    return None if _TURNED.search(text) else _felt(text, read)


def _one_or_the_same(text: str, phrases: Phrases) -> Meaning | None:
    """`is there only one in the world`, `is it always the same size`."""
    same = _SAME.match(text)
    if same is not None:
        return About((f"same {same[1]}",))
    several = _MORE_THAN_ONE.fullmatch(text) is not None
    if phrases.people or not (several or _ONLY_ONE.fullmatch(text)):
        return None
    proper = only_ones(phrases)
    only = Named(proper, "the only one")
    return Not(only) if several else only


def _felt(text: str, read: Read) -> Meaning | None:
    """What makes glad or sad, and what one would let a child have."""
    glad = _GLAD.match(text)
    if glad is not None and glad[2] and not _GIVEN.search(text):
        fears = [meaning for bad in _BAD if (meaning := read(bad))]
        return AnyOf((*fears, AllOf((About((glad[2],)),)))) if fears else None
    if glad is not None:
        nice = _but_not(_GOOD, _BAD, read)
        return Not(nice) if nice is not None and glad[2] else nice
    return _but_not(("is it for children",), _SHARP, read) if _LETS.fullmatch(text) else None


def _likened(text: str, phrases: Phrases, read: Read) -> Meaning | None:
    """`is it hot like the sun`, of which the quality is asked; and a number of people or children."""
    like = _LIKE.fullmatch(text)
    if like is not None and like[2] not in ("a", "an", "something", "anything"):
        return read(like[1])
    several = _SEVERAL.fullmatch(text) or _CARRIES.fullmatch(text)
    if several is not None and several["many"]:
        many_go = read("do lots of people go on it")
        many_fit = "size" in phrases.knowledge.scales and Above("size", LARGE, "for many people")
        return AllOf((many_go, many_fit)) if many_go is not None and many_fit else None
    if several is not None:
        return read("can more than one person use it at the same time")
    many = _COUNTED.fullmatch(text)
    children = read("does it have children") if many is not None else None
    if many is None or children is None:
        return None
    return AllOf((children, About((f"{many[1]} kids",), partly=True)))


def _traded(text: str, phrases: Phrases, read: Read) -> Meaning | None:
    """`is music her profession`, and `did he die before cars`."""
    tongue = _TONGUE.fullmatch(text)
    if tongue is not None:
        return read(f"did he speak {tongue[1] or tongue[2]}")
    trade = _TRADE.fullmatch(text)
    if trade is not None:
        return read(f"is it known for {trade[1]}")
    lived = _LIVED_BY.fullmatch(text)
    since = lived and (
        _YEARS_SINCE.get(lived[3]) or _YEARS_SINCE.get(lived[3].removesuffix("s")) or _BEGUN.get(lived[3])
    )
    if lived is None or not since or "died" not in phrases.knowledge.scales:
        return None
    verb = {"die": "did he die", "dead": "did he die", "born": "was he born"}.get(lived[1], "did he live")
    return read(f"{verb} {lived[2]} {since}")


def _with_whom(text: str, phrases: Phrases, read: Read) -> Meaning | None:
    """`did he play for Liverpool`, `was she married to Henry`: what is told of nobody else is a no."""
    whom = _CLUB.fullmatch(text) or _MARRIED_TO.fullmatch(text)
    if whom is None or "born" not in phrases.knowledge.scales or read(text) is not None:
        return None
    words = words_of(phrases.knowledge)
    told = [word for word in whom[1].split() if word not in wordings.SMALL]
    named = told and (words.of(" ".join(told)) or all(map(words.of, told)))
    return joined(AllOf, [About((word,)) for word in told]) if named else None


def _existed(text: str, phrases: Phrases) -> Meaning | None:
    """`did it exist before guns`."""
    existed = _EXISTED_BY.fullmatch(text)
    year = existed and (_BEGUN.get(existed[2]) or _YEARS_SINCE.get(existed[2].removesuffix("s")))
    if existed is None or not year or "since" not in phrases.knowledge.scales:
        return None
    newer = Above("since", float(year), text)
    return Not(newer) if existed[1] == "before" else newer


def _dated(text: str, phrases: Phrases, read: Read) -> Meaning | None:
    """`did he have a phone` of somebody, and `did knights have it` of a thing."""
    older = _OLDER_THAN.fullmatch(text)
    year = _BEGUN.get(older[2]) if older is not None else None
    scale = next((name for name in ("born", "since") if name in phrases.knowledge.scales), "")
    if older is not None and year is not None and scale:
        newer = Above(scale, float(year), text.removeprefix("is it "))
        return Not(newer) if older[1] == "older" else newer
    had = _HAD.fullmatch(text)
    if had is not None and had[1] in _YEARS_SINCE and "died" in phrases.knowledge.scales:
        return read(f"did he live after {_YEARS_SINCE[had[1]]}")
    if _REAL_NAME.fullmatch(text):
        return read("is that his real name")
    knew = _KNEW.fullmatch(text)
    if knew is not None and "born" in phrases.knowledge.scales and "died" in phrases.knowledge.scales:
        year = 1970 - (35 if knew["young"] else 0) - (35 if knew[1] else 0)
        return Not(Above("born", float(year), f"born too late for {knew[2]}"))
    had = _HAD_IT.fullmatch(text)
    if had is not None and "since" in phrases.knowledge.scales:
        who = f"great-{had[2]}" if had[1] else had[2]
        if who in _YEARS_UNTIL and (had[1] or had["young"] or who not in _ELDERS):
            return Not(Above("since", float(_YEARS_UNTIL[who]), f"newer than {who}"))
    return _with_whom(text, phrases, read) or _existed(text, phrases)


def _more_than(words: list[str], phrases: Phrases) -> Meaning | None:
    """`is it softer than a pillow`; open if both have the quality, or neither."""
    at = words.index("than")
    if not at or at > MOST_BEFORE or "not" in words[:at] or "nt" in words[:at]:
        return None
    more = words[at - 1]
    quality = (
        more
        if words[at - 2 : at - 1] == ["more"]
        else _BASES.get(more) or next(iter(_bases_of(more, phrases)), "")
    )
    if words[-1] in _MOST.get(quality, "").split():
        return Named((), " ".join(words[at - 1 :]))
    opposite = _OPPOSITES.get(quality)
    known = phrases.lookup("@is", (opposite or quality,)) if quality else None
    other = phrases.named(words[at + 1 :])
    if not _is_quality(known):
        return None
    if words[-1] in " ".join(_HAVING.get(name, "") for name in _names_in(known)).split():
        has: Answer = "yes"
    elif len(other) == 1:
        has = truth(known, phrases.knowledge, other[0])
    else:
        return None
    if has not in ("yes", "no"):
        return None
    more_of = Not(known) if opposite else known
    open_ = About((words[-1],), partly=True)
    return AnyOf((more_of, open_)) if (has == "yes") is bool(opposite) else AllOf((more_of, open_))


def _bases_of(more: str, phrases: Phrases) -> list[str]:
    """The plain forms of a comparative that the table knows."""
    root = more.removesuffix("er")
    forms = (root, f"{root}e", root[:-1], f"{root[:-1]}y") if root != more and len(root) > 2 else ()
    return [form for form in forms if _is_quality(phrases.lookup("@is", (form,))) or form in _OPPOSITES]


def _is_quality(meaning: Meaning | None) -> TypeGuard[Is | AnyOf]:
    """Whether a meaning is a property, or any of several."""
    return isinstance(meaning, Is) or (
        isinstance(meaning, AnyOf) and all(isinstance(part, Is) for part in meaning.of)
    )


def _names_in(meaning: Is | AnyOf) -> list[str]:
    """The properties of a quality."""
    parts = meaning.of if isinstance(meaning, AnyOf) else (meaning,)
    return [part.question for part in parts if isinstance(part, Is)]


def _but_not(good: tuple[str, ...], bad: tuple[str, ...], read: Read) -> Meaning | None:
    """Any of the good, and none of the bad."""
    likes = [meaning for text in good if (meaning := read(text))]
    fears = [meaning for text in bad if (meaning := read(text))]
    if not likes or not fears:
        return None
    return AllOf((joined(AnyOf, likes), Not(joined(AnyOf, fears))))
