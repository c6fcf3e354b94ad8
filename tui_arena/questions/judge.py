"""The judge: an entity's answer to a free question according to a table, and how the question was read.

All levels give the same answers, because a judge that doesn't listen is no fun.

Players' answers are compared with the table's, which can learn facts from them. Only answers to questions
that were understood become facts. If answers about a scale contradict each other, no fact follows from them.

The emphasis of a question (always, ever, still) isn't part of its meaning; the judge reads it from the text.

Law: a question that isn't understood never gets a guessed answer; the judge says that it isn't understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Literal

from tui_arena.core.language.names import equals, without_article
from tui_arena.core.language.spelling import slips
from tui_arena.core.words import tokens
from tui_arena.questions.meaning import (
    About,
    Above,
    AllOf,
    AnyOf,
    Begging,
    Is,
    Meaning,
    Named,
    Not,
    Spelled,
    is_loose,
    said,
    spelled,
    truth,
)
from tui_arena.questions.phrasing import asked_with_pronoun
from tui_arena.questions.reading.phrases import phrases_of
from tui_arena.questions.reading.understanding import (
    associated,
    phrase_answer,
    understand,
)
from tui_arena.questions.table import Answer, GivenAnswer, Knowledge, Scale, Texts
from tui_arena.questions.wordings import KILOGRAMS, METRES


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """An entity's answer to a question, and how the question was read."""

    answer: Answer
    why: str
    """How the question was read: the end of a `judge_` key of the bot's texts; empty for a question of the
    table."""
    took: str = ""
    """The meaning that the question was taken to have, if it wasn't a question of the table."""
    known: bool = True
    """False if the question wasn't understood, or if the entity isn't in the table."""
    clear: bool = True
    """False if the question wasn't understood, or if the answer is unclear because only some of its words
    fit."""
    half: bool = False
    """True if the answer isn't yes only because the table has no words that say so, which isn't a fact."""


_BODY = frozenset(
    "mammal bird fish reptile amphibian insect bug rodent ape cat-kind dog-kind four-legs two-legs many-legs legs tail fur feathers "
    "scales wings horns beak hooves whiskers shell patterned long-neck lays-eggs swims climbs jumps eyes teeth meat-eater plant-eater".split()
)
"""Properties that a character shares with the animal that it is."""
PLAINLY = 0.2
"""The difference, in steps of a scale, from which on two sizes differ plainly."""
_UNCLEAR = JudgedQuestion("unknown", "unclear", known=False, clear=False)


def judged(question: str, names: tuple[str, ...], knowledge: Knowledge) -> JudgedQuestion:
    """The answer of the entity with these names."""
    number = number_of(names, knowledge)
    meaning = understand(question, knowledge)
    if isinstance(meaning, Begging):
        return JudgedQuestion("no", "more")
    if number is None:
        return _of_a_stranger(meaning, names)
    asked = isinstance(meaning, Is) and question in _texts(knowledge)[meaning.question]
    whole = asked or isinstance(meaning, Not | Above) or _is_name(meaning, knowledge)
    by_phrase = None if whole else phrase_answer(question, knowledge, number)
    if by_phrase is not None:
        return JudgedQuestion(by_phrase, "")
    if meaning is None:
        over = _is_over(question, knowledge, number)
        return JudgedQuestion("no", "over") if over else _UNCLEAR
    answer = _answer(question, meaning, knowledge, number)
    if asked or meaning in phrases_of(knowledge).everyday:
        return JudgedQuestion(answer, "")
    clear = answer in ("yes", "no") or _is_partly_between(meaning, knowledge, number)
    half = answer != "yes" and _is_half(meaning, knowledge, number)
    return JudgedQuestion(answer, "took", said(meaning, knowledge), clear=clear, half=half)


def _is_name(meaning: Meaning | None, knowledge: Knowledge) -> bool:
    """True for an entity's own name; an alias may be the word for a whole kind, as `dance` is."""
    return isinstance(meaning, Named) and any(
        without_article(meaning.text) == knowledge.entities[n].name.casefold() for n in meaning.numbers
    )


