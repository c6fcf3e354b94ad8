"""Bluffing at the table: its board, questions and answers, the belief gauge, and the verdict."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.games import steps
from tests.save import making
from tests.ui.harness import Golden, opened
from tests.ui.playing import (
    app_in,
    asked_for,
    at_table,
    called,
    given_away,
    hotseat_of,
    lacking,
    on,
    result_of,
    sees,
    shown,
    sit,
    table_of,
    until,
)
from tui_arena.core.game import Ask, Belief, Fault, View
from tui_arena.core.record import Play
from tui_arena.data import Catalogue, game_texts, shipped_games
from tui_arena.games.bluffing.bot import BluffingBot
from tui_arena.games.bluffing.ui import exhibit_board
from tui_arena.games.bluffing.ui.board import GAME_UI, ideas_for
from tui_arena.games.bluffing.ui.exhibit_board import ExhibitBoard
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.store import new_id
from tui_arena.table.probes import panel_of
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.table import duel_screen, screen
from tui_arena.ui.table.dialogs import CurtainScreen
from tui_arena.ui.table.panel import BELIEF_LATER, live_panel

CLAIM = "I once spent a night on an airport floor."
SAID = (
    ("Where was it?", "In Lisbon, behind a coffee stand near gate 14."),
    ("Who was with you?", "My cousin Anneke, and a handball team from Porto."),
    ("What woke you up?", "A floor-polishing machine, at half past four."),
)
METERS = ("what you believe", "what the bot believes", "possibly")


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No grace time at the curtain, a clock that stands still, fixed ideas, a bot with a clear opinion."""
    monkeypatch.setattr(screen, "clock", lambda _: "01:23")
    monkeypatch.setattr(exhibit_board, "Random", lambda: Random(5))
    monkeypatch.setattr(BluffingBot, "belief", lambda *_: Belief(2, (("possibly false", 0.8),)))


def bluffing(setter: str, judge: str, *, probe: str | None = None, **options: Any) -> Opening:
    cast = {"setter": read_player(setter), "judge": read_player(judge)}
    return Opening("bluffing", cast, options, None, None, 7, probe=probe)


def board(app: ArenaApp) -> ExhibitBoard:
    return table_of(app).query_one(ExhibitBoard)


async def say(pilot: Pilot[None], app: ArenaApp, text: str) -> None:
    """Put a text into the answer bar and send it."""
    table_of(app).bar.field.value = text
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()


async def asked(
    pilot: Pilot[None],
    app: ArenaApp,
    runner: SessionRunner,
    pair: tuple[str, str],
    look: Callable[[str], None],
) -> None:
    """Ben asks and Ada answers; `look` is called with all texts that each of them can get at."""
    question, answer = pair
    await say(pilot, app, question)
    await called(pilot, app, runner, "Ada")
    look("Ada")
    table_of(app).bar.field.value = answer
    await pilot.pause()
    look("Ada")
    await pilot.press("enter")
    await called(pilot, app, runner, "Ben")
    look("Ben")


async def to_the_verdict(pilot: Pilot[None], app: ArenaApp, *chosen: str) -> tuple[SessionRunner, list[str]]:
    """Two people play until the verdict is in the answer bar; returns the texts that Ben could get at."""
    ben: list[str] = []

    def look(who: str) -> None:
        seen = given_away(app)
        if who == "Ben":
            ben.append(seen)
        else:
            assert not any(meter in seen for meter in METERS)
            assert "MADE UP" not in seen

    runner = await sit(pilot, app, bluffing("human:Ada", "human:Ben", max_questions=2))
    await called(pilot, app, runner, "Ada")
    table_of(app).bar.field.value = CLAIM
    await pilot.press(*chosen, "enter")
    await until(pilot, lambda: hotseat_of(runner).seat == "judge")
    await pilot.pause()
    ben.append(given_away(app))
    await called(pilot, app, runner, "Ben")
    look("Ben")
    assert "○○ 2 left" in shown(app)
    await asked(pilot, app, runner, SAID[0], look)
    assert board(app).marked is None
    await pilot.press("up", "up")
    assert board(app).marked == {"kind": "belief", "round": 1, "items": ["true"]}
    look("Ben")
    await asked(pilot, app, runner, SAID[1], look)
    await pilot.press("down", "down", "down")
    await say(pilot, app, "true! or made up!")
    await until(pilot, lambda: "with Tab" in table_of(app).bar.notice)
    table_of(app).bar.field.value = ""
    await pilot.press("tab", "tab")
    assert table_of(app).bar.choice == "made up"
    look("Ben")
    return runner, ben


