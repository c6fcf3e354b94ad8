"""Streams: closed ones do no harm, and long documents are printed in pieces."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tables import Cases
from tests.thorough import sampled
from tui_arena.cli.context import put_json

CASES = Cases(__file__)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs the terminals of Unix")


@pytest.mark.parametrize(("line", "status"), sampled(CASES["a_stream_that_is_closed_is_done_without"], 6))
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
