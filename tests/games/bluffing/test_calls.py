"""Calls of "no answer" at Bluffing: in place of a question or the verdict, and what the bots make of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.bluffing.table import INFO, the_bot
from tests.games.bluffing.test_rules import start
from tests.games.steps import answer, asked, end, fault, open_ask, with_words
from tests.thorough import sampled
from tui_arena.core.answers import CALLED
from tui_arena.core.record import Play
from tui_arena.table.rulings import ruling_on_last

GIBBERISH = "gnarf blorp zim"
STATED = "true | I like bread."
ASKED = "Where did you eat it?"
LOST = ("won", ("judge",), "setter: no answer")


def called(**options: Any) -> Play[Any]:
    return with_words(start(**options))


def test_two_upheld_calls_win_whatever_the_truth_is() -> None:
    play = answer(called(), STATED, ASKED, GIBBERISH)
    assert open_ask(play) == ("question:2", ("verdict", "call"))
    answer(play, CALLED)
    assert open_ask(play) == ("answer:again:1", ())
    assert [turn["question"] for turn in play.view("judge").facts["turns"]] == []
    answer(play, "In Lyon.", CALLED)
    assert open_ask(play) == ("question:again2:2", ("verdict",)), "no second call on an answer that stands"
    assert fault(answer(play, CALLED)) == "rule"
    answer(play, "Who baked it?", "in LYON", CALLED)
    assert (asked(play), end(play)) == ([], LOST)
    figures = INFO.compute(play)
    assert {name: figures[name] for name in ("success", "verdict", "calls", "calls_upheld")} == {
        "success": 1, "verdict": None, "calls": 3, "calls_upheld": 2}  # fmt: skip
    assert [line.text for line in play.view("table").talk][-2] == CALLED


def test_the_last_answer_can_be_called_in_place_of_the_verdict() -> None:
    play = answer(called(max_questions=1, truth="later"), STATED[7:], ASKED, GIBBERISH)
    assert open_ask(play) == ("verdict", ("call",))
    answer(play, CALLED, "In Lyon.")
    assert open_ask(play) == ("verdict:again:2", ("call",))
    answer(play, "true", "false")
    assert end(play) == ("won", ("setter",), None)
    assert INFO.compute(play)["rounds"] == 2, "a call is no round"


def test_no_answer_after_all_tries_can_be_called() -> None:
    play = answer(called(reprompts=0), STATED, ASKED, "?!")
    assert play.view("judge").facts["no_answer"]
    assert open_ask(answer(play, CALLED))[0] == "answer:again:1"


def test_without_the_option_it_is_a_question() -> None:
    play = answer(called(calls=False), STATED, ASKED, GIBBERISH)
    assert open_ask(play) == ("question:2", ("verdict",))
    assert asked(answer(play, CALLED)) == ["setter/answer"]
    assert ruling_on_last(play, ("answers",)) is None
    assert INFO.compute(play)["calls"] is None


def test_a_call_can_be_overruled() -> None:
    ruling = ruling_on_last(answer(called(), STATED, ASKED, GIBBERISH, CALLED), ("answers",))
    assert ruling is not None
    assert (ruling.question, ruling.verdict) == ("answers", True)


@pytest.mark.parametrize("level", sampled(["easy", "medium", "hard"], 3))
def test_a_bot_judge_calls_and_tosses_a_coin_on_fluent_nonsense(level: str) -> None:
    nonsense = ["purple monkey dishwasher", "green lamp onions", "seven hats loudly", "grey whistle carpet",
                "quiet potato engine"]  # fmt: skip

    def says(play: Play[Any], seed: int) -> str:
        (ask,) = play.asks()
        return the_bot().reply(ask, play.view(ask.seat), level, Random(f"{seed}/{ask.key}"))

    assert says(answer(called(), STATED, ASKED, GIBBERISH), 1) == CALLED
    verdicts = []
    for seed in range(24):
        play = answer(called(), STATED)
        while not play.over:
            answer(play, nonsense[len(play.state.turns)] if play.state.open else says(play, seed))
        assert "so I tossed a coin" in play.state.reasons
        verdicts.append(play.state.verdict)
    assert 6 <= sum(verdicts) <= 18
