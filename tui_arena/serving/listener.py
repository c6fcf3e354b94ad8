"""Listening at one address in the event loop that runs, and the guard of the port.

Which requests are answered is asked once, for all. The guard knows how many connections may be open, from where,
and how long one may say nothing. A connection is a stranger until it is vouched for: by a token, or by something
sensible that it has said. If there is no place for another one, a stranger makes room: first one of the address with
the most strangers, among these one that has sent no request, among these the oldest. So a flood sends its own
connections away, and whoever is vouched for keeps their place.

Law: whoever is refused learns nothing but the status and a sentence; nothing is logged. The guard decides about a
connection before a byte of it is read. Whoever is vouched for is never sent away for somebody else, and whoever says
nothing goes by itself.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import cast

from aiohttp import WSCloseCode, web

from tui_arena.config.open_files import places
from tui_arena.serving import LOOPBACK

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

BACKLOG = 128
"""Connections that the system keeps until they are looked at."""
GOODBYE = 1.0
"""Seconds that the other side has to close a web socket, too."""
MOMENT = 0.2
"""Seconds until connections are looked at again, after the system had no file left for one."""

logging.getLogger("aiohttp").addHandler(
    logging.NullHandler()
)  # else garbage that comes would be told on stderr


PATIENCE = 10.0
"""Seconds for the headers of a request, for its body, and for the first words on a web socket."""


@dataclass(frozen=True)
class Limits:
    """What one port can bear."""

    connections: int
    """Connections at once, in all."""
    of_address: int = 32
    """Connections at once of one address, which may be twelve guests behind one router or tunnel."""
    sockets_of_address: int = 24
    """Web sockets at once of one address."""
    limited: Callable[[str], bool] = lambda _: True
    """Whether the limits of one address hold for an address."""
    patience: float = PATIENCE
    """Seconds; see `PATIENCE`."""
    idle: float = PATIENCE
    """Seconds between the answer to a request and the next request of the same connection."""


class Connection(asyncio.Protocol):
    """One connection. It hands on all that comes to the web server's own protocol, and has a clock that ends it."""

    def __init__(self, guard: Guard, address: str, inner: asyncio.Protocol) -> None:
        self.address = address
        self.asked = self.is_socket = self.known = False
        """Whether it has sent a whole request, is a web socket, and is vouched for."""
        self._guard = guard
        self._inner = inner
        self._transport: asyncio.BaseTransport | None = None
        self._clock: asyncio.TimerHandle | None = None

    def wait(self, seconds: float | None) -> None:
        """End the connection after so many seconds, unless this is called again; None: no longer."""
        if self._clock is not None:
            self._clock.cancel()
        self._clock = None
        if seconds is not None and self._transport is not None:
            self._clock = asyncio.get_running_loop().call_later(seconds, self.drop)

    def vouch(self) -> None:
        """It isn't a stranger's any more, and may say nothing for as long as it likes."""
        self.known = True
        self.wait(None)

    def drop(self) -> None:
        """End it at once."""
        self._guard.connections.pop(self, None)
        if isinstance(self._transport, asyncio.WriteTransport):
            self._transport.abort()

    # asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._guard.connections[self] = None
        self.wait(self._guard.limits.patience)
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.wait(None)
        self._transport = None
        self._guard.connections.pop(self, None)
        self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


class Guard:
    """Knows the connections of one port, and who has to go for another."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.connections: dict[Connection, None] = {}
        """All that are open, the oldest first."""

    def admits(self, address: str) -> bool:
        """Whether there is a place for one more connection of an address; a stranger is sent away for it."""
        limits = self.limits
        own = self._of(address)
        if limits.limited(address) and len(own) >= limits.of_address and not self._send_away(own):
            return False
        return len(self.connections) < limits.connections or self._send_away(self.connections)

    def admits_socket(self, connection: Connection) -> bool:
        """Whether a connection may become a web socket; an older stranger's is closed for it."""
        own = [one for one in self._of(connection.address) if one.is_socket]
        if (
            self.limits.limited(connection.address)
            and len(own) >= self.limits.sockets_of_address
            and not self._send_away(own)
        ):
            return False
        connection.is_socket = True
        return True

    def send_stranger_away(self) -> bool:
        """Close the connection of some stranger, as the system has no place for more; False: there is no stranger."""
        return self._send_away(self.connections)

    def _of(self, address: str) -> list[Connection]:
        return [one for one in self.connections if one.address == address]

    def _send_away(self, among: Collection[Connection]) -> bool:
        strangers = [one for one in among if not one.known]
        crowd = Counter(one.address for one in strangers)
        if not strangers:
            return False
        min(strangers, key=lambda one: (-crowd[one.address], one.asked)).drop()
        return True


class NoPort(Exception):
    """No port could be opened; the text is a sentence."""


