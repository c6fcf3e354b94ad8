"""Listens at one address in the running event loop, and guards the port.

One function, `welcome`, decides which requests are answered. The guard limits how many connections may be
open, in all and per address, and how long a connection may be silent. A connection is a stranger until it is
vouched for: by a token, or by a valid message. If there is no place for a new connection, a stranger is
closed. It is a stranger of the address with the most strangers: the oldest that has sent no request, else the
oldest. So a flood closes its own connections, and connections that are vouched for keep their places.

Law: a refused client learns only the status and a sentence; nothing is logged. The guard decides about a
connection before a byte of it is read. A connection that is vouched for is never closed to make room; a
silent stranger is closed after a time limit.
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

from tui_arena.config.process import places
from tui_arena.serving import LOOPBACK

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

BACKLOG = 128
"""Connections that the system queues until they are accepted."""
GOODBYE = 1.0
"""Seconds that the other side may take to close a web socket."""
MOMENT = 0.2
"""Seconds until connections are accepted again, after the system had no file left for a connection."""

logging.getLogger("aiohttp").addHandler(
    logging.NullHandler()
)  # else invalid requests would be reported on stderr


PATIENCE = 10.0
"""Seconds for the headers of a request, for its body, and for the first message on a web socket."""


@dataclass(frozen=True)
class Limits:
    """The limits of one port."""

    connections: int
    """The maximum number of connections at once."""
    of_address: int = 32
    """The maximum for one address, which may be twelve guests behind one router or tunnel."""
    sockets_of_address: int = 24
    """The maximum number of web sockets of one address at once."""
    limited: Callable[[str], bool] = lambda _: True
    """Returns True if the limits per address apply to an address."""
    patience: float = PATIENCE
    """Seconds; see `PATIENCE`."""
    idle: float = PATIENCE
    """Seconds between the answer to a request and the next request of the same connection."""


class Connection(asyncio.Protocol):
    """One connection. It passes all data to the web server's own protocol, and has a timer that ends it."""

    def __init__(self, guard: Guard, address: str, inner: asyncio.Protocol) -> None:
        self.address = address
        self.asked = self.is_socket = self.known = False
        """True if the connection has sent a whole request; if it is a web socket; if it is vouched for."""
        self._guard = guard
        self._inner = inner
        self._transport: asyncio.BaseTransport | None = None
        self._clock: asyncio.TimerHandle | None = None

    def wait(self, seconds: float | None) -> None:
        """Ends the connection after `seconds`, unless this is called again; None stops the timer."""
        if self._clock is not None:
            self._clock.cancel()
        self._clock = None
        if seconds is not None and self._transport is not None:
            self._clock = asyncio.get_running_loop().call_later(seconds, self.drop)

    def vouch(self) -> None:
        """Marks the connection as known: it isn't a stranger any more, and the timer stops."""
        self.known = True
        self.wait(None)

    def drop(self) -> None:
        """Ends the connection at once."""
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
    """Keeps the connections of one port, and decides which of them is closed for a new one."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.connections: dict[Connection, None] = {}
        """The open connections, oldest first."""

    def admits(self, address: str) -> bool:
        """True if an address may open a new connection; if needed, a stranger is closed for it."""
        limits = self.limits
        own = self._of(address)
        if limits.limited(address) and len(own) >= limits.of_address and not self._send_away(own):
            return False
        return len(self.connections) < limits.connections or self._send_away(self.connections)

    def admits_socket(self, connection: Connection) -> bool:
        """True if a connection may become a web socket; if needed, a stranger's is closed for it."""
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
        """Closes a stranger when the system has no room for more connections; False if there is none."""
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
        """`longest`: maximum bytes of a request or message. `welcome`: whether a request may be answered.

        `refuse` makes the answer to a refused request, or one without a route, from status and reason.
        """
        self.address, self.port = LOOPBACK, 0
        """The last address and port at which it listened; the port is 0 before the first start."""
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
        """Starts to listen at the first free port of `ports` (0: any free port). Raises NoPort."""
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
        """Closes all sockets, and stops listening."""
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
        """Accepts connections one after the other; closes each for which the guard has no place."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                came, (address, *_) = await loop.sock_accept(listening)
            except ConnectionError:
                continue  # it was closed before it was accepted
            except OSError:
                self.guard.send_stranger_away()
                await asyncio.sleep(MOMENT)
                continue
            if self.guard.admits(address):
                with suppress(OSError):
                    await loop.connect_accepted_socket(lambda: self._connection(address), came)  # noqa: B023  (awaited at once)
            else:
                came.close()
                await asyncio.sleep(0)  # so that a flood doesn't block the app

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
            return self._refuse(400, "Bad Request")  # the client is gone, so nobody receives it
        finally:
            connection.wait(self.guard.limits.idle)

    @asynccontextmanager
    async def socket(
        self, request: web.Request, *, heartbeat: float | None = None, autoping: bool = True
    ) -> AsyncIterator[web.WebSocketResponse]:
        """The web socket that a request asks for, open within the block. Raises HTTPServiceUnavailable.

        Until its connection is vouched for, it is a stranger and ends after `Limits.patience` seconds.
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
        except ValueError:  # the request's key isn't ASCII
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
    """The connection of a request. Raises ConnectionError if it is closed."""
    transport = request.transport
    if transport is None:
        raise ConnectionResetError
    return cast("Connection", transport.get_protocol())


async def _listening(host: str, port: int, buffer: int) -> Sequence[socket.socket]:
    """Sockets that listen at one port of all addresses of a host; port 0: the same free port for all.

    `buffer`: how many bytes of a connection the system keeps until they are read. They are read in one go,
    while the app waits. Raises OSError.
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
