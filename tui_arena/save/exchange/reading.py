"""Reading every kind of input with sessions: session files, and logs that other programs published.

A folder is searched for logs of clembench (`interactions.json`) and of the Entity-Deduction Arena (`.txt`
files that begin with `item:`); links in it are not followed. A single file with the name of such a log is
read as a log. Every other input is read as a session file.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tui_arena.config import BadFile
from tui_arena.config.files import not_plain, open_plain
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.save.exchange.clembench import EPISODE, OtherGame, read_episode
from tui_arena.save.exchange.published_log import Log, begins_as_log, incoming, read_game
from tui_arena.save.exchange.session_files import Incoming, read_file

TEXT = ".txt"
MAX_LOGS = 100_000
"""The maximum number of logs in one folder."""


def read_input(name: str, catalogue: Catalogue) -> Iterator[Incoming | str]:
    """The sessions of a file, of a folder of published logs, or of standard input (`-`).

    Each session that can't be used yields one sentence that begins with its place; the rest is still read.
    """
    path = Path(name)
    if os.path.isdir(path):  # noqa: PTH112  (False for an invalid name, too; reading it reports the fault)
        yield from _folder(path, catalogue)
    elif path.name == EPISODE or path.suffix.lower() == TEXT:
        yield from _logs([path], catalogue)
    else:
        yield from read_file(name, catalogue)


def _folder(folder: Path, catalogue: Catalogue) -> Iterator[Incoming | str]:
    shown = one_line(str(folder), 200)
    found: list[Path] = []
    for at, below, names in os.walk(folder):
        below.sort()
        found += [Path(at, name) for name in sorted(names) if name == EPISODE or _is_game(Path(at, name))]
        if len(found) > MAX_LOGS:
            yield f"{shown}: more than {MAX_LOGS} logs; name a folder in it"
            return
    if not found:
        yield (
            f"{shown}: is a folder without a published log; name a session file, or a folder with {EPISODE} "
            "or EDA's .txt"
        )
        return
    yield from _logs(found, catalogue, shown)


def _logs(paths: list[Path], catalogue: Catalogue, folder: str = "") -> Iterator[Incoming | str]:
    """The sessions of logs; a folder's logs of other games are reported in one sentence."""
    others: Counter[str] = Counter()
    for path in paths:
        try:
            yield incoming(_log(path), catalogue)
        except OtherGame as error:
            if not folder:
                yield str(error)
            others[error.game] += 1
        except BadFile as error:
            yield one_line(str(error), 500)
    if folder and others:
        games = ", ".join(f"{n} of {game}" for game, n in sorted(others.items()))
        yield (
            f"{folder}: {counted(sum(others.values()), 'episode')} of games that can't be read "
            f"({one_line(games, 300)})"
        )


def _log(path: Path) -> Log:
    if path.is_symlink():
        raise BadFile(f"{one_line(str(path), 200)}: is a link; links to logs aren't followed")
    return read_game(path) if path.suffix.lower() == TEXT else read_episode(path.parent)


def _is_game(path: Path) -> bool:
    """True if a file in a folder is a log of the Entity-Deduction Arena; other texts are skipped."""
    if path.suffix.lower() != TEXT or path.is_symlink() or not_plain(path) is not None:
        return False
    try:
        with open_plain(path) as file:
            return begins_as_log(file.read(16))
    except (OSError, BadFile):
        return False
