"""Akinator's figures against hand-computed ones, and the lines that explain them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance import CATALOGUE, sent_for
from tests.games.akinator.test_rules import INFO, ROUND, guess, start
from tests.games.steps import answer, probe
from tests.tables import each
from tui_arena.__main__ import main
from tui_arena.config import HOME_VARIABLE
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Ask, View
from tui_arena.core.record import Play
from tui_arena.games.akinator.metrics import figures
from tui_arena.players.models.prompts import messages

GOLDEN = Path(__file__).parents[2] / "golden"


def listed() -> Play[Any]:
    """Four rounds: absent, sixth, unreadable, second; the lists of rounds 1 and 2 sorted."""
    play = start("kettle", max_turns=4)
    lists: tuple[list[str], ...] = (
        ["Pen", "Cup"],
        ["a", "b", "c", "d", "e", "Kettles"],
        [],
        ["Pot", "Mug/kettle"],
    )
    for number, items in enumerate(lists, 1):
        answer(play, f"Is it so {number}?", "no")
        probe(play, number, items=items)
    probe(play, 2, "sorting", yes=["Pen", "Cup"], no=[])
    return play


def test_lists() -> None:
    metrics = INFO.compute(listed())
    assert metrics["recall"] == metrics["top10_recall"] == 2 / 3
    assert metrics["top5_recall"] == 1 / 3
    assert (metrics["first_appear_round"], metrics["final_rank"]) == (2, 2)
    assert metrics["ranks"] == [None, 6, None, 2]
    assert metrics["listed"] == [0, 1, None, 1], "an unreadable list is no round"
    assert metrics["disparity_ratio"] == 1


def test_a_list_before_the_first_round_counts_in_no_figure() -> None:
    play = start("kettle", max_turns=2)
    probe(play, 0, items=["kettle"])
    probe(play, -1, items=["kettle"])
    for number, items in ((1, ["Pen", "Cup"]), (2, ["Pot", "Kettle"])):
        answer(play, f"Is it so {number}?", "no")
        probe(play, number, items=items)
    probe(play, 1, "sorting", yes=["kettle"], no=[])
    metrics = INFO.compute(play)
    assert (metrics["recall"], metrics["first_appear_round"]) == (0.5, 2)
    assert (metrics["ranks"], metrics["disparity_ratio"]) == ([None, 2], None)


def test_how_the_figures_came_about() -> None:
    play = listed()
    assert INFO.explain(play, "recall") == [
        "1. not in the list of 2",
        "2. place 6 of 6  counts",
        "4. place 2 of 2  counts",
        "2 of 3 = 0.67",
    ]
    assert INFO.explain(play, "top5_recall")[1:] == [
        "2. place 6 of 6",
        "4. place 2 of 2  counts",
        "1 of 3 = 0.33",
    ]
    assert INFO.explain(play, "first_appear_round") == ["1. not in the list of 2", "2. place 6 of 6"]
    assert INFO.explain(play, "final_rank") == ["4. place 2 of 2"]
    assert INFO.explain(play, "ranks") == ["1. not in the list of 2", "2. place 6 of 6", "4. place 2 of 2"]
    assert INFO.explain(play, "disparity_ratio") == ["2. |2 yes - 0 no| / 2 = 1.00"]
    assert INFO.explain(play, "rounds")[1] == "2. Is it so 2?  no"
    wrong = answer(start(), "Question 2: Is it alive?", "no", "Question 2: Is it big?", "no")
    assert figures(wrong)["misnumbered"].lines() == ["1. said Question 2", "2. said Question 2"]


def test_nothing_that_depends_on_the_object_is_told_before_the_end() -> None:
    play = answer(start("kettle"), *ROUND)
    probe(play, 1, items=["kettle"])
    assert INFO.compute(play)["recall"] is None
    assert INFO.explain(play, "recall") == []
    play.feed(Event(play.next_seq, Kind.RESIGNED, {"seat": "guesser"}))
    assert INFO.compute(play)["recall"] == 1


def test_paper_holds_lists_to_the_letter() -> None:
    play = start("kettle", preset="paper", secret="sealed", max_turns=1)
    answer(play, *ROUND)
    probe(play, 1, items=["kettles"])
    assert INFO.compute(play)["recall"] == 0


def test_success_is_the_guessers() -> None:
    won, lost = answer(start("pen"), *ROUND, guess("a pen")), answer(start("pen", max_turns=1), *ROUND)
    for play, score, rounds in ((won, 1, 2), (lost, 0, 1)):
        metrics = INFO.compute(play)
        assert (metrics["success"], metrics["rounds"], INFO.main_score(play, metrics)) == (
            score,
            rounds,
            score,
        )
    open_still = answer(start("pen"), *ROUND)
    assert INFO.main_score(open_still, INFO.compute(open_still)) is None


def test_what_was_asked_before_is_marked() -> None:
    play = answer(
        start("pen"), *ROUND, "is it  ALIVE", "no", guess("a cup"), "no", "?!", guess("the cup"), "no"
    )
    found = INFO.marks(play)
    assert [(m.seq, m.kind, m.why) for m in found] == [(3, "redundant", "asked before, as question 1")]
    answer(play, guess("a cup"), "no")
    assert INFO.marks(play)[-1].why == "guessed before, as question 3"


# files


def scored(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    status = main(["score", "--json", "--strict", str(path)])
    return status, json.loads(capsys.readouterr().out)["sessions"][0]


def test_a_file_whose_reveal_is_open_or_comes_later_is_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    session = json.loads((GOLDEN / "akinator_later_reveal.json").read_text())["session"]
    assert session["events"][-2]["type"] == "ended"
    revealed = session["events"].pop()
    assert (revealed["ask"], revealed["text"]) == ("reveal", "a kettle | Tea kettles")
    path = tmp_path / "open.json"
    path.write_text(json.dumps(session))
    status, one = scored(path, capsys)
    assert (status, one["outcome"]["winners"]) == (0, ["setter"])
    assert (one["metrics"]["misjudged"], one["metrics"]["recall"], one["metrics"]["rounds"]) == (
        None,
        None,
        5,
    )
    assert one["metrics"]["disparity_ratio"] == pytest.approx(0.35)


# prompts


@each(False, True)
def test_what_is_asked_beside_the_game_has_a_prompt_and_tells_nothing(people: bool) -> None:
    play = start("zither", max_turns=2)
    if people:
        play = Play(play.game, type(play.setup)(play.setup.options, play.setup.secret, deck="celebrities-1"))
    answer(play, *ROUND, *ROUND)
    view = play.view("guesser")
    ask = play.game.probe(play.state, "guesser", "candidates")
    assert ask is not None
    for variant in CATALOGUE.prompt_variants(INFO, "question"):
        beside = CATALOGUE.prompt(INFO, "question", variant)
        sent = messages(CATALOGUE.prompt(INFO, "candidates"), ask, view, None, game_prompt=beside)
        assert "zither" not in repr(sent)
        assert "{{" not in repr(sent)
        assert ("calling" in repr(sent)) == people
        assert sent[-1]["content"].endswith("** Additional Information: … **")
    assert told_in("coach", play.game.probe(play.state, "guesser", "coach"), view).count("zither") == 1
    facts = {**view.facts, "items": "1. Pen\n2. Cup", "sorted_question": "Is it alive?"}
    asked = told_in(
        "sorting", play.game.probe(play.state, "guesser", "sorting"), View("akinator", "guesser", facts)
    )
    assert "1. Pen / 2. Cup" in asked
    assert "zither" not in asked


def told_in(name: str, ask: Ask | None, view: View) -> str:
    assert ask is not None
    return repr(messages(CATALOGUE.prompt(INFO, name), ask, view, None))


PHRASES = (
    "`Question N:`",
    "`This is a guess -- are you thinking of X?`",
    "step by step",
    "`probably yes`",
    "`don't know`",
)


def test_every_variant_says_what_the_parsers_look_for() -> None:
    play = start("pen")
    variants = CATALOGUE.prompt_variants(INFO, "question")
    assert len(variants) == 5
    for variant, sent in zip(variants, sent_for(INFO, play, play.asks()[0]), strict=True):
        text = "\n".join(m["content"] for m in sent)
        assert [phrase for phrase in PHRASES if phrase not in text] == []
        assert ("question: Question 1: …" in text) == (variant == "steps")


def test_a_setter_is_asked_for_one_of_five_or_one_of_two() -> None:
    play = answer(start("pen"), "Is it alive?")
    plain, *_ = sent_for(INFO, play, play.asks()[0])
    assert plain[-1]["content"].endswith("`yes`, `no`, `probably yes`, `probably no`, `don't know`.")
    answer(play, "no", guess("a cup"))
    sent = list(sent_for(INFO, play, play.asks()[0]))
    assert sent[0][-1]["content"].endswith("`correct`, `incorrect`.")
    assert '"verdict"' in sent[1][-1]["content"]


def test_the_bot_sorts_by_a_question_whatever_its_number() -> None:
    bot = INFO.bot_for()
    assert bot is not None
    ask = Ask("guesser", "sorting", "sorting:2")
    for question, sorted_ in (
        ("Question 2: Is it alive?", "yes no"),
        ("Question 3: " + guess("a car"), "no yes"),
    ):
        view = View("akinator", "guesser", {"items": "1. cat\n2. car", "sorted_question": question})
        said = bot.reply(ask, view, "hard", Random(1))
        assert [line.split()[1] for line in said.splitlines()] == sorted_.split()
