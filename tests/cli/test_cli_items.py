"""Intervals over secrets and tables by secret, option and condition, against a computation from the flat export."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, flat
from tui_arena.__main__ import main
from tui_arena.data import Catalogue
from tui_arena.save.filters import Filter
from tui_arena.save.store import open_store
from tui_arena.stats.aggregate import stats
from tui_arena.stats.statistics import t95

Rows = Sequence[dict[str, Any]]
STUDY = Path(__file__).with_name("items_study.toml").read_text("utf-8")
COLUMNS = {"won": "metric.success", "lost": "metric.lost"}
"""The columns of the flat export that figures are recomputed from, where they have another name."""


def over_items(rows: Iterable[dict[str, str]], metric: str) -> tuple[float, float, float, int]:
    """Mean, ends of its interval and number of secrets by plain arithmetic: the variance of a ratio of sums."""
    by_item: dict[str, list[float]] = {}
    for row in rows:
        if text := row[COLUMNS.get(metric, f"metric.{metric}")]:
            by_item.setdefault(row["item"], []).append(float(text))
    n = sum(map(len, by_item.values()))
    mean = sum(map(sum, by_item.values())) / n
    apart = sum((sum(values) - len(values) * mean) ** 2 for values in by_item.values())
    items = len(by_item)
    half = t95(items - 1) * (apart * items / (items - 1)) ** 0.5 / n
    return mean, mean - half, mean + half, items


def clipped(
    found: tuple[float, float, float, int], least: float, most: float
) -> tuple[float, float, float, int]:
    mean, low, high, items = found
    return mean, max(least, low), min(most, high), items


SCALES = {"won": (0, 1), "speed": (0, 100), "score": (0, 1), "guesses": (0, 6), "turns": (0, 20)}


def close(found: Sequence[Any], known: Sequence[float]) -> None:
    assert [float(one) for one in found] == pytest.approx(list(known), abs=2e-5)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a study that was played: its file and a save file."""
    folder = tmp_path_factory.mktemp("studied")
    path = folder / "items.toml"
    path.write_text(STUDY)
    assert main(["--data-dir", str(folder), "study", "run", str(path)]) == 0
    return folder


@pytest.fixture
def studied(study: Path, home: Path) -> str:
    home.mkdir()
    shutil.copy(study / "arena.db", home)
    return str(study / "items.toml")


def of(rows: Rows, player: str, **options: str) -> Rows:
    return [
        row
        for row in rows
        if row["guesser.player"] == player and all(row[f"option.{n}"] == v for n, v in options.items())
    ]


def test_a_study_is_recomputed_from_its_flat_export(run: Command, studied: str) -> None:
    played = flat(run, "--study", "items")
    table = run("study", "table", studied, "--format", "json").json["rows"]
    checked = 0
    for row in table:
        noise = {"noise": row["options"].removeprefix("noise=")} if row["options"] else {}
        own = [one for one in of(played, row["player"], **noise) if one["game"] == row["game"]]
        known = over_items(own, row["metric"])
        if known[0] in (0, 1) or row["items"] == row["n_sessions"]:
            continue  # Wilson's, as another test has it
        close([row[n] for n in ("mean", "low", "high", "items")], clipped(known, *SCALES[row["metric"]]))
        checked += 1
    assert checked >= 10
    said = run("study", "table", studied).out
    assert "Some secrets were played more than once, so 95% intervals are over" in said
    won = next(one for one in table if one["game"] == "entity" and one["metric"] == "score")
    assert f"[{won['low']:.2f}, {won['high']:.2f}]".replace("[", "\\[").replace("]", "\\]") in said
    assert f"[{won['low']:.2f}, {won['high']:.2f}]" in run("study", "table", studied, "--format", "latex").out


