"""Choices: whether a question with an `or` lets the other choose a side, or has one idea that may be so.

The sides exclude each other unless the form says otherwise (`any`, `than`, one article for both) or the table does:
many are both.
"""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.core.language.numbers import NUMBERS
from tui_arena.questions.meaning import Begging, is_loose, masks
from tui_arena.questions.reading.small_talk import AUX, BE, THING, US, names_thing, words_in
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge

ARTICLES = words_in("a an the")
PREPOSITIONS = words_in("in on at for with without from by to of inside outside under over near before after")
DETERMINERS = ARTICLES | {"something", "someone", "somebody"}
_HAVE = words_in("have has got contain need")
_FREE = words_in("can could may might any either ever anyone anybody all those some kind")
"""Words of a question to which either side is a yes."""
_VAGUE = words_in("something anything somewhere anywhere whatever wherever some any similar so around")
"""What a side begins with that only widens the other."""
_COMPARED = words_in("more less bigger smaller taller shorter longer heavier lighter cheaper older younger")
"""What a side begins with that turns a comparison round: `longer than a car or shorter`."""
ALIKE, SEVERAL, FEWEST = 0.5, 0.75, 4
"""The share of the smaller side who are both from which on it is one idea; the fewest of a side."""


def lets_choose(words: Sequence[str], knowledge: Knowledge, *, opened: bool) -> bool:
    """Whether a clause with an `or` in it lets the other choose a side; `opened`: it begins as a question does."""
    at = len(words) - 1 - words[::-1].index("or")
    left, right = list(words[: at - (words[at - 1] == ",")]), list(words[at + 1 :])
    right = right[: right.index(",")] if "," in right[1:] else right
    if right[0] in ("only", "just", "both", "neither") or right[-1] == "else" or right[1:2] == ["other"]:
        return True
    if right[0] in _COMPARED:
        return right != ["less"] or "than" in left
    vague = right[0] in _VAGUE and right[0] not in left and US.isdisjoint(right[1:2])
    whole = left[2:] and (
        not names_thing(right) or names_thing(left[2:]) or left[1] in US | THING - {"there"}
    )
    if vague or right in (["not"], ["no"], ["what"]) or (opened and not whole):
        return False
    if not _FREE.isdisjoint(words) or words[-2:] == ["at", "all"] or not {"like", "than"}.isdisjoint(left):
        return False
    numbers = [NUMBERS[word] for word in [*left[-2:], right[0]] if word in NUMBERS]
    if len(numbers) > 1:
        return abs(numbers[0] - numbers[-1]) > 1  # two or three is about as many
    return right[0] in ("not", "no", "without") or _chooses(left, right, knowledge, first=2 * opened)


def _chooses(left: list[str], right: list[str], knowledge: Knowledge, *, first: int) -> bool:
    """Whether the last two sides exclude each other by form and by the table; `first`: where one can begin."""
    bare, several = right[0] not in PREPOSITIONS | DETERMINERS, not {",", "or"}.isdisjoint(left[:-1])
    if several:
        cut = max(i for i, word in enumerate(left[:-1]) if word in (",", "or"))
        left = [*left[:first], *left[cut + 1 :]]
    elif sum(word in ARTICLES for word in left[2:]) == 1 and bare and (first or ARTICLES.isdisjoint(right)):
        return False  # one article, one idea: `a king or prince`
    kind = next((words for words in (PREPOSITIONS, DETERMINERS) if right[0] in words), {right[0]})
    starts = [i for i, word in enumerate(left) if word in kind and i >= first]
    starts = [i for i in starts if left[i] == right[0]][:1] or starts or [max(len(left) - len(right), first)]
    start = min(starts[-1], len(left) - 1)
    start += left[start] in PREPOSITIONS and right[0] not in PREPOSITIONS and start + 1 < len(left)
    front, side = left[:start], left[start:]
    alike = {side[0], right[0]} <= PREPOSITIONS or (side[0] == right[0] not in ARTICLES)
    short = not first and bare and max(len(left), len(right)) < 3
    if alike or short or ("it" in left[2:] and "it" in right):
        return True
    shares_object = bare and len(side) == 1 < len(right) and not (AUX - BE).isdisjoint(front[:1])
    place = not PREPOSITIONS.isdisjoint(front[-1:]) and (bare or right[0] in ARTICLES)
    inclusive = shares_object or place or not _HAVE.isdisjoint([*front[-1:], side[0]])
    share = _share(" ".join(left), " ".join([*front, *right]), knowledge)
    return (0 if inclusive else -1) <= share <= (SEVERAL if several else ALIKE)


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
