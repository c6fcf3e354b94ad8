"""The link to a room, and the messages between phones and host: JSON texts over a web socket, each with a kind.

A `Device` is one connection, with the texts that it is sent next.

Texts from phones are read strictly. A text is invalid if its kind is unknown, or if a value is missing,
unexpected or of the wrong shape. Nothing in a text is trusted: names, seats and turns are checked for the
connection's own guest.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from contextlib import closing
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tui_arena.room.people import Guest

VERSION = 1
LONGEST = 8 * 1024
"""The maximum number of bytes in a phone's message."""
MOST_FIELDS = 6
PORT = 8722
"""The port that is tried first, so that a phone finds the room again."""
ELSEWHERE = "192.0.2.1"
"""An address reserved for documentation (RFC 5737). It only serves to find the route; nothing is sent."""

Text = Annotated[str, Meta(max_length=4000)]
Short = Annotated[str, Meta(max_length=120)]
Key = Annotated[str, Meta(max_length=200)]
Stars = Annotated[int, Meta(ge=1, le=5)]
Values = Annotated[dict[Short, Text], Meta(max_length=MOST_FIELDS)]


class FromPhone(msgspec.Struct, tag_field="kind", tag=str.lower, forbid_unknown_fields=True, frozen=True):
    """A message from a phone."""


class Join(FromPhone, frozen=True):
    """A new person comes in."""

    version: int
    code: Short
    name: Short
    sign: Short = ""
    colour: Short = ""
    before: Short = ""
    """The token that this device had last; empty: it had none."""


class Enter(FromPhone, frozen=True):
    """A person comes in, or comes back, with the word that the stage shows for them."""

    version: int
    word: Short


class Back(FromPhone, frozen=True):
    """A device that was here before is here again."""

    version: int
    token: Short


class Watch(FromPhone, frozen=True):
    """A device only looks on, with the code for that."""

    version: int
    code: Short


class Ready(FromPhone, frozen=True):
    """A person is ready, or not yet."""

    ready: bool


class Reply(FromPhone, frozen=True):
    """The answer to an ask."""

    key: Key
    """The key of the ask that is answered."""
    way: Annotated[int, Meta(ge=0, le=20)] = 0
    """The number of the way of answering, among those that the page showed."""
    values: Values = {}
    needle: Short = ""
    """How far the person believes what was said, as a level; empty: not given."""


class Draft(FromPhone, frozen=True):
    """The text typed so far. It is still there when the phone wakes up."""

    key: Key
    values: Values = {}


class Act(FromPhone, frozen=True):
    """An act outside the game: `hint`, `undo`, `resign`, `overrule`."""

    what: Short


class Vote(FromPhone, frozen=True):
    """An answer to a motion to which all have to agree."""

    id: Key
    yes: bool


class Bet(FromPhone, frozen=True, tag="beside"):
    """A bet of a person without a seat: how the game ends (`ends`), or the secret itself (`word`)."""

    what: Short
    value: Short


class Challenge(FromPhone, frozen=True):
    """The code of a challenge that a person wants to play on their phone."""

    code: Text


class Rate(FromPhone, frozen=True):
    """A person's rating of the game that they played last, 1 to 5 each."""

    liked: Stars
    satisfied: Stars
    often: Stars


_READER = msgspec.json.Decoder(
    Join | Enter | Back | Watch | Ready | Reply | Draft | Act | Vote | Bet | Challenge | Rate, strict=True
)


def read(text: str) -> FromPhone | None:
    """Returns the message in a phone's text; None if the text isn't a valid message."""
    if len(text) > LONGEST or len(text.encode("utf-8", "replace")) > LONGEST:
        return None
    try:
        said: FromPhone = _READER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return said


def written(frame: dict[str, Any]) -> str:
    """Returns a frame as it is sent to a phone."""
    return msgspec.json.encode({"version": VERSION, **frame}).decode()


def lan_address() -> str | None:
    """Returns this machine's address for other machines in its network; None if it isn't in a network."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect((ELSEWHERE, 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    address = ipaddress.ip_address(found)
    return None if address.is_loopback or address.is_unspecified else found


def link(host: str, port: int, code: str) -> str:
    """Returns the link to a room. The code comes after the `#`, so it appears in no log."""
    return f"http://{host}:{port}/#{code}"


class Device:
    """One phone's connection. `wake` is set when there is something to send."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.guest: Guest | None = None
        self.watches = False
        """Whether it belongs to somebody who only looks on."""
        self.wake = asyncio.Event()
        self._queued: list[str] = []
        self._frame = ""
        self._sent = ""
        self.closed = False

    def show(self, frame: Mapping[str, Any]) -> None:
        """Send this frame next, in place of an unsent one; do nothing if it is equal to the last frame."""
        text = written(dict(frame))
        if text != (self._frame or self._sent):
            self._frame = text
            self.wake.set()

    def tell(self, frame: Mapping[str, Any]) -> None:
        """Send this frame before the next frame that is shown."""
        self._queued.append(written(dict(frame)))
        self.wake.set()

    def close(self) -> None:
        """End the connection after everything is sent."""
        self.closed = True
        self.wake.set()

    def due(self) -> list[str]:
        """Returns the texts to send now, in order."""
        out, self._queued = self._queued, []
        if self._frame:
            self._sent, self._frame = self._frame, ""
            out.append(self._sent)
        self.wake.clear()
        return out
