"""What was learned of models' servers: `rungs.json` in the data folder, a file of the app's own.

A row is a model at an address, with the rungs of the ladder (`players/models/ladder.py`) on which it is asked. A row
without rungs says that the model answered as it was first asked. A file that can't be read counts as empty, because all
of it can be learned again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from tui_arena.config.files import BadFile, Paths, alone, read_limited, write_atomically

MOST_ROWS = 500
"""Rows beyond this number are dropped, the oldest first."""
Rungs = Mapping[str, tuple[str, ...]]


def read_rungs(paths: Paths) -> Rungs:
    """The rungs of each model by its key, oldest first."""
    try:
        return msgspec.json.decode(read_limited(paths.rungs_file), type=dict[str, tuple[str, ...]])
    except (BadFile, OSError, msgspec.DecodeError, UnicodeError):
        return {}


def change_rungs(paths: Paths, change: Callable[[dict[str, tuple[str, ...]]], None]) -> Rungs:
    """Change the rows as they are in the file now, whoever wrote them; returns them.

    What can't be written is learned again the next time.
    """
    rows: dict[str, tuple[str, ...]] = {}
    with suppress(OSError, BadFile):
        paths.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        with alone(paths.data):
            rows = dict(read_rungs(paths))
            change(rows)
            rows = dict(list(rows.items())[-MOST_ROWS:])
            write_atomically(paths.rungs_file, msgspec.json.format(msgspec.json.encode(rows)))
        return rows
    rows = dict(read_rungs(paths))
    change(rows)
    return rows
