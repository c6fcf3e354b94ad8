"""The host of a room: receives what phones send, and decides what they show.

The table on the stage is lent to the host while it is played (`sit`), but the runner still plays it. Each
device gets a frame whenever its own frame has changed. A phone that is slow to read gets only the newest
frame. The stage leads: while it draws or turns over something new, a device keeps what it shows (`lent.py`).

Law: a message from a device acts only for its own guest, and for the seats that this guest has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from tui_arena.core.language.names import name_key
from tui_arena.core.language.sentences import YOU, capital, first_name
from tui_arena.core.probes import BELIEF, LEVELS
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.players.party import HUMAN, PARTY, Party, name_of, text_of
from tui_arena.players.seating import Cast, cast_now
from tui_arena.room import frames
from tui_arena.room.bets_and_motions import GuestBets, Motions
from tui_arena.room.lent import ABSENCE, GLANCE, LONGER, Absent, Leading, Lent, Rated, Stage
from tui_arena.room.people import Arrivals, EntryRefused, Guest, NoPlace, Place, Room, RoomPerson, Word
from tui_arena.room.protocol import (
    VERSION,
    Act,
    Back,
    Bet,
    Challenge,
    Device,
    Draft,
    Enter,
    FromPhone,
    Join,
    Rate,
    Ready,
    Reply,
    Vote,
    Watch,
)
from tui_arena.table.labels import LONGEST, needle_of, refusal_of, ways_of
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spectators import Spectators

OUT_OF_DATE = "This page is out of date. Reload it."
AGAIN = "Send it again to ask anyway."
"""What a guest can do about an objection."""
MOST_DEVICES = 4
"""The maximum number of a guest's devices at the same time; the oldest is disconnected."""


def _player(cast: Cast) -> str:
    """Returns a person as a PLAYER text."""
    return text_of("human", str(cast.spec.get("name")))


async def nothing_to_play(_guest: Guest, _code: str) -> str:
    """The answer to a challenge if no stage can play it."""
    return "The big screen can't play that now."


