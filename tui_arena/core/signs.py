"""Replaces characters that a terminal's encoding lacks with ASCII characters of the same total width.

Law: a text keeps its width, whatever encoding it is written in.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from unicodedata import combining, east_asian_width

KEEPS_COLUMNS = "tui_arena.keeps_columns"
"""The name of the error handler for encoding that importing this module registers."""
_PAIRS = {
    drawn: plain
    for plain, all_drawn in {
        ".": "…░",
        "-": "·–—−─━",
        "*": "•●",
        '"': "“”„",
        "'": "‘’",
        "<": "‹◂↵⌫←",
        ">": "›▸▶→",
        "x": "×☑✓",
        "~": "±",
        "v": "▼↓",
        "^": "▲↑",
        "o": "○",
        "_": "☐",
        "|": "│┃",
        ":": "▒",
        "#": "▓",
    }.items()
    for drawn in all_drawn
}
_BOX = {chr(c): "+" for c in range(0x2500, 0x2580)}
_BLOCKS = {chr(c): "#" for c in range(0x2580, 0x25A0)}
_EDGES = {"▔": "-", "▁": "_", "▏": "|", "▕": "|", "▎": "|", "▊": "|", "▌": "|", "▐": "|", "▄": "_", "▀": "-"}
TABLE = str.maketrans({**_BOX, **_BLOCKS, **_EDGES, **_PAIRS})
"""Maps each drawing character to an ASCII character."""
SAMPLE = "\u2500\u65e5\U0001f600"
"""A line, a letter and an emoji: an encoding that has all three has every character."""


def lacking(encoding: str | None) -> str | None:
    """The name of an encoding if it lacks characters; None if it has them all, or if it is unknown.

    >>> lacking("utf-8"), lacking("latin-1"), lacking("ANSI_X3.4-1968")
    (None, 'iso8859-1', 'ascii')
    """
    try:
        found = codecs.lookup(encoding or "utf-8").name
        SAMPLE.encode(found)
    except UnicodeEncodeError:
        return found
    except LookupError:
        return None
    return None


def why_lacking(environment: Mapping[str, str]) -> str:
    """The environment variable that sets the terminal's encoding, as `NAME=value`.

    >>> why_lacking({"LANG": "C", "PYTHONIOENCODING": "latin-1:replace"}), why_lacking({})
    ('PYTHONIOENCODING=latin-1:replace', 'LANG is not set')
    """
    told = environment.get("PYTHONIOENCODING", "")
    if told.partition(":")[0]:
        return f"PYTHONIOENCODING={told}"
    named = (name for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name))
    name = next(named, None)
    return f"{name}={environment[name]}" if name else "LANG is not set"


def columns_of(text: str) -> int:
    """About how many columns a text takes in a terminal.

    >>> columns_of("e\u0301"), columns_of("\u65e5\u672c")
    (1, 4)
    """
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def stand_in(text: str, width: int) -> str:
    """The replacement for a text that an encoding lacks: ASCII for drawing characters, else a `?` per column.

    >>> stand_in("\u2026", 1), stand_in("\u65e5", 2), stand_in("\u0301", 0)
    ('.', '??', '')
    """
    drawn = text.translate(TABLE)
    return drawn if drawn.isascii() else "?" * width


def _keep_columns(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replaces what an encoding lacks with text of the same width. Lone surrogates are written as escapes."""
    if not isinstance(error, UnicodeEncodeError):
        return codecs.strict_errors(error)
    if lacking(error.encoding) is None:
        return codecs.backslashreplace_errors(error)
    lacked = error.object[error.start : error.end]
    return "".join(stand_in(c, columns_of(c)) for c in lacked), error.end


codecs.register_error(KEEPS_COLUMNS, _keep_columns)
