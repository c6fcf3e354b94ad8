"""The user's folders, and small files: limited reads, atomic writes, folder locks, and TOML from outside.

The size of a TOML file is limited before it is parsed. So is the number of dots on a line outside quotes,
because a key with thousands of parts would take seconds and gigabytes.

Law: a pipe or a device is never read, because that could block, and never replaced by a write. A crash during
a write leaves the old file or the new one. If a process ends during a write, the next write into the same
folder removes its unfinished file.
"""

from __future__ import annotations

import os
import re
import stat
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

MAX_FILE = 8 * 1024 * 1024
"""The maximum size of a file from outside, in bytes, unless its kind has its own limit."""
GGUF = b"GGUF"
"""The first bytes of a model file."""
PATIENCE = 2.0
"""Seconds to wait for another program that has locked the folder."""
_LOOK = 0.01
"""Seconds between two tries."""
_PART = 1024 * 1024
"""The bytes of a file that are read at once."""


class BadFile(ValueError):
    """A file that can't be used. The text names the file, the place, and the allowed values."""


def read_limited(path: Path, limit: int = MAX_FILE) -> bytes:
    """The bytes of a file. Raises BadFile if it can't be read, isn't a plain file, or exceeds `limit` bytes.

    Pipes and devices aren't read: a pipe can block, and a device may never end.
    """
    with open_plain(path) as file:
        try:
            raw = file.read(limit + 1)
            size = len(raw) if len(raw) <= limit else os.fstat(file.fileno()).st_size
        except OSError as error:
            raise BadFile(f"{path}: can't be read ({error.strerror})") from None
    if size > limit:
        raise BadFile(f"{path}: {size} bytes; at most {limit} are allowed")
    return raw


_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def not_plain(path: Path) -> str | None:
    """Why a path can't be used as a plain file, as the end of a sentence; None if it can, or if it is free.

    Nothing is opened, because opening a pipe can block.
    """
    try:
        kind = stat.S_IFMT(path.stat().st_mode)
    except FileNotFoundError:
        return "is a link to a file that isn't there" if path.is_symlink() else None
    except NotADirectoryError:
        return None  # the code that makes the folder reports it
    except OSError as error:
        return f"can't be used ({error.strerror})"
    except ValueError:
        return "isn't a file name"
    return None if kind == stat.S_IFREG else f"is {_KINDS.get(kind, 'not a file')}"


def open_plain(path: Path) -> BinaryIO:
    """A plain file, opened for reading; raises BadFile for anything else, without waiting for it."""
    try:
        handle = os.open(path, os.O_RDONLY | _AT_ONCE)
    except OSError as error:
        raise BadFile(f"{path}: can't be read ({error.strerror})") from None
    except ValueError:
        raise BadFile(f"{path}: isn't a file name") from None
    kind = stat.S_IFMT(os.fstat(handle).st_mode)
    if kind != stat.S_IFREG:
        os.close(handle)
        why = "can't be read (Is a directory)" if kind == stat.S_IFDIR else "isn't a regular file"
        raise BadFile(f"{path}: {why}")
    return os.fdopen(handle, "rb")


_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags with which opening a pipe does not wait for its other end."""


def expanded(text: str | Path) -> Path:
    """The path that the user wrote, with `~` replaced by the home folder; raises BadFile if it is invalid."""
    if "\0" in str(text):
        raise BadFile(f"{str(text)!r} isn't a file name")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise BadFile(f"{text}: there's no such home folder; give the full path") from None


def file_digest(path: Path) -> str | None:
    """The SHA-256 of a file in hex digits; None if the file can't be read. A large file takes seconds."""
    import hashlib  # noqa: PLC0415  (not needed without model files)

    try:
        with open_plain(path) as file:
            digest = hashlib.sha256()
            while part := file.read(_PART):
                digest.update(part)
            return digest.hexdigest()
    except (OSError, BadFile):
        return None


def model_file_fault(path: Path) -> str | None:
    """A sentence on why a path can't be a model file; None if the file begins like a model file.

    Only running the file shows whether it is complete.
    """
    try:
        if path.is_dir():
            return f"{path} is a folder; name the model file in it"
        if not path.is_file():
            there = path.exists()
            return f"{path} isn't a regular file" if there else f"there's no file {path}; is the path right?"
        with open_plain(path) as file:
            begins = file.read(len(GGUF))
    except OSError as error:
        return f"{path} can't be read ({error.strerror})"
    except BadFile as error:
        return str(error)
    return None if begins == GGUF else f"{path} isn't a GGUF file; GGUF files begin with the letters GGUF"


