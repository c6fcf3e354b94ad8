"""What is to be noticed in how a session was played, at the step that it is about.

Law: marks are for sessions that are over, or for who may know all. A reason that holds the secret
waits until the secret is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.core.game import Mark
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.ui.presenters.probes import Round, rounds_of
from tui_arena.ui.privy import holds, secrets_of

WHY_CHARS = 300
UNTOLD = "told once it is over, as it holds the secret"


@dataclass(frozen=True, slots=True)
class Study:
    """What was found in a session by looking at all of it; worked out beside the loop."""

    marks: Mapping[int, tuple[Mark, ...]]
    """By the event that they are about."""
    rounds: tuple[Round, ...] = ()


def studied(info: GameInfo, play: Play[Any]) -> Study:
    """Look at a session as a whole. It may take a while where a deck is understood first."""
    source = play.setup.source
    found: dict[int, tuple[Mark, ...]] = {}
    for mark in info.marks(play):
        found[mark.seq] = (*found.get(mark.seq, ()), mark)
    info.compute(play)  # what it needs of the deck is there from now on
    return Study(found, rounds_of(play, knowledge=source.knowledge if source else None))


def reason(mark: Mark, secret: Mapping[str, Any] | None) -> str:
    """The reason of a mark; `secret`: what its reader may not know yet, None if there is nothing."""
    why = one_line(mark.why, WHY_CHARS)
    return UNTOLD if secret and holds(why, secrets_of(secret)) else why


def places(seqs: Iterable[int], events: Sequence[Any]) -> list[int]:
    """The positions right after these events, in order."""
    wanted = set(seqs)
    return [at for at, event in enumerate(events, 1) if event.seq in wanted]


def neighbour(stops: Sequence[int], at: int, by: int) -> int | None:
    """The next stop after a position, or the last one before it; None if there is none."""
    if by > 0:
        return next((stop for stop in stops if stop > at), None)
    return next((stop for stop in reversed(stops) if stop < at), None)