def test_a_study_has_a_table_of_its_secrets_in_every_form(run: Command, studied: str) -> None:
    played = [one for one in flat(run, "--study", "items") if one["game"] == "wordle"]
    rows = run("study", "table", studied, "--over", "item", "--format", "json").json["rows"]
    speeds = [one for one in rows if (one["game"], one["metric"]) == ("wordle", "speed")]
    for row in speeds:
        own = [float(one["metric.speed"]) for one in of(played, row["player"]) if one["item"] == row["item"]]
        assert (row["mean"], row["n"]) == (pytest.approx(sum(own) / 2), 2)
        assert 0 <= row["low"] <= row["mean"] <= row["high"] <= 100
        both = [one["mean"] for one in speeds if one["item"] == row["item"]]
        assert row["difficulty"] == pytest.approx(sum(both) / 2)
    text = run("study", "table", studied, "--over", "item", "--format", "csv").out
    assert len(list(csv.DictReader(io.StringIO(text)))) == len(rows)
    markdown = run("study", "table", studied, "--over", "item").out
    assert "| secret | all, won | bot easy, won | bot easy, speed |" in markdown
    won = [
        one["mean"]
        for one in rows
        if (one["item"], one["player"], one["metric"]) == (played[0]["item"], "bot easy", "won")
    ]
    assert f"{round(2 * won[0])} of 2" in next(
        line for line in markdown.splitlines() if played[0]["item"] in line
    )
    assert (
        f"{played[0]['item']} &" in run("study", "table", studied, "--over", "item", "--format", "latex").out
    )


def test_stats_and_run_give_intervals_over_secrets_only_where_some_came_twice(run: Command) -> None:
    ran = run("run", "wordle", "--sessions", "6", "--seed", "7", "--seat", "guesser=bot:easy", "--json")
    once = ran.json["metrics"]["guesser"]["bot easy"]
    values = [one["metrics"]["speed"] for one in ran.json["sessions"]]
    mean, low, high, items = clipped(
        over_items([{"item": str(n), "metric.speed": str(v)} for n, v in enumerate(values)], "speed"), 0, 100
    )
    close([once["speed"][n] for n in ("mean", "low", "high", "items")], (mean, low, high, items))
    assert "more than once" not in run("stats", "wordle").out
    run(*"run wordle --sessions 6 --repetitions 3 --seed 7 --seat guesser=bot:medium".split())
    told = {row["player"]: row for row in run("stats", "wordle", "--json").json["games"]["wordle"]}
    assert told["bot easy"]["speed"] == once["speed"]
    assert (told["bot medium"]["won"]["items"], told["bot medium"]["speed"]["n"]) == (6, 18)
    close(
        [told["bot medium"]["speed"][n] for n in ("mean", "low", "high", "items")],
        clipped(over_items(of(flat(run, "--game", "wordle"), "bot medium"), "speed"), 0, 100),
    )
    shown = run("stats", "wordle").out
    assert "Some secrets were played more than once, so 95% intervals are over 6 secrets." in shown
    api_free = run("stats", "wordle", "--columns", "speed", "--json").json["rows"]
    assert {row["player"]: row["speed"] for row in api_free} == {
        name: row["speed"] for name, row in told.items()
    }


def pairs_of(run: Command) -> Rows:
    return [row for row in run("stats", "taboo", "--json").json["games"]["taboo"] if "partner" in row]


