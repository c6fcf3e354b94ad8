"""The forms of replies in Akinator.

Law: reads text that is already cleaned; raises Fault with a sentence that holds no secret. What is
guessed is data: nothing in it acts.
"""

from __future__ import annotations

import re

from tui_arena.core.game import Fault
from tui_arena.core.names import without_article
from tui_arena.core.text import DECORATIONS, one_line, undecorated
from tui_arena.games.akinator.state import Question

QUESTION_CHARS = 300
ANSWER_CHARS = 2000
NAME_CHARS = 80
MOST_ALIASES = 16

_OFF = re.escape(DECORATIONS) + r"\s"
_HEADER = re.compile(rf"question[{_OFF}]{{0,8}}([0-9]{{1,6}})[{_OFF}]{{0,8}}:", re.IGNORECASE)
_GUESS = re.compile(
    rf"this\s+is\s+a\s+guess[{_OFF}]*(?:-{{1,3}}|[‐-―−]|:)[{_OFF}]*are\s+you\s+thinking\s+of\b:?([^\n]*)",
    re.IGNORECASE,
)
_STRESSED = re.compile(r"(?<!\w)(\*{1,3})([^*]+)\1(?!\w)")
_ABBREVIATED = re.compile(r"\b(?:[A-Z]|Dr|Mr|Mrs|Ms|St|Mt|Prof)\.$")
"""A full stop behind an initial or a title, as in `J. R. R. Tolkien`, is part of the name."""
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}


def read_question(text: str) -> Question:
    """The question in a reply, or the guess; raises Fault."""
    number, text = _without_number(text)
    line = one_line(text)
    if not any(c.isalnum() for c in line):
        raise Fault("format", "that is no question; ask one that can be answered with yes or no")
    if len(text) > QUESTION_CHARS:
        raise Fault("rule", f"the question has {len(text)} characters; at most {QUESTION_CHARS} are allowed")
    found = _GUESS.search(text)
    if found is None:
        return Question(line, number=number)
    guess = _guessed(found[1], _ABBREVIATED)
    if not guess:
        raise Fault("format", "the guess names nothing; write `This is a guess -- are you thinking of X?`")
    return Question(line, guess, number, _guessed(found[1], None))


def _without_number(text: str) -> tuple[int | None, str]:
    """The N of a leading `Question N:`, and the text behind it."""
    found = _HEADER.match(text)
    if found is None:
        return None, text
    return int(found[1]), text[found.end() :].lstrip(DECORATIONS + " \t\n\xa0").rstrip()


def _guessed(text: str, goes_on: re.Pattern[str] | None) -> str:
    """What a guess names, in the rest of its line.

    It ends at `?`, `!`, or a full stop followed by a space, but for one that `goes_on` ends with; quotes,
    brackets and asterisks fall off, and a full stop at its end that is no part of an abbreviation.
    """
    end = next((i for i, c in enumerate(text) if c in "?!" or _stops(text, i, goes_on)), len(text))
    named = _peeled(_STRESSED.sub(r"\2", text[:end]))
    words = named.split()
    if words and words[-1].endswith(".") and "." not in words[-1][:-1]:
        named = _peeled(named[:-1])
    return " ".join(named.split())


def _stops(text: str, i: int, goes_on: re.Pattern[str] | None) -> bool:
    ends = text[i] == "." and text[i + 1 : i + 2].isspace()
    return ends and (goes_on is None or goes_on.search(text[: i + 1]) is None)


def _peeled(text: str) -> str:
    """A name without what stands around it; a bracket whose partner is inside stays."""
    before = None
    while text != before:
        before, text = text, undecorated(text)
        for opener, closer in _PAIRS.items():
            if text.startswith(opener) and text.find(closer) in (-1, len(text) - 1):
                text = text[1:]
            if text.endswith(closer) and opener not in text:
                text = text[:-1]
    return text


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
