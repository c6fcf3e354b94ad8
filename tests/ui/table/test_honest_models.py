"""The worst that honest servers do, at a table with real keys: what is seen meanwhile, and what is kept."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.players.honest import fields, marks, wire
from tests.players.honest.serving import HONEST, Answer, Asked, Behaviour, in_one, say
from tests.stub_server import StubServer
from tests.ui.models_at_table import configured, opened, with_models
from tests.ui.playing import (
    app_in,
    asked_for,
    bar_asks,
    given_away,
    result_of,
    runner_of,
    shown,
    table_of,
    turns,
    until,
)
from tui_arena.core.events import Kind
from tui_arena.ui.app.app import ArenaApp

assert all((fields, marks, wire))  # they fill the table

DRAFT = "common vowels"
"""Words that are thought, and never said."""
GUESSES = 6

Held = Callable[[Asked, threading.Event], Answer]


def held_in_its_midst(name: str) -> Held:
    """A behaviour whose first reply stops in its midst until the event."""

    def act(it: Asked, go: threading.Event) -> Answer:
        answer = HONEST[name].act(it)
        return replace(answer, sent=[*answer.sent[:9], go, *answer.sent[9:]]) if it.n == 1 else answer

    return act


def held_before(name: str, number: int) -> Held:
    """A behaviour that answers the request with this number after the event."""

    def act(it: Asked, go: threading.Event) -> Answer:
        answer = HONEST[name].act(it)
        return replace(answer, sent=[go, *answer.sent]) if it.n == number else answer

    return act


def loads(it: Asked, go: threading.Event) -> Answer:
    """It loads its model twice, and until the event."""
    if it.n > 2 and go.is_set():
        return say(it)
    return in_one(wire.UNAVAILABLE, 503, **{"retry-after": "1"})


CUT = "cut_in_the_midst"
CASES: dict[str, tuple[Held, str, Callable[[list[Any]], bool]]] = {
    "harmony": (
        held_in_its_midst("harmony"),
        "reasoning",
        lambda replies: all(DRAFT in e["thinking"] and e["raw"].startswith("<|channel|>") for e in replies),
    ),
    "three fields refused": (
        held_before("three_refusals", 3),
        "asks again",
        lambda replies: all(e["rungs"] == ["schema", "stream_options", "system"] for e in replies),
    ),
    "loading": (loads, "model loading", lambda replies: not any(e.get("retries") for e in replies)),
    "reasoning alone": (
        held_in_its_midst("answer_as_reasoning"),
        "reasoning",
        lambda replies: all(e["from_thinking"] for e in replies),
    ),
    "cut in the midst": (
        held_before(CUT, 3),
        "try 2",
        lambda replies: [len(e.get("broken", ())) for e in replies[:2]] == [0, 1],
    ),
}


def said(app: ArenaApp) -> str:
    """What stands beside the board, without its line breaks."""
    return " ".join(" ".join(line.rpartition("│")[2] for line in shown(app).splitlines()).split())


@pytest.mark.thorough
@pytest.mark.parametrize("case", list(CASES))
async def test_it_plays_to_the_end_and_says_what_it_does(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    (act, line, kept), go = CASES[case], threading.Event()
    monkeypatch.setitem(HONEST, "held", Behaviour("held", "", "", lambda it: act(it, go)))
    configured(tmp_path, stub.url, "honest:held", structured="auto")
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, with_models(tmp_path, "critic", guesser="model:honest", critic="human:Ada"))
        await until(pilot, lambda: table_of(app).runner is not None)
        runner = runner_of(app)

        def opinion() -> bool:
            return not runner.over and bar_asks(app) and asked_for(runner).name == "opinion"

        def told() -> bool:
            return not go.is_set() and line in said(app)

        def went_on(guesses: int) -> bool:
            return turns(runner) == guesses or runner.over or told()

        while not runner.over:
            await until(pilot, lambda: runner.over or opinion() or told())
            if told():
                assert DRAFT not in given_away(app)
                go.set()
            elif opinion():
                guesses = turns(runner) + 1
                await pilot.press("down", "enter")
                await until(pilot, partial(went_on, guesses))
        assert go.is_set(), "the line was seen"
        result = await result_of(pilot, app)
        assert result.result is not None
        assert result.result.play.outcome().result in ("won", "lost")
        events = app.store.load(runner.session.id).events
    replies = [e for e in events if e.type == Kind.REPLY and e["seat"] == "guesser"]
    assert len(replies) >= GUESSES
    assert all(e["status"] == "played" and DRAFT not in e["text"] for e in replies)
    assert kept(replies)
