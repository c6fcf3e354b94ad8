"""Connections to models' servers, which are kept for the next request.

Law: an idle connection is closed at its first byte. Nobody asked for what comes there, and aiohttp would keep all
of it.

A server may close an idle connection just when the next request goes out on it. Such a request is sent once more, on
a fresh connection. A request that fails on a fresh connection, or after the first byte of its answer, has failed.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import aiohttp
from aiohttp.client_proto import ResponseHandler

KEPT_SECONDS = 20.0
"""How long an idle connection is kept."""
MOST_KEPT = 256
"""How many idle connections are kept at the most, of all servers together."""


def keeping_session() -> aiohttp.ClientSession:
    """A session of this event loop that keeps its connections."""
    connector = _Connector(limit=0, keepalive_timeout=KEPT_SECONDS, ttl_dns_cache=300)
    return aiohttp.ClientSession(
        connector=connector,
        request_class=_Request,
        middlewares=(connector.sent,),
        timeout=aiohttp.ClientTimeout(total=None),  # the exchange has its own
        auto_decompress=False,
        cookie_jar=aiohttp.DummyCookieJar(),
    )


class _Connection(ResponseHandler):
    """A connection that knows whether anybody waits for what comes on it."""

    requests = 0
    idle = False
    silent = True
    """Whether nothing has come since the last request."""

    def set_response_params(self, **params: Any) -> None:
        """Begin the next request."""
        self.requests += 1
        self.idle, self.silent = False, True
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        """Take bytes, unless nobody waits for them. No bytes: parse on."""
        unasked = self.idle and bool(data)
        if not unasked:
            self.silent = self.silent and not data
            super().data_received(data)
            unasked = self.idle and self.should_close  # a second answer came right behind the first
        if unasked and self.transport is not None:
            self.transport.abort()


class _Request(aiohttp.ClientRequest):
    """A request that knows its connection."""

    connection: _Connection | None = None

    async def send(self, conn: aiohttp.connector.Connection) -> aiohttp.ClientResponse:
        assert isinstance(conn.protocol, _Connection), "the connector makes no others"
        self.connection = conn.protocol
        return await super().send(conn)


class _Connector(aiohttp.TCPConnector):
    """Keeps connections, and sends a request again that came too late for one."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        kind: type[ResponseHandler] = _Connection
        self._factory = partial(kind, loop=asyncio.get_running_loop())

    async def sent(
        self, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        """The answer to a request, as far as its headers."""
        assert isinstance(request, _Request), "the session makes no others"
        try:
            return await send(request)
        except (aiohttp.ClientConnectionError, OSError):
            connection = request.connection
            if connection is None or connection.requests == 1 or not connection.silent:
                raise
        for idle, _ in self._conns.pop(request.connection_key, ()):
            idle.close()  # they are as old
        return await send(request)

    def _release(self, key: Any, protocol: Any, *, should_close: bool = False) -> None:
        full = sum(map(len, self._conns.values())) >= MOST_KEPT
        super()._release(key, protocol, should_close=should_close or full)
        protocol.idle = True
