"""Choices: whether a question with an `or` lets the other choose a side, or has one idea that may be so.

The form tells (`on the head or on the feet`), opposites do (`big or small`), and so does the table: nobody is both.
"""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.questions.meaning import Begging, is_loose, masks
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge

ARTICLES = frozenset("a an the".split())
PREPOSITIONS = frozenset("in on at for with from by to of inside under over before after during".split())
_MAY = frozenset("can could may might cant couldnt".split())
_FREE = frozenset("any either ever anyone anybody all those".split())
"""Words of a question to which either side is a yes."""
_BEFORE_ONE_IDEA = frozenset(("than", "like"))
_LEADING = (PREPOSITIONS, ARTICLES, frozenset(("something",)))
"""What both sides of a choice may begin with."""
_VAGUE = frozenset(
    "something anything somewhere anywhere whatever wherever some any other another similar so even not smth "
    "around things stuff".split()
)
"""What a side begins with that only widens the other."""
_OPPOSED = [
    frozenset(row.split())
    for row in (
        "big small large little tiny huge|tall short long|young old new|hot cold warm cool|hard soft|heavy light|cheap "
        "expensive|fast slow|high low|good bad evil|better worse|more less fewer|wet dry|dead alive living|near far|lot "
        "little few|real fictional fake imaginary invented made|natural manmade man-made artificial|indoors outdoors|"
        "inside outside|top bottom|upper lower|left right|front back|up down upwards downwards|before after|day night|morning evening "
        "afternoon|summer winter spring autumn|man woman|male female|men women|boy girl|boys girls|he she|head feet|once "
        "many|rich poor|strong weak|safe dangerous|wild tame|clean dirty|solid liquid gas|animal plant vegetable mineral "
        "thing object person place|wood metal plastic glass stone paper|wooden metal plastic|land sea air water|north "
        "south east west|past present future|modern ancient|adult child|adults children kids grown-ups|city country "
        "countryside town|sweet savoury salty sour|rough smooth|round square flat|bright dark|loud quiet|thick thin|wide "
        "narrow|full empty"
    ).split("|")
]
"""Words of which only one is meant where two are named."""
_NUMBERS = {word: n for n, word in enumerate("none one two three four five six seven eight nine ten".split())}
NEARLY, ALIKE, FEWEST = 0.1, 0.5, 4
"""The share of the smaller side up to which nobody is both, and from which on it is one idea; the fewest of a side."""


def lets_choose(words: Sequence[str], knowledge: Knowledge, *, opened: bool) -> bool:
    """Whether a clause with an `or` in it lets the other choose a side; `opened`: it begins as a question does."""
    at = len(words) - 1 - words[::-1].index("or")
    left, right = list(words[: at - (words[at - 1] == ",")]), list(words[at + 1 :])
    if right[0] in ("only", "rather") or right[-1] == "else":
        return True
    free = not _FREE.isdisjoint(words) or words[-2:] == ["at", "all"] or (opened and words[0] in _MAY)
    if free or (right[0] in _VAGUE and right[0] not in left) or (opened and len(left) == 2):
        return False
    if right[0] in ("both", "neither") or right[:2] in (["more", "of"], ["more", "like"]):
        return True
    if _are_opposed(left[-4:], right[:4]):
        return right != ["less"]
    numbers = [_NUMBERS[word] for word in [*left[-2:], right[0]] if word in _NUMBERS]
    if len(numbers) > 1 or not _BEFORE_ONE_IDEA.isdisjoint(left):
        return len(numbers) > 1 and abs(numbers[0] - numbers[-1]) > 1  # two or three is about as many
    return _chooses(left, right, knowledge, opened=opened)


def _chooses(left: list[str], right: list[str], knowledge: Knowledge, *, opened: bool) -> bool:
    """Whether two sides, or the last two of several, are formed as a choice, or exclude each other by the table."""
    several, shared = "," in left or "or" in left, sum(word in ARTICLES for word in left[2:]) == 1
    if several:
        cut = max(i for i, word in enumerate(left) if word in (",", "or"))
        left = [*left[: 2 * opened], *left[cut + 1 :]]
    same = [word for word in _LEADING if right[0] in word]
    starts = [i for i, word in enumerate(left) if same and word in same[0]]
    shift = len(left) - len(right)
    start = starts[-1] if starts else shift if shift >= 2 * opened else len(left) - 1
    front, side = left[:start], left[start:]
    if not opened:
        around = PREPOSITIONS - {"of"}
        return around.isdisjoint([*front, *right[1:]]) and max(len(left), len(right)) < 4
    if (side[0] == right[0] not in ARTICLES) or ("it" in left[2:] and "it" in right):
        return True
    if (not same and shared) or (several and len(front) < 4):
        return several and not shared  # one article, one idea: `a king or prince`
    share = _share(" ".join(left), " ".join([*front, *right]), knowledge)
    places = side[0] in PREPOSITIONS and right[0] in PREPOSITIONS and share <= ALIKE
    return 0 <= share <= NEARLY or places or (len(front) == 2 and len(right) == 1 and share < 0)


def _are_opposed(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether two sides hold opposites, also as comparatives: `hotter or colder`, `safe or unsafe`."""
    sides = [
        {form for word in side for form in (word, word[:-1], word[:-2], word[:-3], f"{word[:-3]}y")}
        for side in (left, right)
    ]
    prefixed = any(b in (f"un{a}", f"non{a}", f"in{a}", f"non-{a}") for a in left for b in right)
    return prefixed or any(a != b for row in _OPPOSED for a in sides[0] & row for b in sides[1] & row)


def is_one_idea(first: str, second: str, knowledge: Knowledge) -> bool:
    """Whether by the table most of those who are the one are the other."""
    return _share(first, second, knowledge) > ALIKE


def _share(first: str, second: str, knowledge: Knowledge) -> float:
    """The share of the smaller of two sides who are both; -1 if the table can't tell."""
    one, other = understand(first, knowledge), understand(second, knowledge)
    if one is not None and one == other:
        return 1.0
    if None in (one, other) or Begging() in (one, other) or is_loose(one) or is_loose(other):
        return -1.0
    a, b = masks(one, knowledge).yes, masks(other, knowledge).yes
    fewest = min(a.bit_count(), b.bit_count())
    return (a & b).bit_count() / fewest if fewest >= FEWEST else -1.0
