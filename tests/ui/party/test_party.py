"""A party of three people over three games: set up, played, resumed, ended and looked at again."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import OptionList

from tests.ui.harness import NOON, Golden
from tests.ui.playing import (
    app_in,
    called,
    has_table,
    held_in,
    hotseat_of,
    on,
    result_of,
    seated,
    sees,
    shown,
    table_of,
    until,
)
from tui_arena.core.language.sentences import first_name
from tui_arena.games.bluffing.ui.exhibit_board import ExhibitBoard
from tui_arena.players.party import Call, Party, PartyGame, PartyState
from tui_arena.players.party_store import parties, save_party
from tui_arena.save.people import NOTE
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app import keys_in_turn
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.party.keyboard_spectators import CallsDialog, WordDialog
from tui_arena.ui.party.screen import PartyHistoryScreen, PartyScreen
from tui_arena.ui.party.setup_screen import PartySetupScreen
from tui_arena.ui.widgets.dialogs import Dialog, TextDialog

pytestmark = pytest.mark.usefixtures("bare", "swift")


@pytest.fixture
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    """No grace time at the curtain, and the same random numbers each time."""
    monkeypatch.setattr(secrets, "randbelow", lambda below: 7)


@asynccontextmanager
async def evening(
    home: Path, game: str, *names: str, **how: Any
) -> AsyncIterator[tuple[ArenaApp, Pilot[None]]]:
    """The app at a party of these people and bots over one game; `how`: more about the party."""
    players = tuple(name if ":" in name else f"human:{name}" for name in names)
    async with app_in(home, rating=False) as (app, pilot):
        save_party(app.store, Party("P1", "", players, (PartyGame(game),), **how))
        app.open_party("P1")
        yield app, pilot


async def says(
    pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, who: str, text: str, *then: str
) -> None:
    """A person comes to the keyboard and answers (`then`: keys after the text); wait until it is taken."""
    await called(pilot, app, runner, who)
    waiting = hotseat_of(runner).current
    assert waiting is not None
    await pilot.press(*("space" if c == " " else c for c in text), *then, "enter")
    await until(pilot, waiting.answered.done)


async def told(pilot: Pilot[None], app: ArenaApp, text: str) -> None:
    """Wait until a text is on the screen."""
    await until(pilot, lambda: text in " ".join(shown(app).split()))


async def scoreboard(pilot: Pilot[None], app: ArenaApp) -> PartyScreen:
    """The scoreboard, once it is drawn."""
    await on(pilot, PartyScreen, lambda s: s.view is not None)
    await pilot.pause()
    return cast("PartyScreen", app.screen)


async def to_table(pilot: Pilot[None], app: ArenaApp, *bets: str) -> SessionRunner:
    """From the scoreboard to the next table; `bets`: the keys of who has no seat, before Enter."""
    await scoreboard(pilot, app)
    await pilot.press("enter")
    if bets:
        await on(pilot, CallsDialog)
        await pilot.pause()
        await pilot.press(*bets)
    return await seated(pilot, app)


async def hears_first(pilot: Pilot[None], app: ArenaApp) -> None:
    """Who looks on at a story would rather hear the answers before they say what they think."""
    await on(pilot, CallsDialog)
    await pilot.pause()
    await pilot.press("escape")
    await until(pilot, lambda: not isinstance(app.screen, CallsDialog))


def only_party(app: ArenaApp) -> PartyState:
    """The only party there is."""
    return parties(app.store, app.catalogue, app.registry.book)[0]


def calls_at(app: ArenaApp) -> Sequence[Call]:
    """What was done beside the tables of the only party."""
    return only_party(app).party.calls


async def to_scores(pilot: Pilot[None], app: ArenaApp, score: str) -> PartyScreen:
    """From the table over the result to the scoreboard."""
    await result_of(pilot, app)
    assert score in shown(app)
    assert "Again" not in shown(app)
    await pilot.press("enter")
    return await scoreboard(pilot, app)


async def confirms(pilot: Pilot[None], app: ArenaApp) -> None:
    """Choose the second answer of a question."""
    await on(pilot, Dialog)
    await pilot.press("right", "enter")


async def set_up(pilot: Pilot[None], app: ArenaApp) -> None:
    """Set up a party of three people and three games, from home."""
    await pilot.press("p")
    await on(pilot, PartySetupScreen)
    await pilot.pause()
    await pilot.press("enter")
    await on(pilot, TextDialog)
    await pilot.press(*"Ada", "comma", *"ada")
    await told(pilot, app, "typed a name twice")
    await pilot.press("enter", "backspace", "backspace", "backspace", *"Ben", "comma", *"Eve", "enter")
    await told(pilot, app, "3 people")
    screen = cast("PartySetupScreen", app.screen)
    screen.query_one("#player-2").focus()
    await pilot.press("right")
    await told(pilot, app, "2 people and 1 bot, 6 games.")
    await pilot.press("left")  # a name that was typed can be had again
    await told(pilot, app, "3 people")
    assert screen.draft.players[2] == "human:Eve"
    screen.draft.games = [PartyGame(game) for game in ("wordle", "taboo", "bluffing")]
    screen.redraw()
    screen.query_one("#player-0").focus()
    await pilot.pause()


async def plays_wordle(pilot: Pilot[None], app: ArenaApp) -> None:
    """Ada gives a word that Ben knows, as Eve has said."""
    runner = await to_table(pilot, app, "1", "enter")
    assert str(table_of(app).title).endswith("game 1")
    await says(pilot, app, runner, "Ada", "pride")
    await says(pilot, app, runner, "Ben", "pride")


async def plays_taboo(pilot: Pilot[None], app: ArenaApp) -> None:
    """Eve prompts; the table is left and resumed from home; Ada guesses the word, though Ben bets on Eve."""
    runner = await to_table(pilot, app, "right", "right", "enter")
    word = (runner.session.setup.secret or {})["word"]
    await says(pilot, app, runner, "Eve", "say it")
    await until(pilot, lambda: hotseat_of(runner).seat == "guesser")
    await pilot.press("escape", "escape")
    await told(pilot, app, "game 2 of 3 · Ada 0, Ben 1, Eve 1")
    assert len(app.screen.query("#continue MenuRow").exclude(".-none")) == 1
    await until(pilot, lambda: app.focused is not None and app.focused.id == "continue-0")
    await pilot.press("enter")
    runner = await seated(pilot, app)
    assert str(table_of(app).title).endswith("game 2")
    await says(pilot, app, runner, "Ada", f"guess {word}")


async def plays_bluffing(pilot: Pilot[None], app: ArenaApp) -> SessionRunner:
    """Ben makes a true statement, and Eve does not believe him; Ada has nothing to say."""
    runner = await to_table(pilot, app)
    await says(pilot, app, runner, "Ben", "I am six", "tab")
    await hears_first(pilot, app)
    await says(pilot, app, runner, "Eve", "made up!")
    await hears_first(pilot, app)
    return runner


async def test_an_evening_of_three(tmp_path: Path, golden: Golden) -> None:
    async with app_in(tmp_path, rating=False) as (app, pilot):
        app.now = lambda: NOON
        await set_up(pilot, app)
        await golden(pilot, "party_setup_80x24")
        await pilot.press("enter")
        await scoreboard(pilot, app)
        assert "  Eve  calls how it ends" in shown(app)
        await plays_wordle(pilot, app)
        await to_scores(pilot, app, "A point to Ben. A point to Eve for calling it. Ada 0, Ben 1, Eve 1")
        await golden(pilot, "party_80x24")
        await plays_taboo(pilot, app)
        await to_scores(pilot, app, "A point to Ada. Ada 1, Ben 1, Eve 1")
        before = shown(app)
        await pilot.press("c")
        assert shown(app) != before
        await pilot.press("c", "c", "c", "c", "c")
        assert shown(app) == before
        runner = await plays_bluffing(pilot, app)
        end = await to_scores(pilot, app, "A point to Ben. Ada 1, Ben 2, Eve 1")
        assert shown(app).count("★ The ") == 2, "an award of each game with something out of the ordinary"
        assert end.view is not None
        end.view = replace(end.view, prizes=())  # their words change from one evening to the next
        end.on_resize()
        await pilot.pause()
        await golden(pilot, "party_over_80x24")
        await pilot.press("x")
        kept = tmp_path / "exports" / "party.txt"
        await until(pilot, kept.exists)
        assert "Best story: “I am six” from Ben." in kept.read_text("utf-8")
        assert "<svg" in (tmp_path / "exports" / "party.svg").read_text("utf-8")
        assert app.settings.last == {}

        app.open_result(runner.session.id)
        result = await result_of(pilot, app)
        assert "Undo" not in shown(app)
        await pilot.press("ctrl+z")
        await pilot.pause(0.05)
        assert app.screen is result, "who knows the truth doesn't decide again"
        app.open_home()
        found = only_party(app)
        assert {s.row.party for s in found.sessions} == {found.party.id}


@pytest.mark.thorough
async def test_who_is_typed_where_others_are_listed_gets_a_seat(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await pilot.press("p")
        await on(pilot, PartySetupScreen)
        await pilot.pause()
        screen = cast("PartySetupScreen", app.screen)
        await pilot.press("a", *"Ada,Anna,Ben,Eve", "enter")
        await told(pilot, app, "4 people")
        screen.query_one("#player-0").focus()
        await pilot.press("x", "x", "x")
        assert screen.draft.players == ["human:Eve"]

        await pilot.press("a", "enter")  # the first of those who are known
        await until(pilot, lambda: screen.draft.players[1:] == ["human:Ada"])
        await pilot.press("a", *"Ann", "enter")  # no Anna, though the list shows her
        await until(pilot, lambda: screen.draft.players[2:] == ["human:Ann"])
        await pilot.press("a", *"Zoe", "comma", "space", *"b", "down", "enter")
        await until(pilot, lambda: screen.draft.players[3:] == ["human:Zoe", "human:Ben"])
        await pilot.press("a", *"anna", "enter")  # she has played before
        await until(pilot, lambda: screen.draft.players[5:] == ["human:Anna"])

        await pilot.press("a", *"a bot", "comma", *"bot easy", "enter")
        await until(pilot, lambda: screen.draft.players[6:] == ["bot:medium", "bot:easy"])
        await pilot.press("x", "x", "a")
        await told(pilot, app, "bot medium")
        await pilot.press("up", "enter")  # the last of those who are offered
        await until(pilot, lambda: screen.draft.players[6:] == ["bot:hard"])

        screen.query_one("#player-1").focus()
        await pilot.press("space")
        await told(pilot, app, "Who sits here?")
        await pilot.press(*"Bod")
        await told(pilot, app, "somebody else: Bod")
        await pilot.press("backspace", "backspace", *"ot", "space", *"m", "enter")
        await until(pilot, lambda: screen.draft.players[1] == "bot:medium")
        await pilot.press("space")
        await told(pilot, app, "Who sits here?")
        await pilot.press(*"Mo", "enter")
        await until(pilot, lambda: screen.draft.players[1] == "human:Mo")
        await pilot.press("space")
        await told(pilot, app, "Who sits here?")
        await pilot.press(*"eve", "enter")  # she has a seat
        await told(pilot, app, "Eve is already on the list.")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert screen.draft.players[1] == "human:Mo"

        screen.query_one("#game-0").focus()
        await pilot.press("space")
        await told(pilot, app, "Which game?")
        await pilot.press("t", "t", "enter")  # Twenty Questions, and the next with a T
        await until(pilot, lambda: app.screen is screen)
        assert screen.draft.games[0].game == "entity"


@pytest.mark.thorough
async def test_who_looks_on_writes_the_secret_down_and_the_clock_takes_a_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("tui_arena.ui.party.keyboard_spectators.monotonic", lambda: now)
    async with evening(tmp_path, "wordle", "Ada", "Ben", "Eve", clock=30) as (app, pilot):
        runner = await to_table(pilot, app, "1", "enter")
        await says(pilot, app, runner, "Ada", "pride")
        await called(pilot, app, runner, "Ben")
        table = table_of(app)
        assert str(table.sub_title).startswith("30 s · ")
        now += 12
        await pilot.press("f7")
        await on(pilot, WordDialog)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        await pilot.press("f7")
        await on(pilot, WordDialog)
        table.tick()
        now += 100  # the clock stands still while somebody writes
        await pilot.press("enter")
        await told(pilot, app, "Type what you think it is.")
        await pilot.press(*"pride")
        assert "pride" not in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is table)
        assert not table.check_action("buzz", ()), "one word for each of them"
        table.tick()
        assert str(table.sub_title).startswith("18 s · ")
        now += 18
        table.tick()
        table.tick()
        assert str(table.sub_title).startswith("time! · ")
        await until(pilot, lambda: len(calls_at(app)) == 3)
        await says(pilot, app, runner, "Ben", "pride")
        await result_of(pilot, app)
        state = only_party(app)
        assert state.points == {"human:Ada": 0, "human:Ben": 0, "human:Eve": 2}
        await told(pilot, app, "A point to Eve for having it in writing. The clock cost Ben 1 point.")


@pytest.mark.thorough
async def test_nobody_gets_more_time_by_leaving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor loses a second point when the time is up already."""
    now = 100.0
    monkeypatch.setattr("tui_arena.ui.party.keyboard_spectators.monotonic", lambda: now)
    async with evening(tmp_path, "wordle", "Ada", "Ben", "Eve", clock=30) as (app, pilot):
        runner = await to_table(pilot, app, "1", "enter")
        await says(pilot, app, runner, "Ada", "pride")
        await called(pilot, app, runner, "Ben")

        async def left_and_entered() -> SessionRunner:
            table_of(app).tick()
            await pilot.press("escape", "escape")
            await until(pilot, lambda: not has_table(app))
            app.resume_table(runner.session.id)
            again = await seated(pilot, app)
            await called(pilot, app, again, "Ben")
            table_of(app).tick()
            return again

        now += 12
        await left_and_entered()
        assert str(table_of(app).sub_title).startswith("18 s · ")
        now += 18
        table_of(app).tick()
        await until(pilot, lambda: len(calls_at(app)) == 2)
        again = await left_and_entered()
        assert str(table_of(app).sub_title).startswith("time! · ")
        await says(pilot, app, again, "Ben", "pride")
        await result_of(pilot, app)
        assert [call.kind for call in calls_at(app)].count("rang") == 1


