"""The table screen, played with real keys."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import pytest
from textual import events
from textual._compositor import Compositor
from textual.pilot import Pilot
from textual.widgets import OptionList

from tests.thorough import sampled
from tests.ui.harness import RENDER, opened
from tests.ui.playing import (
    app_in,
    asked_for,
    at_table,
    bar_asks,
    called,
    given_away,
    guess,
    has_table,
    holds_back,
    hotseat_of,
    kinds,
    leave,
    on,
    opening,
    result_of,
    seated,
    sees,
    shown,
    sit,
    table_of,
    target,
    turns,
    typing,
    until,
    wrong,
)
from tui_arena.config import BadFile, Paths, Settings
from tui_arena.core.caches import LateSequence
from tui_arena.core.game import Bot
from tui_arena.core.language.sentences import first_name
from tui_arena.core.word_table import LateTable
from tui_arena.data import Catalogue, decks
from tui_arena.games.wordle.bot import WordleBot
from tui_arena.games.wordle.rules import feedback
from tui_arena.games.wordle.ui.board import LetterKeys, WordBoard, WordGrid
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import Cast, read_player
from tui_arena.questions.table import Entity, Knowledge
from tui_arena.save.store import open_store
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.bars import KeyBar
from tui_arena.ui.boards.host import HostUI
from tui_arena.ui.game_ui import GameUI
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.table import control as table_module
from tui_arena.ui.table.dialogs import CurtainScreen, PlayerPicker
from tui_arena.ui.table.screen import TableScreen
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.rows import Picker
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.talk import Lines, Talk

ATTACKS = [
    "\x1b]52;c;UFdO\x1b\\",
    "\x9b2J",
    "a [/] b",
    "[@click=app.quit]x[/]",
    "[b",
    "$who \\",
    "\u202egnp.exe",
    "e" + "\u0301" * 50,
]
SIZES = [(80, 24), (60, 20), (120, 40), (200, 60)]


@pytest.mark.thorough
@pytest.mark.usefixtures("every_frame")
async def test_a_notice_of_two_lines_moves_nothing_and_goes_with_the_width(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot, _):
        table = table_of(app)
        places = [table.query_one("#felt").region, table.bar.field.region]
        told = "A sentence of ninety letters, which is more than eighty cells and less than one hundred and so on."
        table.panel.tell(told, "hint")
        await until(pilot, lambda: table.bar.query_one("#notice").region.height == 2)
        assert [table.query_one("#felt").region, table.bar.field.region] == places
        for width, height in ((120, 24), (80, 24), (60, 20), (120, 40)):
            await pilot.resize_terminal(width, height)
            await sees(pilot, "and so on.")
            await until(pilot, lambda: ("A sentence" in line_of(app, "and so on.")) == (width == 120))  # noqa: B023


async def test_a_game_is_won_with_everything_needed_on_every_screen(tmp_path: Path) -> None:
    async with at_table(tmp_path, opening("clue")) as (app, pilot, runner):
        word = wrong(runner)[0]
        await guess(pilot, runner, word)
        keys = table_of(app).query_one(LetterKeys)
        marks = runner.views["table"].facts["turns"][0]["marks"]
        assert {keys.known[c] for c in word} == set(marks), "the keyboard shows what is known"
        line = keys._row(0).plain
        for letter in "pr":
            await pilot.click(LetterKeys, offset=(line.index(letter), 0))
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = shown(app)
            assert "2 of 6" in text, size
            assert runner.views["table"].facts["clue"].split()[0] in text, size
            assert "guess" in text, size
            assert "pr" in text, size
            assert "F1" in text, size
            assert " x " in text, f"the keyboard at {size}"
            assert text.splitlines()[-1].strip(), f"the footer stands in the last line at {size}"
        await pilot.press("backspace", "backspace")
        await guess(pilot, runner, target(runner))
        result = await result_of(pilot, app)
        for size in SIZES[:2]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert f"WON in 2 · {target(runner).upper()}" in shown(app), size
        assert result.result is not None
        assert result.result.play.outcome().result == "won"
        assert kinds(app, runner.session.id) == ["reply", "reply", "ended"]
        assert app.store.recent("wordle", 1)[0].result == "won"


@pytest.mark.thorough
async def test_a_game_is_lost_and_the_word_is_shown(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot, runner):
        for word in wrong(runner)[:6]:
            assert target(runner).upper() not in given_away(app).upper()
            await guess(pilot, runner, word)
        await result_of(pilot, app)
        assert f"LOST · {target(runner).upper()}" in shown(app)


async def test_a_refused_word_says_why_costs_nothing_is_a_draft_and_stands_marked_and_giving_up_is_asked_about(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path) as (app, pilot, runner):
        await pilot.press(*"zzzzz", "enter")
        bar = table_of(app).bar
        await until(pilot, lambda: "isn't a word I know" in bar.notice)
        assert bar.field.value == "zzzzz", "it stands there to be mended"
        assert turns(runner) == 0
        await pilot.pause()
        board = table_of(app).query_one(WordBoard)
        assert board.refused
        events = app.store.load(runner.session.id).events
        assert [(e.type, e["text"], e["fault"]) for e in events] == [("draft", "zzzzz", "unknown_word")]
        await pilot.press("backspace")
        await pilot.pause()
        assert (bar.notice, app.store.load(runner.session.id).fold(runner.info.game).counts()) == ("", {})
        assert not table_of(app).query_one(WordBoard).refused, "once it is mended"
        await gives_up(pilot, app, runner)
        assert kinds(app, runner.session.id) == ["draft", "resigned", "ended"]


async def gives_up(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner) -> None:
    """It is asked about first; then the word is shown."""
    await pilot.press("f6")
    await on(pilot, Dialog)
    await pilot.press("escape")
    await pilot.pause()
    assert not runner.over
    await pilot.press("f6", "p")
    await pilot.pause()
    assert not runner.over, "a button's letter presses it"
    await pilot.press("f6", "g")
    await result_of(pilot, app)
    assert f"GAVE UP · {target(runner).upper()}" in shown(app)


@pytest.mark.thorough
async def test_the_talk_says_why_once_in_the_words_of_the_bar(tmp_path: Path) -> None:
    async with at_table(tmp_path, opening(), (120, 40)) as (app, pilot, _):
        await pilot.press(*"is", "space", *"it", "enter")
        await until(pilot, lambda: "Type one five-letter word." in table_of(app).bar.notice)
        await pilot.pause()
        assert shown(app).count("Type one five-letter word.") == 2, "above the bar, and in the talk"
        assert "explanation:" not in shown(app)
        table_of(app).bar.field.value = ""
        await pilot.press(*"zzzzz", "enter", "backspace")
        await sees(pilot, "isn't a word I know")
        assert line_of(app, "isn't a word I know").casefold().count("zzzzz") == 1


def unread(monkeypatch: pytest.MonkeyPatch) -> Opening:
    """A table with a small deck that is read anew, though another test may have read it."""
    monkeypatch.setattr(decks, "_shipped", lru_cache(decks._shipped.__wrapped__))
    monkeypatch.setitem(vars(Catalogue().game("entity")), "_bots", {})
    return Opening("entity", {"guesser": read_player("human")}, {}, None, "celebrities-1", 4)


async def test_a_bot_reads_its_deck_once_the_table_is_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, stood = LateSequence.read, []

    async with app_in(tmp_path) as (app, pilot):

        def noted(entities: LateSequence[Entity]) -> Sequence[Entity]:
            stood.append(has_table(app) and bool(table_of(app).tables))
            return read(entities)

        monkeypatch.setattr(LateSequence, "read", noted)
        runner = await sit(pilot, app, unread(monkeypatch))
        source = runner.session.setup.source
        assert source is not None
        assert source.knowledge is not None
        known: Knowledge = source.knowledge
        await until(pilot, lambda: known.is_read)
        assert all(stood)
        assert not runner.play.steps


async def test_the_words_of_a_game_are_read_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, on_loop = LateTable.__getattr__, []

    def noted(table: LateTable, name: str) -> object:
        on_loop.append(current_thread() is main_thread())
        return make(table, name)

    async with app_in(tmp_path) as (app, pilot):
        app.catalogue.let_go()  # another test may have read them
        monkeypatch.setattr(LateTable, "__getattr__", noted)
        await sit(pilot, app, Opening("wordle", {"guesser": read_player("human")}, {}, None, None, 4))
        await until(pilot, lambda: bool(on_loop))
        await pilot.press("c")
        assert not any(on_loop)


@pytest.mark.usefixtures("every_frame")
async def test_no_frame_shows_only_some_parts_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[tuple[bool, ...]] = set()

    def noted(frame: Compositor, full: bool = False, **how: Any) -> object:
        screen, parts = frame.root, ("ClueBoard *", "CardPanel *", "ClueForm *")
        if screen is not None:
            seen.add(tuple(bool(screen.query(part)) for part in parts))
        return RENDER(frame, full, **how)

    monkeypatch.setattr(Compositor, "render_update", noted)
    async with app_in(tmp_path) as (app, pilot):
        await sit(pilot, app, Opening("connections", {"guesser_1": read_player("human")}, {}, None, None, 4))
        await until(pilot, lambda: (True, True, True) in seen)
        assert seen == {(False, False, False), (True, True, True)}


async def test_a_deck_that_turns_out_broken_ends_its_table_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: LateSequence[Entity]) -> Sequence[Entity]:
        raise BadFile("things-2.tsv line 71: bagel: no property 'round'")

    async with app_in(tmp_path) as (app, pilot):
        monkeypatch.setattr(LateSequence, "read", broken)
        app.open_table(unread(monkeypatch))
        await until(pilot, lambda: any("bagel" in note.message for note in app._notifications))
        await on(pilot, HomeScreen)


@pytest.mark.thorough
async def test_what_is_typed_while_a_bot_thinks_waits_in_the_bar(tmp_path: Path) -> None:
    async with app_in(tmp_path, pace=8.0) as (app, pilot):
        runner = await sit(
            pilot, app, Opening("entity", {"guesser": read_player("human")}, {}, None, None, 4)
        )
        bar = table_of(app).bar
        await pilot.press(*"is", "space", *"it", "space", *"big", "enter")
        await until(pilot, lambda: bar.quiet)
        await pilot.press(*"ist", "backspace", "space", *"x")
        await sees(pilot, "is x")  # in sight while it waits
        await until(pilot, lambda: hotseat_of(runner).current is not None and bar_asks(app))
        assert bar.field.value == "is x"
        assert len(runner.play.steps) == 2, "it was kept, not sent"


@pytest.mark.thorough
async def test_keys_fill_the_bar_as_one_means_them_and_the_next_letter_takes_the_place_of_a_refused_word(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path) as (app, pilot, _):
        bar = table_of(app).bar
        await pilot.press(*"c4r1", "?")
        await pilot.pause()
        row = next(line for line in shown(app).splitlines() if " C " in line)
        assert row.split()[:3] == ["C", "R", "_"], "only letters come on tiles"
        assert bar.field.value == "cr?", "digits are no letters of a word, and any other printing key is text"
        await pilot.press("backspace", "|", "2")
        assert bar.typed == "cr|2", "a reason may have digits"
        bar.field.value = ""
        for pressed, left in ((list("slate"), "slate"), (["backspace"], "slat")):
            await pilot.press("escape")
            assert not typing(app)
            await pilot.press(*pressed)
            assert (typing(app), bar.field.value) == (True, left), "a letter that is no key goes into the bar"

        async def refused() -> None:
            bar.field.value = "zzzzz"
            await pilot.press("end", "enter")
            await until(pilot, lambda: "isn't a word I know" in bar.notice)

        for keys, left in (
            (("c", "r"), "cr"),
            (("backspace",), "zzzz"),
            (("left", "x"), "zzzzxz"),
            (("end", "y"), "zzzzzy"),
        ):
            await refused()
            await pilot.press(*keys)
            await pilot.pause()
            assert bar.field.value == left, keys
        await refused()
        letters = app.screen.query_one(LetterKeys)
        line = next(row for row in letters.render().plain.splitlines() if " w " in row)
        await pilot.click(LetterKeys, offset=(line.index("w"), 0))
        await pilot.pause()
        assert bar.field.value == "w", "by mouse"
        await refused()
        await pilot.press("f2")
        await until(pilot, lambda: "isn't a word I know" not in bar.notice)
        await pilot.press("s")
        assert bar.field.value == "s", "after a hint"


@pytest.mark.thorough
async def test_a_refused_sentence_stays_to_be_mended(tmp_path: Path) -> None:
    async with at_table(tmp_path, opening("clue", guesser="bot:easy", setter="human:Ada")) as (app, pilot, _):
        await pilot.press(*"crane", "space", "|", "space", *"crane", "enter")
        bar = table_of(app).bar
        await until(pilot, lambda: bar.notice)
        typed = bar.typed
        await pilot.press("s")
        await pilot.pause()
        assert bar.typed == f"{typed}s"


async def test_hard_mode_stands_in_the_title_and_a_key_says_that_it_is_as_last_time(tmp_path: Path) -> None:
    last = {"wordle": {"options": {"variant": "clue", "hard": True}}}
    async with opened(tmp_path, settings=Settings(last=last)) as (app, pilot):
        await pilot.press("1")
        await seated(pilot, app)
        assert "WORDLE · clue · hard mode" in shown(app)
        assert [note.message for note in app._notifications] == ["Same as last time: clue and hard mode."]


@pytest.mark.thorough
@pytest.mark.parametrize("size", sampled([(80, 24), (60, 20)], 2, whole=True))
async def test_a_long_opinion_leaves_the_keyboard_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_in(tmp_path, size) as (app, pilot):
        table = opening("critic", guesser="bot:hard", critic="human:Cleo")
        runner = await sit(pilot, app, table)
        await runner.recast("guesser", read_player("human:Cleo"))
        await pilot.press("down", *"this one has far too many letters that we know of", "enter")
        await until(
            pilot, lambda: hotseat_of(runner).current is not None and asked_for(runner).name == "guess"
        )
        await pilot.pause()
        text = shown(app)
        assert "agrees" in text
        assert " m " in text, "the last row of the keyboard"


@pytest.mark.thorough
async def test_an_opinion_never_makes_the_tiles_smaller(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, opening("critic", critic="human:Ben", guesser="bot:easy"))
        await runner.recast("guesser", read_player("human:Ben"))

        async def tiles() -> list[object]:
            drawn: list[object] = []
            for height in (24, 22, 21):  # at some there is just room for the tiles alone
                await pilot.resize_terminal(80, height)
                await pilot.pause()
                drawn.append(app.screen.query_one(WordGrid).tile_size)
            return drawn

        before = await tiles()
        await pilot.press(*"no", "space", *"because", "enter")
        await until(pilot, lambda: asked_for(runner).name == "guess" and "disagrees" in shown(app))
        await pilot.pause()
        assert await tiles() == before


def listed(app: ArenaApp) -> list[str]:
    """The lines of the list of players."""
    return [" ".join(str(one.prompt).split()) for one in app.screen.query_one(OptionList).options]


def bots(*levels: str) -> list[str]:
    return [f"bot {level} a bot" for level in levels]


async def recast(pilot: Pilot[None], app: ArenaApp) -> None:
    """The only seat that can be recast gets the bot that plays best."""
    await pilot.press("f4")
    await on(pilot, PlayerPicker)
    assert "Who takes over from You as guesser?" in shown(app)
    assert listed(app) == [*bots("easy", "medium", "hard"), "tiny a model", "add a model…"]
    footer = str(table_of(app).query_one(KeyBar).render())
    assert footer.split() == ["↵", "Choose", "esc", "Back", "^p", "All", "F1", "Help"]
    await pilot.press("f1")
    await sees(pilot, "HOW TO PLAY WORDLE")
    assert "TWENTY" not in shown(app), "another game is in play"
    await pilot.press("f1", "down", "down", "enter")


async def test_undo_redo_and_a_hint_are_told_and_kept_and_the_bot_plays_on_in_a_seat_that_is_recast(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path) as (app, pilot, runner):
        await guess(pilot, runner, wrong(runner)[0])
        await pilot.press("ctrl+z")
        await until(pilot, lambda: turns(runner) == 0 and hotseat_of(runner).current is not None)
        await pilot.press("ctrl+y")
        await until(pilot, lambda: turns(runner) == 1)
        assert kinds(app, runner.session.id) == ["reply", "undone", "redone"]
        await pilot.press("ctrl+y")
        await pilot.pause(0.05)
        assert kinds(app, runner.session.id) == ["reply", "undone", "redone"], "nothing to redo"
        await pilot.press("f2")
        await until(pilot, lambda: "hint" in kinds(app, runner.session.id) and table_of(app).bar.notice)
        assert table_of(app).bar.notice == app.store.load(runner.session.id).events[-1]["text"]
        await recast(pilot, app)
        result = await result_of(pilot, app)
        assert result.result is not None
        assert result.result.names["guesser"] == "bot hard"
        event = next(e for e in app.store.load(runner.session.id).events if e.type == "recast")
        assert event["to"] == {"player": "bot", "name": "bot hard", "level": "hard"}
        assert {"hinted", "recast"} <= set(app.store.recent("wordle", 1)[0].flags)


@pytest.mark.thorough
async def test_an_undo_that_does_nothing_says_why(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, opening(), party="P1")
        await pilot.press("ctrl+z")
        await sees(pilot, "There's nothing of yours to take back yet.")
        await guess(pilot, runner, wrong(runner)[0])
        await pilot.press("ctrl+z")
        await sees(pilot, "Your move has been answered, and at a party it stays.")
        assert turns(runner) == 1, "the letters of it are known"
        app.open_home()
        runner = await sit(pilot, app, opening(), daily="2026-11-21")
        await guess(pilot, runner, wrong(runner)[0])
        await pilot.press("ctrl+z")
        await sees(pilot, "You can't take anything back in a daily.")
        assert turns(runner) == 1
        app.open_home()
        runner = await sit(pilot, app, opening(preset="paper"))
        await guess(pilot, runner, wrong(runner)[0])
        await pilot.press("ctrl+z")
        await sees(pilot, "These rules don't let you take anything back.")
        assert turns(runner) == 1
        assert "Undo" not in shown(app)
        app.open_home()
        both = {"setter": read_player("human:Ada"), "guesser": read_player("human:Ben")}
        runner = await sit(pilot, app, Opening("taboo", both))
        for who, text in (("Ada", "say it"), ("Ben", "a very tall tree"), ("Ada", "no, smaller than that")):
            await called(pilot, app, runner, who)
            await pilot.press(*("space" if c == " " else c for c in text), "enter")
        await called(pilot, app, runner, "Ben")
        await pilot.press("ctrl+z")
        await sees(pilot, "Ada has moved since, so your last move stays.")


@pytest.mark.thorough
async def test_a_bot_without_a_belief_has_no_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(Bot, "belief", lambda *_: asked.append("belief"))
    monkeypatch.setattr(WordleBot, "belief", Bot.belief)
    async with at_table(tmp_path) as (app, pilot, runner):
        await guess(pilot, runner, wrong(runner)[0])
        assert app.screen.check_action("best", ()) is False
        assert "Bot's best" not in shown(app)
        await pilot.press("f5")
        await pilot.pause()
        assert "hint" not in kinds(app, runner.session.id)
        assert not asked


@pytest.mark.thorough
async def test_a_hint_and_a_refusal_stand_once(tmp_path: Path) -> None:
    """They stand above the bar, and in the talk once they have gone from there."""
    async with at_table(tmp_path) as (app, pilot, runner):
        bar, talk = table_of(app).bar, table_of(app).query_one(Talk)

        def in_talk() -> str:
            return "\n".join(line.text.plain for line in talk.query_one(Lines).said)

        await pilot.press("f2")
        await until(
            pilot, lambda: "hint" in kinds(app, runner.session.id) and not bar.notice.startswith("Let")
        )
        hint = bar.notice
        assert hint
        await until(pilot, lambda: hint not in in_talk())
        await pilot.press(*"xxzzz", "enter")
        await until(pilot, lambda: bar.notice.startswith("XXZZZ isn't"))
        refusal = bar.notice
        await until(pilot, lambda: refusal not in in_talk() and hint in in_talk())


@pytest.mark.thorough
async def test_the_bots_best_in_wordle_are_words_that_fit(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot, runner):
        await guess(pilot, runner, wrong(runner)[0])
        await until(pilot, lambda: app.screen.check_action("best", ()) is not False)
        await pilot.press("f5")
        await until(pilot, lambda: "Bot's best: " in table_of(app).bar.notice)
        named = table_of(app).bar.notice.removeprefix("Bot's best: ").split(", ")
        state = runner.play.state
        assert 1 <= len(named) <= 5
        assert all(feedback(word, t.guess) == t.marks for word in named for t in state.turns)


@pytest.mark.thorough
async def test_a_refusal_does_not_outlive_its_game(tmp_path: Path) -> None:
    async with app_in(tmp_path, animations=True) as (app, pilot):  # else the result comes at once
        runner = await sit(pilot, app, opening())
        notice = table_of(app).bar.query_one("#notice")
        await pilot.press("enter")
        assert notice.has_class("-refused")
        await pilot.press("f6", "g")
        await until(pilot, lambda: runner.over and not notice.has_class("-refused"))
        assert "GAVE UP" in shown(app)


async def test_first_a_seat_then_its_player_who_is_searched_for(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, opening("critic", guesser="human:Ada", critic="bot:hard"))
        before = first_name(runner.names["critic"])
        await pilot.press(*"crane", "enter")
        await until(pilot, lambda: asked_for(runner).name == "guess")
        await pilot.press("f4")
        await on(pilot, Picker)
        assert listed(app) == ["guesser Ada, a person", f"critic {before}, a bot"]
        await pilot.press("down", "enter")
        await on(pilot, PlayerPicker)
        everybody = ["You a person at this keyboard", *bots("easy", "medium"), "tiny a model", "add a model…"]
        assert listed(app) == everybody
        await pilot.press("escape")  # a step back, with the seat still marked
        await on(pilot, Picker)
        await pilot.press("enter")
        await on(pilot, PlayerPicker)
        await pilot.press(*"bot ea")
        await until(pilot, lambda: listed(app) == ["bot easy a bot", "add a model…"])
        await pilot.press(*"x")
        await until(pilot, lambda: listed(app) == ["add a model…"])
        await pilot.press("ctrl+u", *"person")
        await until(pilot, lambda: len(listed(app)) == 2)
        await pilot.press("enter")
        await until(pilot, lambda: runner.names["critic"] == "You")
        await pilot.pause()
        said = shown(app)
        assert f"{before} " in said, "the opinion stays with who gave it"
        assert "You are the critic" in said


@pytest.mark.thorough
async def test_the_prompt_of_the_own_seat(tmp_path: Path) -> None:
    async with at_table(tmp_path, opening("clue")) as (app, pilot, runner):
        await pilot.press("f3")
        await on(pilot, SheetScreen)
        await sees(pilot, "system")
        assert target(runner) not in given_away(app).lower()
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is table_of(app)


async def test_a_save_that_fails_is_tried_again_and_esc_leaves_the_bar_then_the_table_and_a_begun_game_is_kept(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path) as (app, pilot, runner):
        limit = fill(app.store)
        await answer_until_it_fails(pilot, app)
        await sees(pilot, "full")
        app.store._access.db.execute(f"PRAGMA max_page_count = {limit}")
        await pilot.press("enter")
        await until(pilot, lambda: len(kinds(app, runner.session.id)) == len(runner.play.events))
        assert runner.saving.failed is None
        table_of(app).bar.field.value = ""
        await guess(pilot, runner, wrong(runner)[0])
        assert typing(app)
        await pilot.press("escape")
        assert not typing(app)
        await pilot.press("enter")
        assert typing(app)
        await pilot.press("escape", "tab")
        assert typing(app)
        await leave(pilot)
        await until(pilot, lambda: [r.id for r in app.store.unfinished()] == [runner.session.id])
        unmoved = await sit(pilot, app, opening())
        await leave(pilot)
        await until(pilot, lambda: not app.store.holds(unmoved.session.id))


def line_of(app: ArenaApp, text: str) -> str:
    """The line of the screen that holds a text; empty: none does."""
    return next((line for line in shown(app).splitlines() if text in line), "")


@pytest.mark.thorough
async def test_a_left_game_is_gone_on_with_once_no_other_window_has_it(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot, runner):
        await guess(pilot, runner, wrong(runner)[0])
        await pilot.press("escape", "escape")
        await until(pilot, lambda: bool(app.store.unfinished()))
        other = open_store(Paths.find(tmp_path).save_file, Catalogue()).store
        assert other.lease(runner.session.id)
        app.resume_table(runner.session.id)
        await until(pilot, lambda: "another window" in given_away(app))
        await on(pilot, HomeScreen)
        assert kinds(app, runner.session.id) == ["reply"]
        other.release(runner.session.id)
        other.close()
        app.resume_table(runner.session.id)
        again = await seated(pilot, app)
        assert (turns(again), kinds(app, runner.session.id)) == (1, ["reply", "resumed"])
        await guess(pilot, again, target(again))
        await result_of(pilot, app)


@pytest.mark.thorough
async def test_the_word_of_the_day_is_the_same_word_once_a_day_and_tells_of_the_next(tmp_path: Path) -> None:
    table, plain = Opening("wordle", opening().cast), Settings(animations=False, pace=0.0)
    async with opened(tmp_path / "one", settings=plain) as (app, pilot):
        for day, told in (("2026-11-20", False), ("2026-11-21", True)):
            runner = await sit(pilot, app, table, daily=day)
            word = target(runner)
            await guess(pilot, runner, word)
            await result_of(pilot, app)
            assert ("tomorrow's in 12 h" in shown(app)) == told
        assert "2 days in a row" in shown(app)
        app.open_table(table, daily="2026-11-21")
        await result_of(pilot, app)
        assert app.store.daily("wordle", "2026-11-21") == runner.session.id
    async with app_in(tmp_path / "two") as (app, pilot):
        assert target(await sit(pilot, app, table, daily="2026-11-21")) == word


async def test_a_bot_is_watched_peeked_at_stepped_and_paused(tmp_path: Path) -> None:
    async with app_in(tmp_path, pace=8.0) as (app, pilot):
        runner = await sit(pilot, app, opening(guesser="bot:medium"), watch=True)
        assert hotseat_of(runner).watching
        for up in (True, False, True, False):
            assert (target(runner) in given_away(app).lower()) is not up
            await pilot.press("v")
            await until(pilot, lambda: (target(runner) in table_of(app).bar.notice) is up)  # noqa: B023
            assert holds_back(app) is up
            assert kinds(app, runner.session.id) == ["peeked"], "a peek marks the session once"
        await pilot.press("n")
        await until(pilot, lambda: turns(runner) == 1)
        assert runner.playback.paused
        await pilot.press("right")
        await until(pilot, lambda: turns(runner) == 2)
        await pilot.press("minus", "plus", "plus")
        assert runner.playback.seconds == 2.0
        assert "paused" in shown(app)
        await pilot.press("plus", "plus", "plus", "plus", "space")
        await result_of(pilot, app)
        assert "FOUND in" in shown(app)


@pytest.mark.thorough
async def test_a_human_critic_advises_a_bot(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        table = opening("critic", guesser="bot:medium", critic="human:Cleo")
        runner = await sit(pilot, app, table)
        assert hotseat_of(runner).seat == "critic"
        await until(pilot, lambda: bar_asks(app))
        assert "yes" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: "yes or no" in table_of(app).bar.notice)
        assert kinds(app, runner.session.id) == ["reply"], "nothing typed is no draft"
        await pilot.press("down", "down", *"too many vowels", "enter")
        await until(pilot, lambda: turns(runner) == 1)
        turn = runner.play.state.turns[0]
        assert (turn.agreed, turn.opinion) == (False, "too many vowels")
        await until(pilot, lambda: runner.over or bar_asks(app))
        if not runner.over:
            await pilot.press("escape", "y", *"fits", "enter")
            await until(pilot, lambda: turns(runner) == 2)
            assert runner.play.state.turns[1].agreed is True


@pytest.mark.thorough
async def test_a_guesser_hears_the_critic_and_keeps_the_proposal_with_enter(tmp_path: Path) -> None:
    async with at_table(tmp_path, opening("critic")) as (_app, pilot, runner):
        await pilot.press(*"slate|common letters", "enter")
        await until(pilot, lambda: asked_for(runner).name == "guess")
        await sees(pilot, "critic")
        await pilot.press("enter")
        await until(pilot, lambda: turns(runner) == 1)
        turn = runner.play.state.turns[0]
        assert (turn.guess, turn.proposal, turn.reason) == ("slate", "slate", "common letters")


@pytest.mark.thorough
async def test_a_seat_whose_player_fails_waits_to_be_recast(tmp_path: Path) -> None:
    script = tmp_path / "short.jsonl"
    script.write_text('{"ask": "guess", "text": "slate"}\n')
    async with app_in(tmp_path / "home") as (app, pilot):
        cast = {"guesser": Cast({"player": "script", "name": "short"}, script)}
        app.open_table(Opening("wordle", cast, seed=7))
        await on(pilot, Dialog)
        await pilot.pause()
        assert "and no more" in " ".join(shown(app).split())
        await pilot.press("enter")
        await on(pilot, Dialog)
        await pilot.press("right", "enter")
        await on(pilot, PlayerPicker)
        await pilot.press("down", "down", "down", "enter")
        result = await result_of(pilot, app)
        assert result.result is not None
        session = app.store.load(result.result.session.id)
        assert [e.type for e in session.events][:5] == ["reply", "paused", "resumed", "paused", "recast"]


@pytest.mark.thorough
async def test_a_game_without_a_board_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "game_ui_of", lambda info: GameUI())
    async with at_table(tmp_path, opening("clue")) as (app, pilot, runner):
        assert table_of(app).panel.board is None
        await pilot.press(*"zzzzz", "enter")
        await until(pilot, lambda: "isn't a word I know" in table_of(app).bar.notice)
        table_of(app).bar.field.value = ""
        await guess(pilot, runner, wrong(runner)[0])
        assert f"guess: {wrong(runner)[0]}" in shown(app)
        await guess(pilot, runner, target(runner))
        await until(pilot, lambda: runner.over)


@pytest.mark.thorough
@pytest.mark.parametrize("then", sampled(["", "enter"], 2))
async def test_what_is_typed_while_a_question_is_on_its_way_waits_for_the_next(
    then: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up = asyncio.Event()

    async def nothing_to_ask(*_: object) -> str:
        await looked_up.wait()
        return ""

    monkeypatch.setattr(table_module.TableControl, "_doubt", nothing_to_ask)
    async with app_in(tmp_path) as (app, pilot):
        cast = {"guesser": read_player("human:Ada")}
        runner = await sit(pilot, app, Opening("entity", cast, {}, None, "objects", 3))
        bar = table_of(app).bar
        await pilot.press(*"alive?", "enter")
        await until(pilot, lambda: bar.is_sending)
        await pilot.press(*"big?", *([then] if then else []))
        looked_up.set()
        await until(pilot, lambda: len(runner.play.steps) == 2 and bar_asks(app) and not bar.quiet)
        assert bar.field.value == "big?"
        assert bar.notice.startswith("Your turn.") is bool(then)
        assert runner.play.state.turns[0].question == "alive"
        await pilot.press("enter")
        await until(pilot, lambda: len(runner.play.state.turns) == 2)
        assert runner.play.state.turns[1].question == "big"


@pytest.mark.thorough
async def test_a_letter_that_comes_as_the_bar_goes_to_rest_is_kept(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        cast = {"guesser": read_player("human:Ada")}
        runner = await sit(pilot, app, Opening("entity", cast, {}, None, "objects", 3))
        bar = table_of(app).bar
        runner.playback.looks = lambda: True
        await pilot.press(*"alive?", "enter")
        await until(pilot, lambda: bar.quiet)
        await bar.field._on_key(late := events.Key("b", "b"))
        assert late._no_default_action
        assert not bar.field.value, "nothing is typed where nobody sees it"
        assert not table_of(app).in_bar


@pytest.mark.thorough
async def test_what_is_typed_while_the_table_is_laid_is_kept_for_the_first_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = asyncio.Event()

    async def nobody_is_asked_yet(*_: object) -> None:
        await typed.wait()

    monkeypatch.setattr(TableScreen, "_let_them_think", nobody_is_asked_yet)
    async with app_in(tmp_path) as (app, pilot):
        app.open_table(opening())
        await until(pilot, lambda: has_table(app) and table_of(app).runner is not None)
        bar = table_of(app).bar
        await pilot.press(*"slat")
        await sees(pilot, "slat")  # in sight while it waits
        typed.set()
        await until(pilot, lambda: not bar.quiet)
        assert bar.field.value == "slat"


def answered(runner: SessionRunner, replies: int) -> bool:
    return len(runner.play.steps) >= replies


@pytest.mark.thorough
async def test_what_is_sent_too_early_stays_to_be_sent_or_typed_over(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        cast = {"guesser": read_player("human:Ada")}
        runner = await sit(pilot, app, Opening("entity", cast, {}, None, "objects", 3))
        bar = table_of(app).bar
        looking = False
        runner.playback.looks = lambda: looking
        for first, second in (("alive?", ""), ("red?", "big")):
            asked = len(runner.play.steps)
            looking = True
            await pilot.press(*first, "enter")
            await until(pilot, lambda: bar.quiet)
            await pilot.press(*"old", "enter")
            await until(pilot, lambda: bar.notice == "One moment, it isn't your turn yet.")
            assert "▸ old" in shown(app)
            await pilot.press(*"tiny", "enter")
            await sees(pilot, "▸ tiny")
            looking = False
            await until(pilot, lambda: bar_asks(app) and not bar.quiet)
            assert bar.field.value == "tiny"
            assert bar.notice.startswith("Your turn.")
            assert len(runner.play.steps) == asked + 2, "nothing but the question and its answer"
            await pilot.press(*second, "enter")
            await until(pilot, partial(answered, runner, asked + 4))
            await until(pilot, lambda: bar_asks(app))
            said = [step.event["text"] for step in runner.play.steps if step.ask.seat == "guesser"]
            assert said[-1] == (second or "tiny")


@pytest.mark.parametrize("text", sampled(ATTACKS, 8))
async def test_an_attack_is_shown_as_text(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HostUI, "in_the_open", lambda *_: False)  # so that the curtain calls that name
    async with app_in(tmp_path) as (app, pilot):
        cast = {"guesser": Cast({"player": "human", "name": text}), "critic": read_player("human:B")}
        runner = await sit(pilot, app, Opening("wordle", cast, {"variant": "critic"}, seed=7))
        await on(pilot, CurtainScreen)
        monotone = given_away(app)
        assert "\x1b" not in monotone
        hotseat_of(runner).sit_down()
        app.pop_screen()
        await until(pilot, lambda: hotseat_of(runner).current is not None and not table_of(app).bar.quiet)
        table_of(app).bar.field.value = f"slate | {text}"
        await pilot.press("enter")
        await until(pilot, lambda: runner.play.steps or table_of(app).bar.notice)
        await pilot.pause()
        assert "\x1b" not in given_away(app)
        assert app.is_running


async def answer_until_it_fails(pilot: Pilot[None], app: ArenaApp) -> None:
    """Give long answers that are saved as drafts, until a save fails."""
    bar = table_of(app).bar
    for n in range(8):
        bar.tell("")
        bar.field.value = chr(ord("a") + n) * 1900
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Dialog) or bar.notice)
        if isinstance(app.screen, Dialog):
            await pilot.pause()
            return
    raise AssertionError("every answer could be saved")


@pytest.mark.thorough
async def test_a_table_can_be_left_while_saves_fail(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot, runner):
        await guess(pilot, runner, wrong(runner)[0])
        limit = fill(app.store)
        await answer_until_it_fails(pilot, app)
        await pilot.press("right", "enter")
        await on(pilot, HomeScreen)
        app.store._access.db.execute(f"PRAGMA max_page_count = {limit}")
        saved = app.store.load(runner.session.id).events
        assert list(saved) == runner.play.events[:-1], "all but the one that could not be saved"


def fill(store: object) -> int:
    """Keep the save file from growing, as on a full disk; returns the limit that it had."""
    db = store._access.db  # type: ignore[attr-defined]
    limit = int(db.execute("PRAGMA max_page_count").fetchone()[0])
    pages = int(db.execute("PRAGMA page_count").fetchone()[0])
    db.execute(f"PRAGMA max_page_count = {pages}")
    return limit


@pytest.mark.thorough
@pytest.mark.usefixtures("threads_held")
async def test_a_game_that_was_just_left_is_offered(tmp_path: Path) -> None:
    """The session is released, even if the table does so late."""
    async with app_in(tmp_path) as (app, pilot):
        release, held = app.store.release, threading.Event()

        def late(session_id: str) -> None:
            held.wait(60)
            release(session_id)

        app.store.release = late  # type: ignore[method-assign]
        runner = await sit(pilot, app, opening())
        await guess(pilot, runner, wrong(runner)[0])
        app.back()
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and "new · g2" in shown(app))
        assert "CONTINUE" not in shown(app)
        held.set()
        await sees(pilot, "CONTINUE")


@pytest.mark.thorough
async def test_a_prompt_of_ones_own_with_a_wrong_slot_is_told(tmp_path: Path) -> None:
    own = Paths.find(tmp_path).config / "prompts" / "wordle"
    own.mkdir(parents=True)
    (own / "guess.md").write_text("# system\nGuess.\n\n# ask\n{{nothing}}\n", "utf-8")
    async with at_table(tmp_path) as (app, pilot, _):
        await pilot.press("f3")
        await until(pilot, lambda: "{{nothing}} isn't a slot here" in table_of(app).bar.notice)
        assert table_of(app).bar.notice.startswith("Can't show the prompt: ")


@pytest.mark.thorough
async def test_a_limit_shows_its_counter(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, opening("critic", critic="human:Ada", guesser="bot:hard"))
        most = asked_for(runner).max_chars
        bar = table_of(app).bar
        bar.field.value = "x" * (most - 21)
        await pilot.pause()
        assert "left" not in bar.notice
        bar.field.value = "x" * (most - 5)
        await until(pilot, lambda: bar.notice == "5 characters left")
        bar.field.value = "yes"
        await until(pilot, lambda: bar.notice == "")
