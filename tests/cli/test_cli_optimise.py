"""Searching for better prompts: `optimise`, with a model that obeys its prompt and one that writes prompts."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, exported, write_models
from tests.stub_models import RULES
from tests.stub_server import StubServer
from tests.tables import Cases
from tests.warm import Warm
from tui_arena.config import HOME_VARIABLE

CASES = Cases(__file__)

SESSIONS = 60
"""Of a search, on training items."""
FEW = 6
"""How many held-out items are enough where nobody asks how much better a prompt is."""
PLAIN = Path("tui_arena/games/wordle/prompts/guess.md")


@pytest.fixture(autouse=True)
def models(home: Path, stub: StubServer) -> Path:
    return write_players(home, stub)


@pytest.fixture
def few_held_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_arena.batch.optimise.search.HELD_OUT", FEW)


def write_players(home: Path, stub: StubServer) -> Path:
    """`player` obeys its prompt; the others write prompts."""
    named = {
        "player": "obeys",
        "writer": "reflects",
        "breaker": "reflects:breaks",
        "mender": "reflects:mends",
        "silent": "hang",
        "locked": "401",
        "short": "context",
        "tripping": "obeys:trips",
    }
    prices = {"input_price": 10.0, "output_price": 10.0}
    return write_models(home, stub, **{name: {"model": model, **prices} for name, model in named.items()})


@dataclass(frozen=True)
class Whole:
    """A search that nobody stopped."""

    home: Path
    stub: StubServer
    told: dict[str, Any]
    """What it says at its end."""
    text: str
    """The prompt that it made."""
    asked: int
    """How many requests it took."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    home = tmp_path_factory.mktemp("never stopped")
    with StubServer() as stub:
        write_players(home, stub)
        with Warm(*search("--json"), environment={**os.environ, HOME_VARIABLE: str(home)}) as command:
            status, out, err = command.ended()
        assert status == 0, err
        yield Whole(home, stub, json.loads(out), variant(home).read_text(), len(stub.requests))


def search(
    *more: str, name: str = "better", reflect: str = "writer", sessions: int = SESSIONS
) -> tuple[str, ...]:
    return (
        *("optimise", "wordle", "--seat", "guesser", "--ask", "guess", "--player", "model:player"),
        *("--reflect", f"model:{reflect}", "--sessions", str(sessions), "--seed", "7", "--name", name),
        *("--concurrency", "8", "--budget", "5", *more),
    )


def variant(home: Path, name: str = "better") -> Path:
    return home / "config" / "prompts" / "wordle" / f"guess.{name}.md"


def test_a_search_finds_a_better_prompt_that_a_run_uses_at_once(whole: Whole, run: Command) -> None:
    told, text, stub, here = whole.told, whole.text, whole.stub, ("--data-dir", str(whole.home))
    (made,) = told["variants"]
    assert (told["search"], made["variant"], made["cut_by_budget"]) == (
        "wordle/guess.better",
        "better",
        False,
    )
    assert made["after"]["objective"] > told["before"]["objective"] + 0.2
    assert made["difference"]["low"] > 0
    assert 7 < made["sessions"] <= SESSIONS
    assert sum(rule in text for rule in RULES) >= 2
    assert not set(told["held_out"]) & set(told["training"])
    assert told["cost"]["tokens"] == 27 * whole.asked
    assert told["cost"]["usd"] == pytest.approx(27 * whole.asked * 1e-5)
    page = Path(told["pages"][0]).read_text()
    assert f"| better | {made['after']['objective']:.3f} |" in page
    assert "--prompts better" in page
    runs = run("runs", "--json", *here).json["runs"]
    assert all(one["left"] == 0 for one in runs)
    secrets: dict[bool, set[str]] = {True: set(), False: set()}
    for one in runs:
        for session in exported(run, *here, which=("--run", one["run"])):
            secrets[one["set_ups"] == 30].add(session["setup"]["secret"]["word"])
    held, train = secrets[True], secrets[False]
    assert len(held) == 30
    assert train
    assert not held & train
    asked = len(stub.requests)
    used = run(
        *"run wordle --seat guesser=model:player --prompts better --sessions 3 --seed 1 --json".split(), *here
    )
    assert used.status == 0
    assert all(rule in str(stub.requests[asked]) for rule in RULES if rule in text)


