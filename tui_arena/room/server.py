"""The web server of a room, in the app's own event loop: a page, its script and style, a socket per device.

It listens only on this machine unless it is told to listen in the network. A request is answered only if it
names this host as it was reached (against DNS rebinding). A socket is answered only if it comes from this
page.

Law: only the page's own files are served, and nothing is logged. A device that floods or sends nonsense is
disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from tui_arena.data.files import room_page
from tui_arena.room.host import RoomHost
from tui_arena.room.protocol import LONGEST, PORT, Device, lan_address, link, read
from tui_arena.serving import LOOPBACK
from tui_arena.serving.listener import Connection, Limits, Listener, NoPort, connection_of

NEARBY = 20
"""The number of ports, from `PORT` on, that are tried if the wanted port is taken."""
RATE, BURST = 10.0, 40.0
"""The number of messages per second from one device, and the number that may come at once."""
LIMITS = Limits(connections=100)
HEARTBEAT = 15.0
"""Seconds between pings. A device that doesn't answer is away."""
SLOW = 30.0
"""A device that doesn't read for this many seconds is away."""
NONSENSE = 5
"""The number of invalid messages after which a device is disconnected."""
PAGES = {
    "/": (("index.html",), "text/html"),
    "/room.js": (("shared.js", "faces.js", "room.js"), "text/javascript"),
    "/room.css": (("room.css",), "text/css"),
    "/faces.css": (("faces.css",), "text/css"),
    "/stage": (("stage.html",), "text/html"),
    "/stage.js": (("shared.js", "faces.js", "stage.js"), "text/javascript"),
    "/stage.css": (("stage.css",), "text/css"),
}
"""Maps each path to the files that are served together there, because each request costs a device a connection."""
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Bucket:
    """Lets a number of messages through at once, and then a number per second."""

    def __init__(self, now: float) -> None:
        self._left, self._at = BURST, now

    def take(self, now: float) -> bool:
        """Count a message at the time `now` (in seconds). Returns whether it may come."""
        self._left = min(BURST, self._left + (now - self._at) * RATE)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RoomServer:
    """Serves one room."""

    def __init__(self, host: RoomHost, now: Callable[[], float], limits: Limits = LIMITS) -> None:
        self.host = host
        self.lan = False
        self._now = now
        self._pages = {path: (b"".join(map(room_page, names)), kind) for path, (names, kind) in PAGES.items()}
        self._listener = Listener(
            [*(web.get(path, self._serve) for path in PAGES), web.get("/socket", self._socket)],
            longest=LONGEST,
            limits=limits,
            welcome=lambda request: request.headers.get("Host", "") == self.place,
            refuse=lambda status, _: web.Response(status=status, headers=HEADERS),
        )

    @property
    def address(self) -> str:
        """Returns the address in the link."""
        return self._listener.address

    @property
    def port(self) -> int:
        """Returns the port in the link."""
        return self._listener.port

    @property
    def place(self) -> str:
        """Returns the name of this host for all who reach it by the link."""
        return f"{self.address}:{self.port}"

    @property
    def link(self) -> str:
        """Returns the text of the QR code."""
        return link(self.address, self.port, self.host.room.code)

    async def start(self, *, lan: bool, port: int = PORT) -> None:
        """Listen at the port (0: any free port), or at a port near `PORT`. Raises NoPort with a sentence."""
        address = lan_address() if lan else LOOPBACK
        if address is None:
            raise NoPort(
                "This machine isn't on a network that phones can reach. You can only try it on this machine."
            )
        try:
            await self._listener.start(address, (port, *range(PORT, PORT + NEARBY)))
        except NoPort:
            raise NoPort(
                f"Ports {PORT} to {PORT + NEARBY - 1} are all in use. Close a program that uses one of them."
            ) from None
        self.lan = lan

    async def stop(self) -> None:
        """Say goodbye to all devices, and stop listening."""
        self.host.close()
        await asyncio.sleep(0)
        await self.vanish()

    async def vanish(self) -> None:
        """Stop listening without a goodbye, so that devices keep looking for the room until it is back."""
        await self._listener.stop()

    # requests

    async def _serve(self, request: web.Request) -> web.Response:
        body, kind = self._pages[request.path]
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=HEADERS)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        origin = urlsplit(request.headers.get("Origin", ""))
        if origin.netloc != self.place:
            raise web.HTTPForbidden
        async with self._listener.socket(request, heartbeat=HEARTBEAT, autoping=False) as socket:
            connection = connection_of(request)
            device = Device(connection.address)
            self.host.came(device)
            sender = asyncio.create_task(_send(device, socket, connection))
            try:
                await self._listen(device, socket, connection)
            finally:
                self.host.went(device)
                sender.cancel()
                with suppress(asyncio.CancelledError, ConnectionError):
                    await sender
        return socket

    async def _listen(self, device: Device, socket: web.WebSocketResponse, connection: Connection) -> None:
        """Pass on a device's messages until it disconnects."""
        bucket, nonsense = Bucket(self._now()), 0
        async for message in socket:
            if not bucket.take(self._now()):
                break
            match message.type:
                case WSMsgType.TEXT if (said := read(message.data)) is not None:
                    await self.host.received(device, said)
                    if device.guest is not None:
                        connection.vouch()
                    elif device.watches:
                        connection.wait(None)  # it may stay, but makes room for guests
                case WSMsgType.TEXT if nonsense < NONSENSE - 1:
                    nonsense += 1
                case WSMsgType.PING:
                    await socket.pong(message.data)
                case WSMsgType.PONG:
                    pass
                case _:
                    break
        connection.drop()  # the rest of its messages isn't even read


async def _send(device: Device, socket: web.WebSocketResponse, connection: Connection) -> None:
    """Send a device's frames as fast as it reads them."""
    try:
        while not socket.closed:
            await device.wake.wait()
            async with asyncio.timeout(SLOW):
                for text in device.due():
                    await socket.send_str(text)
            if device.closed:
                await socket.close(code=WSCloseCode.GOING_AWAY)
                return
    except ConnectionError:
        return
    except TimeoutError:
        connection.drop()
