"""Connections at the table: the form for word and clue, sealed words at the curtain, turning the cards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual import _time
from textual.app import App, ComposeResult
from textual.content import Content
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.pilot import Pilot

from tests.games.connections.table import say
from tests.games.steps import answer, begin
from tests.ui.harness import Golden, burst, settle
from tests.ui.playing import (
    app_in,
    asked_for,
    bar_asks,
    called,
    ended_at,
    given_away,
    hotseat_of,
    lacking,
    on,
    result_of,
    seated,
    sees,
    shown,
    table_of,
    until,
)
from tui_arena.core.game import Ask, Fault, Lexicon, View
from tui_arena.core.record import Play
from tui_arena.data import shipped_games
from tui_arena.games.connections import rules
from tui_arena.games.connections.ui import clue_board
from tui_arena.games.connections.ui.board import GAME_UI, scene
from tui_arena.games.connections.ui.clue_board import ClueBoard, Past, Reveal, past_lines
from tui_arena.games.connections.ui.clue_form import OUTRUN, ClueForm
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.table.labels import bots_objection, labelled_facts
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.boards import tiles
from tui_arena.ui.game_ui import YOUR_TURN
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.table import screen
from tui_arena.ui.table.dialogs import CurtainScreen
from tui_arena.ui.widgets.answer_bar import NOT_YET, AnswerBar

WORD = "catamaran"
NAMES = {"setter": "Sam", "guesser_1": "Ada", "guesser_2": "Ben", "guesser_3": "Cleo"}
CLUE = "a horse made by a committee"


@pytest.fixture(autouse=True)
def _dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """One word for every table, no grace time for keys, and a clock that stands still."""
    monkeypatch.setattr(rules.Connections, "deal", lambda *_: {"secret": {"word": WORD}})
    monkeypatch.setattr(screen, "clock", lambda _: "01:23")


IN_ORDER = {"answers": "in_order", "personas": "none", "max_attempts": 50}


async def sit(pilot: Pilot[None], app: ArenaApp, guessers: int, **options: Any) -> SessionRunner:
    """A table with people only."""
    cast = {seat: read_player(f"human:{name}") for seat, name in list(NAMES.items())[: guessers + 1]}
    app.open_table(Opening("connections", cast, {**IN_ORDER, "guessers": guessers, **options}, seed=7))
    return await seated(pilot, app)


async def alone(pilot: Pilot[None], app: ArenaApp, **options: Any) -> tuple[SessionRunner, ClueBoard]:
    """A person gives clues, to bots alone."""
    cast = {"guesser_1": read_player("human")}
    app.open_table(Opening("connections", cast, {**IN_ORDER, "giver": "first", **options}, seed=7))
    return await seated(pilot, app), table_of(app).query_one(ClueBoard)


async def last_word(pilot: Pilot[None], app: ArenaApp) -> SessionRunner:
    """Ada has none, Ben gives a clue, Sam does not block; Ada's word turns the cards."""
    runner = await sit(pilot, app, 2, secret_word="improvised", giver="open")
    for name, texts in (("Ada", [""]), ("Ben", ["cobra", "a snake in a basket"]), ("Sam", [""])):
        await called(pilot, app, runner, name)
        await send(pilot, *texts)
    await called(pilot, app, runner, "Ada")
    await send(pilot, "cobra")
    return runner


async def go_on(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, name: str) -> None:
    """Everybody has looked at the board; then the curtain calls the next person."""
    board = table_of(app).query_one(ClueBoard)
    await until(pilot, lambda: table_of(app).tables[0].interludes.up and not board.telling)
    await pilot.press("enter")
    await called(pilot, app, runner, name)


async def anybody(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner) -> None:
    """It is the turn of whoever is asked, in the open or by the curtain."""
    await until(pilot, lambda: hotseat_of(runner).current or isinstance(app.screen, CurtainScreen))
    seat = hotseat_of(runner).current
    name = app.screen.called if isinstance(app.screen, CurtainScreen) else ""
    await called(pilot, app, runner, runner.names[seat.ask.seat] if seat is not None else name)


async def send(pilot: Pilot[None], *texts: str) -> None:
    """Fill in one field after the other, each at once, and send the form."""
    for n, text in enumerate(texts):
        if n:
            await pilot.press("tab")
        focused = pilot.app.focused
        assert focused is not None
        focused.value = text  # type: ignore[attr-defined]
        await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()


def notice(app: ArenaApp) -> str:
    return table_of(app).bar.notice


