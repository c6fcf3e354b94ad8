"""Reads an answer into slots with one value each.

The slots are age, year, month, time of day, kind of place, place, country, name, who was there, the closest of
the family, how many there were of something, and yes or no.

Statements about another occasion (`since 1998`, `the year after`) fill no slot: a missed fact does less harm
than a made-up fact. The words that fill a slot are data: see `StoryVocabulary`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from math import inf

from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import FUNCTION_WORDS, tells_nothing, yes_no_of
from tui_arena.core.language.numbers import number_at, number_tokens, ordinal, years_at
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.reading import (
    CLAUSE,
    KIN,
    SENTENCE,
    StoryVocabulary,
    asked,
    folded,
    happened,
    kind_of,
    last_question,
    names_in,
    quoted,
    root,
    roots,
    saints_joined,
    without_speech,
)

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
"""If a sentence has one of these words, its time of life may be somebody else's."""
_BIRTHDAY = re.compile(r"\bmy (\w+) birthday\b")
_TENTH = re.compile(r"ieth$")
"""The end of `fortieth`, to be replaced by that of `forty`."""
_FORE = frozenset("new north south east west lake mount port fort cape saint san".split())
"""First words of place names."""
_RECENT = ("yesterday", "last week", "last month", "this morning", "this week", "the other day")
_NOT_RECENT = ("the last week", "the last month", "not")
RECENTLY = 2020
"""The earliest year of something that a teller calls recent."""
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
"""Words of clauses that say that the people asked about weren't there."""
_THIRD = frozenset("he she they someone somebody".split())
_REACTIONS = ("others", "told", "said")
"""The aspects of questions about how others reacted to the story afterwards."""
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
"""Words of questions that ask for an exact spot in a place that was already named."""


