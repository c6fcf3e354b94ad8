"""What is known of the entities of a deck: questions about them, and their answers.

Law: a table is plain values that never change; it is read by `data` and knows no game, no player and
no secret. What is asked of it is a `Meaning`, whoever worded the question.
"""

from tui_arena.core.knowledge.facts import SIGN_OF, Resolved, resolve, signed
from tui_arena.core.knowledge.table import (
    Answer,
    Entity,
    Knowledge,
    Masks,
    Property,
    Question,
    Scale,
)

__all__ = [
    "SIGN_OF",
    "Answer",
    "Entity",
    "Knowledge",
    "Masks",
    "Property",
    "Question",
    "Resolved",
    "Scale",
    "resolve",
    "signed",
]