@pytest.mark.thorough
async def test_two_people_play_it_and_a_true_statement_looks_like_a_false_one_until_the_end(
    tmp_path: Path, golden: Golden
) -> None:
    async with app_in(tmp_path, caster="off") as (app, pilot):  # it never says a line twice
        runner, made_up = await to_the_verdict(pilot, app, "tab", "tab")
        await golden(pilot, "bluffing_judge_80x24")
        await pilot.press("enter")
        result = await result_of(pilot, app)
        assert result.result is not None
        assert result.check_action("swap", ())
        events = app.store.load(runner.session.id).events
        needle = [(e["seat"], e["round"], e["items"]) for e in events if e.type == "probe"]
        assert needle == [("judge", 1, ["true"]), ("judge", 2, ["possibly false"])]
        assert "BEN WINS · it was made up, and seen through after 2 questions" in shown(app)
        assert any(line in shown(app) for line in game_texts("bluffing", "host")["endings"]["right_at_last"])
        assert not lacking(shown(app), "1 ●────  Where was it?", "────◆  the truth")
        await pilot.press("y")
        await until(pilot, lambda: app.clipboard)
        assert CLAIM not in app.clipboard
        assert "2/2\n🟥🟨🎯" in app.clipboard
        app.copy_to_clipboard("")
        await pilot.press("escape", "w")
        await on(pilot, ReplayScreen)
        await sees(pilot, "belief")
        await pilot.press("escape", "escape")
        _, true = await to_the_verdict(pilot, app, "tab")
        assert len(made_up) == len(true) == 6
        assert made_up == true


async def test_who_claims_is_helped_and_the_truth_stays_hidden(tmp_path: Path, golden: Golden) -> None:
    async with at_table(tmp_path, bluffing("human:Ada", "human:Ben")) as (app, pilot, runner):
        await called(pilot, app, runner, "Ada")
        first = shown(app)
        await pilot.press("down")
        await pilot.pause()
        assert shown(app) != first
        await pilot.press("up")
        await pilot.pause()
        assert shown(app) == first
        await pilot.press("enter")
        await until(pilot, lambda: "Say something about yourself" in table_of(app).bar.notice)
        await say(pilot, app, CLAIM)
        await until(pilot, lambda: "true or made up? Choose" in table_of(app).bar.notice)
        assert CLAIM[:20] in " ".join(shown(app).split())
        await pilot.press("tab", "tab")
        await sees(pilot, "▸made up")
        assert not table_of(app).bar.notice
        await golden(pilot, "bluffing_claim_80x24")
        await pilot.press("enter")
        await called(pilot, app, runner, "Ben")
        await say(pilot, app, "is it true?")
        await called(pilot, app, runner, "Ada")
        assert "made up" not in given_away(app).casefold()
        await pilot.press("f5")  # Ben looks on, too
        await on(pilot, CurtainScreen)
        assert "no peeking" in shown(app)
        await called(pilot, app, runner, "Ada")
        await sees(pilot, "in the envelope: MADE UP")
        assert app.secret_up
        await pilot.press("f5")
        await pilot.pause()
        assert "MADE UP" not in given_away(app)


