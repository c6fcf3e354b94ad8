"""The rules of twenty questions, case by case."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.games.entity.table import INFO, asked, event, start, things, told
from tests.games.steps import answer, faults
from tests.tables import Cases
from tui_arena.core.events import Kind
from tui_arena.core.game import Setup, deck_base
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.session import drawn

CASES = Cases(__file__)


def test_a_turn_is_a_question_and_an_answer() -> None:
    play = start()
    assert asked(play) == "guesser/question"
    answer(play, "Is it alive?")
    assert asked(play) == "judge/answer"
    answer(play, "No.")
    assert asked(play) == "guesser/question"
    answer(play, "Is it a guitar?")
    assert (play.outcome().result, play.outcome().winners) == ("won", ("guesser",))
    assert told(play) == ["no", "bingo"], "a hit is not put to the judge"
    assert play.asks() == ()


def test_the_last_question_is_answered_then_it_is_lost() -> None:
    play = answer(start(max_turns=2), "Is it alive?", "no", "Is it a violin?")
    assert (asked(play), play.over) == ("judge/answer", False)
    answer(play, "no")
    assert (play.outcome().result, play.outcome().winners) == ("lost", ())


@CASES.each
def test_the_match_that_was_chosen_counts(match: str, question: str, won: bool) -> None:
    assert answer(start("guitar", "axe", match=match), question).over == won


@pytest.mark.parametrize(
    ("matching", "match", "won"),
    [(3, "lenient", True), (3, "strict", False), (2, "lenient", False), (None, "lenient", False)],
)
def test_a_row_boat_is_a_rowboat_where_the_session_knows_it(
    matching: int | None, match: str, won: bool
) -> None:
    """A session that was saved before goes on as it went on then."""
    setup = replace(start("rowboat", match=match).setup, matching=matching)
    assert answer(Play(INFO.game, setup), "row boat").over == won


@pytest.mark.parametrize(
    ("matching", "match", "won"),
    [(4, "lenient", True), (4, "strict", False), (3, "lenient", False), (None, "lenient", False)],
)
def test_a_name_may_be_spelled_as_across_the_atlantic(matching: int | None, match: str, won: bool) -> None:
    for name, question in (("airplane", "is it an aeroplane?"), ("grey seal", "Is it a gray seal?")):
        setup = replace(start(name, match=match).setup, matching=matching)
        assert answer(Play(INFO.game, setup), question).over == won


def test_a_question_in_other_words_is_free_once() -> None:
    play = answer(start("guitar"), "Is it alive?", "no", "do you gob it?", "maybe", "I mean: do you eat it?")
    assert (asked(play), [turn.question for turn in play.state.turns]) == ("judge/answer", ["Is it alive?"])
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


def test_a_last_question_may_still_be_put_in_other_words_before_its_answer_ends_it() -> None:
    play = answer(start("guitar", max_turns=2), "Is it alive?", "no", "I meant, does it make music?", "yes")
    assert (play.over, len(play.state.turns)) == (False, 1)
    assert answer(play, "is it a guitar?").over


@pytest.mark.parametrize("question", ["I mean a guitar", "I mean: is it a guitar?", "no, I meant a guitar"])
def test_a_name_in_other_words_is_a_hit(question: str) -> None:
    play = answer(start("guitar"), "is it a giutar?", "no", question)
    assert (play.state.won, len(play.state.turns)) == (True, 1)


@pytest.mark.parametrize(
    ("options", "first"),
    [({"rephrase": False}, "Is it alive?"), ({"preset": "paper"}, "Is it alive?"), ({}, "")],
)
def test_where_it_is_a_question_like_any_other(options: dict[str, Any], first: str) -> None:
    play = answer(start("guitar", **options), *([first, "no"] if first else []), "I mean is it red?", "no")
    assert play.state.turns[-1].question == "I mean is it red?"
    assert len(play.state.turns) == (2 if first else 1)


def test_a_judge_who_says_nothing_that_can_be_read_is_defaulted() -> None:
    play = answer(start(reprompts=1), "Is it alive?", "hm", "hm")
    assert (told(play), play.state.turns[0].defaulted) == (["maybe"], True)
    assert asked(play) == "guesser/question"
    assert told(answer(start(deck="celebrities-1", reprompts=0), "Is it alive?", "")) == ["dunno"]


@pytest.mark.parametrize(
    ("texts", "given", "cause"),
    [(["", "", ""], "guitar", "guesser: empty"), (["|", "|", "x" * 81], None, "setter: rule")],
)
def test_guesser_and_setter_abort_past_their_reprompts(texts: list[str], given: Any, cause: str) -> None:
    play = answer(start(given), *texts)
    assert (play.outcome().result, play.outcome().cause) == ("aborted", cause)


def test_a_question_gives_the_reprompts_back() -> None:
    play = answer(start(reprompts=1), "", "Is it alive?", "hm", "no", "", "Is it a guitar?")
    assert play.outcome().result == "won"


def test_an_umpire_has_a_say_where_the_match_is_judged() -> None:
    play = answer(start(match="judged"), "Is it a six-string?")
    assert asked(play) == "umpire/hit"
    assert play.asks()[0].choices == ("yes", "no")
    answer(play, "no")
    assert asked(play) == "judge/answer"
    answer(play, "yes", "Is it a gitar?", "maybe")
    assert faults(play)[-1] == "format", "an umpire says yes or no"
    answer(play, "Yes.")
    assert (told(play), play.outcome().result) == (["yes", "bingo"], "won")


def test_an_umpire_who_fails_has_said_no_and_it_is_counted() -> None:
    play = answer(start(match="judged", reprompts=0), "Is it a six-string?", "hm")
    assert asked(play) == "judge/answer"
    answer(play, "no")
    assert INFO.compute(play)["defaulted"] == 1
    assert answer(play, "Is it red?", "", "").state.turns[1].defaulted
    assert INFO.compute(play)["defaulted"] == 3


def test_the_table_can_overrule_the_matcher() -> None:
    play = answer(start(), "Is it a six-string?")
    event(play, Kind.ADJUDICATED, of=1, question="hit", verdict=True, by="table")
    assert (play.outcome().result, told(play)) == ("won", ["bingo"])
    play = answer(start(match="judged"), "Is it played like a guitar?")
    assert play.over
    event(play, Kind.ADJUDICATED, of=1, question="hit", verdict=False, by="table")
    assert asked(play) == "judge/answer", "what the table settled is not put to the umpire"
    assert INFO.compute(answer(play, "yes"))["hit_lenient"] == 1, "the readings stay what they are"


def test_the_table_can_overrule_the_umpire() -> None:
    play = answer(start(match="judged"), "Is it a six-string?", "no")
    event(play, Kind.ADJUDICATED, of=2, question="hit", verdict=True, by="table")
    assert play.outcome().result == "won"


def test_answers_are_turned_round_on_their_way() -> None:
    play = answer(start(flips=[1, 3]), "a?", "yes", "b?", "yes", "c?", "maybe", "d?", "no")
    assert told(play) == ["no", "yes", "maybe", "no"]
    assert play.state.turns[0].read == "yes"
    assert "Yes" not in str(play.view("guesser").talk[:2])


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


def test_stop_after_ends_it_without_a_nudge() -> None:
    play = answer(start(stop_after=2), "a?", "no")
    assert not play.view("guesser").facts["nudge"]
    answer(play, "b?", "no")
    assert play.outcome().result == "lost"
    assert INFO.compute(play)["turns"] == 20


def test_the_nudge_comes_with_one_question_left() -> None:
    play = start(max_turns=3)
    nudges = []
    while not play.over:
        nudges.append(play.view("guesser").facts["nudge"])
        answer(play, "a?", "no")
    assert nudges == [False, False, True]


@pytest.mark.parametrize("memory", [False, True])
def test_a_judge_sees_the_question_alone_unless_it_remembers(memory: bool) -> None:
    play = answer(start(judge_memory=memory, match="judged"), "Is it old?", "no", "yes", "Is it red?")
    umpire, judge = str(play.view("umpire")), str(play.view("judge"))
    assert ("Is it old?" in judge) == memory
    assert "Is it old?" not in umpire
    assert play.view("judge").facts["question"] == "Is it red?"
    assert "guitar" in judge
    assert "guitar" in umpire
    assert "guitar" not in str(play.view("guesser")) + str(play.view("table"))


def test_only_the_word_that_was_read_goes_to_the_guesser() -> None:
    play = answer(start(), "Is it alive?", "No, it has strings.")
    line = play.view("guesser").talk[-1]
    assert (line.text, line.read) == ("No.", True)
    assert "strings" not in str(play.view("guesser")) + str(play.view("table"))


def test_it_is_shown_when_it_is_over() -> None:
    play = answer(start(max_turns=1), "a?", "no")
    assert play.view("guesser").facts["entity"] == "guitar"
    assert INFO.game.secret(play.state) == {"entity": "guitar"}


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


def test_resigning_and_taking_back() -> None:
    play = answer(start(), "Is it alive?", "no")
    event(play, Kind.RESIGNED, seat="guesser")
    assert (play.outcome().result, play.outcome().cause) == ("lost", "guesser: resigned")
    metrics = INFO.compute(play)
    assert (metrics["score"], metrics["turns"], metrics["success"]) == (0, None, 0)
    assert INFO.main_score(play, metrics) == 0
    event(play, Kind.UNDONE, to=0)
    assert (asked(play), told(play)) == ("guesser/question", [])
    assert INFO.compute(play)["yes"] == 0


@pytest.mark.parametrize("entity", ["", "  ", None, 5, ["guitar"]])
def test_a_secret_that_is_no_name_is_refused(entity: object) -> None:
    with pytest.raises(ValueError, match=r"setup\.secret\.entity"):
        Play(INFO.game, Setup(resolve(INFO.options, {}, {}, None), secret={"entity": entity}))


@pytest.mark.parametrize(
    ("name", "base"), [("things-1", "things"), ("my-own@0123456789ab", "my-own"), (None, "")]
)
def test_a_decks_name_without_its_number(name: str | None, base: str) -> None:
    assert deck_base(name) == base


@pytest.mark.parametrize("flips", ["123", 4, [[1]], ["1"], {"1": 2}, [1] * 1001])
def test_flips_that_are_no_list_of_turns_are_refused(flips: Any) -> None:
    with pytest.raises(ValueError, match=r"setup\.flips must be a list of (?:at most 1000 )?turns"):
        start(flips=flips)
