"""The facts that an answer states about the story: ages, times, durations, places, names, numbers, company.

A fact belongs to a slot that can hold only one value, so that two answers can be compared. What is said of
another occasion (`since 1998`, `the year after`) fills no slot: a fact that is missed does less harm than one
that is made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tui_arena.core.text import one_line
from tui_arena.games.bluffing.bot.cards import folded, kind_of, root, roots, yes_or_no
from tui_arena.games.bluffing.bot.cues import KIN, names_in
from tui_arena.games.bluffing.bot.facets import NO, PATTERNS, YES, counts, present
from tui_arena.games.bluffing.bot.scenes import (
    COLD_MONTHS,
    FROST,
    HEAT,
    WARM_MONTHS,
    first_setting,
    floors_in,
    sets_scene,
    settings_in,
)

READ = 2000
"""Characters of a text that are read."""
QUOTE = 48
"""The longest quotation, in characters."""
_WHOLE = 34
"""A clause of at most so many characters is quoted whole."""

_UNITS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES: Mapping[str, int] = {
    **{word: n for n, word in enumerate(_UNITS)},
    **{word: 10 * n for n, word in enumerate(_TENS, 2)},
    "dozen": 12,
    "hundred": 100,
    "thousand": 1000,
}
_WORD = "|".join(sorted(_VALUES, key=len, reverse=True))
NUMBER = rf"(?:\d+(?:[.,]\d+)?|(?:(?:half a|a) )?(?:{_WORD})(?:(?: and |[ -])(?:{_WORD})){{0,5}})"
"""A number in figures or words, in folded text."""
_NUMBERS = re.compile(rf"\b{NUMBER}\b")
_SOFT = (
    r"(?:about|around|roughly|maybe|perhaps|probably|nearly|almost|some|like|say|circa|over|under|at least|"
    r"not quite|just under|just over|more than|less than|up to|approximately|i think|i guess)"
)
_ADVERB = r"(?:(?:only|just|still|barely|already|exactly|all of|a|an|turning) )"
_LATER = re.compile(
    r"\b(?:since|until|till|later|afterwards|ever|every|each|always|usually|now|nowadays|today|again|next|"
    r"following|another|other|these days|by then|born|died|before that|the year before|back then we|sometimes|"
    r"would|will|if)\b"
)
_EVENT = re.compile(
    r"\b(?:that|it|this) (?:was|happened|must have been|would have been)\b|\bhappened\b|\bback in\b"
)
_MONTHS = """january february march april may june july august september october november december""".split()
_SEASONS: Mapping[str, frozenset[int]] = {
    **{name: frozenset({n}) for n, name in enumerate(_MONTHS, 1)},
    "summer": frozenset({6, 7, 8, 9}),
    "midsummer": frozenset({6, 7}),
    "winter": frozenset({11, 12, 1, 2, 3}),
    "midwinter": frozenset({12, 1}),
    "spring": frozenset({2, 3, 4, 5, 6}),
    "autumn": frozenset({8, 9, 10, 11, 12}),
    "christmas": frozenset({12}),
    "boxing day": frozenset({12}),
    "easter": frozenset({3, 4}),
    "new year": frozenset({12, 1}),
    "halloween": frozenset({10}),
}
_SEASON = re.compile(
    r"\b(?:in|on|of|last|one|early|late|mid|that|a|the|was|during|over|at|mid-|first|for|by|through|deep) ?(?:(?:dark|deep|hot|cold|late|early|bright|mild|middle of|week before) )?"
    r"((?:"
    + "|".join(sorted(_SEASONS, key=len, reverse=True))
    + r"))\b(?! (?:gloves|coat|clothes|jacket|term|tyres|market|tree|pudding|card|song|dress|shoes|school|holiday job))"
)
_MONTH_YEAR = re.compile(
    rf"\b(?:{'|'.join((*_MONTHS, 'summer', 'winter', 'spring', 'autumn'))}),? (?:of )?(?:19|20)\d\d\b"
)
_WEEKDAY = re.compile(r"\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b(?!s)")
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b(?!s)")
_DECADE = re.compile(r"\b(?:(19|20)?(\d)0'?s|(sixties|seventies|eighties|nineties|noughties))\b")
_DECADES = {"sixties": 1960, "seventies": 1970, "eighties": 1980, "nineties": 1990, "noughties": 2000}
_MINUTES: Mapping[str, float] = {
    "second": 1 / 60, "minute": 1, "min": 1, "hour": 60, "day": 1440, "night": 1440, "week": 10080, "weekend": 2880,
    "fortnight": 20160, "month": 43800, "year": 525600, "summer": 130000, "winter": 130000,
}  # fmt: skip
_SPAN = re.compile(
    rf"(?P<soft>{_SOFT} )?(?P<many>{NUMBER}|an?|half an?|a few|a couple of|several|the one|one whole|the whole|all) "
    rf"(?:good |whole |full |long |solid |or so )?(?P<unit>seconds?|minutes?|mins?|hours?|days?|nights?|weeks?|weekends?|"
    r"fortnights?|months?|years?|summer|winter)\b"
)
_LASTED = re.compile(
    r"\b(?:took|lasted|went on for|the whole thing|altogether|(?:it|that) was (?:only|just|about|over|barely|all of)|from start to finish|all in all|over in|done in|"
    r"over within|stayed (?:for|there)|was there for|were there for|was over)\b"
)
_MONEY = re.compile(
    rf"[£$€] ?(\d+(?:[.,]\d+)?)|(?P<soft>{_SOFT} )?({NUMBER}) ?(?:euros?|pounds?|quid|dollars?|francs?|crowns?|kronor|yen|rupees?|pence|cents?|zloty|bucks)\b"
)
_COST = re.compile(r"\b(?:cost|paid|pay|price|charged|spent|worth|bill)\b")
_AGE = re.compile(
    rf"\b(?:i was|i were|when i was|we were(?: all)?|i'd just turned|i had just turned|i turned|i'd turned|at the age of|i must have been|i would have been|i'd have been)"
    rf" (?P<soft>{_SOFT} )?{_ADVERB}?(?:{_SOFT} )?(?P<age>{NUMBER})\b(?P<of>(?: years?)? ?old\b)?(?P<after> ?[a-z%]+)?"
)
_NOT_AGE = re.compile(
    r" ?(?:minutes?|hours?|days?|weeks?|months?|metres?|meters?|kilometres?|km|cm|m|miles?|feet|foot|seconds?|times|"
    r"kilos?|degrees|percent|%|of|steps?|points?|euros?|pounds?|people|years|inches|floors?|streets?|stops?|pages?|thousand)$"
)
_STAGES: tuple[tuple[str, int, int], ...] = (
    (r"i was (?:just |only |still )?(?:a )?(?:little|small|tiny|young) ?(?:child|kid|girl|boy)?\b|as a (?:small |little )?(?:child|kid|boy|girl)\b|i was (?:just |only |still )?a (?:kid|child)\b|in primary school|at primary school|i was at nursery|in kindergarten|at kindergarten", 2, 13),
    (r"as a teenager|i was a teenager|in my teens|i was in my teens", 12, 20),
    (r"i was (?:still )?a student|at university|in my student days", 16, 40),
    (r"i was in my twenties|in my (?:early |late |mid )?twenties", 20, 29),
    (r"in my (?:early |late |mid )?thirties", 30, 39),
    (r"in my (?:early |late |mid )?forties", 40, 49),
    (r"in my (?:early |late |mid )?fifties", 50, 59),
    (r"i was (?:already |just |newly )?retired|after i retired|as a pensioner", 50, 110),
    (r"i was (?:already )?(?:a )?grown[- ]?(?:up|man|woman)\b|i was an adult|as an adult", 18, 110),
)  # fmt: skip
_STAGE = tuple((re.compile(rf"\b(?:{text})"), low, high) for text, low, high in _STAGES)
_CLOCK = re.compile(
    rf"\b(?:at |past |to )(?P<hour>\d{{1,2}}|{'|'.join(_UNITS[1:13])})(?:[:.]\d\d)?(?: o'?clock)? ?(?P<half>in the morning|in the afternoon|in the evening|at night|am|pm)\b"
)
_PARTS = ("morning", "midday", "afternoon", "evening", "night")
_PART = re.compile(
    r"\b(?:(?:in the|one|that|early|late|late in the|early in the|was|the next|at|around|about|monday|tuesday|wednesday|thursday|friday|saturday|sunday|the whole|the middle of the|was already) )"
    r"(morning|midday|noon|lunchtime|afternoon|evening|night|midnight|dawn|breakfast)\b"
)
_PART_OF = {
    "noon": "midday",
    "lunchtime": "midday",
    "midnight": "night",
    "dawn": "morning",
    "breakfast": "morning",
}
_COUNTED = re.compile(
    rf"\b(?P<soft>{_SOFT} )?(?P<many>{NUMBER}) (?:[a-z]+ )?(?P<what>[a-z]{{3,}}s|people|children|men|women|sheep|fish|mice|geese)\b"
)
_MEASURES = frozenset(
    """years months weeks days nights hours minutes mins seconds metres meters kilometres kilometers miles euros pounds dollars
    times people hundreds thousands past points steps degrees percent others ones francs crowns centimetres inches
    kilos grams stitches inches cents pence quid bucks stops was has his this its yes bus us less plus does is as
    weekends summers winters floors storeys doors houses streets pages friends rows lines words letters cards hands feet eyes legs arms""".split()
)
_CALLED = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]he|[Aa]) (?:[a-z]+ ){{0,2}}?({KIN}|horse|pony|donkey|rabbit|hamster|parrot|bird|pet|boat|ship|hotel|pub|restaurant|village|street|school|song|shop|camp|band|guide|instructor|driver|owner|nurse|vet|manager|captain|chef|waiter|teacher|goat|cow|pig|tortoise|puppy|kitten|bear|sheep|snake)"
    r"(?:,? (?:is |was |were )?(?:called|named)|'s name (?:is|was)|,)? ([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)"
)
_NAMELY = re.compile(
    r"\b([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?) (?:is|was) (?:the name of|what we called) (?:the|my|our) (?:[a-z]+ )?([a-z]+)"
)
_ONE_ONLY = frozenset(
    """mother father mum mom dad wife husband boss dog cat partner girlfriend boyfriend horse pony donkey rabbit
    hamster parrot pet boat ship hotel pub restaurant village school song camp band guide instructor
    landlady landlord brother sister coach teacher grandmother grandfather doctor vet captain driver puppy kitten
    tortoise goat""".split()
)
_ASKED_NAME = re.compile(r"\b(?:name|called)\b")
_SPOUSES = tuple(
    (value, re.compile(text))
    for value, text in (
        ("wife", r"\bmy (?:dear |own )?wife\b(?!'s)"),
        ("husband", r"\bmy (?:dear |own )?husband\b(?!'s| had left)"),
        ("none", (r"\b(?:i'm|i am) (?:still |just )?(?:not married|a bachelor|unmarried|single)\b|\bi(?:'ve)? never married\b"
         r"|\b(?:i|since i|as i) live (?:all |quite )?(?:alone|by myself|on my own)\b|\bliving on my own\b")),
    )
)  # fmt: skip
_COUNTRIES = frozenset(
    """england scotland wales ireland britain france germany spain italy portugal austria switzerland belgium holland
    netherlands denmark sweden norway finland iceland poland greece turkey croatia hungary romania bulgaria russia
    ukraine india china japan korea thailand vietnam australia canada america mexico brazil argentina peru chile egypt
    morocco kenya africa europe asia ghana nigeria slovenia slovakia serbia estonia latvia lithuania cuba tunisia
    indonesia malaysia philippines israel iran""".split()
)
_IN_PLACE = re.compile(
    r"\b(?:in|at|near|outside|to|from|of|by|around|on) (?:the |a |old |little |central |north |south |east |west )*([A-Z][\w'’-]+(?: (?:[A-Z][\w'’-]+|upon|am|an|on|le|la|de))*)"
)
_RIGHT_IN_PLACE = re.compile(_IN_PLACE.pattern.replace("|to|from|of|by|around|on)", "|on)"))
_WAS_THERE = re.compile(
    r"\b(?:it|that|this|we|i) (?:all )?(?:was|were|happened|lived|live|stayed|were staying|was staying) "
    r"(?:all |back |then |over |staying |down |up |out )?(?:in|at|near|on|by|outside)\b"
)
_FIRST_WORDS = frozenset(
    """In At On Near By From To Under Over Behind Between Above Below Around Round Outside Inside Right Just Somewhere
    Up Down Out Off Across Along Opposite Beside Next The A My Our Half Exactly Oh Well With""".split()
)
"""First words of an answer that are no part of a name."""
_SPOKEN = re.compile(r"[“\"][^“”\"]{0,400}[”\"]")
_ENDLESS = re.compile(r"\w{40,}")
_SENTENCE = re.compile(r"[.!?;:]+(?=\s|$)|\s[-–—]\s|\n")


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that an answer gives to a slot."""

    slot: str
    low: float
    high: float
    """The range of the value, if it is a number."""
    values: frozenset[str]
    """The value, if it is a word or several."""
    words: str
    """The words that say it, fit to be quoted."""
    asked: bool
    """Whether the question asked for it."""
    sentence: int


