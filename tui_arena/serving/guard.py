"""The guard of a port: how many connections may be open, from where, and how long one may say nothing.

A connection is a stranger until it is vouched for: by a token, or by something sensible that it has said. If there
is no place for another one, a stranger makes room: first one of the address with the most strangers, among these
one that has sent no request, among these the oldest. So a flood sends its own connections away, and whoever is
vouched for keeps their place.

Law: who is vouched for is never sent away for somebody else, and whoever says nothing goes by itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

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
