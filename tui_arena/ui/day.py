"""The local time, and the day on the home screen: its name, its tip, and how long it lasts.

Nothing that reads sessions is loaded for it, because the app begins with it.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from math import ceil

from tui_arena.data import game_texts


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


class LocalZone(tzinfo):
    """The zone of this machine, with the offset that each day has: summer and winter differ by an hour."""

    def utcoffset(self, dt: datetime | None, /) -> timedelta | None:
        return None if dt is None else _here(dt).utcoffset()

    def dst(self, _: datetime | None, /) -> timedelta | None:
        """None: it is part of `utcoffset`."""
        return None

    def tzname(self, dt: datetime | None, /) -> str | None:
        return None if dt is None else _here(dt).tzname()

    def fromutc(self, dt: datetime, /) -> datetime:
        return dt.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)


def _here(local: datetime) -> datetime:
    """A local time with the offset that it has."""
    return local.replace(tzinfo=None).astimezone()


def local_now() -> datetime:
    """The local time, with its zone."""
    return datetime.now(LocalZone())
