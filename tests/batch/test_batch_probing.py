"""Headless runs with probes, with models over HTTP to a stub server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests import stub_models
from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tests.tables import Cases
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Budgets, Finished, Run, check, recall, remember
from tui_arena.config import ModelEntry, Paths
from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.seating import BadPlayer
from tui_arena.save.store import SessionQuery, Store

CASES = Cases(__file__)

if TYPE_CHECKING:
    from tests.stub_server import Exchange

ROUNDS = 3
COST = 0.001
LISTED = ["yo-yo", "kite", "top", "ball", "doll"]


async def asks(it: Exchange) -> None:
    """Plays Akinator's guesser, lists likely objects when probed, and sorts lists."""
    messages = it.body["messages"]
    if "sort things" in messages[0]["content"]:
        await stub_models.say(it, "\n".join(f"{i}. {'yes' if i < 3 else 'no'}" for i in range(1, 6)))
    elif is_probe(it.body):
        await stub_models.say(it, "\n".join(f"** Object: {item} **" for item in LISTED))
    else:
        number = 1 + sum(message["role"] == "assistant" for message in messages)
        await stub_models.say(it, f"Question {number}: Is it number {number}?")


async def falls(it: Exchange) -> None:
    """As `asks`, but fails when it is probed."""
    if is_probe(it.body):
        await stub_models.fail(it, 401, "no")
    else:
        await asks(it)


def is_probe(body: dict[str, Any]) -> bool:
    """Whether the request is a probe."""
    return "sort things" in body["messages"][0]["content"] or "** Object:" in body["messages"][-1]["content"]


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[StubServer]:
    monkeypatch.setitem(stub_models.BEHAVIOURS, "asks", asks)
    monkeypatch.setitem(stub_models.BEHAVIOURS, "falls", falls)
    with StubServer() as server:
        yield server


@pytest.fixture
def registry(stub: StubServer, tmp_path: Path) -> ModelRegistry:
    made = ModelRegistry(Paths.find(str(tmp_path)), CATALOGUE, threaded=False)
    price = (1e6 * COST - 400) / 7
    entries = [
        ModelEntry(
            "fair", "asks", base_url=stub.url, sampling={"temperature": 0.3}, prompt="terse", persona="Ada"
        ),
        ModelEntry("dear", "asks", base_url=stub.url, input_price=20.0, output_price=price),
        ModelEntry("falls", "falls", base_url=stub.url),
    ]
    made.book = replace(made.book, entries={entry.name: entry for entry in entries})
    return made


@pytest.fixture
def setter(tmp_path: Path) -> str:
    """A setter with a yo-yo in mind who says no to everything."""
    said = [("answer", "no")] * ROUNDS + [("reveal", "a yo-yo")]
    path = tmp_path / "setter.jsonl"
    path.write_text("".join(json.dumps({"ask": ask, "text": text}) + "\n" for ask, text in said))
    return f"script:{path}"


def run_of(setter: str, guesser: str, **more: Any) -> Run:
    seats = {"setter": setter, "guesser": f"model:{guesser}"}
    return Run("r", "akinator", 4, seats=seats, options={"max_turns": ROUNDS}, **more)


def go_on(store: Store, registry: ModelRegistry, run: Run) -> Finished:
    check(run, registry)
    run = run.with_models(registry)
    remember(run, store)
    return Batch(recall(run.id, store), store, registry).play()


def saved(store: Store) -> Session:
    (row,) = store.sessions(SessionQuery(run="r"))
    return store.load(row.id)


def probes(session: Session) -> list[Event]:
    return [event for event in session.events if event.type == Kind.PROBE]


def test_probing_never_changes_what_the_game_sends(
    store: Store, registry: ModelRegistry, stub: StubServer, setter: str
) -> None:
    go_on(store, registry, run_of(setter, "fair"))
    alone = [json.dumps(body) for body in stub.requests]
    assert len(alone) == ROUNDS
    stub.requests.clear()
    go_on(store, registry, replace(run_of(setter, "fair", probe="self"), id="second"))
    beside = [body for body in stub.requests if is_probe(body)]
    assert [json.dumps(body) for body in stub.requests if not is_probe(body)] == alone
    assert len(beside) == 2 * ROUNDS - 1
    first = next(body for body in beside if "sort things" not in body["messages"][0]["content"])
    played = json.loads(alone[1])
    assert first["messages"][:-1] == played["messages"][:-1], "the same role, rules and talk"
    assert first["messages"][0]["content"].startswith("Ada\n")
    assert first["temperature"] == played["temperature"] == 0.3


