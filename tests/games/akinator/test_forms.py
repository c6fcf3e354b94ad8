"""The forms of Akinator's replies, case by case."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.game import Fault
from tui_arena.core.text import clean, read_reply
from tui_arena.games.akinator.rules import (
    ANSWERS,
    VERDICTS,
    AkinatorQuestion,
    read_answer,
    read_names,
    read_question,
    read_verdict,
)

CASES = Cases(__file__)

SAID = CASES["SAID"]


@pytest.mark.parametrize(
    ("answer", "text"), sampled([(a, t) for a, texts in SAID.items() for t in texts.split("|")], 4)
)
def test_an_answer(answer: str, text: str) -> None:
    assert read_answer(read_reply(clean(text), "answer:").body) == answer


@each("yes and no", "Yes. No.", "probably yes, probably no", "a stone", "4", "?!", "yesno")
def test_an_answer_that_is_none(text: str) -> None:
    with pytest.raises(Fault, match="answer with one of these") as caught:
        read_answer(text)
    assert caught.value.kind == "format"


def test_an_answer_of_more_than_2000_characters_is_forbidden_not_unread() -> None:
    assert read_answer("yes " + "x" * 1996) == "yes"
    for read in (read_answer, read_verdict):
        with pytest.raises(Fault) as caught:
            read("yes " + "x" * 1997)
        assert caught.value.kind == "rule"


@CASES.each
def test_a_verdict(text: str, verdict: str) -> None:
    assert read_verdict(text) == verdict


@each("probably yes", "probably not", "don't know", "nearly", "correct and incorrect")
def test_a_guess_is_correct_or_not(text: str) -> None:
    with pytest.raises(Fault) as caught:
        read_verdict(text)
    assert caught.value.kind == "format"


@given(st.text())
def test_whatever_is_answered_is_one_of_the_words_or_refused(text: str) -> None:
    for read, allowed in ((read_answer, ANSWERS), (read_verdict, VERDICTS)):
        with suppress(Fault):
            assert read(clean(text)) in allowed


# questions


@CASES.each
def test_a_question(text: str, question: str, number: int | None) -> None:
    assert read_question(read_reply(text, "question:").body) == AkinatorQuestion(question, None, number)


@each(
    ("Question 3:", "format"), ("?!", "format"), ("…", "format"),
    ("x" * 301, "rule"), ("Question 1: " + "x" * 301, "rule"),
    ("x" * 5000, "rule"),
)  # fmt: skip
def test_a_question_that_is_refused(text: str, kind: str) -> None:
    with pytest.raises(Fault) as caught:
        read_question(text)
    assert caught.value.kind == kind


def test_the_number_of_a_question_is_not_counted_into_its_length() -> None:
    assert len(read_question("Question 1: " + "x" * 300).text) == 300


PHRASE = "This is a guess{}are you thinking of {}"


@each(": ", " -- ", " - ", " — ", "—", " – ", "--", ":\n", " ― ", "** -- **")
def test_the_dash_of_a_guess(dash: str) -> None:
    assert read_question(PHRASE.format(dash, "a dog?")).guess == "a dog"
    assert read_question(PHRASE.format(dash, "a dog?").upper()).guess == "A DOG"


@CASES.each
def test_what_is_guessed(behind: str, what: str) -> None:
    assert read_question(PHRASE.format(": ", behind)).guess == what


@each(
    "Question 9: This is a guess -- are you thinking of a dog?",
    "I have it! This is a guess: are you thinking of a dog? I am sure.",
    "This  is a\nguess: are you thinking of a dog",
)  # fmt: skip
def test_the_phrase_stands_anywhere(text: str) -> None:
    assert read_question(text).guess == "a dog"


@each(
    "Is it a dog?", "This is a guess, are you thinking of a dog?", "Are you thinking of a dog?",
    "This is a guess: is it a dog?", "This is a guess are you thinking of a dog",
)  # fmt: skip
def test_what_is_no_guess(text: str) -> None:
    assert read_question(text).guess is None


@each("", "?", "**?**", " . ", "\na dog")
def test_a_guess_of_nothing_is_refused(behind: str) -> None:
    with pytest.raises(Fault, match="names nothing"):
        read_question(PHRASE.format(": ", behind))


@given(
    st.text(
        st.characters(exclude_characters="?!\n.|", exclude_categories=["C", "Z"]), min_size=1, max_size=80
    )
)
def test_no_name_acts(name: str) -> None:
    try:
        question = read_question(PHRASE.format(" -- ", f"{name}?"))
    except Fault:
        return
    assert question.guess is not None
    assert question.guess in name


# names and numbers


@CASES.each
def test_names(text: str, names: tuple[str, tuple[str, ...]]) -> None:
    assert read_names(text) == names


@each(("", "format"), ("-", "format"), (" | axe", "format"), ("x" * 81, "rule"))
def test_names_that_are_refused(text: str, kind: str) -> None:
    with pytest.raises(Fault) as caught:
        read_names(text)
    assert caught.value.kind == kind
