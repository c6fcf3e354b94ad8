"""Model files: downloading them, and reading the metadata at the beginning of a file in the format GGUF.

A file that is being downloaded is a part, which gets the file's name when it is whole and right.

Law:
- A file has its own name only if its SHA-256 is right. A part belongs to one SHA-256, which is written next to
  it, and is never continued as the part of another file. A killed process leaves a part that the next one can
  continue.
- A model file is never trusted. Counts, lengths, depth and the bytes that are read are limited, and a file that
  breaks a limit, or ends too early, has no metadata.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from tui_arena.config.files import GGUF, BadFile, file_digest, open_plain, read_limited, write_atomically

PART = ".part"
_NOTE = ".json"
_NOTE_BYTES = 4096
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class BeingWritten(BadFile):
    """Another process is downloading the same file."""


@dataclass(slots=True)
class PartFile:
    """The part of a file that has come so far. Its methods raise OSError if the disk can't be written."""

    target: Path
    """The path of the whole file."""
    sha256: str
    """The SHA-256 of the whole file, in hex digits."""
    _handle: int | None = None
    _busy: Lock = field(default_factory=Lock)
    """Held during a write, so that the file isn't closed while a thread still writes to it."""

    @property
    def path(self) -> Path:
        return self.target.with_name(self.target.name + PART)

    @property
    def _note(self) -> Path:
        return self.path.with_name(self.path.name + _NOTE)

    def _noted(self) -> dict[str, str]:
        """What was noted about the part; empty if it is the part of another file."""
        try:
            said = json.loads(read_limited(self._note, _NOTE_BYTES))
        except (BadFile, ValueError, RecursionError):
            return {}
        mine = isinstance(said, dict) and said.get("sha256") == self.sha256
        return {str(k): str(v) for k, v in said.items()} if mine else {}

    @property
    def size(self) -> int:
        """The number of bytes that have come, 0 if there is no part of this file."""
        try:
            return self.path.stat().st_size if self._noted() else 0
        except OSError:
            return 0

    @property
    def tag(self) -> str:
        """The ETag that the server gave for the part; empty if it gave none."""
        return self._noted().get("etag", "")

    @tag.setter
    def tag(self, tag: str) -> None:
        write_atomically(self._note, json.dumps({"sha256": self.sha256, "etag": tag}))

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Open the part to add to it; a part of another file is emptied. Raises BeingWritten."""
        self.target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(self.path, _FLAGS, 0o600)
        try:
            _lock(handle, self.target)
        except BeingWritten:
            os.close(handle)
            raise
        try:
            self._handle = handle
            if not self._noted():
                self.restart()
            yield
        finally:
            with self._busy:
                self._handle = None
                empty = not os.fstat(handle).st_size
                os.close(handle)
            if empty:
                self.remove()

    def append(self, data: bytes) -> None:
        """Add bytes. If the disk is full, some of them may have been added."""
        left = memoryview(data)
        with self._busy:
            while left and self._handle is not None:
                left = left[os.write(self._handle, left) :]

    def restart(self) -> None:
        """Empty the part."""
        assert self._handle is not None
        os.ftruncate(self._handle, 0)
        self.tag = ""

    def flush(self) -> None:
        """Wait until the part is on the disk."""
        with self._busy:
            if self._handle is not None:
                os.fsync(self._handle)

    def is_right(self) -> bool:
        """True if the part is the whole file. Takes seconds for a large file."""
        return file_digest(self.path) == self.sha256

    def complete(self) -> None:
        """Give the part its name. Call this only if the part is right, and closed."""
        self.path.replace(self.target)
        self._note.unlink(missing_ok=True)

    def remove(self) -> int:
        """Remove the part. Returns the number of bytes that this frees."""
        return sum(map(_removed, (self.path, self._note)))


def _removed(path: Path) -> int:
    with suppress(FileNotFoundError):
        size = path.stat().st_size
        path.unlink()
        return size
    return 0


def remove_file(target: Path) -> int:
    """Remove a downloaded file and its part. Returns the number of bytes that this frees. Raises BadFile."""
    try:
        return _removed(target) + PartFile(target, "").remove()
    except OSError as error:
        raise BadFile(f"{target}: can't be removed ({error.strerror})") from None


def parts_in(folder: Path) -> list[Path]:
    """The parts in a folder, in order of their names."""
    return sorted(folder.glob(f"*{PART}"))


def free_room(folder: Path) -> int | None:
    """The number of free bytes on a folder's disk, even if there is no such folder yet; None if unknown."""
    there = next((one for one in (folder, *folder.parents) if one.exists()), folder)
    try:
        return shutil.disk_usage(there).free
    except OSError:
        return None


def _lock(handle: int, target: Path) -> None:
    """Lock an open part until it is closed. Does nothing if the system has no such locks."""
    try:
        import fcntl  # noqa: PLC0415  (not everywhere)
    except ImportError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BeingWritten(f"{target.name} is already being downloaded in another window") from None
    except OSError:
        return  # a file system without locks


# metadata

TEMPLATE = "tokenizer.chat_template"
"""The key of the template that turns chat messages into the text that a model continues."""
MOST_PAIRS = 4096
"""The maximum number of pairs of a key and a value; model files have about 50."""
MOST_BYTES = 64 * 1024 * 1024
"""The maximum size of the metadata, in bytes; the largest vocabularies take about 15 million."""
MOST_VALUES = 1_000_000
"""The maximum number of values in arrays of texts or arrays; the largest vocabularies have about 800,000."""
MOST_KEY = 65_535
"""The maximum length of a key, in bytes, as the format says."""
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
    """True if a model file has a chat template; None if it has no metadata that can be read.

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
        """True if this key has a text that isn't blank. Raises _Broken."""
        if self._taken(len(GGUF)) != GGUF or self._number(_WORD) not in _VERSIONS:
            raise _Broken
        self._number(_LONG)  # the number of tensors
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
        """Move forward by some bytes, and read them from the file if they haven't been read yet."""
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
