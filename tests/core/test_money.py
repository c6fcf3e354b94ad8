"""Dollars as text: two digits that matter, and never zero for something."""

from tests.tables import each
from tui_arena.core.language.sentences import money


@each(
    (None, "n/a"),
    (0.0, "$0"),
    (0.00000012, "$0.00000012"),
    (0.00087, "$0.00087"),
    (0.00099999, "$0.0010"),
    (0.001, "$0.0010"),
    (0.0341, "$0.034"),
    (0.0996, "$0.10"),
    (0.5, "$0.50"),
    (0.994, "$0.99"),
    (0.996, "$1.00"),
    (1.0, "$1.00"),
    (1.234, "$1.23"),
    (12.345, "$12.35"),
    (1234.5, "$1,234.50"),
    (-0.0034, "-$0.0034"),
)
def test_an_amount_has_two_digits_that_matter_and_only_nothing_reads_as_nothing(
    usd: float | None, text: str
) -> None:
    assert money(usd) == text
