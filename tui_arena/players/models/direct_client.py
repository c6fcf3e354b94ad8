"""Models on servers that speak OpenAI's protocol, asked without LiteLLM: a reply takes a tenth of the work.

`guard.py` counts, checks and reduces what a server sends as it arrives, and this module reads the result.

Connections are kept for the next request. A server may close an idle connection just when the next request is
sent on it. Such a request is sent once more, on a fresh connection. A request has failed if it fails on a
fresh connection, or after the first byte of its answer.

An idle connection is closed at its first byte. Nobody asked for these bytes, and aiohttp would keep all
of them.
"""

from __future__ import annotations

import asyncio
import math
import os
import re
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import Any
from urllib.parse import urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from aiohttp.client_proto import ResponseHandler

from tui_arena.config import ModelEntry, hide
from tui_arena.config.models import ListedModel, direct_price, listed_model
from tui_arena.core.game import OnProgress
from tui_arena.players.models.failures import QUOTA, failure, kind_by_words, retry_after
from tui_arena.players.models.guard import ENCODING
from tui_arena.players.models.ladder import streaming
from tui_arena.players.models.requests import FailureKind, ModelFailed, ModelRequest, ModelResponse
from tui_arena.players.models.server_fields import encoded
from tui_arena.players.models.transport import (
    OPENAI,
    OTHERS,
    ModelExchange,
    divided,
    exchanged,
    key_for,
)

PROVIDERS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "openai": (("OPENAI_BASE_URL", "OPENAI_API_BASE"), "https://api.openai.com/v1"),
    "openrouter": (("OPENROUTER_API_BASE",), "https://openrouter.ai/api/v1"),
}
"""Maps a provider of this transport to the variables for another address, and to the usual address."""
MOST_REDIRECTS = 3
REDIRECTS = frozenset({301, 302, 307, 308})
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_KINDS: Mapping[int, FailureKind] = {
    400: "bad_reply",
    401: "auth",
    402: "denied",
    403: "denied",
    404: "not_found",
    408: "timeout",
    415: "bad_reply",
    422: "bad_reply",
    429: "rate_limited",
}
"""Maps a response's status to the kind of failure; any other status is `unreachable`."""
_REFUSALS = frozenset({"content_policy_violation", "content_filter"})
"""Error codes that mean that the model isn't allowed to reply."""
_REASONING = re.compile(r"gpt-(?!5-chat)([5-9]|\d\d)")
"""Matches the names of OpenAI's models that think before they answer and take fewer parameters."""
_NOT_FOR_REASONING = frozenset({"presence_penalty", "frequency_penalty", "stop", "logit_bias"})


