"""Functions of the list of sessions that read and write the save file and other files, in a thread.

They raise `SaveError` or `BadFile`, or return what to show.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tui_arena.config import BadFile, Paths
from tui_arena.data import Catalogue, demo_files
from tui_arena.save.exchange.session_files import ImportResult, import_session, read_file, read_session
from tui_arena.save.queries import SessionRow
from tui_arena.save.store import Store
from tui_arena.ui.exports import export_to
from tui_arena.ui.sessions.presenter import Demo

SHOWN = 3
"""The most faults, and the most remarks, shown after one import."""


def delete_rows(store: Store, rows: Sequence[SessionRow]) -> int:
    """Delete sessions that no other window plays; returns how many were kept. Raises SaveError."""
    free = [r.id for r in rows if r.result != "unfinished" or store.lease(r.id)]
    store.delete(free)
    return len(rows) - len(free)


def export_rows(
    store: Store, catalogue: Catalogue, paths: Paths, rows: Sequence[SessionRow], form: str
) -> Path:
    """Write sessions to a new file, unfinished ones without what is hidden from the table.

    Raises SaveError, BadFile.
    """
    sessions = [store.load(row.id) for row in rows]
    return export_to(paths, [(s, catalogue.game(s.game)) for s in sessions], form)


def import_path(store: Store, catalogue: Catalogue, line: str) -> tuple[list[str], list[str]]:
    """Import the sessions of a file; returns sentences on faults, and sentences on what was imported.

    Raises SaveError.
    """
    taken: list[ImportResult] = []
    faults: list[str] = []
    for found in read_file(str(Path(line).expanduser()), catalogue):
        if isinstance(found, str):
            faults.append(found)
        else:
            taken.append(import_session(store, found))
    told = [remark for one in taken for remark in one.remarks][:SHOWN]
    new = sum(one.how == "imported" for one in taken)
    if taken:
        told.append(f"{new} imported, {len(taken) - new} there already.")
    return faults[:SHOWN], told


def read_demos(catalogue: Catalogue) -> list[Demo]:
    """The shipped demos that can be read, by title."""
    found = []
    for path in demo_files():
        try:
            one = read_session(path, catalogue)
        except BadFile:
            continue
        extra, variant = one.session.extra, one.session.setup.options.get(one.info.variant or "", "")
        title, about = str(extra.get("title") or path.stem), str(extra.get("about") or "")
        result = one.play.outcome().result
        found.append(Demo(path, title, about, f"{one.info.title} {variant}".strip(), result))
    return sorted(found, key=lambda demo: demo.title)
