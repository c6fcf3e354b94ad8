"""Who is in a room: its code, its guests, their tokens, and how often somebody may try.

A guest is known by a token, of which only the hash is kept; it is kept next to the party or the session, so
that a phone finds its seat again after the host was started anew. A seat belongs to the guest whose name it
has: a saved session knows people only.

Law: without the code nobody joins, and without the token nobody is somebody.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from tui_arena.core.text import one_line
from tui_arena.players.seating import NAME_CHARS

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Consonants, so that no code is a word."""
CODE = 4
MOST_GUESTS = 12
SIGNS = ("●", "▲", "■", "◆", "★", "♥", "♣", "♠", "☀", "☂", "♫", "✿")
COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "violet", "pink")
TRIES, TRIES_IN_ALL, WINDOW = 10, 240, 60.0
"""How many wrong codes an address, and all addresses together, may name in `WINDOW` seconds."""


class Refused(Exception):
    """Somebody can't come in; the text is a sentence for them."""


@dataclass(slots=True)
class Guest:
    """Somebody who has joined from a device of their own."""

    id: str
    name: str
    sign: str
    colour: str
    token: str
    """The hash of their token, in hexadecimal digits."""
    ready: bool = False
    away: bool = True
    """Whether no device of theirs is connected."""


class KeptRoom(msgspec.Struct):
    """What is kept of a room: no token, only hashes."""

    code: str
    port: int
    lan: bool
    guests: list[Guest]
    at: float
    """When it was kept last, in seconds since 1970."""


def hashed(token: str) -> str:
    """The hash of a token: SHA-256, in hexadecimal digits."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


@dataclass(slots=True)
class Tries:
    """Counts the wrong codes of the last minute, so that a code can't be found by trying.

    There are 160,000 codes. At the limit of all addresses a search of them takes eleven hours, half of that on
    average; at the limit of one address it takes eleven days. A right code isn't counted, and neither is a token,
    which nobody can guess; so 24 addresses have to be wrong ten times a minute before anybody else must wait.
    """

    _wrong: deque[tuple[float, str]] = field(default_factory=deque)
    """When each was named, and by which address; the oldest first."""

    def left(self, address: str, now: float) -> bool:
        """Whether an address may name a code at a time, in seconds."""
        while self._wrong and self._wrong[0][0] <= now - WINDOW:
            self._wrong.popleft()
        own = sum(by == address for _, by in self._wrong)
        return own < TRIES and len(self._wrong) < TRIES_IN_ALL

    def wrong(self, address: str, now: float) -> None:
        """Count a wrong code."""
        self._wrong.append((now, address))


class Room:
    """The people of a room."""

    def __init__(self, code: str | None = None, guests: Iterable[Guest] = ()) -> None:
        self.code = code or "".join(secrets.choice(LETTERS) for _ in range(CODE))
        self.guests: dict[str, Guest] = {guest.id: guest for guest in guests}
        self.open = True
        """Whether somebody new may join."""
        self.tries = Tries()

    @classmethod
    def kept(cls, text: str) -> tuple[Room, KeptRoom] | None:
        """The room of a kept text, with all guests away; None if it can't be read."""
        try:
            kept = msgspec.json.decode(text, type=KeptRoom)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None
        if len(kept.code) != CODE or set(kept.code) - set(LETTERS) or not 0 < kept.port < 65536:
            return None
        guests = [
            g for g in kept.guests[:MOST_GUESTS] if g.name == one_line(g.name, NAME_CHARS).strip() != ""
        ]
        for guest in guests:
            guest.away = True
        return cls(kept.code, guests), kept

    def text(self, port: int, at: float, *, lan: bool) -> str:
        """What is kept of it at a time, in seconds since 1970."""
        return msgspec.json.encode(KeptRoom(self.code, port, lan, list(self.guests.values()), at)).decode()

    def join(
        self, code: str, name: str, sign: str, colour: str, *, address: str, now: float
    ) -> tuple[Guest, str]:
        """A new guest, and the token that only their device knows.

        Raises Refused with a sentence: too many tries, a wrong code, a closed or full room, a name that is
        empty or taken.
        """
        if not self.tries.left(address, now):
            raise Refused("Too many tries. Wait a minute.")
        if not secrets.compare_digest(code.strip().upper().encode("utf-8", "replace"), self.code.encode()):
            self.tries.wrong(address, now)
            raise Refused("That isn't the code on the big screen.")
        if not self.open:
            raise Refused("They've started without you. Ask the host to open the room.")
        if len(self.guests) >= MOST_GUESTS:
            raise Refused(f"The room is full, with {MOST_GUESTS} people in it.")
        name = one_line(name, NAME_CHARS).strip()
        if not name:
            raise Refused("Type your name.")
        if name.casefold() in {guest.name.casefold() for guest in self.guests.values()}:
            raise Refused(f"There's already a {name}. Pick another name.")
        token = secrets.token_urlsafe(24)
        sign = self._free(sign, SIGNS, {guest.sign for guest in self.guests.values()})
        colour = self._free(colour, COLOURS, {guest.colour for guest in self.guests.values()})
        guest = Guest(secrets.token_hex(4), name, sign, colour, token=hashed(token))
        self.guests[guest.id] = guest
        return guest, token

    @staticmethod
    def _free(wanted: str, all_of: Sequence[str], taken: Collection[str]) -> str:
        """The one that is wanted, or another that nobody has; if all are taken, one that somebody has."""
        if wanted in all_of and wanted not in taken:
            return wanted
        free = [one for one in all_of if one not in taken]
        return secrets.choice(free or all_of)

    def back(self, token: str) -> Guest:
        """The guest of a token. Raises Refused if there is none."""
        found = hashed(token)
        for guest in self.guests.values():
            if secrets.compare_digest(guest.token, found):
                return guest
        raise Refused("You're not in this room any more. Join again.")

    def remove(self, guest: str) -> None:
        """Take somebody out; their token is worth nothing from now on."""
        self.guests.pop(guest, None)

    def named(self, name: str) -> Guest | None:
        """The guest with a name."""
        return next((guest for guest in self.guests.values() if guest.name == name), None)
