"""The judge: an entity's answer to a free question by a table, and how the question was read.

All levels give the same answers: nobody has fun with a judge that doesn't listen.

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
from tui_arena.questions import measures, wordings
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
    asks_contents,
    asks_maker,
    asks_now,
    asks_origin,
    asks_person,
    asks_possible,
    asks_real,
    asks_so_much,
    asks_somewhat,
    proper_names,
)
from tui_arena.questions.reading.phrases import phrases_of
from tui_arena.questions.reading.understanding import (
    asks_itself,
    associated,
    half_associated,
    understand,
)
from tui_arena.questions.spelling import spelled
from tui_arena.questions.table import Answer, Entity, Knowledge, Scale


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
    clear: bool = True
    """False if the question was not understood, or if the answer lies between only as some of its words fit."""


CLEAR = 0.8
"""Share of an amount's span from which on it lies on one side."""
PLAINLY = 0.2
"""Steps of a scale by which sizes differ plainly."""
BORN = "born in"
FEWEST_NEARLY = 3
"""Fewest things asked at once of which one may be read amiss."""
_BODY = frozenset(
    "mammal bird fish reptile amphibian insect bug rodent ape cat-kind dog-kind four-legs two-legs many-legs legs tail fur feathers "
    "scales wings horns beak hooves whiskers shell patterned long-neck lays-eggs swims climbs jumps eyes teeth meat-eater plant-eater "
    "dangerous-animal farm-animal wild pet eats".split()
)
_LIVES = frozenset("farm-animal wild pet".split())
"""Of these, the ones that only characters share: a cat is a pet, and a lion is none."""
"""Properties that a character shares with what it is a kind of."""


_KINDS = frozenset("edible food drink liquid pet".split())
"""Properties of which a table tells all that have them: a plate has to do with food, and is none."""
_STUFFS = frozenset(("meat", "fish"))
"""Properties that are stuffs, and not what there is of one in a thing."""
_CONTINENTS = frozenset("africa america asia australia europe".split())


def judged(question: str, names: tuple[str, ...], knowledge: Knowledge) -> JudgedQuestion:
    """The answer of the entity with these names."""
    number = number_of(names, knowledge)
    meaning = understand(question, knowledge)
    told = _told_at_once(question, meaning, knowledge, number)
    if told is not None:
        return told
    if meaning is None:
        return JudgedQuestion("unknown", "unclear", known=False, clear=False)
    if number is None:
        return _of_a_stranger(meaning, names)
    answer = _answer(question, meaning, knowledge, number)
    asked = isinstance(meaning, Is) and question in _texts(knowledge)[meaning.question]
    if asked or meaning in phrases_of(knowledge).everyday:
        return JudgedQuestion(answer, "")
    clear = answer in ("yes", "no") or _is_told_between(meaning, knowledge, number)
    return JudgedQuestion(answer, "took", said(meaning, knowledge), clear=clear)


