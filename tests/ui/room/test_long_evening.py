"""An evening of four games with six phones: one leaves, one comes late, one reloads, and the host goes down."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

import aiohttp
import pytest
from textual.pilot import Pilot

from tests.conformance import holds_secret
from tests.room.rooms import NAMES, Phone, Stage, filled
from tests.ui.harness import WIDE
from tests.ui.playing import app_in, has_table, runner_of, shown, table_of, until
from tests.ui.room.test_lobby import lobby, own_port, reply
from tests.ui.room.test_stage import at_party, looking_on
from tui_arena.players.party import PartyState
from tui_arena.players.party_store import parties
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.party.screen import PartyScreen
from tui_arena.ui.result.screen import ResultScreen

__all__ = ["own_port"]  # a fixture for every test here
pytestmark = [pytest.mark.usefixtures("bare"), pytest.mark.thorough]
GAMES = ("connections", "wordle", "taboo", "bluffing")
PAUSE = 0.12
"""Seconds between two messages of a phone; the host lets ten a second through."""
TRIES = 25
"""Answers after which a phone gives up, so that the evening comes to its end."""


async def answers(phone: Phone, rng: Random, going: asyncio.Event) -> None:
    """Answer whatever this phone is asked, bet if it may, and rate each game, until it is disconnected."""
    tries: dict[str, int] = {}
    while not phone.socket.closed:
        await going.wait()
        frame = phone.frame
        asked, beside = frame.get("asked"), frame.get("beside") or {}
        table = frame.get("table", "")
        if frame.get("rates"):
            await phone.say("rate", liked=4, satisfied=4, often=4)
        elif asked and not frame.get("held") and not frame.get("over"):
            tries[table] = tries.get(table, 0) + 1
            if tries[table] > TRIES and "resign" in frame["can"]:
                await phone.say("act", what="resign")
            else:
                way, values = filled(phone, rng)
                await phone.say("reply", key=asked["key"], way=way, values=values)
        elif beside.get("bet") and not frame.get("over"):
            await phone.say("beside", what="ends", value=beside["bet"]["answers"][0][0])
        await asyncio.sleep(PAUSE)


class Evening:
    """The phones of an evening, and what each has been sent."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.phones: dict[str, Phone] = {}
        self.going = asyncio.Event()
        """Set while people answer."""
        self.going.set()
        self._tasks: list[asyncio.Task[None]] = []

    async def comes(self, name: str, token: str = "") -> Phone:
        phone = await (self.stage.back(token) if token else self.stage.join(name))
        phone.token = phone.token or token
        self.phones[name] = phone
        self._tasks.append(asyncio.create_task(answers(phone, Random(name), self.going)))
        return phone

    async def ends(self) -> None:
        for phone in self.stage.phones:
            await phone.close()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await task
        await self.stage.client.close()


def state_of(app: ArenaApp) -> PartyState:
    return parties(app.store, app.catalogue, app.registry.book)[0]


async def played_on(pilot: Pilot[None], app: ArenaApp, games: int) -> None:
    """Begin each game and leave each result, until so many games are over and the scoreboard is shown."""
    async with asyncio.timeout(150):
        while not (isinstance(app.screen, PartyScreen) and state_of(app).finished >= games):
            on_way = isinstance(app.screen, PartyScreen) and app.screen.view is not None
            if on_way or (isinstance(app.screen, ResultScreen) and app.screen.party_state is not None):
                await pilot.press("enter")
            await pilot.pause(0.1)


def said(app: ArenaApp, session: str, secret: str) -> bool:
    """Whether somebody who didn't know a game's secret hit upon it, so that their own page has it too."""
    told = [event for event in app.store.load(session).events if event.get("seat") != "setter"]
    return any(holds_secret(str(event.get("text", "")), secret) for event in told)


def early(phone: Phone, secrets: Mapping[str, str]) -> list[str]:
    """The pages that told a phone a game's secret before its end, though nobody had said it aloud.

    `secrets`: by session. Whoever has set a secret may see it.
    """
    found = []
    for frame in map(json.loads, phone.texts):
        secret = secrets.get(frame.get("table", ""), "")
        if not secret or frame["over"] or frame["seat"] == "setter":
            continue
        aloud = any(holds_secret(json.dumps(line), secret) for line in frame["talk"])
        if not aloud and holds_secret(json.dumps({**frame, "asked": None}), secret):
            found.append(json.dumps(frame))
    return found


async def test_six_phones_come_to_the_end_of_an_evening_whatever_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_arena.room.lent.ABSENCE", 0.0)
    monkeypatch.setattr("tui_arena.ui.party.keyboard_spectators.LAST_CALL", 0.5)
    async with app_in(tmp_path, WIDE, rating=False) as (app, pilot):
        evening = Evening(await lobby(pilot, app))
        for name in NAMES[:5]:
            await evening.comes(name)
        watcher = await looking_on(evening.stage)
        await at_party(pilot, app, " ".join(NAMES[:5]), *GAMES)
        await pilot.press("enter")
        await until(pilot, lambda: has_table(app) and table_of(app).runner)
        fay = await evening.comes("Fay")  # late: she looks on until there is a seat
        await fay.until(lambda: fay.frame["page"] == "table" and not fay.frame["seat"])
        cleo = evening.phones["Cleo"]
        await cleo.close()
        await evening.comes("Cleo", cleo.token)  # reloaded
        await evening.phones["Dan"].close()  # leaves for good
        await until(pilot, lambda: "b: let a bot play" in shown(app) or not has_table(app))
        if has_table(app):
            await pilot.press("b")
        await played_on(pilot, app, 1)
        assert "Dan  is away" in shown(app)
        evening.going.clear()
        await pilot.press("enter")
        await until(pilot, lambda: has_table(app) and table_of(app).runner)
        runner = runner_of(app)
        assert "Dan" not in runner.names.values()
        setter = evening.phones[runner.names["setter"]]
        await reply(setter, word="plumb")
        tokens = {name: phone.token for name, phone in evening.phones.items() if name != "Dan"}
        await watcher.until(lambda: watcher.frame["page"] == "table")
        sent = [*evening.stage.phones]
        await evening.ends()
        port = evening.stage.server.port
    async with app_in(tmp_path, WIDE, rating=False) as (app, pilot):
        app.resume_table(runner.session.id)
        await until(pilot, lambda: app.door.open)
        assert app.door.server.port == port
        evening = Evening(Stage(app.door.server, aiohttp.ClientSession()))
        for name, token in tokens.items():
            await evening.comes(name, token)
        await played_on(pilot, app, len(GAMES))
        for phone in evening.phones.values():
            await phone.until(lambda: phone.frame["page"] == "lobby" and phone.frame["moment"])  # noqa: B023
        assert state_of(app).over
        sent += evening.stage.phones
        words = {one.row.id: one.row.secret or "" for one in state_of(app).sessions}
        words = {of: word for of, word in words.items() if not said(app, of, word)}
        assert words
        assert [early(phone, words) for phone in sent] == [[]] * len(sent)
        await evening.ends()
