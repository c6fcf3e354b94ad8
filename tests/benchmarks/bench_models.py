"""How fast runs with models are: `python -m tests.benchmarks.bench_models [SESSIONS] [ROUNDS]`.

A stub in another process answers in 200 ms. A bare loop over `litellm.acompletion(stream=True)` and a
run of Wordle with two model seats, each in a new process and 50 at a time, are timed in turn; the figure
is their ratio. The engine's share is the CPU time of a run whose models answer at once.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.stub_models import REASON, WORDS
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Finished, Run
from tui_arena.config import ModelEntry, Paths
from tui_arena.core.game import OnProgress, Usage
from tui_arena.data import Catalogue
from tui_arena.players.models.client import RetryingClient
from tui_arena.players.models.litellm_client import LiteLLM
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import ModelRequest, ModelResponse
from tui_arena.save.store import open_store

AT_ONCE = 50
DELAY = 0.2
LEAST_RATIO, MOST_CPU = 0.90, 0.7
SEATS = {"guesser": "model:one", "critic": "model:two"}


class AtOnce(LiteLLM):
    """Models that answer at once, in the form that is requested."""

    def __init__(self) -> None:
        super().__init__()
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


def played(sessions: int, url: str, provider: AtOnce | None = None) -> Finished:
    """A run with the real save file; without `provider` through LiteLLM, which is loaded before."""
    with tempfile.TemporaryDirectory() as folder:
        catalogue = Catalogue()
        registry = ModelRegistry(Paths.find(folder), catalogue, threaded=False)
        entries = {name: ModelEntry(name, "ok", base_url=url) for name in ("one", "two")}
        registry.book = replace(registry.book, entries=entries)
        if provider is None:
            for entry in entries.values():
                registry.roads.load(entry)
        else:
            registry.models = RetryingClient(provider, dict, registry.files)
        store = open_store(Path(folder) / "arena.db", catalogue).store
        run = Run("bench", "wordle", 1, sessions, seats=SEATS, options={"variant": "critic"})
        finished = Batch(run, catalogue, store, registry, concurrency=AT_ONCE).play()
        store.close()
    assert finished.left == 0, finished.failures[:1]
    return finished


def moves(finished: Finished) -> int:
    return sum(row["requests"] for one in finished.sessions for row in one.figures.counts.values())


def engine_cpu(sessions: int) -> float:
    """Milliseconds of CPU a move when models answer at once."""
    provider = AtOnce()
    began = time.process_time()
    played(sessions, "http://127.0.0.1:9/v1", provider)
    return 1000 * (time.process_time() - began) / len(provider.calls)


def run_rate(sessions: int, url: str) -> float:
    """Replies a second of a run."""
    finished = played(sessions, url)
    return moves(finished) / finished.wall_seconds


def bare_rate(calls: int, url: str) -> float:
    """Replies a second of LiteLLM alone, with the requests of a run."""
    from tui_arena.players.models.litellm_client import LiteLLM

    provider = AtOnce()
    played(AT_ONCE, url, provider)
    adapter = LiteLLM()
    adapter.load(warm=True)
    library: Any = adapter._library

    async def one(call: ModelRequest) -> None:
        schema = {"name": "reply", "strict": True, "schema": call.schema}
        body = {"response_format": {"type": "json_schema", "json_schema": schema}} if call.schema else {}
        stream = await library.acompletion(
            model="openai/ok",
            messages=list(call.messages),
            api_base=url,
            api_key="none",
            stream=True,
            stream_options={"include_usage": True},
            max_retries=0,
            timeout=60,
            extra_body=body,
        )
        async for _ in stream:
            pass

    async def worker(left: Iterator[int]) -> None:
        for n in left:
            await one(provider.calls[n % len(provider.calls)])

    async def every() -> float:
        left = iter(range(calls))
        began = time.perf_counter()
        await asyncio.gather(*(worker(left) for _ in range(AT_ONCE)))
        return calls / (time.perf_counter() - began)

    return asyncio.run(every())


@contextmanager
def stub() -> Iterator[str]:
    """The address of a stub in a separate process."""
    command = [sys.executable, "-m", "tests.stub_server", "--delay", str(DELAY)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def threaded(*arguments: str) -> float:
    """The result of one measurement in a separate process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.bench_models", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1])


def main(arguments: Sequence[str]) -> int:
    """Print the figures; status 1 if one misses its limit."""
    match arguments:
        case ["bare", count, url]:
            print(bare_rate(int(count), url))
            return 0
        case ["run", count, url]:
            print(run_rate(int(count), url))
            return 0
        case ["engine", count]:
            print(engine_cpu(int(count)))
            return 0
    sessions = arguments[0] if arguments else "200"
    rounds = int(arguments[1]) if len(arguments) > 1 else 3
    cpu = min(threaded("engine", sessions) for _ in range(rounds))
    print(f"CPU a move that the engine adds: {cpu:.3f} ms (at most {MOST_CPU})")
    ratios = []
    with stub() as url:
        for _ in range(rounds):
            calls = str(18 * int(sessions))
            bare, run = threaded("bare", calls, url), threaded("run", sessions, url)
            ratios.append(run / bare)
            print(f"replies a second: LiteLLM alone {bare:.0f}, a run {run:.0f}, ratio {run / bare:.3f}")
    ratio = statistics.median(ratios)
    print(f"ratio, median of {rounds}: {ratio:.3f} (at least {LEAST_RATIO})")
    return int(ratio < LEAST_RATIO or cpu > MOST_CPU)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