ALL = "all"
"""The subject of a number of things that aren't named: `the three of them`."""
ROUGHLY, ABOUT = 0.1, 0.35
"""How far a figure may be off, as a share of it: a plain figure, and a figure with a word such as `about`."""
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_UNITS = frozenset(map(root, "second minute hour day night week month year".split()))
_OF_THEM = re.compile(
    r"\b(?:the|all|of) (?P<number>\w+) of them\b|\bout of (?:the |all )?(?P<total>\w+)\b"
    r"|\b(?:only|just) (?:the|those|these) (?P<only>\w+)(?= |$)|\ball (?P<each>\w+)$"
)
_MORE = re.compile(r"\b(?:more than|over|at least|well over|above)\b")
_LESS = re.compile(r"\b(?:less than|under|at most|not even|fewer than|up to)\b")
_MONEY = re.compile(
    r"[£€$]|\b(?:euros?|pounds?|quid|dollars?|bucks|marks?|francs?|crowns?|kron\w+|pence|cents?|grand)\b"
)
_COUNTED_ANYWAY = frozenset(
    map(root, "exactly there all have own had together total many times really come get catch see".split())
)
"""Roots of words in a how-many question that don't narrow down what is counted."""
_ANY = frozenset(("", *map(root, "you them us those there exactly altogether really precisely".split())))
"""What is counted if the question doesn't say."""
_NOW_ASKED = frozenset("do does is are".split())
_LIST = frozenset(("and", "or", "plus"))


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that an answer gives to a slot."""

    slot: str
    words: str
    """The words that state the value, ready to be quoted."""
    asked: bool
    """True if the question asked for the value."""
    sentence: int
    low: float = 0
    high: float = 0
    """The range of the value, if it is a number; in the slot `so`, 1 for yes and 0 for no."""
    values: frozenset[str] = frozenset()
    """The value, if it is a word; several words are alternatives."""
    subject: str = ""
    """The person or thing that the fact is about; empty for the story itself."""


class Sentence:
    """One sentence of an answer."""

    def __init__(self, text: str, number: int, question: str, statement: str, known: StoryVocabulary) -> None:
        self.text, self.number, self.known, first = text, number, known, number == 0
        self.statement = statement
        self.words = tuple(tokens(text))
        self.yes = yes_no_of(self.words[0])
        self.clauses = [(clause, tuple(tokens(clause))) for clause in CLAUSE.split(text) if tokens(clause)]
        self.question, self.what = tuple(last_question(question)), asked(question, known)
        self.about = self.what.aspects[0] if self.what.aspects else ""
        self.kind = "when" if self.about == "when" else kind_of(question) if question else ""
        about = roots(" ".join(self.question)) - roots(statement)
        # True for a question about the place or time of the whole story
        whole = about <= roots(" ".join(known.of["kinds"]["general"])) and "old" not in self.question
        # True for `Which museum was it?`
        self.sort_of_place = self.question[:1] + self.question[2:] == ("which", "was", "it") and any(
            self.question[1] in row for row in known.of["setting"].values()
        )
        if self.sort_of_place:
            self.kind = "where"
        now = happened(statement) and not (
            {"did", "was", "were"} & {*self.question}
            or {"do", "does", "is", "are", "have", "has", "had"}.isdisjoint(self.question)
        )
        place = (self.question[:2] in (("where", "was"), ("where", "were")) or self.sort_of_place) or (
            self.kind == "where"
            and about <= roots(" ".join(known.of["kinds"]["general"] + known.of["kinds"]["seen"]))
        )
        ends = known.any("ends", self.question)
        self.wide = first and not (now or ends) and (place or (self.kind == "when" and whole))
        # True if the question or the sentence is about a time other than that of the story
        self.after = first and self.kind != "when" and known.any("another", [self.about])
        others = {"he", "she", "they", *_KIN} & set(self.question)
        # True if the question is about what others did or about today, so that a time is not the story's
        self.theirs = now or (bool(others) and "you" not in self.question and self.about != "age")
        other = {*tokens(text.replace("next to ", ""))} - ({"before"} if self.wide else set())
        self.elsewhen = self.after or ends or known.any("otherwise", other)
        # whether the sentence says when or where the story took place, and says it plainly
        told = [words for _, words in self.clauses]
        firm = [f"{' '.join(words)} " for words in told if not known.any("otherwise", words)]
        plainly = [clause for clause in firm if clause.startswith(known.of["kinds"]["plainly"])]
        self.plain, self.plain_words = bool(plainly), frozenset(" ".join(plainly).split())
        here = any(known.any("subjects", words[:1]) and known.any("verbs", words[:4]) for words in told)
        self.scene = self.plain or (here and not self.elsewhen)

    def has(self, phrases: Iterable[str], words: Iterable[str] = (), near: str = "") -> str:
        """The first phrase that occurs, with a word of the kind `near` shortly before it; else empty."""
        said = f" {' '.join(words or self.words)} "
        for phrase in phrases:
            before, found, _ = said.partition(f" {phrase} ")
            if found and (not near or self.known.any(near, before.split()[-4:])):
                return phrase
        return ""

    def fact(
        self, slot: str, at: str, *values: str, asked: bool, of: str = "", low: float = 0, high: float = 0
    ) -> Fact:
        """A fact stated by the clause that contains the words `at`."""
        return Fact(slot, quoted(self.text, at), asked, self.number, low, high, frozenset(values), of)


@lru_cache(maxsize=4096)
def facts_in(question: str, answer: str, statement: str, known: StoryVocabulary) -> tuple[Fact, ...]:
    """The facts in an answer. `question` is empty for a statement; `statement` may be empty if unknown."""
    sentences = SENTENCE.split(without_speech(saints_joined(answer)))
    parts = [part.strip() for part in sentences if any(map(tokens, CLAUSE.split(part)))][:40]
    said = [Sentence(part, n, question, statement, known) for n, part in enumerate(parts)]
    slots = (
        _ages,
        _years,
        _scenes,
        _places,
        _names,
        _company,
        _family,
        _propositions,
        _counts,
    )
    return tuple(fact for one in said for slot in slots for fact in slot(one))


def _ages(said: Sentence) -> Iterator[Fact]:
    known, whose = said.known, {"he", "she", "they", "it", *_KIN} & {*said.question}
    how_old = said.about == "age" and ("you" in said.question or not whose) and not _asks_today(said)
    subject = next((one for one in ("he", "she") if one in (*said.words, *said.question)), "")
    own, others = _ages_in(said)
    # in `I was forty, and she was ten`, only forty is the teller's age
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
    """The ages that go with a time of life that a clause mentions: `we had just got married`."""
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
    if birthday and (age := ordinal(birthday[1]) or number_at((_TENTH.sub("y", birthday[1]),))[0]):
        found.append((age, birthday[1]))
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
        here = said.wide or said.scene or not said.question or len(said.words) < 7
        if born or not (word in said.plain_words or (here and not (said.elsewhen or said.theirs))):
            continue
        yield said.fact("year", word, asked=said.wide, low=low - soft, high=high + soft)


def _asks_today(said: Sentence) -> bool:
    """True for the first sentence of an answer to how old the teller is today."""
    return "how old are you" in " ".join(said.question) and said.number == 0


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
    """True if the first word has a capital because it is a name, unlike in `Home, as always` and `Ask my mum`."""
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


def _somebody(said: Sentence) -> bool:
    """True if an answer to who was there names somebody."""
    singular = {*said.words, *(word.removesuffix("s") for word in said.words)}
    people = singular & (_KIN | set(said.known.of["kinds"]["people"]))
    return bool(people or names_in(f"it was {said.text}"))


def _acts(words: tuple[str, ...], said: Sentence) -> bool:
    """True if the teller's family or company does something in the scene: `my aunt held the ladder`, `we slept`."""
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
    """True if a text mentions one or several of these people, not only something that belongs to them."""
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


