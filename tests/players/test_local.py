"""Model files served by separate processes: how those start, fail and end. No model is needed here.

A module that behaves as each test says replaces the library; the processes are real.
"""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.gguf_bytes import VOCABULARY, metadata
from tui_arena.config import ModelEntry
from tui_arena.core.game import Progress
from tui_arena.players.models import local
from tui_arena.players.models.local import TEMPLATE, ModelFiles
from tui_arena.players.models.requests import ModelFailed, ignore_progress

PATIENCE = 60.0
LIBRARY = """
import os, sys, time
class Some: pass
class CommonParams:
    def __init__(self): self.model, self.cpuparams = Some(), Some()
class Server:
    def __init__(self, params):
        self.listening_address = "http://127.0.0.1:7777"
        {body}
"""
Behave = Callable[[str], None]


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  (the system says it)
            await asyncio.sleep(0.01)


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie doesn't."""
    try:
        os.kill(pid, 0)
        return sys.platform != "linux" or of_process(pid, "stat").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def of_process(pid: int, what: str) -> str:
    return Path(f"/proc/{pid}/{what}").read_text()


@pytest.fixture
def behave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Behave:
    """Installs a fake library that does this when it should serve a file."""
    folder = tmp_path / "library"
    folder.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setattr(local, "available", lambda: True)

    def put(body: str) -> None:
        lines = textwrap.indent(textwrap.dedent(body), " " * 8).strip()
        (folder / "xllamacpp.py").write_text(LIBRARY.replace("{body}", lines))

    put("pass")
    return put


@pytest.fixture
def files() -> Iterator[ModelFiles]:
    made = ModelFiles()
    yield made
    made.close()


@pytest.fixture
def entry(tmp_path: Path) -> ModelEntry:
    path = tmp_path / "some.gguf"
    path.write_bytes(b"GGUF and more")
    return ModelEntry("mine", gguf=path)


def process(files: ModelFiles) -> subprocess.Popen[bytes]:
    """The only server."""
    (server,) = files._servers.values()
    return server.process


@pytest.mark.usefixtures("behave")
async def test_a_server_is_started_once_and_ended(files: ModelFiles, entry: ModelEntry) -> None:
    heard: list[Progress] = []
    address, key = await files.address(entry, heard.append)
    assert address == "http://127.0.0.1:7777/v1"
    assert [one.note for one in heard] == ["starting mine"]
    first = process(files)
    assert await files.address(entry, ignore_progress) == (address, key)
    assert process(files) is first
    files.close()
    assert not alive(first.pid)


@pytest.mark.usefixtures("behave")
async def test_whoever_asks_at_once_shares_a_server(files: ModelFiles, entry: ModelEntry) -> None:
    other = ModelEntry("other", gguf=entry.gguf)
    longer = ModelEntry("longer", gguf=entry.gguf, context=8192)
    asked = await asyncio.gather(*(files.address(e, ignore_progress) for e in (entry, entry, other)))
    assert len({key for _, key in asked}) == 1
    assert len(files._servers) == 1
    assert (await files.address(longer, ignore_progress))[1] != asked[0][1]
    assert len(files._servers) == 2


@LINUX
async def test_what_it_serves_and_its_key_are_on_no_command_line(
    files: ModelFiles, entry: ModelEntry, behave: Behave, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    behave(
        f"open({str(told)!r}, 'w').write(repr((params.model.path, params.n_ctx, params.api_keys, params.hostnames)))"
    )
    _, key = await files.address(entry, ignore_progress)
    assert told.read_text() == repr((str(entry.gguf), 4096, [key], ["127.0.0.1"]))
    seen = of_process(process(files).pid, "cmdline")
    assert "gguf_server" in seen
    assert key not in seen + of_process(process(files).pid, "environ")
    assert "some.gguf" not in seen


async def test_only_a_file_without_a_chat_template_is_given_one(
    files: ModelFiles, entry: ModelEntry, behave: Behave, tmp_path: Path
) -> None:
    assert entry.gguf is not None
    told = tmp_path / "told"
    behave(f"open({str(told)!r}, 'w').write(repr(getattr(params, 'chat_template', None)))")
    for more, template in (({}, TEMPLATE), ({"tokenizer.chat_template": "{{ its own }}"}, None)):
        entry.gguf.write_bytes(metadata({**VOCABULARY, **more}))
        await files.address(entry, ignore_progress)
        assert told.read_text() == repr(template)
        files.close()


async def test_what_native_code_prints_goes_nowhere(
    files: ModelFiles, entry: ModelEntry, behave: Behave, capfd: pytest.CaptureFixture[str]
) -> None:
    behave("os.write(1, b'noise' * 50000); os.write(2, b'NOISE' * 50000); print('more', flush=True)")
    assert (await files.address(entry, ignore_progress))[0] == "http://127.0.0.1:7777/v1"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "body",
    [
        "os.write(1, b'noise' * 50000); os.write(2, b'NOISE' * 50000); raise RuntimeError('no')",
        *("os._exit(3)", "os.kill(os.getpid(), 11)"),
    ],
)
async def test_a_file_that_cannot_be_run_gets_a_sentence(
    files: ModelFiles, entry: ModelEntry, behave: Behave, body: str, capfd: pytest.CaptureFixture[str]
) -> None:
    behave(body)
    with pytest.raises(
        ModelFailed, match=r"^mine: .*some\.gguf can't be run; is it a complete GGUF file"
    ) as failed:
        await files.address(entry, ignore_progress)
    assert failed.value.kind == "not_found"
    assert capfd.readouterr() == ("", "")
    behave("pass")
    assert (await files.address(entry, ignore_progress))[0].startswith("http")


