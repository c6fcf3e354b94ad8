"""The program in a process that may be killed at any moment, and what has to be true of its files afterwards.

What the program was told to be on the disk is written to a list outside its folder: a line for each event,
appended as soon as the call that saves it has returned. Such a line outlives its process.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import io
import json
import os
import re
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn

from tests.save.sessions import CATALOGUE
from tests.torture.family import crashed
from tui_arena.__main__ import main
from tui_arena.core.events import Event
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.rollup.sums import Cells
from tui_arena.save.store import SaveError, SessionQuery, Store, open_store

PATIENT = 120
"""Seconds after which a forked process is ended by the system."""
CRASHED = 70
"""The exit status of a forked process whose work raised an exception."""
_OWN = (b"Traceback (most recent call last)", b"stopped by a fault of its own")
"""What stderr holds if an exception reached the user."""


# what was acknowledged


def _line(session_id: str, event: Event) -> str:
    digest = hashlib.sha256(json.dumps(event.to_json(), sort_keys=True).encode()).hexdigest()[:12]
    return f"{session_id} {event.seq} {digest}\n"


def _telling(handle: int, method: Callable[..., Any], events: Callable[..., list[str]]) -> Callable[..., Any]:
    @wraps(method)
    def call(store: Store, given: Any, /, *args: Any, **kwargs: Any) -> Any:
        given = list(given) if method.__name__ == "add" else given
        result = method(store, given, *args, **kwargs)
        os.write(handle, "".join(events(given, *args)).encode())
        return result

    return call


def tell_what_is_saved(path: Path) -> None:
    """From here on, write what the save file acknowledges to a list; of this process, for good."""
    handle = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    methods: Mapping[str, Callable[..., list[str]]] = {
        "append": lambda session_id, event, *_: [_line(session_id, event)],
        "add": lambda pieces: [_line(piece.session.id, event) for piece in pieces for event in piece.events],
        "save": lambda session, **_: [f"{session.id} 0 -\n", *(_line(session.id, e) for e in session.events)],
    }
    for name, events in methods.items():
        setattr(Store, name, _telling(handle, getattr(Store, name), events))


def acknowledged(path: Path) -> dict[str, dict[int, str]]:
    """The digests of events by session and seq; a session that was saved is there even without events."""
    told: dict[str, dict[int, str]] = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        session_id, seq, digest = line.rsplit(" ", 2)
        rows = told.setdefault(session_id, {})
        if int(seq):
            rows[int(seq)] = digest
    return told


# processes


@dataclass
class Child:
    """A forked process."""

    pid: int
    folder: Path

    def kill(self, delay: float) -> bool:
        """Kill it after so many seconds; False if it had ended."""
        until = time.monotonic() + delay
        while time.monotonic() < until:
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                break
            time.sleep(min(0.002, delay))
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        return self.wait() == -signal.SIGKILL

    def wait(self) -> int:
        """Its exit status; below 0: the signal that ended it."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def faults(self) -> list[str]:
        """What it printed that no user may see, in sentences."""
        path = self.folder / "stderr"
        text = path.read_bytes() if path.exists() else b""  # it may be killed before it begins
        if any(mark in text for mark in _OWN):
            return [
                f"an exception reached the user: {' | '.join(text.decode(errors='replace').split(chr(10))[-8:])}"
            ]
        return []


