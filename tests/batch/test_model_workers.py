"""Sessions of models in several processes: the same sessions, one budget, one set of limits, nothing lost."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.batch.test_workers import (
    LINUX,
    PATIENCE,
    begun_run,
    children_of,
    is_running,
    players_of,
    run_of,
    until,
)
from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Budgets, Finished, Run, remember
from tui_arena.config import ModelEntry, Paths
from tui_arena.config.models import Limit, read_rungs
from tui_arena.core.events import Kind
from tui_arena.core.session import Session
from tui_arena.players.models.ladder import SCHEMA, key_of_model
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import SessionQuery, Store

CRITIC = {"guesser": "model:fair", "critic": "model:fair"}
AT_ONCE = 4
TOKENS = 27
"""Tokens of every reply of the stub."""
RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
UNTIMED = frozenset({"at", "seconds", "first_token_seconds", "first_word_seconds"})


@pytest.fixture
def registry(stub: StubServer, tmp_path: Path) -> ModelRegistry:
    made = ModelRegistry(Paths.find(str(tmp_path)), CATALOGUE, threaded=False)
    entries = [
        ModelEntry("fair", "ok", base_url=stub.url),
        ModelEntry("locked", "401", base_url=stub.url),
        ModelEntry("plain", "no-schema", base_url=stub.url),
    ]
    made.book = replace(made.book, entries={entry.name: entry for entry in entries})
    return made


def run_with(n: int = 4, **more: Any) -> Run:
    return Run(RUN, "wordle", 4, n, **{"seats": CRITIC, "options": {"variant": "critic"}, **more})


def played(run: Run, store: Store, registry: ModelRegistry, *, workers: int = 2, **more: Any) -> Finished:
    run = run.with_models(registry)
    remember(run, store)
    return Batch(run, store, registry, concurrency=AT_ONCE, workers=workers, **more).play()


def saved(store: Store) -> list[Session]:
    rows = store.sessions(SessionQuery(run=RUN, limit=1000))
    return sorted((store.load(row.id) for row in rows), key=lambda one: one.id)


def replies(store: Store) -> int:
    return sum(event.type == Kind.REPLY for session in saved(store) for event in session.events)


def held(store: Store) -> list[str]:
    """Everything of the saved sessions but their times."""
    found = []
    for one in saved(store):
        events = [
            {name: value for name, value in event.to_json().items() if name not in UNTIMED}
            for event in one.events
        ]
        parts = [one.id, one.rules, str(one.setup), one.seats, events, one.messages, one.extra]
        found.append(json.dumps(parts, sort_keys=True, default=str))
    return found


def test_sessions_are_the_same_in_one_process_and_in_two(
    registry: ModelRegistry, stores: Callable[[str], Store]
) -> None:
    alone, two = stores("alone"), stores("two")
    seen: list[tuple[int, int]] = []
    first = played(run_with(), alone, registry, workers=1)
    second = played(run_with(), two, registry, progress=lambda *told: seen.append(told))
    assert (second.left, second.failures, second.stopped) == (0, (), None)
    assert held(two) == held(alone)
    assert len(seen) > replies(two), "each reply is told, and each session"
    assert [one.figures.metrics for one in second.sessions] == [one.figures.metrics for one in first.sessions]
    assert second.usage() == first.usage()


def test_a_budget_is_shared_and_a_run_that_goes_on_pays_for_nothing_twice(
    registry: ModelRegistry, stub: StubServer, stores: Callable[[str], Store]
) -> None:
    store = stores("one")
    first = played(run_with(6, budgets=Budgets(tokens=20 * TOKENS)), store, registry)
    assert (first.stopped, first.failures) == ("budget", ())
    assert 20 <= len(stub.requests) <= 20 + 3, "at most what was on its way when the last one was paid for"
    assert replies(store) == len(stub.requests)
    second = played(run_with(6, budgets=Budgets(tokens=10_000 * TOKENS)), store, registry)
    assert (second.stopped, second.left, second.failures) == (None, 0, ())
    assert replies(store) == len(stub.requests)
    alone = stores("alone")
    played(run_with(6), alone, registry, workers=1)
    assert [said(one) for one in saved(store)] == [said(one) for one in saved(alone)]


def said(session: Session) -> list[Any]:
    return [(event["seat"], event["text"]) for event in session.events if event.type == Kind.REPLY]


def test_a_dear_session_is_left_and_the_others_play(
    registry: ModelRegistry, stores: Callable[[str], Store]
) -> None:
    finished = played(run_with(2, budgets=Budgets(session_tokens=3 * TOKENS)), stores("one"), registry)
    assert (finished.stopped, finished.left, len(finished.failures)) == ("budget", 2, 2)
    assert all("the budget of this session" in failure for failure in finished.failures)


def test_the_limit_of_a_server_holds_for_all_processes_together(
    registry: ModelRegistry, stub: StubServer, stores: Callable[[str], Store]
) -> None:
    stub.delay = 0.02
    registry.book = replace(registry.book, limits={stub.url.split("/")[2]: Limit(concurrency=2)})
    assert played(run_with(), stores("one"), registry).left == 0
    assert stub.at_once == 2
    stub.at_once = 0
    registry.book = replace(registry.book, limits={})
    assert played(run_with(), stores("two"), registry).left == 0
    assert stub.at_once > 2, "without a limit, more come at once"


def test_what_one_process_learns_of_a_server_all_know(
    registry: ModelRegistry, stub: StubServer, stores: Callable[[str], Store]
) -> None:
    seats = {"guesser": "model:plain", "critic": "model:plain"}
    assert played(run_with(6, seats=seats), stores("one"), registry).left == 0
    refused = sum("response_format" in body for body in stub.requests)
    assert 1 <= refused <= 4, "only the first requests of four sessions ask for what it refuses"
    assert SCHEMA in read_rungs(registry.paths)[key_of_model(registry.book.get("plain"))]


def test_a_model_that_can_not_be_asked_is_left_and_the_others_play(
    registry: ModelRegistry, stub: StubServer, stores: Callable[[str], Store]
) -> None:
    seats = {"guesser": "any:model:fair,model:locked"}
    finished = played(run_with(20, seats=seats, options={}), stores("one"), registry)
    assert finished.stopped == "failed"
    assert 0 < sum(one.over for one in finished.sessions) < 20
    locked = sum(body["model"] == "401" for body in stub.requests)
    assert 3 <= locked <= 6, "three in a row are enough, and some were on their way"


def test_an_interruption_stops_them_all_and_nothing_that_came_is_lost(
    registry: ModelRegistry, stub: StubServer, stores: Callable[[str], Store]
) -> None:
    stub.delay = 0.02
    store, run = stores("one"), run_with(12).with_models(registry)
    remember(run, store)
    batch = Batch(run, store, registry, concurrency=AT_ONCE, workers=2)
    told: list[Finished] = []
    thread = Thread(target=lambda: told.append(batch.play()))
    thread.start()
    stub.wait_for(lambda: len(stub.requests) >= 12)
    batch.interrupt()
    thread.join()
    assert told[0].stopped == "interrupted"
    before = len(stub.requests)
    assert before - 4 <= replies(store) <= before
    assert played(run_with(12), store, registry).left == 0
    assert replies(store) >= len(stub.requests) - 4


def begun_with(home: Path, stub: StubServer) -> list[str]:
    """Options of a run with the stub's model in two processes, after its entry is written."""
    config = home / "config"
    config.mkdir()
    config.joinpath("models.toml").write_text(f'[model.fair]\nmodel = "ok"\nbase_url = "{stub.url}"\n')
    seats = [part for seat in CRITIC for part in ("--seat", f"{seat}=model:fair")]
    return ["--workers", "2", "--concurrency", str(AT_ONCE), "--json", "--set", "variant=critic", *seats]


