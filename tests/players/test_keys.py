"""No screen, log, export, crash text or saved row shows a key, whatever a provider echoes."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests import clothes
from tests.stub_server import StubServer
from tests.thorough import sampled
from tests.torture.hostile.processes import Talk, forked
from tui_arena.config import HOME_VARIABLE, Paths, hide
from tui_arena.players.models.registry import Transports
from tui_arena.ui.app import ending

OPENAI, OWN = "canary-openai-31aa-never-shown", "canary-own-77bf-never-shown"
"""Keys that don't look like keys, so that only their known values can be redacted."""
KEYS = {"OPENAI_API_KEY": OPENAI, "MY_PROVIDER_PASS": OWN, "ANTHROPIC_API_KEY": OPENAI}
MODELS = ("echo-key", "401", "403", "500", "error-in-stream", "cut", "context", "html", "status:400", "hang")


def entries(url: str) -> str:
    """A model for each kind of trouble, by either transport; its key is in a variable with an innocent name."""
    out = ""
    for n, name in enumerate(MODELS):
        out += f'[model."{name.replace(":", "-")}"]\nmodel = "{name}"\nbase_url = "{url}"\n'
        out += f'road = "{("auto", "litellm")[n % 2]}"\n'
        out += 'key_env = "MY_PROVIDER_PASS"\n' + ("timeout = 1\n" if name == "hang" else "")
    return out + '[model.cloud]\nmodel = "openai/401"\n'


class Home:
    """A home folder, and what the program said and wrote there."""

    def __init__(self, folder: Path, stub: StubServer) -> None:
        self.folder = folder
        self.said = ""
        self.environment = {
            **os.environ, **KEYS, HOME_VARIABLE: str(folder), "OPENAI_BASE_URL": stub.url,
            "LITELLM_LOG": "DEBUG", "OPENAI_LOG": "debug", "PYTHONWARNINGS": "always", "HOME": str(folder.parent),
        }  # fmt: skip
        file = Paths.find(folder).models_file
        file.parent.mkdir(parents=True)
        file.write_text(entries(stub.url), encoding="utf-8")

    def run(self, *commands: Sequence[str], alone: bool = False) -> list[int]:
        """Run commands one after the other; returns how they ended. `alone`: each with a start of its own.

        Else all run in one process that has loaded LiteLLM, and whose libraries are heard.
        """
        if not alone:
            return self._forked(commands)
        ended = []
        for arguments in commands:
            done = subprocess.run(
                [sys.executable, "-m", "tui_arena", *arguments],
                capture_output=True,
                text=True,
                encoding="utf-8",
                env=self.environment,
                check=False,
                timeout=300,
            )
            self.said += done.stdout + done.stderr
            ended.append(done.returncode)
        assert "Traceback" not in self.said
        return ended

    def _forked(self, commands: Sequence[Sequence[str]]) -> list[int]:
        ended = self.folder.parent / "ended"

        def work(_: Talk) -> int:
            from tui_arena.__main__ import main

            warnings.resetwarnings()
            warnings.simplefilter("always")
            logging.getLogger("openai").setLevel(logging.DEBUG)
            ended.write_text(json.dumps([main(list(one)) for one in commands]))
            return 0

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # threads are left behind, none holds a lock
            child = forked(self.folder.parent / "first", self.environment, work)
        child.begin()
        done = child.end(300, lambda line: line)
        assert (done.status, done.killed) == (0, ""), done.err
        assert "Traceback" not in done.err
        self.said += done.out + done.err
        return list(json.loads(ended.read_text()))

    def written(self) -> Iterator[tuple[Path, bytes]]:
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                yield path, path.read_bytes()


@pytest.fixture
def home(tmp_path: Path, stub: StubServer) -> Home:
    return Home(tmp_path / "home", stub)


