"""The host of a room: what phones send comes in here, and what they show goes out.

The table on the stage is lent to the host while it is played (`sit`); the runner stays the one that plays it.
Each device gets a frame whenever its own has changed, and only the newest one: a phone that is slow to read
skips those in between.

Law: what a device sends acts for its own guest alone, and for the seats of that name.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tui_arena.core.belief_metrics import BELIEF, LEVELS
from tui_arena.core.text import one_line
from tui_arena.players.party import ENDS, WORD
from tui_arena.room import frames
from tui_arena.room.people import Guest, Refused, Room
from tui_arena.room.protocol import (
    VERSION,
    Act,
    Back,
    Beside,
    Draft,
    FromPhone,
    Join,
    Rate,
    Ready,
    Reply,
    Vote,
    written,
)
from tui_arena.table.answers import needle_of, refusal_of, ways_of
from tui_arena.table.rulings import Ruling
from tui_arena.table.runner import SessionRunner
from tui_arena.table.sideline import Sideline
from tui_arena.table.told import LONGEST

HUMAN = "human:"
MOST_DEVICES = 4
"""Devices of one guest that are connected at once; the oldest goes."""
WANTS = {
    "undo": "{who} wants to take the last move back.",
    "overrule": "{who} wants to change a ruling.",
}
"""What is asked of all before it is done."""
RULED = {
    ("says_word", True): "that it did say the word",
    ("says_word", False): "that it didn't say the word",
    ("hit", True): "that it names it",
    ("hit", False): "that it doesn't name it",
}


class Device:
    """One connection of a phone. `wake` is set when there is something to send."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.guest: Guest | None = None
        self.wake = asyncio.Event()
        self._told: list[str] = []
        self._frame = ""
        self._sent = ""
        self.closed = False

    def show(self, frame: Mapping[str, Any]) -> None:
        """Send this frame next, in place of one that is not sent yet; nothing if it shows the same."""
        text = written(dict(frame))
        if text != (self._frame or self._sent):
            self._frame = text
            self.wake.set()

    def tell(self, frame: Mapping[str, Any]) -> None:
        """Send this before the next frame."""
        self._told.append(written(dict(frame)))
        self.wake.set()

    def close(self) -> None:
        """End the connection once everything is sent."""
        self.closed = True
        self.wake.set()

    def due(self) -> list[str]:
        """What is to be sent now, in order."""
        out, self._told = self._told, []
        if self._frame:
            self._sent, self._frame = self._frame, ""
            out.append(self._sent)
        self.wake.clear()
        return out


@dataclass(slots=True)
class Motion:
    """Something that one of them wants and all have to agree to."""

    id: str
    what: str
    by: Guest
    seat: str
    text: str
    at: int
    """The number of the last event when it was asked; it lapses with the next one."""
    ruling: Ruling | None = None
    agreed: set[str] = field(default_factory=set)
    """Ids of those who have agreed."""


