"""Personas and the values of an option, through `run`, `play`, `games` and `doctor`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, change, exported
from tests.tables import Cases

CASES = Cases(__file__)

OVER = ("run", "connections", "--seed", "5", "--set", "max_attempts=2")


def documents(run: Command) -> list[dict[str, Any]]:
    return sorted(exported(run), key=lambda one: str(one["setup"]["seed"]))


def test_the_same_seeds_are_played_for_each_value(run: Command) -> None:
    ran = run(*OVER, "--sessions", "3", "--over", "personas=none,own,all", "--json")
    assert (ran.status, ran.json.keys()) == (0, {"over", "runs"})
    over, runs = ran.json["over"], ran.json["runs"]
    assert (over["option"], [row["value"] for row in over["table"]]) == ("personas", ["none", "own", "all"])
    assert [len(one["sessions"]) for one in runs] == [3, 3, 3]
    assert len({one["run"] for one in runs}) == 3
    assert "9 of 9 sessions" in ran.err
    row = over["table"][0]
    shares = [one["metrics"]["blocked_share"] for one in runs[0]["sessions"]]
    assert row["sessions"] == row["blocked_share"]["n"] == 3
    assert row["blocked_share"]["mean"] == pytest.approx(sum(shares) / 3, abs=1e-5)
    assert row["blocked_share"]["low"] <= row["blocked_share"]["mean"] <= row["blocked_share"]["high"]
    assert row["won"].keys() == {"count", "rate", "low", "high", "items"}
    by_seed: dict[int, list[Any]] = {}
    for one in documents(run):
        by_seed.setdefault(one["setup"]["seed"], []).append(one["seats"])
    assert [len(seats) for seats in by_seed.values()] == [3, 3, 3]
    assert all(seats[0] == seats[1] == seats[2] for seats in by_seed.values())

    again = run("run", "connections", "--resume", over["id"])
    lines = again.out.splitlines()
    assert lines[2].split() == ["personas", "sessions", "share", "blocked", "connected", "won"]
    assert [line.split()[:2] for line in lines[3:6]] == [["none", "3"], ["own", "3"], ["all", "3"]]
    assert "9 sessions" in lines[0]
    alone = run("run", "connections", "--resume", runs[1]["run"], "--json").json
    assert alone["sessions"] == runs[1]["sessions"]


def test_every_line_is_set_beside_the_first_secret_by_secret(run: Command) -> None:
    line = (
        "run",
        "wordle",
        "--seed",
        "1",
        "--sessions",
        "8",
        "--repetitions",
        "2",
        "--seat",
        "guesser=bot:easy",
    )
    ran = run(*line, "--over", "max_guesses=6,2", "--json")
    first, second = ran.json["over"]["table"]
    assert "to_first" not in first
    words = {one["id"]: one["setup"]["secret"]["word"] for one in documents(run)}
    means: list[dict[str, float]] = []
    for one in ran.json["runs"]:
        by_word: dict[str, list[float]] = {}
        for session in one["sessions"]:
            by_word.setdefault(words[session["id"]], []).append(session["metrics"]["speed"])
        means.append({word: sum(some) / len(some) for word, some in by_word.items()})
    gaps = [means[1][word] - means[0][word] for word in means[0]]
    assert len(gaps) == second["to_first"]["speed"]["n"] == 8
    mean = sum(gaps) / 8
    half = 2.364624 * (sum((gap - mean) ** 2 for gap in gaps) / 7) ** 0.5 / 8**0.5
    found = second["to_first"]["speed"]
    assert [found[key] for key in ("value", "low", "high")] == pytest.approx(
        [mean, max(mean - half, -100), min(mean + half, 100)], abs=1e-4
    )
    assert second["to_first"]["won"]["value"] == pytest.approx(second["won"]["rate"] - first["won"]["rate"])
    assert second["won"]["rate"] < 0.5 < first["won"]["rate"]
    lines = run("run", "wordle", "--resume", ran.json["over"]["id"]).out.splitlines()
    assert "difference from max_guesses 6, over the secrets that both lines have played" in lines
    (told,) = [one for one in lines if one.startswith("max_guesses 2: ")]
    assert "chance alone is unlikely to explain the difference in speed" in told
    assert "sessions won" in told


def test_an_interval_of_a_line_ends_with_its_scale(run: Command) -> None:
    ran = run("run", "wordle", "--seed", "5", "--sessions", "4", "--over", "variant=classic,clue", "--json")
    classic, clue = ran.json["over"]["table"]
    assert (classic["speed"]["low"], classic["speed"]["high"]) == (0, 100)
    assert "guesses" in clue["to_first"]
    assert "speed" not in clue["to_first"], "its scale differs"


@pytest.mark.parametrize(
    ("over", "seats", "varied"), CASES["players_of_one_seat_are_compared_on_the_same_secrets"]
)
def test_players_of_one_seat_are_compared_on_the_same_secrets(
    run: Command, over: str, seats: tuple[str, ...], varied: str
) -> None:
    ran = run(*OVER, "--sessions", "2", *seats, "--over", over, "--json")
    told = ran.json["over"]
    assert (told["option"], told["seat"]) == ("player", varied)
    assert [row["value"] for row in told["table"]] == ["bot:easy", "bot:hard"]
    setups: dict[int, list[Any]] = {}
    for one in documents(run):
        setups.setdefault(one["setup"]["seed"], []).append(one)
    for pair in setups.values():
        assert {one["seats"][varied]["level"] for one in pair} == {"easy", "hard"}
        kept = [{s: v for s, v in one["seats"].items() if s != varied} for one in pair]
        assert kept[0] == kept[1]
    again = run("run", "connections", "--resume", told["id"], "--over", over)
    assert again.out.splitlines()[2].split()[:2] == [varied, "sessions"]
    other = run("run", "connections", "--resume", told["id"], "--over", f"{varied}.player=bot:easy,bot")
    assert f"began with {varied}.player=bot:easy,bot:hard; leave it out" in other.complaint


def test_a_sweep_that_an_older_version_saved_still_opens(run: Command, home: Path) -> None:
    ran = run("run", "wordle", "--seed", "1", "--sessions", "1", "--over", "max_guesses=5,6", "--json")
    over, runs = ran.json["over"]["id"], [one["run"] for one in ran.json["runs"]]
    note = {"id": over, "option": "max_guesses", "values": [5, 6], "runs": runs}
    change(home, f"UPDATE meta SET value = '{json.dumps(note)}' WHERE key = 'over:{over}'")
    again = run("run", "wordle", "--resume", over, "--json")
    assert again.json["over"] == ran.json["over"]


def test_a_seat_gets_a_persona_of_the_shelf_and_the_run_remembers_it(run: Command, home: Path) -> None:
    config = home / "config"
    config.mkdir(parents=True)
    (config / "personas.toml").write_text('["the diver"]\ninterests = ["sea"]\n')
    ran = run(*OVER, "--persona", "setter=The  Diver", "--persona", "guesser_1=none", "--json")
    assert ran.status == 0
    (config / "personas.toml").write_text('["the diver"]\ninterests = ["law"]\n')
    first = documents(run)[0]
    assert first["setup"]["personas"]["setter"] == {"interests": ["sea"]}
    assert "guesser_1" not in first["setup"]["personas"]
    assert first["seats"]["setter"]["topics"] == ["sea"]
    assert first["seats"]["guesser_1"]["topics"] == []
    resumed = run("run", "connections", "--resume", ran.json["run"], "--json")
    assert resumed.json["sessions"] == ran.json["sessions"]
    other = run("run", "connections", "--resume", ran.json["run"], "--persona", "setter=the vet")
    assert "--persona: run" in other.complaint


def test_topics_and_any_sit_together(run: Command) -> None:
    seat = "setter=any:bot:hard+chess+sea,bot:easy+law"
    ran = run(*OVER, "--sessions", "6", "--seat", seat, "--json")
    assert ran.status == 0
    topics = {tuple(one["seats"]["setter"]["topics"]) for one in documents(run)}
    assert topics == {("chess", "sea"), ("law",)}


def test_games_and_doctor_tell_the_shelf(run: Command, home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "personas.toml").write_text('["the diver"]\nage = 40\n["bad"]\nage = 0\n')
    games = {one["id"]: one for one in run("games", "--json").json["games"]}
    diver = games["connections"]["personas"][-1]
    assert diver == {"name": "the diver", "age": 40, "interests": [], "own": True}
    assert "chess" in games["connections"]["topics"]
    assert "personas" not in games["wordle"]
    told = run("doctor").out
    assert "personas for Connections: 31, 1 of your own" in told
    assert "! " in told
    assert "bad: age must be a whole number" in told


def test_of_two_secrets_nothing_is_called_sure(run: Command) -> None:
    ran = run(
        "run",
        "entity",
        "--sessions",
        "2",
        "--seed",
        "1",
        "--over",
        "noise=0,0.3",
        "--set",
        "max_turns=4",
        "--json",
    ).json
    secrets: dict[str, list[str]] = {}
    for one in exported(run):
        secrets.setdefault(one["setup"]["run"], []).append(one["setup"]["secret"]["entity"])
    first, second = secrets.values()
    assert sorted(first) == sorted(second), "each value plays the same"
    assert len(set(first)) == 2
    gap = ran["over"]["table"][1]["to_first"]["won"]
    assert (gap["n"], gap["low"], gap["high"]) == (2, None, None)
    told = run("run", "entity", "--resume", ran["over"]["id"]).out
    assert "noise 0.3: there are too few secrets to rule out chance; 3 are needed" in told
