"""Columns of the stats, from hand-made rows: groups, places, spans, shades and the filter bar."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.filters import Filter
from tui_arena.stats.aggregate import StatRow, solving_groups
from tui_arena.stats.ranking.published import PublishedRow, published_rows
from tui_arena.stats.statistics import Figure, share
from tui_arena.ui.app.themes import contrast, read_themes
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.stats.filters import FilterEntry, fitting
from tui_arena.ui.stats.filters import shown as in_filter
from tui_arena.ui.stats.presenter import StatColumn, Stats, own_line, places, published_line
from tui_arena.ui.stats.table_widget import READABLE, Scroll, heads, laid, name_text, shade, solid
from tui_arena.ui.stats.why import explained

CATALOGUE = Catalogue()
AKINATOR = CATALOGUE.game("akinator")


def made(
    player: str, won: int, of: int, *, info: GameInfo = AKINATOR, seat: str = "guesser", **means: float
) -> StatRow:
    """A row whose metrics have these means over all its sessions."""
    own = {
        "n": Figure(of),
        "won": share(won, of),
        "lost": share(of - won, of),
        "aborted": share(0, of),
        "useful": Figure(1.0),
        "completed": Figure(1.0),
        "quality": Figure(100 * won / of),
        "request_success": Figure(1.0, 0.0, of),
    }
    metrics = {
        name: Figure(means[name], 1.0, of, metric=metric) if name in means else Figure(n=0, metric=metric)
        for name, metric in info.metrics.items()
        if metric.kind not in ("flag", "list", "table")
    }
    return StatRow(
        game=info.id,
        seat=seat,
        kind="model",
        player=player,
        condition="party",
        variant="later",
        partner=None,
        own=False,
        neutral=False,
        started=of,
        sessions=of,
        figures={**own, **metrics},
        prompts={"rounds": Figure(12.0, 0.5, 5)} if player == "varied" else {},
    )


def shown(*rows: StatRow, info: GameInfo = AKINATOR) -> Stats:
    stats = Stats.of(info)
    stats.take(list(rows))
    return stats


def cells(stats: Stats, key: str, glyphs: Glyphs | None = None) -> list[str]:
    column = stats.column(key)
    assert column is not None
    found = laid(stats, column, glyphs or Glyphs(), 120).cells
    return [" ".join(found[line.key].plain.split()) for line in stats.lines]


def test_every_metric_of_every_game_says_what_it_measures() -> None:
    for info in CATALOGUE.games.values():
        assert all(m.measures not in ("", "how it went") for m in info.metrics.values()), info.id
    kinds = {"akinator": "deductive", "taboo": "abductive", "bluffing": "inductive"}
    for game, kind in kinds.items():
        metrics = CATALOGUE.game(game).metrics
        assert metrics["first_appear_round"].measures == f"{kind} reasoning"
        assert metrics["final_rank"].measures == f"{kind} reasoning"
        assert metrics["recall"].measures == "multi-hop reasoning"
    assert AKINATOR.metrics["disparity_ratio"].measures == "multi-hop reasoning"


def test_columns_stand_in_groups_and_what_is_nowhere_defined_is_left_out() -> None:
    stats = shown(made("a", 1, 4, rounds=12.0, recall=0.5, final_rank=3.0), made("b", 2, 4, rounds=9.0))
    groups = dict.fromkeys(column.group for column in stats.columns)
    assert list(groups) == [
        "",
        "at a glance",
        "multi-hop reasoning",
        "deductive reasoning",
        "outcome",
        "replies",
    ]
    keys = [column.key for column in stats.columns]
    assert keys[:5] == ["player", "n", "won", "rounds", "quality"], (
        "one seat and one condition need no column"
    )
    assert "top5_recall" not in keys


def test_places_go_by_the_better_way_and_ties_share_one() -> None:
    stats = shown(
        made("a", 3, 4, rounds=12.0, guesses_made=1.0),
        made("b", 3, 4, rounds=9.0, guesses_made=2.0),
        made("c", 1, 4, rounds=15.0, guesses_made=3.0),
    )
    assert cells(stats, "won") == ["75% [30-95] ¹", "75% [30-95] ¹", "25% [5-70] ³"]
    assert cells(stats, "rounds", Glyphs(ascii=True)) == ["12.0 +-1.0 #2", "9.0 +-1.0 #1", "15.0 +-1.0 #3"]
    assert cells(stats, "guesses_made")[0] == "1.00 ±1.00", "neither more nor less is better"
    column = stats.column("won")
    assert column is not None
    assert [place.shade for place in places(stats, column).values()] == [0.5, 0.5, -1.0]


def test_one_player_alone_and_the_other_side_have_no_places() -> None:
    assert cells(shown(made("a", 3, 4, rounds=12.0)), "won") == ["75% [30-95]"]
    setters = shown(made("a", 3, 4, seat="setter", rounds=12.0), made("b", 1, 4, seat="setter", rounds=9.0))
    assert cells(setters, "won") == ["75% [30-95] ¹", "25% [5-70] ²"]
    assert cells(setters, "rounds") == ["12.0 ±1.0", "9.0 ±1.0"], "few rounds are good for the guesser alone"
    mixed = shown(made("a", 3, 4), made("b", 1, 4, seat="setter"))
    assert (cells(mixed, "won"), solving_groups(AKINATOR)) == (["75% [30-95]", "25% [5-70]"], ["guesser"])
    assert solving_groups(CATALOGUE.game("wordle")) == ["guesser", "critic"]


def test_the_span_is_over_what_is_asked_for_and_a_dash_where_there_is_none() -> None:
    stats = shown(made("varied", 3, 4, rounds=12.5), made("plain", 2, 4, rounds=9.0))
    assert cells(stats, "rounds") == ["12.5 ±1.0 ²", "9.0 ±1.0 ¹"]
    stats.next_over()
    assert (cells(stats, "rounds"), cells(stats, "n")) == (["12.0 ±0.5 n5 ²", "9.0 ±– ¹"], ["4", "4"])
    stats.next_over()
    assert cells(stats, "rounds", Glyphs(ascii=True)) == ["12.5 +-- #2", "9.0 +-- #1"]
    parts = dict(explained(stats, stats.lines[0], "rounds", Glyphs()).parts)
    assert parts["mean and span"] == (
        "over sessions 12.5 ±1.0 (n 4) · over prompt variants 12.0 ±0.5 (n 5) · over repetitions –"
    )


def test_n_stands_where_it_is_not_that_of_the_row() -> None:
    row = made("a", 3, 4, rounds=12.0)
    some = Figure(0.25, 0.1, 3, metric=AKINATOR.metrics["recall"])
    stats = shown(replace(row, figures={**row.figures, "recall": some}))
    assert (cells(stats, "recall"), cells(stats, "rounds")) == (["25% ±10 n3"], ["12.0 ±1.0"])


# published rows


def test_published_rows_stand_beside_ones_own_and_are_marked() -> None:
    stats = shown(made("a", 3, 4, rounds=12.0), made("b", 1, 4, rounds=9.0))
    stats.show_published(published_rows(AKINATOR))
    assert [line.player for line in stats.lines[:2]] == ["a", "b"]
    claude = next(line for line in stats.lines if line.player.startswith("claude"))
    assert claude.seat == "guesser"
    assert name_text(claude, 22).endswith("(published)")
    assert len(name_text(claude, 22)) <= 22
    assert name_text(claude, 22, "†") == "† claude-3-5-sonnet-2…", "little room: more of the name"
    won = dict(zip([line.player for line in stats.lines], cells(stats, "won"), strict=True))
    assert won["claude-3-5-sonnet-20240620"] == "55% ±11"
    assert won["a"] == "75% [30-95] ¹", "places are among one's own rows"
    stats.sort_by("won")
    assert [line.player for line in stats.lines][:3] == ["a", "claude-3-5-sonnet-20240620", "gemini-1.5-pro"]
    parts = dict(explained(stats, claude, "won", Glyphs()).parts)
    assert parts["published in"].startswith("GameArena")
    assert "five system prompts" in parts["how its rules differ"]
    stats.show_published([])
    assert len(stats.lines) == 2


def test_a_published_row_of_another_deck_does_not_pass_the_filter() -> None:
    info = CATALOGUE.game("entity")
    stats = Stats.of(info)
    stats.wanted = type(stats.wanted)("entity", deck="things")
    stats.show_published(published_rows(info))
    assert {line.condition for line in stats.lines} == {"things"}


def test_a_doubtful_published_figure_says_so() -> None:
    stats = shown(info=CATALOGUE.game("taboo"))
    stats.show_published(published_rows(CATALOGUE.game("taboo")))
    doubtful = next(line for line in stats.lines if line.published and line.published.doubts)
    assert "what to be careful about" in dict(explained(stats, doubtful, "top10_recall", Glyphs()).parts)


def test_hostile_names_stay_names() -> None:
    row = PublishedRow("[b]x[/]\n|=1", "", {"success": Figure(0.5)}, "A paper")
    assert name_text(published_line(row, "guesser"), 60) == "[b]x[/] |=1 (published)"
    assert own_line(made("a\nb", 1, 2)).player == "a\nb", "cleaned where it is drawn"
    assert cells(shown(made("a\nb\x1b[31m", 1, 2)), "player") == ["a b"]


# scrolling


def column_of(key: str, group: str) -> StatColumn:
    return StatColumn(Metric(key, key, "number", "none", ""), group)


def test_the_window_moves_no_further_than_it_must_and_says_what_is_cut() -> None:
    groups = ["", "one", "one", "two", "three", "three"]
    columns = [column_of(f"c{n}", group) for n, group in enumerate(groups)]
    scroll = Scroll(columns, 1, 40, lambda _: 10)
    assert (scroll.first_for(3, 1), scroll.first_for(4, 1), scroll.first_for(2, 3)) == (1, 2, 2)
    assert scroll.first_for(0, 3) == 1
    seen = scroll.window(2)
    assert [c.key for c in seen.columns] == ["c0", "c2", "c3", "c4"]
    assert (seen.before, seen.after) == (("one",), ("three",))
    narrow = Scroll(columns, 1, 12, lambda _: 10).window(3)
    assert [c.key for c in narrow.columns] == ["c0", "c3"], "one column is always seen"


@pytest.mark.parametrize("widths", [[4, 9, 12, 3], [1, 1, 1, 1], [30, 8, 8, 8]])
def test_group_heads_take_the_cells_of_their_columns(widths: list[int]) -> None:
    columns = [column_of(str(n), group) for n, group in enumerate(["", "pace", "pace", "multi-hop"])]
    cut = heads(columns, widths, "-")
    assert [len(part) for part in cut] == widths


# shades


@pytest.mark.parametrize("place", [1.0, 0.5, -0.5, -1.0])
def test_text_on_a_shade_can_be_read_in_every_theme(place: float) -> None:
    for theme in [*read_themes(CATALOGUE).loaded, *BUILTIN_THEMES.values()]:
        colours = theme.to_color_system().generate()
        found = shade(colours, place)
        if theme.ansi:
            assert found is None, theme.name
            assert solid(colours, "foreground-muted") is None
            continue
        text = Color.parse(colours["foreground"])
        least = min(READABLE, contrast(Color.parse(colours["background"]), text))
        assert found is not None
        assert contrast(Color.parse(found), text) >= least - 0.01, theme.name
        assert solid(colours, "foreground-muted"), theme.name


def test_best_and_worst_look_different_in_every_theme_of_ours() -> None:
    for theme in read_themes(CATALOGUE).loaded:
        if not theme.ansi:
            colours = theme.to_color_system().generate()
            best, worst = (Color.parse(shade(colours, place) or "") for place in (1.0, -1.0))
            assert dist(best.rgb, worst.rgb) > 30, theme.name


def test_a_colour_with_a_share_is_mixed_with_the_background() -> None:
    assert solid({"background": "#000000", "x": "#ffffff 50%"}, "x") == "#7F7F7F"
    assert solid({"background": "#000000", "x": "rgb(255, 0, 0)"}, "x") == "#FF0000"


def test_the_middle_has_no_shade() -> None:
    assert shade({}, 0.0) is None


# the filter bar


def test_what_is_set_is_always_on_the_bar() -> None:
    entries = [
        FilterEntry("player", "player", "all"),
        FilterEntry("seat", "seat", "all"),
        FilterEntry("deck", "deck", "a deck of a rather long name", set=True),
        FilterEntry("run", "run", "quite-a-long-name-of-a-run", set=True),
    ]
    for room in (30, 40, 58, 80, 120):
        names = [entry.name for entry in fitting(entries, room)]
        assert names[0] == "", "the menu of all comes first"
        assert {"deck", "run"} <= set(names)
    assert [entry.name for entry in fitting(entries, 120)] == ["", "player", "seat", "deck", "run"]
    cut = fitting(entries, 58)
    assert sum(e.width for e in cut) + 3 * (len(cut) - 1) <= 58


def test_all_kinds_of_games_are_counted_in_words() -> None:
    assert in_filter(Filter("wordle", include=frozenset({"all"})), "include") == "every kind"
    assert in_filter(Filter("wordle", include=frozenset({"hinted", "peeked"})), "include") == "peeked, hinted"
    assert in_filter(Filter("wordle"), "include") == "nothing more"
