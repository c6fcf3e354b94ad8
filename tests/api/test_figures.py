"""Comparisons, rankings, studies and questions afterwards: as the command line prints them."""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.stub_server import StubServer
from tui_arena import api
from tui_arena.cli import run

STUDY = """
name = "little"
players = ["bot:hard", "bot:easy"]
items = 3
[[game]]
game = "wordle"
on = ["guesser"]
metrics = ["success", "guesses"]
"""

Cli = Callable[..., Any]


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str]) -> Cli:
    """What a command prints with `--json`."""

    def printed(*arguments: str) -> Any:
        capfd.readouterr()
        status = run([*arguments, "--json"])
        out, err = capfd.readouterr()
        assert status == 0, err
        return json.loads(out)

    return printed


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A home with sessions of two bots, and their ids."""
    home = tmp_path_factory.mktemp("kept")
    rows: list[dict[str, Any]] = []
    for level in ("bot:hard", "bot:easy"):
        rows += api.play(
            "entity", {"guesser": level, "judge": "bot:hard"}, sessions=4, seed=5, probe="self", save=home
        )
    return home, [row["id"] for row in rows]


@pytest.fixture
def played(kept: tuple[Path, list[str]], home: Path) -> list[str]:
    """The same sessions in the user's own save file; their ids."""
    shutil.copytree(kept[0], home)
    return kept[1]


def test_a_comparison_is_that_of_the_command(played: list[str], cli: Cli) -> None:
    assert api.compare("entity", "bot hard", "bot easy") == cli("compare", "entity", "bot hard", "bot easy")
    assert api.compare("entity", "bot hard", "bot easy", where={"deck": "things"}, metric="turns") == cli(
        "compare", "entity", "bot hard", "bot easy", "--where", "deck=things", "--metric", "turns"
    )
    assert api.compare("entity", "bot hard", "bot hard", sets="halves") == cli(
        "compare", "entity", "bot hard", "bot hard", "--sets"
    )
    with pytest.raises(api.BadFilter, match="no player 'nobody'"):
        api.compare("entity", "nobody", "bot easy")


def test_a_ranking_is_that_of_the_command(played: list[str], home: Path, cli: Cli) -> None:
    seats = {"guesser": "bot:hard", "judge": "bot:hard"}
    api.play("entity", seats, {"max_turns": 15}, seed=1, save=home)
    told = api.rank("entity")
    assert [len(one["players"]) for one in told["conditions"]] == [2, 1]
    assert told == cli("rank", "entity")
    assert api.rank("entity", "turns", against=["entity:score"], least=2) == cli(
        "rank", "entity", "turns", "--against", "entity:score", "--least", "2"
    )


def test_a_published_ranking_needs_no_save_file(home: Path, cli: Cli) -> None:
    assert api.rank("published", "GPQA", against=["published:akinator:recall"]) == cli(
        "rank", "published", "GPQA", "--against", "published:akinator:recall"
    )
    assert not home.exists()


@pytest.mark.thorough
def test_a_newcomer_to_a_pool_is_played_and_ranked_as_by_the_command(
    stub: StubServer, home: Path, cli: Cli
) -> None:
    with pytest.warns(UserWarning, match=r"stopped \(budget\); \d+ sessions left"):
        cut = api.pool("pool-1", "taboo", "guesser", "model:fair", home, budget_tokens=1)
    assert cut["stopped"] == "budget"
    whole = api.pool("pool-1", "taboo", "guesser", "model:fair", home)
    asked = len(stub.requests)
    assert whole == cli("run", "taboo", "--pool", "pool-1", "--seat", "guesser=model:fair")
    assert len(stub.requests) == asked > 0, "nothing was left"
    (seat,) = whole["seats"]
    assert {one["player"]: one["left"] for one in seat["players"]}["fair"] == 0
    ranked = api.rank("taboo", pool="pool-1")
    assert ranked == cli("rank", "taboo", "--pool", "pool-1")
    assert ranked["seats"][0] == seat
    with pytest.raises(
        api.BadFilter, match="metric and least: leave this out, because a pool is always ranked"
    ):
        api.rank("taboo", "won", pool="pool-1", least=2)
    with pytest.raises(api.BadFilter, match="there's nothing to include called 'bogus'"):
        api.rank("taboo", pool="pool-1", include=["bogus"])
    with pytest.raises(api.BadFile, match="there is no pool 'pool-9'; pools: pool-1"):
        api.rank("taboo", pool="pool-9")
    with pytest.raises(api.BadPlayer, match="isn't a seat for newcomers in pool-1"):
        api.pool("pool-1", "wordle", "critic", "bot:hard")


