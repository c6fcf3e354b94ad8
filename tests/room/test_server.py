"""The server of a room: who is let in, what is served, and what floods and nonsense come to."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import pytest

from tests.room.rooms import Phone, Stage, joined_and_played, played, staged
from tests.serving.hostile import attacks, frame, strike, upgrade
from tests.table.test_runner import until
from tests.thorough import sampled
from tui_arena.core.probes import beliefs_of
from tui_arena.room.people import Room
from tui_arena.room.protocol import LONGEST, Device
from tui_arena.room.server import LIMITS, NONSENSE
from tui_arena.save.store import Store
from tui_arena.serving.listener import Limits
from tui_arena.table.runner import SessionRunner


async def closed(socket: aiohttp.ClientWebSocketResponse) -> bool:
    """Whether the host ends a connection."""
    async with asyncio.timeout(60):
        while not socket.closed:
            await socket.receive()
    return True


async def test_the_page_is_served_and_nothing_else() -> None:
    async with staged() as stage:
        for path, kind, part in (
            ("/", "text/html", "<title>TUI Arena</title>"),
            ("/room.js", "text/javascript", "use strict"),
            ("/room.css", "text/css", "prefers-color-scheme"),
        ):
            async with stage.client.get(stage.url + path) as answer:
                assert (answer.status, answer.content_type) == (200, kind)
                text = await answer.text()
                assert part in text
                assert "https://" not in text, "nothing is fetched from elsewhere"
                assert "http://" not in text
                assert "innerHTML" not in text, "what people type is never read as a page"
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["Cache-Control"] == "no-store"
        for path in (
            "/index.html",
            "/../pyproject.toml",
            "/%2e%2e/people.py",
            "/page/room.js",
            "/favicon.ico",
        ):
            async with stage.client.get(stage.url + path) as answer:
                assert answer.status == 404, path
        async with stage.client.post(stage.url + "/", data=b"x") as answer:
            assert answer.status == 405


async def test_requests_under_another_name_and_sockets_from_another_page_are_refused() -> None:
    async with staged() as stage:
        hosts = ("evil.example", "evil.example:8722", "localhost", "127.0.0.1", "127.0.0.2:1", "")
        for host in hosts:
            async with stage.client.get(stage.url + "/", headers={"Host": host}) as answer:
                assert (host, answer.status, await answer.text()) == (host, 403, "")
        for origin in ("http://evil.example", "null", "", "https://127.0.0.2:8722"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await stage.socket(Origin=origin)
            assert (origin, refused.value.status) == (origin, 403)


async def test_it_listens_on_this_machine_alone_and_on_another_port_where_one_is_taken() -> None:
    async with staged() as first, staged(port=first.server.port) as second:
        assert second.server.port != first.server.port
        assert first.server.address == "127.0.0.1"
        with pytest.raises(OSError, match="Connect"):
            await asyncio.open_connection("127.0.0.2", first.server.port)


async def test_who_comes_in_is_seen_by_all_and_who_goes_is_away() -> None:
    async with staged() as stage:
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        await ada.until(lambda: len(ada.frame["people"]) == 2)
        await ben.say("ready", ready=True)
        await ada.until(lambda: ada.frame["people"][1]["ready"])
        await ben.close()
        await ada.until(lambda: ada.frame["people"][1]["away"])
        again = await stage.back(ben.token)
        assert again.frame["you"]["name"] == "Ben"
        await ada.until(lambda: not ada.frame["people"][1]["away"])
        assert all(ben.token not in text for text in ada.texts)


async def test_nobody_is_somebody_without_a_token_or_the_code() -> None:
    async with staged(Room("BCDF")) as stage:
        phone = await stage.phone()
        await phone.say("reply", key="guess:1", way=0, values={"word": "crane"})
        assert (await phone.until_told("refused"))["why"] == "Join first."
        await phone.say("join", version=1, code="BBBB", name="Ada")
        assert "isn't the code" in (await phone.until_told("refused"))["why"]
        await phone.say("join", version=2, code="BCDF", name="Ada")
        assert "out of date. Reload" in (await phone.until_told("refused"))["why"]
        await phone.say("back", version=1, token="x" * 40)
        assert "not in this room" in (await phone.until_told("refused"))["why"]
        assert stage.host.room.guests == {}


async def test_two_tabs_of_one_seat_are_told_and_show_the_same() -> None:
    async with staged() as stage:
        first = await stage.join("Ada")
        second = await stage.back(first.token)
        for one in (first, second):
            assert "more than one device" in (await one.until_told("note"))["text"]
        await first.say("ready", ready=True)
        await second.until(lambda: second.frame["you"]["ready"])


async def test_nonsense_and_floods_end_a_connection_and_no_other() -> None:
    async with staged() as stage:
        ada = await stage.join("Ada")
        socket = await stage.socket()
        for _ in range(NONSENSE):
            await socket.send_str("nonsense")
        assert await closed(socket)
        socket = await stage.socket()
        await socket.send_bytes(b"\x00" * 10)
        assert await closed(socket)
        socket = await stage.socket()
        await socket.send_str("x" * (LONGEST + 1))
        assert await closed(socket)
        socket = await stage.socket()
        for _ in range(200):
            if socket.closed:
                break
            await socket.send_str('{"kind":"ready","ready":true}')
        assert await closed(socket)
        await ada.say("ready", ready=True)
        await ada.until(lambda: ada.frame["you"]["ready"])


async def test_twelve_guests_of_one_address_have_two_devices_each_and_no_more() -> None:
    async with staged() as stage:
        for n in range(12):
            phone = await stage.join(f"guest {n}")
            await stage.back(phone.token)
        assert len(stage.phones) == LIMITS.sockets_of_address
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await stage.socket()
        assert refused.value.status == 503
        await stage.phones[0].close()
        assert (await stage.back(phone.token)).frame["you"]["name"] == "guest 11"


async def test_silent_connections_keep_nobody_out() -> None:
    async with staged() as stage:
        ada = await stage.join("Ada")
        silent = [await stage.socket() for _ in range(LIMITS.sockets_of_address - 1)]
        raw = [
            (await asyncio.open_connection("127.0.0.1", stage.server.port))[1]
            for _ in range(2 * LIMITS.of_address)
        ]
        for writer in raw:
            writer.write(b"GET / HTTP/1.1\r\nX: ")
        ben = await stage.join("Ben")
        await ada.close()
        again = await stage.back(ada.token)
        assert {one["name"] for one in again.frame["people"]} == {"Ada", "Ben"}
        assert ben.frame["you"]["name"] == "Ben"
        for socket in silent:
            await socket.close()
        for writer in raw:
            writer.transport.abort()


async def test_whoever_does_not_say_who_they_are_goes_and_guests_stay() -> None:
    async with staged(Room("BCDF"), limits=Limits(100, patience=0.5)) as stage:
        ada = await stage.join("Ada")
        wrong = await stage.join("Ben", "BBBB")
        assert await closed(await stage.socket())
        await wrong.until(lambda: wrong.socket.closed)
        await ada.say("ready", ready=True)
        await ada.until(lambda: ada.frame["you"]["ready"])


@pytest.mark.parametrize("kind", [9, 10], ids=["ping", "pong"])
async def test_a_flood_of_pings_ends_a_connection(kind: int) -> None:
    async with staged() as stage:
        ada = await stage.join("Ada")
        await ada.socket.ping(b"one")
        host = f"127.0.0.1:{stage.server.port}"
        join = {"kind": "join", "version": 1, "code": stage.host.room.code, "name": "Ben"}
        told = await strike(
            stage.server.port,
            upgrade(host, "/socket") + frame(1, json.dumps(join).encode()) + frame(kind) * 1000,
        )
        assert b"101 Switching" in told
        await ada.until(lambda: [one["name"] for one in ada.frame["people"] if one["away"]] == ["Ben"])


@pytest.mark.parametrize("kind", sampled(["requests", "sockets"], 2))
async def test_whatever_strangers_send_guests_play_on(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    limits = Limits(1000, of_address=500, sockets_of_address=500, patience=0.3, idle=0.3)
    async with staged(limits=limits) as stage:
        ada = await stage.join("Ada")
        faults: list[dict[str, object]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, told: faults.append(told))
        every = attacks(kind, f"127.0.0.1:{stage.server.port}", "/socket", origin=True)
        await asyncio.gather(*(_struck(stage, name, data) for name, data in every.items()))
        await ada.say("ready", ready=True)
        await ada.until(lambda: ada.frame["you"]["ready"])
        await ada.close()
        assert ((await stage.join("Ben")).frame["you"]["name"], faults) == ("Ben", [])
        assert [one for one in caplog.records if one.name.startswith("asyncio")] == []


async def _struck(stage: Stage, name: str, data: bytes) -> None:
    """Attack a room, which ends the connection by itself and tells nothing of anybody."""
    async with asyncio.timeout(60):
        told = await strike(stage.server.port, data)
    assert b"Traceback" not in told, name
    assert b"500 Internal" not in told, name
    assert stage.host.room.code.encode() not in told, name
    assert b"Ada" not in told, name


async def test_an_answer_counts_only_for_ones_own_seat_and_once(store: Store) -> None:
    async with staged() as stage:
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        async with played(store, stage, "wordle", {"setter": "human:Ada", "guesser": "human:Ben"}) as runner:
            await ada.until(lambda: ada.frame.get("asked"))
            assert not ben.frame.get("asked")
            key = ada.frame["asked"]["key"]
            await ben.say("reply", key=key, way=0, values={"word": "crane"})
            assert "the game has moved on" in (await ben.until_told("note"))["text"]
            await ada.say("reply", key="target:99", way=0, values={"word": "crane"})
            assert "the game has moved on" in (await ada.until_told("note"))["text"]
            await ada.say("reply", key=key, way=0, values={"word": "crain"})
            assert "CRAIN" in (await ada.until_told("fault"))["why"]
            await ada.say("reply", key=key, way=0, values={"word": "crane"})
            await ada.say("reply", key=key, way=0, values={"word": "plumb"})
            await ben.until(lambda: ben.frame.get("asked"))
            assert (runner.play.game.secret(runner.play.state) or {})["word"] == "crane"
            await ada.until(lambda: ada.frame["card"] == [["word", "crane"]])
            assert "crane" not in "".join(ben.texts)


async def test_what_was_typed_is_there_again_after_a_reload(store: Store) -> None:
    async with staged() as stage:
        ada = await stage.join("Ada")
        async with played(store, stage, "taboo", {"guesser": "bot:easy", "setter": "human:Ada"}):
            await ada.until(lambda: ada.frame.get("asked"))
            key = ada.frame["asked"]["key"]
            await ada.say("draft", key=key, values={"text": "what do you keep in"})
            await ada.say("ready", ready=True)  # answered after the draft
            await ada.until(lambda: ada.frame["you"]["ready"])
            await ada.close()
            again = await stage.back(ada.token)
            assert again.frame["asked"]["key"] == key
            assert again.frame["asked"]["draft"] == {"text": "what do you keep in"}


async def test_the_host_is_killed_and_phones_find_their_seats_again(store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with staged() as stage:
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        port = stage.server.port
        async with played(store, stage, "wordle", seats) as runner:
            await ada.answer(word="crane")
            await ben.until(lambda: ben.frame.get("asked"))
            session, kept = runner.session.id, stage.host.room.text(port, 1.0, lan=False)
        await stage.server.vanish()
        assert await closed(ben.socket)
        assert not any(one["page"] == "gone" for one in ben.told)
    found = Room.kept(kept)
    assert found is not None
    async with staged(found[0], port) as stage, played(store, stage, "wordle", seats, resume=session):
        assert stage.server.port == port
        again = await stage.back(ben.token)
        await again.answer(word="crane")
        await again.until(lambda: again.frame.get("over"))
        assert again.frame["over"]["won"] == "Ben"


async def test_a_move_is_taken_back_only_if_all_agree(store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with joined_and_played(store, "Ada Ben", "wordle", seats) as (runner, _, [ada, ben]):
        await ada.answer(word="crane")
        await ben.answer(word="plumb")
        await ben.until(lambda: "undo" in ben.frame["can"])
        await ben.say("act", what="undo")
        await ada.until(lambda: ada.frame["vote"])
        assert (ada.frame["vote"]["asked"], ben.frame["vote"]["asked"]) == (True, False)
        await ben.say("vote", id=ada.frame["vote"]["id"], yes=True)  # who asks has no vote
        await ada.say("vote", id=ada.frame["vote"]["id"], yes=False)
        assert "Ada doesn't agree" in (await ben.until_told("note"))["text"]
        await ada.until(lambda: ada.frame["vote"] is None)
        assert len(runner.play.standing()) == 2
        await ben.say("act", what="undo")
        await ada.until(lambda: ada.frame["vote"])
        await ada.say("vote", id=ada.frame["vote"]["id"], yes=True)
        await ben.until(lambda: ben.frame["vote"] is None and len(runner.play.standing()) == 1)


async def test_a_judge_says_how_far_they_believe_it(store: Store) -> None:
    async with staged() as stage:
        ben = await stage.join("Ben")
        async with played(store, stage, "bluffing", {"setter": "bot:hard", "judge": "human:Ben"}) as runner:
            await ben.until(lambda: ben.frame.get("asked"))
            assert ben.frame["asked"]["needle"] == [], "there is nothing to believe yet"
            for question in ("when was it?", "who was there?"):
                key, values = ben.frame["asked"]["key"], {"question": question}
                await ben.say("reply", key=key, way=0, values=values, needle="possibly false")
                await ben.until(lambda: ben.frame.get("asked") and ben.frame["asked"]["key"] != key)  # noqa: B023
            assert ben.frame["asked"]["needle"][1] == "possibly true"
            key = ben.frame["asked"]["key"]
            await ben.say("reply", key=key, way=2, values={}, needle="never heard of")
            await ben.until(lambda: ben.frame.get("over"))
            assert beliefs_of(runner.play, "judge") == {1: 4}


async def test_a_refused_word_is_overruled_if_all_agree(store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with staged() as stage:
        ada, ben, cleo = [await stage.join(name) for name in ("Ada", "Ben", "Cleo")]
        async with played(store, stage, "taboo", seats) as runner:
            word = (runner.play.game.secret(runner.play.state) or {})["word"]
            await ada.answer(text="what is it that you see")
            await ben.answer(answer=f"I like a {word} a lot")
            await ada.until(lambda: len(runner.play.standing()) == 2 and "overrule" in ada.frame["can"])
            await ada.say("act", what="overrule")
            await ben.until(lambda: ben.frame["vote"])
            said = ben.frame["vote"]["text"]
            assert said == f"Ada says that “I like a {word} a lot” doesn't contain the word. Do you agree?"
            assert not cleo.frame["vote"]["asked"], "who does not play has no vote"
            await cleo.say("vote", id=ben.frame["vote"]["id"], yes=True)
            await ben.say("vote", id=ben.frame["vote"]["id"], yes=True)
            await ben.until(lambda: ben.frame["vote"] is None and runner.play.rulings)
            assert runner.play.rulings


async def slipped(runner: SessionRunner, ada: Phone, ben: Phone) -> None:
    """Ada asks, Ben says the word, and Ada may say that he didn't."""
    word = (runner.play.game.secret(runner.play.state) or {})["word"]
    await ada.answer(text="what do you see")
    await ben.answer(answer=f"I like a {word} a lot")
    await ada.until(lambda: "overrule" in ada.frame["can"])


