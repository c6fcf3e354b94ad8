"""Fixed forms of replies: the X in a guess such as `are you thinking of X?`, and the N of `Question N:`.

X ends at the end of its line, at `?` or `!`, or at a full stop followed by a blank. Quotes, brackets and
asterisks around it are removed. The number of a question is cut off before anything else is read. A wrong
number is counted but never refused (GameArena, prompts of Akinator and Bluffing).
"""

from __future__ import annotations

import re

from tui_arena.core.game import Fault
from tui_arena.core.text import DECORATIONS, undecorated

ABBREVIATED = re.compile(r"\b(?:[A-Z]|Dr|Mr|Mrs|Ms|St|Mt|Prof)\.$")
"""A full stop after an initial or a title, as in `J. R. R. Tolkien`, is part of the name."""
_STRESSED = re.compile(r"(?<!\w)(\*{1,3})([^*]+)\1(?!\w)")
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}


def guessed(text: str, goes_on: re.Pattern[str] | None = None) -> str:
    """The name in a guess, from the text after the phrase.

    A full stop at the end of a match of `goes_on` is part of the name. A full stop at the end of the name is
    removed unless it belongs to an abbreviation.

    >>> guessed(' **"milk"**. You asked about cows.')
    'milk'
    """
    end = next((i for i, c in enumerate(text) if c in "?!\n" or _stops(text, i, goes_on)), len(text))
    named = _peeled(_STRESSED.sub(r"\2", text[:end]))
    words = named.split()
    if words and words[-1].endswith(".") and "." not in words[-1][:-1]:
        named = _peeled(named[:-1])
    return " ".join(named.split())


def _stops(text: str, i: int, goes_on: re.Pattern[str] | None) -> bool:
    ends = text[i] == "." and text[i + 1 : i + 2].isspace()
    return ends and (goes_on is None or goes_on.search(text[: i + 1]) is None)


def _peeled(text: str) -> str:
    """A name without decorations and brackets around it; a bracket with its partner inside the name stays."""
    before = None
    while text != before:
        before, text = text, undecorated(text)
        for opener, closer in _PAIRS.items():
            if text.startswith(opener) and text.find(closer) in (-1, len(text) - 1):
                text = text[1:]
            if text.endswith(closer) and opener not in text:
                text = text[:-1]
    return text


def fitting(text: str, what: str, most: int, missing: str) -> str:
    """The text of a reply; raises Fault if it says nothing, or is too long.

    `what`: the name of the text. `most`: its maximum length. `missing`: the reason if it says nothing.
    """
    if not any(c.isalnum() for c in text):
        raise Fault("format", missing)
    at_most(what, text, most)
    return text


def at_most(what: str, text: str, most: int, more: str = "") -> None:
    """Raises Fault if a text is too long."""
    if len(text) > most:
        raise Fault(
            "rule",
            f"the {what} has {len(text)} characters; at most {most} are allowed{more}",
            told=f"That's {len(text)} characters, and the limit is {most}{more}.",
        )


OFF = re.escape(DECORATIONS) + r"\s"
"""Characters that may surround the parts of a fixed phrase; the inside of a regex character class."""
_HEADER = re.compile(rf"question[{OFF}]{{0,8}}([0-9]{{1,6}})[{OFF}]{{0,8}}:", re.IGNORECASE)


def without_number(text: str) -> tuple[int | None, str]:
    """The N of a leading `Question N:`, or None, and the text after it.

    >>> without_number("Question 3: Is it alive?")
    (3, 'Is it alive?')
    """
    found = _HEADER.match(text)
    if found is None:
        return None, text
    return int(found[1]), text[found.end() :].lstrip(DECORATIONS + " \t\n\xa0").rstrip()


def with_number(number: int | None, text: str) -> str:
    """A question with its number in front again, if it had one.

    >>> with_number(3, "Is it alive?"), with_number(None, "Is it alive?")
    ('Question 3: Is it alive?', 'Is it alive?')
    """
    return text if number is None else f"Question {number}: {text}"
