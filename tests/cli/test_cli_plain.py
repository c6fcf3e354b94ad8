"""`play --plain`: a table as plain lines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.started import Started
from tui_arena.cli.plain import wanted
from tui_arena.config import HOME_VARIABLE


def test_a_game_is_read_aloud_to_its_end(run: Command) -> None:
    typed = ["crane", "zzzzz", "/facts", "/hint", "/nonsense", "plumb", "/undo", "silty", "/give up"]
    ran = run("play", "wordle", "--plain", "--seed", "4", stdin="".join(f"{line}\n" for line in typed))
    out = ran.out
    assert (ran.status, ran.err) == (0, "")
    assert (
        "1. You: CRANE: C in place, R not in the word, A not in the word, N not in the word, E not in the word"
        in out
    )
    assert "ZZZZZ isn't a word I know. Try another, it's free." in out
    assert "Commands: /hint" in out
    assert "That's it! Nobody won. It was could." in out
    assert "\x1b" not in out
    told = [line.split(". ")[0] for line in out.replace("word: ", "\n").splitlines()]
    assert [n for n in told if n.isdecimal()] == ["1", "2", "3", "4"], "what was taken back keeps its number"


@pytest.mark.parametrize("game", ["entity", "akinator", "taboo", "bluffing", "connections"])
def test_every_game_can_be_left_at_the_end_of_the_input(run: Command, game: str) -> None:
    ran = run("play", game, "--plain", "--seed", "4")
    assert (ran.status, ran.err) == (0, "")
    assert "Everything is saved" in ran.out


def test_ways_are_picked_by_number_or_name(run: Command) -> None:
    ran = run("play", "bluffing", "--plain", "--seed", "4", stdin="9\nit is made up\n")
    assert ran.status == 0
    assert "Type a number from 1 to 3." in ran.out
    assert "That's it!" in ran.out


def test_what_is_not_one_question_for_yes_or_no_costs_nothing_unless_it_is_said_again(run: Command) -> None:
    lines = (
        "is it alive or dead?\nam I close?\nis it alive?\nis it a living thing?\nam I close?\nam I close?\n"
    )
    out = run("play", "entity", "--plain", "--seed", "4", stdin=lines).out
    again = "Type it again to ask anyway."
    for why in (
        "One or the other? Ask one at a time.",
        "That's not a question about it, so it's free.",
        "You asked that already: ",
    ):
        assert why in out
    assert out.count(again) == 4
    told = [
        line.partition(" ")[2]
        for line in out.replace("your answer: ", "\n").splitlines()
        if line[:1].isdigit()
    ]
    assert [line for line in told if line.startswith("You: ")] == ["You: is it alive?", "You: am I close?"]


def test_two_people_hand_over_and_nothing_secret_stays_in_sight(run: Command) -> None:
    seats = ("--seat", "setter=human:Ada", "--seat", "guesser=human:Ben")
    ran = run("play", "wordle", "--plain", *seats, stdin="plumb\n\nplumb\n")
    assert ran.status == 0
    out = ran.out
    assert "Ben, it's your turn. Press Enter when you're here." in out
    before, after = out.split("Ben, it's your turn.")
    assert "plumb" not in before.casefold()
    assert "Ben won. It was plumb." in after


def test_a_dumb_terminal_or_a_wish_chooses_lines_by_itself(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACCESSIBLE", "0")
    monkeypatch.setenv("TERM", "dumb")
    assert run("play", "wordle").out.startswith("Wordle: you find the word in six.")
    monkeypatch.setenv("TERM", "xterm")
    assert run("play", "wordle").status == 2, "without a terminal the app does not open"
    assert [wanted(one) for one in ({"ACCESSIBLE": "1"}, {"ACCESSIBLE": "0"}, {"TERM": "xterm"})] == [
        True,
        False,
        False,
    ]


def test_ctrl_c_leaves_at_once_and_what_was_played_is_kept(tmp_path: Path, run: Command) -> None:
    with Started(
        *("play", "wordle", "--plain", "--seed", "4"),
        environment={**os.environ, HOME_VARIABLE: str(tmp_path)},
        stdin=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("crane\n")
        process.stdin.flush()
        while "You: CRANE" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    listed = run("sessions", "--data-dir", str(tmp_path), "--json").json
    assert [one["result"] for one in listed["sessions"]] == ["unfinished"]


def test_a_blind_table_is_read_aloud_by_letters_and_named_at_the_end(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_arena.table.playback.pause", lambda _seed, _ask: 0.0)
    seats = ("--seat", "setter=bot:hard", "--seat", "guesser=human:Ada")
    blind = ("play", "wordle", "--blind", "--plain", "--set", "variant=clue", "--seed", "4", *seats)
    left = run(*blind, stdin="crane\n")
    assert "At the table: " in left.out
    assert "guesser: Ada" not in left.out.replace("Ada: guesser", "")
    assert "bot" not in left.out
    listed = json.loads(run("sessions", "--json").out)
    [row] = listed["sessions"]
    assert sorted(row["players"].values()) == ["A", "B"]
    for told in (run("show", row["id"]).out, run("sessions").out, run("export", row["id"]).out):
        assert "Ada" not in told
        assert "bot" not in told
    assert "Ada" in run("show", row["id"], "--secrets").out, "its secrets are asked for"
    over = run(*blind, stdin="/give up\n")
    assert "Masks off: " in over.out
    assert "was Ada" in over.out
    assert "(bot hard)" in over.out
