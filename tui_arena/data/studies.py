"""The studies that are shipped: files that rebuild the set-ups of papers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from tui_arena.data.files import PACKAGE

STUDIES = PACKAGE / "studies"
_PLAYERS = re.compile(r"^players = \[.*\]$", re.MULTILINE)


def shipped_studies() -> dict[str, Path]:
    """The files by name, in the order of the names."""
    return {path.stem: path for path in sorted(STUDIES.glob("*.toml"))}


def with_players(path: Path, players: Iterable[str]) -> str:
    """The text of a shipped study; `players`: PLAYER texts in the place of its own, if there are any."""
    text, named = path.read_text("utf-8"), list(players)
    line = f"players = {json.dumps(named, ensure_ascii=False)}"
    return _PLAYERS.sub(lambda _: line, text, count=1) if named else text
