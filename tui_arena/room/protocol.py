"""Where phones find a room, and what they and the host say: JSON texts over a web socket, each with a kind.

Texts of phones are read strictly: an unknown kind, a missing or a further value, or one of another shape is no
message. Nothing in them is believed: a name, a seat and a turn are looked up by the connection's own guest.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import closing
from typing import Annotated, Any

import msgspec
from msgspec import Meta

VERSION = 1
LONGEST = 8 * 1024
"""Bytes of a message of a phone."""
MOST_FIELDS = 6
PORT = 8722
"""The port that is tried first, so that a phone finds the room again."""
ELSEWHERE = "192.0.2.1"
"""An address of documentation (RFC 5737). Nothing is sent to it; it is asked for the way there."""

Text = Annotated[str, Meta(max_length=4000)]
Short = Annotated[str, Meta(max_length=120)]
Key = Annotated[str, Meta(max_length=200)]
Stars = Annotated[int, Meta(ge=1, le=5)]
Values = Annotated[dict[Short, Text], Meta(max_length=MOST_FIELDS)]


class FromPhone(msgspec.Struct, tag_field="kind", tag=str.lower, forbid_unknown_fields=True, frozen=True):
    """A message of a phone."""


class Join(FromPhone, frozen=True):
    """Somebody new comes in."""

    version: int
    code: Short
    name: Short
    sign: Short = ""
    colour: Short = ""
    before: Short = ""
    """The token that this device had last; empty: it had none."""


class Enter(FromPhone, frozen=True):
    """Somebody comes in, or comes back, by the word that the stage shows for them."""

    version: int
    word: Short


class Back(FromPhone, frozen=True):
    """A device that was here before is here again."""

    version: int
    token: Short


class Ready(FromPhone, frozen=True):
    """Somebody is ready, or not yet."""

    ready: bool


class Reply(FromPhone, frozen=True):
    """The answer to what is asked."""

    key: Key
    """The key of the ask that it answers."""
    way: Annotated[int, Meta(ge=0, le=20)] = 0
    """Which of the ways that the page was shown."""
    values: Values = {}
    needle: Short = ""
    """How far they believe what they are told, a level; empty: they did not say."""


class Draft(FromPhone, frozen=True):
    """What is typed so far, so that it is there again after the phone has slept."""

    key: Key
    values: Values = {}


class Act(FromPhone, frozen=True):
    """Something beside the game: `hint`, `undo`, `resign`, `overrule`."""

    what: Short


class Vote(FromPhone, frozen=True):
    """An answer to what somebody wants of all."""

    id: Key
    yes: bool


class Beside(FromPhone, frozen=True):
    """What somebody without a seat says: how it ends (`ends`), or the secret itself (`word`)."""

    what: Short
    value: Short


class Rate(FromPhone, frozen=True):
    """What somebody thinks of the game that they have played last, 1 to 5 each."""

    liked: Stars
    satisfied: Stars
    often: Stars


_READER = msgspec.json.Decoder(
    Join | Enter | Back | Ready | Reply | Draft | Act | Vote | Beside | Rate, strict=True
)


def read(text: str) -> FromPhone | None:
    """The message in a phone's text; None if it is none."""
    if len(text) > LONGEST or len(text.encode("utf-8", "replace")) > LONGEST:
        return None
    try:
        said: FromPhone = _READER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return said


def written(frame: dict[str, Any]) -> str:
    """A frame as it is sent to a phone."""
    return msgspec.json.encode({"version": VERSION, **frame}).decode()


def lan_address() -> str | None:
    """The address of this machine that others in its network reach; None if it is in none."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect((ELSEWHERE, 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    address = ipaddress.ip_address(found)
    return None if address.is_loopback or address.is_unspecified else found


def link(host: str, port: int, code: str) -> str:
    """The link to a room. The code stands behind the `#`, where no log sees it."""
    return f"http://{host}:{port}/#{code}"