def value_of(text: str) -> float:
    """The number that `NUMBER` matched.

    >>> value_of("thirty-eight"), value_of("two hundred and seventy"), value_of("half a dozen"), value_of("3.5")
    (38.0, 270.0, 6.0, 3.5)
    """
    if text[0].isdigit():
        return float(
            text.replace(",", ".") if not re.fullmatch(r"\d+,\d{3}", text) else text.replace(",", "")
        )
    total = part = 0
    for word in re.findall(r"[a-z]+", text):
        if word in ("hundred", "thousand", "dozen"):
            part = max(part, 1) * _VALUES[word]
            if word == "thousand":
                total, part = total + part, 0
        else:
            part += _VALUES.get(word, 0)
    total += part
    return total / 2 if text.startswith("half") else float(total)


@lru_cache(maxsize=1024)
def without_speech(text: str) -> str:
    """A text without what it quotes, with plain apostrophes; no longer than `READ`."""
    return _SPOKEN.sub(" ", shortened(text)).replace("’", "'")


def shortened(text: str) -> str:
    """A text of at most `READ` characters whose endless words are cut, so that it is read in linear time."""
    return _ENDLESS.sub(lambda found: found[0][:40], text[:READ])


@lru_cache(maxsize=4096)
def facts_in(question: str, answer: str, statement: str = "") -> tuple[Fact, ...]:
    """The facts that an answer states; `question` is empty for a statement, `statement` for one that is unknown."""
    bare = without_speech(answer)
    asked = folded(question)
    kind = kind_of(question) if question else ""
    wide = kind in ("where", "when") and roots(_WIDE.sub(" ", asked)) <= roots(statement)
    found: list[Fact] = []
    parts = [part for part in _SENTENCE.split(bare) if part and part.strip()]
    for n, part in enumerate(parts[:40]):
        found += _sentence_facts(part, folded(part), kind, asked, n, wide=wide)
    if question and yes_or_no(question):
        found += _yes_or_no_facts(asked, folded(bare))
    return tuple(replace(fact, words=as_written(fact.words, bare)) for fact in found)


