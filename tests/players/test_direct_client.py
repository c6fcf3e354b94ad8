"""Connections of the direct transport: kept, closed at what nobody asked for, asked again where they were dead."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress

import pytest
import pytest_asyncio

from tests.torture.hostile.server import Act, Behaviour, HostileServer, Visit, whole
from tui_arena.config import ModelEntry
from tui_arena.core.game import OnProgress
from tui_arena.players.models import direct_client
from tui_arena.players.models.direct_client import DirectTransport
from tui_arena.players.models.requests import ModelFailed, ModelRequest, ignore_progress

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def transport() -> AsyncIterator[DirectTransport]:
    direct = DirectTransport()
    yield direct
    await direct.close()


@contextmanager
def serving(act: Act) -> Iterator[HostileServer]:
    with HostileServer(Behaviour("one", "", "", act)) as server:
        yield server


def answer(text: str) -> bytes:
    """A whole answer."""
    body = json.dumps(whole(text)).encode()
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


async def said(transport: DirectTransport, server: HostileServer, hear: OnProgress = ignore_progress) -> str:
    entry = ModelEntry("Bob", "ok", base_url=server.url, timeout=120, stall=60)
    call = ModelRequest(entry, [{"role": "user", "content": "Reply with guess: and a word"}])
    return (await transport.answer(call, None, None, hear)).text


async def at_second(it: Visit, end: bytes = b"") -> None:
    """Answer the first request on a connection; send `end` at the second and reset it."""
    if it.asked == 1:
        await it.play()
        return
    await it.send(end)
    it.reset()


async def test_a_connection_is_kept(transport: DirectTransport) -> None:
    async def errs(it: Visit) -> None:
        await (it.error("not now", "500 Internal Server Error") if it.asked == 2 else it.play())

    with serving(errs) as server:
        await said(transport, server)
        with pytest.raises(ModelFailed):  # an error that was read to its end harms no connection
            await said(transport, server)
        await said(transport, server)
        assert (server.callers, len(server.requests)) == (1, 3)
        assert "connection: close" not in server.all_heard.lower()


async def test_a_dead_connection_is_replaced_once(transport: DirectTransport) -> None:
    with serving(at_second) as server:
        first = await said(transport, server)
        assert await said(transport, server) == first
        assert (server.callers, len(server.requests)) == (2, 3)


async def test_the_other_idle_connections_are_taken_for_dead_too(transport: DirectTransport) -> None:
    together = asyncio.Barrier(3)

    async def act(it: Visit) -> None:
        if it.asked == 1 and it.server.callers <= 3:
            await together.wait()
        await at_second(it)

    with serving(act) as server:
        await asyncio.gather(*(said(transport, server) for _ in range(3)))
        await said(transport, server)
        assert (server.callers, len(server.requests)) == (4, 5)


@pytest.mark.parametrize("good", [0, 1])
async def test_a_fresh_connection_that_dies_is_a_failure(transport: DirectTransport, good: int) -> None:
    async def act(it: Visit) -> None:
        if it.server.callers <= good:
            await at_second(it)
        else:
            it.reset()

    with serving(act) as server:
        for _ in range(good):
            await said(transport, server)
        with pytest.raises(ModelFailed) as failed:
            await said(transport, server)
        assert failed.value.kind == "unreachable"
        assert (server.callers, len(server.requests)) == (1 + good, 1 + 2 * good)


@pytest.mark.parametrize("end", [b"H", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"])
async def test_an_answer_that_has_begun_is_not_asked_for_again(
    transport: DirectTransport, end: bytes
) -> None:
    async def act(it: Visit) -> None:
        await at_second(it, end)

    with serving(act) as server:
        await said(transport, server)
        with suppress(ModelFailed):
            await said(transport, server)
        assert (server.callers, len(server.requests)) == (1, 2)


@pytest.mark.parametrize("unasked", [b"\r", answer("guess: stale") * 100_000])
async def test_an_idle_connection_is_closed_at_its_first_byte(
    transport: DirectTransport, unasked: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(direct_client, "KEPT_SECONDS", 1e6)
    go = threading.Event()

    async def act(it: Visit) -> None:
        await it.play()
        await asyncio.to_thread(go.wait)
        await it.send(unasked)
        await it.left()

    with serving(act) as server:
        await said(transport, server)
        go.set()
        assert await asyncio.to_thread(server.wait_until_idle)


async def test_an_answer_right_behind_an_answer_is_nobodys(transport: DirectTransport) -> None:
    heard = threading.Event()

    async def act(it: Visit) -> None:
        await it.head()
        await it.event(it.objects("guess: crane")[1])
        await it.event("[DONE]")
        await asyncio.to_thread(heard.wait)  # the client reads a reply, whose end comes with another answer
        await it.send(b"0\r\n\r\n" + answer("guess: stale"))

    with serving(act) as server:
        assert "stale" not in await said(transport, server, lambda _: heard.set())
        assert "stale" not in await said(transport, server)
        assert server.callers == 2


async def test_few_idle_connections_are_kept(
    transport: DirectTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(direct_client, "MOST_KEPT", 2)
    together = asyncio.Barrier(4)

    async def act(it: Visit) -> None:
        await together.wait()
        await it.play()

    with serving(act) as server:
        for _ in range(2):
            await asyncio.gather(*(said(transport, server) for _ in range(4)))
        assert server.callers == 6
