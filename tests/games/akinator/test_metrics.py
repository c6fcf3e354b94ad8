"""Akinator's figures against hand-computed ones, and the lines that explain them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance import CATALOGUE, sent_for
from tests.games.akinator.test_rules import INFO, ROUND, guess, start
from tests.games.steps import answer
from tests.tables import each
from tui_arena.__main__ import main
from tui_arena.config import HOME_VARIABLE
from tui_arena.core.game import Ask, View
from tui_arena.core.record import Play
from tui_arena.players.models.prompts import messages

GOLDEN = Path(__file__).parents[2] / "golden"


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
    assert caster_lines("coach", play.game.probe(play.state, "guesser", "coach"), view).count("zither") == 1
    facts = {**view.facts, "items": "1. Pen\n2. Cup", "sorted_question": "Is it alive?"}
    asked = caster_lines(
        "sorting", play.game.probe(play.state, "guesser", "sorting"), View("akinator", "guesser", facts)
    )
    assert "1. Pen / 2. Cup" in asked
    assert "zither" not in asked


def caster_lines(name: str, ask: Ask | None, view: View) -> str:
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
