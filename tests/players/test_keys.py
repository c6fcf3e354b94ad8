"""No screen, log, export, crash text or saved row shows a key, whatever a provider echoes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.stub_server import StubServer
from tui_arena.config import HOME_VARIABLE, Paths, hide
from tui_arena.ui.app import crash

OPENAI, OWN = "canary-openai-31aa-never-shown", "canary-own-77bf-never-shown"
"""Keys that don't look like keys, so that only their known values can be redacted."""
KEYS = {"OPENAI_API_KEY": OPENAI, "MY_PROVIDER_PASS": OWN, "ANTHROPIC_API_KEY": OPENAI}
MODELS = ("echo-key", "401", "403", "500", "error-in-stream", "cut", "context", "html", "status:400", "hang")


def entries(url: str) -> str:
    """A model for each kind of trouble; its key is in a variable with an innocent name."""
    out = ""
    for name in MODELS:
        out += f'[model."{name.replace(":", "-")}"]\nmodel = "{name}"\nbase_url = "{url}"\ntimeout = 1\n'
        out += 'key_env = "MY_PROVIDER_PASS"\n'
    return out + '[model.cloud]\nmodel = "openai/401"\n'


class Home:
    """A home folder, and what the program said and wrote there."""

    def __init__(self, folder: Path, stub: StubServer) -> None:
        self.folder = folder
        self.said = ""
        self.environment = {
            **os.environ, **KEYS, HOME_VARIABLE: str(folder), "OPENAI_BASE_URL": stub.url,
            "LITELLM_LOG": "DEBUG",
        }  # fmt: skip
        file = Paths.find(folder).models_file
        file.parent.mkdir(parents=True)
        file.write_text(entries(stub.url), encoding="utf-8")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "tui_arena", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment,
            check=False,
            timeout=60,
        )
        assert "Traceback" not in done.stderr
        self.said += done.stdout + done.stderr
        return done

    def written(self) -> Iterator[tuple[Path, bytes]]:
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                yield path, path.read_bytes()


@pytest.fixture
def home(tmp_path: Path, stub: StubServer) -> Home:
    return Home(tmp_path / "home", stub)


def test_no_key_is_said_or_written(home: Home, stub: StubServer) -> None:
    choice = ",".join(f"model:{name.replace(':', '-')}" for name in (*MODELS, "cloud"))
    played = home.run(
        "run",
        "wordle",
        "--seat",
        f"guesser=any:{choice}",
        "--sessions",
        "48",
        "--concurrency",
        "24",
        "--seed",
        "3",
    )
    asked = {str(body["model"]) for body in stub.requests}
    assert asked == set(MODELS), "every kind of trouble was met"
    assert {h["authorization"] for h in stub.headers} == {f"Bearer {OWN}", f"Bearer {OPENAI}"}
    assert "[key]" in played.stderr
    assert "OPENAI_API_KEY" in played.stderr
    export = home.folder / "export.json"
    for arguments in (
        ("doctor",),
        ("models", "--json"),
        ("models", "test", "401"),
        ("export", "--all", "--secrets", "--out", str(export)),
    ):
        assert home.run(*arguments).returncode == int(arguments[1:] == ("test", "401"))
    for one in (OPENAI, OWN):
        assert one not in home.said
        for path, content in home.written():
            assert one.encode() not in content, path
    written = [content for path, content in home.written() if path.suffix == ".db"]
    assert any(b"your key is [key]" in content for content in written), "what was echoed was saved, hidden"


def test_no_key_is_in_a_crash_report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI)
    hide(OWN)
    try:
        raise RuntimeError(f"{OPENAI} {OWN}")
    except RuntimeError as error:
        text = crash.report(error, f"screen {OPENAI}", datetime(2026, 11, 21, tzinfo=UTC))
        text += crash.farewell(error, None)
    assert OPENAI not in text
    assert OWN not in text
    assert "[key]" in text
