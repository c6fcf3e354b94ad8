"""Who is in a room: its code, its guests, their tokens and places, and how often somebody may try.

A guest is known by a token, and only the token's hash is saved. It is saved next to the party or the session,
so that a phone finds its seat again after the host was restarted. A place is a seat of a session, or a player
of a party. Only the room knows which guest has a place; a saved session or party contains only people.

The stage reports who comes, leaves and comes back (`Arrivals`), but ignores short gaps.

Law: nobody joins without the code, and no device acts for a guest without the guest's token. A name gives
nobody a place.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from tui_arena.core.language.names import name_key
from tui_arena.core.language.sentences import with_article
from tui_arena.core.text import one_line
from tui_arena.players.seating import NAME_CHARS

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Consonants only, so that no code is a word."""
CODE = 4
MOST_GUESTS = 12
MOST_WATCHERS = 12
"""The maximum number of devices that only look on."""
MOST_WATCHERS_PER_ADDRESS = 8
"""The maximum number of watching devices at one address, so that no machine can take all places."""
MOST_PLACES = 400
"""The maximum number of saved places. The places of the oldest sessions are dropped first."""
SYLLABLES = tuple(f"{c}{v}" for c in "BDFGHJKLMNPRSTVWZ" for v in "AEIOU")
WORD_LASTS = 180.0
"""Seconds for which a word lets a phone in."""
SIGNS = ("●", "▲", "■", "◆", "★", "♥", "♣", "♠", "☀", "☂", "♫", "✿")
COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "violet", "pink")
TRIES, TRIES_IN_ALL, WINDOW = 10, 240, 60.0
"""The number of wrong codes allowed in `WINDOW` seconds: from one address, and from all addresses together."""


class EntryRefused(Exception):
    """A person can't come in. The text is a sentence for this person."""


class NoPlace(EntryRefused):
    """There is no place now, but there may be one later."""


@dataclass(slots=True)
class Guest:
    """A person who has joined from their own device."""

    id: str
    name: str
    sign: str
    colour: str
    token: str
    """The hash of the guest's token, in hexadecimal digits."""
    ready: bool = False
    away: bool = True
    """Whether none of the guest's devices is connected."""


Place = tuple[str, str]
"""The id of a session and one of its seats, or the id of a party and the PLAYER text of a person there."""


@dataclass(frozen=True, slots=True)
class RoomPerson:
    """A person on the stage or in the room: who it is, from which phone they play, and where they sit."""

    name: str
    guest: Guest | None = None
    """The guest whose phone they play from; None: they play at the keyboard."""
    places: tuple[Place, ...] = ()
    """The person's places at the party and at the table on the stage."""

    @property
    def borrows(self) -> bool:
        """Whether the person plays from another guest's phone. That guest stays a separate guest."""
        return self.guest is not None and name_key(self.guest.name) != name_key(self.name)


@dataclass(frozen=True, slots=True)
class Word:
    """A word on the stage that lets one phone in as one person. It works once."""

    text: str
    person: RoomPerson
    until: float
    """When the word expires, by the clock of the room."""


class KeptRoom(msgspec.Struct):
    """A room as it is saved: with hashes instead of tokens."""

    code: str
    port: int
    lan: bool
    guests: list[Guest]
    at: float
    """When it was last saved, in seconds since 1970."""
    places: list[tuple[str, str, str]] = []
    """The two texts of each place, and the id of the guest who has it."""
    barred: list[str] = []
    """The hashes of the tokens, and the keys of the names, that were taken out for good."""
    watch: str = ""
    """The code for watchers; empty: a new one is taken."""
    audience_votes: bool = False


