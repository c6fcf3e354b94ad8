"""Which decisions of the word matcher the people at a table may overrule, and who has to agree.

Only questions that the game's manifest names can be ruled on. A ruling is one event that names everybody
who agreed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tui_arena.core.adjudication import Ruling, ruling_on_last
from tui_arena.core.record import Play
from tui_arena.data import GameInfo


def ruled(info: GameInfo, ask: str) -> tuple[str, ...]:
    """The questions that people may decide about a reply to this ask."""
    told = info.asks.get(ask)
    return told.ruled if told is not None else ()


def last_ruling(info: GameInfo, play: Play[Any]) -> Ruling | None:
    """The ruling that can be made about the last reply; None if there is none."""
    last = next((s.ask.name for s in reversed(play.standing())), "")
    questions = ruled(info, last)
    return ruling_on_last(play, questions) if questions else None


def deciders(names: Mapping[str, str], seats: Iterable[str]) -> list[str]:
    """The names of the people at these seats, each once; all of them have to agree."""
    return sorted({names[seat] for seat in seats})
