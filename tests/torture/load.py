"""Long runs: many sessions of bots, and many of models at once against a server that fails one time in five.

Nothing is killed here. Sessions, tokens and money have to add up to the last unit between the server's ledger, the
save file and what `run --json` prints; a budget is passed by no more than what was in flight; and the memory of
the process must not grow with the sessions.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.stub_models import Dead, chunk, fail, lines, nothing, parts_wanted, pieces
from tests.stub_server import Exchange, StubServer
from tests.torture.family import Family
from tests.torture.program import opened, said, sessions_in
from tui_arena.save.store import SessionQuery

FAILING = 0.2
"""The share of requests that fail."""
MODELS_OF = 100
"""One session of models for so many of bots, and at least `FEW`."""
FEW = 40
AT_ONCE = 100
THINKING = 0.2
"""Most seconds before an answer begins, so that many are asked at once."""
MOST_TOKENS = 60
"""More than any reply here costs."""
RESUMES = 40
"""How often a run is resumed until all of its sessions are over."""
EDGES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (1, ("--budget", "0.0009")),
    (16, ("--budget-tokens", "1500", "--session-budget-tokens", "90")),
    (100, ("--budget", "0.003", "--session-budget", "0.0001", "--budget-tokens", "900000")),
)
"""Budgets that stop a run of `FEW` sessions, and how many are played at once. A reply costs less than MOST_USD."""
MOST_USD = 0.0001
EVERY = 0.25
"""Seconds between two looks at the memory."""
SLOPE = 1.0
"""Most kilobytes that one more session of bots may cost: its figures, packed until the result is printed."""
SPARE = 30_000
"""Kilobytes that a process may grow whatever it does: caches that fill."""

Failing = Callable[[Exchange], Awaitable[None]]


async def _cut(it: Exchange) -> None:
    await it.piece(chunk({"content": "explanation: it"}))
    raise Dead


async def _cut_at_once(it: Exchange) -> None:
    raise Dead


async def _cut_head(it: Exchange) -> None:
    await it.begin()
    raise Dead


async def _garbage(it: Exchange) -> None:
    await it.piece(chunk({"content": "half a"}))
    await it.piece('{"choices": [{"delta": {"content": ')
    await it.end()


async def _error_in_stream(it: Exchange) -> None:
    await it.piece({"error": {"message": "the engine broke", "type": "server_error", "code": 500}})
    await it.end()


async def _slow_down(it: Exchange) -> None:
    await fail(it, 429, "Rate limit reached", "rate_limit_exceeded", {"retry-after": "0.02"})


def _status(code: int) -> Failing:
    return lambda it: fail(it, code, f"status {code}")


WAYS: tuple[Failing, ...] = (
    _status(500),
    _status(502),
    _status(503),
    _slow_down,
    _cut,
    _cut_at_once,
    _cut_head,
    _garbage,
    _error_in_stream,
    nothing,
)
"""The ten ways in which a request fails; none of them says what it costs."""
BROKEN = frozenset({WAYS.index(_cut), WAYS.index(_garbage)})
"""Those of which a part came: it is no reply, and its price is unknown."""


@dataclass
class Ledger:
    """What the server has charged."""

    replies: int = 0
    inwards: int = 0
    outwards: int = 0
    failed: Counter[int] = field(default_factory=Counter)

    @property
    def broken(self) -> int:
        """Replies that broke off, which have no price."""
        return sum(self.failed[way] for way in BROKEN)

    @property
    def millionths(self) -> int:
        """Millionths of a dollar, at one dollar per million tokens in and two per million out."""
        return self.inwards + 2 * self.outwards


class FailingServer(StubServer):
    """Plays Wordle, fails one time in five, and keeps a ledger."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.ledger = Ledger()
        self._seed = seed
        self._asked = 0

    async def _answer(self, exchange: Exchange) -> None:
        self._asked += 1
        number = self._asked
        self._note(answering=1)
        try:
            rng = Random(f"{self._seed}/{number}")
            await asyncio.sleep(rng.random() * THINKING)
            if rng.random() < FAILING:
                way = rng.randrange(len(WAYS))
                self.ledger.failed[way] += 1
                await WAYS[way](exchange)
            else:
                await self._charge(exchange, 20 + number % 7, 7 + number % 5)
        finally:
            self._note(answering=-1)

    async def _charge(self, it: Exchange, inwards: int, outwards: int) -> None:
        for part in pieces(lines(parts_wanted(it.body))):
            await it.piece(chunk({"content": part}))
        await it.piece(chunk({}, "stop"))
        usage = {"prompt_tokens": inwards, "completion_tokens": outwards, "total_tokens": inwards + outwards}
        self.ledger.replies += 1
        self.ledger.inwards += inwards
        self.ledger.outwards += outwards
        await it.piece({**chunk({}), "choices": [], "usage": usage})
        await it.end()


# running