@pytest.mark.thorough
async def test_who_looks_on_says_what_they_think_before_the_truth_is_shown(tmp_path: Path) -> None:
    async with evening(tmp_path, "bluffing", "Ada", "Ben", "Eve") as (app, pilot):
        runner = await to_table(pilot, app)
        hidden = table_of(app)
        await says(pilot, app, runner, "Ada", "I am six", "tab", "tab")
        await hears_first(pilot, app)
        seen: list[str] = []
        told_now: list[str] = []

        def drawn() -> None:
            """At each change, as with a slow disk."""
            hidden.show(hidden.tables[0])
            seen.append(cast("ExhibitBoard", hidden.panel.board).hearing.after)
            beside = hidden._spectators
            if beside is not None and beside.may_open(typing=False, asked=False) and runner.play.over:
                assert beside._spectators.caster == "", "it would tell the truth, too"
                told_now.append(runner.caster)

        runner.listeners.append(drawn)
        await says(pilot, app, runner, "Ben", "true!")
        await until(pilot, lambda: runner.over and isinstance(app.screen, CallsDialog))
        await told(pilot, app, "What do you say: was Ada's story true?")
        assert set(seen) == {""}
        assert any(told_now)
        assert not any(line[:20] in shown(app) for line in told_now if line)
        await pilot.press("enter")
        await told(pilot, app, "Eve, choose with the arrows or a number.")
        await pilot.press("left", "enter")
        await result_of(pilot, app)
        state = only_party(app)
        assert state.points == {"human:Ada": 1, "human:Ben": 0, "human:Eve": 1}
        await told(pilot, app, "A point to Ada. A point to Eve for calling it.")


