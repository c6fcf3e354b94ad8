"""Sessions that other processes play: the same to the letter, each once, whatever dies."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.batch.dying import die
from tests.save.sessions import CATALOGUE
from tests.started import Started
from tests.stub_server import StubServer
from tui_arena.batch import local_workers, playing, session_pool
from tui_arena.batch.job import Job, JobResult, bench_of, carry_out, session_id
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Budgets, Run
from tui_arena.batch.session_pool import Cluster, NoCluster
from tui_arena.config import ModelEntry, Paths
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.filters import Filter
from tui_arena.save.store import SessionQuery, Store, open_store
from tui_arena.stats.aggregate import stats

PATIENCE = 240.0
PLACES = [(1, 0), (1, 1), (2, 0)]


def registry(home: Path) -> ModelRegistry:
    return ModelRegistry(Paths.find(str(home)), CATALOGUE, threaded=False)


def held(store: Store) -> list[str]:
    """Everything of the sessions in a save file but the times at which they began."""
    sessions = [store.load(row.id) for row in store.every(SessionQuery(limit=1000))]
    return sorted(
        json.dumps(
            [one.id, one.rules, str(one.setup), one.seats, [e.to_json() for e in one.events], one.extra],
            sort_keys=True,
            default=str,
        )
        for one in sessions
    )


def figures(store: Store, game: str) -> str:
    return repr(stats(store, CATALOGUE, Filter(game)))


# the same sessions


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("wordle", {"repetitions": 2, "seats": {"setter": "bot:easy"}, "options": {"variant": "clue"}}),
        pytest.param("taboo", {"options": {"on_silence": "nobody"}}, marks=pytest.mark.thorough),
        pytest.param("connections", {}, marks=pytest.mark.thorough),
    ],
)
def test_sessions_are_the_same_however_many_processes_play(
    tmp_path: Path, stores: Callable[[str], Store], game: str, more: dict[str, Any]
) -> None:
    run = Run("01ARZ3NDEKTSV4RRFFQ69G5FAV", game, 11, 3, **more)
    alone, two = stores("alone"), stores("two")
    first = Batch(run, alone, registry(tmp_path), concurrency=2).play()
    second = Batch(run, two, registry(tmp_path), workers=2).play()
    assert second.left == 0
    assert held(two) == held(alone)
    assert figures(two, game) == figures(alone, game)
    assert [one.figures for one in second.sessions] == [one.figures for one in first.sessions]


def test_an_id_is_made_before_its_session_and_is_like_any_other() -> None:
    run = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    ids = [session_id(run, place, attempt) for place in PLACES for attempt in (0, 1)]
    assert len(set(ids)) == len(ids)
    assert ids == [session_id(run, place, attempt) for place in PLACES for attempt in (0, 1)]
    assert {(one[:10], len(one)) for one in ids} == {(run[:10], 26)}


def test_what_is_told_twice_is_saved_once(
    tmp_path: Path, stores: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, run = stores("one"), Run("r", "wordle", 3, 2)
    Batch(run, store, registry(tmp_path)).play()
    before = held(store)

    class Twice:
        """A process that carries out what another one has carried out already."""

        def __init__(self, _: int, bench: bytes) -> None:
            self.bench = bench

        async def carry_out(self, job: Job) -> JobResult:
            done = await asyncio.to_thread(carry_out, self.bench, msgspec.json.encode(job))
            return msgspec.msgpack.decode(done, type=JobResult)

        def stop(self) -> None: ...

        async def close(self) -> None: ...

    monkeypatch.setattr(local_workers, "LocalWorkers", Twice)
    monkeypatch.setattr(Batch, "read_earlier", lambda _: 0)  # it began before those sessions were there
    again = Batch(run, store, registry(tmp_path), workers=2).play()
    assert again.left == 0
    assert held(store) == before


def test_bots_are_spread_only_where_that_is_worth_it(
    tmp_path: Path, stores: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    class Counted(local_workers.LocalWorkers):
        def __init__(self, count: int, bench: bytes) -> None:
            begun.append(count)
            super().__init__(count, bench)

    monkeypatch.setattr(local_workers, "LocalWorkers", Counted)
    monkeypatch.setattr(playing, "cores", lambda: 2)
    Batch(Run("short", "wordle", 3, 3), stores("a"), registry(tmp_path), workers=None).play()
    assert begun == [], "three quick ones are over before a process has begun"
    monkeypatch.setattr(playing, "TRIED", 0.0)
    monkeypatch.setattr(playing, "WORTH", 0.0)
    Batch(Run("long", "wordle", 3, 6), stores("b"), registry(tmp_path), workers=None).play()
    assert begun == [2]
    monkeypatch.setattr(playing, "cores", lambda: 1)
    Batch(Run("alone", "wordle", 3, 3), stores("c"), registry(tmp_path), workers=None).play()
    assert begun == [2]


# what dies


def children_of(pid: int) -> set[int]:
    """The processes below one, on Linux."""
    every: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            every[int(path.parent.name)] = int(fields[1])
    found: set[int] = set()
    new = {pid}
    while new:
        new = {child for child, parent in every.items() if parent in new} - found
        found |= new
    return found


def players_of(pid: int) -> set[int]:
    """The processes that play for one: the leaves below it, without what looks after semaphores."""
    below = children_of(pid)
    return {one for one in below if "resource_tracker" not in _command(one) and not children_of(one)}


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return "resource_tracker"


def until(met: Callable[[], object]) -> None:
    ends = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < ends, "it never comes"
        time.sleep(0.01)  # other processes say nothing of themselves


LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked for in /proc")


def begun_run(home: Path, *more: str, game: str = "entity", sessions: int = 40) -> Started:
    options = ("--data-dir", str(home), "--sessions", str(sessions), "--seed", "5")
    return Started("run", game, *options, *more)


def run_of(process: Started) -> str:
    assert process.stderr is not None
    return process.stderr.readline().split()[1].rstrip(";")


def saved(home: Path) -> int:
    path = Paths.find(str(home)).save_file
    if not path.exists():
        return 0
    store = open_store(path, CATALOGUE).store
    try:
        return len(list(store.every(SessionQuery(limit=1000))))
    finally:
        store.close()


@LINUX
def test_a_process_that_is_killed_costs_no_session(tmp_path: Path) -> None:
    with begun_run(tmp_path, "--workers", "2", "--json", sessions=12) as process:
        until(lambda: saved(tmp_path) >= 2)
        victim = players_of(process.pid).pop()
        os.kill(victim, signal.SIGKILL)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert len({one["id"] for one in json.loads(out)["sessions"]}) == 12
    assert saved(tmp_path) == 12


@pytest.mark.torture
@LINUX
def test_who_began_them_is_killed_and_nothing_stays(tmp_path: Path) -> None:
    with begun_run(tmp_path, "--workers", "2") as process:
        run = run_of(process)
        until(lambda: saved(tmp_path) >= 2)
        players = children_of(process.pid)
        assert players
        process.kill()
        process.communicate(timeout=PATIENCE)
        until(lambda: not any(map(is_running, players)))
    with begun_run(tmp_path, "--workers", "2", "--resume", run) as again:
        _, err = again.communicate(timeout=PATIENCE)
    assert (again.returncode, saved(tmp_path)) == (0, 40), err


def is_running(pid: int) -> bool:
    """True if a process hasn't ended, even if its parent hasn't collected it yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.torture
