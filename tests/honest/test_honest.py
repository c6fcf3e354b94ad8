"""Whatever an honest model or server sends, the game hears its move: each behaviour plays, with its own words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.honest import fields, layouts, marks, wire
from tests.honest.serving import HONEST, heart_of
from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tests.thorough import sampled
from tui_arena.config import ModelEntry, Paths
from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.players.models import client
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import Opening, machines, new_session
from tui_arena.players.seating import bot, model

assert all((marks, layouts, fields, wire))  # they fill the table

pytestmark = pytest.mark.asyncio(loop_scope="module")

SHORT = [name for name, one in HONEST.items() if one.kind in ("marks", "layout", "json")]
"""What depends on the form of the reply, so that seats of one short answer meet it, too."""


@dataclass(frozen=True)
class Seat:
    """A seat that a model holds in a session, and how the rules heard it."""

    name: str
    heard: Callable[[Any], list[str]]
    """What the rules took, in order, of a state."""
    options: Mapping[str, Any] = field(default_factory=dict)
    other: str | None = None
    """Who sits opposite, a bot."""
    deck: str | None = None


SEATS = {
    "wordle": Seat("guesser", lambda state: [turn.guess for turn in state.turns]),
    "entity": Seat(
        "judge",
        lambda state: [turn.answer for turn in state.turns if turn.answer != "bingo"],
        {"max_turns": 3},
        "guesser",
    ),
    "akinator": Seat(
        "setter",
        lambda state: [turn.answer for turn in state.turns if not turn.ruled],
        {"max_turns": 3, "secret": "sealed"},
        "guesser",
        "anything",
    ),
    "bluffing": Seat(
        "judge",
        lambda state: [f"I believe your statement is: {state.verdict}"],
        {"max_questions": 2},
        "setter",
    ),
}


@pytest.fixture(scope="module")
def stub() -> Iterator[StubServer]:
    with StubServer() as server:
        yield server


@pytest_asyncio.fixture(loop_scope="module")
async def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ModelRegistry]:
    monkeypatch.setattr(client, "FIRST_WAIT", 0.0)
    monkeypatch.setattr(client, "LOADING_WAIT", 0.01)
    made = ModelRegistry(Paths.find(str(tmp_path)), CATALOGUE, threaded=False)
    yield made
    await made.disconnect()


async def plays(registry: ModelRegistry, stub: StubServer, name: str, game: str) -> None:
    """Play a session with a model that behaves so, and compare what it meant with what the rules heard."""
    seat, info = SEATS[game], CATALOGUE.game(game)
    entry = ModelEntry("m", f"honest:{name}", base_url=stub.url, **HONEST[name].more)
    cast = {seat.name: model(entry), **({seat.other: bot("easy")} if seat.other else {})}
    session, drawn = new_session(Opening(game, cast, seat.options, None, seat.deck), CATALOGUE, id="-", seed=3, started=None)  # fmt: skip
    play: Play[Any] = Play(info.game, session.setup)
    messages: dict[str, Any] = {}

    async def append(_: Event, sent: Messages) -> None:
        messages.update(sent)

    stub.requests.clear()
    referee = Referee(play, machines(session, drawn, info, registry.seats()), append)
    outcome = await referee.run(stop_on_failure=True)
    assert referee.paused == {}
    replies = [e for e in play.events if e.type == Kind.REPLY and e["seat"] == seat.name]
    refused = [(e["text"], e.get("why")) for e in replies if e["status"] != "played"]
    assert len(refused) <= 1, refused
    assert outcome.result in ("won", "lost"), outcome
    meant = [heart_of(messages[e["messages"]]) for e in replies if e["status"] == "played"]
    assert seat.heard(play.state) == meant
    assert meant


@pytest.mark.parametrize("name", sampled(HONEST, 1))
async def test_it_plays_wordle_to_its_end(registry: ModelRegistry, stub: StubServer, name: str) -> None:
    await plays(registry, stub, name, "wordle")


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("game", ["entity", "akinator", "bluffing"])
async def test_its_short_answers_are_heard(
    registry: ModelRegistry, stub: StubServer, game: str, name: str
) -> None:
    await plays(registry, stub, name, game)