def _is_told_between(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether the table itself says of something that was asked that it lies between yes and no."""
    match meaning:
        case AllOf(parts) | AnyOf(parts):
            return any(_is_told_between(part, knowledge, number) for part in parts)
        case Not(of):
            return _is_told_between(of, knowledge, number)
        case About():
            return False
        case _:
            return truth(meaning, knowledge, number) not in ("yes", "no")


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
    """The answer of the reading; an amount that leans nearly all to one side and what has no size are plain."""
    answer = _answer_read(question, meaning, knowledge, number)
    measured = _measured(meaning, knowledge, number)
    if measured is not None:
        return measured
    if answer == "sometimes":
        return _leaning(meaning, knowledge, number) or answer
    if answer == "unknown" and _is_no_thing(meaning, knowledge, number):
        return "no"  # a song has no size: it is neither big nor small
    everyday = meaning in phrases_of(knowledge).everyday
    if answer == "unknown" and everyday:
        return "no"  # of what everybody is asked, little is said of those for whom it isn't so
    return answer


def _as_often_as_asked(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> Answer:
    """What a sometimes is to a question that asks for always, for ever or for a little of it."""
    everyday = meaning in phrases_of(knowledge).everyday
    if everyday and _is_only_partly_other(meaning, knowledge, number):
        return "yes"
    if asks_always(question):
        return "no"
    if _is_one_or_the_other(meaning, knowledge, number):
        return "yes"
    enough = asks_somewhat(question) or asks_possible(question)
    return "yes" if enough and not _is_loose(meaning) else "sometimes"


def _is_one_or_the_other(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether a thing is one or another of what is named: some salt shakers are of glass, the others of ceramic."""
    if not isinstance(meaning, AnyOf) or _is_somebody(knowledge, number) or phrases_of(knowledge).people:
        return False
    return all(isinstance(part, Is) and truth(part, knowledge, number) == "sometimes" for part in meaning.of)


def _is_only_partly_other(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether all that speaks for a yes holds, and what speaks against it does so only sometimes."""
    return isinstance(meaning, AllOf) and all(
        truth(part, knowledge, number) == ("sometimes" if isinstance(part, Not) else "yes")
        for part in meaning.of
        if not isinstance(part, Not) or truth(part, knowledge, number) != "yes"
    )


def _leaning(meaning: Meaning, knowledge: Knowledge, number: int) -> Answer | None:
    """The answer of an amount whose span lies nearly all on one side; None if it doesn't."""
    meaning = _unfolded(meaning, knowledge, number)
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


def _unfolded(meaning: Meaning, knowledge: Knowledge, number: int) -> Meaning:
    """What is asked of its size alone, if it is nothing that fits for another reason, such as being folded up."""
    other = isinstance(meaning, AnyOf) and any(truth(m, knowledge, number) == "yes" for m in meaning.of[1:])
    return meaning.of[0] if isinstance(meaning, AnyOf) and not other else meaning


def _measured(meaning: Meaning, knowledge: Knowledge, number: int) -> Answer | None:
    """The answer by its own size in metres, which is finer than the steps: a duck is bigger than a pigeon."""
    meaning = _unfolded(meaning, knowledge, number)
    turned = isinstance(meaning, Not)
    asked = meaning.of if isinstance(meaning, Not) else meaning
    entity = knowledge.entities[number]
    row = knowledge.english.measures.size(entity.name.casefold())
    if not isinstance(asked, Above) or asked.scale not in ("size", "weight") or row is None:
        return None
    low, high = entity.amounts.get(asked.scale, (0.0, 0.0))
    size = asked.scale == "size"
    steps = knowledge.scales[asked.scale].steps
    own = knowledge.english.measures.on_ladder(
        steps, row[0 if size else 1], measures.METRES if size else measures.KILOGRAMS
    )
    beyond = asked.amount > len(steps)
    between = beyond or (asked.amount * 2) % 1 != 0  # a thing's own amount, and no step or half of one
    if own is None or low != high or min(int(asked.amount), len(steps)) != low or not between:
        return None
    if abs(own - asked.amount) < PLAINLY:
        return None
    return "yes" if (own > asked.amount) is not turned else "no"


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


def _is_somebody(knowledge: Knowledge, number: int) -> bool:
    """Whether it is a person or a character, of whom a table of things and people tells no properties of things."""
    return "person" in knowledge.properties and knowledge.answer(number, "person") == "yes"


def _is_made_up(knowledge: Knowledge, number: int) -> bool:
    """Whether there is no such thing or person."""
    return "imaginary" in knowledge.properties and knowledge.answer(number, "imaginary") == "yes"


def _answer_read(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> Answer:
    """The table's answer, turned by words of the question that the meaning leaves aside."""
    answer = truth(meaning, knowledge, number)
    everyday = meaning in phrases_of(knowledge).everyday
    unsaid = answer == "no" and not everyday and _is_unsaid(meaning, knowledge, number)
    # what it has to do with is not what it is, and a thing's own table tells its plain properties
    told = not _is_somebody(knowledge, number) and (
        asks_itself(question, knowledge) or _KINDS.issuperset(_properties_in(meaning))
    )
    silent = unsaid and not told and not asks_by_name(question) and not asks_contents(question)
    belongs = isinstance(meaning, About) or _is_of_several(question, meaning, knowledge)
    if (silent or (answer == "no" and belongs)) and associated(question, knowledge, number):
        answer = "yes"
    if (answer == "no" or (everyday and answer != "yes")) and _is_of_its_kind(meaning, knowledge, number):
        answer = "yes"
    if answer == "no" and _is_so_too(question, meaning, knowledge, number):
        return "sometimes"
    if answer == "no" and not everyday and _is_nearly_so(question, meaning, knowledge, number):
        return "unknown"
    if answer == "unknown" and _is_loose(meaning) and (asks_by_name(question) or asks_maker(question)):
        answer = "no"  # what it is called and what it made is known: another name is another thing
    if answer == "sometimes":
        answer = _as_often_as_asked(question, meaning, knowledge, number)
    if answer != "no" and _is_not_it(question, meaning, knowledge, number):
        return "no"
    elsewhere = BORN in question.casefold() and _from_elsewhere(meaning, knowledge, number)
    narrower = elsewhere or (_is_loose(meaning) and asks_so_much(question))
    either = " or " in question
    swallowed = not everyday and not either and _is_swallowed(meaning, knowledge, number)
    stuff = _is_of_a_stuff(question, knowledge, number) and not _asks_stuff(question, meaning, knowledge)
    if answer == "yes" and (narrower or swallowed or stuff):
        return "sometimes"
    return answer


def _is_half_so(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether it has to do with half of what is named, and with all that is written as a name."""
    named = _is_somebody_else(question, meaning, knowledge, number)
    if not _is_loose(meaning) or named or not half_associated(question, knowledge, number):
        return False
    if asks_by_name(question) and not phrases_of(knowledge).people:
        last = question.rstrip(" ?!.").split()[-1].casefold()
        return last in " ".join(knowledge.entities[number].names).casefold()
    return all(associated(name, knowledge, number) for name in proper_names(question))


def _is_somebody_else(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether somebody is named of whom a person only has a part of the name, or with whom he had to do."""
    if not phrases_of(knowledge).people or not _is_loose(meaning) or not asks_person(question):
        return False
    own = (name.casefold() for name in knowledge.entities[number].names)
    return not any(name in question.casefold() for name in own)


def _is_so_too(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether a no is half of it: a bagel is bread, and yet another thing; a chair is in Asia, and elsewhere."""
    of_kind = isinstance(meaning, Named) and _is_one_of(meaning, knowledge, number)
    return of_kind or _is_everywhere(question, meaning, knowledge, number)


def _is_not_it(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether it is no more, or whether another stuff or kind is named, whatever it has to do with."""
    return (
        _is_over(question, knowledge, number)
        or _is_other_stuff(question, meaning, knowledge, number)
        or _is_another_kind(question, meaning, knowledge, number)
        or _is_somebody_else(question, meaning, knowledge, number)
    )


def _is_everywhere(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether it is asked if something is in a continent that is made and used in all of them."""
    asked = frozenset(_properties_in(meaning))
    if not asked or not asked <= _CONTINENTS or not {"made", "sold", "famous"} <= knowledge.properties.keys():
        return False
    common = all(knowledge.answer(number, name) == "yes" for name in ("made", "sold"))
    return common and knowledge.answer(number, "famous") != "yes" and not asks_origin(question)


def _is_nearly_so(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether half of it is so, or all but one of three or more things, of which the odd one may be read amiss."""
    if _is_half_so(question, meaning, knowledge, number):
        return True
    if not isinstance(meaning, AllOf) or len(meaning.of) < FEWEST_NEARLY:
        return False
    plain = all(isinstance(part, Is | About | AnyOf) for part in meaning.of)
    return (
        plain and sum(truth(part, knowledge, number) == "yes" for part in meaning.of) == len(meaning.of) - 1
    )


def _is_of_its_kind(meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether the body of what it is a kind of says yes: a character that is a lion has four legs."""
    kinds = _kinds(knowledge.entities[number])
    made_up = _is_made_up(knowledge, number)
    lives = not made_up and not _LIVES.isdisjoint(_properties_in(meaning))
    stuffed = not made_up and "made" in knowledge.properties and knowledge.answer(number, "made") == "yes"
    return not (lives or stuffed) and any(
        _holds(meaning, knowledge, number, n) for n in knowledge.numbered(kinds)
    )


def _is_one_of(meaning: Named, knowledge: Knowledge, number: int) -> bool:
    """Whether what is named is what the entity is a kind of."""
    return not set(meaning.numbers).isdisjoint(knowledge.numbered(_kinds(knowledge.entities[number])))


def _kinds(entity: Entity) -> list[str]:
    """What the table's words say an entity is a kind of: `a lion`."""
    return [text.partition(" ")[2] for text in entity.about if text.startswith(("a ", "an "))]


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


def _is_of_a_stuff(question: str, knowledge: Knowledge, number: int) -> bool:
    """Whether it is asked whether it is a stuff of another name: basil has to do with pasta, but is none."""
    asked, entity = knowledge.english.flat(question), knowledge.entities[number]
    is_it = tuple(asked[:-1]) in (("is", "it"), ("was", "it")) and asked[-1] in wordings.STUFFS
    return is_it and asked[-1] not in (*" ".join(entity.names).casefold().split(), *_kinds(entity))


def _asks_stuff(question: str, meaning: Meaning, knowledge: Knowledge) -> bool:
    """Whether a table's own property is named: ham is meat."""
    return (
        isinstance(meaning, Is)
        and meaning.question == knowledge.english.flat(question)[-1]
        and meaning.question in _STUFFS
    )


def _is_other_stuff(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether it is asked whether it is salt or sugar, of which something else only tastes."""
    taste = isinstance(meaning, Is) and meaning.question in ("salty", "sweet")
    return taste and _is_of_a_stuff(question, knowledge, number)


def _is_another_kind(question: str, meaning: Meaning, knowledge: Knowledge, number: int) -> bool:
    """Whether another thing of the same kind is named: a cowboy hat of a party hat."""
    whole = isinstance(meaning, About) and len(meaning.words) == 1 and " " in meaning.words[0]
    asked = knowledge.english.flat(question)
    last = asked[-1:]
    own = [knowledge.english.flat(name) for name in knowledge.entities[number].names]
    by_name = len(asked) == len(own[0]) or asks_by_name(question)
    return whole and by_name and any(len(name) > 1 and name[-1:] == last for name in own)


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
    meaning = asked_with_pronoun(question, knowledge) or understand(question, knowledge)
    if meaning is None or isinstance(meaning, Begging):
        return ComparedAnswer("open", None)
    known = truth(meaning, knowledge, number)
    if known == "no" and _is_loose(meaning):
        return ComparedAnswer("open", None)
    return ComparedAnswer(_kind(told, known), known)


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
