"""Comparisons with an amount: bigger than a car, more than 100 dollars, before 1950.

Law: a comparison is read where it names a scale of the table and something whose amount is known: a
step, an entity of the deck, an everyday thing, or a number with its unit. What stands before it must
be understood too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tui_arena.core.knowledge import measures, wordings
from tui_arena.core.knowledge.amounts import COSTS, GROUPS, amount_of, scale_of
from tui_arena.core.knowledge.meaning import Above, All, Meaning, Not
from tui_arena.core.knowledge.phrases import Phrases
from tui_arena.core.knowledge.table import Knowledge, Scale
from tui_arena.core.knowledge.years import years_asked

_OVER = frozenset("more over above exceed exceeds least".split())
_UNDER = frozenset("less under below fewer".split())
_WEIGHS = frozenset("weigh weighs weight weighing heavy".split())
_HOLLOW = frozenset(
    "it is does can could would will do be than a an the of to much times size in as any".split()
)


@dataclass(frozen=True, slots=True)
class Found:
    """A comparison and the words before it."""

    meaning: Meaning
    before: tuple[str, ...]


def compared(words: Sequence[str], knowledge: Knowledge, phrases: Phrases) -> Found | None:
    """The comparison that a clause ends in; None if it has none that is understood."""
    for reader in (years_asked, _fits, _than, _counted, _as_big):
        found = reader(words, knowledge, phrases)
        if found is not None:
            meaning, at = found
            before = list(words[:at])
            while before and (before[-1] in wordings.SMALL or before[-1] in _HOLLOW):
                before.pop()
            return Found(meaning, tuple(before))
    return None


def _direction(word: str) -> tuple[str, bool] | None:
    """The unit a comparing word is about, and whether it means more."""
    for more, less, unit in GROUPS:
        if word in more.split():
            return unit, True
        if word in less.split():
            return unit, False
    return None


def _than(words: Sequence[str], knowledge: Knowledge, phrases: Phrases) -> tuple[Meaning, int] | None:
    if "than" not in words:
        return None
    at = words.index("than")
    if at == 0:
        return None
    head, unit, more, start = words[at - 1], "", True, at - 1
    direction = _direction(head)
    if direction:
        unit, more = direction
    elif head in _OVER | _UNDER or (words[at - 2 : at - 1] and words[at - 2] in ("more", "less")):
        more = not {"less", "fewer", "under"} & {head, words[at - 2]}
        before = set(words[:at])
        unit = "dollars" if before & COSTS else measures.KILOGRAMS if before & _WEIGHS else ""
        if head == "massive":
            unit = measures.METRES
        known = [i for i in range(at) if words[i] in COSTS | _WEIGHS | _OVER | _UNDER]
        start = min([*known, at - 1])
    else:
        return None
    amount = amount_of(list(words[at + 1 :]), unit, knowledge, phrases)
    if amount is None:
        return None
    return _sided(amount, more, " ".join(words[start:])), start


def _counted(words: Sequence[str], knowledge: Knowledge, phrases: Phrases) -> tuple[Meaning, int] | None:
    """`cost over 50 dollars`, `under 10 kg`, `at least 2 meters long`."""
    for i, word in enumerate(words):
        if word in _OVER | _UNDER and words[i + 1 : i + 2] != ["than"] and i + 1 < len(words):
            unit = "dollars" if set(words[:i]) & COSTS else ""
            amount = amount_of(list(words[i + 1 :]), unit, knowledge, phrases, number=True)
            if amount is not None:
                known = [j for j in range(i) if words[j] in COSTS | _WEIGHS]
                start = min([*known, i])
                return _sided(amount, word in _OVER, " ".join(words[start:])), start
    return None


def _fits(words: Sequence[str], knowledge: Knowledge, _phrases: Phrases) -> tuple[Meaning, int] | None:
    """`does it fit in a shoebox`."""
    at = next((i for i, word in enumerate(words) if word in ("fit", "fits", "fitting")), None)
    scale = scale_of(knowledge, measures.METRES)
    if at is None or scale is None:
        return None
    place = [
        w
        for w in words[at + 1 :]
        if w not in wordings.SMALL and w not in ("inside", "within", "through", "easily")
    ]
    place = [w for w in place if w not in wordings.HARMLESS and w not in ("average", "usual", "regular")]
    metres = measures.INSIDE.get(" ".join(place))
    if metres is None and (row := measures.THINGS.get(" ".join(place))):
        metres = row[0]
    step = measures.on_ladder(scale.steps, metres, measures.METRES) if metres else None
    if step is None:
        return None
    return Not(Above(scale.id, step, f"bigger than what fits in {' '.join(place)}")), at


def _as_big(  # noqa: PLR0911  # what is not understood leaves at once
    words: Sequence[str], knowledge: Knowledge, phrases: Phrases
) -> tuple[Meaning, int] | None:
    """`about the size of a car`, `as big as a car`."""
    for i, word in enumerate(words):
        if word == "as" and words[i + 2 : i + 3] == ["as"]:
            comparing = {"heavy": measures.KILOGRAMS, "expensive": "dollars"}.get(
                words[i + 1], measures.METRES
            )
            if words[i + 1] not in ("big", "large", "tall", "long", "high", "heavy", "expensive", "small"):
                return None
            amount = amount_of(list(words[i + 3 :]), comparing, knowledge, phrases)
            if amount is None:
                return None
            scale, low = amount
            text = " ".join(words[i:])
            if words[i + 1] == "small":
                return Not(Above(scale.id, low + 0.5, f"not {text}")), i
            return Above(scale.id, low - 0.5 if scale.steps else low - 1, text), i
        if word == "size" and words[i + 1 : i + 2] == ["of"] and {"same", "the", "about"} & set(words[:i]):
            amount = amount_of(list(words[i + 2 :]), measures.METRES, knowledge, phrases)
            if amount is None:
                return None
            scale, middle = amount
            least = Above(scale.id, middle - 0.6, f"at least {' '.join(words[i:])}")
            return All((least, Not(Above(scale.id, middle + 0.5, f"more than {' '.join(words[i:])}")))), i
    return None


def _sided(amount: tuple[Scale, float], more: bool, text: str) -> Meaning:
    scale, value = amount
    if more:
        return Above(scale.id, value, text)
    whole = scale.steps and value == int(value)
    return Not(Above(scale.id, value - 0.5 if whole else value, f"at least that of: {text}"))