class Listener:
    """A web server at one address."""

    def __init__(
        self,
        routes: Iterable[web.RouteDef],
        *,
        longest: int,
        limits: Limits,
        welcome: Callable[[web.Request], bool],
        refuse: Callable[[int, str], web.Response],
    ) -> None:
        """`longest`: most bytes of a request or of a message. `welcome`: whether a request is answered at all.

        `refuse` makes the answer to one that isn't, or that nothing here answers, of status and reason.
        """
        self.address, self.port = LOOPBACK, 0
        """Where it listens, or listened last; the port is 0 before."""
        self.sockets: set[web.WebSocketResponse] = set()
        """The open web sockets."""
        self.guard = Guard(limits)
        self._longest = longest
        self._welcome = welcome
        self._refuse = refuse
        self._app = web.Application(middlewares=[self._guarded], client_max_size=longest)
        self._app.add_routes(routes)
        self._runner: web.AppRunner | None = None
        self._doors: list[tuple[socket.socket, asyncio.Task[None]]] = []

    async def start(self, address: str, ports: Iterable[int]) -> None:
        """Listen at the first of the ports that is free (0: at any). Raises NoPort."""
        limits = self.guard.limits
        self.guard = Guard(replace(limits, connections=places(limits.connections)))
        self._runner = web.AppRunner(
            self._app, access_log=None, handle_signals=False, shutdown_timeout=1.0, auto_decompress=False
        )
        await self._runner.setup()
        why = ""
        for port in ports:
            try:
                found = await _listening(address, port, self._longest)
            except OSError as error:
                why = error.strerror or str(error)
                continue
            self.address, self.port = address, int(found[0].getsockname()[1])
            self._doors = [(one, asyncio.create_task(self._let_in(one))) for one in found]
            return
        await self.stop()
        raise NoPort(why)

    async def stop(self) -> None:
        """Close all sockets, and stop listening."""
        for listening, task in self._doors:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            listening.close()
        self._doors = []
        for open_socket in list(self.sockets):
            with suppress(ConnectionError, RuntimeError):
                await open_socket.close(code=WSCloseCode.GOING_AWAY)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _let_in(self, listening: socket.socket) -> None:
        """Take one connection after the other, or close it at once if the guard has no place for it."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                came, (address, *_) = await loop.sock_accept(listening)
            except ConnectionError:
                continue  # it was gone before it was looked at
            except OSError:
                self.guard.send_stranger_away()
                await asyncio.sleep(MOMENT)
                continue
            if self.guard.admits(address):
                with suppress(OSError):
                    await loop.connect_accepted_socket(lambda: self._connection(address), came)  # noqa: B023  (awaited at once)
            else:
                came.close()
                await asyncio.sleep(0)  # a flood of them leaves the app its turn

    def _connection(self, address: str) -> Connection:
        assert self._runner is not None
        assert self._runner.server is not None
        return Connection(self.guard, address, self._runner.server())

    # requests

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        connection = connection_of(request)
        connection.asked = True
        connection.wait(self.guard.limits.patience)
        try:
            if not self._welcome(request):
                return self._refuse(403, "Forbidden")
            if request.can_read_body:
                await request.read()
            connection.wait(None)
            return await handler(request)
        except web.HTTPException as error:
            return self._refuse(error.status, error.reason)
        except ConnectionError:
            return self._refuse(400, "Bad Request")  # nobody hears it
        finally:
            connection.wait(self.guard.limits.idle)

    @asynccontextmanager
    async def socket(
        self, request: web.Request, *, heartbeat: float | None = None, autoping: bool = True
    ) -> AsyncIterator[web.WebSocketResponse]:
        """The web socket that a request asks for, in a block that ends with it. Raises HTTPServiceUnavailable.

        Until its connection is vouched for it is a stranger's, and ends after `Limits.patience` seconds.
        """
        connection = connection_of(request)
        made = web.WebSocketResponse(
            max_msg_size=self._longest,
            heartbeat=heartbeat,
            compress=False,
            autoping=autoping,
            timeout=GOODBYE,
        )
        try:
            asks = made.can_prepare(request)
        except ValueError:  # its key isn't ASCII
            raise web.HTTPBadRequest from None
        if asks and not self.guard.admits_socket(connection):
            raise web.HTTPServiceUnavailable
        connection.wait(self.guard.limits.patience)
        await made.prepare(request)
        self.sockets.add(made)
        try:
            yield made
        finally:
            self.sockets.discard(made)


def connection_of(request: web.Request) -> Connection:
    """The connection that a request came by. Raises ConnectionError if it is gone."""
    transport = request.transport
    if transport is None:
        raise ConnectionResetError
    return cast("Connection", transport.get_protocol())


async def _listening(host: str, port: int, buffer: int) -> Sequence[socket.socket]:
    """Sockets that listen at a port of all addresses of a host (0: at the same one, any that is free).

    `buffer`: bytes of a connection that the system keeps until they are read; they are read in one go, and the app
    waits meanwhile. Raises OSError.
    """
    found = await asyncio.get_running_loop().getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    out: list[socket.socket] = []
    try:
        for family, _, _, _, place in dict.fromkeys(found):
            at = port or (out[0].getsockname()[1] if out else 0)
            out.append(socket.create_server((place[0], at, *place[2:]), family=family, backlog=BACKLOG))
            out[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            out[-1].setblocking(False)
    except OSError:
        for one in out:
            one.close()
        raise
    return out
