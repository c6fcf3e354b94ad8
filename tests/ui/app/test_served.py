"""The app in a browser: a server such as textual-serve starts it without a terminal and speaks over pipes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from select import select
from typing import IO

import pytest

from tui_arena.cli.context import WEB
from tui_arena.config import HOME_VARIABLE

SECONDS = 60.0
"""Most seconds to wait for what the app says; it comes long before."""
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
SIZE = {"COLUMNS": "80", "ROWS": "24"}


class Browser:
    """The server's end of the pipes, as textual-serve holds it."""

    def __init__(self, arguments: tuple[str, ...], home: Path) -> None:
        self.app = subprocess.Popen(
            [sys.executable, "-m", "tui_arena", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, **SIZE, WEB[0]: WEB[1], HOME_VARIABLE: str(home), "TERM": "dumb"},
        )
        assert (self._read(12), self._read(1)) == (b"__GANGLION__", b"\n")
        self.drawn = ""

    def until(self, *shown: str) -> None:
        """Read frames until all of this was drawn since the last call; an update draws only what is new."""
        while not all(text in self.drawn for text in shown):
            kind, payload = self._packet()
            if kind == b"D":
                self.drawn += _STYLE.sub("", payload.decode())
        self.drawn = ""

    def press(self, keys: str) -> None:
        self._send(b"D", keys.encode())

    def say(self, **meta: object) -> None:
        self._send(b"M", json.dumps(meta).encode())

    def ended(self) -> tuple[list[object], int, bytes]:
        """What the app said of itself to its end, its exit status, and what it wrote on stderr."""
        said: list[object] = []
        while head := self._stream(self.app.stdout).read(5):
            payload = self._read(int.from_bytes(head[1:], "big"))
            said += [json.loads(payload)] if head[:1] == b"M" else []
        return said, self.app.wait(SECONDS), self._stream(self.app.stderr).read()

    def _packet(self) -> tuple[bytes, bytes]:
        head = self._read(5)
        return head[:1], self._read(int.from_bytes(head[1:], "big"))

    def _send(self, kind: bytes, payload: bytes) -> None:
        self._stream(self.app.stdin).write(kind + len(payload).to_bytes(4, "big") + payload)

    def _read(self, count: int) -> bytes:
        raw, stream = b"", self._stream(self.app.stdout)
        while len(raw) < count:
            assert select([stream], [], [], SECONDS)[0], f"nothing came; drawn: {self.drawn[-2000:]}"
            piece = stream.read(count - len(raw))
            assert piece, f"the app ended: {self._stream(self.app.stderr).read()!r}"
            raw += piece
        return raw

    @staticmethod
    def _stream(one: IO[bytes] | None) -> IO[bytes]:
        assert one is not None
        return one


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Callable[..., Browser]]:
    """Opens the app as a server does; it is ended behind the test."""
    opened: list[Browser] = []

    def start(*arguments: str) -> Browser:
        opened.append(Browser(arguments, tmp_path))
        return opened[-1]

    yield start
    for one in opened:
        if one.app.poll() is None:
            one.app.kill()
        one.app.wait()
        for stream in (one.app.stdin, one.app.stdout, one.app.stderr):
            if stream is not None:
                stream.close()


def test_a_game_is_opened_and_played_in_a_browser(browser: Callable[..., Browser]) -> None:
    page = browser()
    page.until("Wordle", "Bluffing")
    page.press("1")
    page.until("the dealer", "Stop typing")
    page.press("crane\r")
    page.until("Undo")
    page.say(type="resize", width=100, height=30)
    page.until("Stop typing", "Undo")
    page.say(type="quit")
    said, status, wrong = page.ended()
    assert ({"type": "exit"} in said, status, wrong) == (True, 0, b"")


@pytest.mark.thorough
def test_a_command_opens_its_table_there_too(browser: Callable[..., Browser]) -> None:
    page = browser("play", "taboo", "--seed", "4")
    page.until("N E E D L E")
    page.say(type="quit")
    assert page.ended()[1:] == (0, b"")


@pytest.mark.thorough
def test_the_app_ends_with_the_server(browser: Callable[..., Browser]) -> None:
    page = browser()
    page.until("Wordle")
    assert page.app.stdin is not None
    page.app.stdin.close()
    _, status, wrong = page.ended()
    assert (status, wrong) == (129, b"")
