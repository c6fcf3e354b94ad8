"""The folders of shipped files, and reading files from outside.

Law: the size of a file from outside is limited when it is read, and a name from outside can't lead out of
its folder.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

from tui_arena.config import BadFile, read_limited
from tui_arena.core.text import clean

PACKAGE = Path(__file__).parent.parent
DECKS = PACKAGE / "decks"
GAMES = PACKAGE / "games"
DEMOS = PACKAGE / "demos"
PROMPTS = PACKAGE / "prompts"
THEMES = next((p for p in (PACKAGE / "themes", PACKAGE.parent / "themes") if p.is_dir()), PACKAGE / "themes")
"""Inside the package if it was installed from a wheel, next to the package in a checkout."""
SAFE_NAME = re.compile(r"[A-Za-z0-9 _.-]{1,64}")
MAX_FILE = 8 * 1024 * 1024
"""Most bytes of a file."""
MAX_FAULTS = 20
"""Most faults of one file that are reported one by one."""


def read_bytes(path: Path, limit: int = MAX_FILE) -> bytes:
    """The bytes of a file; raises BadFile if it can't be read or is larger than `limit`."""
    return read_limited(path, limit)


def told(faults: Sequence[str], place: object, rest: str) -> tuple[str, ...]:
    """The first `MAX_FAULTS` faults of a file, then a sentence with the number of others.

    `rest`: the noun for the others.

    >>> told(["a"] * 21, "mine.tsv", "lines left out")[-1]
    'mine.tsv: 1 more lines left out'
    """
    more = len(faults) - MAX_FAULTS
    return (*faults[:MAX_FAULTS], *([f"{place}: {more} more {rest}"] if more > 0 else []))


def user_file(user: Path | None, kind: str, name: str) -> Path | None:
    """The path of a file in the user's folder `kind`; None if its name is unsafe or leads out of it."""
    if user is None or not SAFE_NAME.fullmatch(name):
        return None
    base = Path(os.path.realpath(user / kind))
    path = Path(os.path.realpath(base / name))  # unlike `resolve`, this accepts circular links
    return path if path.is_relative_to(base) else None


def demo_files() -> Sequence[Path]:
    """The shipped demo sessions, as session files."""
    return sorted(DEMOS.glob("*.json"))


def read_text(path: Path, limit: int) -> str:
    """A file from outside as text; raises BadFile."""
    return read_bytes(path, limit).decode("utf-8", "surrogateescape")


def read_script(path: Path) -> list[tuple[str, str]]:
    """The (ask, text) pairs of a script player's file, which has one JSON object a line; raises BadFile."""
    replies = []
    for number, line in enumerate(read_text(path, MAX_FILE).splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            replies.append((str(row["ask"]), clean(str(row["text"]))))
        except (ValueError, KeyError, TypeError, RecursionError):
            form = '{"ask": "guess", "text": "slate"}'
            raise BadFile(f"{path} line {number}: not of the form {form}") from None
    return replies
