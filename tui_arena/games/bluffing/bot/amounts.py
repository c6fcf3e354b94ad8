"""What an answer says in amounts: how many, how much money, how long, how long ago, and on which day of the week.

An amount counts if it was asked for, or if its sentence says that it is the amount of the whole story. Another mention
says no more than that there was at least so much: of three brothers two may have come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from math import inf

from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import FUNCTION_WORDS
from tui_arena.core.language.numbers import number_at, number_tokens
from tui_arena.games.bluffing.bot.cards import folded, root, roots
from tui_arena.games.bluffing.bot.cues import names_in
from tui_arena.games.bluffing.bot.sentence import Fact, Sentence

NOW = (2024, 2045)
"""The earliest and the latest year in which a game may be played."""
ALL = "all"
"""The subject of a number of things that aren't named: `the three of them`."""
ROUGHLY, ABOUT = 0.1, 0.35
"""How far a figure may be off, as a share of it, if it is plain and if its sentence says `about` and the like."""
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_MINUTES = {
    root(unit): minutes
    for unit, minutes in {
        "second": 1 / 60, "minute": 1, "hour": 60, "day": 1440, "night": 1440, "week": 10080, "month": 43800, "year": 525600,
    }.items()
}  # fmt: skip
_UNITS = frozenset(_MINUTES)
_OF_THEM = re.compile(
    r"\b(?:the|all|of) (?P<number>\w+) of them\b|\bout of (?:the |all )?(?P<total>\w+)\b"
    r"|\b(?:only|just) (?:the|those|these) (?P<only>\w+)(?= |$)|\ball (?P<each>\w+)$"
)
_MORE = re.compile(r"\b(?:more than|over|at least|well over|above)\b")
_LESS = re.compile(r"\b(?:less than|under|at most|not even|fewer than|up to)\b")
_MONEY = re.compile(
    r"[£€$]|\b(?:euros?|pounds?|quid|dollars?|bucks|marks?|francs?|crowns?|kron\w+|pence|cents?|grand)\b"
)
_WORTH = {
    word: deal
    for deal, words in {
        "pay": "cost costs pay paid price spent spend buy bought", "win": "win won prize", "earn": "earn earned wage wages",
        "sell": "sell sold",
    }.items()
    for word in words.split()
}  # fmt: skip
"""Maps a word to what a sum of money was for."""
_WHOLE_SUM = re.compile(r"\ball (?:of )?(?:the |that |those )?$")
_AGO = re.compile(r"\byears? (?:ago|back|now|since)\b")
_JUST = re.compile(r"\b(?:days?|weeks?|months?) ago\b")
_LAST = frozenset("year month week night weekend spring summer autumn winter".split())
_WAS = frozenset("was were had been".split())
_DAYS = tuple("monday tuesday wednesday thursday friday saturday sunday".split())
_COUNTED_ANYWAY = frozenset(
    map(root, "exactly there all have own had together total many times really come get catch see".split())
)
"""Roots of words of a question for a number that don't narrow what is counted."""
_ANY = frozenset(("", *map(root, "you them us those there exactly altogether really precisely".split())))
"""What is counted if the question doesn't say."""
_NOW_ASKED = frozenset("do does is are".split())
_LIST = frozenset(("and", "or", "plus"))


def amounts_in(said: Sentence) -> Iterator[Fact]:
    """The facts of a sentence that are amounts."""
    words = tuple(number_tokens(folded(said.text)))
    found = [(value, n, size) for n in range(len(words)) for value, size in [_number(words, n)] if size]
    inside = {n + k for _, n, size in found for k in range(1, size)}
    numbers = [(value, n, size) for value, n, size in found if n not in inside]
    yield from _counts(said, words, numbers)
    yield from _sums(said, words, numbers)
    yield from _durations(said, words, numbers)
    yield from _long_ago(said, words, numbers)
    yield from _weekdays(said)


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


def _counts(said: Sentence, words: tuple[str, ...], numbers: list[tuple[float, int, int]]) -> Iterator[Fact]:
    """How many there were of something."""
    flat = " ".join(said.question)
    asks = said.number == 0 and (
        "how many" in flat or ("how often" in flat and not _NOW_ASKED & {*said.question})
    )
    what = root("times") if "how often" in flat else said.what.counted
    what = ALL if what in _ANY else what
    beside = (
        roots(" ".join(said.question)) - roots(said.statement) - {said.what.counted, what} - _COUNTED_ANYWAY
    )
    for value, n, size in numbers:
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


