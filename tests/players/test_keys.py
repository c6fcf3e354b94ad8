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
from tests.warm import LOUD, Warm
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
        out += f'[model."{name.replace(":", "-")}"]\nmodel = "{name}"\nbase_url = "{url}"\n'
        out += "timeout = 1\n" if name == "hang" else ""
        out += 'key_env = "MY_PROVIDER_PASS"\n'
    return out + '[model.cloud]\nmodel = "openai/401"\n'


class Home:
    """A home folder, and what the program said and wrote there."""

    def __init__(self, folder: Path, stub: StubServer) -> None:
        self.folder = folder
        self.said = ""
        self.environment = {
            **os.environ, **KEYS, **LOUD, HOME_VARIABLE: str(folder), "OPENAI_BASE_URL": stub.url,
        }  # fmt: skip
        self.anew = False
        """Whether each command loads everything anew, as for a user."""
        file = Paths.find(folder).models_file
        file.parent.mkdir(parents=True)
        file.write_text(entries(stub.url), encoding="utf-8")

    def run(self, *arguments: str) -> tuple[int, str]:
        """The exit status of a command, and what it wrote to stderr."""
        if self.anew:
            done = subprocess.run(
                [sys.executable, "-m", "tui_arena", *arguments],
                capture_output=True,
                text=True,
                encoding="utf-8",
                env=self.environment,
                check=False,
                timeout=60,
            )
            status, out, err = done.returncode, done.stdout, done.stderr
        else:
            with Warm(*arguments, environment=self.environment) as command:
                status, out, err = command.ended()
        assert "Traceback" not in err
        self.said += out + err
        return status, err

    def written(self) -> Iterator[tuple[Path, bytes]]:
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                yield path, path.read_bytes()


@pytest.fixture
def home(tmp_path: Path, stub: StubServer) -> Home:
    return Home(tmp_path / "home", stub)


def test_no_key_is_said_or_written(home: Home, stub: StubServer) -> None:
    choice = ",".join(f"model:{name.replace(':', '-')}" for name in (*MODELS, "cloud"))
    _, err = home.run(
        "run",
        "wordle",
        "--seat",
        f"guesser=any:{choice}",
        *"--sessions 48 --concurrency 24 --seed 3".split(),
    )
    asked = {str(body["model"]) for body in stub.requests}
    assert asked == set(MODELS), "every kind of trouble was met"
    assert {h["authorization"] for h in stub.headers} == {f"Bearer {OWN}", f"Bearer {OPENAI}"}
    assert "[key]" in err
    assert "OPENAI_API_KEY" in err
    export = home.folder / "export.json"
    for arguments in (
        ("doctor",),
        ("models", "--json"),
        ("models", "test", "401"),
        ("export", "--all", "--secrets", "--out", str(export)),
    ):
        assert home.run(*arguments)[0] == int(arguments[1:] == ("test", "401"))
    for one in (OPENAI, OWN):
        assert one not in home.said
        for path, content in home.written():
            assert one.encode() not in content, path
    written = [content for path, content in home.written() if path.suffix == ".db"]
    assert any(b"your key is [key]" in content for content in written), "what was echoed was saved, hidden"


HOSTILE = [f"echo-fields:{how}" for how in ("whole", "halves", "chars")] + [
    f"echo-error:{how}:{status}"
    for how in ("whole", "halves", "chars")
    for status in ("401", "500", "stream")
]
LIBRARY = """
import asyncio, logging, sys, threading, traceback, warnings

class Ends:
    def __del__(self):
        raise ValueError("KEY")

async def lost():
    raise ValueError("KEY")

async def leaves():
    asyncio.ensure_future(lost())
    await asyncio.sleep(0)

def breaks():
    raise ValueError("KEY")

def speaks():
    print("KEY")
    print("KEY", file=sys.stderr)
    warnings.warn("KEY")
    logging.getLogger("library").error("KEY")
    logging.basicConfig()
    logging.getLogger("library").error("KEY")
    try:
        breaks()
    except ValueError:
        traceback.print_exc()
    Ends()
    asyncio.run(leaves())
    lost()
    thread = threading.Thread(target=breaks)
    thread.start()
    thread.join()
"""
PROGRAM = """
import sys
from tui_arena.cli.output import speak_alone
speak_alone()
import library
library.speaks()
print("ours")
sys.stderr.write("ours, too\\n")
"""


def joined(text: str) -> str:
    """A text without blanks, lines and signs, so that no layout keeps a key's parts asunder."""
    return "".join(c for c in text if c.isalnum())


def unheard(text: str, key: str) -> None:
    """Neither the key nor a half of it is in a text, however it is laid out."""
    for part in (key, key[: len(key) // 2], key[len(key) // 2 :]):
        assert joined(part) not in joined(text)


def echoing(home: Home, url: str, models: list[str]) -> str:
    """Configure models that give the key back; returns them as a choice for a seat."""
    names = [name.replace(":", "-") for name in models]
    Paths.find(home.folder).models_file.write_text(
        "".join(
            f'[model."{name}"]\nmodel = "{model}"\nbase_url = "{url}"\nkey_env = "MY_PROVIDER_PASS"\n'
            for name, model in zip(names, models, strict=True)
        ),
        encoding="utf-8",
    )
    return ",".join(f"model:{name}" for name in names)


@pytest.mark.parametrize(
    "models",
    [HOSTILE[1:2] + HOSTILE[9:10], pytest.param(HOSTILE, marks=pytest.mark.torture)],
    ids=["sample", "all"],
)
def test_no_part_of_a_key_is_said_or_written(home: Home, stub: StubServer, models: list[str]) -> None:
    choice = echoing(home, stub.url, models)
    home.anew = len(models) > 2
    home.run(
        "run", "wordle", "--seat", f"guesser=any:{choice}", *f"--sessions {4 * len(models)} --seed 1".split()
    )
    for name in models[1:]:
        home.run("models", "test", name.replace(":", "-"))
    home.run("export", "--all", "--secrets", "--out", str(home.folder / "export.json"))
    assert any(body["model"] == models[0] for body in stub.requests)
    unheard(home.said, OWN)
    saved = b""
    for _, content in home.written():
        unheard(content.decode("utf-8", "ignore"), OWN)
        saved += content
    assert b"[key]" in saved


def test_no_library_speaks(tmp_path: Path) -> None:
    (tmp_path / "library.py").write_text(LIBRARY.replace("KEY", OWN), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
    )
    crash_line, ours = done.stderr.splitlines()
    assert "stopped by a fault of its own (ValueError at library.py:" in crash_line
    assert (done.stdout, ours) == ("ours\n", "ours, too")
    assert OWN not in done.stderr


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
