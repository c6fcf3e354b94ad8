"""The rules of twenty questions, case by case."""

from random import Random
from typing import Any

import pytest

from tests.games.entity.table import INFO, start, things
from tests.games.steps import answer, asked
from tests.tables import Cases, each
from tui_arena.core.game import Setup, deck_base
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.session import drawn

CASES = Cases(__file__)


@CASES.each
def test_the_match_that_was_chosen_counts(match: str, question: str, won: bool) -> None:
    assert answer(start("guitar", "axe", match=match), question).over == won


def test_a_question_in_other_words_is_free_once() -> None:
    play = answer(start("guitar"), "Is it alive?", "no", "do you gob it?", "maybe", "I mean: do you eat it?")
    assert (asked(play), [turn.question for turn in play.state.turns]) == (["judge/answer"], ["Is it alive?"])
    answer(play, "no", "Is it red?", "no")
    assert [turn.question for turn in play.state.turns] == ["Is it alive?", "do you eat it?", "Is it red?"]
    talk = [line.text for line in play.view("guesser").talk]
    assert talk[2:6] == ["do you gob it?", "Maybe.", "do you eat it?", "No."]
    assert next((mark.seq, mark.why) for mark in INFO.marks(play)) == (3, "asked again in other words")
    answer(play, "I mean is it blue?", "no")
    assert len(play.state.turns) == 4, "only once"


@CASES.each
def test_what_i_mean_takes_nothing_from_the_question(typed: str, question: str) -> None:
    play = answer(start("guitar"), "Is it alive?", "no", typed)
    assert play.state.question == question


def test_flips_are_drawn_by_the_seed() -> None:
    options = resolve(INFO.options, INFO.presets, {"noise": 0.3}, None)
    flips = [INFO.game.deal(options, None, Random(seed))["flips"] for seed in range(200)]
    assert flips[0] == INFO.game.deal(options, None, Random(0))["flips"]
    assert 0.25 < sum(map(len, flips)) / (200 * 20) < 0.35
    assert set().union(*flips) == set(range(1, 21))


def test_a_deck_is_walked_through_and_narrowed() -> None:
    def dealt(index: int | None, seed: int = 1, **chosen: Any) -> str:
        options = resolve(INFO.options, INFO.presets, chosen, None)
        return str(drawn(INFO.game, options, things(), seed, index=index)["secret"]["entity"])

    suite = [dealt(i, suite="30") for i in range(30)]
    assert len(set(suite)) == 30
    assert dealt(30, suite="30") == suite[0]
    level = {item["entity"]: item["difficulty"] for item in things().items}
    assert {level[dealt(None, seed, difficulty="hard")] for seed in range(30)} == {"hard"}
    with pytest.raises(ValueError, match="has nothing"):
        dealt(0, set="1")


@each(False, True)
def test_a_judge_sees_the_question_alone_unless_it_remembers(memory: bool) -> None:
    play = answer(start(judge_memory=memory, match="judged"), "Is it old?", "no", "yes", "Is it red?")
    umpire, judge = str(play.view("umpire")), str(play.view("judge"))
    assert ("Is it old?" in judge) == memory
    assert "Is it old?" not in umpire
    assert play.view("judge").facts["question"] == "Is it red?"
    assert "guitar" in judge
    assert "guitar" in umpire
    assert "guitar" not in str(play.view("guesser")) + str(play.view("table"))


def test_what_may_be_asked_beside_the_game() -> None:
    play = start(max_turns=2)

    def keys(seat: str = "guesser") -> list[str]:
        asks = (INFO.game.probe(play.state, seat, kind) for kind in ("candidates", "coach", "belief"))
        return [ask.key for ask in asks if ask is not None]

    assert keys() == ["candidates:1"], "before the first question too"
    answer(play, "a?")
    assert keys() == []
    answer(play, "no")
    assert keys() == ["candidates:2"]
    assert keys("judge") == []
    answer(play, "b?", "no")
    assert keys() == ["coach"]


@each("", "  ", None, 5, ["guitar"])
def test_a_secret_that_is_no_name_is_refused(entity: object) -> None:
    with pytest.raises(ValueError, match=r"setup\.secret\.entity"):
        Play(INFO.game, Setup(resolve(INFO.options, {}, {}, None), secret={"entity": entity}))


@each(("things-1", "things"), ("my-own@0123456789ab", "my-own"), (None, ""))
def test_a_decks_name_without_its_number(name: str | None, base: str) -> None:
    assert deck_base(name) == base


@each("123", 4, [[1]], ["1"], {"1": 2}, [1] * 1001)
def test_flips_that_are_no_list_of_turns_are_refused(flips: Any) -> None:
    with pytest.raises(ValueError, match=r"setup\.flips must be a list of (?:at most 1000 )?turns"):
        start(flips=flips)
