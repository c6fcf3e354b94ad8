"""Dailies: one numbered session a day, the same for everybody who plays the same version."""

from __future__ import annotations

from datetime import date

FIRST_DAY = date(2026, 11, 1)
"""The day of the first daily."""
DAILY = "daily"
"""The key of a set-up that holds the date of a daily (YYYY-MM-DD)."""


def daily_number(day: str) -> int:
    """The number of the daily of a day; the first has number 1.

    >>> daily_number("2026-11-21")
    21
    """
    return (date.fromisoformat(day) - FIRST_DAY).days + 1


def daily_name(day: object) -> str:
    """What a daily is called; empty if there is no such day.

    >>> daily_name("2026-11-21"), daily_name("soon"), daily_name(None)
    ('daily no. 21', '', '')
    """
    try:
        return f"daily no. {daily_number(str(day))}"
    except ValueError:
        return ""