def test_a_study_goes_on_where_it_was_and_tells_its_figures(tmp_path: Path, home: Path, cli: Cli) -> None:
    file = tmp_path / "little.toml"
    file.write_text(STUDY, "utf-8")
    told = api.study(file, home)
    assert (told["sessions"], told["done"], told["left"], told["stopped"]) == (6, 6, 0, None)
    assert {(row["player"], row["metric"]) for row in told["table"]} == {
        (player, metric) for player in ("bot hard", "bot easy") for metric in ("success", "guesses")
    }
    status = cli("study", "status", str(file))
    assert {key: told[key] for key in status} == status
    assert api.study(file, play=False) == told
    assert api.study(file, home) == told, "nothing is left"
    fresh = api.study(file)
    assert [cell["run"] for cell in fresh["cells"]] == [cell["run"] for cell in told["cells"]]
    assert fresh["table"] == told["table"], "the same seeds, kept nowhere"


def test_a_study_that_a_model_stops_is_told(stub: StubServer, tmp_path: Path) -> None:
    file = tmp_path / "little.toml"
    file.write_text(STUDY.replace('["bot:hard", "bot:easy"]', '["model:locked"]'), "utf-8")
    with pytest.warns(UserWarning, match=r"session \d: guesser|sessions left"):
        found = api.study(file)
    assert found["left"] == 3
    with pytest.raises(api.BadFile, match="no-such"):
        api.study(tmp_path / "no-such.toml")


def test_players_are_asked_afterwards_and_the_answers_are_kept(home: Path, tmp_path: Path, cli: Cli) -> None:
    (row,) = api.play("entity", {"guesser": "bot:hard", "judge": "bot:hard"}, seed=5, save=home)
    assert row["recall"] is None
    first = api.analyse(game="entity", player="bot:hard")
    (one,) = first["sessions"]
    assert (one["id"], one["stored"], one["failed"], first["stopped"]) == (row["id"], 0, 0, None)
    assert one["asked"] > 0
    assert one["after"]["recall"] is not None
    again, printed = api.analyse(sessions=[row["id"]]), cli("analyse", row["id"])
    for told in (again, printed):
        del told["wall_seconds"]
    assert again == printed
    assert again["sessions"][0]["stored"] == one["asked"]
    with pytest.raises(api.CantAnalyse, match="nobody can be asked about Wordle"):
        api.analyse(game="wordle")
    with pytest.raises(api.BadPlayer, match="players sort their own lists anyway"):
        api.analyse(game="entity", sorter="self")


def test_what_nobody_answers_afterwards_is_a_warning(stub: StubServer, home: Path) -> None:
    api.play("entity", {"guesser": "bot:hard", "judge": "bot:hard"}, seed=5, save=home)
    with pytest.warns(UserWarning, match="locked"):
        told = api.analyse(game="entity", player="model:locked")
    assert told["sessions"][0]["asked"] == 0


def test_an_audit_is_that_of_the_command(played: list[str], cli: Cli) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        told = api.audit(played[:2], judge="bot:hard", times=2)
        once = api.audit(played[:1], judge="bot:hard")
    assert told == cli("audit", *played[:2], "--judge", "bot:hard", "--times", "2")
    assert once == cli("audit", *played[:1], "--judge", "bot:hard")
    assert told["summary"]["agreement"] == 1.0
    assert [{len(one["answers"]) for one in audit["questions"]} for audit in (told, once)] == [{2}, {1}]
    table = api.deal("entity", seed=8)
    with pytest.raises(api.SaveError):
        api.audit([table.id])


async def test_they_work_where_an_event_loop_runs_already(home: Path) -> None:
    (row,) = api.play("entity", {"guesser": "bot:hard", "judge": "bot:hard"}, seed=5, save=home)
    assert api.analyse(sessions=[row["id"]])["sessions"][0]["asked"] > 0
    assert api.audit([row["id"]])["summary"]["questions"] > 0


def test_a_picture_has_a_bar_for_each_figure() -> None:
    drawn = api.bars({"piano": 7.0, "apple": None, "x < y": 3.5}, "Questions & answers", "questions")
    assert drawn.startswith("<svg")
    assert all(text in drawn for text in ("piano", "apple", "x &lt; y", "Questions &amp; answers"))