@pytest.mark.thorough
async def test_no_window_takes_the_keys_of_the_judge_and_no_bet_is_seen_before_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, "bluffing", "Ada", "Ben", "Eve") as (app, pilot):
        runner = await to_table(pilot, app)
        await says(pilot, app, runner, "Ada", "I am six", "tab")
        await hears_first(pilot, app)
        for question in ("since when?", "who says so?"):
            await says(pilot, app, runner, "Ben", question)
            assert app.screen is table_of(app)
            await says(pilot, app, runner, "Ada", "ask my mother, ten")
            await called(pilot, app, runner, "Ben")
            await until(pilot, lambda: table_of(app).bar.notice == "Ben, your turn.")
            await pilot.press(*"true or not")
            await until(pilot, lambda: table_of(app).bar.typed == "true or not")
            assert app.screen is table_of(app), "Eve says nothing while Ben types"
            await pilot.press(*["backspace"] * len("true or not"))
        monkeypatch.setattr(keys_in_turn, "TYPED", 60.0)
        await says(pilot, app, runner, "Ben", "true!")
        await until(pilot, lambda: runner.over)
        runner.changed()
        await pilot.pause()
        assert app.screen is table_of(app), "somebody types"
        monkeypatch.setattr(keys_in_turn, "TYPED", 0.0)  # it looks again each second, untold
        await on(pilot, CallsDialog)
        assert "●" not in shown(app)


