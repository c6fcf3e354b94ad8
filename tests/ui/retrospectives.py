"""Shared by tests of retrospectives: demos without their probes, or with probes asked afterwards."""

from __future__ import annotations

from dataclasses import replace

from tests.inquiry.asking import subject
from tests.ui.probing_made import session_of
from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.inquiry.subjects import Subject


def bare(name: str) -> Session:
    """A demo without probes."""
    session, _ = session_of(name)
    return session.with_events([e for e in session.events if e.type != Kind.PROBE])


def afterwards(name: str) -> Session:
    """A demo whose probes were asked after its end."""
    session, _ = session_of(name)
    last = session.events[-1].seq
    probes = [e for e in session.events if e.type == Kind.PROBE]
    late = [Event(last + n, e.type, e.data) for n, e in enumerate(probes, 1)]
    return session.with_events([*bare(name).events, *late])


def subject_of(session: Session) -> Subject:
    """A session as it is read from a save file, without the knowledge of its deck."""
    session = replace(session, setup=replace(session.setup, source=None))
    return subject(session)
