"""Bots that think with a model at a table in the app, with real keys and a server that never answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.stub_models import BEHAVIOURS, easy, say
from tests.stub_server import Exchange, StubServer
from tests.ui.models_at_table import configured
from tests.ui.playing import app_in, bar_asks, result_of, shown, sit, until
from tests.ui.table.test_duel import standing
from tui_arena.config import Paths, read_models
from tui_arena.core.events import Event, Kind
from tui_arena.data import Catalogue
from tui_arena.players import thinking_bot
from tui_arena.players.models.registry import TINY, brought
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import bot, read_player
from tui_arena.questions.judge import judged
from tui_arena.table import players
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp

PROMPTS = ("Which planet would you move to, and why?", "What do you hear first on a farm in the morning?")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots wait for their models until somebody stops them, and ask again at once afterwards."""
    monkeypatch.setattr(players, "PATIENCE", 600.0)
    monkeypatch.setattr(thinking_bot, "REST", 0.0)


async def prompted(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, prompt: str) -> None:
    """Type a prompt, and wait until the bot's model is asked what to say to it."""
    await until(pilot, lambda: bar_asks(app))
    await pilot.press(*prompt, "enter")
    await until(pilot, lambda: runner.players.thinks)


async def test_nobody_has_to_wait_for_a_bot_that_thinks(tmp_path: Path, stub: StubServer) -> None:
    """Esc and the end of the app end the request at once; after Esc the bot says its own line."""
    configured(tmp_path, stub.url, "able-hang")
    book, _ = read_models(Paths.find(tmp_path))
    cast = {"setter": read_player("human"), "guesser": read_player("bot:medium+mind=ablehang", book=book)}
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, Opening("taboo", cast, seed=7))
        await prompted(pilot, app, runner, PROMPTS[0])
        await until(pilot, lambda: len(stub.requests) == 6)  # five questions are enough for its exam
        await until(pilot, lambda: "esc cancels" in shown(app).splitlines()[-1])
        await pilot.press("escape")
        await until(pilot, lambda: not runner.players.thinks)
        await until(pilot, lambda: stub.lost == 1)
        await until(pilot, lambda: bar_asks(app))
        said = [event for event in runner.play.events if event.type == Kind.REPLY][-1]
        assert (said["seat"], said["origin"]) == ("guesser", "replaced")
        assert said["mind"] == [{"why": "somebody stopped it"}]
        await prompted(pilot, app, runner, PROMPTS[1])
        await until(pilot, lambda: len(stub.requests) == 7)
    stub.wait_for(lambda: stub.lost == 2)


def let_know(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a model pass its exam, and know of an entity what its deck knows; it says yes to all else."""
    catalogue = Catalogue()
    known = catalogue.deck("things", catalogue.game("entity")).deck.knowledge

    async def knows(it: Exchange) -> None:
        text = it.body["messages"][-1]["content"]
        secret = text.partition("The secret: ")[2].partition("\n")[0].partition(" or ")[0]
        found = judged(text.partition('name="question">')[2].partition("<")[0], (secret,), known)
        await say(it, easy(it) or (found.answer if found.known else "yes"))

    monkeypatch.setitem(BEHAVIOURS, name, knows)


@pytest.mark.parametrize(
    ("game", "form"),
    [("entity", "{}"), pytest.param("akinator", "Question 1: {}", marks=pytest.mark.thorough)],
)
async def test_a_person_asks_a_judge_what_no_table_knows(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch, game: str, form: str
) -> None:
    configured(tmp_path, stub.url, "knows")
    book, _ = read_models(Paths.find(tmp_path))
    minded = read_player("bot:medium+mind=knows", book=book)
    seat, options = {"entity": ("judge", {}), "akinator": ("setter", {"secret": "sealed"})}[game]
    let_know(monkeypatch, "knows")
    async with app_in(tmp_path) as (app, pilot):
        opening = Opening(game, {"guesser": read_player("human"), seat: minded}, options, seed=7)
        runner = await sit(pilot, app, opening)
        await until(pilot, lambda: bar_asks(app))
        await pilot.press(*form.format("Would your grandmother keep one in a drawer?"), "enter")
        await until(pilot, lambda: answered(runner))
        answer = answered(runner)[0]
        assert answer["origin"] == "mind"
        assert answer["text"] == f"answer: {answer['mind'][-1]['text']}"
        await until(pilot, lambda: bar_asks(app))


def answered(runner: SessionRunner) -> list[Event]:
    """The judge's answers so far."""
    return [event for event in runner.play.events if event.type == Kind.REPLY and event["ask"] == "answer"]


LINE = "Cold water, and a plaster afterwards."
MINDS = [
    f"able:{LINE}",
    pytest.param(
        TINY,
        marks=[pytest.mark.torture, pytest.mark.skipif(not brought(), reason="there is no model file")],
    ),
]


def named(home: Path, url: str, mind: str) -> str:
    """The name of a model, which is configured if it is one of the server's."""
    if mind == TINY:
        return TINY
    configured(home, url, mind)
    return mind.partition(":")[0]


@pytest.mark.parametrize("mind", MINDS)
async def test_bots_and_the_caster_have_the_same_model(tmp_path: Path, stub: StubServer, mind: str) -> None:
    name = named(tmp_path, stub.url, mind)
    settings: dict[str, Any] = {"bots_mind": name, "caster": "lively", "caster_model": name}
    async with app_in(tmp_path, **settings) as (app, pilot):
        app.open_table(Opening("taboo", {"setter": bot("easy"), "guesser": bot("hard")}, seed=7))
        await result_of(pilot, app)
        (row,) = app.store.sessions()
        saved = app.store.load(row.id)
        assert {seat: cast["mind"] for seat, cast in saved.seats.items()} == {"setter": name, "guesser": name}
        said = [event for event in saved.events if event.type == Kind.REPLY]
        assert all(event["origin"] in ("own", "mind", "replaced") for event in said)


@pytest.mark.parametrize("mind", MINDS)
async def test_a_bot_with_a_model_duels_with_the_same_bot_alone(
    tmp_path: Path, stub: StubServer, mind: str
) -> None:
    name = named(tmp_path, stub.url, mind)
    async with app_in(tmp_path) as (app, pilot):
        minded = read_player(f"bot:medium+mind={name}", book=app.registry.book)
        app.open_duel(Opening("taboo", {}, seed=11), "guesser", (minded, bot("medium")))
        screen = await standing(pilot, app)
        await until(pilot, lambda: screen.over)
        seats = [app.store.load(row.id).seats["guesser"]["name"] for row in app.store.sessions()]
        assert sorted(seats) == ["bot medium", f"bot medium + {name}"]