def _is_half(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """True if associated words answer a part of the question, and no property in it settles the answer as a no."""
    match meaning:
        case AllOf(parts):
            settled = (truth(part, knowledge, number) == "no" for part in parts if not is_loose(part))
            return is_loose(meaning) and not any(settled)
        case Not(of):
            return _is_half(of, knowledge, number)
        case _:
            return is_loose(meaning)


def _is_partly_between(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """True if the table itself answers a part of the question with neither yes nor no."""
    match meaning:
        case AllOf(parts) | AnyOf(parts):
            return any(_is_partly_between(part, knowledge, number) for part in parts)
        case Not(of):
            return _is_partly_between(of, knowledge, number)
        case About():
            return False
        case _:
            return truth(meaning, knowledge, number) not in ("yes", "no")


def _answer(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> Answer:
    """The table's answer, changed by words of the question that its meaning ignores."""
    answer = _measured(meaning, knowledge, number) or truth(meaning, knowledge, number)
    everyday = meaning in phrases_of(knowledge).everyday
    if answer == "unknown" and everyday:
        return "no"  # the table seldom records a no to an everyday question
    if answer == "no" and _is_of_its_kind(meaning, knowledge, number):
        answer = "yes"
    if answer == "no" and not everyday:
        unsaid = isinstance(meaning, About) or _is_unsaid(meaning, knowledge, number)
        if unsaid and associated(question, knowledge, number):
            answer = "yes"
    if answer == "sometimes" and _WITHOUT_EXCEPTION.search(question):
        answer = "no"
    elif answer == "sometimes" and _POSSIBLE.search(question) and not is_loose(meaning):
        answer = "yes"
    return "no" if _is_over(question, knowledge, number) else answer


def _measured(meaning: Meaning, knowledge: Knowledge, number: int) -> Answer | None:
    """The answer by the entity's own size, which is finer than the steps: a duck is bigger than a pigeon."""
    turned = isinstance(meaning, Not)
    asked = meaning.of if isinstance(meaning, Not) else meaning
    entity = knowledge.entities[number]
    row = knowledge.english.measures.size(entity.name.casefold())
    if not isinstance(asked, Above) or asked.scale not in ("size", "weight") or row is None:
        return None
    low, high = entity.amounts.get(asked.scale, (0.0, 0.0))
    size = asked.scale == "size"
    steps = knowledge.scales[asked.scale].steps
    own = knowledge.english.measures.on_ladder(steps, row[0 if size else 1], METRES if size else KILOGRAMS)
    beyond = asked.amount > len(steps)
    between = beyond or (asked.amount * 2) % 1 != 0  # not a step or half a step, but the amount of a thing
    if own is None or low != high or min(int(asked.amount), len(steps)) != low or not between:
        return None
    if abs(own - asked.amount) < PLAINLY:
        return None
    return "yes" if (own > asked.amount) is not turned else "no"


def _is_of_its_kind(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """True if the answer is yes for the kind of animal that a character is: a lion has four legs."""
    made = "made" in knowledge.properties and knowledge.answer(number, "made") == "yes"
    if made or not isinstance(meaning, Is) or meaning.question not in _BODY:
        return False
    texts = Texts.of(knowledge.entities[number].about).beginning("a", "an")
    told = [text.partition(" ")[2] for text in texts]
    return any(truth(meaning, knowledge, kind) == "yes" for kind in knowledge.numbered(told))


def _is_over(question: str, knowledge: Knowledge, number: int) -> bool:
    """True if a question asks what a dead person does now."""
    dead = "dead" in knowledge.properties and knowledge.answer(number, "dead") == "yes"
    return dead and bool(_NOW.search(question)) and not _LASTS.search(question)


def _is_unsaid(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """True if the no only means that the table says nothing about these properties."""
    match meaning:
        case Is(question):
            facts = knowledge.entities[number].facts
            return question in knowledge.properties and facts.get(question) != "no"
        case AllOf(parts) | AnyOf(parts):
            return all(_is_unsaid(part, knowledge, number) for part in parts)
        case _:
            return False


def number_of(names: tuple[str, ...], knowledge: Knowledge) -> int | None:
    """The number of the entity with one of these names; None if there is none."""
    entities = enumerate(knowledge.entities) if names else ()
    alike = (i for i, entity in entities if equals(names[0], entity.names, "lenient"))
    return next(chain(knowledge.numbered(names), alike), None)


def _of_a_stranger(meaning: Meaning | None, names: tuple[str, ...]) -> JudgedQuestion:
    """The answer for an entity that isn't in the table."""
    if meaning is None:
        return _UNCLEAR
    if isinstance(meaning, Named):
        return JudgedQuestion("no", "")
    if isinstance(meaning, Spelled) and names:
        return JudgedQuestion("yes" if spelled(meaning.spelling, names[0]) else "no", "")
    return JudgedQuestion("unknown", "unknown", known=False)


@lru_cache(maxsize=8)
def _texts(knowledge: Knowledge) -> dict[str, frozenset[str]]:
    """The exact texts of each question of the table, by id."""
    return {q.id: frozenset((q.text, *q.also)) for q in knowledge.questions.values()}


# players' answers compared with the table's

Kind = Literal["differs", "near", "same", "open"]
"""How an answer compares with the table's: it contradicts it, half agrees, agrees, or isn't comparable."""

_ANSWERS: Mapping[GivenAnswer, tuple[int, GivenAnswer, Answer]] = {
    "yes": (2, "no", "yes"),
    "no": (-2, "yes", "no"),
    "probably yes": (1, "probably no", "sometimes"),
    "probably no": (-1, "probably yes", "sometimes"),
}
"""Maps an answer that leans to one side to its degree, the opposite answer, and the fact that follows."""


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """An answer compared with the table's."""

    kind: Kind
    known: Answer | None
    """The table's answer; None if the question wasn't understood."""


def compared(question: str, answer: GivenAnswer, number: int, knowledge: Knowledge) -> ComparedAnswer:
    """An answer to a free question about entity `number`, compared with the table's answer."""
    meaning = asked_with_pronoun(question, knowledge) or understand(question, knowledge)
    if meaning is None or isinstance(meaning, Begging):
        return ComparedAnswer("open", None)
    known = truth(meaning, knowledge, number)
    if known == "no" and is_loose(meaning):
        return ComparedAnswer("open", None)
    return ComparedAnswer(_kind(answer, known), known)


def _kind(answer: GivenAnswer, known: Answer) -> Kind:
    if answer not in _ANSWERS or known == "unknown":
        return "open"
    lean = _ANSWERS[answer][0]
    if known == "sometimes":
        return "same" if abs(lean) == 1 else "near"
    ours = 2 if known == "yes" else -2
    if lean == ours:
        return "same"
    return "near" if lean * ours > 0 else "differs"


def facts_given(answers: Iterable[tuple[str, GivenAnswer]], knowledge: Knowledge) -> dict[str, Answer]:
    """The facts that follow from answers to free questions; the keys are the names that decks use."""
    facts: dict[str, Answer] = {}
    heights: dict[str, list[tuple[float, Answer]]] = {}
    for question, answer in answers:
        read = asked_with_pronoun(question, knowledge) or understand(question, knowledge)
        for meaning, part in parts_answered(read, answer):
            match meaning:
                case Is(name) if ">" not in name:
                    facts[name] = _ANSWERS[part][2]
                case Is(name):
                    scale, _, threshold = name.partition(">")
                    heights.setdefault(scale, []).append((float(threshold), _ANSWERS[part][2]))
                case Above(scale, amount):
                    heights.setdefault(scale, []).append((amount, _ANSWERS[part][2]))
                case _:
                    continue
    for name, told_of in heights.items():
        span = _span(told_of, knowledge.scales[name])
        if span is not None:
            facts[f"{name}:{span[0]:.10g}-{span[1]:.10g}"] = "yes"
    return facts


def parts_answered(meaning: Meaning | None, answer: GivenAnswer) -> list[tuple[Meaning, GivenAnswer]]:
    """The answer that follows for each part of a question; empty if the answer leans to neither side.

    A yes to `and` or a no to `or` answers every part. Any other answer applies to the question as a whole.
    """
    if meaning is None or answer not in _ANSWERS:
        return []
    match meaning:
        case Not(of):
            return parts_answered(of, _ANSWERS[answer][1])
        case AllOf(parts) | AnyOf(parts) if answer == ("yes" if isinstance(meaning, AllOf) else "no"):
            return [found for part in parts for found in parts_answered(part, answer)]
        case _:
            return [(meaning, answer)]


def _span(told_of: Sequence[tuple[float, Answer]], scale: Scale) -> tuple[float, float] | None:
    """The lowest and highest amount that fit the answers about thresholds; None if the answers contradict."""
    above = [threshold for threshold, answer in told_of if answer == "yes"]
    below = [threshold for threshold, answer in told_of if answer == "no"]
    if not above and not below:
        about = [threshold for threshold, _ in told_of]
        return min(about), max(about) + 1
    first, last = (1.0, float(len(scale.steps))) if scale.steps else (0.0, max(scale.thresholds) * 2)
    low, high = max((t + 1 for t in above), default=first), min(below, default=last)
    return (low, high) if low <= high else None


_WITHOUT_EXCEPTION = re.compile(
    r"\b(?:always|only|never|entirely|completely|purely|(?:mostly|mainly) (?:made|used)|nothing but|all of (?:them|it)|are (?:they )?all"
    r"|every single|everywhere|(?:do|does) (?:you|i|we|people|it|they) (?:have|need) to)\b",
    re.IGNORECASE,
)
"""Words that turn a sometimes into a no."""
_POSSIBLE = re.compile(
    r"(?:^|[.!,] )\W*(?:and |but |so |ok |hmm )*(?:can|could|might|may)\b"
    r"|\b(?:can be|sometimes|ever|some|kinda|kind of|sorta|sort of|a bit|a little|slightly|somewhat|more or less)\b|\w\wish\b",
    re.IGNORECASE,
)
"""Words that turn a sometimes into a yes, because they ask for a possibility or a small degree."""
_NOW = re.compile(
    r"\b(?:still (?!remembered|loved|played|admired)|still\W*$|today\b|nowadays|these days|right now|currently)",
    re.IGNORECASE,
)
"""Words that ask what somebody does now."""
_LASTS = re.compile(
    r"\b(?:famous|known|popular|remember|people|fans?|read|museum|money|company)", re.IGNORECASE
)
"""Words about what remains of somebody after death, such as fame."""


LEAST = 5
"""The minimum number of letters in a name for one slip to be recognised."""
MOST_WORDS = 12
"""The maximum number of words in a name."""
_AFTER_HEAD = frozenset("of for with in on from that which at to".split())
"""Words that follow a head noun: a bottle of water is a bottle."""


def meant(name: str, knowledge: Knowledge) -> str:
    """The one entity whose name differs by a letter or a space; empty if `name` is known or fits none.

    Only names with the same first letter count.
    """
    flat = "".join(tokens(without_article(name)))
    if len(flat) < LEAST or number_of((name,), knowledge) is not None:
        return ""
    found = {entity.name for entity in knowledge.entities if any(_near(flat, n) for n in entity.names)}
    return found.pop() if len(found) == 1 else ""


def _near(flat: str, name: str) -> bool:
    known = "".join(tokens(without_article(name)))
    alike = known[:1] == flat[:1] and abs(len(known) - len(flat)) <= 1 and len(known) >= LEAST
    return alike and slips(flat, known) <= 1


def head(name: str, knowledge: Knowledge) -> str:
    """The entity that an unknown name ends with, before an `of`; the longest one; empty if there is none."""
    words = tokens(name)
    end = next((n for n, word in enumerate(words) if n and word in _AFTER_HEAD), len(words))
    first = max(1 if end == len(words) else 0, end - MOST_WORDS)
    ends = (" ".join(words[start:end]) for start in range(first, end))
    numbers = (number_of((text,), knowledge) for text in ends)
    return next((knowledge.entities[n].name for n in numbers if n is not None), "")
