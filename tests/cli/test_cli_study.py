"""Studies: files with a matrix of players, games, presets, prompts and options, planned and played."""

from __future__ import annotations

import csv
import json
import signal
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from tests.cli.conftest import PRICED, Command, exported, flat, python, write_models
from tests.stub_server import StubServer
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena import __version__
from tui_arena.cli import study as commands
from tui_arena.data.studies import shipped_studies
from tui_arena.stats.statistics import Figure

CASES = Cases(__file__)

SMALL = Path(__file__).with_name("small_study.toml").read_text("utf-8")
Written = Callable[..., str]


@pytest.fixture
def study(tmp_path: Path) -> Written:
    """Writes a study's file, with replacements, and gives its path."""

    def write(text: str = SMALL, **changes: str) -> str:
        path = tmp_path / "study.toml"
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        path.write_text(text)
        return str(path)

    return write


def documents(run: Command) -> dict[str, Any]:
    """What every saved session says, without its times."""
    shown = {}
    for row in run("sessions", "--json").json["sessions"]:
        shown[row["id"]] = {k: v for k, v in row.items() if k not in ("started", "ended")}
    return shown


def test_every_cell_is_a_run_that_can_be_planned_played_and_looked_at(run: Command, study: Written) -> None:
    path = study()
    planned = run("study", "plan", path, "--json").json
    assert (planned["study"], planned["sessions"], planned["left"]) == ("small", 36, 36)
    assert planned["cost_usd"] == 0
    assert run("runs", "--json").json == {"runs": []}
    played = run("study", "run", path, "--json")
    assert (played.status, played.json["stopped"], played.json["left"]) == (0, None, 0)
    cells = played.json["cells"]
    assert [(one["label"], one["player"], one["options"]) for one in cells] == [
        ("wordle", "bot:hard", {"max_guesses": 5}),
        ("wordle", "bot:easy", {"max_guesses": 5}),
        ("wordle", "bot:hard", {"max_guesses": 6}),
        ("wordle", "bot:easy", {"max_guesses": 6}),
        ("taboo", "bot:hard", {}),
        ("taboo", "bot:easy", {}),
    ]
    assert {one["run"] for one in cells} == {one["run"] for one in planned["cells"]}
    runs = {one["run"]: one for one in run("runs", "--json").json["runs"]}
    assert runs.keys() == {one["run"] for one in cells}
    assert all(one["state"] == "done" and one["done"] == 6 for one in runs.values())
    taboo = runs[cells[4]["run"]]
    assert (taboo["preset"], taboo["seats"]) == ("paper", {"guesser": "bot:hard", "setter": "bot:medium"})
    before = documents(run)
    assert run("study", "run", path).status == 0
    assert documents(run) == before
    assert "6 cells, 36 sessions, 0 left" in run("study", "status", path).out
    tables_say_what_the_sessions_come_to(run, path, easy=cells[3]["run"])


@pytest.mark.thorough
def test_sessions_and_runs_say_which_study_they_belong_to(run: Command, study: Written, home: Path) -> None:
    run("study", "run", study())
    run("run", "wordle", "--sessions", "1")
    sessions = exported(run, which=("--study", "small"))
    assert len(sessions) == 36
    assert {one["setup"]["study"] for one in sessions} == {"small"}
    assert {one["made"]["program"] for one in sessions} == {__version__}
    runs = {one["run"]: one["study"] for one in run("runs", "--json").json["runs"]}
    assert Counter(runs.values()) == {"small": 6, None: 1}
    assert {one["setup"]["run"] for one in sessions} == {name for name, of in runs.items() if of}
    wordle = flat(run, "--study", "small", "--game", "wordle")
    assert {(row["game"], row["study"]) for row in wordle} == {("wordle", "small")}
    nameless = run("export", "--study", "small", "--format", "jsonl", "--anonymous").out
    assert '"made"' not in nameless
    assert '"study"' not in nameless


