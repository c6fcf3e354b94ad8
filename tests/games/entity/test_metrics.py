"""The figures of twenty questions against hand-computed ones."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance_lines import numbered
from tests.games.entity.table import INFO, lists, start, things
from tests.games.steps import answer, figures, undo
from tests.tables import Cases, each
from tui_arena.core.game import Deck, LateDeck
from tui_arena.core.record import Play
from tui_arena.games.entity.metrics import figures as all_figures
from tui_arena.questions.phrasing import stated

CASES = Cases(__file__)


@each((1, 1.0), (5, 1.0), (6, 0.98), (10, 0.9), (19, 0.72), (20, 0.7))
def test_the_score_falls_after_the_fifth_question(turns: int, score: float) -> None:
    play = answer(start(), *["Is it alive?", "no"] * (turns - 1), "Is it a guitar?")
    assert figures(play, "score", "turns", "success") == [pytest.approx(score), turns, 1]
    assert INFO.explain(play, "score")[0].endswith(f"{score:g}")


@CASES.each
def test_a_hit_is_asked_where_the_question_stands(reply: str, won: bool, asks: bool) -> None:
    play = answer(start(), "Is it old?", "no", reply)
    assert figures(play, "success", "hit_asked") == [int(won), 2 if asks else None]
    assert figures(answer(start(match="strict"), reply), "hit_asked") == [1 if asks else None]


def test_a_name_with_signs_stays_whole() -> None:
    for reply in ("Time travel? Is it Dr. Who?", "So. Is it dr. who?", "Is it Dr Who?"):
        assert figures(answer(start("Dr. Who", "Dr Who"), reply), "hit_asked") == [1], reply
    assert figures(answer(start("Who"), "Not Dr. Jekyll. Is it a doctor?"), "hit_asked") == [None]


WITHOUT = ["direct_guesses", "first_direct_guess", "early_guesses", "redundant", "inconsistent"]


def test_without_the_deck_nothing_is_said_of_how_it_was_played() -> None:
    play = answer(start(), "Is it a violin?", "no", "Is it a violin?", "no", "a guitar?")
    assert figures(play, *WITHOUT) == [None] * 5
    assert INFO.marks(play) == []
    assert INFO.explain(play, "redundant") == ["deck not found, so nothing is known about its entities"]


def test_before_the_first_question_no_knowledge_is_read() -> None:
    def read() -> Deck:
        raise AssertionError("a new table waits for this")

    play = start(source=LateDeck("things-2", read))
    assert figures(play, *WITHOUT, "names") == [0, None, 0, 0, 0, None]


def played(*texts: str, **more: Any) -> Play[Any]:
    return answer(start(source=things(), **more), *texts)


def test_direct_guesses() -> None:
    play = played("Is it alive?", "no", "Is it a violin?", "no", "Would you find it in a kitchen?", "no",
                  "Is it a flumadiddle?", "no", "a piano or a cello?", "no", "Is it bigger than a car?", "no",
                  "Is it a guitar?", max_turns=10)  # fmt: skip
    assert figures(play, *WITHOUT[:3]) == [3, 2, 2]
    assert INFO.explain(play, "direct_guesses")[-1] == "7. Is it a guitar?  the hit"
    assert figures(played("Is it alive?", "no"), *WITHOUT[:3]) == [0, None, 0]


def test_naming_what_is_looked_for_is_a_direct_guess_by_the_match() -> None:
    play = played("Is it played like a zorbonium?", entity="zorbonium", match="strict")
    assert figures(play, "direct_guesses") == [1]
    assert figures(played("Does a guitar come near it?", match="judged"), "direct_guesses") == [1]


def test_names_a_question() -> None:
    play = played("Is it alive?", "no", "An apple, two dogs or a piano? Is it bigger than a car?", "no",
                  "Is it a zorbonium?", entity="zorbonium")  # fmt: skip
    assert figures(play, "names") == [pytest.approx(5 / 3)]
    assert INFO.explain(play, "names") == [
        "2. An apple, two dogs or a piano? Is it big…  apple, car, dog, piano",
        "3. Is it a zorbonium?  zorbonium",
        "5 names in 3 questions = 1.67",
    ]
    assert figures(played(), "names") == [None]
    assert figures(answer(start(), "a guitar?"), "names") == [None], "the deck is not here"


@CASES.each
def test_questions_whose_answer_was_known(texts: list[str], why: str) -> None:
    play = played(*texts, "no", reprompts=0)
    assert figures(play, "redundant") == [int(bool(why))]
    marks = [mark for mark in INFO.marks(play) if mark.kind == "redundant"]
    assert [(mark.seq, mark.why) for mark in marks] == ([(3, why)] if why else [])


def test_what_was_told_counts_not_what_was_meant() -> None:
    told_yes = played("Is it an animal?", "no", "Is it alive?", "no", flips=[1])
    assert figures(told_yes, "redundant") == [1]


@CASES.each
def test_guesses_that_were_ruled_out(texts: list[str], why: str) -> None:
    play = played(*texts, "no")
    assert figures(play, "inconsistent") == [int(bool(why))]
    assert [mark.why for mark in INFO.marks(play) if mark.kind == "inconsistent"] == ([why] if why else [])


def test_a_hit_that_an_answer_had_ruled_out_is_inconsistent_too() -> None:
    play = played("Is it alive?", "yes", "Is it a guitar?")
    assert play.outcome().result == "won"
    assert figures(play, "inconsistent", "redundant", "early_guesses") == [1, 0, 0]


def test_marks_stand_at_the_reply_that_they_are_about() -> None:
    play = played("", "Is it a dog?", "no", "Is it alive?", "no", "Is it a cat?", "no", max_turns=4)
    lists(play, 3, "cat", "dog", "cow")
    lists(play, 4, "violin", "piano")
    assert [(mark.seq, mark.kind) for mark in INFO.marks(play)] == [
        (2, "early"),
        (6, "inconsistent"),
        (6, "key"),
    ]
    assert INFO.marks(play)[-1].why == "ruled out all three it had in mind"
    undo(play, 3)
    assert [(mark.seq, mark.kind) for mark in INFO.marks(play)] == [(2, "early")]


@CASES.each
def test_an_answer_is_told_as_a_clause(question: str, yes: str, no: str) -> None:
    assert (stated(question, yes=True), stated(question, yes=False)) == (yes, no)


ASKED = CASES["ASKED"]


@given(st.lists(st.tuples(st.sampled_from(ASKED), st.sampled_from(["yes", "no", "maybe"])), max_size=12))
def test_figures_keep_their_order(turns: list[tuple[str, str]]) -> None:
    play = start(source=things())
    for question, said in turns:
        if not play.over:
            answer(play, question)
        if not play.over:
            answer(play, said)
    metrics = INFO.compute(play)
    assert metrics["early_guesses"] <= metrics["direct_guesses"]
    assert metrics["inconsistent"] <= metrics["direct_guesses"]
    assert metrics["yes"] + metrics["longest_no"] <= len(play.state.turns)
    assert (metrics["first_direct_guess"] is None) == (metrics["direct_guesses"] == 0)
    marks = [mark.kind for mark in INFO.marks(play)]
    assert marks.count("early") == metrics["early_guesses"]
    assert (
        marks.count("redundant")
        == metrics["redundant"]
        == len(numbered(all_figures(play)["redundant"].lines()))
    )
    assert marks.count("inconsistent") == metrics["inconsistent"]
