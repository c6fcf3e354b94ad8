"""Figures that follow the reading of questions are made anew in files that were saved by an earlier reading."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.save.test_rollup import derived
from tests.save.test_settings import CATALOGUE, old_file
from tests.thorough import sampled
from tui_arena.games.entity import metrics
from tui_arena.questions.reading import READING
from tui_arena.save import sessions
from tui_arena.save import store as module
from tui_arena.save.rollup import derived_rows
from tui_arena.save.rollup.derived_rows import READ
from tui_arena.save.store import Store, open_store

FIRST, SESSIONS = 11, 12
"""The number of the first session of Twenty Questions in the file, and how many of them there are."""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A file whose derived rows are by an earlier reading, and what they are by this one."""
    path = tmp_path_factory.mktemp("earlier") / "data" / "arena.db"
    old_file(path)
    earlier = {"redundant": lambda turn: "nothing new" if turn.turn == 3 and turn.answer == "yes" else ""}
    with closing(open_store(path, CATALOGUE).store) as store:
        anew = derived(store)
        with patch.dict(metrics.REVIEWED, earlier):
            store.rebuild()
        assert derived(store)["items"] != anew["items"]
        store.forget(READ)
    return path, anew


@pytest.fixture
def anew(saved: tuple[Path, dict[str, Any]], path: Path) -> dict[str, Any]:
    """The rows of that file by this reading; a copy of it is at the path."""
    path.parent.mkdir()
    shutil.copyfile(saved[0], path)
    return saved[1]


def noted(store: Store) -> str | None:
    return store.meta(READ)


@pytest.mark.parametrize("pages", sampled(range(SESSIONS + 1), 14, first=2, thorough=5))
@pytest.mark.thorough
def test_who_is_killed_while_it_is_made_anew_goes_on_from_there(
    path: Path, anew: dict[str, Any], pages: int
) -> None:
    command = [sys.executable, "-m", "tests.save.killed", str(path), str(pages), "reread"]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT value FROM meta WHERE key = ?", (READ,)).fetchall()
        assert found == ([(f"{READING} {FIRST + pages - 1}",)] if pages else [])
    opened = open_store(path, CATALOGUE)
    assert (derived(opened.store), noted(opened.store), opened.notices) == (anew, str(READING), [])
    opened.store.rebuild()
    assert (derived(opened.store), opened.store.check()) == (anew, [])


def test_only_sessions_with_another_figure_are_written(
    path: Path, anew: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_store(path, CATALOGUE, read_only=True).store) as store:
        before = derived(store)["metric"]
    others = [old[0] for old, new in zip(before, anew["metric"], strict=True) if old != new]
    assert 0 < len(others) < SESSIONS
    written: list[int] = []
    write = derived_rows.write

    def watched(db: Any, rollup: Any, header: Any, *args: Any, **kwargs: Any) -> None:
        written.append(header.n)
        write(db, rollup, header, *args, **kwargs)

    monkeypatch.setattr(derived_rows, "write", watched)
    open_store(path, CATALOGUE).store.close()
    open_store(path, CATALOGUE).store.close()
    assert written == others


def test_of_many_sessions_the_rest_is_made_anew_while_the_app_is_open(
    path: Path, anew: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("FEW", 2), ("PAUSE", 0)):
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(sessions, "REREAD", 1)
    opened = open_store(path, CATALOGUE)
    store = opened.store
    assert noted(store) == f"{READING} {FIRST + 1}"
    assert [f"some statistics of {SESSIONS - 2} sessions are out of date" in n for n in opened.notices] == [
        True
    ]
    store.go_on_rereading()
    thread = store._rereading._thread
    assert thread is not None
    thread.join(60)
    assert (derived(store), noted(store)) == (anew, str(READING))
    store.close()
    again = open_store(path, CATALOGUE)
    again.store.go_on_rereading()
    assert (again.notices, again.store._rereading._thread) == ([], None)


@pytest.mark.parametrize(
    ("note", "is_anew"),
    sampled(
        [
            (str(READING - 1), True),
            (f"{READING - 1} 9", True),
            ("x", True),
            (f"{READING} -1", True),
            (f"{READING} ", True),
            ("9" * 40, True),
            (str(READING), False),
            (str(READING + 1), False),
            (f"{READING + 1} 3", False),
        ],
        4,
    ),
)
def test_a_note_of_an_earlier_reading_or_an_odd_one_begins_anew(
    path: Path, anew: dict[str, Any], note: str, is_anew: bool
) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO meta VALUES (?, ?)", (READ, note))
    with closing(open_store(path, CATALOGUE).store) as store:
        assert (derived(store) == anew) is is_anew
