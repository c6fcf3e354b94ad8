"""Those who only look on: their own code, no secret, no seat, and no place that a guest needs."""

from __future__ import annotations

import asyncio

from tests.room.rooms import NAMES, Phone, Stage, joined_and_played, played, staged
from tests.table.test_runner import until
from tests.ui.room.test_stage import looking_on
from tui_arena.core.events import Kind
from tui_arena.room.people import MOST_WATCHERS, Room
from tui_arena.save.store import Store
from tui_arena.serving.listener import Limits

WORDLE = {"setter": "human:Ada", "guesser": "human:Ben"}


async def refused(phone: Phone) -> str:
    return str((await phone.until_told("refused"))["why"])


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
        await ada.until(lambda: ada.frame.get("asked"))
        await ada.say("reply", key=ada.frame["asked"]["key"], way=0, values={"word": "plumb"})
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


async def test_there_are_only_so_many_watchers_and_a_silent_one_may_stay() -> None:
    async with staged(limits=Limits(connections=100, patience=0.3)) as stage:
        watchers = [await looking_on(stage) for _ in range(MOST_WATCHERS)]
        more = await stage.phone()
        await more.say("watch", version=1, code=stage.host.room.watch)
        assert "no room for more" in await refused(more)
        await asyncio.sleep(0.5)
        assert not any(phone.socket.closed for phone in watchers)
        assert len((await stage.join("Ada")).frame["people"]) == 1


async def test_the_pages_of_the_stage_are_served(store: Store) -> None:
    async with staged() as stage:
        for path, says in (("/stage", "stage.js"), ("/stage.js", "watch"), ("/stage.css", "--paper")):
            async with stage.client.get(f"{stage.url}{path}") as answer:
                assert (answer.status, says in await answer.text()) == (200, True)
        assert stage.server.watch_link.endswith(f"/#watch-{stage.host.room.watch}")
        assert stage.server.stage_link.endswith(f"/stage#{stage.host.room.watch}")


async def test_a_seat_that_was_lent_is_given_back_even_after_the_host_was_killed(store: Store) -> None:
    kept, port, token = Room(), 0, ""
    async with staged(kept) as stage:
        port = stage.server.port
        ada = await stage.join("Ada")
        await stage.join("Ben")
        token = ada.token
        async with played(store, stage, "wordle", WORDLE) as runner:
            session = runner.session.id
            guest = stage.host.room.guests[ada.frame["you"]["id"]]
            await ada.until(lambda: ada.frame.get("asked"))
            await ada.close()
            await lend(stage, guest.id)
            assert runner.cast["setter"].kind == "bot"
            text = stage.host.room.text(port, 1.0, lan=False)
        await stage.server.vanish()
    found = Room.kept(text)
    assert found is not None
    assert (found[0].watch, len(found[0].places)) == (kept.watch, 2)
    async with (
        staged(found[0], port) as stage,
        played(store, stage, "wordle", WORDLE, resume=session) as runner,
    ):
        assert runner.cast["setter"].kind == "bot"
        ada = await stage.back(token)
        await ada.until(lambda: ada.frame.get("seat") == "setter")
        recasts = [event["to"]["name"] for event in runner.play.events if event.type == Kind.RECAST]
        assert recasts == ["bot medium", "Ada"]


async def lend(stage: Stage, guest: str) -> None:
    """Let a bot play for a guest once the host has noticed that they are gone."""
    one = stage.host.room.guests[guest]
    await until(lambda: one.away)
    await stage.host.stand_in_for(one)
