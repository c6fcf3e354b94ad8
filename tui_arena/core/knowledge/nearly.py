"""Names that are meant although they are misspelled.

Law: a slip of one letter, of two in a long name; never a word that names something else.
"""

from __future__ import annotations

from collections.abc import Iterable

from tui_arena.core.knowledge.table import Knowledge
from tui_arena.core.names import without_article
from tui_arena.core.words import tokens

SHORT, LONG = 5, 9
"""Letters from which on one slip and two slips are forgiven."""


def nearly_named(text: str, names: Iterable[str], knowledge: Knowledge) -> bool:
    """Whether a text names one of the names but for a slip of the pen."""
    said = tokens(text)[:80]
    for name in names:
        wanted = tokens(without_article(name))
        flat = "".join(wanted)
        if len(flat) < SHORT:
            continue
        for size in {len(wanted), max(len(wanted) - 1, 1), len(wanted) + 1}:
            for i in range(len(said) - size + 1):
                part = said[i : i + size]
                if " ".join(part) not in knowledge.numbers and _near("".join(part), flat):
                    return True
    return False


def _near(a: str, b: str) -> bool:
    most = 2 if len(b) >= LONG else 1
    return abs(len(a) - len(b)) <= most and slips(a, b) <= most


def slips(a: str, b: str) -> int:
    """Letters left out, put in, changed or swapped with their neighbour between two words.

    >>> slips("telehpone", "telephone"), slips("gitar", "guitar")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, c in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, d in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (c != d))
            if i > 1 and j > 1 and c == b[j - 2] and a[i - 2] == d:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
