"""Which players are rated: a filter narrows what is shown, but all meetings still count."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui_arena.charts.builders import built
from tui_arena.charts.model import Bars
from tui_arena.data import Catalogue
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.derived_rows import Meeting, Who
from tui_arena.save.store import Store, open_store
from tui_arena.stats.aggregate import PlayerStanding
from tui_arena.stats.ranking.leaderboard import over_games, overall_table, rated, shared_games

CATALOGUE = Catalogue()


def test_a_filter_leaves_no_meeting_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = Who("human", "Ada", "guesser"), Who("bot", "Ben", "setter")
    asked: list[Filter] = []

    def meetings(self: Store, wanted: Filter, limit: int = 0) -> list[Meeting]:
        asked.append(wanted)
        return [Meeting("1", {"solver": (ada,), "opponent": (ben,)}, "solver")]

    monkeypatch.setattr(Store, "meetings", meetings)
    store = open_store(tmp_path / "arena.db", CATALOGUE).store
    for wanted in (Filter("taboo", player="human:ada"), Filter("taboo", seat="Guesser")):
        (only,) = rated(store, CATALOGUE.game("taboo"), wanted)
        assert (only.name, only.sessions) == ("Ada", 1)
        assert only.mu > 25
        chart = built(store, CATALOGUE, wanted, "#skill")
        assert isinstance(chart, Bars)
        assert [(band.label, band.value) for band in chart.items] == [("Ada", only.mu)]
    assert len(rated(store, CATALOGUE.game("taboo"), Filter("taboo"))) == 2
    store.close()
    assert {(f.player, f.seat) for f in asked} == {(None, None)}


def test_players_are_compared_over_the_same_games() -> None:
    """Whoever played one game alone, and that well, doesn't stand above those of more games."""

    def standing(player: str, **games: float) -> PlayerStanding:
        each = {game: (1.0, quality) for game, quality in games.items()}
        return PlayerStanding("bot", player, each, dict.fromkeys(games, 1))

    found = [
        standing("Ada", wordle=90.0),
        standing("easy", wordle=40.0, taboo=60.0),
        standing("hard", wordle=80.0, taboo=80.0),
        standing("Ben", taboo=70.0),
        standing("Eve", wordle=40.0),
    ]
    table = overall_table({"wordle": "Wordle", "taboo": "Taboo"}, found)
    assert [(row[0], row[1], row[3]) for row in table.rows] == [
        ("1", "hard", 2),
        ("2", "easy", 2),
        ("2", "Ben", 1),
        ("1", "Ada", 1),
        ("3=", "Eve", 1),
    ]


def test_the_games_that_players_share_are_all_that_two_of_them_played() -> None:
    def standing(player: str, *games: str) -> PlayerStanding:
        return PlayerStanding("bot", player, dict.fromkeys(games, (1.0, 50.0)), dict.fromkeys(games, 3))

    every = ("wordle", "taboo", "entity")
    two, one = standing("two", "wordle", "taboo"), standing("one", "wordle")
    assert shared_games([]) == set()
    assert shared_games([standing("all", *every)]) == set(every)
    assert shared_games([standing("all", *every), standing("too", *every), one]) == set(every)
    assert shared_games([standing("all", *every), two, one]) == {"wordle", "taboo"}
    assert shared_games([standing("all", *every), one]) == {"wordle"}
    assert len(shared_games([one, standing("other", "taboo")])) == 1
    (all_, both) = over_games({"wordle", "taboo"}, [standing("all", *every), two, one])
    assert (all_.sessions, both.sessions, set(all_.games)) == (6, 6, {"wordle", "taboo"})
