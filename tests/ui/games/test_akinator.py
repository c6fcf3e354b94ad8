"""Akinator at the table: a person thinks of an object and answers each question by one key."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.thorough import sampled
from tests.ui.akinator import akinator, ask, begin, board, dialogue, give, keys, read_out, told, two_people
from tests.ui.harness import Golden
from tests.ui.playing import (
    app_in,
    at_table,
    called,
    given_away,
    hotseat_of,
    kinds,
    lacking,
    on,
    result_of,
    seated,
    sees,
    shown,
    sit,
    table_of,
    until,
)
from tui_arena.core.game import Belief, View
from tui_arena.games.akinator.bot import AkinatorBot
from tui_arena.games.akinator.ui.board import DOUBTS, AkinatorUI, SetterStage, looks, mood_of
from tui_arena.save.queries import Streak
from tui_arena.ui.home.home_stats import form_of
from tui_arena.ui.host_lines import HostLines
from tui_arena.ui.replay.screen import ReplayScreen

pytestmark = pytest.mark.usefixtures("steady_clock")
THINGS, EVERYTHING = "a thing", "anything: a thing, an animal, a person, a character"


@pytest.mark.parametrize(
    ("size", "deck", "what"),
    sampled(
        [
            ((80, 24), "objects", THINGS),
            ((60, 20), "anything", EVERYTHING),
            ((120, 40), "anything", EVERYTHING),
        ],
        3,
    ),
)
async def test_a_digit_then_think_then_every_answer_is_one_key(
    tmp_path: Path, size: tuple[int, int], deck: str, what: str
) -> None:
    async with app_in(tmp_path, size, last={"akinator": {"deck": deck}}) as (app, pilot):
        await pilot.press("3")
        runner = await seated(pilot, app)
        assert board(app).sheet.large == f"Think of {what}. Don't tell anybody."
        assert f"Think of {what[:8]}" in shown(app)
        question = runner.play.state.open.text
        assert question not in shown(app)
        await pilot.press("y", "n", "d")
        assert told(runner) == []
        await begin(pilot, app)
        assert question.split()[-1] in shown(app)
        assert all(f" {key}  {text}" in shown(app) for key, text in (("y", "yes"), ("o", "probably no")))
        wanted = []
        for key, answer in {
            "y": "yes",
            "n": "no",
            "p": "probably yes",
            "o": "probably no",
            "d": "don't know",
        }.items():
            if runner.play.state.open.guess is None:
                wanted.append(answer)
                await give(pilot, app, runner, key)
        assert told(runner) == wanted
        assert not lacking(shown(app), f"{20 - len(wanted)} left", " 1 ")


@pytest.mark.thorough
async def test_arrows_the_mouse_and_words_answer_and_a_key_too_many_does_not(tmp_path: Path) -> None:
    async with at_table(tmp_path, akinator()) as (app, pilot, runner):
        await begin(pilot, app)
        await until(pilot, lambda: keys(app).hears)
        await pilot.press("enter", "space")
        await pilot.pause()
        assert (told(runner), keys(app).hears) == ([], True), "an Enter too many answers no first question"
        first = runner.play.state.open.text
        await give(pilot, app, runner, "y")
        await pilot.press("ctrl+z")
        await until(pilot, lambda: told(runner) == [] and keys(app).hears)
        assert runner.play.state.open.text == first
        assert first.split()[-1] in shown(app)
        await give(pilot, app, runner, "down", "down", "enter")
        await until(pilot, lambda: keys(app).hears)
        await pilot.click(keys(app), offset=(12, 1))
        await until(pilot, lambda: len(told(runner)) == 2)
        await give(pilot, app, runner, "tab", *"rather not", "enter")
        await give(pilot, app, runner, "up", "enter")
        await give(pilot, app, runner, "enter")
        expected = ["probably yes", "no", "probably no", "don't know", "yes"]
        assert told(runner) == expected
        assert not table_of(app).in_bar
        keys(app).action_give("no")
        keys(app).action_give("yes")  # to a question that nobody has seen
        await until(pilot, lambda: keys(app).hears and len(told(runner)) == 6)
        assert told(runner) == [*expected, "no"]


@pytest.mark.thorough
async def test_a_name_a_letter_away_from_a_known_one_is_asked_about(tmp_path: Path) -> None:
    async with app_in(tmp_path, (80, 24)) as (app, pilot):
        runner = await read_out(pilot, app, tmp_path, ("is it a toy?", "n"), turns=1)
        await until(pilot, lambda: runner.play.state.reveals and hotseat_of(runner).current is not None)
        await ask(pilot, app, "an umbrela")
        await sees(pilot, "Did you mean umbrella? Type that, or press Enter to keep “umbrela”.")
        assert runner.play.state.entity is None
        await ask(pilot, app, "umbrella")
        await until(pilot, lambda: runner.play.state.entity == "umbrella")


@pytest.mark.thorough
async def test_the_bot_tells_how_many_fit_and_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AkinatorBot, "belief", lambda *_: Belief(4, (("qanun", 0.4),)))
    async with app_in(tmp_path, (120, 40)) as (app, pilot):
        runner = await sit(pilot, app, akinator())
        await begin(pilot, app)
        await give(pilot, app, runner, "y")
        await sees(pilot, "a few still fit")
        assert "qanun" not in given_away(app)


@pytest.mark.thorough
async def test_a_right_guess_ends_it_with_a_result_to_share_and_to_replay(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        guess = "This is a guess -- are you thinking of a kettle?"
        long = "would most people have one of these at home in the kitchen?"
        await read_out(pilot, app, tmp_path, (long, "n"), (guess, "y"), turns=5)
        result = await result_of(pilot, app)
        assert result.result is not None
        await sees(pilot, long)
        assert result.result.play.state.entity == "kettle"
        assert not lacking(shown(app), "in 2 · KETTLE", "right  It's a kettle!")
        await pilot.press("y")
        await until(pilot, lambda: app.clipboard)
        assert "2/5" in app.clipboard
        assert "🟥🎯" in app.clipboard
        assert "kettle" not in app.clipboard
        await pilot.press("escape", "Y")
        await until(pilot, lambda: "no, found" in app.clipboard)
        await pilot.press("escape", "w")
        await on(pilot, ReplayScreen)


@pytest.mark.thorough
async def test_home_counts_what_was_found_and_not_who_won(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        guess = "This is a guess -- are you thinking of a kettle?"
        await read_out(pilot, app, tmp_path, (guess, "y"), turns=2)
        await result_of(pilot, app)
        assert "I HAD IT in" in shown(app)
        await read_out(pilot, app, tmp_path, (guess, "n"), turns=1)
        await sees(pilot, "What was it?")
        await pilot.press("enter")
        await result_of(pilot, app)
        info = app.catalogue.game("akinator")
        form = form_of(app.store, info, app.settings.name, Streak(1, 1))
        assert (form.played, form.won, form.counts) == (2, 1, "found")
        assert [was_found for _, was_found in form.bars] == [True, False]
        assert form.best == 0, "of what a genie didn't find there is no streak"
        while app.screen_stack[1:]:
            app.back()
            await sees(pilot, "1 of 2 found")


# sealed


@pytest.mark.thorough
async def test_a_sealed_object_stays_in_view_of_who_is_alone_until_a_key_hides_it(tmp_path: Path) -> None:
    table = akinator(deck=None, options={"secret": "sealed"})
    async with at_table(tmp_path, table) as (app, pilot, runner):
        assert "write it down" in " ".join(shown(app).replace("│", " ").split())
        await pilot.press(*"zither | psaltery", "enter")
        await until(pilot, lambda: keys(app).hears)
        await sees(pilot, "zither (or psaltery)")
        await pilot.press("f5")
        await pilot.pause()
        assert "zither" not in given_away(app)
        await pilot.press("f5")
        await sees(pilot, "zither (or psaltery)")
        await give(pilot, app, runner, "n")
        assert told(runner) == ["no"]


@pytest.mark.thorough
async def test_whoever_guesses_against_a_bot_is_told_what_it_was(tmp_path: Path) -> None:
    options = {"max_turns": 2}
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(
            pilot, app, akinator(setter="bot:hard", guesser="human:Ada", deck=None, options=options)
        )
        for question in ("is it alive?", "is it big?"):
            await ask(pilot, app, question)
            await until(pilot, lambda: runner.over or runner.play.state.open is None)
            await until(pilot, lambda: runner.over or hotseat_of(runner).current is not None)
            await pilot.pause()
        result = await result_of(pilot, app)
        assert result.result is not None
        assert result.result.play.state.revealed
        assert f"LOST · {result.result.play.state.entity}".upper()[:24] in shown(app)


# two at one keyboard


@pytest.mark.thorough
async def test_two_people_play_it_through_the_curtain(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        app.open_table(two_people(4))
        await sees(pilot, "think of something")
        await pilot.press("enter")
        runner = await seated(pilot, app)
        await dialogue(pilot, app, runner, ("is it alive?", "o"), ("is it loud?", "d"))
        await called(pilot, app, runner, "Ada")
        assert [row.answer for row in board(app).sheet.rows] == ["probably no", "don't know"]
        assert keys(app).hears is False
        assert table_of(app).in_bar


@pytest.mark.thorough
async def test_the_answering_screen(tmp_path: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AkinatorBot, "belief", lambda *_: Belief(41, (("piano", 0.2),)))
    monkeypatch.setattr(AkinatorUI, "host", HostLines("akinator"))  # nothing was said in tests before
    said = (
        ("Is it alive?", "n"),
        ("Can you hold it in one hand?", "p"),
        ("Is it electronic?", "n"),
        ("Is it found in the kitchen?", "y"),
        ("Was it invented in France?", "d"),
    )
    async with app_in(tmp_path) as (app, pilot):
        script = (*said, ("Is it something that you would use to make a hot drink?", ""))
        await read_out(pilot, app, tmp_path, *script, turns=20)
        await sees(pilot, "a few dozen still fit")
        await golden(pilot, "akinator_setter_80x24")


@pytest.mark.thorough
async def test_an_answer_that_is_doubted_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        AkinatorBot, "belief", lambda _, view: Belief(9, (), doubted=1 if len(view.facts["turns"]) > 1 else 0)
    )
    async with at_table(tmp_path, akinator()) as (app, pilot, runner):
        await begin(pilot, app)
        first = runner.play.state.open.text
        await give(pilot, app, runner, "n")
        assert "change answer" not in shown(app)
        await give(pilot, app, runner, "y")
        second = runner.play.state.open.text
        await sees(pilot, "c  change answer 1")
        assert board(app)._genie.mood == "doubts"
        await pilot.press("c")
        await until(pilot, lambda: board(app).sheet.large == first)
        assert "question 1 again · you said no" in shown(app)
        await pilot.press("c")
        await until(pilot, lambda: board(app).sheet.large == second)
        assert told(runner) == ["no", "yes"]
        await pilot.press("c", "p")
        await until(pilot, lambda: told(runner) == ["probably yes", "yes"])
        assert runner.play.state.turns[0].amended
        await until(pilot, lambda: board(app).sheet.large == second and keys(app).hears)
        assert "change answer" not in shown(app)
        assert board(app)._genie.mood == "mended"
        await give(pilot, app, runner, "n")
        assert told(runner) == ["probably yes", "yes", "no"]
        await until(pilot, lambda: board(app)._genie.mood != "mended")
        assert "amended" in kinds(app, runner.session.id)


@pytest.mark.thorough
async def test_a_guess_is_no_moment_to_doubt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        AkinatorBot, "belief", lambda _, view: Belief(9, (), doubted=1 if view.facts["turns"] else 0)
    )
    async with app_in(tmp_path) as (app, pilot):
        guess = "This is a guess -- are you thinking of a kettle?"
        await read_out(pilot, app, tmp_path, ("Is it alive?", "n"), (guess, ""), turns=5)
        await until(pilot, lambda: board(app).sheet.large == "A KETTLE?" and board(app)._belief is not None)
        await pilot.pause()
        assert "change answer" not in shown(app)


@pytest.mark.thorough
async def test_a_doubt_that_is_passed_over_stays_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        AkinatorBot, "belief", lambda _, view: Belief(9, (), doubted=1 if view.facts["turns"] else 0)
    )
    async with at_table(tmp_path, akinator()) as (app, pilot, runner):
        await begin(pilot, app)
        await give(pilot, app, runner, "n")
        await sees(pilot, "change answer 1")
        await give(pilot, app, runner, "y")
        await until(pilot, lambda: board(app).sheet.large == runner.play.state.open.text)
        assert "change answer" not in shown(app)
        assert board(app)._genie.mood != "doubts"


@pytest.mark.thorough
async def test_it_doubts_two_answers_a_game_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        AkinatorBot, "belief", lambda _, view: Belief(9, (), doubted=len(view.facts["turns"]))
    )
    async with at_table(tmp_path, akinator(options={"max_turns": 8})) as (app, pilot, runner):
        await begin(pilot, app)
        doubts = 0
        for number in (1, 2, 3):
            await give(pilot, app, runner, "n")
            expected = Belief(9, (), doubted=number)
            await until(pilot, partial(lambda at: board(app)._belief == at, expected))
            await pilot.pause()
            doubts += "change answer" in shown(app)
        assert doubts == DOUBTS == 2


@pytest.mark.thorough
async def test_a_first_game_has_a_guide(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await sees(pilot, "g3 guide")
        await pilot.press("g", "3")
        runner = await seated(pilot, app)
        assert "Press Enter" in " ".join(shown(app).replace("│", " ").split())
        await begin(pilot, app)
        await give(pilot, app, runner, "y")
        assert "One key per answer" in " ".join(shown(app).replace("│", " ").split())
        assert "reply" in kinds(app, runner.session.id)


@pytest.mark.thorough
async def test_who_thinks_is_asked_to_before_the_other_asks(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        app.open_table(akinator(setter="human:Ada", guesser="human:Ben"))
        await sees(pilot, "Ada, think of something")
        assert "Ben: ask" not in shown(app)
        await pilot.press("i")
        runner = await seated(pilot, app)
        assert runner.names[runner.asks[0].seat] == "Ben"
        assert "Ben: ask" in shown(app)
        await pilot.press(*"is it red?", "enter")
        await sees(pilot, "question 1 of 20")
        assert "I've thought of something" not in shown(app), "Ada said so before"
        assert not board(app)._genie.display, "Ben asks, and no genie"
        await give(pilot, app, runner, "n")
        assert runner.play.state.turns[0].answer == "no"


@pytest.mark.parametrize(
    ("facts", "what"), [({}, THINGS), ({"people": True}, "a person"), ({"anything": True}, EVERYTHING)]
)
def test_what_to_think_of_is_what_the_deck_holds(facts: dict[str, bool], what: str) -> None:
    facts = {"reveals": False, "people": False, "anything": False, **facts}
    told = AkinatorUI()._large({"max_turns": 20, **facts}, SetterStage(), first=True)
    assert told == ("20 questions to find out", f"Think of {what}. Don't tell anybody.")


def test_it_says_once_that_nobody_fits() -> None:
    facts = {"turns": [{"answer": "no"}], "reveals": False, "is_guess": False}
    view = View("akinator", "setter", facts, ())
    assert (mood_of(view, 40, 40, 0), mood_of(view, 40, 40, 0, stumped=True)) == ("far", "stumped")
    assert mood_of(view, 40, 40, 1, stumped=True) == "doubts", "a doubt may be the reason"
    assert looks()["stumped"].lines
    guess = View("akinator", "setter", {**facts, "is_guess": True}, ())
    assert mood_of(guess, 40, 40, 0) == "guesses"
    assert mood_of(guess, 40, 40, 0, strange=True) == "nearest", "it says that the name is only near"
    assert looks()["nearest"].lines
