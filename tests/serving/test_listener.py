"""Who may stay when a port is full, and how long somebody may say nothing: real sockets at a small listener."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from tests.serving.hostile import frame, request, upgrade
from tui_arena.serving.listener import Connection, Guard, Limits, Listener, connection_of

SOON = 0.05
"""Seconds of patience where it is to run out."""
LONG = 60.0
"""Seconds of patience where it must not."""


class Caller:
    """One connection to the listener."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def gone(self) -> bool:
        """Whether the listener ends it."""
        async with asyncio.timeout(60):
            try:
                while await self.reader.read(65536):
                    pass
            except ConnectionError:
                return True
        return True

    async def says(self, text: str) -> str:
        """The answer to one text by web socket."""
        self.writer.write(frame(1, text.encode()))
        async with asyncio.timeout(60):
            head = await self.reader.readexactly(2)
            return (await self.reader.readexactly(head[1])).decode()


class Place:
    """A listener that greets who says `hello` on a web socket, and vouches for them from then on."""

    def __init__(self, limits: Limits) -> None:
        self.listener = Listener(
            [web.get("/", self._page), web.post("/", self._page), web.get("/socket", self._socket)],
            longest=1000,
            limits=limits,
            welcome=lambda _: True,
            refuse=lambda status, why: web.Response(status=status, text=why),
        )
        self._open: list[Caller] = []

    async def _page(self, request: web.Request) -> web.Response:
        await request.read()
        return web.Response(text="page")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        async with self.listener.socket(request) as socket:
            async for message in socket:
                if message.data == "hello":
                    connection_of(request).vouch()
                await socket.send_str(f"you said {message.data}")
        return socket

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.listener.port}"

    @property
    def connections(self) -> int:
        return len(self.listener.guard.connections)

    async def caller(self, address: str = "127.0.0.1") -> Caller:
        """Somebody who has connected and says nothing."""
        caller = Caller(
            *await asyncio.open_connection("127.0.0.1", self.listener.port, local_addr=(address, 0))
        )
        self._open.append(caller)
        return caller

    async def asking(self, address: str = "127.0.0.1") -> Caller:
        """Somebody who has got the page, and keeps the connection."""
        caller = await self.caller(address)
        caller.writer.write(request(self.host))
        async with asyncio.timeout(60):
            await caller.reader.readuntil(b"page")
        return caller

    async def socket(self, address: str = "127.0.0.1") -> tuple[Caller, int]:
        """Somebody who has asked for a web socket, and the status of the answer."""
        caller = await self.caller(address)
        caller.writer.write(upgrade(self.host, "/socket"))
        async with asyncio.timeout(60):
            head = await caller.reader.readuntil(b"\r\n\r\n")
        return caller, int(head.split()[1])

    async def known(self, address: str = "127.0.0.1") -> Caller:
        """Somebody who is vouched for."""
        caller, status = await self.socket(address)
        assert (status, await caller.says("hello")) == (101, "you said hello")
        return caller

    async def close(self) -> None:
        for caller in self._open:
            caller.writer.transport.abort()
        await self.listener.stop()


@asynccontextmanager
async def guarded(limits: Limits) -> AsyncIterator[Place]:
    place = Place(limits)
    await place.listener.start("127.0.0.1", [0])
    try:
        yield place
    finally:
        await place.close()


async def test_an_address_has_only_so_many_connections() -> None:
    async with guarded(Limits(100, of_address=3, patience=LONG, idle=LONG)) as place:
        known = [await place.known() for _ in range(3)]
        assert await (await place.caller()).gone()
        assert await (await place.known("127.0.0.2")).says("x") == "you said x"
        known[0].writer.close()
        assert await known[0].gone()
        assert await (await place.known()).says("x") == "you said x"


async def test_there_are_only_so_many_connections_in_all() -> None:
    async with guarded(Limits(4, of_address=2, patience=LONG)) as place:
        for n in range(4):
            await place.known(f"127.0.0.{2 + n // 2}")
        assert await (await place.caller("127.0.0.9")).gone()
        assert place.connections == 4


async def test_an_address_has_only_so_many_web_sockets() -> None:
    async with guarded(Limits(100, sockets_of_address=2, patience=LONG)) as place:
        for _ in range(2):
            await place.known()
        assert (await place.socket())[1] == 503
        assert (await place.socket("127.0.0.2"))[1] == 101
        await place.asking()


