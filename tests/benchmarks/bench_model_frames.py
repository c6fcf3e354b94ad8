"""Whether the app stays responsive while models load and while they answer.

Run by hand: `python -m tests.benchmarks.bench_model_frames`. Each part is a new process: LiteLLM loads in
its thread while keys are pressed and a redraw is requested every 16 ms, at home and at a table; then a
screen shows eight replies at once, streamed by a stub server in another process. Each figure is printed
next to the same figure without models, measured on the same machine at the same time. With
`--start FOLDER` the app's start is timed in turns with that of another checkout.
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
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input

from tests.benchmarks.bench_app import CHILD as START
from tests.benchmarks.lines import line
from tui_arena.config import ModelEntry, Paths, Settings, write_settings
from tui_arena.core.game import Ask, Progress
from tui_arena.players.models.requests import ModelRequest
from tui_arena.table.players import PendingReplies
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.table.panel import BEATS, Streams

ROUNDS = 5
EVERY = 0.016
"""Seconds between two requested redraws."""
KEY_EVERY = 0.1
"""Seconds between two keys, about as fast as people type."""
TALKING = 8
DRIP = 1 / 30
"""Seconds between two pieces of one reply."""
WARM_UP, LONG = 3.0, 8.0
"""Seconds of streaming before the measurement, and during it."""
QUIET = 3.0
"""Seconds for which the same is measured without models, for comparison."""
STARTS = 9
LIMITS = {
    "loading: latest frame": 250.0,
    "loading: frames p95": 80.0,
    "talking: key to frame p95": 50.0,
}
MEANS = {
    "latest frame": "the longest time between two frames while LiteLLM is loaded",
    "frames p95": "the time between two frames; 95 of 100 take less",
    "key to frame": "from a key to the frame that shows its effect; 95 of 100 keys take less",
}
SERVER = f"""
import asyncio, itertools
from tests import stub_models, stub_server
async def drip(it):
    for n in itertools.count():
        await it.piece(stub_models.chunk({{"content": f"word {{n}} "}}))
        await asyncio.sleep({DRIP})
