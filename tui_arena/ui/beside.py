"""Asking beside a table in play what its players take for likely.

Law: a probe never keeps a table from opening or going on; who can't be asked is left out.
"""

from __future__ import annotations

from collections.abc import Callable

from tui_arena.analysis.probing import LiveProber, prober_of
from tui_arena.config import ModelBook
from tui_arena.core.game import Ask, Player, Progress
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.house import House
from tui_arena.players.limits import Budget
from tui_arena.players.seating import BadPlayer, Cast, built_in, sit_down
from tui_arena.ui.session_parts import InThread


def prober_at(
    info: GameInfo,
    session: Session,
    sits: Callable[[str], Cast],
    in_thread: InThread,
    *,
    house: House | None,
    budget: Budget,
    progress: Callable[[Ask, Progress], None] = lambda _ask, _progress: None,
) -> LiveProber | None:
    """Whoever asks beside a table as its set-up says; None if nobody does. `sits`: who holds a seat now."""

    def seated(_seat: str, cast: Cast) -> Player:
        setup = session.setup
        if cast.kind == "bot":
            return built_in(cast, info, setup, think=in_thread)
        if cast.kind == "model" and house is not None:
            house.start()
            return sit_down(cast, info, setup, house.seats([budget]))
        return sit_down(cast, info, setup)

    book = house.book if house is not None else ModelBook()
    try:
        return prober_of(info, session, sits, seated, book, progress=progress, patient=False)
    except BadPlayer:
        return None
