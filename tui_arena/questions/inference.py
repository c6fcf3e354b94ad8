"""What follows from the answers so far, by the rules of the deck's table that have no exceptions.

A yes to a property also answers everything that the property implies, with yes or no. An answer against an
implied fact gives a no to the properties that imply it. An entity that is above one step of a scale is above
all lower steps. Nothing follows from properties that are only usual, or from answers between yes and no.

Every conclusion keeps the chain of facts that led to it, so that it can be explained.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tui_arena.questions.judge import parts_answered
from tui_arena.questions.meaning import Above, AllOf, AnyOf, Is, Meaning, Named, Not
from tui_arena.questions.table import Knowledge, signed

Fact = tuple[str, bool]
"""A property, and whether its answer is yes."""

_AUX = frozenset("is was are were does do did can could would will has have had should might may".split())
_SUBJECTS = (
    *("this person", "most people", "many people", "some people", "most children", "children", "people"),
    *("it", "you", "they", "he", "she", "one", "we", "there", "its name", "its parts"),
)
_VERBS = {"have": "has", "do": "does", "go": "goes"}


@dataclass(frozen=True, slots=True)
class Bound:
    """An amount on a scale that the entity is known to be above, or known not to be above."""

    amount: float
    turn: int
    meaning: Meaning
    """The question that told it."""


@dataclass(frozen=True, slots=True)
class Follows:
    """An answer that already follows from earlier answers."""

    yes: bool
    turn: int
    """The number of the question from which the answer follows."""
    why: str
    """The reasoning: `it is a dog, so it is an animal`."""


class Inference:
    """The answers so far, with everything that follows from them."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._carries = _carries(knowledge)
        self._facts: dict[str, tuple[bool, int, Fact | None]] = {}
        """Maps a property to whether it is a yes, its turn, and the fact from which it follows.

        The fact is None if the property was asked about directly.
        """
        self._bounds: dict[tuple[str, bool], Bound] = {}
        """Maps a scale to the highest amount that the entity is above (True) and the lowest that it isn't
        above (False)."""
        self._not_named: dict[int, int] = {}
        """Maps an entity to the turn whose answer ruled it out."""

    def learn(self, meaning: Meaning, turn: int, *, yes: bool) -> None:
        """Record the answer to a question, and everything that follows from it."""
        for part, told in parts_answered(meaning, "yes" if yes else "no"):
            match part:
                case Is(question) if question in self._knowledge.properties:
                    self._put(question, turn, yes=told == "yes")
                case Named(numbers) if told == "no":
                    self._not_named = dict.fromkeys(numbers, turn) | self._not_named
                case _:
                    self._bound(part, turn, yes=told == "yes")

    def _put(self, name: str, turn: int, *, yes: bool) -> None:
        reached: list[tuple[Fact, Fact | None]] = [((name, yes), None)]
        for (known, answer), source in reached:
            if known not in self._facts:
                self._facts[known] = (answer, turn, source)
                reached += [(fact, (known, answer)) for fact in self._carries.get((known, answer), ())]

    def _bound(self, meaning: Meaning, turn: int, *, yes: bool) -> None:
        at = _threshold(meaning)
        if at is None:
            return
        scale, amount = at
        known = self._bounds.get((scale, yes))
        if known is None or (known.amount < amount if yes else known.amount > amount):
            self._bounds[scale, yes] = Bound(amount, turn, meaning)

    def says(self, name: str) -> bool | None:
        """Whether a property follows from the answers so far, or its opposite; None if neither does."""
        return self._facts[name][0] if name in self._facts else None

    def knows(self, question: str) -> bool:
        """Whether the answer to a question of the table follows from the answers so far."""
        scale, above_, amount = question.partition(">")
        if not above_:
            return question in self._facts
        more, less = self._bounds.get((scale, True)), self._bounds.get((scale, False))
        limit = float(amount)
        return (more is not None and more.amount >= limit) or (less is not None and less.amount <= limit)

    def of(self, meaning: Meaning) -> Follows | None:
        """The answer to a question if it follows from the answers so far; otherwise None."""
        match meaning:
            case Is(question) if question in self._knowledge.properties:
                return self._fact(question)
            case Named(numbers):
                return self._named(numbers)
            case Not(of):
                inner = self.of(of)
                return Follows(not inner.yes, inner.turn, inner.why) if inner else None
            case AnyOf(parts) | AllOf(parts):
                return self._joined(parts, wins=isinstance(meaning, AnyOf))
            case _:
                return self._measured(meaning)

    def _fact(self, name: str) -> Follows | None:
        if name not in self._facts:
            return None
        yes, turn, source = self._facts[name]
        chain = [(name, yes)]
        while source is not None:
            chain.append(source)
            source = self._facts[source[0]][2]
        said = [said_so(Is(link), self._knowledge, yes=answer) for link, answer in reversed(chain)]
        return Follows(yes, turn, ", so ".join(said))

    def _named(self, numbers: tuple[int, ...]) -> Follows | None:
        if not numbers or not set(numbers) <= set(self._not_named):
            return None
        names = " or ".join(self._knowledge.entities[number].name for number in numbers)
        return Follows(yes=False, turn=max(self._not_named[n] for n in numbers), why=f"it is not {names}")

    def _joined(self, parts: tuple[Meaning, ...], *, wins: bool) -> Follows | None:
        """The answer to several parts: one yes decides an `or` (`wins` is True), one no decides an `and`."""
        found = [self.of(part) for part in parts]
        deciding = next((part for part in found if part is not None and part.yes is wins), None)
        if deciding is not None:
            return deciding
        known = [part for part in found if part is not None]
        if not known or len(known) < len(parts):
            return None
        last = max(known, key=lambda part: part.turn)
        return Follows(not wins, last.turn, "; ".join(dict.fromkeys(part.why for part in known)))

    def _measured(self, meaning: Meaning) -> Follows | None:
        at = _threshold(meaning)
        if at is None:
            return None
        scale, amount = at
        for yes in (True, False):
            bound = self._bounds.get((scale, yes))
            if bound is not None and (bound.amount >= amount if yes else bound.amount <= amount):
                here = said_so(meaning, self._knowledge, yes=yes)
                told = said_so(bound.meaning, self._knowledge, yes=yes)
                why = told if here == told else f"{told}, so {here}"
                return Follows(yes, bound.turn, why)
        return None


