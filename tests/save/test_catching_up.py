"""Figures that an older program didn't have are added to the sessions that it saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.save.making import begun, end, open_play, reply, started, won
from tests.save.sessions import CATALOGUE
from tests.save.test_rollup import derived
from tui_arena.core.events import Event, Kind
from tui_arena.save import store as module
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.derived_rows import NOTE
from tui_arena.save.store import Piece, SaveError, Store, open_store


def make_old(store: Store) -> None:
    """Change the file to what a program with fewer figures would have left."""
    with store._writing() as db:
        db.execute('UPDATE metric SET body = \'{"values":{},"counted":[]}\'')
        db.execute("DELETE FROM meta WHERE key = ?", (NOTE,))
    store.close()


def test_few_sessions_are_added_up_anew_at_once(store: Store, path: Path) -> None:
    session = won(CATALOGUE, started(CATALOGUE))
    store.save(session)
    before = derived(store)
    make_old(store)
    opened = open_store(path, CATALOGUE)
    assert opened.notices == []
    assert derived(opened.store) == before
    assert opened.store.evidence(Filter("wordle"), metric="guesses")[0].value == 2


def test_of_many_sessions_the_user_is_told(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FEW", 0)
    store.save(won(CATALOGUE, started(CATALOGUE)))
    make_old(store)
    opened = open_store(path, CATALOGUE)
    assert len(opened.notices) == 1
    assert "doctor --rebuild" in opened.notices[0]
    assert opened.store.evidence(Filter("wordle"), metric="guesses") == []
    opened.store.rebuild()
    opened.store.close()
    again = open_store(path, CATALOGUE)
    assert again.notices == []


def test_probes_of_an_ended_session_come_in_one_commit(store: Store, path: Path) -> None:
    session, play = begun(store)
    events = [reply(play, "slate"), reply(play, str((session.setup.secret or {})["word"])), end(play)]
    store.add([Piece(session, events, play=play, ends=True)])
    other = open_store(path, CATALOGUE).store
    assert store.lease(session.id)
    assert not other.lease(session.id), "who analyses a session holds it"

    play = open_play(CATALOGUE, store.load(session.id))
    probe, late = (
        Event(
            play.next_seq, Kind.PROBE, {"seat": "guesser", "kind": "candidates", "round": 1, "items": items}
        )
        for items in (["slate"], [])
    )
    play.feed(probe)
    store.add([Piece(session, [probe], {"sha256:1": [{"role": "user", "content": "?"}]}, play=play)])
    with pytest.raises(SaveError, match="another window"):
        other.add([Piece(session, [late], play=play)])
    assert not other.lease(session.id), "a piece that does not end it leaves the lease"
    store.add([Piece(session, play=play, ends=True)])
    assert other.lease(session.id)
    assert [e.type for e in other.load(session.id).events][-1] == Kind.PROBE
    before = derived(other)
    other.rebuild()
    assert derived(other) == before
