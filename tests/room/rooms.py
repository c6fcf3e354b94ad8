"""A room with a table that is played, and phones that are sockets: real HTTP, on this machine alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic
from typing import Any

import aiohttp

from tests.table.test_runner import directly
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.room.host import RoomHost
from tui_arena.room.people import Room
from tui_arena.room.server import LIMITS, RoomServer
from tui_arena.save.store import Store
from tui_arena.serving.listener import Limits
from tui_arena.table.opening import new_table, resumed_table
from tui_arena.table.playback import FASTEST, Playback
from tui_arena.table.runner import SessionRunner

CATALOGUE = Catalogue()
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")


class Phone:
    """One device: what it was told, and the page that it shows."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frame: dict[str, Any] = {}
        """The newest page."""
        self.told: list[dict[str, Any]] = []
        """All other messages, in order."""
        self.texts: list[str] = []
        """Everything that came, as it came."""
        self.token = ""
        self.news = asyncio.Event()
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self.socket:
            self.texts.append(message.data)
            said = json.loads(message.data)
            if said["page"] in ("lobby", "table"):
                self.frame = said
            else:
                self.told.append(said)
                self.token = said.get("token", self.token)
            self.news.set()
        self.news.set()

    async def say(self, kind: str, **values: Any) -> None:
        await self.socket.send_str(json.dumps({"kind": kind, **values}))

    async def answer(self, way: int = 0, **values: str) -> None:
        """Give an answer once one is asked for."""
        await self.until(lambda: self.frame.get("asked"))
        await self.say("reply", key=self.frame["asked"]["key"], way=way, values=values)

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something holds; it is looked at again after each message."""
        async with asyncio.timeout(60):
            while not true():
                self.news.clear()
                await self.news.wait()

    async def until_told(self, page: str) -> dict[str, Any]:
        """Wait for a message of a kind that has not been read yet."""
        await self.until(lambda: any(one["page"] == page for one in self.told))
        found = next(one for one in self.told if one["page"] == page)
        self.told.remove(found)
        return found

    async def close(self) -> None:
        await self.socket.close()
        await self._task


@dataclass
class Stage:
    """A server with its room, and what was opened on it."""

    server: RoomServer
    client: aiohttp.ClientSession
    phones: list[Phone] = field(default_factory=list)

    @property
    def host(self) -> RoomHost:
        return self.server.host

    @property
    def url(self) -> str:
        return f"http://{self.server.address}:{self.server.port}"

    @property
    def watch_link(self) -> str:
        return f"{self.url}/#watch-{self.host.room.watch}"

    @property
    def stage_link(self) -> str:
        return f"{self.url}/stage#{self.host.room.watch}"

    async def socket(self, **headers: str) -> aiohttp.ClientWebSocketResponse:
        return await self.client.ws_connect(f"{self.url}/socket", headers={"Origin": self.url, **headers})

    async def phone(self) -> Phone:
        """A device that is nobody yet."""
        phone = Phone(await self.socket())
        self.phones.append(phone)
        return phone

    async def join(self, name: str, code: str | None = None) -> Phone:
        """Somebody comes in."""
        phone = await self.phone()
        await phone.say("join", version=1, code=code or self.host.room.code, name=name)
        await phone.until(lambda: phone.frame or (phone.told[-1:] and phone.told[-1]["page"] == "refused"))
        return phone

    async def back(self, token: str) -> Phone:
        phone = await self.phone()
        await phone.say("back", version=1, token=token)
        await phone.until(lambda: phone.frame or phone.told)
        return phone


@asynccontextmanager
async def staged(room: Room | None = None, port: int = 0, limits: Limits = LIMITS) -> AsyncIterator[Stage]:
    """A server on this machine; without a `port` at any free one."""
    host = RoomHost(room or Room(), monotonic)
    server = RoomServer(host, monotonic, limits)
    await server.start(lan=False, port=port)
    async with aiohttp.ClientSession() as client:
        stage = Stage(server, client)
        try:
            yield stage
        finally:
            for phone in stage.phones:
                await phone.close()
            await server.stop()


@asynccontextmanager
async def played(
    store: Store,
    stage: Stage,
    game: str,
    seats: Mapping[str, str],
    options: Mapping[str, Any] | None = None,
    *,
    seed: int = 7,
    resume: str = "",
) -> AsyncIterator[SessionRunner]:
    """A table on a stage; `seats`: PLAYER texts by seat. Who has come by such a name plays it on their phone."""
    guests = {guest.name: guest.id for guest in stage.host.room.guests.values()}
    people = {seat: read_player(text) for seat, text in seats.items()}
    cast = {
        seat: replace(one, guest=guests.get(str(one.spec["name"]), "") if one.kind == "human" else "")
        for seat, one in people.items()
    }
    if resume:
        ready = resumed_table(CATALOGUE, store, resume)
    else:
        ready = new_table(CATALOGUE, store, Opening(game, cast, dict(options or {}), seed=seed), None)
    ready = replace(ready, cast=stage.host.find_seats(ready.session, ready.cast))
    runner = SessionRunner(ready, store, directly, playback=Playback(FASTEST))
    stage.host.sit(runner)
    task = asyncio.create_task(runner.run())
    try:
        yield runner
    finally:
        stage.host.leave(runner)
        runner.stop()
        await task
        store.release(runner.session.id)


@asynccontextmanager
async def joined_and_played(
    store: Store, names: str, game: str, seats: Mapping[str, str], **how: Any
) -> AsyncIterator[tuple[SessionRunner, Stage, list[Phone]]]:
    """A table on a stage after these people have joined; `how`: as for `played`."""
    async with staged() as stage:
        phones = [await stage.join(name) for name in names.split()]
        async with played(store, stage, game, seats, **how) as runner:
            yield runner, stage, phones


WORDS = ("crane", "plumb", "pride", "stone", "light", "mound", "fresh", "vocal")
THINGS = ("lamp", "banana", "otter", "piano", "bridge")


def filled(phone: Phone, rng: Random) -> tuple[int, dict[str, str]]:
    """Some answer to what a phone is asked: a way, and a value for each of its fields."""
    frame = phone.frame
    ways = frame["asked"]["ways"]
    way = rng.randrange(len(ways))
    return way, {one["name"]: _value(frame, one, rng) for one in ways[way]["fields"]}


def _value(frame: Mapping[str, Any], asked: Mapping[str, Any], rng: Random) -> str:
    if asked["choices"]:
        return str(rng.choice(asked["choices"]))
    name, facts = asked["name"], dict(frame["facts"])
    if frame["game"] == "Connections" and name in ("word", "text"):
        start = facts.get("letters", "").casefold().replace(" ", "")
        return rng.choice(_lexicon(start))
    if frame["game"] == "Wordle" and name == "word":
        return rng.choice(WORDS)
    if "clue" in name:
        return f"we saw one in {rng.choice(('Oslo', 'Lima', 'Kyoto'))} in {rng.randrange(1950, 2020)}"
    if (frame["game"] == "Akinator" and name in ("name", "text")) or frame["seat"] == "setter":
        return rng.choice(THINGS) if frame["game"] != "Bluffing" else f"I have {rng.randrange(3, 99)} cousins"
    return f"is it as big as {rng.randrange(2, 999)} houses?"


def _lexicon(start: str) -> list[str]:
    lexicon = CATALOGUE.lexicon(None, CATALOGUE.game("connections"))
    assert lexicon is not None
    return sorted(word for word in lexicon.words if word.startswith(start) and len(word) > len(start) + 2)[
        :400
    ]