@pytest.mark.thorough
async def test_a_bot_has_one_name_all_evening_and_the_help_tells_how_to_score(tmp_path: Path) -> None:
    async with evening(tmp_path, "wordle", "Ada", "bot:medium", rounds=2) as (app, pilot):
        runner = await to_table(pilot, app)
        (bot,) = (first_name(runner.names[seat]) for seat, one in runner.cast.items() if one.kind == "bot")
        assert not bot.startswith("bot")
        await says(pilot, app, runner, "Ada", "pride")
        await result_of(pilot, app)
        await pilot.press("enter")
        await scoreboard(pilot, app)
        await sees(pilot, bot)
        assert "bot medium" not in shown(app)
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, PartySetupScreen) and app.focused is not None)
        await pilot.press("f1")
        await told(pilot, app, "You score a point if you win")
        assert "HOW TO PLAY" not in shown(app)


@pytest.mark.thorough
async def test_no_bet_is_placed_that_nobody_chose(tmp_path: Path) -> None:
    async with app_in(tmp_path, rating=False) as (app, pilot):
        players = tuple(f"human:{name}" for name in ("Ada", "Ben", "Eve", "Flo"))
        save_party(app.store, Party("P1", "", players, (PartyGame("taboo"),)))
        app.open_party("P1")
        await scoreboard(pilot, app)
        await pilot.press("enter")
        await on(pilot, CallsDialog)
        await told(pilot, app, "Eve ○ Ben ○ Ada ○ nobody")
        await pilot.press("enter")
        await told(pilot, app, "Eve, choose with the arrows or a number.")
        await pilot.press("3")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "call-1")
        assert "choose with" not in shown(app), "the form has gone on to Flo, who has done nothing wrong"
        await pilot.press("up", "enter")
        await told(pilot, app, "Flo, choose with the arrows or a number.")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "call-1")
        await pilot.press("right", "enter")
        await seated(pilot, app)
        calls = calls_at(app)
        assert [(call.player, call.value) for call in calls] == [
            ("human:Eve", "nobody"),
            ("human:Flo", "found"),
        ]


