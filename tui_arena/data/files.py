"""The folders of shipped files, and reading files from outside.

Law: the size of a file from outside is limited when it is read, and a name from outside can't lead out of
its folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tui_arena.config import BadFile, parse_toml, read_limited
from tui_arena.core.text import clean, fold, one_line

PACKAGE = Path(__file__).parent.parent
DECKS = PACKAGE / "decks"
GAMES = PACKAGE / "games"
DEMOS = PACKAGE / "demos"
PROMPTS = PACKAGE / "prompts"
THEMES = next((p for p in (PACKAGE / "themes", PACKAGE.parent / "themes") if p.is_dir()), PACKAGE / "themes")
"""The folder is inside the package if a wheel was installed, and next to the package in a checkout."""
SAFE_NAME = re.compile(r"[A-Za-z0-9 _.-]{1,64}")
Item = TypeVar("Item")
MAX_FAULTS = 20
"""The maximum number of faults of one file that are reported one by one."""


class Faults:
    """The faults of a file: the first `MAX_FAULTS` sentences, and the number of further faults.

    This stays small, however many lines are faulty.
    """

    def __init__(self) -> None:
        self.first: list[str] = []
        self.more = 0

    def add(self, *sentences: str) -> None:
        """Add sentences, each about one fault."""
        room = MAX_FAULTS - len(self.first)
        self.first += sentences[:room]
        self.more += max(len(sentences) - room, 0)

    def sentences(self, place: object, one: str, many: str) -> tuple[str, ...]:
        """The first faults, then a sentence that counts the others; `one` and `many` are the noun for them.

        >>> faults = Faults()
        >>> faults.add(*["a"] * 22)
        >>> faults.sentences("mine.tsv", "line left out", "lines left out")[-1]
        'mine.tsv: 2 more lines left out'
        """
        rest = one if self.more == 1 else many
        return (*self.first, *([f"{place}: {self.more} more {rest}"] if self.more else []))


class TextRow(NamedTuple):
    """One line of a tab-separated file."""

    number: int
    """The number of the line, from 1."""
    line: str
    values: Mapping[str, str]
    """Maps a column to the cell."""


MAX_TEXTS = 256 * 1024
"""The maximum size of a shipped game's texts, in bytes: everything that its host and bots say."""
BLOCK = 64 * 1024
"""The number of characters of a table that are split at once."""


class TextRows:
    """The lines of a tab-separated file below its header; blank lines and comments (`#`) are left out.

    Each line is split only when it is needed. If they were all split at once, many short lines would take a
    hundred times the memory of the text.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.header = next(([cell.strip() for cell in line.split("\t")] for _, line in self._lines()), [])
        """The names of the columns."""

    def __iter__(self) -> Iterator[TextRow]:
        for n, line in islice(self._lines(), 1, None):
            yield TextRow(n, line, dict(zip(self.header, line.split("\t"), strict=False)))

    def column(self, name: str) -> Iterator[str]:
        """The cells of one column of the header; empty where a line is too short."""
        at = self.header.index(name)
        for _, line in islice(self._lines(), 1, None):
            yield "".join(line.split("\t", at + 1)[at : at + 1])

    def __len__(self) -> int:
        return max(sum(1 for _ in self._lines()) - 1, 0)

    def _lines(self) -> Iterator[tuple[int, str]]:
        start, number, text = 0, 0, self._text
        while start <= len(text):
            end = text.find("\n", start + BLOCK)
            end = len(text) if end < 0 else end
            for number, line in enumerate(text[start:end].split("\n"), number + 1):  # noqa: B020  (counts on)
                if line and line[0] != "#" and not line.isspace():
                    yield number, line
            start = end + 1


def read_rows(text: str) -> tuple[list[str], TextRows]:
    r"""The names of the columns, and the lines below them.

    >>> list(read_rows("# words\nword\tclues\npride\tlions")[1])
    [TextRow(number=3, line='pride\tlions', values={'word': 'pride', 'clues': 'lions'})]
    """
    rows = TextRows(text)
    return rows.header, rows


def read_items(
    rows: Iterable[TextRow],
    place: object,
    read: Callable[[Mapping[str, str]], tuple[str, Item]],
    faults: Faults,
) -> Iterator[tuple[str, Item]]:
    """The items of the rows with their folded names; a row that can't be used becomes a sentence in `faults`.

    `read`: returns the name and the item of a row; raises ValueError with a sentence.
    """
    taken: set[str] = set()
    for row in rows:
        try:
            name, item = read(row.values)
            folded = fold(name)
            if folded in taken:
                raise ValueError(f"{one_line(name, 40)} appears twice")
        except ValueError as error:
            faults.add(f"{place} line {row.number}: {error}")
            continue
        taken.add(folded)
        yield folded, item


def newest(name: str, suffix: str, folder: Path = DECKS) -> Path | None:
    """The shipped file with this numbered name; for a name without a number, the newest file.

    The folder is searched first, then the decks of this project.
    """
    from tui_arena.core.game import deck_base  # noqa: PLC0415  (the first frame reads texts only)

    if not SAFE_NAME.fullmatch(name):
        return None
    for place in dict.fromkeys((folder, DECKS)):
        exact = place / f"{name}.{suffix}"
        if exact.is_file() and deck_base(name) != name:
            return exact
        found = [p for p in place.glob(f"{name}-*.{suffix}") if deck_base(p.stem) == name]
        if found:
            return max(found, key=lambda p: int(p.stem.rpartition("-")[2]))
    return None


def room_page(name: str) -> bytes:
    """A file of the web page for phones."""
    return (Path(__file__).parent.parent / "room" / "page" / name).read_bytes()


@lru_cache(maxsize=32)
def texts_in(path: Path) -> Mapping[str, Any]:
    """The values of a file with a game's texts."""
    return parse_toml(path, MAX_TEXTS)


def game_texts(game: str, name: str) -> Mapping[str, Any]:
    """The values of a game's own file NAME.toml, such as the lines that somebody in it says."""
    return texts_in(GAMES / game / f"{name}.toml")


def host_texts(game: str) -> Mapping[str, Any]:
    """The texts of a game's host; empty for a game without a host."""
    return game_texts(game, "host") if (GAMES / game / "host.toml").is_file() else {}


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


def read_script(path: Path) -> list[tuple[str, str]]:
    """The (ask, text) pairs of a script player's file, which has one JSON object a line; raises BadFile."""
    import json  # noqa: PLC0415  (the first frame reads texts only)

    replies = []
    text = read_limited(path).decode("utf-8", "surrogateescape")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            replies.append((str(row["ask"]), clean(str(row["text"]))))
        except (ValueError, KeyError, TypeError, RecursionError):
            form = '{"ask": "guess", "text": "slate"}'
            raise BadFile(f"{path} line {number}: isn't in the form {form}") from None
    return replies
