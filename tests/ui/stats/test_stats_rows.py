"""The presenters of tables: the order of their rows, and the explanations of figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from random import Random

import pytest

from tests.save.making import AT, ended, played, started, won
from tui_arena.data import Catalogue
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store, open_store
from tui_arena.save.summary import Asked
from tui_arena.stats.aggregate import OWN, over_turns, stats
from tui_arena.stats.statistics import Figure, share, spread
from tui_arena.stats.text_tables import to_csv, to_json, to_markdown
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.sessions.presenter import COLUMNS, Sessions, about_to_delete
from tui_arena.ui.stats import filters
from tui_arena.ui.stats.presenter import MOST_LINES, StatLine, Stats, figure_text, figures_table, notes
from tui_arena.ui.stats.screen import by_turn, spread_of
from tui_arena.ui.stats.table_widget import Scroll, laid, shown_table
from tui_arena.ui.stats.why import Behind, explained, terms
from tui_arena.ui.times import when
from tui_arena.ui.widgets.tables import GAP, Column, fitting

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


def once(table: Stats) -> StatLine:
    return next(line for line in table.lines if line.player == "Once")


def text_of(table: Stats, line: StatLine, key: str, glyphs: Glyphs | None = None) -> str:
    """The text of a cell, with runs of blanks as one."""
    column = table.column(key)
    assert column is not None
    return " ".join(laid(table, column, glyphs or Glyphs(), 200).cells[line.key].plain.split())


# columns


def test_columns_get_their_room_by_rank_and_keep_their_order() -> None:
    columns = [Column("a", "a", 5, 1, 30), Column("b", "b", 20, 2), Column("c", "c", 6, 0)]
    assert [c.key for c in fitting(columns, 100)] == ["a", "b", "c"]
    assert [c.key for c in fitting(columns, 20)] == ["a", "c"]
    assert [c.key for c in fitting(columns, 3)] == ["c"]
    assert fitting(columns, 20)[0].width == 20 - 6 - 2 * GAP


@pytest.mark.parametrize("width", range(20, 220, 7))
def test_the_list_keeps_to_its_width(width: int) -> None:
    fit = fitting(COLUMNS, width)
    assert sum(c.width + GAP for c in fit) <= max(width, fit[0].width + GAP)


@pytest.mark.parametrize(("screen", "seen"), [(60, 4), (80, 6), (120, 7), (160, 8)])
def test_the_most_important_columns_are_seen_first(table: Stats, screen: int, seen: int) -> None:
    def width(column: object) -> int:
        return laid(table, column, Glyphs(), screen).width  # type: ignore[arg-type]

    window = Scroll(table.columns, 1, screen - 1, width).window(1)
    keys = [c.key for c in window.columns]
    assert keys[:seen] == ["player", "seat", "condition", "n", "won", "guesses", "speed", "quality"][:seen]
    assert sum(width(c) for c in window.columns) < screen
    assert not window.before
    assert window.after


# stats


def test_rows_stand_as_they_came_and_sorting_by_a_figure_puts_the_undefined_last(table: Stats) -> None:
    assert [line.own for line in table.lines] == table.rows
    table.sort_by("guesses")
    values = [line.figure("guesses").value for line in table.lines]
    defined = [v for v in values if v is not None]
    assert defined == sorted(defined)
    assert values[: len(defined)] == defined
    table.sort_by("guesses")
    again = [line.figure("guesses").value for line in table.lines]
    assert again[: len(defined)] == defined[::-1]


def test_sorting_by_a_share_begins_with_the_best(table: Stats) -> None:
    for key, best_first in (("won", -1), ("lost", 1)):
        table.sort_by(key)
        values = [best_first * (line.figure(key).value or 0) for line in table.lines]
        assert values == sorted(values)
    table.sort_by("player")
    assert [line.player for line in table.lines] == sorted(
        (line.player for line in table.lines), key=str.casefold
    )


def test_unfinished_sessions_are_started_and_nothing_else(table: Stats) -> None:
    assert text_of(table, once(table), "n") == "1"
    parts = dict(explained(table, once(table), "n", Glyphs()).parts)
    assert parts["out of"] == "1 session that ended, 2 started"
    alone = sum(r.sessions for r in table.rows if r.seat == "guesser" and r.partner is None)
    assert table.summary().startswith(f"{alone} of ")


def test_of_very_many_rows_the_first_are_shown_and_that_is_told(table: Stats) -> None:
    best = table.rows[0]
    table.take([replace(best, player=f"p{n}") for n in range(MOST_LINES + 700)])
    assert len(table.lines) == MOST_LINES
    assert table.summary().startswith("the first 500 of 1,200 rows, press / to filter; ")
    table.take([best])
    assert "rows" not in table.summary()


def test_the_line_names_what_is_left_out(table: Stats) -> None:
    assert table.summary().endswith(
        "without imported, branched, recast, undone, peeked, hinted, known, reasoning_played"
    )
    table.wanted = filters.asked(INFO, table.wanted, "include", "undone")
    assert table.summary().endswith(
        "without imported, branched, recast, peeked, hinted, known, reasoning_played"
    )
    table.toggle_left_out()
    assert not table.filtered
    table.toggle_left_out()
    assert table.summary().endswith("of every kind")
    table.clear()
    assert not table.filtered


ASKED = {Asked("plain", "none"): 2, Asked("plain", "schema+top_k"): 1}


def test_models_that_were_not_asked_alike_are_told_and_can_be_parted(table: Stats, store: Store) -> None:
    asked = replace(once(table).own or table.rows[0], kind="model", asked=ASKED)
    table.take([asked])
    assert table.summary().startswith("not all alike: rungs; ")
    assert any("1 of 3 sessions: asked for plain text, not JSON, no top_k" in note for note in notes(table))
    table.show(plain=True)
    assert table.summary().startswith("not all alike: rungs; 1 game")
    table.take([replace(asked, asked={Asked("plain", "schema"): 1})])
    assert "alike" not in table.summary() + "".join(notes(table))
    key, _ = store.figures("wordle", "", None, lambda _: True)[0]
    keys = [replace(key, kind="model", prompt=text) for text in ("terse\nschema+top_k", "", "terse")]
    values = filters.values_of(table.info, [*keys, key], store.settings("wordle"))
    assert values["prompt"] == ("plain", "terse")
    assert values["rungs"] == ("none", "schema+top_k")


def test_filters_offer_what_occurs(table: Stats, store: Store) -> None:
    keys = [key for key, _ in store.figures("wordle", "", None, lambda _: True)]
    values = filters.values_of(table.info, keys, store.settings("wordle"))
    assert values["player"] == ("bot:bot hard", "human:Ada", "human:Ben", "human:Once")
    assert values["condition"] == ("classic", "clue", "critic")
    assert values["repetition"] == ()
    today, wanted = date(2026, 11, 21), table.wanted
    since = dict(filters.choices(wanted, "since", (), today, ("-", "x")))
    assert since["2026-11-21"] == "today"
    assert since["2026-11-15"] == "the last 7 days"
    wanted = filters.asked(INFO, wanted, "player", "human:Ada")
    assert wanted == Filter("wordle", player="human:Ada")
    assert filters.shown(wanted, "player") == "human:Ada"
    assert filters.shown(wanted, "since") == "ever"
    assert not filters.is_set(filters.asked(INFO, wanted, "player", ""), "player")
    gone = filters.choices(filters.asked(INFO, wanted, "deck", "gone"), "deck", ("here",), today, ("-", "x"))
    assert [value for value, _ in gone] == ["", "here", "gone"]


def test_kinds_to_count_are_ticked_one_by_one() -> None:
    wanted = Filter("wordle")
    for kind in ("hinted", "peeked", "hinted"):
        wanted = filters.asked(INFO, wanted, "include", kind)
    assert wanted.include == {"peeked"}
    ticked = filters.choices(wanted, "include", (), date(2026, 11, 21), ("-", "x"))
    assert [text for _, text in ticked if text.startswith("x")] == ["x games where somebody peeked"]
    assert filters.asked(INFO, wanted, "include", "") == Filter("wordle")


def test_every_filter_is_in_the_menu() -> None:
    names = [name for name, _ in filters.menu(Filter("wordle"))]
    assert set(names) == set(Filter.__slots__) - {"game"}


def test_a_distribution_counts_every_session(table: Stats) -> None:
    for row in table.rows:
        spread = spread_of(INFO, row)
        assert list(spread.counts)[:7] == ["1", "2", "3", "4", "5", "6", "lost"]
        assert spread.total == row.sessions


def test_the_curve_is_the_mean_by_turn(table: Stats) -> None:
    row = once(table).own
    assert row is not None
    label, means = by_turn(row)
    assert label == "closeness"
    assert means[-1] == 25
    assert len(means) == 2


def test_a_share_is_explained_with_its_interval(table: Stats) -> None:
    sheet = explained(table, once(table), "won", Glyphs())
    parts = dict(sheet.parts)
    assert sheet.title == "won: 100% [21-100]"
    assert parts["out of"].startswith("1 of 1 session;")
    assert "Wilson" in parts["the span"]
    assert parts["mean and span"].endswith("over prompt variants – · over repetitions –")
    assert "Higher is better." in parts["what it is"]
    assert parts["place"].startswith("1 of 3")


def test_every_column_is_explained(table: Stats) -> None:
    for line in table.lines:
        for column in table.columns:
            parts = dict(explained(table, line, column.key, Glyphs()).parts)
            assert parts["what it is"]
            if column.key in INFO.metrics:
                assert INFO.metrics[column.key].text in parts["what it is"] or column.key in (
                    "lost",
                    "aborted",
                )
            if line.own is not None and column.key not in ("n", "completed", "useful"):
                assert str(line.own.sessions) in parts["out of"]


def test_the_sessions_behind_a_figure_are_those_it_counts(table: Stats, store: Store) -> None:
    line = next(line for line in table.lines if line.player == "Ada" and line.condition == "clue")
    row = line.own
    assert row is not None
    for column in table.columns:
        if column.words:
            continue
        found = store.evidence(
            table.wanted,
            metric=column.key,
            kind=row.kind,
            name=row.player,
            group=row.seat,
            condition=row.condition,
        )
        shown = line.figure(column.key)
        expected = row.sessions if shown.n is None else shown.n
        if column.key in ("closeness", "strategy"):
            assert sum(v is not None for one in found for v in one.value) == expected  # type: ignore[union-attr]
        elif column.key != "quality":
            assert len(found) == expected, column.key


def test_one_session_is_explained_to_its_last_term(table: Stats, store: Store) -> None:
    turns, column = table.column("closeness"), table.column("speed")
    assert turns is not None
    assert column is not None
    found = store.evidence(table.wanted, metric="closeness", name="Once")
    parts = dict(terms(INFO, store.load(found[0].id), turns, found[0], Glyphs()).parts)
    assert parts["how it ended"] == "won"
    assert len(parts["term by term"].splitlines()) == len(found[0].value)  # type: ignore[arg-type]
    found = store.evidence(table.wanted, metric="speed", name="Once")
    sheet = terms(INFO, store.load(found[0].id), column, found[0], Glyphs())
    assert sheet.title == "speed: 100"
    assert dict(sheet.parts)["term by term"].endswith("found at guess 2: 100")
    behind = Behind(column)
    behind.take(found)
    assert behind.complete
    cells = behind.cells(found[0], NOW, Glyphs())
    assert list(cells.values())[:3] == ["2 h ago", "100", "won"]
    assert list(cells) == [c.key for c in behind.columns(Glyphs())]


@pytest.mark.parametrize("glyphs", [Glyphs(), Glyphs(ascii=True)])
def test_every_cell_has_a_text(table: Stats, glyphs: Glyphs) -> None:
    for column in table.columns:
        cells = laid(table, column, glyphs, 200).cells
        for line in table.lines:
            assert cells[line.key].plain.strip()
            assert cells[line.key].plain.isascii() or not glyphs.ascii


def test_what_is_shown_is_exported_in_the_same_order(table: Stats) -> None:
    table.sort_by("guesses")
    order = [line.own.player for line in table.lines if line.own]
    figures = figures_table(table)
    assert [row[0] for row in figures.rows] == order
    lines = to_csv(figures).splitlines()
    assert len(lines) == len(order) + 1
    assert '"won_low"' in to_json(figures)
    assert len({len(row) for row in (figures.header, *figures.rows)}) == 1
    text = to_markdown(shown_table(table, Glyphs()))
    assert "won (at a glance)" in text.replace("\\", "")
    assert "Filters: none" in text


def test_a_pair_names_both(tmp_path: Path) -> None:
    bots = open_store(tmp_path / "arena.db", CATALOGUE).store
    players = {"guesser": "bot:hard", "critic": "bot:hard"}
    bots.save(ended(CATALOGUE, started(CATALOGUE, 1, players, variant="critic"), Random(1)))
    made = Stats.of(INFO)
    made.take(stats(bots, CATALOGUE, made.wanted))
    bots.close()
    assert [line.player for line in made.lines] == ["bot hard", "bot hard", "bot hard + bot hard (itself)"]
    assert made.summary().startswith("1 of 1 ended"), "who played together played one session"


def test_figures_in_words() -> None:
    won, requests, glyphs = OWN["won"], OWN["requests"], Glyphs()
    assert figure_text(share(0, 0), won, 0, glyphs) == ("–", "")
    assert figure_text(share(1, 2), won, 0, glyphs) == ("50%", "[9-91]")
    assert figure_text(spread([3, 5]), requests, 1, Glyphs(ascii=True)) == ("4.0", "+-1.4")
    assert figure_text(Figure(n=0), requests, 1, Glyphs(ascii=True)) == ("-", "")
    assert over_turns([Figure(10.0, 1.0, 3), Figure(20.0, None, 1)]) == Figure(12.5, n=4)
    assert over_turns([]) == Figure(n=0)


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
        row.players[-1][1]: listed.texts(row, NOW, Glyphs())
        for row in listed.rows
        if row.line.startswith("Once")
    }
    assert len(listed.rows) == 26
    assert AT.startswith("2026-11-21")
    assert cells["Once"]["when"] == "2 h ago"
    states = {r.result: listed.texts(r, NOW, Glyphs()) for r in listed.rows if "Once" in r.line}
    shown = {result: (texts["count"], texts["secret"], texts["mark"]) for result, texts in states.items()}
    assert shown["unfinished"] == ("1/6", "", Glyphs().arrow)
    assert shown["won"][0] == "2"


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
