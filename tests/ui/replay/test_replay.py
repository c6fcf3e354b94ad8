"""The replay screen, by its keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot

from tests.save.making import open_play, played, reply, started, target
from tests.thorough import sampled
from tests.ui.harness import SMALL, VAST, arena_of, opened, screen_text
from tests.ui.playing import app_in, given_away, has_table, kinds, on, sees, until
from tests.ui.sessions.test_sessions import CANARY, CATALOGUE, exports, footer
from tui_arena.config import Settings
from tui_arena.core.session import Session
from tui_arena.data import demo_files
from tui_arena.data.personas import characters
from tui_arena.table.transcript import Names
from tui_arena.ui.replay.presenter import Replay
from tui_arena.ui.replay.screen import ReplayScreen, Scrub
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.sheet import SheetScreen

PRIDE = next(path for path in demo_files() if "pride" in path.name)


def unfinished() -> Session:
    seats = {"guesser": "human:Cleo", "setter": "human:Dan"}
    session = started(CATALOGUE, 3, seats, variant="clue")
    return played(CATALOGUE, session, [f"{CANARY} | norway's deep cut", "slate", "crony"])


async def replaying(pilot: Pilot[None], source: str | Path) -> tuple[ReplayScreen, Replay]:
    """The replay screen once its session is loaded."""
    app = arena_of(pilot)
    app.open_replay(source)
    screen = await on(pilot, ReplayScreen, lambda s: s.replay is not None)
    await pilot.pause()
    assert screen.replay is not None
    return screen, screen.replay


async def test_keys_and_a_click_step_through_and_show_secret_reasons_and_prompt_and_it_plays_by_itself(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        screen, replay = await replaying(pilot, PRIDE)
        places = []
        for key in ("right", "right", "left"):
            await pilot.press(key)
            places.append(replay.at)
        assert "smells of lions" not in given_away(app)
        await pilot.press("e")
        assert "smells of lions" in given_away(app)
        await pilot.press("v")
        assert "PRIDE" in (screen.sub_title or "")
        await pilot.press("v")
        assert "PRIDE" not in given_away(app)
        await pilot.press("p")
        sheet = await on(pilot, SheetScreen)
        assert [heading for heading, _ in sheet.page.parts] == ["system", "user", "reply as received"]
        assert sheet.page.parts[-1][1].endswith("guess: slate")
        await pilot.press("escape", "right")
        assert app.screen is screen
        assert "refused: pryde is not in the" in given_away(app)
        for key in ("end", "home", "left"):
            await pilot.press(key)
            places.append(replay.at)
            assert ("PRIDE" in (screen.sub_title or "")) is (key == "end")
        assert places == [1, 2, 1, 6, 0, 0]
        scrub = screen.query_one(Scrub)
        for x, at in ((scrub.size.width - 1, replay.last), (0, 0)):
            await pilot.click(Scrub, offset=Offset(x, 0))
            await until(pilot, lambda: replay.at == at)  # noqa: B023

        await pilot.press("space")
        assert {"Pause", "Faster", "Slower"} <= footer(app)
        await pilot.press("minus", "minus", "minus", "plus", "minus")
        assert replay.seconds == 8.0
        screen.tick()
        await pilot.press("space")
        assert replay.at >= 1
        assert "Play" in footer(app)
        await pilot.press("space", *["plus"] * 5)
        await until(pilot, lambda: replay.at == replay.last)
        await until(pilot, lambda: "Play" in footer(app))
        assert replay.seconds < 1.0
        replay.change_pace(9)  # else a busy machine may be at the end again before the test looks
        await pilot.press("space")
        assert replay.at < replay.last


@pytest.mark.parametrize(("demo", "beside"), sampled([("pride", False), ("classroom", True)], 2))
async def test_a_column_for_figures_stands_beside_only_where_something_was_probed(
    tmp_path: Path, demo: str, beside: bool
) -> None:
    async with opened(tmp_path, size=(120, 40)) as (_, pilot):
        screen, _ = await replaying(pilot, next(path for path in demo_files() if demo in path.name))
        await pilot.press("end")
        await pilot.pause()
        assert screen.query_one("#side").display is beside
        assert screen.query_one("#figures").display is not beside
        assert screen.query_one("#talk").size.width == (37 if beside else 71)


@pytest.mark.thorough
async def test_figures_stand_behind_their_words(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await replaying(pilot, next(path for path in demo_files() if "rare-words" in path.name))
        await pilot.press("end")
        await sees(pilot, "blocked four of eight")
        assert "share blocked" not in screen_text(app)
        await pilot.press("i")
        await sees(pilot, "share blocked")
        assert re.search(r"share blocked\W+0\.5\b", screen_text(app))
        assert "blocked four" not in screen_text(app)
        await pilot.press("i")
        await sees(pilot, "blocked four of eight")


@pytest.mark.thorough
async def test_the_footer_shows_only_what_works(tmp_path: Path) -> None:
    async with opened(tmp_path, size=VAST) as (app, pilot):
        await replaying(pilot, PRIDE)
        await pilot.pause()
        assert {"Next", "Play", "Prompt", "Secret", "Export"} <= footer(app)
        assert not {"Previous", "Pause", "Faster", "Peek", "Play on"} & footer(app)
        await pilot.press("end")
        assert "Previous" in footer(app)
        assert not {"Next", "Secret", "Prompt"} & footer(app)


async def test_an_unfinished_session_gives_nothing_away(tmp_path: Path) -> None:
    session = unfinished()
    async with opened(tmp_path, size=VAST, sessions=[session]) as (app, pilot):
        _, replay = await replaying(pilot, session.id)
        for _ in range(replay.last):
            await pilot.press("right", "e", "p", "v")
            assert CANARY not in given_away(app).lower()
        assert "Prompt" not in footer(app)
        assert {"Peek", "Play on"} <= footer(app)
        await pilot.press("x")
        await on(pilot, Dialog)
        await pilot.press("enter")
        await until(pilot, lambda: exports(tmp_path, "json"))
        assert CANARY not in exports(tmp_path, "json")[0].read_text("utf-8").lower()
        assert "peeked" not in kinds(app, session.id)
        await pilot.press("r")
        await until(pilot, lambda: has_table(app))


async def test_looking_behind_asks_shows_and_marks_once(tmp_path: Path) -> None:
    session = unfinished()
    async with opened(tmp_path, sessions=[session]) as (app, pilot):
        screen, _ = await replaying(pilot, session.id)
        await pilot.press("b")
        await on(pilot, Dialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen)
        assert "peeked" not in kinds(app, session.id)
        for _ in range(2):
            screen.replay = Replay(CATALOGUE.game("wordle"), session)
            screen.draw()
            await pilot.press("b")
            await on(pilot, Dialog)
            await pilot.press("right", "enter")
            await until(pilot, lambda: screen.replay is not None and screen.replay.peeking)
        await until(pilot, lambda: CANARY.upper() in (screen.sub_title or ""))
        assert kinds(app, session.id).count("peeked") == 1
        assert app.store.sessions()[0].flags == {"peeked"}


@pytest.mark.thorough
async def test_markup_in_a_session_is_text(tmp_path: Path) -> None:
    session = started(CATALOGUE, 5, {"guesser": "human:[b]Eve[/]"})
    play = open_play(CATALOGUE, session)
    reply(play, f"explanation: [red]a[/] \x1b]52;c;UFdO\x1b\\ [/nope]\nguess: {target(session)}")
    async with opened(tmp_path, size=VAST, sessions=[session.with_events(play.events)]) as (app, pilot):
        await replaying(pilot, session.id)
        await pilot.press("end", "e")
        await until(pilot, lambda: "[/nope]" in given_away(app))
        shown = given_away(app)
        assert "[b]Eve[/]" in shown
        assert "[red]a[/]  [/nope]" in shown or "[red]a[/] [/nope]" in shown
        assert "\x1b" not in shown


@pytest.mark.thorough
async def test_a_session_that_is_gone_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        app.open_replay("01NONE")
        await until(pilot, lambda: app.screen.has_class("-failed"))
        await pilot.pause()
        assert "there is no session" in given_away(app)
        await pilot.press("right", "space", "end", "escape")
        await until(pilot, lambda: not isinstance(app.screen, ReplayScreen))


@pytest.mark.thorough
@pytest.mark.parametrize("size", sampled([SMALL, VAST], 2, whole=True))
@pytest.mark.parametrize("ascii_only", sampled([False, True], 2))
async def test_every_size_has_board_and_talk(
    tmp_path: Path, size: tuple[int, int], *, ascii_only: bool
) -> None:
    async with opened(tmp_path, size, settings=Settings(ascii=ascii_only, animations=False)) as (app, pilot):
        await replaying(pilot, PRIDE)
        await pilot.press("right", "right", "right")
        shown = given_away(app)
        assert "[P]" in shown
        assert "PRONE" in shown
        assert "3 of 6" in shown


@pytest.mark.thorough
async def test_a_demo_that_was_chosen_to_watch_plays_by_itself(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        app.open_replay(demo_files()[0], plays=True)
        screen = await on(pilot, ReplayScreen, lambda s: s.replay is not None)
        assert screen.check_action("pause", ())
        screen.tick()
        assert screen.loaded.at == 1
        await pilot.press("space")
        assert not screen.check_action("pause", ())


def test_a_bot_that_is_somebody_has_its_name_in_a_replay() -> None:
    seats = {
        "setter": {"player": "bot", "name": "bot hard", "character": next(iter(characters()))},
        "guesser_1": {"player": "bot", "name": "bot medium"},
    }
    names = Names(seats)
    assert names.of("setter") == characters()[seats["setter"]["character"]].first_name
    assert names.of("guesser_1") == "bot medium"