def forked(folder: Path, work: Callable[[], int]) -> Child:
    """Do work in a forked process whose output goes to files in a folder; it acknowledges to `acks` there."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        _child(folder, work)
    return Child(pid, folder)


def _child(folder: Path, work: Callable[[], int]) -> NoReturn:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(PATIENT)
    gc.disable()
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(folder / name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), number)
    sys.stdout, sys.stderr = (open(n, "w", encoding="utf-8", closefd=False) for n in (1, 2))  # noqa: SIM115
    tell_what_is_saved(folder / "acks")
    try:
        status = work()
    except BaseException:  # noqa: BLE001  (a forked process never goes on with its parent's work)
        traceback.print_exc()
        status = CRASHED
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def kill_at_statement(number: int) -> None:
    """Let this process kill itself right before so many SQL statements have begun. 0: never, but count them."""
    begun = 0
    connected = sqlite3.connect

    def began(_: str) -> None:
        nonlocal begun
        begun += 1
        if begun == number:
            os.kill(os.getpid(), signal.SIGKILL)

    @wraps(connected)
    def connect(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connected(*args, **kwargs)
        db.set_trace_callback(began)
        return db

    sqlite3.connect = connect  # type: ignore[assignment]


def command(home: Path, *arguments: str) -> int:
    """Run a command of the program in this process, on the files of a folder; returns its status."""
    return main([*arguments[:1], "--data-dir", str(home), *arguments[1:]])


@dataclass(frozen=True)
class Said:
    """What a command printed."""

    status: int
    out: str
    err: str

    def faults(self, what: str) -> list[str]:
        """A sentence if an exception reached the user."""
        if any(mark.decode() in self.err for mark in _OWN):
            return [f"{what}: an exception reached the user: {self.err.splitlines()[-1]}"]
        return []


def said(home: Path, *arguments: str) -> Said:
    """What a command prints, run in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = command(home, *arguments)
        except Exception as error:  # noqa: BLE001  (the process would end with it)
            status = CRASHED
            err.write(f"{_OWN[0].decode()}\n{crashed(error)}")
    return Said(status, out.getvalue(), err.getvalue())


# what has to be true


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[Store, list[str]]]:
    """The save file, open, with its notices."""
    found = open_store(path, CATALOGUE)
    try:
        yield found.store, found.notices
    finally:
        found.store.close()


def sessions_in(store: Store) -> dict[str, Session]:
    """All sessions by id, as they are saved."""
    return {row.id: store.load(row.id) for row in store.every(SessionQuery(limit=500))}


def lost_acknowledged(held: Mapping[str, Session], told: Mapping[str, Mapping[int, str]]) -> list[str]:
    """What was acknowledged and is not there as it was."""
    lost = []
    for session_id, rows in told.items():
        session = held.get(session_id)
        if session is None:
            lost.append(f"session {session_id} was acknowledged with {len(rows)} events and is gone")
            continue
        there = {event.seq: _line(session_id, event).split()[-1] for event in session.events}
        gone = [seq for seq, digest in rows.items() if there.get(seq) != digest]
        if gone:
            lost.append(f"session {session_id}: events {gone} were acknowledged and are gone or differ")
    return lost


def lost_before(before: Mapping[str, Session], held: Mapping[str, Session]) -> list[str]:
    """What was there before and is gone; more events are fine."""
    gone = [session_id for session_id in before if session_id not in held]
    cut = [
        one.id
        for one in before.values()
        if one.id in held and held[one.id].events[: len(one.events)] != one.events
    ]
    return [
        *(
            [f"{len(gone)} of {len(before)} sessions that were there before are gone: {gone[:2]}"]
            if gone
            else []
        ),
        *(
            [f"events of {len(cut)} of {len(before)} sessions that were there before are gone: {cut[:2]}"]
            if cut
            else []
        ),
    ]


STRAY = re.compile(
    r"arena\.db(-wal|-shm|-journal|\.damaged)|.*\.tmp(-journal)?|.*\d\d\d.*(-wal|-shm|-journal)"
)
"""Names of files that nobody uses any more."""
KEPT = re.compile(r"\.(corrupt|replaced)-")
"""Part of the names of files that were set aside: they are kept with their logs."""


def strays(home: Path) -> list[str]:
    """Files that pile up, once the save file is closed."""
    names = (str(path.relative_to(home)) for path in home.rglob("*") if path.is_file())
    return sorted(name for name in names if STRAY.fullmatch(name) and not KEPT.search(name))


