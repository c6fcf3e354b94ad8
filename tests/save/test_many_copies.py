"""The big files of the benchmarks hold the sums that the program would have written."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.bench_store import build
from tests.benchmarks.many_copies import multiplied
from tests.save.sessions import CATALOGUE
from tui_arena.save.connect import plain
from tui_arena.save.rollup import derived_rows
from tui_arena.save.rollup.items import change_items
from tui_arena.save.rollup.sums import Rollup
from tui_arena.save.store import open_store

SUMS = {
    "rollup": "SELECT k.run || k.name || k.grp || k.setting || k.flags || k.partner || k.repetition, period, cells",
    "rollup_item": "SELECT game, grp, kind, name, condition, item, sessions, won, sums",
    "rollup_part": "SELECT k.name || k.grp || k.setting || k.flags, item, sessions, won, sums",
    "rollup_moments": "SELECT game, grp, kind, name, condition, moments",
}


def plain_sums(values: Any) -> str:
    """Sums as a text: in the order of names, and without the zeros that may end a row."""
    while isinstance(values, list) and values[-1:] == [0]:
        values.pop()
    return json.dumps(values, sort_keys=True)


def sums(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows of the roll-ups, whatever the numbers of their keys."""
    with closing(plain(path)) as db:
        return {
            table: sorted(
                (*row[:-1], plain_sums(json.loads(row[-1])))
                for row in db.execute(
                    f"{sql} FROM {table} t{'' if 'k.' not in sql else ' JOIN rollup_key k ON k.k = t.k'}"
                )
            )
            for table, sql in SUMS.items()
        }


@pytest.mark.thorough
def test_copies_are_added_up_as_the_program_adds_them_up(tmp_path: Path) -> None:
    small, path = tmp_path / "small.db", tmp_path / "many.db"
    build(small, CATALOGUE, 30)
    multiplied(small, path, CATALOGUE, times=4, secrets=2300)
    store = open_store(path, CATALOGUE).store
    assert len(store.sessions()) == 100
    assert store.check() == []
    before = sums(path)
    with store._writing() as db:
        for table in SUMS:
            db.execute(f"DELETE FROM {table}")
        rollup = Rollup()
        numbers = [n for (n,) in db.execute("SELECT n FROM session")]
        assert len(numbers) == 160
        for n in numbers:
            added = derived_rows.added(db, n)
            assert added is not None
            rollup.change(db, added.day, [], added.rows)
            change_items(db, rollup, added.day, [], added.items)
    store.close()
    assert sums(path) == before
