"""Dollars as text: two digits that matter, and never zero for something."""

from tests.tables import Cases
from tui_arena.core.language.sentences import money

CASES = Cases(__file__)


@CASES.each
def test_an_amount_has_two_digits_that_matter_and_only_nothing_reads_as_nothing(
    text: str, usd: float | None
) -> None:
    assert money(usd) == text
