"""Whether a text names something, and whether two names are the same."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import Cases, each
from tui_arena.core.language.names import equals, hits, split_otherwise, without_article

CASES = Cases(__file__)

READINGS = ["strict", "substring", "lenient"]
ANY = {"strict", "substring", "lenient"}


@CASES.each
def test_what_a_text_names(text: str, name: str, by: str) -> None:
    assert {how for how in READINGS if hits(text, [name], how)} == set(by.split())


@CASES.each
def test_a_name_may_be_split_otherwise(text: str, name: str, named: bool) -> None:
    assert split_otherwise(text, [name]) is named


@CASES.each
def test_a_name_is_data(text: str, name: str, by: str) -> None:
    assert {how for how in READINGS if hits(text, [name], how)} == set(by.split())


def test_the_name_that_was_hit_is_told() -> None:
    assert hits("is it a plane?", ["airplane", "plane"], "strict") == "plane"


@given(st.text(max_size=40), st.text(max_size=12))
def test_every_text_and_name_can_be_held_together(text: str, name: str) -> None:
    found = {how for how in READINGS if hits(text, [name], how)}
    assert "strict" not in found or found == ANY


@given(st.text("abcdé .+'-¿(*", min_size=1, max_size=12).filter(str.strip))
def test_every_name_is_named_by_itself(name: str) -> None:
    assert all(hits(f"Is it {name} ?", [name], how) for how in READINGS)
    assert all(equals(name, [name], how) for how in ("strict", "lenient"))


@CASES.each
def test_two_names_are_one_or_not(item: str, name: str, by: str) -> None:
    assert {how for how in ("strict", "lenient") if equals(item, [name], how)} == set(by.split())


@each(("The Moon", "Moon"), ("the", "the"), ("An  Egg", "Egg"), ("Another", "Another"))
def test_an_article_falls_off(text: str, bare: str) -> None:
    assert without_article(text) == bare
