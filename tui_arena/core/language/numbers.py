"""Numbers, years and decades in figures and in words: `twenty-five`, `half a dozen`, `nineteen ninety-eight`, `the '90s`.

The functions take folded words as `number_tokens` splits them. The last two figures of a year mean the
twentieth century from 30 on, and the twenty-first below 30.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_NTH = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
TENS: Mapping[str, int] = {
    word: 10 * n for n, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
NUMBERS: Mapping[str, int] = {**{word: n for n, word in enumerate(_ONES.split())}, **TENS}
"""Maps each number that is one word, and isn't a multiplier, to its value."""
SIZES: Mapping[str, float] = {
    "dozen": 12, "hundred": 100, "thousand": 1e3, "lakh": 1e5, "million": 1e6, "crore": 1e7, "billion": 1e9,
}  # fmt: skip
"""Maps each multiplier, which follows a number, to its value."""
ORDINALS: Mapping[str, int] = {word: n for n, word in enumerate(_NTH.split()) if n}
DECADES: Mapping[str, int] = {f"{word[:-1]}ies": n for word, n in TENS.items()} | {"noughties": 0}
"""Maps a decade in words, of a century or of a life, to its tens (`eighties`: 80)."""
MOST_FIGURES = 20
"""The maximum length of a number in figures; longer numbers are not read."""
FIRST_YEAR, LAST_YEAR = 100, 2100
"""The first and the last year that figures of three or four digits can mean."""
TURN = 30
"""The lowest two figures that are read as a year of the twentieth century."""
_TOKEN = re.compile(r"['’]?\d+(?:,\d{3})*(?:\.\d+)?(?:['’]?s|st|nd|rd|th)?\b|[^\W\d_]+(?:['’][^\W\d_]+)*")
_FIGURES = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


def number_tokens(text: str) -> list[str]:
    """The words and figures of a folded text; the parts of a number with hyphens are separate.

    >>> number_tokens("in '98, twenty-five of 1,500")
    ['in', "'98", 'twenty', 'five', 'of', '1,500']
    """
    return [token.replace("’", "'") for token in _TOKEN.findall(text)]


def number_at(words: Sequence[str], start: int = 0) -> tuple[float, int]:
    """The number that begins at a word, and how many words it has; (0, 0) if no number begins there.

    >>> number_at(["two", "hundred", "and", "seventy", "men"]), number_at(["half", "a", "dozen"]), number_at(["a", "man"])
    ((270, 4), (6, 3), (0, 0))
    """
    at, half = start, words[start : start + 1] == ["half"]
    at += half
    article = words[at : at + 1] in (["a"], ["an"])
    at += article
    whole, part, last, end = 0.0, 0.0, 0.0, start
    for i in range(at, len(words)):
        word = words[i]
        if word in SIZES:
            last = SIZES[word]
            part = (part if end > start and part else 0.0 if whole else 1.0) * last
            if last >= SIZES["thousand"]:
                whole, part = whole + part, 0.0
        elif word in NUMBERS and not (article or half) and _follows(NUMBERS[word], last, end > start):
            last = NUMBERS[word]
            part += last
        elif (
            _FIGURES.fullmatch(word) and len(word) <= MOST_FIGURES and end == start and not (article or half)
        ):
            part = last = float(word.replace(",", ""))
        elif word != "and" or last < SIZES["hundred"] or words[i + 1 : i + 2] == ["and"]:
            break
        else:
            continue
        article, end = False, i + 1
    value = (whole + part) / (2 if half else 1)
    return (int(value) if value.is_integer() else value, end - start) if end > start else (0, 0)


def _follows(value: int, last: float, goes_on: bool) -> bool:
    """True if this value can continue a number in words: `five` after `twenty`, anything after `hundred`."""
    return not goes_on or last >= SIZES["hundred"] or (last in TENS.values() and 0 < value < 10)


def ordinal(word: str) -> int | None:
    """The number of an ordinal in figures or words; None if the word isn't an ordinal.

    >>> ordinal("19th"), ordinal("third"), ordinal("north")
    (19, 3, None)
    """
    figures = word[:-2]
    return (
        int(figures) if word[-2:] in ("st", "nd", "rd", "th") and figures.isdecimal() else ORDINALS.get(word)
    )


def years_at(words: Sequence[str], start: int = 0) -> tuple[int, int, int] | None:
    """The first and the last year of the period that begins at a word, and how many words name it.

    The period is a year, a decade or a century; None if no period begins there.

    >>> years_at(["nineteen", "ninety", "eight"]), years_at(["'98"]), years_at(["1960s"]), years_at(["19th", "century"])
    ((1998, 1998, 3), (1998, 1998, 1), (1960, 1969, 1), (1801, 1900, 2))
    """
    if start >= len(words):
        return None
    word, after = words[start], words[start + 1 : start + 2]
    if after == ["century"] and (nth := ordinal(word)):
        return 100 * nth - 99, 100 * nth, 2
    if word in DECADES:
        first = _full(DECADES[word])
        return first, first + 9, 1
    figures, many = word.removeprefix("'").removesuffix("s").removesuffix("'"), word.endswith("s")
    if figures.isdecimal() and len(figures) < 5:
        year = _full(int(figures)) if len(figures) == 2 and (many or word[0] == "'") else int(figures)
        if not FIRST_YEAR <= year <= LAST_YEAR or (many and year % 10):
            return None
        return (
            year,
            year + (0 if not many else 99 if len(figures) > 2 and not year % 100 and year < 2000 else 9),
            1,
        )
    return _year_in_words(words, start)


def _year_in_words(words: Sequence[str], start: int) -> tuple[int, int, int] | None:
    value, size = number_at(words, start)
    if size == 1 and 10 <= value <= 20:  # `nineteen ninety-eight`, `nineteen oh five`
        zero = words[start + 1 : start + 2] in (["oh"], ["o"])
        rest, more = number_at(words, start + 1 + zero)
        if more and (rest < 10 if zero else 10 <= rest < 100):
            year = int(100 * value + rest)
            return (year, year, 1 + zero + more) if year <= LAST_YEAR else None
    if size > 1 and 1000 <= value <= LAST_YEAR and value == int(value):
        return int(value), int(value), size
    return None


def _full(figures: int) -> int:
    """The year with these last two figures."""
    return figures + (1900 if figures >= TURN else 2000)
