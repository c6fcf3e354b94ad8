"""The only door between the app and the room of phones: it opens the room and lends it the current table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar
from weakref import ref

if TYPE_CHECKING:
    from tui_arena.config import Settings
    from tui_arena.core.session import Session
    from tui_arena.data import Catalogue
    from tui_arena.players.new_session import Opening
    from tui_arena.players.party import Party
    from tui_arena.players.seating import Cast
    from tui_arena.room.host import RoomHost
    from tui_arena.room.lent import Absent, Stage
    from tui_arena.room.people import Guest, KeptRoom, Room
    from tui_arena.room.protocol import Rate
    from tui_arena.room.server import RoomServer
    from tui_arena.save.store import Store
    from tui_arena.table.opening import LeasedSession
    from tui_arena.table.runner import SessionRunner
    from tui_arena.table.spectators import Spectators

P = ParamSpec("P")
R = TypeVar("R")

ROOM = "room"
"""The key in the save file under which the room is kept, so that phones find their seats after a restart."""
KEPT = 12 * 3600.0
"""Seconds for which a room that wasn't closed can be opened again."""


class Lobby(Protocol):
    """A screen that is drawn again when people come or go."""

    lists_guests: bool
    """Whether the screen shows who is in the room, so arrivals needn't be announced."""

    @property
    def is_current(self) -> bool: ...

    def draw(self) -> None: ...


