"""Headless runs through the `run` command."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, exported, python, stopped_midway
from tui_arena.cli.headless import ended
from tui_arena.save import summary

Script = Callable[..., str]
CRITIC = ("run", "wordle", "--set", "variant=critic", "--seed", "7", "--json")


def played(run: Command) -> list[dict[str, Any]]:
    """Everything that is saved, without ids and dates."""
    documents = exported(run)
    for one in documents:
        del one["id"], one["started"], one["setup"]["run"]
    return sorted(documents, key=lambda one: str(one["setup"]["seed"]))


def test_the_same_seed_gives_the_same_sessions_whatever_the_concurrency(run: Command, tmp_path: Path) -> None:
    found = []
    for place, concurrency in (("a", "1"), ("b", "1"), ("c", "7")):
        folder = ("--data-dir", str(tmp_path / place))
        ran = run(*CRITIC, "--sessions", "6", "--concurrency", concurrency, *folder)
        assert ran.status == 0
        printed = [{k: v for k, v in one.items() if k != "id"} for one in ran.json["sessions"]]
        found.append((printed, played(lambda *a, f=folder: run(*a, *f))))
    assert found[0] == found[1] == found[2]
    assert len(found[0][1]) == 6
    assert len({one["setup"]["secret"]["word"] for one in found[0][1]}) > 4


def test_what_run_prints(run: Command) -> None:
    ran = run(*CRITIC, "--sessions", "3")
    out = ran.json
    assert out.keys() == {"run", "game", "stopped", "sessions", "metrics", "wall_seconds", "usage"}
    assert (out["game"], out["stopped"]) == ("wordle", None)
    assert out["sessions"][0].keys() == {"id", "outcome", "metrics", "counts"}
    assert out["usage"] == {"input_tokens": 0, "output_tokens": 0, "cost_usd": 0.0}
    assert out["metrics"]["guesser"]["bot medium"]["sessions"] == 3
    assert out["metrics"].keys() == {"guesser", "critic"}
    rows = run("sessions", "--json").json["sessions"]
    assert {row["id"] for row in rows} == {one["id"] for one in out["sessions"]}
    assert all(not row["flags"] for row in rows)
    assert "3 of 3 sessions" in ran.err


def test_a_run_tells_how_many_sessions_its_figures_leave_out(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "left out of the figures, because a model's reasoning was played as its move"
    assert told not in run(*CRITIC, "--sessions", "2").err
    monkeypatch.setattr(summary, "reasoning_played", lambda _, play: [1] if play.setup.seed % 2 else [])
    ran = run(*CRITIC, "--sessions", "4", "--seed", "1")
    rows = run("sessions", "--json").json["sessions"]
    left_out = [row["flags"] for row in rows].count(["reasoning_played"])
    assert 0 < left_out < 4
    assert ran.json["metrics"]["guesser"]["bot medium"]["sessions"] == 4 - left_out
    verb = "session is" if left_out == 1 else "sessions are"
    assert f"{left_out} {verb} {told}; `tui-arena stats --include reasoning_played` counts" in ran.err


@pytest.mark.parametrize(("sessions", "told"), [("1", "1 session"), ("2", "2 sessions")])
def test_people_get_a_table(run: Command, sessions: str, told: str) -> None:
    before = signal.getsignal(signal.SIGINT)
    ran = run("run", "wordle", "--sessions", sessions, "--seed", "1")
    assert ran.out.startswith(f"Wordle: {told} in ")
    assert "seed 1" in ran.out
    assert "bot medium" in ran.out
    assert signal.getsignal(signal.SIGINT) is before


def test_sessions_of_machines_hold_no_clock_but_their_start(run: Command) -> None:
    run("run", "wordle", "--seed", "1")
    one = json.loads(run("export", "--all").out)
    assert one["started"].endswith("Z")
    assert all(not {"at", "seconds"} & row.keys() for row in one["events"])
    assert one["counts"]["guesser"]["seconds"] == 0


def test_repetitions_play_the_same_secrets_with_fresh_players(run: Command) -> None:
    ran = run("run", "wordle", "--seed", "3", "--sessions", "4", "--repetitions", "3", "--json")
    assert len(ran.json["sessions"]) == 12
    by_secret: dict[str, list[Any]] = {}
    for one in played(run):
        texts = tuple(row["text"] for row in one["events"] if row["type"] == "reply")
        by_secret.setdefault(one["setup"]["secret"]["word"], []).append((one["setup"]["repetition"], texts))
    assert [sorted(n for n, _ in plays) for plays in by_secret.values()] == [[1, 2, 3]] * 4
    assert any(len({texts for _, texts in plays}) > 1 for plays in by_secret.values())
    assert ran.json["metrics"]["guesser"]["bot medium"]["repetitions_spread"]["quality"]["n"] == 3


def test_options_of_a_deal_have_their_effect_where_it_is_dealt(run: Command) -> None:
    for line in (
        "run bluffing --repetitions 1 --set max_questions=1",
        "run bluffing --deck bluffing --set max_questions=1",
        "run wordle --seat setter=bot --set suite=none",
        "run entity --seat setter=bot --deck celebrities --set max_turns=1",
        "run akinator --set secret=sealed --deck objects --set set=2 --set max_turns=1",
        "run taboo --set difficulty=easy --set max_prompts=1",
    ):
        assert run(*line.split(), "--seed", "1").status == 0, line


def test_a_secret_that_a_setter_bot_gave_is_dealt_in_the_other_repetitions(run: Command) -> None:
    line = "run wordle --seed 3 --sessions 3 --repetitions 2 --seat setter=bot --json --concurrency 5"
    assert run(*line.split()).status == 0
    given, dealt = {}, {}
    for one in played(run):
        replies = [row for row in one["events"] if row.get("seat") == "setter" and row["status"] == "played"]
        if one["setup"]["repetition"] == 1:
            given[one["setup"]["seed"]] = replies[-1]["text"].split("|")[0].strip().lower()
        else:
            assert not replies
            dealt[one["setup"]["seed"]] = one["setup"]["secret"]["word"]
            assert "deck" not in one["setup"]
    assert given == dealt
    assert len(given) == 3


def test_scripts_sit_and_any_draws_one_per_session(run: Command, script: Script) -> None:
    crane = script(*[("guess", "crane")] * 6, name="crane")
    slate = script(*[("guess", "slate")] * 6, name="slate")
    ran = run(
        "run", "wordle", "--sessions", "12", "--seed", "2", "--seat", f"guesser=any:{crane},{slate}", "--json"
    )
    assert ran.status == 0
    assert ran.json["metrics"]["guesser"].keys() == {"crane", "slate"}
    assert all(one["setup"]["options"]["max_guesses"] == 6 for one in played(run))


@pytest.mark.thorough
def test_whatever_a_player_asks_in_a_run_is_answered_and_counts(run: Command, script: Script) -> None:
    said = (
        "is it alive or dead?",
        "is it big? is it red?",
        "am I close?",
        "what is it?",
        "is it alive?",
        "is it alive?",
    )
    asker = script(*[("question", text) for text in said])
    ran = run("run", "entity", "--seed", "2", "--set", "max_turns=6", "--seat", f"guesser={asker}", "--json")
    assert ran.status == 0
    events = [event for one in played(run) for event in one["events"] if event["type"] == "reply"]
    assert [event["text"] for event in events if event["seat"] == "guesser"] == list(said)
    assert len(events) == 2 * len(said)


def test_a_script_that_runs_out_leaves_its_session_unfinished_and_says_so(
    run: Command, script: Script
) -> None:
    short = script(("guess", "slate"))
    ran = run("run", "wordle", "--sessions", "5", "--seed", "2", "--seat", f"guesser={short}", "--json")
    assert ran.status == 1
    assert [one["outcome"]["result"] for one in ran.json["sessions"]] == ["unfinished"] * 5
    told = [line for line in ran.err.splitlines() if line.startswith("not finished")]
    assert told[0] == "not finished: session 1: guesser: the script has 1 reply and no more"
    assert told[-1] == "not finished: 2 more sessions"


def test_a_broken_script_stops_the_run_before_it_begins(run: Command, tmp_path: Path, home: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text('{"ask": "guess"}\n')
    ran = run("run", "wordle", "--seat", f"guesser=script:{path}")
    assert (ran.status, ran.complaint.split(": isn't")[0]) == (2, f"{path} line 1")
    assert not (home / "arena.db").exists()


def test_ctrl_c_keeps_what_is_finished_and_resume_goes_on_to_the_same_end(run: Command, home: Path) -> None:
    line = ["run", "wordle", "--sessions", "6", "--seed", "5", "--repetitions", "2", "--json"]
    stopped = stopped_midway(run, *line, "--concurrency", "3")
    out = stopped.json
    assert out["stopped"] == "interrupted"
    assert 4 < len(out["sessions"]) < 12
    assert f"--resume {out['run']}" in stopped.err
    saved = run("sessions", "--json").json["sessions"]
    assert {row["id"] for row in saved} == {one["id"] for one in out["sessions"]}

    rest = run("run", "wordle", "--resume", out["run"], "--json")
    assert (rest.status, rest.json["stopped"], len(rest.json["sessions"])) == (0, None, 12)
    assert {one["id"] for one in out["sessions"]} < {one["id"] for one in rest.json["sessions"]}
    whole = run(*line, "--data-dir", str(home / "other"))
    for key in ("outcome", "metrics", "counts"):
        assert [s[key] for s in rest.json["sessions"]] == [s[key] for s in whole.json["sessions"]]


def test_resume_of_a_whole_run_plays_nothing_and_refuses_other_settings(run: Command) -> None:
    first = run("run", "wordle", "--sessions", "2", "--seed", "5", "--json").json
    again = run("run", "wordle", "--sessions", "2", "--resume", first["run"], "--json")
    assert again.status == 0
    assert again.json["sessions"] == first["sessions"]
    other = run("run", "wordle", "--sessions", "3", "--resume", first["run"])
    assert other.status == 2
    assert "--sessions: run" in other.complaint
    assert "began with 2" in other.complaint


INTERRUPTED = """
import importlib.abc, signal, sys
class Stop(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Stop())
from tui_arena.__main__ import main
sys.exit(main(["games"]))
"""


def test_an_interrupt_at_any_time_is_one_line_and_130() -> None:
    for place in ("tui_arena.data", "click"):
        done = python(INTERRUPTED, place)
        assert (done.returncode, done.stderr.strip()) == (130, "tui-arena: interrupted")


def test_the_bar_is_drawn_in_a_terminal(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    terminal, end = pty.openpty()
    with os.fdopen(end, "w") as drawn_to:
        monkeypatch.setattr("sys.stderr", drawn_to)
        ran = run(*"run wordle --sessions 2 --seed 1 --json".split())
    drawn = os.read(terminal, 10_000).decode()
    os.close(terminal)
    assert "\rwordle [###############...............] 1/2" in drawn
    assert drawn.rstrip().endswith("2/2")
    assert ran.json["stopped"] is None


@pytest.mark.thorough
def test_repetitions_tell_how_alike_a_guesser_opens(run: Command) -> None:
    options = ["--seat", "guesser=bot:easy", "--sessions", "3", "--repetitions", "3", "--seed", "4"]
    told = run("run", "entity", *options, "--json").json["metrics"]["guesser"]["bot easy"]["opening_overlap"]
    assert told["n"] == 3
    assert 0 < told["mean"] < 1
    assert (
        f"opening overlap, guesser bot easy: {told['mean']:.2f} over 3 items"
        in run("run", "entity", *options).out
    )
    assert "opening" not in run("run", "entity", *options[:4], "--seed", "4").out


@pytest.mark.parametrize(
    ("stopped", "failures", "status", "told"),
    [
        (None, [], 0, ""),
        ("budget", [], 1, "2 are left\n"),
        ("interrupted", ["a"], 130, "not asked: a\n2 are left\n"),
        (None, ["a", "a", "b", "c", "d"], 1, "not asked: a\nnot asked: b\nnot asked: 2 more sessions\n"),
        (None, list("abcd"), 1, "not asked: a\nnot asked: b\nnot asked: c\nnot asked: 1 more session\n"),
    ],
)
def test_three_failures_are_told_each_once_and_the_others_counted(
    capsys: pytest.CaptureFixture[str], stopped: str | None, failures: list[str], status: int, told: str
) -> None:
    left = "2 are left" if stopped else ""
    assert ended(stopped, failures, "not asked", more="session", left=left) == status
    assert capsys.readouterr().err == told
