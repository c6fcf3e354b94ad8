"""Whether a text names something, and whether two names are the same."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import Cases, each
from tui_arena.core.language.names import equals, hits, split_otherwise, without_article

CASES = Cases(__file__)

READINGS = ["strict", "substring", "lenient"]
ANY = {"strict", "substring", "lenient"}


@each(
    ("Is it a GUITAR?", "guitar", ANY),
    ("Is it an electric guitar?", "guitar", ANY),
    ("Is it a guitar-shaped thing?", "guitar", ANY),
    ("Is it guitars?", "guitar", {"substring", "lenient"}),
    ("Are they mice?", "mouse", {"lenient"}),
    ("Is it pineapple?", "apple", {"substring"}),
    ("Is it a guitar2?", "guitar", {"substring"}),
    ("Is it ice-cream?", "ice cream", {"lenient"}),
    ("Is it ice cream?", "ice-cream", {"lenient"}),
    ("Is it icecream?", "ice-cream", {"lenient"}),
    ("Is it ice   cream?", "ice cream", ANY),
    ("Is it beyonce?", "Beyoncé", {"lenient"}),
    ("Is it BEYONCE\u0301?", "Beyonce\u0301", ANY),
    ("Is it beatles?", "The Beatles", {"lenient"}),
    ("Is it the Beatles?", "Beatles", ANY),
    ("Is it Ａpple?", "apple", ANY),
    # without its article the name is a common word, so it counts only as the guess itself
    ("Is he a rock musician?", "The Rock", set()),
    ("Is he Rock?", "The Rock", {"lenient"}),
    ("Who is it?", "The Who", set()),
    # a singular doesn't name a thing whose name is plural
    ("Is it short?", "shorts", set()),
    ("Is it a glass?", "glasses", set()),
)
def test_what_a_text_names(text: str, name: str, by: set[str]) -> None:
    assert {how for how in READINGS if hits(text, [name], how)} == by


@CASES.each
def test_a_name_may_be_split_otherwise(text: str, name: str, named: bool) -> None:
    assert split_otherwise(text, [name]) is named


@each(
    ("Is it J.K. Rowling?", "J.K. Rowling", ANY),
    ("Is it JxKx Rowling?", "J.K. Rowling", set()),
    ("is it jk rowling?", "J.K. Rowling", {"lenient"}),
    ("is it j k rowling?", "J.K. Rowling", {"lenient"}),
    ("Is it J. K. Rowling?", "J.K. Rowling", {"lenient"}),
    ("Is it C++?", "C++", ANY),
    ("Is it C?", "C++", set()),
    ("Is it C#?", "C++", set()),
    ("Is it CC?", "C++", set()),
    ("Is it ¿?", "¿", ANY),
    ("ab¿cd", "¿", ANY),
    ("Is it anything?", "¿", set()),
    ("Is it anything?", ".*", set()),
    ("Is it a (?", "(", ANY),
    ("Is it it?", "I.T.", set()),
    ("Is it ACDC?", "AC/DC", {"lenient"}),
    ("Is it Shaquille ONeal?", "Shaquille O'Neal", {"lenient"}),
    ("anything", "", set()),
    ("", "guitar", set()),
)
def test_a_name_is_data(text: str, name: str, by: set[str]) -> None:
    assert {how for how in READINGS if hits(text, [name], how)} == by


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


@each(
    ("Guitar", "guitar", {"strict", "lenient"}),
    ("the Moon", "moon", {"strict", "lenient"}),
    ("a guitar", "The Guitar", {"strict", "lenient"}),
    ("guitar.", "guitar", {"strict", "lenient"}),
    ("Martin Luther King Jr", "Martin Luther King Jr.", {"strict", "lenient"}),
    ("guitars", "guitar", {"lenient"}),
    ("headphone", "headphones", {"lenient"}),
    ("grey mice", "grey mouse", {"lenient"}),
    ("computer mouse", "computer mice", {"lenient"}),
    ("ice cream", "ice-cream", {"lenient"}),
    ("tshirt", "T-shirt", {"lenient"}),
    ("Beyonce", "Beyoncé", {"lenient"}),
    ("electric guitar", "guitar", set()),
    ("guitar string", "guitar", set()),
    ("apple", "pineapple", set()),
    ("C", "C++", set()),
    ("¿", "¿", {"strict", "lenient"}),
    ("", "", set()),
    (".", "..", set()),
)
def test_two_names_are_one_or_not(item: str, name: str, by: set[str]) -> None:
    assert {how for how in ("strict", "lenient") if equals(item, [name], how)} == by


@each(("The Moon", "Moon"), ("the", "the"), ("An  Egg", "Egg"), ("Another", "Another"))
def test_an_article_falls_off(text: str, bare: str) -> None:
    assert without_article(text) == bare