@pytest.mark.thorough
async def test_three_lead_each_other_past_the_setter(tmp_path: Path, golden: Golden) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, 3)
        await called(pilot, app, runner, "Ada")
        await a_clue_is_mended_and_taken(pilot, app, golden)
        await called(pilot, app, runner, "Sam")
        await the_setter_sees_its_word_behind_a_key(pilot, app)
        await send(pilot, "cat")
        await called(pilot, app, runner, "Ben")
        seen = given_away(app).casefold()
        assert not lacking(seen, "what does ada mean?", "… cleo thinks")
        assert not [word for word in ("cat", "camel", WORD) if f"{word}…" in seen or f" {word}" in seen]
        await pilot.press(*"camel")
        await sees(pilot, "M     E     L")
        await pilot.press("enter")
        await called(pilot, app, runner, "Cleo")  # in the open: nobody else has a word to find
        seen = given_away(app).casefold()
        assert "✓ ben has a word" in seen
        assert "camel" not in seen
        await golden(pilot, "connections_guess_80x24")
        await send(pilot, "cow")
        await until(pilot, lambda: table_of(app).tables[0].interludes.up)
        await golden(pilot, "connections_reveal_80x24")
        assert not table_of(app).in_bar
        await go_on(pilot, app, runner, "Ben")
        assert not runner.can_undo(hotseat_of(runner).viewer)  # it would take back Cleo's word too
        assert "CONNECTED:  C [A]" in shown(app)
        await send(pilot, "calm", "before the storm")
        await called(pilot, app, runner, "Sam")
        assert "✓ connected  CAMEL" in shown(app)
        await send(pilot, "calm")
        await go_on(pilot, app, runner, "Cleo")
        assert "blocked  × CALM" in shown(app)
        await pilot.press("c", "a", "l", "m")
        await until(pilot, lambda: "CALM was blocked, so it's out for good." in notice(app))
        await pilot.press("f6", "right", "enter")
        await result_of(pilot, app)
        assert f"GAVE UP · {WORD.upper()}" in shown(app)


async def slowly(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause(0.02)


async def at_once(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)


PACES = (slowly, at_once, burst)


def typed(text: str) -> list[str]:
    return ["space" if key == " " else key for key in text]


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.thorough
async def test_a_clue_never_lands_in_the_field_of_its_word(tmp_path: Path, pace: Any) -> None:
    """Whether Tab, Enter or both lead on, and after a word or a clue was refused."""
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, 2)
        await called(pilot, app, runner, "Ada")
        form = table_of(app).query_one(ClueForm)
        await pace(pilot, *"camel", "enter", "tab", *typed("two humps"))
        assert (form.word.value, form.clue.value) == ("camel", "two humps")
        await pace(pilot, "shift+tab", *["backspace"] * 5, *"cow", "tab", "end", *typed(" less"))
        assert (form.word.value, form.clue.value) == ("cow", "two humps less")
        form.forget()
        form.word.focus()
        await pace(pilot, *"dromedary", "enter", *typed("it has one hump"), "enter")
        await until(pilot, lambda: "DROMEDARY doesn't begin with C." in notice(app) and form.word.has_focus)
        assert form.clue.value == "it has one hump"
        await pace(pilot, *"camel", "tab", *typed("a camel has two"), "enter")
        await until(pilot, lambda: "The clue says the word itself." in notice(app) and form.clue.has_focus)
        assert (form.word.value, form.clue.value) == ("camel", "a camel has two")
        await pace(pilot, *["backspace"] * 15, *typed("it has two"), "enter")
        await until(pilot, lambda: runner.play.state.open is not None)
        given = runner.play.state.open.clue
        assert (given.word, given.text) == ("camel", "it has two")


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.thorough
async def test_after_undo_and_while_the_cards_turn_the_word_comes_first(tmp_path: Path, pace: Any) -> None:
    async with app_in(tmp_path, animations=True) as (app, pilot):
        runner, board = await alone(pilot, app)
        await pace(pilot, *"camel", "tab", *typed(CLUE), "enter")
        await until(pilot, lambda: bar_asks(app) and len(runner.play.state.attempts) == 1)
        assert board.telling
        await pace(pilot, *"candle", "tab", *typed("it burns"), "enter")
        await until(pilot, lambda: bar_asks(app) and len(runner.play.state.attempts) == 2)
        await until(pilot, lambda: not board.telling)
        await pace(pilot, *"cave", "tab", *typed("ba"))
        await pilot.press("ctrl+z")
        await until(pilot, lambda: len(runner.play.state.attempts) == 1 and bar_asks(app))
        await pilot.pause()
        await pace(pilot, *"cave", "tab", *typed("bats live there"), "enter")
        await until(pilot, lambda: len(runner.play.state.attempts) == 2)
        given = [(one.clue.word, one.clue.text) for one in runner.play.state.attempts]
        assert given == [("camel", CLUE), ("cave", "bats live there")]