def test_a_study_that_nobody_ran_has_no_sessions_to_export(run: Command, tmp_path: Path) -> None:
    run("run", "wordle", "--sessions", "1")
    out = tmp_path / "there.csv"
    out.write_text("mine")
    ran = run("export", "--study", "none", "--out", str(out))
    assert ran.status == 2
    assert "belongs to the study 'none'" in ran.complaint
    assert run("export", "--study", "a", "--run", "b").status == 2
    assert out.read_text() == "mine"


@pytest.mark.thorough
def test_more_players_and_money_leave_what_was_played(run: Command, study: Written) -> None:
    first = run("study", "run", study(), "--json").json["cells"]
    more = study(SMALL + "\n[budget]\nusd = 3\n", **{'"bot:easy"': '"bot:easy", "bot:medium"'})
    found = run("study", "status", more, "--json").json
    assert (found["sessions"], found["done"]) == (54, 36)
    assert {one["run"] for one in first} < {one["run"] for one in found["cells"]}
    assert run("study", "run", more, "--json").json["left"] == 0
    assert run("runs", first[0]["run"], "--json").json["settings"]["budgets"]["usd"] == 3


KILLED = """
import os, signal, sys
from tui_arena.batch.playing import Batch
from tui_arena.__main__ import main
earlier = Batch._played
def played(self, session, play):
    if self.over == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return earlier(self, session, play)
Batch._played = played
main(["study", "run", sys.argv[1]])
"""


@pytest.mark.thorough
def test_a_killed_study_goes_on(home: Path, run: Command, study: Written, tmp_path: Path) -> None:
    path = study(**{"items = 3": "items = 6"})
    assert python(KILLED, path).returncode == -signal.SIGKILL
    killed = run("study", "status", path, "--json").json
    assert 0 < killed["left"] < 72
    assert "killed" in {one["state"] for one in killed["cells"]}
    assert f"to continue: tui-arena study run {path}" in run("study", "status", path).out
    before = documents(run)
    assert run("study", "run", path, "--json").json["left"] == 0
    after = documents(run)
    assert len(after) == 72
    ended = {one: row for one, row in before.items() if row["result"] != "unfinished"}
    assert ended.items() <= after.items()
    other = tmp_path / "never killed"
    run("study", "run", path, "--data-dir", str(other))
    whole = run("sessions", "--json", "--data-dir", str(other)).json["sessions"]
    assert {row["id"]: row["line"] for row in whole} == {one: row["line"] for one, row in after.items()}


