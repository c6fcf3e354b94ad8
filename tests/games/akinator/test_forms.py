"""The forms of Akinator's replies, case by case."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.thorough import sampled
from tui_arena.core.game import Fault
from tui_arena.core.terms import misnumbered
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

SAID = {
    "yes": "yes|Yes.|YES!|y|yep|**yes**|yes, it is|answer: yes|True|correct|of course|definitely|not wrong"
    "|Yes, it is on the right|<think>no</think>yes|hm\nanswer: yes|No doubt.|Yes, that is hard to get wrong",
    "no": "no|No.|n|nope|**No**|incorrect|wrong|not at all|definitely not|No, that's not right|never"
    "|no, only cats do|answer: no\nbecause it can't",
    "probably yes": "probably yes|Probably yes.|probably|Probably, yes|yes, probably|py|likely|mostly|usually"
    "|I think so|maybe yes|most likely|not always|answer: probably yes|PROBABLY  YES",
    "probably no": "probably no|probably not|Probably not.|no, probably not|pn|unlikely|I don't think so"
    "|not really|hardly|maybe not|no, usually not|most likely not|not usually",
    "don't know": "don't know|dont know|Don’t know.|I do not know|not sure|not sure, maybe|idk|dk|no idea|maybe"
    "|unsure|it depends|hard to say|sometimes|unknown|I can't say",
}


@pytest.mark.parametrize(
    ("answer", "text"), sampled([(a, t) for a, texts in SAID.items() for t in texts.split("|")], 4)
)
def test_an_answer(answer: str, text: str) -> None:
    assert read_answer(read_reply(clean(text), "answer:").body) == answer


@pytest.mark.parametrize(
    "text", ["yes and no", "Yes. No.", "probably yes, probably no", "a stone", "4", "?!", "yesno"]
)
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


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("correct", "correct"), ("Correct!", "correct"), ("yes", "correct"), ("right", "correct"), ("y", "correct"),
     ("incorrect", "incorrect"), ("no", "incorrect"), ("wrong", "incorrect"), ("not correct", "incorrect"),
     ("verdict: correct", "correct"), ("No, that is not right", "incorrect"), ("n", "incorrect")],
)  # fmt: skip
def test_a_verdict(text: str, verdict: str) -> None:
    assert read_verdict(text) == verdict


@pytest.mark.parametrize(
    "text", ["probably yes", "probably not", "don't know", "nearly", "correct and incorrect"]
)
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


@pytest.mark.parametrize(
    ("text", "question", "number"),
    [
        ("Is it alive?", "Is it alive?", None),
        ("Question 3: Is it alive?", "Is it alive?", 3),
        ("question 12 : Is it alive?", "Is it alive?", 12),
        ("**Question 3:** Is it *alive*?", "Is it *alive*?", 3),
        ("**Question 3**: Is it alive?", "Is it alive?", 3),
        ("QUESTION 3:\n\nIs it alive?", "Is it alive?", 3),
        ("let me see\nquestion: Question 4: Is it alive?", "Is it alive?", 4),
        ("question: Is it alive?\nI ask since", "Is it alive?", None),
        ("Is it\n  alive?", "Is it alive?", None),
        ("Question 3 is whether it lives", "Question 3 is whether it lives", None),
        ("Here is question 3: is it alive?", "Here is question 3: is it alive?", None),
    ],
)
def test_a_question(text: str, question: str, number: int | None) -> None:
    assert read_question(read_reply(text, "question:").body) == AkinatorQuestion(question, None, number)


@pytest.mark.parametrize(("text", "kind"), [("Question 3:", "format"), ("?!", "format"), ("…", "format"),
                                            ("x" * 301, "rule"), ("Question 1: " + "x" * 301, "rule"),
                                            ("x" * 5000, "rule")])  # fmt: skip
def test_a_question_that_is_refused(text: str, kind: str) -> None:
    with pytest.raises(Fault) as caught:
        read_question(text)
    assert caught.value.kind == kind


def test_the_number_of_a_question_is_not_counted_into_its_length() -> None:
    assert len(read_question("Question 1: " + "x" * 300).text) == 300


PHRASE = "This is a guess{}are you thinking of {}"


@pytest.mark.parametrize("dash", [": ", " -- ", " - ", " — ", "—", " – ", "--", ":\n", " ― ", "** -- **"])
def test_the_dash_of_a_guess(dash: str) -> None:
    assert read_question(PHRASE.format(dash, "a dog?")).guess == "a dog"
    assert read_question(PHRASE.format(dash, "a dog?").upper()).guess == "A DOG"


@pytest.mark.parametrize(
    ("behind", "what"),
    [
        ("an electric guitar?", "an electric guitar"),
        ("an electric guitar", "an electric guitar"),
        ("a dog.", "a dog"),
        ("a dog. It barks.", "a dog"),
        ("a dog! Surely?", "a dog"),
        ("a dog\nor a cat?", "a dog"),
        ("“a dog”?", "a dog"),
        ('"a dog?"', "a dog"),
        ("**a dog**?", "a dog"),
        ("[a dog]?", "a dog"),
        ("(*the* dog)?", "the dog"),
        ("**an** electric *guitar*?", "an electric guitar"),
        ("M*A*S*H?", "M*A*S*H"),
        ("a guitar (electric)?", "a guitar (electric)"),
        ("(electric) guitar?", "(electric) guitar"),
        ("J.K. Rowling?", "J.K. Rowling"),
        ("J. R. R. Tolkien. He wrote", "J. R. R. Tolkien"),
        ("Dr. Seuss", "Dr. Seuss"),
        ("C++?", "C++"),
        ("¿?", "¿"),
        ("a rock 'n' roll record?", "a rock 'n' roll record"),
        ("a dog? This is a guess: are you thinking of a cat?", "a dog"),
    ],
)
def test_what_is_guessed(behind: str, what: str) -> None:
    assert read_question(PHRASE.format(": ", behind)).guess == what


@pytest.mark.parametrize("text", [
    "Question 9: This is a guess -- are you thinking of a dog?",
    "I have it! This is a guess: are you thinking of a dog? I am sure.",
    "This  is a\nguess: are you thinking of a dog",
])  # fmt: skip
def test_the_phrase_stands_anywhere(text: str) -> None:
    assert read_question(text).guess == "a dog"


@pytest.mark.parametrize("text", ["Is it a dog?", "This is a guess, are you thinking of a dog?", "Are you thinking of a dog?",
                                  "This is a guess: is it a dog?", "This is a guess are you thinking of a dog"])  # fmt: skip
def test_what_is_no_guess(text: str) -> None:
    assert read_question(text).guess is None


@pytest.mark.parametrize("behind", ["", "?", "**?**", " . ", "\na dog"])
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


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("an  Electric guitar", ("Electric guitar", ())),
        ("guitar | axe| axe |guitar|", ("guitar", ("axe",))),
        ("**pen**\n", ("pen", ())),
        ("¿", ("¿", ())),
        ("the", ("the", ())),
    ],
)
def test_names(text: str, names: tuple[str, tuple[str, ...]]) -> None:
    assert read_names(text) == names


@pytest.mark.parametrize(
    ("text", "kind"), [("", "format"), ("-", "format"), (" | axe", "format"), ("x" * 81, "rule")]
)
def test_names_that_are_refused(text: str, kind: str) -> None:
    with pytest.raises(Fault) as caught:
        read_names(text)
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("numbers", "count"),
    [
        ([1, 2, 3], 0),
        ([None, 2, None], 0),
        ([1, 1, 3], 1),
        ([2, 2], 2),
        ([0, 2, 4], 2),
        ([1, 2, 2, 2], 2),
        ([], 0),
    ],
)
def test_wrong_and_repeated_numbers(numbers: list[int | None], count: int) -> None:
    assert misnumbered(numbers).value == count
