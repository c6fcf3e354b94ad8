"""The lobby and the stage, by real keys and real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import aiohttp
import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from tests.players.test_challenges import bots
from tests.room.rooms import Phone, Stage
from tests.room.test_evenings import plays
from tests.thorough import sampled
from tests.ui.harness import WIDE
from tests.ui.playing import app_in, hotseat_of, on, result_of, runner_of, sees, shown, table_of, until
from tui_arena.core.events import Kind
from tui_arena.core.game import TABLE
from tui_arena.data import Catalogue
from tui_arena.players.challenges import challenge_of, code_of
from tui_arena.players.new_session import Opening, Start
from tui_arena.players.party import Party, PartyGame
from tui_arena.players.party_store import parties, save_party
from tui_arena.players.seating import Cast, read_player
from tui_arena.room.protocol import PORT
from tui_arena.room.server import RoomServer
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.party.screen import PartyScreen
from tui_arena.ui.party.setup_screen import PartySetupScreen
from tui_arena.ui.room.door import ROOM
from tui_arena.ui.room.screen import QR, LobbyScreen, WordScreen, qr_lines, qr_rows
from tui_arena.ui.table.dialogs import CurtainScreen, PlayerPicker
from tui_arena.ui.table.screen import TableScreen
from tui_arena.ui.widgets.rows import Picker

CATALOGUE = Catalogue()
pytestmark = pytest.mark.usefixtures("bare")


@pytest.fixture(autouse=True)
def own_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port of its own, as tests run side by side."""
    start = RoomServer.start

    async def anywhere(self: RoomServer, *, lan: bool, port: int = PORT) -> None:
        await start(self, lan=lan, port=0 if port == PORT else port)

    monkeypatch.setattr(RoomServer, "start", anywhere)


async def lobby(pilot: Pilot[None], app: ArenaApp) -> Stage:
    """Open the lobby from the set-up of a party."""
    app.open_party_setup()
    await on(pilot, PartySetupScreen)
    await pilot.pause()
    await pilot.press("f")
    await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.door.open)
    return Stage(app.door.server, aiohttp.ClientSession())


@asynccontextmanager
async def in_lobby(
    home: Path, *size: tuple[int, int], **settings: Any
) -> AsyncIterator[tuple[ArenaApp, Pilot[None], Stage]]:
    """The app at its lobby, with a stage for phones."""
    async with app_in(home, *size, **settings) as (app, pilot):
        stage = await lobby(pilot, app)
        yield app, pilot, stage
        await leave(stage)


async def at_table(pilot: Pilot[None], app: ArenaApp) -> SessionRunner:
    """The table on the stage, once it is open; nobody at this keyboard need be asked."""
    await until(pilot, lambda: isinstance(app.screen, TableScreen | CurtainScreen) and table_of(app).runner)
    return runner_of(app)


async def leave(stage: Stage) -> None:
    for phone in stage.phones:
        await phone.close()
    await stage.client.close()


async def reply(phone: Phone, **values: str) -> None:
    await phone.until(lambda: phone.frame.get("asked"))
    key = phone.frame["asked"]["key"]
    await phone.say("reply", key=key, way=0, values=values)
    await phone.until_told("sent")
    await phone.until(
        lambda: (phone.frame.get("asked") or {}).get("key") != key
    )  # the page comes after its word


async def rates(pilot: Pilot[None], app: ArenaApp, phone: Phone, runner: SessionRunner) -> None:
    """Say on a phone how the game was; it is saved with the session."""
    await phone.until(lambda: phone.frame["rates"])
    await phone.say("rate", liked=5, satisfied=4, often=3)
    await phone.until(lambda: not phone.frame["rates"])
    await until(pilot, lambda: app.store.load(runner.session.id).events[-1].type == Kind.RATED)
    rated = app.store.load(runner.session.id).events[-1]
    assert [rated[name] for name in ("seat", "liked", "satisfied", "often")] == ["guesser", 5, 4, 3]