def write_own(path: Path, text: str | bytes) -> Path:
    """Write a file in a folder of the user's, which is made if need be; returns the path. Raises BadFile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, text)
    except OSError as error:
        raise BadFile(f"{path}: can't be written ({error.strerror})") from None
    return path


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock a folder, so that a file in it can be read, changed and written back without interference.

    Raises BadFile if another program keeps the lock for longer than `PATIENCE`. Does nothing if the system
    has no such locks.
    """
    try:
        import fcntl  # noqa: PLC0415  (not everywhere)
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    raise BadFile(f"{folder}: another window is changing it; try again") from None
                time.sleep(_LOOK)
            except OSError:
                break  # a file system without locks
            else:
                break
        yield
    finally:
        os.close(handle)


_TEMPORARY = re.compile(r"\..*\.(\d+)\.tui-arena\.tmp(?:-journal|-wal|-shm)?", re.DOTALL)
_FORGOTTEN = 24 * 3600.0
"""The age in seconds of an unfinished file that counts as left behind, if the system can't say which processes run."""


def unfinished(target: Path) -> Path:
    """The path at which this process makes a file before it gets its name.

    Unfinished files of ended processes in that folder are removed first.
    """
    sweep(target.parent)
    short = os.fsencode(target.name)[:180].decode("utf-8", "ignore")
    return target.with_name(f".{short}.{os.getpid()}.tui-arena.tmp")


def sweep(folder: Path) -> None:
    """Remove the unfinished files of ended processes from a folder. Errors are left to the next call."""
    try:
        with os.scandir(folder) as entries:
            left = [(entry, found) for entry in entries if (found := _TEMPORARY.fullmatch(entry.name))]
    except OSError:
        return
    for entry, found in left:
        with suppress(OSError, OverflowError):
            if _runs(int(found[1]), entry.stat(follow_symlinks=False).st_mtime):
                continue
            if entry.is_dir(follow_symlinks=False):
                import shutil  # noqa: PLC0415  (rarely needed)

                shutil.rmtree(entry, ignore_errors=True)
            else:
                Path(entry).unlink()


def _runs(pid: int, at: float) -> bool:
    """True if the process that began a file at this time is still running."""
    if os.name == "nt":  # a signal would end the process there
        return time.time() - at < _FORGOTTEN
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # the process belongs to another user
    return pid > 0


def write_atomically(path: Path, text: str | bytes | Iterable[str]) -> None:
    """Write a text, its parts one by one, or bytes, so that a crash leaves the old file or the new one.

    Only its owner can read a new file, whatever the umask; an existing file keeps its rights. If the path is
    a link, its target is written and the link stays. A device or pipe is written directly.
    """
    parts = (part.encode() if isinstance(part, str) else part for part in _parts(text))
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            stream.writelines(parts)
        return
    target = Path(os.path.realpath(path))
    rights = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
    temporary = unfinished(target)
    try:
        temporary.unlink(missing_ok=True)
        handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        if rights != 0o600:
            temporary.chmod(rights)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _parts(text: str | bytes | Iterable[str]) -> Iterable[str | bytes]:
    return [text] if isinstance(text, str | bytes) else text


MAX_TOML = 64 * 1024
MAX_DOTS = 16
_QUOTED = re.compile(
    r'''"""(?:\\(?:.|\Z)|[^\\])*?(?:"{3,5}|\Z)|'{3}.*?(?:'{3,5}|\Z)'''
    r"""|"(?:\\(?:.|\Z)|[^"\\\n])*"?|'[^'\n]*'?|#[^\n]*""",
    re.DOTALL,
)
"""A string or a comment. An unclosed string ends with its line, or with the text if it has three quotes."""


def parse_toml(
    path: Path, limit: int = MAX_TOML, *, number: Callable[[str], float] = float
) -> dict[str, Any]:
    """The values of a TOML file; raises BadFile with file, line and reason.

    `number`: makes the value of a number with a decimal point.
    """
    raw = read_limited(path, limit)
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: byte {error.start} isn't valid UTF-8") from None
    if _dotted(text):  # skipping quotes is slow, and few files need it
        line = _dotted(_bare(text))
        if line:
            raise BadFile(f"{path}: line {line} has more than {MAX_DOTS} dots outside quotes")
    try:
        return tomllib.loads(text, parse_float=number)
    except RecursionError:
        raise BadFile(f"{path}: is nested too deeply") from None
    except ValueError as error:
        raise BadFile(f"{path}: {_toml_error_text(str(error))}") from None