@pytest.mark.thorough
async def test_who_looks_on_at_a_story_may_bet_before_the_first_question_unseen(tmp_path: Path) -> None:
    async with evening(tmp_path, "bluffing", "Ada", "Ben", "Eve", "Flo") as (app, pilot):
        runner = await to_table(pilot, app)
        await says(pilot, app, runner, "Ada", "I am six", "tab")
        await on(pilot, CallsDialog)
        await pilot.pause()
        assert "○ true   ○ made up" in shown(app)
        await pilot.press("right")
        assert "● true" in shown(app)
        await pilot.press("2")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "call-1")
        await told(pilot, app, "Eve has chosen")
        assert "●" not in shown(app)
        await pilot.press("up")
        assert app.focused is not None
        assert app.focused.id != "call-0", "what Eve has chosen can't be called up again"
        app.screen.query_one("#call-1").focus()
        await pilot.press("1", "enter")
        await says(pilot, app, runner, "Ben", "true!")
        await result_of(pilot, app)
        assert [(one.player, one.value) for one in calls_at(app)] == [
            ("human:Eve", "made up"),
            ("human:Flo", "true"),
        ]


@pytest.mark.thorough
async def test_an_evening_is_changed_on_its_way(tmp_path: Path, golden: Golden) -> None:
    async with app_in(tmp_path, (60, 20), ascii=True, name="Zoe [b]") as (app, pilot):
        players = ("human:Zoe [b]", "bot:easy", "model:Gone")
        save_party(app.store, Party("P1", "", players, (PartyGame("wordle"), PartyGame("taboo")), 1))
        app.open_party("P1")
        await told(pilot, app, "Gone isn't here any more; bot medium stands in.")
        await golden(pilot, "party_60x20_ascii")
        await pilot.press("k")
        await told(pilot, app, "Skip Wordle?")
        await pilot.press("k")  # K for Keep it
        await told(pilot, app, "game 1 of 2")
        await pilot.press("k", "s")
        await told(pilot, app, "game 2 of 2")
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, PartySetupScreen) and app.focused is not None)
        draft = cast("PartySetupScreen", app.screen).draft
        await pilot.press("down", "x")
        assert draft.players == ["human:Zoe [b]", "bot:medium"]
        await pilot.press("d", "u")
        assert draft.players == ["bot:medium", "human:Zoe [b]"]
        await pilot.press("n", *"Soup", "enter")
        await until(pilot, lambda: app.screen.title == "PARTY - Soup")
        save_party(app.store, Party("P1", "", players, (PartyGame("wordle"),)))  # as another window would
        await pilot.press("enter")
        await told(pilot, app, "Tonight")
        assert "game 1 of 2" in shown(app), "nothing is passed over any more"
        await pilot.press("k", "s")
        await told(pilot, app, "game 2 of 2")
        assert app.screen.title == "PARTY - Soup"
        await pilot.press("f")
        await told(pilot, app, "End the party?")
        await pilot.press("p", "f", "e")  # P for Play on
        await told(pilot, app, "No games played")
        await pilot.press("a")
        await told(pilot, app, "game 2 of 2")
        later = Party("P1", "", ("human:Zoe [b]", "human:花子"), (PartyGame("taboo"),), 7, "Soup, later")
        save_party(app.store, later)  # as another window would
        await pilot.press("enter")
        await told(pilot, app, "game 1 of 7")
        assert isinstance(app.screen, PartyScreen), "and no table was opened"
        scores = [line.rstrip() for line in shown(app).splitlines() if line.rstrip().endswith("  0")]
        assert [cell_len(line) for line in scores] == [cell_len(scores[0])] * 2
        save_party(app.store, replace(later, rounds=9))
        await pilot.press("f", "e")
        await told(pilot, app, "game 1 of 9")