def as_written(words: str, answer: str) -> str:
    """A quotation with the capitals of its answer."""
    at = answer.casefold().find(words.casefold())
    return answer[at : at + len(words)] if at >= 0 and len(answer.casefold()) == len(answer) else words


def _yes_or_no_facts(asked: str, said: str) -> Iterator[Fact]:
    yes = YES.match(said)
    at = yes or NO.match(said)
    if at is None:
        return
    for name, (about, _, _) in PATTERNS.items():
        if about.search(asked):
            words = quoted(said, at.start(), 5)
            yield Fact(name, 0, 0, frozenset({"so" if yes else "not so"}), words, True, 0)


def _sentence_facts(part: str, said: str, kind: str, asked: str, n: int, *, wide: bool) -> Iterator[Fact]:
    yield from _ages(said, asked, n)
    yield from _times(said, kind, asked, n, wide=wide)
    yield from _durations(said, asked, n)
    yield from _money(said, asked, n)
    yield from _counted(said, kind, asked, n)
    yield from _named(part, asked, n)
    yield from _places(part, said, kind, n, wide=wide and kind == "where" and n == 0)
    for name, (about, so, not_so) in PATTERNS.items():
        yes, no = so.search(said), not_so.search(said)
        if bool(yes) == bool(no) or (
            _LATER.search(said)
            and name not in ("again", "kept", "told", "regret")
            and not about.search(asked)
        ):
            continue
        at = yes or no
        if at is None or not counts(name, said, kind, asked, company=yes is None):
            continue
        value = frozenset({"so" if yes else "not so"})
        yield Fact(name, 0, 0, value, quoted(part, at.start(), 8), about.search(asked) is not None, n)
    if since := _since(said):
        yield Fact("since", *since, frozenset(), quoted(part, 0, 6), True, n)
    for married, pattern in _SPOUSES:
        if at := pattern.search(said):
            yield Fact("spouse", 0, 0, frozenset({married}), quoted(part, at.start(), 6), True, n)
    if n == 0 and (words := present(said, asked)):
        yield Fact("alone", 0, 0, frozenset({"not so"}), quoted(words, 0, 8), True, n)


