"""The time and zone of this machine. Nothing else of the program is imported for it, as the app begins with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo


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
