"""Letter tiles: the largest size that fits, and what each size takes."""

from __future__ import annotations

import pytest

from tui_arena.ui.boards.tiles import GIANT, HUGE, LARGE, MEDIUM, SMALL, Size, Tile, draw, size_for
from tui_arena.ui.glyphs import GREEN, Glyphs


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        (114, 54, GIANT),
        (102, 42, HUGE),
        (79, 40, HUGE),
        (78, 40, LARGE),
        (72, 28, LARGE),
        (46, 14, MEDIUM),
        (40, 6, SMALL),
    ],
)
def test_the_largest_size_that_fits_is_taken(width: int, height: int, size: Size) -> None:
    assert size_for(width, height, 5, 6) == size


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE, HUGE, GIANT])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_rows_take_their_lines_and_show_each_letter_once(size: Size, *, ascii_only: bool) -> None:
    drawn = draw([[Tile("a", GREEN), Tile("b")]] * 2, size, Glyphs(ascii=ascii_only)).plain
    assert (len(drawn.split("\n")), drawn.count("[A]"), drawn.count("B")) == (size.down(2), 2, 2)
    assert max(map(len, drawn.split("\n"))) == size.across(2)