@pytest.mark.thorough
async def test_a_game_is_left_and_an_evening_forgotten(tmp_path: Path) -> None:
    async with app_in(tmp_path, rating=False, pace=60.0) as (app, pilot):
        games = (PartyGame("wordle"), PartyGame("taboo"))
        save_party(app.store, Party("P1", "", ("human:Zoe", "bot:easy"), games, 1, "Soup", ("", "")))
        app.store.set_meta(NOTE + "P0", "{")
        app.open_party("P1")
        await told(pilot, app, "No games played")
        await pilot.press("a")
        await told(pilot, app, "game 3 of 4")
        runner = await to_table(pilot, app)
        assert {seat: one.spec["name"] for seat, one in runner.cast.items()} == {
            "setter": "Zoe",
            "guesser": "bot easy",
        }
        await pilot.press(*"pride", "enter")
        await until(pilot, lambda: bool(runner.play.events))
        app.open_home()
        await on(pilot, HomeScreen)
        await told(pilot, app, "Soup · game 3 of 4")
        await pilot.press("p")
        await told(pilot, app, "On the table: Wordle")
        await pilot.press("k")
        await confirms(pilot, app)
        await told(pilot, app, "game 4 of 4")
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, PartyHistoryScreen) and "Soup" in shown(app))
        assert len(cast("PartyHistoryScreen", app.screen).parties) == 1
        await pilot.press("x")
        await confirms(pilot, app)
        await told(pilot, app, "No parties yet")
        assert len(app.store.sessions()) == 1
        app.open_party("P1")
        await until(
            pilot, lambda: any("This party is gone." in toast.message for toast in app._notifications)
        )
        assert not isinstance(app.screen, PartyScreen)


