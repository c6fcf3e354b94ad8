"""Akinator in headless runs: which seat gives the object, and what later repetitions are dealt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tui_arena.__main__ import main
from tui_arena.config import HOME_VARIABLE
from tui_arena.core.language.names import without_article


@pytest.fixture
def sessions(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The sessions of a run as documents."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))

    def play(*arguments: str) -> list[dict[str, Any]]:
        assert main(["run", "akinator", "--seed", "3", *arguments, "--set", "max_turns=2"]) == 0
        capsys.readouterr()
        assert main(["export", "--all", "--format", "jsonl"]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return play


def asks(session: dict[str, Any]) -> list[str]:
    return [event["ask"] for event in session["events"] if event["type"] == "reply"]


def test_a_setter_gives_the_object_where_no_deck_is_named(sessions: Any) -> None:
    found = sessions("--set", "secret=sealed", "--repetitions", "2")
    first, second = sorted(found, key=lambda s: s["setup"]["repetition"])
    assert (asks(first)[0], "secret" in first["setup"]) == ("object", False)
    given = first["events"][0]["text"].partition("|")[0].strip()
    assert second["setup"]["secret"]["object"] == without_article(given), "dealt again as the first had it"
    assert asks(second)[0] == "question"


@pytest.mark.thorough
def test_a_deck_that_is_named_is_dealt_from(sessions: Any) -> None:
    (session,) = sessions("--set", "secret=sealed", "--deck", "objects")
    assert session["setup"]["deck"] == "objects-1"
    assert session["setup"]["secret"]["object"]
    assert asks(session)[0] == "question"


def test_later_is_never_dealt(sessions: Any) -> None:
    (session,) = sessions("--deck", "objects")
    assert (session["setup"]["secret"], asks(session)[-1]) == ({}, "reveal")
    assert session["metrics"]["misjudged"] in (0, 1)
