"""How fast runs with models are, beside bare loops and a peer: `python -m tests.benchmarks.bench_models`.

A stub in this process answers after 200 ms. Everything else runs in processes of its own, `--at-once` requests at a
time, in turns: bare loops over aiohttp, httpx, openai and LiteLLM; TextArena with a thread a session; and `tui-arena run`,
Wordle with a critic and two model seats, by both roads. A row is the median of its rounds, with the spread of its
replies a second; CPU and memory are those of the whole process, its start included. `--only` picks rows; the ideal
loop and the run by the direct road are always measured.

`--peers FOLDER` is where TextArena is installed: a virtual environment, made there when it is missing. Without it the
row is left out. clemcore plays one session at a time and was measured at 0.63 sessions/s; it has no row.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from tests.benchmarks.lines import line
from tests.stub_models import REASON, WORDS
from tests.stub_server import StubServer
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Run
from tui_arena.config import ModelEntry, Paths
from tui_arena.config.models import AUTO, LITELLM
from tui_arena.core.game import OnProgress, Usage
from tui_arena.data import Catalogue
from tui_arena.players.models.client import RetryingClient
from tui_arena.players.models.registry import ModelRegistry, Transports
from tui_arena.players.models.requests import ModelRequest, ModelResponse
from tui_arena.save.store import open_store

AT_ONCE = 50
DELAY = 0.2
LEAST = {10: 0.93, 50: 0.90, 200: 0.62}
"""What a run of ours must reach of the ideal loop's replies a second, by the requests at once."""
MOST_CPU, MOST_MIB, MOST_FIRST = 1.5, 70, 0.5
"""What else it must reach: ms of CPU a reply; MiB; seconds. CPU and MiB are for 50 at once."""
IDEAL, RUN = "aiohttp", "tui-arena run"
PEER = Path(__file__).with_name("textarena_loop.py")
TEXTARENA, TEXTARENA_ROW = "textarena==0.7.4", "TextArena"
MEANS = {
    "first reply": "seconds by the clock from the start of the command to the first reply of a model",
    "replies, of": "replies a second by the clock, as a share of a loop that only sends requests",
    "CPU of a reply": "CPU time of the whole process for each reply, its start included",
    "memory of a run": "memory of the whole process",
}


class AtOnce(Transports):
    """Models that answer at once, in the form that is requested."""

    def __init__(self) -> None:
        self.calls: list[ModelRequest] = []

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        self.calls.append(call)
        parts = {"explanation": REASON, "agreement": "yes"}
        if call.schema is None or "guess" in call.schema["properties"]:
            parts = {"explanation": REASON, "guess": WORDS[len(self.calls) % len(WORDS)]}
        text = json.dumps(parts)
        return ModelResponse(text, usage=Usage(400, 20, 0.001), seconds=0.2, first_token_seconds=0.1)


def asked(sessions: int, at_once: int) -> tuple[list[ModelRequest], float]:
    """The requests of a run whose models answer at once, and milliseconds of CPU each."""
    provider = AtOnce()
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        catalogue = Catalogue()
        registry = ModelRegistry(Paths.find(folder), catalogue, threaded=False)
        entries = {name: ModelEntry(name, "ok", base_url="http://127.0.0.1:9/v1") for name in ("one", "two")}
        registry.book = replace(registry.book, entries=entries)
        registry.models = RetryingClient(provider, dict, registry.files)
        store = open_store(Path(folder) / "arena.db", catalogue).store
        seats = {"guesser": "model:one", "critic": "model:two"}
        run = Run("bench", "wordle", 1, sessions, seats=seats, options={"variant": "critic"})
        Batch(run, store, registry, concurrency=at_once).play()
        store.close()
    return provider.calls, 1000 * (time.process_time() - began) / len(provider.calls)


# bare loops


def body_of(call: ModelRequest) -> dict[str, Any]:
    """The parameters of a request as OpenAI's protocol writes them."""
    schema = {"name": "reply", "strict": True, "schema": call.schema}
    more = {"response_format": {"type": "json_schema", "json_schema": schema}} if call.schema else {}
    return {
        "model": "ok",
        "messages": list(call.messages),
        "stream": True,
        "stream_options": {"include_usage": True},
        **more,
    }


Ask = Callable[[dict[str, Any]], Awaitable[None]]


async def by_aiohttp(url: str, ask_all: Callable[[Ask], Awaitable[None]]) -> None:
    import aiohttp

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def ask(body: dict[str, Any]) -> None:
            async with session.post(f"{url}/chat/completions", json=body) as response:
                async for _ in response.content.iter_any():
                    pass

        await ask_all(ask)


