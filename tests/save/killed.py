"""Kills a process that plays sessions: run as a module it is that process; imported, it kills it.

The child prints the number of each event that `append` has returned from; the parent kills it when a
chosen number has been printed, without waiting for anything else.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from tests.save.making import WORDS, end, open_play, reply, started
from tui_arena.data import Catalogue
from tui_arena.save import connect, sessions
from tui_arena.save.rollup import items as by_secret
from tui_arena.save.store import SessionQuery, open_store

STEP = 100
"""Steps of SQLite, of which `migrating` counts every so many as one."""


def child(folder: Path, seed: int) -> None:
    """Play sessions until killed, printing each event's number once it is saved."""
    catalogue = Catalogue()
    rng = Random(seed)
    store = open_store(folder / "arena.db", catalogue).store
    while True:
        session = started(catalogue, rng.randrange(10**6))
        store.save(session)
        store.lease(session.id)
        play = open_play(catalogue, session)
        while not play.over:
            event = reply(play, rng.choice(WORDS))
            store.append(session.id, event, {})
            print(session.id, event.seq, flush=True)
        store.append(session.id, end(play), {})
        store.summarise(session.id, play)
        store.release(session.id)


def migrating(path: Path, steps: int, by: signal.Signals) -> None:
    """Open a file, and be ended by a signal after so many times `STEP` steps of SQLite.

    Sums are kept before every day, as of very many sessions.
    """
    left = steps

    def step() -> int:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), by)
        return 0

    def watched(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        db = plain(*args, **kwargs)
        db.set_progress_handler(step, STEP)
        return db

    plain, connect.plain = connect.plain, watched
    connect.see_signals, connect.STEPS = step, STEP
    by_secret.STEP, by_secret.OF_A_SECRET = 1, 0
    open_store(path, Catalogue()).store.close()


def making_anew(path: Path, pages: int) -> None:
    """Open a file of an earlier reading, and be killed after so many pages, each of one session, and before a commit."""
    left = pages
    page = sessions.reread

    def one_page(books: sessions.Books) -> bool:
        nonlocal left
        more = page(books)
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return more

    sessions.REREAD, sessions.reread = 1, one_page
    open_store(path, Catalogue()).store.close()


def resumes(folder: Path, seed: int) -> bool:
    """Kill a child at a random event; returns whether all events it printed are saved and resume."""
    at = Random(seed).randrange(1, 20)
    command = [sys.executable, "-m", "tests.save.killed", str(folder), str(seed)]
    told: dict[str, int] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for number, line in enumerate(process.stdout, 1):
            session_id, seq = line.split()
            told[session_id] = int(seq)
            if number == at:
                process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    catalogue = Catalogue()
    opened = open_store(folder / "arena.db", catalogue)
    try:
        kept = {session_id: opened.store.load(session_id) for session_id in told}
        all_there = all(
            session.events[seq - 1].seq == seq for seq, session in ((told[i], s) for i, s in kept.items())
        )
        for session in kept.values():
            open_play(catalogue, session)
        rows = opened.store.sessions(SessionQuery(unfinished=True))
        resumable = all(opened.store.lease(row.id) for row in rows)
        return all_there and resumable and not opened.store.check()
    finally:
        opened.store.close()


if __name__ == "__main__":
    if sys.argv[3:] == ["reread"]:
        making_anew(Path(sys.argv[1]), int(sys.argv[2]))
    elif sys.argv[3:]:
        migrating(Path(sys.argv[1]), int(sys.argv[2]), signal.Signals[sys.argv[3]])
    else:
        child(Path(sys.argv[1]), int(sys.argv[2]))
