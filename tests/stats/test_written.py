"""Every place writes figures by its description in one module."""

from __future__ import annotations

from dataclasses import replace

from tests.tables import each
from tui_arena.data import shipped_figures
from tui_arena.stats import written
from tui_arena.stats.statistics import Figure
from tui_arena.stats.written import FigureStyle, number

SURE = Figure(0.825, None, 40, 0.7, 0.9)
MEAN = Figure(61.4, 5.26, 9)
SPANNED = Figure(61.4, 5.26, 9, 57.0, 65.84)
BELOW = Figure(-0.5, None, 9, -1.25, 0.25)
COST = Figure(0.000871, 0.00021, 9, metric=shipped_figures()["cost_usd"])
ZERO = Figure(-0.0001, None, 9, -0.0001, 0.0001)
PRINTED = Figure(0.56, 0.1, printed=("56.00%", "10.0"))


@each(
    ("TERMINAL", SURE, True, "82% (70-90)"),
    ("TERMINAL", SPANNED, False, "61.40 ±5.26"),
    ("SWEPT", SURE, True, "82.5% (70.0-90.0)"),
    ("SWEPT", SPANNED, False, "61.40 (57.00 to 65.84)"),
    ("SWEPT", MEAN, False, "61.40"),
    ("RANKED", SPANNED, False, "61.400 57.000 to 65.840"),
    ("IMPROVED", BELOW, False, "-0.500 (-1.250 to +0.250)"),
    ("PAPER", MEAN, False, "61.40 ± 5.26"),
    ("PAPER", SPANNED, False, "61.40 [57.00, 65.84]"),
    ("COMPARED", SURE, True, "82% [70, 90]"),
    ("COMPARED", SPANNED, False, "61.4 [57, 65.8]"),
    ("COMPARED", MEAN, False, "61.4 ±5.26"),
    ("COMPARED", Figure(9.996), False, "10"),
    ("COMPARED", Figure(12.34), False, "12.3"),
    ("COMPARED", Figure(-123.4), False, "-123"),
    ("COMPARED", PRINTED, True, "56.00% ±10.0"),
    ("COMPARED", Figure(n=0), False, "–"),
    ("DIFFERENCE", SURE, True, "+82 [70, 90]"),
    ("GAP", SURE, True, "+82 points [70, 90]"),
    ("GAP", BELOW, False, "-0.5 [-1.25, 0.25]"),
    ("GAP", ZERO, False, "0 [0, 0]"),
    ("REPORT", SURE, True, "82% [70–90]"),
    ("REPORT", SPANNED, False, "61.4 [57.0–65.8]"),
    ("REPORT", Figure(12.34), False, "12.3"),
    ("REPORT", BELOW, False, "-0.50 [-1.25 to 0.25]"),
    ("SCREEN", SURE, True, "82% [70-90]"),
    ("SCREEN", SPANNED, False, "61.40 ±5.26"),
    ("TENTHS", SPANNED, False, "61.4 57.0-65.8"),
    ("AGREED", Figure(), False, "none"),
    ("AXIS", SPANNED, False, "61.4 ±5.26"),
    ("TERMINAL", COST, False, "$0.00087 ±$0.00021"),
    ("SCREEN", replace(COST, std=None), False, "$0.00087"),
    ("REPORT", replace(COST, value=1.234, std=0.5), False, "$1.23 ±$0.50"),
    ("COMPARED", replace(COST, value=0.0), False, "$0 ±$0.00021"),
    ("DIFFERENCE", replace(COST, std=None), False, "+$0.00087"),
    ("GAP", replace(COST, value=-0.01, std=None), False, "-$0.010"),
    ("CHART", SPANNED, False, "61.40 [57.00-65.84]"),
)
def test_each_place_writes_figures_by_its_description(
    place: str, figure: Figure, share: bool, text: str
) -> None:
    style: FigureStyle = getattr(written, place)
    style = replace(style, share=share) if figure.metric is None else style.of(figure.metric)
    assert style.figure(figure) == text


def test_a_place_may_choose_decimals_and_the_text_for_nothing() -> None:
    assert written.SCREEN.number(0.825, 1) == "0.8"
    assert replace(written.SCREEN, digits=0).sureness(MEAN) == "±5"
    assert written.COMPARED.number(None, dash="-") == "-"
    assert written.REPORT.shares.spread(PRINTED) == "±10.0"
    assert written.REPORT.shares.spread(Figure(0.5, 0.1, printed=("50%", ""))) == ""


def test_what_rounds_to_zero_has_no_sign() -> None:
    assert [number(value, 1) for value in (-0.04, 0.04, -0.06)] == ["0.0", "0.0", "-0.1"]
    assert written.IMPROVED.figure(ZERO) == "0.000 (0.000 to 0.000)"
    assert written.TERMINAL.shares.number(-0.001) == "0%"
