"""What a model's server may send: how many bytes, until when, from which address, and which fields.

Law: no part of a response reaches a library before this module has checked it. Bytes are counted after
unpacking, and anything that isn't part of a reply is dropped.

This module knows no library for HTTP or for models. A transport makes one `ResponseGuard` for a request,
opens each response with `ResponseGuard.opened`, and passes on what `Body.feed` and `Body.end` return. If
anything breaks a rule, `WireFault` is raised and kept in `ResponseGuard.fault`, because libraries replace or
swallow errors.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urljoin, urlsplit

from tui_arena.config import redact
from tui_arena.core.text import one_line
from tui_arena.players.models.server_fields import (
    ERROR_CHARS,
    code_of,
    decoded,
    encoded,
    has_delta,
    is_complaint,
    piece_of,
    quotable_error,
    reduced,
    signs_of,
)

MIB = 1024 * 1024
ERROR_BYTES = MIB
"""The maximum length of the body of an error or a redirect."""
EVENT_BYTES = 256 * 1024
"""The maximum length of a single event of a stream."""
WHOLE_BYTES = 8 * MIB
"""The maximum length of a reply that isn't a stream of events."""
STREAM_BYTES = 32 * MIB
"""The maximum length of all responses to one request. A server sends about 300 bytes for each token."""
HEADER_BYTES = 64 * 1024
ENCODING = "identity"
"""The encoding to ask for: a body that isn't compressed can't be a decompression bomb."""
_LINE = 64
"""The memory that Python needs for a line in addition to its text, in bytes."""
_PORTS = {"http": 80, "https": 443}
_HEADERS = frozenset({"content-type", "retry-after", "retry-after-ms", "location"})
"""The headers that are passed on. Other headers might echo anything."""
_ADDRESS = re.compile(r"[!-\[\]-~]*")
_BREAK = re.compile(rb"\r\n|\n|\r(?=[\s\S])")


_SERVED = (("model", "model"), ("fingerprint", "system_fingerprint"))
SERVED_CHARS = 100

FaultKind = Literal["timeout", "bad_reply", "unreachable", "broken"]


