"""The end from outside: signals and terminals that go away end the app and the commands, and nothing is lost."""

from __future__ import annotations

import json
import os
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tests.started import Started
from tests.thorough import sampled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs the terminals of Unix")
ALTERNATE, NORMAL, CURSOR = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h"
BOTS = ("play", "wordle", "--seat", "guesser=bot:hard")
ASKED = b"Stop typing"
"""A key that is named once the bar asks for something."""
NOTHING: Mapping[str, str] = MappingProxyType({})
MOST = 60.0
"""Seconds to wait for anything; on a quiet machine each takes a part of one."""


class Child:
    """The program on a terminal of its own, which is not its controlling terminal: no signal tells of its end."""

    def __init__(
        self,
        home: Path,
        arguments: Sequence[str],
        *ignored: signal.Signals,
        environment: Mapping[str, str] = NOTHING,
    ) -> None:
        import pty

        self.terminal, end = pty.openpty()
        self.log = home / "textual.log"
        self.process = Started(
            *arguments,
            environment={
                **os.environ,
                "TUI_ARENA_HOME": str(home),
                "TERM": "xterm-256color",
                "TEXTUAL_LOG": str(self.log),
                **environment,
            },
            ignored=ignored,
            stdin=end,
            stdout=end,
            stderr=end,
            start_new_session=True,
        )
        os.close(end)

    def heard(self, sign: bytes) -> bytes:
        """The output up to a text, or to its end."""
        heard, end = b"", time.monotonic() + MOST
        while (
            sign not in heard and time.monotonic() < end and select.select([self.terminal], [], [], MOST)[0]
        ):
            try:
                heard += os.read(self.terminal, 65536)
            except OSError:
                return heard
        return heard

    def ended(self) -> int:
        """The exit status, once it has ended; what it still draws is read."""
        end = time.monotonic() + MOST
        while self.process.poll() is None and time.monotonic() < end:
            if self.terminal >= 0 and select.select([self.terminal], [], [], 0.05)[0]:
                self.heard(b"")
        try:
            return self.process.wait(0 if self.terminal >= 0 else MOST)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def close(self) -> None:
        """Take the terminal away."""
        os.close(self.terminal)
        self.terminal = -1


def saved(home: Path) -> tuple[int, int]:
    """How many replies are on disk, and how many leases and windows were not given back."""
    (path,) = home.rglob("arena.db")
    with closing(sqlite3.connect(path)) as db:
        held = db.execute("SELECT (SELECT count(*) FROM lease) + (SELECT count(*) FROM opened)").fetchone()[0]
        return db.execute("SELECT count(*) FROM event WHERE type = 'reply'").fetchone()[0], held


def test_a_terminal_that_goes_away_ends_the_app_where_the_signal_of_it_is_ignored(home: Path) -> None:
    child = Child(home, ("play", "wordle"), signal.SIGHUP)
    child.heard(ASKED)
    os.write(child.terminal, b"slate\r")
    child.heard(b"2 of 6")
    child.close()
    assert child.ended() == 128 + signal.SIGHUP
    assert saved(home) == (1, 0)


@pytest.mark.thorough
def test_an_app_that_was_stopped_ends_in_the_background(home: Path) -> None:
    child = Child(home, ("play", "wordle"))
    child.heard(ASKED)
    child.process.send_signal(signal.SIGTSTP)
    heard = child.heard(NORMAL)  # read, because it can't stop while nobody takes what it draws
    os.waitid(os.P_PID, child.process.pid, os.WSTOPPED | os.WNOWAIT)  # as a shell does
    child.process.send_signal(signal.SIGTERM)
    child.process.send_signal(signal.SIGCONT)
    heard += child.heard(b"no such sign")
    assert child.ended() == 128 + signal.SIGTERM
    assert heard.count(NORMAL) == 1, "the shell has the terminal"
    assert saved(home) == (0, 0)
    child.close()


def test_an_app_whose_save_file_is_locked_ends_and_leaves_the_terminal_as_it_was_and_no_log_of_keys(
    home: Path,
) -> None:
    child = Child(home, ("play", "wordle"))
    child.heard(ASKED)
    (path,) = home.rglob("arena.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        os.write(child.terminal, b"slate\r")
        child.process.send_signal(signal.SIGTERM)
        heard = child.heard(b"no such sign")
        assert child.ended() == 128 + signal.SIGTERM
        other.execute("ROLLBACK")
    assert NORMAL in heard
    assert CURSOR in heard
    assert not child.log.exists()
    child.close()


@pytest.mark.parametrize("number", sampled([signal.SIGTERM, signal.SIGHUP], 2))
def test_a_run_that_is_ended_saves_and_tells_what_was_finished(home: Path, number: signal.Signals) -> None:
    options = ("--sessions", "500", "--seed", "1", "--json", "--workers", "1")  # a busy machine spreads them
    with Started("run", "wordle", *options, ignored=(signal.SIGINT,)) as child:
        assert child.stderr is not None
        assert any(" of 500 sessions" in line for line in child.stderr)
        child.send_signal(number)
        out, _ = child.communicate(timeout=MOST)
    assert child.returncode == 128 + number
    told = json.loads(out)
    assert told["stopped"] == "interrupted"
    (path,) = home.rglob("arena.db")
    with closing(sqlite3.connect(path)) as db:
        over = db.execute("SELECT count(*) FROM event WHERE type = 'ended'").fetchone()[0]
    assert 50 <= over < 500
    assert saved(home)[1] == 0


@pytest.mark.torture
@pytest.mark.parametrize("how", ["close", "term", "stall"])
@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        ((), b""),
        ((), b"s"),
        ((), b"1"),
        ((), b"p"),
        ((), b"m"),
        ((), b"?"),
        ((), b"\x10"),
        (BOTS, b"++++"),
        (BOTS, b" \x1b"),
        (("play", "wordle"), b"slate\r\x1b\x1b"),
        (("play", "taboo"), b""),
        (("play", "connections"), b""),
    ],
)
def test_the_app_ends_from_every_screen(
    home: Path, arguments: tuple[str, ...], keys: bytes, how: str
) -> None:
    child = Child(home, arguments, signal.SIGHUP)
    child.heard(ALTERNATE)
    child.heard(b"Help")
    os.write(child.terminal, keys)
    if how == "close":
        child.close()
        assert child.ended() == 128 + signal.SIGHUP
    else:
        child.process.send_signal(signal.SIGTERM)
        if how == "stall":  # nobody reads what it draws
            assert child.process.wait(MOST) == 128 + signal.SIGTERM
        assert child.ended() == 128 + signal.SIGTERM
        child.close()
    assert saved(home)[1] == 0


@pytest.mark.thorough
def test_a_run_goes_on_when_the_terminal_it_tells_of_itself_goes_away(home: Path, tmp_path: Path) -> None:
    import pty

    terminal, end = pty.openpty()
    out = tmp_path / "out.json"
    options = ("--sessions", "120", "--seed", "1", "--json")
    with out.open("wb") as stdout:
        streams: dict[str, Any] = {"stdout": stdout, "stderr": end, "start_new_session": True}
        child = Started("run", "wordle", *options, ignored=(signal.SIGHUP,), **streams)
    os.close(end)
    heard = b""
    while b"/120" not in heard:
        heard += os.read(terminal, 65536)
    os.close(terminal)
    assert child.wait(MOST) == 0
    told = json.loads(out.read_text())
    assert (told["stopped"], len(told["sessions"])) == (None, 120)
    assert saved(home)[1] == 0
