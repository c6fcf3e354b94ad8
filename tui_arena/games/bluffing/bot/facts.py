"""What an answer says in slots that hold one value each.

The slots are age, year, birth, whether the teller was born then, month, time of day, kind of place, place, country,
name, who was there, who helped, the closest of the family, yes or no, and those of `amounts.py`.

Statements about another occasion (`since 1998`, `the year after`) fill no slot: a missed fact does less harm
than a made-up fact. The words that fill a slot are data: see `StoryVocabulary`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache

from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import FUNCTION_WORDS, tells_nothing
from tui_arena.core.language.numbers import number_at, years_at
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.amounts import NOW, amounts_in
from tui_arena.games.bluffing.bot.cards import (
    CLAUSE,
    SENTENCE,
    happened,
    quoted,
    roots,
    without_speech,
)
from tui_arena.games.bluffing.bot.cues import KIN, StoryVocabulary, names_in, saints_joined
from tui_arena.games.bluffing.bot.sentence import Fact, Sentence

SCENES = ("months", "daytime", "setting")
"""The slots in which each word allows several values."""
_KIN = frozenset(KIN)
_CALLED = re.compile(
    rf"\b((?i:{'|'.join(sorted(_KIN))}|horse|pony|boat|ship))(?:,? (?:(?:is|was) )?(?:called|named)|'s name (?:is|was)|,)?"
    r" ((?:Mrs? |Ms |Dr )?[A-Z][a-zà-öø-ÿ’-]+)(?!')"
)
_PLACE = re.compile(
    r"\bin (?:the |a |old |central |middle of )*(St [A-Z]\w+(?:['’]s)?|[A-Z][\w’-]+(?: [A-Z][\w’-]+)*)(?![\w'])"
)
_AROUND = re.compile(
    r"\b(?:(?:whole|all|town|centre|center|middle|heart|streets?|outskirts|suburbs|harbour|north|south|east|west|part) of"
    r"|all over|over|across|around|central|downtown|outside|near|at) ([A-Z][\w’-]+(?: [A-Z][\w’-]+)*)"
)
_BRITAIN = frozenset("england scotland wales britain uk".split())
_NEAR = re.compile(_PLACE.pattern.replace("in ", "(?:in|near|outside) ", 1))
_OWN = (("i",), ("we",), ("id",), ("wed",), ("im",))
"""The first words of clauses that are about the teller."""
_OF_OTHERS = ("son", "sons", "daughter", "daughters", "kids", "children", "he was", "she was", "they were")
"""Words of sentences whose time of life may be that of somebody else."""
_BIRTHDAY = re.compile(r"\bmy (\w+) birthday\b")
_ORDINALS = {
    word: n
    for n, word in enumerate(
        """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
        fifteenth sixteenth seventeenth eighteenth nineteenth twentieth""".split(),
        1,
    )
} | {"thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80}
_FORE = frozenset("new north south east west lake mount port fort cape saint san".split())
"""Words that open the names of places."""
_RECENT = ("yesterday", "last week", "last month", "this morning", "this week", "the other day")
_NOT_RECENT = ("the last week", "the last month", "not")
RECENTLY = 2020
"""The first year in which something may have been that a teller calls recent."""
_SEASONAL = re.compile(r"snow|frost|blizzard|icicles|heat|hot|sun|daylight")
"""Words for the weather that say something about the season or the time of the day."""
_ABSENT = (
    "wasnt there",
    "werent there",
    "wasnt with me",
    "werent with me",
    "was not there",
    "were not there",
)
"""Words of clauses that say that those who were asked about weren't there."""
_THIRD = frozenset("he she they someone somebody".split())
_REACTIONS = ("others", "told", "said")
"""The aspects of questions for what others made of the story afterwards."""
_HELP = frozenset("help helped hand assist".split())
_NOBODY = (
    ("nobody",),
    ("no", "one"),
    ("none",),
    ("nobody", "else"),
    ("no", "one", "else"),
    ("nobody", "at", "all"),
)
"""Whole clauses that say that nobody was there."""
_OF_A_LIFE = frozenset("my his her their our your".split())
_FINER = frozenset("exactly which part precisely town street side".split())
"""Words of questions that ask for a place within the place that was told."""