_AT_AGE = re.compile(
    rf"(?:^at|\ba (?:student|girl|boy|child|man|woman) of|\bone is only|\b(?:past|over)(?= (?:forty|fifty|sixty|seventy|eighty)\b)|\bthat's what you do when you turn) (?P<age>{NUMBER})\b(?! (?:years|in|o'clock|minutes|past|to)\b)"
)
"""Ages that are told in passing, as of anybody: `at forty you no longer climb trees`."""


_SINCE = re.compile(r"\bsince (?:the )?(?:\w+ ){0,3}?((?:19|20)\d\d)\b")
_NEW = re.compile(
    r"\b(?:only|just) (?:started|began|begun|took|taken|thought|bought|got|learned|found|since)\b.*"
    r"\b(?:(?:last|this) (?:spring|summer|autumn|winter|year|month|week|christmas|easter)|(?:winter|year) before last)\b"
    r"|^(?:i|we) (?:started|began|bought|learned) (?:with )?it (?:\w+ ){0,4}?(?:last (?:spring|summer|autumn|winter|year)|two years ago)\b"
)
_RECENT = 2019.0
"""A year from which on something can be called new."""


def _since(said: str) -> tuple[float, float] | None:
    """In which years something can have begun: `since 2004` is no later, `I only started last winter` no earlier."""
    if _NEW.search(said):
        return _RECENT, 9999.0
    at = _SINCE.search(said)
    return (0.0, float(at[1])) if at else None


