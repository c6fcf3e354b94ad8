"""The current time, and ids made from it."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def now() -> str:
    """The current time in UTC: ISO 8601, to the millisecond, with Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def new_id() -> str:
    """An id for a new session: 26 characters that sort by time (48 bits of time, then 80 random bits)."""
    number = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(125, -5, -5))
