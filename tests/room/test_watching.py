"""Those who only look on: their own code, no secret, no seat, and no place that a guest needs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.room.rooms import NAMES, Phone, Stage, joined_and_played, staged
from tests.table.test_runner import until
from tests.ui.room.test_lobby import reply
from tests.ui.room.test_stage import looking_on
from tui_arena.room.lent import GLANCE
from tui_arena.room.people import MOST_WATCHERS, MOST_WATCHERS_PER_ADDRESS
from tui_arena.save.store import Store
from tui_arena.serving.listener import Limits

ELSEWHERE = "127.0.0.2"
"""Another address of this machine."""
WORDLE = {"setter": "human:Ada", "guesser": "human:Ben"}


async def refused(phone: Phone) -> str:
    return str((await phone.until_told("refused"))["why"])


@asynccontextmanager
async def elsewhere(stage: Stage) -> AsyncIterator[Stage]:
    """The same stage, for devices at another address."""
    connector = aiohttp.TCPConnector(local_addr=(ELSEWHERE, 0))
    async with aiohttp.ClientSession(connector=connector) as client:
        yield Stage(stage.server, client, stage.phones)


async def test_only_the_code_for_watching_lets_somebody_watch_and_it_gives_no_seat() -> None:
    async with staged() as stage:
        room, phone = stage.host.room, await stage.phone()
        await phone.say("watch", version=1, code=room.code)
        assert "isn't the code for watching" in await refused(phone)
        await phone.say("join", version=1, code=room.watch, name="Ada")
        assert "isn't the code on the big screen" in await refused(phone)
        await phone.say("watch", version=1, code=room.watch.lower())
        await phone.until(lambda: phone.frame)
        assert phone.frame["watching"]
        assert (stage.host.room.guests, stage.host.watchers) == ({}, 1)
        before = (room.code, room.watch)
        room.renew()
        assert not set(before) & {room.code, room.watch}


async def test_who_looks_on_sees_no_secret_and_can_do_nothing(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben", "wordle", WORDLE) as (runner, stage, [ada, ben]):
        watcher = await looking_on(stage)
        await ada.answer(word="plumb")
        await ben.until(lambda: ben.frame.get("asked"))
        key = ben.frame["asked"]["key"]
        await watcher.until(lambda: watcher.frame["turn"] == "Waiting for Ben")
        for kind, values in (
            ("reply", {"key": key, "way": 0, "values": {"word": "crane"}}),
            ("act", {"what": "resign"}),
            ("vote", {"id": "x", "yes": True}),
            ("beside", {"what": "ends", "value": "found"}),
            ("rate", {"liked": 5, "satisfied": 5, "often": 5}),
            ("ready", {"ready": True}),
        ):
            await watcher.say(kind, **values)
        await ben.say("reply", key=key, way=0, values={"word": "crane"})
        await watcher.until(lambda: any("marks" in line for line in watcher.frame["talk"]))
        assert len(runner.play.standing()) == 2
        assert "plumb" not in "".join(watcher.texts)
        frame = watcher.frame
        assert (frame["asked"], frame["can"], frame["beside"], frame["card"]) == (None, [], None, [])


async def test_watchers_leave_room_for_guests() -> None:
    async with staged(limits=Limits(connections=100, of_address=8, sockets_of_address=6)) as stage:
        watchers = [await looking_on(stage) for _ in range(5)]
        guests = [await stage.join(name) for name in NAMES]
        assert [phone.frame["you"]["name"] for phone in guests] == list(NAMES)
        await until(lambda: not stage.host.watchers)
        assert all(phone.socket.closed for phone in watchers[:1])


async def test_a_silent_watcher_may_stay() -> None:
    async with staged(limits=Limits(connections=100, patience=0.3)) as stage:
        watchers = [await looking_on(stage) for _ in range(MOST_WATCHERS_PER_ADDRESS)]
        await asyncio.sleep(0.5)
        assert not any(phone.socket.closed for phone in watchers)
        assert len((await stage.join("Ada")).frame["people"]) == 1


async def test_the_pages_of_the_stage_are_served(store: Store) -> None:
    async with staged() as stage:
        for path, says in (("/stage", "stage.js"), ("/stage.js", "watch"), ("/stage.css", "--paper")):
            async with stage.client.get(f"{stage.url}{path}") as answer:
                assert (answer.status, says in await answer.text()) == (200, True)


async def test_no_machine_takes_all_the_places_of_those_who_look_on() -> None:
    async with staged() as stage:
        for _ in range(MOST_WATCHERS_PER_ADDRESS):
            await looking_on(stage)
        more = await stage.phone()
        await more.say("watch", version=1, code=stage.host.room.watch)
        told = await more.until_told("refused")
        assert (told["later"], "as soon as one of them leaves" in told["why"]) == (True, True)
        async with elsewhere(stage) as there:
            for _ in range(MOST_WATCHERS - MOST_WATCHERS_PER_ADDRESS):
                await looking_on(there)
            late = await there.phone()
            await late.say("watch", version=1, code=stage.host.room.watch)
            assert "12 people are already watching" in await refused(late)


async def test_who_looks_on_already_changes_nothing_by_asking_again(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben", "wordle", WORDLE) as (runner, stage, [ada, _]):
        watcher = await looking_on(stage)
        await ada.until(lambda: ada.frame.get("asked"))
        changes: list[int] = []
        runner.listeners.append(lambda: changes.append(1))
        await watcher.say("watch", version=1, code=stage.host.room.watch)
        await watcher.say("watch", version=1, code="XXXX")
        await ada.say("reply", key=ada.frame["asked"]["key"], way=0, values={"word": "plumb"})
        before = len(changes)
        await watcher.until(lambda: watcher.frame["turn"] == "Waiting for Ben")
        assert not before
        assert not watcher.told


class Behind:
    """A stage that is behind as long as a test wants."""

    drawn_to, turning = 1_000_000, False


async def test_a_question_to_those_who_look_on_closes_with_the_stage_and_not_before(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben", "wordle", WORDLE) as (runner, stage, [ada, ben]):
        stage.host.room.audience_votes = True
        behind = Behind()
        stage.host.sit(runner, None, behind)
        watcher, other = await looking_on(stage), await looking_on(stage)
        await reply(ada, word="plumb")
        await watcher.until(lambda: watcher.frame.get("beside"))
        behind.turning = True
        key = ben.frame["asked"]["key"]
        await ben.say("reply", key=key, way=0, values={"word": "plumb"})
        await ben.until(lambda: ben.frame["held"])
        await until(lambda: runner.over)
        await other.say("beside", what="ends", value="kept")
        await watcher.until(lambda: watcher.frame["audience"] == "The audience: no 1")
        assert watcher.frame["beside"], "else it would tell that the game is over"
        assert (watcher.frame["over"], other.frame["beside"]) == (None, None)
        behind.turning = False
        stage.host.refresh()
        await watcher.until(lambda: watcher.frame["over"])
        assert watcher.frame["beside"] is None


async def test_a_stage_that_is_behind_is_looked_at_by_one_timer(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben", "wordle", WORDLE) as (runner, stage, _):
        behind = Behind()
        behind.turning = True
        stage.host.sit(runner, None, behind)
        loop = asyncio.get_running_loop()
        looks: list[float] = []
        later = loop.call_later

        def noted(delay: float, *args: Any) -> asyncio.TimerHandle:
            looks.append(delay)
            return later(delay, *args)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "call_later", noted)
            for _ in range(20):
                stage.host.refresh()
                await asyncio.sleep(0)
            looks.clear()
            await asyncio.sleep(5 * GLANCE)
        assert 0 < looks.count(GLANCE) < 8
