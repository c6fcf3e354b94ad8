"""The stage leads the phones, says who is away, and goes on without them: real keys and real sockets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.room.rooms import Phone, Stage
from tests.stub_server import StubServer
from tests.ui.harness import WIDE
from tests.ui.models_at_table import configured
from tests.ui.playing import on, result_of, sees, shown, table_of, until
from tests.ui.room.test_lobby import at_table, in_lobby, own_port, reply
from tui_arena.core.events import Kind
from tui_arena.players.new_session import Opening
from tui_arena.players.party import Party, PartyGame
from tui_arena.players.party_store import parties, save_party
from tui_arena.players.seating import read_player
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.party.screen import PartyScreen
from tui_arena.ui.room.door import ROOM

__all__ = ["own_port"]  # a fixture for every test here
pytestmark = pytest.mark.usefixtures("bare")


def table_for(app: ArenaApp, game: str, options: dict[str, Any] | None = None, **seats: str) -> Opening:
    """A table; who has come by such a name plays on a phone."""
    guests = {name: guest for guest, name in app.door.names.items()}
    cast = {
        seat: replace(read_player(player), guest=guests.get(player.removeprefix("human:"), ""))
        for seat, player in seats.items()
    }
    return Opening(game, cast, options or {}, seed=7)


async def at_party(pilot: Pilot[None], app: ArenaApp, names: str, *games: str, **how: Any) -> None:
    """The scoreboard of a party of these guests."""
    players = tuple(f"human:{name}" for name in names.split())
    save_party(app.store, Party("P1", "", players, tuple(map(PartyGame, games)), **how))
    app.door.join_party("P1", players)
    app.open_party("P1")
    await on(pilot, PartyScreen, lambda s: s.view is not None)


def marked(phone: Phone) -> int:
    return sum("marks" in line for line in phone.frame["talk"])


@pytest.mark.thorough
async def test_what_the_stage_turns_over_turns_on_the_phones_at_the_same_moment(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, animations=True, rating=False) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        app.open_first(table_for(app, "wordle", setter="human:Ada", guesser="human:Ben"))
        await at_table(pilot, app)
        table = table_of(app)
        await reply(ada, word="plumb")
        await ben.until(lambda: ben.frame.get("asked"))
        for n, word in enumerate(("crane", "plumb")):
            key = ben.frame["asked"]["key"]
            await ben.say("reply", key=key, way=0, values={"word": word})
            for phone in (ada, ben):
                await phone.until(lambda: phone.frame["held"])  # noqa: B023
                assert table.turning
                assert (marked(phone), phone.frame["over"], phone.frame["moment"]) == (n, None, None)
            for phone in (ada, ben):
                await phone.until(lambda: not phone.frame["held"])  # noqa: B023
                assert not table.turning
                assert marked(phone) == n + 1
        assert (ada.frame["over"]["won"], ada.frame["moment"]) == ("Ben", None)
        assert ben.frame["moment"] == {"kind": "won", "text": "You won!"}
        assert (ada.frame["rates"], ben.frame["rates"]) == ("Wordle", "Wordle")
        await ben.say("rate", liked=5, satisfied=4, often=3)
        await ben.until(lambda: not ben.frame["rates"])
        runner = table.runner
        assert runner is not None
        await pilot.press("enter")
        await result_of(pilot, app)
        assert ben.frame["page"] == "table", "the end stays while the stage shows the result"
        await until(pilot, lambda: app.store.load(runner.session.id).events[-1].type == Kind.RATED)


@pytest.mark.thorough
async def test_no_phone_shows_the_truth_of_a_story_before_the_stage_has_stamped_it(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, animations=True, rating=False) as (app, pilot, stage):
        ada, ben, eve = [await stage.join(name) for name in ("Ada", "Ben", "Eve")]
        await at_party(pilot, app, "Ada Ben Eve", "bluffing")
        await pilot.press("enter")
        await at_table(pilot, app)
        table = table_of(app)
        await reply(ada, **{"it is": "false", "statement": "I am six"})
        await ben.answer(way=1)
        await ben.until(lambda: ben.frame["turn"].startswith("Last call"))
        await pilot.pause(1.5)  # longer than phones have patience with a stage that draws nothing
        await eve.say("beside", what="ends", value="made up")
        for phone in (ada, ben, eve):
            await phone.until(lambda: phone.frame["held"])  # noqa: B023
            assert table.turning
            assert "M A D E   U P" not in shown(app)
            assert phone.frame["over"] is None
        for phone in (ada, ben, eve):
            await phone.until(lambda: phone.frame["over"])  # noqa: B023
            assert not table.turning
        assert not any('"held":true' in text and '"secret":"made up"' in text for text in eve.texts)


async def test_a_bot_with_a_model_answers_a_phone(tmp_path: Path) -> None:
    with StubServer() as stub:
        configured(tmp_path, stub.url, "able:The cockerel, whether I want to or not.")
        async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
            ada = await stage.join("Ada")
            table = table_for(app, "taboo", setter="human:Ada")
            minded = read_player("bot:medium+mind=able", book=app.registry.book)
            app.open_first(replace(table, cast={**table.cast, "guesser": minded}))
            runner = await at_table(pilot, app)
            await reply(ada, text="What do you hear first on a farm in the morning?")
            await ada.until(lambda: any("cockerel" in line["text"] for line in ada.frame.get("talk", ())))
            said = [event for event in runner.play.events if event.type == Kind.REPLY][-1]
            assert (said["seat"], said["origin"]) == ("guesser", "mind")
            assert not any("You play a party game" in text for text in ada.texts), "its prompt is on no phone"


@pytest.mark.thorough
async def test_a_stage_that_draws_nothing_holds_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_arena.room.lent.PATIENCE", 0.2)
    monkeypatch.setattr("tui_arena.ui.table.screen.TableScreen.drawn_to", -1)
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        app.open_first(table_for(app, "wordle", setter="human:Ada", guesser="human:Ben"))
        await at_table(pilot, app)
        await reply(ada, word="plumb")
        await ben.until(lambda: ben.frame.get("asked"))


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is away is missed at once."""
    monkeypatch.setattr("tui_arena.room.lent.ABSENCE", 0.0)


