"""Questions about how old a person is or became: older than 60, in his fifties, lived past 90.

They are read only if the table knows when people were born, and if the other words add nothing to the
question.
"""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.questions.meaning import Aged, AllOf, Meaning, Not
from tui_arena.questions.spelling import NUMBERS
from tui_arena.questions.table import Knowledge

MOST_WORDS = 14
LEAST, MOST = 5, 120
"""The lowest and the highest age that is read."""
_FULL = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
_FULL |= {"ninety": 90, "hundred": 100}
_TENS = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}
_OVER = frozenset("older over past beyond above reach reached turn turned least after become became".split())
_UNDER = frozenset("younger under below before less not".split())
_REACHED = frozenset("least reach reached turn turned become became".split())
_HOLLOW = frozenset(
    "is was it did does do has have be a the than more of age old years year at to age live lived get got die "
    "died dead in person still his her their already almost about when this very really until till long "
    "aged make made even life up or for".split()
)
_OLD, _YOUNG, _MIDDLE = 80.0, 35.0, (40.0, 60.0)
_PHRASES = {
    **dict.fromkeys(
        (
            "live to old age|live to be old|live long life|live long|have long life|reach old age|die old"
            "|die of old age|die at old age|get old|become old|get to be old|live to see old age"
        ).split("|"),
        (_OLD, True),
    ),
    **dict.fromkeys("old|old person|elderly|senior|elderly person|pensioner".split("|"), (65.0, True)),
    **dict.fromkeys("young|young person".split("|"), (_YOUNG, False)),
    **dict.fromkeys("teenager|teen|child|kid|minor".split("|"), (20.0, False)),
}
"""Phrases without a number: the years, and whether more than these are meant."""


def age_asked(words: Sequence[str], knowledge: Knowledge) -> Meaning | None:
    """The meaning of a clause that asks about a person's age; None if it asks about something else."""
    if "born" not in knowledge.scales or len(words) > MOST_WORDS:
        return None
    negative = "not" in words or "nt" in words
    said = [word for word in words if word not in ("not", "nt")]
    meaning = _worded(said, knowledge) or _counted(said, knowledge)
    return Not(meaning) if meaning is not None and negative else meaning


def _worded(words: list[str], knowledge: Knowledge) -> Meaning | None:
    rest = words[2:] if words[1:2] == ["it"] else words[1:] if words[:1] == ["it"] else words
    rest = [word for word in rest if word not in ("a", "an", "the", "very", "still", "so")]
    row = _PHRASES.get(" ".join(rest))
    if row is None and "middle aged" in " ".join(rest):
        return _between(*_MIDDLE, knowledge)
    if row is None or (words[0] not in ("is", "was", "did", "it", "does", "has")):
        return None
    over = _aged(row[0], knowledge)
    return over if row[1] else Not(over)


def _counted(words: list[str], knowledge: Knowledge) -> Meaning | None:
    at = [(i, age) for i, word in enumerate(words) if (age := _age(word)) is not None]
    tens = [(i, t) for i, word in enumerate(words) if (t := _decade(word)) is not None]
    rest = {w for i, w in enumerate(words) if i not in {j for j, _ in (*at, *tens)}}
    if len(tens) == 1 and not at and {"in"} & rest and {"his", "her", "their", "it"} & rest:
        return _between(*_part(tens[0][1], rest), knowledge) if _plain(rest) else None
    if len(at) != 1 or tens or not _plain(rest) or not LEAST <= at[0][1] <= MOST:
        return None
    years = float(at[0][1])
    if "ago" in rest or (
        "more" not in rest
        and not rest & (_OVER | _UNDER | {"live", "lived", "old", "age", "aged", "die", "died"})
    ):
        return None
    if rest & {"younger", "under", "below", "before", "less"}:
        return Not(_aged(years - 0.5, knowledge))
    reached = rest & _REACHED or not rest & (_OVER | {"more"})
    if reached and not rest & (_REACHED | {"live", "lived", "get", "got"}):
        return _between(years - 1.1, years + 0.1, knowledge)
    return _aged(years - 0.5 if reached else years, knowledge)


def _part(tens: int, rest: set[str]) -> tuple[float, float]:
    low, high = tens - 0.5, tens + 9.5
    if "early" in rest:
        return low, tens + 4.5
    return (tens + 4.5, high) if "late" in rest else (low, high)


def _plain(rest: set[str]) -> bool:
    return rest <= _HOLLOW | _OVER | _UNDER | {"early", "late", "mid"}


def _age(word: str) -> int | None:
    if word.isdigit() and len(word) < 4:
        return int(word)
    return _FULL.get(word) or (NUMBERS.get(word) if word in NUMBERS and NUMBERS[word] > 9 else None)


def _decade(word: str) -> int | None:
    if len(word) == 3 and word[:2].isdigit() and word.endswith("0s"):
        return int(word[:2])
    return _TENS.get(word)


def _between(low: float, high: float, knowledge: Knowledge) -> Meaning:
    return AllOf((_aged(low, knowledge), Not(_aged(high, knowledge))))


def _aged(years: float, knowledge: Knowledge) -> Aged:
    died = "died" if "died" in knowledge.scales else ""
    alive = "alive" if "alive" in knowledge.properties else ""
    return Aged("born", died, years, alive)
