"""Plots made of characters: what is drawn where, in Unicode and in ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_arena.charts.model import ASCII, PRINT, Band, Distribution, Line, Signs, plain
from tui_arena.charts.text import column_lines, distribution_lines, span
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.screen import place, scrubber, stop_at

BARS = Distribution("", {"1": 0, "2": 3, "3": 9, "lost": 2}, frozenset({"lost"}), frozenset({"3"}))


@pytest.mark.parametrize("signs", [PRINT, ASCII])
def test_a_distribution_has_a_row_a_bar_with_its_count_and_share(signs: Signs) -> None:
    lines = distribution_lines(BARS, 50, signs)
    rows = [plain(line) for line in lines]
    assert [line[1].role for line in lines] == ["bar", "bar", "chosen", "bad"]
    assert ([row.split()[0] for row in rows], rows[0].split()[-2:]) == (["1", "2", "3", "lost"], ["0", "0%"])
    assert rows[1].split()[-2:] == ["3", "21%"]
    assert [signs.here in row for row in rows] == [False, False, True, False]
    assert signs.bar not in rows[0]
    assert rows[2].count(signs.bar) > rows[1].count(signs.bar) > rows[3].count(signs.bar) > 0


@pytest.mark.parametrize("width", [10, 24, 50, 90])
def test_a_distribution_keeps_to_its_width(width: int) -> None:
    rows = distribution_lines(BARS, width, PRINT)
    assert all(len(plain(row)) <= max(width, 22) for row in rows)


def test_nothing_counted_says_so() -> None:
    drawn = (
        distribution_lines(Distribution("", {"1": 0}), 40, PRINT),
        column_lines([None, None], 25, 5, 40, PRINT),
        column_lines([], 25, 5, 40, PRINT),
    )
    assert [[plain(line) for line in lines] for lines in drawn] == [["nothing to draw yet"]] * 3


@pytest.mark.parametrize("signs", [PRINT, ASCII])
def test_a_curve_has_a_column_a_turn_with_its_figure(signs: Signs) -> None:
    rows = [plain(line) for line in column_lines([5, 12.5, None, 25], 25, 4, 40, signs)]
    assert (rows[-1].split(), rows[-2].split()) == (["5", "12.5", "25"], ["1", "2", "3", "4"])
    assert rows[0].startswith("25 ")
    drawn = rows[:4]
    full = signs.heights[-1]
    assert [sum(row[6 + 5 * turn] == full for row in drawn) for turn in range(4)] == [0, 2, 0, 4]


@pytest.mark.parametrize("turns", [9, 20, 30, 50, 120, 500])
def test_a_curve_of_many_turns_shows_them_all(turns: int) -> None:
    values = [1.0 + n for n in range(turns)]
    rows = [plain(row) for row in column_lines(values, float(turns), 5, 40, PRINT)]
    assert all(len(row) <= 40 for row in rows)
    assert rows[0].rstrip()[-1] in PRINT.heights, "the last turn is the highest"
    labels = rows[-2].split()
    assert labels[0] == "1"
    assert int(labels[-1]) > turns / 2
    assert len(labels) == len(rows[-1].split())


@pytest.mark.parametrize(
    ("ends", "signs", "text"),
    [
        ((0.5, 0.25, 0.75), ASCII, "|..==o==..|"),
        ((1.0, 0.9, 1.0), PRINT, "├·······━●┤"),
        ((0.0, 0.0, 0.0), PRINT, "├●········┤"),
    ],
)
def test_an_interval_has_ends_and_a_point(ends: tuple[float, float, float], signs: Signs, text: str) -> None:
    assert plain(span(Band("", *ends), 0, 1, 9, signs)) == text


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
    "lines",
    [
        distribution_lines(BARS, 60, ASCII),
        column_lines([5, 25], 25, 5, 40, ASCII),
        [span(Band("", 0.5, 0.2, 0.8), 0, 1, 28, ASCII)],
    ],
)
def test_ascii_mode_holds(lines: list[Line]) -> None:
    assert all(plain(line).isascii() for line in lines)
    assert scrubber(Glyphs(ascii=True), 2, 5, 30).plain.isascii()