async def missed(pilot: Pilot[None], app: ArenaApp, phone: Phone, offer: str) -> None:
    """Somebody leaves, and the stage says what can be done."""
    await phone.close()
    await sees(pilot, offer)


@pytest.mark.usefixtures("soon")
@pytest.mark.thorough
async def test_a_bot_plays_for_whoever_is_away_until_they_are_back(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        app.open_first(table_for(app, "wordle", setter="human:Ada", guesser="human:Ben"))
        runner = await at_table(pilot, app)
        await ada.until(lambda: ada.frame.get("asked"))
        await missed(pilot, app, ada, "Ada is away · w: wait · b: let a bot play")
        await ben.until(lambda: ben.frame["turn"] == "Waiting for Ada, who is away")
        assert [row["away"] for row in ben.frame["people"]] == [True, False]
        await pilot.press("w")
        await sees(pilot, "Waiting for Ada, who is away…")
        app.door.host._lent.waits_until.clear()  # type: ignore[union-attr]
        await sees(pilot, "b: let a bot play")
        await pilot.press("b")
        await reply(ben, word="crane")
        assert runner.cast["setter"].kind == "bot"
        await sees(pilot, "for Ada")
        back = await stage.back(ada.token)
        await back.until(lambda: back.frame.get("seat") == "setter")
        await until(pilot, lambda: runner.cast["setter"].kind == "human")
        assert [e["to"]["player"] for e in runner.play.events if e.type == Kind.RECAST] == ["bot", "human"]


@pytest.mark.thorough
@pytest.mark.usefixtures("soon")
async def test_the_evening_goes_on_without_whoever_is_away(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        ada, _, eve = [await stage.join(name) for name in ("Ada", "Ben", "Eve")]
        await at_party(pilot, app, "Ada Ben Eve", "wordle", rounds=3)
        await pilot.press("enter")
        first = await at_table(pilot, app)
        await ada.until(lambda: ada.frame.get("asked"))
        await missed(pilot, app, ada, "g: skip this game")
        await pilot.press("g")
        await sees(pilot, "Continue without Ada?")
        await pilot.press("tab", "enter")
        await on(pilot, PartyScreen, lambda s: s.view is not None)
        await eve.until(lambda: any(line.startswith("Next: Wordle") for line in eve.frame.get("told", ())))
        assert not any(line.startswith("Ada ") for line in eve.frame["told"])
        await sees(pilot, "Ada  is away")
        await pilot.press("enter")
        runner = await at_table(pilot, app)
        assert runner is not first
        assert set(runner.names.values()) == {"Ben", "Eve"}
        assert parties(app.store, app.catalogue, app.registry.book)[0].position == 1


@pytest.mark.thorough
async def test_nothing_of_an_old_game_is_left_and_the_evening_ends_with_a_picture(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        await at_party(pilot, app, "Ada Ben", "wordle")
        await ada.until(lambda: "Next: Wordle, classic" in ada.frame["told"])
        assert ada.frame["moment"] is None
        await pilot.press("enter")
        await at_table(pilot, app)
        await reply(ada, word="plumb")
        await reply(ben, word="plumb")
        await result_of(pilot, app)
        assert ada.frame["over"]
        await ada.until(lambda: ada.frame["rates"])
        await pilot.press("enter")
        for phone in (ada, ben):
            await phone.until(lambda: phone.frame["page"] == "lobby")  # noqa: B023
            moment = phone.frame["moment"]
            assert (moment["kind"], moment["text"]) == ("party", "Ben wins the evening")
            assert moment["svg"].startswith("<svg")
        assert not [text for text in ada.texts if '"page":"lobby"' in text and "Next:" in text][1:]


@pytest.mark.thorough
async def test_who_looks_on_sees_the_table_and_takes_no_part(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        assert f"/#watch-{app.door.room.watch}" in shown(app)
        watcher = await looking_on(stage)
        await sees(pilot, "1 watching, betting is off")
        await pilot.press("v")
        await sees(pilot, "1 watching, betting is on")
        await until(pilot, lambda: '"audience_votes":true' in (app.store.meta(ROOM) or ""))
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        app.open_first(table_for(app, "wordle", setter="human:Ada", guesser="human:Ben"))
        await at_table(pilot, app)
        await reply(ada, word="plumb")
        await watcher.until(lambda: watcher.frame.get("beside"))
        await watcher.say("beside", what="ends", value="found")
        await watcher.until(lambda: watcher.frame["audience"] == "The audience: yes 1")
        await reply(ben, word="crane")
        await watcher.until(lambda: marked(watcher) == 1)
        assert "plumb" not in "".join(watcher.texts)


async def looking_on(stage: Stage) -> Phone:
    """A device that only looks on."""
    phone = await stage.phone()
    await phone.say("watch", version=1, code=stage.host.room.watch)
    await phone.until(lambda: phone.frame)
    return phone


@pytest.mark.thorough
async def test_the_stage_shows_a_vote_and_decides_it_if_nobody_else_is_there(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        ada, ben = await stage.join("Ada"), await stage.join("Ben")
        app.open_first(table_for(app, "wordle", {"takebacks": True}, setter="human:Ada", guesser="human:Ben"))
        runner = await at_table(pilot, app)
        await reply(ada, word="plumb")
        await reply(ben, word="crane")
        await ben.say("act", what="undo")
        await sees(pilot, "A vote: Ben wants to take back the last move.")
        await ada.until(lambda: (ada.frame["vote"] or {}).get("asked"))
        await ada.close()
        await sees(pilot, "you decide at this screen")
        await pilot.press("right", "enter")
        await ben.until(lambda: ben.frame["vote"] is None)
        assert len(runner.play.standing()) == 1
        await until(pilot, lambda: "A vote" not in shown(app))


@pytest.mark.thorough
async def test_a_guest_who_comes_late_reads_how_to_get_into_the_evening(tmp_path: Path) -> None:
    async with in_lobby(tmp_path, WIDE, rating=False) as (app, pilot, stage):
        ada, _ = await stage.join("Ada"), await stage.join("Ben")
        await at_party(pilot, app, "Ada Ben", "wordle")
        await ada.until(lambda: "Next: Wordle, classic" in ada.frame["told"])
        told = "Fay isn't in the party yet. The host can add people with e."
        assert told not in ada.frame["told"]
        fay = await stage.join("Fay")
        await fay.until(lambda: told in fay.frame["told"])
        await until(pilot, lambda: told in " ".join(shown(app).split()))