def half_backups(home: Path) -> list[str]:
    """Backups that are none, though they bear the name of one."""
    found = []
    for copy in sorted((home / "backups").glob("*.db")):
        with contextlib.closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True)) as db:
            try:
                (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
                sound = tables > 0 and db.execute("PRAGMA quick_check").fetchone() == ("ok",)
            except sqlite3.Error:
                sound = False
        found += [] if sound else [f"backups/{copy.name} is no whole copy"]
    return found


def unsound(
    home: Path,
    *,
    told: Mapping[str, Mapping[int, str]] | None = None,
    before: Mapping[str, Session] | None = None,
    noticed: bool = False,
    lines: bool = True,
    sums: bool = True,
    catalogue: Catalogue = CATALOGUE,
) -> list[str]:
    """All that is wrong with a save file after its process ended in whatever way.

    `noticed`: notices are in order, because the file was damaged before. It is opened twice: the second time
    nothing may be left to say. `lines`: whether the rows of unfinished sessions are up to date; a run brings
    them up to date when it ends a session or leaves it. `sums`: whether the sums are, too; a reply tells how a model is
    asked, by which its sessions are added up.
    """
    faults = half_backups(home)
    path = home / "arena.db"
    try:
        with opened(path) as (store, notices):
            if notices and not noticed:
                faults.append(f"opening says {notices}")
            faults += store.check()
            held = sessions_in(store)
            faults += lost_acknowledged(held, told or {}) + lost_before(before or {}, held)
            for session in held.values():
                faults += _unfolded(session, catalogue)
            over = None if lines else _over(store)
            was = _of(derived(store), over, sums=sums)
            store.rebuild()
            faults += _differs(was, _of(derived(store), over, sums=sums))
            faults += [
                f"session {row.id} can't be leased"
                for row in store.every(SessionQuery(unfinished=True))
                if not store.lease(row.id)
            ]
        with contextlib.closing(sqlite3.connect(path)) as db:
            for table in ("lease", "opened"):
                (left,) = db.execute(f"SELECT count(*) FROM {table}").fetchone()
                faults += [f"{left} rows are left in {table}"] if left else []
        with opened(path) as (_, notices):
            faults += [f"opening again says {notices}"] if notices else []
    except SaveError as error:
        faults.append(f"the save file can't be opened: {error}")
    left_over = strays(home)
    return [*faults, *([f"files are left over: {', '.join(left_over)}"] if left_over else [])]


def _unfolded(session: Session, catalogue: Catalogue) -> list[str]:
    try:
        session.fold(catalogue.game(session.game).game)
    except (KeyError, TypeError, ValueError) as error:
        return [f"session {session.id} does not fold: {error}"]
    return []


def derived(store: Store) -> dict[str, Any]:
    """All derived rows in a form that does not depend on how keys and slots were numbered."""
    with store._reading() as db:
        found: dict[str, Any] = {
            table: db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in ("session", "seat", "metric")
        }
        keys = {row[0]: row[1:] for row in db.execute("SELECT * FROM rollup_key")}
        slots: dict[str, dict[str, int]] = {}
        for game, name, place in db.execute("SELECT game, name, place FROM slot"):
            slots.setdefault(game, {})[name] = place
        rows = db.execute("SELECT k, period, cells FROM rollup").fetchall()
        items = db.execute("SELECT * FROM rollup_item").fetchall()
        parts = db.execute("SELECT * FROM rollup_part").fetchall()
    found["items"] = {row[:-1]: json.loads(row[-1]) for row in items}
    found["parts"] = {(keys[k], *row): json.loads(text) for k, *row, text in parts}
    sums = found["rollup"] = {}
    for k, period, text in rows:
        cells = Cells(slots[keys[k][1]])
        cells.add(json.loads(text))
        sums[keys[k], period] = {name: cells[name] for name in cells.names()}
    return found


def _over(store: Store) -> set[int]:
    """The numbers of the sessions that have an end."""
    with store._reading() as db:
        return {n for (n,) in db.execute("SELECT n FROM event WHERE type = 'ended'")}


SUMS = ("rollup", "items", "parts")


def _of(rows: Mapping[str, Any], numbers: set[int] | None, *, sums: bool) -> dict[str, Any]:
    """Derived rows of these sessions (None: of all), and the sums if they are wanted."""
    return {
        table: found if table in SUMS or numbers is None else [row for row in found if row[0] in numbers]
        for table, found in rows.items()
        if sums or table not in SUMS
    }


def _differs(was: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    return [
        f"the derived rows of {table} differ from a rebuild"
        for table in was
        if (json_of(was[table]) != json_of(now[table]))
    ]


def json_of(value: Any) -> str:
    """A value as text that does not depend on the order of keys."""
    if isinstance(value, dict):
        return json.dumps(sorted((str(k), json_of(v)) for k, v in value.items()))
    return json.dumps(value, default=str)


def started(arguments: Sequence[str]) -> NoReturn:
    """`python -m tests.torture.program ACKS COMMAND…`: the program itself, telling what is saved."""
    tell_what_is_saved(Path(arguments[0]))
    sys.exit(main(list(arguments[1:])))


if __name__ == "__main__":
    started(sys.argv[1:])
