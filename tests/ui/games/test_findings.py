"""Charts of a session's attempts: a curve, a map and scales, also small, with many attempts or in ASCII."""

from __future__ import annotations

import pytest
from textual.content import Content

from tests.data.test_demos import DEMOS, read, replayed
from tests.games.connections.table import start
from tests.ui.playing import lacking
from tui_arena.games.connections.state import Attempt
from tui_arena.games.connections.ui.board import GAME_UI
from tui_arena.games.connections.ui.result import Gauge, SharesRow, climb, findings, gauges, heat
from tui_arena.ui.glyphs import Glyphs

STEPS = [
    Attempt(1, end="setter_blocked", after=1),
    Attempt(1, end="reveal", after=2),
    Attempt(2, end="guesser_wrong", after=2),
    Attempt(2, end="won", after=5),
]


def plain(lines: list[Content]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def test_a_letter_stands_where_it_was_first_seen() -> None:
    assert plain(climb(Glyphs(), "cabin", STEPS, 60, low=False)) == [
        " N │      N",
        " I │      I",
        " B │      B",
        " A │  A █ █",
        " C │█ █ █ █",
        "    ■ ✓ ✗ ★",
        "✓ connected 1  ✗ missed 1  ■ blocked 1  ★ won",
    ]


def test_plain_signs_are_enough() -> None:
    rows = plain(climb(Glyphs(ascii=True), "cabin", STEPS, 60, low=False))
    assert rows[-2:] == ["    # + . *", "+ connected 1  . missed 1  # blocked 1  * won"]
    assert all(line.isascii() for line in rows)


@pytest.mark.parametrize("attempts", [50, 500])
def test_many_attempts_share_columns(attempts: int) -> None:
    steps = [Attempt(1, end="guesser_wrong", after=1)] * (attempts - 1) + [Attempt(1, end="won", after=12)]
    rows = plain(climb(Glyphs(), "kaleidoscope", steps, 44, low=True))
    assert max(map(len, rows)) <= 44
    assert any("each column: " in row for row in rows)
    assert f"missed {attempts - 1}" in rows[-1]


def test_few_rows_take_several_letters_each() -> None:
    rows = plain(climb(Glyphs(), "kaleidoscope", STEPS, 40, low=True))
    assert [row.split("│")[0].strip() for row in rows[:4]] == ["OPE", "OSC", "EID", "KAL"]


def test_the_map_has_share_and_number_in_every_cell() -> None:
    rows = [SharesRow("Ada", ((5, 1), None, (4, 3))), SharesRow("Ben", ((2, 0), (2, 2), None))]
    told = plain(heat(Glyphs(), "who", ["blocked", "Ada", "Ben"], rows, 60))
    assert not lacking(told[2], "░  20% of 5", "▓  75% of 4")
    assert "█ 100% of 2" in told[3]
    narrow = plain(heat(Glyphs(ascii=True), "who", ["setter"] * 6, [SharesRow("Ada", ((44, 11),) * 6)], 50))
    assert all(line.isascii() for line in narrow)
    assert narrow[-1].count("25%/44") == 6
    names = ["setter", *(f"medium {n}" for n in range(1, 6))]
    five = plain(heat(Glyphs(), "who", names, [SharesRow("medium 1", ((9, 9), None, *((12, 12),) * 4))], 49))
    assert max(map(len, five)) <= 49
    assert five[2].startswith("1 ")
    assert five[1].split() == ["setter", *"12345"]
    assert not heat(Glyphs(), "who", ["blocked"], [SharesRow("Ada", ((0, 0),))], 60)


def test_a_scale_marks_the_best_share() -> None:
    (head, row) = plain(gauges(Glyphs(ascii=True), "best", 0.5, [Gauge("Ada", 3, 4, "too easy")], 60))
    assert head == "best"
    assert row == "Ada ---------|----o---- 75% of 4  too easy"


def test_a_session_without_attempts_shows_nothing() -> None:
    assert findings(start("cabin"), {}, Glyphs(), 40, low=True).plain == ""


def test_the_face_draws_all_three_of_a_session() -> None:
    demo = read(next(path for path in DEMOS if path.stem == "connections-harbour"))
    names = {seat: spec["name"] for seat, spec in demo["seats"].items()}
    told = GAME_UI.findings(replayed(demo), names, Glyphs(), 60, small=True).plain
    for part in ("TA │      ▄ █ █ █", "WHO UNDERSTOOD WHOM"):
        assert part in told
    assert "%" not in told, "shares are for who looks at figures"
    figures = GAME_UI.figures(replayed(demo), names, Glyphs(), 60).plain
    for part in ("Ada", "75% of 4", "fastest at 50%", "44% of 9  about right"):
        assert part in figures
    head, remark = GAME_UI.headline(replayed(demo), names, {"guesser_1"})
    assert head.startswith("WON in 7")
    assert "your 5 clues" in remark