def test_every_figure_of_the_lists_stands_once_the_run_is_over(
    store: Store, registry: ModelRegistry, setter: str
) -> None:
    finished = go_on(store, registry, run_of(setter, "dear", probe="self"))
    session = saved(store)
    assert [(e["kind"], e["round"]) for e in probes(session)] == [
        *(("candidates", 1), ("candidates", 2), ("sorting", 2), ("candidates", 3), ("sorting", 3))
    ]
    assert session.events[-1].type == Kind.PROBE, "the last ones come after the end"
    seqs = [event.seq for event in session.events]
    assert seqs == list(range(1, len(seqs) + 1))
    metrics = finished.sessions[0].figures.metrics
    figures = ("recall", "first_appear_round", "final_rank", "disparity_ratio")
    assert [metrics[name] for name in figures] == [1.0, 1, 1, 0.2]
    assert store.sessions(SessionQuery(run="r"))[0].metrics == metrics
    assert finished.usage()["cost_usd"] == pytest.approx(COST * (3 * ROUNDS - 1))
    assert finished.sessions[0].figures.counts["guesser"]["requests"] == ROUNDS
    assert probes(session)[0]["player"]["name"] == "dear"
    assert probes(session)[0]["messages"] in session.messages


def test_a_budget_stops_between_probe_and_move_and_what_was_asked_is_not_asked_again(
    store: Store, registry: ModelRegistry, stub: StubServer, setter: str
) -> None:
    poor = run_of(setter, "dear", probe="self", budgets=Budgets(usd=3.5 * COST))
    finished = go_on(store, registry, poor)
    assert (finished.stopped, len(stub.requests)) == ("budget", 4)
    assert len(probes(saved(store))) == 2
    rich = replace(recall("r", store), budgets=Budgets(usd=1))
    assert Batch(rich, store, registry).play().stopped is None
    assert len(stub.requests) == 3 * ROUNDS - 1
    assert len(probes(saved(store))) == 2 * ROUNDS - 1


def test_a_model_that_fails_beside_the_game_holds_nobody_up(
    store: Store, registry: ModelRegistry, setter: str
) -> None:
    finished = go_on(store, registry, run_of(setter, "fair", probe="model:falls"))
    assert (finished.stopped, finished.failures, finished.sessions[0].over) == (None, (), True)
    found = probes(saved(store))
    assert [(e["items"], e["player"]["name"] if "player" in e.data else "") for e in found] == [([], "")] * 3
    assert all("falls" in event["why"] for event in found)


def test_another_player_is_asked_with_the_seats_rules(
    store: Store, registry: ModelRegistry, stub: StubServer, setter: str
) -> None:
    go_on(store, registry, run_of(setter, "fair", probe="model:dear"))
    played, first = stub.requests[0], next(body for body in stub.requests if is_probe(body))
    assert first["messages"][0]["content"] == played["messages"][0]["content"].removeprefix("Ada\n\n")
    assert {event["player"]["name"] for event in probes(saved(store))} == {"dear"}
    assert {event["player"]["prompt"] for event in probes(saved(store))} == {"terse"}


@pytest.mark.parametrize(("probe", "kinds"), [(None, {"sorting"}), ("self", {"sorting", "candidates"})])
def test_a_sorter_of_replies_needs_nobody_who_lists(
    store: Store, registry: ModelRegistry, probe: str | None, kinds: set[str]
) -> None:
    run = Run("r", "taboo", 4, probe=probe, sorter="bot:hard", options={"max_prompts": 2})
    metrics = go_on(store, registry, run).sessions[0].figures.metrics
    found = probes(saved(store))
    assert {event["kind"] for event in found} == kinds
    assert saved(store).setup.extra["sorter"] == "bot:hard"
    evasive = [event for event in found if event["kind"] == "sorting" and event["yes"]]
    assert metrics["evasive"] == len(evasive)
    assert (metrics["recall"] is None) == (probe is None)


@pytest.mark.parametrize(("game", "probe", "says"), CASES["who_can_not_be_asked_is_said_before_the_run"])
def test_who_can_not_be_asked_is_said_before_the_run(
    registry: ModelRegistry, game: str, probe: str, says: str
) -> None:
    with pytest.raises(BadPlayer, match=says):
        check(Run("r", game, 4, probe=probe), registry)
