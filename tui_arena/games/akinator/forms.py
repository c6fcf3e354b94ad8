"""The forms of replies in Akinator.

Law: reads text that is already cleaned; raises Fault with a sentence that holds no secret. What is
guessed is data: nothing in it acts.
"""

from __future__ import annotations

import re

from tui_arena.core.game import Fault
from tui_arena.core.guesses import ABBREVIATED, guessed
from tui_arena.core.names import without_article
from tui_arena.core.numbering import OFF, without_number
from tui_arena.core.text import one_line, undecorated
from tui_arena.games.akinator.state import Question

QUESTION_CHARS = 300
ANSWER_CHARS = 2000
NAME_CHARS = 80
MOST_ALIASES = 16

_GUESS = re.compile(
    rf"this\s+is\s+a\s+guess[{OFF}]*(?:-{{1,3}}|[‐-―−]|:)[{OFF}]*are\s+you\s+thinking\s+of\b:?([^\n]*)",
    re.IGNORECASE,
)


def read_question(text: str) -> Question:
    """The question in a reply, or the guess; raises Fault."""
    number, text = without_number(text)
    line = one_line(text)
    if not any(c.isalnum() for c in line):
        raise Fault("format", "that is no question; ask one that can be answered with yes or no")
    if len(text) > QUESTION_CHARS:
        raise Fault("rule", f"the question has {len(text)} characters; at most {QUESTION_CHARS} are allowed")
    found = _GUESS.search(text)
    if found is None:
        return Question(line, number=number)
    guess = guessed(found[1], ABBREVIATED)
    if not guess:
        raise Fault("format", "the guess names nothing; write `This is a guess -- are you thinking of X?`")
    return Question(line, guess, number, guessed(found[1]))


def read_names(text: str) -> tuple[str, tuple[str, ...]]:
    """Name and aliases of `name | alias | alias`; raises Fault."""
    parts = [undecorated(one_line(part)) for part in text.split("|")]
    name, aliases = parts[0], parts[1:]
    if not name.strip("-–— "):
        raise Fault("format", "the object is missing; write `name | alias | alias`")
    if any(len(part) > NAME_CHARS for part in (name, *aliases)):
        raise Fault("rule", f"a name has at most {NAME_CHARS} characters")
    kept = [alias for alias in dict.fromkeys(aliases) if alias and alias != name]
    return without_article(name), tuple(kept[:MOST_ALIASES])
