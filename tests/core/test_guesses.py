"""Which name a guess in a fixed phrase holds."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import each
from tui_arena.core.language.reply_forms import ABBREVIATED, guessed


@each(
    ("milk", "milk"), (" milk. More", "milk"), ("milk.", "milk"), ("milk! x", "milk"), ("milk? x", "milk"), ("milk\nx", "milk"),
    ('"milk"', "milk"), ("**milk**.", "milk"), ("(milk)", "milk"), ("[{<milk>}]", "milk"), ("milk (cold)", "milk (cold)"),
    ("(cold) milk", "(cold) milk"), ("J.K. Rowling", "J.K"), ("3.5 litres", "3.5 litres"), ("M*A*S*H", "M*A*S*H"),
    ("*cold* milk", "cold milk"), ("« milk »", "milk"), ("", ""), ("?", ""), ("...", "..."), ("cold   milk", "cold milk"),
)  # fmt: skip
def test_a_guess(text: str, what: str) -> None:
    assert guessed(text) == what


@each(
    ("J.K. Rowling. She", "J.K. Rowling"), ("Dr. Seuss", "Dr. Seuss"), ("Mt. Etna. Hot", "Mt. Etna"),
    ("a cat. It", "a cat"),
)  # fmt: skip
def test_initials_and_titles_go_on(text: str, what: str) -> None:
    assert guessed(text, ABBREVIATED) == what


@given(st.text(max_size=100))
def test_what_is_named_stands_there(text: str) -> None:
    named = guessed(text)
    assert "\n" not in named
    assert "?" not in named
    assert guessed(named) == named or "." in named or "*" in named
