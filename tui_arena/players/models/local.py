"""Model files on this machine, each served on loopback by a separate process.

A server is started when its model is first asked. It listens on a free port of 127.0.0.1, requires its own
newly made key, and ends with this program. Nothing here delays the program's end.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

from tui_arena.config import ModelEntry, hide
from tui_arena.config.files import file_digest, model_file_fault
from tui_arena.core.game import OnProgress, Progress
from tui_arena.players.models import gguf_server
from tui_arena.players.models.requests import ModelFailed

PACKAGE = "xllamacpp"
NEEDED = "model files need one more package; install it with `pip install xllamacpp`"
START_SECONDS = 120.0
"""Seconds to wait for a server to start. Reading a large file takes long."""
_ADDRESS_BYTES = 200
"""The maximum length of a server's address."""
REST_SECONDS = 600.0
"""After so many seconds without a request, the server of a model that bots think with ends.

The next request starts it again.
"""
_LOOK = 0.02
"""Seconds between two checks of a server's state."""
_GONE = 1.0
"""Seconds to wait for the system to report that a process has ended."""

TEMPLATE = (
    "{% for message in messages %}"
    "{% if message['role'] == 'system' %}{{ message['content'] }}\n\n"
    "{% elif message['role'] == 'user' %}Question: {{ message['content'] }}\n"
    "{% else %}Answer: {{ message['content'] }}\n\n{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}Answer:{% endif %}"
)
"""The template, in Jinja, for a base model: a file without a chat template, which continues a text and follows no
instructions. If it were asked in another model's template, it would repeat the marks. This template is a transcript
of questions and answers without any marks, and the model continues after `Answer:`."""


def available() -> bool:
    """True if the package that runs model files is installed."""
    return find_spec(PACKAGE) is not None


@dataclass(slots=True)
class _Server:
    process: subprocess.Popen[bytes]
    key: str
    said: str | None = None
    """The server's one line, its address; None before it comes, empty if the server ended without it."""
    used: float = 0.0
    """The time of its last request, by `time.monotonic`."""
    digest: str | None = None
    """The SHA-256 of the server's file; None until it is computed, a while after the server has started."""

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def listen(self, path: Path) -> None:
        """Wait for the server's one line, then compute its file's digest. Runs in a daemon thread."""
        assert self.process.stdout is not None
        with self.process.stdout as out:
            self.said = out.readline(_ADDRESS_BYTES).decode("ascii", "replace").strip()
        if self.said:
            self.digest = file_digest(path)

    def end(self) -> None:
        self.process.kill()
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_GONE)


class ModelFiles:
    """The servers of model files. Entries with the same file and context share a server."""

    def __init__(self) -> None:
        self._servers: dict[tuple[Path, int], _Server] = {}
        self._resting: set[tuple[Path, int]] = set()
        """The servers that end when they haven't been used for a while."""

    async def address(self, entry: ModelEntry, hear: OnProgress) -> tuple[str, str]:
        """The base address and key of a file's server, which is started if needed. Raises ModelFailed."""
        server = self._servers.get(_which(entry))
        if server is None or server.ended:
            server = self._start(entry)
        server.used = monotonic()
        if server.said is None:
            hear(Progress(note=f"starting {entry.name}"))
        with suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                while server.said is None:  # noqa: ASYNC110  (a thread sets it)
                    await asyncio.sleep(_LOOK)
        if not (server.said or "").startswith("http://127.0.0.1:"):
            self._end(entry, server)
            raise ModelFailed(
                "not_found",
                f"{entry.name}: {entry.gguf} can't be run; is it a complete GGUF file, and is there enough "
                f"memory for it with a context of {entry.context} tokens?",
            )
        return f"{server.said}/v1", server.key

    def digest(self, entry: ModelEntry) -> str | None:
        """Returns the SHA-256 of an entry's file; None if it isn't known yet, or if no server runs."""
        server = self._servers.get(_which(entry))
        return None if server is None else server.digest

    async def broke(self, entry: ModelEntry) -> bool:
        """True if a file's server has ended unexpectedly, for example in the middle of a reply."""
        server = self._servers.get(_which(entry))
        if server is None:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(_GONE):
                while not server.ended:  # noqa: ASYNC110  (the system reports the end a moment later)
                    await asyncio.sleep(_LOOK)
        return server.ended

    @staticmethod
    def check(entry: ModelEntry) -> Path:
        """Returns the file of an entry. Raises ModelFailed if it can't be served here."""
        path = entry.gguf
        assert path is not None
        fault = model_file_fault(path) if available() else NEEDED
        if fault:
            raise ModelFailed("not_found", f"{entry.name}: {fault}")
        return path

    def _start(self, entry: ModelEntry) -> _Server:
        path = self.check(entry)
        server = _launched(path, entry.context, TEMPLATE if entry.is_base else "")
        old = self._servers.pop(_which(entry), None)
        if old is not None:
            old.end()
        self._servers[_which(entry)] = server
        if _which(entry) in self._resting:
            asyncio.get_running_loop().call_later(REST_SECONDS, self._rest, entry, server)
        threading.Thread(target=server.listen, args=(path,), name="model file", daemon=True).start()
        return server

    def may_rest(self, entry: ModelEntry) -> None:
        """Let the server of an entry end after `REST_SECONDS` without a request, from its next start on."""
        self._resting.add(_which(entry))

    def _rest(self, entry: ModelEntry, server: _Server) -> None:
        """End a server that hasn't been used for long enough; otherwise look again later."""
        left = server.used + REST_SECONDS - monotonic()
        if left <= 0:
            self._end(entry, server)
        elif not server.ended:
            asyncio.get_running_loop().call_later(left, self._rest, entry, server)

    def _end(self, entry: ModelEntry, server: _Server) -> None:
        if self._servers.get(_which(entry)) is server:
            del self._servers[_which(entry)]
        server.end()

    def close(self) -> None:
        """End all servers."""
        while self._servers:
            self._servers.popitem()[1].end()


def _which(entry: ModelEntry) -> tuple[Path, int]:
    assert entry.gguf is not None
    return entry.gguf, entry.context


def _launched(path: Path, context: int, template: str) -> _Server:
    """Start a server. Its key is sent to its input, because anyone can read a command line.

    `template`: the chat template to use; empty: the file's own.
    """
    key = secrets.token_urlsafe(24)
    hide(key)
    process = subprocess.Popen(  # noqa: S603  (the script belongs to this program)
        [sys.executable, "-P", gguf_server.__file__],  # -P: import nothing from an unsafe folder
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # keep the terminal's Ctrl-C away from it
    )
    assert process.stdin is not None
    wanted = {"path": str(path.absolute()), "context": context, "key": key, "template": template}
    with suppress(OSError):  # if it ended at once, `listen` will notice
        process.stdin.write(json.dumps(wanted).encode() + b"\n")
        process.stdin.flush()
    return _Server(process, key)
