"""The save file: sessions in, sessions out.

Law: what `append` and `save` have returned from is on the disk. Event rows are the truth; all else
is derived in the same transaction and can be rebuilt. One lock makes a store safe for threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui_arena.core.events import BadEvent, Event
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.save import lease, people, queries, sessions
from tui_arena.save import people as parties
from tui_arena.save.connect import PATIENCE, connect
from tui_arena.save.errors import Busy, Damaged, Full, Newer, ReadOnly, SaveError
from tui_arena.save.file import File
from tui_arena.save.filters import Filter
from tui_arena.save.ids import new_id, now
from tui_arena.save.people import PartySession
from tui_arena.save.queries import SessionCounts, SessionQuery, SessionRow, Streak, span
from tui_arena.save.repair import damage, maintenance, recovery
from tui_arena.save.repair.maintenance import restore
from tui_arena.save.rollup import derived_rows, groups
from tui_arena.save.rollup import evidence as behind
from tui_arena.save.rollup.deltas import Key
from tui_arena.save.rollup.evidence import Evidence, EvidenceQuery, ItemCell, Meeting, Who
from tui_arena.save.rollup.groups import Cells
from tui_arena.save.sessions import Piece
from tui_arena.save.summary import Summary

if TYPE_CHECKING:
    from tui_arena.core.referee import Messages  # its module brings asyncio, which a list needs not

__all__ = [
    "Busy",
    "Damaged",
    "Evidence",
    "Full",
    "ItemCell",
    "Meeting",
    "Newer",
    "Opened",
    "PartySession",
    "Piece",
    "ReadOnly",
    "SaveError",
    "SessionQuery",
    "SessionRow",
    "Store",
    "Streak",
    "Who",
    "new_id",
    "now",
    "open_store",
    "restore",
]


FEW = 300
"""Sessions up to which figures that an older program made are made again at once: about a second."""
SMALL = 16 * 1024 * 1024
"""Bytes up to which a file that was not closed is checked at once; larger ones by `Store.check`."""


class Store(File):
    """One open save file; made by `open_store`."""

    # sessions in

    def create(self, session: Session) -> None:
        """Begin a session: its header and the events that it already has. Raises SaveError."""
        self._save(session, "")

    def append(self, session_id: str, event: Event, messages: Messages) -> None:
        """Add one event and the chat messages it names; on the disk when this returns.

        Raises SaveError; then nothing was added.
        """
        with self._writing() as db:
            sessions.append(db, sessions.number(db, session_id), [event], messages)

    def add(self, pieces: Iterable[Piece]) -> None:
        """Save pieces of sessions in play in one commit; all on the disk when this returns.

        A session that begins is held here until a piece ends it. Raises SaveError; then nothing was
        added.
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
        """Bring the derived rows of a session up to its fold: after an end, an undo, a rating."""
        with self._writing() as db:
            return sessions.summarise(self._books(db), session_id, play)

    def save(self, session: Session, *, imported: bool = False, demo: bool = False) -> Summary:
        """Save a whole session in one commit. Raises SaveError if its id is taken."""
        marks = [name for name, is_so in (("imported", imported), ("demo", demo)) if is_so]
        return self._save(session, ",".join(marks))

    def _save(self, session: Session, origin: str) -> Summary:
        try:
            play = sessions.folded(session, self._catalogue)
        except BadEvent as error:
            raise SaveError(f"session {session.id[:40]} can't be saved: {error}") from None
        with self._writing() as db:
            return sessions.insert(self._books(db), session, origin, play)

    def delete(self, ids: Iterable[str]) -> int:
        """Delete whole sessions; returns how many there were."""
        with self._writing() as db:
            return sum(sessions.delete(self._books(db), one) for one in ids)

    # sessions out

    def load(self, session_id: str) -> Session:
        """A session as it was saved; raises SaveError if there is none."""
        with self._reading() as db:
            return sessions.load(db, session_id, self._catalogue)

    def holds(self, session_id: str) -> bool:
        """Whether there is a session of that id."""
        with self._reading() as db:
            return sessions.known_number(db, session_id) is not None

    def find(self, prefix: str) -> str:
        """The id that begins so; raises SaveError if none does or several do."""
        with self._reading() as db:
            return sessions.find(db, prefix)

    def sessions(self, query: SessionQuery | None = None) -> list[SessionRow]:
        """One page of sessions, newest first."""
        with self._reading() as db:
            return queries.find(db, query or SessionQuery())

    def unfinished(self, limit: int = 5) -> list[SessionRow]:
        """The newest sessions that are not over and that no living window holds."""
        with self._reading() as db:
            held = lease.held(db)
            rows = queries.find(db, SessionQuery(unfinished=True, limit=limit + len(held)))
        return [row for row in rows if row.rank[1] not in held][:limit]

    def recent(self, game: str, n: int) -> list[SessionRow]:
        """The sessions of a game that ended last, the last one first."""
        with self._reading() as db:
            return queries.recent(db, one_line(game, 80), n)

    def streak(self, game: str, name: str, *, daily: bool = False) -> Streak:
        """Sessions of a game that a player won in a row; `daily`: words of the day only."""
        with self._reading() as db:
            return queries.streak(db, one_line(game, 80), one_line(name, 80), daily=daily)

    def won_by(self, game: str, name: str) -> dict[str, bool]:
        """Whether a player won, by session of a game; only where it sat on a seat with a side."""
        with self._reading() as db:
            return queries.won_by(db, one_line(game, 80), one_line(name, 80))

    def daily(self, game: str, day: str) -> str | None:
        """The id of the word-of-the-day session of a date; None if there is none."""
        with self._reading() as db:
            return queries.daily(db, one_line(game, 80), one_line(day, 40))

    def sessions_at(self, party: str) -> list[PartySession]:
        """The sessions of a party, the first one first."""
        with self._reading() as db:
            return parties.sessions_at(db, one_line(party, 40))

    def figures(
        self, game: str, run: str, since: str | None, wanted: Callable[[Key], bool]
    ) -> list[tuple[Key, Cells]]:
        """The roll-up of a game: figures of every key that is wanted, from a day on.

        `run` empty: of all sessions. Raises ValueError if `since` is no date.
        """
        with self._reading() as db:
            return groups.read(db, game, run, since, wanted)

    def runs(self, game: str) -> list[str]:
        """The headless runs that sessions of a game are from, the newest first."""
        with self._reading() as db:
            return queries.runs(db, one_line(game, 80))

    def evidence(
        self,
        wanted: Filter,
        *,
        metric: str,
        kind: str | None = None,
        name: str | None = None,
        group: str | None = None,
        variant: str | None = None,
        partner: str | None = None,
        item: str | None = None,
        before: tuple[str, int, int] | None = None,
        limit: int = 100,
    ) -> list[Evidence]:
        """The sessions behind a figure, newest first: those where it is defined, once a player.

        `metric`: a metric of the game, or one turn of a list (`closeness@2`), or a slot of the roll-up:
        `#main`, `won`, `lost`, `aborted`, `#seconds`, `#request_success` and so on. `kind` to `partner`
        are those of a row of the stats, `item` is a secret, to the letter; None: any. `before`: `Evidence.rank` of the last
        one of the page before. An unknown metric has none. Raises BadFilter, SaveError.
        """
        exactly = {"t.kind": kind, "t.name": name, "t.grp": group, "s.variant": variant, "s.secret": item}
        given = {column: value for column, value in exactly.items() if value is not None}
        with self._reading() as db:
            return behind.evidence(db, wanted, EvidenceQuery(metric, given, partner, before, limit))

    def items(self, wanted: Filter, metrics: Sequence[str]) -> list[ItemCell]:
        """Every player's sessions with every secret; neutral seats are left out.

        `metrics` as for `evidence`, without counts; a list has figures turn by turn alone, and a game that
        is not here has none. Raises BadFilter, SaveError.
        """
        info = self._catalogue.games.get(wanted.game)
        kinds = {name: metric.kind for name, metric in info.metrics.items()} if info else {}
        with self._reading() as db:
            return behind.items(db, wanted, kinds, metrics)

    def meetings(self, wanted: Filter, limit: int = 20_000) -> list[Meeting]:
        """The latest sessions that one of two sides won, oldest first. Raises BadFilter, SaveError."""
        with self._reading() as db:
            return behind.meetings(db, wanted, limit)

    def span(self, wanted: Filter) -> SessionCounts:
        """How many sessions a filter wants, and from when they are. Raises BadFilter, SaveError."""
        with self._reading() as db:
            return span(db, wanted)

    # leases

    def lease(self, session_id: str) -> bool:
        """Hold a session so that no other window plays it; False if one does. Until `release`."""
        with self._writing() as db:
            got = lease.take(db, self._owner, sessions.number(db, session_id))
        self._pulse.start()
        return got

    def release(self, session_id: str) -> None:
        """Let go of a session; does nothing if it is not held here."""
        with self._writing() as db:
            lease.let_go(db, self._owner, sessions.known_number(db, session_id))

    # people

    def people(self) -> list[str]:
        """Names of the people who have played, sorted."""
        with self._reading() as db:
            return people.names(db)

    def rename_person(self, old: str, new: str) -> int:
        """Give a person another name, in old sessions too; merges if `new` is there already.

        Returns the number of sessions that changed. Raises SaveError for an empty name.
        """
        with self._writing() as db:
            changed = people.rename(self._books(db), old, new)
            parties.rename_in_parties(db, old, new)
            return changed

    # notes

    def meta(self, key: str) -> str | None:
        """A value kept beside the sessions; None if there is none."""
        with self._reading() as db:
            row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def notes(self, prefix: str) -> dict[str, str]:
        """All values kept beside the sessions whose keys begin so."""
        with self._reading() as db:
            found = db.execute(
                "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ? ORDER BY key", (len(prefix), prefix)
            )
            return {str(key): str(value) for key, value in found}

    def set_meta(self, key: str, value: str) -> None:
        """Keep a value beside the sessions."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def forget(self, key: str) -> None:
        """Drop a value kept beside the sessions; does nothing if there is none."""
        with self._writing() as db:
            db.execute("DELETE FROM meta WHERE key = ?", (key,))

    # upkeep

    def rebuild(self) -> None:
        """Build all derived rows again from events."""
        with self._writing() as db:
            sessions.rebuild(self._books(db))

    def catch_up(self) -> str | None:
        """Build derived rows again that an older program made, if they are few; else a sentence for the user."""
        with self._guarded(self._lock):
            if derived_rows.is_current(self._db):
                return None
            (count,) = self._db.execute("SELECT count(*) FROM header").fetchone()
        if count <= FEW and not self.read_only:
            self.rebuild()
            return None
        return (
            f"{self.path}: its {count} sessions were added up by an older version of this program, so some "
            "figures are missing; `tui-arena doctor --rebuild` brings them up to date"
        )

    def recover(self, aside: Path) -> str:
        """Take in what can be read of a damaged file that was set aside; a sentence for the user."""
        backups = maintenance.copies_of(self.path)
        backup = backups[-1] if backups else None
        with self._writing() as db:
            read, more = recovery.into(self._books(db), aside, backup)
            derived_rows.note_current(db)
        told_of_backup = f", and {more} more from the backup {backup.name}" if more and backup else ""
        return (
            f"{self.path}: the save file was damaged and is kept as {aside.name}. "
            f"{read} sessions could be read from it{told_of_backup}."
        )

    def check(self) -> list[str]:
        """Look through the whole file for damage; sentences, none if it is sound. Takes long."""
        with self._reading() as db:
            faults = maintenance.quick_check(db, self.path)
        if faults and not self.read_only:
            damage.mark(self.path)
        if not faults and self.unclean and not self.read_only:
            with self._writing() as db:
                lease.tidy(db, self.unclean)
            self.unclean = []
        return faults

    def health(self) -> list[str]:
        """What there is to say about the file: size, sessions, journal, backups, damage."""
        with self._reading() as db:
            return maintenance.health(db, self.path)

    def backup(self, path: Path) -> None:
        """Write a whole copy of the save file to a path where there is none. Raises SaveError."""
        with self._reading() as db:
            maintenance.backup(db, path)


@dataclass
class Opened:
    """A save file, and what its user must be told."""

    store: Store
    notices: list[str] = field(default_factory=list)


def open_store(
    path: Path, catalogue: Catalogue, *, read_only: bool = False, patience: float = PATIENCE
) -> Opened:
    """Open the save file; it is made if there is none. Raises SaveError.

    A damaged file is set aside and what can be read of it recovered; one that can't be written, or
    comes from a newer version, is opened read-only. `notices` say so. `patience`: seconds to wait
    for another program.
    """
    store, notices = _open(path, catalogue, read_only=read_only, patience=patience)
    if store.unclean and path.stat().st_size <= SMALL and store.check():
        store.close()
        store, notices = _open(path, catalogue, read_only=read_only, patience=patience)
    if not store.read_only:
        try:
            notices += [told] if (told := store.catch_up()) else []
        except SaveError as error:
            notices.append(str(error))  # what there is can be looked at and played on
    return Opened(store, notices)


def _open(path: Path, catalogue: Catalogue, *, read_only: bool, patience: float) -> tuple[Store, list[str]]:
    connected = connect(path, read_only=read_only, patience=patience)
    try:
        store = Store(path, catalogue, connected)
    except Damaged:
        connected = connect(path, read_only=read_only, patience=patience)
        store = Store(path, catalogue, connected)
    if connected.salvage is not None:
        try:
            connected.notices.append(store.recover(connected.salvage))
        except SaveError:
            store.close()
            damage.put_back(connected.salvage, path)
            raise
    return store, connected.notices
