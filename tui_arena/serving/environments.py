"""The web server of environments for training: OpenEnv's protocol, one episode after the other for each client.

A client is a web socket at `/ws`, with an environment of its own. All that comes by plain HTTP (`/reset`, `/step`,
`/state`) is one more client. Bots reply at once; while a model thinks, the others go on.

Law: no page in a browser gets an answer, and on this machine alone none that calls it by another name.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from threading import Thread
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from aiohttp import WSCloseCode, web

from tui_arena.api import Env
from tui_arena.data import GameInfo
from tui_arena.serving import CLIENTS, LOOPBACK, PORT
from tui_arena.serving.episodes import (
    Episodes,
    Refused,
    ResetData,
    StepBody,
    answer,
    decoded,
    error_message,
    metadata,
    read,
    schemas,
)
from tui_arena.serving.listener import Listener, NoPort

OPENENV = "1.0.0"
"""The version of OpenEnv's HTTP interface."""
MOST_BYTES = 1024 * 1024
"""Bytes of a message beyond which its connection is closed unread."""
HEARTBEAT = 600.0
"""Seconds between pings. A trainer that computes for minutes between two steps answers none meanwhile."""
PATIENCE = 5.0
"""Seconds to wait for the first message of a client that finds no place, so that it hears why."""
OWN_NAMES = frozenset({LOOPBACK, "localhost", "::1"})
_STATUS = {"EXECUTION_ERROR": 409}
"""HTTP status by code of a refusal; 422 for all others."""
_WHY = {
    403: "no page in a browser is answered here, and on this machine nobody who names it otherwise than "
    "127.0.0.1 or localhost",
    404: "there is nothing at this path; clients come to /ws, and /openapi.json lists the others",
    405: "this path takes another method",
    413: f"a body may have {MOST_BYTES} bytes",
}
"""What is told in the place of HTTP's own words."""
_NO_METHOD = {
    "jsonrpc": "2.0",
    "id": None,
    "error": {"code": -32601, "message": "There are no MCP tools here."},
}

T = TypeVar("T")


def is_loopback(host: str) -> bool:
    """Whether only programs of this machine reach a host that is listened at."""
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


