"""`tui-arena challenge`, and codes in the place of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command, exported
from tests.cli.test_cli_dealing import saved
from tests.save.making import started
from tests.save.sessions import CATALOGUE
from tui_arena.core.challenge import is_code
from tui_arena.save.summary import FLAGS

SHORT = 14


def code(run: Command, *arguments: str) -> str:
    """The code that a command prints alone on its line."""
    ran = run("challenge", *arguments)
    assert ran.status == 0, ran.err
    (line,) = ran.out.splitlines()
    assert is_code(line)
    return line


def test_a_session_played_elsewhere_is_the_same_game(
    run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run("run", "wordle", "--seed", "3", "--seat", "guesser=bot:hard")
    (first,) = exported(run)
    sent = code(run, first["id"])
    assert first["setup"]["secret"]["word"] not in sent.casefold()
    assert run("challenge", sent).err.startswith("Wordle, as bot hard played it, with every move.")
    monkeypatch.setenv("TUI_ARENA_HOME", str(tmp_path / "elsewhere"))
    ran = run("run", sent, "--seat", "guesser=bot:easy")
    assert ran.status == 0, ran.err
    (second,) = exported(run)
    assert second["setup"]["secret"] == first["setup"]["secret"]
    assert second["setup"]["challenge"] == sent
    back = code(run, second["id"][:20])
    assert back != sent
    assert run("challenge", back, "--json").json["puzzle"] == run("challenge", sent, "--json").json["puzzle"]


def test_a_week_has_seven_codes(run: Command) -> None:
    ran = run("challenge", "week", "wordle", "taboo")
    rows = [line.split() for line in ran.out.splitlines()]
    assert [row[1] for row in rows] == ["Wordle", "Taboo"] * 3 + ["Wordle"]
    assert len({row[-1] for row in rows}) == 7
    assert all(len(row[-1]) == SHORT for row in rows)
    ran = run("run", rows[1][-1])
    assert ran.status == 0
    assert ran.out.startswith("Taboo: 1 session")


def test_the_shelf_is_listed(run: Command) -> None:
    rows = run("challenge", "shelf", "--json").json
    assert {row["game"] for row in rows} == {"entity"}
    assert run("challenge", rows[0]["code"]).status == 0


def test_who_sent_a_word_of_their_own_knows_it(run: Command, home: Path) -> None:
    sent = code(run, "wordle", "--own", "crane", "--from", "Ada")
    assert "crane" not in sent.casefold()
    ran = run("run", sent, "--seat", "guesser=bot:hard")
    assert ran.status == 0
    (session,) = exported(run)
    assert session["setup"]["secret"] == {"word": "crane"}
    assert "known" not in session["setup"], "a bot remembers nothing"
    assert "known" in FLAGS
    assert home.exists()


def test_a_code_says_what_is_played_alone(run: Command) -> None:
    sent = code(run, "wordle")
    for more in (("--set", "hard=on"), ("--seed", "3"), ("--deck", "wordle"), ("--sessions", "2")):
        ran = run("run", sent, *more)
        assert ran.status == 2
        assert "challenge" in ran.complaint


def test_a_run_of_a_challenge_goes_on_where_it_stopped(run: Command) -> None:
    sent = code(run, "wordle")
    first = run("run", sent, "--repetitions", "3", "--json").json
    assert len({row["setup"]["seed"] for row in exported(run)}) == 1
    again = run("run", "wordle", "--resume", first["run"], "--json")
    assert again.status == 0, again.err
    assert [one["id"] for one in again.json["sessions"]] == [one["id"] for one in first["sessions"]]


def test_an_open_game_is_not_given_away(run: Command, home: Path) -> None:
    sent = code(run, "wordle")
    session = started(CATALOGUE, seed=5, extra={"challenge": sent, "known": ["guesser"]})
    with saved(home) as store:
        store.save(session)
    ran = run("challenge", session.id)
    assert (ran.status, "isn't over" in ran.complaint) == (2, True)
    assert sent not in run("export", session.id).out
    assert sent not in run("show", session.id).out
    assert sent in run("export", session.id, "--secrets").out
