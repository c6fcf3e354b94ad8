"""Rungs on the command line: a filter, and the line below a table that mixes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.stats.test_rungs import CATALOGUE, asked
from tui_arena.save.exchange.export import export

MIXED = "Not all models were asked in the same way: gpt as guesser, in 1 of 2 sessions: asked for plain text, not JSON (rungs=schema)."
ALL = ("--include", "imported")


@pytest.fixture(autouse=True)
def saved(run: Command, tmp_path: Path) -> None:
    """Two sessions of a model, one of them without a schema."""
    pairs = [(one, CATALOGUE.game(one.game)) for one in (asked(1, ["schema"], broken=3), asked(2, []))]
    path = tmp_path / "two.jsonl"
    path.write_text("".join(export(pairs, "jsonl")))
    assert run("import", str(path)).status == 0


@pytest.mark.parametrize(
    "command",
    [
        ("stats", "wordle"),
        ("stats", "wordle", "--columns", "speed"),
        ("rank", "wordle"),
        ("report", "--game", "wordle"),
    ],
)
def test_a_table_that_mixes_rungs_says_so_and_one_that_does_not_is_silent(
    run: Command, command: tuple[str, ...]
) -> None:
    assert MIXED in run(*command, *ALL).out.replace("\\", "")
    for rungs in ("schema", "none"):
        ran = run(*command, *ALL, "--where", f"rungs={rungs}")
        assert "gpt" in ran.out
        assert "asked alike" not in ran.out


def test_programs_are_told_too(run: Command) -> None:
    mixed = [{"seat": "guesser", "player": "gpt", "rungs": "schema", "sessions": 1, "of": 2}]
    assert run("stats", *ALL, "--json").json["rungs"] == {"wordle": mixed}
    assert run("stats", "wordle", "--over", "item", *ALL, "--json").json["rungs"] == mixed
    one = run("stats", *ALL, "--where", "rungs=schema", "--json").json
    assert one.keys() == {"games"}
    assert one["games"]["wordle"][0]["broken"] == {"mean": 3.0, "std": None, "n": 1}


def test_lists_and_exports_take_the_filter(run: Command) -> None:
    for rungs, found in (("schema", 1), ("none", 1), ("schema+system", 0)):
        where = ("--where", f"rungs={rungs}")
        assert len(run("sessions", *where, "--json").json["sessions"]) == found
        assert len(run("export", "--all", "--format", "jsonl", *where).out.splitlines()) == found
