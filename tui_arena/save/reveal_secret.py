"""Marking an unfinished session before its secret is shown.

Law: anyone may see the secret of an unfinished session, but the session gets a `peeked` event first.
"""

from __future__ import annotations

from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.save.store import SaveError, Store, now


def peek(store: Store, session: Session, info: GameInfo) -> Session:
    """The session, marked as `peeked` if it isn't over and isn't marked yet.

    Raises SaveError, for example if the session is being played in another window.
    """
    play = session.fold(info.game)
    if play.over or any(event.type == Kind.PEEKED for event in session.events):
        return session
    if not store.lease(session.id):
        raise SaveError(f"session {session.id} is being played in another window; close it there first")
    try:
        event = Event(play.next_seq, Kind.PEEKED, {"at": now()})
        play.feed(event)
        store.append(session.id, event, {})
        store.summarise(session.id, play)
    finally:
        store.release(session.id)
    return session.with_events([*session.events, event])