class EnvironmentServer:
    """Serves one kind of environment."""

    def __init__(
        self,
        make: Callable[[], Env],
        info: GameInfo,
        *,
        seed: int | None = None,
        clients: int = CLIENTS,
        thinking: bool = False,
        broke: Callable[[Exception], None] = lambda _: None,
    ) -> None:
        """Makes one environment, so it raises what `Env` raises.

        Args:
            make: Makes the environment of a client.
            info: Its game.
            seed: The i-th episode that a client gives no seed is session i of a run with this seed; None: any.
            clients: Web sockets at once.
            thinking: Whether players take their time, as models do, so that other clients must not wait for them.
            broke: Hears of faults of this program; they end no connection.
        """
        self._make = make
        self._info = info
        self._seed, self._begun = seed, count()
        self._clients = clients
        self._thinking = thinking
        self._broke = broke
        env = make()
        self._learner, self._group = env.learner, env.group
        self._plain = self._episodes(env)
        self._turn = asyncio.Lock()
        self._closed_to_names = True
        routes = [
            web.post("/reset", self._reset),
            web.post("/step", self._step),
            web.get("/state", self._state),
            web.get("/health", self._health),
            web.get("/metadata", self._metadata),
            web.get("/schema", self._schema),
            web.get("/openapi.json", self._openapi),
            web.post("/mcp", self._mcp),
        ]
        self._paths = {route.path: route.method.lower() for route in routes}
        self._listener = Listener(
            [web.get("/ws", self._ws), *routes],
            longest=MOST_BYTES,
            welcome=self._welcome,
            refuse=_refused,
        )

    @property
    def url(self) -> str:
        """Where clients reach it."""
        host = self._listener.address
        return f"http://{f'[{host}]' if ':' in host else host}:{self._listener.port}"

    async def start(self, host: str = LOOPBACK, port: int = PORT) -> None:
        """Listen; `port` 0: at any that is free. Raises NoPort."""
        self._closed_to_names = is_loopback(host)
        try:
            await self._listener.start(host, [port])
        except NoPort as error:
            raise NoPort(f"{host}:{port} can't be listened at ({error})") from None

    async def stop(self) -> None:
        """Close all connections, and stop listening."""
        await self._listener.stop()

    # who is answered

    def _welcome(self, request: web.Request) -> bool:
        """Whether it is no page in a browser, and, on this machine alone, names this machine (rebinding of names)."""
        if "Origin" in request.headers:
            return False
        try:
            name = urlsplit(f"//{request.headers.get('Host', '')}").hostname
        except ValueError:
            return False
        return name in OWN_NAMES or not self._closed_to_names

    # episodes

    def _episodes(self, env: Env) -> Episodes:
        return Episodes(env, self._next_place)

    def _next_place(self) -> tuple[int | None, int | None]:
        """The seed and the index of an episode that a client gives no seed."""
        return (None, None) if self._seed is None else (self._seed, next(self._begun))

    async def _done(self, work: Callable[[], T]) -> T:
        """What a request comes to, which is never an error but by a fault of this program; that is told here.

        Models are waited for in a thread. Raises Refused after such a fault.
        """
        try:
            return await _beside(work) if self._thinking else work()
        except Exception as error:  # noqa: BLE001  (whatever it is, other clients go on)
            if not self._thinking:  # a thread's is told by who hears of threads that broke
                self._broke(error)
            raise Refused("EXECUTION_ERROR", "the server failed here; where it runs it tells how") from None

    async def _ws(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=MOST_BYTES, heartbeat=HEARTBEAT, compress=False)
        await socket.prepare(request)
        sockets = self._listener.sockets
        if len(sockets) >= self._clients:
            await self._turn_away(socket)
            return socket
        sockets.add(socket)
        try:
            with suppress(ConnectionError):
                await self._attend(socket)
        finally:
            sockets.discard(socket)
        return socket

    async def _attend(self, socket: web.WebSocketResponse) -> None:
        """Answer a client until it goes."""
        episodes = self._episodes(self._make())
        async for message in socket:
            try:
                said = await self._done(lambda: answer(episodes, message.data))  # noqa: B023  (awaited at once)
            except Refused as refused:
                said = error_message(refused)
            if said is None:
                break
            await socket.send_str(_text(said))
        await socket.close()

    async def _turn_away(self, socket: web.WebSocketResponse) -> None:
        """Tell a client that there is no place for it."""
        refused = Refused(
            "CAPACITY_REACHED",
            f"{self._clients} clients are here already; close one, or serve with a higher --clients",
        )
        with suppress(TimeoutError, ConnectionError):
            await socket.receive(timeout=PATIENCE)
        with suppress(ConnectionError):
            await socket.send_str(_text(error_message(refused)))
        await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"no place is free")

    async def _reset(self, request: web.Request) -> web.Response:
        raw = await request.read()
        return await self._plainly(lambda: self._plain.reset(read(decoded(raw or b"{}"), ResetData)))

    async def _step(self, request: web.Request) -> web.Response:
        raw = await request.read()
        return await self._plainly(lambda: self._plain.step(read(decoded(raw), StepBody).action))

    async def _state(self, _: web.Request) -> web.Response:
        return await self._plainly(self._plain.state)

    async def _plainly(self, work: Callable[[], dict[str, Any]]) -> web.Response:
        """The answer to a request by plain HTTP, one after the other."""

        def attempt() -> dict[str, Any] | Refused:
            try:
                return work()
            except Refused as refused:
                return refused

        async with self._turn:
            try:
                done = await self._done(attempt)
            except Refused as refused:
                return _refused(500, str(refused))
        if isinstance(done, Refused):
            return _refused(_STATUS.get(done.code, 422), str(done))
        return _json(done)

    # what it is

    async def _health(self, _: web.Request) -> web.Response:
        return _json({"status": "healthy"})

    async def _metadata(self, _: web.Request) -> web.Response:
        return _json(metadata(self._info, self._learner))

    async def _schema(self, _: web.Request) -> web.Response:
        return _json(schemas(self._info, self._group))

    async def _openapi(self, _: web.Request) -> web.Response:
        good = {"responses": {"200": {"description": "as OpenEnv says"}}}
        named = metadata(self._info, self._learner)
        return _json(
            {
                "openapi": "3.1.0",
                "info": {"title": named["name"], "version": OPENENV, "description": named["description"]},
                "paths": {path: {method: good} for path, method in self._paths.items()},
            }
        )

    async def _mcp(self, _: web.Request) -> web.Response:
        return _json(_NO_METHOD)


def _text(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode()


def _json(value: dict[str, Any], status: int = 200) -> web.Response:
    return web.Response(text=_text(value), status=status, content_type="application/json")


def _refused(status: int, why: str) -> web.Response:
    return _json({"detail": _WHY.get(status, why)}, status)


async def _beside(work: Callable[[], T]) -> T:
    """What a function returns, which runs in a thread that the end of the program does not wait for."""
    loop = asyncio.get_running_loop()
    come: asyncio.Future[T] = loop.create_future()

    def tell(how: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(lambda: None if come.done() else how())

    def run() -> None:
        try:
            done = work()
        except Exception as error:
            broken = error
            tell(lambda: come.set_exception(broken))
            raise
        tell(lambda: come.set_result(done))

    Thread(target=run, daemon=True).start()
    return await come
