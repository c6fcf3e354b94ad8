"""Loops over many sessions: a session that can't be read is skipped, with a reason, and the loop continues.

Law: every loop over saved sessions uses `Skipped.each`, so that one session never stops the work on the
others.
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
    """Raise the error: a callback for `Skipped` in loops that must not leave out any session."""
    raise error


class Skipped:
    """The sessions that a loop skipped."""

    def __init__(self, report: Callable[[Unreadable], None] = lambda _: None) -> None:
        """`report` is called with each skipped session as soon as it is found."""
        self.found: list[Unreadable] = []
        self._ids: set[str] = set()
        self._report = report

    def each(self, items: Iterable[X], name: Callable[[X], str], work: Callable[[X], T]) -> Iterator[T]:
        """Yields the result of `work` for each item, except for items whose session can't be read.

        `name`: returns the id of an item's session. The loop skips an item if

        - `work` raises Unreadable: the session has odd values, or its game or rules aren't installed
          (`reading` helps);
        - the session was deleted meanwhile, or another window plays it.

        Any other error is raised.
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
        """Note a session that can't be read; a session is noted only once."""
        if error.session not in self._ids:
            self._ids.add(error.session)
            self.found.append(error)
            self._report(error)


def opened(
    store: Store, catalogue: Catalogue, session_id: str, *, peeking: bool = False
) -> tuple[Session, GameInfo]:
    """A saved session with its game. Raises Unreadable for odd values, and SaveError like `Store.load`."""
    with reading(session_id):
        session = store.load(session_id, peeking=peeking)
        return session, catalogue.game(session.game)


def left_out(store: Store, game: str | None = None) -> list[Unreadable]:
    """The sessions of a game, or of all games, that no figure counts because they couldn't be read."""
    found = []
    for session_id in store.without_figures(game):
        try:
            fault = store.fault_of(session_id)
        except SessionNotFound:
            continue
        later = (
            "it couldn't be read before, so no figure includes it; add it with `tui-arena doctor --rebuild`"
        )
        found.append(fault or Unreadable(session_id, later))
    return found
