"""A reply without its end is no reply: it is cut at every byte, in every way in which a connection can end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
import pytest_asyncio

from tests.stub_models import USAGE, chunk
from tests.thorough import sampled
from tui_arena.config import ModelEntry
from tui_arena.core.game import Progress
from tui_arena.players.models.direct_client import DirectTransport
from tui_arena.players.models.ladder import OPEN_END
from tui_arena.players.models.requests import ModelFailed, ModelRequest, ModelResponse, ignore_progress
from tui_arena.players.models.transport import Transport

pytestmark = pytest.mark.asyncio(loop_scope="session")

SAID, THOUGHT = "Is it bigger than a car?", "hm"
PIECES = [
    chunk({"role": "assistant", "reasoning_content": THOUGHT}),
    *(chunk({"content": part}) for part in ("Is it ", "bigger ", "than a car?")),
]
ENDS = [chunk({}, "stop"), {**chunk({}), "choices": [], "usage": USAGE}]
WHOLE = {
    **chunk({}),
    "object": "chat.completion",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": SAID}, "finish_reason": "stop"}],
    "usage": USAGE,
}


def event(value: object) -> bytes:
    return f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n".encode()


def stream(*values: object) -> bytes:
    return b"".join(event(value) for value in values)


GOOD = stream(*PIECES, *ENDS, "[DONE]")
SAFE = len(stream(*PIECES)) + len(event(ENDS[0])) - 2
"""From this byte on the reply has its end: the blank line behind it adds nothing."""


@dataclass
class Cutter:
    """A server that sends the first bytes of a response, and then ends the connection in some way."""

    body: bytes = b""
    how: str = "chunked"
    """`chunked`, `length` and `closed` say how the body is framed. It then just stops; `whole` ends it as it should
    be; `reset` resets the connection."""
    kind: str = "text/event-stream"
    whole: bool = False
    asked: int = 0
    port: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = next(
                line.partition(":")[2] for line in head.split("\r\n") if line.startswith("content-length")
            )
            await reader.readexactly(int(length))
            self.asked += 1
            framing = {
                "chunked": "Transfer-Encoding: chunked",
                "length": f"Content-Length: {len(GOOD) + len(str(WHOLE))}",
            }
            named = framing.get(self.how, "Connection: close")
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {self.kind}\r\n{named}\r\n\r\n".encode())
            if self.how in ("chunked", "reset-chunked") and self.body:
                writer.write(f"{len(self.body):x}\r\n".encode() + self.body + b"\r\n")
            else:
                writer.write(self.body)
            if self.how == "chunked" and self.whole:
                writer.write(b"0\r\n\r\n")
            await writer.drain()
            if self.how == "reset":
                await asyncio.sleep(0)
                writer.transport.abort()
        writer.close()


@pytest_asyncio.fixture(loop_scope="session")
async def cutter() -> AsyncIterator[Cutter]:
    one = Cutter()
    server = await asyncio.start_server(one.visited, "127.0.0.1", 0)
    one.port = server.sockets[0].getsockname()[1]
    yield one
    server.close()


def watched(_: Progress) -> None:
    """Somebody watches, so a reply comes as a stream."""


async def asked(transport: Transport, cutter: Cutter, *, learns: bool = False) -> ModelResponse | ModelFailed:
    entry = ModelEntry("Bob", "m", base_url=f"http://127.0.0.1:{cutter.port}/v1", timeout=60, stall=30)
    call = ModelRequest(entry, [{"role": "user", "content": "Ask."}], learns_end=learns)
    try:
        return await transport.answer(
            call, None, None, watched if cutter.kind == "text/event-stream" else ignore_progress
        )
    except ModelFailed as failed:
        return failed


@pytest.mark.parametrize("how", sampled(["closed", "chunked", "reset", "length"], 4))
async def test_a_stream_that_is_cut_anywhere_speaks_for_nobody(
    transport: Transport, cutter: Cutter, how: str
) -> None:
    cutter.how = how
    quick = isinstance(transport, DirectTransport)
    step = (23 if how == "chunked" else 61) * (1 if quick else 3)
    for end in sorted({*range(0, len(GOOD), step), SAFE - 1, SAFE}):
        cutter.body = GOOD[:end]
        got = await asked(transport, cutter)
        if end < SAFE:
            assert isinstance(got, ModelFailed), (end, got)
            assert got.kind in ("broken", "unreachable", "bad_reply"), (end, got.kind)
            assert got.part is None or SAID.startswith(got.part.text), end
        elif isinstance(got, ModelResponse):
            assert (got.text, got.thinking, got.finish) == (SAID, THOUGHT, "stop"), end
    assert len(GOOD) > SAFE


@pytest.mark.parametrize("how", ["chunked", "closed", "length"])
async def test_a_whole_reply_that_is_cut_anywhere_speaks_for_nobody(
    transport: Transport, cutter: Cutter, how: str
) -> None:
    cutter.how, cutter.kind = how, "application/json"
    body = json.dumps(WHOLE).encode()
    for end in (*range(1, len(body), 61), len(body) - 1):
        cutter.body = body[:end]
        got = await asked(transport, cutter)
        assert isinstance(got, ModelFailed), (end, got)
        assert got.part is None


async def test_what_breaks_after_the_end_of_a_reply_costs_nothing_of_it(
    transport: Transport, cutter: Cutter
) -> None:
    cutter.body = stream(*PIECES, ENDS[0])
    got = await asked(transport, cutter)
    assert isinstance(got, ModelResponse), got
    assert (got.text, got.finish) == (SAID, "stop")


@pytest.mark.parametrize(("end", "how"), [("[DONE]", "chunked"), ("[DONE]", "closed"), (ENDS[0], "closed")])
async def test_either_mark_is_an_end(transport: Transport, cutter: Cutter, end: object, how: str) -> None:
    cutter.body, cutter.how, cutter.whole = stream(*PIECES, end), how, True
    got = await asked(transport, cutter)
    assert isinstance(got, ModelResponse), got
    assert got.text == SAID


async def test_a_server_without_marks_is_learned_by_the_test_alone(
    transport: Transport, cutter: Cutter
) -> None:
    cutter.body, cutter.whole = stream(*PIECES), True
    got = await asked(transport, cutter)
    assert isinstance(got, ModelFailed)
    assert (got.kind, got.part is not None and got.part.text) == ("broken", SAID)
    assert "had no end" in got.why
    learned = await asked(transport, cutter, learns=True)
    assert isinstance(learned, ModelResponse)
    assert learned.without == {OPEN_END}
    cutter.body = cutter.body[:-9]
    assert isinstance(await asked(transport, cutter, learns=True), ModelFailed), (
        "an event is cut in the middle"
    )
