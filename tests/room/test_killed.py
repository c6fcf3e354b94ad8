"""The real program in a terminal of its own is killed in the middle of a game: every phone is back by itself."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest

from tests.room.rooms import Phone
from tests.room.test_flood import Program, playing

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix"),
]


async def room_of(app: Program) -> tuple[str, str]:
    """The address and the code that the lobby shows."""
    url = (await app.wait_for(r"http://127\.0\.0\.1:\d+"))[0]
    code = (await app.wait_for(r"\[([A-Z])\].*?\[([A-Z])\].*?\[([A-Z])\].*?\[([A-Z])\]")).groups()
    return url, "".join(code)


async def connected(client: aiohttp.ClientSession, url: str) -> Phone:
    """A device of this room, as soon as the room can be reached."""
    async with asyncio.timeout(60):
        while True:
            with suppress(aiohttp.ClientConnectionError):
                return Phone(await client.ws_connect(f"{url}/socket", headers={"Origin": url}))
            await asyncio.sleep(0.1)


async def test_a_program_that_is_killed_has_its_phones_back_where_they_were(tmp_path: Path) -> None:
    home, seats = tmp_path / "home", ("--seat", "setter=phone", "--seat", "guesser=phone", "--seed", "5")
    async with aiohttp.ClientSession() as client:
        async with playing(home, "taboo", *seats) as app:
            url, code = await room_of(app)
            phones = [await connected(client, url) for _ in range(2)]
            for phone, name in zip(phones, ("Ada", "Ben"), strict=True):
                await phone.say("join", version=1, code=code, name=name)
                await phone.until(lambda: phone.frame)  # noqa: B023
            ada, ben = phones
            await app.wait_for("Ben")
            app.press("\r")
            await ada.until(lambda: ada.frame.get("asked"))
            asked = ada.frame["asked"]
            field = asked["ways"][0]["fields"][0]["name"]
            await ada.say("reply", key=asked["key"], way=0, values={field: "what do you see in a forest"})
            await ben.until(lambda: ben.frame.get("asked"))
            app.process.kill()
            await app.process.wait()
        tokens = [phone.token for phone in phones]
        async with playing(home, command=()) as app:
            await app.wait_for("Taboo")
            app.press("\r")
            ada, ben = [await connected(client, url) for _ in range(2)]
            for phone, token in zip((ada, ben), tokens, strict=True):
                await phone.say("back", version=1, token=token)
            await ben.until(lambda: ben.frame.get("asked"))
            assert any("what do you see" in line["text"] for line in ada.frame["talk"])
            for phone in (ada, ben):
                await phone.close()
