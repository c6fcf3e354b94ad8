"""`tui-arena prompts check`, and a copy of a paper's prompts from its files to a session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, exported, write_models
from tests.stub_server import StubServer

GUESSER = (
    "# system\n\n# start\nFind what I have in mind. Ask one question.\n\n# ask\n{{?nudge}}Name it now.\n"
)
JUDGE = "# system\n\n# ask\nWith {{entity}} in mind: {{question}} Yes, no or maybe?\n"


@pytest.fixture
def stub(home: Path, stub: StubServer) -> StubServer:
    write_models(home, stub, fair="ok")
    return stub


def write(home: Path, game: str = "entity", **files: str) -> None:
    folder = home / "config" / "prompts" / game
    folder.mkdir(parents=True, exist_ok=True)
    for ask, text in files.items():
        (folder / f"{ask}.published.md").write_text(text)


def test_it_says_what_is_missing_until_nothing_is(run: Command, home: Path) -> None:
    nothing = run("prompts", "check", "published")
    assert nothing.status == 1
    assert {line.split()[0] for line in nothing.out.splitlines() if "missing  " in line} == set(
        "entity akinator taboo bluffing connections".split()
    )
    assert str(home / "config" / "prompts" / "GAME") in nothing.out
    write(home, question=GUESSER)
    half = run("prompts", "check", "published")
    assert half.status == 1
    assert "answer.published.md    missing  the judge's instruction" in half.out
    assert "taboo" not in half.out, "the others were not begun"
    write(home, answer=JUDGE.replace("{{entity}}", "it"))
    assert "answer.published.md: has no slot {{entity}}\n" in run("prompts", "check", "published").out
    write(home, answer=JUDGE)
    whole = run("prompts", "check", "published", "--game", "entity")
    assert (whole.status, whole.out.count("fine")) == (0, 2)
    write(home, answer=JUDGE + "{{secret}}")
    broken = run("prompts", "check", "published", "--json")
    assert broken.status == 2
    assert broken.json["variant"] == "published"
    states = {one["ask"]: (one["state"], one["missing"]) for one in broken.json["files"]}
    assert states == {"question": ("fine", []), "answer": ("broken", [])}


def test_a_game_without_printed_prompts_is_said(run: Command) -> None:
    ran = run("prompts", "check", "published", "--game", "wordle")
    says = "no paper prints prompts for this game, and published has no file for it"
    assert (ran.status, says in ran.complaint) == (1, True)


def said(stub: StubServer, what: str) -> list[list[dict[str, str]]]:
    return [one["messages"] for one in stub.requests if what in str(one["messages"])]


def test_models_are_sent_the_copy_and_the_session_says_so(
    run: Command, home: Path, stub: StubServer, tmp_path: Path
) -> None:
    write(home, question=GUESSER, answer=JUDGE)
    models = ("--seat", "guesser=model:fair", "--seat", "judge=model:fair")
    how = ("--preset", "paper", "--prompts", "published", "--set", "max_turns=2", "--seed", "3")
    assert run("run", "entity", *models, *how).status == 0
    first, *_ = said(stub, "Find what I have in mind")
    assert first == [{"role": "user", "content": "Find what I have in mind. Ask one question."}]
    asked = said(stub, "in mind: ")
    assert asked
    assert all([one["role"] for one in chat] == ["user"] for chat in asked)
    seats = seats_of(run)
    assert {seats[seat]["prompt"] for seat in ("guesser", "judge")} == {"published"}
    write(home, question=GUESSER.replace("one question", "a question"))
    assert run("run", "entity", *models, *how).status == 0
    again = seats_of(run)
    assert again["guesser"]["prompt_digest"] != seats["guesser"]["prompt_digest"]
    assert again["judge"]["prompt_digest"] == seats["judge"]["prompt_digest"]


def seats_of(run: Command) -> Any:
    """The seats of the newest session."""
    return max(exported(run), key=lambda one: str(one["started"]))["seats"]


def test_a_study_takes_it_for_its_players_and_for_a_judge(
    run: Command, home: Path, stub: StubServer, tmp_path: Path
) -> None:
    file = tmp_path / "copy.toml"
    text = """
name = "copy"
players = ["model:fair"]
prompts = ["published"]
[[game]]
game = "entity"
on = ["guesser"]
seats = { judge = "model:fair" }
prompt = { judge = "published" }
presets = ["paper"]
options = { max_turns = 2 }
"""
    file.write_text(text)
    assert (
        "prompts: there is no prompt variant 'published' of guesser"
        in run("study", "plan", str(file)).complaint
    )
    write(home, question=GUESSER, answer=JUDGE)
    assert run("study", "run", str(file)).status == 0
    assert said(stub, "Find what I have in mind")
    assert said(stub, "in mind: ")
    for change, says in (
        (('judge = "published"', 'judge = "loud"'), "prompt: there is no prompt variant 'loud' of judge"),
        (('judge = "published"', 'umpire = "plain"'), "prompt: Twenty Questions has no seat 'umpire'"),
        (
            ('judge = "published"', 'guesser = "plain"'),
            "guesser is a seat of `on`; name its variants with `prompts`",
        ),
        (('judge = "model:fair"', 'judge = "bot"'), "judge isn't a model, so it has no prompt"),
    ):
        file.write_text(text.replace(*change))
        assert says in run("study", "plan", str(file)).complaint
