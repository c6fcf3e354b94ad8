"""Models at the table, with real keys, the real LiteLLM, and a real server that tests control."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.stub_models import INWARDS, OUTWARDS
from tests.stub_server import StubServer
from tests.thorough import sampled
from tests.ui.models_at_table import asked_what_to_do, configured, held, loaded, opened, with_models
from tests.ui.playing import (
    app_in,
    asked_for,
    given_away,
    held_in,
    hotseat_of,
    kinds,
    lacking,
    on,
    result_of,
    runner_of,
    seated,
    sees,
    shown,
    sit,
    table_of,
    target,
    turns,
    until,
)
from tui_arena.config import Paths, read_models
from tui_arena.core.events import Kind
from tui_arena.core.language.sentences import money
from tui_arena.data import Catalogue
from tui_arena.players.models.check import Trial
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import bot, read_player
from tui_arena.save.store import open_store
from tui_arena.table import runner as session_runner
from tui_arena.table.notes import Note, notes_of
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.models.screen import ModelsScreen
from tui_arena.ui.table.dialogs import PlayerPicker
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.sheet import SheetScreen

CANARY = "zq-canary-4711-abcdef"


def saved_with(folder: Path, text: str) -> list[Path]:
    """The files in a folder or below it that hold a text."""
    return [file for file in folder.rglob("*") if file.is_file() and text.encode() in file.read_bytes()]


def kept_notes(home: Path, runner: SessionRunner) -> Sequence[Note]:
    """The notes of a session as they are made anew from its saved events."""
    with closing(open_store(Paths.find(home).save_file, Catalogue()).store) as store:
        return notes_of(runner.info.game, store.load(runner.session.id), tells=True, freely=False)


async def test_a_reply_streams_is_cancelled_and_asked_for_again(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "held")
    with held("drip drip drip"):
        async with app_in(tmp_path) as (app, pilot):
            table = with_models(tmp_path, "critic", guesser="model:held", critic="human:Ada")
            app.open_table(table)
            await until(pilot, lambda: "loading model support" in shown(app) or "thinking" in shown(app))
            await loaded(pilot, app)
            await sees(pilot, "drip drip")
            assert " tok" in shown(app)
            assert "esc cancels" in shown(app).splitlines()[-1]
            runner = runner_of(app)
            await pilot.press("escape")
            said = await asked_what_to_do(pilot, app)
            assert not lacking(said, "held (guesser) was stopped", " after ")
            await until(pilot, lambda: stub.lost == 1)  # the app goes on meanwhile
            await pilot.press("enter")
            await until(pilot, lambda: len(stub.requests) == 2 and "drip drip" in shown(app))
            await pilot.press("escape")
            await asked_what_to_do(pilot, app)
            await pilot.press("right", "enter")
            await on(pilot, PlayerPicker)
            assert "Who takes over from held as guesser?" in shown(app), "the seat that failed"
            await pilot.press("down", "enter")
            await until(pilot, lambda: asked_for(runner).name == "opinion")
            await pilot.pause()
            assert "cancels" not in shown(app)
            events = kinds(app, runner.session.id)
            assert events == ["paused", "resumed", "paused", "recast", "reply"]


async def test_a_missing_server_is_told_and_the_session_goes_on(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "plain")
    stub.stop()
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, with_models(tmp_path, "critic", guesser="model:plain", critic="human:Ada"))
        said = await asked_what_to_do(pilot, app)
        assert not lacking(said, "plain (guesser) can't answer", "server running")
        await pilot.press("enter")
        await asked_what_to_do(pilot, app)
        runner = runner_of(app)
        assert kinds(app, runner.session.id) == ["paused", "resumed", "paused"]
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table_of(app))
        await sees(pilot, "can't answer · ↵ what next?")
        await pilot.press("enter")
        await asked_what_to_do(pilot, app)
        await pilot.press("end", "right", "right", "enter")
        await on(pilot, HomeScreen)
        await until(pilot, lambda: bool(app.store.unfinished()))
        stub.start()
        app.resume_table(runner.session.id)
        again = await seated(pilot, app)
        await until(pilot, lambda: hotseat_of(again).current is not None)
        assert again.cast["guesser"].spec["name"] == "plain"
        await pilot.press("down", "enter")
        await until(pilot, lambda: turns(again) == 1)


async def test_a_wrong_key_is_shown_nowhere(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANARY_KEY", CANARY)
    configured(tmp_path, stub.url, "401", key_env="CANARY_KEY")
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, with_models(tmp_path, "critic", guesser="model:401", critic="human:Ada"))
        said = await asked_what_to_do(pilot, app)
        assert not lacking(said, "401 (guesser) can't answer", "CANARY_KEY")
        assert stub.headers[0]["authorization"] == f"Bearer {CANARY}"
        assert CANARY not in given_away(app)
    assert not saved_with(tmp_path, CANARY)


@pytest.mark.thorough
async def test_of_a_model_whose_replies_break_off_a_person_decides(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "cut")
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, with_models(tmp_path, "critic", guesser="model:cut", critic="human:Ada"))
        told = await asked_what_to_do(pilot, app)
        assert not lacking(told, "cut broke off in the middle of its reply", "(tried 3 times)")


@pytest.mark.thorough
async def test_a_result_says_what_its_models_took(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "plain", input_price=1000.0, output_price=1000.0)
    async with app_in(tmp_path, pace=0.0) as (app, pilot):
        await opened(pilot, app, with_models(tmp_path, guesser="model:plain"), watch=True)
        result = await result_of(pilot, app)
        tokens = len(stub.requests) * (INWARDS + OUTWARDS)
        assert f"{tokens} tok · {money(tokens / 1000)} · " in str(result.sub_title)


@pytest.mark.thorough
async def test_a_budget_stops_between_two_replies_and_is_raised(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "plain", input_price=1000.0, output_price=1000.0)
    async with app_in(tmp_path, budget_tokens=40, pace=0.0) as (app, pilot):
        await opened(pilot, app, with_models(tmp_path, guesser="model:plain"), watch=True)
        said = await asked_what_to_do(pilot, app)
        assert "The budget is used up" in said
        assert "guesser:" not in said
        assert "40 tokens" in said
        assert len(stub.requests) == 2
        assert "$0.054" in str(table_of(app).sub_title)
        await pilot.press("enter")
        await until(pilot, lambda: "budget is now 80 tokens" in table_of(app).bar.notice)
        await until(pilot, lambda: len(stub.requests) > 2)
        await until(pilot, lambda: isinstance(app.screen, Dialog) or not table_of(app).game_running)


@pytest.mark.thorough
async def test_two_seats_that_wait_for_a_budget_are_one_question(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "plain")
    async with app_in(tmp_path, budget_tokens=1000, pace=0.0) as (app, pilot):
        book, _ = read_models(Paths.find(tmp_path))
        players = {"setter": "model:plain", "guesser_1": "human:Ada", "guesser_2": "model:plain"}
        cast = {seat: read_player(text, book=book) for seat, text in players.items()}
        await opened(pilot, app, Opening("connections", cast, {"guessers": 2}, seed=7))
        await until(pilot, lambda: table_of(app).runner is not None)
        runner = runner_of(app)
        await until(pilot, lambda: hotseat_of(runner).current is not None)
        runner.players.budget.used_tokens = 1000  # as if they had talked for long
        letter = str(runner.views["table"].facts["prefix"])
        assert await runner.answer("guesser_1", f"word: {letter}at\nclue: what a cook may wear") is None
        said = await asked_what_to_do(pilot, app)
        await until(pilot, lambda: len(runner.referee.paused) == 2)
        assert "The budget is used up" in said
        assert "(setter)" not in said
        asked = len(stub.requests)
        await pilot.press("enter")
        await until(pilot, lambda: len(stub.requests) >= asked + 2)
        await until(pilot, lambda: app.screen is table_of(app))
        assert "budget is now" in table_of(app).bar.notice


async def test_what_a_setter_says_is_never_seen_while_it_streams(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "held")
    with held("pride | lions that", rest=" live together") as go:
        async with app_in(tmp_path) as (app, pilot):
            await opened(pilot, app, with_models(tmp_path, "clue", setter="model:held", guesser="human:Ada"))
            await sees(pilot, "tok")
            pending = table_of(app).tables[0].runner.players.pending
            await until(pilot, lambda: pending.by_seat["setter"].progress.tokens == 4)
            for _ in range(3):
                table_of(app).panel.draw_streams()
                await pilot.pause()
                seen = given_away(app).lower()
                assert "thinking" in seen
                assert not held_in(seen, "pride", "lions")
            await pilot.press("f3")
            await pilot.pause()
            assert "pride" not in given_away(app).lower()
            go.set()
            runner = await seated(pilot, app)
            assert target(runner) == "pride"
            await pilot.press("f3")
            await on(pilot, SheetScreen)
            for _ in range(3):
                await pilot.press("left")
                assert "pride" not in given_away(app).lower()


@pytest.mark.thorough
async def test_a_setters_refused_word_is_told_of_without_the_word(tmp_path: Path, stub: StubServer) -> None:
    stub.script = ["prides | lions that live together", "pride | lions that live together"]
    configured(tmp_path, stub.url, "script")
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, with_models(tmp_path, "clue", setter="model:script", guesser="human:Ada"))
        runner = await seated(pilot, app)
        assert target(runner) == "pride"

        def talk() -> str:
            return " ".join(" ".join(line.rpartition("│")[2] for line in shown(app).splitlines()).split())

        await until(pilot, lambda: "The setter tried something that the rules don't allow" in talk())
        assert "pride" not in given_away(app).lower()
        note = runner.notes
    assert kept_notes(tmp_path, runner) == note


@pytest.mark.thorough
async def test_a_refused_proposal_is_told_with_its_reason(tmp_path: Path, stub: StubServer) -> None:
    stub.script = ["guess: thisisguaranteedawes\nexplanation: I am sure", "guess: slate\nexplanation: common"]
    configured(tmp_path, stub.url, "script")
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, with_models(tmp_path, "critic", guesser="model:script", critic="human:Ada"))
        runner = await seated(pilot, app)
        await sees(pilot, "SLATE?")
        assert not lacking(shown(app), "script tried “thisisguarant…”:", "it has 20 letters; 5 are needed")
        note = runner.notes
    assert kept_notes(tmp_path, runner) == note


@pytest.mark.thorough
@pytest.mark.parametrize("sits", sampled([True, False], 2))
async def test_whoever_watches_models_reads_every_turn_unmarked_until_a_person_sits_down(
    tmp_path: Path, stub: StubServer, *, sits: bool
) -> None:
    stub.script = ["pride | lions that live together"]
    configured(tmp_path, stub.url, "script", "plain")
    async with app_in(tmp_path, (100, 40), pace=2.0) as (app, pilot):
        app.open_table(
            with_models(tmp_path, "clue", setter="model:script", guesser="model:plain"), watch=True
        )
        await until(pilot, lambda: table_of(app).runner is not None)
        runner = runner_of(app)
        await until(pilot, lambda: turns(runner) >= 1)
        runner.playback.pause()
        await until(pilot, lambda: not runner.players.pending.by_seat)
        await pilot.press("f3")
        sheet = await on(pilot, SheetScreen)
        await sees(pilot, "guesser · guess · plain")
        texts = dict(sheet.page.parts)
        assert "You are the guesser" in texts["system"]
        assert texts["reply as received"].startswith("explanation: because it fits\nguess: ")
        assert "tokens: 20 in, 7 out; cost: n/a" in texts["time and cost"]
        await pilot.press("end", *["left"] * len(sheet.pages))
        await sees(pilot, "pride | lions")
        assert not app.secret_up, "nobody here mustn't see it"
        await pilot.press("escape")
        assert "peeked" not in kinds(app, runner.session.id), "no person plays"
        if sits:
            await runner.recast("guesser", read_player("human:Ada"))
            assert kinds(app, runner.session.id)[-2:] == ["peeked", "recast"]
            await runner.recast("guesser", read_player("human:Ben"))
            assert kinds(app, runner.session.id).count("peeked") == 1
        else:
            await runner.recast("guesser", bot("hard"))
            assert "peeked" not in kinds(app, runner.session.id)


@pytest.mark.thorough
async def test_nothing_is_asked_while_a_watcher_holds_the_game(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "plain")
    async with app_in(tmp_path, pace=8.0) as (app, pilot):
        runner = await sit(pilot, app, with_models(tmp_path, guesser="model:plain"), watch=True)
        await pilot.press("space", "minus")
        assert runner.playback.paused
        await pilot.pause(0.05)
        assert stub.requests == []
        await pilot.press("n")
        await until(pilot, lambda: turns(runner) == 1)
        await pilot.pause(0.05)
        assert len(stub.requests) == 1


@pytest.mark.thorough
async def test_an_undo_withdraws_what_a_model_is_asked(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "held")
    with held("explanation: I think\nguess: crane") as go:
        async with app_in(tmp_path) as (app, pilot):
            table = with_models(tmp_path, "critic", guesser="model:held", critic="human:Ada")
            await opened(pilot, app, table)
            go.set()
            runner = await seated(pilot, app)
            go.clear()
            await pilot.press("down", "enter")
            await until(pilot, lambda: "I think" in shown(app) and runner.awaited is not None)
            assert runner.awaited is not None
            assert runner.awaited.ask.name == "guess"
            await pilot.press("ctrl+z")
            await until(pilot, lambda: hotseat_of(runner).current is not None and runner.awaited is None)
            await until(pilot, lambda: stub.lost == 1)  # the app goes on meanwhile
            await pilot.pause()
            assert "cancels" not in shown(app)
            await pilot.press("down", "enter")
            await until(pilot, lambda: runner.awaited is not None)
            go.set()
            await until(pilot, lambda: turns(runner) == 1)
            assert kinds(app, runner.session.id)[:5] == ["reply", "reply", "undone", "reply", "reply"]


@pytest.mark.thorough
@pytest.mark.parametrize("wanted", sampled([True, False], 2))
async def test_the_bell_calls_back_whoever_a_slow_model_sent_away(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch, *, wanted: bool
) -> None:
    configured(tmp_path, stub.url, "plain")
    monkeypatch.setattr(session_runner, "SLOW", 0.0)
    async with app_in(tmp_path, bell=wanted) as (app, pilot):
        rung: list[bool] = []
        monkeypatch.setattr(app, "bell", lambda: rung.append(True))
        await opened(pilot, app, with_models(tmp_path, "critic", guesser="model:plain", critic="human:Ada"))
        await seated(pilot, app)
        await pilot.pause()
        assert rung == [True] * wanted


@pytest.mark.thorough
async def test_two_seats_that_fail_are_asked_about_in_turn(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "404")
    async with app_in(tmp_path) as (app, pilot):
        await opened(
            pilot, app, with_models(tmp_path, "critic", guesser="model:404", critic="model:404"), watch=True
        )
        assert "404 (guesser)" in await asked_what_to_do(pilot, app)
        runner = runner_of(app)
        runner.referee.paused["critic"] = "critic: 404 is not there either"
        await runner.referee.note(Kind.PAUSED, seat="critic", why="critic: 404 is not there either")
        await pilot.press("right", "enter")
        await on(pilot, PlayerPicker)
        await pilot.press("down", "enter")
        await on(pilot, Dialog)
        await sees(pilot, "404 (critic)")


@pytest.mark.thorough
async def test_a_name_that_means_another_model_waits_to_be_recast(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "plain", "hang")
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(
            pilot, app, with_models(tmp_path, "critic", guesser="model:plain", critic="human:Ada")
        )
        await pilot.press("escape", "escape")
        await until(pilot, lambda: bool(app.store.unfinished()))
        models = Paths.find(tmp_path).models_file
        models.write_text(models.read_text().replace('model = "plain"', 'model = "other"'))
        app.registry.read()
        app.resume_table(runner.session.id)
        await until(pilot, lambda: table_of(app).runner is not None)
        await until(pilot, lambda: table_of(app).runner is not runner)
        again = table_of(app).runner
        assert again is not None
        await until(pilot, lambda: hotseat_of(again).current is not None)
        await pilot.press("down", "enter")
        said = await asked_what_to_do(pilot, app)
        assert not lacking(said, "plain (guesser)", "now means other")


@pytest.mark.thorough
async def test_a_model_can_be_added_while_a_seat_waits_for_one(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, stub.url, "404")
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, with_models(tmp_path, "critic", guesser="model:404", critic="human:Ada"))
        await asked_what_to_do(pilot, app)
        await pilot.press("right", "enter")
        await on(pilot, PlayerPicker)
        await pilot.press("up", "enter")
        await on(pilot, ModelsScreen)
        for _ in range(5):
            await pilot.pause()
        assert isinstance(app.screen, ModelsScreen), "no dialog opens over it"
        configured(tmp_path, stub.url, "plain")
        app.registry.read()
        trial = Trial(ok=True, at="2026-11-21T10:00:00Z", model="plain")
        app.store.set_meta("model:plain", json.dumps(trial.to_json()))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table_of(app))
        await pilot.press("enter")
        await asked_what_to_do(pilot, app)
        await pilot.press("right", "enter")
        await on(pilot, PlayerPicker)
        await sees(pilot, "plain")
        await pilot.press(*"plain", "enter")
        runner = runner_of(app)
        await until(pilot, lambda: hotseat_of(runner).current is not None)
        recast = next(e for e in app.store.load(runner.session.id).events if e.type == Kind.RECAST)
        assert recast["to"] == {"player": "model", "name": "plain", "model": "plain"}
