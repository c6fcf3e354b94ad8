"""Players' answers compared with a table, and the facts that a table can learn from them.

Only answers to questions that were understood become facts. Answers about a scale that contradict each
other become none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tui_arena.questions.bots.belief import GivenAnswer
from tui_arena.questions.meaning import About, Above, AllOf, AnyOf, Begging, Is, Meaning, Not, truth
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Answer, Knowledge, Scale

Kind = Literal["differs", "near", "same", "open"]
"""How an answer compares with the table's: against it, half agreeing, agreeing, or not comparable."""

_LEAN: Mapping[str, int] = {"yes": 2, "no": -2, "probably yes": 1, "probably no": -1}
_OPPOSITE: Mapping[GivenAnswer, GivenAnswer] = {
    "yes": "no",
    "no": "yes",
    "probably yes": "probably no",
    "probably no": "probably yes",
}
_FACT: Mapping[GivenAnswer, Answer] = {
    "yes": "yes",
    "no": "no",
    "probably yes": "sometimes",
    "probably no": "sometimes",
}


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """An answer compared with the table's."""

    kind: Kind
    known: Answer | None
    """The table's answer; None if the question was not understood."""


def compared(question: str, told: GivenAnswer, number: int, knowledge: Knowledge) -> ComparedAnswer:
    """An answer to a free question about entity `number`, compared with the table's answer."""
    meaning = understand(question, knowledge)
    if meaning is None or isinstance(meaning, Begging):
        return ComparedAnswer("open", None)
    known = truth(meaning, knowledge, number)
    if known == "no" and _is_loose(meaning):
        return ComparedAnswer("open", None)
    return ComparedAnswer(_kind(told, known), known)


def _is_loose(meaning: Meaning) -> bool:
    """Whether a question was only matched by associated words, so that the table's no means nothing."""
    return isinstance(meaning, About) or (isinstance(meaning, AnyOf) and any(map(_is_loose, meaning.of)))


def _kind(told: GivenAnswer, known: Answer) -> Kind:
    lean = _LEAN.get(told)
    if lean is None or known == "unknown":
        return "open"
    if known == "sometimes":
        return "same" if abs(lean) == 1 else "near"
    ours = _LEAN[known]
    if (lean > 0) != (ours > 0):
        return "differs"
    return "same" if lean == ours else "near"


def facts_given(answers: Iterable[tuple[str, GivenAnswer]], knowledge: Knowledge) -> dict[str, Answer]:
    """The facts that follow from answers to free questions, by the names that decks use."""
    facts: dict[str, Answer] = {}
    heights: dict[str, list[tuple[float, Answer]]] = {}
    for question, told in answers:
        for meaning, said in parts_answered(understand(question, knowledge), told):
            match meaning:
                case Is(name) if ">" not in name:
                    facts[name] = _FACT[said]
                case Is(name):
                    scale, _, threshold = name.partition(">")
                    heights.setdefault(scale, []).append((float(threshold), _FACT[said]))
                case Above(scale, amount):
                    heights.setdefault(scale, []).append((amount, _FACT[said]))
                case _:
                    continue
    for name, told_of in heights.items():
        span = _span(told_of, knowledge.scales[name])
        if span is not None:
            facts[f"{name}:{span[0]:.10g}-{span[1]:.10g}"] = "yes"
    return facts


def parts_answered(meaning: Meaning | None, told: GivenAnswer) -> list[tuple[Meaning, GivenAnswer]]:
    """What an answer says about each part of a question; nothing if it is neither for it nor against it.

    A yes to `and` or a no to `or` answers every part. Other answers leave such a question whole.
    """
    if meaning is None or told not in _OPPOSITE:
        return []
    match meaning:
        case Not(of):
            return parts_answered(of, _OPPOSITE[told])
        case AllOf(parts) | AnyOf(parts) if told == ("yes" if isinstance(meaning, AllOf) else "no"):
            return [found for part in parts for found in parts_answered(part, told)]
        case _:
            return [(meaning, told)]


def _span(told_of: Sequence[tuple[float, Answer]], scale: Scale) -> tuple[float, float] | None:
    """The lowest and highest amount that fit the answers about thresholds; None if they contradict."""
    above = [threshold for threshold, answer in told_of if answer == "yes"]
    below = [threshold for threshold, answer in told_of if answer == "no"]
    if not above and not below:
        about = [threshold for threshold, _ in told_of]
        return min(about), max(about) + 1
    first, last = (1.0, float(len(scale.steps))) if scale.steps else (0.0, max(scale.thresholds) * 2)
    low, high = max((t + 1 for t in above), default=first), min(below, default=last)
    return (low, high) if low <= high else None