@pytest.mark.thorough
async def test_earlier_answers_are_whole_above_the_newest(tmp_path: Path) -> None:
    told = "In March 2011, on the night of a handball final, when every flight to the south was cancelled."
    async with at_table(tmp_path, bluffing("human:Ada", "human:Ben", truth="later")) as (app, pilot, runner):
        await called(pilot, app, runner, "Ada")
        await say(pilot, app, CLAIM)
        await called(pilot, app, runner, "Ben")
        for n in range(3):
            await asked(pilot, app, runner, (f"What happened at hour {n + 1}?", told), lambda _: None)
        await sees(pilot, "3 What happened")
        rows = [line.split("│ │")[0].split("  │")[0] for line in shown(app).splitlines()[1:-5]]
        assert not [row for row in rows if "…" in row], "nothing is cut"
        assert "Page Up: earlier answers" in shown(app)
        assert "1 What happened" not in shown(app)
        await pilot.press("pageup", "pageup")
        await sees(pilot, "1 What happened")


@pytest.mark.thorough
async def test_a_verdict_comes_early_the_truth_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhibit_board, "BEAT", 0.2)
    async with app_in(tmp_path, animations=True) as (app, pilot):
        runner = await sit(pilot, app, bluffing("human:Ada", "human:Ben", truth="later"))
        await called(pilot, app, runner, "Ada")
        assert " made up" not in shown(app).splitlines()[-2]
        await say(pilot, app, f"true | {CLAIM}")
        await until(pilot, lambda: "told after the verdict" in table_of(app).bar.notice)
        await say(pilot, app, CLAIM)
        await called(pilot, app, runner, "Ben")
        table_of(app).bar.field.value = "verdict: made up"
        await sees(pilot, "Press Enter to give your verdict: MADE UP")
        await pilot.press("enter")
        await called(pilot, app, runner, "Ada")
        assert "M A D E   U P" in shown(app)
        assert "┏" not in shown(app)
        await pilot.press("tab", "enter")
        await until(pilot, lambda: runner.over)
        await sees(pilot, "┃   T R U E   ┃")
        assert "Doubted, but it was true." in shown(app)
        assert "WINS" not in shown(app)
        await until(pilot, lambda: "Result" in shown(app) and not app.type_ahead.dead)
        await pilot.press("enter")
        await result_of(pilot, app)
        assert "ADA WINS · it was true, and doubted" in shown(app)


@pytest.mark.thorough
async def test_watchers_read_a_judge_that_is_asked_beside_the_game_the_bluffer_doesn_t(
    tmp_path: Path,
) -> None:
    async with app_in(tmp_path, (60, 20)) as (app, pilot):
        runner = await sit(pilot, app, bluffing("human:Ada", "bot:hard", probe="self", max_questions=2))
        await say(pilot, app, f"true | {CLAIM}")
        for _, answer in SAID[:2]:
            await until(pilot, lambda: runner.over or asked_for(runner).name == "answer")
            await pilot.pause()
            if runner.over:
                break
            panel = live_panel(hotseat_of(runner))
            assert panel is not None
            assert panel.levels is None
            assert panel.note == (BELIEF_LATER if runner.rounds else panel.note)
            assert not any(meter in given_away(app) for meter in METERS)
            await say(pilot, app, answer)
        assert runner.rounds
        await result_of(pilot, app)
        seen = panel_of(runner.rounds, runner.seen_to, secret=True)
        unseen = panel_of(runner.rounds, runner.seen_to, secret=False)
        assert (seen.levels, seen.goal) == (unseen.levels, 1)
        assert unseen.goal is None
        assert seen.levels is not None
        assert ("exactly right" if seen.levels[max(seen.levels)] == 1 else "from the truth") in seen.note


@pytest.mark.thorough
async def test_who_watches_sees_the_needle(tmp_path: Path) -> None:
    async with app_in(tmp_path, (120, 40), pace=60.0) as (app, pilot):
        runner = await sit(pilot, app, bluffing("bot:easy", "bot:easy"))
        await until(pilot, lambda: hotseat_of(runner).watching)
        await pilot.press("n")
        await until(pilot, lambda: runner.play.state.statement)
        await sees(pilot, "what the bot believes")
        assert "▸ possibly false" in shown(app)
        assert GAME_UI.secret(runner.views["table"]) == ""


