"""Hostile arguments and files: one line of error, no control characters, nothing lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.attacks import ALL, acts, shown
from tests.cli.conftest import Command
from tests.thorough import sampled

ARGUMENTS = [a for a in ALL if "\0" not in a and "\ud800" not in a]


@pytest.mark.parametrize("attack", sampled(ARGUMENTS, 5), ids=shown)
def test_no_argument_acts_on_a_terminal(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: str
) -> None:
    monkeypatch.chdir(tmp_path)
    run("run", "wordle")
    for line in (
        ["run", "wordle", "--set", f"variant={attack}"],
        ["run", "wordle", "--set", f"{attack}=1"],
        ["run", "wordle", "--seat", f"{attack}=bot"],
        ["run", "wordle", "--seat", f"guesser={attack}"],
        ["run", "wordle", "--seat", f"guesser=script:{attack}"],
        ["run", "wordle", f"--preset={attack}"],
        ["run", "wordle", f"--deck={attack}"],
        ["run", "wordle", f"--seed={attack}"],
        ["run", "wordle", f"--budget={attack}"],
        ["run", "wordle", f"--prompts={attack}"],
        ["run", "wordle", f"--resume={attack}"],
        ["stats", f"--where={attack}=1"],
        ["stats", f"--since={attack}"],
        ["stats", f"--include={attack}"],
        ["sessions", f"--game={attack}"],
        ["show", "--", attack],
        ["score", "--", attack],
        ["restore", "--", attack],
        ["--", attack],
    ):
        ran = run(*line)
        assert ran.status in (0, 2), line
        assert ran.status == 0 or ran.complaint
        assert not acts(ran.out + ran.err), line
    for line in (["backup", "--", attack], ["export", "--all", f"--out={attack}"]):
        ran = run(*line)
        assert not acts(ran.out + ran.err), line


def test_a_seat_of_thousands_of_players_is_one_line(run: Command) -> None:
    ran = run("run", "wordle", "--seat", f"guesser={'any:' * 5000}bot")
    assert (ran.status, "any: can't contain another any:" in ran.complaint) == (2, True)


def test_an_export_goes_through_a_pipe_and_leaves_it(run: Command, tmp_path: Path) -> None:
    run("run", "wordle")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("export", "--all", "--format", "csv", "--out", str(pipe)).status == 0
        assert os.read(reader, 100).startswith(b"id,game,started")
    finally:
        os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize("line", ["games", "games --json", "doctor", "run wordle --deck none"])
def test_file_names_of_decks_do_not_act(run: Command, home: Path, line: str) -> None:
    (home / "config" / "decks").mkdir(parents=True)
    for i, attack in enumerate(ALL):
        if not set("/\0\ud800") & set(attack) and len(attack) < 100:
            (home / "config" / "decks" / f"{i}{attack}.tsv").write_text("word\ncrane\n")
    ran = run(*line.split())
    assert not acts(ran.out + ran.err)
