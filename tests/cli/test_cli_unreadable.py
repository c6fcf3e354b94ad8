"""Every command that goes over sessions leaves out those that can't be read, says why, and exits with 1."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Command, change, keep
from tests.save.making import started, won
from tests.save.sessions import CATALOGUE
from tests.save.unreadable import KINDS, spoil
from tests.tables import Cases

CASES = Cases(__file__)

EMPTY_EVENT = """INSERT INTO event SELECT n, max(seq) + 1, 'reply', '{{}}' FROM event
WHERE n = (SELECT n FROM header WHERE id = '{}')"""
"""Adds an event that can't be read to a session."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A save file with good sessions and one of each kind that can't be read, and the ids of the good ones."""
    home = tmp_path_factory.mktemp("made")
    players = ("bot:hard", "bot:easy", "bot:hard")
    begun = [started(CATALOGUE, seed, {"guesser": player}) for seed, player in enumerate(players)]
    keep(home, (won(CATALOGUE, one) for one in begun))
    spoil(home / "arena.db", begun[0].id)
    return home / "arena.db", [one.id for one in begun]


@pytest.fixture
def good(made: tuple[Path, list[str]], home: Path) -> list[str]:
    """Ids of the good sessions of the save file, which is copied for each test."""
    home.mkdir()
    shutil.copy(made[0], home / "arena.db")
    return made[1]


def told(err: str) -> dict[str, str]:
    """What stderr says of each session, by id."""
    lines = [
        line.removeprefix("tui-arena: session ") for line in err.splitlines() if " can't be read: " in line
    ]
    return dict(line.split(" can't be read: ", 1) for line in lines)


def all_told(err: str) -> bool:
    found = told(err)
    assert found.keys() == KINDS.keys()
    for name, (_, why) in KINDS.items():
        assert why in found[name]
    return f"{len(KINDS)} sessions were left out; `tui-arena doctor` checks them all" in err


@pytest.mark.parametrize("form", ["json", "jsonl", "csv", "md"])
def test_export_writes_the_others(good: list[str], run: Command, form: str, tmp_path: Path) -> None:
    ran = run("export", "--all", "--format", form, "--out", str(tmp_path / "out"))
    text = (tmp_path / "out").read_text()
    assert ran.status == 1
    found = told(ran.err)
    recast = {} if form == "md" else {"recast-empty": KINDS["recast-empty"][1]}  # only a transcript reads it
    assert found.keys() | recast.keys() == KINDS.keys()
    assert all(one in text for one in good)
    assert not any(f'"{name}"' in text or f"\n{name}," in text for name in found)


@pytest.mark.parametrize("form", ["sft", "rewards"])
def test_training_data_has_the_others(good: list[str], run: Command, form: str) -> None:
    ran = run("export", "--all", "--format", form)
    sessions = {json.loads(line)["session"] for line in ran.out.splitlines()}
    assert ran.status == 1
    assert set(good) <= sessions
    assert told(ran.err).keys() >= KINDS.keys() - {"recast-empty"}


def test_a_named_session_that_cannot_be_read_leaves_the_file_as_it_is(
    good: list[str], run: Command, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    out.write_text("old")
    ran = run("export", "event-empty", "--out", str(out))
    assert (ran.status, out.read_text()) == (1, "old")
    assert "session event-empty can't be read: event 2: 'seat' is missing" in ran.err


@pytest.mark.parametrize("command", CASES["what_reads_figures_tells_those_that_have_none"])
def test_what_reads_figures_tells_those_that_have_none(good: list[str], run: Command, command: str) -> None:
    ran = run(*command.split())
    assert ran.status == 1
    assert told(ran.err).keys() >= KINDS.keys() - {"recast-empty"}
    if command == "sessions":
        assert ran.out.count("  can't read  ") == len(KINDS) - 1, "in the column of results"
    if command == "stats --json":
        rows = ran.json["games"]["wordle"]
        assert {(row["player"], row["variant"]) for row in rows} == {
            ("bot easy", "classic"),
            ("bot hard", "classic"),
        }
    if command == "sessions --json":
        ids = {one["id"] for one in ran.json["sessions"]}
        assert ids >= {*good, *KINDS}
    if command == "stats --json":
        assert [row["sessions"] for row in ran.json["games"]["wordle"]][:2] == [1, 3]


@pytest.mark.parametrize(
    "command", [("stats", "wordle"), ("rank", "wordle"), ("compare", "wordle", "bot easy", "bot hard")]
)
def test_of_one_game_only_that_games_are_told(
    good: list[str], run: Command, command: tuple[str, ...]
) -> None:
    ran = run(*command)
    assert ran.status == 1
    assert "event-empty" in told(ran.err)
    assert "game-unknown" not in told(ran.err)
    other = run("stats", "taboo")
    assert (other.status, other.err) == (0, "")


def test_show_says_why_in_one_line(good: list[str], run: Command) -> None:
    for name, (_, why) in KINDS.items():
        ran = run("show", name)
        assert (ran.status, ran.out) == (2, "")
        assert ran.complaint.startswith(f"session {name} can't be read: ")
        assert why in ran.complaint


def test_branches_are_made_of_the_others(good: list[str], run: Command) -> None:
    ran = run("branch", "event-empty", good[0], "--at", "0", "--seat", "guesser=bot:hard", "--json")
    assert ran.status == 1
    assert [one["from"] for one in ran.json["sessions"]] == [good[0]]
    assert told(ran.err).keys() == {"event-empty"}
    ran = run("branch", "event-empty", "--at", "0", "--seat", "guesser=bot:hard")
    assert (ran.status, "none of these sessions could be read" in ran.err) == (1, True)


@pytest.fixture
def asked(run: Command, home: Path) -> tuple[str, str]:
    """Ids of a good session of entity, and of one whose second event is empty."""
    made = run("run", "entity", "--seed", "4", "--sessions", "2", "--json").json["sessions"]
    good, bad = (one["id"] for one in made)
    change(home, EMPTY_EVENT.format(bad))
    return good, bad


def test_analyse_and_audit_ask_about_the_others(asked: tuple[str, str], run: Command) -> None:
    good, bad = asked
    for chosen in ((good, bad), ("--all",)):
        ran = run("analyse", *chosen, "--player", "bot:easy", "--json")
        assert (ran.status, [one["id"] for one in ran.json["sessions"]]) == (1, [good])
        assert [bad in one for one in ran.json["refused"]] == [True]
        assert told(ran.err).keys() == {bad}
    ran = run("audit", bad, good, "--judge", "bot:hard", "--json")
    assert (ran.status, {one["session"] for one in ran.json["questions"]}) == (1, {good})
    assert told(ran.err).keys() == {bad}
