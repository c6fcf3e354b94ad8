"""Times in words, in the zone of this machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from tui_arena.stats.person import day_by
from tui_arena.ui.times import LocalZone, until_tomorrow, when

ZONE = LocalZone()


@pytest.fixture
def _berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Berlin, by a rule that needs no files of zones: two hours before UTC in summer, one in winter."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_berlin")
@pytest.mark.parametrize(
    ("now", "began", "day"),
    [
        ("2026-12-01T12:00:00", "2026-07-01T22:30:00Z", "2 Jul 2026"),
        ("2026-12-01T12:00:00", "2026-11-01T22:30:00Z", "1 Nov 2026"),
        ("2026-07-20T12:00:00", "2026-01-01T22:30:00Z", "1 Jan 2026"),
    ],
)
def test_an_old_session_has_the_date_that_its_own_day_had_here(now: str, began: str, day: str) -> None:
    here = datetime.fromisoformat(now).replace(tzinfo=ZONE)
    assert when(began, here) == day
    told = day_by(here.tzinfo, timedelta())(began)
    assert told is not None
    assert f"{told.day} {told:%b %Y}" == day


@pytest.mark.usefixtures("_berlin")
def test_the_night_in_which_the_clocks_change_has_an_hour_more() -> None:
    here = datetime(2026, 10, 25, 1, 0, tzinfo=ZONE)
    assert (until_tomorrow(here), until_tomorrow(here + timedelta(hours=3))) == ("24 h 0 min", "20 h 0 min")


def test_a_time_at_an_end_of_the_calendar_has_no_day() -> None:
    assert day_by(ZONE)("0001-01-01T00:00:00+00:00") is None
