"""Amounts that words name: a number with its unit, a step of a scale, an everyday thing, an entity.

Law: an amount is one of a scale of the table, or there is none.
"""

from __future__ import annotations

from tui_arena.core.knowledge import measures
from tui_arena.core.knowledge.meaning import Above, Meaning, Not
from tui_arena.core.knowledge.phrases import Phrases, flat
from tui_arena.core.knowledge.spelling import NUMBERS
from tui_arena.core.knowledge.stems import stem
from tui_arena.core.knowledge.table import Knowledge, Scale

GROUPS: tuple[tuple[str, str, str], ...] = (
    (
        "bigger larger longer taller higher wider greater broader thicker",
        "smaller shorter tinier thinner littler narrower",
        measures.METRES,
    ),
    ("heavier weightier", "lighter", measures.KILOGRAMS),
    ("dearer costlier pricier", "cheaper", "dollars"),
    ("newer younger", "older", "years"),
)
COSTS = frozenset("cost costs price priced worth expensive value valued sell sells buy pay".split())
_SIZES = {
    "big": 1.2,
    "large": 1.2,
    "huge": 5.0,
    "giant": 5.0,
    "gigantic": 6.0,
    "enormous": 5.0,
    "massive": 4.0,
}
_LITTLE = {"small": 0.35, "little": 0.35, "tiny": 0.05, "miniature": 0.05, "minuscule": 0.01, "compact": 0.4}


def scale_of(knowledge: Knowledge, unit: str) -> Scale | None:
    """The scale of a table that measures a unit."""
    for more, less, name in GROUPS:
        if name == unit:
            words = set(more.split()) | set(less.split()) | (COSTS if unit == "dollars" else set())
            for scale in knowledge.scales.values():
                if words & set(" ".join((*scale.more, *scale.less)).split()):
                    return scale
    return None


def size_words(knowledge: Knowledge) -> dict[str, Meaning]:
    """`big`, `small` and their like, where a ladder of sizes is known."""
    scale = scale_of(knowledge, measures.METRES)
    out: dict[str, Meaning] = {}
    if scale is None or not scale.steps:
        return out
    for words, small in ((_SIZES, False), (_LITTLE, True)):
        for word, metres in words.items():
            at = measures.on_ladder(scale.steps, metres, measures.METRES)
            if at is not None:
                above = Above(scale.id, float(int(at)), f"bigger than {scale.steps[int(at) - 1]}")
                out[word] = Not(above) if small else above
    return out


def amount_of(
    words: list[str], unit: str, knowledge: Knowledge, phrases: Phrases, *, number: bool = False
) -> tuple[Scale, float] | None:
    """The scale and amount that words name, as `unit` or as what they say themselves."""
    words = (
        [w for w in words if w not in ("of", "about", "around", "than")] if words[:1] != ["grain"] else words
    )
    while words and words[-1] in (
        "in",
        "size",
        "long",
        "tall",
        "high",
        "wide",
        "heavy",
        "old",
        "length",
        "each",
        "weight",
        "height",
    ):
        words.pop()
    counted = _number(words)
    if counted is not None:
        return _measured(*counted, unit, knowledge)
    scale = scale_of(knowledge, unit) if unit else None
    return None if number or scale is None else _thing(words, scale, unit, knowledge, phrases)


def _number(words: list[str]) -> tuple[float, str] | None:
    """A number and the stem of its unit, `dollar` first or last."""
    if len(words) > 1 and words[0] in ("a", "an", "one", "half"):
        unit = stem(words[-1])
        if unit in measures.UNITS and (
            len(words) == 2 or words[1] in ("hundred", "thousand", "million", "a", "dozen")
        ):
            many = {"hundred": 100.0, "thousand": 1000.0, "million": 1e6}.get(words[1], 1.0)
            return (0.5 if words[0] == "half" else 1.0) * many, unit
    said = [w for w in words if w not in ("a", "us", "american")]
    total, seen, unit = 1.0, False, ""
    for word in said:
        if word.replace(".", "", 1).isdigit() and not seen and len(word) < 13:
            total, seen = float(word), True
        elif word in NUMBERS and not seen:
            total, seen = float(NUMBERS[word]), True
        elif word in ("hundred", "thousand", "million", "k", "grand"):
            total, seen = total * {"hundred": 100, "million": 1e6}.get(word, 1000), True
        elif word in ("twenty", "fifty", "thirty") and not seen:
            total, seen = {"twenty": 20.0, "fifty": 50.0}.get(word, 30.0), True
        elif stem(word) in measures.UNITS:
            unit = stem(word)
        else:
            return None
    return (total, unit) if seen else None


def _measured(value: float, unit: str, wanted: str, knowledge: Knowledge) -> tuple[Scale, float] | None:
    if not unit:
        unit = {"dollars": "dollar"}.get(wanted, "")
    if unit == "pound" and wanted == "dollars":
        unit = "dollar"
    name, factor = measures.UNITS.get(unit, ("", 0.0))
    scale = scale_of(knowledge, name) if name and name != "years" else None
    if scale is None or (wanted and name != wanted):
        return None
    if not scale.steps:
        return scale, value * factor
    step = measures.on_ladder(scale.steps, value * factor, name)
    return None if step is None else (scale, step)


def _thing(
    words: list[str], scale: Scale, unit: str, knowledge: Knowledge, phrases: Phrases
) -> tuple[Scale, float] | None:
    """The amount of a step, of an everyday thing or of an entity."""
    said = list(words)
    while (
        said
        and said[0]
        in ("a", "an", "the", "my", "your", "most", "average", "typical", "normal", "human", "regular")
        and len(said) > 1
    ):
        said = said[1:]
    wanted = [stem(w) for w in said]
    for i, step in enumerate(scale.steps):
        if [stem(w) for w in flat(step) if w not in ("a", "of", "the")] == [w for w in wanted if w != "of"]:
            return scale, float(i + 1)
    for text in (" ".join(said), " ".join([*said[:-1], stem(said[-1])]) if said else ""):
        row = _everyday(text)
        if row is not None and scale.steps:
            at = measures.on_ladder(scale.steps, row[0 if unit == measures.METRES else 1], unit)
            if at is not None:
                return scale, at
    for number in phrases.named(words) or phrases.named(said):
        amount = knowledge.entities[number].amounts.get(scale.id)
        if amount is not None:
            return scale, (amount[0] + amount[1]) / 2
    return None


def _everyday(text: str) -> tuple[float, float] | None:
    return measures.THINGS.get(text) or _SPACELESS.get(text.replace(" ", ""))


_SPACELESS = {name.replace(" ", "").replace("of", ""): row for name, row in measures.THINGS.items()} | {
    name.replace(" ", ""): row for name, row in measures.THINGS.items()
}
