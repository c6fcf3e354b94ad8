"""The forms of replies in Connections.

Law: reads text that is already cleaned; raises Fault with a sentence that holds no secret. What a clue
says is data: nothing in it acts.
"""

from __future__ import annotations

import re

from tui_arena.core.game import Fault
from tui_arena.core.text import DECORATIONS, one_line, undecorated
from tui_arena.games.connections.state import KINDS

CLUE_CHARS = 200
LEAST, MOST = 3, 20
"""Letters of a secret."""
LONGEST = 45
"""Letters of any other word: there is no longer one in a dictionary."""
PARTS = ("word", "clue", "kind")
REPLY_CHARS = LONGEST + CLUE_CHARS + 60
"""A reply with all three lines."""
PASSES = frozenset({"pass", "-", ""})
KEEPS = frozenset({"keep", "-", ""})
LINE = "the line `"
"""So begins what is said of a line that is missing."""
FORM = "write two lines, `word: ...` and `clue: ...`"
_SHOWN = 24
"""Characters of a refused word that are repeated."""


def read_word(text: str) -> str:
    """The one word of a reply in small letters a-z; raises Fault."""
    word = text.strip().rstrip(".,!?").strip(DECORATIONS + " ")
    if not any(c.isalnum() for c in word) or len(word.split()) != 1:
        raise Fault("format", "one word is asked for, and nothing else")
    word = word.lower()
    if not re.fullmatch(r"[a-z]+", word):
        raise Fault("rule", f"`{one_line(word, _SHOWN)}` has other signs than the letters a to z")
    if len(word) > LONGEST:
        raise Fault("rule", f"`{word[:_SHOWN]}...` has {len(word)} letters; at most {LONGEST} are allowed")
    return word


def read_secret(text: str) -> str:
    """A word that can be the secret; raises Fault."""
    word = read_word(text)
    if not LEAST <= len(word) <= MOST:
        letters = "1 letter" if len(word) == 1 else f"{len(word)} letters"
        raise Fault("rule", f"the word has {letters}; {LEAST} to {MOST} are allowed")
    return word


def read_clue(text: str) -> tuple[str, str, str]:
    """Word, clue and kind (or nothing) of a giver's tagged lines; raises Fault.

    Of several lines with one tag the last counts; a kind that is none of the three is none.
    """
    found: dict[str, str] = {}
    for line in map(undecorated, text.split("\n")):
        tag, colon, value = line.partition(":")
        name = undecorated(tag).lower()
        if colon and name in PARTS:
            found[name] = undecorated(value)
    if "word" not in found or "clue" not in found:
        missing = "word" if "word" not in found else "clue"
        raise Fault("format", f"{LINE}{missing}:` is missing; {FORM}")
    word, clue = read_word(found["word"]), one_line(found["clue"])
    if not any(c.isalnum() for c in clue):
        raise Fault("format", f"the clue is empty; {FORM}")
    if len(clue) > CLUE_CHARS:
        raise Fault("rule", f"the clue has {len(clue)} characters; at most {CLUE_CHARS} are allowed")
    kind = found.get("kind", "").strip(" .").lower()
    return word, clue, kind if kind in KINDS else ""


def written(word: str, clue: str, kind: str) -> str:
    r"""A giver's reply as it is read.

    >>> written("catalan", "spoken in Barcelona", "")
    'word: catalan\nclue: spoken in Barcelona'
    """
    lines = [f"word: {word}", f"clue: {clue}"]
    return "\n".join([*lines, f"kind: {kind}"] if kind else lines)


def check_fits(word: str, prefix: str, blocked: tuple[str, ...]) -> None:
    """Raises Fault for a word with another beginning than the letters shown, or one that was blocked."""
    if len(word) < len(prefix):
        raise Fault("rule", f"`{word[:_SHOWN]}` is too short: it has to begin with {prefix.upper()}")
    if not word.startswith(prefix):
        raise Fault("rule", f"`{word[:_SHOWN]}` does not begin with {prefix.upper()}")
    if word in blocked:
        raise Fault("rule", f"`{word[:_SHOWN]}` was blocked and may not be used again")
