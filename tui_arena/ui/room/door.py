"""The one door between the app and the room of phones: it opens the room, and lends it what is on the stage."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakMethod

from tui_arena.room.addresses import PORT
from tui_arena.room.host import RoomHost
from tui_arena.room.people import Guest, KeptRoom, Room
from tui_arena.room.protocol import Rate
from tui_arena.save.store import SaveError
from tui_arena.table.runner import SessionRunner
from tui_arena.table.sideline import Sideline
from tui_arena.ui.result.presenter import rate_seat

if TYPE_CHECKING:
    from tui_arena.room.server import RoomServer
    from tui_arena.ui.app.app import ArenaApp

KEPT = 12 * 3600.0
"""Seconds for which a room that was not closed is opened again."""
ROOM = "room"
"""The note in the save file that keeps the room, so that phones find their seats after a new start."""


class Door:
    """An open room, as the app sees it."""

    def __init__(self, arena: ArenaApp) -> None:
        self._arena = arena
        self._server: RoomServer | None = None
        self._kept = ""
        self._listener: Callable[[], Callable[[], None] | None] = lambda: None
        self._starting = asyncio.Lock()
        self._work: asyncio.Task[str] | None = None
        """What opens the room."""

    # the room

    def listen(self, lobby: Callable[[], None]) -> None:
        """Call a method of a lobby when people come, go or get ready, as long as there is that lobby."""
        self._listener = WeakMethod(lobby)

    @property
    def open(self) -> bool:
        """Whether there is a room."""
        return self._server is not None

    @property
    def server(self) -> RoomServer:
        assert self._server is not None, "it is open"
        return self._server

    @property
    def host(self) -> RoomHost:
        return self.server.host

    @property
    def room(self) -> Room:
        return self.host.room

    async def start(self, *, lan: bool) -> str:
        """Open the room, or open it anew at another address; the sentence that says why not, or an empty text.

        People who were in it when the app ended last find it as it was. Whoever waits for it may go: it is
        opened all the same.
        """
        async with self._starting:
            begun: asyncio.Future[asyncio.Task[str]] = asyncio.get_running_loop().create_future()

            def begin() -> None:
                self._work = asyncio.create_task(self._started(lan=lan))
                if not begun.done():
                    begun.set_result(self._work)

            self._arena.call_later(
                begin
            )  # in the app's own context: the sockets would keep the screen that asked
            return await asyncio.shield(await begun)

    async def _started(self, *, lan: bool) -> str:
        await asyncio.to_thread(import_module, "tui_arena.room.server")  # aiohttp takes a while to load
        from tui_arena.room.server import RoomServer  # noqa: PLC0415
        from tui_arena.serving.listener import NoPort  # as above  # noqa: PLC0415

        room, kept = (self.room, None) if self._server is not None else await self._last()
        port = kept.port if kept is not None else PORT
        if self._server is not None:
            port = self._server.port
            await self._server.stop()
        server = RoomServer(RoomHost(room, monotonic, self._moved), monotonic)
        try:
            await server.start(lan=lan, port=port)
        except NoPort as error:
            self._server = None
            return str(error)
        self._server = server
        server.host.rated = self._rated
        await self._keep()
        return ""

    async def resume(self, names: Collection[str]) -> None:
        """Open the room again that was open when the app ended, where it was, if one of these people was in it."""
        if self._server is None:
            room, kept = await self._last()
            if kept is not None and any(room.named(name) is not None for name in names):
                why = await self.start(lan=kept.lan)
                if not why:
                    self._arena.notify(f"Room {room.code} is open again for phones.")

    async def stop(self) -> None:
        """Close the room; nobody finds it any more."""
        if self._server is not None:
            server, self._server = self._server, None
            await server.stop()
            self._kept = ""
            await self._arena.in_thread(self._arena.store.forget, ROOM)

    async def end(self) -> None:
        """The app ends: phones wait until it goes on."""
        if self._server is not None:
            server, self._server = self._server, None
            await server.vanish()

    async def _last(self) -> tuple[Room, KeptRoom | None]:
        """The room that was kept, or a new one."""
        try:
            text = await self._arena.in_thread(self._arena.store.meta, ROOM)
        except SaveError:
            text = None
        found = Room.kept(text) if text else None
        fresh = found is not None and 0 <= self._now - found[1].at < KEPT
        return found if found is not None and fresh else (Room(), None)

    @property
    def _now(self) -> float:
        return self._arena.now().timestamp()

    async def _keep(self) -> None:
        if self._server is None:
            return
        room, server = self.room, self.server
        state = room.text(server.port, 0.0, lan=server.lan)
        if state != self._kept:
            self._kept, text = state, room.text(server.port, self._now, lan=server.lan)
            try:
                await self._arena.in_thread(self._arena.store.set_meta, ROOM, text)
            except SaveError as error:
                self._arena.notify(str(error), severity="error")

    def _moved(self) -> None:
        if self._server is not None:  # else it is closing
            self._arena.run_worker(self._keep(), group="room")
            listener = self._listener()
            if listener is not None:
                listener()

    def _rated(self, session: str, seat: str, given: Rate) -> None:
        """Save what somebody thinks of a game that they have played."""
        ratings = {"liked": given.liked, "satisfied": given.satisfied, "often": given.often}
        self._arena.run_worker(self._arena.in_thread(self._save_rating, session, seat, ratings), group="room")

    def _save_rating(self, session: str, seat: str, ratings: Mapping[str, int]) -> None:
        arena = self._arena
        try:
            rate_seat(arena.store, arena.catalogue, session, seat, ratings)
        except SaveError:
            return  # it was deleted in the meantime, or is being gone on with elsewhere

    def remove(self, guest: Guest) -> None:
        """Take somebody out."""
        self.host.remove(guest.id)

    # the stage

    def is_here(self, name: str) -> bool:
        """Whether a person plays from a device of their own."""
        return self._server is not None and self.host.is_here(name)

    def sit(self, runner: SessionRunner, sideline: Sideline | None) -> None:
        """Lend the table that is on the stage to the phones, until it is left."""
        if self._server is not None:
            self.host.sit(runner, sideline)

    def leave(self, runner: SessionRunner) -> None:
        """The stage has left a table."""
        if self._server is not None:
            self.host.leave(runner)

    def tell(self, *lines: str) -> None:
        """What the pages say between games."""
        if self._server is not None:
            self.host.tell(*lines)