@LINUX
def test_ctrl_c_stops_them_all_and_the_run_goes_on_later(tmp_path: Path) -> None:
    with begun_run(tmp_path, "--workers", "2", sessions=400) as process:
        run = run_of(process)
        until(lambda: saved(tmp_path) >= 2)
        for pid in (*children_of(process.pid), process.pid):
            os.kill(pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "Traceback" not in err + out
    before = saved(tmp_path)
    assert 2 <= before < 400
    assert f"{before} sessions saved, {400 - before} left" in err
    assert run in err
    assert not players_of(process.pid)


@pytest.mark.thorough
def test_one_that_ends_its_process_again_and_again_is_left(
    tmp_path: Path, stores: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_workers, "carry_out", die)
    monkeypatch.setattr(local_workers, "process_context", lambda _: multiprocessing.get_context("spawn"))
    finished = Batch(Run("r", "wordle", 3, 1), stores("a"), registry(tmp_path), workers=2).play()
    assert finished.left == 1
    assert finished.failures == (
        "session 1: the process that played it was killed 3 times; is there enough memory?",
    )


# jobs


def told(run: Run, home: Path, place: tuple[int, int] = (1, 0), entry: ModelEntry | None = None) -> JobResult:
    made = registry(home)
    if entry is not None:
        made.book = replace(made.book, entries={entry.name: entry})
        run = run.with_models(made)
    bench = bench_of(run, made, here=True, figures=True)
    job = Job(place, session_id(run.id, place))
    return msgspec.msgpack.decode(carry_out(bench, msgspec.json.encode(job)), type=JobResult)


def test_what_is_wrong_is_told_and_not_raised(tmp_path: Path) -> None:
    wrong = told(Run("r", "wordle", 3, 1, deck="no-such-deck"), tmp_path)
    assert wrong.session is None
    assert "no-such-deck" in wrong.failure
    bench = bench_of(Run("r", "wordle", 3, 1), registry(tmp_path), here=True, figures=True)
    old = bench.replace(b'"version":"', b'"version":"0.0.')
    found = msgspec.msgpack.decode(carry_out(old, msgspec.json.encode(Job((1, 0), "x"))), type=JobResult)
    assert "install 0.0." in found.failure


def test_a_model_is_asked_with_the_key_of_the_machine_that_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "canary-workers-own-77aa"
    monkeypatch.setenv("MY_PROVIDER_PASS", key)
    with StubServer() as stub:
        entry = ModelEntry("Bob", "ok", base_url=stub.url, key_env="MY_PROVIDER_PASS")
        run = Run("r", "wordle", 3, 1, seats={"guesser": "model:Bob"}, budgets=Budgets(session_tokens=10_000))
        made = registry(tmp_path)
        made.book = replace(made.book, entries={"Bob": entry})
        assert key.encode() not in bench_of(run.with_models(made), made, here=True, figures=True)
        done = told(run, tmp_path, entry=entry)
        assert (done.failure, done.over, done.session is not None) == ("", None, True)
        assert {one["authorization"] for one in stub.headers} == {f"Bearer {key}"}
        poor = replace(run, budgets=Budgets(session_tokens=30))
        spent = told(poor, tmp_path, entry=entry)
    assert spent.over == "session"
    assert "budget" in spent.failure


# a cluster


@pytest.mark.thorough
async def test_no_cluster_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_pool, "CONNECT", 0.5)
    with pytest.raises(NoCluster, match=r"no scheduler answered at tcp://127\.0\.0\.1:9"):
        await Cluster.connected("tcp://127.0.0.1:9", b"")


@pytest.mark.parametrize("kills", [False, pytest.param(True, marks=[LINUX, pytest.mark.torture])])
def test_a_cluster_plays_each_session_once_though_a_worker_is_killed(
    tmp_path: Path, stores: Callable[[str], Store], *, kills: bool
) -> None:
    from distributed import LocalCluster

    run = Run("01ARZ3NDEKTSV4RRFFQ69G5FAV", "taboo", 11, 24 if kills else 3)
    alone, far = stores("alone"), stores("far")
    Batch(run, alone, registry(tmp_path)).play()
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=kills, dashboard_address=None, silence_logs=50
    ) as cluster:
        killed: list[int] = []

        def kill(done: int, _: int) -> None:
            if kills and done >= 4 and not killed:
                killed.append(next(iter(cluster.workers.values())).process.pid)
                os.kill(killed[0], signal.SIGKILL)

        batch = Batch(run, far, registry(tmp_path), scheduler=cluster.scheduler_address, progress=kill)
        finished = batch.play()
    assert bool(killed) == kills
    assert (finished.left, finished.failures) == (0, ())
    assert held(far) == held(alone)
