"""A server that speaks OpenAI's protocol and behaves as the name of the model says.

In a separate thread::

    with StubServer() as stub:
        ...  # base_url=stub.url, model="ok"
        stub.requests  # bodies that came, in order

or as a process that prints its address and serves until it is ended::

    python tests/stub_server.py --delay 0.2

`tests/stub_models.py` defines what each model does. Replies wait only if their model or `delay` says so.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.stub_models import LISTED, Dead, behaviour

PATIENCE = 240.0
"""Seconds after which a test that waits for the server has failed."""


@dataclass
class Exchange:
    """One request and the connection for its answer."""

    server: StubServer
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    writer: asyncio.StreamWriter
    streaming: bool = field(default=False)

    @property
    def key(self) -> str:
        return self.headers.get("authorization", "").removeprefix("Bearer ")

    async def whole(
        self,
        value: object,
        status: int = 200,
        headers: dict[str, str] | None = None,
        kind: str = "application/json",
    ) -> None:
        """Send a whole answer at once."""
        content = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        more = "".join(f"{name}: {text}\r\n" for name, text in (headers or {}).items())
        head = (
            f"HTTP/1.1 {status} Stub\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n{more}\r\n"
        )
        self.writer.write(head.encode() + content)
        await self.writer.drain()

    async def begin(self) -> None:
        """Send the head of an answer that comes in pieces."""
        self.streaming = True
        self.writer.write(
            b"HTTP/1.1 200 Stub\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        await self.writer.drain()

    async def piece(self, value: object) -> None:
        """Send one event of a stream; a text is sent as it is."""
        if not self.streaming:
            await self.begin()
        content = f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n".encode()
        self.writer.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
        await self.writer.drain()

    async def end(self) -> None:
        await self.piece("[DONE]")
        self.writer.write(b"0\r\n\r\n")
        await self.writer.drain()


class StubServer:
    """The server; a context manager that runs it in a thread."""

    def __init__(self, *, delay: float = 0.0, script: Sequence[str] = ()) -> None:
        """`delay`: seconds before every answer. `script`: what the model `script` says, in order."""
        self.delay = delay
        self.script = list(script)
        self.requests: list[dict[str, Any]] = []
        """The bodies of requests for completions."""
        self.headers: list[dict[str, str]] = []
        """Their headers, names in lower case."""
        self.wanted_key: str | None = None
        """The key without which it lists no models; None: anybody may see them."""
        self.lost = 0
        """The number of requests whose sender hung up before the answer was complete."""
        self.sent = 0
        """The bytes that were sent by a reply without end."""
        self.at_once = 0
        """The most requests that were being answered at one time."""
        self.port = 0
        self._answering = 0
        self._changed = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: asyncio.Server | None = None
        self._main: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def keys(self) -> set[str]:
        """The keys that came with requests for completions."""
        return {headers.get("authorization", "").removeprefix("Bearer ") for headers in self.headers}

    # in the tests' thread

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Serve; on the same port as before if it was stopped."""
        up = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(up,), name="stub", daemon=True)
        self._thread.start()
        assert up.wait(PATIENCE)

    def stop(self) -> None:
        """Stop serving and break off every answer; the port is closed when it returns."""
        thread, loop = self._thread, self._loop
        if thread is None or loop is None:
            return
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self._end)
        thread.join(PATIENCE)
        assert not thread.is_alive()
        self._thread = self._loop = None

    def wait_for(self, met: Callable[[], bool]) -> None:
        """Wait until a condition holds, such as `lambda: stub.lost == 1`; fails after a while."""
        with self._changed:
            assert self._changed.wait_for(met, PATIENCE), "the server waited in vain"

    # in the server's thread

    def _run(self, up: threading.Event) -> None:
        with asyncio.Runner() as runner:
            self._loop = runner.get_loop()
            with suppress(asyncio.CancelledError):
                runner.run(self.serve(up.set))

    async def serve(self, up: Callable[[], None]) -> None:
        """Serve until cancelled."""
        self._main = asyncio.current_task()
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port, backlog=1000)
        self.port = self._server.sockets[0].getsockname()[1]
        up()
        try:
            await asyncio.Event().wait()
        finally:
            self._server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _end(self) -> None:
        if self._main is not None:
            self._main.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._talk(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError, Dead):
            pass  # the sender sees that the connection ended; nobody else needs to know
        finally:
            self._tasks.discard(task)
            writer.transport.abort()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(1)
        while first:
            head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            line, *rest = head.rstrip().split("\r\n")
            headers = {name.lower(): text.strip() for name, _, text in (h.partition(":") for h in rest)}
            content = await reader.readexactly(int(headers.get("content-length", 0)))
            exchange = Exchange(self, line.split()[1], headers, json.loads(content or b"{}"), writer)
            first = await self._answered(exchange, reader)

    async def _answered(self, exchange: Exchange, reader: asyncio.StreamReader) -> bytes:
        """Answer one request and watch whether its sender hangs up; returns the next request's first byte."""
        answer = asyncio.ensure_future(self._answer(exchange))
        more = asyncio.ensure_future(reader.read(1))
        try:
            await asyncio.wait((answer, more), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                answer.cancel()
                self._note(lost=1)
                return b""
            answer.result()
            return await more
        except ConnectionError:
            self._note(lost=1)
            raise
        finally:
            more.cancel()
            answer.cancel()
            await asyncio.gather(more, answer, return_exceptions=True)

    async def _answer(self, exchange: Exchange) -> None:
        if exchange.path.endswith("/models") and self.wanted_key not in (None, exchange.key):
            await exchange.whole({"error": {"message": "a key is needed"}}, 401)
        elif exchange.path.endswith("/models"):
            await exchange.whole({"object": "list", "data": [{"id": m, "object": "model"} for m in LISTED]})
        elif exchange.path != "/v1/chat/completions":
            await exchange.whole({"error": {"message": f"no such path {exchange.path}"}}, 404)
        else:
            self.requests.append(exchange.body)
            self.headers.append(exchange.headers)
            self._note(answering=1)
            try:
                await asyncio.sleep(self.delay)
                await behaviour(str(exchange.body.get("model")))(exchange)
            finally:
                self._note(answering=-1)

    def _note(self, lost: int = 0, answering: int = 0) -> None:
        with self._changed:
            self.lost += lost
            self._answering += answering
            self.at_once = max(self.at_once, self._answering)
            self._changed.notify_all()

    def close_listener(self) -> None:
        """Accept no more connections."""
        if self._server is not None:
            self._server.close()


def main() -> None:
    """Serve as a separate process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before every answer")
    parser.add_argument("--port", type=int, default=0, help="0: a free one")
    given = parser.parse_args()
    stub = StubServer(delay=given.delay)
    stub.port = given.port
    with suppress(KeyboardInterrupt):
        asyncio.run(stub.serve(lambda: print(stub.url, flush=True)))


if __name__ == "__main__":
    main()
