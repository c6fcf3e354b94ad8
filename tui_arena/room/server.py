"""The web server of a room, in the app's own event loop: a page, its script and sheet, and one socket a device.

It listens on this machine alone unless it was asked to listen in the network. A request is answered only if it
names this host as it was reached (against rebinding of names), and a socket only if it comes from this page.

Law: nothing is served but the page's own files; nothing is logged; a device that floods or talks nonsense goes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from tui_arena.data.files import room_page
from tui_arena.room.host import Device, RoomHost
from tui_arena.room.protocol import LONGEST, PORT, lan_address, link, read
from tui_arena.serving import LOOPBACK
from tui_arena.serving.listener import Connection, Limits, Listener, NoPort, connection_of

NEARBY = 20
"""Ports after it that are tried if it is taken."""
RATE, BURST = 10.0, 40.0
"""Messages a second of one device, and how many may come at once."""
LIMITS = Limits(connections=100)
HEARTBEAT = 15.0
"""Seconds between pings; a device that does not answer is away."""
SLOW = 30.0
"""Seconds after which a device that doesn't read what it is sent is away."""
NONSENSE = 5
"""Messages that are none, after which a device goes."""
PAGES = {
    "/": ("index.html", "text/html"),
    "/room.js": ("room.js", "text/javascript"),
    "/room.css": ("room.css", "text/css"),
}
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
    """Lets a number of messages through at once, and then some a second."""

    def __init__(self, now: float) -> None:
        self._left, self._at = BURST, now

    def take(self, now: float) -> bool:
        """Whether one more may come at a time, in seconds."""
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
        self._pages = {path: (room_page(name), kind) for path, (name, kind) in PAGES.items()}
        self._listener = Listener(
            [*(web.get(path, self._serve) for path in PAGES), web.get("/socket", self._socket)],
            longest=LONGEST,
            limits=limits,
            welcome=lambda request: request.headers.get("Host", "") == self.place,
            refuse=lambda status, _: web.Response(status=status, headers=HEADERS),
        )

    @property
    def address(self) -> str:
        """The address in the link."""
        return self._listener.address

    @property
    def port(self) -> int:
        """The port in the link."""
        return self._listener.port

    @property
    def place(self) -> str:
        """How this host is named by all who reached it by the link."""
        return f"{self.address}:{self.port}"

    @property
    def link(self) -> str:
        """What the QR code says."""
        return link(self.address, self.port, self.host.room.code)

    async def start(self, *, lan: bool, port: int = PORT) -> None:
        """Listen at the port (0: at any that is free), or at one near it. Raises NoPort with a sentence."""
        address = lan_address() if lan else LOOPBACK
        if address is None:
            raise NoPort(
                "This machine isn't on a network that phones can reach. You can only try it on this machine."
            )
        try:
            await self._listener.start(address, (port, *range(PORT, PORT + NEARBY)))
        except NoPort:
            raise NoPort(f"Ports {PORT} to {PORT + NEARBY - 1} are all taken on this machine.") from None
        self.lan = lan

    async def stop(self) -> None:
        """Say goodbye to all devices, and stop listening."""
        self.host.close()
        await asyncio.sleep(0)
        await self.vanish()

    async def vanish(self) -> None:
        """Stop listening without a word: devices look for the room until it is there again."""
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
        """Hand on what a device says, until it goes."""
        bucket, nonsense = Bucket(self._now()), 0
        async for message in socket:
            if not bucket.take(self._now()):
                break
            match message.type:
                case WSMsgType.TEXT if (said := read(message.data)) is not None:
                    await self.host.received(device, said)
                    if device.guest is not None:
                        connection.vouch()
                case WSMsgType.TEXT if nonsense < NONSENSE - 1:
                    nonsense += 1
                case WSMsgType.PING:
                    await socket.pong(message.data)
                case WSMsgType.PONG:
                    pass
                case _:
                    break
        connection.drop()  # what else it has sent is not even read


async def _send(device: Device, socket: web.WebSocketResponse, connection: Connection) -> None:
    """Send what a device is to show, as fast as it reads."""
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
