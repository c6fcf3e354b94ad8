"""The save file as the rest of the program uses it: saving, loading and finding sessions.

Law: once `append` or `save` returns, the data is on the disk. Event rows are the truth; all other rows are
derived in the same transaction and can be rebuilt.

A store is safe to use from several threads (`access.py`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from tui_arena.core.events import Event, Kind
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save import backfill, lease, maintenance, people, queries, sessions
from tui_arena.save.access import Access
from tui_arena.save.connect import PATIENCE, RECOVERING, Connected, connect, mark_damaged, update_note
from tui_arena.save.errors import (
    Busy,
    Damaged,
    Full,
    Held,
    Newer,
    ReadOnly,
    SaveError,
    Stale,
    Unreadable,
    reading,
)
from tui_arena.save.filters import Filter, passes
from tui_arena.save.maintenance import restore
from tui_arena.save.migrations import LOOKED_THROUGH, UNGROUPED
from tui_arena.save.people import Acquaintance, Left, Participation, PartySession
from tui_arena.save.queries import SessionQuery, SessionRow, Streak
from tui_arena.save.rollup import derived_rows, sums
from tui_arena.save.rollup import items as by_secret
from tui_arena.save.rollup.derived_rows import Evidence, Meeting, Who
from tui_arena.save.rollup.items import ItemCell
from tui_arena.save.rollup.sums import Rollup
from tui_arena.save.sessions import Books, Piece, new_id, now
from tui_arena.save.setting import settings
from tui_arena.save.summary import Summary, reasoned_told

if TYPE_CHECKING:
    from tui_arena.core.referee import Messages  # importing it loads asyncio, which lists don't need

__all__ = [
    "Acquaintance",
    "Busy",
    "Damaged",
    "Evidence",
    "Full",
    "ItemCell",
    "Meeting",
    "Newer",
    "Opened",
    "Participation",
    "PartySession",
    "Piece",
    "ReadOnly",
    "SaveError",
    "SessionQuery",
    "SessionRow",
    "Stale",
    "Store",
    "Streak",
    "Unreadable",
    "Who",
    "new_id",
    "now",
    "open_store",
    "reading",
    "restore",
    "update_note",
]


FEW = 300
"""Up to this many sessions, figures made by an older program are rebuilt on opening: about a second."""
PAUSE = 0.25
"""Seconds between two pages of sessions whose figures are made anew while the app is open."""

P = ParamSpec("P")
R = TypeVar("R")


def _reads(query: Callable[Concatenate[sqlite3.Connection, P], R]) -> Callable[Concatenate[Store, P], R]:
    """The method of a store that runs a query on its reading connection."""

    @wraps(query)
    def method(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with store._reading() as db:  # noqa: SLF001  (a method of the store)
            return query(db, *args, **kwargs)

    return method


class Store:
    """One open save file; made by `open_store`."""

    def __init__(self, path: Path, catalogue: Catalogue, connected: Connected) -> None:
        self.path = path
        self.read_only = connected.read_only
        self.unclean: list[str] = []
        """Owners that ended without closing the file; `Store.check` looks for damage they left."""
        self._owner = lease.Owner(new_id())
        self._catalogue = catalogue
        self._rollup = Rollup()
        self._access = Access(path, connected, self._rollup.forget)
        self.is_copy = connected.scratch is not None
        """Whether a copy of the file is read in its place."""
        self._reading, self._writing = self._access.reading, self._access.writing
        self._pulse = maintenance.Pulse(self._beat)
        self._rereading = maintenance.Pulse(self._reread_beside, PAUSE)
        if not self.read_only:
            self._enter()

    # sessions in

    def append(
        self, session_id: str, event: Event, messages: Messages, play: Play[Any] | None = None
    ) -> None:
        """Add one event and the chat messages it refers to; they are on the disk when this returns.

        `play`: the session's fold with the event, if its derived rows are to be brought up to date; otherwise
        None. Raises SaveError; then nothing was added.
        """
        with self._writing() as db:
            sessions.append(db, sessions.number(db, session_id), [event], messages)
            if play is not None:
                sessions.summarise(self._books(db), session_id, play)

    def add(self, pieces: Iterable[Piece]) -> None:
        """Save pieces of sessions in play in one commit; they are on the disk when this returns.

        A session that begins is leased until a piece ends it. Raises SaveError; then nothing was added.
        """
        with self._writing() as db:
            for piece in pieces:
                n = sessions.add(self._books(db), piece)
                if piece.ends:
                    lease.let_go(db, self._owner, n)
                elif piece.begins:
                    lease.take(db, self._owner, n)
        self._pulse.start()

    def summarise(self, session_id: str, play: Play[Any]) -> Summary:
        """Bring the derived rows of a session up to date with its fold, as after an end, undo or rating."""
        with self._writing() as db:
            return sessions.summarise(self._books(db), session_id, play)

    def save(self, session: Session, *, imported: bool = False, demo: bool = False) -> Summary:
        """Save a whole session in one commit. Raises SaveError if its id is taken."""
        marks = [name for name, is_so in (("imported", imported), ("demo", demo)) if is_so]
        try:
            play = sessions.folded(session, self._catalogue)
        except Unreadable as error:
            raise SaveError(f"session {error.session} can't be saved: {error.why}") from None
        with self._writing() as db:
            return sessions.insert(self._books(db), session, ",".join(marks), play)

    def delete(self, ids: Iterable[str], left: Left = MappingProxyType({})) -> int:
        """Delete whole sessions; returns how many were deleted. `left`: what they stay good for, by party."""
        with self._writing() as db:
            people.leave_behind(db, left)
            return sum(sessions.delete(self._books(db), one) for one in ids)

    # sessions out

    def load(self, session_id: str, *, peeking: bool = False) -> Session:
        """A session as it was saved; raises Gone if there is none, Unreadable if a row of it can't be read.

        Whoever folds it, or computes with it, does so within `reading(id)`: odd values give Unreadable then.
        `peeking`: its secret is about to be shown, so it is marked as `peeked` first if it isn't over. Raises
        SaveError if it is being played in another window.
        """
        with self._reading() as db:
            session = sessions.load(db, session_id, self._catalogue)
        play = sessions.folded(session, self._catalogue) if peeking else None
        if play is None or play.over or any(event.type == Kind.PEEKED for event in session.events):
            return session
        if not self.lease(session.id):
            raise Held(f"session {session.id} is being played in another window; close it there first")
        event = Event(play.next_seq, Kind.PEEKED, {"at": now()})
        play.feed(event)
        try:
            self.add([Piece(session, [event], play=play)])
        finally:
            self.release(session.id)
        return session.with_events([*session.events, event])

    def holds(self, session_id: str) -> bool:
        """Whether there is a session with that id."""
        with self._reading() as db:
            return sessions.known_number(db, session_id) is not None

    def every(self, query: SessionQuery) -> Iterator[SessionRow]:
        """All sessions that a query wants, newest first; they are read page by page (`query.limit`)."""
        while rows := self.sessions(query):
            yield from rows
            query = replace(query, before=rows[-1].rank)

    def unfinished(self, limit: int = 5) -> list[SessionRow]:
        """The newest sessions that aren't over, that no open window holds, and that can be read."""
        with self._reading() as db:
            held = lease.held(db)
            query = SessionQuery(unfinished=True, readable=True, limit=limit + len(held))
            rows = queries.find(db, query)
        return [row for row in rows if row.rank[1] not in held][:limit]

    find = _reads(sessions.find)
    sound_events = _reads(sessions.sound_events)
    sessions_at = _reads(people.sessions_at)
    recent = _reads(queries.recent)
    streak = _reads(queries.streak)
    streaks = _reads(queries.streaks)
    won_by = _reads(queries.won_by)
    daily = _reads(queries.daily)
    last_played = _reads(queries.last_played)
    hidden_from = _reads(people.hidden_from)
    runs = _reads(queries.runs)
    run_counts = _reads(queries.run_counts)
    reasoned_in = _reads(queries.reasoned_in)
    without_figures = _reads(queries.without_figures)
    span = _reads(queries.span)
    figures = _reads(sums.read)
    evidence = _reads(derived_rows.evidence)
    meetings = _reads(derived_rows.meetings)
    passing = _reads(passes)
    kept_moments = _reads(by_secret.kept_moments)
    settings = _reads(settings)
    acquaintances = _reads(people.acquaintances)
    sat_in = _reads(people.sat_in)
    given_ratings = _reads(people.given_ratings)
    people = _reads(people.names)
    sessions = _reads(queries.find)

    def played_by(self, kind: str, name: str) -> list[Participation]:
        """The sessions in which a player sat and that are over, oldest first; of very many the newest."""
        counts = {info.id: info.main.share for info in self._catalogue.games.values()}
        with self._reading() as db:
            return people.played_by(db, kind, name, counts)

    def items(self, wanted: Filter, metrics: Sequence[str], *, by_partner: bool = False) -> list[ItemCell]:
        """Every player's sessions with every secret; neutral seats are left out.

        `metrics`: as for `evidence`, but without counts, and a list metric only turn by turn. `by_partner`: apart
        by the players of the other groups. An unknown game has no figures. Raises BadFilter, SaveError.
        """
        info = self._catalogue.games.get(wanted.game)
        kinds = {name: metric.kind for name, metric in info.metrics.items()} if info else {}
        with self._reading() as db:
            return by_secret.items(db, wanted, kinds, metrics, by_partner=by_partner)

    # leases

    def lease(self, session_id: str) -> bool:
        """Hold a session until `release`, so that no other window plays it; False if another one does."""
        with self._writing() as db:
            got = lease.take(db, self._owner, sessions.number(db, session_id))
        self._pulse.start()
        return got

    @property
    def owner(self) -> str:
        """The name of this opening of the file, as `owners` gives it."""
        return self._owner.token

    def owners(self) -> set[str]:
        """Every opening of the file, in this process and others, that is still there."""
        with self._reading() as db:
            return lease.owners(db)

    def release(self, session_id: str) -> None:
        """Stop holding a session; does nothing if this store doesn't hold it."""
        with self._writing() as db:
            lease.let_go(db, self._owner, sessions.known_number(db, session_id))

    # people

    def rename_person(self, old: str, new: str) -> int:
        """Rename a person in all sessions and parties; merges the two people if `new` exists already.

        Returns the number of sessions that changed. Raises SaveError for an empty name.
        """
        with self._writing() as db:
            changed = people.rename(self._books(db), old, new)
            people.rename_in_parties(db, old, new)
            return changed

    def forget_person(self, name: str, left: Left) -> int:
        """Delete every session in which a person sat, and the name from all parties; gives the number of sessions.

        `left`: what those sessions stay good for, by party.
        """
        with self._writing() as db:
            people.leave_behind(db, left)
            return people.forget(self._books(db), name)

    # notes

    def meta(self, key: str) -> str | None:
        """The value saved under a key; None if there is none."""
        with self._reading() as db:
            row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else _noted(row[0])

    def notes(self, prefix: str) -> dict[str, str]:
        """All values saved under keys that begin with `prefix`."""
        with self._reading() as db:
            found = db.execute(
                "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ? ORDER BY key", (len(prefix), prefix)
            )
            return {_noted(key): _noted(value) for key, value in found}

    def set_meta(self, key: str, value: str) -> None:
        """Save a value under a key, replacing an old one."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def number(self, key: str) -> float:
        """The number saved under a key; 0 if there is none."""
        try:
            return float(self.meta(key) or 0)
        except ValueError:
            return 0.0

    def count(self, more: Mapping[str, float]) -> None:
        """Add to the numbers saved under keys, whoever else adds to them."""
        with self._writing() as db:
            db.executemany(
                "INSERT INTO meta VALUES (?, ?) "
                "ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS REAL) + excluded.value AS TEXT)",
                [(key, str(by)) for key, by in more.items()],
            )

    def forget(self, key: str) -> None:
        """Delete the value saved under a key; does nothing if there is none."""
        with self._writing() as db:
            db.execute("DELETE FROM meta WHERE key = ?", (key,))

    # upkeep

    def rebuild(self) -> None:
        """Build all derived rows again from events."""
        with self._writing() as db:
            sessions.rebuild(self._books(db))

    def catch_up(self) -> str | None:
        """Rebuild derived rows that an older version of the program made, if there are few sessions.

        Otherwise returns a sentence for the user.
        """
        with self._access.looking() as db:
            if derived_rows.is_current(db):
                return None
            (count,) = db.execute("SELECT count(*) FROM header").fetchone()
        if count <= FEW and not self.read_only:
            self.rebuild()
            return None
        return (
            f"{self.path}: its {count} sessions were added up by an older version of this program or not all "
            "of them, so some figures are missing; `tui-arena doctor --rebuild` brings them up to date"
        )

    def reread(self) -> str | None:
        """Make the figures that follow the reading of questions anew, of `FEW` sessions; a sentence if there are more.

        Each page of them is on the disk before the next one is begun, and the next start goes on from there.
        """
        if self.read_only or not self._has_to_reread():
            return None
        for _ in range(0, FEW, backfill.REREAD):
            if not self._reread():
                return None
        with self._access.looking() as db:
            left = backfill.left_to_reread(db, self._catalogue)
        if not left:
            return None
        return (
            f"some statistics of {counted(left, 'session')} are out of date; the app brings them up to date while it is "
            "open, and `tui-arena doctor --rebuild` does it now"
        )

    def go_on_rereading(self) -> None:
        """Do the rest of `reread` in a thread of its own, page by page, while the file is open."""
        if not self.read_only and self._has_to_reread():
            self._rereading.start()

    def _has_to_reread(self) -> bool:
        with self._access.looking() as db:
            return backfill.has_to_reread(db)

    def _reread(self) -> bool:
        with self._writing() as db:
            return backfill.reread(self._books(db))

    def _reread_beside(self) -> bool:
        """One page of `go_on_rereading`. While another program writes it waits; with any other error it ends."""
        try:
            return self._reread()
        except Busy:
            return True
        except SaveError:
            return False

    def look_through(self) -> str | None:
        """Flag the sessions of an older file in which reasoning was played as a move; a sentence if there are any.

        Each page of them is on the disk before the next one is begun, and the next start goes on from there.
        """
        if self.read_only or not self._is_noted(LOOKED_THROUGH):
            return None
        self._page_by_page(backfill.look_through)
        return self._flagged_note()

    def regroup(self) -> None:
        """Find the settings of the sessions of an older file, and move their sums to these.

        Each page of them is on the disk before the next one is begun, and the next start goes on from there.
        """
        if self._is_noted(UNGROUPED):
            self._page_by_page(
                partial(backfill.regroup, setting_of=sessions.setting_by_header(self._catalogue))
            )

    def _page_by_page(self, work: Callable[[Books], bool]) -> None:
        """Do the work on page after page, each in a transaction of its own, until it says that there is no more."""
        more = True
        while more:
            with self._access.changing() as db:
                more = work(self._books(db))

    def newly_flagged(self) -> str | None:
        """The sentence of `look_through` for the first window that asks; None: there is none, or it was told."""
        if self.read_only or not self._is_noted(backfill.FLAGGED):
            return None
        told = self._flagged_note()
        self.forget(backfill.FLAGGED)
        return told

    def _flagged_note(self) -> str | None:
        count = self.meta(backfill.FLAGGED) or ""
        if not (count.isascii() and count.isdecimal() and len(count) < 16):
            return None
        return f"{reasoned_told(int(count))}. Stats, filter: include {'it' if count == '1' else 'them'}."

    def _is_noted(self, key: str) -> bool:
        """Whether there is a value under a key; the reading connection is not opened for it."""
        with self._access.looking() as db:
            return db.execute("SELECT 1 FROM meta WHERE key = ?", (key,)).fetchone() is not None

    def recover(self, aside: Path) -> str | None:
        """Recover what can be read of a damaged file that was set aside; returns a sentence for the user.

        None if another window did it meanwhile. What can't be read is named in a file of its own.
        """
        from tui_arena.save import salvage  # noqa: PLC0415  (rarely needed)

        backup = salvage.newest(maintenance.copies_of(self.path))
        with self._writing() as db:
            if not db.execute("DELETE FROM meta WHERE key = ?", (RECOVERING,)).rowcount:
                return None
            found = salvage.salvage(self._books(db), aside, backup)
            derived_rows.note_current(db)
        return (
            f"{self.path}: the save file was damaged and is kept as {aside.name}. {found.said(aside, backup)}"
        )

    def fault_of(self, session_id: str) -> Unreadable | None:
        """Why a session can't be read, folded or added up; None if it can. Raises Gone, SaveError."""
        with self._reading() as db:
            return sessions.fault_of(db, sessions.number(db, session_id), self._catalogue)

    def faults(self, each: Callable[[int, int], None] | None = None) -> Iterator[str]:
        """A sentence for every session that can't be read, folded or added up, and for every odd list row.

        `each` is told how many sessions were looked at, and of how many. This takes long.
        """
        with self._reading() as db:
            numbers = [n for (n,) in db.execute("SELECT n FROM header ORDER BY n")]
        for done, n in enumerate(numbers):
            if each is not None:
                each(done, len(numbers))
            with self._reading() as db:
                fault = sessions.fault_of(db, n, self._catalogue)
                listed = fault is not None or derived_rows.is_whole(db, n)
            if fault is not None:
                yield str(fault)
            elif not listed:
                yield f"session number {n}: its list row is broken; `tui-arena doctor --rebuild` makes it anew"
        if each is not None and numbers:
            each(len(numbers), len(numbers))

    def check(self) -> list[str]:
        """Check the whole file for damage; one sentence per fault, none if it is sound. This takes long."""
        with self._reading() as db:
            faults = maintenance.check(db, self.path, whole=True)
        if faults and not self.read_only:
            mark_damaged(self.path)
        if not faults and self.unclean and not self.read_only:
            with self._writing() as db:
                lease.tidy(db, self.unclean)
            self.unclean = []
        return faults

    def health(self) -> list[str]:
        """Sentences about the file's size, sessions, journal, newest backup and damage."""
        with self._reading() as db:
            return maintenance.health(db, self.path)

    def backup(self, path: Path) -> None:
        """Write a whole copy of the save file to a path where there is none. Raises SaveError."""
        with self._reading() as db:
            maintenance.backup(db, path)

    # beginning and end

    def _enter(self) -> None:
        """Note in the file that it is open here. If that fails, close it and raise SaveError."""
        try:
            with self._writing() as db:
                self.unclean = lease.enter(db, self._owner)
        except Full:
            return  # there is no room for the note, but saved sessions can still be read
        except SaveError:
            self._access.close()
            raise

    def _beat(self) -> bool:
        with self._writing() as db:
            lease.beat(db, self._owner)
        return True

    def _books(self, db: sqlite3.Connection) -> Books:
        return Books(db, self._rollup, self._catalogue)

    def close(self) -> None:
        """Release everything and close the file. It may be called twice."""
        self._pulse.stop()
        self._rereading.stop()
        self._access.close(self._leave)

    def _leave(self) -> None:
        if not self.read_only:
            maintenance.leave(self._access.db, self.path, self._owner, stale=self._access.stale)


