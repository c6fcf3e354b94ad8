"""A model server that means harm, or is broken: raw sockets, one behaviour on one port.

    with HostileServer(TABLE["endless 500"]) as server:
        ...  # base_url=server.url

`wire.py` has the behaviours of the connection, `bodies.py` those of bodies and streams,
`words.py` those of what is said, `errors.py` failures and echoes of the key; all put theirs into
`TABLE`. They were written from what a server may do, not from what the client does.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal, Self

from tests.stub_models import USAGE, chunk, lines, parts_wanted, pieces, schema_of

PATIENCE = 30.0
"""Seconds after which whoever waits for the server has failed."""

Outcome = Literal["plays", "fails", "either"]
Dialect = Literal["openai", "ollama", "anthropic"]
Act = Callable[["Visit"], Awaitable[None]]
Change = Callable[["Visit", dict[str, Any]], object]


@dataclass(frozen=True)
class Behaviour:
    """One way to be hostile."""

    name: str
    kind: str
    """The class it belongs to: connection, headers, status, body, framing, shape, types, sizes, timing, …"""
    tells: str
    act: Act
    outcome: Outcome = "either"
    """What a client has to make of it: `plays` where the protocol allows it, `fails` where nothing usable came."""
    unread: bool = False
    """It acts before it has read the request."""
    scheme: str = "http"
    dialect: Dialect = "openai"
    deaf: bool = False
    """Nobody accepts connections."""


TABLE: dict[str, Behaviour] = {}


def hostile(kind: str, tells: str, outcome: Outcome = "either", **more: Any) -> Callable[[Act], Act]:
    """Put a behaviour into the table, under its function's name with blanks."""

    def enter(act: Act) -> Act:
        add(act.__name__.replace("_", " ").strip(), kind, tells, act, outcome, **more)
        return act

    return enter


def add(name: str, kind: str, tells: str, act: Act, outcome: Outcome = "either", **more: Any) -> None:
    assert name not in TABLE, name
    TABLE[name] = Behaviour(name, kind, tells, act, outcome, **more)


def alter(name: str, kind: str, tells: str, change: Change, outcome: Outcome = "either", **more: Any) -> None:
    """Put a behaviour into the table that plays well but changes each object it sends.

    `change` changes the object, or returns what is sent in its place.
    """

    async def act(it: Visit) -> None:
        it.change = change
        await it.play()

    add(name, kind, tells, act, outcome, **more)


def shaped(kind: str, tells: str, outcome: Outcome = "either") -> Callable[[Change], Change]:
    """As `alter`, under the function's name."""

    def enter(change: Change) -> Change:
        alter(change.__name__.replace("_", " ").strip(), kind, tells, change, outcome)
        return change

    return enter


def said(reply: dict[str, Any]) -> dict[str, Any]:
    """The delta or message of a reply; a separate object if it has none, as the piece with the usage."""
    choices = reply.get("choices") or [{}]
    found: dict[str, Any] = choices[0].get("delta", choices[0].get("message", {}))
    return found