def proposals(stub: StubServer) -> int:
    return sum(body["model"] == "reflects" for body in stub.requests)


@pytest.mark.thorough
def test_a_search_that_is_killed_or_stopped_goes_on_as_if_nothing_had_been(
    home: Path, run: Command, stub: StubServer, whole: Whole
) -> None:
    def had(requests: int) -> bool:
        return len(stub.requests) >= requests

    line: Sequence[str] = search()
    over = set[str]()
    for at, how in ((90, signal.SIGKILL), (280, signal.SIGINT), (420, signal.SIGKILL)):
        with Warm(*line) as command:
            stub.wait_for(partial(had, at))
            command.signal(how)
            status, _, err = command.ended()
        assert not variant(home).exists()
        rows = run("sessions", "--json").json["sessions"]
        over |= {row["id"] for row in rows if row["result"] != "unfinished"}
        if how == signal.SIGINT:
            assert status == 130, err
            assert "Traceback" not in err
            said, _, command_line = err.splitlines()[-1].partition(": tui-arena ")
            assert said == "stopped (interrupted); everything played so far is saved; to continue"
            assert command_line == "optimise wordle --name better"
        line = "optimise wordle --name better".split()
    told = run(*line, "--json").json
    assert len(stub.requests) <= whole.asked + 3 * 2 * 8, "only replies on their way are asked for once more"
    assert proposals(stub) <= proposals(whole.stub) + 3, "nor is a proposal that came"
    assert told["before"] == whole.told["before"]
    assert told["variants"] == whole.told["variants"]
    assert variant(home).read_text() == whole.text
    assert over <= {row["id"] for row in run("sessions", "--json").json["sessions"]}
    ended = run(*line)
    assert (ended.status, ended.complaint) == (
        2,
        "the search wordle/guess.better has finished; choose another --name, and start from its result with --from better",
    )


def test_ctrl_c_ends_the_wait_for_a_proposal(run: Command, stub: StubServer) -> None:
    with Warm(*search(reflect="silent", sessions=12)) as command:
        stub.wait_for(lambda: any(body["model"] == "hang" for body in stub.requests))
        command.signal(signal.SIGINT)
        status, _, err = command.ended()
    assert status == 130, err
    assert err.splitlines()[-1].startswith(
        "stopped (interrupted); everything played so far is saved; to continue: "
    )


@pytest.mark.usefixtures("few_held_out")
@pytest.mark.thorough
def test_a_model_that_can_not_be_asked_for_a_proposal_stops_a_search_that_goes_on_with_broken_notes(
    home: Path, run: Command, stub: StubServer
) -> None:
    stopped = run(*search(reflect="locked", sessions=12))
    assert stopped.status == 1
    failed, last = stopped.err.splitlines()[-2:]
    assert failed.startswith("not finished: locked: ")
    assert last.startswith("stopped (failed); everything played so far is saved; to continue: ")
    models = home / "config" / "models.toml"
    models.write_text(models.read_text().replace('model = "401"', 'model = "reflects"'))
    asked = len(stub.requests)
    save = home / "arena.db"
    with closing(sqlite3.connect(save)) as db, db:
        db.execute("INSERT INTO meta VALUES ('asked:wordle/guess.better:x/1', '{')")
        kept = db.execute("SELECT value FROM meta WHERE key = 'search:wordle/guess.better'").fetchone()
        db.execute("UPDATE meta SET value = '[1' WHERE key = 'search:wordle/guess.better'")
    broken = run("optimise", "wordle", "--name", "better")
    assert broken.status == 2
    assert broken.complaint == (
        "the saved data of the search wordle/guess.better can't be read; choose another name"
    )
    assert len(stub.requests) == asked
    with closing(sqlite3.connect(save)) as db, db:
        db.execute("UPDATE meta SET value = ? WHERE key = 'search:wordle/guess.better'", kept)
    assert run("optimise", "wordle", "--name", "better").status == 0
    assert len(stub.requests) < 2 * asked + 50


