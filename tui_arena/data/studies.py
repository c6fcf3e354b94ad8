"""The shipped studies: files that rebuild the set-ups of papers, and pools.

A pool is a frozen study. Next to its file is a table with the same name, which has its players' results in
each session. Neither file is ever edited; a new version gets the next number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tui_arena.config import parse_toml
from tui_arena.data.files import PACKAGE, read_rows

STUDIES = PACKAGE / "studies"
_PLAYERS = re.compile(r"^players = \[.*\]$", re.MULTILINE)


def shipped_studies() -> dict[str, Path]:
    """Maps names to the files, in the order of the names."""
    return {path.stem: path for path in sorted(STUDIES.glob("*.toml"))}


def with_players(path: Path, players: Iterable[str]) -> str:
    """The text of a shipped study. `players`: PLAYER texts that replace its own, if there are any."""
    text, named = path.read_text("utf-8"), list(players)
    line = f"players = {json.dumps(named, ensure_ascii=False)}"
    return _PLAYERS.sub(lambda _: line, text, count=1) if named else text


class PoolRow(NamedTuple):
    """One session of a pool, as published."""

    label: str
    """The part of the pool: its game, seat and opponents."""
    player: str
    """A PLAYER text."""
    item: str
    score: float
    """The main score of the player's seat, 0 to 1; 0 if the session was aborted."""
    digest: str
    """The digest of the secret and all replies."""


def shipped_pools() -> dict[str, Path]:
    """Maps names to the files of the pools, in the order of the names."""
    return {name: path for name, path in shipped_studies().items() if _table(path).is_file()}


def pool_seats(game: str) -> dict[str, list[str]]:
    """Maps each pool that has the game to the seats that a newcomer may take."""
    found: dict[str, list[str]] = {}
    for name, path in shipped_pools().items():
        for table in parse_toml(path)["game"]:
            if table["game"] == game:
                found.setdefault(name, []).extend(table["on"])
    return {name: list(dict.fromkeys(seats)) for name, seats in found.items()}


def pool_rows(path: Path) -> Iterator[PoolRow]:
    """Yields the results of a pool's players, in the order of the sessions; `path`: the pool's file."""
    for row in read_rows(_table(path).read_text("utf-8"))[1]:
        label, player, item, score, digest = (row.values[name] for name in PoolRow._fields)
        yield PoolRow(label, player, item, float(score), digest)


def _table(path: Path) -> Path:
    return path.with_suffix(".tsv")
