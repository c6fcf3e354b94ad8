"""Going over many sessions: one that can't be read is left out with its reason, and the others go on.

Law: every loop over saved sessions goes through `Skipped.each`, so that no session ends the work on another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.save.errors import Held, SessionNotFound, Unreadable, reading
from tui_arena.save.store import Store

X = TypeVar("X")
T = TypeVar("T")


def raised(error: Unreadable) -> None:
    """What `Skipped` does with a session that can't be read where nothing may be left out: raise."""
    raise error


class Skipped:
    """The sessions that a loop left out."""

    def __init__(self, told: Callable[[Unreadable], None] = lambda _: None) -> None:
        """`told`: called with each of them as it is found."""
        self.found: list[Unreadable] = []
        self._ids: set[str] = set()
        self._told = told

    def each(self, items: Iterable[X], name: Callable[[X], str], work: Callable[[X], T]) -> Iterator[T]:
        """What `work` makes of each item, without the items that stand for a session that can't be read.

        `name`: the id of an item's session. `work` raises Unreadable for a session with odd values, or of a
        game or rules that are not here (`reading` helps); left out are those that were deleted meanwhile or
        that another window plays, too. Any other error is raised.
        """
        for item in items:
            try:
                done = work(item)
            except (SessionNotFound, Held) as error:
                self.leave_out(Unreadable(name(item), str(error)))
            except Unreadable as error:
                self.leave_out(error)
            else:
                yield done

    def leave_out(self, error: Unreadable) -> None:
        """Note a session that can't be read, once."""
        if error.session not in self._ids:
            self._ids.add(error.session)
            self.found.append(error)
            self._told(error)


def opened(
    store: Store, catalogue: Catalogue, session_id: str, *, peeking: bool = False
) -> tuple[Session, GameInfo]:
    """A saved session with its game. Raises Unreadable if it has odd values; SaveError as `Store.load`."""
    with reading(session_id):
        session = store.load(session_id, peeking=peeking)
        return session, catalogue.game(session.game)


def left_out(store: Store, game: str | None = None) -> list[Unreadable]:
    """The sessions that no figure counts because they could not be read, of one game or all."""
    found = []
    for session_id in store.without_figures(game):
        try:
            fault = store.fault_of(session_id)
        except SessionNotFound:
            continue
        later = "it could not be read before and is in no figure; `tui-arena doctor --rebuild` adds it up"
        found.append(fault or Unreadable(session_id, later))
    return found