class WireFault(OSError):
    """A server broke a rule. The text is the end of a sentence about it, without keys."""

    def __init__(self, kind: FaultKind, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why


@dataclass(slots=True)
class ResponseGuard:
    """The rules for one request with all its responses."""

    clock: Callable[[], float]
    until: float
    """The time by `clock` before which the last byte must come, however slowly bytes arrive."""
    left: int = STREAM_BYTES
    """How many more bytes may come, after unpacking."""
    fault: WireFault | None = None
    worded: bool | None = None
    """True if any choice had a message or a delta, even an empty one; None if that isn't checked."""
    counted: bool | None = None
    """True if the server counted its tokens; None if that isn't checked."""
    complained: bool = False
    """True if the server reported a failure of the request, by a status of 400 or more or by an event."""
    said: str = ""
    """The server's own words about its failure, on one line; empty if there are none that may be quoted."""
    signs: str = ""
    """All the server's words about its failure, in lower case; they are searched and never shown."""
    code: int | None = None
    """The status that the server's error names; None if it names none."""
    ended: bool | None = None
    """True if a reply in pieces had an end mark; None if that isn't known, as for a whole reply."""
    whole: bool = False
    """True if the last event was complete when the response ended."""
    heard: Callable[[], None] | None = None
    """Called whenever bytes come."""
    served: dict[str, str] = field(default_factory=dict)
    """What made a reply in OpenAI's protocol: `model` and `fingerprint`, as far as the server names them."""

    def opened(
        self,
        status: int,
        headers: Iterable[tuple[str, str]],
        url: str,
        *,
        chat: bool | None = None,
        take: Callable[[dict[str, Any]], None] | None = None,
    ) -> Body:
        """Returns the body of a response that begins. Raises WireFault.

        `url`: the address that was asked. `chat`: whether the server speaks OpenAI's protocol; None: the
        address decides. `take`: is called with each event, whole reply or error as a value, so that none of
        them is passed on as bytes.
        """
        given = list(headers)
        self.complained, self.said, self.signs, self.code = status >= 400, "", "", None
        if sum(len(name) + len(text) for name, text in given) > HEADER_BYTES:
            self.broken("bad_reply", "sent endless headers")
        kept = {name.lower(): text for name, text in given if name.lower() in _HEADERS}
        if "location" in kept:
            if not 300 <= status < 400:
                del kept["location"]
            elif not same_origin(url, kept["location"]):
                to = one_line(redact(kept["location"]), 200)
                self.broken(
                    "bad_reply",
                    f"redirects requests to {to}, and the key isn't sent there; is the address right?",
                )
        coding = ",".join(text for name, text in given if name.lower() == "content-encoding").strip().lower()
        if coding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            self.broken("bad_reply", "compressed its reply in a way that we didn't ask for")
        if chat is None:
            chat = urlsplit(url).path.endswith("/chat/completions")
        return Body(self, status, kept, packed=coding not in ("", "identity"), chat=chat, take=take)

    def complaint(self, value: object) -> dict[str, Any]:
        """Keep the details of a server's error. Returns the error in OpenAI's form."""
        self.complained = True
        few, self.said = quotable_error(value)
        self.signs = signs_of(value)
        self.code = code_of(value)
        return few

    def note_served(self, value: object) -> None:
        """Keep what the first piece of a reply says about the model that makes it."""
        if not self.served and isinstance(value, dict):
            named = ((name, value.get(key)) for name, key in _SERVED)
            self.served = {
                name: told
                for name, text in named
                if isinstance(text, str)
                and (told := one_line(redact(text[: 2 * SERVED_CHARS]), SERVED_CHARS))
            }

    def count(self, size: int) -> None:
        """Subtract from the bytes that may still come. Raises WireFault if too many came, or too late."""
        if self.heard is not None:
            self.heard()
        self.left -= size
        if self.left < 0:
            self.broken("bad_reply", "sent an endless reply")
        if self.clock() > self.until:
            self.broken("timeout", "didn't finish its reply in time")

    def broken(self, kind: FaultKind, why: str) -> None:
        """Keep a fault and raise it."""
        self.fault = WireFault(kind, why)
        raise self.fault


rules: ContextVar[ResponseGuard | None] = ContextVar("rules", default=None)
"""The guard of the current task's request, for a transport that is called by a library."""


def same_origin(url: str, location: str) -> bool:
    """True if a redirect keeps the scheme, host and port of the request.

    >>> same_origin("http://h/v1", "/v2"), same_origin("http://h/v1", "//g/v1")
    (True, False)
    """
    if not _ADDRESS.fullmatch(location):
        return False  # libraries read such an address in different ways
    try:
        return origin(url) == origin(urljoin(url, location))
    except ValueError:
        return False


def origin(url: str) -> tuple[str, str | None, int | None]:
    """The scheme, host and port of an address."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme)


class Body:
    """The body of one response. Bytes enter as they came, and leave counted, unpacked and reduced."""

    def __init__(
        self,
        guard: ResponseGuard,
        status: int,
        headers: dict[str, str],
        *,
        packed: bool,
        chat: bool,
        take: Callable[[dict[str, Any]], None] | None,
    ) -> None:
        self.headers = headers
        """The headers to pass on, names in lower case."""
        self._guard = guard
        self._take = take
        self._good = 200 <= status < 300
        self._chat = chat
        self._most = STREAM_BYTES if self._good else ERROR_BYTES
        self._unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32) if packed else None
        self._held = bytearray()
        """The part of an event that has come; for a body that isn't read in events, all of it."""
        kind = headers.get("content-type", "text").lower()
        self._lined = "amazon" not in kind and any(sign in kind for sign in ("text", "json", "event-stream"))
        """True if a body of another protocol comes in lines."""
        self._event: list[bytes] = []
        self._size = 0
        self._streams: bool | None = None if self._good else False
        """True if the body is a stream of events; None until that is known."""
        self._complains = False
        """True if the current event is named as an error."""
        self._fault: WireFault | None = None

    def feed(self, data: bytes) -> bytes:
        """Take bytes as they came. Returns the bytes that may be passed on. Raises WireFault."""
        if self._fault is not None:
            raise self._fault
        out = bytearray()
        try:
            self._pass(data, out)
        except WireFault as fault:
            self._fault = fault
            if not out:
                raise  # else the bytes before the fault are passed on first
        return bytes(out)

    def _pass(self, data: bytes, out: bytearray) -> None:
        for part in self._unpacked(data):
            self._guard.count(len(part))
            self._most -= len(part)
            if self._most < 0:
                self._guard.broken("bad_reply", "sent an endless error")
            if self._good and not self._chat:
                self._lines(part, out)
                continue
            self._held += part
            if self._streams is None:
                first = bytes(self._held[:64]).lstrip()[:1]
                self._streams = first != b"{" if first else None
            if self._streams:
                self._events(part, out)
            elif len(self._held) > WHOLE_BYTES:
                self._guard.broken("bad_reply", "sent an endless reply")

    def end(self) -> bytes:
        """Returns the remaining bytes after the whole response has come. Raises WireFault."""
        if self._fault is not None:
            raise self._fault
        if self._streams is not False and self._chat:
            return self._last_event()
        whole, self._held = bytes(self._held), bytearray()
        if self._good and not self._chat:
            self._look(whole)
            return whole
        return self._reply(whole) if self._good else self._error(whole)

    def _last_event(self) -> bytes:
        """Returns the event that the end of the response completes; an incomplete event is dropped."""
        out = bytearray()
        self._line(bytes(self._held.rstrip(b"\r")), out)
        self._guard.whole = not self._held.strip() or self._held.startswith(
            (b"data:", b":", b"event:", b"id:")
        )
        self._held = bytearray()
        if self._event:
            content = b"\n".join(self._event)
            self._event, self._size = [], 0
            if content.strip() == b"[DONE]" or decoded(content) is not None:
                out += self._one(content)
            else:
                self._guard.whole = False
        return bytes(out)

    def _reply(self, whole: bytes) -> bytes:
        value = decoded(whole)
        if value is None:
            value = decoded(
                whole.partition(b"\ndata: [DONE]")[0]
            )  # some gateways end a whole reply like this
        if value is None and whole.lstrip().startswith(b"{"):
            self._guard.broken("broken", "broke off")
        few = reduced(value, "message")
        if few is None:
            return b""
        self._guard.worded, self._guard.counted = bool(few.get("choices")), "usage" in few
        self._guard.note_served(value)
        return self._given({"error": self._guard.complaint(value)} if "error" in few else few)

    def _error(self, whole: bytes) -> bytes:
        """Returns the body of an error in OpenAI's form; libraries for other protocols search it as text."""
        value = decoded(whole)
        if value is None:
            value = whole[: 4 * ERROR_CHARS].decode("utf-8", "replace")
        return self._given({"error": self._guard.complaint(value)})

    def _given(self, few: dict[str, Any]) -> bytes:
        """Pass a value to `take`, or return it as bytes if there is no `take`."""
        if self._take is None:
            return encoded(few)
        self._take(few)
        return b""

    def _unpacked(self, data: bytes) -> Iterator[bytes]:
        """Yields parts of at most 64 KiB, so that a decompression bomb can't fill the memory unnoticed."""
        if self._unpacker is None:
            yield data
            return
        try:
            while data and not self._unpacker.eof:
                part = self._unpacker.decompress(data, 65536)
                data = self._unpacker.unconsumed_tail
                yield part
        except zlib.error:
            self._guard.broken("bad_reply", "sent a compressed reply that can't be read")

    def _lines(self, part: bytes, out: bytearray) -> None:
        """Pass on the whole lines of a protocol other than OpenAI's, up to a line that reports a failure."""
        if not self._lined:
            out += part
            return
        self._held += part
        if b"\n" in part:
            whole, _, self._held = self._held.rpartition(b"\n")
            for line in whole.split(b"\n"):
                if len(line) > EVENT_BYTES and line.startswith(b"data:"):
                    self._guard.broken("bad_reply", "sent an endless reply")
                self._look(bytes(line))
                out += line + b"\n"
        if len(self._held) > WHOLE_BYTES:
            self._guard.broken("bad_reply", "sent an endless reply")

    def _look(self, line: bytes) -> None:
        """Raise WireFault if a line is an error in the middle of a reply."""
        if b'"error"' not in line:
            return
        value = decoded(line.removeprefix(b"data:"))
        if isinstance(value, dict) and value.get("error"):
            self._guard.complaint(value)
            self._guard.broken("unreachable", "broke off")

    def _events(self, part: bytes, out: bytearray) -> None:
        """Add the reduced events that this part of the stream completes."""
        lines: list[bytes] = []
        before = self._held[-len(part) - 1 : -len(part)]
        if b"\n" in part or b"\r" in part or before == b"\r":
            *lines, rest = _BREAK.split(bytes(self._held))
            self._held = bytearray(rest)
        for line in lines:
            self._line(line, out)
        if len(self._held) + self._size > EVENT_BYTES:
            self._guard.broken("bad_reply", "sent an endless reply")

    def _line(self, line: bytes, out: bytearray) -> None:
        """Take a line of a stream, and add the event that it completes, reduced.

        If only one line break separates events, a `data:` line that begins a new event ends the one before
        it.
        """
        if line.startswith(b"data:"):
            content = line[5:].lstrip(b" ")
            begins = content.startswith(b"{") or content.strip() == b"[DONE]"
            if begins and self._event and decoded(b"\n".join(self._event)) is not None:
                self._close(out)
            self._event.append(content)
            self._size += len(line) + _LINE
        elif (
            line.startswith((b"error:", b"{"))
            and (value := decoded(line.removeprefix(b"error:"))) is not None
        ):
            self._close(out)
            if isinstance(value, dict) and (line.startswith(b"error:") or "choices" not in value):
                out += self._given({"error": self._guard.complaint(value)})
            else:
                self._event.append(line)
                self._close(out)
        elif line.startswith(b"event:"):
            self._complains = line[6:].strip() == b"error"
        elif not line and self._event:
            self._close(out)

    def _close(self, out: bytearray) -> None:
        """Add the event that is complete now, reduced."""
        if self._event:
            content, self._event, self._size = b"\n".join(self._event), [], 0
            out += self._one(content)

    def _one(self, content: bytes) -> bytes:
        complains, self._complains = self._complains, False
        if content.strip() == b"[DONE]":
            self._guard.ended = True
            return b"data: [DONE]\n\n"
        if self._take is not None and not complains and (piece := piece_of(content)) is not None:
            self._guard.worded, self._guard.ended = True, bool(self._guard.ended)
            self._guard.note_served({"model": piece.model, "system_fingerprint": piece.system_fingerprint})
            self._take(piece.few())
            return b""
        value = decoded(content)
        if complains or is_complaint(value):
            said = value if value is not None else content.decode("utf-8", "replace")
            return (
                b"data: %s\n\n" % whole
                if (whole := self._given({"error": self._guard.complaint(said)}))
                else b""
            )
        if value is None and not content.lstrip().startswith((b"{", b"[")):
            return b""  # a comment or a keep-alive that some servers send as data
        if value is None:
            self._guard.broken("bad_reply", "sent something that isn't part of a reply")
        few = reduced(value, "delta")
        if few is not None and "error" in few:
            few = {"error": self._guard.complaint(value)}
        elif few is not None:
            self._guard.worded = self._guard.worded or has_delta(value)
            self._guard.ended = bool(self._guard.ended or any(one["finish_reason"] for one in few["choices"]))
            self._guard.note_served(value)
        return b"data: %s\n\n" % whole if few is not None and (whole := self._given(few)) else b""
