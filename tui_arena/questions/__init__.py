"""Knowledge about the entities of a deck: questions about them, and their answers.

The meaning of a question is a `Meaning`, no matter how the question is worded.

A table never changes once it is made, and it holds no secret of a session.
"""

from tui_arena.questions.facts import OPEN, SIGN_OF, Resolved, resolve, signed
from tui_arena.questions.meaning import (
    About,
    Above,
    Aged,
    AllOf,
    AnyOf,
    Begging,
    Is,
    Meaning,
    Named,
    Not,
    Spelled,
    masks,
    question_of,
    said,
    truth,
)
from tui_arena.questions.reading.understanding import clashes, overlaps, understand
from tui_arena.questions.table import Answer, Entity, Knowledge, Masks, Property, Scale, TableQuestion

__all__ = [
    "OPEN",
    "SIGN_OF",
    "About",
    "Above",
    "Aged",
    "AllOf",
    "Answer",
    "AnyOf",
    "Begging",
    "Entity",
    "Is",
    "Knowledge",
    "Masks",
    "Meaning",
    "Named",
    "Not",
    "Property",
    "Resolved",
    "Scale",
    "Spelled",
    "TableQuestion",
    "clashes",
    "masks",
    "overlaps",
    "question_of",
    "resolve",
    "said",
    "signed",
    "truth",
    "understand",
]
