"""Streams and signals: closed streams do no harm, and a terminal is left as it was."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.started import Started
from tests.thorough import sampled
from tui_arena.cli.context import put_json

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs the terminals of Unix")
ALTERNATE, NORMAL, CURSOR = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h"


@pytest.mark.parametrize(
    ("line", "status"),
    sampled(
        [
            ("games --json <&- >&- 2>&-", 0),
            ("sessions >&-", 0),
            ("sessions 2>&-", 0),
            ("play wordle <&-", 2),
            ("score - <&-", 2),
            ("show nothing 2>&-", 2),
        ],
        6,
    ),
)
def test_a_stream_that_is_closed_is_done_without(home: Path, line: str, status: int) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m tui_arena {line}"],
        capture_output=True,
        text=True,
        env={**os.environ, "TUI_ARENA_HOME": str(home)},
        check=False,
    )
    assert done.returncode == status
    assert "internal error" not in done.stderr


def heard_until(terminal: int, sign: bytes) -> bytes:
    """The output to a terminal up to and including a text, or to its end."""
    heard = b""
    while sign not in heard and select.select([terminal], [], [], 30)[0]:
        try:
            heard += os.read(terminal, 65536)
        except OSError:
            return heard
    return heard


def test_a_program_that_is_ended_leaves_the_terminal_as_it_was_and_no_log_of_keys(
    home: Path, tmp_path: Path
) -> None:
    import pty

    terminal, end = pty.openpty()
    log = tmp_path / "textual.log"
    settings = {"TUI_ARENA_HOME": str(home), "TERM": "xterm-256color", "TEXTUAL_LOG": str(log)}
    child = Started(
        *("play", "wordle"),
        environment={**os.environ, **settings},
        stdin=end,
        stdout=end,
        stderr=end,
        start_new_session=True,
    )
    os.close(end)
    assert ALTERNATE in heard_until(terminal, b"guess")
    child.send_signal(signal.SIGTERM)
    heard = heard_until(terminal, b"no such sign")
    assert NORMAL in heard
    assert CURSOR in heard
    assert not log.exists()
    assert child.wait() == 128 + signal.SIGTERM
    os.close(terminal)


def test_a_long_document_is_printed_in_pieces_as_it_would_be_whole(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [{"id": "a", "text": "one\ntwo\u001b é", "none": {}, "of": [1, [], {"b": None}]}, {}, {"id": "b"}]
    whole = {
        "run": "r",
        "sessions": rows,
        "none": [],
        "runs": [{"sessions": rows, "seconds": 1.5}, {"left": 0}],
    }
    put_json(whole)
    once = capsys.readouterr().out
    put_json(
        {
            **whole,
            "sessions": iter(rows),
            "none": iter([]),
            "runs": iter([{"sessions": (row for row in rows), "seconds": 1.5}, {"left": 0}]),
        }
    )
    assert capsys.readouterr().out == once
    assert json.loads(once) == whole
