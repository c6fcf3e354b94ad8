"""What the commands refuse: one line of complaint that says what is wrong, status 2, and nothing written or asked.

`refusals.tsv` has a row for each: what there is beforehand, the command line, and what its complaint says. Paths
in it are of an empty folder; `{file}` is a file of a model there.
"""

from __future__ import annotations

import csv
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Command, write_models
from tests.cli.test_cli_branching import imported
from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tui_arena.config import Paths
from tui_arena.config.keys import KEY_VARIABLES
from tui_arena.save.store import open_store

with Path(__file__).with_name("refusals.tsv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
BEFOREHAND = ("nothing", "a save file", "models", "models and a save file", "sessions")


def put_there(what: str, home: Path, run: Command, folder: Path, stub: StubServer) -> None:
    """Bring about what there is beforehand."""
    (folder / "my model.gguf").write_bytes(b"GGUF, or so it says")
    if what.endswith("a save file"):
        open_store(Paths.find(home).save_file, CATALOGUE).store.close()
    if what.startswith("models"):
        path = write_models(home, stub, fair="ok", keyless={"model": "ok", "key_env": "NO_SUCH_KEY"})
        path.write_text(path.read_text() + '[model.lost]\ngguf = "/nowhere/model.gguf"\n')
    elif what == "sessions":
        write_models(home, stub, locked="401")
        imported(run, folder)


def files(home: Path) -> set[Path]:
    return {path for path in home.rglob("*") if not path.name.startswith("arena.db-")}


def wrong(run: Command, home: Path, row: Sequence[str]) -> str:
    """What is wrong with how a row is refused; empty if nothing is."""
    _, line, says = row
    before = files(home)
    ran = run(*shlex.split(line.replace("{file}", "'my model.gguf'")))
    if (ran.status, ran.out) != (2, "") or says not in ran.complaint:
        return f"{line}: {ran.status}, {ran.out!r}, {ran.err!r}; it should say {says!r}"
    return "" if files(home) == before else f"{line}: wrote {files(home) - before}"


@pytest.mark.parametrize("there", BEFOREHAND)
def test_what_can_not_be_done_is_one_line_and_writes_nothing(
    there: str, run: Command, tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in KEY_VARIABLES.values():
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("tui_arena.players.models.registry.brought", dict)
    home, folder = tmp_path / "home", tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    put_there(there, home, run, folder, stub)
    rows = [row for row in ROWS if row[0] == there]
    assert rows
    assert [fault for row in rows if (fault := wrong(run, home, row))] == []
    assert stub.requests == []
