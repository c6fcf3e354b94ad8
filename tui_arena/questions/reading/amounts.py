"""Amounts, and comparisons with them: bigger than a car, more than 100 dollars, before 1950.

A comparison is read if it names a scale of the table and something with a known amount: a step of the scale,
an entity of the deck, an everyday thing, or a number with its unit. The words before the comparison must be
understood too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tui_arena.core.language.numbers import number_at
from tui_arena.core.language.stems import stem
from tui_arena.questions import wordings
from tui_arena.questions.meaning import About, Above, AllOf, AnyOf, Is, Meaning, Not, truth
from tui_arena.questions.reading.phrases import PhraseTable
from tui_arena.questions.reading.times import years_asked
from tui_arena.questions.table import Answer, Knowledge, Scale
from tui_arena.questions.wordings import KILOGRAMS, METRES, English

COMPARING: Mapping[str, tuple[str, bool]] = {
    word: (unit, more)
    for unit, more, words in (
        (METRES, True, "bigger larger longer taller higher wider greater broader thicker"),
        (METRES, False, "smaller shorter tinier thinner littler narrower"),
        (KILOGRAMS, True, "heavier weightier"),
        (KILOGRAMS, False, "lighter"),
        ("dollars", True, "dearer costlier pricier"),
        ("dollars", False, "cheaper"),
        ("years", True, "newer younger"),
        ("years", False, "older"),
    )
    for word in words.split()
}
"""Maps a comparing word to the unit that it compares, and to whether it means more."""
COSTS = frozenset("cost costs costing price priced worth expensive value valued sell sells buy pay".split())
_SIZES = dict.fromkeys(("big", "large"), 1.2) | dict.fromkeys(("huge", "giant", "enormous"), 5.0)
_SIZES |= {"gigantic": 6.0, "massive": 4.0}
_LITTLE = {"small": 0.35, "little": 0.35, "tiny": 0.05, "miniature": 0.05, "minuscule": 0.01, "compact": 0.4}
_AS = dict.fromkeys(("big", "large", "tall", "long", "high", "small"), METRES)
_AS |= {"heavy": KILOGRAMS, "expensive": "dollars"}
_AFTER_AMOUNTS = frozenset("in size long tall high wide heavy old length each weight height".split())
ARTICLES = frozenset(("a", "an", "the"))
_PLAIN_BEFORE = frozenset("a an the my your most average typical normal human regular".split())
_BEFORE_THINGS = _PLAIN_BEFORE | frozenset(
    "our his her their usual standard whole full grown old new big upright family pickup decent proper good".split()
)

_OTHER_SIZES = frozenset(
    "toy model baby mini doll dolls lego giant half small little tiny huge large long short tall two three four five six ten of".split()
)
"""Words that change the usual size of the thing after them: a toy car."""


def scale_of(knowledge: Knowledge, unit: str) -> Scale | None:
    """The scale of a table that measures a unit."""
    words = {word for word, (name, _) in COMPARING.items() if name == unit}
    words |= COSTS if unit == "dollars" else set()
    own = (
        scale
        for scale in knowledge.scales.values()
        if words & set(" ".join((*scale.more, *scale.less)).split())
    )
    return next(own, None)


@lru_cache(maxsize=16)
def size_words(knowledge: Knowledge) -> dict[str, Meaning]:
    """The meanings of `big`, `small` and the like, if the table has a scale of sizes with known steps."""
    scale = scale_of(knowledge, METRES)
    out: dict[str, Meaning] = {}
    if scale is None or not scale.steps:
        return out
    for words, small in ((_SIZES, False), (_LITTLE, True)):
        for word, metres in words.items():
            at = knowledge.english.measures.on_ladder(scale.steps, metres, METRES)
            if at is not None:
                above = Above(scale.id, float(int(at)), f"bigger than {scale.steps[int(at) - 1]}")
                out[word] = Not(above) if small else above
    return out


def amount_of(
    words: list[str], unit: str, phrases: PhraseTable, *, number: bool = False
) -> tuple[Scale, float] | None:
    """The scale and amount that words name; None if there is none.

    `unit`: the unit of the comparison; empty: the words' own unit. `number`: read only numbers.
    """
    if words[:1] != ["grain"]:
        words = [w for w in words if w not in ("of", "about", "around", "than")]
    while words and words[-1] in _AFTER_AMOUNTS:
        words.pop()
    counted = _number(words, phrases.knowledge.english)
    if counted is not None:
        return _measured(*counted, unit, phrases.knowledge)
    scale = scale_of(phrases.knowledge, unit) if unit else None
    return None if number or scale is None else _thing(words, scale, unit, phrases)


def _number(words: list[str], english: English) -> tuple[float, str] | None:
    """A number and its unit, which is empty if there is none; None if the words are anything else."""
    said = [word for word in words if word not in ("us", "american")]
    total, unit, i = 0.0, "", 0
    while i < len(said):
        value, size = number_at(said, i) if not total else (0, 0)
        total = value if size else total * 1000 if said[i] in ("k", "grand") else total
        if not size and english.unit_of(said[i]):
            unit = said[i]
        elif not size and said[i] not in ("a", "an", "half", "k", "grand"):
            return None
        i += size or 1
    if not total and unit and said[0] in ("a", "an", "half"):
        total = 0.5 if said[0] == "half" else 1.0
    return (total, unit) if total else None


def _measured(value: float, unit: str, wanted: str, knowledge: Knowledge) -> tuple[Scale, float] | None:
    if not unit:
        unit = {"dollars": "dollar"}.get(wanted, "")
    if unit in ("pound", "pounds") and wanted == "dollars":
        unit = "dollar"
    name, factor = knowledge.english.unit_of(unit) or ("", 0.0)
    scale = scale_of(knowledge, name) if name and name != "years" else None
    if scale is None or (wanted and name != wanted):
        return None
    if not scale.steps:
        return scale, value * factor
    step = knowledge.english.measures.on_ladder(scale.steps, value * factor, name)
    return None if step is None else (scale, step)


def _thing(words: list[str], scale: Scale, unit: str, phrases: PhraseTable) -> tuple[Scale, float] | None:
    """The amount of a step, of an everyday thing or of an entity, even after words such as `my old`."""
    said = list(words)
    while len(said) > 1 and said[0] in _PLAIN_BEFORE:
        said = said[1:]
    whole = [word for word in words if word not in ARTICLES]
    if phrases.knowledge.english.measures.size(" ".join(whole)):  # a human being isn't a being
        said = whole
    found = _thing_called(words, said, scale, unit, phrases)
    while found is None and len(said) > 1 and said[0] in _BEFORE_THINGS:
        said = said[1:]
        found = _thing_called(said, said, scale, unit, phrases)
    if found is None and len(said) == 2 and said[0] not in _OTHER_SIZES:  # the last word names the kind
        found = _thing_called(said[1:], said[1:], scale, unit, phrases)
    return found


def _thing_called(
    words: list[str], said: list[str], scale: Scale, unit: str, phrases: PhraseTable
) -> tuple[Scale, float] | None:
    wanted, known = [stem(w) for w in said], phrases.knowledge.english.measures
    for i, step in enumerate(scale.steps):
        if [stem(w) for w in phrases.knowledge.english.flat(step) if w not in ("a", "of", "the")] == [
            w for w in wanted if w != "of"
        ]:
            return scale, float(i + 1)
    for text in (" ".join(said), " ".join([*said[:-1], stem(said[-1])]) if said else ""):
        row = known.size(text)
        if row is not None and scale.steps:
            at = known.on_ladder(scale.steps, row[0 if unit == METRES else 1], unit)
            if at is not None:
                return scale, at
        if unit == "dollars" and not scale.steps and text in known.prices:
            return scale, known.prices[text]
    for number in phrases.named(words) or phrases.named(said):
        amount = phrases.knowledge.entities[number].amounts.get(scale.id)
        if amount is not None:
            return scale, (amount[0] + amount[1]) / 2
    return None


_OVER = frozenset("more over above exceed exceeds least".split())
_UNDER = frozenset("less under below fewer".split())
_WEIGHS = frozenset("weigh weighs weight weighing heavy".split())
_HOLLOW = frozenset(
    "it is does can could would will do be than a an the of to much times size in as any".split()
)


def compared(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, list[str]] | None:
    """The comparison at the end of a clause, and the words before it; None if there is none."""
    for reader in (years_asked, _fits, _than, _counted, _as_big, _more_so):
        found = reader(words, phrases)
        if found is not None:
            meaning, at = found
            before = list(words[:at])
            while before and (before[-1] in wordings.SMALL or before[-1] in _HOLLOW):
                before.pop()
            return meaning, before
    return None


def _than(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    if "than" not in words:
        return None
    at = words.index("than")
    if at == 0:
        return None
    head, unit, more, start = words[at - 1], "", True, at - 1
    if head in COMPARING:
        unit, more = COMPARING[head]
    elif head in _OVER | _UNDER or (words[at - 2 : at - 1] and words[at - 2] in ("more", "less")):
        more = not {"less", "fewer", "under"} & {head, words[at - 2]}
        before = set(words[:at])
        unit = "dollars" if before & COSTS else KILOGRAMS if before & _WEIGHS else ""
        if head == "massive":
            unit = METRES
        known = [i for i in range(at) if words[i] in COSTS | _WEIGHS | _OVER | _UNDER]
        start = min([*known, at - 1])
    else:
        return None
    amount = amount_of(list(words[at + 1 :]), unit, phrases)
    if amount is None:
        return None
    return _sided(amount, more, " ".join(words[start:])), start


def _counted(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    """Comparisons with a number: `cost over 50 dollars`, `under 10 kg`, `at least 2 meters long`."""
    for i, word in enumerate(words):
        if word in _OVER | _UNDER and words[i + 1 : i + 2] != ["than"] and i + 1 < len(words):
            unit = "dollars" if set(words[:i]) & COSTS else ""
            amount = amount_of(list(words[i + 1 :]), unit, phrases, number=True)
            if amount is not None:
                known = [j for j in range(i) if words[j] in COSTS | _WEIGHS]
                start = min([*known, i])
                return _sided(amount, word in _OVER, " ".join(words[start:])), start
    return None


def _fits(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    """Comparisons with a container: `does it fit in a shoebox`."""
    at = next((i for i, word in enumerate(words) if word in ("fit", "fits", "fitting")), None)
    scale, known = scale_of(phrases.knowledge, METRES), phrases.knowledge.english.measures
    if at is None or scale is None:
        return None
    dropped = (
        wordings.SMALL
        | wordings.HARMLESS
        | {"inside", "within", "through", "easily", "under", "behind", "onto"}
    )
    place = [w for w in words[at + 1 :] if w not in dropped]
    metres = known.inside.get(" ".join(place))
    if metres is None and (row := known.sizes.get(" ".join(place))):
        metres = row[0]
    step = known.on_ladder(scale.steps, metres, METRES) if metres else None
    if step is None or metres is None:
        return None
    small = Not(Above(scale.id, step, f"bigger than what fits in {' '.join(place)}"))
    return small, at


def _as_big(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    """Comparisons with an equal size: `about the size of a car`, `as big as a car`."""
    for i, word in enumerate(words):
        if word == "as" and words[i + 2 : i + 3] == ["as"]:
            unit = _AS.get(words[i + 1])
            amount = amount_of(list(words[i + 3 :]), unit, phrases) if unit else None
            if amount is None:
                return None
            scale, low = amount
            text = " ".join(words[i:])
            if words[i + 1] == "small":
                return Not(Above(scale.id, low + 0.5, f"not {text}")), i
            return Above(scale.id, low - 0.5 if scale.steps else low - 1, text), i
        if word == "size" and words[i + 1 : i + 2] == ["of"] and {"same", "the", "about"} & set(words[:i]):
            amount = amount_of(list(words[i + 2 :]), METRES, phrases)
            if amount is None:
                return None
            scale, middle = amount
            least = Above(scale.id, middle - 0.6, f"at least {' '.join(words[i:])}")
            return AllOf((least, Not(Above(scale.id, middle + 0.5, f"more than {' '.join(words[i:])}")))), i
    return None


def _more_so(words: Sequence[str], phrases: PhraseTable) -> tuple[Meaning, int] | None:
    """`softer than a pillow`: if both have the quality, or both lack it, the comparison is unknown."""
    at = words.index("than") if "than" in words[1:] else 0
    root = words[at - 1].removesuffix("er")
    forms = (root, f"{root}e", root[:-1], f"{root[:-1]}y") if root != words[at - 1] else (root,)
    known = (phrases.lookup("@is", (form,)) for form in forms if form)
    quality = next((found for found in known if isinstance(found, Is)), None) if at else None
    other = phrases.named(words[at + 1 :])
    if quality is None or len(other) != 1:
        return None
    open_ = About((words[-1],), partly=True)
    has = truth(quality, phrases.knowledge, other[0])
    start = at - 2 if words[at - 2 : at - 1] == ["more"] else at - 1
    more: dict[Answer, Meaning] = {"yes": AllOf((quality, open_)), "no": AnyOf((quality, open_))}
    return more.get(has, open_), start


def _sided(amount: tuple[Scale, float], more: bool, text: str) -> Meaning:
    scale, value = amount
    if more:
        return Above(scale.id, value, text)
    whole = scale.steps and value == int(value)
    return Not(Above(scale.id, value - 0.5 if whole else value, f"at least that of: {text}"))
