"""Reference pools: a newcomer plays what is missing and is ranked among the pool's bots."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from tests.cli.conftest import PRICED, Command, exported, write_models
from tests.stub_server import StubServer
from tui_arena.batch import pools
from tui_arena.data.studies import PoolRow, pool_rows, shipped_pools
from tui_arena.stats.statistics import spread, t_interval

NEWCOMER = ("run", "wordle", "--pool", "pool-1", "--seat", "guesser=model:dear")
MEMBER = ("run", "taboo", "--pool", "pool-1", "--seat", "setter=bot:easy")
RANK = ("rank", "wordle", "--pool", "pool-1")


@pytest.fixture
def stub(home: Path, stub: StubServer) -> StubServer:
    dear = {"model": "ok", **PRICED, "sampling": {"temperature": 1.5}, "persona": "a pirate"}
    write_models(home, stub, dear=dear)
    return stub


def published(label: str, player: str) -> list[PoolRow]:
    rows = pool_rows(shipped_pools()["pool-1"])
    return [row for row in rows if (row.label, row.player) == (label, player)]


def players(ranking: Any, seat: str = "guesser") -> dict[str, Any]:
    (found,) = (one for one in ranking["seats"] if one["seat"] == seat)
    return {one["player"]: one for one in found["players"]}


def test_a_newcomer_plays_what_is_missing_within_a_budget_and_then_has_a_place(
    run: Command, stub: StubServer
) -> None:
    cut = run(*NEWCOMER, "--budget", "0.05", "--json")
    assert (cut.status, cut.json["stopped"], cut.json["player"]) == (1, "budget", "model:dear")
    dear = players(cut.json)["dear"]
    assert dear["rank"] is None
    assert 0 < dear["n"] < 30
    assert dear["n"] + dear["left"] == 30
    assert f"tui-arena {' '.join(NEWCOMER)} --budget MORE" in cut.err
    told = run(*RANK)
    assert told.status == 0
    assert f"dear as guesser: {dear['n']} of 30 sessions, so it has no place yet" in told.out
    assert [line.split()[0] for line in told.out.splitlines()[2:6]] == ["1", "2", "3", "dear"]

    whole = run(*NEWCOMER, "--json")
    assert (whole.status, whole.json["stopped"], whole.json["notes"]) == (0, None, [])
    dear = players(whole.json)["dear"]
    assert (dear["rank"], dear["n"], dear["left"], dear["items"]) == (4, 30, 0, 30)
    assert (dear["value"], dear["low"]) == (0, 0)
    assert dear["high"] > 0.05  # who never scores is not surely worth nothing
    asked = len(stub.requests)
    again = run(*NEWCOMER, "--json")
    assert (again.status, again.err) == (0, "")
    assert again.json["seats"] == whole.json["seats"]
    assert len(stub.requests) == asked
    assert len(run("sessions", "--json").json["sessions"]) == 30
    assert run(*RANK, "--json").json == {
        k: v for k, v in again.json.items() if k not in ("player", "stopped")
    }


def test_a_newcomer_gets_the_items_of_the_members_under_the_rules_of_the_pool(
    run: Command, script: Callable[..., str]
) -> None:
    player = script(*[("guess", "guess: canal\nexplanation: a try")] * 6)
    ran = run("run", "wordle", "--pool", "pool-1", "--seat", f"guesser={player}", "--json")
    assert (ran.status, ran.json["stopped"]) == (0, None)
    sessions = exported(run, which=("--study", "pool-1"))
    setups = [one["setup"] for one in sessions]
    assert {(one["preset"], one["deck"], one["study"]) for one in setups} == {("paper", "wordle-3", "pool-1")}
    items = [row.item for row in published("wordle", "bot:hard")]
    assert "canal" in items
    assert sorted(one["secret"]["word"] for one in setups) == sorted(items)
    won = [one["setup"]["secret"]["word"] for one in sessions if one["metrics"]["success"]]
    assert won == ["canal"]
    found = players(ran.json)["script"]
    assert (found["value"], found["n"], found["rank"]) == (pytest.approx(1 / 30), 30, 4)


def test_a_bot_of_the_pool_plays_as_it_was_published_and_stays_a_member(run: Command) -> None:
    before = run("rank", "taboo", "--pool", "pool-1", "--json").json
    ran = run(*MEMBER, "--json")
    assert (ran.status, ran.json["notes"]) == (0, [])
    assert players(ran.json, "setter") == players(before, "setter")
    runs = run("runs", "--json").json["runs"]
    assert [(one["study"], one["done"]) for one in runs] == [("pool-1", 20), ("pool-1", 20)]
    assert run("study", "status", "pool-1", "--json").json["done"] == 40


def test_the_interval_is_over_items_of_all_opponents_together(run: Command) -> None:
    found = players(run("rank", "taboo", "--pool", "pool-1", "--json").json, "setter")["bot hard"]
    by_item: dict[str, list[float]] = {}
    for label in ("taboo setter, guesser easy", "taboo setter, guesser hard"):
        for row in published(label, "bot:hard"):
            by_item.setdefault(row.item, []).append(row.score)
        assert found["tables"][label] == pytest.approx(
            fmean(one.score for one in published(label, "bot:hard"))
        )
    whole = t_interval(spread(fmean(scores) for scores in by_item.values()))
    assert (found["n"], found["items"]) == (40, 20)
    assert (found["value"], found["low"], found["high"]) == pytest.approx(
        (whole.value, max(whole.low or 0.0, 0.0), whole.high)
    ), "a share is never below 0"


def changed(monkeypatch: pytest.MonkeyPatch, label: str) -> None:
    """The members of a table were published with other sessions."""

    def rows(path: Path) -> Iterator[PoolRow]:
        for row in pool_rows(path):
            yield row._replace(digest="other") if row.label == label and row.player != "model" else row

    monkeypatch.setattr(pools, "pool_rows", rows)


def test_a_pool_whose_bots_have_changed_is_not_played(
    run: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch, "taboo setter, guesser hard")
    ran = run(*MEMBER)
    assert (ran.status, ran.out) == (2, "")
    assert ran.complaint.startswith(
        "taboo setter, guesser hard: the pool's bots play differently from those in the published pool-1: "
    )
    assert run("sessions", "--json").json == {"sessions": []}


@pytest.mark.thorough
def test_a_member_that_came_out_otherwise_here_is_told(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*MEMBER)
    changed(monkeypatch, "taboo setter, guesser easy")
    told = run("rank", "taboo", "--pool", "pool-1", "--json").json["notes"]
    assert len(told) == 1
    assert told[0].startswith("bot easy: the pool's bots play differently from those in the published pool-1")


@pytest.mark.thorough
@pytest.mark.usefixtures("stub")
def test_sessions_of_a_pool_are_known_as_such_in_another_save_file(
    run: Command, stub: StubServer, home: Path, tmp_path: Path
) -> None:
    run(*NEWCOMER)
    here = run(*RANK, "--json").json
    path, other = tmp_path / "dear.jsonl", ("--data-dir", str(tmp_path / "other"))
    path.write_text(run("export", "--all", "--format", "jsonl").out)
    run("import", str(path), *other)
    left_out = run(*RANK, "--json", *other).json
    assert players(left_out)["dear"]["n"] == 0
    assert any(
        "dear as guesser: 30 sessions left out; choose which kinds count with --include" in note
        for note in left_out["notes"]
    )
    assert run(*RANK, "--include", "imported", "--json", *other).json == here


FORGED: dict[str, Callable[[Any], None]] = {
    "nothing": lambda one: None,
    "an option": lambda one: one["setup"]["options"].update(noise=0.1),
    "the preset": lambda one: one["setup"].update(preset="party"),
    "the deck": lambda one: one["setup"].update(deck="things-1"),
    "the seed": lambda one: one["setup"].update(seed=7),
    "the judge": lambda one: one["seats"]["judge"].update(level="easy"),
    "the sampling": lambda one: one["seats"]["guesser"].update(sampling={"temperature": 0.0}),
    "a persona": lambda one: one["seats"]["guesser"].update(persona="an expert"),
    "the prompts": lambda one: one["seats"]["guesser"].update(prompt_digest="123456789abc"),
}


@pytest.mark.usefixtures("stub")
@pytest.mark.thorough
def test_only_what_is_set_up_like_the_pool_counts_for_it(run: Command, tmp_path: Path) -> None:
    newcomer = ("run", "entity", "--pool", "pool-1", "--seat", "guesser=model:dear")
    run(*newcomer, "--budget", "0.03", "--concurrency", "1")
    played = [one for one in exported(run, which=("--study", "pool-1")) if one.get("metrics")]
    assert played[0]["seats"]["guesser"]["sampling"] == {"temperature": 0.8}
    rank = ("rank", "entity", "--pool", "pool-1", "--include", "imported", "--json")
    for name, forge in FORGED.items():
        path, other = tmp_path / "forged.json", ("--data-dir", str(tmp_path / name))
        one = json.loads(json.dumps(played[0])) | {"metrics": {}, "counts": {}}
        forge(one)
        path.write_text(json.dumps(one))
        assert run("import", str(path), *other).status == 0, name
        found = run(*rank, *other).json
        said = "1 run left out: the sessions are labelled pool-1, but have a different set-up"
        assert ("dear" in players(found)) == (name == "nothing"), name
        assert (said in found["notes"]) == (name != "nothing"), name


@pytest.mark.usefixtures("stub")
def test_a_pool_is_played_with_the_shipped_prompts(run: Command, home: Path) -> None:
    own = home / "config" / "prompts" / "wordle" / "guess.md"
    own.parent.mkdir(parents=True)
    own.write_text("# system\nGuess.\n# ask\nGuess {length} letters.\n")
    ran = run(*NEWCOMER)
    assert ran.status == 2
    assert "contains your own prompts for Wordle, but pool-1 uses the shipped prompts" in ran.complaint


def test_kinds_of_session_that_there_are_not_are_refused_as_elsewhere(run: Command) -> None:
    complaints = [run(*line, "--include", "bogus").complaint for line in (RANK, ("rank", "wordle"))]
    assert complaints[0] == complaints[1]
    assert complaints[0].startswith("there's nothing to include called 'bogus'; allowed: imported")


def test_pools_are_listed_with_the_seats_for_newcomers(run: Command) -> None:
    games = {one["id"]: one["pools"] for one in run("games", "--json").json["games"]}
    assert games["taboo"] == {"pool-1": ["guesser", "setter"]}
    assert all("pool-1" in found for found in games.values())
    assert "reference pool: pool-1, for a guesser or a setter" in run("games").out