stub_models.BEHAVIOURS["drip"] = drip
stub_server.main()
"""
"""A stub whose model says another word each time: LiteLLM gives up on one that repeats itself."""

Times = list[float]


class Watch:
    """Times the frames and keys of an app, in milliseconds."""

    def __init__(self, app: ArenaApp) -> None:
        self.app = app
        self.frames: Times = []
        """From each frame to the next, while redraws are requested all the time."""
        self.keys: Times = []
        """From each key to the end of the layout that shows it."""
        self._last: float | None = None

    async def until(self, over: Callable[[], bool], keys: tuple[str, ...]) -> None:
        """Redraw and press keys in turn until a condition holds."""
        drawing = asyncio.create_task(self._draw())
        n = 0
        try:
            while not over():
                began = time.perf_counter()
                await self._press(keys[n % len(keys)])
                n += 1
                await asyncio.sleep(max(KEY_EVERY - (time.perf_counter() - began), 0))
        finally:
            drawing.cancel()

    async def _draw(self) -> None:
        while True:
            self.app.screen.refresh()
            done = asyncio.Event()
            self.app.screen.call_after_refresh(done.set)
            await done.wait()
            self.app.screen._compositor.render_strips()
            now = time.perf_counter()
            if self._last is not None:
                self.frames.append(1000 * (now - self._last))
            self._last = now
            await asyncio.sleep(EVERY)

    async def _press(self, key: str) -> None:
        done = asyncio.Event()
        began = time.perf_counter()
        self.app.simulate_key(key)
        self.app.screen.call_after_refresh(done.set)
        await done.wait()
        self.keys.append(1000 * (time.perf_counter() - began))


def p95(times: Times) -> float:
    return sorted(times)[int(len(times) * 0.95)] if times else 0.0


def told(watch: Watch, quiet: Watch, seconds: float) -> None:
    """What a child process prints: the figures with models, and without."""
    out = {}
    for name, one in (("models", watch), ("quiet", quiet)):
        out[name] = {
            "latest": max(one.frames),
            "frames": p95(one.frames),
            "frame": statistics.median(one.frames),
            "keys": p95(one.keys),
            "key": max(one.keys),
        }
    print(json.dumps({**out, "seconds": seconds}), file=sys.__stdout__, flush=True)


async def in_app(home: Path, play: Callable[[ArenaApp, Pilot[None]], Awaitable[None]]) -> None:
    paths = Paths.find(home)
    write_settings(paths, Settings(animations=False))
    app = ArenaApp(paths)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.5)
        await play(app, pilot)


def spell(seconds: float) -> Callable[[], bool]:
    ends = time.perf_counter() + seconds
    return lambda: time.perf_counter() > ends


async def loading(app: ArenaApp, pilot: Pilot[None], *, table: bool) -> None:
    """LiteLLM loads in its thread, as when a model is seated."""
    keys: tuple[str, ...] = ("down", "up")
    if table:
        await pilot.press("1")
        await pilot.pause(1.0)
        keys = ("a", "backspace")
    quiet = Watch(app)
    await quiet.until(spell(QUIET), keys)
    watch = Watch(app)
    began = time.perf_counter()
    cloud = ModelEntry("cloud", "anthropic/claude-haiku-4-5")
    app.registry.start(cloud)
    await watch.until(lambda: app.registry.transports.ready(cloud), keys)
    told(watch, quiet, time.perf_counter() - began)


class Talking(ArenaScreen):
    """Eight pending replies and an input line, drawn as a table draws them."""

    def __init__(self) -> None:
        super().__init__()
        self.pending = PendingReplies(time.monotonic)
        self.all_talk = asyncio.Event()

    def body(self) -> ComposeResult:
        yield Input()
        yield Streams(self.glyphs)

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self.set_interval(1 / BEATS, self.draw)

    def draw(self) -> None:
        names = {ask.seat: ask.seat for ask in self._asks()}
        shown = self.pending.previews(names.__getitem__, lambda _: True, lambda _: None)
        self.query_one(Streams).show(shown)

    def _asks(self) -> list[Ask]:
        return [reply.ask for reply in self.pending.by_seat.values()]

    async def talk(self, number: int, url: str) -> None:
        ask = Ask(f"seat {number}", "guess", str(number))
        entry = ModelEntry("drip", model="drip", base_url=url)
        self.pending.begin(ask)

        def hear(heard: Progress) -> None:
            self.pending.hear(ask, heard)
            if len(self.pending.by_seat) == TALKING and all(
                r.progress.tokens for r in self.pending.by_seat.values()
            ):
                self.all_talk.set()

        await self.arena.registry.models.ask(
            ModelRequest(entry, [{"role": "user", "content": "talk"}]), (), hear
        )


async def talking(app: ArenaApp, pilot: Pilot[None], *, url: str) -> None:
    """Let eight models answer at once."""
    screen = Talking()
    await app.push_screen(screen)
    quiet = Watch(app)
    keys = ("a", "backspace")
    await quiet.until(spell(QUIET), keys)
    asked = [asyncio.create_task(screen.talk(n, url)) for n in range(TALKING)]
    await screen.all_talk.wait()
    await asyncio.sleep(WARM_UP)
    before = sum(reply.progress.tokens for reply in screen.pending.by_seat.values())
    watch = Watch(app)
    await watch.until(spell(LONG), keys)
    heard = sum(reply.progress.tokens for reply in screen.pending.by_seat.values()) - before
    told(watch, quiet, heard / LONG)
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)


def child(part: str, url: str) -> None:
    """Measure one part in this process."""

    async def play(app: ArenaApp, pilot: Pilot[None]) -> None:
        if part == "talking":
            await talking(app, pilot, url=url)
        else:
            await loading(app, pilot, table=part == "table")

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(in_app(Path(folder), play))
    os._exit(0)  # don't wait for a thread that is still loading


def measured(part: str, rounds: int, url: str = "") -> dict[str, float]:
    """Medians over several processes of one part; the slowest frame is that of all processes."""
    found = []
    for _ in range(rounds):
        command = [sys.executable, "-m", "tests.benchmarks.bench_model_frames", "--part", part, "--url", url]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found.append(json.loads(done.stdout.splitlines()[-1]))
    out = {"seconds": statistics.median(row["seconds"] for row in found)}
    for name in ("models", "quiet"):
        for figure in ("frame", "frames", "keys"):
            out[f"{name} {figure}"] = statistics.median(row[name][figure] for row in found)
        for figure in ("latest", "key"):
            latest = [row[name][figure] for row in found]
            out[f"{name} {figure}"] = max(latest)
            out[f"{name} {figure} median"] = statistics.median(latest)
    return out


def report(name: str, value: float, quiet: float) -> bool:
    """Print a figure next to the one without models; returns whether it is over its limit."""
    return line(name, value, LIMITS.get(name), peer=f"the app without models {quiet:.1f} ms")


def frames(rounds: int) -> bool:
    """Measure loading and streaming; returns whether a figure is over its limit."""
    late = False
    for part in ("home", "table"):
        one = measured(part, rounds)
        print(f"\nLiteLLM loads at {part}: {one['seconds']:.1f} s")
        late |= report("loading: latest frame", one["models latest"], one["quiet latest"])
        report("loading: latest frame, median", one["models latest median"], one["quiet latest median"])
        late |= report("loading: frames p95", one["models frames"], one["quiet frames"])
        report("loading: key to frame p95", one["models keys"], one["quiet keys"])
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        one = measured("talking", rounds, server.stdout.readline().strip())
    finally:
        server.kill()
        server.wait()
    print(f"\n{TALKING} models talk, {one['seconds']:.0f} pieces a second in all")
    late |= report("talking: key to frame p95", one["models keys"], one["quiet keys"])
    report("talking: key to frame, latest", one["models key"], one["quiet key"])
    report("talking: frames p95", one["models frames"], one["quiet frames"])
    return late


def starts(other: Path) -> None:
    """Time to the first frame and memory at that point, here and in another checkout, in turns."""
    took: dict[Path, list[tuple[float, float]]] = {Path.cwd(): [], other: []}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STARTS + 1):
            for where, rows in took.items():
                began = time.clock_gettime(time.CLOCK_MONOTONIC)
                command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(where)!r})\n{START}"]
                done = subprocess.run(
                    [*command, folder], capture_output=True, text=True, check=True, cwd=where
                )
                at, kib = done.stdout.split()[:2]
                rows.append((1000 * (float(at) - began), int(kib) / 1024))
    here, there = (
        [statistics.median(column) for column in zip(*rows[1:], strict=True)] for rows in took.values()
    )
    print(f"\nfirst frame, ms {here[0]:8.1f}   there {there[0]:8.1f}, ratio {here[0] / there[0]:.2f}")
    print(f"memory at it, MiB {here[1]:6.1f}   there {there[1]:8.1f}, ratio {here[1] / there[1]:.2f}")


def main() -> int:
    """Print the figures; status 1 if one is over its limit."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", choices=("home", "table", "talking"))
    parser.add_argument("--url", default="")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--start", type=Path, help="another checkout, to compare the start with")
    given = parser.parse_args()
    if given.part:
        child(given.part, given.url)
        return 0
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if given.start:
        starts(given.start)
        return 0
    return int(frames(given.rounds))


if __name__ == "__main__":
    sys.exit(main())
