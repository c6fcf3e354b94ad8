"""Ratings of two-sided games."""

from __future__ import annotations

from random import Random

import pytest

from tui_arena.save.rollup.derived_rows import Meeting, Who
from tui_arena.stats.ranking.leaderboard import START, Rating, ratings

SETTERS = [Who("bot", f"s{n}", "setter") for n in range(3)]
GUESSERS = [Who("bot", f"g{n}", "guesser") for n in range(6)]


def met(setter: Who, *guessers: Who, solved: bool) -> Meeting:
    return Meeting("", {"opponent": (setter,), "solver": guessers}, "solver" if solved else "opponent")


def found(meetings: list[Meeting]) -> dict[tuple[str, str], Rating]:
    return {(one.group, one.name): one for one in ratings(meetings)}


def test_who_wins_rises_who_loses_falls_and_both_get_surer() -> None:
    one = found([met(SETTERS[0], GUESSERS[0], solved=True)])
    won, lost = one["guesser", "g0"], one["setter", "s0"]
    assert won.mu > START > lost.mu
    assert won.sigma == pytest.approx(lost.sigma)
    assert won.sigma < START / 3
    assert won.mu - START == pytest.approx(START - lost.mu)
    assert won.sessions == 1
    assert won.ordinal == pytest.approx(won.mu - 3 * won.sigma)


def test_the_better_players_come_first_by_seat_and_each_time_alike() -> None:
    rng = Random(5)
    meetings = [
        met(rng.choice(SETTERS), GUESSERS[n := rng.randrange(6)], solved=rng.random() < (6 - n) / 7)
        for _ in range(400)
    ]
    rows = ratings(meetings)
    assert rows == ratings(meetings)
    assert [row.group for row in rows] == ["guesser"] * 6 + ["setter"] * 3
    assert {row.name for row in rows[:2]} <= {"g0", "g1", "g2"}
    assert {row.name for row in rows[4:6]} <= {"g3", "g4", "g5"}
    assert sum(row.sessions for row in rows[:6]) == 400


def test_a_team_shares_what_it_wins_and_nobody_is_in_it_twice() -> None:
    alone = found([met(SETTERS[0], GUESSERS[0], GUESSERS[0], solved=True)])
    assert alone == found([met(SETTERS[0], GUESSERS[0], solved=True)])
    two = found([met(SETTERS[0], GUESSERS[0], GUESSERS[1], solved=True)])
    assert two["guesser", "g0"].mu == two["guesser", "g1"].mu > START


def test_a_player_on_two_seats_has_two_ratings() -> None:
    own = Who("model", "x", "setter"), Who("model", "x", "guesser")
    rows = found([met(*own, solved=True)])
    assert rows["guesser", "x"].mu > START > rows["setter", "x"].mu


def test_without_meetings_nobody_is_rated() -> None:
    assert ratings([]) == []
    assert ratings([Meeting("", {"solver": (GUESSERS[0],), "opponent": ()}, "solver")]) == []


def test_a_meeting_of_three_sides_rates_nobody() -> None:
    sides = {side: (who,) for side, who in zip(("solver", "opponent", "umpire"), GUESSERS, strict=False)}
    assert ratings([Meeting("", sides, "solver")]) == [], "a game that somebody wrote may have as many"


def test_ratings_are_those_of_openskill() -> None:
    from openskill.models import PlackettLuce  # slow, and for this test alone

    rng, model = Random(3), PlackettLuce()
    meetings = [
        Meeting(
            "",
            {
                "opponent": tuple(rng.sample(SETTERS, rng.randint(1, 2))),
                "solver": tuple(rng.sample(GUESSERS, rng.randint(1, 4))),
            },
            rng.choice(["solver", "opponent", "opponent", ""]),
        )
        for _ in range(500)
    ]
    skill = dict.fromkeys((*SETTERS, *GUESSERS), (model.mu, model.sigma))
    for one in meetings:
        sides = [[model.create_rating(list(skill[who])) for who in side] for side in one.sides.values()]
        after = model.rate(sides, ranks=[1.0 if side == one.winner else 2.0 for side in one.sides])
        for side, rated in zip(one.sides.values(), after, strict=True):
            skill |= {who: (now.mu, now.sigma) for who, now in zip(side, rated, strict=True)}
    known = {(who.group, who.name): pytest.approx(both, rel=1e-12) for who, both in skill.items()}
    assert {key: (one.mu, one.sigma) for key, one in found(meetings).items()} == known
