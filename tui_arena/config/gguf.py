"""The metadata at the beginning of a model file in the format GGUF.

Law: a file is never trusted. Counts, lengths, depth and the bytes that are read are limited, and a file that breaks
a limit, or ends too early, has no metadata.
"""

from __future__ import annotations

import os
import struct
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from tui_arena.config.files import GGUF, BadFile, open_plain

TEMPLATE = "tokenizer.chat_template"
"""The key of the template that turns chat messages into the text that a model continues."""
MOST_PAIRS = 4096
"""The most pairs of a key and a value; model files have about 50."""
MOST_BYTES = 64 * 1024 * 1024
"""The most bytes of metadata; the largest vocabularies take about 15 million."""
MOST_VALUES = 1_000_000
"""The most values in arrays of texts or of arrays; the largest vocabularies have about 800,000."""
MOST_KEY = 65_535
"""The most bytes of a key, as the format says."""
MOST_DEPTH = 4
"""How deep arrays may be nested."""
_PART = 1024 * 1024
_VERSIONS = (2, 3)
"""The versions of the format that have this layout."""
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
"""Maps the types of numbers and flags to their bytes."""
_TEXT, _ARRAY = 8, 9
_WORD, _LONG = struct.Struct("<I"), struct.Struct("<Q")


def has_chat_template(path: Path) -> bool | None:
    """Whether a model file has a chat template; None if it has no metadata that can be read.

    The vocabulary comes first in the file, so the answer takes up to a tenth of a second. It is kept until the file
    changes.
    """
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    return _looked_up(os.fspath(path), state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=64)
def _looked_up(path: str, _size: int, _changed: int) -> bool | None:
    try:
        with open_plain(Path(path)) as file:
            return _Metadata(file).has_text(TEMPLATE)
    except (BadFile, OSError, _Broken):
        return None


class _Broken(ValueError):
    """The metadata ends too early, breaks the format, or breaks a limit."""


class _Metadata:
    """The metadata of one file, read once from the beginning to the end."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._bytes = bytearray()
        self._at = 0
        self._left = MOST_VALUES

    def has_text(self, wanted: str) -> bool:
        """Whether this key has a text that isn't blank. Raises _Broken."""
        if self._taken(len(GGUF)) != GGUF or self._number(_WORD) not in _VERSIONS:
            raise _Broken
        self._number(_LONG)  # how many tensors there are
        for _ in range(self._counted(MOST_PAIRS)):
            key = self._taken(self._counted(MOST_KEY))
            kind = self._number(_WORD)
            if key == wanted.encode() and kind == _TEXT:
                return bool(self._taken(self._number(_LONG)).strip())
            self._skip(kind, MOST_DEPTH)
        return False

    def _skip(self, kind: int, depth: int) -> None:
        """Pass over one value."""
        if kind in _SIZES:
            self._pass(_SIZES[kind])
        elif kind == _TEXT:
            self._pass(self._number(_LONG))
        elif kind == _ARRAY and depth:
            of, count = self._number(_WORD), self._number(_LONG)
            if of in _SIZES:
                self._pass(_SIZES[of] * count)
            else:
                self._left -= count
                if self._left < 0:
                    raise _Broken
                for _ in range(count):
                    self._skip(of, depth - 1)
        else:
            raise _Broken

    def _counted(self, most: int) -> int:
        count = self._number(_LONG)
        if count > most:
            raise _Broken
        return count

    def _number(self, form: struct.Struct) -> int:
        at = self._at
        self._pass(form.size)
        return int(form.unpack_from(self._bytes, at)[0])

    def _taken(self, size: int) -> bytes:
        at = self._at
        self._pass(size)
        return bytes(self._bytes[at : self._at])

    def _pass(self, size: int) -> None:
        """Go on by some bytes, and read them from the file if that isn't done yet."""
        self._fits(size)
        self._at += size
        while len(self._bytes) < self._at:
            part = self._file.read(_PART)
            if not part:
                raise _Broken
            self._bytes += part

    def _fits(self, size: int) -> None:
        if self._at + size > MOST_BYTES:
            raise _Broken