def _ages(said: str, asked: str, n: int) -> Iterator[Fact]:
    how_old = ("how old" in asked and " you" in asked) or "what age" in asked
    if n > 0:
        yield from _passing_age(said, n)
    found = _own_age(said, n, how_old=how_old) or (
        _stage(said, n, how_old=how_old) if how_old or not asked or "i was" in said else None
    )
    if found:
        yield found
    elif how_old and n == 0:
        first = re.search(rf"\b({NUMBER})\b(?P<after> ?[a-z%]+)?", said)
        if first and not _NOT_AGE.match(first["after"] or "") and 2 <= value_of(first[1]) <= 100:
            soft = 2 if re.search(rf"\b{_SOFT}\b|\bor\b|ish\b", said) else 0
            age = value_of(first[1])
            yield Fact("age", age - soft, age + soft, frozenset(), quoted(said, first.start(), 5), True, n)


def _own_age(said: str, n: int, *, how_old: bool) -> Fact | None:
    """The age that a speaker gives: `I was nine`."""
    for at in _AGE.finditer(said):
        if re.search(r"\b(?:until|till|before|since|by the time|not)\W+$", said[: at.start()]):
            continue
        if re.search(rf"\band (?:almost |just )?{NUMBER} (?:when|by|the)\b", said[at.end() :]):
            return None
        after = at["after"] or ""
        if not at["of"] and (_NOT_AGE.match(after) or (re.match(r" \w{3,}s$", after) and after != " was")):
            continue
        age = value_of(at["age"])
        if 2 <= age <= 100:
            near = said[at.start() : at.end() + 12]
            soft = 2 if at["soft"] or "or so" in said or "i think" in said or " or " in near else 0
            return Fact("age", age - soft, age + soft, frozenset(), quoted(said, at.start(), 8), how_old, n)
    return None


def _stage(said: str, n: int, *, how_old: bool) -> Fact | None:
    """The age that follows from a stage of life: at school, as a student, retired."""
    for pattern, low, high in _STAGE:
        if at := pattern.search(said):
            return Fact("age", low, high, frozenset(), quoted(said, at.start(), 6), how_old, n)
    return None


