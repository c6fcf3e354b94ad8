"""`tui-arena bench`: models and prompts on the same secrets, and the table of it."""

from __future__ import annotations

import shlex
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from tests.cli.conftest import PRICED, Command, exported, write_models
from tests.stub_server import StubServer

FEW = ("--sessions", "3", "--seed", "3", "--json")
LINE = ("bench", "--games", "wordle,entity", "--set", "entity.max_turns=4", *FEW)
KEY = ("game", "name", "prompt")


@pytest.fixture(autouse=True)
def models(home: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models that play on the stub, and one whose key is wrong."""
    monkeypatch.setenv("WRONG_KEY", "sk-wrong-5tXw9QzR7LmP3nVb8KcY")
    write_models(
        home,
        stub,
        dear={"model": "obeys", **PRICED},
        fair="ok",
        weak="weak",
        plain={"model": "plain", **PRICED},
        silent="no-usage",
        locked={"model": "401", "key_env": "WRONG_KEY"},
    )


def keys(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in KEY) for row in rows]


def by_secret(row: dict[str, Any], sessions: list[dict[str, Any]]) -> dict[str, float]:
    """The metric of each session, by its secret."""
    return {str(one["setup"]["secret"]): one["metrics"][row["metric"]] for one in sessions}


def test_the_table_is_what_the_sessions_say(run: Command) -> None:
    ran = run(*LINE, "dear", "model:fair", "silent", "bot:hard", "--prompts", "plain,terse")
    assert ran.status == 0, ran.err
    rows = ran.json["rows"]
    lines = [(who, prompt) for who in ("dear", "fair", "silent") for prompt in ("plain", "terse")]
    expected = [*lines, ("bot hard", None)]
    assert keys(rows) == [(game, *line) for game in ("wordle", "entity") for line in expected]
    played = {row["run"]: exported(run, which=("--run", row["run"])) for row in rows}
    for row in rows:
        sessions = played[row["run"]]
        first = next(one for one in rows if one["game"] == row["game"])
        assert {one["setup"]["seed"] for one in sessions} == {
            one["setup"]["seed"] for one in played[first["run"]]
        }
        seat = sessions[0]["seats"][row["seat"]]
        assert (seat["name"], seat.get("prompt")) == (
            row["name"], None if row["prompt"] == "plain" else row["prompt"],
        )  # fmt: skip
        assert (row["sessions"], row["left"]) == (len(sessions), 0) == (3, 0)
        ends = [one["events"][-1]["outcome"] for one in sessions]
        assert row["played"]["count"] == sum(end["result"] != "aborted" for end in ends)
        assert row["won"]["count"] == sum(row["seat"] in end["winners"] for end in ends)
        values = by_secret(row, sessions)
        assert row[row["metric"]]["mean"] == pytest.approx(fmean(values.values()), abs=1e-5)
        counts = [one["counts"][row["seat"]] for one in sessions]
        requests, model = sum(one["requests"] for one in counts), seat["player"] == "model"
        seconds = sum(one["seconds"] for one in counts) / requests
        assert row["seconds_per_reply"] == (pytest.approx(seconds) if model else None)
        tokens = [one["input_tokens"] + one["output_tokens"] for one in counts]
        told_tokens = model and row["name"] != "silent"
        assert row["session_tokens"] == (pytest.approx(fmean(tokens)) if told_tokens else None)
        costs = [one["cost_usd"] for one in counts]
        if row["name"] in ("fair", "silent"):
            assert row["session_usd"] is None
        else:
            assert row["session_usd"] == pytest.approx(fmean(costs))
        if row is not first:
            others = by_secret(first, played[first["run"]])
            gaps = [values[secret] - others[secret] for secret in others]
            told = row["to_first"][row["metric"]]
            assert told["value"] == pytest.approx(fmean(gaps), abs=1e-5)
            half = 4.302653 * stdev(gaps) / 3**0.5
            limit = 100 if row["game"] == "wordle" else 1
            assert told["high"] == pytest.approx(min(told["value"] + half, limit), abs=1e-4)
            assert told["n"] == 3


def test_what_is_printed_leads_on_and_every_command_runs(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(
        *LINE[:-1],
        "dear",
        "silent",
        "bot:hard",
        "--prompts",
        "terse",
        "--preset",
        "wordle=paper",
        "--sampling",
        "temperature=0",
    )
    assert ran.status == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[0].startswith("18 sessions in ")
    heads = [line.split() for line in lines if line.startswith("player ")]
    own = ["player", "prompt", "sessions", "played", "won", "speed", "s/reply", "tokens", "cost"]
    assert heads == [own, [*own[:5], "score", *own[6:]]]
    [dear] = [line.split() for line in lines if line.startswith("dear ")][:1]
    assert dear[:4] == ["dear", "terse", "3", "100%"]
    assert dear[-1].startswith("$0.00")
    assert next(line.split()[-2:] for line in lines if line.startswith("silent ")) == ["n/a", "n/a"]
    assert "difference from guesser dear (terse), over the secrets that both lines have played" in lines
    documents = exported(run)
    assert {one["setup"]["preset"] for one in documents if one["game"] == "wordle"} == {"paper"}
    assert {one["setup"]["options"]["max_turns"] for one in documents if one["game"] == "entity"} == {4}
    asked = [one["seats"]["guesser"].get("sampling", {}).get("temperature") for one in documents]
    assert sorted(asked, key=str) == [0] * 12 + [None] * 6
    commands = [shlex.split(line) for line in lines if line.startswith("  tui-arena ")]
    assert [command[1] for command in commands] == ["compare", "stats", "stats", "report"]
    for command in commands:
        assert run(*command[1:]).status == 0, command
    assert (tmp_path / "bench.html").exists()


def test_a_budget_stops_a_bench_and_resume_ends_it_as_if_it_had_not(
    run: Command, home: Path, stub: StubServer
) -> None:
    poor = run(*LINE, "dear", "plain", "--budget", "0.005", "--concurrency", "1")
    assert (poor.status, poor.json["stopped"]) == (1, "budget")
    assert sum(row["left"] for row in poor.json["rows"]) > 6
    go_on = f"tui-arena bench --resume {poor.json['bench']}"
    assert f"{go_on} --budget MORE" in poor.err
    assert "dear: the cost of 6 sessions isn't known yet" in poor.err
    assert go_on in run("runs").out
    assert {one["bench"] for one in run("runs", "--json").json["runs"]} == {poor.json["bench"]}
    refused = run("bench", "--resume", poor.json["bench"], "--sessions", "9")
    assert refused.status == 2
    assert "--sessions: --resume continues the bench with the settings it began with" in refused.complaint

    rich = run("bench", "--resume", poor.json["bench"], "--budget", "9", "--json")
    assert (rich.status, rich.json["stopped"]) == (0, None)
    whole = run(*LINE, "dear", "plain")
    assert "dear: 6 sessions will cost about $" in whole.err
    assert "all together: 12 sessions will cost about $" in whole.err
    apart = ("run", "seconds_per_reply")
    for mine, theirs in zip(rich.json["rows"], whole.json["rows"], strict=True):
        assert {k: v for k, v in mine.items() if k not in apart} == {
            k: v for k, v in theirs.items() if k not in apart
        }


@pytest.mark.thorough
def test_a_model_that_fails_leaves_the_others_playing(run: Command) -> None:
    ran = run(*LINE, "locked", "fair")
    assert (ran.status, ran.json["stopped"]) == (1, "failed")
    assert [(row["name"], row["sessions"]) for row in ran.json["rows"]] == [
        ("locked", 0), ("fair", 3), ("locked", 0), ("fair", 3),
    ]  # fmt: skip
    assert "guesser: locked: " in ran.err
    told = run("bench", "--resume", ran.json["bench"]).out
    assert "no line shares a secret with guesser locked" not in told, "only one line was played"
    akinator = run(
        "bench", "bot:hard", "bot:easy", "--games", "akinator", "--sessions", "1", "--seed", "1"
    ).out
    assert "no line shares a secret with guesser bot hard, so there is nothing to compare" in akinator


@pytest.mark.thorough
def test_help_with_forms_is_for_all_models_of_a_bench(run: Command) -> None:
    ran = run(*LINE, "weak", "bot:hard", "--help-forms")
    assert [row["played"]["rate"] for row in ran.json["rows"]] == [1.0] * 4
    told = {
        one["setup"].get("assisted") is not None
        for one in exported(run)
        if one["seats"]["guesser"]["player"] == "bot"
    }
    assert told == {False}
    assert run("bench", "weak", "--games", "wordle", *FEW).json["rows"][0]["played"]["rate"] == 0
    refused = run("bench", "--resume", ran.json["bench"], "--help-forms")
    assert "--help-forms: --resume continues the bench with the settings it began with" in refused.complaint
    assert run("bench", "--resume", ran.json["bench"], "--json").json["rows"] == ran.json["rows"]


def test_every_game_can_be_played_and_another_seat_taken(run: Command) -> None:
    line = ("bench", "bot:hard", "bot:easy", "--sessions", "1", "--seed", "1", "--json")
    short = ("bluffing.max_questions=1", "connections.max_attempts=1", "akinator.max_turns=2")
    options = [part for one in short for part in ("--set", one)]
    ran = run(*line, "--games", "taboo,bluffing,connections,akinator", "--on", "taboo=setter", *options)
    assert ran.status == 0, ran.err
    seats = {row["game"]: (row["seat"], row["metric"]) for row in ran.json["rows"]}
    assert seats == {
        "taboo": ("setter", "rounds"),
        "bluffing": ("judge", "rounds"),
        "connections": ("guesser_1", "attempts"),
        "akinator": ("guesser", "rounds"),
    }
    taboo = [one for one in exported(run) if one["game"] == "taboo"]
    assert {one["seats"]["setter"]["level"] for one in taboo} == {"easy", "hard"}
    rows = [row for row in ran.json["rows"] if row["game"] == "taboo"]
    for row in rows:
        [one] = exported(run, which=("--run", row["run"]))
        assert row["won"]["count"] == ("setter" in one["events"][-1]["outcome"]["winners"])