VIEW = View("bluffing", "judge", {"later": False})


@pytest.mark.parametrize(
    ("ask", "text", "choice", "reply"),
    [
        ("statement", "I sing.", "true", "true | I sing."),
        ("statement", "I sing.", "made up", "false | I sing."),
        ("statement", "I sing.", None, "I sing."),
        ("statement", "false | I sing.", "true", "false | I sing."),
        ("statement", "", "true", ""),
        ("question", "is it true?", None, "is it true?"),
        ("question", "Was the story made up", None, "Was the story made up"),
        ("question", "true!", None, "I believe your statement is: True"),
        ("question", "I say made up", None, "I believe your statement is: False"),
        ("question", "true! or made up!", None, "true! or made up!"),
        (
            "question",
            "Made up! nobody cuts their own neck",
            None,
            "I believe your statement is: False. nobody cuts their own neck",
        ),
        ("question", "made up! or was it?", None, "made up! or was it?"),
        ("verdict", "", "made up", "I believe your statement is: False"),
        ("verdict", "too vague", "made up", "I believe your statement is: False. too vague"),
        ("verdict", "a lie", None, "I believe your statement is: False"),
        ("truth", "", "true", "true"),
        ("truth", "", "made up", "false"),
        ("truth", "made up", None, "false"),
    ],
)
def test_typed_and_chosen_parts_become_a_reply(ask: str, text: str, choice: str | None, reply: str) -> None:
    assert GAME_UI.answer(Ask("judge", ask, ask), VIEW, text, choice) == reply


def test_refusals_are_in_words_of_the_table() -> None:
    both = Fault("format", "the verdict says both True and False; one of them is needed")
    assert (
        GAME_UI.refusal(Ask("judge", "verdict", "verdict"), both)
        == "One of the two, please: true, or made up."
    )
    unsaid = Fault("format", "say first whether it is true: write `true | text` or `false | text`")
    assert "with Tab" in GAME_UI.refusal(Ask("setter", "statement", "statement"), unsaid)


TRUE, FALSE = "I believe your statement is: True", "I believe your statement is: False"
PAIR = ("Where was it?", "In Graz.")


def played(*said: str | tuple[int, str]) -> Play[Any]:
    """A session of these replies; a level is the judge's belief in that round."""
    play = steps.begin("bluffing", None, {})
    for one in said:
        if isinstance(one, tuple):
            steps.probe(play, one[0], "belief", seat="judge", items=[one[1]])
        else:
            steps.answer(play, one)
    return play


@pytest.mark.parametrize(
    ("said", "head", "remark", "share"),
    [
        (("false | I sing.", FALSE), "WON · it was made up, and seen through", "right_at_once", "0/5 🎯"),
        (
            ("false | I sing.", *PAIR, FALSE),
            "WON · it was made up, and seen through after 1 question",
            "seen_at_once",
            "1/5 ❓🎯",
        ),
        (
            ("false | I sing.", *PAIR, (1, "false"), *PAIR, (2, "true"), TRUE),
            "LOST · it was made up, and believed",
            "wrong_at_last",
            "X/5 🟩🟥🃏",
        ),
        (
            ("true | I sing.", *PAIR, *PAIR, TRUE),
            "WON · it was true, and believed after 2 questions",
            "believed_truth",
            "2/5 ❓❓🎯",
        ),
        (("true | I sing.", *PAIR, FALSE), "LOST · it was true, and doubted", "doubted", "X/5 ❓🃏"),
        (
            ("false | I sing.", *PAIR * 5, TRUE),
            "LOST · it was made up, and believed",
            "fooled_often",
            "X/5 ❓❓❓❓❓🃏",
        ),
        (
            ("false | I sing.", *PAIR * 5, *["hm"] * 3),
            "LOST · it was made up",
            "no_verdict",
            "X/5 ❓❓❓❓❓🃏",
        ),
        (("hm",) * 3, "STOPPED", "broke the rules", "X/5 🃏"),
    ],
)
def test_the_end_is_told_by_what_happened_and_shared_without_a_word_of_it(
    said: tuple[str | tuple[int, str], ...], head: str, remark: str, share: str
) -> None:
    play = played(*said)
    told = GAME_UI.headline(play, {"setter": "Ada", "judge": "Ben"}, ("judge",))
    assert told[0] == head
    lines = game_texts("bluffing", "host")["endings"].get(remark, [remark])
    assert any(line.format(times="five times").casefold() in told[1].casefold() for line in lines)
    assert " ".join(GAME_UI.share(play, Glyphs(), words=False)) == share
    assert not any("sing" in line or "Graz" in line for line in GAME_UI.share(play, Glyphs(), words=True))