async def test_an_evening_by_phone(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        tiles = "   ".join(f"[{letter}]" for letter in app.door.room.code)
        await until(pilot, lambda: tiles.replace(" ", "") in shown(app).replace(" ", ""))
        assert qr_lines(app.door.server.link, large=True)[5].strip() in shown(app)
        assert QR == "#ffffff on #000000", "light modules are drawn, dark ones are left"
        assert "Only this machine so far." in shown(app)
        ada, ben, eve = [await stage.join(name) for name in ("Ada", "Ben", "Eve")]
        await eve.say("ready", ready=True)
        await sees(pilot, "Eve  ready")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PartySetupScreen) and "3 people" in shown(app))
        setup = cast("PartySetupScreen", app.screen)
        assert setup.draft.players == ["human:Ada", "human:Ben", "human:Eve"]
        setup.draft.games = setup.draft.games[:1]
        setup.redraw()
        await pilot.press("enter")
        await on(pilot, PartyScreen, lambda s: s.view is not None)
        await ada.until(lambda: "Next: Wordle, classic" in ada.frame["told"])
        await pilot.press("enter")
        runner = await at_table(pilot, app)
        assert table_of(app).hotseat is not None
        await reply(ada, word="plumb")
        await eve.until(lambda: eve.frame["beside"] and eve.frame["beside"]["bet"])
        await eve.say("beside", what="ends", value="found")
        await eve.say("beside", what="word", value="plumb")
        await eve.until(lambda: eve.frame["beside"] is None)
        await reply(ben, word="crane")
        await until(pilot, lambda: "C" in shown(app) and len(runner.play.standing()) == 2)
        hotseat = hotseat_of(runner_of(app))
        assert (hotseat.seat, hotseat.next) == (TABLE, None)
        assert not any(isinstance(screen, CurtainScreen) for screen in app.screen_stack)
        offered = {binding.binding.action for binding in app.screen.active_bindings.values()}
        assert not offered & {"secret", "prompt", "undo", "hint", "buzz", "resign"}
        assert "plumb" not in shown(app).casefold()
        await reply(ben, word="plumb")
        await result_of(pilot, app)
        await pilot.press("enter")
        await until(
            pilot, lambda: isinstance(app.screen, PartyScreen) and "over" in str(app.screen.sub_title)
        )
        await ada.until(lambda: ada.frame["page"] == "lobby" and "Eve wins the evening" in ada.frame["told"])
        await rates(pilot, app, ben, runner)
        assert not eve.frame["rates"], "she had no seat"
        found = parties(app.store, app.catalogue, app.registry.book)[0]
        assert found.points == {"human:Ada": 0, "human:Ben": 1, "human:Eve": 2}


@pytest.mark.parametrize("waits", sampled([True, False], 2))
async def test_no_phone_shows_whether_a_story_is_true_before_all_have_said_what_they_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, waits: bool
) -> None:
    monkeypatch.setattr("tui_arena.ui.party.keyboard_spectators.LAST_CALL", 1000 if waits else 0.1)
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        ada, ben, eve = [await stage.join(name) for name in ("Ada", "Ben", "Eve")]
        players = ("human:Ada", "human:Ben", "human:Eve")
        save_party(app.store, Party("P1", "", players, (PartyGame("bluffing"),)))
        app.door.join_party("P1", players)
        app.open_party("P1")
        await on(pilot, PartyScreen, lambda s: s.view is not None)
        await pilot.press("enter")
        runner = await at_table(pilot, app)
        await reply(ada, **{"it is": "false", "statement": "I am six"})
        await eve.until(lambda: eve.frame["beside"] and eve.frame["beside"]["bet"])
        key = ben.frame["asked"]["key"]
        await ben.say("reply", key=key, way=1, values={})
        await ben.until_told("sent")
        if waits:
            await until(pilot, lambda: runner.over)
            for _ in range(2):  # the second answer comes behind the frame that the first one made
                await ben.say("reply", key=key, way=1, values={})
                await ben.until_told("note")
            assert eve.frame["beside"]["bet"]["question"].startswith("Last call! ")
            await sees(pilot, "Last call: Eve can still say if it's true.")
            assert "Waiting for Ben" not in shown(app), "he has answered"
            for phone in (ada, ben, eve):
                assert phone.frame["turn"].startswith("Last call: Eve")
                assert (phone.frame["asked"], phone.frame["can"]) == (None, [])
            assert not any(phone.frame["over"] for phone in (ada, ben, eve))
            assert "MADE UP" not in shown(app)
            await eve.say("beside", what="ends", value="made up")
        await result_of(pilot, app)
        state = parties(app.store, app.catalogue, app.registry.book)[0]
        assert state.points == {"human:Ada": 1, "human:Ben": 0, "human:Eve": int(waits)}