@lru_cache(maxsize=4096)
def facts_in(question: str, answer: str, statement: str, known: StoryVocabulary) -> tuple[Fact, ...]:
    """The facts in an answer. `question` is empty for a statement; `statement` may be empty if unknown."""
    sentences = SENTENCE.split(without_speech(saints_joined(answer)))
    parts = [part.strip() for part in sentences if any(map(tokens, CLAUSE.split(part)))][:40]
    said = [Sentence(part, n, question, statement, known) for n, part in enumerate(parts)]
    slots = (
        _ages,
        _years,
        _lifetimes,
        _scenes,
        _places,
        _names,
        _company,
        _helpers,
        _family,
        _propositions,
        amounts_in,
    )
    return tuple(fact for one in said for slot in slots for fact in slot(one))


def _ages(said: Sentence) -> Iterator[Fact]:
    known, whose = said.known, {"he", "she", "they", "it", *_KIN} & {*said.question}
    how_old = said.about == "age" and ("you" in said.question or not whose) and not _asks_today(said)
    subject = next((one for one in ("he", "she") if one in (*said.words, *said.question)), "")
    own, others = _ages_in(said)
    # in `I was forty, and she was ten` only forty is the teller's age
    found = ([] if said.after or said.theirs else own) or (others if how_old and said.number == 0 else [])
    for span, phrases in known.of["age"].items():
        phrase = "" if found or said.after else said.has(phrases)
        if phrase.startswith("last ") and said.has(_NOT_RECENT):
            continue
        if phrase and (how_old or said.wide or not said.question or said.has(["i was"])):
            found = [(float(age), phrase.split()[-1]) for age in span.split()]
    if not found and said.question and not said.after:
        found = next(_times_of_life(said), [])
    if found:
        soft, past = 2 * known.any("soft", said.words), 50 * bool(said.has(("over", "past")))
        low, high = min(found)[0] - soft, max(found)[0] + soft + past
        yield said.fact("age", found[0][1], asked=how_old, of=subject, low=low, high=high)
    if subject and said.has(["before i was born"]):
        yield said.fact("age", "before", asked=False, of=subject, low=-99)


def _times_of_life(said: Sentence) -> Iterator[list[tuple[float, str]]]:
    """The ages that go with a time of life of which a clause speaks: `we had just got married`."""
    for _, words in said.clauses:
        if (
            said.known.any("otherwise", {*words} - {"before"})
            or not _KIN.isdisjoint(words)
            or said.has(_OF_OTHERS, words)
        ):
            continue
        for span, phrases in said.known.of["life"].items():
            at = said.has(phrases, words)
            if at and (words[:1] in _OWN or not said.theirs or " my " in f" {at} "):
                yield [(float(age), at.split()[-1]) for age in span.split()]


def _ages_in(said: Sentence) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    """The ages that a sentence gives the teller, and its other numbers that may be ages, each with its word."""
    words, known = said.words, said.known
    found, others = list[tuple[float, str]](), list[tuple[float, str]]()
    end = 0
    for i in range(len(words)):
        age, size = number_at(words, i)
        if i < end or not 2 <= age <= 100 or words[i] in ("a", "half"):
            continue
        end = i + size
        lead = [word for word in words[:i] if not known.any("soft", [word]) and not known.any("just", [word])]
        after, old = "".join(words[end : end + 1]), words[end : end + 2] == ("years", "old")
        counted = known.any("measures", [after]) or (after.endswith("s") and len(after) > 3 and not old)
        if counted:
            continue
        own = known.any("age", [" ".join(lead[-2:])]) and (age > 9 or "we" not in lead[-2:])
        whole = len(lead) == 1 or known.any("started", lead[-2:]) or (not said.question and end == len(words))
        at = age > (12 if said.question else 4) and lead[-1:] == ["at"] and whole
        told = own or at or (old and not {"i", "we"}.isdisjoint(words))
        (found if told else others).append((age, words[i]))
    birthday = _BIRTHDAY.search(said.text.casefold())
    if birthday and birthday[1] in _ORDINALS:
        found.append((_ORDINALS[birthday[1]], birthday[1]))
    return found, others


