"""Entity at the table with real keys: alone against bots, and several people at one keyboard."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.games.steps import answer
from tests.thorough import sampled
from tests.ui.harness import Golden
from tests.ui.playing import (
    app_in,
    at_table,
    bar_asks,
    called,
    given_away,
    held_in,
    holds_back,
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
    until,
)
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Belief
from tui_arena.data import Catalogue
from tui_arena.games.entity.bot import EntityBot
from tui_arena.games.entity.ui.board import GAME_UI
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.boards.question_board import QuestionBoard
from tui_arena.ui.setup.screen import SetupScreen
from tui_arena.ui.table import control, screen
from tui_arena.ui.table.dialogs import CurtainScreen
from tui_arena.ui.widgets.answer_bar import AnswerBar
from tui_arena.ui.widgets.dialogs import AgreeDialog, Dialog

pytestmark = pytest.mark.usefixtures("steady_clock")
SECRET, ALIAS = "zither", "psaltery"
"""The canaries: the object that a person at the keyboard gave, and another name of it."""


def twenty(
    seed: int = 3, *, deck: str | None = "objects", preset: str | None = None, **seats: str
) -> Opening:
    """A table with a person who asks, and bots."""
    cast = {seat: read_player(text) for seat, text in {"guesser": "human", **seats}.items()}
    return Opening("entity", cast, {}, preset, deck, seed)


def told(runner: SessionRunner) -> int:
    return len(runner.play.state.turns)


async def write(pilot: Pilot[None], text: str) -> None:
    """Put a text into the answer bar, its last letter by a key, and press Enter."""
    bar = pilot.app.screen.query_one(AnswerBar)
    bar.field.focus()
    bar.field.value = text[:-1]
    bar.field.cursor_position = len(text) - 1
    await pilot.press(text[-1], "enter")


async def ask(pilot: Pilot[None], runner: SessionRunner, question: str) -> None:
    """Type a question; if a bot is the judge, wait for its answer."""
    before = told(runner)
    await write(pilot, question)
    await until(
        pilot, lambda: told(runner) > before and (runner.over or hotseat_of(runner).current is not None)
    )
    await pilot.pause()


async def handed(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, name: str, text: str) -> None:
    """The curtain calls a person, who types something and Enter."""
    await called(pilot, app, runner, name)
    await write(pilot, text)


async def gone_on_with(
    pilot: Pilot[None], app: ArenaApp, table: Opening, pairs: Sequence[tuple[str, str]]
) -> SessionRunner:
    """A saved session with these questions and answers, and the canary as its secret."""
    known = {"entity": SECRET, "aliases": [ALIAS]}
    session, _ = new_session(table, app.catalogue, id="saved", seed=7, started=None, secret=known)
    said = [("guesser", "question", q, "judge", "answer", a) for q, a in pairs]
    replies = [reply for both in said for reply in (both[:3], both[3:])]
    events = [
        Event(n, Kind.REPLY, {"seat": seat, "ask": name, "text": text})
        for n, (seat, name, text) in enumerate(replies, 1)
    ]
    app.store.save(replace(session, events=tuple(events)))
    app.resume_table("saved")
    return await seated(pilot, app)


async def dialogue(pilot: Pilot[None], app: ArenaApp, *pairs: tuple[str, str]) -> SessionRunner:
    """Ada has asked this and Ben has answered; the curtain calls Ada."""
    return await gone_on_with(pilot, app, twenty(judge="human:Ben", guesser="human:Ada"), pairs)


def board(app: ArenaApp) -> QuestionBoard:
    return app.screen.query_one(QuestionBoard)


def says(app: ArenaApp, text: str) -> bool:
    return text in shown(app)


def secret_free(app: ArenaApp) -> None:
    seen = given_away(app).casefold()
    assert not held_in(seen, SECRET, ALIAS)


@pytest.mark.thorough
async def test_somebody_alone_writes_a_secret_and_answers_for_it(tmp_path: Path) -> None:
    async with app_in(tmp_path, (80, 24)) as (app, pilot):
        runner = await sit(pilot, app, twenty(setter="human:You", judge="human:You", guesser="bot:hard"))
        assert "Akinator" in shown(app), "who doesn't want to write it down plays the other game"
        await write(pilot, f"{SECRET} | {ALIAS}")
        await until(pilot, lambda: hotseat_of(runner).seat == "judge" and board(app).keyed)
        assert hotseat_of(runner).next is None, "nobody else is at the keyboard, so no curtain comes between"
        assert f"Your word: {SECRET} (or {ALIAS})" in shown(app)
        await pilot.press("n")
        await until(pilot, lambda: told(runner) == 1)


@pytest.mark.thorough
async def test_what_cannot_be_answered_costs_nothing_unless_it_is_asked_again(tmp_path: Path) -> None:
    """A word of doubt on one question is none on the next, and other words take the place of a doubted text."""
    unread, half_read = "would a gribble snorf at the wug of it", "do you hit a ball over a mountain with it"
    async with app_in(tmp_path, (80, 24)) as (app, pilot):
        runner = await sit(pilot, app, twenty())
        assert runner.play.state.entity == "tennis racket"

        async def doubted(text: str, why: str) -> None:
            before = told(runner)
            await write(pilot, text)
            await until(pilot, partial(says, app, why))
            assert told(runner) == before

        await doubted(
            "how many legs", "Ask something I can answer with yes or no. Press Enter to ask anyway."
        )
        await doubted(
            "is it alive or dead?", "One or the other? Ask one at a time. Press Enter to ask anyway."
        )
        await doubted(
            "is it big? can you eat it?",
            "That's two questions. Ask one at a time. Press Enter to ask anyway.",
        )
        await doubted("hmm", "That's not a question about it, so it's free. Press Enter to ask anyway.")
        await doubted(unread, "I didn't get that one. Try other words: it's free. Press Enter to ask anyway.")
        await pilot.press(*"is it alive?", "enter")
        await until(pilot, lambda: told(runner) == 1 and bar_asks(app))
        await doubted(
            "a living thing?", "You asked that already: no (question 1). Press Enter to ask anyway."
        )
        await pilot.press("enter")
        await until(pilot, lambda: told(runner) == 2 and bar_asks(app))
        await doubted(half_read, "I didn't get that one.")
        await ask(pilot, runner, "do you hit a ball with it")
        for text in (half_read, unread):
            await doubted(text, "I didn't get that one.")
            count = told(runner)
            await pilot.press("enter")
            await until(pilot, lambda: told(runner) > count and bar_asks(app))  # noqa: B023
        asked = [turn.question for turn in runner.play.state.turns]
        assert asked == ["is it alive?", "a living thing?", "do you hit a ball with it", half_read, unread]
        assert [turn.answer for turn in runner.play.state.turns][2:4] == ["yes", "maybe"]


@pytest.mark.thorough
async def test_what_a_judge_typed_is_gone_once_enter_gives_a_marked_answer(tmp_path: Path) -> None:
    async with at_table(tmp_path, twenty(judge="human:Ben", guesser="bot:hard")) as (app, pilot, runner):
        assert "▸ y  yes" in shown(app)
        await pilot.press("tab", "n")
        assert "answer ▸ n" in shown(app)
        assert "▸ y  yes" not in shown(app)
        await pilot.press("escape")
        assert "▸ y  yes" in shown(app)
        assert "answer ▸ n" not in shown(app)
        await pilot.press("down", "tab", "y", "escape", "enter")
        await until(pilot, lambda: told(runner) == 1)
        assert runner.play.state.turns[0].answer == "no"


@pytest.mark.thorough
async def test_a_judge_who_waits_plays_and_does_not_watch(tmp_path: Path) -> None:
    """No pace is told, and an answer that comes too early is none of the keys that watchers have."""
    async with app_in(tmp_path, pace=60.0) as (app, pilot):
        app.open_table(twenty(judge="human:Ben", guesser="bot:hard"))
        await sees(pilot, "is thinking")
        assert not held_in(shown(app), "watching", "a move every")
        await pilot.press("n", "y")
        await pilot.pause()
        runner = runner_of(app)
        assert not runner.playback.paused
        assert "Step" not in shown(app)


@pytest.mark.thorough
async def test_what_is_typed_while_the_host_looks_for_doubt_is_there_for_the_next_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, goes_on = threading.Event(), threading.Event()

    def doubt(*_: object) -> str:
        looks.set()
        goes_on.wait()
        return ""

    async with app_in(tmp_path, (80, 24)) as (app, pilot):
        runner = await sit(pilot, app, twenty())
        await pilot.press(*"is it alive?")
        monkeypatch.setattr(GAME_UI, "doubt", doubt)
        try:
            await pilot.press("enter")
            await until(pilot, looks.is_set)
            await pilot.press(*"is it")
        finally:
            goes_on.set()
        await until(pilot, lambda: told(runner) == 1 and bar_asks(app))
        await until(pilot, lambda: app.screen.query_one(AnswerBar).field.value == "is it")


@pytest.mark.thorough
async def test_rules_to_the_letter_take_every_question_and_have_no_hints(tmp_path: Path) -> None:
    async with at_table(tmp_path, twenty(preset="paper")) as (app, pilot, runner):
        await ask(pilot, runner, "how many legs")
        assert told(runner) == 1
        await until(pilot, lambda: not any(w.group == "belief" and w.is_running for w in app.workers))
        await pilot.press("f5", "f2")
        await pilot.pause()
        assert "down to" not in shown(app)
        assert "hint" not in kinds(app, runner.session.id)


@pytest.mark.thorough
async def test_who_thinks_of_what_a_bot_judge_does_not_know_is_told_first(tmp_path: Path) -> None:
    async with app_in(tmp_path, (80, 24)) as (app, pilot):
        runner = await sit(pilot, app, twenty(setter="human", judge="bot:hard", guesser="bot:easy"))
        await write(pilot, "my grandmothers wooden spoon")
        told_of = "The judge doesn't know it, only spoon. Press F4 to judge, Enter to keep it."
        await sees(pilot, told_of)
        await write(pilot, "quiddity")
        await sees(pilot, "expect maybes. Press F4 to judge, Enter to keep it.")
        await write(pilot, "umbrela")
        await sees(pilot, "Did you mean umbrella?")
        assert runner.play.state.entity is None
        await write(pilot, "a spoon")
        await until(pilot, lambda: runner.play.state.entity == "spoon")


@pytest.mark.thorough
@pytest.mark.parametrize("size", sampled([(80, 24), (60, 20)], 2, whole=True))
async def test_the_newest_of_many_questions_is_seen_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    long = "is it something that many people would sooner or later put into a large bag and carry away?"
    async with app_in(tmp_path, size) as (app, pilot):
        asked = ["is it something that could be found near a house or garden?"] * 18
        await gone_on_with(pilot, app, twenty(), [(question, "no") for question in (*asked, long)])
        await until(pilot, lambda: "carry away?" in " ".join(shown(app).replace("│", " ").split()))
        text = " ".join(shown(app).replace("│", " ").split())
        assert "carry away?" in text
        assert "…" not in text, "nothing is cut"
        assert not lacking(text, "garden?", "last question: name it")
        await pilot.press(*["pageup"] * 4)
        await sees(pilot, " 1 is it something")


@pytest.mark.thorough
async def test_a_find_ends_it_and_the_result_lists_the_questions(tmp_path: Path) -> None:
    async with at_table(tmp_path, twenty()) as (app, pilot, runner):
        await ask(pilot, runner, "is it alive?")
        await write(pilot, f"is it a {runner.play.state.entity}?")
        result = await result_of(pilot, app)
        assert not lacking(shown(app), "WON in 2", "bingo  is it a")
        await pilot.press("y")
        await until(pilot, lambda: app.clipboard)
        assert "2/20" in app.clipboard
        assert "🎯" in app.clipboard
        assert str(result.result and result.result.play.state.entity) not in app.clipboard


@pytest.mark.thorough
async def test_the_bot_says_how_many_it_holds_for_possible_and_names_its_best(tmp_path: Path) -> None:
    async with at_table(tmp_path, twenty()) as (app, pilot, runner):
        assert "down to" not in shown(app)
        assert "20 questions" in shown(app)
        await ask(pilot, runner, "is it alive?")
        row = board(app).sheet.rows[0]
        assert (row.question, row.answer) == ("is it alive?", runner.play.state.turns[0].answer)
        assert "1 is it alive?" in shown(app)
        assert shown(app).count("is it alive") == 1, "the board is the list of turns, so the talk has none"
        assert "19 left" in shown(app)
        assert "you ask · 2 of 20 · 100 points" in str(app.screen.sub_title)
        assert app.screen.title == "TWENTY QUESTIONS · objects"
        await sees(pilot, "down to")
        assert app.screen.check_action("best", ()) is True
        await pilot.press("f5")
        await until(pilot, lambda: "Bot's best:" in table_of(app).bar.notice)
        assert "hint" in kinds(app, runner.session.id)


# several at one keyboard


@pytest.mark.thorough
async def test_a_key_shows_and_hides_the_entity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await dialogue(pilot, app)
        await called(pilot, app, runner, "Ada")
        await pilot.press("f5", "escape", "v")
        await pilot.pause()
        secret_free(app)
        assert "Secret" not in shown(app), "who asks finds nothing behind the key"
        await write(pilot, "is it alive?")
        await called(pilot, app, runner, "Ben")
        secret_free(app)
        assert "is it alive?" in shown(app)
        await pilot.press("f5")
        await on(pilot, CurtainScreen)
        secret_free(app)
        await pilot.press("enter")
        await until(pilot, lambda: SECRET in shown(app))
        assert app.secret_up
        assert SECRET not in f"{app.screen.title} {app.screen.sub_title} " + table_of(app).bar.notice
        await pilot.press("f5")
        await pilot.pause()
        secret_free(app)
        with monkeypatch.context() as soon:
            soon.setattr(control, "PEEK_SECONDS", 0.05)
            await pilot.press("f5")
            await until(pilot, lambda: SECRET not in shown(app))
        assert not holds_back(app)
        await pilot.press("f5")
        await sees(pilot, SECRET)
        await pilot.press("n")
        await until(pilot, lambda: hotseat_of(runner).seat == "guesser")
        await pilot.pause()
        secret_free(app)
        assert board(app).unveiled == "", "it is gone when the judge has answered"


@pytest.mark.thorough
async def test_a_judge_sees_what_was_asked_and_answered_before(tmp_path: Path) -> None:
    async with at_table(tmp_path, twenty(judge="human:Ben", guesser="human:Ada")) as (app, pilot, runner):
        await handed(pilot, app, runner, "Ada", "is it alive?")
        await handed(pilot, app, runner, "Ben", "n")
        await handed(pilot, app, runner, "Ada", "is it man-made?")
        await called(pilot, app, runner, "Ben")
        assert [(row.question, row.answer) for row in board(app).sheet.rows] == [("is it alive?", "no")]
        assert "is it man-made?" in shown(app)
        assert "down to" not in shown(app)
        await pilot.press("f2")
        await until(pilot, lambda: table_of(app).bar.notice)
        assert table_of(app).bar.notice.startswith("I'd say ")
        assert str(runner.play.state.entity) not in table_of(app).bar.notice


@pytest.mark.thorough
async def test_a_judge_answers_with_one_key_or_with_the_arrows(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await dialogue(pilot, app)
        await handed(pilot, app, runner, "Ada", "is it alive?")
        await called(pilot, app, runner, "Ben")
        await pilot.press("m")
        await until(pilot, lambda: told(runner) == 1)
        await handed(pilot, app, runner, "Ada", "is it loud?")
        await called(pilot, app, runner, "Ben")
        await pilot.press("down", "enter")
        await until(pilot, lambda: told(runner) == 2)
        assert [turn.answer for turn in runner.play.state.turns] == ["maybe", "no"]


async def alone_with_a_bot(pilot: Pilot[None], app: ArenaApp, folder: Path, *asked: str) -> SessionRunner:
    """Ben judges what a script asks, and is the only one at the keyboard; `{}` in a question is the secret."""
    script = folder / "asks.jsonl"
    table = twenty(judge="human:Ben", guesser=f"script:{script}")
    dealt, _ = new_session(table, app.catalogue, id="x", seed=table.seed or 0, started=None)
    secret = (dealt.setup.secret or {})["entity"]
    lines = [json.dumps({"ask": "question", "text": text.format(secret)}) for text in asked]
    script.write_text("\n".join(lines), "utf-8")
    runner = await sit(pilot, app, table)
    assert runner.play.state.entity == secret
    await until(pilot, lambda: hotseat_of(runner).current is not None)
    await pilot.pause()
    return runner


@pytest.mark.thorough
async def test_a_judge_who_is_alone_has_the_secret_in_view_until_a_key_hides_it(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await alone_with_a_bot(pilot, app, tmp_path, "is it alive?", "is it loud?")
        assert runner.play.state.entity in shown(app)
        await pilot.press("tab", *"is it alive", "enter")
        await until(pilot, lambda: "Please answer yes" in table_of(app).bar.notice)
        assert "none of the" not in shown(app), "what the rules say to a model"
        await pilot.press(*"no", "enter")  # over what was refused
        await until(pilot, lambda: told(runner) == 1 and hotseat_of(runner).current is not None)
        await until(pilot, lambda: runner.play.state.entity in shown(app))
        assert runner.play.state.turns[0].answer == "no"
        await pilot.press("f5")
        await pilot.pause()
        assert runner.play.state.entity not in given_away(app)


@pytest.mark.thorough
async def test_a_judge_can_say_that_a_question_names_it(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await alone_with_a_bot(pilot, app, tmp_path, "is it a box harp?")
        assert "that's it!" in shown(app)
        await pilot.press("t")
        await result_of(pilot, app)
        assert runner.outcome.winners == ("guesser",)
        ruling = next(event for event in runner.play.events if event.type == Kind.ADJUDICATED)
        assert (ruling["question"], ruling["verdict"], ruling["by"]) == ("hit", True, "Ben")


@pytest.mark.thorough
async def test_a_judge_whom_nobody_agrees_with_answers_by_key_all_the_same(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await dialogue(pilot, app)
        await handed(pilot, app, runner, "Ada", "is it a box harp?")
        await called(pilot, app, runner, "Ben")
        await pilot.press("t")
        await on(pilot, AgreeDialog)
        assert not runner.over, "both have to agree"
        secret_free(app)
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(app.screen, AgreeDialog))
        await sees(pilot, "n No")
        await pilot.press("n")
        await until(pilot, lambda: told(runner) == 1)
        assert not runner.over


@pytest.mark.thorough
async def test_a_judge_sees_which_question_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "LAST_LOOK", 60.0)
    async with app_in(tmp_path) as (app, pilot):
        runner = await alone_with_a_bot(pilot, app, tmp_path, "is it loud?", "is it a {}?")
        app.settings = replace(app.settings, animations=True)
        await pilot.press("n")
        await until(pilot, lambda: runner.over and "that's it!" in shown(app))
        assert board(app).sheet.large == f"is it a {runner.play.state.entity}?"
        await sees(pilot, "bingo")


@pytest.mark.thorough
async def test_a_judge_who_says_it_is_held_back_and_not_repeated(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await dialogue(pilot, app)
        await handed(pilot, app, runner, "Ada", "is it alive?")
        await called(pilot, app, runner, "Ben")
        await write(pilot, f"no it is a {SECRET}")
        await until(pilot, lambda: table_of(app).bar.notice)
        table_of(app).bar.field.value = ""
        await pilot.pause()
        secret_free(app)
        assert told(runner) == 0


async def test_the_screens_of_both_seats(
    tmp_path: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EntityBot, "belief", lambda *_: Belief(23, (("piano", 0.2),)))
    said = (
        ("Is it alive?", "no"),
        ("Is it man-made?", "yes"),
        ("Can you hold it in one hand?", "yes"),
        ("Is it electronic?", "no"),
        ("Is it used in the kitchen?", "no"),
        ("Do people play with it?", "maybe"),
        ("Does it make sound?", "yes"),
    )
    async with app_in(tmp_path) as (app, pilot):
        runner = await dialogue(pilot, app, *said)
        await called(pilot, app, runner, "Ada")
        await until(pilot, lambda: re.search(r"down to\W+23", shown(app)))
        await golden(pilot, "entity_guesser_80x24")
        await write(pilot, "Is it something that you would find in an orchestra?")
        await called(pilot, app, runner, "Ben")
        await golden(pilot, "entity_judge_80x24")


# opening a table


@pytest.mark.thorough
async def test_no_deck_is_read_on_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = Catalogue.deck

    def watched(self: Catalogue, *args: Any) -> Any:
        read.append(threading.current_thread().name)
        return real(self, *args)

    monkeypatch.setattr(Catalogue, "deck", watched)
    async with app_in(tmp_path) as (app, pilot):
        await pilot.press("e", "2")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and read)
        await pilot.press("enter")
        await seated(pilot, app)
        assert len(read) > 1
        assert threading.main_thread().name not in read


@pytest.mark.thorough
async def test_a_first_game_has_a_guide(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await sees(pilot, "g2 guide")
        await pilot.press("g", "2")
        runner = await seated(pilot, app)
        assert runner.session.setup.extra["guided"] is True
        assert runner.session.setup.options["difficulty"] == "easy"
        assert "start big" in " ".join(shown(app).replace("│", " ").split())
        await ask(pilot, runner, "is it alive?")
        lines = ("cuts what's left in half", "Maybe means sometimes")  # by what was dealt
        await until(pilot, lambda: any(x in " ".join(shown(app).replace("│", " ").split()) for x in lines))
        await write(pilot, "is it alive?")
        await sees(pilot, "You asked that already: ")
        await pilot.press("enter")
        await until(pilot, lambda: "asked that already" in " ".join(shown(app).replace("│", " ").split()))
        await give_up(pilot, app)
        await pilot.press("enter")
        again = await seated(pilot, app)
        assert again.session.setup.options["difficulty"] is None
        assert "guided" not in again.session.setup.extra
        await give_up(pilot, app)
        await pilot.press("escape", "g", "1")
        await sees(pilot, "Wordle has no guide")
        await pilot.press("g", "2")
        assert (await seated(pilot, app)).session.setup.extra["guided"] is True, "whenever it is asked for"


async def give_up(pilot: Pilot[None], app: ArenaApp) -> None:
    await pilot.press("f6")
    await on(pilot, Dialog)
    await pilot.press("g")
    await result_of(pilot, app)


@pytest.mark.thorough
async def test_two_keys_still_start_a_game_without_a_guide(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await pilot.press("2")
        runner = await seated(pilot, app)
        assert "guided" not in runner.session.setup.extra
        assert "host" not in shown(app)


def test_the_sheet_of_a_judge_has_what_the_table_heard(catalogue: Catalogue) -> None:
    session, _ = new_session(twenty(), catalogue, id="x", seed=1, started=None)
    play = answer(session.fold(catalogue.game("entity").game), "is it big?", "no", "is it red?")
    assert play.view("judge").facts["turns"] == [], "a judge of its own accord has no memory"
    drawn = GAME_UI.sheet(play.view("judge"), play.asks()[0], play.view("table"))
    assert [(row.question, row.answer) for row in drawn.rows] == [("is it big?", "no")]
    assert drawn.large == "is it red?"
    watching = GAME_UI.sheet(play.view("table"), None, play.view("table"))
    assert [(row.question, row.answer) for row in watching.rows] == [("is it big?", "no"), ("is it red?", "")]
    assert watching.veil == ""
