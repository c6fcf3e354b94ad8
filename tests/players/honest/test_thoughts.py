"""Thoughts win nothing: reasoning that names the secret counts as little in any mark as it does in `<think>`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.core.test_reasoning import MARKED, SAID, THOUGHT
from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tests.thorough import sampled
from tui_arena import api
from tui_arena.config import ModelEntry, Paths
from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import Opening, machines, new_session
from tui_arena.players.seating import Cast, bot, model

ENTITY = CATALOGUE.game("entity")
TURNS, SEED = 3, 7
QUESTIONS = ["Is it bigger than a car?", "Is it alive?", "Do people use it at home?"]
OPTIONS = {"max_turns": TURNS}
PLAIN = MARKED[0]
"""Marked by `<think>`."""
LONG = PLAIN.replace("think>", "thinking>").replace(THOUGHT, f"{THOUGHT} {'hm ' * 1000}")

Come = Callable[[str], list[str]]
"""The replies of a session whose secret is known, as they come."""


def replies(mark: str, secret: str) -> list[str]:
    """A reply for each turn: the secret stands in its thoughts, never in its question."""
    thought = f"Now let me think: a kite, a spoon, {secret}, the moon? It is {secret}."
    return [mark.replace(THOUGHT, thought).replace(SAID, question) for question in QUESTIONS]


def figures(play: Play[Any]) -> dict[str, Any]:
    """How a session ended, and all that is counted of it but time and tokens."""
    counts = play.counts()["guesser"]
    return {
        "outcome": play.outcome(),
        "questions": [turn.question for turn in play.state.turns],
        "answers": [turn.answer for turn in play.state.turns],
        "metrics": ENTITY.compute(play),
        "counts": {name: counts[name] for name in ("requests", "parsed", "violated")},
        "texts": [e["text"] for e in play.events if e.type == Kind.REPLY and e["seat"] == "guesser"],
    }


def played(guesser: Cast, come: Come, stub: StubServer | None = None, home: Path | None = None) -> Play[Any]:
    """A session of Twenty Questions by a guesser with these replies."""
    cast = {"guesser": guesser, "judge": bot("hard")}
    session, drawn = new_session(Opening("entity", cast, OPTIONS), CATALOGUE, id="-", seed=SEED, started=None)
    said = come(str((session.setup.secret or {})["entity"]))
    if stub is not None:
        stub.script[:] = said
    if guesser.path is not None:
        rows = [json.dumps({"ask": "question", "text": text}) for text in said]
        guesser.path.write_text("\n".join(rows))
    play: Play[Any] = Play(ENTITY.game, session.setup)

    async def append(_: Event, __: Messages) -> None:
        pass

    async def run() -> None:
        registry = ModelRegistry(Paths.find(str(home)), CATALOGUE, threaded=False)
        try:
            await Referee(play, machines(session, drawn, ENTITY, registry.seats()), append).run(
                stop_on_failure=True
            )
        finally:
            await registry.disconnect()

    asyncio.run(run())
    return play


def by_model(come: Come, stub: StubServer, home: Path) -> Play[Any]:
    return played(model(ModelEntry("m", "script", base_url=stub.url)), come, stub, home)


def by_script(come: Come, stub: StubServer, home: Path) -> Play[Any]:
    return played(Cast({"player": "script", "name": "lines"}, home / "lines.jsonl"), come, home=home)


def by_api(come: Come, stub: StubServer, home: Path) -> Play[Any]:
    with api.deal("entity", {"judge": "bot:hard"}, seed=SEED, options=OPTIONS) as table:
        for text in come(str((table.session.setup.secret or {})["entity"])):
            if table.asks:
                table.say("guesser", text)
        return table.session.fold(ENTITY.game)


def by_env(come: Come, stub: StubServer, home: Path) -> Play[Any]:
    env = api.Env("entity", others={"judge": "bot:hard"}, options=OPTIONS)
    env.reset(seed=SEED)
    said = come(str((env.table.session.setup.secret or {})["entity"]))
    assert not any(env.step(text)[1] for text in said if not env.done)
    return env.table.session.fold(ENTITY.game)


@pytest.fixture(scope="module")
def stub() -> Iterator[StubServer]:
    with StubServer() as server:
        yield server


def marked(mark: str) -> Come:
    return lambda secret: replies(mark, secret)


@pytest.mark.parametrize("by", [by_model, by_script, by_api, by_env], ids=lambda by: by.__name__)
@pytest.mark.parametrize("mark", sampled([*MARKED[1:], LONG], 4, 1), ids=lambda mark: mark[:24])
def test_a_mark_wins_nothing_and_gives_the_figures_of_think(
    by: Callable[[Come, StubServer, Path], Play[Any]], mark: str, stub: StubServer, tmp_path: Path
) -> None:
    got = figures(by(marked(mark), stub, tmp_path))
    assert got == figures(by(marked(PLAIN), stub, tmp_path))
    assert got["outcome"].result == "lost"
    assert [question.casefold() for question in got["questions"]] == [q.casefold() for q in QUESTIONS]


@pytest.mark.parametrize("by", [by_model, by_script, by_api], ids=lambda by: by.__name__)
def test_the_secret_in_the_words_wins(
    by: Callable[[Come, StubServer, Path], Play[Any]], stub: StubServer, tmp_path: Path
) -> None:
    def come(secret: str) -> list[str]:
        return [f"<thinking>A kite?</thinking>Is it {secret}?"]

    assert figures(by(come, stub, tmp_path))["outcome"].result == "won"
