"""Runs are found again: by the id that they print first, in the list of runs, and where a wrong id is given."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Command, change, stopped_midway
from tests.cli.test_cli_unreadable import EMPTY_EVENT
from tests.started import Started
from tui_arena import __version__
from tui_arena.batch.history import note_beginning, past_runs
from tui_arena.config.process import command_line, origin
from tui_arena.data import Catalogue
from tui_arena.save.store import Piece, Store, open_store

SESSIONS = 120


def killed() -> str:
    """Kill a run process after some of its sessions; returns the id that it printed first."""
    arguments = ["run", "wordle", "--seed", "5", "--sessions", str(SESSIONS), "--concurrency", "1", "--json"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with Started(*arguments, environment=environment, stdout=subprocess.DEVNULL) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        assert f" of {SESSIONS} sessions" in process.stderr.readline()
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    found = re.fullmatch(r"run (\w{26}); if it's interrupted: tui-arena run wordle --resume \1\n", first)
    assert found, first
    return found[1]


@pytest.mark.thorough
def test_a_killed_run_is_found_and_gone_on_with(run: Command) -> None:
    run_id = killed()
    (one,) = run("runs", "--json").json["runs"]
    assert (one["run"], one["game"], one["state"]) == (run_id, "wordle", "killed")
    assert (one["sessions"], one["ended"]) == (SESSIONS, None)
    assert 0 < one["left"] < SESSIONS
    assert one["done"] + one["left"] == SESSIONS
    assert one["to_go_on"] == f"tui-arena run wordle --resume {run_id}"
    listed = run("runs").out
    assert "killed" in listed
    assert f"  {one['to_go_on']}\n" in listed

    wrong = run("run", "wordle", "--resume", "nobody")
    assert wrong.status == 2
    assert f"unfinished runs: {run_id} (wordle, {one['left']} of {SESSIONS} left)" in wrong.complaint

    went_on = run("run", "wordle", "--resume", run_id, "--json")
    assert (went_on.status, len(went_on.json["sessions"])) == (0, SESSIONS)
    done = run("runs", run_id[:20], "--json").json
    assert (done["state"], done["left"], done["to_go_on"]) == ("done", 0, None)
    assert done["began"] == one["began"] < done["ended"]
    assert len(done["played"]) == SESSIONS
    assert done["settings"]["seed"] == 5
    first, second = done["made"]  # the process that was killed, and this one
    assert first == one["made"][0]
    assert first["program"] == second["program"] == __version__
    assert first["command"] == f"run wordle --seed 5 --sessions {SESSIONS} --concurrency 1 --json"
    assert second["command"] is None, "this process is no command of ours"
    exported = run("export", "--run", run_id, "--format", "jsonl").out.splitlines()
    commands = {json.loads(one)["made"].get("command") for one in exported}
    assert commands == {first["command"], None}, "each session names the command that began it"


def test_a_run_that_is_killed_after_its_last_session_is_done(home: Path, run: Command) -> None:
    assert run("run", "wordle", "--seed", "5", "--sessions", "1").status == 0
    with closing(open_store(home / "arena.db", Catalogue()).store) as store:
        note_beginning(past_runs(store)[0][0].run, store)
        assert past_runs(store)[0][0].state == "running"
    (one,) = run("runs", "--json").json["runs"]
    assert (one["state"], one["left"], one["ended"]) == ("done", 0, None)


def test_no_key_stays_in_a_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "sk-canary-0123456789abcdef"
    monkeypatch.setattr(sys, "argv", ["/usr/bin/tui-arena", "run", "wordle", "--set", f"x={key}"])
    made = origin(command_line())
    assert made.command is not None
    assert key not in made.command
    assert made.command.startswith("run wordle --set ")


def test_no_runs_and_none_unfinished(run: Command) -> None:
    assert run("runs").out == "no runs yet; play the first with `tui-arena run wordle --sessions 10`\n"
    assert run("runs", "--json").json == {"runs": []}
    ran = run("runs", "x")
    assert (ran.status, ran.out) == (2, "")
    assert "there are no unfinished runs; `tui-arena runs` lists all runs" in ran.complaint


def test_an_interrupted_run_and_the_runs_of_a_sweep(run: Command) -> None:
    line = ["run", "wordle", "--seed", "5", "--sessions", "12", "--concurrency", "1"]
    stopped_midway(run, *line, "--json")
    swept = run(*line[:-4], "--sessions", "1", "--over", "max_guesses=5,6", "--json").json
    second, first, cut = run("runs", "--json").json["runs"]
    assert (cut["state"], cut["over"]) == ("interrupted", None)
    assert cut["left"] > 0
    assert {first["over"], second["over"]} == {swept["over"]["id"]}
    assert [one["state"] for one in (first, second)] == ["done", "done"]
    assert {one["options"]["max_guesses"] for one in (first, second)} == {5, 6}
    shown = run("runs", cut["run"]).out
    assert cut["to_go_on"] in shown
    assert "interrupted" in shown


def test_a_note_that_cannot_be_read_costs_no_other(run: Command, home: Path) -> None:
    made = run("run", "wordle", "--seed", "5", "--json").json["run"]
    no_text = "CAST(X'7B22806122' AS TEXT)"  # a byte that is no UTF-8
    change(
        home,
        "INSERT INTO meta VALUES ('run:broken', '[')",
        f"INSERT OR REPLACE INTO meta VALUES ('ran:{made}', {no_text})",
    )
    ran = run("runs", "--json")
    assert ran.status == 1
    assert [(one["run"], one["state"]) for one in ran.json["runs"]] == [(made, "done")]
    assert ran.complaint.startswith("the saved data of the run 'broken' can't be read (")
    assert run("run", "wordle", "--resume", "broken").complaint == ran.complaint


def test_a_session_that_cannot_be_read_is_played_anew(run: Command, home: Path) -> None:
    made = run("run", "wordle", "--seed", "5", "--sessions", "3", "--json").json
    spoiled = made["sessions"][1]["id"]
    change(home, EMPTY_EVENT.format(spoiled))
    ran = run("run", "wordle", "--resume", made["run"], "--json")
    assert ran.status == 1
    assert f"session {spoiled} can't be read: event " in ran.err
    assert [one["metrics"] for one in ran.json["sessions"]] == [one["metrics"] for one in made["sessions"]]
    assert spoiled not in {one["id"] for one in ran.json["sessions"]}


@pytest.mark.skipif(os.name == "nt", reason="Windows cuts off no file that is open")
def test_a_run_whose_save_file_is_cut_off_says_what_was_saved(
    run: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add, saved = Store.add, []

    def cut_off(store: Store, pieces: Sequence[Piece]) -> None:
        add(store, pieces)
        saved.append(1)
        if len(saved) == 2:
            os.truncate(store.path, store.path.stat().st_size // 2)

    monkeypatch.setattr(Store, "add", cut_off)
    ran = run("run", "wordle", "--seed", "5", "--sessions", "6", "--workers", "1")
    assert ran.status == 2
    assert "the save file was truncated while it was open, so nothing more is saved" in ran.err
    found = re.search(r"the run was stopped: (\d) of 6 sessions had been finished and saved", ran.err)
    assert found
    monkeypatch.setattr(Store, "add", add)
    listed = run("sessions")
    assert f"{found[1]} sessions recovered." in listed.err
    (resume,) = re.findall(r"--resume (\w+)", ran.err)[:1]
    assert run("run", "wordle", "--resume", resume, "--json").json["sessions"][5]