def _number(words: tuple[str, ...], at: int) -> tuple[float, int]:
    if words[at] in _TIMES:
        return _TIMES[words[at]], 1
    if words[at] in ("a", "half") or words[at] == "one":
        return 0, 0
    return number_at(words, at)


def _range(said: Sentence, value: float) -> tuple[float, float]:
    """The least and the greatest amount that a figure of a sentence may mean."""
    flat = " ".join(said.words)
    off = value * (ABOUT if said.known.any("soft", said.words) else ROUGHLY)
    low, high = (value, inf) if _MORE.search(flat) else (value - off, value + off)
    return (0, value) if _LESS.search(flat) else (low, high)


def _is_plural(word: str) -> bool:
    return word.endswith("s") and len(word) > 4 and not word.endswith("ss") and word != "names"


def _noun(words: tuple[str, ...], at: int) -> str:
    """The root of the noun that a number before a place counts; empty if none follows."""
    after = list(takewhile(lambda word: word not in FUNCTION_WORDS, words[at : at + 3]))
    found = next((word for word in after if word.endswith("s") and len(word) > 3), "".join(after[:1]))
    return root(found) if words[at : at + 1] and words[at] not in FUNCTION_WORDS else ""


def _counts(said: Sentence) -> Iterator[Fact]:
    """Facts that say how many there were of something.

    A number counts if it was asked for, or if its sentence says that it is the number of all of them. Any
    other mention only means that there were at least that many: two of three brothers may have come.
    """
    words = tuple(number_tokens(folded(said.text)))
    found = [(value, n, size) for n in range(len(words)) for value, size in [_number(words, n)] if size]
    inside = {n + k for _, n, size in found for k in range(1, size)}
    flat = " ".join(said.question)
    asks = said.number == 0 and (
        "how many" in flat or ("how often" in flat and not _NOW_ASKED & {*said.question})
    )
    what = root("times") if "how often" in flat else said.what.counted
    what = ALL if what in _ANY else what
    beside = (
        roots(" ".join(said.question)) - roots(said.statement) - {said.what.counted, what} - _COUNTED_ANYWAY
    )
    for value, n, size in found:
        if n in inside:
            continue
        counted = root("times") if words[n] in _TIMES else _noun(words, n + size)
        if counted in _UNITS or _MONEY.search(" ".join(words[n + size : n + size + 2])):
            continue
        low, high = _range(said, value)
        if asks and (counted in ("", what) or what == ALL):
            what = counted if what == ALL and counted else what
            own = " ".join((what, *sorted(beside)))
            yield said.fact("count", words[n], asked=True, of=own, low=low, high=high)
            return
        if counted and not said.question and words[n] != "once":
            yield said.fact("count", words[n], asked=True, of=counted, low=low, high=high)
    if asks or not said.question:
        return
    together = _OF_THEM.search(" ".join(words))
    value = number_at((together[together.lastgroup or 0],))[0] if together else 0
    if value:
        yield said.fact("count", "", asked=False, of=ALL, low=value, high=value)
    elif (
        said.number == 0
        and {"names", "called", "name"} & {*said.question}
        and ({"their", "they", "them"} & {*said.question} or any(map(_is_plural, said.question)))
    ):
        names = names_in(f"it was {said.text}")
        listed = [word for word in said.words if word not in _LIST]
        if 1 < len(names) == len(listed):
            yield said.fact("count", "", asked=False, of=ALL, low=len(names), high=len(names))
