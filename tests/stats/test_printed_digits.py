"""Published figures are shown with the digits that the papers print, wherever they are shown."""

from __future__ import annotations

from pathlib import Path

from tests.tables import each
from tui_arena.charts import builders
from tui_arena.charts.model import bar_texts
from tui_arena.charts.svg import svg
from tui_arena.data import Catalogue
from tui_arena.reports.writing import measured
from tui_arena.stats.aggregate import StatRow
from tui_arena.stats.branch_table import published_swaps
from tui_arena.stats.ranking.published import published_rows, published_tau_tests, text_of
from tui_arena.stats.split_half import printed_sets
from tui_arena.stats.statistics import Figure
from tui_arena.stats.text_tables import WrittenCell
from tui_arena.stats.written import COMPARED
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.stats.presenter import figure_text, published_line

CATALOGUE = Catalogue()
GAMES = CATALOGUE.games
FILE = Path(__file__).parent / "published_figures.tsv"
LINES = [line.split("\t") for line in FILE.read_text("utf-8").splitlines()]
"""Game, player, variant or set, metric and text, typed off the papers' tables."""
SETS = ("set_1", "set_2")


def typed(game: str, *, sets: bool = False) -> dict[tuple[str, str, str], str]:
    return {
        (player, variant, metric): text
        for of, player, variant, metric, text in LINES
        if of == game and (variant in SETS) is sets
    }


@each("akinator", "taboo", "bluffing", "entity", "connections")
def test_every_published_figure_is_shown_digit_by_digit(game: str) -> None:
    info, glyphs = GAMES[game], Glyphs()
    rows = [row for row in published_rows(info) if row.variant or game != "connections"]
    found: dict[tuple[str, str, str], str] = {}
    for row in rows:
        line = published_line(row, "guesser")
        for name in row.values:
            shown = figure_text(line.figure(name), info.metrics[name], 0, glyphs)
            found[row.player, row.variant, name] = " ".join(filter(None, shown))
    assert found == typed(game)


@each("akinator", "bluffing")
def test_both_sets_of_secrets_are_shown_digit_by_digit(game: str) -> None:
    found = {}
    for row in printed_sets(GAMES[game]):
        for name, text in zip(SETS, row.texts(), strict=False):
            found[row.player, name, row.metric.name] = text
    assert found == typed(game, sets=True)


def test_the_swapped_last_turns_are_shown_digit_by_digit() -> None:
    info = GAMES["entity"]
    _, rows = published_swaps(info)
    found = {
        (f"{row.plays} > {row.last_turn}", deck, "score"): COMPARED.of(info.metrics["score"]).figure(cell)
        for row in rows
        for deck, cell in row.decks.items()
    }
    assert found == typed("swap")


def own(variant: str = "later") -> StatRow:
    """A row of three sessions with a mean of rounds and of recall."""
    return StatRow(
        game="akinator", seat="guesser", kind="bot", player="easy", condition=variant, variant=variant, partner=None, own=False,
        neutral=False, started=3, sessions=3, figures={"rounds": Figure(12.0, 1.0, 3, 9.5, 14.5), "recall": Figure(0.5, 0.1, 3)},
    )  # fmt: skip


def test_charts_show_them_so_too() -> None:
    papers = published_rows(GAMES["akinator"])
    for metric, texts in {
        "rounds": {("19.99", "published ±0.02"), ("16.61", "published ±1.75")},
        "recall": {("27.83%", "published"), ("15.90%", "published")},
        "disparity_ratio": {("0.60", "published")},
    }.items():
        chart = builders.score_bars(GAMES["akinator"], [own()], metric, seat="guesser", published=papers)
        found = list(zip(chart.items, bar_texts(chart, "-"), strict=True))
        assert texts <= {(text, band.note) for band, (text, _, _) in found}
        assert {note for band, (_, _, note) in found if band.published} == {""}, "it is drawn elsewhere"
        assert all(f">{text}<" in svg(chart) for text, _ in texts)


def test_reports_show_them_so_too() -> None:
    tables = measured(GAMES["akinator"], [own()], ["guesser"], published_rows(GAMES["akinator"]))
    told = {
        (cell.text, cell.note)
        for t in tables
        for row in t.rows
        for cell in row
        if isinstance(cell, WrittenCell)
    }
    assert {("19.99", "±0.02"), ("27.83%", ""), ("15.90%", "")} <= told
    assert ("12.0", "±1.0 · [9.5–14.5] · n 3") in told


def test_the_printed_tests_keep_their_digits() -> None:
    texts = [tuple(map(text_of, (t.tau, t.printed_z, t.printed_p))) for t in published_tau_tests()]
    assert texts == [
        ("-0.2", "-0.6325", "0.7365"),
        ("0.2", "0.6325", "0.2635"),
        ("0.4", "1.2649", "0.1038"),
        ("0.6", "1.8974", "0.0287"),
        ("0.8", "2.5298", "0.0057"),
    ]
