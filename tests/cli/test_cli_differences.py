"""Prompt variants as rows on the command line, sampling as a filter, and lines on what differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.stats.test_differences import CATALOGUE, COLD, NEW, OLD, one
from tests.stats.test_rungs import asked
from tests.tables import Cases
from tui_arena.save.exchange.export import export

CASES = Cases(__file__)

ALL = ("--include", "imported")
SECRETS = "Not all players played the same secrets: gpt 2, other 1, 1 of them the same."
PROMPTS = (
    "Not all models had the same prompts: gpt: plain in 2 sessions, terse in 1; other: plain in 1 session."
)
SAMPLING = (
    "Not all models had the same sampling: gpt: default in 1 session, max_tokens=120 temperature=0.3 in 2; "
    "other: max_tokens=120 temperature=0.3 in 1 session."
)


@pytest.fixture
def saved(run: Command, tmp_path: Path) -> None:
    sessions = [
        one(1, sampling=COLD, digest=OLD),
        one(2, sampling=COLD, digest=OLD, misses=1),
        one(1, prompt="terse", digest=NEW, misses=3),
        one(1, "other", sampling=COLD, digest=OLD, misses=3),
    ]
    path = tmp_path / "some.jsonl"
    path.write_text("".join(export([(s, CATALOGUE.game(s.game)) for s in sessions], "jsonl")))
    assert run("import", str(path)).status == 0


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    "command",
    [("stats",), ("stats", "wordle", "--over", "item"), ("rank", "wordle"), ("report", "--game", "wordle")],
)
def test_tables_say_what_differs_and_nothing_if_all_are_alike(run: Command, command: tuple[str, ...]) -> None:
    told = run(*command, *ALL).out.replace("\\", "")
    assert all(note in told for note in (PROMPTS, SAMPLING, SECRETS))
    alone = run(*command, *ALL, "--where", "player=other").out
    assert "other" in alone
    assert "Not all" not in alone


@pytest.mark.usefixtures("saved")
def test_a_comparison_says_what_differs(run: Command) -> None:
    pair = ("compare", "wordle", "gpt", "other", *ALL)
    told = run(*pair).out
    assert all(note in told for note in (PROMPTS, SAMPLING, SECRETS))
    assert [one["what"] for one in run(*pair, "--json").json["differs"]] == ["prompts", "sampling", "secrets"]


@pytest.mark.usefixtures("saved")
def test_every_prompt_variant_is_a_row(run: Command) -> None:
    command = ("stats", "wordle", "--over", "prompt", "--columns", "won,speed", *ALL)
    told = run(*command).out
    rows = [line.split()[1:5] for line in told.splitlines() if line.startswith("guesser")]
    assert rows == [
        ["gpt", "classic", "2", "1.00"],  # the spread over both variants
        ["gpt", "classic", "plain", "2"],
        ["gpt", "classic", "terse", "1"],
        ["other", "classic", "plain", "1"],
    ]
    assert "Not all models had the same prompts" not in told
    whole = run(*command, "--json").json
    assert [(one["player"], one["prompt"], one["sessions"]) for one in whole["prompts"]] == [
        ("gpt", "plain", 2),
        ("gpt", "terse", 1),
        ("other", "plain", 1),
    ]
    assert whole["prompts"][0]["sampling"] == {"max_tokens=120 temperature=0.3": 2}
    assert whole["prompts"][0]["won"]["low"] is not None
    assert [row["won"]["n"] for row in whole["rows"]] == [2], "the spread stays as it was"


@pytest.mark.usefixtures("saved")
def test_rows_by_variant_have_faults_speed_and_cost_if_they_are_named(run: Command) -> None:
    command = ("stats", "wordle", "--over", "prompt", "--columns")
    told = run(*command, "won,faults", *ALL)
    assert told.status == 0, told.err
    rows = [line.split() for line in told.out.splitlines() if line.startswith("guesser")]
    assert [row[1:5] for row in rows] == [
        ["gpt", "classic", "2", "1.00"],  # the spread over both variants: means of faults have none
        ["gpt", "classic", "plain", "2"],
        ["gpt", "classic", "terse", "1"],
        ["other", "classic", "plain", "1"],
    ]
    assert all("none" in row for row in rows[1:]), "nobody had a fault"
    alone = run(*command, "faults", *ALL)
    assert alone.out.splitlines()[:2] == ["", "each prompt variant"]
    each = run(*command, "faults", "--json", *ALL).json
    assert [row["faults"]["n"] for row in each["prompts"]] == [3, 4, 4]
    refused = run(*command[:3], "repetition", "--columns", "faults", *ALL)
    assert (refused.status, "no figure 'faults'" in refused.complaint) == (2, True)


@pytest.mark.usefixtures("saved")
def test_sampling_and_prompt_text_stand_in_rows_and_are_filters(run: Command) -> None:
    told = run("stats", "wordle", *ALL).out
    assert "mixed (2)" in told
    assert "max_tokens=120 temperature=0.3" in told
    rows = run("stats", *ALL, "--json").json["games"]["wordle"]
    assert rows[0]["prompt_digest"] == {OLD: 2, NEW: 1}
    for where, found in ((f"prompt_digest={NEW}", 1), ("sampling=temperature=0.3 max_tokens=120", 3)):
        assert len(run("sessions", "--where", where, "--json").json["sessions"]) == found


MIXED = "Not all models were asked in the same way: gpt as guesser, in 1 of 2 sessions: asked for plain text, not JSON (rungs=schema)."


@pytest.fixture
def rungs(run: Command, tmp_path: Path) -> None:
    """Two sessions of a model, one of them without a schema."""
    pairs = [(one, CATALOGUE.game(one.game)) for one in (asked(1, ["schema"], broken=3), asked(2, []))]
    path = tmp_path / "two.jsonl"
    path.write_text("".join(export(pairs, "jsonl")))
    assert run("import", str(path)).status == 0


@pytest.mark.usefixtures("rungs")
@pytest.mark.parametrize("command", CASES["a_table_that_mixes_rungs_says_so_and_one_that_does_not_is_silent"])
def test_a_table_that_mixes_rungs_says_so_and_one_that_does_not_is_silent(run: Command, command: str) -> None:
    assert MIXED in run(*command.split(), *ALL).out.replace("\\", "")
    for rungs in ("schema", "none"):
        ran = run(*command.split(), *ALL, "--where", f"rungs={rungs}")
        assert "gpt" in ran.out
        assert "asked alike" not in ran.out


@pytest.mark.usefixtures("rungs")
def test_programs_are_told_of_rungs_too(run: Command) -> None:
    mixed = [{"seat": "guesser", "player": "gpt", "rungs": "schema", "sessions": 1, "of": 2}]
    assert run("stats", *ALL, "--json").json["rungs"] == {"wordle": mixed}
    assert run("stats", "wordle", "--over", "item", *ALL, "--json").json["rungs"] == mixed
    one = run("stats", *ALL, "--where", "rungs=schema", "--json").json
    assert one.keys() == {"games"}
    assert one["games"]["wordle"][0]["broken"] == {"mean": 3.0, "std": None, "n": 1}


@pytest.mark.usefixtures("rungs")
def test_lists_and_exports_take_the_filter_of_rungs(run: Command) -> None:
    for rungs, found in (("schema", 1), ("none", 1), ("schema+system", 0)):
        where = ("--where", f"rungs={rungs}")
        assert len(run("sessions", *where, "--json").json["sessions"]) == found
        assert len(run("export", "--all", "--format", "jsonl", *where).out.splitlines()) == found