def _years(said: Sentence) -> Iterator[Fact]:
    read = (
        (years_at(said.words, n), word)
        for n, word in enumerate(said.words)
        if _OF_A_LIFE.isdisjoint(said.words[max(0, n - 2) : n])  # `in my late forties`
    )
    read = ((y, word) for y, word in read if y and y[0] >= 1900 and (word[0].isdecimal() or y[2] != 2))
    found = {y[:2]: word for y, word in read if y}
    asks = said.kind == "when" and said.number == 0 and not (said.wide or {"old", "born"} & {*said.question})
    if asks and not all(map(tells_nothing, roots(" ".join(said.question)) - roots(said.statement))):
        return  # the year of something else
    if len(found) == 2 and said.has(("to", "till", "until")):
        (low, _), (_, high) = sorted(found)
        found = {(low, high): next(iter(found.values()))}
    recent = said.has(_RECENT) if said.wide and said.kind == "when" and not said.has(_NOT_RECENT) else ""
    if recent:
        yield said.fact("year", recent.split()[-1], asked=True, low=RECENTLY, high=9999)
    for (low, high), word in found.items() if len(found) == 1 else ():
        soft = 3 * said.known.any("soft", said.words)
        born = said.has(["i was born in"]) or (said.number == 0 and {"born", "you"} <= set(said.question))
        if born:
            yield said.fact("birth", word, asked=True, low=low, high=high)
        here = said.wide or said.scene or not said.question or len(said.words) < 7
        if born or not (word in said.plain_words or (here and not (said.elsewhen or said.theirs))):
            continue
        yield said.fact("year", word, asked=said.wide, low=low - soft, high=high + soft)
        for age in _ages(said):
            if age.high - age.low < 6:  # exact enough
                low_age, high_age = low - soft - age.high, high + soft - age.low
                yield said.fact("birth", word, asked=True, low=low_age, high=high_age)


def _asks_today(said: Sentence) -> bool:
    """True for the first sentence of an answer to how old the teller is today."""
    return "how old are you" in " ".join(said.question) and said.number == 0


def _lifetimes(said: Sentence) -> Iterator[Fact]:
    """Facts that say whether the teller was born when the story took place, or when that was."""
    ages = [age for own in _ages_in(said) for age, _ in own] if _asks_today(said) else []
    if ages:
        low, high = NOW[0] - 1 - max(ages), NOW[1] - min(ages)
        yield said.fact("birth", "", asked=True, low=low, high=high)
    before = said.has(["before i was born"])
    if not said.question and said.words[0] == "i" and happened(said.text) and not before:
        yield said.fact("lifetime", said.text, "born", asked=True)
    if before and said.wide and said.kind == "when":
        yield said.fact("lifetime", "before", "unborn", asked=True)


def _scenes(said: Sentence) -> Iterator[Fact]:
    """Months, times of the day and kinds of place."""
    beside = said.kind == "when" and not (said.wide or said.number or "old" in said.question)
    if beside or (said.elsewhen and not said.plain):
        return
    for slot in SCENES:
        place, values, word = slot == "setting", set[str](), ""
        asks = said.wide and (said.kind == "where") == place
        for allowed, phrases in said.known.of[slot].items():
            if phrase := said.has(phrases, near="inside" if place else ""):
                more = set(allowed.split())  # `July, at the summer party` means July
                values, word = values & more or values | more, word or phrase.split()[-1]
                asks = asks or (said.about == "weather" and _SEASONAL.search(phrase) is not None)
        all_there = place and said.question and said.known.any("everybody", said.words[:2])
        firm = said.plain or all_there or (said.scene and (not place or said.number > 0))
        month = slot == "months" and len(values) == 1 and not said.has(("last", "he", "she"))
        season = slot == "months" and said.question and said.kind in ("why", "how", "what", "where")
        mine = not (said.theirs or said.after or said.words[0] in _THIRD)
        past = season and mine and any(map(is_past, said.words))
        if values and (asks or firm or past or (month and said.yes is None if said.question else not place)):
            yield said.fact(slot, word, *values, asked=asks or said.plain or not said.question)


def _places(said: Sentence) -> Iterator[Fact]:
    """Countries, and other places by name. A country counts in most answers, any other place if it was asked for."""
    known, wide = said.known, said.wide and said.kind == "where"
    told = not said.question and happened(said.text) and not said.elsewhen
    firm = wide or told or (said.kind != "where" and said.scene)
    away = known.any("away", (*said.words, *said.question))
    of_it = "it" in said.question and "you" not in said.question
    if not firm and (said.elsewhen or said.theirs or away or of_it):
        return
    text = said.text[0].lower() + said.text[1:]
    found = [name for name in (_NEAR if wide else _PLACE).findall(text) if names_in(f"it was {name}")]
    if wide and not found and len(said.words) < 5:
        found = list(names_in(f"it was {said.text if _opens_with_name(said) else text}"))
    names = {name.casefold() for name in found}
    countries = names & set(known.of["kinds"]["countries"])
    finer = not firm or not (said.sort_of_place or _FINER.isdisjoint(said.question))
    within = countries | {
        country
        for country, towns in known.of["cities"].items()
        if any(town in towns for town in (*names, *map(str.casefold, _AROUND.findall(text))))
    }
    if within & _BRITAIN:
        within |= _BRITAIN - known.of["cities"].keys() | countries
    for slot, those in (("country", within), ("place", frozenset() if finer else names - countries)):
        if those:
            yield said.fact(slot, min(those), *those, asked=wide or said.plain or not firm)