def hashed(token: str) -> str:
    """Returns the hash of a token: SHA-256, in hexadecimal digits."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(slots=True)
class Tries:
    """Counts the wrong codes of the last minute, so that a code can't be found by trying.

    There are 160,000 codes. At the limit of all addresses, trying them all takes eleven hours, half of that
    on average. At the limit of one address, it takes eleven days. A right code isn't counted, and a token
    isn't either, because nobody can guess it. So other people must wait only if 24 addresses are wrong ten
    times a minute.
    """

    _wrong: deque[tuple[float, str]] = field(default_factory=deque)
    """When each wrong code was tried, and by which address; the oldest first."""

    def left(self, address: str, now: float) -> bool:
        """Whether an address may try a code at the time `now` (in seconds)."""
        while self._wrong and self._wrong[0][0] <= now - WINDOW:
            self._wrong.popleft()
        own = sum(by == address for _, by in self._wrong)
        return own < TRIES and len(self._wrong) < TRIES_IN_ALL

    def wrong(self, address: str, now: float) -> None:
        """Count a wrong code."""
        self._wrong.append((now, address))


class Room:
    """The people of a room."""

    def __init__(
        self,
        code: str | None = None,
        guests: Iterable[Guest] = (),
        places: Mapping[Place, str] | None = None,
        barred: Iterable[str] = (),
        watch: str = "",
    ) -> None:
        self.code = code or _new_code()
        self.watch = watch or _new_code(self.code)
        """The code for people who only look on. It doesn't let anybody take a seat."""
        self.audience_votes = False
        """Whether those who look on may say how the game ends."""
        self.guests: dict[str, Guest] = {guest.id: guest for guest in guests}
        self.places: dict[Place, str] = dict(places or {})
        """The id of the guest who has each place, oldest first."""
        self.barred = set(barred)
        self.word: Word | None = None
        """The word that the stage shows."""
        self.open = True
        """Whether a new guest may join."""
        self.tries = Tries()

    @classmethod
    def kept(cls, text: str) -> tuple[Room, KeptRoom] | None:
        """Returns the room in a saved text, with all guests away; None if it can't be read."""
        try:
            kept = msgspec.json.decode(text, type=KeptRoom)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None
        if len(kept.code) != CODE or set(kept.code) - set(LETTERS) or not 0 < kept.port < 65536:
            return None
        watch = "" if len(kept.watch) != CODE or set(kept.watch) - set(LETTERS) else kept.watch
        guests = [
            g for g in kept.guests[:MOST_GUESTS] if g.name == one_line(g.name, NAME_CHARS).strip() != ""
        ]
        for guest in guests:
            guest.away = True
        known = {guest.id for guest in guests}
        places = {(at, who): guest for at, who, guest in kept.places[-MOST_PLACES:] if guest in known}
        room = cls(kept.code, guests, places, kept.barred, watch)
        room.audience_votes = kept.audience_votes
        return room, kept

    def text(self, port: int, at: float, *, lan: bool) -> str:
        """Returns the text to save at a time, in seconds since 1970."""
        places = [(*place, guest) for place, guest in self.places.items()]
        guests, barred = list(self.guests.values()), sorted(self.barred)
        kept = KeptRoom(self.code, port, lan, guests, at, places, barred, self.watch, self.audience_votes)
        return msgspec.json.encode(kept).decode()

    # who comes in

    def join(
        self,
        code: str,
        name: str,
        sign: str,
        colour: str,
        *,
        address: str,
        now: float,
        taken: Iterable[str] = (),
        others: Iterable[str] = (),
        before: str = "",
    ) -> tuple[Guest, str]:
        """Returns a new guest, and the token that only the guest's device knows.

        `taken`: the names of people at the table and the party who aren't guests. `others`: further names
        that nobody may have, such as those of bots. `before`: the token that this device had last; empty:
        none.

        Raises EntryRefused with a sentence in these cases: too many tries, a wrong code, a closed or full
        room, an empty or taken name, a person who was taken out for good.
        """
        self._check(code, self.code, "That isn't the code on the big screen.", address=address, now=now)
        if not self.open:
            raise EntryRefused("They've started without you. Ask the host to open the room.")
        if len(self.guests) >= MOST_GUESTS:
            raise EntryRefused(f"The room is full, with {MOST_GUESTS} people in it.")
        name = one_line(name, NAME_CHARS).strip()
        key = name_key(name)
        if not key:
            raise EntryRefused("Type your name.")
        if self.barred & {key, hashed(before)}:
            raise EntryRefused("The host has taken you out of the room. Ask at the screen.")
        like = next((guest.name for guest in self.guests.values() if name_key(guest.name) == key), None)
        if like is not None:
            raise EntryRefused(
                f"There's already {with_article(like)}. Pick another name, or ask at the screen if you are {like}."
            )
        like = next((one for one in taken if name_key(one) == key), None)
        if like is not None:
            raise EntryRefused(
                f"There's {with_article(like)} at the table already. Are you {like}? Then ask at the screen."
            )
        if key in map(name_key, others):
            raise EntryRefused("That name is taken at this table. Pick another one.")
        return self._new(name, sign, colour)

    def look_on(self, code: str, watchers: Sequence[str], *, address: str, now: float) -> None:
        """Let a device look on. `watchers`: the addresses of the devices that already look on.

        Raises EntryRefused with a sentence: too many tries, a wrong code; NoPlace: too many watchers.
        """
        why = "That isn't the code for watching. Ask for the new link."
        self._check(code, self.watch, why, address=address, now=now)
        most = min(MOST_WATCHERS, MOST_WATCHERS_PER_ADDRESS + sum(other != address for other in watchers))
        if len(watchers) >= most:
            raise NoPlace(
                f"{most} people are already watching. You'll be let in as soon as one of them leaves."
            )

    def _check(self, said: str, shown: str, otherwise: str, *, address: str, now: float) -> None:
        """Compare what somebody typed with the code or word on the stage. Raises EntryRefused, with `otherwise`.

        `shown`: empty if there is none; then every text is wrong.
        """
        if not self.tries.left(address, now):
            raise EntryRefused("Too many tries. Wait a minute.")
        typed = said.strip().upper().encode("utf-8", "replace")
        if not shown or not secrets.compare_digest(typed, shown.encode()):
            self.tries.wrong(address, now)
            raise EntryRefused(otherwise)

    def _new(self, name: str, sign: str = "", colour: str = "") -> tuple[Guest, str]:
        token = secrets.token_urlsafe(24)
        sign = self._free(sign, SIGNS, {guest.sign for guest in self.guests.values()})
        colour = self._free(colour, COLOURS, {guest.colour for guest in self.guests.values()})
        guest = Guest(secrets.token_hex(4), name, sign, colour, token=hashed(token))
        self.guests[guest.id] = guest
        return guest, token

    @staticmethod
    def _free(wanted: str, all_of: Sequence[str], taken: Collection[str]) -> str:
        """Returns the wanted value if it is free, else another free value, or any value if all are taken."""
        if wanted in all_of and wanted not in taken:
            return wanted
        free = [one for one in all_of if one not in taken]
        return secrets.choice(free or all_of)

    def back(self, token: str) -> Guest:
        """Returns the guest of a token. Raises EntryRefused if there is none."""
        found = hashed(token)
        for guest in self.guests.values():
            if secrets.compare_digest(guest.token, found):
                return guest
        raise EntryRefused("You're not in this room any more. Join again.")

    def invite(self, person: RoomPerson, now: float) -> Word:
        """Returns a new word that lets one phone in as this person, in place of the previous word."""
        text = "".join(secrets.choice(SYLLABLES) for _ in range(3))
        self.word = Word(text, person, now + WORD_LASTS)
        return self.word

    def enter(self, word: str, *, address: str, now: float) -> tuple[Guest, str]:
        """Returns the guest whom a word lets in, and a new token.

        The word and the guest's old token are used up. Raises EntryRefused with a sentence: too many tries, a
        wrong word, a full room.
        """
        shown = self.word if self.word is not None and now <= self.word.until else None
        why = "That isn't the word on the big screen. Ask the host for a new one."
        self._check(word, shown.text if shown else "", why, address=address, now=now)
        assert shown is not None, "no text is right without a word"
        guest = None if shown.person.borrows else shown.person.guest
        if guest is None and len(self.guests) >= MOST_GUESTS:
            raise EntryRefused(f"The room is full, with {MOST_GUESTS} people in it.")
        self.word = None
        if guest is None:
            guest, token = self._new(shown.person.name)
            self.seat(shown.person.places, guest.id)
            return guest, token
        token = secrets.token_urlsafe(24)
        guest.token = hashed(token)
        return guest, token

    def remove(self, guest: str) -> None:
        """Take a guest out. The token becomes invalid, and the guest's places move to the keyboard."""
        gone = self.guests.pop(guest, None)
        self.places = {place: one for place, one in self.places.items() if one != guest}
        if gone is not None and self.word is not None and self.word.person.guest is gone:
            self.word = None

    def bar(self, guest: Guest) -> None:
        """Refuse a guest's name, and any browser that has the guest's token, unless a word lets them in."""
        self.barred |= {name_key(guest.name), guest.token}

    def renew(self) -> None:
        """Take other codes. Guests stay in the room, and watchers keep watching."""
        self.code = _new_code()
        self.watch = _new_code(self.code)

    # who sits where

    def holder(self, at: str, who: str) -> Guest | None:
        """Returns the guest who has a place; None if nobody has it, so its person is at the keyboard."""
        return self.guests.get(self.places.get((at, who), ""))

    def seat(self, places: Iterable[Place], guest: str) -> None:
        """Give places to a guest; an empty id gives them to the keyboard."""
        for place in places:
            self.places.pop(place, None)
            if guest in self.guests:
                self.places[place] = guest
        for place in list(self.places)[:-MOST_PLACES]:
            del self.places[place]


