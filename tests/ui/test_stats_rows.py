"""The presenters of tables: which columns fit, how rows are sorted, what a figure is explained with."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from random import Random

import pytest

from tests.save.making import AT, ended, played, started, won
from tui_arena.analysis.aggregate import Filter, stats
from tui_arena.analysis.statistics import Spread, share, spread
from tui_arena.data import Catalogue
from tui_arena.save.store import Store, open_store
from tui_arena.ui.look import Look
from tui_arena.ui.presenters.columns import GAP, Column, fitting
from tui_arena.ui.presenters.sessions import COLUMNS, Sessions, about_to_delete, when
from tui_arena.ui.presenters.stats import Stats
from tui_arena.ui.presenters.stats_texts import over_turns, share_text, spread_text
from tui_arena.ui.presenters.stats_why import explained

CATALOGUE = Catalogue()
INFO = CATALOGUE.game("wordle")
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(tmp_path_factory.mktemp("stats") / "arena.db", CATALOGUE).store
    rng = Random(1)
    for seed in range(24):
        variant = ("classic", "clue", "critic")[seed % 3]
        who = {"guesser": f"human:{('Ada', 'Ben')[seed % 2]}"}
        if variant == "critic":
            who["critic"] = "bot:hard"
        opened.save(ended(CATALOGUE, started(CATALOGUE, seed, who, variant=variant), rng))
    opened.save(won(CATALOGUE, started(CATALOGUE, 90, {"guesser": "human:Once"})))
    opened.save(played(CATALOGUE, started(CATALOGUE, 91, {"guesser": "human:Once"}), ["slate"]))
    yield opened
    opened.close()


@pytest.fixture
def table(store: Store) -> Stats:
    made = Stats.of(INFO)
    made.take(stats(store, CATALOGUE, made.wanted))
    return made


# columns


def test_columns_get_their_room_by_rank_and_keep_their_order() -> None:
    columns = [Column("a", "a", 5, 1, 30), Column("b", "b", 20, 2), Column("c", "c", 6, 0)]
    assert [c.key for c in fitting(columns, 100)] == ["a", "b", "c"]
    assert [c.key for c in fitting(columns, 20)] == ["a", "c"]
    assert [c.key for c in fitting(columns, 3)] == ["c"]
    assert fitting(columns, 20)[0].width == 20 - 6 - 2 * GAP


@pytest.mark.parametrize("width", range(20, 220, 7))
def test_every_table_keeps_to_its_width(table: Stats, width: int) -> None:
    for columns in (COLUMNS, table.columns(width)):
        fit = fitting(columns, width)
        assert sum(c.width + GAP for c in fit) <= max(width, fit[0].width + GAP)


def test_at_eighty_the_table_has_what_is_needed(table: Stats) -> None:
    keys = [c.key for c in fitting(table.columns(79), 79)]
    assert keys == ["player", "seat", "variant", "n", "won", "guesses", "quality"]


# stats


def test_sorting_by_a_figure_puts_the_undefined_last(table: Stats) -> None:
    table.sort_by("guesses")
    values = [table.value(row, "guesses") for row in table.shown()]
    defined = [v for v in values if v is not None]
    assert defined == sorted(defined)
    assert values[: len(defined)] == defined
    table.sort_by("guesses")
    again = [table.value(row, "guesses") for row in table.shown()]
    assert [v for v in again if v is not None] == defined[::-1]
    assert again[: len(defined)] == defined[::-1]


def test_sorting_by_a_share_begins_with_the_best(table: Stats) -> None:
    table.sort_by("won")
    first, *_, last = table.shown()
    assert (table.value(first, "won") or 0) >= (table.value(last, "won") or 0)
    table.sort_by("lost")
    first, *_, last = table.shown()
    assert (table.value(first, "lost") or 0) <= (table.value(last, "lost") or 0)
    table.sort_by("player")
    assert [r.player for r in table.shown()] == sorted((r.player for r in table.rows), key=str.casefold)


def test_without_sorting_the_order_is_as_it_came(table: Stats) -> None:
    assert table.shown() == table.rows


def test_unfinished_sessions_are_started_and_nothing_else(table: Stats) -> None:
    row = next(r for r in table.rows if r.player == "Once")
    assert table.text(row, "n", Look()) == "1"
    assert "1 sessions that ended, 2 started" in dict(explained(table, row, "n", Look()).parts)["out of"]
    alone = sum(r.sessions for r in table.rows if r.seat == "guesser" and r.partner is None)
    assert table.told().startswith(f"{alone} of ")


def test_the_line_names_what_is_left_out(table: Stats) -> None:
    assert table.told().endswith("without imported, branched, recast, undone, peeked, hinted")
    table.toggle_left_out()
    assert table.told().endswith("of every kind")
    assert table.filtered
    table.clear()
    assert not table.filtered


def test_filters_offer_what_was_seen(table: Stats) -> None:
    today = date(2026, 11, 21)
    assert [v for v, _ in table.choices("player", [], today)] == ["", "Ada", "Ben", "bot hard", "Once"]
    assert [v for v, _ in table.choices("deck", ["wordle", "mine"], today)] == ["", "wordle", "mine"]
    since = dict(table.choices("since", [], today))
    assert since["2026-11-21"] == "today"
    assert since["2026-11-15"] == "the last 7 days"
    table.ask("player", "Ada")
    assert table.wanted == Filter("wordle", player="Ada")
    assert ("player", "Ada") in table.filters()
    assert ("since", "ever") in table.filters()
    table.ask("player", "")
    assert not table.filtered


def test_the_distribution_holds_every_session(table: Stats) -> None:
    for row in table.rows:
        bars = table.distribution(row)
        assert [b.label for b in bars][:7] == ["1", "2", "3", "4", "5", "6", "lost"]
        assert sum(b.count for b in bars) == row.sessions


def test_the_curve_is_the_mean_by_turn(table: Stats) -> None:
    row = next(r for r in table.rows if r.player == "Once")
    label, means = table.curve(row)
    assert label == "closeness"
    assert means[-1] == 25
    assert len(means) == 2


def test_a_share_is_explained_with_its_interval(table: Stats) -> None:
    row = next(r for r in table.rows if r.player == "Once")
    sheet = explained(table, row, "won", Look())
    assert sheet.title == "won: 100 % [21-100]"
    assert dict(sheet.parts)["out of"] == "1 of 1 sessions"
    assert "Wilson" in dict(sheet.parts)["the span"]


def test_an_explanation_ends_with_all_figures_of_the_row(table: Stats) -> None:
    row = next(r for r in table.rows if r.player == "Once")
    told = dict(explained(table, row, "won", Look()).parts)["the whole row"]
    assert "guesses 2.0" in told
    assert "speed 100.0" in told


def test_a_metric_is_explained_by_its_manifest(table: Stats) -> None:
    row = table.rows[0]
    for name in ("guesses", "speed", "closeness_gain", "closeness", "strategy", "repetitions"):
        parts = dict(explained(table, row, name, Look()).parts)
        assert INFO.metrics[name].text in parts["what it is"]
        assert str(row.sessions) in parts["out of"]
    for key in ("quality", "completed", "request_success", "n", "lost", "aborted"):
        assert dict(explained(table, row, key, Look()).parts)["what it is"]


@pytest.mark.parametrize("look", [Look(), Look(ascii=True)])
def test_every_cell_has_a_text(table: Stats, look: Look) -> None:
    for row in table.rows:
        for column in table.columns(200):
            text = table.text(row, column.key, look)
            assert text
            assert text.isascii() or not look.ascii


def test_a_pair_names_both(table: Stats, tmp_path: Path) -> None:
    bots = open_store(tmp_path / "arena.db", CATALOGUE).store
    players = {"guesser": "bot:hard", "critic": "bot:hard"}
    bots.save(ended(CATALOGUE, started(CATALOGUE, 1, players, variant="critic"), Random(1)))
    made = Stats.of(INFO)
    made.take(stats(bots, CATALOGUE, made.wanted))
    bots.close()
    names = [made.text(row, "player", Look()) for row in made.rows]
    assert names == ["bot hard", "bot hard", "bot hard + bot hard (itself)"]
    assert made.told().startswith("1 of 1 ended"), "who played together played one session"


def test_figures_in_words() -> None:
    assert share_text(share(0, 0)) == ""
    assert share_text(share(1, 2)) == "50 % [9-91]"
    assert spread_text(spread([3, 5])) == "4.0 ±1.4"
    assert spread_text(spread([3])) == "3.0"
    assert spread_text(Spread(None, None, 0)) == ""
    assert over_turns([Spread(10.0, 1.0, 3), Spread(20.0, None, 1)]) == Spread(12.5, None, 4)
    assert over_turns([]) == Spread(None, None, 0)


# the list of sessions


def test_when_a_session_began_in_words() -> None:
    assert when("2026-11-21T11:55:00Z", NOW) == "5 min ago"
    assert when("2026-11-20T10:00:00Z", NOW) == "yesterday"
    assert when("2026-03-02T10:00:00Z", NOW) == "2 Mar 2026"
    assert when("2027-03-02T10:00:00Z", NOW) == "2 Mar 2027"
    assert when("2027-03-02T10:00:00", NOW) == "2 Mar 2027"
    for odd in (None, "", "soon", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00"):
        assert when(odd, NOW.astimezone(timezone(timedelta(hours=-5)))) == ""


def test_a_row_of_the_list(store: Store) -> None:
    listed = Sessions(CATALOGUE.games)
    listed.take(store.sessions(listed.query))
    cells = {
        row.players[-1][1]: dict(
            zip([c.key for c in COLUMNS], listed.cells(row, COLUMNS, NOW, Look()), strict=True)
        )
        for row in listed.rows
        if row.line.startswith("Once")
    }
    assert len(listed.rows) == 26
    assert AT.startswith("2026-11-21")
    assert cells["Once"]["when"] == "2 h ago"
    states = {r.result: listed.cells(r, COLUMNS, NOW, Look()) for r in listed.rows if "Once" in r.line}
    assert states["won"][4:6] == ["won", "2"]
    assert states["unfinished"][4:7] == ["unfinished", "1 of 6", ""]
    assert states["unfinished"][0] == Look().arrow


def test_marks_and_what_a_dialog_says(store: Store) -> None:
    listed = Sessions(CATALOGUE.games)
    listed.take(store.sessions(listed.query))
    one, two = listed.rows[0].id, listed.rows[1].id
    assert [r.id for r in listed.chosen(one)] == [one]
    listed.mark(two)
    assert [r.id for r in listed.chosen(one)] == [two]
    assert about_to_delete(listed.chosen(one)).startswith(listed.rows[1].line)
    listed.mark(one)
    assert about_to_delete(listed.chosen(None)).startswith("2 sessions.")
    listed.mark(one)
    listed.mark(two)
    assert listed.chosen(None) == []


def test_filters_of_the_list_go_round() -> None:
    listed = Sessions(CATALOGUE.games)
    seen = []
    for _ in range(3):
        listed.next_state()
        seen.append(listed.query.unfinished)
    assert seen == [True, False, None]
    listed.next_game()
    assert listed.query.game == "wordle"
    assert listed.filtered
    listed.clear()
    assert not listed.filtered
