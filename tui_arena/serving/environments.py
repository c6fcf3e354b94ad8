"""Environments for training, served in OpenEnv's protocol: one episode after the other for each client.

In OpenEnv 0.3, a client sends a message `reset`, `step` or `state`, with its values in `data`. The answer is
an observation, the state, or an error with a code and a sentence. `Episodes` answers one client with plain
values.

A client is a web socket at `/ws`, with its own environment. All plain HTTP requests (`/reset`, `/step`,
`/state`) together are one more client. Bots reply at once; while a model thinks, other clients continue.

Law: only a valid reset or step changes an episode; nothing is written. A page in a browser never gets an
answer. If only this machine is served, a request that names another host gets no answer. If there is a token,
a request without it gets none.
"""

from __future__ import annotations

import asyncio
import binascii
import ipaddress
import secrets
from base64 import b64decode
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit

import msgspec
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web
from msgspec import Meta

from tui_arena import __version__
from tui_arena.api import BadFile, BadOption, BadPlayer, Env, NotAsked, PlayerFailed
from tui_arena.api.env import Observation
from tui_arena.api.home import in_daemon_thread
from tui_arena.config import redact
from tui_arena.core.events import BadEvent, outcome_data
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.serving import CLIENTS, LOOPBACK, PORT
from tui_arena.serving.listener import PATIENCE, Handler, Limits, Listener, NoPort, connection_of

ID_CHARS = 255
"""The maximum length of an episode's id, in characters, as in OpenEnv."""
SENTENCE_CHARS = 400
LONGEST = 64 * 1024
"""The maximum length of a message, in characters."""

Code = Literal["INVALID_JSON", "UNKNOWN_TYPE", "VALIDATION_ERROR", "EXECUTION_ERROR", "CAPACITY_REACHED"]
"""OpenEnv's error codes."""


class RequestRefused(Exception):
    """A request that was not carried out; the text is a sentence."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(one_line(redact(sentence), SENTENCE_CHARS))
        self.code = code


class ResetData(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The values of a reset."""

    seed: int | None = None
    episode_id: Annotated[str, Meta(max_length=ID_CHARS)] | None = None


