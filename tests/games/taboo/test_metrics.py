"""Taboo's figures against hand-computed ones, and what an unfinished session reveals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.steps import answer, probe
from tests.games.taboo.test_rules import INFO, PHRASE, ROUND, start
from tests.tables import each
from tui_arena.__main__ import main
from tui_arena.config import HOME_VARIABLE, Paths
from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.table.transcript import full

SORTED = ("yes", "no")


def listed(preset: str | None = None) -> Play[Any]:
    """Four rounds: absent, sixth (in the plural), unreadable, twelfth; the first and fourth reply evade."""
    play = start("kettle", preset, max_prompts=4)
    lists: tuple[list[str], ...] = (
        ["pen", "cup"],
        [*"abcde", "Kettles"],
        [],
        [*map(str, range(11)), "the kettle"],
    )
    for number, items in enumerate(lists, 1):
        answer(play, f"Why so {number}?")
        probe(play, number, items=items)
        answer(play, "I do ask myself that too?" if number > 2 else "That is as it is.")
    for number, evades in ((1, True), (2, False), (4, True)):
        probe(play, number, "sorting", **{SORTED[not evades]: ["x"], SORTED[evades]: []})
    return answer(play, "pass")


def test_the_figures_of_a_session() -> None:
    metrics = INFO.compute(listed())
    assert metrics["recall"] == 2 / 3
    assert (metrics["top5_recall"], metrics["top10_recall"]) == (0, 1 / 3)
    assert (metrics["first_appear_round"], metrics["final_rank"]) == (2, 12)
    assert (metrics["ranks"], metrics["listed"]) == ([None, 6, None, 12], [0, 1, None, 1])
    assert (metrics["asked_back"], metrics["evasive"]) == (2, 2)
    assert (metrics["success"], metrics["rounds"], metrics["uttered_round"]) == (0, 4, None)


def test_by_exact_words_a_plural_in_a_list_is_another_word() -> None:
    metrics = INFO.compute(listed("paper"))
    assert (metrics["recall"], metrics["first_appear_round"], metrics["success"]) == (1 / 3, 4, 1)


def test_how_the_figures_came_about() -> None:
    play = listed()
    assert INFO.explain(play, "recall")[1] == "2. place 6 of 6  counts"
    assert INFO.explain(play, "final_rank") == ["4. place 12 of 12"]
    assert INFO.explain(play, "asked_back") == [
        "3. I do ask myself that too?",
        "4. I do ask myself that too?",
    ]
    assert [line.split(".")[0] + line[-8:] for line in INFO.explain(play, "evasive")] == [
        "1 evasive",
        "2 answers",
        "4 evasive",
    ]
    said = answer(start(), ROUND[0], "Some old cranes stand there.", "pass")
    assert INFO.explain(said, "uttered_round") == ["1. `cranes` says crane: inflection"]
    assert [(m.seq, m.kind) for m in INFO.marks(said)] == [(2, "uttered")]
    assert INFO.compute(said)["uttered_round"] == 1


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


def test_nothing_that_depends_on_the_word_is_told_before_the_end() -> None:
    play = answer(start(), ROUND[0])
    probe(play, 1, items=["crane"])
    answer(play, "A crane, surely it is.")
    metrics = INFO.compute(play)
    names = (
        "recall",
        "top5_recall",
        "top10_recall",
        "first_appear_round",
        "final_rank",
        "ranks",
        "listed",
        "uttered_round",
        "rounds",
    )
    assert [metrics[name] for name in names] == [None] * len(names)
    assert INFO.explain(play, "uttered_round") == INFO.explain(play, "recall") == []
    assert INFO.main_score(play, metrics) is None
    answer(play, "crane")
    assert (INFO.compute(play)["recall"], INFO.compute(play)["uttered_round"]) == (1, 1)


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