async def test_an_address_without_limits_has_all_places() -> None:
    limits = Limits(60, patience=LONG, limited=lambda address: address != "127.0.0.1")
    async with guarded(limits) as place:
        for _ in range(60):
            await place.known()
        assert place.connections == 60


async def test_strangers_make_room_and_the_silent_ones_first() -> None:
    async with guarded(Limits(5, patience=LONG, idle=LONG)) as place:
        known, asking = await place.known(), await place.asking()
        silent = [await place.caller() for _ in range(3)]
        await place.known()
        assert await silent[0].gone()
        await place.known()
        await place.known()
        assert await silent[1].gone()
        assert await silent[2].gone()
        await place.known()
        assert await asking.gone()
        assert await known.says("x") == "you said x"
        assert await (await place.caller()).gone()


async def test_a_crowd_makes_room_before_somebody_who_came_alone() -> None:
    async with guarded(Limits(4, patience=LONG)) as place:
        alone = await place.caller("127.0.0.2")
        crowd = [await place.caller("127.0.0.3") for _ in range(3)]
        await place.known("127.0.0.4")
        assert await crowd[0].gone()
        alone.writer.write(request(place.host))
        async with asyncio.timeout(60):
            await alone.reader.readuntil(b"page")


async def test_an_old_silent_web_socket_makes_room_for_a_new_one() -> None:
    async with guarded(Limits(100, sockets_of_address=2, patience=LONG)) as place:
        silent, _ = await place.socket()
        known = await place.known()
        await place.known()
        assert await silent.gone()
        assert await known.says("x") == "you said x"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: ",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf",
        upgrade("x", "/socket"),
        upgrade("x", "/socket") + frame(9) * 3 + frame(1, b"not the word"),
        request("x"),
    ],
    ids=["nothing", "headers", "body", "chunk", "socket", "socket that says nothing sensible", "page"],
)
async def test_whoever_takes_too_long_goes(said: bytes) -> None:
    async with guarded(Limits(100, patience=SOON, idle=SOON)) as place:
        caller = await place.caller()
        caller.writer.write(said)
        assert await caller.gone()
        assert place.connections == 0


@pytest.mark.thorough
async def test_a_reader_who_does_not_read_goes() -> None:
    async with guarded(Limits(100, patience=LONG, idle=SOON)) as place:
        caller = await place.caller()
        caller.writer.transport.pause_reading()  # type: ignore[attr-defined]
        caller.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with pytest.raises(ConnectionError):
            await _asking_on(caller, place.host)


async def _asking_on(caller: Caller, host: str) -> None:
    async with asyncio.timeout(60):
        while True:
            caller.writer.write(request(host) * 1000)
            await caller.writer.drain()


async def test_whoever_is_vouched_for_may_say_nothing() -> None:
    async with guarded(Limits(100, patience=SOON, idle=SOON)) as place:
        known, silent = await place.known(), await place.caller()
        assert await silent.gone()
        assert await (await place.caller()).gone()
        assert await known.says("x") == "you said x"


async def test_a_system_without_files_costs_strangers_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    async with guarded(Limits(100, patience=LONG)) as place:
        known, stranger = await place.known(), await place.caller()
        loop = asyncio.get_running_loop()
        accept, left = loop.sock_accept, [OSError(errno.EMFILE, os.strerror(errno.EMFILE))]

        async def accepted(listening: object) -> object:
            if left:
                raise left.pop()
            return await accept(listening)  # type: ignore[arg-type]

        monkeypatch.setattr(loop, "sock_accept", accepted)
        await place.caller()  # wakes the listener, which then finds no file
        assert await stranger.gone()
        assert await (await place.known()).says("x") == "you said x"
        assert await known.says("x") == "you said x"


def test_a_guard_sends_nobody_away_who_is_vouched_for() -> None:
    guard = Guard(Limits(2, of_address=2))
    known = [Connection(guard, "a", asyncio.Protocol()) for _ in range(2)]
    for one in known:
        guard.connections[one] = None
        one.vouch()
    assert not guard.admits("a")
    assert not guard.admits("b")
    assert not guard.send_stranger_away()
    assert list(guard.connections) == known
