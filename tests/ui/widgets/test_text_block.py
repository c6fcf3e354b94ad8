"""Blocks of text of which the newest are in sight."""

from __future__ import annotations

import pytest
from textual.content import Content

from tui_arena.ui.widgets.text_block import newest_whole


@pytest.mark.parametrize(
    ("heights", "room", "spare"),
    [
        ((2, 2, 1), 5, 0),
        ((1, 2, 2), 4, 0),
        ((2, 2, 1), 4, 1),
        ((3, 3, 1), 6, 2),
        ((3, 8, 3), 10, 0),
        ((2, 9), 4, 0),
    ],
)
def test_what_is_in_sight_begins_with_a_whole_block(heights: tuple[int, ...], room: int, spare: int) -> None:
    blocks = [[Content(f"{n}.{line}") for line in range(height)] for n, height in enumerate(heights)]
    lines = [line.plain for line in newest_whole(blocks, room)]
    told = [line.plain for block in blocks for line in block]
    assert lines == [*told, *[""] * spare]
