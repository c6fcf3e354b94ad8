"""Two people at one keyboard: what only one of them may know never reaches the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from tests.ui.playing import (
    app_in,
    asked,
    given_away,
    guess,
    hotseat_of,
    kinds,
    on,
    opening,
    result_of,
    seated,
    sees,
    shown,
    sit,
    table_of,
    turns,
    until,
)
from tui_arena.players.new_session import Opening
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.boards.host import HostUI
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.table.dialogs import CurtainScreen

WORD, CLUE, DRAFT = "pride", "big cats", "zyzzy"
"""The canaries: a setter's word, its clue (public once it is given), and a refused word."""


@pytest.fixture(autouse=True)
def _every_ask_is_private(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wordle's guesses are answered in the open; here they stand for asks that aren't."""
    monkeypatch.setattr(HostUI, "in_the_open", lambda *_: False)


def two_people() -> Opening:
    """Ben sets, Ada guesses."""
    return opening("clue", setter="human:Ben", guesser="human:Ada")


async def called(pilot: Pilot[None], app: ArenaApp, name: str) -> None:
    """Wait for the curtain that calls a person."""
    await until(pilot, lambda: isinstance(app.screen, CurtainScreen) and app.screen.called == name)
    await pilot.pause()


async def ben_sets(pilot: Pilot[None], app: ArenaApp) -> SessionRunner:
    """Ben is called, gives a refused word and then a good one, which a toast and a copy tell; Ada is called."""
    runner = await sit(pilot, app, two_people())
    await called(pilot, app, "Ben")
    await pilot.press("enter")
    await asked(pilot, runner)
    assert app.secret_up, "so no screenshot, no copying, and nothing in the palette that shows it"
    await pilot.press(*f"{DRAFT} | {CLUE}", "enter")
    await until(pilot, lambda: DRAFT.upper() in table_of(app).bar.notice)
    app.notify(f"the word will be {WORD}")
    await pilot.press("ctrl+u", *f"{WORD} | {CLUE}", "ctrl+shift+a", "ctrl+c", "enter")
    await called(pilot, app, "Ada")
    return runner


async def sits(pilot: Pilot[None], runner: SessionRunner, seat: str) -> None:
    """The curtain opens for a seat."""
    await pilot.press("enter")
    await until(pilot, lambda: hotseat_of(runner).current is not None and hotseat_of(runner).seat == seat)
    await pilot.pause()


def secret_free(app: ArenaApp) -> None:
    """No form of a canary is anywhere that the person at the screen can see or reach."""
    seen = given_away(app).lower()
    bare = "".join(c for c in seen if c.isalnum())
    assert WORD not in bare
    assert WORD[::-1] not in bare
    assert DRAFT not in bare


async def test_no_key_looks_behind_the_curtain_and_no_undo_takes_the_setters_word_back(
    tmp_path: Path,
) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await ben_sets(pilot, app)
        assert app.secret_up, "nobody takes a picture of what lies behind it"
        for size in ((80, 24), (60, 20)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = shown(app)
            assert "ADA" in text, size
            assert "you guess" in text, size
            assert CLUE not in text, "even what Ada may know waits until she sits down"
            secret_free(app)
        before = kinds(app, runner.session.id)
        for key in ("s", "l", "a", "t", "e", "tab", "f2", "f3", "f4", "f5", "f6", "ctrl+z", "ctrl+y", "v"):
            await pilot.press(key)
        await pilot.pause(0.05)
        assert isinstance(app.screen, CurtainScreen)
        assert (kinds(app, runner.session.id), table_of(app).bar.field.value) == (before, "")
        secret_free(app)
        drawn: Screen[Any] = app.screen
        for key in ("f1", "ctrl+p", "ctrl+c", "ctrl+s"):
            await pilot.press(key)
            await pilot.pause(0.05)
            secret_free(app)
            if app.screen is not drawn:
                await pilot.press("escape")
            await until(pilot, lambda: app.screen is drawn)
        await sits(pilot, runner, "guesser")
        await nothing_of_the_setter_is_found(pilot, app, runner)


async def nothing_of_the_setter_is_found(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner) -> None:
    """Ada looks everywhere, and takes back all that she may; the setter's word reaches her nowhere."""
    assert not app.secret_up, "Ada has nothing to hide"
    await until(pilot, lambda: CLUE in shown(app))
    secret_free(app)
    for key in ("ctrl+z", "ctrl+y", "up", "down", "ctrl+v", "f1"):
        await pilot.press(key)
        await pilot.pause(0.02)
        secret_free(app)
    assert "undone" not in kinds(app, runner.session.id), "it was another person's"
    assert hotseat_of(runner).seat == "guesser"
    await pilot.press("escape")
    await pilot.pause()
    await guess(pilot, runner, "slate")
    secret_free(app)
    await pilot.press("ctrl+z")
    await until(pilot, lambda: turns(runner) == 0)
    await pilot.pause()
    secret_free(app)
    await pilot.press("f3")
    await pilot.pause(0.1)
    secret_free(app)


async def test_a_key_too_many_opens_no_curtain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, two_people())
        await called(pilot, app, "Ben")
        monkeypatch.setattr("tui_arena.ui.app.keys_in_turn.DEAD", 3600.0)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        assert hotseat_of(runner).current is None


@pytest.mark.thorough
async def test_guesser_and_critic_take_turns_through_the_curtain(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, opening("critic", guesser="human:Ada", critic="human:Cleo"))
        await called(pilot, app, "Ada")
        await sits(pilot, runner, "guesser")
        await pilot.press(*"slate", "enter")
        await called(pilot, app, "Cleo")
        assert "you judge" in shown(app)
        await sits(pilot, runner, "critic")
        await pilot.press(*"yes go", "enter")
        await called(pilot, app, "Ada")
        await sits(pilot, runner, "guesser")
        await sees(pilot, "the critic agrees: go")


@pytest.mark.thorough
async def test_coming_back_goes_through_the_curtain_again_and_it_is_played_to_its_end(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await ben_sets(pilot, app)
        app.open_sessions()  # which closes the curtain
        await pilot.pause()
        app.resume_table(runner.session.id)
        await called(pilot, app, "Ada")
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        secret_free(app)
        await until(pilot, lambda: bool(app.store.unfinished()))
        app.resume_table(runner.session.id)
        again = await seated(pilot, app)
        await called(pilot, app, "Ada")
        secret_free(app)
        await sits(pilot, again, "guesser")
        secret_free(app)
        await guess(pilot, again, "slate")
        await pilot.press(*WORD, "enter")
        result = await result_of(pilot, app)
        assert result.result is not None
        assert result.result.play.outcome().winners == ("guesser",)
        assert f"ADA WINS in 2 · {WORD.upper()}" in shown(app)


@pytest.mark.thorough
async def test_one_person_alone_needs_no_curtain_and_sees_the_own_word(tmp_path: Path) -> None:
    async with app_in(tmp_path, pace=8.0) as (app, pilot):
        runner = await sit(pilot, app, opening("clue", setter="human:Ben", guesser="bot:medium"))
        assert hotseat_of(runner).seat == "setter"
        await pilot.press(*f"{WORD} | {CLUE}", "enter")
        await until(pilot, lambda: hotseat_of(runner).watching)
        await pilot.pause()
        assert WORD in shown(app).lower()
        assert "Give up" not in shown(app), "a neutral seat can't resign"