def _toml_error_text(error: str) -> str:
    """A parser's message about a TOML file, with the place first.

    >>> _toml_error_text("Invalid value (at line 3, column 9)")
    "line 3 can't be read (invalid value)"
    """
    what, _, where = error.partition(";")[0].rstrip(")").partition(" (at ")
    place = "the last line" if where.startswith("end") else where.partition(",")[0]
    if not place:
        return what
    if what.startswith("Cannot"):
        return f"{place} repeats something that has already been set"
    return f"{place} can't be read ({what[:1].lower()}{what[1:]})"


def saved_toml(path: Path) -> dict[str, Any]:
    """The values in a file of the user's; empty if there is no such file. Raises BadFile."""
    try:
        return parse_toml(path) if path.exists() or _is_loop(path) else {}
    except OSError as error:
        raise BadFile(f"{path}: can't be read ({error.strerror})") from None


def _is_loop(path: Path) -> bool:
    return (not_plain(path) or "").startswith("can't be used")


Rule = tuple[Callable[[object], bool], str]
"""A check for a value in a file, and the allowed values in words."""


def number(low: float, high: float) -> Callable[[object], bool]:
    """A check that a value is a number in this range; true and false aren't numbers."""
    return lambda value: (
        isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    )


def whole(low: float, high: float) -> Callable[[object], bool]:
    """A check that a value is a whole number in this range."""
    return lambda value: isinstance(value, int) and number(low, high)(value)


def _dotted(text: str) -> int:
    """The number of the first line with more than `MAX_DOTS` dots; 0 if there is none."""
    lines = enumerate(text.split("\n"), 1)
    return next((number for number, line in lines if line.count(".") > MAX_DOTS), 0)


def _bare(text: str) -> str:
    """The text without its strings and comments; their line ends are kept."""
    return _QUOTED.sub(lambda found: "\n" * found[0].count("\n"), text)


def rewrite_toml(path: Path, what: str, values: Callable[[], Mapping[str, Any]]) -> None:
    """Write a user's file again and keep the old file as `.bak`; raises BadFile.

    `values` is called while the folder is locked. It reads the present file again, so that two windows don't
    undo each other's work. `what`: the contents of the file, in words.
    """
    import tomli_w  # noqa: PLC0415  (only needed to write)

    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with alone(path.parent):
            text = tomli_w.dumps(values())
            if len(text.encode()) > MAX_TOML:
                raise BadFile(
                    f"{path}: the file may have at most {MAX_TOML} bytes, so there's no room for more {what}; remove one first"
                )
            if path.exists():
                kept = path.with_suffix(".toml.bak")
                if not_plain(kept):
                    raise BadFile(f"{kept}: {not_plain(kept)}; move it out of the way to keep the old {what}")
                write_atomically(kept, read_limited(path).decode("utf-8"))
            write_atomically(path, text)
    except OSError as error:
        raise BadFile(f"{path}: {what} can't be saved ({error.strerror})") from None


HOME_VARIABLE = "TUI_ARENA_HOME"


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders and files where this program keeps the user's data."""

    data: Path
    """The folder for save file and backups."""
    config: Path
    """The folder for settings, with the folders `themes`, `decks` and `prompts`."""
    logs: Path

    @property
    def save_file(self) -> Path:
        return self.data / "arena.db"

    @property
    def exports(self) -> Path:
        """The folder for files that the app exports from a screen."""
        return self.data / "exports"

    @property
    def models(self) -> Path:
        """The folder for model files that the app downloads, as an absolute path: `models.toml` names it."""
        return (self.data / "models").absolute()

    @property
    def sounds(self) -> Path:
        """The folder for the tones that the app generates."""
        return self.data / "sounds"

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.toml"

    @property
    def models_file(self) -> Path:
        return self.config / "models.toml"

    @property
    def rungs_file(self) -> Path:
        """The file with the facts that the program learned about models' servers."""
        return self.data / "rungs.json"

    @classmethod
    def find(cls, home: str | Path | None = None) -> Paths:
        """The user's folders; `home` (or the variable TUI_ARENA_HOME) puts them all into one folder.

        Raises BadFile if that path is invalid.
        """
        chosen = home or os.environ.get(HOME_VARIABLE)
        if chosen:
            base = expanded(chosen)
            return cls(base, base / "config", base / "logs")
        import platformdirs  # noqa: PLC0415  (only needed without a chosen home)

        dirs = platformdirs.PlatformDirs("tui-arena", appauthor=False)
        return cls(dirs.user_data_path, dirs.user_config_path, dirs.user_log_path)