def _opens_with_name(said: Sentence) -> bool:
    """True if the capital of the first word is that of a name; it also opens `Home, as always` and `Ask my mum`."""
    first, language = said.words[0], said.known.language
    common = first in FUNCTION_WORDS or (language is not None and first in language)
    return not common or first in {"st", *_FORE, *said.known.of["kinds"]["countries"]}


def _names(said: Sentence) -> Iterator[Fact]:
    called = [
        (at[1].casefold(), at[2].casefold())
        for at in _CALLED.finditer(said.text)
        if names_in(f"it was {at[2]}")
    ]
    names = names_in(f"it was {said.text}") if said.number == 0 and said.about == "name" else ()
    asked = [word.removesuffix("s") for word in said.question]
    roles = [word for word in asked if word in _KIN or word in said.known.of["kinds"]["one"]]
    if names and roles and not called:
        called = [(roles[0], names[0].casefold())]
    for role, name in called:
        yield said.fact("name", name, name, asked=said.known.any("one", [role]), of=role)


def _company(said: Sentence) -> Iterator[Fact]:
    """Facts that say whether the teller was alone."""
    known, asks = said.known, said.about == "alone" and said.what.yes_no
    found, them, told_of = "", False, said.about in _REACTIONS and "you" not in said.question
    for n, (text, words) in enumerate(() if said.after and said.about != "end" else said.clauses):
        away = said.elsewhen and known.any("otherwise", words)
        person = bool(_KIN & set(words))
        them = them or person
        taken_up = words[0] in _THIRD and (them or not _KIN.isdisjoint(said.question))
        named = person or taken_up or bool(names_in(text.strip()))
        along = (
            _along(words, known)
            or (named and said.has(known.of["kinds"]["with"], words))
            or (not told_of and _acts(words, said))
        )
        with_them = person or said.has(known.of["kinds"]["not_alone"], words)
        alone = "" if with_them else said.has(known.of["kinds"]["alone"], words)
        absent = words[0] in _THIRD and words[0] in said.question and said.has(_ABSENT, words)
        own = known.any("own", words[:1]) or known.any("me", words) or words[0] == "by" or "me" in words
        answered = said.what.yes_no and not asks and said.yes is not None and not n
        if not (found or away) and (absent or (alone and own) or (along and not answered)):
            found = "company" if along else "alone"
            yield said.fact("company", text.strip().casefold(), found, asked=True)
    named = said.number == 0 and (said.kind == "who" or (asks and said.what.opposite and said.yes is None))
    who = named and (asks or known.any("there", said.question))
    if asks and said.number == 0 and said.yes is not None:
        yield said.fact("company", "", "alone" if said.yes != said.what.opposite else "company", asked=False)
    elif who and not found and not (said.elsewhen and said.clauses[0][1] not in _NOBODY):
        nobody = said.words[0] in ("nobody", "none", "noone") or said.words[:2] == ("no", "one")
        if nobody and not said.has(known.of["kinds"]["not_alone"]):
            yield said.fact("company", "", "alone", asked=True)
        elif _somebody(said) and not known.any("not", said.words):
            yield said.fact("company", "", "company", asked=not {"with", "else"}.isdisjoint(said.question))


def _helpers(said: Sentence) -> Iterator[Fact]:
    """Facts that say whether anybody helped."""
    denied = said.what.yes_no and said.number == 0 and said.yes is False
    if denied and _HELP & {*said.question}:
        yield said.fact("helped", said.words[0], "nobody", asked=True)
    elif said.about not in _REACTIONS and any(
        _acts(words, said) for _, words in said.clauses if not said.elsewhen
    ):
        yield said.fact("helped", "", "somebody", asked=False)