def _passing_age(said: str, n: int) -> Iterator[Fact]:
    at = _AT_AGE.search(said)
    if at and 2 <= value_of(at["age"]) <= 100:
        late = 50 if at[0].startswith(("past", "over")) else 0
        low = value_of(at["age"])
        yield Fact("age", low, low + late, frozenset(), quoted(said, at.start(), 8), False, n)


def _times(said: str, kind: str, asked: str, n: int, *, wide: bool) -> Iterator[Fact]:
    when = (
        kind == "when"
        and wide
        and "how old" not in asked
        and not re.search(r"\b(?:last|since|next|now|first)\b", asked)
    )
    event = (when and n == 0) or bool(_EVENT.search(said))
    scene = not event and sets_scene(said, n)
    if _LATER.search(said):
        return
    yield from _years(said, kind, n, when=when, event=event)
    if event or scene or when or kind == "count" or "weather" in asked or _MONTH_YEAR.search(said):
        yield from _seasons(said, n, when=when or event)
    days = {at[1] for at in _WEEKDAY.finditer(said)}
    if len(days) == 1 and (event or re.search(r"\b(?:one|a) (?:\w+ )?(?:" + "|".join(days) + r")\b", said)):
        words = quoted(said, _back(said, said.index(min(days)), 2), 4)
        yield Fact("weekday", 0, 0, frozenset(days), words, when or event, n)
    elif not days and event and re.search(r"\bat the weekend\b", said):
        yield Fact("weekday", 0, 0, frozenset({"saturday", "sunday"}), "at the weekend", when, n)
    if event or scene:
        yield from _part_of_day(said, when, n)


_OF_ELSE = r"\b(?:from|to|bought|made|built|married|moved) (?:\w+ ){0,2}(?:in )?"


def _years(said: str, kind: str, n: int, *, when: bool, event: bool) -> Iterator[Fact]:
    soft = 3 if re.search(rf"\b{_SOFT}\b|\bor\b|ish\b|not sure", said) else 0
    years = set(_YEAR.findall(said))
    if len(years) == 1 and not re.search(_OF_ELSE + min(years), said):
        year = float(min(years))
        if event or "i was " in said or _MONTH_YEAR.search(said) or len(said.split()) < 7:
            words = quoted(said, _back(said, said.index(min(years)), 2), 4)
            yield Fact("year", year - soft, year + soft, frozenset(), words, when or event, n)
    elif not years and (at := _DECADE.search(said)) and "in my" not in said and (event or kind == "when"):
        start = _DECADES.get(at[3] or "", 0) or (
            int(at[1] or "19" if int(at[2]) > 3 else "20") * 100 + int(at[2]) * 10
        )
        words = quoted(said, _back(said, at.start(), 2), 4)
        yield Fact("year", start - 1, start + 10, frozenset(), words, when, n)


def _seasons(said: str, n: int, *, when: bool) -> Iterator[Fact]:
    """Months and seasons; heat and frost tell them as well."""
    seasons = list(_SEASON.finditer(said))
    named = {at[1] for at in seasons} & set(_MONTHS)
    if len(named) > 1:
        return
    if seasons:
        months = frozenset(str(m) for name in named or {at[1] for at in seasons} for m in _SEASONS[name])
        first = seasons[0]
        begin = _back(said, first.start(), 3) if first[0].startswith("of") else first.start()
        begin += 4 * first[0].startswith("was ")
        yield Fact("season", 0, 0, months, quoted(said, begin, 6 if begin < first.start() else 4), when, n)
        return
    for pattern, warmth in ((HEAT, WARM_MONTHS), (FROST, COLD_MONTHS)):
        if at := pattern.search(said):
            words = quoted(said, _back(said, at.start(), 2), 6)
            yield Fact("season", 0, 0, frozenset(map(str, warmth)), words, False, n)