@pytest.mark.thorough
async def test_the_host_holds_a_seat_and_the_curtain_guards_that_seat_alone(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (app, pilot, stage):
        ben = await stage.join("Ben")
        app.open_first(
            Opening(
                "wordle", {seat: _person(name, app) for seat, name in (("setter", "You"), ("guesser", "Ben"))}
            )
        )
        runner = await at_table(pilot, app)
        await on(pilot, CurtainScreen)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is table_of(app))
        assert app.secret_up
        await stage.join("Eve")
        await sees(pilot, "Eve is here.")
        await pilot.press(*"plumb", "enter")
        await until(pilot, lambda: len(runner.play.standing()) == 1)
        hotseat = hotseat_of(runner_of(app))
        await until(pilot, lambda: hotseat.seat == TABLE)
        assert "plumb" not in shown(app).casefold()
        await reply(ben, word="plumb")
        await result_of(pilot, app)


@pytest.mark.thorough
async def test_the_code_to_scan_is_made_once_and_guests_stay_without_the_lobby(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE) as (app, pilot, stage):
        await sees(pilot, "█")
        made = qr_rows.cache_info().misses
        ada = await stage.join("Ada")
        await sees(pilot, "Ada")
        await pilot.press("escape", "f")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "█" in shown(app))
        assert qr_rows.cache_info().misses == made
        screen = cast("LobbyScreen", app.screen)
        await app.pop_screen()
        screen.draw()  # as a listener, before the door forgets it
        assert (await stage.join("Ben")).frame["page"] == "lobby"
        before = app.door.server
        await app.door.start(lan=False)
        assert app.door.server is not before
        assert not any(told["page"] == "gone" for told in ada.told)
        assert (await stage.back(ada.token)).frame["you"]["name"] == "Ada"


@pytest.mark.thorough
async def test_who_comes_late_takes_the_seat_of_somebody_who_has_left(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        app.open_first(Opening("wordle", {"setter": _person("Ada", app), "guesser": _person("Ben", app)}))
        runner = await at_table(pilot, app)
        await reply(ada, word="plumb")
        eve = await stage.join("Eve")
        await eve.until(lambda: eve.frame["page"] == "table" and eve.frame["seat"] == "")
        await ben.close()
        await pilot.press("f4")
        await on(pilot, Picker)
        await pilot.press(*"guesser", "enter")
        await on(pilot, PlayerPicker)
        await pilot.press(*"eve", "enter")
        await reply(eve, word="plumb")
        await result_of(pilot, app)
        assert runner.names["guesser"] == "Eve"


@pytest.mark.thorough
async def test_a_table_of_the_command_line_waits_for_its_phones(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        opening = Opening("connections", {"setter": _person("You")})
        app._begin(Start(opening, phones=["guesser_1", "guesser_2"]))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.door.open)
        stage = Stage(app.door.server, aiohttp.ClientSession())
        await stage.join("Ada")
        await sees(pilot, "Waiting for 1 more")
        await pilot.press("enter")
        assert isinstance(app.screen, LobbyScreen)
        await stage.join("Ben")
        await until(pilot, lambda: "Waiting" not in shown(app))
        await pilot.press("enter")
        runner = await at_table(pilot, app)
        assert runner.names == {"setter": "You", "guesser_1": "Ada", "guesser_2": "Ben"}
        await leave(stage)


@pytest.mark.thorough
async def test_somebody_is_taken_out_the_room_is_closed_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        await sees(pilot, "Ben")
        await pilot.press("x")
        await until(pilot, lambda: not isinstance(app.screen, LobbyScreen))
        await pilot.press("down", "enter")
        await sees(pilot, "Take Ben out of the room?")
        await pilot.press("enter")
        assert "taken you out" in (await ben.until_told("gone"))["why"]
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "Ben" not in shown(app))
        await pilot.press("o")
        await sees(pilot, "closed to new people")
        assert "started without you" in (await stage.join("Cleo")).told[-1]["why"]
        assert app.store.meta(ROOM) is not None
        await pilot.press("c")
        assert "closed the room" in (await ada.until_told("gone"))["why"]
        await until(pilot, lambda: not isinstance(app.screen, LobbyScreen) and app.store.meta(ROOM) is None)