@pytest.mark.usefixtures("behave")
@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: None, "there's no file .*some.gguf; is the path right?"),
        (lambda path: path.mkdir(), "some.gguf is a folder; name the model file in it"),
        (
            lambda path: path.write_text("Once upon a time"),
            "some.gguf isn't a GGUF file; GGUF files begin with",
        ),
        (lambda path: path.write_bytes(b""), "some.gguf isn't a GGUF file"),
        (lambda path: path.write_bytes(b"GGU"), "some.gguf isn't a GGUF file"),
        (os.mkfifo, "some.gguf isn't a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "some.gguf isn't a regular file"),
    ],
)
async def test_what_is_no_model_file_gets_a_sentence(
    files: ModelFiles, entry: ModelEntry, make: Callable[[Path], None], why: str
) -> None:
    assert entry.gguf is not None
    entry.gguf.unlink()
    make(entry.gguf)
    with pytest.raises(ModelFailed, match=f"^mine: .*{why}"):
        await files.address(entry, ignore_progress)
    assert not files._servers


async def test_without_the_extra_its_name_is_said(
    files: ModelFiles, entry: ModelEntry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "available", lambda: False)
    with pytest.raises(ModelFailed, match="pip install xllamacpp"):
        await files.address(entry, ignore_progress)


async def test_a_server_that_never_says_anything_is_given_up(
    files: ModelFiles, entry: ModelEntry, behave: Behave, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "START_SECONDS", 0.2)
    behave("time.sleep(1000)")
    asked = asyncio.create_task(files.address(entry, ignore_progress))
    await until(lambda: bool(files._servers))
    started = process(files)
    with pytest.raises(ModelFailed, match="can't be run"):
        await asked
    assert not alive(started.pid)


async def test_an_ask_that_is_cancelled_leaves_the_server_to_the_next(
    files: ModelFiles, entry: ModelEntry, behave: Behave, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    behave(f"while not os.path.exists({str(gate)!r}): time.sleep(0.01)")
    asked = asyncio.create_task(files.address(entry, ignore_progress))
    await until(lambda: bool(files._servers))
    started = process(files)
    asked.cancel()
    await asyncio.wait([asked])
    assert asked.cancelled()
    gate.touch()
    assert (await files.address(entry, ignore_progress))[0].startswith("http")
    assert process(files) is started


@pytest.mark.usefixtures("behave")
async def test_a_server_that_was_killed_is_noticed_and_started_anew(
    files: ModelFiles, entry: ModelEntry
) -> None:
    await files.address(entry, ignore_progress)
    first = process(files)
    first.kill()
    assert await files.broke(entry)
    await files.address(entry, ignore_progress)
    assert process(files).pid != first.pid


PARENT = """
import asyncio, sys
from pathlib import Path
from tui_arena.config import ModelEntry
from tui_arena.players.models import local
from tui_arena.players.models.requests import ignore_progress
local.available = lambda: True
files = local.ModelFiles()
async def main():
    asked = asyncio.create_task(files.address(ModelEntry("mine", gguf=Path(sys.argv[1])), ignore_progress))
    while not files._servers:
        await asyncio.sleep(0.01)
    print(*(one.process.pid for one in files._servers.values()), flush=True)
    if sys.argv[2] == "up":
        await asked
        print("up", flush=True)
    if sys.argv[3] == "wait":
        await asyncio.sleep(1000)
asyncio.run(main())
"""


@LINUX  # on other systems it ends once it has read the file
@pytest.mark.parametrize("state", ["starting", "up"])
async def test_a_server_ends_with_a_program_that_is_killed(
    entry: ModelEntry, behave: Behave, state: str, tmp_path: Path
) -> None:
    reading = tmp_path / "reading"
    behave(f"open({str(reading)!r}, 'w').close(); time.sleep(1000)" if state == "starting" else "pass")
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, str(entry.gguf), state, "wait", stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    pid = int(await parent.stdout.readline())
    if state == "up":
        assert await parent.stdout.readline() == b"up\n"
    else:
        await until(reading.exists)
    parent.send_signal(signal.SIGKILL)
    await parent.wait()
    await until(lambda: not alive(pid))


async def test_a_server_that_never_starts_does_not_hold_up_the_end(entry: ModelEntry, behave: Behave) -> None:
    behave("time.sleep(1000)")
    began = time.monotonic()
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, str(entry.gguf), "starting", "leave", stdout=subprocess.PIPE
    )
    said, _ = await parent.communicate()
    assert time.monotonic() - began < PATIENCE
    assert parent.returncode == 0
    await until(lambda: not alive(int(said)))