def _part_of_day(said: str, when: bool, n: int) -> Iterator[Fact]:
    if at := _CLOCK.search(said):
        hour = int(value_of(at["hour"]))
        half = at["half"]
        if half in ("in the morning", "am"):
            part = "night" if hour <= 5 or hour == 12 else "morning"
        elif half == "at night":
            part = "night"
        else:
            part = "evening" if 6 <= hour < 12 else "afternoon"
        yield Fact("daytime", 0, 0, frozenset({part}), quoted(said, at.start(), 5), when, n)
    elif at := _PART.search(said):
        part = _PART_OF.get(at[1], at[1])
        yield Fact("daytime", 0, 0, frozenset({part}), quoted(said, at.start(), 4), when, n)


_UNSURE = re.compile(r"\b(?:maybe|about|or so|think|or)\b")


def _durations(said: str, asked: str, n: int) -> Iterator[Fact]:
    how_long = "how long" in asked and not re.search(r"\b(?:ago|since|have you|before|until)\b", asked)
    spans = (at for at in _SPAN.finditer(said) if not _part_of(said[: at.start()]))
    at = next(spans, None)
    if at is None or _LATER.search(said) or not (_LASTED.search(said) or (how_long and n == 0)):
        return
    unit = _MINUTES[at["unit"].rstrip("s")]
    low, high = _span(at["many"])
    slack = 2.0 if at["soft"] or _UNSURE.search(said) else 1.5
    words = quoted(said, at.start(), 5)
    yield Fact("duration", low * unit / slack, high * unit * slack, frozenset(), words, how_long, n)


def _part_of(before: str) -> bool:
    """Whether a span after these words is only a part: `a quarter of an hour`."""
    return before.rstrip().endswith((" of", "half", "quarters"))


def _span(many: str) -> tuple[float, float]:
    if many in ("a few", "several"):
        return 3.0, 9.0
    if many == "a couple of":
        return 2.0, 4.0
    if many.startswith("half a") and "dozen" not in many:
        return 0.5, 0.5
    value = value_of(many) if many not in ("a", "an") and re.match(NUMBER, many) else 1.0
    return value, value


def _money(said: str, asked: str, n: int) -> Iterator[Fact]:
    costs = list(_MONEY.finditer(said))
    price = re.search(r"\b(?:how much|cost|pay|paid|price)\b", asked) is not None and n == 0
    if len(costs) != 1 or not (price or _COST.search(said)):
        return
    at = costs[0]
    amount = value_of(at[1] or at[3])
    slack = 1.5 if at["soft"] or _UNSURE.search(said) else 1.25
    yield Fact("money", amount / slack, amount * slack, frozenset(), quoted(said, at.start(), 5), True, n)


_ALL_OF = re.compile(r"\b(?:the|all|our|my|those|were|are|have|had|got)\W+$")


_HOW_MANY = re.compile(r"\bhow many (?:other |different |more )?([a-z]{3,})\b")


def _counted(said: str, kind: str, asked: str, n: int) -> Iterator[Fact]:
    first = re.match(rf"(?:(?:it was|there were|about|only|just|exactly) )*({NUMBER})\b", said)
    what_for = _HOW_MANY.search(asked)
    if n == 0 and first and what_for and what_for[1] not in _MEASURES:
        many, slack = value_of(first[1]), 1.3 if re.search(rf"\b{_SOFT}\b|\bor\b", said) else 1.0
        slot = f"number of {root(what_for[1])}"
        yield Fact(slot, many / slack, many * slack, frozenset(), quoted(said, 0, 4), True, n)
    if len(_NUMBERS.findall(said)) > 2:
        return
    for at in _COUNTED.finditer(said):
        what, many = at["what"], value_of(at["many"])
        listed = said[at.end() : at.end() + 4] in (" and", " or ")
        if what in _MEASURES or what in _VALUES or listed or many <= 1 or 1900 <= many < 2100:
            continue
        slack = 1.3 if at["soft"] else 1.0
        whole = kind == "count" or _ALL_OF.search(said[: at.start()]) is not None
        words = quoted(said, at.start(), 4)
        yield Fact(f"number of {root(what)}", many / slack, many * slack, frozenset(), words, whole, n)