@pytest.mark.parametrize("case", CASES["a_bad_file_is_a_sentence_with_its_place_and_nothing_is_written"])
def test_a_bad_file_is_a_sentence_with_its_place_and_nothing_is_written(
    run: Command, study: Written, home: Path, case: tuple[str, str, str]
) -> None:
    old, new, said = case
    path = study(**{old: new})
    ran = run("study", "plan", path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.complaint.startswith(f"{path}: ")
    assert said in ran.complaint
    assert not list(home.rglob("*.db*"))


@pytest.mark.parametrize("command", ["plan", "run", "status"])
def test_a_file_that_is_not_there_or_no_study_is_refused_by_each_command(
    run: Command, study: Written, tmp_path: Path, home: Path, command: str
) -> None:
    for path in (study(**{"seeds = [7]": "seeds = [7"}), str(tmp_path / "none.toml")):
        ran = run("study", command, path)
        assert (ran.status, ran.out) == (2, "")
        assert ran.complaint.startswith(path)
    assert not list(home.rglob("*.db*"))


MODELS = Path(__file__).with_name("models_study.toml").read_text("utf-8")


@pytest.fixture
def stub(home: Path, stub: StubServer) -> StubServer:
    write_models(home, stub, dear={"model": "ok", **PRICED}, locked="401")
    return stub


@pytest.mark.thorough
@pytest.mark.usefixtures("stub")
def test_a_model_that_fails_stops_only_its_own_cells(run: Command, study: Written) -> None:
    path = study(MODELS, **{"items = 2": "items = 4"})
    planned = run("study", "plan", path)
    assert "the price of locked isn't known" in planned.out
    assert "the cost of 16 of 20 remaining sessions isn't known yet" in planned.out
    assert "its budget is 1,000,000 tokens" in planned.out
    ran = run("study", "run", path, "--json")
    cells = ran.json["cells"]
    assert [(one["player"], one["prompt"]) for one in cells] == [
        ("model:dear", "plain"),
        ("model:dear", "terse"),
        ("model:locked", "plain"),
        ("model:locked", "terse"),
        ("bot:easy", None),
    ]
    assert (ran.status, ran.json["stopped"]) == (1, "failed")
    assert [one["left"] for one in cells] == [0, 0, 4, 4, 0]
    assert "8 sessions left" in ran.err
    seats = [run("runs", one["run"], "--json").json["settings"]["own"] for one in cells]
    assert seats[1] == {"guesser": {"sampling": {"temperature": 0.5}, "prompt": "terse"}}
    assert seats[4] == {}
    known = {one["run"]: one for one in run("study", "plan", path, "--json").json["cells"]}
    dear = known[cells[0]["run"]]
    assert dear["by_sessions"] == 8
    assert dear["session_usd"] > 0


@pytest.mark.usefixtures("stub")
def test_the_budget_is_one_for_all_cells_and_can_be_raised(run: Command, study: Written) -> None:
    players = {'"model:dear", "model:locked", "bot:easy"': '"model:dear", "bot:easy"'}
    path = study(MODELS, **players, **{"1000000": "10"})
    ran = run("study", "run", path, "--json")
    assert (ran.status, ran.json["stopped"]) == (1, "budget")
    assert "set how much it may cost with `budget` in the file" in ran.err
    assert ran.json["cells"][1]["state"] == "not begun"
    path = study(MODELS, **players)
    ran = run("study", "run", path, "--json")
    assert (ran.status, ran.json["left"]) == (0, 0)


def tables_say_what_the_sessions_come_to(run: Command, path: str, easy: str) -> None:
    """Check a line of the tables; `easy`: the run of its cell."""
    speeds: dict[int, list[float]] = {}
    for row in run("runs", easy, "--json").json["played"]:
        document = run("export", row["id"]).json
        speeds.setdefault(document["setup"]["repetition"], []).append(document["metrics"]["speed"])
    means = [fmean(values) for _, values in sorted(speeds.items())]
    told = f"{fmean(means):.2f} ± {stdev(means):.2f}"
    table = run("study", "table", path).out
    line = next(one for one in table.splitlines() if one.startswith("| bot easy | max\\_guesses=6 |"))
    _, _, n, _, cell, *_ = line.split(" | ")
    assert (n, cell.partition(" \\[")[0]) == ("6", told)
    assert "± is over the means of each repetition" in table
    assert told.replace("±", "$\\pm$") in run("study", "table", path, "--format", "latex").out
    rows = list(csv.DictReader(run("study", "table", path, "--format", "csv").out.splitlines()))
    (row,) = (
        one
        for one in rows
        if (one["player"], one["options"], one["metric"]) == ("bot easy", "max_guesses=6", "speed")
    )
    assert (row["sessions"], row["n_repetitions"], row["n_prompts"]) == ("6", "2", "")
    assert float(row["mean"]) == pytest.approx(fmean(means))
    assert float(row["std_repetitions"]) == pytest.approx(stdev(means))
    as_json = run("study", "table", path, "--format", "json").json["rows"]
    assert [one["mean"] for one in as_json] == [float(one["mean"]) if one["mean"] else None for one in rows]


@pytest.mark.thorough
@pytest.mark.usefixtures("stub")
def test_prompts_have_lines_and_a_deviation_of_their_own(
    run: Command, study: Written, tmp_path: Path
) -> None:
    path = study(MODELS, **{'"model:locked", ': "", "items = 2": "items = 2\nrepetitions = 2"})
    assert run("study", "table", path).out == "nothing is finished yet\n"
    assert run("study", "run", path).status == 0
    lines = run("study", "table", path).out.splitlines()
    by_prompt = lines[lines.index("## wordle, by prompt") :]
    assert [line.split(" | ")[:3] for line in by_prompt if line.startswith("| dear")] == [
        ["| dear", "plain", "4"],
        ["| dear", "terse", "4"],
        ["| dear", "all", "8"],
    ]
    assert not any("bot easy" in line for line in by_prompt)
    assert any("bot easy" in line for line in lines)
    out = tmp_path / "table.csv"
    assert run("study", "table", path, "--format", "csv", "--out", str(out)).out == ""
    rows = [row for row in csv.DictReader(out.read_text().splitlines()) if row["metric"] == "won"]
    assert [(row["prompt"], row["sessions"], row["n_prompts"]) for row in rows] == [
        ("all", "8", "2"),
        ("", "4", ""),
        ("plain", "4", ""),
        ("terse", "4", ""),
    ]


@pytest.mark.thorough
@pytest.mark.usefixtures("stub")
def test_a_bundle_has_all_that_another_one_needs(run: Command, study: Written, tmp_path: Path) -> None:
    text = 'title = "Does it: help?"\nlicence = "cc-by-4.0"\n' + MODELS.replace('"model:locked", ', "")
    path, folder = study(text), tmp_path / "bundle"
    empty = run("study", "bundle", path, str(folder))
    assert (empty.status, folder.exists()) == (1, False)
    assert "nothing in with-models has been played yet" in empty.complaint
    assert run("study", "run", path).status == 0
    assert "with 6 sessions" in run("study", "bundle", path, str(folder)).out
    lines = [line.split("  ") for line in (folder / "SHA256SUMS").read_text().splitlines()]
    sums = {name: told for told, name in lines}
    files = {str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file()}
    assert files - {"SHA256SUMS"} == sums.keys()
    assert all(sha256((folder / name).read_bytes()).hexdigest() == told for name, told in sums.items())
    assert (folder / "study.toml").read_text() == text
    assert {"prompts/wordle/guess.md", "prompts/wordle/guess.terse.md"} <= files
    assert "prompts/wordle/guess.steps.md" not in files
    head = (folder / "README.md").read_text().split("---\n")[1]
    values = {name: json.loads(value) for name, value in (line.split(": ", 1) for line in head.splitlines())}
    assert (values["pretty_name"], values["license"], values["size_categories"]) == (
        "Does it: help?",
        "cc-by-4.0",
        ["n<1K"],
    )
    assert all((folder / one["data_files"]).is_file() for one in values["configs"])
    header = (folder / "sessions.csv").read_text().splitlines()[0].split(",")
    described = {row["column"] for row in csv.DictReader((folder / "columns.csv").read_text().splitlines())}
    assert described == set(header)
    versions = json.loads((folder / "versions.json").read_text())
    assert versions["models"]["dear"]["model"] == "ok"
    assert versions["games"]["wordle"]["decks"]
    assert run("score", "--strict", str(folder / "sessions.jsonl")).status == 0
    assert run("study", "status", str(folder / "study.toml"), "--json").json["left"] == 0
    before = {one: (folder / one).read_bytes() for one in files}
    again = run("study", "bundle", path, str(folder))
    assert again.status == 2
    assert "already exists" in again.complaint
    assert {one: (folder / one).read_bytes() for one in files} == before


def test_a_bundle_of_a_study_that_is_not_over_hides_what_is_hidden(
    run: Command, study: Written, tmp_path: Path, script: Callable[..., str]
) -> None:
    player = script(("guess", "guess: crane"))
    path = study(f'name = "cut"\nplayers = ["{player}"]\n[[game]]\ngame = "wordle"\non = ["guesser"]\n')
    assert run("study", "run", path).status == 1
    ran = run("study", "bundle", path, str(tmp_path / "bundle"))
    assert "1 of 1 session left" in ran.out
    (line,) = (tmp_path / "bundle" / "sessions.jsonl").read_text().splitlines()
    assert not json.loads(line)["setup"].get("secret")


@pytest.mark.parametrize("name", sampled(shipped_studies(), 3, first=1))
def test_every_shipped_study_can_be_planned_and_has_the_size_of_its_paper(run: Command, name: str) -> None:
    sizes = {"entity-deduction": 600, "clembench-wordle": 180, "gamearena": 600, "improvisational-games": 38}
    sizes |= {"pool-1": 750}
    planned = run("study", "plan", name, "--json")
    assert (planned.status, planned.json["study"], planned.json["sessions"]) == (0, name, sizes[name])
    assert planned.err == ""
    assert f"{name} " in run("study", "list").out


@pytest.mark.usefixtures("stub")
def test_a_shipped_study_becomes_ones_own(run: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "mine.toml")
    assert (
        run("study", "copy", "gamearena", path, "--player", "model:dear", "--player", "bot:easy").status == 0
    )
    cells = run("study", "plan", path, "--json").json["cells"]
    prompts = [(one["prompt"], one["sessions"]) for one in cells if one["label"] == "taboo"]
    assert prompts == [(name, 100) for name in ("plain", "terse", "steps", "playful", "warm", None)]
    before = Path(path).read_text()
    assert "already exists" in run("study", "copy", "gamearena", path).complaint
    assert Path(path).read_text() == before
    missing = run("study", "copy", "nothing", str(tmp_path / "x.toml"))
    assert "shipped studies: clembench-wordle, entity-deduction" in missing.complaint
    assert (
        "no player" in run("study", "copy", "gamearena", str(tmp_path / "y.toml"), "--player", "x").complaint
    )
    assert [one.name for one in tmp_path.glob("*.toml")] == ["mine.toml"]


@pytest.mark.thorough
@pytest.mark.usefixtures("stub")
def test_two_sessions_of_each_cell_forecast_what_the_others_cost(run: Command, study: Written) -> None:
    path = study(MODELS, **{'"model:locked", ': "", "items = 2": "items = 5"})
    plain = run("study", "plan", path, "--json").json
    assert (plain["measured"], plain["cost_usd"]) == (None, None)
    assert run("runs", "--json").json == {"runs": []}
    measured = run("study", "plan", path, "--measure", "--json").json
    assert [one["done"] for one in measured["cells"]] == [2, 2, 0]
    told = measured["measured"]
    assert told["tokens"]["n"] == 4
    assert told["tokens"]["low"] <= told["tokens"]["value"] <= told["tokens"]["high"]
    again = run("study", "plan", path, "--measure", "--json").json
    assert again["measured"] == told
    assert [one["done"] for one in again["cells"]] == [2, 2, 0]
    assert (
        "going by 4 sessions of this study, the rest will come to $"
        in run("study", "plan", path, "--measure").out
    )
    left = 0.0
    for cell in measured["cells"][:2]:
        (row,) = run("stats", "wordle", "--where", f"run={cell['run']}", "--json").json["games"]["wordle"]
        assert row["sessions"] == 2
        left += 3 * (row["input_tokens"]["mean"] + row["output_tokens"]["mean"])
    assert told["tokens"]["value"] == pytest.approx(left)
    assert told["usd"]["value"] > 0
    assert run("study", "run", path, "--json").json["left"] == 0


@each(
    (Figure(0.5), Figure(), "$0.50"),
    (Figure(0.5, low=0.25, high=0.75), Figure(), "$0.50 ($0.25 to $0.75)"),
    (Figure(0.5, low=-0.25, high=1.25), Figure(), "$0.50 ($0 to $1.25)"),
    (Figure(0.5), Figure(2000.0, n=4, low=-5.0, high=4000.0),
     "$0.50 and 2,000 tokens (0 to 4,000), in 95 cases out of 100"),
    (Figure(), Figure(2000.0, n=4), "2,000 tokens"),
)  # fmt: skip
def test_a_forecast_costs_nothing_at_least(dollars: Figure, tokens: Figure, says: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "_expected", lambda _: (tokens, dollars))
        (line,) = commands._measured([None])  # type: ignore[list-item]
    assert line.endswith(f"of this study, the rest will come to {says}")


def test_a_study_of_bots_has_nothing_to_measure(run: Command, study: Written) -> None:
    assert "no model plays, so it doesn't cost anything" in run("study", "plan", study(), "--measure").out
    assert run("runs", "--json").json == {"runs": []}
