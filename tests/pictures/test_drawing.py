"""Pictures of the app: well-formed, nothing drawn twice, each row shown as long as it was there."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.pictures.__main__ import FOLDER, GAMES
from tests.pictures.drawing import Frame, Row, moving, rows_of, still

SVG = "{http://www.w3.org/2000/svg}"
INK, PAPER = "#ffffff", "#000000"
MOST_BYTES = 500_000


def rows(*lines: str, style: str = "") -> tuple[Row, ...]:
    """Rows of a screen that say this."""
    return rows_of([Strip([Segment(line, Style.parse(style))]) for line in lines], INK, PAPER)


def texts(svg: str) -> list[str]:
    return [one.text or "" for one in ET.fromstring(svg).iter(f"{SVG}text")]


def test_a_still_says_what_the_screen_says() -> None:
    svg = still(rows("a <b> & c   far away", "", "▀▀▀ ██│"), PAPER, "it's <a> title")
    assert texts(svg) == ["a <b> & c", "far away"]
    shapes = list(ET.fromstring(svg).iter(f"{SVG}rect"))
    assert [one.get("width") for one in shapes[1:]] == ["30", "20", "1.5"]
    assert "@keyframes" not in svg


def test_colours_are_those_of_the_screen() -> None:
    svg = still(rows("x", style="bold #112233 on #445566"), PAPER, "")
    assert "fill:#112233;font-weight:700" in svg
    assert "fill:#445566" in svg
    assert "fill:#445566" in still(rows("x", style="reverse #445566 on #112233"), PAPER, "")


def test_a_row_that_stays_is_drawn_once_and_one_that_goes_is_shown_while_it_holds() -> None:
    frames = [
        Frame(0.0, rows("stays", "one")),
        Frame(1.0, rows("stays", "two")),
        Frame(3.0, rows("stays", "one")),
    ]
    svg = moving(frames, 4.0, PAPER, "")
    assert texts(svg) == ["stays", "one", "two"]
    told = dict(re.findall(r"@keyframes (t\d)\{(.*?\})\}", svg))
    assert told == {
        "t0": "0.00%{visibility:visible}25.00%{visibility:hidden}75.00%{visibility:visible}100.00%{visibility:hidden}",
        "t1": "0.00%{visibility:hidden}25.00%{visibility:visible}75.00%{visibility:hidden}",
    }
    still_there = [g.get("visibility") for g in ET.fromstring(svg).iter(f"{SVG}g") if g.get("class")]
    assert still_there == ["visible", "hidden"], "without motion the last frame is seen"


@pytest.mark.parametrize("name", [*GAMES, "round"])
def test_the_pictures_that_are_there_are_small_and_whole(name: str) -> None:
    path = Path(FOLDER, f"{name}.svg")
    text = path.read_text("utf-8")
    assert len(text.encode()) < MOST_BYTES
    assert len(texts(text)) > 10
    assert "<script" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", ""), "a picture fetches nothing"