def whole(text: str | None, **more: Any) -> dict[str, Any]:
    """A reply of one piece."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **more}, "finish_reason": "stop"}
    return {**chunk({}), "object": "chat.completion", "choices": [choice], "usage": USAGE}


@dataclass
class Visit:
    """One connection, and the last request that came on it."""

    server: HostileServer
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    asked: int = 0
    """How many requests have come on the connection."""
    target: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)
    change: Change | None = None

    @property
    def key(self) -> str:
        """The key that came with the request."""
        given = self.headers.get("authorization", "").partition(" ")[2]
        return given or self.headers.get("x-api-key", "") or self.headers.get("api-key", "")

    @property
    def prompt(self) -> str:
        return json.dumps(self.body.get("messages", self.body))

    @property
    def streams(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def answer(self) -> str:
        """A good reply to the request."""
        if not self.body.get("messages"):
            return "ok"
        parts, schema = parts_wanted(self.body), schema_of(self.body)
        if schema is None:
            return lines(parts)
        kinds = schema["properties"].items()
        return json.dumps({n: parts.get(n, (kind.get("enum") or ["ok"])[0]) for n, kind in kinds})

    async def read(self) -> bool:
        """Read a request; false if nobody asks any more."""
        try:
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return False
        self.asked += 1
        first, *rest = head.rstrip().split("\r\n")
        self.target = first.split()[1] if len(first.split()) > 1 else ""
        self.headers = {n.lower(): text.strip() for n, _, text in (h.partition(":") for h in rest)}
        self.server.all_heard += head
        if not self.headers.get("content-length", "0").isdigit():
            return False
        content = await self.reader.readexactly(int(self.headers.get("content-length", "0")))
        self.server.all_heard += content.decode(errors="replace")
        with suppress(ValueError):
            self.body = json.loads(content or b"{}")
        self.server.heard(self)
        return True

    # sending

    async def send(self, data: bytes | str) -> None:
        self.writer.write(data.encode() if isinstance(data, str) else data)
        await self.writer.drain()

    async def drip(self, data: bytes | str, seconds: float) -> None:
        """Send something after a deliberate wait."""
        await asyncio.sleep(seconds)
        await self.send(data)

    async def head(
        self, status: str = "200 OK", *more: str, kind: str = "text/event-stream", length: int | None = None
    ) -> None:
        """Send a head; without a length what follows is in chunks."""
        how = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
        await self.send("\r\n".join([f"HTTP/1.1 {status}", f"Content-Type: {kind}", how, *more, "", ""]))

    async def piece(self, data: bytes | str) -> None:
        """Send one chunk."""
        content = data.encode() if isinstance(data, str) else data
        await self.send(f"{len(content):x}\r\n".encode() + content + b"\r\n")

    async def last(self) -> None:
        await self.send(b"0\r\n\r\n")

    async def event(self, value: object) -> None:
        """Send one event of a stream in a chunk; a text is sent as it is."""
        await self.piece(f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n")

    async def reply(
        self,
        content: bytes | str | object,
        status: str = "200 OK",
        *more: str,
        kind: str = "application/json",
    ) -> None:
        """Send a whole answer with its length."""
        if not isinstance(content, bytes | str):
            content = json.dumps(content)
        data = content.encode() if isinstance(content, str) else content
        await self.head(status, *more, kind=kind, length=len(data))
        await self.send(data)

    async def error(self, message: object, status: str = "400 Bad Request", *more: str) -> None:
        """An error in OpenAI's format."""
        await self.reply(
            {"error": {"message": message, "type": "x", "param": None, "code": None}}, status, *more
        )

    async def endless(self, block: bytes | str) -> None:
        """Send a block for ever."""
        data = block.encode() if isinstance(block, str) else block
        while True:
            await self.send(data)
            await asyncio.sleep(0)

    async def endless_pieces(self, block: bytes | str) -> None:
        """Send a chunk for ever."""
        content = block.encode() if isinstance(block, str) else block
        await self.endless(f"{len(content):x}\r\n".encode() + content + b"\r\n")

    # a good reply, of which behaviours change parts

    def objects(self, text: str | None = None, **more: Any) -> list[dict[str, Any]]:
        """What a good server sends: the pieces of a stream, or one reply; `more`: fields beside the content."""
        text = self.answer if text is None else text
        if not self.streams:
            return [whole(text, **more)]
        return [
            chunk({"role": "assistant", "content": ""}),
            *(chunk({name: value}) for name, value in more.items()),
            *(chunk({"content": part}) for part in pieces(text)),
            chunk({}, "stop"),
            {**chunk({}), "choices": [], "usage": USAGE},
        ]

    async def play(self, text: str | None = None, *headers: str, **more: Any) -> None:
        """Send a good reply, with this behaviour's changes."""
        await self.tell(self.objects(text, **more), *headers)

    async def tell(self, objects: list[dict[str, Any]], *headers: str) -> None:
        """Send these objects as the request wants them: as a stream, or the last as a whole."""
        for value in objects:
            value["model"] = self.body.get("model", "")
        changed = [self._changed(value) for value in objects]
        texts = [c if isinstance(c, str) else json.dumps(c) for c in changed]
        if not self.streams:
            await self.reply(texts[-1], "200 OK", *headers)
            return
        await self.head("200 OK", *headers)
        for text in texts:
            await self.event(text)
        await self.event("[DONE]")
        await self.last()

    def _changed(self, value: dict[str, Any]) -> object:
        if self.change is None:
            return value
        found = self.change(self, value)
        return value if found is None else found

    # ends

    async def left(self) -> None:
        """Wait until the other side hangs up."""
        while await self.reader.read(65536):
            pass

    def reset(self) -> None:
        """End the connection as a crash would."""
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()

    async def play_as(self, dialect: Dialect) -> None:
        """A good reply in another provider's protocol."""
        text = self.answer
        if dialect == "ollama":
            done = {"prompt_eval_count": 20, "eval_count": 7, "done_reason": "stop"}
            base = {"model": "m", "created_at": "2026-01-01T00:00:00Z"}
            message = {"role": "assistant", "content": text}
            await self.reply(
                {**base, "message": message, "response": text, "done": True, **done}, kind=NDJSON
            )
        elif self.streams:
            await self.head()
            for value in anthropic_events(text):
                await self.piece(f"event: {value['type']}\ndata: {json.dumps(value)}\n\n")
            await self.last()
        else:
            await self.reply(
                {
                    "id": "m", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
                    "content": [{"type": "text", "text": text}],
                    "usage": {"input_tokens": 20, "output_tokens": 7},
                }
            )  # fmt: skip


NDJSON = "application/x-ndjson"