async def test_what_is_typed_too_early_is_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner, _ = await alone(pilot, app)
        form, looked = table_of(app).query_one(ClueForm), asyncio.Event()

        async def waits(at: SessionRunner, seat: str, text: str) -> str:
            await looked.wait()
            return await bots_objection(at, seat, text)

        monkeypatch.setattr("tui_arena.ui.table.control.bots_objection", waits)
        await pilot.press(*"camel", "tab", *typed(CLUE), "enter", *"candle")
        assert form.clue.value == f"{CLUE}candle"
        looked.set()
        await until(pilot, lambda: bar_asks(app) and len(runner.play.state.attempts) == 1)
        assert runner.play.state.attempts[0].clue.text == CLUE
        await until(pilot, lambda: (form.word.value, form.clue.value) == ("candle", ""))


async def a_clue_is_mended_and_taken(pilot: Pilot[None], app: ArenaApp, golden: Golden) -> None:
    """Ada fills in the form, sees at once what is wrong, and sends the corrected form."""
    form = table_of(app).query_one(ClueForm)
    await pilot.press("d")
    await until(pilot, lambda: "doesn't begin with C." in notice(app))
    await pilot.press("enter")
    await pilot.pause()
    assert form.clue.has_focus, "what a quick hand types next is the clue"
    assert "doesn't begin with C." in notice(app)
    await pilot.press("tab", *"camel")
    assert (form.word.value, form.clue.value) == ("camel", "")
    assert not notice(app)
    await pilot.press("enter")
    await pilot.pause()
    assert form.clue.has_focus
    await send(pilot, "two camels made one")
    assert notice(app) == "The clue says the word itself. F8 lets it pass."
    await pilot.press("f8")
    await sees(pilot, "Let it pass?")
    assert "camel" not in shown(app).casefold()  # everybody comes to the keyboard to agree
    await pilot.press("escape")
    await pilot.pause()
    assert (form.word.value, form.clue.value) == ("camel", "two camels made one")
    form.clue.value = CLUE
    await pilot.press("down", "down")
    assert not notice(app)
    await golden(pilot, "connections_clue_80x24")
    form.word.value = "dromedary"
    await pilot.press("enter")
    await until(pilot, lambda: "DROMEDARY doesn't begin with C." in notice(app))
    assert form.word.has_focus, "it is the word that can't be"
    form.word.value = "camel"
    await pilot.press("tab")
    form.word.select_all()
    await pilot.press("tab", "ctrl+c", "ctrl+x")
    assert app.clipboard == ""
    await pilot.press("enter")
    await on(pilot, CurtainScreen)
    await until(pilot, lambda: f"Ada's clue:  {CLUE}" in given_away(app))
    seen = given_away(app)
    assert "camel" not in seen.casefold()


async def the_setter_sees_its_word_behind_a_key(pilot: Pilot[None], app: ArenaApp) -> None:
    assert WORD not in given_away(app).replace(" ", "").casefold()
    await pilot.press("f5")
    await sees(pilot, "C A T A M A R A N")
    assert app.secret_up
    await pilot.press("f5", *WORD)
    await until(pilot, lambda: "It won't block" in notice(app))
    assert "camel" not in given_away(app).casefold()


@pytest.mark.thorough
async def test_a_word_may_change_and_a_letter_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clue_board, "BEAT", 30.0)  # until they are skipped
    monkeypatch.setattr(clue_board, "AFTER", 0.1)
    monkeypatch.setattr(screen, "LAST_LOOK", 0.1)
    async with app_in(tmp_path, (60, 20), animations=True) as (app, pilot):
        runner = await last_word(pilot, app)
        await sees(pilot, "░░░")
        monkeypatch.setattr(clue_board, "BEAT", 0.15)
        table_of(app).query_one(ClueBoard).skip()
        await sees(pilot, "CONNECTED")
        await go_on(pilot, app, runner, "Sam")
        await pilot.press(*"cob")
        assert "begin" not in notice(app)
        await send(pilot, "cobra")
        assert "seen COBRA already" in notice(app)
        await send(pilot, "cinema")
        board = table_of(app).query_one(ClueBoard)
        await until(pilot, lambda: "CONNECTED:  C [I]" in shown(app) and not board.telling)
        await pilot.press("enter")
        await anybody(pilot, app, runner)
        await send(pilot, "cinema", "films, popcorn")
        await called(pilot, app, runner, "Sam")
        await send(pilot, "circus")
        await anybody(pilot, app, runner)
        assert "circus" not in given_away(app).casefold()
        monkeypatch.setattr(clue_board, "BEAT", 30.0)  # until they are skipped
        await send(pilot, "cinema")
        board = table_of(app).query_one(ClueBoard)
        await until(pilot, lambda: runner.over)
        assert board.lingers > 0
        assert "WIN" not in shown(app)
        assert "[N]" not in shown(app), "the tiles wait for the cards"
        board.skip()
        await sees(pilot, "FOUND: that's the word")
        await pilot.press("enter")
        await result_of(pilot, app)
        assert "THE GUESSERS WIN in 2 · CINEMA" in shown(app)


