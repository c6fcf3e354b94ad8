from __future__ import annotations

from random import Random

from tui_arena.core.language.numbers import NUMBERS, number_at, number_tokens, years_at

_SMALL = list(NUMBERS)[:20]
_TENS = dict(zip(NUMBERS.values(), NUMBERS, strict=True))


def in_words(n: int) -> str:
    """A whole number below a million in English words."""
    if n < 20:
        return _SMALL[n]
    if n < 100:
        return _TENS[n - n % 10] + (f"-{_SMALL[n % 10]}" if n % 10 else "")
    size, name = (1000, "thousand") if n >= 1000 else (100, "hundred")
    many, rest = divmod(n, size)
    joint = " and " if rest < 100 else " "
    return f"{in_words(many)} {name}" + (f"{joint}{in_words(rest)}" if rest else "")


def numbers() -> list[int]:
    rng = Random(49)
    return [*range(1, 200), *(rng.randrange(200, 1_000_000) for _ in range(1500))]


def test_a_number_in_words_is_read_as_it_is_written() -> None:
    def read(text: str) -> float:
        return number_at(number_tokens(text))[0]

    wrong = [n for n in numbers() if read(in_words(n)) != n or read(f"{n:,} men") != n]
    assert wrong == []


def test_a_number_ends_where_its_words_end() -> None:
    for n in numbers():
        words = number_tokens(in_words(n))
        assert number_at([*words, "and", "men"]) == (n, len(words))


def test_years_are_read_as_they_are_said() -> None:
    for year in range(1110, 2000):
        first, last = in_words(year // 100), in_words(year % 100)
        said = (
            f"{first} {last}"
            if year % 100 > 9
            else f"{first} oh {last}"
            if year % 100
            else f"{first} hundred"
        )
        short = f"'{year % 100:02}" if year >= 1930 else str(year)
        for text in (str(year), said, short):
            words = number_tokens(text)
            assert years_at(words) == (year, year, len(words)), text
