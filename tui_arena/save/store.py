"""The save file as the rest of the program uses it: saving, loading and finding sessions.

Law: once `append` or `save` returns, the data is on the disk. Event rows are the truth; all other rows are
derived from them and can be rebuilt.

A store is safe to use from several threads (`access.py`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from tui_arena.core.events import Event, Kind
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save import lease, maintenance, people, queries, sessions
from tui_arena.save.access import Access
from tui_arena.save.connect import PATIENCE, RECOVERING, Connected, connect, mark_damaged, update_note
from tui_arena.save.errors import (
    Busy,
    Damaged,
    Full,
    Held,
    SaveError,
    Unreadable,
)
from tui_arena.save.filters import Filter, passes
from tui_arena.save.maintenance import restore
from tui_arena.save.people import Acquaintance, Left, Participation, PartySession
from tui_arena.save.queries import SessionQuery, SessionRow, Streak
from tui_arena.save.rollup import derived_rows, sums
from tui_arena.save.rollup import items as by_secret
from tui_arena.save.rollup.items import ItemCell
from tui_arena.save.rollup.sums import Rollup
from tui_arena.save.sessions import Books, Piece, new_id, now
from tui_arena.save.setting import settings
from tui_arena.save.summary import Summary
from tui_arena.save.unsigned import bets

if TYPE_CHECKING:
    from tui_arena.core.referee import Messages  # importing it loads asyncio, which lists don't need

__all__ = [
    "Acquaintance",
    "Participation",
    "PartySession",
    "Piece",
    "SaveError",
    "SessionQuery",
    "SessionRow",
    "Store",
    "Streak",
    "new_id",
    "now",
    "open_store",
    "restore",
    "update_note",
]


FEW = 300
"""The maximum number of sessions whose outdated figures are rebuilt on opening; it takes about a second."""
PAUSE = 0.25
"""Seconds between two pages of sessions whose figures are made again while the app is open."""

P = ParamSpec("P")
R = TypeVar("R")


def _reads(query: Callable[Concatenate[sqlite3.Connection, P], R]) -> Callable[Concatenate[Store, P], R]:
    """Turns a query into a method of `Store` that runs the query on the connection for reading."""

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
        """The owners that ended without closing the file; `Store.check` looks for damage that they left."""
        self._owner = lease.Owner(new_id())
        self._catalogue = catalogue
        self._rollup = Rollup()
        self._access = Access(path, connected, self._rollup.forget)
        self.is_copy = connected.scratch is not None
        """True if a copy is read instead of the file."""
        self._reading, self._writing = self._access.reading, self._access.writing
        self._pulse = maintenance.Pulse(self._beat)
        self._rereading = maintenance.Pulse(self._reread_page, PAUSE)
        if not self.read_only:
            self._enter()

    # sessions in

    def append(
        self, session_id: str, event: Event, messages: Messages, play: Play[Any] | None = None
    ) -> None:
        """Add an event and the chat messages it refers to; they are on the disk when this method returns.

        `play`: the session's fold with the event, if its derived rows are to be brought up to date; otherwise
        None. Raises SaveError; then nothing was added.
        """
        with self._writing() as db:
            sessions.append(db, [(sessions.number(db, session_id), [event], messages)])
            if play is not None:
                sessions.summarise(self._books(db), session_id, play)

    def add(self, pieces: Sequence[Piece]) -> None:
        """Save pieces of sessions in one commit; they are on the disk when this method returns.

        A session that begins is leased until a piece ends it. Raises SaveError; then nothing was added.
        """
        with self._writing() as db:
            for n, piece in zip(sessions.add(self._books(db), pieces), pieces, strict=True):
                if piece.ends:
                    lease.let_go(db, self._owner, n)
                elif piece.begins:
                    lease.take(db, self._owner, n)
        self._pulse.start()

    def summarise(self, session_id: str, play: Play[Any]) -> Summary:
        """Bring a session's derived rows up to date with its fold, such as after an end, undo or rating."""
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
        """Delete sessions; returns how many were deleted. `left`: what their parties keep of them."""
        with self._writing() as db:
            people.leave_behind(db, left)
            return sum(sessions.delete(self._books(db), one) for one in ids)

    # sessions out

    def load(self, session_id: str, *, peeking: bool = False) -> Session:
        """A session as it was saved. Raises SessionNotFound, or Unreadable if one of its rows can't be read.

        Callers fold the session, or compute with it, within `reading(id)`, which turns odd values into
        Unreadable. `peeking`: the session's secret is about to be shown, so an unfinished session is marked
        as `peeked` first. This raises Held if the session is being played in another window.
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
        """True if there is a session with that id."""
        with self._reading() as db:
            return sessions.known_number(db, session_id) is not None

    def game_of(self, session_id: str) -> str:
        """The game of a session; empty if there is no session with that id."""
        with self._reading() as db:
            number = sessions.known_number(db, session_id)
            row = db.execute("SELECT game FROM session WHERE n = ?", (number,)).fetchone()
        return "" if row is None else str(row[0])

    def every(self, query: SessionQuery) -> Iterator[SessionRow]:
        """All sessions that match a query, newest first; they are read page by page (`query.limit`)."""
        while rows := self.sessions(query):
            yield from rows
            query = replace(query, before=rows[-1].rank)

    def unfinished(self, limit: int = 5) -> list[SessionRow]:
        """The newest sessions that aren't over, aren't leased by an open window, and can be read."""
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
    played = _reads(queries.played)
    run_counts = _reads(queries.run_counts)
    reasoned_in = _reads(queries.reasoned_in)
    without_figures = _reads(queries.without_figures)
    span = _reads(queries.span)
    figures = _reads(sums.read)
    evidence = _reads(derived_rows.evidence)
    meetings = _reads(derived_rows.meetings)
    passing = _reads(passes)
    kept_moments = _reads(by_secret.kept_moments)
    secrets = _reads(by_secret.secrets)
    settings = _reads(settings)
    acquaintances = _reads(people.acquaintances)
    handed_over = _reads(people.handed_over)
    has_older = _reads(people.has_older)
    sat_in = _reads(people.sat_in)
    given_ratings = _reads(people.given_ratings)
    bets = _reads(bets)
    people = _reads(people.names)
    owners = _reads(lease.owners)
    sessions = _reads(queries.find)

    def played_by(self, kind: str, name: str) -> list[Participation]:
        """A player's part in each of their sessions that is over, oldest first; see `people.played_by`."""
        counts = {info.id: info.main.share for info in self._catalogue.games.values()}
        with self._reading() as db:
            return people.played_by(db, kind, name, counts)

    def items(self, wanted: Filter, metrics: Sequence[str], *, by_partner: bool = False) -> list[ItemCell]:
        """The sums of every player's sessions for every secret; neutral seats are left out.

        `metrics`: as for `evidence`, but without counts, and a list metric only turn by turn. `by_partner`:
        split by the players of the other groups. An unknown game has no figures. Raises BadFilter, SaveError.
        """
        info = self._catalogue.games.get(wanted.game)
        kinds = {name: metric.kind for name, metric in info.metrics.items()} if info else {}
        with self._reading() as db:
            return by_secret.items(db, wanted, kinds, metrics, by_partner=by_partner)

    # leases

    def lease(self, session_id: str) -> bool:
        """Lease a session until `release`, so that no other window plays it; False if another one does."""
        with self._writing() as db:
            got = lease.take(db, self._owner, sessions.number(db, session_id))
        self._pulse.start()
        return got

    @property
    def owner(self) -> str:
        """The token of this opening of the file, as in `owners`."""
        return self._owner.token

    def release(self, session_id: str) -> None:
        """Give back the lease on a session; does nothing if this store doesn't have it."""
        with self._writing() as db:
            lease.let_go(db, self._owner, sessions.known_number(db, session_id))

    # people

    def rename_person(self, old: str, new: str) -> int:
        """Rename a person in all sessions, parties and challenges; merges the two people if `new` exists already.

        Returns the number of sessions that changed. Raises SaveError for an empty name.
        """
        with self._writing() as db:
            changed = people.rename(self._books(db), old, new)
            people.rename_in_parties(db, old, new)
            people.rename_in_challenges(db, old, new)
            return changed

    def forget_person(self, name: str, left: Left) -> int:
        """Delete a person's sessions, and the name from all parties and challenges; returns the number of deleted sessions.

        `left`: what parties keep of those sessions.
        """
        with self._writing() as db:
            people.leave_behind(db, left)
            people.rename_in_challenges(db, name, "")
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
        """Save a value under a key, and replace an old value."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def number(self, key: str) -> float:
        """The number saved under a key; 0 if there is none."""
        try:
            return float(self.meta(key) or 0)
        except ValueError:
            return 0.0

    def count(self, more: Mapping[str, float]) -> None:
        """Add to the numbers saved under keys, even while other programs add to them."""
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
        """Build all derived rows again from headers and events; if a copy is read, those of the copy."""
        with self._access.changing() if self.is_copy else self._writing() as db:
            sessions.rebuild(self._books(db))

    def catch_up(self) -> str | None:
        """Rebuild derived rows that an older version made, if there are at most `FEW` sessions.

        Otherwise returns a sentence for the user; None if all rows are up to date.
        """
        with self._access.looking() as db:
            if derived_rows.is_current(db):
                return None
            (count,) = db.execute("SELECT count(*) FROM header").fetchone()
        if count <= FEW and (self.is_copy or not self.read_only):
            self.rebuild()
            return None
        return (
            f"{self.path}: its {count} sessions were added up by an older version of this program, or not "
            "completely, so some figures are missing; update them with `tui-arena doctor --rebuild`"
        )

    def reread(self) -> str | None:
        """Compute the figures that depend on how questions are read again, for at most `FEW` sessions.

        Returns a sentence for the user if more sessions are left; otherwise None. Each page of sessions is on
        the disk before the next page is begun, so the next start can continue there.
        """
        if self.read_only or not self._has_to_reread():
            return None
        for _ in range(0, FEW, sessions.REREAD):
            if not self._reread():
                return None
        with self._access.looking() as db:
            left = sessions.left_to_reread(db, self._catalogue)
        if not left:
            return None
        return (
            f"some statistics of {counted(left, 'session')} are out of date; the app updates them while "
            "it's open, or you can update them now with `tui-arena doctor --rebuild`"
        )

    def go_on_rereading(self) -> None:
        """Continue `reread` page by page in a separate thread while the file is open."""
        if not self.read_only and self._has_to_reread():
            self._rereading.start()

    def _has_to_reread(self) -> bool:
        with self._access.looking() as db:
            return sessions.has_to_reread(db)

    def _reread(self) -> bool:
        with self._writing() as db:
            return sessions.reread(self._books(db))

    def _reread_page(self) -> bool:
        """Do one page of `go_on_rereading`; returns whether to continue.

        If another program is writing, the page is tried again later; any other error ends the work.
        """
        try:
            return self._reread()
        except Busy:
            return True
        except SaveError:
            return False

    def recover(self, aside: Path) -> str | None:
        """Recover the readable sessions of a damaged file that was set aside.

        Returns a sentence for the user; None if another window has done so meanwhile.
        Unreadable rows are named in a separate file.
        """
        from tui_arena.save import salvage  # noqa: PLC0415  (rarely needed)

        backup = salvage.newest(maintenance.copies_of(self.path))
        with self._writing() as db:
            if not db.execute("DELETE FROM meta WHERE key = ?", (RECOVERING,)).rowcount:
                return None
            found = salvage.salvage(self._books(db), aside, backup)
            derived_rows.note_current(db)
        return f"{self.path}: the save file was damaged and has been kept as {aside.name}. {found.said(aside, backup)}"

    def fault_of(self, session_id: str) -> Unreadable | None:
        """The error if a session can't be read, folded or added up; else None. Raises SessionNotFound."""
        with self._reading() as db:
            return sessions.fault_of(db, sessions.number(db, session_id), self._catalogue)

    def faults(self, each: Callable[[int, int], None] | None = None) -> Iterator[str]:
        """A sentence for every session that can't be read, folded or added up, and for every odd list row.

        `each` is called with the number of sessions checked so far and the number of all sessions. This takes
        long.
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
                yield (
                    f"session number {n}: its row in the list is broken; rebuild it with `tui-arena doctor "
                    "--rebuild`"
                )
        if each is not None and numbers:
            each(len(numbers), len(numbers))

    def check(self) -> list[str]:
        """Check the whole file for damage; returns a sentence for each fault. This takes long."""
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
        """Write a complete copy of the save file to a free path. Raises SaveError."""
        with self._reading() as db:
            maintenance.backup(db, path)

    # beginning and end

    def _enter(self) -> None:
        """Note in the file that this store has opened it. If that fails, close the file and raise SaveError.

        A full disk isn't a failure, because saved sessions can still be read.
        """
        try:
            with self._writing() as db:
                self.unclean = lease.enter(db, self._owner)
        except Full:
            return
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
    """Open the save file; it is created if it doesn't exist. Raises SaveError.

    - A damaged file is set aside, and its readable sessions are recovered.
    - A file that can't be written, or comes from a newer version, is opened read-only.

    `Opened.notices` report both. `patience`: seconds to wait for another program that is writing.
    """
    store, notices = _open(path, catalogue, read_only=read_only, patience=patience)
    if store.unclean and path.stat().st_size <= maintenance.SMALL and store.check():
        store.close()
        store, notices = _open(path, catalogue, read_only=read_only, patience=patience)
    if not store.read_only or store.is_copy:
        try:
            told = store.catch_up() or store.reread()
            notices += [told] if told else []
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
    """A value of `meta` as valid Unicode, which every JSON reader accepts; invalid bytes are replaced."""
    return str(value).encode("utf-8", "replace").decode()