@pytest.mark.parametrize("names", ["Ada Ben Cleo", "Ada Ben"])
async def test_nobody_decides_alone_because_the_other_side_is_away(store: Store, names: str) -> None:
    """Those without a seat are asked, or else whoever is at the big screen."""
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with joined_and_played(store, names, "taboo", seats) as (runner, stage, phones):
        ada, ben, *others = phones
        await slipped(runner, ada, ben)
        await ben.close()
        await ada.until(lambda: ada.frame["people"][1]["away"])
        await ada.say("act", what="overrule")
        await ada.until(lambda: ada.frame["vote"])
        assert (runner.play.rulings, ada.frame["vote"]["asked"]) == ({}, False)
        at_screen = stage.host.motion()
        assert at_screen is not None
        assert at_screen["asked"] == (not others)
        if others:
            await others[0].until(lambda: (others[0].frame["vote"] or {}).get("asked"))
            await others[0].say("vote", id=at_screen["id"], yes=True)
        else:
            await stage.host.vote(at_screen["id"], yes=True)
        await ada.until(lambda: ada.frame["vote"] is None and runner.play.rulings)


async def test_nobody_decides_alone_because_a_bot_plays_for_the_other_side(store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with joined_and_played(store, "Ada Ben", "wordle", seats, options={"takebacks": True}) as (
        runner,
        stage,
        [ada, ben],
    ):
        await ada.close()
        await until(lambda: stage.host.room.guests[ada.frame["you"]["id"]].away)
        await stage.host.stand_in_for(stage.host.room.guests[ada.frame["you"]["id"]])
        await ben.answer(word="crane")
        await ben.until(lambda: "undo" in ben.frame["can"])
        await ben.say("act", what="undo")
        await ben.until(lambda: ben.frame["vote"])
        motion = stage.host.motion()
        assert motion is not None
        assert motion["asked"]
        await stage.host.vote(motion["id"], yes=False)
        assert "The host doesn't agree." in (await ben.until_told("note"))["text"]
        assert len(runner.play.standing()) == 2


def test_a_slow_reader_gets_the_newest_page_alone() -> None:
    device = Device("a")
    device.tell({"page": "note", "text": "hello"})
    for n in range(300):
        device.show({"page": "lobby", "told": [f"line {n}"]})
    assert [json.loads(text) for text in device.due()] == [
        {"version": 1, "page": "note", "text": "hello"},
        {"version": 1, "page": "lobby", "told": ["line 299"]},
    ]
    device.show({"page": "lobby", "told": ["line 299"]})
    assert device.due() == [], "what it shows already is not sent again"


async def test_names_come_out_as_they_may_be_shown() -> None:
    async with staged() as stage:
        phone = await stage.join("<b>Ada</b>\x1b]0;x\x07\u202e")
        assert phone.frame["you"]["name"] == "<b>Ada</b>"
