"""Times of events in words, and how long a session was played.

The time played is computed from the events' own times. Time away does not count: the gap before a `resumed`
event without a seat, and every gap after the end, which includes probes asked afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import MAXYEAR, MINYEAR, UTC, datetime

from tui_arena.core.events import Event, Kind

DAYS_IN_WORDS = 7


def played_seconds(started: str | None, events: Iterable[Event]) -> float:
    """Seconds between start and last event, without time away; an event without a time counts nothing."""
    total, before, over = 0.0, moment(started), False
    for event in events:
        at = moment(event.get("at"))
        if at is None:
            continue
        away = over or (event.type == Kind.RESUMED and event.get("seat") is None)
        if before is not None and not away:
            total += max((at - before).total_seconds(), 0.0)
        before = at
        over = event.type in (Kind.ENDED, Kind.RATED) or (over and event.type == Kind.PROBE)
    return total


def clock(seconds: float) -> str:
    """Minutes and seconds; from one hour on, hours as well.

    >>> clock(134)
    '02:14'
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def moment(text: object) -> datetime | None:
    """The time that an ISO 8601 text from a file names; UTC if it names no zone.

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
    """When a session began: in words within the last week, else its date."""
    at = moment(started)
    if at is None:
        return ""
    if 0 <= (now - at).days < DAYS_IN_WORDS:
        return ago(started, now)
    at = at.astimezone(now.tzinfo)
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    return f"{at.day} {months[at.month - 1]} {at.year}"