class Opener(Protocol):
    """The part of the app that the door uses."""

    now: Callable[[], datetime]
    settings: Settings

    @property
    def catalogue(self) -> Catalogue: ...

    @property
    def store(self) -> Store: ...

    @property
    def people_here(self) -> list[str]: ...

    async def in_thread(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R: ...

    def announce(self, text: str) -> None: ...

    def open_table(self, opening: Opening) -> None: ...

    def notify(self, message: str, /, *, severity: Any = ...) -> None: ...

    def call_later(self, callback: Callable[[], object], /) -> bool: ...

    def run_worker(self, work: Coroutine[Any, Any, object], /, *, group: str) -> object: ...


class Door:
    """The room of phones, as the app sees it. The modules of a room are loaded when a room is opened."""

    def __init__(self, arena: Opener) -> None:
        self._arena = arena
        self._server: RoomServer | None = None
        self._lent: tuple[SessionRunner, Spectators | None, Stage | None] | None = None
        """The current table and its stage, for the phones of a room that is open or will be opened."""
        self._kept = ""
        self._lobby: Callable[[], Lobby | None] = lambda: None
        self._starting = asyncio.Lock()
        self._work: asyncio.Task[str] | None = None
        """The task that opens the room."""

    # the room

    def listen(self, lobby: Lobby) -> None:
        """Draw a screen when people come, leave or get ready, as long as it exists."""
        self._lobby = ref(lobby)

    @property
    def open(self) -> bool:
        """Whether the room is open."""
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
        """Open the room, or open it again at another address. Returns why that failed; empty if it worked.

        People who were in the room when the app was last closed find it unchanged. If the caller is
        cancelled, the room is opened all the same.
        """
        async with self._starting:
            begun: asyncio.Future[asyncio.Task[str]] = asyncio.get_running_loop().create_future()

            def begin() -> None:
                self._work = asyncio.create_task(self._started(lan=lan))
                if not begun.done():
                    begun.set_result(self._work)

            self._arena.call_later(
                begin
            )  # in the app's own context, or the sockets would keep the calling screen alive
            return await asyncio.shield(await begun)

    async def _started(self, *, lan: bool) -> str:
        await asyncio.to_thread(import_module, "tui_arena.room.server")  # aiohttp takes a while to load
        from tui_arena.room.host import RoomHost  # noqa: PLC0415
        from tui_arena.room.protocol import PORT  # noqa: PLC0415
        from tui_arena.room.server import RoomServer  # noqa: PLC0415
        from tui_arena.serving.listener import NoPort  # noqa: PLC0415

        if self._server is not None:
            host, port = self.host, self._server.port
            await self._server.vanish()  # phones look for the room until it is back
        else:
            room, kept = await self._last()
            host, port = RoomHost(room, monotonic, self._moved), kept.port if kept is not None else PORT
            host.rated, host.said = self._rated, self._said
            host.challenged = self._challenged
            host.others = lambda: self._arena.people_here
        server = RoomServer(host, monotonic)
        try:
            await server.start(lan=lan, port=port)
        except NoPort as error:
            self._server = None
            host.dismiss()
            return str(error)
        self._server = server
        if self._lent is not None:
            host.sit(*self._lent)
        await self._keep()
        return ""

    async def welcome(self, ready: LeasedSession) -> LeasedSession:
        """The session of a table that opens, with guests on the seats that they have.

        If the kept room has places at this table or its party, the room is opened again at its old address.
        """
        if self._server is None:
            party = ready.session.setup.extra.get("party")
            if not ready.resumed and party is None:
                return ready
            room, kept = await self._last()
            if kept is None or not any(at in (ready.session.id, party) for at, _ in room.places):
                return ready
            if await self.start(lan=kept.lan):
                return ready
            self._arena.notify(f"Room {room.code} is open again for phones.")
        return replace(ready, cast=self.seated(ready.session, ready.cast))

    def seated(self, session: Session, cast: Mapping[str, Cast]) -> Mapping[str, Cast]:
        """The players of a session, with the guests who have seats there."""
        return self.host.find_seats(session, cast) if self._server is not None else cast

    async def stop(self) -> None:
        """Close the room for good; everybody plays at the keyboard."""
        if self._server is not None:
            self.host.dismiss()
            server, self._server = self._server, None
            await server.stop()
            self._kept = ""
            await self._arena.in_thread(self._arena.store.forget, ROOM)

    async def end(self) -> None:
        """Close the room because the app is closed; phones wait until the app is back."""
        if self._server is not None:
            server, self._server = self._server, None
            await server.vanish()

    async def _last(self) -> tuple[Room, KeptRoom | None]:
        """The room that was kept, or a new room."""
        return await self._arena.in_thread(self._read_last)

    def _read_last(self) -> tuple[Room, KeptRoom | None]:
        """Read the kept room. This runs in a thread, because it loads the modules of a room."""
        from tui_arena.room.people import Room  # noqa: PLC0415
        from tui_arena.save.store import SaveError  # noqa: PLC0415

        try:
            text = self._arena.store.meta(ROOM)
        except SaveError:
            text = None
        found = Room.kept(text) if text else None
        fresh = found is not None and 0 <= self._now - found[1].at < KEPT
        return found if found is not None and fresh else (Room(), None)

    @property
    def _now(self) -> float:
        return self._arena.now().timestamp()

    async def _keep(self) -> None:
        from tui_arena.save.store import SaveError  # noqa: PLC0415

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
        if self._server is not None:  # otherwise it is closing
            self._arena.run_worker(self._keep(), group="room")
            lobby = self._lobby()
            if lobby is not None:
                lobby.draw()

    def _said(self, text: str) -> None:
        """Announce that somebody has come or left, unless the current screen shows it."""
        lobby = self._lobby()
        if lobby is None or not (lobby.is_current and lobby.lists_guests):
            self._arena.announce(text)

    async def _challenged(self, guest: Guest, code: str) -> str:
        """Open a challenge's table for a guest, who plays by phone. Returns why that failed; empty if it worked."""
        from tui_arena.core.challenge import BadCode  # noqa: PLC0415  (few challenges come by phone)
        from tui_arena.players.challenges import opening_for, read_challenge  # noqa: PLC0415
        from tui_arena.players.seating import read_player  # noqa: PLC0415

        lobby = self._lobby()
        if lobby is None or not lobby.is_current:
            return "The big screen is busy. You can start a challenge when it shows the lobby."
        try:
            challenge = await self._arena.in_thread(read_challenge, code, self._arena.catalogue)
        except BadCode as error:
            return str(error)
        player = replace(read_player("human", guest.name), guest=guest.id)
        self._arena.open_table(opening_for(challenge, self._arena.catalogue, player))
        return ""

    def _rated(self, session: str, seat: str, given: Rate) -> None:
        """Save a person's rating of a game that they have played."""
        ratings = {"liked": given.liked, "satisfied": given.satisfied, "often": given.often}
        self._arena.run_worker(self._arena.in_thread(self._save_rating, session, seat, ratings), group="room")

    def _save_rating(self, session: str, seat: str, ratings: Mapping[str, int]) -> None:
        from tui_arena.save.store import SaveError  # noqa: PLC0415
        from tui_arena.ui.result.presenter import rate_seat  # noqa: PLC0415

        arena = self._arena
        try:
            rate_seat(arena.store, arena.catalogue, session, seat, ratings)
        except SaveError:
            return  # the session was deleted, or another window plays on in it

    # the stage

    def holder(self, at: str, who: str) -> Guest | None:
        """The guest who has a place; None if no guest has.

        `at`, `who`: a party's id and a PLAYER text, or a session's id and a seat.
        """
        return self.room.holder(at, who) if self._server is not None else None

    def named(self, name: str) -> Guest | None:
        """The guest with this name, as `name_key` compares names; None if there isn't one."""
        from tui_arena.core.language.names import name_key  # noqa: PLC0415

        key = name_key(name)
        return next((guest for guest in self.guests if name_key(guest.name) == key), None)

    @property
    def guests(self) -> Sequence[Guest]:
        """Everybody in the room, in the order of arrival."""
        return list(self.room.guests.values()) if self._server is not None else ()

    def late(self, party: str) -> list[str]:
        """The names of the guests who are here, but have no place at a party."""
        inside = {guest for (at, _), guest in self.room.places.items() if at == party} if self.open else set()
        return [guest.name for guest in self.guests if not guest.away and guest.id not in inside]

    @property
    def names(self) -> Mapping[str, str]:
        """Maps the id of each guest to their name."""
        return {guest.id: guest.name for guest in self.guests}

    @property
    def away(self) -> Collection[str]:
        """The ids of guests whose phones are not connected."""
        return {guest.id for guest in self.guests if guest.away}

    def join_party(self, party: str, players: Iterable[str]) -> None:
        """Let the guests among these players play the party on their phones."""
        from tui_arena.players.party import HUMAN, name_of  # noqa: PLC0415

        if self._server is None:
            return
        named = {player: self.named(name_of(player)) for player in players if player.startswith(HUMAN)}
        self.host.place({(party, player): guest.id for player, guest in named.items() if guest is not None})

    def sit(self, runner: SessionRunner, spectators: Spectators | None, stage: Stage | None = None) -> None:
        """Lend the current table to the phones of this room, or of a room that is opened later.

        `stage`: the screen that the phones follow; None: they show everything at once.
        """
        self._lent = runner, spectators, stage
        if self._server is not None:
            self.host.sit(runner, spectators, stage)

    def follow(self) -> None:
        """Let the phones show what the stage has shown."""
        if self._server is not None:
            self.host.refresh()

    def absent(self) -> Absent | None:
        """The guest for whom the table on the stage has waited for a while; None if there is none."""
        return self.host.absent() if self._server is not None else None

    def motion(self) -> Mapping[str, Any] | None:
        """The motion that others have to agree to: its `id`, its `text`, and whether this screen is `asked`; None without one."""
        return self.host.motion() if self._server is not None else None

    def leave(self, runner: SessionRunner) -> None:
        """Take a table back from the phones, as the app has left it."""
        if self._lent is not None and self._lent[0] is runner:
            self._lent = None
        if self._server is not None:
            self.host.leave(runner)

    def stands_in_for(self, seat: str) -> str:
        """The name of the person who is away and for whom a bot has a seat on the stage; empty if nobody is."""
        return self.host.stands_in_for(seat) if self._server is not None else ""

    def tell(self, party: Party, *lines: str, ending: Mapping[str, str] | None = None) -> None:
        """Show these lines on the phones between the games of a party.

        `ending`: after the last game, the moment that the phones show: its `kind`, `text` and picture `svg`.
        """
        if self._server is not None:
            self.host.party = party
            self.host.tell(*lines, ending=dict(ending) if ending is not None else None)

    def away_from(self, party: str, players: Iterable[str]) -> frozenset[str]:
        """The players of a party (PLAYER texts) whose phones are away."""
        held = {player: self.holder(party, player) for player in players}
        return frozenset(player for player, guest in held.items() if guest is not None and guest.away)