@pytest.mark.thorough
@pytest.mark.usefixtures("few_held_out")
def test_a_session_that_can_not_be_finished_counts_0_and_is_told(run: Command, stub: StubServer) -> None:
    line = " ".join(search("--json", sessions=12)).replace("model:player", "model:tripping")
    ran = run(*line.replace("--concurrency 8", "--concurrency 1").split())
    assert ran.status == 1
    told = ran.json
    assert told["failures"]
    assert "context" in told["failures"][0]
    assert told["before"]["items"] == FEW
    assert "Not finished, so it counts as 0: session " in Path(told["pages"][0]).read_text()
    assert "not finished, so it counts as 0: session " in ran.err


@pytest.mark.torture
def test_a_budget_that_is_used_up_leaves_a_result_or_goes_on_when_it_is_raised(
    home: Path, run: Command, stub: StubServer
) -> None:
    small = [*search("--json", name="small")]
    small[small.index("--budget") + 1] = "0.02"
    stopped = run(*small)
    assert stopped.status == 1
    assert (stopped.json["stopped"], stopped.json["to_go_on"]) == (
        "budget",
        "tui-arena optimise wordle --name small",
    )
    assert "stopped (budget)" in stopped.err
    assert "--budget MORE" in stopped.err
    assert 27 * len(stub.requests) * 1e-5 < 0.03
    assert not variant(home, "small").exists()
    more = run("optimise", "wordle", "--name", "small", "--budget", "0.13", "--json")
    assert more.status == 0, more.err
    assert more.json["variants"][0]["cut_by_budget"]
    assert more.json["cost"]["usd"] <= 0.13 + 8 * 27e-5
    assert more.json["before"]["items"] == 30


@pytest.mark.torture
@pytest.mark.usefixtures("few_held_out")
@pytest.mark.parametrize("reflect", ["breaker", "mender", "short"])
def test_a_prompt_that_lost_a_slot_is_refused_before_a_session_is_played(
    home: Path, run: Command, stub: StubServer, reflect: str
) -> None:
    told = run(*search("--json", reflect=reflect, sessions=12)).json
    (made,) = told["variants"]
    assert made["refused"] > 0
    sent = [body for body in stub.requests if body["model"] == "obeys"]
    assert not any("{board}" in str(body["messages"]) for body in sent)
    if reflect != "mender":
        assert made["variant"] is None
        assert made["refused"] == made["proposals"]
        assert made["after"] is None
        assert "nothing better was found" in Path(told["pages"][0]).read_text()
        assert not variant(home).exists()
        assert {one["set_ups"] for one in run("runs", "--json").json["runs"]} == {FEW}
    else:
        assert "section `# ask`: has lost {{board}}" in str(stub.requests)
        assert "{{board}}" in variant(home).read_text()


@pytest.mark.thorough
@pytest.mark.usefixtures("few_held_out")
def test_the_method_of_gamearena_makes_a_prompt_by_each_evaluators_verdicts(
    home: Path, run: Command, stub: StubServer
) -> None:
    told = run(
        *search("--json", "--method", "gamearena", "--reflect", "model:mender", name="arena", sessions=24)
    ).json
    assert [(one["variant"], one["by"]) for one in told["variants"]] == [
        ("arena-1", "model:writer"),
        ("arena-2", "model:mender"),
    ]
    for one in told["variants"]:
        assert one["trained"]["after"] > one["trained"]["before"]
        assert variant(home, one["variant"]).exists()
    asked = [str(body["messages"]) for body in stub.requests if body["model"].startswith("reflects")]
    assert any("Let us think step by step" in one for one in asked)
    assert any("Was this a good guess at that moment" in one for one in asked)
    assert told["reflection_cost"]["tokens"] == 27 * len(asked)


