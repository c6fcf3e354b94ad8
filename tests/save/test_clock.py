"""A clock that goes back changes the order of nothing."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.save.making import begun, note, started, won
from tests.save.sessions import CATALOGUE
from tests.save.test_rollup import derived
from tui_arena.save import lease, sessions
from tui_arena.save.maintenance import copies_of
from tui_arena.save.store import Store, now, open_store


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[timedelta]:
    """How far the clock is moved; the last value counts."""
    moved = [timedelta(0)]

    class Moved(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) + moved[-1]

    monkeypatch.setattr(sessions, "datetime", Moved)
    return moved


def test_sessions_are_listed_in_the_order_in_which_they_were_begun(
    store: Store, clock: list[timedelta]
) -> None:
    begun: list[str] = []
    for days in (0, -400, -399, 0, 2, 1):
        clock.append(timedelta(days=days))
        session = started(CATALOGUE, len(begun), at=now())
        store.save(session)
        begun.append(session.id)
    assert [row.id for row in store.sessions()] == begun[::-1]
    before = derived(store)
    store.rebuild()
    assert derived(store) == before
    assert [row.id for row in store.sessions()] == begun[::-1]
    old = won(CATALOGUE, started(CATALOGUE, 99, at="2020-02-02T10:00:00Z"))
    store.save(old, imported=True)
    assert store.sessions()[-1].id == old.id, "an imported session has its own time"


def test_events_keep_their_order(store: Store) -> None:
    session, play = begun(store)
    for year in (2026, 2020, 2031, 1999):
        event = note(play, "draft", seat="guesser", ask="guess", text="x", at=f"{year}-01-01T00:00:00Z")
        store.append(session.id, event, {}, play)
    years = [event["at"][:4] for event in store.load(session.id).events]
    assert years == ["2026", "2020", "2031", "1999"]


def test_backups_of_a_time_ahead_do_not_push_out_new_ones(path: Path) -> None:
    for i in range(4):
        store = open_store(path, CATALOGUE).store
        store.save(won(CATALOGUE, started(CATALOGUE, i)))
        store.close()
        for copy in copies_of(path):
            ahead = time.time() + 400 * 86_400
            os.utime(copy, (ahead, ahead))
        if i == 0:
            continue
        ages = [time.time() - copy.stat().st_mtime for copy in copies_of(path)]
        assert max(ages) < 0
    store = open_store(path, CATALOGUE).store
    store.close()
    assert all(copy.stat().st_mtime <= time.time() for copy in copies_of(path)), "they are dated now"


def test_a_heartbeat_of_a_time_ahead_does_not_last() -> None:
    assert lease.alive("another machine", 1, "", time.time())
    assert not lease.alive("another machine", 1, "", time.time() + 400 * 86_400)
