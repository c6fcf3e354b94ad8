"""Environments served on this machine, and clients that are web sockets: real HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import Any

import aiohttp

from tui_arena.api import Env
from tui_arena.api.home import home
from tui_arena.serving.environments import EnvironmentServer

JUDGE = {"judge": "bot:hard"}
SERVER = ("seed", "clients", "thinking", "broke", "token", "patience", "idle")


class Client:
    """One client; it waits for each answer, as OpenEnv's does."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def says(self, raw: str | bytes) -> dict[str, Any]:
        """The answer to a message as it stands."""
        await (self.socket.send_str(raw) if isinstance(raw, str) else self.socket.send_bytes(raw))
        return await self.hears()

    async def hears(self) -> dict[str, Any]:
        async with asyncio.timeout(60):
            answer: dict[str, Any] = await self.socket.receive_json()
        return answer

    async def sends(self, kind: str, data: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return await self.says(json.dumps({"type": kind} | ({} if data is None else {"data": data})))

    async def reset(self, **data: Any) -> dict[str, Any]:
        return await self._seen("reset", data)

    async def step(self, text: str, **more: Any) -> dict[str, Any]:
        return await self._seen("step", {"text": text, **more})

    async def state(self) -> dict[str, Any]:
        answer = await self.sends("state")
        assert answer["type"] == "state", answer
        state: dict[str, Any] = answer["data"]
        return state

    async def _seen(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        answer = await self.sends(kind, data)
        assert answer["type"] == "observation", answer
        seen: dict[str, Any] = answer["data"]
        assert set(seen) == {"observation", "reward", "done"}
        return seen


@dataclass
class Served:
    """A server, and what was opened on it."""

    server: EnvironmentServer
    http: aiohttp.ClientSession
    clients: list[Client] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.server.url

    async def client(self, **headers: str) -> Client:
        client = Client(await self.http.ws_connect(f"{self.url}/ws", headers=headers, max_msg_size=0))
        self.clients.append(client)
        return client

    async def plain(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, Any]:
        """Status and value of the answer to a request by plain HTTP."""
        data = None if body is None else BytesIO(body.encode())
        async with self.http.request(method, self.url + path, data=data, headers=headers) as answer:
            assert answer.content_type == "application/json"
            return answer.status, await answer.json()


@asynccontextmanager
async def served(
    game: str = "entity",
    learner: str = "guesser",
    others: Mapping[str, str] | None = None,
    *,
    port: int = 0,
    **more: Any,
) -> AsyncIterator[Served]:
    """A server on this machine; without a `port` at any free one.

    `more`: what the server takes (`SERVER`), and what the environment takes.
    """
    own = {name: more.pop(name) for name in SERVER if name in more}
    make = partial(Env, game, learner, JUDGE if others is None else others, **more)
    server = EnvironmentServer(make, home().catalogue.game(game), **own)
    await server.start(port=port)
    async with aiohttp.ClientSession() as http:
        try:
            yield Served(server, http)
        finally:
            await server.stop()
