"""Listening at one address in the event loop that runs: which requests are answered is asked once, for all.

Law: who is refused learns nothing but the status and a sentence; nothing is logged.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from aiohttp import WSCloseCode, web

from tui_arena.serving import LOOPBACK

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class NoPort(Exception):
    """No port could be opened; the text is a sentence."""


class Listener:
    """A web server at one address."""

    def __init__(
        self,
        routes: Iterable[web.RouteDef],
        *,
        longest: int,
        welcome: Callable[[web.Request], bool],
        refuse: Callable[[int, str], web.Response],
    ) -> None:
        """`longest`: most bytes of a request. `welcome`: whether one is answered at all.

        `refuse` makes the answer to one that isn't, or that nothing here answers, of status and reason.
        """
        self.address, self.port = LOOPBACK, 0
        """Where it listens, or listened last; the port is 0 before."""
        self.sockets: set[web.WebSocketResponse] = set()
        """The open web sockets; handlers add and remove them."""
        self._welcome = welcome
        self._refuse = refuse
        self._app = web.Application(middlewares=[self._guarded], client_max_size=longest)
        self._app.add_routes(routes)
        self._runner: web.AppRunner | None = None

    async def start(self, address: str, ports: Iterable[int]) -> None:
        """Listen at the first of the ports that is free (0: at any). Raises NoPort."""
        self._runner = web.AppRunner(self._app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        why = ""
        for port in ports:
            try:
                await web.TCPSite(self._runner, address, port).start()
            except OSError as error:
                why = error.strerror or str(error)
                continue
            self.address, self.port = address, int(self._runner.addresses[0][1])
            return
        await self.stop()
        raise NoPort(why)

    async def stop(self) -> None:
        """Close all sockets, and stop listening."""
        for socket in list(self.sockets):
            with suppress(ConnectionError, RuntimeError):
                await socket.close(code=WSCloseCode.GOING_AWAY)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not self._welcome(request):
            return self._refuse(403, "Forbidden")
        try:
            return await handler(request)
        except web.HTTPException as error:
            return self._refuse(error.status, error.reason)
