"""A client in a separate thread (`ThreadedClient`)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence

import pytest

from tests.stub_server import StubServer
from tui_arena.config import ModelEntry
from tui_arena.core.game import OnProgress, Progress
from tui_arena.players.models.client import ThreadedClient
from tui_arena.players.models.requests import (
    Budget,
    BudgetReached,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    ignore_progress,
)

BOB = ModelEntry("Bob", "openai/gpt-4o")
CALL = ModelRequest(BOB, [{"role": "user", "content": "hello"}])
PATIENCE = 240.0


class Desk:
    """Answers once the test lets it, and records in which thread it was asked."""

    def __init__(self, *, tells: int = 0) -> None:
        self.tells = tells
        self.go = threading.Event()
        self.begun = threading.Event()
        self.cancelled = threading.Event()
        self.thread = ""

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        self.thread = threading.current_thread().name
        self.begun.set()
        for budget in budgets:
            budget.check()
        for i in range(self.tells):
            hear(Progress(f"piece {i}"))
        try:
            while not self.go.is_set():  # noqa: ASYNC110  (another thread sets it)
                await asyncio.sleep(0.001)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        return ModelResponse("guess: crane")


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.go.set()


async def test_loading_holds_nobody_up(desk: Desk) -> None:
    loaded = threading.Event()
    begun: list[ModelEntry] = []

    def load(entry: ModelEntry) -> None:
        begun.append(entry)
        assert loaded.wait(PATIENCE)

    threaded = ThreadedClient(lambda: desk, load)
    desk.go.set()
    threaded.start(BOB)
    asked = asyncio.ensure_future(threaded.ask(CALL))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not asked.done()
    loaded.set()
    assert (await asked).text == "guess: crane"
    assert begun == [BOB]


async def test_cancelling_while_it_loads_returns_at_once(desk: Desk) -> None:
    loaded = threading.Event()
    threaded = ThreadedClient(lambda: desk, lambda _: assert_set(loaded))
    threaded.start(BOB)
    asked = asyncio.ensure_future(threaded.ask(CALL))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    loaded.set()
    desk.go.set()
    assert (await threaded.ask(CALL)).text == "guess: crane"


def assert_set(event: threading.Event) -> None:
    assert event.wait(PATIENCE)


async def test_what_can_not_be_loaded_is_said_by_who_is_asked(desk: Desk) -> None:
    tried = threading.Event()

    def load(_: ModelEntry) -> None:
        tried.set()
        raise ModelFailed("not_found", "pip install it")

    threaded = ThreadedClient(lambda: desk, load)
    threaded.start(BOB)
    assert await asyncio.to_thread(tried.wait, PATIENCE)
    desk.go.set()
    assert (await threaded.ask(CALL)).text == "guess: crane"


async def test_cancelling_stops_the_request(desk: Desk) -> None:
    threaded = ThreadedClient(lambda: desk, lambda _: None)
    asked = asyncio.ensure_future(threaded.ask(CALL))
    await asyncio.to_thread(desk.begun.wait, PATIENCE)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await asyncio.to_thread(desk.cancelled.wait, PATIENCE)


async def test_faults_come_through(desk: Desk) -> None:
    threaded = ThreadedClient(lambda: desk, lambda _: None)
    with pytest.raises(BudgetReached):
        await threaded.ask(CALL, (Budget(usd=0),))


async def test_pieces_come_in_order_in_the_thread_that_asks(desk: Desk) -> None:
    desk.tells = 50
    threaded = ThreadedClient(lambda: desk, lambda _: None)
    heard: list[str] = []
    newest = asyncio.Event()

    def hear(progress: Progress) -> None:
        assert threading.current_thread() is threading.main_thread()
        heard.append(progress.text)
        if progress.text == "piece 49":
            newest.set()

    asked = asyncio.ensure_future(threaded.ask(CALL, (), hear))
    async with asyncio.timeout(PATIENCE):
        await newest.wait()
    desk.go.set()
    await asked
    assert desk.thread == "models", "a thread of its own"
    for _ in range(20):
        await asyncio.sleep(0)
    assert heard == [f"piece {i}" for i in range(50)], "and nothing after the reply"


def test_a_screen_that_is_gone_troubles_nobody(desk: Desk, capfd: pytest.CaptureFixture[str]) -> None:
    """The loop that asked is closed while the client is still answering."""
    desk.tells = 3
    threaded = ThreadedClient(lambda: desk, lambda _: None)

    async def leave() -> None:
        asked = asyncio.ensure_future(threaded.ask(CALL, (), print))
        await asyncio.to_thread(desk.begun.wait, PATIENCE)
        asked.cancel()

    asyncio.run(leave())
    assert desk.cancelled.wait(PATIENCE)
    desk.go.set()
    assert asyncio.run(threaded.ask(CALL)).text == "guess: crane"
    assert capfd.readouterr().err == ""


# the end of the program

PROGRAM = """
import asyncio, sys, threading
from tui_arena.__main__ import leave
from tui_arena.config import ModelEntry
from tui_arena.players.models.client import RetryingClient, ThreadedClient
from tui_arena.players.models.local import ModelFiles
from tui_arena.players.models.requests import ModelRequest
from tui_arena.players.models.registry import Transports

transports = Transports()
apart = ThreadedClient(lambda: RetryingClient(transports, dict, ModelFiles()), transports.load)
entry = ModelEntry("Bob", sys.argv[1], base_url=sys.argv[2], stall=600, timeout=600, road=sys.argv[4])

async def main():
    heard = asyncio.Event()
    if sys.argv[3] == "aside":  # a name that is looked up in vain
        apart.start(entry)
        loop = apart._loop
        loop.call_soon_threadsafe(lambda: loop.run_in_executor(None, threading.Event().wait))
    asked = asyncio.ensure_future(apart.ask(ModelRequest(entry, [{"role": "user", "content": "x"}]), (), lambda p: p.text and heard.set()))
    if sys.argv[3] == "loading":
        await asyncio.sleep(0)
    elif sys.argv[3] == "waiting":
        await asyncio.get_running_loop().run_in_executor(None, input)
    else:
        await heard.wait()
    print("left", flush=True)

asyncio.run(main())
leave(3)
"""


@pytest.mark.parametrize(
    ("when", "model", "road"),
    [
        ("loading", "ok", "auto"),
        ("waiting", "hang", "auto"),
        ("aside", "stall", "auto"),
        pytest.param("loading", "ok", "litellm", marks=pytest.mark.thorough),
        pytest.param("waiting", "hang", "litellm", marks=pytest.mark.torture),
        pytest.param("aside", "stall", "litellm", marks=pytest.mark.torture),
    ],
)
def test_the_program_ends_without_waiting_for_models(
    stub: StubServer, when: str, model: str, road: str
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, model, stub.url, when, road],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            if when == "waiting":
                stub.wait_for(lambda: bool(stub.requests))
            out, err = process.communicate("\n", timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (3, "left\n", "")