@dataclass
class Opened:
    """An open save file, and notices to show to its user."""

    store: Store
    notices: list[str] = field(default_factory=list)


def open_store(
    path: Path, catalogue: Catalogue, *, read_only: bool = False, patience: float = PATIENCE
) -> Opened:
    """Open the save file; it is created if there is none. Raises SaveError.

    A damaged file is set aside, and what can be read of it is recovered. A file that can't be written, or
    comes from a newer version, is opened read-only. `notices` say so. `patience`: seconds to wait for
    another program.
    """
    store, notices = _open(path, catalogue, read_only=read_only, patience=patience)
    if store.unclean and path.stat().st_size <= maintenance.SMALL and store.check():
        store.close()
        store, notices = _open(path, catalogue, read_only=read_only, patience=patience)
    if not store.read_only or store.is_copy:
        store.regroup()
    if not store.read_only:
        try:
            flagged, behind, outdated = store.look_through(), store.catch_up(), store.reread()
            notices += [told for told in (flagged, behind or outdated) if told]
        except SaveError as error:
            notices.append(str(error))  # the sessions can be viewed and played even without the rebuild
        except KeyboardInterrupt:
            store.close()
            raise
    return Opened(store, notices)


def _open(path: Path, catalogue: Catalogue, *, read_only: bool, patience: float) -> tuple[Store, list[str]]:
    try:
        connected = connect(path, read_only=read_only, patience=patience)
    except OSError as error:
        raise SaveError(f"{path}: can't be opened ({error.strerror})") from None
    try:
        store = Store(path, catalogue, connected)
    except Damaged:
        connected = connect(path, read_only=read_only, patience=patience)
        store = Store(path, catalogue, connected)
    if connected.damaged is not None and not store.read_only:
        try:
            told = store.recover(connected.damaged)
        except SaveError:
            store.close()  # the next start tries again
            raise
        connected.notices += [told] if told else []
    return store, connected.notices


def _noted(value: object) -> str:
    """A value of `meta` as a text that every reader of JSON takes, whatever bytes lie there."""
    return str(value).encode("utf-8", "replace").decode()