HOW = pytest.mark.parametrize(
    "alone",
    [
        pytest.param(False, marks=pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only on Linux")),
        pytest.param(True, marks=pytest.mark.torture),
    ],
    ids=["forked", "alone"],
)


@HOW
def test_no_key_is_said_or_written(home: Home, stub: StubServer, transports: Transports, alone: bool) -> None:
    assert transports.litellm.loaded
    names = [name.replace(":", "-") for name in (*MODELS, "cloud")]
    ended = home.run(
        *(("run", "wordle", "--seat", f"guesser=model:{name}") for name in names),
        ("doctor",),
        ("models", "--json"),
        ("models", "test", "401"),
        ("export", "--all", "--secrets", "--out", str(home.folder / "export.json")),
        alone=alone,
    )
    assert ended[len(names) :] == [0, 0, 1, 0]
    asked = {str(body["model"]) for body in stub.requests}
    assert asked == set(MODELS), "every kind of trouble was met"
    assert {h["authorization"] for h in stub.headers} == {f"Bearer {OWN}", f"Bearer {OPENAI}"}
    assert "[key]" in home.said
    assert "OPENAI_API_KEY" in home.said
    for one in (OPENAI, OWN):
        assert one not in home.said
        for path, content in home.written():
            assert one.encode() not in content, path
    written = [content for path, content in home.written() if path.suffix == ".db"]
    assert any(b"your key is [key]" in content for content in written), "what was echoed was saved, hidden"


DRESSED = sorted(clothes.WHOLE)
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
from tui_arena.cli.context import speak_alone
speak_alone()
import library
library.speaks()
print("ours")
sys.stderr.write("ours, too\\n")
"""

IN_THE_APP = """
import sys, threading
import library
from tui_arena.__main__ import main
from tui_arena.ui.app.app import ArenaApp

def speaks(app):
    library.speaks()
    app.call_from_thread(app.exit)

ArenaApp.on_ready = lambda app: threading.Thread(target=speaks, args=(app,)).start()
sys.argv = ["tui-arena"]
status = main()
library.speaks()
sys.exit(status)
"""


def joined(text: str) -> str:
    """A text without blanks, lines and signs, so that no layout keeps a key's parts asunder."""
    return "".join(c for c in text if c.isalnum())


def unheard(text: str, key: str) -> None:
    """Neither the key nor a half of it is in a text, however it is laid out."""
    for part in (key, key[: len(key) // 2], key[len(key) // 2 :]):
        assert joined(part) not in joined(text)


def echoing(home: Home, url: str, models: list[str], *, more: bool = False) -> list[str]:
    """Configure models that give the key back, instead of all others or with them; returns their names."""
    names = [name.replace(":", "-") for name in models]
    file = Paths.find(home.folder).models_file
    file.write_text(
        (file.read_text("utf-8") if more else "")
        + "".join(
            f'[model."{name}"]\nmodel = "{model}"\nbase_url = "{url}"\nkey_env = "MY_PROVIDER_PASS"\n'
            for name, model in zip(names, models, strict=True)
        ),
        encoding="utf-8",
    )
    return names


@HOW
def test_no_part_of_a_key_is_said_or_written(
    home: Home, stub: StubServer, transports: Transports, alone: bool
) -> None:
    assert transports.litellm.loaded
    models = HOSTILE if alone else HOSTILE[1:2] + HOSTILE[9:10]
    names = echoing(home, stub.url, models)
    home.run(
        *(("run", "wordle", "--seat", f"guesser=model:{name}") for name in names),
        *(("models", "test", name) for name in names[1:]),
        ("export", "--all", "--secrets", "--out", str(home.folder / "export.json")),
        alone=alone,
    )
    assert {body["model"] for body in stub.requests} == set(models)
    unheard(home.said, OWN)
    saved = b""
    for _, content in home.written():
        unheard(content.decode("utf-8", "ignore"), OWN)
        saved += content
    assert b"[key]" in saved


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only on Linux")
@pytest.mark.parametrize(
    "names", sampled([tuple(DRESSED[start::7]) for start in range(7)], 7, whole=True, thorough=3)
)
def test_no_key_in_other_clothes_is_said_or_written(
    home: Home, stub: StubServer, transports: Transports, names: Sequence[str]
) -> None:
    assert transports.litellm.loaded
    dressed = [name.replace(" ", "-") for name in names]
    replies = echoing(home, stub.url, [f"echo-dressed:{name}" for name in dressed])
    errors = echoing(home, stub.url, [f"echo-dressed-error:{name}:401" for name in dressed], more=True)
    home.run(
        *(("run", "wordle", "--seat", f"guesser=model:{name}") for name in (*replies, *errors)),
        ("models", "test", errors[0]),
        ("export", "--all", "--secrets", "--out", str(home.folder / "export.json")),
    )
    assert "[key]" in home.said
    assert not clothes.shown(home.said, OWN)
    saved = {path.name: content for path, content in home.written()}
    assert b"[key]" in saved["arena.db"]
    assert saved["export.json"].count(b"[key]") >= 2 * len(names), "in replies and reasoning"
    for path, content in home.written():
        assert not clothes.shown(content.decode("utf-8", "ignore"), OWN), path


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
    assert "internal error (ValueError at library.py:" in crash_line
    assert (done.stdout, ours) == ("ours\n", "ours, too")
    assert OWN not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs the terminals of Unix")
def test_no_library_speaks_in_the_app(tmp_path: Path) -> None:
    import pty

    (tmp_path / "library.py").write_text(LIBRARY.replace("KEY", OWN), encoding="utf-8")
    terminal, end = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-W", "always", "-c", IN_THE_APP], stdin=end, stdout=end, stderr=end,
        env={
            **os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
            HOME_VARIABLE: str(tmp_path / "home"), "TERM": "xterm-256color",
        },
    ) as process:  # fmt: skip
        os.close(end)
        heard = b""
        with suppress(OSError):  # so Linux tells the end
            while data := os.read(terminal, 65536):
                heard += data
        os.close(terminal)
    assert process.returncode == 1, heard[-500:]
    assert b"\x1b[?1049h" in heard, "the app was there"
    assert b"internal error (ValueError at library.py:" in heard.partition(b"\x1b[?1049l")[2]
    unheard(heard.decode("utf-8", "ignore"), OWN)


def test_no_key_is_in_a_crash_report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI)
    hide(OWN)
    try:
        raise RuntimeError(f"{OPENAI} {OWN}")
    except RuntimeError as error:
        text = ending.report(error, f"screen {OPENAI}", datetime(2026, 11, 21, tzinfo=UTC))
        text += ending.farewell(error, None)
    assert OPENAI not in text
    assert OWN not in text
    assert "[key]" in text