class StepData(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The values of a step: OpenEnv's action."""

    text: str
    ask: str | None = None
    """The name of the ask that the text answers, if one ask takes several kinds of replies."""
    metadata: dict[str, Any] = {}
    """Every action in OpenEnv has metadata; it isn't read here."""


class StepBody(msgspec.Struct, frozen=True):
    """The body of a step by HTTP; its other values, such as a time limit, are not read."""

    action: StepData


class Message(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A message by web socket."""

    type: str
    data: dict[str, Any] = {}


Body = TypeVar("Body", ResetData, StepData, StepBody, Message)
_STEP = "`text` and, if two kinds of replies are possible, `ask`"
_TAKES = {
    ResetData: "a reset takes `seed`, a whole number, and `episode_id`",
    StepData: f"a step takes {_STEP}",
    StepBody: f"the body of a step is an `action` with {_STEP}",
    Message: "a message is an object with `type` and `data`",
}
_TYPES = "reset, step, state and close"


def decoded(raw: bytes | str) -> Any:
    """The value of a JSON text. Raises RequestRefused."""
    size = len(raw)
    if size > LONGEST:
        raise RequestRefused(
            "VALIDATION_ERROR", f"a message may have at most {LONGEST} characters; this one has {size}"
        )
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RequestRefused("INVALID_JSON", f"this isn't valid JSON: {error}") from None


def read(data: Any, kind: type[Body]) -> Body:
    """The values of a message. Raises RequestRefused."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise RequestRefused("VALIDATION_ERROR", f"{error}; {_TAKES[kind]}") from None


class Episodes:
    """The episodes of one client, one after the other."""

    def __init__(self, env: Env, next_place: Callable[[], tuple[int | None, int | None]]) -> None:
        """`next_place` returns seed and index of an episode without a seed from the client; None: any."""
        self._env = env
        self._next_place = next_place
        self._id: str | None = None
        self._steps = 0

    def reset(self, asked: ResetData) -> dict[str, Any]:
        """Deals an episode; the observation has the learner's first messages. Raises RequestRefused."""
        try:
            seed, index = self._next_place() if asked.seed is None else (asked.seed, None)
            seen = self._env.reset(seed, index)
        except BadOption as error:
            raise RequestRefused("VALIDATION_ERROR", str(error)) from None
        except (BadEvent, BadFile, BadPlayer, NotAsked, PlayerFailed) as error:
            raise RequestRefused("EXECUTION_ERROR", str(error)) from None
        self._id, self._steps = asked.episode_id or self._env.table.id, 0
        return self._observation(seen, None, None)

    def step(self, asked: StepData) -> dict[str, Any]:
        """Replies for the learner. Raises RequestRefused, also after the end."""
        try:
            seen, reward, _, more = self._env.step(asked.text, ask=asked.ask)
        except (BadEvent, PlayerFailed) as error:
            raise RequestRefused(
                "EXECUTION_ERROR",
                f"{str(error).rstrip('.')}; the episode can't continue; `reset` starts another one",
            ) from None
        except (BadFile, NotAsked) as error:
            raise RequestRefused("EXECUTION_ERROR", str(error)) from None
        self._steps += 1
        return self._observation(seen, reward, more["fault"])

    def state(self) -> dict[str, Any]:
        """The state of the episode; its id and seed are null before the first reset."""
        begun, env = self._id is not None, self._env
        return {
            "episode_id": self._id,
            "step_count": self._steps,
            "game": env.game,
            "learner": env.learner,
            "seed": env.table.seed if begun else None,
            "done": env.done,
            "outcome": outcome_data(env.table.outcome) if begun and env.table.over else None,
        }

    def _observation(self, seen: Observation, reward: float | None, fault: str | None) -> dict[str, Any]:
        env = self._env
        ask = None if env.done else env.table.ask(env.learner)
        return {
            "observation": {
                "messages": seen,
                "asks": [] if ask is None else [ask.name, *ask.also],
                "fault": fault,
                "outcome": outcome_data(env.table.outcome) if env.done else None,
                "metrics": env.table.metrics if env.done else None,
            },
            "reward": reward,
            "done": env.done,
        }


def answer(episodes: Episodes, raw: bytes | str) -> dict[str, Any] | None:
    """The answer to a message by web socket, which may be an error; None if the client leaves."""
    try:
        return _answer(episodes, read(decoded(raw), Message))
    except RequestRefused as refused:
        return error_message(refused)


def _answer(episodes: Episodes, message: Message) -> dict[str, Any] | None:
    match message.type:
        case "reset":
            return {"type": "observation", "data": episodes.reset(read(message.data, ResetData))}
        case "step":
            return {"type": "observation", "data": episodes.step(read(message.data, StepData))}
        case "state":
            return {"type": "state", "data": episodes.state()}
        case "close":
            return None
    raise RequestRefused(
        "UNKNOWN_TYPE", f"there is no type {one_line(message.type, 40)!r}; types are {_TYPES}"
    )


def error_message(refused: RequestRefused) -> dict[str, Any]:
    """The message that tells a client why a request was not carried out."""
    return {"type": "error", "data": {"message": str(refused), "code": refused.code}}


# description of an environment


def metadata(info: GameInfo, learner: str) -> dict[str, Any]:
    """The name, the description and the version of an environment."""
    return {
        "name": info.id,
        "description": f"{info.title}: {info.tagline}. The learner is the {learner.replace('_', ' ')}.",
        "version": __version__,
    }


def schemas(info: GameInfo, group: str) -> dict[str, Any]:
    """The JSON Schemas of action, observation and state; `group`: the group of the learner's seat."""
    asks = [ask for ask in info.asks.values() if ask.seat == group]
    told = " ".join(f"{ask.name}: {ask.text} {ask.form}" for ask in asks)
    text, flag, whole = {"type": "string"}, {"type": "boolean"}, {"type": "integer", "minimum": 0}
    outcome = {"type": ["object", "null"]}
    message = _object({"role": text, "content": text})
    return {
        "action": _object(
            {
                "text": text | {"description": f"The reply. {told}"},
                "ask": {"enum": [*(ask.name for ask in asks), None], "default": None},
                "metadata": {"type": "object", "default": {}},
            },
            "text",
        ),
        "observation": _object(
            {
                "messages": {
                    "type": "array",
                    "items": message,
                    "description": "The messages that a model would get.",
                },
                "asks": {"type": "array", "items": text, "description": "The asks that you can reply to."},
                "fault": {"type": ["string", "null"], "description": "Why the rules refused the last reply."},
                "outcome": outcome,
                "metrics": {"type": ["object", "null"]},
            }
        ),
        "state": _object(
            {
                "episode_id": {"type": ["string", "null"]},
                "step_count": whole,
                "game": text,
                "learner": text,
                "seed": whole | {"type": ["integer", "null"]},
                "done": flag,
                "outcome": outcome,
            }
        ),
    }


def _object(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """The schema of an object; `required` names the required values, by default all of them."""
    return {"type": "object", "properties": dict(properties), "required": list(required or properties)}


OPENENV = "1.0.0"
"""The version of OpenEnv's HTTP interface."""
MOST_BYTES = 1024 * 1024
"""The maximum size of a message, in bytes; a longer message closes its connection unread."""
IDLE = 1800.0
"""Seconds that an episode may go without a step. There are no pings: a busy trainer can't answer them."""
SPARE = 64
"""Connections in addition to the clients': for plain requests, and for clients that haven't sent anything."""
OWN_NAMES = frozenset({LOOPBACK, "localhost", "::1"})
_STATUS = {"EXECUTION_ERROR": 409}
"""Maps the code of a refusal to an HTTP status; all other codes have 422."""
_WHY = {
    401: "this server needs a token: send it as `Authorization: Bearer TOKEN`, or reach the server at "
    "http://token:TOKEN@HOST:PORT",
    403: "this server doesn't answer pages in a browser and, on this machine, only answers requests to "
    "127.0.0.1 or localhost",
    404: "there is nothing at this path; clients connect to /ws, and /openapi.json lists the other paths",
    405: "this path doesn't accept this method",
    413: f"a body may have at most {MOST_BYTES} bytes",
}
"""Maps an HTTP status to the sentence that replaces HTTP's own words."""
_NO_METHOD = {
    "jsonrpc": "2.0",
    "id": None,
    "error": {"code": -32601, "message": "There are no MCP tools here."},
}

T = TypeVar("T")


def is_loopback(host: str) -> bool:
    """True if only programs on this machine can reach a server at this host."""
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
        token: str | None = None,
        patience: float = PATIENCE,
        idle: float = IDLE,
        broke: Callable[[Exception], None] = lambda _: None,
    ) -> None:
        """Makes one environment, so it raises what `Env` raises.

        Args:
            make: Makes the environment of a client.
            info: The game of the environment.
            seed: The i-th episode that has no seed is session i of a run with this seed; None: any session.
            clients: Maximum clients by web socket at once.
            thinking: Whether players take time, as models do, so that other clients don't have to
                wait for them.
            token: The token that a client must send to get answers; None: every client gets answers.
            patience: Seconds for a request and for the first message of a client.
            idle: Seconds that an episode may go without a step.
            broke: Called with each internal error of this program; such an error doesn't end a connection.
        """
        self._make = make
        self._seed, self._begun = seed, count()
        self._clients, self._playing = clients, 0
        self._token = token
        self._idle = idle
        self._thinking = thinking
        self._broke = broke
        env = make()
        self._named = metadata(info, env.learner)
        self._plain = self._episodes(env)
        self._turn = asyncio.Lock()
        self._closed_to_names = True
        routes = [
            web.post("/reset", self._reset),
            web.post("/step", self._step),
            web.get("/state", self._state),
            web.get("/health", _always({"status": "healthy"})),
            web.get("/metadata", _always(self._named)),
            web.get("/schema", _always(schemas(info, env.group))),
            web.get("/openapi.json", self._openapi),
            web.post("/mcp", _always(_NO_METHOD)),
        ]
        self._paths = {route.path: route.method.lower() for route in routes}
        self._listener = Listener(
            [web.get("/ws", self._ws), *routes],
            longest=MOST_BYTES,
            limits=Limits(
                clients + SPARE,
                limited=lambda address: token is None and not is_loopback(address),
                patience=patience,
                idle=idle,
            ),
            welcome=self._welcome,
            refuse=_refused,
        )

    @property
    def url(self) -> str:
        """The address at which clients reach the server."""
        host = self._listener.address
        return f"http://{f'[{host}]' if ':' in host else host}:{self._listener.port}"

    async def start(self, host: str = LOOPBACK, port: int = PORT) -> None:
        """Starts to listen; `port` 0: at any free port. Raises NoPort."""
        self._closed_to_names = is_loopback(host)
        try:
            await self._listener.start(host, [port])
        except NoPort as error:
            raise NoPort(f"{host}:{port} can't be used to listen on ({error})") from None

    async def stop(self) -> None:
        """Closes all connections, and stops listening."""
        await self._listener.stop()

    # access

    def _welcome(self, request: web.Request) -> bool:
        """True if a request may be answered.

        A page in a browser may not. If only this machine is served, the request must name it by one of
        `OWN_NAMES`, against DNS rebinding. Raises HTTPUnauthorized if the request lacks the token.
        """
        if "Origin" in request.headers:
            return False
        try:
            name = urlsplit(f"//{request.headers.get('Host', '')}").hostname
        except ValueError:
            return False
        if self._closed_to_names and name not in OWN_NAMES:
            return False
        if self._token is not None and not secrets.compare_digest(_token_of(request), self._token.encode()):
            raise web.HTTPUnauthorized
        if self._token is not None:
            connection_of(request).vouch()
        return True

    # episodes

    def _episodes(self, env: Env) -> Episodes:
        return Episodes(env, self._next_place)

    def _next_place(self) -> tuple[int | None, int | None]:
        """The seed and the index of the next episode without a seed from the client."""
        return (None, None) if self._seed is None else (self._seed, next(self._begun))

    async def _done(self, work: Callable[[], T]) -> T:
        """Does a request's work and returns the result; if players think, it does so in a thread.

        An exception is an internal error of this program: it is reported, and becomes a RequestRefused.
        """
        try:
            return await in_daemon_thread(work) if self._thinking else work()
        except Exception as error:  # noqa: BLE001  (whatever it is, other clients continue)
            if not self._thinking:  # an error in a thread is reported by the hook for threads
                self._broke(error)
            raise RequestRefused(
                "EXECUTION_ERROR", "internal error; see the server's own output for details"
            ) from None

    async def _ws(self, request: web.Request) -> web.WebSocketResponse:
        async with self._listener.socket(request) as socket:
            with suppress(ConnectionError):
                first = await self._first(socket)
                connection_of(request).vouch()
                if self._playing < self._clients:
                    self._playing += 1
                    try:
                        await self._attend(socket, first)
                    finally:
                        self._playing -= 1
                else:
                    await self._turn_away(socket)
        return socket

    async def _first(self, socket: web.WebSocketResponse) -> WSMessage:
        """A client's first valid message, or the one that closes the socket; the guard limits the time."""
        while (message := await socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
            try:
                read(decoded(message.data), Message)
            except RequestRefused as refused:
                await socket.send_str(_text(error_message(refused)))
                continue
            break
        return message

    async def _attend(self, socket: web.WebSocketResponse, message: WSMessage) -> None:
        """Answers a client until it leaves, or until it is idle for too long."""
        episodes = self._episodes(self._make())
        while message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
            try:
                said = await self._done(lambda: answer(episodes, message.data))  # noqa: B023  (awaited at once)
            except RequestRefused as refused:
                said = error_message(refused)
            if said is None:
                break
            await socket.send_str(_text(said))
            try:
                async with asyncio.timeout(self._idle):
                    message = await socket.receive()
            except TimeoutError:
                await socket.close(
                    code=WSCloseCode.GOING_AWAY, message=b"the episode had no step for too long"
                )
                return
        await socket.close()

    async def _turn_away(self, socket: web.WebSocketResponse) -> None:
        """Tells a client that there is no place for it."""
        refused = RequestRefused(
            "CAPACITY_REACHED",
            f"{self._clients} clients are already connected; close one, or start the server with a "
            "higher --clients",
        )
        await socket.send_str(_text(error_message(refused)))
        await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"the server is full")

    async def _reset(self, request: web.Request) -> web.Response:
        raw = await request.read()
        return await self._plainly(lambda: self._plain.reset(read(decoded(raw or b"{}"), ResetData)))

    async def _step(self, request: web.Request) -> web.Response:
        raw = await request.read()
        return await self._plainly(lambda: self._plain.step(read(decoded(raw), StepBody).action))

    async def _state(self, _: web.Request) -> web.Response:
        return await self._plainly(self._plain.state)

    async def _plainly(self, work: Callable[[], dict[str, Any]]) -> web.Response:
        """The answer to a request by plain HTTP; such requests are answered one after the other."""

        def attempt() -> dict[str, Any] | RequestRefused:
            try:
                return work()
            except RequestRefused as refused:
                return refused

        async with self._turn:
            try:
                done = await self._done(attempt)
            except RequestRefused as refused:
                return _refused(500, str(refused))
        if isinstance(done, RequestRefused):
            return _refused(_STATUS.get(done.code, 422), str(done))
        return _json(done)

    async def _openapi(self, _: web.Request) -> web.Response:
        good = {"responses": {"200": {"description": "as OpenEnv defines it"}}}
        return _json(
            {
                "openapi": "3.1.0",
                "info": {
                    "title": self._named["name"],
                    "version": OPENENV,
                    "description": self._named["description"],
                },
                "paths": {path: {method: good} for path, method in self._paths.items()},
            }
        )


def _text(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode()


def _json(value: dict[str, Any], status: int = 200) -> web.Response:
    return web.Response(text=_text(value), status=status, content_type="application/json")


def _always(value: dict[str, Any]) -> Handler:
    """Answers every request in the same way."""

    async def handler(_: web.Request) -> web.Response:
        return _json(value)

    return handler


def _token_of(request: web.Request) -> bytes:
    """The token of a request: alone (`Bearer`), or as the password of an address (`Basic`); else empty."""
    kind, _, value = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value.strip().encode("utf-8", "replace")
    if kind.lower() != "basic":
        return b""
    try:
        return b64decode(value.strip(), validate=True).partition(b":")[2]
    except (binascii.Error, ValueError):
        return b""


def _refused(status: int, why: str) -> web.Response:
    return _json({"detail": _WHY.get(status, why)}, status)