@pytest.mark.thorough
def test_pairs_have_their_own_secrets_behind_them(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for guesser in ("easy", "hard"):
        line = ("--sessions", "5", "--repetitions", "3", "--seed", "3")
        run("run", "taboo", "--seat", f"guesser=bot:{guesser}", *line)
    played = flat(run, "--game", "taboo")
    pairs = pairs_of(run)
    assert [row["partner"] for row in pairs] == ["bot:bot easy", "bot:bot hard"]
    for row in pairs:
        own = [one for one in played if one["guesser.player"] == row["partner"].removeprefix("bot:")]
        known = clipped(over_items(own, "rounds"), 0, 5)
        close([row["rounds"][n] for n in ("mean", "low", "high", "items")], known)
    monkeypatch.setattr("tui_arena.stats.aggregate.FEW", 0)
    assert [row["won"]["low"] for row in pairs_of(run)] == [None, None], "to read them would take too long"
    shown = run("stats", "taboo", "--columns", "all").out
    assert "bot easy" in shown
    assert re.search(r"bot easy +party +15 +\d+%,", shown), "a share without an interval"


def test_secrets_are_rows_and_players_columns(run: Command) -> None:
    for level in ("easy", "hard"):
        run(*f"run wordle --sessions 5 --repetitions 2 --seed 7 --seat guesser=bot:{level}".split())
    played = flat(run, "--game", "wordle")
    (table,) = run("stats", "wordle", "--over", "item", "--columns", "speed,won", "--json").json["tables"]
    assert (table["seat"], table["condition"], len(table["rows"])) == ("guesser", "classic", 5)
    hardness = [row["difficulty"]["speed"] for row in table["rows"]]
    assert hardness == sorted(hardness)
    for row in table["rows"]:
        for own in row["players"]:
            speeds = [
                float(one["metric.speed"]) for one in of(played, own["player"]) if one["item"] == row["item"]
            ]
            assert own["speed"]["mean"] == pytest.approx(sum(speeds) / len(speeds))
        assert row["difficulty"]["speed"] == pytest.approx(
            sum(one["speed"]["mean"] for one in row["players"]) / 2
        )
    first = table["rows"][0]
    title, header, line, *_ = run("stats", "wordle", "--over", "item", "--columns", "won").out.splitlines()
    assert title == "Wordle, won by secret: guesser, classic"
    assert header.split() == ["secret", "all", "bot", "easy", "bot", "hard"]
    assert " of 2" in line
    assert [one["player"] for one in first["players"]] == ["bot easy", "bot hard"]


def test_less_is_better_puts_the_secret_with_most_first(run: Command) -> None:
    run("run", "entity", "--sessions", "5", "--seed", "7", "--seat", "guesser=bot:hard")
    (table,) = run("stats", "entity", "--over", "item", "--columns", "turns", "--json").json["tables"]
    turns = [row["difficulty"]["turns"] for row in table["rows"] if row["difficulty"]["turns"] is not None]
    assert turns == sorted(turns, reverse=True)


def test_values_of_an_option_and_conditions_are_rows(run: Command) -> None:
    run("run", "entity", "--sessions", "2", "--repetitions", "2", "--seed", "3", "--over", "noise=0,0.2")
    (table,) = run("stats", "entity", "--over", "option.noise", "--json").json["tables"]
    assert (table["condition"], [row["option.noise"] for row in table["rows"]]) == ("things", ["0", "0.2"])
    by_condition = {
        row["condition"]: row
        for row in run("stats", "entity", "--json").json["games"]["entity"]
        if row["seat"] == "guesser"
    }
    assert [row["players"][0]["score"] for row in table["rows"]] == [
        by_condition[name]["score"] for name in ("things", "things, noise 0.2")
    ]
    (table,) = run("stats", "entity", "--over", "condition", "--json").json["tables"]
    assert [row["condition"] for row in table["rows"]] == ["things", "things, noise 0.2"]
    assert "condition" not in table
    shown = run("stats", "entity", "--over", "option.noise").out
    assert shown.startswith("Twenty Questions by noise: guesser, things\n")
    assert "no sessions" in run("stats", "taboo", "--over", "item").out


def test_what_a_paper_prints_for_a_word_stands_next_to_it(run: Command, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("exploration\nlabyrinthine\n")
    seats = ("--seat", "guesser_1=bot:easy", "--seat", "guesser_2=bot:easy", "--set", "max_attempts=2")
    ran = run("run", "connections", "--list", str(words), "--preset", "paper", *seats)
    assert ran.status == 0, ran.err
    (table,) = run("stats", "connections", "--over", "item", "--json").json["tables"]
    printed = {row["item"]: row["published"][0] for row in table["rows"]}
    assert printed["exploration"]["iterations"] == 81
    assert (printed["labyrinthine"]["player"], printed["labyrinthine"]["reveals"]) == ("GPT-4o", 9)
    shown = run("stats", "connections", "--over", "item").out
    assert "GPT-4o (published), reveals" in shown
    assert "Improvisational Games" in shown


def test_a_secret_of_several_runs_is_one(run: Command, home: Path) -> None:
    line = ("run", "wordle", "--sessions", "4", "--seed", "7", "--seat", "guesser=bot:easy", "--json")
    runs = [run(*line).json["run"] for _ in range(2)]
    catalogue = Catalogue()
    store = open_store(home / "arena.db", catalogue, read_only=True).store
    (of_runs,), (whole,) = (
        [row for row in stats(store, catalogue, Filter("wordle"), given) if row.seat == "guesser"]
        for given in (runs, None)
    )
    store.close()
    assert of_runs.figures["speed"] == whole.figures["speed"]
    assert (of_runs.figures["won"].items, of_runs.figures["won"].n) == (4, 8)