class RoomHost:
    """A room, its devices, and the table that is played."""

    def __init__(
        self, room: Room, now: Callable[[], float], changed: Callable[[], None] = lambda: None
    ) -> None:
        """`now`: seconds of a monotonic clock. `changed`: called when people come, go or get ready."""
        self.room = room
        self.changed = changed
        self.lobby_lines: Sequence[str] = ()
        """The lines on the pages between games."""
        self.rated: Callable[[str, str, Rate], None] = lambda *_: None
        """Called with a session, a seat and what its person thinks of the game."""
        self.said: Callable[[str], None] = lambda _: None
        """Called with a sentence for the stage that says who has come, left or come back."""
        self.challenged: Callable[[Guest, str], Awaitable[str]] = nothing_to_play
        """Called with a guest and a challenge's code; returns why it isn't played, or an empty text."""
        self.others: Callable[[], Iterable[str]] = tuple
        """Returns the names of people at the keyboard who are neither at the table nor at the party."""
        self.party: Party | None = None
        """The party that is on the stage, or was on it last."""
        self._arrivals = Arrivals(room, now, self._say)
        self._rates: dict[str, Rated] = {}
        """What each guest may rate, by the guest's id."""
        self._now = now
        self._devices: list[Device] = []
        self._lent: Lent | None = None
        """The table on the stage."""
        self._bets: GuestBets | None = None
        """What people without a seat may say at a party's table; None at any other table."""
        self._drafts: dict[tuple[str, str], Mapping[str, str]] = {}
        """Maps a guest's id and an ask's key to the text that the guest had typed."""
        self._shown: dict[str, frames.Frame] = {}
        """Maps a guest's id to the table as last shown to the guest. The empty id is for people who only watch."""
        self._last: dict[str, frames.Frame] = {}
        """Maps a guest's id to the end of the last table, as long as the stage shows its result."""
        self._ending: frames.Frame | None = None
        """The moment at the end of a party."""
        self._away_since = dict.fromkeys(room.guests, now())
        """Maps the id of each absent guest to when the guest left."""
        self._due = False
        self._glance: asyncio.TimerHandle | None = None
        """The timer that looks again at a stage that is behind."""

    # the stage

    @property
    def players(self) -> list[str]:
        """Returns the guests as PLAYER texts, in the order in which they came."""
        return [text_of("human", guest.name) for guest in self.room.guests.values()]

    def find_seats(self, session: Session, cast: Mapping[str, Cast]) -> dict[str, Cast]:
        """Returns the players of a table that opens, with the guests who play their seats from phones."""
        found = dict(cast_now(session)) | dict(cast)
        for seat, one in found.items():
            if one.kind == "human":
                party = str(session.setup.extra.get(PARTY, ""))
                holder = self.room.holder(party, _player(one)) or self.room.holder(session.id, seat)
                known = (
                    holder.id if holder is not None else one.guest if one.guest in self.room.guests else ""
                )
                found[seat] = replace(one, guest=known)
        return found

    @property
    def _runner(self) -> SessionRunner | None:
        return self._lent.runner if self._lent is not None else None

    def sit(
        self, runner: SessionRunner, spectators: Spectators | None = None, stage: Stage | None = None
    ) -> None:
        """Show a table on the phones, and take answers for it, until it is left.

        `stage`: the screen that the phones follow; None: they show everything at once.
        """
        self.leave()
        self._rates.clear()
        self._last.clear()
        self._ending = None
        for guest in self.room.guests.values():
            guest.ready = False
        motions = Motions(runner, self.room, runner.changed, self.note)
        self._lent = Lent(runner, self.room, Leading(runner, stage, self._now), motions, self._away_since)
        self._lent.before, self.lobby_lines = self.lobby_lines, ()
        self._bets = GuestBets(runner, spectators, self.room) if spectators is not None else None
        if spectators is not None:
            self.party = spectators.party
        runner.listeners.append(self._seen)
        runner.on_phones = True
        self._seen()
        for one in self.room.guests.values():
            self._lent.welcome(one)
            if one.away:
                self._lend_later(one)

    def _seen(self) -> None:
        """Handle a change at the table: perhaps somebody plays from another device."""
        if self._lent is not None:
            runner = self._lent.runner
            session, room = runner.session.id, self.room
            now = {(session, seat): guest for seat in runner.people if (guest := runner.guest(seat))}
            now |= {(session, seat): guest for seat, guest in self._lent.owners.items()}
            if now != {place: guest for place, guest in room.places.items() if place[0] == session}:
                room.seat([(session, seat) for seat in runner.cast], "")
                for place, guest in now.items():
                    room.seat([place], guest)
                self.changed()
        self.refresh()

    def leave(self, runner: SessionRunner | None = None) -> None:
        """Show the lobby again. `runner`: the table that is left; ignored if another is on the stage now."""
        if runner is not None and runner is not self._runner:
            return
        lent = self._lent
        if lent is not None:
            table = lent.runner
            table.listeners.remove(self._seen)
            table.on_phones = False
            if table.over and not self.lobby_lines:  # otherwise the stage already shows something else
                self._open_ratings(lent)
                guests: list[Guest | None] = [*self.room.guests.values(), None]
                done: frames.Frame = {"asked": None, "can": [], "beside": None, "vote": None}
                self._last = {
                    one.id if one is not None else "": {**self._made(lent, one), **done} for one in guests
                }
            for rated, rate in lent.given:
                self.rated(rated.session, rated.seat, rate)
        self._lent = self._bets = None
        self._drafts.clear()
        self._shown.clear()
        self.refresh()

    def tell(self, *lines: str, ending: frames.Frame | None = None) -> None:
        """Set the lines on the pages between games. `ending`: the moment at the end of a party."""
        self.lobby_lines, self._ending = lines, ending
        self.forget_last()

    def forget_last(self) -> None:
        """Stop showing the end of the last table, because the stage shows something else."""
        self._last.clear()
        self.refresh()

    def _open_ratings(self, lent: Lent) -> None:
        """Let everybody who has played rate the game that is over."""
        if not lent.ratings_open:
            lent.ratings_open, self._rates = True, lent.rated

    # who is away

    def absent(self) -> Absent | None:
        """Returns the first guest for whom the game has waited for a while; None at a blind table."""
        return self._lent.absent(self._now()) if self._lent is not None else None

    def stands_in_for(self, seat: str) -> str:
        """Returns the name of the person who is away and for whom a bot has a seat; empty if nobody is."""
        return self._lent.owner(seat) if self._lent is not None else ""

    def wait_for(self, guest: Guest) -> None:
        """Wait longer for a guest who is away."""
        if self._lent is not None:
            self._lent.waits_until[guest.id] = self._now() + LONGER

    async def stand_in_for(self, guest: Guest) -> None:
        """Let a bot play a guest's seats until the guest is back."""
        if (lent := self._lent) is not None:
            await lent.stand_in_for(guest)

    # what others have to agree to

    def motion(self) -> frames.Frame | None:
        """Returns what the big screen shows of an open motion, with whether it is asked; None without one."""
        return self._lent.motions.frame(None, at_screen=True) if self._lent is not None else None

    async def vote(self, motion: str, *, yes: bool) -> None:
        """Take the vote of whoever is at the big screen."""
        if self._lent is not None:
            await self._lent.motions.vote(None, motion, yes=yes)

    # who plays from which phone

    @property
    def persons(self) -> list[RoomPerson]:
        """Returns the people at the party and the table on the stage, other guests, and `others`.

        People of the same name are one person, unless they have given no name.
        """
        found: dict[str, list[Place]] = {}
        names: dict[str, str] = {}
        if self.party is not None:
            for player in self.party.present:
                if player.startswith(HUMAN):
                    found[player], names[player] = [(self.party.id, player)], name_of(player)
        if (lent := self._lent) is not None:
            runner, away = lent.runner, lent.loans.by_seat
            for seat in [seat for seat in runner.cast if seat in runner.people or seat in away]:
                one = _player(away.get(seat, runner.cast[seat]))
                name = name_of(one) if seat in away else runner.names_for(runner.people)[seat]
                if name == YOU:
                    one, name = seat, capital(seat.replace("_", " "))
                found.setdefault(one, []).append((runner.session.id, seat))
                names.setdefault(one, name)
        people = [
            RoomPerson(names[one], self._holder(places), tuple(places)) for one, places in found.items()
        ]
        seated = {person.guest.id for person in people if person.guest is not None}
        people += [
            RoomPerson(guest.name, guest) for guest in self.room.guests.values() if guest.id not in seated
        ]
        keys = {name_key(person.name) for person in people} | {name_key(YOU)}
        return people + [
            RoomPerson(name) for name in dict.fromkeys(self.others()) if name_key(name) not in keys
        ]

    def _holder(self, places: Iterable[Place]) -> Guest | None:
        held = (self.room.holder(*place) for place in places)
        return next((guest for guest in held if guest is not None), None)

    @property
    def taken(self) -> set[str]:
        """Returns the names of people who aren't guests, so that no guest can take these names."""
        return {person.name for person in self.persons if person.guest is None or person.borrows}

    @property
    def _others(self) -> set[str]:
        """Returns further names that nobody can take: the names of bots and models at the table."""
        if (runner := self._runner) is None:
            return {YOU}
        return {YOU, *(first_name(name) for seat, name in runner.names.items() if not runner.guest(seat))}

    def hand(self, person: RoomPerson, guest: Guest | None) -> None:
        """Let a person play from a guest's phone, or at the keyboard (None).

        The person's own phone leaves the room. A borrowed phone stays its guest's.
        """
        if person.guest is not None and not person.borrows:
            self._let_go(person.guest.id, "You're playing at the big screen now.")
            self.room.remove(person.guest.id)
        self.room.seat(person.places, guest.id if guest is not None else "")
        self._placed()
        if guest is None and self._lent is not None:
            self._lent.give_back([seat for _, seat in person.places])

    def _placed(self) -> None:
        """Apply changed places to the seats of the table, lent ones too, and to what phones show."""
        lent = self._lent
        self._shown.clear()
        if lent is not None:
            runner = lent.runner
            held = {seat: self.room.holder(runner.session.id, seat) for seat in runner.cast}
            guests = {seat: guest.id if guest is not None else "" for seat, guest in held.items()}
            lent.loans.hand(guests)
            runner.hand({seat: guest for seat, guest in guests.items() if seat in runner.people})
            for guest in filter(None, held.values()):
                lent.welcome(guest)
        self.changed()
        self.refresh()

    def invite(self, person: RoomPerson) -> Word:
        """Returns the word that the stage shows, so that one phone comes in as this person."""
        return self.room.invite(person, self._now())

    def seconds_left(self, word: Word) -> float:
        """Returns the seconds for which a word still lets a phone in; 0 after it is used."""
        return max(word.until - self._now(), 0.0) if self.room.word is word else 0.0

    def withdraw(self, word: Word) -> None:
        """Cancel a word, so that it lets nobody in."""
        if self.room.word is word:
            self.room.word = None

    def place(self, places: Mapping[Place, str]) -> None:
        """Give places to guests, by the guests' ids."""
        for place, guest in places.items():
            self.room.seat([place], guest)
        self._placed()

    def remove(self, guest: str, *, bar: bool = True) -> None:
        """Take a guest out of the room for good: `bar` the guest, or change the code for all."""
        gone = self.room.guests.get(guest)
        if gone is None:
            return
        self._let_go(guest, "The host has taken you out of the room.")
        self.room.remove(guest)
        if bar:
            self.room.bar(gone)
        else:
            self.room.renew()
        self._placed()

    def dismiss(self) -> None:
        """Let everybody at the table play at the keyboard, before the room is closed."""
        if self._runner is not None:
            self._runner.hand(dict.fromkeys(self._runner.people, ""))

    def _let_go(self, guest: str, why: str) -> None:
        """Disconnect a guest's devices, and say why."""
        for device in [d for d in self._devices if d.guest is not None and d.guest.id == guest]:
            device.tell({"page": "gone", "why": why})
            device.guest = None
            device.close()

    def close(self) -> None:
        """Disconnect all devices, and say that the room is closed."""
        self.leave()
        if self._glance is not None:
            self._glance.cancel()
        self._arrivals.close()
        for device in self._devices:
            device.tell({"page": "gone", "why": "The host has closed the room. Thank you for playing!"})
            device.close()

    def refresh(self) -> None:
        """Show every device what has changed, when the event loop next runs."""
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._due = False
        lent = self._lent
        waits = lent is not None and lent.leading.waits(kept_back=self._keeps_back)
        if self._glance is not None:
            self._glance.cancel()
        self._glance = asyncio.get_running_loop().call_later(GLANCE, self.refresh) if waits else None
        if lent is not None and not (waits or self._keeps_back):
            lent.audience.look()
            if lent.runner.over and not lent.runner.is_blind:
                self._open_ratings(lent)
        for device in self._devices:
            if device.guest is not None:
                device.show(self._frame(device.guest, waits=waits))
            elif device.watches:
                device.show(self._watching(device, waits=waits))

    @property
    def _keeps_back(self) -> bool:
        return self._bets is not None and self._bets.spectators.kept_back

    def _offered(self, guest: Guest) -> frames.Frame | None:
        return self._bets.offered(guest) if self._bets is not None else None

    def _frame(self, guest: Guest | None, *, waits: bool) -> frames.Frame:
        """Returns a guest's page; None: the page of those who look on. `waits`: whether the stage is behind."""
        lent, own = self._lent, guest.id if guest is not None else ""
        if lent is None:
            if (last := self._last.get(own)) is None:
                rates = self._rating(guest)
                return frames.lobby(self.room, guest, self.lobby_lines, rates=rates, moment=self._ending)
            return {**last, "you": frames.of_guest(guest), "rates": self._rating(guest)}
        if not (waits or self._keeps_back):
            self._shown[own] = self._made(lent, guest)
            return self._shown[own]
        if (shown := self._shown.get(own)) is None:
            return frames.lobby(self.room, guest, lent.before if waits else ())
        told = (
            not lent.runner.over or self._keeps_back
        )  # otherwise closed bets would reveal that the game is over
        bets: frames.Frame = {"beside": self._offered(guest)} if guest is not None and told else {}
        if self._bets is not None and self._keeps_back:  # what was asked is answered
            bets |= {"asked": None, "can": [], "turn": self._bets.spectators.last_call}
        return {**shown, **bets, "held": lent.leading.turning}

    def _made(self, lent: Lent, guest: Guest | None) -> frames.Frame:
        """Returns the newest page of a table."""
        runner, bets = lent.runner, self._bets
        waiting = next(filter(None, map(runner.waiting, frames.seats_of(runner, guest))), None)
        draft = self._drafts.get((guest.id, waiting.ask.key)) if guest is not None and waiting else None
        return {
            **frames.table(
                runner,
                guest,
                self.room,
                draft=draft,
                bets=self._offered(guest) if guest is not None else None,
                rates=self._rating(guest),
                caster=(bets.spectators if bets is not None else runner).caster,
                unmasking=bets.spectators.unmasking if bets is not None else None,
            ),
            "vote": lent.motions.frame(guest),
            "called": bets.called(guest) if guest is not None and bets is not None else "",
        }

    def _rating(self, guest: Guest | None) -> str:
        """Returns the title of the game that a guest may rate; empty if there is none."""
        rated = self._rates.get(guest.id) if guest is not None else None
        return rated.game if rated is not None else ""

    def _watching(self, device: Device, *, waits: bool) -> frames.Frame:
        """Returns the page of a device that only looks on."""
        frame, lent = self._frame(None, waits=waits), self._lent
        if lent is None or not self.room.audience_votes:
            return frame
        return {**frame, "beside": lent.audience.question(device), "audience": lent.audience.line}

    # devices

    def _say(self, text: str) -> None:
        self.said(text)

    def came(self, device: Device) -> None:
        """Add a connected device. It has no guest yet."""
        self._devices.append(device)

    def went(self, device: Device) -> None:
        """Remove a disconnected device."""
        if device in self._devices:
            self._devices.remove(device)
        if self._lent is not None:
            self._lent.audience.went(device)
        if device.guest is not None or device.watches:
            self._moved()

    async def received(self, device: Device, message: FromPhone) -> None:
        """Do what a device's message says, or report to the device why not."""
        guest = device.guest
        if isinstance(message, Join | Enter | Back):
            self._enter(device, message)
        elif isinstance(message, Watch):
            self._look_on(device, message)
        elif guest is None:
            self._said_by_stranger(device, message)
        elif isinstance(message, Ready):
            guest.ready = message.ready
            self._moved()
        elif isinstance(message, Challenge):
            if why := await self.challenged(guest, message.code):
                device.tell({"page": "note", "text": why})
        elif isinstance(message, Rate):
            self._rate(guest, message)
        elif self._lent is not None:
            await self._at_table(self._lent, device, guest, message)

    def _rate(self, guest: Guest, message: Rate) -> None:
        """Take what a guest thinks of the last game, once."""
        if (rated := self._rates.pop(guest.id, None)) is not None:
            if self._lent is not None:  # its session is still open
                self._lent.given.append((rated, message))
            else:
                self.rated(rated.session, rated.seat, message)
        self.refresh()

    def _said_by_stranger(self, device: Device, message: FromPhone) -> None:
        """Take what a device that only looks on says about the end, if it may; refuse everything else."""
        if not device.watches:
            device.tell({"page": "refused", "why": "Join first."})
        elif isinstance(message, Bet) and self._lent is not None and self.room.audience_votes:
            self._lent.audience.say(device, message.value)
            self.refresh()

    def _look_on(self, device: Device, message: Watch) -> None:
        """Let a device look on, or report to it why not."""
        if device.guest is not None or device.watches:
            return
        others = [one.address for one in self._devices if one.watches]
        try:
            if message.version != VERSION:
                raise EntryRefused(OUT_OF_DATE)
            self.room.look_on(message.code, others, address=device.address, now=self._now())
        except EntryRefused as refused:
            later = isinstance(refused, NoPlace)
            device.tell({"page": "refused", "why": str(refused), "open": self.room.open, "later": later})
            return
        device.watches = True
        self._moved()

    @property
    def watchers(self) -> int:
        """Returns how many devices look on."""
        return sum(one.watches for one in self._devices)

    def note(self, guest: Guest, text: str) -> None:
        """Put a sentence on all of a guest's devices."""
        for device in self._devices:
            if device.guest is guest:
                device.tell({"page": "note", "text": text})

    def _enter(self, device: Device, message: Join | Enter | Back) -> None:
        try:
            if message.version != VERSION:
                raise EntryRefused(OUT_OF_DATE)
            guest = self._recognised(device, message)
        except EntryRefused as refused:
            device.tell({"page": "refused", "why": str(refused), "open": self.room.open})
            return
        device.guest, device.watches = guest, False
        own = [one for one in self._devices if one.guest is guest]
        if len(own) > 1:
            for one in own:
                one.tell(
                    {
                        "page": "note",
                        "text": "You're in on more than one device or tab. They all show the same.",
                    }
                )
        for one in own[:-MOST_DEVICES]:
            one.close()
        self._moved()

    def _recognised(self, device: Device, message: Join | Enter | Back) -> Guest:
        """Returns the guest that a device belongs to from now on. Raises EntryRefused."""
        address, now, room = device.address, self._now(), self.room
        if isinstance(message, Back):
            return room.back(message.token)
        known = set(room.guests)
        if isinstance(message, Enter):
            guest, token = room.enter(message.word, address=address, now=now)
            self._let_go(
                guest.id, "You're playing on another phone now."
            )  # nothing to do if the guest is new
            self._placed()
        else:
            guest, token = room.join(
                message.code,
                message.name,
                message.sign,
                message.colour,
                address=address,
                now=now,
                taken=self.taken,
                others=self._others,
                before=message.before,
            )
        device.tell({"page": "in", "token": token})
        if guest.id not in known:
            self._arrivals.came(guest)
        return guest

    def _moved(self) -> None:
        """Note that people came, went or got ready."""
        here = {device.guest.id for device in self._devices if device.guest is not None}
        for guest in self.room.guests.values():
            away = guest.id not in here
            if away != guest.away:
                guest.away = away
                self._arrivals.say_later(guest)
                if away:
                    self._away_since[guest.id] = self._now()
                    self._lend_later(guest)
                if self._lent is not None:
                    self._lent.welcome(guest)
        self.changed()
        if self._runner is not None:
            self._runner.changed()
        self.refresh()

    def _lend_later(self, guest: Guest) -> None:
        """At an unsigned table, let a bot play a guest's seats after a while without a word to anybody."""
        lent = self._lent
        if lent is not None and lent.runner.unsigned:
            asyncio.get_running_loop().call_later(ABSENCE, lent.lend_if_away, guest, self._now)

    # at the table

    async def _at_table(self, lent: Lent, device: Device, guest: Guest, message: FromPhone) -> None:
        runner = lent.runner
        match message:
            case Reply():
                await self._reply(lent, device, guest, message)
            case Draft(key, values):
                own = frames.seats_of(runner, guest)
                if any(ask.key == key and ask.seat in own for ask in runner.asks):
                    self._drafts[guest.id, key] = values
            case Bet() if self._bets is not None and message.value.strip():
                if why := await self._bets.say(guest, message):
                    device.tell({"page": "note", "text": why})
                self.refresh()
            case Act(what):
                await self._act(lent, device, guest, what)
            case Vote(id, yes):
                await lent.motions.vote(guest, id, yes=yes)

    async def _reply(self, lent: Lent, device: Device, guest: Guest, message: Reply) -> None:
        """Take an answer if it is to this guest's current ask."""
        runner = lent.runner
        seat = next((s for s in frames.seats_of(runner, guest) if runner.waiting(s) is not None), "")
        waiting = runner.waiting(seat) if seat else None
        if waiting is None or waiting.ask.key != message.key:
            self._too_late(device)
            return
        ways = ways_of(runner.info, waiting.ask, runner.views[seat])
        if message.way >= len(ways):
            return
        self._drafts[guest.id, message.key] = message.values
        reply = ways[message.way].written(message.values)
        objection = await lent.objections.to(seat, reply, AGAIN)
        if runner.waiting(seat) is not waiting:
            self._too_late(device)
            return
        if objection:
            device.tell({"page": "fault", "key": message.key, "why": one_line(objection, LONGEST)})
            return
        marked = None
        if message.needle in LEVELS and needle_of(runner.info, waiting.ask):
            turns = runner.views[seat].facts.get("turns", ())
            marked = {"kind": BELIEF, "round": len(turns), "items": [message.needle]}
        fault = await runner.answer(seat, reply, marked)
        if fault is not None:
            why = refusal_of(runner.info, waiting.ask, fault)
            device.tell({"page": "fault", "key": message.key, "why": one_line(why, LONGEST)})
        else:
            self._drafts.pop((guest.id, message.key), None)
            device.tell({"page": "sent"})

    def _too_late(self, device: Device) -> None:
        device.tell({"page": "note", "text": "That has already been answered, or the game has moved on."})
        self.refresh()

    async def _act(self, lent: Lent, device: Device, guest: Guest, what: str) -> None:
        runner = lent.runner
        seat = next(iter(frames.seats_of(runner, guest)), "")
        if not seat:
            return
        if what == "hint" and runner.can_hint(seat):
            text = await runner.hint(seat)
            device.tell({"page": "note", "text": text or "There's no hint for this."})
        elif what == "resign" and runner.can_resign(seat):
            await runner.resign(seat)
        elif what == "undo" and runner.can_undo(seat):
            await lent.motions.undo(guest, seat)
        elif what == "overrule" and (ruling := runner.ruling) is not None:
            await lent.motions.overrule(guest, seat, ruling)
