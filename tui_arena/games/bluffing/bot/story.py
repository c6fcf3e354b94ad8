"""The lines of a story: what a teller can say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tui_arena.core.language.function_words import yes_no_of
from tui_arena.core.language.sentences import capital
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import StoryCard, root, roots
from tui_arena.games.bluffing.bot.cues import KIN, OPEN, YES_NO, StoryVocabulary, asked

_RELATIONS = tuple(
    re.compile(rf"\b{form}")
    for form in (
        rf"(?P<kin>{'|'.join(KIN)}),? (?P<name>[A-Z][a-zà-öø-ÿ]+)",
        rf"(?P<name>[A-Z][a-zà-öø-ÿ]+), (?:my|our|his|her) (?P<kin>{'|'.join(KIN)})\b(?! [A-Z])",
        r"(?P<kin>[a-z]+),? (?:was |is )?(?:called|named) (?:(?:Mr|Mrs|Ms|Dr) )?(?P<name>[A-Z][a-zà-öø-ÿ]+)",
        r"(?P<name>[A-Z][a-zà-öø-ÿ]+), (?:the|a|an|our) (?:[a-z]+ )?(?P<kin>[a-z]{3,})(?=[.,;]| of| at| with)",
        (
            r"(?P<kin>teacher|boss|owner|doctor|dentist|vet|neighbour|painter|guard|warden|cook|baker|coach),? "
            r"(?:Mr|Mrs|Ms|Dr|Miss|Doctor) (?P<name>[A-Z][a-zà-öø-ÿ]+)"
        ),
    )
)
"""Forms in which a text says what somebody is: `my brother Tom`, `a waiter called Lucien`, `Ilona, the pianist`."""
_ONLY_ANSWERS = frozenset("when because having that how to as not only since being so just".split())
"""First words of lines that answer a question and aren't a sentence without it."""
_VERB = re.compile(
    r"\b(?:was|were|is|are|had|has|have|said|went|came|took|told|kept|got|gave|made|\w{3,}ed|\w+'(?:s|d|ve))\b"
)


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One thing that a story can say."""

    text: str
    aspects: tuple[str, ...]
    """The aspect that the line answers; for a line with a question of its own, those of the question."""
    said: frozenset[str]
    """The roots of its words, and of what its names are to the teller: `brother` for the brother's name."""
    yes_no: bool
    """True if the line begins with yes or no."""
    question: str = ""
    """Its own question; empty if the line answers any question for its aspect."""
    own: frozenset[str] = frozenset()
    """The roots of its own question and of the word for what that question is about."""
    label: frozenset[str] = frozenset()
    """The roots of the word for what its question is about; empty if there is no such word."""
    shaky: str = ""
    """The words of somebody who wasn't present; empty if there are none."""


def lines_of(card: StoryCard, known: StoryVocabulary) -> tuple[StoryLine, ...]:
    """All the lines of a card that have words."""
    honest, answers = (point.honest for point in card.points), (answer for _, answer in card.more)
    kin = {
        found["name"]: root(found["kin"])
        for text in (card.statement, *honest, *answers, *card.facts.values())
        for found in relations_in(text)
    }

    def line(text: str, aspects: tuple[str, ...]) -> StoryLine:
        said = roots(text).union(kin[name] for name in kin if re.search(rf"\b{name}\b", text))
        return StoryLine(text, aspects, said, yes_no_of(text) is not None)

    def own(question: str, answer: str, name: str = "", shaky: str = "") -> StoryLine:
        label = roots(name)
        told = line(answer, asked(question, known).aspects)
        return replace(told, question=question, own=roots(_owned(question)) | label, label=label, shaky=shaky)

    points = [own(point.question, point.honest, point.name, point.shaky) for point in card.points]
    more = [own(question, answer) for question, answer in card.more]
    told = [line(text, (name,)) for name, text in card.facts.items() if name in OPEN or name in YES_NO]
    return tuple(one for one in (*points, *more, *told) if tokens(bare(one.text)))


def _owned(question: str) -> str:
    """A question with `owner` for `whose`, as who asks for it in other words means it, too."""
    return re.sub(r"\bwhose\b", "owner", question, flags=re.IGNORECASE)


def bare(answer: str) -> str:
    """An answer without its leading yes or no, beginning with a capital letter."""
    for lead in ("Yes. ", "No. ", "Yes, ", "No, "):
        if answer.startswith(lead):
            return capital(answer.removeprefix(lead))
    return answer


def relations_in(text: str) -> Iterator[re.Match[str]]:
    """The places where a text says what somebody is: the groups `kin` and `name`."""
    return (found for form in _RELATIONS for found in form.finditer(text))


def stands_alone(text: str) -> bool:
    """True if a line is a sentence without its question."""
    return tokens(text)[0] not in _ONLY_ANSWERS and _VERB.search(text) is not None
