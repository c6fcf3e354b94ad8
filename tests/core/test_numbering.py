"""Questions that carry their number."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import each
from tui_arena.core.language.reply_forms import without_number
from tui_arena.core.terms import misnumbered


@each(
    ("Question 1: Where?", 1, "Where?"), ("QUESTION 12 :Where?", 12, "Where?"), ("question1: Where?", 1, "Where?"),
    ("Question 3:\n\nWhere?", 3, "Where?"), ("Question **3**: **Where?**", 3, "Where?**"), ("Question 007: x", 7, "x"),
    ("Question 999999: x", 999_999, "x"), ("Question 1000000: x", None, "Question 1000000: x"),
    ("Question one: x", None, "Question one: x"), ("Question: x", None, "Question: x"), ("Question 1 x", None, "Question 1 x"),
    ("My question 1: x", None, "My question 1: x"), ("Question -1: x", None, "Question -1: x"),
    ("Question 1: Question 2: x", 1, "Question 2: x"), ("Question 4:", 4, ""), ("Question ٣: x", None, "Question ٣: x"), ("", None, ""),
)  # fmt: skip
def test_a_header(text: str, number: int | None, rest: str) -> None:
    assert without_number(text) == (number, rest)


@given(st.text(max_size=80))
def test_without_a_header_nothing_changes(text: str) -> None:
    number, rest = without_number(text)
    assert number is not None or rest == text
    assert without_number(f"Question 8: {text}")[0] == 8


@given(st.lists(st.one_of(st.none(), st.integers(0, 6)), max_size=12))
def test_a_number_is_wrong_once_at_most(numbers: list[int | None]) -> None:
    found = misnumbered(numbers)
    assert found.value <= sum(n is not None for n in numbers)
    assert found.value in (0, len(found.lines()))
    assert misnumbered(range(1, len(numbers) + 1)).value == 0


def test_each_wrong_number_is_told_or_that_none_was_wrong() -> None:
    assert misnumbered([1, 1, None, 5]).lines() == ["2. said Question 1", "4. said Question 5"]
    assert misnumbered([2, 2, None]).value == 2
    assert misnumbered([1, None]).lines() == ["1 of 2 questions had a number, and none was wrong"]
