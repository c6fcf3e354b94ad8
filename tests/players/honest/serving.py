"""Behaviours of honest servers and models, and the model `honest:NAME` of the stub server that behaves so.

A behaviour is a function of one request; it returns what is sent. Whether the model is asked for JSON, and by which
transport, is up to the client: `it.text` is the good reply to the very request.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from tests.stub_models import BEHAVIOURS, USAGE, Dead, chunk, lines, parts_wanted, pieces, schema_of
from tests.stub_server import PATIENCE, Exchange

Message = Mapping[str, Any]

THOUGHT = """Okay, the user wants me to reply in the form asked. Let me think.

A first draft:
explanation: it has common vowels
guess: stare
Wait, no. Is that right? Yes or no... maybe, or probably no. I believe your statement is: False? I could also say \
{"guess": "stare"}. Hmm, there is something better."""
"""What models think before they answer. Its drafts aren't the answer."""


def parts_of(messages: Sequence[Message]) -> dict[str, str]:
    """The parts of what an honest model wants to say, by the names of the form; one bare text has one part."""
    text, last = ("\n".join(str(m["content"]) for m in some) for some in (messages, messages[-1:]))
    if "statement" in text and "lie detection" in text:
        return {"": "I believe your statement is: True"}
    if "is a guess:" in last:
        return {"verdict": "incorrect"}
    if "Akinator" in text:
        return {"answer": ("no", "yes", "probably no", "don't know")[_drawn(last, 4)]}
    if "judge in a game of deduction" in text:
        return {"answer": ("no", "yes")[_drawn(last, 2)]}
    return parts_wanted({"messages": messages})


def _drawn(text: str, many: int) -> int:
    """A number that depends on the question alone, however it is asked."""
    asked = re.search("<data.*?</data>", text, re.DOTALL)
    return zlib.crc32((asked.group() if asked else text).encode()) % many


def heart_of(messages: Sequence[Message]) -> str:
    """The word or the short answer that the rules have to hear."""
    return list(parts_of(messages).values())[-1]