def anthropic_events(text: str, usage: object = None) -> list[dict[str, Any]]:
    """The events of a reply in Anthropic's protocol."""
    counted = {"input_tokens": 20, "output_tokens": 1} if usage is None else usage
    message = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "usage": counted,
    }
    delta = {"type": "text_delta", "text": text}
    return [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 7}},
        {"type": "message_stop"},
    ]


class HostileServer:
    """A server in a thread that behaves in one way; a context manager."""

    def __init__(self, behaviour: Behaviour, elsewhere: str = "") -> None:
        """`elsewhere`: the address of another origin, to which a redirect may lead."""
        self.behaviour = behaviour
        self.elsewhere = elsewhere
        self.mended = False
        """From now on it answers as a good server does."""
        self.requests: list[str] = []
        """What was asked for, in order: the path."""
        self.prompts: list[str] = []
        self.keys: set[str] = set()
        self.all_heard = ""
        """All requests as they came."""
        self.callers = 0
        """How many connections came."""
        self.port = 0
        self._visits: set[asyncio.Task[None]] = set()
        self._changed = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self._thread: threading.Thread | None = None
        self._server: asyncio.Server | None = None
        self._socket: socket.socket | None = None
        self._deaf: list[socket.socket] = []
        self.busy = 0
        """How many answers are being sent."""

    @property
    def url(self) -> str:
        end = "/v1" if self.behaviour.dialect == "openai" else ""
        return f"{self.behaviour.scheme}://127.0.0.1:{self.port}{end}"

    def wait_until_idle(self, seconds: float = PATIENCE) -> bool:
        """Whether within that time no answer is being sent any more: each came to its end, or nobody listens."""
        with self._changed:
            return self._changed.wait_for(lambda: self.busy == 0, seconds)

    def reserve(self) -> int:
        """The port, on which it is heard from when the context begins."""
        if not self.port:
            self._socket = socket.socket()
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind(("127.0.0.1", 0))
            self.port = self._socket.getsockname()[1]
        return self.port

    def __enter__(self) -> Self:
        self.reserve()
        if self.behaviour.deaf:
            self._fill()
        up = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(up,), name="hostile", daemon=True)
        self._thread.start()
        assert up.wait(PATIENCE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for sock in self._deaf:
            sock.close()
        if self._socket is not None:
            self._socket.close()
        if self._loop is not None and self._main is not None and self._thread is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._main.cancel)
            self._thread.join(PATIENCE)

    def listen_again(self) -> None:
        """From now on everything is well: connections are taken, and answers are good."""
        self.mended = True
        for sock in self._deaf:
            sock.close()
        self._deaf = []
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(PATIENCE)

    def stop_listening(self) -> None:
        """Take no more connections (called by a behaviour)."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def heard(self, visit: Visit) -> None:
        with self._changed:
            self.requests.append(visit.target)
            self.prompts.append(visit.prompt)
            if visit.key:
                self.keys.add(visit.key)
            self._changed.notify_all()

    def _fill(self) -> None:
        """Listen on the port without accepting, and fill its queue."""
        assert self._socket is not None
        self._socket.listen(0)
        self._deaf = [self._socket]
        self._socket = None
        for _ in range(4):
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(("127.0.0.1", self.port))
            self._deaf.append(filler)

    def _run(self, up: threading.Event) -> None:
        with asyncio.Runner() as runner, suppress(asyncio.CancelledError):
            self._loop = runner.get_loop()
            runner.run(self._serve(up))

    async def _serve(self, up: threading.Event) -> None:
        self._main = asyncio.current_task()
        if not self._deaf:
            await self._listen()
        up.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.stop_listening()
            for task in self._visits:
                task.cancel()
            await asyncio.gather(*self._visits, return_exceptions=True)

    async def _listen(self) -> None:
        if self._server is not None:
            return
        if self._socket is None:
            self._socket = socket.socket()
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind(("127.0.0.1", self.port))
        self._server = await asyncio.start_server(self._visited, sock=self._socket, backlog=1000, limit=2**20)
        self._socket = None

    async def _visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._visits.add(task)
        self.callers += 1
        visit = Visit(self, reader, writer)
        try:
            await self._met(visit)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # whoever called has hung up; that is for the caller's side to judge
        finally:
            writer.transport.abort()
            self._visits.discard(task)

    async def _met(self, visit: Visit) -> None:
        behaviour = self.behaviour
        if behaviour.unread and not self.mended:
            await self._acted(visit, behaviour.act)
            return
        while await visit.read():
            visit.change = None
            if not self.mended:
                await self._acted(visit, behaviour.act)
            elif behaviour.dialect == "openai":
                await visit.play()
            else:
                await visit.play_as(behaviour.dialect)

    async def _acted(self, visit: Visit, act: Act) -> None:
        self._note(1)
        try:
            await act(visit)
        finally:
            self._note(-1)

    def _note(self, busy: int) -> None:
        with self._changed:
            self.busy += busy
            self._changed.notify_all()
