"""What a coach is asked: somebody who did not play, on how a session was played.

Law: a coach is asked after the end and never before.
"""

from __future__ import annotations

from tui_arena.core.game import Ask

COACH = "coach"
NOTHING_ASKED = "Nothing was asked, so there is nothing to say."
"""What a bot says of a session that ended before it began."""


def coach_ask(seat: str, *, over: bool) -> Ask | None:
    """The probe on how a seat has played; None as long as it plays."""
    return Ask(seat, COACH, COACH, sealed=True) if over else None
