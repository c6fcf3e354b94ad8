"""Dailies: one numbered session a day, the same for everybody who plays the same version.

Home names the daily in its first frame, so this module loads nothing else.
"""

from __future__ import annotations

from datetime import date

FIRST_DAY = date(2026, 11, 1)
"""The day of the first daily."""
DAILY = "daily"
"""The key in a set-up for the date of a daily (YYYY-MM-DD)."""


def daily_seed(day: str) -> int:
    """Returns the seed of a day, the same for everybody.

    >>> daily_seed("2026-11-21")
    20261121
    """
    return int(day.replace("-", ""))


def daily_number(day: str) -> int:
    """Returns the number of a day's daily. The first daily has number 1.

    >>> daily_number("2026-11-21")
    21
    """
    return (date.fromisoformat(day) - FIRST_DAY).days + 1


def daily_name(day: object) -> str:
    """Returns the name of a day's daily; empty if the value isn't a date.

    >>> daily_name("2026-11-21"), daily_name("soon"), daily_name(None)
    ('daily no. 21', '', '')
    """
    try:
        return f"daily no. {daily_number(str(day))}"
    except ValueError:
        return ""
