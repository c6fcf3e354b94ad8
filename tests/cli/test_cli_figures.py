"""Aggregates as the command line prints them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev

import pytest

from tests.cli.conftest import Command, flat, write_models
from tests.stub_server import StubServer
from tests.ui.stats.test_stats_columns import AKINATOR, made
from tui_arena.cli.columns import put_rows
from tui_arena.stats.statistics import Figure


def test_the_spread_over_prompts_and_repetitions_stands_beside_each_mean(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = made("plain", 3, 4, rounds=12.0)
    varied = replace(
        made("varied", 2, 4, rounds=9.0),
        prompts={
            "rounds": Figure(9.0, 0.5, 5),
            "won": Figure(0.5, 0.11, 5),
            "quality": Figure(50.0, 11.0, 5),
        },
        repetitions={"rounds": Figure(9.0, 0.25, 3), "recall": Figure(0.5, None, 1)},
    )
    put_rows(AKINATOR, [plain, varied])
    _, first, second, *_ = capsys.readouterr().out.splitlines()
    assert "75% (30-95)  " in first
    assert first.rstrip().endswith("12.00 ±1.00")
    assert "50% (15-85), prompts ±11  " in second
    assert "50.00, prompts ±11.00" in second
    assert second.rstrip().endswith("9.00 ±1.00, prompts ±0.50, repetitions ±0.25")


def test_a_judge_that_believes_everything_shows_beside_its_share_won(run: Command, tmp_path: Path) -> None:
    said = tmp_path / "always.jsonl"
    said.write_text('{"ask": "question", "text": "I believe your statement is: True"}\n')
    run("run", "bluffing", "--seat", f"judge=script:{said}", "--sessions", "12", "--seed", "3")
    shown = run("stats", "bluffing", "--where", "seat=judge").out
    assert "quality  right if true  right if made up  believed " in shown
    assert "calls" not in shown, "a column of zeros that mean nothing good or bad has no place"
    row = next(
        r for r in run("stats", "bluffing", "--json").json["games"]["bluffing"] if r["seat"] == "judge"
    )
    true = row["accuracy_true"]["count"]
    assert (row["accuracy_true"]["rate"], row["accuracy_made_up"]["rate"], row["believed"]["rate"]) == (
        1,
        0,
        1,
    )
    assert (row["success"]["count"], row["believed"]["count"]) == (true, 12)
    assert 0 < true < 12


PROMPTS = ("plain", "terse")


@pytest.fixture
def played(run: Command, home: Path, stub: StubServer) -> list[dict[str, str]]:
    """Sessions of a bot with repetitions, and of a model with two prompts, as a flat table."""
    write_models(home, stub, dear="ok")
    run("run", "wordle", "--sessions", "3", "--repetitions", "2", "--seed", "5")
    for prompt in PROMPTS:
        line = ("--seat", "guesser=model:dear", "--prompt", f"guesser={prompt}", "--sessions", "2")
        assert run("run", "wordle", *line, "--seed", "5").status == 0
    return flat(run, "--game", "wordle")


def test_figures_over_something_are_those_of_the_means_of_each(
    run: Command, played: list[dict[str, str]]
) -> None:
    means_of_each(run, played, "repetition", "bot medium", "repetition")
    means_of_each(run, played, "prompt", "dear", "guesser.prompt")
    chosen_columns_are_those_of_the_whole_table(run)


def means_of_each(run: Command, played: list[dict[str, str]], over: str, player: str, by: str) -> None:
    told = run("stats", "wordle", "--over", over, "--columns", "won,closeness_gain", "--json").json
    [row] = [one for one in told["rows"] if one["player"] == player]
    for name, column in (("won", "metric.success"), ("closeness_gain", "metric.closeness_gain")):
        groups: dict[str, list[float]] = {}
        for one in played:
            if one["guesser.player"] == player and one[column]:
                groups.setdefault(one[by], []).append(float(one[column]))
        means = [fmean(values) for values in groups.values()]
        assert row[name]["n"] == len(means) > 1
        assert row[name]["mean"] == pytest.approx(fmean(means))
        assert row[name]["std"] == pytest.approx(stdev(means))
    shown = run("stats", "wordle", "--over", over, "--columns", "won,closeness_gain").out
    gain = row["closeness_gain"]
    assert f"{gain['mean']:.2f} ±{gain['std']:.2f}" in shown
    assert shown.splitlines()[0].split() == [
        "seat",
        "player",
        "condition",
        f"{over}s",
        "won",
        "closeness",
        "gain",
    ]


def chosen_columns_are_those_of_the_whole_table(run: Command) -> None:
    whole = run("stats", "wordle", "--json").json["games"]["wordle"]
    names = ("speed", "won_by_error", "won")
    some = run("stats", "wordle", "--columns", ",".join(names), "--json").json["rows"]
    assert [(row["player"], *map(row.get, names)) for row in some] == [
        (row["player"], *map(row.get, names)) for row in whole
    ]
    assert all(list(row)[4:] == list(names) for row in some)
    over = run("stats", "wordle", "--over", "repetition", "--columns", "won_by_error", "--json").json["rows"]
    assert [(row["player"], row["won_by_error"]["mean"], row["won_by_error"]["n"]) for row in over] == [
        ("bot medium", 0, 2)
    ]


def test_nothing_to_be_over_is_said(run: Command) -> None:
    run("run", "wordle", "--sessions", "1", "--seed", "5")
    assert "no sessions with several prompts" in run("stats", "wordle", "--over", "prompt").out
    assert "no sessions with a repetition number" in run("stats", "wordle", "--over", "repetition").out


def test_the_name_of_a_condition_is_never_cut(run: Command) -> None:
    options = ("reprompts=guesser=1;critic=2", "hard=on", "takebacks=off", "unknown_words=9", "max_guesses=5")
    run(*"run wordle --sessions 1 --seed 1".split(), *(part for one in options for part in ("--set", one)))
    (name,) = {row["condition"] for row in run("stats", "wordle", "--json").json["games"]["wordle"]}
    assert len(name) > 80
    assert name in run("stats", "wordle").out
