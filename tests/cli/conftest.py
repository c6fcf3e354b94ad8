"""The command line, called as a user calls it."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from tests import started
from tests.save.sessions import CATALOGUE, won
from tests.stub_server import StubServer
from tui_arena.__main__ import main
from tui_arena.batch.playing import Batch
from tui_arena.config import HOME_VARIABLE
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.save.store import open_store


@dataclass(frozen=True)
class Ran:
    """The result of a command."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line on stderr of a command that failed."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("tui-arena: ")
        return lines[0].removeprefix("tui-arena: ")


Command = Callable[..., Ran]


def stopped_midway(run: Command, *arguments: str) -> Ran:
    """Run a command that plays sessions, and press ctrl+c when four of them are over."""
    earlier = Batch._played

    def played(batch: Batch, session: Session, play: Play[Any]) -> Any:
        if batch.over == 4:
            signal.raise_signal(signal.SIGINT)
        return earlier(batch, session, play)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Batch, "_played", played)
        ran = run(*arguments)
    assert ran.status == 130, ran.err
    return ran


def exported(run: Command, *more: str, which: tuple[str, ...] = ("--all",)) -> list[dict[str, Any]]:
    """Saved sessions as they are exported."""
    lines = run("export", *which, "--format", "jsonl", *more).out.splitlines()
    return [json.loads(line) for line in lines]


def flat(run: Command, *which: str) -> list[dict[str, str]]:
    """Saved sessions as rows of the flat table."""
    return list(csv.DictReader(io.StringIO(run("export", *which, "--format", "flat").out)))


def take_in(run: Command, folder: Path, *documents: Any) -> None:
    """Import sessions from a file in a folder."""
    path = folder / "documents.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in documents))
    ran = run("import", str(path))
    assert ran.status == 0, ran.err


def keep(home: Path, sessions: Iterable[Session]) -> None:
    """Save sessions in the save file."""
    with closing(open_store(home / "arena.db", CATALOGUE).store) as store:
        for one in sessions:
            store.save(one)


def change(home: Path, *statements: str) -> None:
    """Change the save file as no command does."""
    with closing(sqlite3.connect(home / "arena.db")) as db, db:
        for one in statements:
            db.execute(one)


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter of its own."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate folder for save file and settings."""
    folder = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    return folder


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command in this process."""

    def call(*arguments: str, stdin: str | bytes = "") -> Ran:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        capsys.readouterr()
        status = main(arguments)
        heard = capsys.readouterr()
        assert "Traceback" not in heard.err
        return Ran(status, heard.out, heard.err)

    return call


@pytest.fixture
def process(home: Path) -> Command:
    """Run a command in a separate process."""

    def call(*arguments: str, **environment: str) -> Ran:
        done = started.ran(*arguments, environment={**os.environ, **environment})
        assert "Traceback" not in done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    return call


PRICED = {"input_price": 50.0, "output_price": 0.0}


def write_models(home: Path, stub: StubServer, **models: str | dict[str, Any]) -> Path:
    """Configure models of a stub server: by name how each behaves, or what else its entry says."""
    entries = {
        name: {"base_url": stub.url, **(said if isinstance(said, dict) else {"model": said})}
        for name, said in models.items()
    }
    path = home / "config" / "models.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(tomli_w.dumps({"model": entries}))
    return path


@pytest.fixture
def session_file(tmp_path: Path) -> Callable[..., str]:
    """Writes the short won session, with changes, to a file."""

    def make(name: str = "one.json", **changes: Any) -> str:
        path = tmp_path / name
        path.write_text(json.dumps(won() | changes))
        return str(path)

    return make


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., str]:
    """Writes a script player's file and gives the PLAYER text for it."""

    def make(*replies: tuple[str, str], name: str = "script") -> str:
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps({"ask": ask, "text": text}) + "\n" for ask, text in replies))
        return f"script:{path}"

    return make
