"""`import` and `score` name every fault of a file, take in what is good, and refuse what is no session at once."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.save.sessions import won
from tests.save.unreadable import empty_event
from tests.thorough import sampled
from tui_arena.save.exchange import schema

BAD = 30
MB = 1024 * 1024


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    """A file with a good session at each end and bad lines between."""
    lines = [json.dumps(won() | {"id": "first"}), *["{"] * BAD, json.dumps(won() | {"id": "last"})]
    path = tmp_path / "mixed.jsonl"
    path.write_text("\n".join(lines))
    return str(path)


@pytest.mark.parametrize("command", ["import", "score"])
def test_every_fault_is_named(run: Command, mixed: str, tmp_path: Path, command: str) -> None:
    out = tmp_path / "faults.txt"
    ran = run(command, mixed, "--json", "--faults", str(out))
    assert ran.status == 2
    assert [one["id"] for one in ran.json["sessions"]] == ["first", "last"]
    assert len(ran.json["faults"]) == BAD
    assert ran.json["faults"][0].startswith(f"{mixed} line 2: not JSON (")
    assert out.read_text().splitlines() == ran.json["faults"]
    assert len(ran.err.splitlines()) == 21
    assert "10 more sessions can't be used" in ran.err


def test_without_a_place_for_them_the_rest_is_counted(run: Command, mixed: str) -> None:
    ran = run("import", mixed)
    assert ran.out.endswith("2 imported, 30 bad\n")
    assert ran.err.endswith("10 more sessions can't be used; --faults FILE and --json name all\n")


@pytest.mark.parametrize("name", sampled(["x.json", "x.jsonl"], 3))
@pytest.mark.parametrize(
    ("signs", "why"),
    [
        (b"\n", "more than 256 KB of blank space"),
        (b" ", "more than 256 KB of blank space"),
        (b" \n", "more than 256 KB of blank space"),
        (b"[", "more than 20 MB; no session is that long"),
        (b"{", "more than 20 MB; no session is that long"),
    ],
)
def test_megabytes_of_nothing_are_no_session(
    run: Command, tmp_path: Path, name: str, signs: bytes, why: str
) -> None:
    path = tmp_path / name
    path.write_bytes(signs * (25 * MB // len(signs)))
    for command in ("import", "score"):
        ran = run(command, str(path))
        assert ran.status == 2
        assert why in ran.complaint


def test_blanks_behind_a_session_end_the_file(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(json.dumps(won()).encode() + b"\n" * 3 * MB + json.dumps(won()).encode())
    ran = run("import", str(path))
    assert (ran.status, "1 imported, 1 bad" in ran.out) == (2, True)
    assert "KB of blank space at line " in ran.complaint


def test_lines_that_are_no_sessions_end_a_file(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MAX_BAD", 50)
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(won()) + "\n[" * 1000)
    ran = run("import", str(path), "--json")
    assert len(ran.json["sessions"]) == 1
    assert len(ran.json["faults"]) == 51
    assert ran.json["faults"][-1] == f"{path}: 50 lines aren't sessions; everything after line 51 is ignored"


@pytest.mark.parametrize("command", ["import", "score"])
def test_a_pipe_that_nobody_writes_to_is_told(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(schema, "PATIENCE", 0.01)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ran = run(command, str(pipe))
    assert ran.status == 2
    assert ran.complaint.startswith(f"{pipe}: is a pipe that nothing writes to; name a session file")


def test_a_pipe_that_somebody_writes_to_is_read(run: Command, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(json.dumps(won()),))
    writer.start()
    ran = run("score", str(pipe), "--json")
    writer.join()
    assert (ran.status, [one["id"] for one in ran.json["sessions"]]) == (0, ["one"])


def test_an_id_of_a_session_that_cannot_be_read_is_taken(run: Command, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(won()))
    run("import", str(path))

    empty_event(home / "arena.db", "one")
    ran = run("import", str(path), "--json")
    assert ran.status == 0
    assert ran.json["imported"] == 1
    assert ran.json["sessions"][0]["remarks"][0].startswith("its id one belongs to another session")