@pytest.mark.thorough
async def test_cards_that_come_restyle_their_frame_alone_and_are_drawn_again_only_once_they_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clue_board, "BEAT", 60.0)
    async with app_in(tmp_path, animations=True) as (app, pilot):
        _, board = await alone(pilot, app)
        styled: list[DOMNode] = []
        drawn: list[Reveal] = []
        apply, cards = Stylesheet.apply, clue_board.drawn

        def noted(sheet: Stylesheet, node: DOMNode, **more: Any) -> None:
            styled.append(node)
            apply(sheet, node, **more)

        def draws(reveal: Reveal, *rest: Any) -> Iterator[Content]:
            drawn.append(reveal)
            return cards(reveal, *rest)

        monkeypatch.setattr(Stylesheet, "apply", noted)
        monkeypatch.setattr(clue_board, "drawn", draws)
        await send(pilot, "camel", CLUE)
        await until(pilot, lambda: board.telling and "░░░" in shown(app))
        await settle(pilot)
        assert board.query_one("#clue-frame") in styled
        assert board not in styled
        assert board.query_one("#clue-past") not in styled
        drawn.clear()
        table_of(app).panel.draw()
        assert drawn == []


@pytest.mark.thorough
async def test_cards_that_turn_late_lie_open_for_a_while_before_the_next_clue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = 0.0
    monkeypatch.setattr(clue_board, "BEAT", 0.15)
    monkeypatch.setattr(clue_board, "AFTER", 30.0)
    monkeypatch.setattr(_time, "get_time", lambda: monotonic() + late)
    monkeypatch.setattr(tiles, "monotonic", lambda: monotonic() + late)
    async with app_in(tmp_path, (60, 20), animations=True) as (app, pilot):
        await last_word(pilot, app)
        board = table_of(app).query_one(ClueBoard)
        await until(pilot, lambda: board.telling)
        late = 600.0
        await sees(pilot, "CONNECTED")
        await pilot.pause()
        assert "░░░" not in shown(app), "all cards lie open"
        assert board.telling, "and stay in sight"
        late = 1200.0
        await until(pilot, lambda: not board.telling)


@pytest.mark.thorough
async def test_a_clue_that_is_typed_and_sent_while_the_others_think_is_given_once_the_cards_are_turned(
    tmp_path: Path,
) -> None:
    async with app_in(tmp_path, animations=True) as (app, pilot):
        runner, board = await alone(pilot, app)
        bar = table_of(app).bar
        holds = runner.playback.looks
        runner.playback.looks = lambda: True
        await send(pilot, "camel", CLUE)
        await until(pilot, lambda: bar.quiet)
        await pilot.press(*"candle", "enter", *"it_burns", "enter")
        assert bar.notice == NOT_YET
        assert "▸ candle  ▸ it_burns" in shown(app)
        runner.playback.looks = holds
        await until(pilot, lambda: board.telling)
        await until(pilot, lambda: bar_asks(app))
        assert board.telling, "the cards turn on"
        assert bar.notice == NOT_YET, "what is wrong with the word would tell what the cards don't yet"
        assert len(runner.play.state.attempts) == 1
        assert "it_burns" in shown(app)
        await until(pilot, lambda: len(runner.play.state.attempts) == 2)


def test_a_clue_that_was_sent_too_early_stands_until_the_letters_change() -> None:
    blocked, connected = (clue("calm"), "calm"), (clue("camel"), "", "camel")
    plays = [played(), played(*blocked), played(*blocked, *connected)]
    first, same, later = (play.view("guesser_1") for play in plays)
    ask = plays[1].asks()[0]
    assert ask.name == "clue"
    assert not GAME_UI.outdated(ask, first, same)
    assert GAME_UI.outdated(ask, same, later) == "The letters are now CA. Check your word, then press Enter."
    guess = replace(ask, name="guess")
    assert GAME_UI.outdated(guess, first, same) == YOUR_TURN
    assert not GAME_UI.outdated(guess, same, same)