class DirectTransport:
    """Asks models over HTTP."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def check(self, entry: ModelEntry) -> None:
        """Raise ModelFailed if a model can't be asked because a key is missing."""
        key_for(entry, entry.provider, needed=True)

    async def close(self) -> None:
        """Close the connections that are kept open in this event loop."""
        if self._session is not None and self._loop is asyncio.get_running_loop():
            session, self._session = self._session, None
            await session.close()

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        """Returns one reply to one request. Raises ModelFailed, with the part of a reply that broke off."""
        entry = call.entry
        key = key or key_for(entry, entry.provider, needed=True)
        if key is not None:
            hide(key)
        sent, dropped = parameters(call)
        body = {
            "model": _wire_model(entry),
            "messages": list(call.messages),
            **written(entry, sent),
            **streaming(call.without),
        }
        if call.grammar:
            body["grammar"] = call.grammar
            sent["grammar"] = f"sha256:{sha256(call.grammar.encode()).hexdigest()[:12]}"
        url = f"{(base_url or address(entry)).rstrip('/')}/chat/completions"
        headers = {
            "authorization": f"Bearer {key}",
            "content-type": "application/json",
            "accept-encoding": ENCODING,
            "user-agent": "tui-arena",
            **(_account() if entry.provider == "openai" and base_url is None else {}),
        }

        async def ask(exchange: ModelExchange) -> None:
            try:
                await self._asked(exchange, url, encoded(body), headers)
            except (aiohttp.ClientError, OSError, ValueError) as error:
                if isinstance(error, TimeoutError):
                    raise
                begun = exchange.reply.anything
                raise failure(entry, "unreachable", exchange.guard, call.messages, begun=begun) from None

        return await exchanged(call, hear, ask, sent=sent, dropped=dropped, cost=partial(_cost, entry))

    async def _asked(
        self, exchange: ModelExchange, url: str, body: bytes, headers: Mapping[str, str]
    ) -> None:
        """Send the request, also to the address of a redirect, and read the response."""
        for _ in range(MOST_REDIRECTS + 1):
            to = await self._posted(exchange, url, body, headers)
            if to is None:
                return
            url = to
        raise failure(exchange.call.entry, "unreachable", exchange.guard, exchange.call.messages)

    async def _posted(
        self, exchange: ModelExchange, url: str, body: bytes, headers: Mapping[str, str]
    ) -> str | None:
        """Send the request once, and read the response. Returns the address of a redirect, or None."""
        errors: list[dict[str, Any]] = []
        goes_on = True

        def take(value: dict[str, Any]) -> None:
            nonlocal goes_on
            if "error" in value:
                errors.append(value["error"])
            else:
                goes_on = goes_on and exchange.heard_value(value)

        post = self._open_session().post(
            url, data=body, headers=headers, allow_redirects=False, proxy=proxy_for(url)
        )
        async with post as response:
            raw = ((name.decode("latin-1"), text.decode("latin-1")) for name, text in response.raw_headers)
            checked = exchange.guard.opened(response.status, raw, url, chat=True, take=take)
            try:
                async for data in response.content.iter_any():
                    checked.feed(data)
                    if errors or not goes_on:
                        break
                else:
                    checked.end()
            except aiohttp.ClientPayloadError:
                checked.end()  # a reply that broke off may still be whole
                if not exchange.reply.replied or exchange.guard.ended is False:
                    raise
            if response.status in REDIRECTS and "location" in checked.headers:
                return urljoin(url, checked.headers["location"])
            if errors or response.status >= 300:
                error = errors[0] if errors else {}
                if error.get("code") not in _REFUSALS:
                    raise _failed(exchange, response.status, error, checked.headers)
                exchange.refuse()
        return None

    def _open_session(self) -> aiohttp.ClientSession:
        """Returns the session of this event loop, which keeps its connections."""
        loop = asyncio.get_running_loop()
        if self._session is None or self._loop is not loop:
            self._loop = loop
            connector = _Connector(limit=0, keepalive_timeout=KEPT_SECONDS, ttl_dns_cache=300)
            self._session = aiohttp.ClientSession(
                connector=connector,
                request_class=_Request,
                middlewares=(connector.sent,),
                timeout=aiohttp.ClientTimeout(total=None),  # `ModelExchange` has its own time limit
                auto_decompress=False,
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        return self._session


def _cost(entry: ModelEntry, inwards: int, outwards: int) -> float | None:
    price = direct_price(entry)
    cost = math.nan if price is None else (inwards * price[0] + outwards * price[1]) / 1e6
    return cost if math.isfinite(cost) else None


def address(entry: ModelEntry) -> str:
    """Returns the address at which a model is asked that isn't a model file."""
    if entry.base_url:
        return entry.base_url
    variables, usual = PROVIDERS[entry.provider]
    return next((text for name in variables if (text := os.environ.get(name, "").strip())), usual)


def _account() -> dict[str, str]:
    """Returns the headers that name an organization and a project at OpenAI, if variables name them."""
    named = {"openai-organization": "OPENAI_ORG_ID", "openai-project": "OPENAI_PROJECT_ID"}
    return {header: text for header, name in named.items() if (text := os.environ.get(name, "").strip())}


def proxy_for(url: str) -> str | None:
    """Returns the proxy that this machine's settings name for an address; None for this machine itself."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host in LOOPBACK or proxy_bypass(host):
        return None
    return getproxies().get(parts.scheme)


def _wire_model(entry: ModelEntry) -> str:
    """Returns the model's name as its server knows it."""
    if entry.gguf or entry.base_url:
        return entry.model.removeprefix("openai/") or "local"
    return entry.model.partition("/")[2]


# parameters


def parameters(call: ModelRequest) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Returns the parameters that are sent, and the names of the parameters that the model doesn't take."""
    return divided(call, lambda name, value: _takes(call, name, value))


def _takes(call: ModelRequest, name: str, value: Any) -> bool:
    """True if a model takes a parameter. The user's own server is sent every wanted parameter."""
    entry = call.entry
    if entry.gguf or entry.base_url:
        return True
    if name not in OPENAI:
        return name in OTHERS
    if entry.provider != "openai":
        return True  # OpenRouter removes the parameters that a model doesn't take
    model = entry.model.removeprefix("openai/")
    if not _REASONING.match(model):
        return name != "reasoning_effort"
    return name not in _NOT_FOR_REASONING and _may_think(model, call.sampling, name, value)


def _may_think(model: str, sampling: Mapping[str, Any], name: str, value: Any) -> bool:
    """True if a thinking model takes a parameter. Some are only allowed if its thinking is off."""
    listed = listed_model(model) or ListedModel()
    thinks = sampling.get("reasoning_effort", listed.default_reasoning_effort) != "none"
    if name == "temperature":
        return not thinks or bool(value == 1)
    return name != "top_p" or not thinks


def written(entry: ModelEntry, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the parameters with the names that the server wants."""
    own = entry.gguf or entry.base_url
    if own or entry.provider != "openai" or not _REASONING.match(entry.model.removeprefix("openai/")):
        return dict(sent)
    return {"max_completion_tokens" if name == "max_tokens" else name: value for name, value in sent.items()}


# failures


def _failed(
    exchange: ModelExchange, status: int, error: Mapping[str, Any], headers: Mapping[str, str]
) -> ModelFailed:
    """Returns the failure for an error. `status`: of the response; 200 if the error came in the middle of a stream."""
    guard = exchange.guard
    if status == 200 and guard.code is not None and not exchange.reply.anything:
        status = guard.code
    kind: FailureKind = _KINDS.get(status, "unreachable" if status >= 400 or error else "bad_reply")
    wait = retry_after(headers)
    if error.get("code") == QUOTA or error.get("type") == QUOTA:
        kind, status = "denied", 402
    else:
        kind = kind_by_words(kind, status, guard.signs, waits=wait is not None)
    return failure(
        exchange.call.entry,
        kind,
        guard,
        exchange.call.messages,
        begun=exchange.reply.anything,
        refused=kind == "bad_reply" and status in (400, 415, 422),
        retry_after=wait,
        status=status,
    )


KEPT_SECONDS = 20.0
"""How many seconds an idle connection is kept."""
MOST_KEPT = 256
"""The maximum number of idle connections that are kept, for all servers together."""


class _Connection(ResponseHandler):
    """A connection that knows whether a request waits for its bytes."""

    requests = 0
    idle = False
    silent = True
    """True if nothing has come since the last request."""

    def set_response_params(self, **params: Any) -> None:
        """Begin the next request."""
        self.requests += 1
        self.idle, self.silent = False, True
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        """Take bytes, unless no request waits for them. Without bytes, continue parsing."""
        unasked = self.idle and bool(data)
        if not unasked:
            self.silent = self.silent and not data
            super().data_received(data)
            unasked = self.idle and self.should_close  # a second answer came right after the first
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
    """Keeps connections, and sends a request again if the server closed its connection just before."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        kind: type[ResponseHandler] = _Connection
        self._factory = partial(kind, loop=asyncio.get_running_loop())

    async def sent(
        self, request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        """Returns the answer to a request, up to its headers."""
        assert isinstance(request, _Request), "this session makes requests of its own kind only"
        try:
            return await send(request)
        except (aiohttp.ClientConnectionError, OSError):
            connection = request.connection
            if connection is None or connection.requests == 1 or not connection.silent:
                raise
        for idle, _ in self._conns.pop(request.connection_key, ()):
            idle.close()  # the other idle connections are as old
        return await send(request)

    def _release(self, key: Any, protocol: Any, *, should_close: bool = False) -> None:
        full = sum(map(len, self._conns.values())) >= MOST_KEPT
        super()._release(key, protocol, should_close=should_close or full)
        protocol.idle = True
