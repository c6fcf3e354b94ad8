"""The known entity that somebody may mean by a name that a table doesn't know: a slip away, or its head noun."""

from __future__ import annotations

from tui_arena.core.language.names import without_article
from tui_arena.core.language.spelling import slips
from tui_arena.core.words import tokens
from tui_arena.questions.bots.judge import number_of
from tui_arena.questions.table import Knowledge

LEAST = 5
"""Fewest letters of a name in which one slip is seen."""
MOST_WORDS = 12
"""No entity has a name of more words."""
_AFTER_HEAD = frozenset("of for with in on from that which at to".split())
"""Words before which a head noun stands: a bottle of water is a bottle."""


def meant(name: str, knowledge: Knowledge) -> str:
    """The one entity that a name misses by a letter or a blank; empty: it's known, or there is none.

    A name with the same first letter alone is one.
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
    """The entity that is the longest end of an unknown name, before an `of`; empty: there is none."""
    words = tokens(name)
    end = next((n for n, word in enumerate(words) if n and word in _AFTER_HEAD), len(words))
    first = max(1 if end == len(words) else 0, end - MOST_WORDS)
    ends = (" ".join(words[start:end]) for start in range(first, end))
    numbers = (number_of((text,), knowledge) for text in ends)
    return next((knowledge.entities[n].name for n in numbers if n is not None), "")
