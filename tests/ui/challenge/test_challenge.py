"""A challenge from result to result, by real keys and pastes, in two homes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from tests.players.test_challenges import bots
from tests.tables import Cases
from tests.thorough import sampled
from tests.ui.playing import (
    app_in,
    at_table,
    guess,
    has_table,
    lacking,
    on,
    opening,
    result_of,
    seated,
    sees,
    shown,
    sit,
    table_of,
    target,
    until,
    wrong,
)
from tui_arena.data import Catalogue
from tui_arena.players.challenges import challenge_of, code_of, new_challenge, read_challenge
from tui_arena.save.people import SENT
from tui_arena.save.queries import SessionQuery
from tui_arena.table.challenging import Finish, Ghost, verdict
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.challenge.codes import ChallengeDialog, CodeInput, Codes, ShareScreen, shelf_rows
from tui_arena.ui.challenge.ghost import SideBySideScreen
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.home.you_screen import YouScreen
from tui_arena.ui.widgets.dialogs import Dialog, TextDialog
from tui_arena.ui.widgets.rows import Picker

CASES = Cases(__file__)

SEED = 4711
CATALOGUE = Catalogue()


async def finish(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, after: int) -> None:
    """Guess wrong so many times, then right, and wait for the result and until its keys count."""
    for word in wrong(runner)[:after]:
        await guess(pilot, runner, word)
    await pilot.press(*target(runner), "enter")
    await until(pilot, lambda: runner.over)
    await result_of(pilot, app)
    app.type_ahead._changed = None  # people look before they press; a test has no time for it


async def shared(pilot: Pilot[None], app: ArenaApp, *, moves: bool) -> str:
    """What `y` copies on a result."""
    await pilot.press("y")
    await on(pilot, ShareScreen)
    await pilot.pause()
    if moves:
        await pilot.press("m")
        await pilot.pause()
    assert app.clipboard.splitlines()[-1] in shown(app).replace("\n", "") or moves
    copied = app.clipboard
    await pilot.press("escape")
    await pilot.pause()
    return copied


async def pasted(pilot: Pilot[None], app: ArenaApp, text: str) -> None:
    """Go home, press `c`, paste a text, and press Enter."""
    app.open_home()
    await on(pilot, HomeScreen)
    await pilot.press("c")
    await on(pilot, ChallengeDialog)
    await pilot.pause()
    app.screen.query_one(CodeInput).post_message(Paste(text))
    await pilot.pause()
    await pilot.press("enter")


async def test_a_challenge_goes_there_and_its_answer_comes_back(tmp_path: Path) -> None:
    ada, ben = tmp_path / "ada", tmp_path / "ben"
    async with at_table(ada, opening(guesser="human:Ada", seed=SEED), name="Ada") as (app, pilot, runner):
        word = target(runner)
        await finish(pilot, app, runner, after=3)
        code = await shared(pilot, app, moves=True)
    assert word.casefold() not in code.casefold()
    async with app_in(ben, name="Ben") as (app, pilot):
        await pasted(pilot, app, code)
        await until(pilot, lambda: has_table(app))
        runner = await seated(pilot, app)
        assert target(runner) == word
        await sees(pilot, "Ada's ghost")
        assert "( )" not in shown(app), "the ghost isn't ahead"
        await guess(pilot, runner, wrong(runner)[4])
        await sees(pilot, "1 guess")
        ghost = table_of(app).runner
        assert ghost is not None
        assert ghost.ghost is not None
        assert not ghost.ghost.so_far(1).over
        assert "SLATE" not in shown(app), "marks alone"
        await finish(pilot, app, runner, after=1)
        assert "Ben beat Ada: 3 guesses to 4." in shown(app)
        await pilot.press("s")
        await on(pilot, SideBySideScreen, lambda s: s.two is not None)
        await pilot.pause()
        assert not lacking(shown(app), "BEN", "ADA")
        await pilot.press("escape")
        await pilot.pause()
        answer = await shared(pilot, app, moves=True)
        row = app.store.sessions(_all())[0]
        assert not row.flags, "it counts for Ben"
    async with app_in(ada, name="Ada") as (app, pilot):
        await pasted(pilot, app, answer)
        await on(pilot, Dialog)
        await pilot.pause()
        await pilot.press("s")
        await on(pilot, SideBySideScreen, lambda s: s.two is not None)
        await pilot.pause()
        assert "Ben beat Ada: 3 guesses to 4." in shown(app)
        assert [sorted(row.flags) for row in app.store.sessions(_all())] == [["imported"], []]
        app.open_you()
        screen = await on(pilot, YouScreen, lambda s: s.you is not None)
        await pilot.pause()
        assert screen.you is not None
        assert [(p.other, p.won, p.lost) for p in screen.you.league.against("Ada")] == [("Ben", 0, 1)]


def _all() -> SessionQuery:
    return SessionQuery()


@pytest.mark.thorough
async def test_who_played_it_before_plays_for_no_figure(tmp_path: Path) -> None:
    async with app_in(tmp_path, name="Ada") as (app, pilot):
        runner = await sit(pilot, app, opening(guesser="human:Ada", seed=SEED))
        await finish(pilot, app, runner, after=1)
        code = await shared(pilot, app, moves=False)
        await pasted(pilot, app, code)
        await until(pilot, lambda: table_of(app).runner not in (None, runner) if has_table(app) else False)
        again = await seated(pilot, app)
        assert again.session.setup.extra["known"] == ["guesser"]
        await finish(pilot, app, again, after=0)
        assert app.store.sessions(_all())[0].flags == {"known"}


async def test_a_short_code_is_typed_or_pasted_a_slip_is_told_and_escape_plays_nothing(
    tmp_path: Path,
) -> None:
    code = code_of(new_challenge(CATALOGUE.game("wordle"), CATALOGUE, {}, seed=SEED), CATALOGUE)
    async with app_in(tmp_path) as (app, pilot):
        await pilot.press("c")
        await on(pilot, ChallengeDialog)
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        assert not app.store.sessions(_all())
        await pilot.press("c")
        await on(pilot, ChallengeDialog)
        await pilot.pause()
        wrong_one = code[:-1] + ("0" if code[-1] != "0" else "1")
        await pilot.press(*wrong_one.lower(), "enter")
        await sees(pilot, "mistake")
        assert isinstance(app.screen, ChallengeDialog)
        await pilot.press("backspace", code[-1].lower(), "enter")
        await until(pilot, lambda: has_table(app))
        runner = await seated(pilot, app)
        assert runner.session.setup.seed == SEED
        assert runner.ghost is None
        await pasted(pilot, app, "word, " * 200_000 + code)
        await until(pilot, lambda: has_table(app))


@pytest.mark.thorough
async def test_a_machine_of_the_shelf_is_played_with_the_arrows(tmp_path: Path) -> None:
    async with app_in(tmp_path, (100, 40)) as (app, pilot):
        await pilot.press("c")
        await on(pilot, ChallengeDialog)
        await pilot.pause()
        assert not lacking(shown(app), "SmolLM2 135M lost after 20 questions", "bot hard won in 10 questions")
        await pilot.press("down", "enter")
        await until(pilot, lambda: has_table(app))
        runner = await seated(pilot, app)
        assert runner.info.id == "entity"
        await sees(pilot, "SmolLM2 135M's ghost")
        assert runner.ghost is not None
        assert runner.ghost.challenge.kind == "model"


@pytest.mark.parametrize(
    "game", sampled(["wordle", "entity", "akinator", "taboo", "bluffing", "connections"], 3)
)
def test_a_ghost_is_never_ahead_and_tells_no_word(game: str) -> None:
    """What is drawn of a ghost holds nothing that was said, and its end comes with its last turn."""
    from tui_arena.players.challenges import turns_of
    from tui_arena.ui.game_ui import game_ui_of
    from tui_arena.ui.glyphs import Glyphs

    session = bots(game, 12)
    info = CATALOGUE.game(game)
    ghost = Ghost(
        read_challenge(code_of(challenge_of(session, info, CATALOGUE), CATALOGUE), CATALOGUE), CATALOGUE
    )
    game_ui = game_ui_of(info)
    whole = len(turns_of(ghost.play))
    said = {str(e.get("text", "")).casefold() for e in session.events} - {
        "yes",
        "no",
        "pass",
        "true",
        "false",
    }
    item = str(info.item(ghost.play)).casefold()
    for turns in range(whole + 2):
        play = ghost.so_far(turns)
        assert len(turns_of(play)) <= turns
        drawn = " ".join(line.plain for line in game_ui.ghost(play, Glyphs(), 30)).casefold()
        assert not [text for text in said if text and text in drawn]
        assert item not in drawn.split()
    assert ghost.so_far(whole).over == ghost.play.over


WORDLE = CATALOGUE.game("wordle")


def person(name: str, result: str, tries: int | None = None, side: str = "solver") -> Finish:
    return Finish(name, "human", result, tries, side)


@CASES.each
def test_who_did_better_is_told(mine: tuple[Any, ...], theirs: tuple[Any, ...], told: str) -> None:
    assert verdict(person(*mine), person(*theirs), WORDLE) == told


def test_whoever_hides_something_did_better_the_later_it_was_found() -> None:
    assert person("Ada", "lost", 12, "opponent").rank > person("Ben", "lost", 5, "opponent").rank
    assert person("Ada", "won", 2, "opponent").rank > person("Ben", "won", 4, "opponent").rank


@pytest.mark.thorough
def test_the_shelf_is_of_games_that_can_be_played_here() -> None:
    rows = shelf_rows(CATALOGUE)
    assert len(rows) >= 8
    for _, told, code in rows:
        challenge = read_challenge(code, CATALOGUE)
        assert challenge.moves
        assert challenge.by in told
        assert Ghost(challenge, CATALOGUE).play.over


@pytest.mark.thorough
async def test_a_word_of_ones_own_is_set_in_the_app(tmp_path: Path) -> None:
    async with app_in(tmp_path, name="Ada") as (app, pilot):
        await pilot.press("c")
        await on(pilot, ChallengeDialog)
        await pilot.pause()
        await pilot.click("#make")
        await on(pilot, Picker)
        await pilot.press("enter")
        await on(pilot, TextDialog)
        await pilot.pause()
        await pilot.press(*"cranes", "enter")
        await sees(pilot, "Make it five")
        await pilot.press("end", "backspace", "enter")
        await on(pilot, ShareScreen)
        challenge = read_challenge(app.clipboard, CATALOGUE)
        assert (challenge.secret, challenge.by) == ({"word": "crane"}, "Ada")
        assert app.store.meta(SENT + challenge.puzzle)
        await pilot.press("escape")
        await pasted(pilot, app, app.clipboard)
        await until(pilot, lambda: has_table(app))
        runner = await seated(pilot, app)
        assert runner.session.setup.extra["known"] == ["guesser"]


@pytest.mark.thorough
async def test_somebody_without_a_name_is_told_that_the_code_has_none(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        app.push_screen(ShareScreen("mine", "mine.txt", Codes("5GPH-WQZ2-XNGF", "")))
        await sees(pilot, "The code doesn't say who you are")
    async with app_in(tmp_path / "other", name="Ada") as (app, pilot):
        app.push_screen(ShareScreen("hers", "mine.txt", Codes("5GPH-WQZ2-XNGF", "")))
        await sees(pilot, "hers")
        assert "no name" not in shown(app)
