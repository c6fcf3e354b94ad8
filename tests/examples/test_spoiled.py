"""Sessions of a package whose rules or figures break later cost no other session."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.examples.conftest import broken, hangman, home, run, site
from tests.serving.served import served
from tests.thorough import sampled

__all__ = ["broken", "hangman", "home", "run", "site"]

LATER = """
import os
_before = {name}
def _later(*args):
    if os.environ.get("SPOILED"):
        raise ZeroDivisionError("too far")
    return _before(*args)
{name} = _later
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("file", "name"), sampled([("rules.py", "Hangman.apply"), ("metrics.py", "figures")], 2)
)
def test_a_package_that_breaks_later_costs_no_other_session(
    broken: Path, run: Command, monkeypatch: pytest.MonkeyPatch, file: str, name: str
) -> None:
    path = broken / file
    text = path.read_text("utf-8") if path.exists() else "def figures(play):\n    return {}\n"
    path.write_text(text + LATER.format(name=name), "utf-8")
    lost = {one["id"] for one in run("run", "hangman", "--sessions", "2", "--json").json["sessions"]}
    kept = {one["id"] for one in run("run", "wordle", "--sessions", "2", "--json").json["sessions"]}
    text = run("export", *lost).out
    monkeypatch.setenv("SPOILED", "yes")

    ran = run("export", "--all")
    assert ran.status == 1
    assert {one["id"] for one in json.loads(ran.out)} == kept
    for one in lost:
        assert (
            f"session {one} can't be read: The rules of hangman failed (ZeroDivisionError: too far)"
            in ran.err
        )

    assert run("doctor", "--rebuild").status in (0, 1)
    for command in ("sessions", "stats", "report"):
        ran = run(command)
        assert ran.status == 1
        assert "2 sessions were left out; `tui-arena doctor` checks them all" in ran.err
    assert run("stats", "wordle").status == 0

    scored = run("score", "-", "--json", stdin=text)
    assert scored.status == 2
    assert len(scored.json["faults"]) == 2


async def test_a_package_that_breaks_is_a_sentence_over_a_wire(
    broken: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = broken / "rules.py"
    path.write_text(path.read_text("utf-8") + LATER.format(name="Hangman.apply"), "utf-8")
    async with served("hangman", "guesser", {}) as it:
        client = await it.client()
        await client.reset(seed=1)
        monkeypatch.setenv("SPOILED", "yes")
        told = await client.sends("step", {"text": "e"})
        assert told["data"]["code"] == "EXECUTION_ERROR"
        assert told["data"]["message"].startswith("The rules of hangman failed (ZeroDivisionError: too far)")
        monkeypatch.delenv("SPOILED")
        await client.reset(seed=1)
        assert (await client.step("e"))["observation"]["fault"] is None
