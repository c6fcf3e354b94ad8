"""A flood against the real program in a terminal of its own, with few open files: the evening goes on."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import struct
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp
import pytest

from tests.room.rooms import Phone

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix"),
]

FILES = 256
"""What macOS allows a process."""
FLOOD = 600
"""Half requests, held all at once."""
LIMITED = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))
from tui_arena.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


class Program:
    """The app in a terminal, and what it has written so far."""

    def __init__(self, process: asyncio.subprocess.Process, terminal: int) -> None:
        self.process = process
        self._terminal = terminal
        self._written = ""
        self._news = asyncio.Event()

    def read(self) -> None:
        try:
            self._written += os.read(self._terminal, 65536).decode("utf-8", "replace")
        except OSError:  # it has ended
            asyncio.get_running_loop().remove_reader(self._terminal)
        self._news.set()

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    async def wait_for(self, pattern: str) -> re.Match[str]:
        """Wait for something to be written."""
        async with asyncio.timeout(90):
            while (found := re.search(pattern, self._written, re.DOTALL)) is None:
                self._news.clear()
                await self._news.wait()
        return found


@asynccontextmanager
async def playing(home: Path, *arguments: str, command: Sequence[str] = ("play",)) -> AsyncIterator[Program]:
    """The app with these arguments; without a `command` it opens at home."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", LIMITED, "--data-dir", str(home), *command, *arguments),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(theirs)
    program = Program(process, ours)
    loop = asyncio.get_running_loop()
    loop.add_reader(ours, program.read)
    try:
        yield program
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        loop.remove_reader(ours)
        os.close(ours)


async def test_a_flood_leaves_keyboard_saving_and_phones_alive(tmp_path: Path) -> None:
    seats = ("--seat", "setter=human:Sam", "--seat", "guesser=phone", "--seed", "5")
    async with playing(tmp_path / "home", "taboo", *seats) as app, aiohttp.ClientSession() as client:
        url = (await app.wait_for(r"http://127\.0\.0\.1:\d+"))[0]
        code = "".join(
            (await app.wait_for(r"\[([A-Z])\].*?\[([A-Z])\].*?\[([A-Z])\].*?\[([A-Z])\]")).groups()
        )

        async def joined(name: str) -> Phone:
            phone = Phone(await client.ws_connect(f"{url}/socket", headers={"Origin": url}))
            await phone.say("join", version=1, code=code, name=name)
            await phone.until(lambda: phone.frame)
            return phone

        bea = await joined("Bea")
        await app.wait_for("Bea")
        app.press("\r")
        await app.wait_for("ask something whose answer")
        flood = [
            socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), 60) for _ in range(FLOOD)
        ]
        for one in flood:
            with suppress(ConnectionError):  # the app has hung up
                one.sendall(b"GET / HTTP/1.1\r\nX: ")
        app.press("hello\x15what do you see in a forest\r")
        await bea.until(lambda: bea.frame.get("asked"))
        assert any("what do you see" in line["text"] for line in bea.frame["talk"])
        cleo = await joined("Cleo")
        await bea.close()
        back = Phone(await client.ws_connect(f"{url}/socket", headers={"Origin": url}))
        await back.say("back", version=1, token=bea.token)
        await back.answer(answer="mostly old trees")
        await cleo.until(lambda: "mostly old trees" in str(cleo.frame["talk"]))
        for one in flood:
            one.close()
        for phone in (back, cleo):
            await phone.close()
        app.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(60):
            assert await app.process.wait() == 128 + signal.SIGTERM
