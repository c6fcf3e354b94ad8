"""Home: two keys to a game, and what it shows of earlier sessions."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from tests.data.test_manifests import THIN, add, folder_of_games
from tests.save.making import WORDS, end, played, reply, started, target, won
from tests.stub_server import StubServer
from tests.thorough import sampled
from tests.ui.harness import (
    NOON,
    NORMAL,
    SMALL,
    VAST,
    WIDE,
    Golden,
    burst,
    opened,
    press,
    screen_text,
    settle,
)
from tests.ui.models_made import answered, until
from tests.ui.playing import lacking, on, seated, seen, sees
from tui_arena.config import BadFile, ModelEntry, Paths, Settings, read_settings
from tui_arena.core.events import Event
from tui_arena.data import Catalogue, MenuGame, demo_files
from tui_arena.data.manifests import listed as manifest_listed
from tui_arena.players.daily import daily_seed
from tui_arena.players.new_session import Opening, Start, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.queries import SessionRow
from tui_arena.save.store import new_id, open_store
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.home import plays
from tui_arena.ui.home import screen as home_module
from tui_arena.ui.home.game_row import GameRow
from tui_arena.ui.home.home_stats import Daily, RecentForm
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.models.screen import ModelsScreen
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.sessions import presenter
from tui_arena.ui.sessions.presenter import Demo, read_demos
from tui_arena.ui.setup.recent_setups import recall
from tui_arena.ui.setup.screen import SetupScreen
from tui_arena.ui.table.screen import TableScreen
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.menu import MenuRow
from tui_arena.ui.widgets.rows import Picker

__all__ = ["folder_of_games"]
pytestmark = pytest.mark.usefixtures("bare")

HOSTILE = [
    "[/nope]",
    "[@click=app.quit]x[/]",
    "[link='http://e']t[/link]",
    "a [/] b",
    "$who",
    "end\\",
    "\x1b]0;PWN\x07Ada",
    "\u202egnp.exe",
    "e" + "\u0301" * 500,
]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, WIDE, VAST])
async def test_one_digit_starts_the_game_at_other_sizes(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size) as (_, pilot):
        assert "Wordle" in seen(pilot)
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_the_first_start_asks_nothing_and_e_and_a_digit_open_a_set_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        assert type(pilot.app.screen).__name__ == "HomeScreen"
        assert not lacking(seen(pilot), "Welcome!", "Wordle", "new · g2")
        rows = [row.game.id for row in pilot.app.screen.query(GameRow)]
        assert rows == list(app.catalogue.games)
        await press(pilot, "e", "escape", "1")
        assert isinstance(pilot.app.screen, TableScreen), "Esc takes e back"
        await press(pilot, "escape", "escape", "e")
        await sees(pilot, "Press its key")
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, SetupScreen)


async def test_an_unfinished_session_is_continued_by_enter(tmp_path: Path, catalogue: Catalogue) -> None:
    session = started(catalogue, players={"guesser": "human:You"}, variant="clue")
    word = target(session)
    begun = played(catalogue, session, [w for w in WORDS if w != word][:2])
    async with opened(tmp_path, sessions=[begun]) as (_, pilot):
        text = seen(pilot)
        assert not lacking(text, "CONTINUE", "2 h ago")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, TableScreen)


@pytest.mark.thorough
async def test_what_can_be_continued_says_when_it_was_last_moved(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    begun = played(catalogue, started(catalogue, players={"guesser": "human:You"}), ["slate", "crony"])
    *before, last = begun.events
    moved = Event(last.seq, last.type, {**last.data, "at": "2026-11-21T11:55:00Z"})
    async with opened(tmp_path, sessions=[begun.with_events([*before, moved])]) as (_, pilot):
        text = seen(pilot)
        assert "5 min ago" in text
        assert "2 h ago" not in text, "it began then"


@pytest.mark.thorough
async def test_another_tip_comes_each_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        tips = set()
        for _ in range(3):
            tips.add(next(line for line in seen(pilot).splitlines() if "tip:" in line))
            await press(pilot, "o", "escape")
        assert len(tips) == 3


@pytest.mark.thorough
@pytest.mark.usefixtures("threads_held")
@pytest.mark.parametrize("keys", sampled([("enter",), ("down", "enter")], 2, whole=True))
async def test_enter_before_it_is_known_what_can_be_resumed_waits_for_it(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    begun = played(catalogue, started(catalogue, players={"guesser": "human:You"}), ["slate"])
    paths, may_read = Paths.find(tmp_path), threading.Event()
    store = open_store(paths.save_file, catalogue).store
    store.save(begun)
    store.close()
    read = home_module._read

    def late(arena: ArenaApp, day: str) -> object:
        may_read.wait(60)
        return read(arena, day)

    monkeypatch.setattr(home_module, "_read", late)
    app = ArenaApp(paths, Start(None), now=lambda: NOON)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert app.focused is None, "no row has the sign that Enter means it"
        await pilot.press(*keys)
        if keys == ("enter",):
            await pilot.pause(0.1)
            assert isinstance(app.screen, HomeScreen)
        may_read.set()
        runner = await seated(pilot, app)
        assert (runner.session.id == begun.id) == (keys == ("enter",)), "who chose a row gets that"


@pytest.mark.thorough
async def test_of_a_first_game_the_count_is_shown_and_no_share(tmp_path: Path, catalogue: Catalogue) -> None:
    session = won(catalogue, started(catalogue, 1, {"guesser": "human:You"}), turn=4)
    async with opened(tmp_path, sessions=[session]) as (_, pilot):
        shown = seen(pilot)
        assert "1 of 1 won" in shown
        assert "%" not in shown


async def test_results_streak_share_and_dailies_are_shown(tmp_path: Path, catalogue: Catalogue) -> None:
    sessions = [won(catalogue, started(catalogue, n, {"guesser": "human:You"}), turn=n) for n in (1, 2, 3)]
    theirs = won(catalogue, started(catalogue, 4, {"guesser": "human:Ada"}))
    async with opened(tmp_path, sessions=[*sessions, theirs]) as (_, pilot):
        row = pilot.app.screen.query_one(GameRow)
        assert row.form is not None
        assert (row.form.played, row.form.won, row.form.best) == (3, 3, 3)
        assert "100% won" in seen(pilot)
        assert "Welcome" not in seen(pilot)
        await the_row_of_dailies_names_all_three(pilot)


async def the_row_of_dailies_names_all_three(pilot: Pilot[None]) -> None:
    home = cast(HomeScreen, pilot.app.screen)
    for lines, told in (
        (("found in 4", "", ""), "no. 21 · word found in 4 · thing · card"),
        (("found in 4", "found in 12", ""), "no. 21 · word in 4 · thing in 12 · card"),
        (("found in 4", "found in 12", "missed"), "word in 4 · thing in 12 · card missed"),
        (("missed", "missed", "missed"), "word missed · thing missed · card missed"),
    ):
        games = zip((("wordle", "word"), ("entity", "thing"), ("taboo", "card")), lines, strict=True)
        home._show_dailies(
            [
                Daily(*game, "2026-11-21", line or None, over=bool(line), line=line, streak=12)
                for game, line in games
            ]
        )
        await pilot.pause()
        row = next(line for line in seen(pilot).splitlines() if "Daily" in line)
        assert f"  {told} " in row
        assert "streak 12" in row


@pytest.mark.thorough
async def test_a_streak_makes_way_for_what_may_be_chosen_and_no_win_is_no_share(tmp_path: Path) -> None:
    async with opened(tmp_path, (120, 40)) as (_, pilot):
        rows = pilot.app.screen.query(GameRow)
        row = next(row for row in rows if row.title == "Twenty Questions")
        for current in (0, 2, 12):  # one of these streaks is as long as the room
            row.form = RecentForm(played=12, won=12, best=12, current=current)
            await sees(pilot, "beat-the-models ")
        await pilot.resize_terminal(*NORMAL)
        for count in (3, 9):
            rows.first().form = RecentForm(count, 0, ((0.0, False),) * count)
            await settle(pilot)
            text = seen(pilot)
            assert f"{count} played" in text
            assert "0 " not in text.split("Wordle")[1].splitlines()[0]


@pytest.mark.thorough
async def test_the_word_of_the_day_is_the_dates_own(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        home = cast(HomeScreen, pilot.app.screen)
        home._known = None
        await press(pilot, "d")
        assert pilot.app.screen is home, "it comes when it is known"
        home.refresh_known()
        await on(pilot, TableScreen)
        runner = await seated(pilot, app)
        assert runner.session.setup.seed == daily_seed("2026-11-21")
        assert runner.session.setup.extra["daily"] == "2026-11-21"


async def test_a_daily_is_played_once_and_then_the_next(tmp_path: Path, catalogue: Catalogue) -> None:
    session = started(catalogue, 20261121, {"guesser": "human:You"}, extra={"daily": "2026-11-21"})
    async with opened(tmp_path, sessions=[won(catalogue, session, turn=3)]) as (app, pilot):
        assert "no. 21 · word found in 3 · thing · card" in seen(pilot)
        await press(pilot, "d")
        runner = await seated(pilot, app)
        assert (runner.info.id, runner.session.setup.extra["daily"]) == ("entity", "2026-11-21")


@pytest.mark.thorough
async def test_a_daily_is_told_from_the_side_of_who_played_it(tmp_path: Path, catalogue: Catalogue) -> None:
    """The card is given by the person: they have lost once it is found."""
    cast = {"setter": read_player("human:You"), "guesser": read_player("bot:medium")}
    session, _ = new_session(
        Opening("taboo", cast, {}),
        catalogue,
        id=new_id(),
        seed=daily_seed("2026-11-21"),
        started="2026-11-21T10:00:00Z",
        extra={"daily": "2026-11-21"},
    )
    play = session.fold(catalogue.game("taboo").game)
    word = (session.setup.secret or {})["word"]
    for text in ("say it", f"My guess of the word is: {word}"):
        reply(play, text)
    end(play)
    async with opened(tmp_path, sessions=[session.with_events(play.events)]) as (_, pilot):
        assert "card lost" in seen(pilot)


@pytest.mark.thorough
async def test_continue_says_that_a_game_is_a_daily(tmp_path: Path, catalogue: Catalogue) -> None:
    session = started(catalogue, 20261120, {"guesser": "human:You"}, extra={"daily": "2026-11-20"})
    begun = played(catalogue, session, [word for word in WORDS if word != target(session)][:2])
    async with opened(tmp_path, sessions=[begun]) as (_, pilot):
        text = seen(pilot)
        assert "daily no. 20 · You, 2 of 6" in text
        assert "classic · You" not in text


async def test_w_lists_the_demos_and_lets_bots_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = [path for path in demo_files() if path.stem.startswith("wordle-")]
    monkeypatch.setattr(presenter, "demo_files", lambda: few)  # each other game takes a second to load
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "w")
        await sees(pilot, "demo: Second thoughts")
        await press(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await press(pilot, "escape")
        assert type(pilot.app.screen).__name__ == "HomeScreen"
        await press(pilot, "w")
        await on(pilot, Picker)
        await press(pilot, "enter")
        runner = await seated(pilot, app)
        assert {spec["player"] for spec in runner.session.seats.values()} == {"bot"}


async def test_a_key_and_a_click_take_a_variant_which_is_remembered_and_played(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "right")
        row = pilot.app.screen.query_one(GameRow)
        assert row.variant == "clue"
        settings, _ = read_settings(app.paths)
        assert settings.last["wordle"]["options"]["variant"] == "clue"
        start = next(start for start, _, variant in row._spots() if variant == "critic")
        await pilot.click(GameRow, offset=(start + 2, 1))
        await settle(pilot)
        assert row.variant == "critic"
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.click(GameRow, offset=(30, 0))
        runner = await seated(pilot, app)
        assert runner.session.setup.options["variant"] == "critic"


async def test_a_broken_settings_file_is_told_calmly_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.toml"
    path.parent.mkdir()
    path.write_text("theme = [broken", "utf-8")
    async with opened(tmp_path) as (_, pilot):
        assert isinstance(pilot.app.screen, HomeScreen)
        assert "n to read this" in seen(pilot)
        await press(pilot, "n")
        assert isinstance(pilot.app.screen, Dialog)
        await press(pilot, "enter", "right")
        assert "n to read this" not in seen(pilot)
    assert path.read_text("utf-8") == "theme = [broken"


@pytest.mark.thorough
async def test_a_hundred_bad_themes_fit_in_the_dialog(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "themes"
    folder.mkdir(parents=True)
    for n in range(100):
        (folder / f"bad{n}.toml").write_text("primary = 3", "utf-8")
    async with opened(tmp_path, SMALL) as (_, pilot):
        assert "(and 99 more)" in seen(pilot)
        await pilot.click("#notices")
        await settle(pilot)
        await sees(pilot, "All right")
        first = seen(pilot)
        await press(pilot, "pagedown")
        await pilot.wait_for_animation()
        assert seen(pilot) != first
        await press(pilot, "enter", "1")
        assert isinstance(pilot.app.screen, TableScreen)


@pytest.mark.thorough
async def test_names_are_shown_as_they_are(tmp_path: Path, catalogue: Catalogue) -> None:
    sessions = []
    for n, name in enumerate(HOSTILE):
        session = started(catalogue, n, {"guesser": f"human:{name}"})
        sessions.append(played(catalogue, session, [next(w for w in WORDS if w != target(session))]))
    for some in (sessions[:4], sessions[4:8], sessions[8:]):
        async with opened(tmp_path / str(len(some)) / some[0].id, WIDE, sessions=some) as (_, pilot):
            text = seen(pilot)
            assert text.count("1 of 6 guesses") == len(some)
            assert "\x1b" not in text
            assert isinstance(pilot.app.screen, HomeScreen)


async def test_home_as_a_picture(tmp_path: Path, catalogue: Catalogue, golden: Golden) -> None:
    sessions = [
        won(catalogue, started(catalogue, n, {"guesser": "human:You"}), turn=t)
        for n, t in enumerate((4, 3, 5, 2))
    ]
    session = started(catalogue, 9, {"guesser": "human:You"}, variant="clue")
    sessions.append(played(catalogue, session, [w for w in WORDS if w != target(session)][:3]))
    async with opened(tmp_path, sessions=sessions) as (_, pilot):
        await golden(pilot, "home_80x24")
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        await golden(pilot, "home_60x20")


@pytest.mark.thorough
async def test_home_in_ascii(tmp_path: Path, golden: Golden) -> None:
    async with opened(tmp_path, settings=Settings(ascii=True)) as (_, pilot):
        assert seen(pilot).isascii()
        await golden(pilot, "home_ascii")


async def test_m_leads_to_the_models_and_home_counts_those_that_are_ready(tmp_path: Path) -> None:
    answered(tmp_path, ModelEntry("gpt", "openai/gpt"), ModelEntry("other", "openai/other"))
    answered(tmp_path, ModelEntry("broken", "openai/broken"), ok=False)
    async with opened(tmp_path) as (_, pilot):
        assert "2 ready" in seen(pilot)
        await press(pilot, "m")
        assert isinstance(pilot.app.screen, ModelsScreen)
        await press(pilot, "escape")
        pilot.app.screen.query_one("#models").focus()
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ModelsScreen)


@pytest.mark.thorough
async def test_a_digit_seats_as_usual_and_r_before_it_the_last_cast_with_its_model(
    tmp_path: Path, stub: StubServer
) -> None:
    answered(tmp_path, ModelEntry("gpt", "ok", base_url=stub.url))
    own = {"sampling": {"seed": 3}}
    last = {"wordle": {"cast": {"setter": "model:gpt"}, "own": {"setter": own}}}
    async with opened(tmp_path, (80, 30), settings=Settings(last=last)) as (app, pilot):
        await pilot.pause()
        assert (
            "Press 1 for your usual seat, r1 to play as last time: gpt as setter, you as guesser"
            in " ".join(seen(pilot).split())
        )
        await press(pilot, "r", "1")
        setter = (await seated(pilot, app)).session.seats["setter"]
        assert (setter["sampling"]["seed"], setter["name"]) == (3, "gpt")
        # Esc leaves the bar, or cancels the model's request, before it leaves the table.
        while not isinstance(pilot.app.screen, HomeScreen):
            await press(pilot, "escape")
        await press(pilot, "1")
        again = await seated(pilot, app)
        assert {seat: one["name"] for seat, one in again.session.seats.items()} == {"guesser": "You"}


@pytest.mark.thorough
def test_home_loads_no_model_support(tmp_path: Path) -> None:
    answered(tmp_path, ModelEntry("gpt", "openai/gpt"))
    program = (
        "import asyncio, sys\n"
        "from tui_arena.config import Paths\n"
        "from tui_arena.ui.app.app import ArenaApp\n"
        "async def main():\n"
        "    app = ArenaApp(Paths.find(sys.argv[1]))\n"
        "    async with app.run_test() as pilot:\n"
        "        await pilot.press('m')\n"
        "        await pilot.press('a')\n"
        "asyncio.run(main())\n"
        "print('litellm' in sys.modules)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (said.stdout.strip(), said.returncode) == ("False", 0), said.stderr


@pytest.mark.thorough
async def test_what_a_game_offers_may_be_its_decks(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        entity = app.catalogue.game("entity")
        for key, deck in (("right", "celebrities"), ("left", None)):
            app.screen.query_one("#game-entity", GameRow).focus()
            await press(pilot, key)
            assert recall(app.settings, entity, app.registry.book).deck == deck


@pytest.mark.parametrize(
    ("deck", "marked"), sampled([("things-2", "things"), ("objects-1", "objects"), ("our-2", "our-2")], 3)
)
async def test_the_deck_that_the_key_plays_is_marked(tmp_path: Path, deck: str, marked: str) -> None:
    async with opened(tmp_path, settings=Settings(last={"entity": {"deck": deck}})) as (app, _pilot):
        assert f"● {marked}" in screen_text(app)
        assert recall(app.settings, app.catalogue.game("entity"), app.registry.book).deck == marked


@pytest.mark.thorough
@pytest.mark.usefixtures("threads_held")
async def test_enter_after_the_key_for_watching_is_for_the_list_that_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = Catalogue()
    found, left = threading.Event(), played(catalogue, started(catalogue, 2), ["slate"])

    def read_late(*args: Catalogue) -> list[Demo]:
        found.wait(10)
        return read_demos(*args)

    monkeypatch.setattr(plays, "read_demos", read_late)
    async with opened(tmp_path, sessions=[left]) as (app, pilot):
        await until(pilot, lambda: app.focused is not None and app.focused.id == "continue-0")
        await burst(pilot, "w", "enter")
        assert len(app.screen_stack) == 1
        found.set()
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await settle(pilot)
        assert len(app.screen_stack) == 2
        assert not app.game_running or not app.on_the_table & {left.id}


@pytest.mark.thorough
async def test_a_row_that_is_chosen_as_the_list_changes_means_what_it_said(tmp_path: Path) -> None:
    first, second = (played(Catalogue(), started(Catalogue(), n), ["slate"]) for n in (2, 3))
    async with opened(tmp_path, sessions=[first, second]) as (app, pilot):
        await until(pilot, lambda: app.focused is not None and app.focused.id == "continue-0")
        home = app.screen
        assert isinstance(home, HomeScreen)
        assert home._known is not None
        rows = [home.query_one(f"#continue-{n}", MenuRow) for n in (0, 1)]
        meant = cast("SessionRow", rows[1].means).id
        rows[1].action_choose()
        home._known = replace(home._known, unfinished=home._known.unfinished[:1])
        home._show(home._known)
        rows[1].action_choose()  # a row that is no more means nothing
        await until(pilot, lambda: bool(app.on_the_table))
        assert app.on_the_table == {meant}


@pytest.mark.thorough
async def test_a_broken_game_is_named_and_the_others_are_played(tmp_path: Path, folder: Path) -> None:
    add(folder, "broken", THIN + "[options]\nsize = 3\n")
    async with opened(tmp_path / "home") as (app, pilot):
        await sees(pilot, "The game 'broken' can't be loaded")
        assert [row.game.id for row in app.screen.query(GameRow) if row.display] == ["wordle"]
        await press(pilot, "2")
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, "1")
        assert isinstance(app.screen, TableScreen)


def test_a_package_whose_manifest_has_changed_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = manifest_listed

    def listed(path: Path) -> MenuGame:
        if path.parent.name == "taboo":
            raise BadFile(f"{path}: can't be read")
        return whole(path)

    monkeypatch.setattr(home_module, "packages_name_games", lambda: True)
    monkeypatch.setattr(home_module, "listed", listed)
    names = [game.id for game in home_module._listed_games()]
    assert "taboo" not in names
    assert "wordle" in names
