"""TOML from outside: size and depth are capped before it is parsed.

Law: a key of thousands of parts takes seconds and gigabytes, so no line with many dots outside
quotes reaches the parser.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tui_arena.config.files import BadFile, read_limited

MAX_TOML = 64 * 1024
MAX_DOTS = 16
_QUOTES = ('"""', "'''", '"', "'")


def parse_toml(path: Path, limit: int = MAX_TOML) -> dict[str, Any]:
    """The values of a TOML file; raises BadFile with file, line and reason."""
    raw = read_limited(path, limit)
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: byte {error.start} is not UTF-8") from None
    if _dotted(text):  # looking past quotes is slow, and few files need it
        number = _dotted("".join(_bare(text)))
        if number:
            raise BadFile(f"{path}: line {number} has more than {MAX_DOTS} dots outside quotes")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadFile(f"{path}: is nested too deep") from None
    except ValueError as error:
        raise BadFile(f"{path}: {str(error).partition(';')[0]}") from None


def _dotted(text: str) -> int:
    """The number of the first line with more dots than are allowed; 0 if there is none."""
    lines = enumerate(text.split("\n"), 1)
    return next((number for number, line in lines if line.count(".") > MAX_DOTS), 0)


def _bare(text: str) -> Iterator[str]:
    """What stands outside quotes and comments; of those only the ends of lines are left."""
    i = 0
    while i < len(text):
        end = i + 1
        quote = next((q for q in _QUOTES if text.startswith(q, i)), None)
        if quote is not None:
            end = _after_string(text, i + len(quote), quote)
            yield "\n" * text.count("\n", i, end)
        elif text[i] == "#":
            end = text.find("\n", i)
            end = len(text) if end < 0 else end
        else:
            yield text[i]
        i = end


def _after_string(text: str, i: int, quote: str) -> int:
    """Past the string whose quote ended before `i`; one that is never closed ends with its line."""
    while i < len(text):
        if text[i] == "\\" and quote[0] == '"':
            i += 2
        elif text.startswith(quote, i):
            last = i + (5 if len(quote) == 3 else 1)  # two quotes may stand before the three that close
            i += len(quote)
            while i < last and text.startswith(quote[0], i):
                i += 1
            return i
        elif text[i] == "\n" and len(quote) == 1:
            return i
        else:
            i += 1
    return len(text)
