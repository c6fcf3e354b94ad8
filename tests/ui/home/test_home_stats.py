"""Figures on the home screen: bars, streaks, days, and how long ago."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.players.test_party import party, session
from tests.save.making import started, won
from tui_arena.data import Catalogue, game_texts
from tui_arena.players.daily import daily_seed
from tui_arena.players.party import PartyState
from tui_arena.ui.home.home_stats import Daily, HomeStats, _daily_line, next_daily
from tui_arena.ui.times import ago, day_in_words, tip

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("then", "words"),
    [
        ("2026-11-21T11:59:40Z", "just now"),
        ("2026-11-21T11:55:00Z", "5 min ago"),
        ("2026-11-21T11:55:00", "5 min ago"),
        ("2026-11-21T09:00:00Z", "3 h ago"),
        ("2026-11-20T11:00:00Z", "yesterday"),
        ("2026-11-11T11:00:00Z", "10 days ago"),
        ("2027-11-11T11:00:00Z", "just now"),
        ("nonsense", ""),
        (None, ""),
    ],
)
def test_how_long_ago(then: str | None, words: str) -> None:
    assert ago(then, NOW) == words


def test_a_day_in_words() -> None:
    assert day_in_words(date(2026, 11, 21)) == "Saturday, 21 November"


def test_the_next_daily_is_the_first_that_is_not_over() -> None:
    word, thing = (
        Daily("wordle", "word", "2026-11-21", "a", over=True),
        Daily("entity", "thing", "2026-11-21"),
    )
    assert next_daily([word, thing]) is thing
    assert next_daily([word]) is word
    assert next_daily([]) is None


def test_a_partys_unfinished_game_waits_with_the_party_but_by_itself_once_it_is_skipped() -> None:
    own = session(1, "wordle", {"guesser": "human:Ada"}, "unfinished")
    for skipped in ((), (own.row.id,)):
        state = PartyState(party(skipped=skipped), (own,))
        waiting = HomeStats((own.row,), {}, (), state).waiting
        assert [one for one in waiting if one is not state] == ([own.row] if skipped else [])
        assert state in waiting


@pytest.mark.parametrize(
    ("result", "mine", "line"),
    [
        ("won", {"won"}, "found in 4"),
        ("won", {"won", "neutral"}, "found in 4"),
        ("won", {"lost"}, "lost"),
        ("lost", {"won"}, "won"),
        ("lost", {"lost"}, "missed"),
        ("unfinished", {"unfinished"}, "begun"),
        ("drawn", {"drawn"}, "played"),
    ],
)
def test_how_a_daily_went_for_who_played_it(result: str, mine: set[str], line: str) -> None:
    assert _daily_line(result, 4, mine) == line


def test_there_is_a_daily_word_a_daily_thing_and_a_daily_card() -> None:
    games = Catalogue().games.values()
    assert [(info.id, info.daily) for info in games if info.daily] == [
        ("wordle", "word"),
        ("entity", "thing"),
        ("taboo", "card"),
    ]


def test_tips_change_by_the_day_and_none_is_long() -> None:
    tips = game_texts("", "host")["tips"]["lines"]
    days = [date.fromordinal(date(2026, 11, 21).toordinal() + n) for n in range(len(tips))]
    assert {tip(day) for day in days} == set(tips)
    assert all(len(text) <= 72 for text in tips)


def test_the_same_day_deals_the_same_word() -> None:
    assert daily_seed("2026-11-21") != daily_seed("2026-11-22")
    catalogue = Catalogue()
    first, second = (started(catalogue, daily_seed("2026-11-21")) for _ in range(2))
    assert first.setup.secret == second.setup.secret
    assert won(catalogue, first).events