async def by_httpx(url: str, ask_all: Callable[[Ask], Awaitable[None]]) -> None:
    import httpx

    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None)) as client:

        async def ask(body: dict[str, Any]) -> None:
            async with client.stream("POST", f"{url}/chat/completions", json=body) as response:
                async for _ in response.aiter_bytes():
                    pass

        await ask_all(ask)


async def by_openai(url: str, ask_all: Callable[[Ask], Awaitable[None]]) -> None:
    from openai import AsyncOpenAI

    async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0) as client:

        async def ask(body: dict[str, Any]) -> None:
            async for _ in await client.chat.completions.create(**body):
                pass

        await ask_all(ask)


async def by_litellm(url: str, ask_all: Callable[[Ask], Awaitable[None]]) -> None:
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    import litellm

    litellm.suppress_debug_info = True

    async def ask(body: dict[str, Any]) -> None:
        own = {**body, "model": "openai/ok", "api_base": url, "api_key": "none", "max_retries": 0}
        async for _ in await litellm.acompletion(**own):
            pass

    await ask_all(ask)


LOOPS = {IDEAL: by_aiohttp, "httpx": by_httpx, "openai": by_openai, "litellm": by_litellm}


def loop(name: str, url: str, requests: Path, replies: int, at_once: int) -> None:
    """Ask the stub so many times by a bare loop; prints the seconds that it took."""
    bodies = json.loads(requests.read_text("utf-8"))

    async def ask_all(ask: Ask) -> None:
        async def worker(left: Iterator[int]) -> None:
            for n in left:
                await ask(bodies[n % len(bodies)])

        left = iter(range(replies))
        began = time.perf_counter()
        await asyncio.gather(*(worker(left) for _ in range(at_once)))
        print(time.perf_counter() - began)

    asyncio.run(LOOPS[name](url, ask_all))


# measuring


@dataclass(frozen=True, slots=True)
class Figures:
    """One measurement of one process."""

    a_second: float
    cpu_ms: float
    mib: float
    first: float
    """Seconds from the start of the process to its first reply."""


def measured(
    stub: StubServer, command: Sequence[str], env: dict[str, str], seconds_in: Callable[[str], float]
) -> Figures:
    """Run a process to its end. `seconds_in`: how long it asked, by what it printed."""
    before = len(stub.requests)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, env={**os.environ, **env})
        first, mib = 0.0, 0.0
        while True:
            ended, status, used = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if not first and len(stub.requests) > before:
                first = time.perf_counter() - began + DELAY
            mib = peak(process.pid) or mib
            time.sleep(0.05 if first else 0.002)
        process.returncode = status
        out.seek(0)
        said = out.read()
    replies = len(stub.requests) - before
    if status or not replies:
        raise SystemExit(f"{' '.join(command)} ended with {status}")
    cpu = 1000 * (used.ru_utime + used.ru_stime) / replies
    return Figures(replies / seconds_in(said), cpu, mib, first)


def peak(pid: int) -> float:
    """The most MiB that a process has had since its program began; `ru_maxrss` counts those of who began it, too."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return 0.0
    return next(
        (int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0.0
    )


def run_measured(stub: StubServer, sessions: int, road: str, at_once: int) -> Figures:
    """A run of the program in a home of its own."""
    with tempfile.TemporaryDirectory() as home:
        models = "".join(
            f'[model.{name}]\nmodel = "ok"\nbase_url = "{stub.url}"\nroad = "{road}"\n'
            for name in ("one", "two")
        )
        folder = Path(home) / "config"
        folder.mkdir()
        (folder / "models.toml").write_text(
            f'{models}[limit."{stub.url.split("/")[2]}"]\nconcurrency = {at_once}\n', "utf-8"
        )
        command = [
            sys.executable,
            "-m",
            "tui_arena",
            "run",
            "wordle",
            "--sessions",
            str(sessions),
            "--seed",
            "1",
        ]
        command += ["--set", "variant=critic", "--seat", "guesser=model:one", "--seat", "critic=model:two"]
        command += ["--concurrency", str(at_once), "--json"]
        return measured(
            stub, command, {"TUI_ARENA_HOME": home}, lambda said: float(json.loads(said)["wall_seconds"])
        )


def textarena(folder: Path) -> Path:
    """The interpreter of an environment with TextArena; both are made if they are missing."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    there = (
        "import sys; from importlib.util import find_spec; sys.exit(not all(map(find_spec, sys.argv[1:])))"
    )
    if subprocess.run([str(python), "-c", there, "textarena", "openai"], check=False).returncode:
        subprocess.run([str(python), "-m", "pip", "install", "-q", TEXTARENA, "openai"], check=True)
    return python


