"""Bluffing's rules, case by case."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.conformance import CATALOGUE
from tests.games.steps import answer, asked, begin, end, fault, figures, probed, undo
from tests.tables import Cases, each
from tui_arena.core.game import TABLE, Fault, Reply
from tui_arena.core.record import Play
from tui_arena.core.session import drawn

CASES = Cases(__file__)

INFO = CATALOGUE.game("bluffing")
TOLD = "I once won a chess tournament."
ROUND = ("Where was it held?", "In the hall of my old school.")
VERDICT = "I believe your statement is: {}"


def start(preset: str | None = None, **options: Any) -> Play[Any]:
    return begin("bluffing", None, options, preset)


def later(**options: Any) -> Play[Any]:
    return answer(start(truth="later", **options), TOLD)


def sealed(truth: str = "true", **options: Any) -> Play[Any]:
    return answer(start(**options), f"{truth} | {TOLD}")


JUDGE, SETTER = ("won", ("judge",), None), ("won", ("setter",), None)
# asks


def test_nothing_is_dealt() -> None:
    options = {name: option.default for name, option in INFO.options.items()}
    assert drawn(INFO.game, options, CATALOGUE.deck(None, INFO).deck, 1, index=0) == {}


# statements


@each(
    (f"true | {TOLD}", None), (f"FALSE|{TOLD}", None), (f"**true** | {TOLD}", None), (f"True |\n{TOLD}", None),
    (f"true | a | b {TOLD}", None), (TOLD, "format"), (f"maybe | {TOLD}", "format"), (f"| {TOLD}", "format"),
    (f"true, {TOLD}", "format"), ("true |", "format"), ("true | ?!", "format"), ("", "empty"),
    (f"true false | {TOLD}", "format"), ("true | " + "x" * 300, None), ("true | " + "x" * 301, "rule"),
    ("false | " + "x" * 100_000, "rule"), (f"<think>false</think>true | {TOLD}", None),
    (f"true | true | {TOLD}", "format"), (f"true | false | {TOLD}", "format"), ("true | text", "format"), ("**false** | `text`", "format"),
    ("true | I text with my toes", None),
)  # fmt: skip
def test_a_sealed_statement(text: str, kind: str | None) -> None:
    play = answer(start(), text)
    assert fault(play) == kind
    assert asked(play) == ["judge/question" if kind is None else "setter/statement"]
    assert start().asks()[0].sealed


@each(
    (TOLD, None), (f"true | {TOLD}", "format"), (f"False| {TOLD}", "format"), (f"**true |** {TOLD}", "format"),
    ("It is true that I can swim | dive", None), ("true", None), ("x" * 300, None), ("x" * 301, "rule"),
    ("", "empty"), ("? ?", "format"),
)  # fmt: skip
def test_a_statement_whose_truth_is_told_later(text: str, kind: str | None) -> None:
    play = answer(start(truth="later"), text)
    assert fault(play) == kind
    assert not start(truth="later").asks()[0].sealed
    assert play.state.truth is None


# questions and verdicts


@CASES.each
def test_a_question(text: str, question: str, number: int | None) -> None:
    play = answer(sealed(), text)
    assert play.state.open is not None
    assert (play.state.open.text, play.state.open.number, play.steps[-1].name) == (
        question,
        number,
        "question",
    )


@each(
    ("", "empty"), ("Question 1:", "format"), ("?! ?", "format"), ("x" * 300, None),
    ("x" * 301, "rule"), ("Question 1: " + "x" * 300, None),
)  # fmt: skip
def test_the_form_of_a_question(text: str, kind: str | None) -> None:
    assert fault(answer(sealed(), text)) == kind


TRUE = ["I believe your statement is: True", "I BELIEVE  your statement is : true.", "**I believe your statement is: True**",
        "I believe your statement is: **True**!", "I believe your statement is: True. It hangs together.",
        "I believe your statement is: True\nNobody would make this up.", "All considered, I believe your statement is: True",
        "verdict: True", "hm\nverdict: I believe your statement is: True", "<think>false</think>verdict: true.",
        "Question 3: I believe your statement is: True", "I believe your statement is: True. False ones sound otherwise.",
        "I believe your statement is: True. I believe your statement is: True."]  # fmt: skip


@each(*product(TRUE, ["true", "false"]))
def test_a_verdict_may_stand_in_place_of_any_question(text: str, truth: str) -> None:
    play = answer(sealed(truth), *ROUND, text)
    assert end(play) == (JUDGE if truth == "true" else SETTER)
    assert (play.steps[-1].name, play.state.verdict, asked(play)) == ("verdict", True, [])
    assert figures(play, "success", "rounds", "verdict") == [int(truth == "true"), 2, 1]
    used_up = answer(sealed(truth, max_questions=1), *ROUND, text)
    assert end(used_up) == end(play)


NONE = CASES["NONE"]


@each(*NONE)
def test_what_is_no_verdict(text: str) -> None:
    for play in (answer(sealed(), *ROUND, text), answer(sealed(max_questions=1), *ROUND, text)):
        assert fault(play) == "format"
        assert play.state.verdict is None
        assert asked(play)[0].startswith("judge/")


@each("Where was it?", "hm", "true false", "possibly true", "Question 6: Where?")
def test_once_the_questions_are_used_up_only_a_verdict_will_do(text: str) -> None:
    assert fault(answer(sealed(max_questions=1), *ROUND, text)) == "format"


@settings(max_examples=100)
@given(st.text(max_size=40), st.sampled_from(["True", "False", "possibly true", ""]), st.text(max_size=40))
@example("", "", "FALSE")
def test_whatever_is_said_is_a_verdict_a_question_or_refused(before: str, value: str, after: str) -> None:
    play = answer(sealed(), f"{before}{VERDICT.format(value)}{after}")
    if play.state.verdict is not None:
        said = re.sub(r"^[\W_]+", "", f"{value}{after}").casefold()  # what follows may fill in the value
        assert said.startswith("true" if play.state.verdict else "false")
    else:
        assert asked(play) in (["judge/question"], ["setter/answer"])


# the end


# bad replies


@each(
    ("x" * 2000, None), ("x" * 2001, "rule"), ("x" * 100_000, "rule"), ("? ?", "format"),
    ("answer: in the hall", None), ("<think>hm", "empty"), ("-", "format"),
)  # fmt: skip
def test_the_form_of_an_answer(text: str, kind: str | None) -> None:
    assert fault(answer(sealed(), ROUND[0], text)) == kind


# views


def seen(play: Play[Any], seat: str) -> str:
    view = play.view(seat)
    return repr((view.facts, [(line.text, line.fault) for line in view.talk]))


@each("true", "false")
def test_the_truth_is_the_setters_until_the_end(truth: str) -> None:
    other = {"true": "false", "false": "true"}[truth]
    for texts in ((), (ROUND[0],), ROUND, (*ROUND, *ROUND)):
        play, twin = (answer(sealed(told, max_questions=2), *texts) for told in (truth, other))
        for seat in ("judge", TABLE):
            assert play.view(seat) == twin.view(seat)
        assert play.view("setter").facts["truth"] == truth
        assert play.view("setter").talk[0].text == TOLD, "as the judge heard it"
    answer(play, VERDICT.format("True"))
    for seat in ("judge", TABLE):
        assert play.view(seat).facts["truth"] == truth
        assert play.view(seat).facts["found"] == (truth == "true")


def test_what_the_judge_heard_tells_no_truth_at_the_end_either() -> None:
    plays = [answer(sealed(truth), VERDICT.format("True")) for truth in ("true", "false")]
    plays += [answer(later(), VERDICT.format("True"), truth) for truth in ("true", "false")]
    assert len({play.view("judge").talk for play in plays}) == 1


def test_what_is_refused_is_shown_to_who_was_refused() -> None:
    play = answer(start(), "false, zyzzyva")
    assert "zyzzyva" in seen(play, "setter")
    assert not any("zyzzyva" in seen(play, seat) for seat in ("judge", TABLE))
    play = answer(sealed(), ROUND[0], f"zyzzyva {'x' * 2001}")
    assert not any("zyzzyva" in seen(play, seat) for seat in ("judge", TABLE))
    play = answer(sealed(), f"zyzzyva {'x' * 301}")
    assert ("zyzzyva" in seen(play, "setter"), "zyzzyva" in seen(play, TABLE)) == (False, True)


@each("", "hm", "true | x", "possibly")
def test_no_fault_tells_the_truth(text: str) -> None:
    reasons = []
    for truth in ("true", "false"):
        play = sealed(truth, max_questions=1)
        answer(play, *ROUND)
        try:
            play.game.parse(play.state, play.asks()[0], Reply(text))
        except Fault as found:
            reasons.append(found.why)
    assert len(set(reasons)) == 1


# probes


def test_a_belief_is_asked_for_after_the_statement_and_after_each_answer() -> None:
    play = start(truth="later", max_questions=2)
    keys = [probed(play, "belief", "judge")]
    for text in (TOLD, *ROUND, *ROUND, VERDICT.format("True"), "true"):
        answer(play, text)
        keys.append(probed(play, "belief", "judge"))
    assert keys == [None, "belief:0", None, "belief:1", None, "belief:2", None, None]
    ask = answer(sealed(), *ROUND).game.probe(sealed().state, "judge", "belief")
    assert ask is not None
    assert ask.shares_prompt_of == "question"
    assert [probed(play, kind, "judge") for kind in ("coach", "candidates")] == ["coach", None]
    assert probed(sealed(), "belief", "setter") is None


# random order

TEXTS = [f"true | {TOLD}", TOLD, "Question 2: Where?", "", "In the hall.", VERDICT.format("True"), VERDICT.format("False"),
         "true", "false", VERDICT.format("Possibly true"), "verdict: false", "x" * 301, "?!"]  # fmt: skip


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(TEXTS), max_size=24), st.sampled_from(["sealed", "later"]), st.integers(0, 20)
)
def test_what_holds_in_every_session(texts: list[str], truth: str, cut: int) -> None:
    play = start(truth=truth, max_questions=3)
    for text in texts:
        if play.asks():
            answer(play, text)
    state, outcome = play.state, play.outcome()
    assert len(state.turns) <= 3
    assert play.over or play.asks()
    assert (outcome.result == "aborted") == (state.aborted is not None)
    assert outcome.cause in (state.aborted, "judge: no verdict", None)
    if outcome.result == "won" and not state.missing:
        assert ("judge" in outcome.winners) == (state.verdict == state.truth)
    metrics = INFO.compute(play)
    assert metrics["rounds"] == (len(state.turns) + 1 if outcome.result == "won" else None)
    assert metrics["success"] == int("judge" in outcome.winners)
    if play.steps:
        undo(play, min(cut, play.next_seq - 1))
        assert len(play.standing()) <= cut
