"""Bots that think with a model on a hostile server: each game ends, in time, without a line that harms it."""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections import defaultdict
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.players.test_thinking_bot import rows
from tests.thorough import sampled
from tests.torture.hostile.server import TABLE, Behaviour, HostileServer
from tests.torture.servers import KEY
from tui_arena.config import ModelBook, ModelEntry
from tui_arena.core.game import Ask, Fault, OnProgress, Player, Reply, View
from tui_arena.core.record import Play
from tui_arena.core.referee import Referee
from tui_arena.core.words import says
from tui_arena.data import Catalogue
from tui_arena.players import thinking_bot
from tui_arena.players.models import client
from tui_arena.players.models.exam import Exams
from tui_arena.players.models.ladder import Ladder
from tui_arena.players.models.local import ModelFiles
from tui_arena.players.models.player import ModelSeats
from tui_arena.players.models.registry import Transports
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import bot, built_in, thinking, with_model
from tui_arena.players.thinking_bot import LINE_CHARS, SIGNS, ThinkingBot

CATALOGUE = Catalogue()
VARIABLE = "HOSTILE_MIND_KEY"
COUNT = 40
PATIENCE, SLACK = 0.5, 10.0
"""The seconds that a model has for a line, and how much later the bot has to speak on a busy machine."""
CURIOUS = {
    "taboo": ("setter", "{}", ""),
    "bluffing": ("judge", "Question {number}: {}", "I believe your statement is: True"),
    "entity": ("guesser", "{}", ""),
    "akinator": ("guesser", "Question {number}: {}", ""),
}
"""The seat whose player asks what no bot foresaw, how it asks, and what it says at last. Connections has no such seat."""
SHORT: dict[str, dict[str, Any]] = {
    "taboo": {"max_prompts": 3},
    "bluffing": {"max_questions": 3},
    "entity": {"max_turns": 3},
    "akinator": {"max_turns": 3, "secret": "sealed"},
    "connections": {"max_attempts": 4},
}


def chosen() -> list[str]:
    """Behaviours of every kind, as many as possible of each, drawn once for all."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for name, one in sorted(TABLE.items()):
        if (one.dialect, one.scheme) == ("openai", "http"):
            kinds[one.kind].append(name)
    rng = Random("hostile minds")
    shuffled = [rng.sample(names, len(names)) for _, names in sorted(kinds.items())]
    drawn = [names[turn] for turn in range(COUNT) for names in shuffled if turn < len(names)]
    return drawn[:COUNT]


@dataclass
class Curious:
    """A player that asks what is written in `able_model.tsv`."""

    game: str
    number: int = 0

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        _, form, last = CURIOUS[self.game]
        of = "judge" if self.game in ("entity", "akinator") else self.game
        asked = [row["asked"] for row in rows() if row["game"] == of]
        self.number += 1
        if ask.name in ("verdict", "last_guess") or self.number > SHORT[self.game].get("max_questions", 9):
            return Reply(last or "pass")
        return Reply(form.format(asked[self.number], number=self.number))


@pytest.fixture
def thought(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the bots thought. Every model passes its exam, and is asked again after a failure."""
    seconds: list[float] = []
    think = ThinkingBot._think

    async def timed(*given: Any) -> Any:
        began = time.monotonic()
        try:
            return await think(*given)
        finally:
            seconds.append(time.monotonic() - began)

    async def passes(*_: Any) -> bool:
        return True

    monkeypatch.setattr(ThinkingBot, "_think", timed)
    monkeypatch.setattr(Exams, "passes", passes)
    monkeypatch.setattr(thinking_bot, "REST", 0.0)
    monkeypatch.setattr(client, "FIRST_WAIT", 0.02)
    monkeypatch.setenv(VARIABLE, KEY)
    return seconds


async def unsaved(*_: object) -> None:
    pass


async def played(game: str, url: str) -> Play[Any]:
    """A short game whose bots all think with the model of a server."""
    info, transports = CATALOGUE.game(game), Transports()
    entry = ModelEntry("evil", "evil", base_url=url, key_env=VARIABLE, timeout=60, stall=60)
    book = ModelBook({"evil": entry})
    transports.load(entry)  # it takes long on a busy machine
    opening = Opening(game, {}, SHORT[game])
    _, cast = new_session(opening, CATALOGUE, id="-", seed=11, started=None)
    minds = {seat: thinking(bot("medium"), "evil", book) for seat, one in cast.items() if one.kind == "bot"}
    session, cast = new_session(Opening(game, minds, SHORT[game]), CATALOGUE, id="-", seed=11, started=None)
    play: Play[Any] = Play(info.game, session.setup)
    models = client.RetryingClient(transports, dict, ModelFiles(), ladder=Ladder())
    seats = ModelSeats(CATALOGUE, book, models)
    players: dict[str, Player] = {
        seat: with_model(
            built_in(one, info, session.setup), one, info, session.setup, seats, patience=PATIENCE
        )
        for seat, one in cast.items()
    }
    if game in CURIOUS:
        players[CURIOUS[game][0]] = Curious(game)
    try:
        await Referee(play, players, unsaved).run(stop_on_failure=True)
    finally:
        await transports.close()
    return play


def harm(game: str, play: Play[Any]) -> list[str]:
    """What is wrong with what the bots said."""
    found = [] if play.over else [f"{game} doesn't end"]
    for step in play.steps:
        event, text = step.event, str(step.event["text"])
        if KEY in json.dumps(event.data, default=str):
            found.append(f"{game}: the key is saved")
        if event.get("origin") != "mind":
            continue
        if step.fault is not None:
            found.append(f"{game}: the rules refuse {text!a}")
        line = text.partition(": ")[2] if step.name in ("answer", "question") else text
        signs = set(line) & set(SIGNS) if step.name != "clue" else set()
        if len(text) > LINE_CHARS + 40 or signs or not text.replace("\n", "").isprintable():
            found.append(f"{game}: nobody would say {text!a}")
        secrets = {str(value) for value in play.setup.secret.values()} if play.setup.secret else set()
        if step.ask.seat == "setter" and game in ("taboo", "connections"):
            found += [f"{game}: {text!a} says {word}" for word in secrets if says(text, word)]
    return found


@pytest.mark.filterwarnings(
    "ignore:unclosed transport:ResourceWarning",  # of the hostile server, whose thread ends while it sends
    "ignore::pytest.PytestUnraisableExceptionWarning",
)
@pytest.mark.parametrize("name", sampled(chosen(), 20))
def test_a_hostile_server_stops_no_table(
    name: str,
    thought: list[float],
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    behaviour: Behaviour = TABLE[name]
    found: list[str] = []
    with HostileServer(behaviour) as server:
        for game in SHORT:
            before = len(server.prompts)
            found += harm(game, asyncio.run(played(game, server.url)))
            if not (behaviour.unread or behaviour.deaf) and len(server.prompts) == before:
                found.append(f"{game}: the server isn't asked at all")
    gc.collect()  # so that a task whose exception nobody has taken tells it now
    assert found == []
    assert max(thought) < PATIENCE + SLACK
    assert [
        record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")
    ] == []
    assert capfd.readouterr().err == ""
