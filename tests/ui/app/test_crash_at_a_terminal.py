"""Crashes of the real program at a real terminal, those that can't be reported too: it ends, in order, with a sentence."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.thorough import sampled
from tests.ui.app.crashing import CASES, SECRET

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs the terminals of Unix")
F1 = b"\x1bOP"
OFF = (
    b"\x1b[?1049l",
    b"\x1b[?25h",
    b"\x1b[?1000l",
    b"\x1b[?1003l",
    b"\x1b[?2004l",
    b"\x1b[?1004l",
    b"\x1b[<u",
)
"""What leaves the second screen, shows the cursor, and turns off mouse, pasting, focus and keys."""

UNREPORTED = {"in_the_reporter", "for_want_of_files", "for_want_of_memory_in_everything"}
"""Cases in which nobody can say what has happened."""


def heard(terminal: int, sign: bytes) -> bytes:
    """The output up to and including a text, or to its end."""
    out = b""
    while sign not in out and select.select([terminal], [], [], 60)[0]:
        try:
            out += os.read(terminal, 65536)
        except OSError:  # the program has ended
            break
    return out


def crashed(home: Path, case: str) -> tuple[int, bytes, list[int]]:
    """How the program ends in a case: its status, all that it wrote, and how the terminal is set then."""
    import pty

    terminal, end = pty.openpty()
    before = termios.tcgetattr(end)
    settings = {"TUI_ARENA_HOME": str(home), "TERM": "xterm-256color"}
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.ui.app.crashing", case],
        stdin=end,
        stdout=end,
        stderr=end,
        env={**os.environ, **settings},
        start_new_session=True,
    )
    out = heard(terminal, b"Twenty Questions")  # home is drawn
    os.write(terminal, F1)
    out += heard(terminal, b"choose Continue")
    status = child.wait(60)
    after = termios.tcgetattr(end)
    os.close(end)
    out += heard(terminal, b"no such sign")
    os.close(terminal)
    return (
        status,
        out,
        [n for n, (was, now) in enumerate(zip(before[:4], after[:4], strict=True)) if was != now],
    )


@pytest.mark.parametrize("case", sampled(list(CASES), 20, first=8))
def test_a_crash_ends_the_program_in_order_and_in_words(tmp_path: Path, case: str) -> None:
    status, out, changed = crashed(tmp_path, case)
    assert status == 1
    assert not changed, "the terminal is set as before"
    for sign in OFF:
        assert sign in out
    drawn, _, said = out.rpartition(b"\x1b[?1049l")
    assert b"had to stop" not in drawn
    assert b"run `tui-arena` and choose Continue" in said
    if case not in UNREPORTED:
        assert b"What happened: " in said
    for unheard in (b"Traceback", b"unknown place", SECRET.encode()):
        assert unheard not in out
