"""`models get` and `models remove`: a small model is downloaded, killed in the middle, continued and removed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.stub_hub import StubHub
from tui_arena.players.models import shelf

CONTENT = b"GGUF" + bytes(range(256)) * 4096
GETS = """
import sys
from pathlib import Path
from tui_arena.players.models import shelf
from tui_arena.__main__ import main
shelf.SHELF = Path(sys.argv[1])
sys.exit(main(["models", "get", "small"]))
"""


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubHub]:
    with StubHub(CONTENT) as found:
        monkeypatch.setenv("HF_ENDPOINT", found.url)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        monkeypatch.setattr(shelf, "SHELF", found.write_shelf(tmp_path / "shelf.toml"))
        yield found


def test_a_killed_download_is_continued_and_its_model_can_be_removed(
    home: Path, run: Command, stub: StubHub
) -> None:
    folder = home / "models"
    stub.held_at = 630_000  # just past the tenth that the command tells of
    command = [sys.executable, "-c", GETS, str(shelf.SHELF)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ.copy()) as gets:
        assert gets.stderr is not None
        assert any(line.startswith("0.6 of 1.0 MB") for line in gets.stderr)
        gets.send_signal(signal.SIGKILL)
    stub.release()
    kept = stub.model.part(folder).size
    assert kept > 600_000
    ran = run("models", "get", "small")
    assert (ran.status, ran.out.splitlines()[0]) == (0, f"added small: {folder / 'small-q4.gguf'}")
    assert stub.fetched[-1]["range"] == f"bytes={kept}-"
    assert (folder / "small-q4.gguf").read_bytes() == CONTENT
    assert run("models", "get", "small").out.startswith("added small: ")
    assert [(m["name"], m["file"]) for m in run("models", "--json").json["models"] if not m["brought"]] == [
        ("small", str(folder / "small-q4.gguf"))
    ]
    assert run("models", "remove", "small").out == "removed small, which frees 1.0 MB\n"
    assert list(folder.iterdir()) == []


def test_a_download_that_fails_says_what_is_kept_and_how_to_free_it(
    home: Path, run: Command, stub: StubHub
) -> None:
    part = stub.model.part(home / "models")
    with part.opened():
        part.append(CONTENT[:500_000])
    shelf_line = run("models", "get").out.splitlines()[1]
    assert shelf_line.split() == "small A small one 1.0 MB 1.3 GB 0.5 MB so far".split()
    assert (
        run("models", "get", "big").complaint == "there is no model 'big' on the shelf; the shelf has small"
    )
    stub.hub_first = [(404, {})]
    failed = run("models", "get", "small")
    assert failed.status == 1
    assert failed.err.splitlines()[-1] == (
        f"tui-arena: small-q4.gguf isn't at {stub.url}/some/small-GGUF any more; choose another model. 0.5 MB "
        "downloaded and kept: `tui-arena models get small` continues, `tui-arena models remove small` frees the space"
    )
    assert run("models", "get", "--json").json[0]["came"] == 500_000
    assert run("models", "remove", "small").out == "removed small, which frees 0.5 MB\n"
    assert list((home / "models").iterdir()) == []
