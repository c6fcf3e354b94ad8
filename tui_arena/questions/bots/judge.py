"""The judge: an entity's answer to a free question by a table, and how the question was read.

All levels give the same answers, but the lower ones understand fewer questions.

Players' answers are compared with the table's, which can learn facts from them. Only answers to questions that
were understood become facts. Answers about a scale that contradict each other become none.

Law: a question that is not understood never gets a guessed answer; the judge says that it isn't understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Literal

from tui_arena.core.language.names import equals
from tui_arena.questions.bots.belief import GivenAnswer
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
    said,
    truth,
)
from tui_arena.questions.pronouns import asked_with_pronoun
from tui_arena.questions.reading.emphasis import (
    asks_always,
    asks_by_name,
    asks_now,
    asks_possible,
    asks_real,
    asks_seldom_told,
    asks_somewhat,
)
from tui_arena.questions.reading.phrases import phrases_of
from tui_arena.questions.reading.understanding import (
    associated,
    half_associated,
    likely,
    understand,
    understand_of,
)
from tui_arena.questions.spelling import spelled
from tui_arena.questions.table import Answer, Knowledge, Scale

PARTS_READ = {"easy": 1, "medium": 2, "hard": 99}
"""By level: the most things that one question may ask."""


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """An entity's answer to a question, and how the question was read."""

    answer: Answer
    why: str
    """How it was read: the end of a `judge_` key of what bots say; empty for a question of the table."""
    took: str = ""
    """What it was taken for, if it was read another way than it was asked."""
    known: bool = True
    """False if the question was not understood, or if the entity is not in the table."""


UNLIKELY = 0.25
"""Below which probability of a yes an open answer becomes a no."""
MUCH_SAID = 45
"""Fewest words about an entity for what is not said of it to be unlikely."""
CLEAR = 0.8
"""Share of an amount's span from which on it lies on one side."""
BORN = "born in"
FEWEST_NEARLY = 3
"""Fewest things asked at once of which one may be read amiss."""
_BODY = frozenset(
    "mammal bird fish reptile amphibian insect bug rodent ape cat-kind dog-kind four-legs two-legs many-legs legs tail fur feathers "
    "scales wings horns beak hooves whiskers shell patterned long-neck lays-eggs swims climbs jumps eyes teeth meat-eater plant-eater "
    "dangerous-animal farm-animal wild pet eats".split()
)
"""Properties that a character shares with what it is a kind of."""


def judged(question: str, names: tuple[str, ...], knowledge: Knowledge, level: str) -> JudgedQuestion:
    """The answer of the entity with these names."""
    number = number_of(names, knowledge)
    meaning = understand_of(question, knowledge, number)
    told = _told_at_once(question, meaning, knowledge, number)
    if told is not None:
        return told
    if meaning is None or _parts(meaning) > PARTS_READ[level]:
        return JudgedQuestion("unknown", "unclear", known=False)
    if number is None:
        return _of_a_stranger(meaning, names)
    answer = _answer(question, meaning, knowledge, number)
    asked = isinstance(meaning, Is) and question in _texts(knowledge)[meaning.question]
    if asked or meaning in phrases_of(knowledge).everyday:
        return JudgedQuestion(answer, "")
    return JudgedQuestion(answer, "took", said(meaning, knowledge))


def _told_at_once(
    question: str, meaning: Meaning | None, knowledge: Knowledge, number: int | None
) -> JudgedQuestion | None:
    """The no to a question that begs, or that is not about anybody alive or real as it asks; else None."""
    if isinstance(meaning, Begging):
        return JudgedQuestion("no", "more")
    if number is not None and asks_real(question) and _is_made_up(knowledge, number):
        return JudgedQuestion("no", "")
    over = meaning is None and number is not None and _is_over(question, knowledge, number)
    return JudgedQuestion("no", "over") if over else None