@LINUX
def test_a_process_that_is_killed_costs_only_the_replies_on_their_way(tmp_path: Path) -> None:
    with StubServer(delay=0.02) as stub:
        more = begun_with(tmp_path, stub)
        with begun_run(tmp_path, *more, game="wordle", sessions=12) as process:
            stub.wait_for(lambda: len(stub.requests) >= 12)
            os.kill(players_of(process.pid).pop(), signal.SIGKILL)
            out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    found = json.loads(out)
    assert len({one["id"] for one in found["sessions"]}) == 12
    asked = sum(row["requests"] for one in found["sessions"] for row in one["counts"].values())
    assert asked <= len(stub.requests) <= asked + AT_ONCE


def test_a_server_that_asks_for_a_pause_is_asked_again_by_any_process(
    registry: ModelRegistry, stub: StubServer, stores: Callable[[str], Store]
) -> None:
    entry = ModelEntry("busy", "429:2", base_url=stub.url)
    registry.book = replace(registry.book, entries={**registry.book.entries, "busy": entry})
    finished = played(run_with(2, seats={"guesser": "model:busy"}, options={}), stores("one"), registry)
    assert (finished.left, finished.failures) == (0, ())
    refused = len(stub.requests) - replies(stores("one"))
    again = [event.get("retries", 0) for one in saved(stores("one")) for event in one.events]
    assert refused in (1, 2), (
        "the stub accepts both of two requests that come together after the first refusal"
    )
    assert sum(again) == refused


@LINUX
@pytest.mark.torture
@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_ended_leaves_no_process_and_goes_on_later(tmp_path: Path, ends: int) -> None:
    with StubServer(delay=0.02) as stub:
        more = begun_with(tmp_path, stub)
        with begun_run(tmp_path, *more, game="wordle", sessions=30) as process:
            run = run_of(process)
            stub.wait_for(lambda: len(stub.requests) >= 30)
            players = children_of(process.pid)
            for pid in (*players, process.pid) if ends == signal.SIGINT else (process.pid,):
                os.kill(pid, ends)  # a terminal sends Ctrl-C to all
            _, err = process.communicate(timeout=PATIENCE)
            until(lambda: not any(is_running(pid) for pid in players))
        assert "Traceback" not in err
        with begun_run(tmp_path, *more, "--resume", run, game="wordle", sessions=30) as again:
            out, err = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, err
    found = json.loads(out)
    asked = sum(row["requests"] for one in found["sessions"] for row in one["counts"].values())
    assert len(found["sessions"]) == 30
    assert asked <= len(stub.requests) <= asked + 2 * AT_ONCE
