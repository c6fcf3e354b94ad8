"""Comparing two players, or one player over two sets of secrets: choosing, listing, charts, opening."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.save.making import ended, started, target, won
from tests.stats.test_comparison import ADA, BEN, cell
from tests.thorough import sampled
from tests.ui.harness import NORMAL, VAST, opened, screen_text
from tests.ui.playing import on, sees, until
from tests.ui.sessions.test_sessions import CATALOGUE, exports
from tui_arena.config import Settings
from tui_arena.core.session import Session
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.items import ItemCell
from tui_arena.stats.comparison import Comparisons, chosen_pair, compared, items_table, measure
from tui_arena.stats.split_half import SetRow, TwoSets, printed_sets, sets_table
from tui_arena.stats.statistics import Figure
from tui_arena.stats.text_tables import to_csv, to_json, to_markdown
from tui_arena.ui.app.bars import Chosen, chosen_pieces, fitted, tab_pieces
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.sessions.screen import SessionPicker
from tui_arena.ui.stats.compare_presenter import Compare, answer, bars, columns, explained, texts
from tui_arena.ui.stats.compare_screen import CompareScreen
from tui_arena.ui.stats.two_sets_screen import TwoSetsScreen, summary
from tui_arena.ui.stats.two_sets_screen import cells as set_cells
from tui_arena.ui.stats.two_sets_screen import columns as set_columns
from tui_arena.ui.stats.two_sets_screen import explained as set_explained
from tui_arena.ui.widgets.rows import Picker
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import fitting

WORDLE, AKINATOR = CATALOGUE.game("wordle"), CATALOGUE.game("akinator")
CLEO = ("model", "Cleo [b]")


def cells() -> list[ItemCell]:
    """Only Ada wins `hers`, only Ben wins `his`, they are equal at `even`; Cleo has played only `hers`."""
    return [
        cell("hers", ADA, [90], won=1),
        cell("hers", BEN, [0], won=0),
        cell("his", ADA, [0], won=0),
        cell("his", BEN, [50], won=1),
        cell("even", ADA, [20], won=1),
        cell("even", BEN, [20], won=1),
        cell("nobody's", ADA, [], n=1),
        cell("nobody's", BEN, [0]),
        cell("hers", CLEO, [100, 100], won=2),
    ]


def comparing(metric: str = "speed") -> Compare:
    made = Compare.of(WORDLE, Filter("wordle", variant="clue"), "human:Ada")
    pair = chosen_pair(cells(), made.first, made.second)
    assert pair is not None
    found = compared(cells(), WORDLE, measure(WORDLE, metric), "guesser", pair)
    made.take(((ADA, BEN, CLEO), pair, Comparisons((found,))))
    return made


# who is chosen


def test_who_is_not_chosen_is_whoever_has_most_to_compare() -> None:
    assert (chosen_pair(cells(), None, None), chosen_pair(cells(), BEN, None)) == ((ADA, BEN), (BEN, ADA))
    assert chosen_pair(cells(), None, ADA) == (BEN, ADA)
    assert chosen_pair(cells(), ("human", "gone"), CLEO) == (ADA, CLEO)
    busy = [cell(f"other {n}", CLEO, [1] * 9) for n in range(9)]
    assert chosen_pair([*cells(), *busy], ADA, None) == (ADA, BEN), "who shares most, not who played most"
    elsewhere = [cell(f"hers {n}", who, [1]) for n in range(9) for who in (ADA, CLEO)]
    elsewhere = [one._replace(condition=one.name) for one in elsewhere]
    assert chosen_pair([*cells(), *elsewhere], ADA, None) == (ADA, BEN), "under one condition"
    assert chosen_pair(cells()[:1], None, None) == (ADA, ADA)
    assert chosen_pair([], ADA, BEN) is None


def test_choosing_says_whether_it_has_to_be_looked_up() -> None:
    made = comparing()
    assert made.choose("b", "model:Cleo [b]")
    assert made.second == CLEO
    assert made.choose("a", "model:Cleo [b]")
    assert (made.first, made.second) == (CLEO, ADA)
    assert made.choose("b", "model:Cleo [b]")
    assert (made.first, made.second) == (ADA, CLEO)
    assert not made.choose("b", "model:Cleo [b]")
    assert made.choose("m", "guesses")
    assert made.choose("e", "critic")
    assert not made.choose("f", "first")
    assert made.choices("e") == [("guesser", "guesser"), ("critic", "critic")]
    assert made.value("a") == "human:Ada"
    assert ("won", "sessions won") in made.choices("m")


def test_the_filter_s_player_is_the_first_and_a_seat_without_a_side_is_left_out() -> None:
    made = Compare.of(WORDLE, Filter("wordle", player="human:Ada", seat="setter"), None)
    assert ((made.first, made.group), made.filter) == ((ADA, "guesser"), Filter("wordle", seat="guesser"))
    assert Compare.of(WORDLE, Filter("wordle", seat="critic"), None).group == "critic"


def test_setters_are_compared_by_what_they_won_not_by_how_often_they_were_found() -> None:
    made = Compare.of(CATALOGUE.game("taboo"), Filter("taboo", seat="setter"), None)
    assert (made.group, made.metric) == ("setter", "won")
    made.choose("e", "guesser")
    assert made.metric == "success"
    made.choose("m", "main")
    made.choose("e", "setter")
    assert made.metric == "main", "a figure that was chosen stays"


def test_the_line_on_top_loses_names_before_values() -> None:
    entries = [Chosen("a", "", "a long name"), Chosen("m", "figure", "speed")]
    assert fitted(entries, 40) == entries
    assert fitted(entries, 24) == [Chosen("a", "", "a long name"), Chosen("m", "", "speed")]
    assert fitted(entries, 18)[0].value == "a lon…"
    pieces = chosen_pieces(entries)(40)
    assert [(key, content.plain) for key, content in pieces] == [
        ("a", "a a long name"),
        ("m", "m figure speed"),
    ]
    assert [content.cell_length for _, content in pieces] == [entry.width for entry in entries]


def test_tabs_lose_their_names_but_the_one_that_is_shown() -> None:
    tabs = tab_pieces(["All games", "Skill"], 1)
    assert [(key, content.plain) for key, content in tabs(40)] == [
        ("0", " 1 All games  "),
        ("1", "[2 Skill] "),
    ]
    assert [content.plain for _, content in tabs(20)] == [" 1  ", "[2 Skill] "]


# the list


def test_secrets_are_listed_by_difference_and_by_who_finds_them() -> None:
    made = comparing()
    assert [row.item for row in made.rows()] == ["hers", "even", "his", "nobody's"]
    made.next_sort()
    assert [row.item for row in made.rows()] == ["his", "even", "hers", "nobody's"]
    made.next_sort()
    assert [row.item for row in made.rows()] == ["even", "hers", "his", "nobody's"]
    for found, items in {
        "first": ["hers"],
        "second": ["his"],
        "both": ["even"],
        "neither": ["nobody's"],
    }.items():
        made.choose("f", found)
        assert [row.item for row in made.rows()] == items
    assert ("first", "only Ada (1)") in made.choices("f")
    made.choose("f", "first")
    made.swap()
    assert made.shows == "second"


@pytest.mark.parametrize("glyphs", [Glyphs(), Glyphs(ascii=True)])
@pytest.mark.parametrize("width", [59, 79, 159])
def test_every_column_has_a_text(glyphs: Glyphs, width: int) -> None:
    made = comparing()
    shown = fitting(columns(made, width), width)
    assert [c.key for c in shown][-2:] == ["difference", "found"] if width < 100 else ["bar", "found"]
    assert sum(c.width + 2 for c in shown) <= width
    rows = {row.item: texts(made, row, glyphs) for row in made.rows()}
    assert all({c.key for c in shown} <= row.keys() for row in rows.values())
    assert all(len(row["bar"]) <= c.width for row in rows.values() for c in shown if c.key == "bar")
    assert all(str(text).isascii() for row in rows.values() for text in row.values()) or not glyphs.ascii
    assert (rows["hers"]["difference"], rows["hers"]["found"]) == ("+90", "only Ada")
    assert rows["nobody's"]["difference"] == glyphs.dash


def test_bars_point_to_who_is_better() -> None:
    made = comparing()
    drawn = {row.item: str(texts(made, row, Glyphs(ascii=True))["bar"]) for row in made.rows()}
    assert (drawn["hers"], drawn["his"]) == (" " * 12 + "|" + "=" * 12, " " * 5 + "=" * 7 + "|")
    assert drawn["even"].strip() == "|"


def test_both_means_share_a_scale_and_the_difference_has_its_own() -> None:
    made = comparing()
    glyphs = Glyphs(ascii=True)
    first, second, gap = (line.plain for line in bars(made, glyphs, 78))
    assert first.startswith("Ada    |")
    assert "36.7 [0, 100]" in first
    assert second.index("o") < first.index("o")
    assert "|" in gap[8:-20].strip("|"), "0 is marked"
    assert all(len(line.plain) <= 58 for line in bars(made, glyphs, 58))
    scaled = [line.plain.split() for line in bars(made, glyphs, 78, scales=True)]
    assert (scaled[2], scaled[4]) == (["0", "100"], ["-100", "+100"])


def test_figures_are_explained() -> None:
    made = comparing()
    sheet = explained(made)
    assert sheet is not None
    parts = dict(sheet.parts)
    assert sheet.title == "Ada and Ben"
    assert WORDLE.metrics["speed"].text in parts["what is compared"]
    assert "Over 3 of the 4 secrets that both played" in parts["based on"]
    assert "95 of 100 spans" in parts["the span"]
    assert "only Ada 1, only Ben 1" in parts["secrets"]
    assert made.filters(Glyphs()) == "variant clue"


def test_nobody_and_somebody_alone() -> None:
    made = Compare.of(WORDLE, Filter("wordle"), None)
    assert (made.headline(), made.rows(), bars(made, Glyphs(), 80), explained(made)) == ("", [], [], None)
    alone = compared(cells(), WORDLE, measure(WORDLE, "speed"), "guesser", (ADA, ADA))
    made.take(((ADA,), (ADA, ADA), Comparisons((alone,))))
    assert made.headline() == "Ada is the only player here. There's nobody to compare with."
    assert "the same seed: tui-arena run wordle --seed N" in made.about()
    assert made.counts() == made.nothing() == ""
    assert len(bars(made, Glyphs(), 80)) == 1
    assert [c.key for c in columns(made, 120)] == ["secret", "n", "first"]
    made.choose("f", "second")
    assert (
        made.nothing() == "Of the secrets both played, none was won by only Ada. Press f to see the others."
    )


# two sets


def two() -> TwoSets:
    rows = (
        SetRow(AKINATOR.metrics["success"], Figure(0.8, None, 9, 0.6, 0.9), Figure(0.2, None, 8, 0.1, 0.4), Figure(0.6, None, 8, 0.3, 0.7)),
        SetRow(AKINATOR.metrics["rounds"], Figure(6.5, None, 9, 5, 8), Figure(6, None, 8, 5, 7), Figure(0.5, None, 8, -1, 2)),
    )  # fmt: skip
    return TwoSets(ADA, "sealed", "halves", ("half 1", "half 2"), (9, 8), (12, 10), rows)


@pytest.mark.parametrize("glyphs", [Glyphs(), Glyphs(ascii=True)])
def test_a_figure_that_differs_is_marked_and_published_ones_stand_below(glyphs: Glyphs) -> None:
    check = two()
    rows = [*check.rows, *printed_sets(AKINATOR)]
    shown = [tuple(set_cells(row, glyphs).values()) for row in rows]
    assert shown[0] == (
        f"{glyphs.star} found",
        "80% [60, 90]",
        "20% [10, 40]",
        "+60 points [30, 70]",
        "differs",
    )
    assert shown[1][0] == "rounds"
    assert len({row.key for row in rows}) == len(shown) == 2 + 2 * 5
    assert [texts[4] for texts in shown[2:]] == ["published"] * (len(shown) - 2)
    assert all("".join(texts).isascii() for texts in shown) or not glyphs.ascii
    assert summary(check, glyphs).endswith(f"{glyphs.star} 1 of 2 figures differs.")
    assert summary(check, glyphs).startswith(
        "half 1: 9 secrets in 12 sessions; half 2: 8 secrets in 10 sessions. "
    )
    assert summary(replace(check, items=(9, 1)), glyphs).endswith("A span needs two secrets in each set.")
    assert set_cells(rows[0], glyphs, roomy=False)["first"] == "80%"
    assert shown[2][1] == f"56% {glyphs.plus_minus}11"
    assert set_cells(rows[2], glyphs, roomy=False)["first"] == shown[2][1]
    for width in (59, 79, 119):
        keys = [c.key for c in fitting(set_columns(check, width), width)]
        assert keys[:4] == ["figure", "first", "second", "difference"]
    own = dict(set_explained(check, rows[0], glyphs).parts)
    assert AKINATOR.metrics["success"].text in own["what it is"]
    assert own["the sets"].endswith("A secret's name alone decides which half it's in, so it never moves.")
    chosen = dict(set_explained(replace(check, sets="deck=a,b"), rows[0], glyphs).parts)
    assert chosen["the sets"].endswith("A secret in both sets, or in neither, is left out.")
    assert "Table 5" in dict(set_explained(check, rows[-1], glyphs).parts)["the source"]


def test_tables_for_files_hold_everything_unrounded() -> None:
    found = comparing().found
    assert found is not None
    table = items_table(found, found.items, "Wordle")
    assert next(csv.reader(to_csv(table).splitlines()))[:4] == [
        "secret",
        "Ada: sessions",
        "Ada: won",
        "Ada: speed",
    ]
    assert "hers,1,1,90.0,1,0,0.0,90.0,Ada" in to_csv(table).splitlines()
    assert "Chance alone" in to_json(table) or "may be chance" in to_json(table)
    sets = sets_table(two(), "Akinator", printed_sets(AKINATOR))
    assert sets.rows[0] == ("Ada", "found", 0.8, 0.6, 0.9, 0.2, 0.1, 0.4, 0.6, 0.3, 0.7)
    assert "(published)" in to_markdown(sets) or "published" in to_markdown(sets)


# the app


def games() -> list[Session]:
    rng = Random(7)
    ada = [won(CATALOGUE, started(CATALOGUE, seed, {"guesser": "human:Ada"})) for seed in range(6)]
    ben = [ended(CATALOGUE, started(CATALOGUE, seed, {"guesser": "human:Ben [b]"}), rng) for seed in range(6)]
    return ada + ben


def _has(text: str, parts: Sequence[str]) -> bool:
    return all(part in text for part in parts)


@pytest.mark.thorough
async def test_from_the_comparison_to_a_session_behind_it(tmp_path: Path) -> None:
    sessions = games()
    async with opened(tmp_path, sessions=sessions, settings=Settings(ascii=True)) as (app, pilot):
        app.open_compare(Filter("wordle"), "human:Ada")
        screen = await on(pilot, CompareScreen, lambda s: s.loaded)
        await pilot.pause()
        text = screen_text(app)
        assert _has(text, ["COMPARE - Wordle", "Ben [b]", "Over the 6 secrets", "only Ada", "a - b"])
        assert text.isascii()
        words = {target(session) for session in sessions}
        assert {row.value for row in screen.table.rows} == words

        await pilot.press("m")
        await on(pilot, Picker)
        await pilot.press("down", "enter")
        await until(pilot, lambda: screen.compare.found and screen.compare.found.metric.name == "guesses")
        await pilot.press("w")
        await until(pilot, lambda: screen.compare.found and screen.compare.found.second == ADA)
        await pilot.press("i")
        await on(pilot, SheetScreen)
        await pilot.press("escape", "x")
        await on(pilot, Picker)
        await pilot.press("enter")
        await until(pilot, lambda: exports(tmp_path, "csv"))
        assert len(exports(tmp_path, "csv")[0].read_text("utf-8").splitlines()) == 7

        await pilot.press("enter")
        await on(pilot, SessionPicker)
        await pilot.pause()
        assert _has(screen_text(app), ["Ben [b] - ", "Ada - won - guesses 2", "w replay"])
        await pilot.press("w")
        await on(pilot, ReplayScreen)
        await pilot.press("escape", "t")
        await on(pilot, TwoSetsScreen, lambda s: s.check)
        await pilot.pause()
        assert _has(screen_text(app), ["TWO SETS - Wordle", "half 1: ", "sessions won"])
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, TwoSetsScreen) and app.screen.player == ADA)
        await pilot.press("enter")
        await on(pilot, SheetScreen)


def two_conditions() -> list[Session]:
    """Ada is quicker in classic; with a clue, Ben is."""
    return [
        won(CATALOGUE, started(CATALOGUE, seed, {"guesser": f"human:{name}"}, variant=variant), turn)
        for variant, words, quick in (("classic", 4, "Ada"), ("clue", 3, "Ben"))
        for seed in range(words)
        for name in ("Ada", "Ben")
        for turn in [2 if name == quick else 5]
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("size", sampled([NORMAL, VAST], 2, whole=True))
async def test_a_condition_is_shown_and_can_be_chosen(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size, sessions=two_conditions()) as (app, pilot):
        app.open_compare(Filter("wordle"), "human:Ada")
        screen = await on(pilot, CompareScreen, lambda s: s.loaded)
        await pilot.pause()
        assert _has(screen_text(app), ["classic, 1 of 2", "Ada is ahead of Ben by 70", "Over the 4 secrets"])
        await pilot.press("c")
        await on(pilot, Picker)
        await pilot.pause()
        assert _has(screen_text(app), ["classic (4 secrets)", "clue (3 secrets)"])
        assert "all conditions together" not in screen_text(app), "speed has another scale in each"
        await pilot.press("down", "enter")
        await until(pilot, lambda: screen.compare.found and screen.compare.found.condition == "clue")
        await pilot.pause()
        assert _has(screen_text(app), ["clue, 2 of 2", "Ben is ahead of Ada by 30", "Over the 3 secrets"])
        await pilot.press("enter")
        await on(pilot, SessionPicker)
        await pilot.pause()
        assert "speed 100" not in screen_text(app), "the session in classic is not behind it"
        await pilot.press("escape", "t")
        await on(pilot, TwoSetsScreen, lambda s: s.check)
        assert isinstance(app.screen, TwoSetsScreen)
        assert app.screen.check is not None
        assert (app.screen.check.condition, sum(app.screen.check.sessions)) == ("clue", 3)
        await pilot.press("escape", "m")
        await on(pilot, Picker)
        await pilot.press("down", "enter")
        await until(pilot, lambda: screen.compare.found and screen.compare.found.metric.name == "guesses")
        await pilot.press("c")
        await on(pilot, Picker)
        await pilot.press("end", "enter")
        await until(pilot, lambda: screen.compare.found and screen.compare.found.condition == "all")
        await pilot.pause()
        assert _has(
            screen_text(app),
            ["all conditions together", "1+1" if size == NORMAL else "These conditions are combined"],
        )
        await pilot.press("m")
        await on(pilot, Picker)
        await pilot.press("home", "enter")
        await until(pilot, lambda: screen.compare.found and screen.compare.found.metric.name == "speed")
        assert screen.compare.found
        assert screen.compare.found.condition == "classic", "it is not joined over two scales"


async def test_players_without_a_condition_in_common_are_told_apart(tmp_path: Path) -> None:
    apart = [
        one
        for one in two_conditions()
        if ("Ada" in str(one.seats)) == (one.setup.options["variant"] == "clue")
    ]
    async with opened(tmp_path, sessions=apart) as (app, pilot):
        app.open_compare(Filter("wordle"), "human:Ada")
        await on(pilot, CompareScreen, lambda s: s.loaded)
        await sees(pilot, "Ada and Ben never played under the same condition.")
        assert _has(screen_text(app), ["classic (only Ben)", "clue (only Ada)"])
        await pilot.press("a")
        await on(pilot, Picker)


@pytest.mark.thorough
async def test_thousands_of_secrets_come_page_by_page_and_nobody_gets_a_way_to_begin(tmp_path: Path) -> None:
    many = [cell(f"item {n:04}", who, [n % 7]) for n in range(3000) for who in (ADA, BEN)]
    async with opened(tmp_path, VAST) as (app, pilot):
        app.open_compare(Filter("wordle"))
        screen = await on(pilot, CompareScreen, lambda s: s.loaded)
        await sees(pilot, "tui-arena run wordle --sessions 40 --seed 5 --seat guesser=bot:easy")
        assert answer(app.store, app.catalogue, screen.compare) == ((), None, Comparisons(()))
        found = compared(many, WORDLE, measure(WORDLE, "speed"), "guesser", (ADA, BEN))
        screen.compare.take(((ADA, BEN), (ADA, BEN), Comparisons((found,))))
        screen.draw()
        await pilot.pause()
        assert screen.table.row_count == 200
        await pilot.press("ctrl+end")
        await until(pilot, lambda: screen.table.row_count == 400)