@pytest.mark.thorough
async def test_a_room_that_a_new_start_finds_is_open_again_where_it_was(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        app.open_first(Opening("wordle", {"setter": _person("Ada", app), "guesser": _person("Ben", app)}))
        runner = await at_table(pilot, app)
        await reply(ada, word="plumb")
        await ben.until(lambda: ben.frame.get("asked"))
        session, port, token = runner.session.id, stage.server.port, ben.token
        await asyncio.sleep(0)
    async with app_in(tmp_path) as (app, pilot):
        app.resume_table(session)
        await at_table(pilot, app)
        await until(pilot, lambda: app.door.open)
        assert app.door.server.port == port
        again = Stage(app.door.server, aiohttp.ClientSession())
        ben = await again.back(token)
        await reply(ben, word="plumb")
        await result_of(pilot, app)
        await leave(again)


def _person(name: str, app: ArenaApp | None = None) -> Cast:
    """Somebody at the keyboard; with an `app` whose room is open, the guest of that name."""
    guests = {name: guest for guest, name in app.door.names.items()} if app is not None else {}
    return replace(read_player(f"human:{name}"), guest=guests.get(name, ""))


async def chosen(pilot: Pilot[None], app: ArenaApp, key: str, line: str) -> None:
    """Press a key that opens a list, and choose the line that ends so."""
    await pilot.press(key)
    await until(pilot, lambda: bool(app.screen.query(OptionList)))
    await pilot.pause()
    labels = [" ".join(str(one.prompt).split()) for one in app.screen.query_one(OptionList).options]
    await pilot.press(*["down"] * next(n for n, one in enumerate(labels) if one.endswith(line)), "enter")


async def by_word(pilot: Pilot[None], app: ArenaApp, stage: Stage, line: str) -> Phone:
    """A phone that comes in by the word that the stage shows after a line of the list was chosen."""
    await chosen(pilot, app, "f9", line)
    await until(pilot, lambda: isinstance(app.screen, WordScreen) and app.door.room.word)
    word = app.door.room.word
    assert word is not None
    await until(pilot, lambda: "".join(f"[{c}]" for c in word.text) in shown(app).replace(" ", ""))
    phone = await stage.phone()
    await phone.say("enter", version=1, word=word.text)
    await phone.until(lambda: phone.frame)
    await until(pilot, lambda: not isinstance(app.screen, WordScreen))
    return phone


async def test_a_key_hands_a_seat_to_a_phone_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_arena.room.people.STEADY", 0.0)
    monkeypatch.setattr("tui_arena.room.people.QUIET", -1000.0)
    async with in_lobby(tmp_path, WIDE) as (app, pilot, stage):
        bea = await stage.join("Bea")
        app.open_first(Opening("taboo", {"setter": _person("Sam"), "guesser": _person("Bea", app)}))
        runner = await at_table(pilot, app)
        hotseat = hotseat_of(runner_of(app))
        await until(pilot, lambda: hotseat.current is not None)
        sam = await by_word(pilot, app, stage, "Sam: on a phone, with a word")
        assert sam.frame["seat"] == "setter"
        await until(pilot, lambda: "Sam is here." in shown(app) and "Waiting for Sam…" in shown(app))
        assert (hotseat.seat, hotseat.current, hotseat.on_stage) == (TABLE, None, True)
        await sam.close()
        await until(
            pilot, lambda: "Waiting for Sam, who is away…" in shown(app) and "Sam has left." in shown(app)
        )
        again = await by_word(pilot, app, stage, "Sam: on another phone, with a word")
        assert again.frame["seat"] == "setter"
        await chosen(pilot, app, "f9", "Sam: at the keyboard")
        await again.until_told("gone")
        await until(pilot, lambda: hotseat.seat == "setter" and hotseat.current is not None)
        await pilot.press(*"What sweeps the kitchen?", "enter")
        await bea.until(lambda: bea.frame.get("asked"))
        assert not any(event.type == Kind.RECAST for event in runner.play.events)


@pytest.mark.thorough
async def test_a_key_shows_no_card_on_the_stage_before_the_curtain(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE) as (app, pilot, stage):
        await stage.join("Bea")
        app.open_first(Opening("taboo", {"setter": _person("Sam"), "guesser": _person("Bea", app)}))
        runner = await at_table(pilot, app)
        hotseat = hotseat_of(runner_of(app))
        await until(pilot, lambda: hotseat.current is not None)
        await pilot.press("f5")
        await on(pilot, CurtainScreen)
        await sees(pilot, "SAM")
        await pilot.press("enter")
        await until(pilot, lambda: hotseat.current is not None and table_of(app) is app.screen)
        await sees(pilot, "F5 hides it")
        assert " ".join(runner.play.state.word.upper()) in " ".join(shown(app).split())
        hotseat.all_look()
        assert (hotseat.seat, hotseat.on_view) == ("setter", True), (
            "back on the stage, it takes the curtain again"
        )


@pytest.mark.thorough
async def test_at_a_table_of_phones_a_bot_waits_for_no_key(tmp_path: Path) -> None:
    """Nobody is at the keyboard: no key is pressed from the first word to the result."""
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        seats = {"setter": _person("Ada", app), "guesser_1": _person("Ben", app)}
        table = Opening("connections", seats, {"guessers": 2, "max_attempts": 3}, seed=4)
        app.open_first(table)
        runner = await at_table(pilot, app)
        playing = [asyncio.create_task(plays(phone, runner, Random(3))) for phone in (ada, ben)]
        await until(pilot, lambda: all(task.done() for task in playing))
        await result_of(pilot, app)
        assert runner.over
        replies = {event["seat"] for event in runner.play.events if event.type == Kind.REPLY}
        assert "guesser_2" in replies, "the bot has played"


@pytest.mark.thorough
async def test_whoever_is_taken_out_stays_out_by_a_new_code(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        code = app.door.room.code
        await chosen(pilot, app, "x", "Ben")
        await sees(pilot, "Take Ben out of the room?")
        await pilot.press("n")
        await ben.until_told("gone")
        tiles = "".join(f"[{letter}]" for letter in app.door.room.code)
        await until(pilot, lambda: tiles in shown(app).replace(" ", "") and "Ben" not in shown(app))
        assert app.door.room.code != code
        late = await stage.join("Ben", code)
        assert "isn't the code" in late.told[-1]["why"]
        assert (await stage.back(ada.token)).frame["you"]["name"] == "Ada"


@pytest.mark.thorough
async def test_the_host_comes_by_phone_by_a_word_in_the_lobby(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, name="Sam") as (app, pilot, stage):
        assert "Are you Sam? Then ask at the screen." in (await stage.join("Sam")).told[-1]["why"]
        sam = await by_word(pilot, app, stage, "Sam: on a phone, with a word")
        assert sam.frame["you"]["name"] == "Sam"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PartySetupScreen) and "Sam (phone)" in shown(app))