def _answer(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> Answer:
    """The answer of the reading; if that is open as only words were matched, what all the words speak for."""
    answer = _answer_read(question, meaning, knowledge, number)
    if answer == "sometimes":
        return _leaning(meaning, knowledge, number) or answer
    if answer == "unknown" and _is_no_thing(meaning, knowledge, number):
        return "no"  # a song has no size: it is neither big nor small
    everyday = meaning in phrases_of(knowledge).everyday
    if answer == "unknown" and everyday:
        return "no"  # of what everybody is asked, little is said of those for whom it isn't so
    if answer != "unknown" or not _is_loose(meaning):
        return answer
    if asks_seldom_told(question) or len(knowledge.entities[number].about) < MUCH_SAID:
        return answer
    probability = likely(question, truth(meaning, knowledge, number), knowledge, number)
    return "no" if probability < UNLIKELY else answer


def _as_often_as_asked(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> Answer:
    """What a sometimes is to a question that asks for always, for ever or for a little of it."""
    everyday = meaning in phrases_of(knowledge).everyday
    if everyday and _is_only_partly_other(meaning, knowledge, number):
        return "yes"
    if asks_always(question):
        return "no"
    enough = asks_somewhat(question) or asks_possible(question)
    return "yes" if enough and not _is_loose(meaning) else "sometimes"


def _is_only_partly_other(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether all that speaks for a yes holds, and what speaks against it does so only sometimes."""
    return isinstance(meaning, AllOf) and all(
        truth(part, knowledge, number) == ("sometimes" if isinstance(part, Not) else "yes")
        for part in meaning.of
        if not isinstance(part, Not) or truth(part, knowledge, number) != "yes"
    )


def _leaning(meaning: Meaning, knowledge: Knowledge, number: int) -> Answer | None:
    """The answer of an amount whose span lies nearly all on one side; None if it doesn't."""
    turned = isinstance(meaning, Not)
    asked = meaning.of if isinstance(meaning, Not) else meaning
    amounts = knowledge.entities[number].amounts
    if not isinstance(asked, Above) or asked.scale not in amounts:
        return None
    low, high = amounts[asked.scale]
    step = 1 if knowledge.scales[asked.scale].steps else 0
    share = (high - asked.amount) / (high - low + step)
    if 1 - CLEAR < share < CLEAR:
        return None
    return "yes" if (share >= CLEAR) is not turned else "no"


def _is_no_thing(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether the size or weight is asked of what is neither an object nor a place."""
    asked = meaning.of if isinstance(meaning, Not) else meaning
    measured = isinstance(asked, Above) and asked.scale in ("size", "weight")
    things = ("object", "place", "alive", "body-part", "liquid", "gas", "animal")
    named = [name for name in things if name in knowledge.properties]
    return measured and bool(named) and all(knowledge.answer(number, name) == "no" for name in named)


def _is_of_several(question: str, meaning: Meaning, knowledge: Knowledge) -> bool:
    """Whether a question is but a name in the plural, which asks what belongs to it: `candles?` of a birthday."""
    if not isinstance(meaning, Named) or len(question.split()) > 1:
        return False
    names = (knowledge.entities[n].name for n in meaning.numbers)
    return question.strip(" ?!.").endswith("s") and not any(name.endswith("s") for name in names)


def _is_made_up(knowledge: Knowledge, number: int) -> bool:
    """Whether there is no such thing or person."""
    return "imaginary" in knowledge.properties and knowledge.answer(number, "imaginary") == "yes"


def _answer_read(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> Answer:
    """The table's answer, turned by words of the question that the meaning leaves aside."""
    answer = truth(meaning, knowledge, number)
    everyday = meaning in phrases_of(knowledge).everyday
    unsaid = answer == "no" and not everyday and _is_unsaid(meaning, knowledge, number)
    silent = unsaid and not asks_by_name(question)  # what it has to do with is not what it is
    belongs = isinstance(meaning, About) or _is_of_several(question, meaning, knowledge)
    if (silent or (answer == "no" and belongs)) and associated(question, knowledge, number):
        answer = "yes"
    if (answer == "no" or (everyday and answer != "yes")) and _is_of_its_kind(meaning, knowledge, number):
        answer = "yes"
    if answer == "no" and not everyday and asks_possible(question) and _is_one_word(meaning):
        return "unknown"
    half = _is_loose(meaning) and half_associated(question, knowledge, number)
    if answer == "no" and not everyday and (half or _is_nearly_so(meaning, knowledge, number)):
        return "unknown"
    if answer == "unknown" and _is_loose(meaning) and asks_by_name(question):
        answer = "no"  # what it is called is known: another name is another thing
    if answer == "sometimes":
        answer = _as_often_as_asked(question, meaning, knowledge, number)
    if answer != "no" and _is_over(question, knowledge, number):
        return "no"
    narrower = BORN in question.casefold() and _from_elsewhere(meaning, knowledge, number)
    if answer == "yes" and (narrower or _is_swallowed(meaning, knowledge, number)):
        return "sometimes"
    return answer


def _is_nearly_so(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether all but one of three or more things are so, of which the odd one may be read amiss."""
    if not isinstance(meaning, AllOf) or len(meaning.of) < FEWEST_NEARLY:
        return False
    plain = all(isinstance(part, Is | About | AnyOf) for part in meaning.of)
    return (
        plain and sum(truth(part, knowledge, number) == "yes" for part in meaning.of) == len(meaning.of) - 1
    )


def _is_of_its_kind(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether the body of what it is a kind of says yes: a character that is a lion has four legs."""
    kinds = [
        text.partition(" ")[2] for text in knowledge.entities[number].about if text.startswith(("a ", "an "))
    ]
    return any(_holds(meaning, knowledge, number, n) for n in knowledge.numbered(kinds))


def _holds(meaning: Meaning, knowledge: Knowledge, number: int, kind: int) -> bool:
    """Whether something is so of an entity, with the body of what it is a kind of."""
    match meaning:
        case AllOf(parts):
            return all(_holds(part, knowledge, number, kind) for part in parts)
        case AnyOf(parts):
            return any(_holds(part, knowledge, number, kind) for part in parts)
        case Is(question) if question in _BODY and knowledge.entities[number].facts.get(question) != "no":
            return "yes" in (truth(meaning, knowledge, number), truth(meaning, knowledge, kind))
        case _:
            return truth(meaning, knowledge, number) == "yes"


def _properties_in(meaning: Meaning) -> Iterator[str]:
    """The properties that a meaning asks for, whatever else it asks."""
    match meaning:
        case Is(question):
            yield question
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from _properties_in(part)


def _is_over(question: str, knowledge: Knowledge, number: int) -> bool:
    """Whether it is asked what somebody does now who is dead."""
    dead = "dead" in knowledge.properties and knowledge.answer(number, "dead") == "yes"
    return dead and asks_now(question)


def _from_elsewhere(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether somebody may have been born elsewhere: another country, which this one doesn't imply, is a yes too."""
    about = knowledge.properties.get(meaning.question) if isinstance(meaning, Is) else None
    return about is not None and any(
        knowledge.answer(number, other.id) == "yes"
        for other in knowledge.properties.values()
        if any(text.startswith(BORN) for text in other.words)
        and other.id != about.id
        and other.id not in (*about.implies, *about.usually)
        and about.id not in (*other.implies, *other.usually)
    )


def _is_swallowed(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether only the wide reading is a yes: a church has to do with religion, but not with `muslims`."""
    if not isinstance(meaning, AnyOf):
        return False
    loose = [part for part in meaning.of if isinstance(part, About)]
    return bool(loose) and all(truth(part, knowledge, number) == "no" for part in loose)


def _is_unsaid(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether a no only means that the table says nothing about one of these properties."""
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


def _of_a_stranger(meaning: Meaning, names: tuple[str, ...]) -> JudgedQuestion:
    """The answer of an entity that is not in the table."""
    if isinstance(meaning, Named):
        return JudgedQuestion("no", "")
    if isinstance(meaning, Spelled) and names:
        return JudgedQuestion("yes" if spelled(meaning.spelling, names[0]) else "no", "")
    return JudgedQuestion("unknown", "unknown", known=False)


def _parts(meaning: Meaning) -> int:
    """The number of things that a question asks."""
    match meaning:
        case AnyOf(parts) | AllOf(parts):
            return sum(map(_parts, parts))
        case Not(of):
            return _parts(of)
        case _:
            return 1


@lru_cache(maxsize=8)
def _texts(knowledge: Knowledge) -> dict[str, frozenset[str]]:
    """The exact texts of each question of the table, by id."""
    return {q.id: frozenset((q.text, *q.also)) for q in knowledge.questions.values()}


# players' answers against the table's

Kind = Literal["differs", "near", "same", "open"]
"""How an answer compares with the table's: against it, half agreeing, agreeing, or not comparable."""

_ANSWERS: Mapping[GivenAnswer, tuple[int, GivenAnswer, Answer]] = {
    "yes": (2, "no", "yes"),
    "no": (-2, "yes", "no"),
    "probably yes": (1, "probably no", "sometimes"),
    "probably no": (-1, "probably yes", "sometimes"),
}
"""By answer that leans to one side: how far, the opposite answer, and the fact that it gives."""


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


def _is_one_word(meaning: Meaning) -> bool:
    """Whether a question was only matched by one word, which says little of what may happen."""
    parts = meaning.of if isinstance(meaning, AnyOf) else (meaning,)
    return any(isinstance(part, About) and len(part.words) == 1 for part in parts)


def _is_loose(meaning: Meaning) -> bool:
    """Whether a question was only matched by associated words, so that the table's no means nothing."""
    if isinstance(meaning, AllOf | AnyOf):
        return any(map(_is_loose, meaning.of))
    return isinstance(meaning, About)


def _kind(told: GivenAnswer, known: Answer) -> Kind:
    if told not in _ANSWERS or known == "unknown":
        return "open"
    lean = _ANSWERS[told][0]
    if known == "sometimes":
        return "same" if abs(lean) == 1 else "near"
    ours = 2 if known == "yes" else -2
    if lean == ours:
        return "same"
    return "near" if lean * ours > 0 else "differs"


def facts_given(answers: Iterable[tuple[str, GivenAnswer]], knowledge: Knowledge) -> dict[str, Answer]:
    """The facts that follow from answers to free questions, by the names that decks use."""
    facts: dict[str, Answer] = {}
    heights: dict[str, list[tuple[float, Answer]]] = {}
    for question, told in answers:
        read = asked_with_pronoun(question, knowledge) or understand(question, knowledge)
        for meaning, part in parts_answered(read, told):
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


def parts_answered(meaning: Meaning | None, told: GivenAnswer) -> list[tuple[Meaning, GivenAnswer]]:
    """What an answer says about each part of a question; nothing if it is neither for it nor against it.

    A yes to `and` or a no to `or` answers every part. Other answers leave such a question whole.
    """
    if meaning is None or told not in _ANSWERS:
        return []
    match meaning:
        case Not(of):
            return parts_answered(of, _ANSWERS[told][1])
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
