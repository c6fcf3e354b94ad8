"""Charts as SVG and as text: texts can't break out of the markup, nothing is too wide or needs colours."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from tests.charts.charted import HOSTILE, each_kind
from tui_arena.charts.model import (
    ASCII,
    PRINT,
    SCREEN,
    Band,
    Bars,
    Chart,
    Curve,
    Curves,
    Distribution,
    Histogram,
    Items,
    SecretRow,
    plain,
    wide,
    wrapped,
)
from tui_arena.charts.svg import svg
from tui_arena.charts.text import NOTHING, distribution_lines, drawn, lines

NAMES = ("bot hard", "bot easy", "Ada")
ALLOWED = {"svg", "title", "desc", "style", "rect", "text", "line", "path"}
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
EMPTY: list[Chart] = [
    Bars("bars", "%", (Band("Ada", None),), 0, 100),
    Bars("bars", "%", (), 0, 0),
    Curves("curves", "round", "", (Curve("Ada", (None,)),), 0, 0),
    Histogram("histogram", "", (Distribution("Ada", {"1": 0}),)),
    Items("items", (), ()),
]
ALL = [*each_kind(HOSTILE), *each_kind(NAMES), *EMPTY]


def tags(picture: str) -> list[ET.Element]:
    return list(ET.fromstring(picture).iter())


@pytest.mark.parametrize("chart", ALL)
def test_a_picture_is_plain_well_formed_svg(chart: Chart) -> None:
    for adaptive in (False, True):
        picture = svg(chart, adaptive=adaptive)
        assert not NO_XML.search(picture)
        found = tags(picture)
        assert {one.tag.rpartition("}")[2] for one in found} <= ALLOWED
        assert not any(name.startswith("on") or "href" in name for one in found for name in one.attrib)
        assert ("prefers-color-scheme" in picture) == adaptive
        assert "url(" not in picture
        assert "<script" not in picture


@pytest.mark.parametrize("chart", [*each_kind(HOSTILE), *each_kind(NAMES)])
def test_everything_lies_within_the_picture(chart: Chart) -> None:
    for width in (320, 720, 1200):
        drawn = svg(chart, width)
        root = ET.fromstring(drawn)
        height = float(root.get("height", "0"))
        for one in root.iter():
            for name, most in (("x", width), ("x1", width), ("x2", width), ("y", height), ("y2", height)):
                assert 0 <= float(one.get(name, "0")) <= most
        assert svg(chart, width) == drawn


def test_names_and_figures_stand_in_the_picture() -> None:
    for chart in each_kind(NAMES):
        texts = {one.text for one in tags(svg(chart))}
        assert set(NAMES) <= texts
    bars = {one.text for one in tags(svg(each_kind(NAMES)[0]))}
    assert {"10%", "[9–12]", "n 1", "20", "80", "100%"} <= bars
    assert NOTHING in {one.text for one in tags(svg(EMPTY[0]))}


def test_curves_differ_without_their_colours() -> None:
    found = [one for one in tags(svg(each_kind("abcdef")[3])) if one.get("fill") == "none"]
    assert len({one.get("stroke-dasharray") for one in found}) == 6
    marks = [
        one.get("d", "") for one in tags(svg(each_kind("abcdef")[3])) if one.get("d") and one not in found
    ]
    assert len({re.sub(r"[\d. -]", "", d) for d in marks}) >= 4


def test_marks_of_one_place_stand_side_by_side() -> None:
    rows = (Curve("a", (1.0, 2.0, 4.0)), Curve("b", (1.0, 3.0, 4.0)), Curve("c", (1.0, None, 4.0)))
    shown = [plain(line) for line in drawn(Curves("curves", "round", "", rows, 0, 4), 40, PRINT)]
    marks = "".join(PRINT.mark(n) for n in range(3))
    assert any(marks in line for line in shown), "the first round"
    assert any(line.endswith(marks[::-1]) for line in shown), "the last one has no room behind it"
    shown = [plain(line) for line in drawn(Curves("curves", "round", "", rows, 0, 4), 8, PRINT)]
    assert not any(marks in line for line in shown)
    assert all(any(mark in line for line in shown[:-1]) for mark in marks[:1] + marks[2:]), "they take turns"


def test_a_gap_parts_a_curve() -> None:
    (path,) = [one for one in tags(svg(each_kind(("a", "b", "c"))[3])) if one.get("stroke") == "#1f5fa8"]
    assert path.get("d", "").count("M") == 2


def test_published_bars_are_hollow() -> None:
    found = [one for one in tags(svg(each_kind(NAMES)[0])) if one.get("stroke-dasharray") == "3 2"]
    assert [one.get("fill") for one in found] == ["none"]


@pytest.mark.parametrize("chart", ALL)
def test_lines_of_text_keep_to_their_width(chart: Chart) -> None:
    for width in (40, 76, 130):
        in_ascii = (plain(line).rstrip() for line in drawn(chart, width, ASCII))
        for line in (*lines(chart, width), *in_ascii):
            assert wide(line) <= width
            assert "\n" not in line
            assert "\x1b" not in line


@pytest.mark.parametrize("chart", [*each_kind(NAMES), *EMPTY])
def test_ascii_is_ascii(chart: Chart) -> None:
    assert all(plain(line).isascii() for line in drawn(chart, 76, ASCII))
    assert all(line.isascii() for text in (chart.note, *chart.sources) for line in wrapped(text, 76, ASCII))


def test_a_bar_is_solid_up_to_its_interval_and_grows_faint_within_it() -> None:
    chart = Bars("", "%", (Band("Ada", 50.0, 25.0, 75.0, "n 4"), Band("Ben", 50.0, published=True)), 0, 100)
    ada, ben, rule, scale = (plain(line) for line in drawn(chart, 64, ASCII))
    assert re.fullmatch(r"Ada (#+)(=+)(-+) +50%  \[25-75\]  n 4", ada)
    assert ada.count("#") == ada.count("=") == pytest.approx(ada.count("-") - 1, abs=1)
    assert re.fullmatch(r"Ben \.+o +50%", ben)
    assert rule.count("+") == len(scale.split())
    threaded = drawn(chart, 64, ASCII, height=20)
    assert len(threaded) == 6, "a blank line below each bar where there is room"


def test_bars_below_the_base_go_to_the_left() -> None:
    chart = Bars("", "", (Band("a", 10.0), Band("b", -10.0), Band("c", None)), -10, 10)
    a, b, c, *_ = (plain(line)[2:].rstrip() for line in drawn(chart, 40, ASCII))
    assert a.index("#") > b.rindex("#")
    assert "|" in c
    assert c.endswith("-")


def test_a_grid_has_each_mark_where_its_figure_is() -> None:
    chart = Curves("", "round", "place", (Curve("Ada", (1.0, 5.0), (3, 2)),), 1, 5, upside_down=True)
    rows = [plain(line) for line in drawn(chart, 44, ASCII)]
    assert rows[0].lstrip().startswith("1 |*")
    assert rows[11].rstrip().endswith("*")
    assert rows[11].lstrip().startswith("5 |")
    assert (rows[14].split(), rows[15]) == (["n", "*", "3", "2"], "place by round:  * Ada")
    low = [plain(line) for line in drawn(chart, 44, ASCII, height=9)]
    assert len(low) == 9
    assert low[-1].endswith("* Ada n 3")


def test_curves_on_a_screen_are_lines_of_braille_dots() -> None:
    lines = (Curve("Ada", (0.0, 2.0, 2.0)), Curve("Ben", (2.0, 0.0, None)))
    rows = [plain(line) for line in drawn(Curves("", "round", "", lines, 0, 2), 25, SCREEN, height=7)]
    assert rows == [
        "  2 ┤■⢄⡀      ⣀●⠤⠤⠤⠤⠤⠤⠤⠤●",
        "    │  ⠈⠒⠤⡀⡠⠔⠊           ",
        "  1 ┤  ⢀⡠⠒⠉⠑⠢⣀           ",
        "  0 ┤●⠊⠁      ⠉■         ",
        "    └┬─────────┬────────┬",
        "     1         2        3",
        "by round:  ● Ada  ■ Ben",
    ]


def test_figures_of_a_scale_stand_one_below_the_other() -> None:
    chart = Curves("", "round", "", (Curve("Ada", (0.0, 25.0)),), 0, 25)
    rows = [plain(line) for line in drawn(chart, 40, ASCII, height=24)]
    assert rows[0].startswith("  25 |")
    assert rows[2].startswith("22.5 |")
    assert rows[1].startswith("     |")


def test_more_rounds_than_cells_keep_to_the_width() -> None:
    chart = Curves("", "round", "", (Curve("Ada", tuple(float(n % 7) for n in range(200))),), 0, 6)
    for signs in (ASCII, PRINT, SCREEN):
        assert all(wide(plain(line)) <= 60 for line in drawn(chart, 60, signs))


def test_secrets_have_a_mark_for_each_player() -> None:
    chart = Items(
        "",
        ("x", "y", "z"),
        (SecretRow("cat", 0.5, 4, {"x": (2, 2), "y": (0, 1)}), SecretRow("dog", 0.0, 1, {"z": (1, 2)})),
        left_out=7,
    )
    head, cat, gap, dog = (plain(line) for line in drawn(chart, 76, PRINT))
    assert head.split() == ["secret", "found", "n", "x", "y", "z"]
    assert cat.split()[-5:] == ["●", "2/2", "○", "0/1", "·"]
    assert "7 more" in gap
    assert dog.split()[-4:] == ["·", "·", "◐", "1/2"]


def test_the_most_frequent_value_fills_its_line() -> None:
    lines = distribution_lines(Distribution("", {"1": 1, "2": 2, "3": 1}), 24, PRINT)
    assert [plain(line) for line in lines] == [
        "1 █████      1   25%",
        "2 ██████████ 2   50%",
        "3 █████      1   25%",
    ]
