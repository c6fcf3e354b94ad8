"""The statement is a move, so no set-up holds a secret: not in repetitions, and not of older files."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.cli.conftest import Command, home, run
from tests.save.sessions import GOLDEN
from tests.tables import each
from tui_arena.data import Catalogue
from tui_arena.save.exchange.session_files import read_document
from tui_arena.save.store import open_store

__all__ = ["home", "run"]
EARLY = json.loads(next(path for path in GOLDEN if path.name == "bluffing_early.json").read_text())
TRUTH = str(EARLY["session"]["events"][0]["text"]).partition("|")[0].strip()
OTHER = {"true": "false", "false": "true"}[TRUTH]


def early(**secret: Any) -> dict[str, Any]:
    session = json.loads(json.dumps(EARLY["session"]))
    session["setup"]["secret"] = secret
    return dict(session)


@each((OTHER, ["setup.secret.truth"]), (TRUTH, []))
def test_a_file_that_contradicts_its_own_statement_is_told_and_mended(
    said: str, differences: list[str]
) -> None:
    found = read_document(early(truth=said), "old.json", Catalogue())
    assert [one.place for one in found.differences] == differences
    assert found.session.setup.secret is None


def test_score_strict_fails_on_it(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_text(json.dumps(early(truth=OTHER)))
    ran = run("score", str(path), "--strict")
    assert ran.status == 1
    assert f"setup.secret.truth is {OTHER!r} in the file, but was computed as {TRUTH!r}" in ran.out


def test_a_session_saved_by_an_older_version_is_mended_as_it_is_read(run: Command, home: Path) -> None:
    run("run", "bluffing", "--seed", "3", "--json")
    with closing(sqlite3.connect(home / "arena.db")) as db, db:
        sql = "UPDATE header SET body = json_set(body, '$.setup.secret', json(?))"
        db.execute(sql, (json.dumps({"truth": "perhaps"}),))
    store = open_store(home / "arena.db", Catalogue()).store
    (row,) = store.sessions()
    assert store.load(row.id).setup.secret is None
    store.close()
