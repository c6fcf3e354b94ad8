"""Times in words: local time, today's date, when an event was, and how long a session was played.

The time played is computed from the events' own times. Time away doesn't count: the gap before a `resumed`
event without a seat, and every gap after the end, including probes asked afterwards.

The app begins with this module, so it loads nothing that reads sessions.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta, tzinfo
from math import ceil
from typing import TYPE_CHECKING

from tui_arena.data import game_texts

if TYPE_CHECKING:
    from tui_arena.core.events import Event


def until_tomorrow(at: datetime) -> str:
    """How long it is until the next day begins.

    >>> until_tomorrow(datetime(2026, 11, 21, 18, 20)), until_tomorrow(datetime(2026, 11, 21, 23, 59, 30))
    ('5 h 40 min', '1 min')
    """
    end = datetime.combine(at.date() + timedelta(days=1), time(), at.tzinfo)
    minutes = max(ceil((end.timestamp() - at.timestamp()) / 60), 1)  # the clocks may change at night
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def day_in_words(day: date) -> str:
    """A date for people, in English whatever the locale.

    >>> day_in_words(date(2026, 11, 21))
    'Saturday, 21 November'
    """
    return f"{WEEKDAYS[day.weekday()]}, {day.day} {MONTHS[day.month - 1]}"


def tip(day: date, shown: int = 0) -> str:
    """The tip of the day, or the tip that follows after `shown` others were shown."""
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
    """This machine's time zone, with each day's own offset, because summer and winter differ by an hour."""

    def utcoffset(self, dt: datetime | None, /) -> timedelta | None:
        return None if dt is None else _here(dt).utcoffset()

    def dst(self, _: datetime | None, /) -> timedelta | None:
        """Returns None, because summer time is part of `utcoffset`."""
        return None

    def tzname(self, dt: datetime | None, /) -> str | None:
        return None if dt is None else _here(dt).tzname()

    def fromutc(self, dt: datetime, /) -> datetime:
        return dt.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)


def _here(local: datetime) -> datetime:
    """A local time with its own offset."""
    return local.replace(tzinfo=None).astimezone()


def local_now() -> datetime:
    """The local time, with its zone."""
    return datetime.now(LocalZone())


DAYS_IN_WORDS = 7


def played_seconds(started: str | None, events: Iterable[Event]) -> float:
    """The seconds from the start to the last event, without time away. Events without a time are skipped."""
    from tui_arena.core.events import Kind  # noqa: PLC0415  (the first frame reads no session)

    total, before, over = 0.0, moment(started), False
    for event in events:
        at = moment(event.get("at"))
        if at is None:
            continue
        away = over or (event.type == Kind.RESUMED and event.get("seat") is None)
        if before is not None and not away:
            total += max((at - before).total_seconds(), 0.0)
        before = at
        over = event.type in (Kind.ENDED, Kind.RATED, Kind.VOTED) or (over and event.type == Kind.PROBE)
    return total


def clock(seconds: float) -> str:
    """Minutes and seconds; from one hour on, also hours.

    >>> clock(134)
    '02:14'
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def moment(text: object) -> datetime | None:
    """The time in an ISO 8601 text from a file, in UTC if the text names no zone.

    None if the text is not a time, or if another zone could push it out of the calendar.
    """
    if not isinstance(text, str):
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    if not MINYEAR < at.year < MAXYEAR:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def ago(then: str | None, now: datetime) -> str:
    """How long ago a time (ISO 8601) was, in a few words; empty if it can't be read.

    >>> ago("2026-11-21T10:00:00Z", datetime.fromisoformat("2026-11-21T10:05:00Z"))
    '5 min ago'
    """
    at = moment(then)
    if at is None:
        return ""
    minutes = int((now - at).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    days = minutes // (24 * 60)
    return "yesterday" if days == 1 else f"{days} days ago"


def when(started: str | None, now: datetime) -> str:
    """When a session began, as a text: in words within the last week, otherwise its date."""
    at = moment(started)
    if at is None:
        return ""
    if 0 <= (now - at).days < DAYS_IN_WORDS:
        return ago(started, now)
    at = at.astimezone(now.tzinfo)
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    return f"{at.day} {months[at.month - 1]} {at.year}"