def _somebody(said: Sentence) -> bool:
    """True if an answer to who was there names somebody."""
    singular = {*said.words, *(word.removesuffix("s") for word in said.words)}
    people = singular & (_KIN | set(said.known.of["kinds"]["people"]))
    return bool(people or names_in(f"it was {said.text}"))


def _acts(words: tuple[str, ...], said: Sentence) -> bool:
    """True if somebody of the teller's own does something on the scene: `my aunt held the ladder`, `we slept`."""
    acts = frozenset(said.known.of["kinds"]["acts"])
    people = (_KIN | frozenset(said.known.of["kinds"]["people"])) - {
        "dog",
        "cat",
        "class",
        "school",
        "group",
        "people",
    }
    we = words[:1] == ("we",) and len(words) > 1 and is_past(words[1]) and not said.elsewhen
    asks_past = not {"did", "was", "were"}.isdisjoint(said.question) or any(map(is_past, said.question))
    if we and asks_past and not said.known.any("lives", words):
        return True
    for i, word in enumerate(words):
        near = range(i + 1, min(i + 4, len(words)))
        kin = (
            next((k for k in near if _is_one_of(people, words[k], said.text)), None)
            if word in ("my", "our")
            else None
        )
        at = i if word == "we" else kin
        after = words[at + 1 : at + 3] if at is not None else ()
        does = any(map(is_past, after[:1])) and word != "we" and not said.known.any("elsewhere", after)
        if not acts.isdisjoint(after) or does:
            return True
    return False


def _is_one_of(people: AbstractSet[str], word: str, text: str) -> bool:
    """True if a word of a text is one of some people or several of them, and not what belongs to them."""
    return word in people or (
        word.removesuffix("s") in people and not re.search(rf"\b{word[:-1]}['’]s\b", text, re.IGNORECASE)
    )


def _along(words: tuple[str, ...], known: StoryVocabulary) -> bool:
    """True if somebody came along: `with my aunt`, `with two friends`, `my aunt and I`."""
    people = (_KIN - {"dog", "cat"}) | set(known.of["kinds"]["people"])
    those = (i for i, word in enumerate(words) if {word, word.removesuffix("s")} & people)
    near = ((words[max(0, i - 4) : i], words[i + 1 : i + 4]) for i in those)
    ours = {"my", "our", "two", "three", "four", "some", "a"}
    return any(
        ("with" in a and bool(ours & {*a} or a[-1] == "with"))
        or (bool(ours & {*a}) and ("and", "i") in (b[:2], b[1:]))
        for a, b in near
    )


def _family(said: Sentence) -> Iterator[Fact]:
    """Facts that say whether the teller has brothers or sisters, and whether the teller was ever married."""
    none = said.number == 0 and said.words[0] in ("none", "no", "nobody", "zero")
    if none and not {"brothers", "sisters", "siblings"}.isdisjoint(said.question):
        yield said.fact("family", "", "no", asked=True, of="siblings")
    for allowed, phrases in said.known.of["family"].items():
        if phrase := said.has(phrases):
            subject, value = allowed.split()
            yield said.fact("family", phrase.split()[-1], value, asked=True, of=subject)


def _propositions(said: Sentence) -> Iterator[Fact]:
    """Facts that affirm or deny something: a yes or no to a question, or a clause of the teller's own."""
    if said.what.yes_no and said.number == 0 and said.yes is not None:
        about, so = _proposition(said.question, said.known)
        subject = "i" if "you" in said.question[:3] else next(iter({"he", "she"} & set(said.question)), "it")
        value = float(so == said.yes)
        yield Fact("so", quoted(said.text), True, 0, value, value, about, subject)
    for text, words in said.clauses:
        never = not said.question and said.known.any("lasting", words)
        if not {"i", "we", "im", "ive"}.isdisjoint(words[:2]) and (
            never or not said.known.any("reported", words)
        ):
            about, so = _proposition(words, said.known)
            yield Fact("so", quoted(text), never, said.number, so, so, about, "i")


def _proposition(words: Iterable[str], known: StoryVocabulary) -> tuple[frozenset[str], bool]:
    """The roots of a proposition, and True if it is affirmed, False if it is denied."""
    means = {form: one for one, row in known.of["means"].items() for form in row}
    denied = any(known.any("not", [word]) or (word.endswith("nt") and len(word) < 8) for word in words)
    plain = (means.get(word, word) for word in words if not known.any("not", [word]))
    about = roots(" ".join(plain)) - roots(" ".join(known.of["kinds"]["anything"]))
    return about, not denied