def main(arguments: Sequence[str]) -> int:
    """Print the table; status 1 if a run misses what it must reach."""
    if arguments[:1] == ["loop"]:
        name, url, bodies, count, at_once = arguments[1:]
        loop(name, url, Path(bodies), int(count), int(at_once))
        return 0
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    assert __spec__ is not None, "it is run as a module"
    module = __spec__.name
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--at-once", type=int, default=AT_ONCE, metavar="N")
    parser.add_argument("--only", nargs="*", metavar="ROW")
    given = parser.parse_args(arguments)
    calls, engine = asked(given.sessions, given.at_once)
    print(f"the engine alone: {engine:.2f} ms of CPU a reply, save file included\n")
    replies = str(len(calls))
    with StubServer(delay=DELAY) as stub, tempfile.TemporaryDirectory() as folder:
        requests = Path(folder, "requests.json")
        requests.write_text(json.dumps([body_of(call) for call in calls[:50]]), "utf-8")
        ways: dict[str, Callable[[], Figures]] = {}
        for name in LOOPS:
            command = [
                sys.executable,
                "-m",
                module,
                "loop",
                name,
                stub.url,
                str(requests),
                replies,
                str(given.at_once),
            ]
            ways[name] = partial(measured, stub, command, {}, float)
        if given.peers is not None:
            peer = [str(textarena(given.peers)), str(PEER), stub.url, str(given.at_once), replies]
            ways[TEXTARENA_ROW] = partial(measured, stub, peer, {}, float)
        ways[RUN] = partial(run_measured, stub, given.sessions, AUTO, given.at_once)
        ways[f"{RUN}, litellm"] = partial(run_measured, stub, given.sessions, LITELLM, given.at_once)
        if given.only is not None:
            ways = {name: way for name, way in ways.items() if name in (IDEAL, RUN, *given.only)}
        found: dict[str, list[Figures]] = {name: [] for name in ways}
        loads = []
        for _ in range(given.rounds):
            for name, way in ways.items():
                loads.append(os.getloadavg()[0])
                found[name].append(way())
                stub.requests.clear()
    return table(found, loads, given.at_once)


def table(found: dict[str, list[Figures]], loads: Sequence[float], at_once: int) -> int:
    """Print a row for each way, and whether a run reaches what it must."""

    def median(name: str, figure: str) -> float:
        return float(statistics.median(getattr(one, figure) for one in found[name]))

    print(f"{'':<24}{'replies/s':>10}{'spread':>14}{'of ideal':>10}{'CPU ms':>8}{'MiB':>6}{'first s':>9}")
    ideal = median(IDEAL, "a_second")
    for name, rounds in found.items():
        rates = [one.a_second for one in rounds]
        spread = f"{min(rates):.0f} to {max(rates):.0f}"
        share = median(name, "a_second") / ideal
        print(
            f"{name:<24}{median(name, 'a_second'):>10.0f}{spread:>14}{share:>10.2f}{median(name, 'cpu_ms'):>8.2f}"
            f"{median(name, 'mib'):>6.0f}{median(name, 'first'):>9.2f}"
        )
    print(
        f"\nload average {statistics.median(loads):.1f} ({min(loads):.1f} to {max(loads):.1f}), {os.cpu_count()} cores"
    )
    missed = line("first reply", median(RUN, "first"), MOST_FIRST, "s")
    beside = ", ".join(
        f"{name} {median(name, 'a_second'):.0f}/s" for name in (IDEAL, TEXTARENA_ROW) if name in found
    )
    missed |= line(
        "replies, of the ideal loop's",
        median(RUN, "a_second") / ideal,
        unit="x",
        least=LEAST.get(at_once),
        peer=beside,
    )
    if at_once == AT_ONCE:
        cpu = ", ".join(f"{name} {median(name, 'cpu_ms'):.2f} ms" for name in found if name != RUN)
        missed |= line("CPU of a reply", median(RUN, "cpu_ms"), MOST_CPU, peer=cpu)
        mib = ", ".join(f"{name} {median(name, 'mib'):.0f} MiB" for name in found if name != RUN)
        missed |= line("memory of a run", median(RUN, "mib"), MOST_MIB, "MiB", peer=mib)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
