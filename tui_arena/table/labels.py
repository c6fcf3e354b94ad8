"""What of a view is told on a page or read aloud: facts by their labels, and lines without the names of their parts."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from tui_arena.core.game import Line, View
from tui_arena.core.text import one_line

LONGEST = 600
"""Characters of a line or a fact."""
_PART = re.compile(r"^[a-z]+: ")
"""The name of a part of a reply, as `clue: `."""


def labelled_facts(labels: Mapping[str, str], view: View, without: Collection[str]) -> list[tuple[str, str]]:
    """The labelled facts that say something on one line, each with its label."""
    told = []
    for name, label in labels.items():
        value = view.facts.get(name)
        if name in without or isinstance(value, bool) or value in (None, "", 0):
            continue
        if isinstance(value, list | tuple):
            value = ", ".join(str(one) for one in value if isinstance(one, str | int | float))
        if isinstance(value, str | int | float) and "\n" not in str(value) and str(value).strip():
            told.append((label, one_line(str(value), LONGEST)))
    return told


def said(line: Line) -> tuple[str, str]:
    r"""A line without the names of its parts, and the word that its marks are about (empty: it has none).

    >>> said(Line("guesser", "explanation: to begin\nguess: crane", marks="x----"))
    ('to begin', 'crane')
    """
    words = line.text.split()
    word = words[-1][: len(line.marks)] if line.marks and words else ""
    parts = [_PART.sub("", part).strip() for part in line.text.splitlines()]
    return one_line(" · ".join(part for part in parts if part and part != word), LONGEST), word
