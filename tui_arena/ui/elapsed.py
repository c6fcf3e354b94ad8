"""When something was, and how long a session was played.

Law: read off the events' times. The gap before a `resumed` without a seat, and any after the end, is
time away; so is what was asked afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import MAXYEAR, MINYEAR, UTC, datetime

from tui_arena.core.events import Event, Kind


def played_seconds(started: str | None, events: Iterable[Event]) -> float:
    """Seconds between start and last event, time away left out; what has no time counts nothing."""
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
    """Minutes and seconds, from an hour on with hours.

    >>> clock(134)
    '02:14'
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def moment(text: object) -> datetime | None:
    """A time (ISO 8601) out of a file, UTC where it names no zone.

    None for what is no time, or may fall out of the calendar in another zone.
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