BAD = [
    ("--ask guess", "--ask proposal", "--ask: guesser was never asked for proposal in 6 sessions"),
    ("--seat guesser", "--seat judge", "Wordle has no seat 'judge' with these options; seats are "),
    ("--ask guess", "--ask clue", "no ask 'clue' of guesser in Wordle; asks are proposal, guess"),
    ("model:player", "bot:hard", "guesser: bot:hard has no prompt; give model:NAME"),
    ("model:player", "model:nobody", "guesser: there is no model 'nobody'; configured: "),
    ("model:writer", "model:nobody", "--reflect 1: there is no model 'nobody'"),
    ("--name better", "--name better --metric speeed", "Wordle has no metric 'speeed' to search by"),
    ("--name better", "--name terse", "guess.terse.md: there is a prompt variant 'terse' already; choose"),
    ("--name better", "--name ../x", "--name: '../x' can't be a prompt's name"),
    ("--name better", "--name x --from steps", "the name of a prompt that thinks before it answers must"),
    ("--name better", "--name x --from loud", "--from: there is no prompt variant 'loud' of guess; allowed:"),
    ("--name better", "--name x --deck nouns", "no deck 'nouns' for Wordle"),
    ("--budget 5", "--budget 0", "0.0 is not in the range x>0"),
    ("--budget 5", "", "a new search needs --budget or --budget-tokens"),
    ("--reflect model:writer", "", "a new search needs --reflect; there is no search 'better' to continue"),
    ("--name better", "--name x --reflect model:mender", "--reflect: give only one model, except with"),
    ("--name better", "--name x --seat setter=model:player", "told apart by their secrets, and these aren't"),
    (f"--sessions {SESSIONS}", "--sessions 3", "3 is not in the range 12<=x<=1000000"),
    ("wordle", "whist", "no game 'whist'; games are"),
]


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_a_sentence_and_nothing_is_written_or_paid(
    home: Path, run: Command, stub: StubServer, case: tuple[str, str, str]
) -> None:
    old, new, sentence = case
    line = " ".join(search())
    assert old in line
    there = {path for path in home.rglob("*") if path.is_file()}
    ran = run(*line.replace(old, new).split())
    assert ran.status == 2
    assert sentence in ran.complaint
    assert {path for path in home.rglob("*") if path.is_file()} == there
    assert not stub.requests


@pytest.mark.parametrize("case", CASES["a_prompt_of_ones_own_that_breaks_is_told_with_file_and_place"])
def test_a_prompt_of_ones_own_that_breaks_is_told_with_file_and_place(
    home: Path, run: Command, stub: StubServer, case: tuple[str, str, str]
) -> None:
    old, new, sentence = case
    path = variant(home, "mine")
    path.parent.mkdir(parents=True)
    text = PLAIN.read_text()
    path.write_text(text.replace(old, new, 1))
    if old == "# system":
        path.rename(path := path.with_name("guess.md"))
    ran = run(*search("--from", "plain" if old == "# system" else "mine"))
    assert ran.status == 2
    assert ran.complaint.startswith(f"{path}: {sentence}")
    assert not stub.requests


def test_without_gepa_a_sentence_names_the_extra(
    run: Command, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gepa", None)
    ran = run(*search())
    assert ran.status == 2
    assert "pip install 'tui-arena[optimise]'" in ran.complaint
    assert not stub.requests


def test_another_value_for_a_search_that_was_begun_is_refused(run: Command, stub: StubServer) -> None:
    first = run(*search("--json", sessions=12), "--budget-tokens", "100")
    assert first.status == 1
    asked = len(stub.requests)
    other = run(*search(sessions=24))
    assert (other.status, len(stub.requests)) == (2, asked)
    assert "--sessions: the search wordle/guess.better began with another value" in other.complaint
    shown = run("runs").out
    assert "(search guess.better)" in shown
    assert shown.count("tui-arena optimise wordle --name better") == 1
    assert run("runs", "--json").json["runs"][0]["search"] == "wordle/guess.better"
