"""Searching for better prompts: `optimise`, with a model that obeys its prompt and one that writes prompts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.stub_models import RULES
from tests.stub_server import StubServer

PLAIN = Path("tui_arena/games/wordle/prompts/guess.md")


@pytest.fixture
def stub() -> Iterator[StubServer]:
    with StubServer() as server:
        yield server


@pytest.fixture(autouse=True)
def models(home: Path, stub: StubServer) -> Path:
    """`player` obeys its prompt; the others write prompts."""
    path = home / "config" / "models.toml"
    path.parent.mkdir(parents=True)
    named = {"player": "obeys", "writer": "reflects", "breaker": "reflects:breaks", "mender": "reflects:mends"}
    path.write_text(
        "".join(
            f'[model.{name}]\nmodel = "{model}"\nbase_url = "{stub.url}"\ninput_price = 10.0\noutput_price = 10.0\n'
            for name, model in named.items()
        )
    )
    return path


def search(*more: str, name: str = "better", reflect: str = "writer", sessions: int = 60) -> tuple[str, ...]:
    return (
        *("optimise", "wordle", "--seat", "guesser", "--ask", "guess", "--player", "model:player"),
        *("--reflect", f"model:{reflect}", "--sessions", str(sessions), "--seed", "7", "--name", name),
        *("--concurrency", "8", "--budget", "5", *more),
    )


def variant(home: Path, name: str = "better") -> Path:
    return home / "config" / "prompts" / "wordle" / f"guess.{name}.md"


def secrets(run: Command, wanted: str) -> list[str]:
    """The secrets of a search's sessions, `held` or `train`, by the length of its runs."""
    found = []
    for one in run("runs", "--json").json["runs"]:
        for row in run("runs", one["run"], "--json").json["played"]:
            if (one["set_ups"] == 30) == (wanted == "held"):
                found.append(run("export", row["id"]).json["setup"]["secret"]["word"])
    return found


def test_a_search_finds_a_better_prompt_that_a_run_uses_at_once(
    home: Path, run: Command, stub: StubServer
) -> None:
    found = run(*search("--json"))
    assert found.status == 0, found.err
    told = found.json
    (made,) = told["variants"]
    assert (told["search"], made["variant"], made["cut_by_budget"]) == ("wordle/guess.better", "better", False)
    assert made["after"]["objective"] > told["before"]["objective"] + 0.2
    assert made["difference"]["low"] > 0
    text = variant(home).read_text()
    assert sum(rule in text for rule in RULES) >= 2
    assert told["cost"]["tokens"] == 27 * len(stub.requests)
    assert told["cost"]["usd"] == pytest.approx(27 * len(stub.requests) * 1e-5)
    page = Path(told["pages"][0]).read_text()
    assert f"| better | {made['after']['objective']:.3f} |" in page
    assert "--prompts better" in page
    held, train = secrets(run, "held"), secrets(run, "train")
    assert len(set(held)) == 30
    assert train
    assert not set(held) & set(train)
    assert all(one["left"] == 0 for one in run("runs", "--json").json["runs"])
    asked = len(stub.requests)
    used = run(
        *"run wordle --seat guesser=model:player --prompts better --sessions 3 --seed 1 --json".split()
    )
    assert used.status == 0
    assert all(rule in str(stub.requests[asked]) for rule in RULES if rule in text)
