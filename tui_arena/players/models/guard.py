"""What a model's server may send: how many bytes, until when, from which address, and which fields.

Law: no part of a response reaches a library before this module has checked it. Bytes are counted after
unpacking, and anything that isn't part of a reply is dropped.

This module knows no library for HTTP or for models. A transport makes one `ResponseGuard` for a request,
opens each response with `ResponseGuard.opened`, and passes on what `Body.feed` and `Body.end` return. If
anything breaks a rule, `WireFault` is raised and kept in `ResponseGuard.fault`, because libraries replace or
swallow errors.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urljoin, urlsplit

import msgspec

from tui_arena.config import redact
from tui_arena.config.redaction import shows_key
from tui_arena.core.text import one_line

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
MOST_TOKENS = 1_000_000_000
"""A provider's token count for one reply is ignored if it is higher than this or negative."""
ENCODING = "identity"
"""The encoding to ask for: a body that isn't compressed can't be a decompression bomb."""
_LINE = 64
"""The memory that Python needs for a line in addition to its text, in bytes."""
_PORTS = {"http": 80, "https": 443}
_HEADERS = frozenset({"content-type", "retry-after", "retry-after-ms", "location"})
"""The headers that are passed on. Other headers might echo anything."""
_FINISHES = {
    "length": "length", "max_tokens": "length", "model_length": "length", "max_output_tokens": "length",
    "content_filter": "content_filter", "refusal": "refusal", "safety": "content_filter",
    "error": "error",
}  # fmt: skip
"""Maps a server's word for how a reply ended to OpenAI's word. Any other word counts as `stop`."""
_TEXTS = ("content", "reasoning_content", "reasoning", "refusal")
SAID = 220
"""The number of characters of a server's own words about a failure that may be quoted."""
_ERROR_CHARS = 2000
"""The number of characters of an error that are passed on. Libraries search all of it again and again."""
_WORDS = ("message", "error", "detail", "msg", "reason")
"""The fields in which servers put the words of an error, in the order in which they are searched."""
_CODE = re.compile(r"[A-Za-z_-]{1,64}|[0-9]{3}")
_LIBRARY = re.compile(
    r"\b(?:litellm|pydantic|httpx|aiohttp|httpcore|asyncio|openai\.)|site-packages|Traceback|\bFile \"|"
    r"\b[A-Z]\w+(?:Error|Exception|Warning)\b|<[!/a-z]",
    re.IGNORECASE,
)
"""Matches words of a program instead of a server's own words. They don't help the user."""
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
        few, self.said = told(value)
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
            if content.strip() == b"[DONE]" or _decoded(content) is not None:
                out += self._one(content)
            else:
                self._guard.whole = False
        return bytes(out)

    def _reply(self, whole: bytes) -> bytes:
        value = _decoded(whole)
        if value is None:
            value = _decoded(
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
        value = _decoded(whole)
        if value is None:
            value = whole[: 4 * _ERROR_CHARS].decode("utf-8", "replace")
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
        value = _decoded(line.removeprefix(b"data:"))
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
            if begins and self._event and _decoded(b"\n".join(self._event)) is not None:
                self._close(out)
            self._event.append(content)
            self._size += len(line) + _LINE
        elif (
            line.startswith((b"error:", b"{"))
            and (value := _decoded(line.removeprefix(b"error:"))) is not None
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
        value = _decoded(content)
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
            self._guard.worded = self._guard.worded or _has_delta(value)
            self._guard.ended = bool(self._guard.ended or any(one["finish_reason"] for one in few["choices"]))
            self._guard.note_served(value)
        return b"data: %s\n\n" % whole if few is not None and (whole := self._given(few)) else b""


# fields


def reduced(value: object, part: Literal["delta", "message"]) -> dict[str, Any] | None:
    """The needed fields of an event (`delta`) or a whole reply (`message`) in OpenAI's protocol, with checked types.

    None if the value is neither. The text in an event isn't redacted, because a key may be spread over several events.
    """
    if not isinstance(value, dict):
        return None
    if is_complaint(value):
        return {"error": told(value)[0]}
    choices = value.get("choices")
    if not isinstance(choices, list):
        return None
    kind = "chat.completion" if part == "message" else "chat.completion.chunk"
    few: dict[str, Any] = {"id": "-", "object": kind, "created": 0, "model": "-"}
    few["choices"] = _choices(choices, part)
    usage = counted(value.get("usage")) or counted(_of(value.get("x_groq"), "usage"))
    if usage is not None:
        few["usage"] = _usage(*usage)
    return few


def is_complaint(value: object) -> bool:
    """True if a value reports a failure instead of a part of a reply.

    >>> is_complaint({"success": False, "msg": "no such model"}), is_complaint({"choices": [], "error": None})
    (True, False)
    """
    if not isinstance(value, dict):
        return False
    failed = value.get("success") is False or value.get("object") == "error" or value.get("type") == "error"
    return bool(value.get("error")) or (failed and not value.get("choices"))


def _of(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, Mapping) else None


def counted(usage: object) -> tuple[int, int] | None:
    """Returns the tokens in and out by a provider's count; None if the count isn't plausible."""
    if isinstance(usage, Mapping):
        counts = [usage.get("prompt_tokens", 0), usage.get("completion_tokens", 0)]
    elif usage is None:
        return None
    else:
        counts = [getattr(usage, "prompt_tokens", 0), getattr(usage, "completion_tokens", 0)]
    inwards, outwards = (_count(one) for one in counts)
    return None if inwards is None or outwards is None or not usage else (inwards, outwards)


def _count(value: object) -> int | None:
    if isinstance(value, float) and value.is_integer():
        value = int(value) if abs(value) <= MOST_TOKENS else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= MOST_TOKENS else None


def _usage(inwards: int, outwards: int) -> dict[str, int]:
    return {"prompt_tokens": inwards, "completion_tokens": outwards, "total_tokens": inwards + outwards}


def _choices(choices: list[object], part: str) -> list[dict[str, Any]]:
    """Returns the first choice in a list; empty if the choice says nothing, unless it ends a stream."""
    return [
        _choice(one, part)
        for one in choices[:1]
        if isinstance(one, dict)
        and (_given_part(one, part) is not None or (part == "delta" and _ending(one) is not None))
    ]


def _given_part(choice: Mapping[str, Any], part: str) -> Mapping[str, Any] | None:
    """A choice's delta or message (`part` first), or the older protocol's text; None without any of them."""
    for name in (part, "message" if part == "delta" else "delta"):
        if isinstance(choice.get(name), dict):
            said: Mapping[str, Any] = choice[name]
            return {**said, "whole": True} if name == "message" and part == "delta" else said
    return {"content": choice["text"]} if isinstance(choice.get("text"), str) else None


def _has_delta(chunk: Any) -> bool:
    choice = chunk["choices"][0] if chunk["choices"] else None
    return isinstance(choice, dict) and _given_part(choice, "delta") is not None


def _ending(choice: Mapping[str, Any]) -> str | None:
    """Returns how a reply ended, under any of the names that servers use; None while the reply continues."""
    named = (choice.get(name) for name in ("finish_reason", "finishReason", "stop_reason", "done_reason"))
    return next((name for name in named if isinstance(name, str) and name), None)


def _choice(choice: Mapping[str, Any], part: str) -> dict[str, Any]:
    finish = _ending(choice)
    given = _given_part(choice, part)
    said: dict[str, Any] = {}
    if given is not None:
        if part == "message" or "role" in given:
            said["role"] = "assistant"
        said.update({name: given[name] for name in _TEXTS if isinstance(given.get(name), str)})
        if isinstance(given.get("content"), list):
            said.update(_joined(given["content"]))
        elif isinstance(given.get("content"), dict):
            said["content"] = json.dumps(given["content"])
        if called := _called(given):
            said["called"] = called
        if given.get("whole"):
            said["whole"] = True
    if part == "message":
        said.setdefault("content", None)
    ends = None if finish is None else _FINISHES.get(finish.lower(), "stop")
    return {"index": 0, part: said, "finish_reason": ends}


def _called(given: Mapping[str, Any]) -> str:
    """The arguments of a tool call. Some models put a reply by schema there, even without tools."""
    calls = given.get("tool_calls")
    one = calls[0] if isinstance(calls, list) and calls else {"function": given.get("function_call")}
    arguments = _of(_of(one, "function"), "arguments")
    if isinstance(arguments, dict):
        return json.dumps(arguments)
    return arguments if isinstance(arguments, str) else ""


def _joined(parts: list[object]) -> dict[str, str]:
    """Returns content that comes as a list of parts, as text and reasoning."""
    out = {"content": "", "reasoning_content": ""}
    for part in parts:
        if isinstance(part, dict):
            kind = str(part.get("type") or "text").lower()
            thinks = any(sign in kind for sign in ("think", "reason"))
            out["reasoning_content" if thinks else "content"] += _texts(part)
    return {name: text for name, text in out.items() if text}


_PARTS = ("text", "thinking", "reasoning", "summary", "content")


def _texts(part: object, depth: int = 0) -> str:
    """Returns the texts in a part of content, up to four levels deep."""
    if isinstance(part, str):
        return part
    if depth > 3:
        return ""
    if isinstance(part, list):
        return "".join(_texts(one, depth + 1) for one in part)
    if isinstance(part, dict):
        return next((text for name in _PARTS if (text := _texts(part.get(name), depth + 1))), "")
    return ""


_SIGN_KEYS = ("message", "msg", "error", "errors", "detail", "details", "reason", "param", "loc", "raw", "metadata", "code",
              "type", "title", "error_type", "description", "cause")  # fmt: skip


def signs_of(value: object) -> str:
    """Returns all words of an error, in lower case. They are never shown, as they may contain anything."""
    found: list[str] = []

    def gather(one: object, depth: int) -> None:
        if isinstance(one, str | int | float) and not isinstance(one, bool):
            found.append(str(one)[:_ERROR_CHARS])
        elif depth < 8 and isinstance(one, list):
            for each in one[:20]:
                gather(each, depth + 1)
        elif depth < 8 and isinstance(one, dict):
            found.extend(key for key in one if key == "estimated_time")
            for key in _SIGN_KEYS:
                gather(one.get(key), depth + 1)

    gather(value, 0)
    return " ".join(found)[: 2 * _ERROR_CHARS].lower()


def code_of(value: object, depth: int = 0) -> int | None:
    """Returns the status that an error names; None if it names none."""
    if not isinstance(value, dict) or depth > 3:
        return None
    for key in ("code", "status", "status_code", "http_code"):
        text = str(value.get(key))
        if text.isdecimal() and len(text) == 3:
            return int(text)
    return code_of(value.get("error"), depth + 1)


def told(value: object) -> tuple[dict[str, Any], str]:
    """An error in OpenAI's form, short and without keys, and those of its words that may be quoted."""
    error = value.get("error", value) if isinstance(value, dict) else value
    few: dict[str, Any] = {"message": ""}
    text = _worded(value)[: 2 * _ERROR_CHARS]
    shown = redact(text)
    if not shows_key(shown):
        few["message"] = shown[:_ERROR_CHARS]
    if isinstance(error, dict):
        for name in ("type", "code", "status"):
            sign = str(given) if isinstance(given := error.get(name), str | int) else ""
            if _CODE.fullmatch(sign) and not shows_key(sign):
                few[name] = sign
    said = one_line(few["message"], SAID).rstrip(".")
    return few, "" if _LIBRARY.search(said) else said


def _worded(value: object, depth: int = 0) -> str:
    """Returns the words of an error; empty if it has none."""
    if isinstance(value, str):
        return value
    if depth > 5:
        return ""
    if isinstance(value, list):
        return next((text for one in value[:1] if (text := _worded(one, depth + 1))), "")
    if isinstance(value, dict):
        return next((text for name in _WORDS if (text := _worded(value.get(name), depth + 1))), "")
    return ""


def _decoded(content: bytes) -> object:
    """Returns the value of a JSON text; None if the text isn't JSON."""
    try:
        return msgspec.json.decode(content)
    except (ValueError, RecursionError):
        pass
    try:
        return json.loads(content)  # accepts half a surrogate pair, because some servers split a pair
    except (ValueError, RecursionError):
        return None


def encoded(value: object) -> bytes:
    """Returns a value as JSON, even if one of its texts contains half a surrogate pair."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(value).encode()
