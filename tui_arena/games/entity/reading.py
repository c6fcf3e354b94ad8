"""What the questions of a session mean, by what is known of its deck.

Law: the only place of this game that reads a player's question by a table. It knows no secret: what
a question means is the same whatever is looked for. What is not understood means nothing.
"""

from __future__ import annotations

from tui_arena.core.game import Setup
from tui_arena.core.knowledge import Knowledge
from tui_arena.core.knowledge.meaning import Any, Meaning, Named, truth
from tui_arena.core.knowledge.understanding import understand
from tui_arena.core.text import fold


def knowledge_of(setup: Setup) -> Knowledge | None:
    """What is known of the entities of a session's deck; None if it names none or it is not here."""
    return setup.source.knowledge if setup.source is not None else None


def meant(question: str, knowledge: Knowledge) -> Meaning | None:
    """What a question asks of the table; None if it is not understood."""
    return understand(question, knowledge)


def named(meaning: Meaning | None) -> tuple[int, ...]:
    """The entities that a question names as its guess, `is it a violin or a viola?` both.

    Empty where it asks for anything else, or names what is not in the deck.
    """
    if isinstance(meaning, Named):
        return meaning.numbers
    if isinstance(meaning, Any):
        parts = [named(part) for part in meaning.of]
        return tuple(dict.fromkeys(number for part in parts for number in part)) if all(parts) else ()
    return ()


def number_of(names: tuple[str, ...], knowledge: Knowledge) -> int | None:
    """The number of the entity of these names in the deck; None if it is not in it."""
    return next((knowledge.numbers[key] for key in map(fold, names) if key in knowledge.numbers), None)


def excluded(meaning: Meaning, told: str, number: int, knowledge: Knowledge) -> bool:
    """Whether an entity answers a question the other way than was told: a yes for a no, a no for a yes."""
    return (told, truth(meaning, knowledge, number)) in (("yes", "no"), ("no", "yes"))


def folded(question: str) -> str:
    """The form in which questions are compared: case, accents, blanks and what ends them aside.

    >>> folded("Is it  a Café ?") == folded("is it a cafe")
    True
    """
    return fold(question).rstrip("?.! ")