def test_the_bots_best_says_that_nothing_was_asked_yet() -> None:
    first = View("bluffing", "judge", {"turns": ()})
    later = View("bluffing", "judge", {"turns": ({"question": "Where?", "answer": "Here."},)})
    belief = Belief(3, (("possibly true", 0.9), ("true", 0.1)))
    told = GAME_UI.shown_best(belief, first)
    assert told == "Nothing's been asked yet. Going by the statement alone, a bot would say: possibly true."
    assert GAME_UI.shown_best(belief, later) == "A bot would say: possibly true."


def test_no_part_of_the_board_is_taken_for_the_line_of_a_duel() -> None:
    """That screen has two boards and finds its line by a name."""
    laid = GAME_UI.board(Glyphs(), animated=False)
    assert laid is not None
    parts = [*laid.compose(), *exhibit_board.VerdictEnding(Glyphs(), lambda: None, animated=False).compose()]
    styles = Path(duel_screen.__file__).with_suffix(".tcss").read_text("utf-8")
    assert {part.id for part in parts}.isdisjoint(re.findall(r"#([\w-]+)", styles))


def test_children_are_given_no_idea_that_is_not_for_them() -> None:
    ideas = shipped_games()["bluffing"].ideas
    assert len(ideas) >= 30
    grown_up = {idea.text for idea in ideas if not idea.family}
    assert grown_up
    assert not grown_up & set(ideas_for(family=True))
    assert grown_up < set(ideas_for(family=False))


@pytest.mark.parametrize(
    ("ask", "text", "told"),
    [
        ("verdict", "false", "Made up!"),
        ("verdict", FALSE, "Made up!"),
        ("verdict", "True.", "True!"),
        ("truth", "false", "Made up!"),
        ("statement", "false | I sing.", "I sing. (made up)"),
        ("answer", "false", "false"),
    ],
)
def test_a_story_that_is_not_true_is_made_up_wherever_it_is_told(ask: str, text: str, told: str) -> None:
    assert GAME_UI.spoken(ask, text) == told


@pytest.mark.thorough
async def test_the_replay_says_made_up_and_whose_eyes_it_shows_as_one_says_it(tmp_path: Path) -> None:
    cast = {"setter": read_player("human:Ada"), "judge": read_player("human:You")}
    session, _ = new_session(Opening("bluffing", cast), Catalogue(), id=new_id(), seed=1, started=making.AT)
    session = making.played(Catalogue(), session, ["false | I sing.", *PAIR, FALSE])
    async with opened(tmp_path, sessions=[session]) as (app, pilot):
        app.open_replay(session.id)
        await on(pilot, ReplayScreen, lambda s: s.replay is not None)
        await pilot.press("end")
        await pilot.pause()
        assert str(app.screen.sub_title).endswith("MADE UP")
        for eyes in ("as Ada sees it", "as you see it"):
            await pilot.press("s")
            await pilot.pause()
            assert str(app.screen.sub_title).startswith(eyes)