@pytest.mark.thorough
async def test_machines_wait_until_the_cards_are_turned_and_one_word_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clue_board, "BEAT", 60.0)
    async with app_in(tmp_path, animations=True) as (app, pilot):
        runner, board = await alone(pilot, app)
        assert "but not the setter" in shown(app) or "the setter doesn't" in shown(app)
        await send(pilot, "camel", CLUE)
        await until(pilot, lambda: board.telling and runner.playback.looks())
        assert "CAMEL" not in shown(app)
        assert len(runner.play.state.attempts) == 1
        await pilot.press("enter")
        await until(pilot, lambda: not board.telling)
        assert not runner.playback.looks()
        assert "CAMEL" in shown(app)
        await until(pilot, lambda: hotseat_of(runner).current)
        await pilot.press("ctrl+z")
        await until(pilot, lambda: not runner.play.state.attempts)
        await until(pilot, lambda: asked_for(runner).key == "clue:1")
        await pilot.press("f2")
        await until(pilot, lambda: any(note.kind == "hint" for note in runner.notes))


@pytest.mark.thorough
async def test_hints_go_a_step_further_each_time_and_f5_has_one_before_any_clue(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner, _ = await alone(pilot, app, personas="all")
        await until(pilot, lambda: hotseat_of(runner).current)
        for key, hint in (("f2", "Your side knows"), ("f5", "These would fit:"), ("f2", "One of mine:")):
            await pilot.press(key)
            await until(pilot, lambda: table_of(app).bar.notice.startswith(hint))  # noqa: B023
        last, said = table_of(app).bar.notice, len(runner.notes)
        await pilot.press("f2")
        await until(pilot, lambda: table_of(app).bar.notice == f"That's all I can say for now: {last}")
        assert len(runner.notes) == said, "there is nothing more to say"


@pytest.mark.thorough
async def test_what_another_clue_came_before_waits_for_the_same_seat_alone() -> None:
    bar, form = AnswerBar(Glyphs()), ClueForm(Glyphs(), ("knowledge",), 200)

    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            yield bar

    def asked(seat: str, attempt: int) -> Ask:
        return Ask(seat, "clue", f"clue:{attempt}", race=True)

    async with Alone().run_test() as pilot:
        await bar.mount(form)
        form.show(asked("guesser_1", 1))
        bar.remove_class("-quiet")
        await pilot.click("#notice")
        await pilot.press(*"camel", "tab", "a", "down")
        form.show(None, outrun=True)
        assert (form.text, bar.notice) == ("", OUTRUN)
        form.show(asked("guesser_1", 2))
        assert form.text == "word: camel\nclue: a\nkind: knowledge"
        form.show(None, outrun=True)
        form.show(asked("guesser_2", 3))
        form.show(asked("guesser_1", 4))
        assert form.text == ""
        await pilot.press("c", "tab", "a", "enter")
        form.show(None, outrun=True)
        form.show(asked("guesser_1", 5))
        assert form.text == "", "it was sent"


# without an app

INFO = shipped_games()["connections"]


def played(*said: str, guessers: int = 2, **options: Any) -> Play[Any]:
    """A session of these replies, each to the first open ask."""
    values = {**IN_ORDER, "guessers": guessers, **options}
    return answer(begin("connections", {"word": WORD}, values), *said)


def clue(word: str, text: str = "what it leads to") -> str:
    return f"word: {word}\nclue: {text}"


@pytest.mark.parametrize(
    ("ask", "text", "told"),
    [
        ("clue", "word: c", ""),
        ("clue", "word: d", "D is too short. It has to begin with CA."),
        ("clue", "word: cow", "COW doesn't begin with CA."),
        ("clue", "word: calm", "CALM was blocked, so it's out for good."),
        ("clue", "word: ca1m", "Only the letters a to z, please."),
        ("clue", "clue: first the clue", ""),
        ("guess", "ca", ""),
        ("guess", "cow", "COW doesn't begin with CA."),
        ("guess", "camel", "That word has already been played."),
        ("block", WORD, "That's your own word. It won't block, and nobody will know."),
    ],
)
def test_what_is_wrong_is_told_as_soon_as_it_can_not_become_right(ask: str, text: str, told: str) -> None:
    play = played(clue("camel"), "", "camel", clue("calm"), "calm")
    seat = "setter" if ask == "block" else "guesser_1"
    if ask != "clue":
        play = played(
            clue("camel"), "", "camel", clue("calm"), "calm", clue("canal"), *[""] * (ask == "guess")
        )
        seat = play.asks()[0].seat
    fault = play.trial(play.asks()[0], text)
    asked = Ask(seat, ask, ask)
    assert GAME_UI.typing(asked, play.view(seat), text, fault)[0] == told


def test_a_clue_that_says_its_word_is_told_while_it_is_typed() -> None:
    play = played()
    text = clue("camel", "many camels")
    told, kind = GAME_UI.typing(
        play.asks()[0], play.view("guesser_1"), text, play.trial(play.asks()[0], text)
    )
    assert "your clue says the word itself" in told.casefold()
    assert kind == "refused"
    heard = Fault("rule", "your clue says the word itself", {"word": "camels", "rule": "form"})
    assert "F8" in GAME_UI.refusal(play.asks()[0], heard)


def test_the_board_says_what_the_others_know_until_the_first_clue_is_over() -> None:
    given = {
        seat: {"interests": ["time", field]}
        for seat, field in zip(NAMES, ("sea", "chess", "tools"), strict=False)
    }
    options, extra = IN_ORDER | {"personas": "all"}, {"personas": given}
    play = begin("connections", {"word": WORD}, options, extra=extra)
    ask = play.asks()[0]
    knows = "Ben knows clocks and tools.", "Sam knows clocks and the sea."
    assert scene(play.view("guesser_1"), ask, NAMES, Glyphs()).lines[2:] == knows
    facts = labelled_facts(INFO.facts, play.view("guesser_1"), (), NAMES)
    assert ("who knows what", "Sam: clocks and the sea; Ben: clocks and tools") in facts, "on phones"
    assert (
        "Ada: clocks and chess"
        in dict(labelled_facts(INFO.facts, play.view("setter"), (), NAMES))["who knows what"]
    )
    say(play, ("guesser_1", clue("camel")), ("setter", "pass"), ("guesser_2", "cow"))
    assert not any(
        "knows" in line for line in scene(play.view("guesser_2"), play.asks()[0], NAMES, Glyphs()).lines
    )
    secret = begin("connections", {"word": WORD}, options | {"personas": "own"}, extra=extra)
    assert "knows" not in repr(scene(secret.view("guesser_1"), secret.asks()[0], NAMES, Glyphs()).lines)
    assert "who knows what" not in dict(labelled_facts(INFO.facts, secret.view("guesser_1"), (), NAMES))


def test_what_is_sealed_is_on_no_other_board() -> None:
    """Only its seat sees a word, block or guess until all are in; the setter's word is hidden longer."""
    play = played(clue("camel", CLUE), "cat", "cow", guessers=3)
    names = {"setter": "Sam", "guesser_1": "Ada", "guesser_2": "Ben", "guesser_3": "Cleo"}
    own = {"guesser_1": "camel", "guesser_2": "cow", "setter": WORD}
    for seat in (*names, "table"):
        drawn = repr(scene(play.view(seat), None, names, Glyphs())).casefold()
        for whose, word in own.items():
            assert (word in drawn) == (seat == whose), (seat, word)
        assert "'cat'" not in drawn


@pytest.mark.parametrize(
    ("said", "people", "head", "share"),
    [
        ((clue(WORD), "", WORD), ("guesser_1",), f"WON in 1 · {WORD.upper()}", "1/50 🎯"),
        ((clue(WORD), "", WORD), ("setter",), f"LOST · {WORD.upper()}", "1/50 🎯"),
        (
            (clue("camel"), "", "cat", clue("cow"), "cow", clue("cab"), "", "cab", clue(WORD), "", WORD),
            ("guesser_1", "setter"),
            f"THE GUESSERS WIN in 4 · {WORD.upper()}",
            "4/50 ⬜🟥🟩 🎯",
        ),
    ],
)
def test_the_end_is_told_and_shared_without_a_word_of_it(
    said: tuple[str, ...], people: tuple[str, ...], head: str, share: str
) -> None:
    play = played(*said)
    told, remark = GAME_UI.headline(play, NAMES, people)
    assert told == head
    assert remark
    assert " ".join(GAME_UI.share(play, Glyphs(), words=False)) == share
    words = " ".join(GAME_UI.share(play, Glyphs(), words=True))
    assert WORD not in words
    assert "the word itself" in words


@pytest.mark.thorough
async def test_a_long_word_moves_nothing_and_a_blocked_word_keeps_its_sign(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, 2)
        await called(pilot, app, runner, "Ada")
        board = table_of(app).query_one(ClueBoard)
        frame, tiles = board.query_one("#clue-frame"), board.query_one("#clue-tiles")
        before = frame.region, tiles.region
        await pilot.press(*"cataclysmically")
        await sees(pilot, "T     A     C")
        await pilot.pause()
        assert (frame.region, tiles.region) == before
        words = ("stallone", "statue", "stain", "stand", "starfish", "stack", "stage")
        board.scene = replace(board.scene, blocked=words)
        board._draw_panel()
        await sees(pilot, "× STAGE")
        for word in words:
            assert f"× {word.upper()}" in shown(app)


def test_the_setter_wins_when_no_attempt_is_left() -> None:
    play = played(clue("camel"), "camel", clue("cow"), "cow", max_attempts=2)
    assert GAME_UI.headline(play, NAMES, ("setter", "guesser_1"))[0] == f"SAM WINS · {WORD.upper()}"
    assert GAME_UI.share(play, Glyphs(ascii=True), words=False) == ["X/2", "##"]
    assert GAME_UI.nearness(play) == (1 / len(WORD), "1 letter shown")


def test_the_guide_hears_what_happened() -> None:
    connected: View = played(clue("camel"), "", "camel").view("guesser_2")
    assert GAME_UI.last(connected, NAMES, Glyphs()).plain == "CAMEL  CONNECTED: C A", "the curtain repeats it"
    view: View = played(clue("camel"), "camel").view("guesser_2")
    assert set(GAME_UI.happened(view)[2]) == {"blocked", "gives"}
    assert set(GAME_UI.happened(played(clue("camel"), "").view("guesser_2"))[2]) == {"guesses"}


def test_who_said_what_goes_on_below_as_far_indented() -> None:
    one = Past("bad", "canon", "nobody", "music", "Ada > Sam CALL, Ben CAROL, Cleo CANAL")
    lines = [line.plain for line in past_lines([one], Glyphs(), 44, roomy=True)]
    assert len(lines) > 2
    assert all(line.startswith(" " * 10) and len(line) <= 44 for line in lines[1:])
    assert " ".join(line.strip() for line in lines[1:]) == one.who


def test_the_last_letter_is_not_told_as_the_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.WORD", "cat")
    first = (clue("camel"), "", "camel")

    def told(last: str) -> tuple[str, str]:
        reveal = scene(played(*first, clue(last), "", last).view("guesser_1"), None, NAMES, Glyphs()).reveal
        assert reveal is not None
        return reveal.outcome, reveal.letters

    assert (told("cat"), told("cable")) == (("FOUND: that's the word", ""), ("CONNECTED:", "cat"))


@pytest.mark.thorough
async def test_an_unknown_word_is_played_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules.Connections, "deal", lambda *_: {})
    async with app_in(tmp_path) as (app, pilot):
        cast = {"setter": read_player("human"), "guesser_1": read_player("bot:easy")}
        app.open_table(Opening("connections", cast, seed=7))
        runner = await seated(pilot, app)
        await pilot.press(*"xqzt", "enter")
        await sees(pilot, "I don't know “xqzt”. Press Enter to send it.")
        assert runner.play.state.secret is None
        await pilot.press("enter")
        await until(pilot, lambda: runner.play.state.secret == "xqzt")