def _new_code(other: str = "") -> str:
    """Returns a code that isn't the other one."""
    code = other
    while code == other:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
    return code


STEADY = 4.0
"""The number of seconds for which a guest must be here or away before the stage reports it."""
QUIET = 20.0
"""Seconds between two reports about the same guest, however often the connection drops."""


@dataclass(slots=True)
class Presence:
    """What the stage has reported about a guest."""

    here: bool = False
    at: float = -QUIET
    """When the stage reported it, by the clock of the room."""
    due: asyncio.TimerHandle | None = None
    """The timer that checks again whether there is something to report."""


class Arrivals:
    """What the stage has reported about each guest of a room."""

    def __init__(self, room: Room, now: Callable[[], float], said: Callable[[str], None]) -> None:
        """`now`: seconds of a monotonic clock. `said` is called with each sentence for the stage."""
        self._room, self._now, self._said = room, now, said
        self._reported: dict[str, Presence] = {}
        """Maps a guest's id to what the stage has reported about the guest."""

    def came(self, guest: Guest) -> None:
        """Report a new guest."""
        self._reported[guest.id] = Presence(here=True, at=self._now())
        self._said(f"{guest.name} is here.")

    def say_later(self, guest: Guest) -> None:
        """Report that a guest has left or come back, if the change lasts."""
        told = self._reported.setdefault(guest.id, Presence())
        if told.due is not None:
            told.due.cancel()
        wait = max(STEADY, told.at + QUIET - self._now())
        told.due = asyncio.get_running_loop().call_later(wait, self._say, guest.id)

    def _say(self, guest_id: str) -> None:
        guest, told = self._room.guests.get(guest_id), self._reported[guest_id]
        told.due = None
        if guest is not None and told.here == guest.away:
            told.here, told.at = not guest.away, self._now()
            self._said(f"{guest.name} {'has left' if guest.away else 'is back'}.")

    def close(self) -> None:
        """Stop reporting."""
        for told in self._reported.values():
            if told.due is not None:
                told.due.cancel()