class RoomHost:
    """A room, its devices, and the table that is played."""

    def __init__(
        self, room: Room, now: Callable[[], float], changed: Callable[[], None] = lambda: None
    ) -> None:
        """`now`: seconds of a clock that never goes back; `changed`: called when people come, go or get ready."""
        self.room = room
        self.changed = changed
        self.told: Sequence[str] = ()
        """What the pages say between games."""
        self.rated: Callable[[str, str, Rate], None] = lambda *_: None
        """Called with a session, a seat and what its person thinks of it."""
        self._rates: dict[str, tuple[str, str]] = {}
        """By name, the session that somebody has played last and may rate, and their seat in it."""
        self._now = now
        self._devices: list[Device] = []
        self._runner: SessionRunner | None = None
        self._sideline: Sideline | None = None
        self._drafts: dict[tuple[str, str], Mapping[str, str]] = {}
        """What a guest had typed, by guest and key of the ask."""
        self._shown: dict[str, frames.Frame] = {}
        """By guest, the table as it was last shown to them."""
        self._motion: Motion | None = None
        self._due = False

    # the stage

    def is_here(self, name: str) -> bool:
        """Whether a person plays from a device of their own."""
        return self.room.named(name) is not None

    @property
    def players(self) -> list[str]:
        """The guests as PLAYER texts, in the order in which they came."""
        return [HUMAN + guest.name for guest in self.room.guests.values()]

    def sit(self, runner: SessionRunner, sideline: Sideline | None = None) -> None:
        """Show a table on the phones, and take answers for it, until it is left."""
        self.leave()
        self._runner, self._sideline = runner, sideline
        runner.listeners.append(self.refresh)
        self.refresh()

    def leave(self, runner: SessionRunner | None = None) -> None:
        """Show the lobby again. `runner`: the table that is left; nothing if another one is on the stage by now."""
        if runner is not None and runner is not self._runner:
            return
        table = self._runner
        if table is not None:
            table.listeners.remove(self.refresh)
            if table.over:
                people = {
                    str(table.cast[seat].spec.get("name")): seat
                    for seat in sorted(table.people, reverse=True)
                }
                self._rates = {name: (table.session.id, seat) for name, seat in people.items()}
        self._runner = self._sideline = self._motion = None
        self._drafts.clear()
        self._shown.clear()
        self.refresh()

    def tell(self, *lines: str) -> None:
        """What the pages say between games."""
        self.told = lines
        self.refresh()

    def remove(self, guest: str) -> None:
        """Take somebody out of the room."""
        for device in [d for d in self._devices if d.guest is not None and d.guest.id == guest]:
            device.tell({"page": "gone", "why": "The host has taken you out of the room."})
            device.guest = None
            device.close()
        self.room.remove(guest)
        self._moved()

    def close(self) -> None:
        """Tell all devices that it is over, and let them go."""
        self.leave()
        for device in self._devices:
            device.tell({"page": "gone", "why": "The host has closed the room. Thank you for playing!"})
            device.close()

    def refresh(self) -> None:
        """Show every device what has changed, once the event loop comes to it."""
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._due = False
        if self._motion is not None and (self._runner is None or self._seq != self._motion.at):
            self._motion = None
        for device in self._devices:
            if device.guest is not None:
                device.show(self._frame(device.guest))

    @property
    def _seq(self) -> int:
        return self._runner.play.next_seq if self._runner is not None else 0

    def _frame(self, guest: Guest) -> frames.Frame:
        runner = self._runner
        if runner is None:
            return frames.lobby(self.room, guest, self.told, rates=guest.name in self._rates)
        beside = self._beside(guest)
        if self._sideline is not None and self._sideline.kept_back and guest.id in self._shown:
            return {**self._shown[guest.id], "beside": beside}
        waiting = next(filter(None, map(runner.waiting, frames.seats_of(runner, guest.name))), None)
        draft = self._drafts.get((guest.id, waiting.ask.key), {}) if waiting is not None else {}
        frame = frames.table(runner, guest, self.room, draft=draft, beside=beside)
        self._shown[guest.id] = {**frame, "vote": self._vote(guest)}
        return self._shown[guest.id]

    def _beside(self, guest: Guest) -> frames.Frame | None:
        """What a guest without a seat may say."""
        if self._sideline is None or self._runner is None:
            return None
        player, told = HUMAN + guest.name, {}
        if player in self._sideline.may_bet:
            question, answers = self._sideline.question(self._runner.names)
            told["bet"] = {"question": question, "answers": [list(one) for one in answers]}
        if player in self._sideline.may_buzz:
            told["word"] = {"question": "Do you know it? Write down one word. It scores if it's right."}
        return told or None

    def _vote(self, guest: Guest) -> frames.Frame | None:
        motion = self._motion
        if motion is None:
            return None
        asked = guest.id in self._voters(motion) - motion.agreed
        return {"id": motion.id, "text": motion.text, "asked": asked}

    # devices

    def came(self, device: Device) -> None:
        """A device is connected; it is nobody yet."""
        self._devices.append(device)

    def went(self, device: Device) -> None:
        """A device is gone."""
        if device in self._devices:
            self._devices.remove(device)
        if device.guest is not None:
            self._moved()

    async def received(self, device: Device, message: FromPhone) -> None:
        """Do what a device's message says, or tell the device why not."""
        if isinstance(message, Join | Back):
            self._enter(device, message)
            return
        guest = device.guest
        if guest is None:
            device.tell({"page": "refused", "why": "Join first."})
        elif isinstance(message, Ready):
            guest.ready = message.ready
            self._moved()
        elif isinstance(message, Rate):
            if (played := self._rates.pop(guest.name, None)) is not None:
                self.rated(*played, message)
            self.refresh()
        elif self._runner is not None:
            await self._at_table(self._runner, device, guest, message)

    def _enter(self, device: Device, message: Join | Back) -> None:
        try:
            if message.version != VERSION:
                raise Refused("This page is out of date. Reload it.")
            if isinstance(message, Join):
                guest, token = self.room.join(
                    message.code,
                    message.name,
                    message.sign,
                    message.colour,
                    address=device.address,
                    now=self._now(),
                )
                device.tell({"page": "in", "token": token})
            else:
                guest = self.room.back(message.token)
        except Refused as refused:
            device.tell({"page": "refused", "why": str(refused), "open": self.room.open})
            return
        device.guest = guest
        own = [one for one in self._devices if one.guest is guest]
        if len(own) > 1:
            for one in own:
                one.tell({"page": "note", "text": "You're in on two devices or tabs. Both show the same."})
        for one in own[:-MOST_DEVICES]:
            one.close()
        self._moved()

    def _moved(self) -> None:
        """People came, went or got ready."""
        here = {device.guest.id for device in self._devices if device.guest is not None}
        for guest in self.room.guests.values():
            guest.away = guest.id not in here
        self.changed()
        self.refresh()

    # at the table

    async def _at_table(
        self, runner: SessionRunner, device: Device, guest: Guest, message: FromPhone
    ) -> None:
        match message:
            case Reply():
                await self._reply(runner, device, guest, message)
            case Draft(key, values):
                if any(a.key == key for a in runner.asks):
                    self._drafts[guest.id, key] = values
            case Beside(what, value) if self._sideline is not None and value.strip():
                player, text = HUMAN + guest.name, one_line(value, 60)
                if what == ENDS and value in [one for one, _ in self._sideline.question(runner.names)[1]]:
                    await self._sideline.bet({player: value})
                elif what == WORD:
                    await self._sideline.buzz(player, text)
                self.refresh()
            case Act(what):
                await self._act(runner, device, guest, what)
            case Vote(id, yes):
                await self._voted(guest, id, yes=yes)

    async def _reply(self, runner: SessionRunner, device: Device, guest: Guest, message: Reply) -> None:
        """Take an answer, if it is to what this guest is asked now."""
        seat = next((s for s in frames.seats_of(runner, guest.name) if runner.waiting(s) is not None), "")
        waiting = runner.waiting(seat) if seat else None
        if waiting is None or waiting.ask.key != message.key:
            device.tell({"page": "note", "text": "That's been answered already, or the game has moved on."})
            self.refresh()
            return
        ways = ways_of(runner.info, waiting.ask, runner.views[seat])
        if message.way >= len(ways):
            return
        self._drafts[guest.id, message.key] = message.values
        marked = None
        if message.needle in LEVELS and needle_of(runner.info, waiting.ask):
            turns = runner.views[seat].facts.get("turns", ())
            marked = {"kind": BELIEF, "round": len(turns), "items": [message.needle]}
        fault = await runner.answer(seat, ways[message.way].written(message.values), marked)
        if fault is not None:
            why = refusal_of(runner.info, waiting.ask, fault)
            device.tell({"page": "fault", "key": message.key, "why": one_line(why, LONGEST)})
        else:
            self._drafts.pop((guest.id, message.key), None)
            device.tell({"page": "sent"})

    async def _act(self, runner: SessionRunner, device: Device, guest: Guest, what: str) -> None:
        seat = next(iter(frames.seats_of(runner, guest.name)), "")
        if not seat:
            return
        if what == "hint" and runner.can_hint(seat):
            text = await runner.hint(seat)
            device.tell({"page": "note", "text": text or "There's no hint for this."})
        elif what == "resign" and runner.can_resign(seat):
            await runner.resign(seat)
        elif what == "undo" and runner.can_undo(seat):
            await self._move(guest, what, seat, WANTS[what].format(who=guest.name))
        elif what == "overrule" and (ruling := runner.ruling) is not None:
            says = RULED.get((ruling.question, ruling.verdict), "otherwise")
            await self._move(guest, what, seat, f"{guest.name} says {says}. Do you agree?", ruling)

    def _voters(self, motion: Motion) -> set[str]:
        """The ids of all who have to agree: who plays here from a device that is connected."""
        runner = self._runner
        if runner is None:
            return set()
        playing = {str(runner.cast[seat].spec.get("name")) for seat in runner.people}
        people = {g.id for g in self.room.guests.values() if g.name in playing and not g.away}
        return people - {motion.by.id}

    async def _move(
        self, guest: Guest, what: str, seat: str, text: str, ruling: Ruling | None = None
    ) -> None:
        """Ask all others, and do it at once if there is nobody to ask."""
        if self._motion is None:
            self._motion = Motion(secrets.token_hex(4), what, guest, seat, text, self._seq, ruling)
            await self._decided()

    async def _voted(self, guest: Guest, motion: str, *, yes: bool) -> None:
        if self._motion is None or self._motion.id != motion or guest.id not in self._voters(self._motion):
            return
        if yes:
            self._motion.agreed.add(guest.id)
            await self._decided()
        else:
            by, self._motion = self._motion.by, None
            for device in self._devices:
                if device.guest is by:
                    device.tell({"page": "note", "text": f"{guest.name} doesn't agree."})
            self.refresh()

    async def _decided(self) -> None:
        """Do what is wanted once all have agreed."""
        motion, runner = self._motion, self._runner
        if motion is None or runner is None or self._voters(motion) - motion.agreed:
            self.refresh()
            return
        self._motion = None
        if motion.what == "undo":
            await runner.undo(motion.seat)
        elif motion.ruling is not None and motion.ruling == runner.ruling:
            await runner.overrule(motion.ruling)
        self.refresh()
