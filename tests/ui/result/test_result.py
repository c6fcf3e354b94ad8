"""The result screen: what happened and why, and playing again."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Static

from tests.save import making
from tests.save.making import end, reply
from tests.stub_server import StubServer
from tests.ui.harness import settle
from tests.ui.models_at_table import configured, with_models
from tests.ui.playing import (
    PATIENCE,
    app_in,
    at_table,
    ended_at,
    guess,
    kinds,
    lacking,
    on,
    opening,
    result_of,
    seated,
    sees,
    shown,
    sit,
    target,
    turns,
    until,
    wrong,
)
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.store import SaveError, Store, new_id, open_store
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.keys_in_turn import key_clock
from tui_arena.ui.challenge.codes import ShareScreen
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.result.presenter import SessionResult, load_result, may_ask_rating, rate
from tui_arena.ui.result.screen import ExplainScreen, RateScreen, ResultScreen
from tui_arena.ui.sessions.screen import SessionsScreen
from tui_arena.ui.widgets.dialogs import Dialog


async def won(pilot: Pilot[None], app: ArenaApp, misses: int = 2) -> ResultScreen:
    """Play a game and win it after some misses."""
    runner = await sit(pilot, app, opening())
    for word in wrong(runner)[:misses]:
        await guess(pilot, runner, word)
    await guess(pilot, runner, target(runner))
    return await result_of(pilot, app)


async def lost(pilot: Pilot[None], app: ArenaApp) -> ResultScreen:
    runner = await sit(pilot, app, opening())
    for word in wrong(runner)[:6]:
        await guess(pilot, runner, word)
    return await result_of(pilot, app)


@pytest.mark.thorough
async def test_who_gives_up_has_no_row_of_wins_and_a_tall_screen_centres_it(tmp_path: Path) -> None:
    async with app_in(tmp_path, (120, 40)) as (app, pilot):
        for n in range(3):
            app.store.save(
                making.won(app.catalogue, making.started(app.catalogue, n, {"guesser": "human:You"}))
            )
        screen = await won(pilot, app)
        assert "4 in a row at Wordle" in shown(app)
        first = screen.query_one("#headline").region.y
        assert 5 < first < 20
        assert screen.size.height - screen.query_one("#offer").region.bottom > 5
        runner = await sit(pilot, app, opening(seed=8))
        await pilot.press("f6", "right", "enter")
        await result_of(pilot, app)
        assert runner.over
        assert "in a row" not in shown(app)


async def test_every_figure_is_explained_and_a_result_shared_exported_and_reopened(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await won(pilot, app)
        result = screen.result
        assert result is not None
        text = shown(app)
        assert "This was the first game in this seat." in text
        assert "closeness" not in text, "figures are behind a key"
        await pilot.press("i")
        await on(pilot, ExplainScreen)
        await sees(pilot, "5 points for every letter in place")
        told = " ".join(str(one.content) for one in app.screen.query(Static))
        for metric in ("closeness", "strategy", "guesses", "speed", "repeats"):
            assert metric in told
        for line in result.info.explain(result.play, "closeness"):
            assert line.split("=")[1].strip() in told
        await pilot.press("escape", "y")
        await on(pilot, ShareScreen)
        await pilot.pause()
        share = app.screen
        assert isinstance(share, ShareScreen)
        assert app.clipboard == share.text
        assert "3/6" in shown(app)
        await pilot.press("s")
        saved = tmp_path / "exports" / "wordle-share.txt"
        await until(pilot, lambda: saved.exists() and "Saved to" in shown(app))
        assert saved.read_text("utf-8") == share.text + "\n"
        await pilot.press("escape", "Y")
        await on(pilot, ShareScreen)
        assert "all five in place" in app.clipboard
        await pilot.press("escape", "x")
        await on(pilot, Dialog)
        await pilot.pause()
        await pilot.press("enter")
        folder = tmp_path / "exports"
        await until(pilot, lambda: list(folder.glob("*.json")))
        document = json.loads(next(folder.glob("*.json")).read_text("utf-8"))
        assert document["id"] == result.session.id
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        app.open_result(result.session.id)
        again = await ended_at(pilot, app)
        assert again.metrics == result.metrics


@pytest.mark.thorough
async def test_the_distribution_counts_this_persons_games_and_marks_this_one(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await won(pilot, app, misses=1)
        screen = await lost(pilot, app)
        assert screen.result is not None
        assert screen.result.streak is None
        screen = await won(pilot, app, misses=1)
        assert screen.result is not None
        spread = screen.result.spread
        assert spread.counts["2"] == 2
        assert spread.counts["lost"] == 1
        assert spread.chosen == {"2"}
        assert spread.total == 3
        assert screen.result.streak is not None
        assert (screen.result.streak.current, screen.result.streak.best) == (1, 1)


@pytest.mark.thorough
async def test_each_of_two_people_is_told_what_they_reached_and_who_won(tmp_path: Path) -> None:
    async with app_in(tmp_path, (120, 40), name="Ben") as (app, pilot):
        cast = {seat: f"human:{who}" for seat, who in (("setter", "Ada Lee"), ("guesser", "Ben"))}
        table = {**{seat: read_player(text) for seat, text in cast.items()}}
        session, _ = new_session(
            Opening("taboo", table), app.catalogue, id=new_id(), seed=7, started="2026-11-21T10:00:00Z"
        )
        play = session.fold(app.catalogue.game("taboo").game)
        word = (session.setup.secret or {})["word"]
        for text in ("say it", f"My guess of the word is: {word}"):
            reply(play, text)
        end(play)
        app.store.save(session.with_events(play.events))
        app.open_result(session.id)
        screen = await result_of(pilot, app)
        text = shown(app)
        assert not lacking(text, "BEN WINS in 1", "First win at Taboo, Ben.")
        assert "YOUR TABOO" in text, "of whoever the keyboard belongs to"
        assert "This was the first game in this seat." in text
        assert screen.result is not None
        assert screen.result.player == "guesser"
        assert "WHO" not in text
        assert f"[{word[0].upper()}]" in text, "what was hidden stands in tiles"


@pytest.mark.thorough
async def test_who_walks_out_gets_no_award(tmp_path: Path) -> None:
    async with at_table(tmp_path, opening()) as (app, pilot, runner):
        await guess(pilot, runner, wrong(runner)[0])
        await runner.resign("guesser")
        await result_of(pilot, app)
        assert "GAVE UP" in shown(app)
        assert " goes to " not in shown(app)


async def test_again_and_swapped_roles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with app_in(tmp_path) as (app, pilot):
        first = await won(pilot, app, misses=0)
        assert first.result is not None
        with monkeypatch.context() as just_opened:
            just_opened.setattr("tui_arena.ui.app.keys_in_turn.DEAD", 3600.0)
            await pilot.press("enter")
            await pilot.pause()
            assert app.screen is first, "an Enter that was meant for the table starts no game"
        await pilot.press("enter")
        again = await seated(pilot, app)
        assert again.session.id != first.result.session.id
        assert again.session.seats == first.result.session.seats
        await guess(pilot, again, target(again))
        await result_of(pilot, app)
        await pilot.press("r")
        swapped = await seated(pilot, app)
        assert {s: c.spec["name"] for s, c in swapped.cast.items()} == {
            "setter": "You",
            "guesser": "bot medium",
        }
        await pilot.press(*"pride", "enter")
        await result_of(pilot, app)
        assert "PRIDE" in shown(app)
        await pilot.press("r")
        back = await seated(pilot, app)
        assert {s: c.kind for s, c in back.cast.items()} == {"setter": "bot", "guesser": "human"}


def press_later(app: ArenaApp, seconds: float, *keys: str) -> None:
    """Press keys in one burst, so many seconds from now by their own times."""
    at = key_clock() + seconds
    for n, name in enumerate(keys):
        key = Key(name, " " if name == "space" else None)
        key.time = at + n / 100
        app.post_message(key)


@pytest.mark.thorough
async def test_a_text_that_was_meant_for_the_table_does_nothing_and_a_key_alone_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app_in(tmp_path) as (app, pilot):
        monkeypatch.setattr("tui_arena.ui.app.keys_in_turn.LOOK", 3600.0)
        monkeypatch.setattr("tui_arena.ui.app.keys_in_turn.PAUSE", 0.8)
        monkeypatch.setattr("tui_arena.ui.app.keys_in_turn.TYPED", 0.0)
        result = await won(pilot, app, misses=0)
        assert " go" in next(line for line in shown(app).splitlines() if "★ The" in line), "an award"
        press_later(app, 10, *"what", "space", *"bird", "enter")
        await settle(pilot)
        assert app.screen is result, "a letter of it has opened something"
        press_later(app, 20, "i")
        await on(pilot, ExplainScreen)
        press_later(app, 20.1, "i")
        await until(pilot, lambda: app.screen is result)


@pytest.mark.thorough
async def test_a_result_opens_when_it_is_read_and_takes_the_keys_that_came_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads_held: None
) -> None:
    reads = threading.Event()

    def slow(*what: Any) -> SessionResult:
        reads.wait(PATIENCE)
        return load_result(*what)

    async with app_in(tmp_path) as (app, pilot):
        monkeypatch.setattr("tui_arena.ui.app.keys_in_turn.TYPED", 0.0)
        await won(pilot, app, misses=0)
        await pilot.press("escape", "s")
        await on(pilot, SessionsScreen, lambda s: s.loaded)
        sessions = app.screen
        monkeypatch.setattr("tui_arena.ui.result.screen.load_result", slow)
        try:
            await pilot.press("enter", "i")
            assert app.screen is sessions, "no empty page comes before it"
        finally:
            reads.set()
        await on(pilot, ExplainScreen)


@pytest.mark.thorough
async def test_a_lost_last_guess_is_taken_back(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await lost(pilot, app)
        assert screen.result is not None
        session_id = screen.result.session.id
        await pilot.press("ctrl+z")
        runner = await seated(pilot, app)
        assert turns(runner) == 5
        await guess(pilot, runner, target(runner))
        await result_of(pilot, app)
        assert "WON in 6" in shown(app)
        await until(pilot, lambda: kinds(app, session_id)[-1] == "ended")  # saved once the result is known
        assert kinds(app, session_id)[-5:] == ["ended", "undone", "resumed", "reply", "ended"]
        assert "undone" in app.store.recent("wordle", 1)[0].flags


@pytest.mark.thorough
async def test_the_end_of_a_daily_stands(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        for game in ("wordle", "entity"):
            runner = await sit(pilot, app, Opening(game, opening().cast), daily="2026-11-21")
            await pilot.press("f6", "g")
            screen = await result_of(pilot, app)
            assert "Undo" not in shown(app), game
            await pilot.press("ctrl+z")
            await pilot.pause(0.05)
            assert app.screen is screen, game
            assert kinds(app, runner.session.id)[-1] == "ended", game


async def test_a_rating_takes_three_keys_and_is_asked_once_an_evening(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await won(pilot, app, misses=0)
        assert screen.result is not None
        assert "Press g to rate it" in shown(app)
        await pilot.press("g")
        await on(pilot, RateScreen)
        await pilot.pause()
        await pilot.press("5", "3", "backspace", "4", "3")
        await until(pilot, lambda: "rated" in kinds(app, screen.result.session.id))  # type: ignore[union-attr]
        event = app.store.load(screen.result.session.id).events[-1]
        assert {k: event[k] for k in ("seat", "liked", "satisfied", "often")} == {
            "seat": "guesser",
            "liked": 5,
            "satisfied": 4,
            "often": 3,
        }
        await won(pilot, app, misses=0)
        assert "g rates it" not in shown(app)
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)


@pytest.mark.thorough
async def test_a_rating_is_not_asked_where_it_is_switched_off(tmp_path: Path) -> None:
    async with app_in(tmp_path, rating=False) as (app, pilot):
        screen = await won(pilot, app, misses=0)
        assert "g rates it" not in shown(app)
        assert screen.result is not None
        midnight = datetime.fromisoformat("2026-11-22T00:30:00+01:00")
        assert may_ask_rating(app.store, screen.result, midnight)
        assert not may_ask_rating(app.store, screen.result, midnight + timedelta(hours=4)), "one evening"
        assert may_ask_rating(app.store, screen.result, midnight + timedelta(hours=19))


@pytest.mark.thorough
async def test_a_watched_game_has_no_distribution_of_anybody(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        app.open_table(opening(guesser="bot:hard"), watch=True)
        screen = await ended_at(pilot, app)
        assert screen.spread.total == 0
        assert load_result(app.catalogue, app.store, screen.session.id).streak is None
        assert "FOUND in" in shown(app)


@pytest.mark.thorough
async def test_a_game_that_the_rules_stopped_says_who_did_what_and_is_looked_at_again(tmp_path: Path) -> None:
    said = tmp_path / "said.jsonl"
    said.write_text('{"ask": "guess", "text": "toolong"}\n')
    async with app_in(tmp_path / "home") as (app, pilot):
        cast = {"guesser": read_player(f"script:{said}")}
        app.open_table(Opening("wordle", cast, {"reprompts": 0}, None, None, 7), watch=True)
        await result_of(pilot, app)
        assert "(guesser) broke the rules once too often: toolong has 7 letters" in " ".join(
            shown(app).split()
        )
        assert "help with forms" not in shown(app), "it was no model"
        await pilot.press("w")
        await on(pilot, ReplayScreen)
        await sees(pilot, "0 of 2")


@pytest.mark.thorough
async def test_a_game_that_a_models_replies_stopped_offers_the_next_step(tmp_path: Path) -> None:
    with StubServer() as stub:
        configured(tmp_path, stub.url, "say:toolong")
        async with app_in(tmp_path) as (app, pilot):
            app.open_table(
                replace(with_models(tmp_path, guesser="model:say"), options={"reprompts": 0}), watch=True
            )
            await result_of(pilot, app)
            text = " ".join(shown(app).split())
            assert "broke the rules once too often: toolong has 7 letters" in text
            assert "Next time, try help with forms, another prompt or a shorter limit" in text
            assert "press m on the model's seat in the set-up" in text


@pytest.mark.thorough
async def test_nobody_s_word_is_named_where_none_was_set(tmp_path: Path) -> None:
    said = tmp_path / "said.jsonl"
    said.write_text('{"ask": "target", "text": "toolong"}\n')
    async with app_in(tmp_path / "home") as (app, pilot):
        cast = {"guesser": read_player("bot:easy"), "setter": read_player(f"script:{said}")}
        app.open_table(Opening("wordle", cast, {"reprompts": 0}, None, None, 7), watch=True)
        await result_of(pilot, app)
        assert "STOPPED" in shown(app)
        assert "?" not in shown(app)


def test_a_rating_that_can_not_be_saved_is_nowhere_and_one_that_can_keeps_a_new_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SaveError("the disk is full")

    store = open_store(tmp_path / "arena.db", making.CATALOGUE).store
    session = making.won(making.CATALOGUE, making.started(making.CATALOGUE))
    store.save(session)
    result = load_result(making.CATALOGUE, store, session.id)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", full)
        with pytest.raises(SaveError):
            rate(store, result, 5, 4, 3)
    assert list(result.play.events) == list(session.events) == list(store.load(session.id).events)
    store.rename_person("Ada", "Zoe")
    rate(store, result, 5, 4, 3)
    assert [name for _, name in store.sessions()[0].players] == ["Zoe"]
    assert store.load(session.id).events[-1]["liked"] == result.play.events[-1]["liked"] == 5
    store.close()
