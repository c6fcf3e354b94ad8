"""Plots made of characters: what is drawn where, in Unicode and in ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.widgets.glyph_plots import Bar, curve, distribution, interval, place, scrubber, stop_at

LOOKS = [Glyphs(), Glyphs(ascii=True)]
BARS = [Bar("1", 0), Bar("2", 3), Bar("3", 9, chosen=True), Bar("lost", 2, bad=True)]


@pytest.mark.parametrize("glyphs", LOOKS)
def test_a_distribution_has_a_row_a_bar_with_its_count_and_share(glyphs: Glyphs) -> None:
    rows = [c.plain for c in distribution(glyphs, BARS, 50)]
    assert [row.split()[0] for row in rows] == ["1", "2", "3", "lost"]
    assert rows[0].split()[-3:] == ["0", "0", "%"]
    assert rows[1].split()[-3:] == ["3", "21", "%"]
    assert glyphs.back_arrow in rows[2]
    assert glyphs.full not in rows[0]
    assert rows[2].count(glyphs.full) > rows[1].count(glyphs.full) > rows[3].count(glyphs.full) > 0


@pytest.mark.parametrize("width", [10, 24, 50, 90])
def test_a_distribution_keeps_to_its_width(width: int) -> None:
    rows = distribution(Glyphs(), BARS, width)
    assert all(len(row.plain) <= max(width, 22) for row in rows)


def test_nothing_counted_says_so() -> None:
    assert distribution(Glyphs(), [Bar("1", 0)], 40)[0].plain == "nothing to draw yet"
    assert curve(Glyphs(), [None, None], 25)[0].plain == "nothing to draw yet"
    assert curve(Glyphs(), [], 25)[0].plain == "nothing to draw yet"


@pytest.mark.parametrize("glyphs", LOOKS)
def test_a_curve_has_a_column_a_turn_with_its_figure(glyphs: Glyphs) -> None:
    rows = [c.plain for c in curve(glyphs, [5, 12.5, None, 25], 25, height=4)]
    assert rows[-1].split() == ["5", "12.5", "25"]
    assert rows[-2].split() == ["1", "2", "3", "4"]
    assert rows[0].startswith("25 ")
    drawn = rows[:4]
    full = glyphs.bars[-1]
    assert [sum(row[6 + 5 * turn] == full for row in drawn) for turn in range(4)] == [0, 2, 0, 4]


@pytest.mark.parametrize("turns", [9, 20, 30, 50, 120, 500])
def test_a_curve_of_many_turns_shows_them_all(turns: int) -> None:
    values = [1.0 + n for n in range(turns)]
    rows = [row.plain for row in curve(Glyphs(), values, float(turns), width=40)]
    assert all(len(row) <= 40 for row in rows)
    assert rows[0].rstrip()[-1] in Glyphs().bars, "the last turn is the highest"
    labels = rows[-2].split()
    assert labels[0] == "1"
    assert int(labels[-1]) > turns / 2
    assert len(labels) == len(rows[-1].split())


def test_an_interval_spans_low_to_high_with_a_point() -> None:
    assert interval(Glyphs(ascii=True), 0.5, 0.25, 0.75, 11).plain == "|..==o==..|"
    assert interval(Glyphs(), 1.0, 0.9, 1.0, 12).plain == "├········━●┤"
    assert interval(Glyphs(), 0.0, 0.0, 0.0, 12).plain == "├●·········┤"


@given(st.integers(0, 60), st.integers(1, 60), st.integers(2, 200))
def test_a_scrubber_knob_stands_where_a_click_leads_back_to(at: int, stops: int, width: int) -> None:
    at = min(at, stops)
    knob = place(at, stops, width)
    assert 0 <= knob < width
    assert abs(stop_at(knob, stops, width) - at) <= stops / (width - 1)


def test_a_scrubber_shows_its_knob() -> None:
    assert scrubber(Glyphs(ascii=True), 0, 4, 5).plain == "o----"
    assert scrubber(Glyphs(ascii=True), 2, 4, 5).plain == "==o--"
    assert scrubber(Glyphs(ascii=True), 4, 4, 5).plain == "====o"


@pytest.mark.parametrize(
    "rows",
    [
        distribution(Glyphs(ascii=True), BARS, 60),
        curve(Glyphs(ascii=True), [5, 25], 25),
        [interval(Glyphs(ascii=True), 0.5, 0.2, 0.8)],
        [scrubber(Glyphs(ascii=True), 2, 5, 30)],
    ],
)
def test_ascii_mode_holds(rows: list[object]) -> None:
    assert all(str(row).isascii() for row in rows)
