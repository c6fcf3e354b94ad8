"""Model files of this machine, each served by a process of its own on loopback.

Law: a server is started when its model is first asked, listens on a free port of 127.0.0.1, wants a
key that was made for it, and ends with this program.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec

from tui_arena.config import ModelEntry, hide
from tui_arena.core.game import Progress
from tui_arena.players.calls import Hear, ModelFailed

PACKAGE = "xllamacpp"
START_SECONDS = 120.0
"""A large file takes its time to be read."""


def available() -> bool:
    """Whether what runs model files is installed."""
    return find_spec(PACKAGE) is not None


@dataclass(slots=True)
class _Server:
    process: subprocess.Popen[str]
    key: str
    address: str = ""


class ModelFiles:
    """The servers of model files, by their names."""

    def __init__(self) -> None:
        self._servers: dict[str, _Server] = {}
        self._starting: dict[str, asyncio.Lock] = {}

    async def address(self, entry: ModelEntry, hear: Hear) -> tuple[str, str]:
        """Base address and key of the server of a file, started if need be. Raises ModelFailed."""
        async with self._starting.setdefault(entry.name, asyncio.Lock()):
            server = self._servers.get(entry.name)
            if server is None or server.process.poll() is not None:
                hear(Progress(note=f"starting {entry.name}"))
                server = await self._start(entry)
            return f"{server.address}/v1", server.key

    async def _start(self, entry: ModelEntry) -> _Server:
        path = entry.gguf
        assert path is not None
        if not available():
            raise ModelFailed(
                "not_found",
                f"{entry.name}: model files need an extra; `pip install 'tui-arena[local]'` brings it",
            )
        if not path.is_file():
            raise ModelFailed("not_found", f"{entry.name}: there is no file {path}; is its path right?")
        server = _launched(entry, str(path))
        self._servers[entry.name] = server
        line = ""
        with suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                line = await _line_of(server.process)
        if not line.startswith("http"):
            self._stop(entry.name)
            raise ModelFailed(
                "bad_reply",
                f"{entry.name}: {path} can't be run; is it a whole GGUF file, and is there memory for it?",
            )
        server.address = line.strip()
        return server

    def _stop(self, name: str) -> None:
        server = self._servers.pop(name, None)
        if server is not None:
            server.process.kill()

    def close(self) -> None:
        """End all servers; waits for none."""
        for name in list(self._servers):
            self._stop(name)


def _launched(entry: ModelEntry, path: str) -> _Server:
    key = secrets.token_urlsafe(24)
    hide(key)
    process = subprocess.Popen(
        [sys.executable, "-m", "tui_arena.players.gguf_server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps({"path": path, "context": entry.context, "key": key}) + "\n")
    process.stdin.flush()
    return _Server(process, key)


async def _line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return await asyncio.to_thread(process.stdout.readline)