@lru_cache(maxsize=16)
def _carries(knowledge: Knowledge) -> Mapping[Fact, tuple[Fact, ...]]:
    """Maps a fact to what follows: all that it implies, and a no to what would imply the opposite."""
    out: dict[Fact, list[Fact]] = {}
    for prop in knowledge.properties.values():
        for token in prop.implies:
            name, answer = signed(token)
            if name not in knowledge.properties or answer not in ("yes", "no"):
                continue
            yes = answer == "yes"
            out.setdefault((prop.id, True), []).append((name, yes))
            out.setdefault((name, not yes), []).append((prop.id, False))
    return {fact: tuple(dict.fromkeys(facts)) for fact, facts in out.items()}


def _threshold(meaning: Meaning) -> tuple[str, float] | None:
    """The scale and the amount of a question about being above an amount; None for other questions."""
    if isinstance(meaning, Above):
        return meaning.scale, meaning.amount
    if isinstance(meaning, Is):
        scale, sign, amount = meaning.question.partition(">")
        return (scale, float(amount)) if sign else None
    return None


def said_so(meaning: Meaning, knowledge: Knowledge, *, yes: bool) -> str:
    """A question's answer as a clause: `it is an animal`, `it does not have wheels`."""
    question = meaning.question if isinstance(meaning, Is) else ""
    if isinstance(meaning, Above):
        question = f"{meaning.scale}>{meaning.amount:g}"
        if question not in knowledge.questions:
            what = meaning.text or f"above {meaning.amount:g} in {meaning.scale}"
            return f"it is {what}" if yes else f"it is not {what}"
    known = knowledge.questions[question]
    texts = (known.text, *known.also)
    return stated(next((text for text in texts if "," not in text), known.text), yes=yes)


def stated(question: str, *, yes: bool) -> str:
    """A yes-or-no question and its answer, put into one clause.

    >>> stated("Does it have wheels?", yes=True), stated("Is it alive?", yes=False)
    ('it has wheels', 'it is not alive')
    """
    aux, _, rest = question.strip().rstrip("?").partition(" ")
    aux = aux.lower()
    subject = next((s for s in _SUBJECTS if rest.lower().startswith(f"{s} ")), None)
    if aux not in _AUX or subject is None:
        return f"“{question}” is a {'yes' if yes else 'no'}"
    rest = rest[len(subject) + 1 :]
    if yes and aux in ("do", "does"):
        verb, _, others = rest.partition(" ")
        if aux == "do" or verb == "fly" or not verb.endswith("ly"):
            return " ".join(filter(None, [subject, verb if aux == "do" else _third_person(verb), others]))
    if subject == "there" and not yes:
        return f"there {aux} no {rest}"
    negation = "" if yes else "not" if aux == "can" else " not"
    return f"{subject} {aux}{negation} {rest}"


def _third_person(verb: str) -> str:
    if verb in _VERBS:
        return _VERBS[verb]
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh")) else "s")
