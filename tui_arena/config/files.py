"""Reading with a limit, and writing so that a crash leaves the old file or the new one.

Law: what is no plain file is never waited for when it is read, and never replaced when it is written.

TOML from outside: size and depth are capped before it is parsed.

Law: a key of thousands of parts takes seconds and gigabytes, so no line with many dots outside
quotes reaches the parser.
"""

from __future__ import annotations

import os
import time
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

GGUF = b"GGUF"
"""How a model file begins."""
PATIENCE = 2.0
"""Seconds that another program may take to change a file."""
_LOOK = 0.01
"""Seconds between two looks whether it is done."""


class BadFile(ValueError):
    """A file that can't be used: names file, place and what is allowed."""


def read_limited(path: Path, limit: int) -> bytes:
    """The bytes of a file; raises BadFile if it can't be read, is none, or is larger than `limit`.

    A pipe would be waited for and a device never ends, so neither is opened.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise BadFile(f"{path}: is no plain file")
        with path.open("rb") as file:
            raw = file.read(limit + 1)
            size = len(raw) if len(raw) <= limit else os.fstat(file.fileno()).st_size
    except OSError as error:
        raise BadFile(f"{path}: can't be read ({error.strerror})") from None
    if size > limit:
        raise BadFile(f"{path}: {size} bytes; at most {limit} are allowed")
    return raw


def expanded(text: str | Path) -> Path:
    """A path as the user wrote it, with `~` for a home folder. Raises BadFile for one that can't be."""
    if "\0" in str(text):
        raise BadFile(f"{str(text)!r} is no file name")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise BadFile(f"{text}: there is no such home folder; write the whole path") from None


def model_file_fault(path: Path) -> str | None:
    """Why a path can't be a model file, a sentence; None if it begins like one.

    Whether it is whole is known only when it is run.
    """
    try:
        if path.is_dir():
            return f"{path} is a folder; name the model file in it"
        if not path.is_file():
            there = path.exists()
            return f"{path} is no plain file" if there else f"there is no file {path}; is its path right?"
        with path.open("rb") as file:
            begins = file.read(len(GGUF))
    except OSError as error:
        return f"{path} can't be read ({error.strerror})"
    return None if begins == GGUF else f"{path} is no GGUF file; those begin with the letters GGUF"


def write_log(folder: Path, name: str, text: str) -> Path:
    """Put a text in a folder of logs and give its path; raises BadFile if the disk refuses."""
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, text)
    except OSError as error:
        raise BadFile(f"{path}: can't be written ({error.strerror})") from None
    return path


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold a folder: who reads a file in it, changes it and writes it back does so without another.

    Raises BadFile if somebody else holds it for too long. A system without such locks holds up nobody.
    """
    try:
        import fcntl  # noqa: PLC0415  (not everywhere)
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    raise BadFile(f"{folder}: another window is changing what is in it; try again") from None
                time.sleep(_LOOK)
            except OSError:
                break  # a file system without locks
            else:
                break
        yield
    finally:
        os.close(handle)


def write_atomically(path: Path, text: str | Iterable[str]) -> None:
    """Put a text, or its parts one by one, in a file so that a crash leaves the old or the new one.

    A link stays, and the file it leads to is written; a device or pipe is written to as it is.
    """
    parts = [text] if isinstance(text, str) else text
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(parts)
        return
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name[:200]}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


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