@dataclass(frozen=True)
class Ran:
    """A command in a process of its own, and its memory."""

    status: int
    out: str
    err: str
    memory: tuple[int, ...]
    """Resident kilobytes over time."""

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def faults(self, *allowed: int) -> list[str]:
        """Sentences on a status that is none of these, and on tracebacks."""
        bad = self.status not in allowed or "Traceback" in self.err or "fault of its own" in self.err
        return [f"run ends with {self.status}: {self.err[-500:]}"] if bad else []

    def grown(self) -> int:
        """Kilobytes by which the memory grew in the second half; a median of each end."""
        tenth = max(len(self.memory) // 10, 1)
        half = len(self.memory) // 2
        early, late = (
            sorted(self.memory[half : half + tenth]),
            sorted(self.memory[-tenth - 1 : -1] or self.memory),
        )
        return late[len(late) // 2] - early[len(early) // 2] if early else 0


def _resident(pid: int) -> int:
    """Kilobytes of memory that a process has now; 0 if the system doesn't say."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
    return 0


def run_(home: Path, *arguments: str) -> Ran:
    """Run the program in a process of its own and look at its memory."""
    command = [sys.executable, "-m", "tui_arena", "run", "--data-dir", str(home), *arguments]
    out, err = home.parent / "out", home.parent / "err"
    memory: list[int] = []
    ended = threading.Event()
    with out.open("wb") as stdout, err.open("wb") as stderr:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen(command, stdout=stdout, stderr=stderr, env=environment)

        def look() -> None:
            while not ended.wait(EVERY):
                memory.append(_resident(process.pid))

        looking = threading.Thread(target=look, daemon=True)
        looking.start()
        status = process.wait()
        ended.set()
        looking.join()
    known = tuple(kb for kb in memory if kb)
    return Ran(status, out.read_text("utf-8"), err.read_text("utf-8", "replace"), known)


def bots(seed: int, count: int, home: Path) -> list[str]:
    """One run of so many sessions of Wordle by bots."""
    ran = run_(home, "wordle", "--sessions", str(count), "--concurrency", "16", "--seed", str(seed), "--json")
    faults = ran.faults(0)
    if faults:
        return faults
    played = ran.json["sessions"]
    with opened(home / "arena.db") as (store, _):
        rows = list(store.every(SessionQuery(game="wordle", limit=1000)))
        faults += store.check()
    listed = [int(row["sessions"]) for row in _stats(home)]
    for what, found in (("printed", len(played)), ("saved", len(rows)), ("in the stats", sum(listed))):
        if found != count:
            faults.append(f"{found} of {count} sessions are {what}")
    if {one["id"] for one in played} != {row.id for row in rows}:
        faults.append("what was printed is not what is saved")
    slope = ran.grown() / max(count / 2, 1)
    print(
        f"  bots: {count} sessions, {_mb(ran)}, {slope:.2f} kB for each session of the second half",
        flush=True,
    )
    if ran.grown() > SPARE + SLOPE * count / 2:
        faults.append(f"memory grows by {slope:.1f} kB a session: {_mb(ran)}")
    return faults


def _stats(home: Path) -> list[dict[str, Any]]:
    ran = said(home, "stats", "wordle", "--json")
    rows: list[dict[str, Any]] = json.loads(ran.out)["games"]["wordle"]
    return rows


def _mb(ran: Ran) -> str:
    half = len(ran.memory) // 2
    return f"{max(ran.memory, default=0) / 1024:.0f} MB at most, {ran.memory[half] / 1024 if ran.memory else 0:.0f} MB half way"


def models(seed: int, count: int, home: Path) -> list[str]:
    """So many sessions of models, 100 at once; first to a budget of about a half, then to the end."""
    with FailingServer(seed) as server:
        _one_model(home, server)
        budget = count * 2 * 40
        ran = run_(
            home,
            "wordle", "--sessions", str(count), "--seat", "guesser=model:m", "--concurrency", str(AT_ONCE),
            "--seed", str(seed), "--budget-tokens", str(budget), "--json",
        )  # fmt: skip
        faults = ran.faults(0, 1)
        if faults:
            return faults
        grown = ran.grown()
        if count > FEW and grown > SPARE + SLOPE * count:  # a short run is all warming up
            faults.append(f"memory grows by {grown} kB while models play: {_mb(ran)}")
        spent = server.ledger.inwards + server.ledger.outwards
        flight = min(AT_ONCE, count) * MOST_TOKENS
        if spent > budget + flight:
            faults.append(f"a budget of {budget} tokens came to {spent}: more than the {flight} in flight")
        if spent < budget:
            faults.append(f"a budget of {budget} tokens stopped at {spent}: {ran.err[-300:]}")
        faults += _adds_up(home, ran, server.ledger)
        resumes = 0
        while ran.status != 0 and resumes < RESUMES:
            ran = run_(
                home, "wordle", "--resume", ran.json["run"], "--concurrency", str(AT_ONCE), "--budget-tokens",
                "1000000000", "--json",
            )  # fmt: skip
            resumes += 1
            faults += ran.faults(0, 1) or _adds_up(home, ran, server.ledger)
        if ran.status != 0 or len(ran.json["sessions"]) != count:
            faults.append(
                f"{len(ran.json['sessions'])} of {count} sessions, {resumes} times resumed: {ran.err[-300:]}"
            )
        if len(server.ledger.failed) != len(WAYS) and count > FEW:
            faults.append(f"only {len(server.ledger.failed)} ways of failing were met")
        ledger = server.ledger
        print(
            f"  models: {count} sessions, {ledger.replies} replies, {sum(ledger.failed.values())} failed, at most "
            f"{server.at_once} at once, {resumes} times resumed, {_mb(ran)}, {grown} kB more in the second half of the first run",
            flush=True,
        )
    return faults


def edges(seed: int, count: int, home: Path) -> list[str]:
    """Runs that budgets of tokens and of dollars stop, of the run and of each session; one of them if few."""
    faults = []
    for number, (at_once, budgets) in enumerate(EDGES):
        if count > FEW or number == seed % len(EDGES):
            faults += _edge(seed, at_once, budgets, home / str(at_once))
    return faults


def _edge(seed: int, at_once: int, budgets: tuple[str, ...], home: Path) -> list[str]:
    """What one run passes its budgets by, apart from what was in flight."""
    sessions = max(FEW, at_once)
    given = dict(zip(budgets[::2], map(float, budgets[1::2]), strict=True))
    with FailingServer(seed) as server:
        _one_model(home, server)
        ran = run_(
            home,
            "wordle", "--sessions", str(sessions), "--seat", "guesser=model:m", "--concurrency", str(at_once),
            "--seed", str(seed), *budgets, "--json",
        )  # fmt: skip
    faults = ran.faults(1)
    if faults:
        return faults
    faults += _adds_up(home, ran, server.ledger)
    tokens = server.ledger.inwards + server.ledger.outwards
    spent = {"--budget": server.ledger.millionths / 1e6, "--budget-tokens": float(tokens)}
    most = {"--budget": MOST_USD, "--budget-tokens": float(MOST_TOKENS)}
    for name in given.keys() & spent.keys():
        if spent[name] > given[name] + most[name] * at_once:
            faults.append(f"{name} {given[name]} came to {spent[name]} with {at_once} at once")
    if all(spent[name] < given[name] for name in given.keys() & spent.keys()) and "stopped (" not in ran.err:
        faults.append(f"none of {budgets} stopped a run with {at_once} at once: {ran.err[-300:]}")
    with opened(home / "arena.db") as (store, _):
        for session in sessions_in(store).values():
            known = [event["usage"] for event in session.events if event.get("usage")]
            for name, key, reply in (
                ("--session-budget", "cost_usd", MOST_USD),
                ("--session-budget-tokens", None, MOST_TOKENS),
            ):
                used = sum(one[key] if key else one["input_tokens"] + one["output_tokens"] for one in known)
                if used > given.get(name, used) + reply:
                    faults.append(f"{name} {given[name]} came to {used} in one session")
    return faults


def _one_model(home: Path, server: StubServer) -> None:
    """Write the settings of the model `m`."""
    path = home / "config" / "models.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'[model.m]\nmodel = "openai/m"\nbase_url = "{server.url}"\ninput_price = 1.0\noutput_price = 2.0\n'
        "json = false\n"
    )


def _adds_up(home: Path, ran: Ran, ledger: Ledger) -> list[str]:
    """Where the server's ledger, the save file and the result differ."""
    with opened(home / "arena.db") as (store, _):
        held = sessions_in(store)
    mine = [session for session in held.values() if session.setup.extra.get("run") == ran.json["run"]]
    replies = [event for session in mine for event in session.events if event.type == "reply"]
    usage = [event["usage"] for event in replies if event.get("usage")]
    told = ran.json["usage"]
    saved = (
        len(replies),
        sum(one["input_tokens"] for one in usage),
        sum(one["output_tokens"] for one in usage),
        round(sum(one["cost_usd"] for one in usage) * 1e6),
    )
    result = (
        sum(row["requests"] for one in ran.json["sessions"] for row in one["counts"].values()),
        told["input_tokens"],
        told["output_tokens"],
        None if told["cost_usd"] is None else round(told["cost_usd"] * 1e6),
    )
    billed = (ledger.replies, ledger.inwards, ledger.outwards, ledger.millionths)
    known = (*billed[:3], None if ledger.broken else billed[3])
    what = "(replies, tokens in, tokens out, millionths of a dollar)"
    return [
        f"{where} has {found} {what}; the server has {own}"
        for where, found, own in (("the save file", saved, billed), ("the result", result, known))
        if found != own
    ]


def sized(seed: int, tries: int, folder: Path) -> list[str]:
    """Both and the budgets, in a save file for each run."""
    faults = []
    few = max(FEW, tries // MODELS_OF)
    for name, load, count in (("bots", bots, tries), ("models", models, few), ("budgets", edges, few)):
        home = folder / name / "home"
        home.mkdir(parents=True)
        faults += [f"{name}: {fault}" for fault in load(seed, count, home)]
    return faults


FAMILY = Family(
    "load",
    100_000,
    lambda seed, folder: sized(seed, FEW, folder),
    sample=300,
    sized=sized,
    patience=4 * 3600,
)