def _named(part: str, asked: str, n: int) -> Iterator[Fact]:
    pairs = [(at[1], at[2], at.start()) for at in _CALLED.finditer(part)]
    pairs += [(at[2], at[1], at.start()) for at in _NAMELY.finditer(part)]
    for what, name, at in pairs:
        kin = folded(what)
        first = folded(name).split()[0].removesuffix("'s")
        if (
            first not in _WEEKDAYS
            and first not in _MONTHS
            and first not in ("i", "mr", "mrs", "english", "french", "german")
        ):
            yield Fact(f"name of {kin}", 0, 0, frozenset({first}), quoted(part, at, 5), kin in _ONE_ONLY, n)
    if n == 0 and _ASKED_NAME.search(asked) and not pairs:
        about = re.search(
            r"\b(?:the|your|that|his|her) ((?:[a-z]+ )?[a-z]+?)(?:'s)? (?:name|called)\b|\bname of (?:the|your) ([a-z]+)\b",
            asked,
        )
        names = names_in(f"it was {part}") or tuple(re.findall(r"^[A-Z]\w+", part))
        if about and names and len(names) == 1:
            what = (about[1] or about[2]).split()[-1]
            yield Fact(
                f"name of {what}", 0, 0, frozenset({folded(names[0]).split()[0]}), quoted(part, 0, 5), True, n
            )


_HABIT = re.compile(r"\b(?:always|usually|now|every|all year round)\b")
_WIDE = re.compile(
    r"\b(?:where|place|town|city|village|country|exactly|happen\w*|was|were|did|it|that|this|all|you|be|live|lived|"
    r"take|took|stand|standing|sit|sitting|in|which|what|the|and|so|at|time|when|then|moment|the whole thing|year|month|season|day|date|start\w*|beg[ai]n|old|long|ago|go|went|there|by)\b"
)
"""Words of a question for the place of the whole story; others ask for that of something else, unless the statement
has them."""


def _places(part: str, said: str, kind: str, n: int, *, wide: bool) -> Iterator[Fact]:
    """`wide`: this answers a question for the place of the whole story."""
    where = kind == "where"
    scene = (n > 0 or not where) and sets_scene(said, n)
    there = not _LATER.search(_HABIT.sub("", said) if scene else said) and (
        scene or (not where and _WAS_THERE.search(said) is not None)
    )
    if not (wide or there):
        return
    part = part.strip()
    if part.partition(" ")[0] in _FIRST_WORDS:
        part = part[0].lower() + part[1:]
    pattern = _IN_PLACE if wide else _RIGHT_IN_PLACE
    names = {folded(name) for at in pattern.finditer(part) for name in [at[1].removesuffix("'s")]}
    if wide and not names and len(said.split()) < 5:
        names = {folded(name) for name in names_in(f"it was {part}")}
    names = {
        name for name in names if not set(name.split()) & set(_MONTHS + _WEEKDAYS + ["christmas", "easter"])
    }
    countries = frozenset(name for name in names if name in _COUNTRIES)
    towns = frozenset(names - countries)
    for slot, found in (("country", countries), ("place", towns)):
        if found:
            yield Fact(slot, 0, 0, found, quoted(part, 0, 8), wide, n)
    if (wide or (scene and kind != "when")) and (settings := settings_in(said, strictly=not wide)):
        yield Fact("setting", 0, 0, settings, quoted(said, first_setting(said), 6), wide, n)
    if (wide or scene) and len(floors := floors_in(said)) == 1:
        yield Fact("floor", 0, 0, floors, f"{min(floors)} floor", wide, n)


def _back(text: str, at: int, words: int) -> int:
    """Where up to so many words before a place begin."""
    for _ in range(words):
        at = text.rfind(" ", 0, max(0, at - 1)) + 1
    return at


def quoted(text: str, at: int, words: int) -> str:
    """Some words of a text from a place on, fit to be quoted: no question mark, no inner quotes, no loose end.

    A short clause is quoted whole.
    """
    rest = re.split(r"[,.!?;:]", text[at:])
    piece = next((one for one in rest if one.strip()), "")
    whole = piece.split()
    took = whole if len(piece) <= _WHOLE else whole[:words]
    while len(took) > 2 and took[-1].lower() in _LOOSE:
        took.pop()
    plain = " ".join(took).replace("“", "").replace("”", "").replace('"', "").strip(" -–—")
    return one_line(re.sub(r"\bi\b", "I", plain), QUOTE)


_LOOSE = frozenset(
    "a an the of to in on at by for from with and or but my our his her their that which i it as so is was when then we had has were be been who me us him them after before because until while".split()
)