def _sums(said: Sentence, words: tuple[str, ...], numbers: list[tuple[float, int, int]]) -> Iterator[Fact]:
    """What was paid, won, earned or got for something."""
    flat = " ".join(said.question)
    asks = said.number == 0 and (said.about == "cost" or "how much" in flat) and not said.what.counted
    deal = next((_WORTH[word] for word in said.question if word in _WORTH), "")
    for value, n, size in numbers:
        money = _MONEY.search(" ".join(words[n + size : n + size + 2])) or re.search(
            rf"[£€$] ?{re.escape(words[n])}", said.text
        )
        before = " ".join(words[:n])
        own = next((_WORTH[word] for word in reversed(words[max(0, n - 4) : n]) if word in _WORTH), "")
        if asks and deal and (money or len(words) < 6):
            low, high = _range(said, value)
            yield said.fact("cost", words[n], asked=True, of=deal, low=low, high=high)
            return
        if money and _WHOLE_SUM.search(f"{before} "):
            yield said.fact("cost", words[n], asked=False, of=ALL, low=value * (1 - ROUGHLY), high=inf)
        elif own and (money or value >= 20) and not said.elsewhen:
            low, high = _range(said, value)
            yield said.fact("cost", words[n], asked=False, of=own, low=low, high=high)


def _durations(
    said: Sentence, words: tuple[str, ...], numbers: list[tuple[float, int, int]]
) -> Iterator[Fact]:
    """How long the whole story took."""
    flat = " ".join(said.question)
    own = roots(flat) - _UNITS - roots("take last long time")
    asks = said.number == 0 and said.about == "long" and own <= roots(said.statement) | roots("wait")
    for value, n, size in numbers:
        unit = root("".join(words[n + size : n + size + 1]))
        if unit not in _UNITS or _AGO.search(" ".join(words[n + size : n + size + 2])):
            continue
        low, high = (minutes * _MINUTES[unit] for minutes in _range(said, value))
        if asks or (not said.question and words[n - 1 : n] == ("for",)):
            yield said.fact("long", words[n], asked=True, low=low * 0.9, high=high * 1.1)
            return
        same = roots(" ".join(words)) & roots(said.statement)
        after = words[n - 1 : n] in (("after",), ("for",), ("of",)) or words[n + size : n + size + 1] == (
            unit,
        )
        part = words[n + size + 1 : n + size + 2] == ("of",)
        if after and (same or part) and not said.elsewhen and said.question:
            yield said.fact("long", words[n], asked=False, low=low * 0.9, high=high * 1.1)


def _long_ago(
    said: Sentence, words: tuple[str, ...], numbers: list[tuple[float, int, int]]
) -> Iterator[Fact]:
    """How many years ago the story took place."""
    asks = said.kind == "when" and said.wide
    years_long = " ".join(said.question[:3]) == "how long ago" or (
        "how long" in " ".join(said.question) and "ago" in said.question
    )
    for value, n, size in numbers:
        after = " ".join(words[n + size : n + size + 2])
        if _JUST.match(after) and (asks or years_long) and value < 12:
            yield said.fact("ago", words[n], asked=True, low=0, high=1.5)
        if not (_AGO.match(after) or (years_long and after.startswith("year"))) or value > 90:
            continue
        if asks or years_long or said.scene or said.plain:
            off = 1 + value * (0.3 if said.known.any("soft", said.words) else 0.2)
            yield said.fact("ago", words[n], asked=asks or years_long, low=value - off, high=value + off)
    for one, two in zip(said.words, said.words[1:], strict=False):
        if one == "last" and two in _LAST and asks and said.words[:3] != ("the", "last", two):
            yield said.fact("ago", two, asked=True, low=0, high=1.5)


def ago_of(year: Fact) -> Fact:
    """How many years ago a year was, as a fact."""
    return Fact("ago", year.words, year.asked, year.sentence, NOW[0] - year.high - 1, NOW[1] - year.low)


def _weekdays(said: Sentence) -> Iterator[Fact]:
    """The day of the week on which the story took place."""
    days = {day for day in _DAYS if day in said.words}
    if len(days) != 1 or said.theirs or (said.elsewhen and not said.plain):
        return
    asks = said.kind == "when" and said.wide
    scene = _WAS | {word for word in said.words if not is_past(word)}
    if asks or said.plain or (said.question and scene.issuperset(said.words)):
        yield said.fact("weekday", next(iter(days)), *days, asked=True)
