"""Taboo's figures against hand-computed ones, and what an unfinished session reveals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.steps import answer, probe
from tests.games.taboo.test_rules import INFO, PHRASE, ROUND, start
from tests.tables import each
from tui_arena.__main__ import main
from tui_arena.config import HOME_VARIABLE, Paths
from tui_arena.core.events import Event, Kind
from tui_arena.table.transcript import full


def test_evasive_is_of_replies_that_were_judged_and_guess_nothing() -> None:
    play = answer(start(), *ROUND, "And now?", f"{PHRASE}gull")
    assert INFO.compute(play)["evasive"] is None
    probe(play, 1, "sorting", yes=[], no=[])
    assert INFO.compute(play)["evasive"] is None, "nobody could say"
    probe(play, 2, "sorting", yes=["x"], no=[])
    probe(play, 9, "sorting", yes=["x"], no=[])
    assert INFO.compute(play)["evasive"] is None, "a guess is not evasive, and there is no ninth reply"
    probe(play, 1, "sorting", yes=[], no=["x"])
    assert INFO.compute(play)["evasive"] == 0


@each(("Why would I, then?", 1), ("Why would I, then？", 1), ("Well, why not.", 0))
def test_a_reply_that_holds_a_question(reply: str, asks: int) -> None:
    assert INFO.compute(answer(start(), ROUND[0], reply))["asked_back"] == asks


# files


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


HIDDEN = ("crane", "c-r-a", "bird", "lift", "derrick", "zyzzyva")


def test_a_replay_shows_no_refused_prompt_before_the_end() -> None:
    play = answer(start(), "Cranes?", f"zyzzyva\nprompt: {ROUND[0]}", "Old ropes, I think.")
    play.feed(
        Event(play.next_seq, Kind.DRAFT, {"seat": "setter", "text": "A crane?", "why": "`crane` is it"})
    )
    seats = {seat: {"player": "bot", "name": seat} for seat in play.seats}
    told = repr(full(play, seats, sealed=True, spoken_marks=True)).casefold()
    assert [word for word in HIDDEN if word in told] == []
    assert "harbour" in told
    assert "crane" in repr(full(play, seats, sealed=False, spoken_marks=True)).casefold()


def test_what_the_matcher_heard_is_kept_with_the_reply(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decks = Paths.find(str(tmp_path / "home")).config / "decks"
    decks.mkdir(parents=True)
    (decks / "mine.tsv").write_text("word\tforbidden\nzither\tharp\n")
    said = {"setter": [("prompt", "Harps?"), ("prompt", "What is plucked?")],
            "guesser": [("reply", "Zithers, I should think."), ("last_guess", "pass")]}  # fmt: skip
    seats = []
    for seat, replies in said.items():
        path = tmp_path / f"{seat}.jsonl"
        path.write_text("".join(json.dumps({"ask": ask, "text": text}) + "\n" for ask, text in replies))
        seats += ["--seat", f"{seat}=script:{path}"]
    assert main(["run", "taboo", "--deck", "mine", "--json", *seats]) == 0
    (played,) = json.loads(capsys.readouterr().out)["sessions"]
    assert played["metrics"]["uttered_round"] == 1
    assert main(["export", played["id"]]) == 0
    rows = json.loads(capsys.readouterr().out)["events"]
    assert [row.get("heard") for row in rows if row["type"] == "reply"] == [
        {"word": "harps", "rule": "inflection"}, None, {"word": "zithers", "rule": "inflection"}, None]  # fmt: skip
