"""What a player's page says: games, days, company, milestones."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import each
from tui_arena.data import Catalogue
from tui_arena.save.people import Participation
from tui_arena.stats.person import counting, day_by, form_of, milestones, person_of

GAMES = Catalogue().games
START = datetime(2026, 11, 21, 20, tzinfo=UTC)


def sat(
    n: int,
    standing: str = "won",
    game: str = "wordle",
    *,
    count: int | None = 4,
    at: datetime | None = None,
    side: str = "solver",
    flags: frozenset[str] = frozenset(),
    daily: str | None = None,
) -> Participation:
    """The n-th session of somebody, an hour after the one before."""
    ended = (at or START + timedelta(hours=n)).isoformat()
    session = f"s{n}", game, ended, flags, daily, count
    return Participation(*session, ("guesser",), "guesser", side, standing)


def told(sittings: list[Participation]) -> list[tuple[str, int, str, str]]:
    return [(one.key, one.number, one.game, one.session) for one in milestones(sittings, GAMES, day_by(UTC))]


def test_played_won_streaks_and_the_record() -> None:
    person = person_of([sat(0, count=4), sat(1, count=3), sat(2, "lost"), sat(3, count=5)], [], GAMES, UTC)
    (game,) = person.games
    assert (game.played, game.won, game.current, game.best) == (4, 3, 1, 2)
    assert game.results == (True, True, False, True)
    assert game.record is not None
    assert (game.record.count, game.record.session) == (3, "s1")
    assert (person.played, person.won) == (4, 3)


def test_lost_games_have_no_count_and_who_gives_a_secret_has_none_at_all() -> None:
    some = [sat(0, count=3), sat(1, "lost", count=6), sat(2, "drawn", count=6)]
    form = form_of(some, GAMES["wordle"], "guesser")
    assert (form.results, form.counts, form.drawn, form.won) == ((True, False, False), {3: 1}, 1, 1)
    assert form_of([sat(0, side="opponent")], GAMES["wordle"], "guesser").counts == {}
    assert form_of([sat(0, game="bluffing", count=6)], GAMES["bluffing"], "guesser").counts == {}
    assert form_of(some, GAMES["wordle"], "setter").played == 0


def test_what_a_person_is_good_at_and_falls_for_needs_three_games() -> None:
    some = [sat(n, "won" if n < 3 else "lost", "wordle" if n < 3 else "taboo") for n in range(6)]
    person = person_of(some, [], GAMES, UTC)
    assert person.good_at is not None
    assert person.falls_for is not None
    assert (person.good_at.game, person.falls_for.game) == ("wordle", "taboo")
    few = person_of(some[:2], [], GAMES, UTC)
    assert few.good_at is None
    assert few.falls_for is None


@each((1, 4, False), (2, 4, True), (2, 5, False), (3, 5, True))
def test_nobody_is_good_at_a_game_of_which_they_won_less_than_half(won: int, played: int, good: bool) -> None:
    person = person_of(
        [sat(n, "won" if n < won else "lost", "entity") for n in range(played)], [], GAMES, UTC
    )
    assert (person.good_at is not None) is good
    assert person.falls_for is None


def test_what_is_left_out_and_what_is_neutral_does_not_count() -> None:
    some = [sat(0, flags=frozenset({"peeked"})), sat(1, "neutral"), sat(2, "aborted"), sat(3)]
    assert [one.id for one in counting(some)] == ["s3"]


def test_an_evening_ends_at_five_in_the_morning() -> None:
    late = [
        sat(0, at=datetime(2026, 11, 22, 4, 59, tzinfo=UTC)),
        sat(1, at=datetime(2026, 11, 22, 5, 1, tzinfo=UTC)),
    ]
    person = person_of(late, [], GAMES, UTC)
    assert person.days == {date(2026, 11, 21): 1, date(2026, 11, 22): 1}
    assert person.since == date(2026, 11, 22), "the date on the calendar that night"


def test_milestones_are_reached_once_and_name_their_session() -> None:
    some = [sat(0, count=5), sat(1, count=3), sat(2, count=3), sat(3, "lost"), sat(4, count=2)]
    assert told(some) == [
        ("first_win", 1, "wordle", "s0"),
        ("quick", 3, "wordle", "s1"),
        ("row", 3, "wordle", "s2"),
        ("quick", 2, "wordle", "s4"),
    ]


@each((None, True), (2, False))
def test_an_evening_unbeaten(lost: int | None, unbeaten: bool) -> None:
    some = [
        sat(n, "lost" if n == lost else "won", count=6, at=START + timedelta(minutes=n)) for n in range(5)
    ]
    assert ("unbeaten", 4, "", "s3") in told(some) or not unbeaten
    assert any(key == "unbeaten" for key, *_ in told(some)) == unbeaten


def test_every_game_won_and_a_week_of_dailies() -> None:
    every = [sat(n, game=game, count=99) for n, game in enumerate(GAMES)]
    assert ("all_games", 6, "", "s5") in told(every)
    week = [sat(n, "lost", daily=f"2026-11-{n + 1:02}") for n in range(7)]
    assert told(week) == [("dailies", 7, "", "s6")]


@given(st.lists(st.tuples(st.sampled_from(["won", "lost", "drawn"]), st.integers(1, 6)), max_size=40))
def test_no_milestone_comes_twice_and_more_games_take_none_away(results: list[tuple[str, int]]) -> None:
    some = [sat(n, standing, count=count) for n, (standing, count) in enumerate(results)]
    found = told(some)
    assert len({one[:3] for one in found if one[0] != "unbeaten"}) == len(
        [one for one in found if one[0] != "unbeaten"]
    )
    for n in range(len(some)):
        assert told(some[:n]) == found[: len(told(some[:n]))]
