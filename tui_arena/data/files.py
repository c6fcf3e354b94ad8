"""The folders of shipped files, and reading files from outside.

Law: the size of a file from outside is limited when it is read, and a name from outside can't lead out of
its folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
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
"""Inside the package if it was installed from a wheel, next to the package in a checkout."""
SAFE_NAME = re.compile(r"[A-Za-z0-9 _.-]{1,64}")
Item = TypeVar("Item")
MAX_FAULTS = 20
"""Most faults of one file that are reported one by one."""


def told(faults: Sequence[str], place: object, rest: str) -> tuple[str, ...]:
    """The first `MAX_FAULTS` faults of a file, then a sentence with the number of others.

    `rest`: the noun for the others.

    >>> told(["a"] * 21, "mine.tsv", "lines left out")[-1]
    'mine.tsv: 1 more lines left out'
    """
    more = len(faults) - MAX_FAULTS
    return (*faults[:MAX_FAULTS], *([f"{place}: {more} more {rest}"] if more > 0 else []))


class TextRow(NamedTuple):
    """One line of a tab-separated file."""

    number: int
    """From 1."""
    line: str
    values: Mapping[str, str]
    """By column."""


def read_rows(text: str) -> tuple[list[str], list[TextRow]]:
    r"""The names of the columns, and the lines below them; blank lines and comments (`#`) are left out.

    >>> read_rows("# words\nword\tclues\npride\tlions")[1]
    [TextRow(number=3, line='pride\tlions', values={'word': 'pride', 'clues': 'lions'})]
    """
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip() and line[0] != "#"]
    header = [cell.strip() for cell in lines[0][1].split("\t")] if lines else []
    return header, [TextRow(n, one, dict(zip(header, one.split("\t"), strict=False))) for n, one in lines[1:]]


def read_items(
    rows: Sequence[TextRow], place: object, read: Callable[[Mapping[str, str]], tuple[str, Item]]
) -> tuple[dict[str, Item], list[str]]:
    """The items of the rows by folded name, and a sentence for each row that can't be used.

    `read`: gives the name and the item of a row; raises ValueError with a sentence.
    """
    items: dict[str, Item] = {}
    faults: list[str] = []
    for row in rows:
        try:
            name, item = read(row.values)
            if fold(name) in items:
                raise ValueError(f"{one_line(name, 40)} stands there twice")
            items[fold(name)] = item
        except ValueError as error:
            faults.append(f"{place} line {row.number}: {error}")
    return items, faults


def newest(name: str, suffix: str, folder: Path = DECKS) -> Path | None:
    """The shipped file with this numbered name; for a name without a number, the newest file.

    It is looked for in the folder, then among the decks of this project.
    """
    from tui_arena.core.game import deck_base  # noqa: PLC0415  (the first frame reads no deck, only texts)

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
    """A file of the page that phones get."""
    return (Path(__file__).parent.parent / "room" / "page" / name).read_bytes()


@lru_cache(maxsize=16)
def game_texts(game: str, name: str) -> Mapping[str, Any]:
    """What a game's own file NAME.toml holds, such as the lines that somebody in it says."""
    return parse_toml(GAMES / game / f"{name}.toml")


def host_texts(game: str) -> Mapping[str, Any]:
    """What the host of a game says; empty for a game without a host."""
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
            raise BadFile(f"{path} line {number}: not of the form {form}") from None
    return replies
