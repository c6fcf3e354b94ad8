"""The guard around the transports for HTTP below LiteLLM; this module is imported only together with it.

LiteLLM and the libraries that it uses send every request of a model through a transport of `httpx`. So this
module replaces the methods that send, once and for all providers alike. Each request is checked by the guard
in `rules`, or by a guard with a limit of `LONGEST` seconds if `rules` is None.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from functools import wraps
from typing import Any

import aiohttp
import httpx

from tui_arena.players.models.guard import ENCODING, Body, ResponseGuard, WireFault, rules

LONGEST = 600.0
"""The time limit in seconds for a request that has no other time limit of this program, such as a login."""


class OneReply(aiohttp.TCPConnector):
    """Connections that close after the reply, because unasked bytes on an idle one would fill the memory."""

    def __init__(self, **given: Any) -> None:
        given.pop("keepalive_timeout", None)
        super().__init__(**given, force_close=True)


_HEADERS = {"accept-encoding": ENCODING, "connection": "close"}


def guard_transports(*transports: type[Any]) -> None:
    """Make these transports, and those of `httpx` itself, check everything that they send and receive."""
    for kind in (httpx.AsyncHTTPTransport, httpx.HTTPTransport, *transports):
        for name, guarded in (("handle_async_request", _guarded), ("handle_request", _guarded_at_once)):
            send = vars(kind).get(name)
            if send is not None and not hasattr(send, "__wrapped__"):
                setattr(kind, name, guarded(send))


class _Checked(httpx.AsyncByteStream, httpx.SyncByteStream):
    """The bytes of a response that may be passed on, to a task or to a request that blocks its thread."""

    def __init__(self, stream: Any, body: Body) -> None:
        self._stream = stream
        self._body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for data in self._stream:
            if some := self._body.feed(data):
                yield some
        if rest := self._body.end():
            yield rest

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __iter__(self) -> Iterator[bytes]:
        for data in self._stream:
            if some := self._body.feed(data):
                yield some
        if rest := self._body.end():
            yield rest

    def close(self) -> None:
        self._stream.close()


def _guarded(send: Any) -> Any:
    @wraps(send)
    async def checked(transport: Any, request: httpx.Request) -> httpx.Response:
        request.headers.update(_HEADERS)
        response = await send(transport, request)
        try:
            return _passed_on(response, request)
        except WireFault:
            await response.stream.aclose()
            raise

    return checked


def _guarded_at_once(send: Any) -> Any:
    @wraps(send)
    def checked(transport: Any, request: httpx.Request) -> httpx.Response:
        request.headers.update(_HEADERS)
        response = send(transport, request)
        try:
            return _passed_on(response, request)
        except WireFault:
            response.stream.close()
            raise

    return checked


def _passed_on(response: httpx.Response, request: httpx.Request) -> httpx.Response:
    """The response as far as the guard lets it through. Raises WireFault."""
    guard = rules.get() or ResponseGuard(time.monotonic, time.monotonic() + LONGEST)
    headers = ((name.decode("latin-1"), text.decode("latin-1")) for name, text in response.headers.raw)
    body = guard.opened(response.status_code, headers, str(request.url))
    stream = _Checked(response.stream, body)
    return httpx.Response(response.status_code, headers=body.headers, stream=stream, request=request)