@pytest.mark.thorough
async def test_an_evening_at_the_keyboard_goes_on_with_some_of_them_on_phones(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        players = ("human:Sam", "human:Bea")
        save_party(app.store, Party("P1", "", players, (PartyGame("taboo"),), rounds=2))
        app.open_party("P1")
        await on(pilot, PartyScreen, lambda s: s.view is not None)
        assert "at the table already" in (await stage.join("Bea")).told[-1]["why"]
        app.open_lobby()
        await on(pilot, LobbyScreen)
        bea = await by_word(pilot, app, stage, "Bea: on a phone, with a word")
        await pilot.press("escape")
        await on(pilot, PartyScreen)
        await pilot.press("enter")
        runner = await at_table(pilot, app)
        seat = next(seat for seat, name in runner.names.items() if name == "Bea")
        assert runner.guest(seat) == bea.frame["you"]["id"]
        assert [runner.guest(one) for one in runner.cast if one != seat] == [""]
        await bea.until(lambda: bea.frame.get("seat") == seat)


@pytest.mark.thorough
async def test_a_challenge_is_taken_up_by_phone(tmp_path: Path) -> None:
    """Somebody pastes a code on their phone, and plays beside the ghost's marks there."""
    session = replace(bots("wordle", 12), seats={"guesser": {"player": "human", "name": "Ada"}})
    challenge = challenge_of(session, CATALOGUE.game("wordle"), CATALOGUE)
    async with in_lobby(tmp_path) as (app, pilot, stage):
        ben = await stage.join("Ben")
        await ben.say("challenge", code="7KQZ-WYTK-VM5X")
        told = await ben.until_told("note")
        assert "mistake" in told["text"]
        await ben.say("challenge", code=code_of(challenge, CATALOGUE))
        runner = await at_table(pilot, app)
        assert runner.session.setup.extra["challenge"]
        await ben.until(lambda: ben.frame.get("ghost") and ben.frame.get("asked"))
        assert ben.frame["ghost"] == {"name": "Ada", "told": "0 guesses", "marks": []}
        word = next(w for w in ("vixen", "joker") if w != runner.play.state.target)
        await reply(ben, word=word)
        await ben.until(lambda: ben.frame["ghost"]["told"] == "1 guess")
        (marks,) = ben.frame["ghost"]["marks"]
        assert len(marks) == len(word)
        assert not set(marks) & set("aeiou")
        await ben.say("challenge", code=code_of(challenge, CATALOGUE))
        told = await ben.until_told("note")
        assert "busy" in told["text"]
