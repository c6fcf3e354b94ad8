"""Who is the machine? from the scoreboard to the scoreboard: two phones, somebody at the keyboard, and a bot."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.room.rooms import Phone
from tests.ui.playing import on, result_of, sees, shown, until
from tests.ui.room.test_lobby import in_lobby, own_port
from tui_arena.players.party import Party, PartyGame
from tui_arena.players.party_store import save_party
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.party.keyboard_spectators import CallsDialog
from tui_arena.ui.party.reveal_screen import RevealScreen
from tui_arena.ui.party.screen import PartyScreen

pytestmark = pytest.mark.usefixtures("bare", own_port.__name__)
SAYS = {"prompt": "something at home", "reply": "no idea at all", "last_guess": "lamp"}


def notified(app: ArenaApp) -> str:
    return " ".join(str(one.message) for one in app._notifications)


async def plays(phone: Phone) -> None:
    """Answer what a phone is asked, then bet that everybody else is a machine."""
    done: set[str] = set()
    while not (phone.frame.get("over") or {}).get("masks"):
        asked, beside = phone.frame.get("asked"), phone.frame.get("beside")
        values = [value for value, _ in beside["bet"]["answers"]] if beside else []
        if asked and asked["key"] not in done and not phone.frame["over"]:
            done.add(asked["key"])
            fields = [one["name"] for one in asked["ways"][0]["fields"]]
            await phone.say(
                "reply",
                key=asked["key"],
                way=0,
                values=dict.fromkeys(fields, SAYS[asked["key"].split(":")[0]]),
            )
        elif values and values[-1] not in done and values != ["again"]:
            done.add(values[-1])
            await phone.say("beside", what="ends", value=values[-1])
        phone.news.clear()
        await phone.news.wait()


@pytest.mark.thorough
async def test_from_the_scoreboard_to_the_scoreboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_arena.table.playback.BEAT", 0.0)
    monkeypatch.setattr("tui_arena.table.playback.needed", lambda *_: 0.0)
    async with in_lobby(tmp_path, (80, 24), rating=False) as (app, pilot, stage):
        players = ("human:Ada", "human:Ben", "human:Zed", "bot:hard")
        game = PartyGame("taboo", {"max_prompts": 1}, unsigned=True)
        ada = await stage.join("Ada")
        save_party(app.store, Party("P1", "", players, (game,)))
        app.door.join_party("P1", players)
        app.open_party("P1")
        await on(pilot, PartyScreen, lambda s: s.view is not None)
        assert "Who sits where is secret" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: "Only one person can be without a phone" in notified(app))
        ben = await stage.phone()
        person = next(one for one in stage.host.persons if one.name == "Ben")
        await ben.say("enter", version=1, word=stage.host.invite(person).text)
        await ben.until(lambda: ben.frame)
        phones = [ada, ben]
        tasks = [asyncio.create_task(plays(phone)) for phone in phones]
        await pilot.press("enter")
        # The table isn't waited for: where all answer at once, it may be over before it is seen.
        await on(pilot, CallsDialog, lambda s: s.focused is not None)
        (reveal,) = (screen for screen in app.screen_stack if isinstance(screen, RevealScreen))
        runner = reveal._runner
        assert runner.is_blind
        assert "hard" not in shown(app)
        await pilot.press("1", "2", "enter")
        await until(pilot, lambda: isinstance(app.screen, RevealScreen) and not runner.is_blind)
        await sees(pilot, "Points: ")
        assert " A is " in f" {shown(app)}"
        await asyncio.gather(*tasks)
        assert phones[0].frame["called"].startswith("You were right about ")
        await pilot.press("enter")
        await result_of(pilot, app)
        await pilot.press("enter")
        await on(pilot, PartyScreen, lambda s: s.view is not None)
        assert "the party is over" in shown(app)
