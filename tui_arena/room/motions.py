"""What one guest wants and all others at the table have to agree to: taking a move back, changing a ruling."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tui_arena.room.people import Guest, Room
from tui_arena.table.rulings import Ruling
from tui_arena.table.runner import SessionRunner

WANTS = {
    "undo": "{who} wants to take the last move back.",
    "overrule": "{who} wants to change a ruling.",
}
"""The question that all are asked before an act."""
RULED = {
    ("says_word", True): "that it did say the word",
    ("says_word", False): "that it didn't say the word",
    ("hit", True): "that it names it",
    ("hit", False): "that it doesn't name it",
    ("answers", True): "that it was an answer",
    ("answers", False): "that it was no answer",
}


@dataclass(slots=True)
class Motion:
    """An act that one guest wants and to which all others have to agree."""

    id: str
    what: str
    by: Guest
    seat: str
    text: str
    at: int
    """The number of the next event when the act was proposed. The motion lapses with that event."""
    ruling: Ruling | None = None
    agreed: set[str] = field(default_factory=set)
    """The ids of the guests who have agreed."""


class Motions:
    """The open motion at one table, if there is one."""

    def __init__(
        self,
        runner: SessionRunner,
        room: Room,
        changed: Callable[[], None],
        told: Callable[[Guest, str], None],
    ) -> None:
        """`changed` is called when there is something new to show, `told` with a note for a guest."""
        self._runner, self._room, self._changed, self._told = runner, room, changed, told
        self._open: Motion | None = None

    def frame(self, guest: Guest) -> dict[str, Any] | None:
        """Returns what a guest's page shows of the motion; None if there is none. It lapses with a new move."""
        motion = self._open
        if motion is not None and self._runner.play.next_seq != motion.at:
            motion = self._open = None
        if motion is None:
            return None
        asked = guest.id in self._voters(motion) - motion.agreed
        return {"id": motion.id, "text": motion.text, "asked": asked}

    async def undo(self, guest: Guest, seat: str) -> None:
        """Ask all others whether the last move of a guest's seat may be taken back."""
        await self._move(guest, "undo", seat, WANTS["undo"].format(who=guest.name))

    async def overrule(self, guest: Guest, seat: str, ruling: Ruling) -> None:
        """Ask all others whether a ruling is changed."""
        says = RULED.get((ruling.question, ruling.verdict), "otherwise")
        await self._move(guest, "overrule", seat, f"{guest.name} says {says}. Do you agree?", ruling)

    async def vote(self, guest: Guest, motion: str, *, yes: bool) -> None:
        """Take a guest's vote on the motion with this id; do nothing if the guest isn't asked."""
        found = self._open
        if found is None or found.id != motion or guest.id not in self._voters(found):
            return
        if yes:
            found.agreed.add(guest.id)
            await self._decided()
        else:
            self._open = None
            self._told(found.by, f"{guest.name} doesn't agree.")
            self._changed()

    def _voters(self, motion: Motion) -> set[str]:
        """Returns the ids of all guests who have to agree: those who play here from a connected device."""
        runner = self._runner
        playing = {runner.guest(seat) for seat in runner.people}
        people = {g.id for g in self._room.guests.values() if g.id in playing and not g.away}
        return people - {motion.by.id}

    async def _move(
        self, guest: Guest, what: str, seat: str, text: str, ruling: Ruling | None = None
    ) -> None:
        """Ask all others to agree, and act at once if nobody has to be asked."""
        if self._open is None or self._open.at != self._runner.play.next_seq:
            at = self._runner.play.next_seq
            self._open = Motion(secrets.token_hex(4), what, guest, seat, text, at, ruling)
            await self._decided()

    async def _decided(self) -> None:
        """Do what is wanted after all have agreed."""
        motion, runner = self._open, self._runner
        if motion is not None and not self._voters(motion) - motion.agreed:
            self._open = None
            if motion.what == "undo":
                await runner.undo(motion.seat)
            elif motion.ruling is not None and motion.ruling == runner.ruling:
                await runner.overrule(motion.ruling)
        self._changed()
