"""How replies are read in twenty questions, and what is refused."""

from hypothesis import given
from hypothesis import strategies as st

from tests.conformance import give
from tests.games.entity.table import start
from tests.games.steps import answer, faults, told
from tests.tables import Cases, each

CASES = Cases(__file__)


@each("J.K. Rowling", "C++", "¿", "Ke$ha", "(", "東京", "Yes", "100")
def test_any_name_can_be_looked_for(name: str) -> None:
    play = answer(start(name, match="strict"), "Is it JxKx Rowling?", "Yes.", f"Is it {name}?")
    assert play.outcome().result == "won"


@each(
    ("x" * 5000, "rule"),
    ("Is it " + "x" * 294, None),
    ("Is it " + "x" * 295, "rule"),
    ("", "empty"),
    ("  \n ", "empty"),
    ("<think>hm", "empty"),
    ("question:", "format"),
    ("I think.\nquestion: Is it alive?", None),
    ("question: a?\nquestion: Is it alive?\nDone.", None),
)
def test_questions_that_are_taken_and_not(text: str, fault: str | None) -> None:
    play = answer(start(), text)
    assert faults(play) == [fault]
    if "alive" in text:
        assert play.state.question == "Is it alive?"


@CASES.each
def test_how_an_answer_is_read(text: str, read: str | None) -> None:
    play = answer(start(), "Is it alive?", text)
    assert told(play) == ([read] if read else [])
    assert faults(play)[1] == (None if read else "format")


@each("Yes, a guitar is.", "GUITARS are not", "No (axe)", "answer: no, guitar")
def test_a_judge_must_not_say_what_is_looked_for(text: str) -> None:
    play = answer(start("guitar", "axe"), "Is it alive?", text)
    assert faults(play)[1] == "rule"
    for seat in ("guesser", "table", "setter"):
        assert text not in str(play.view(seat).talk), "nobody else sees what was refused"
    assert "guitar" not in play.steps[1].event["why"].lower()


@given(st.text(max_size=400), st.text(max_size=100), st.sampled_from(["strict", "lenient", "judged"]))
def test_any_reply_is_taken_or_refused(question: str, said: str, match: str) -> None:
    play = start("guitar", match=match, reprompts=0)
    for text in (question, said, said):
        if play.asks():
            give(play, play.asks()[0], text)
    assert set(faults(play)) <= {None, "format", "rule", "empty"}
    assert set(told(play)) <= {"yes", "no", "maybe", "bingo"}
