"""The day on the home screen: its name, its tip, and how long it lasts."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from math import ceil

from tui_arena.ui.texts import game_texts


def until_tomorrow(at: datetime) -> str:
    """How long it is until the next day begins.

    >>> until_tomorrow(datetime(2026, 11, 21, 18, 20)), until_tomorrow(datetime(2026, 11, 21, 23, 59, 30))
    ('5 h 40 min', '1 min')
    """
    end = datetime.combine(at.date() + timedelta(days=1), time(), at.tzinfo)
    minutes = max(ceil((end.timestamp() - at.timestamp()) / 60), 1)  # the night may have an hour more or less
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def day_in_words(day: date) -> str:
    """A date for people, in English whatever the locale.

    >>> day_in_words(date(2026, 11, 21))
    'Saturday, 21 November'
    """
    return f"{WEEKDAYS[day.weekday()]}, {day.day} {MONTHS[day.month - 1]}"


def tip(day: date, shown: int = 0) -> str:
    """The tip of the day, or the one that is due after so many others were shown."""
    tips = game_texts("", "host")["tips"]["lines"]
    return str(tips[(day.toordinal() + shown) % len(tips)])


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
