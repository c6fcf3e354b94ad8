"""Sessions of a file into the save file.

Law: a session that is there already is skipped; one whose id another session has gets a new id; both
are said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tui_arena.save.exchange import Incoming, same, to_store
from tui_arena.save.store import Store, new_id

SHOWN = 3
"""Differences of one session that are told."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one session of a file."""

    how: Literal["imported", "skipped"]
    id: str
    """Its id in the save file."""
    remarks: tuple[str, ...] = ()
    """Sentences about what was dropped, changed or differs."""


def take_in(store: Store, found: Incoming, *, demo: bool = False) -> Taken:
    """Save one session of a file; raises SaveError."""
    session, own = to_store(found), found.session.id
    remarks = [str(found.dropped)] if found.dropped else []
    remarks += [*found.notes, *(f"differs: {difference}" for difference in found.differences[:SHOWN])]
    if own and store.holds(own):
        if same(store.load(own), session):
            return Taken("skipped", own, (f"{own} is there with the same set-up and replies",))
        session = replace(session, id=new_id())
        remarks.insert(0, f"its id {own} belongs to another session, so it got a new one")
    elif not own:
        session = replace(session, id=new_id())
        remarks.insert(0, "it had no id")
    store.save(session, imported=not demo, demo=demo)
    return Taken("imported", session.id, tuple(remarks))