@pytest.mark.thorough
async def test_a_guess_and_a_block_that_are_in_no_list_are_said_after_a_question(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, 2)
        await called(pilot, app, runner, "Ada")
        await send(pilot, "chutney", "goes with cheese")
        await called(pilot, app, runner, "Sam")
        await send(pilot, "cxqzt")
        await until(pilot, lambda: notice(app) == "CXQZT isn't a word I know, and it can't be a name.")
        await send(pilot, "Cloverfield Road")
        await until(
            pilot,
            lambda: (
                notice(app)
                == "I don't know CLOVERFIELD ROAD. Is it a name or a title? Press Enter again to keep it."
            ),
        )
        await pilot.press("enter")
        await called(pilot, app, runner, "Ben")
        await send(pilot, "chutny")
        asked = "I don't know CHUTNY. Is it a name or a title? Or did you mean CHUTNEY? Press Enter again to keep it."
        await until(pilot, lambda: notice(app) == asked)
        assert not runner.play.state.attempts
        await pilot.press("end", "left", "e")
        await until(pilot, lambda: not notice(app))
        await pilot.press("enter")
        await until(pilot, lambda: runner.play.state.attempts)
        assert runner.play.state.attempts[0].block == "cloverfieldroad"
        assert runner.play.state.attempts[0].connected == ("guesser_2",)