@pytest.mark.thorough
async def test_four_people_lead_each_other_past_one_of_them(tmp_path: Path) -> None:
    async with app_in(tmp_path, rating=False) as (app, pilot):
        people = tuple(f"human:{name}" for name in ("Ada", "Ben", "Cleo", "Dan"))
        party = Party("P1", "", people, (PartyGame("connections"),), 2, double_last=True)
        save_party(app.store, party)
        app.open_party("P1")
        await told(pilot, app, "has the word and blocks clues")
        assert not held_in(shown(app), "looks on", "counts double")
        runner = await to_table(pilot, app)
        assert runner.names == {"setter": "Ada", "guesser_1": "Ben", "guesser_2": "Cleo", "guesser_3": "Dan"}
        await says(pilot, app, runner, "Ada", "owl")
        await says(pilot, app, runner, "Ben", "owl", "tab", *"hoots")
        await says(pilot, app, runner, "Ada", "oak")
        await says(pilot, app, runner, "Cleo", "oar")
        assert "OWL" not in shown(app)
        await says(pilot, app, runner, "Dan", "owl")
        await to_scores(pilot, app, "A point each to Ben, Cleo and Dan. Ada 0, Ben 1, Cleo 1, Dan 1")
        await told(pilot, app, "game 2 of 2")
        assert "Last round, counts double:" in shown(app)


def _lists(screen: PartyHistoryScreen, count: int) -> bool:
    return len(screen.parties) == count


@pytest.mark.thorough
async def test_a_result_names_who_won_where_others_look_on(tmp_path: Path) -> None:
    async with evening(tmp_path, "bluffing", "bot:medium", "Ada", "Eve") as (app, pilot):
        runner = await to_table(pilot, app)
        await hears_first(pilot, app)
        await until(pilot, lambda: hotseat_of(runner).current is not None)
        assert hotseat_of(runner).alone
        await until(pilot, lambda: "Ada: ask" in shown(app) and "Ada, your turn." in shown(app))
        await says(pilot, app, runner, "Ada", "true!")
        await hears_first(pilot, app)
        await result_of(pilot, app)
        won = runner.names[runner.outcome.winners[0]].partition(",")[0]
        await told(pilot, app, f"{won.upper()} WINS · it was")
        if won == "Ada":
            await told(pilot, app, "First win at Bluffing, Ada.")


async def test_no_game_of_the_evening_is_broken_in_two(tmp_path: Path) -> None:
    async with app_in(tmp_path, rating=False) as (app, pilot):
        games = tuple(
            PartyGame(game) for game in ("connections", "wordle", "akinator", "taboo", "bluffing", "entity")
        )
        last = replace(
            Party("P1", "", ("human:Ada", "human:Ben"), games), skipped=tuple(f"@{n}" for n in range(5))
        )
        save_party(app.store, last)
        app.open_party("P1")
        await scoreboard(pilot, app)
        lines = shown(app).splitlines()
        at = next(n for n, line in enumerate(lines) if "Tonight:" in line)
        assert lines[at].split() == "Tonight: Connections Wordle Akinator Taboo Bluffing".split()
        assert lines[at + 1].strip() == "▸ Twenty Questions"


@pytest.mark.thorough
async def test_long_ago_evenings_are_read_when_the_cursor_comes_near(tmp_path: Path) -> None:
    async with app_in(tmp_path, rating=False) as (app, pilot):
        for n in range(120):
            save_party(app.store, Party(f"P{n:03}", "", ("human:Zoe",), (PartyGame("wordle"),), 1, f"No {n}"))
        app.store.set_meta(f"{NOTE}P100x", "{")
        app.open_parties()
        await told(pilot, app, "No 119")
        screen = cast("PartyHistoryScreen", app.screen)
        for listed in (50, 100, 120, 120):
            await until(pilot, partial(_lists, screen, listed))
            await pilot.press("end")
            await pilot.pause()
        assert [one.party.id for one in screen.parties] == [f"P{n:03}" for n in range(119, -1, -1)]
        await told(pilot, app, "No 0")
        await pilot.press("f1")
        await until(pilot, lambda: app.screen is not screen)
        await pilot.press("f1")
        await until(pilot, lambda: app.screen is screen and not any(w.is_running for w in app.workers))
        assert (len(screen.parties), screen.query_one(OptionList).option_count) == (120, 120)
        await told(pilot, app, "No 0")


@pytest.mark.thorough
async def test_a_blind_evening_tells_nobody_who_sits_where(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await set_up(pilot, app)
        app.screen.query_one("#blind").focus()
        await pilot.press("right", "enter")
        screen = await scoreboard(pilot, app)
        assert "Who sits where is secret" in shown(app)
        assert not screen.check_action("seats", ())
        assert "guesses" not in shown(app)
        runner = await to_table(pilot, app, "1", "enter")
        assert runner.is_blind
        assert set(runner.names.values()) <= {"A", "B"}