@dataclass(frozen=True)
class Asked:
    """One request."""

    body: dict[str, Any]
    n: int
    """The number of this request to its model, from 1."""

    @property
    def messages(self) -> Sequence[Message]:
        found: Sequence[Message] = self.body["messages"]
        return found

    @property
    def streams(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def schema(self) -> dict[str, Any] | None:
        return schema_of(self.body)

    @property
    def form(self) -> str | None:
        """The type of `response_format`."""
        kind: str | None = (self.body.get("response_format") or {}).get("type")
        return kind

    @property
    def system(self) -> bool:
        """Whether a message has a role that some templates don't know."""
        return any(m["role"] in ("system", "developer") for m in self.messages)

    @cached_property
    def parts(self) -> dict[str, str]:
        return parts_of(self.messages)

    @property
    def lines(self) -> str:
        """The reply as prompts ask for it: labelled lines, or one bare text."""
        return lines(self.parts) if len(self.parts) > 1 else next(iter(self.parts.values()))

    @property
    def values(self) -> dict[str, str]:
        """The reply as an object, by the schema's names if one is asked for."""
        names = (self.schema or {}).get("properties") or [name or "answer" for name in self.parts]
        texts = list(self.parts.values())
        return {name: self.parts.get(name, texts[-1]) for name in names}

    @property
    def json(self) -> str:
        return json.dumps(self.values)

    @property
    def text(self) -> str:
        """The good reply to this request."""
        return self.json if self.schema else self.lines


@dataclass(frozen=True)
class Answer:
    """What is sent for one request."""

    sent: Sequence[bytes | float | threading.Event]
    """A number is a pause in seconds; an event is waited for."""
    status: int = 200
    kind: str = "text/event-stream"
    headers: Mapping[str, str] = field(default_factory=dict)
    framing: Literal["chunked", "length", "closed"] = "chunked"
    cut: bool = False
    """Whether the connection ends before the body does."""


Act = Callable[[Asked], Answer]


@dataclass(frozen=True)
class Behaviour:
    """One honest way to reply."""

    name: str
    kind: str
    """`marks`, `layout`, `json`, `fields`, `wire` or `loading`."""
    source: str
    """Who does so, and where that was reported."""
    act: Act
    more: Mapping[str, Any] = field(default_factory=dict)
    """Values of the model's entry without which it would not show."""
    refused: int = 0
    """How many of its replies may be refused."""


HONEST: dict[str, Behaviour] = {}


def add(name: str, kind: str, source: str, act: Act, *, refused: int = 0, **more: Any) -> None:
    """Put a behaviour into the table. `more`: values of the model's entry."""
    assert name not in HONEST, name
    HONEST[name] = Behaviour(name, kind, source, act, more, refused)


def honest(kind: str, source: str, *, refused: int = 0, **more: Any) -> Callable[[Act], Act]:
    """As `add`, under the function's name."""

    def enter(act: Act) -> Act:
        add(act.__name__, kind, source, act, refused=refused, **more)
        return act

    return enter


# what is sent


def event(value: object) -> bytes:
    """One event of a stream; bytes are sent as they are."""
    return value if isinstance(value, bytes) else b"data: " + json.dumps(value).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"
COUNTED = {**chunk({}), "choices": [], "usage": USAGE}


def stream(values: Iterable[object], *, done: bool = True, **how: Any) -> Answer:
    """A stream of these values; a number is a pause in seconds."""
    sent = [value if isinstance(value, float) else event(value) for value in values]
    return Answer([*sent, DONE] if done else sent, **how)


def texts(text: str, name: str = "content") -> list[dict[str, Any]]:
    """The events of a text."""
    return [chunk({name: part}) for part in pieces(text)]


def whole(message: Mapping[str, Any], finish: str = "stop") -> Answer:
    """A reply in one piece."""
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return in_one({**chunk({}), "object": "chat.completion", "choices": [choice], "usage": USAGE})


def in_one(value: object, status: int = 200, kind: str = "application/json", **headers: str) -> Answer:
    """A whole body; a text is sent as it is."""
    content = value if isinstance(value, str) else json.dumps(value)
    return Answer([content.encode()], status, kind, headers, "length")


def told(it: Asked, *fields: tuple[str, str], finish: str = "stop") -> Answer:
    """A reply of these fields, such as `reasoning` and `content`, in the way that was asked for."""
    if not it.streams:
        return whole({"content": None, **dict(fields)}, finish)
    counts = [COUNTED] if (it.body.get("stream_options") or {}).get("include_usage") else []
    said = [part for name, text in fields for part in texts(text, name)]
    return stream([chunk({"role": "assistant", "content": ""}), *said, chunk({}, finish), *counts])


def say(it: Asked, text: str | None = None, *, thought: str = "", finish: str = "stop") -> Answer:
    """An ordinary reply: this text, or a good one, with reasoning in a field of its own."""
    said = ("content", it.text if text is None else text)
    return told(it, *([("reasoning_content", thought)] if thought else []), said, finish=finish)


async def _answered(it: Exchange) -> None:
    """Answer a request as the behaviour does that the model's name says."""
    model = it.body["model"]
    asked = Asked(it.body, sum(body["model"] == model for body in it.server.requests))
    answer = HONEST[model.partition(":")[2]].act(asked)
    size = sum(len(part) for part in answer.sent if isinstance(part, bytes))
    chunked = answer.framing == "chunked"
    framing = {"chunked": "Transfer-Encoding: chunked", "length": f"Content-Length: {size}"}
    named = [f"{name}: {text}" for name, text in answer.headers.items()]
    head = [f"HTTP/1.1 {answer.status} Stub", f"Content-Type: {answer.kind}", *named]
    it.writer.write("\r\n".join([*head, framing.get(answer.framing, "Connection: close"), "", ""]).encode())
    for part in answer.sent:
        if isinstance(part, float):
            await it.writer.drain()
            await asyncio.sleep(part)
        elif isinstance(part, threading.Event):
            await it.writer.drain()
            await asyncio.to_thread(part.wait, PATIENCE)
        else:
            it.writer.write(f"{len(part):x}\r\n".encode() + part + b"\r\n" if chunked else part)
    if chunked and not answer.cut:
        it.writer.write(b"0\r\n\r\n")
    await it.writer.drain()
    if answer.cut or answer.framing == "closed":
        raise Dead


BEHAVIOURS["honest"] = _answered