def test_a_doubt_tells_only_what_is_in_the_list_and_fits() -> None:
    """The secret, CATAMARAN, isn't in the list; CABLE was blocked; a word that the rules refuse isn't asked about."""
    view = played(clue("cable"), "cable", "cow").view("guesser_2")
    words = Lexicon("few", ("cabler", "cable", "camel"))
    setup = replace(played().setup, lexicon=words)

    def doubt(word: str, seat: str = "guesser_2", name: str = "guess") -> str:
        ask = Ask(seat=seat, name=name, key="guess:2", kind="word")
        asked, title, meant = GAME_UI.doubt(ask, word, view, setup, {}).partition(" Is it a name or a title?")
        assert not title or asked == f"I don't know {word.upper()}."
        return meant

    assert doubt("catamarn") == " Press Enter again to keep it."
    assert doubt("cmael") == " Or did you mean CAMEL? Press Enter again to keep it."
    assert doubt("cabl") == " Press Enter again to keep it."
    assert doubt("catamaran", "setter", "block") == " Press Enter again to keep it."
    assert doubt("crazy taxi") == " Press Enter again to keep it."
    assert doubt("camel") == doubt("pass 2") == ""

    view = played(clue("cable"), "cable", "cow", names=False).view("guesser_2")
    ask = Ask(seat="guesser_2", name="guess", key="guess:2", kind="word")
    assert GAME_UI.doubt(ask, "cabl", view, setup, {}) == "I don't know “cabl”. Press Enter to send it."
    assert GAME_UI.doubt(ask, "crazy taxi", view, setup, {}) == ""


