"""Whatever an honest model or server sends, the game hears its move: each behaviour plays, with its own words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.players.honest import fields, layouts, marks, wire
from tests.players.honest.serving import HONEST, THOUGHT, Answer, Asked, Behaviour, heart_of, told
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

ALL = sorted(HONEST, key=lambda name: (HONEST[name].kind, name))
"""In an order that doesn't hang on which module was imported first."""
SHORT = [name for name in ALL if HONEST[name].kind in ("marks", "layout", "json")]
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


@dataclass
class Table:
    """One session in play, with a model in its seat that behaves in one way."""

    registry: ModelRegistry
    stub: StubServer
    name: str
    game: str
    messages: dict[str, Any] = field(default_factory=dict)
    """What was sent, by its hash."""

    async def played(self) -> tuple[Play[Any], list[Event]]:
        """Play to the end; the session, and the model's replies."""
        seat, info = SEATS[self.game], CATALOGUE.game(self.game)
        entry = ModelEntry("m", f"honest:{self.name}", base_url=self.stub.url, **HONEST[self.name].more)
        cast = {seat.name: model(entry), **({seat.other: bot("easy")} if seat.other else {})}
        opening = Opening(self.game, cast, seat.options, deck=seat.deck)
        session, drawn = new_session(opening, CATALOGUE, id="-", seed=3, started=None)
        play: Play[Any] = Play(info.game, session.setup)

        async def append(_: Event, sent: Messages) -> None:
            self.messages.update(sent)

        self.stub.requests.clear()
        referee = Referee(play, machines(session, drawn, info, self.registry.seats()), append)
        await referee.run(stop_on_failure=True)
        assert referee.paused == {}
        return play, [e for e in play.events if e.type == Kind.REPLY and e["seat"] == seat.name]


async def plays(registry: ModelRegistry, stub: StubServer, name: str, game: str) -> None:
    """What a model means is what the rules hear, to the end of a session."""
    table = Table(registry, stub, name, game)
    play, replies = await table.played()
    refused = [(e["text"], e.get("why")) for e in replies if e["status"] != "played"]
    assert len(refused) <= HONEST[name].refused, refused
    assert play.outcome().result in ("won", "lost"), play.outcome()
    meant = [heart_of(table.messages[e["messages"]]) for e in replies if e["status"] == "played"]
    assert meant
    assert SEATS[game].heard(play.state) == meant


@pytest.mark.parametrize("name", sampled(ALL, 4, thorough=2))
async def test_it_plays_wordle_to_its_end(registry: ModelRegistry, stub: StubServer, name: str) -> None:
    await plays(registry, stub, name, "wordle")


@pytest.mark.parametrize(("game", "name"), sampled(product(list(SEATS)[1:], SHORT), 10, thorough=3))
async def test_its_short_answers_are_heard(
    registry: ModelRegistry, stub: StubServer, game: str, name: str
) -> None:
    await plays(registry, stub, name, game)


@pytest.mark.parametrize("finish", ["stop", "length"])
@pytest.mark.parametrize("game", ["wordle", "entity", "akinator"])
async def test_drafts_in_thoughts_without_an_answer_are_no_move(
    registry: ModelRegistry, stub: StubServer, monkeypatch: pytest.MonkeyPatch, game: str, finish: str
) -> None:
    def act(it: Asked) -> Answer:
        return told(it, ("reasoning_content", THOUGHT), finish=finish)

    monkeypatch.setitem(HONEST, "thoughts_alone", Behaviour("thoughts_alone", "marks", "", act))
    play, replies = await Table(registry, stub, "thoughts_alone", game).played()
    assert replies
    assert all(e["status"] == "rejected" and e["fault"] in ("empty", "cut_off") for e in replies)
    assert game != "wordle" or play.outcome().result == "aborted"