def test_names_and_plurals_are_never_doubted() -> None:
    """A bot may have meant STALLONE: who is asked about the right word doubts it."""
    view = played(clue("cable"), "cable", "cow").view("guesser_2")
    setup = replace(played().setup, lexicon=Lexicon("few", ("cabler", "cherry")))
    ask = Ask(seat="guesser_2", name="guess", key="guess:2", kind="word")
    for word in ("stallone", "cleopatra", "cablers", "cherries", "rambos", "schwarzenegger"):
        assert not GAME_UI.doubt(ask, word, view, setup, {}), word
    assert GAME_UI.doubt(ask, "cherrry", view, setup, {})


@pytest.mark.thorough
async def test_a_block_needs_no_curtain_where_only_bots_guess(tmp_path: Path) -> None:
    cast = {"setter": "human:Sam", "guesser_1": "human:Ada", "guesser_2": "bot:hard"}
    options = {"guessers": 2, "personas": "none", "giver": "first"}
    async with app_in(tmp_path) as (app, pilot):
        seats = {seat: read_player(player) for seat, player in cast.items()}
        app.open_table(Opening("connections", seats, options, None, None, 7))
        runner = await seated(pilot, app)
        await called(pilot, app, runner, "Ada")
        await send(pilot, "camel", CLUE)
        await until(pilot, lambda: "Sam: block" in shown(app) or isinstance(app.screen, CurtainScreen))
        assert not isinstance(app.screen, CurtainScreen)
        assert "camel" not in given_away(app).casefold()
        assert WORD not in given_away(app).replace(" ", "").casefold()


@pytest.mark.thorough
async def test_the_welcome_is_whole_below_who_sits_there(tmp_path: Path) -> None:
    async with app_in(tmp_path, (80, 24)) as (app, pilot):
        cast = {
            "setter": read_player("bot"),
            "guesser_1": read_player("human:Ada"),
            "guesser_2": read_player("bot"),
        }
        app.open_table(Opening("connections", cast, {}, None, None, 7))
        await seated(pilot, app)
        side = " ".join(line.partition("│")[2].strip(" │▁▂▃▄▅▆▇█") for line in shown(app).splitlines())
        assert "Each time you connect, another letter goes up." in " ".join(side.split())
        assert "knows about" not in shown(app)


@pytest.mark.thorough
async def test_people_vote_for_the_best_clue_and_the_result_names_who_gave_it(tmp_path: Path) -> None:
    async with app_in(tmp_path, (120, 40)) as (app, pilot):
        runner = await sit(pilot, app, 2, max_attempts=3, giver="first")
        words = (
            ("camel", "two humps in one breath"),
            ("candle", "it burns at both ends"),
            ("cave", "where bats live"),
        )
        for word, text in words:
            await until(pilot, lambda: runner.waiting("guesser_1") is not None)
            await runner.answer("guesser_1", clue(word, text))
            await until(pilot, lambda: runner.waiting("setter") is not None)
            await runner.answer("setter", "cow")
            await until(pilot, lambda: runner.waiting("guesser_2") is not None)
            await runner.answer("guesser_2", "cave" if word == "cave" else "coal")
        for _ in range(20):
            if isinstance(app.screen, ResultScreen) and app.screen.result is not None:
                break
            await pilot.press("enter")
            await pilot.pause(0.1)
        ended = await ended_at(pilot, app)
        assert "Best clue" in shown(app)
        await pilot.press("v")
        await sees(pilot, "Ben, which clue was best?")
        assert "two humps in one breath”  Ada, CAMEL" in shown(app)
        place = next(n for n, one in enumerate(ended.highlights.quotes) if one.about == "CAMEL")
        await pilot.press("home", *["down"] * place, "enter")
        await sees(pilot, "(voted the best, with 1 vote)")
        assert "“two humps in one breath”  Ada," in shown(app)
        await pilot.press("v")
        await sees(pilot, "Sam, which clue was best?")
        await pilot.press("escape")
        event = app.store.load(ended.session.id).events[-1]
        assert (event.type, event["seat"]) == ("voted", "guesser_2")
        assert ended.play.events[event["of"] - 1]["text"].startswith("word: camel")
