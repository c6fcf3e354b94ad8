"""The sessions screen, by its keys: search, open, mark, delete, export, import and demos."""

from __future__ import annotations

import functools
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.save.making import AT, open_play, played, reply, started, target, won
from tests.thorough import sampled
from tests.ui.harness import SMALL, arena_of, opened
from tests.ui.playing import given_away, on, opening, sees, shown, sit, table_of, until
from tui_arena.config import ModelBook
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.party import Party, PartyGame
from tui_arena.players.party_store import open_party, save_party
from tui_arena.players.seating import read_player
from tui_arena.save.queries import SessionQuery, SessionRow
from tui_arena.save.store import new_id, open_store
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.commands import Palette
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.sessions.presenter import Sessions, import_path
from tui_arena.ui.sessions.screen import SessionsScreen
from tui_arena.ui.table.screen import TableScreen
from tui_arena.ui.widgets.dialogs import AskLine, Dialog

CATALOGUE = Catalogue()
CANARY = "fjord"
NOW = datetime(2026, 11, 21, 11, tzinfo=UTC)


def some() -> list[Session]:
    """Two won sessions of Ada and of Ben, and an unfinished one of Cleo; the last is the newest."""
    ada = won(CATALOGUE, started(CATALOGUE, 1, {"guesser": "human:Ada"}))
    ben = won(CATALOGUE, started(CATALOGUE, 2, {"guesser": "human:Ben [b]x[/]"}, variant="clue"))
    cleo = started(CATALOGUE, 3, {"guesser": "human:Cleo", "setter": "human:Dan"}, variant="clue")
    cleo = played(CATALOGUE, cleo, [f"{CANARY} | norway's deep cut", "slate"])
    return [ada, ben, cleo]


async def listed(pilot: Pilot[None], rows: int) -> SessionsScreen:
    """The sessions screen, once it lists so many rows."""
    app = arena_of(pilot)
    if not isinstance(app.screen, SessionsScreen):
        app.open_sessions()
        screen = await on(pilot, SessionsScreen)
    await until(pilot, lambda: screen.loaded and screen.table.row_count == rows)
    await pilot.pause()
    return screen


def names(screen: SessionsScreen) -> list[str]:
    return [row.players[-1][1] for row in screen.sessions.rows]


def footer(app: ArenaApp) -> set[str]:
    """The descriptions of the footer's keys that work now."""
    return {
        a.binding.description for a in app.screen.active_bindings.values() if a.enabled and a.binding.show
    }


def exports(home: Path, form: str) -> list[Path]:
    return sorted(home.glob(f"exports/*.{form}"))


def _more_than(before: int, home: Path, form: str) -> bool:
    return len(exports(home, form)) > before


async def test_an_unfinished_secret_is_nowhere(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some(), size=(200, 60)) as (app, pilot):
        screen = await listed(pilot, 3)
        assert CANARY not in given_away(app).lower()
        await pilot.press("slash", *CANARY)
        await until(pilot, lambda: screen.sessions.query.text == CANARY and screen.table.row_count == 0)
        assert screen.sessions.rows == []


@pytest.mark.thorough
async def test_search_as_you_type_and_clear(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as (app, pilot):
        screen = await listed(pilot, 3)
        letters = {"Search", "Demos", "Mark", "Watch"}
        assert letters <= footer(app)
        await pilot.press("slash", *"ada")
        assert not {*letters, "Delete"} & footer(app)
        await until(pilot, lambda: names(screen) == ["Ada"])
        await pilot.press("escape")
        assert not screen.query_one(Input).has_focus
        assert "Show all" in footer(app)
        await pilot.press("c")
        await until(pilot, lambda: len(names(screen)) == 3)
        assert screen.query_one(Input).value == ""
        for found in (["Cleo"], ["Ben [b]x[/]", "Ada"]):
            await pilot.press("u")
            await until(pilot, lambda: names(screen) == found)  # noqa: B023


async def test_the_newest_is_first_enter_shows_the_result_of_what_is_over_w_watches_it_and_deleting_asks_first(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, sessions=some()) as (app, pilot):
        screen = await listed(pilot, 3)
        assert names(screen) == ["Cleo", "Ben [b]x[/]", "Ada"]
        assert "Ben [b]x[/]" in given_away(app)
        await pilot.press("down", "enter")
        await on(pilot, ResultScreen, lambda s: s.result is not None)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert screen.table.cursor_row == 1
        await until(pilot, lambda: "Watch" in footer(app))
        assert "Play on" not in footer(app)
        await pilot.press("w")
        await on(pilot, ReplayScreen)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await delete(pilot, app, screen)


@pytest.mark.parametrize("key", sampled(["enter", "r"], 2))
async def test_an_unfinished_one_is_played_on(tmp_path: Path, key: str) -> None:
    session = started(CATALOGUE, 3, {"guesser": "human:Cleo"})
    async with opened(tmp_path, sessions=[played(CATALOGUE, session, ["slate"])]) as (app, pilot):
        await listed(pilot, 1)
        assert "Play on" in footer(app)
        await pilot.press(key)
        await on(pilot, TableScreen)


@pytest.mark.thorough
async def test_the_session_on_the_table_below_is_left_alone(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as (app, pilot):
        runner = await sit(pilot, app, opening())
        screen = await listed(pilot, 4)
        screen.table.stand_on(runner.session.id)
        await until(pilot, lambda: screen.at == runner.session.id)
        await pilot.pause()
        assert "Delete" not in footer(app)
        await pilot.press("w")
        await on(pilot, ReplayScreen, lambda s: s.replay is not None)
        await pilot.pause()
        assert not {"Peek", "Play on"} & footer(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is table_of(app))
        assert table_of(app).runner is runner


@pytest.mark.thorough
async def test_another_session_takes_the_place_of_a_running_table(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as (app, pilot):
        runner = await sit(pilot, app, opening())
        screen = await listed(pilot, 4)
        other = next(
            r for r in screen.sessions.rows if r.result == "unfinished" and r.id != runner.session.id
        )
        screen.table.stand_on(other.id)
        await until(pilot, lambda: screen.at == other.id)
        await pilot.press("r")
        await until(pilot, lambda: other.id in app.on_the_table)
        assert runner.session.id not in app.on_the_table


@pytest.mark.thorough
async def test_the_palette_leads_home_from_a_running_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await sit(pilot, app, opening())
        await pilot.press("ctrl+p")
        await on(pilot, Palette)
        await pilot.press(*"home")
        await sees(pilot, "Back to the start")
        await pilot.press("down", "enter")
        await until(pilot, lambda: type(app.screen).__name__ == "HomeScreen")


async def delete(pilot: Pilot[None], app: ArenaApp, screen: SessionsScreen) -> None:
    """Delete the session under the cursor, and then those that are marked. It is asked about each time."""
    await pilot.press("delete")
    await on(pilot, Dialog)
    await pilot.press("enter")
    await until(pilot, lambda: app.screen is screen)
    assert len(app.store.sessions()) == 3
    await pilot.press("backspace")
    await on(pilot, Dialog)
    await pilot.press("right", "enter")
    await until(pilot, lambda: names(screen) == ["Cleo", "Ada"])
    assert len(app.store.sessions()) == 2
    await pilot.press("home", "space", "space")
    assert "2 marked" in str(screen.sub_title)
    await pilot.press("delete")
    await on(pilot, Dialog)
    await pilot.press("right", "enter")
    await until(pilot, lambda: names(screen) == [])


@pytest.mark.thorough
async def test_an_evening_keeps_the_points_of_what_is_deleted_and_that_is_said(tmp_path: Path) -> None:
    evening = Party("P1", "2026-11-20T20:00:00Z", ("human:Ada", "human:Ben"), (PartyGame("wordle"),), 2)
    ada = won(CATALOGUE, started(CATALOGUE, 1, {"guesser": "human:Ada"}, extra={"party": "P1"}))
    async with opened(tmp_path, sessions=[ada]) as (app, pilot):
        save_party(app.store, evening)
        screen = await listed(pilot, 1)
        await pilot.press("delete")
        await on(pilot, Dialog)
        await pilot.pause()
        assert "The party keeps its points." in " ".join(shown(app).split())
        await pilot.press("right", "enter")
        await until(pilot, lambda: app.screen is screen and not names(screen))
        await pilot.press("escape")
        app.look_at_party("P1")
        await until(pilot, lambda: "Ada" in shown(app) and str(app.screen.title).startswith("PARTY"))
        state = open_party(app.store, CATALOGUE, ModelBook(), "P1")[0]
        assert state is not None
        assert (state.points["human:Ada"], state.position) == (1, 1)


@pytest.mark.parametrize(("presses", "form"), sampled([(0, "json"), (1, "md")], 2))
async def test_export_writes_a_new_file_and_says_which(tmp_path: Path, presses: int, form: str) -> None:
    async with opened(tmp_path, sessions=some()) as (app, pilot):
        await listed(pilot, 3)
        while len(exports(tmp_path, form)) < 2:
            before = len(exports(tmp_path, form))
            await pilot.press("x")
            await on(pilot, Dialog)
            await pilot.press(*["right"] * presses, "enter")
            await until(pilot, functools.partial(_more_than, before, tmp_path, form))
        files = exports(tmp_path, form)
        assert len({f.name for f in files}) == 2
        assert all(CANARY not in f.read_text("utf-8").lower() for f in files)
        await until(pilot, lambda: str(files[0]) in given_away(app))


async def test_import_takes_a_file_in_and_says_what_is_wrong_with_another(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    demo = next(p for p in CATALOGUE_DEMOS if "pride" in p.name)
    file.write_text(demo.read_text("utf-8"), "utf-8")
    async with opened(tmp_path / "home") as (app, pilot):
        screen = await listed(pilot, 0)
        assert "Nothing here yet." in given_away(app)
        await _import(pilot, app, str(file))
        await until(pilot, lambda: screen.table.row_count == 1)
        await _import(pilot, app, str(tmp_path / "none.json"))
        await until(pilot, lambda: "none.json: can't be read" in given_away(app))
        (tmp_path / "bad.json").write_text("{", "utf-8")
        await _import(pilot, app, str(tmp_path / "bad.json"))
        await until(pilot, lambda: "bad.json" in given_away(app))
        assert len(app.store.sessions()) == 1


async def _import(pilot: Pilot[None], app: ArenaApp, path: str) -> None:
    await pilot.press("i")
    await on(pilot, AskLine)
    app.screen.query_one(Input).value = path
    await pilot.press("enter")
    await on(pilot, SessionsScreen)


@pytest.mark.thorough
async def test_demos_have_their_own_key(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()[:1]) as (app, pilot):
        screen = await listed(pilot, 1)
        await pilot.press("d")
        await until(pilot, lambda: screen.table.row_count == len(CATALOGUE_DEMOS))
        assert "Delete" not in footer(app)
        assert "A family of cats" in given_away(app)
        await pilot.press("enter")
        await on(pilot, ReplayScreen)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("escape")
        await until(pilot, lambda: screen.table.row_count == 1)
        assert app.screen is screen


@pytest.mark.thorough
async def test_the_next_page_follows_when_the_cursor_gets_there(tmp_path: Path) -> None:
    first = started(CATALOGUE, 1, {"guesser": "bot:easy"})
    play = open_play(CATALOGUE, first)
    reply(play, target(first))
    sessions = [
        Session(f"S{n:04}", "wordle", 1, AT, first.setup, first.seats, tuple(play.events)) for n in range(120)
    ]
    async with opened(tmp_path, sessions=sessions) as (_, pilot):
        screen = await listed(pilot, 100)
        await pilot.press("ctrl+end")
        await until(pilot, lambda: screen.table.row_count == 120)
        assert screen.sessions.complete
        assert len({row.id for row in screen.sessions.rows}) == 120


@pytest.mark.thorough
async def test_a_small_terminal_shows_what_is_needed(tmp_path: Path) -> None:
    async with opened(tmp_path, SMALL, sessions=some()) as (app, pilot):
        await listed(pilot, 3)
        shown = given_away(app)
        assert "unfinished" in shown
        assert "Cleo" in shown
        assert "Open" in shown


CATALOGUE_DEMOS = sorted((Path(__file__).parents[3] / "tui_arena" / "demos").glob("*.json"))


def test_the_canary_is_in_the_session_itself() -> None:
    """Checks that the list is filled, as the previous test would pass on an empty list."""
    assert CANARY in json.dumps([e.to_json() for e in some()[2].events])


@pytest.mark.thorough
async def test_a_title_that_leaves_no_room_for_its_variant_stands_alone(tmp_path: Path) -> None:
    cast = {"guesser": read_player("human:Ada"), "judge": read_player("bot:hard")}
    session, _ = new_session(Opening("entity", cast), CATALOGUE, id=new_id(), seed=1, started=AT)
    async with opened(tmp_path, sessions=[session]) as (app, pilot):
        await listed(pilot, 1)
        text = given_away(app)
        assert "Twenty Questions" in text
        assert "Twenty Question…" not in text


def test_the_game_has_no_column_where_all_rows_are_of_one_game() -> None:
    def widths(game: str | None, room: int = 79) -> dict[str, int]:
        return {c.key: c.width for c in Sessions(CATALOGUE.games, SessionQuery(game=game)).columns(room)}

    every = {"mark": 1, "when": 10, "game": 16, "players": 16, "result": 10, "count": 5, "secret": 7}
    assert widths(None) == every
    assert widths("wordle") == {key: width for key, width in every.items() if key != "game"} | {"players": 34}
    assert widths(None, 119) == every | {"players": 34, "secret": 15, "notes": 12}
    assert widths(None, 199)["id"] == 26


def row_of(**values: Any) -> SessionRow:
    """A row of the list; what is not named is of a session that Ada won."""
    more: Any = ("classic", None, "Ada, won", (), {}, frozenset(), None, (AT, 1))
    usual = SessionRow("S1", "wordle", AT, AT, "won", None, *more)
    return replace(usual, **values)


def test_a_mark_goes_with_its_session() -> None:
    one, other = row_of(id="S1"), row_of(id="S2")
    listed = Sessions(CATALOGUE.games)
    listed.take([one, other])
    listed.mark("S1")
    listed.mark("S2")
    listed.take([other])
    assert listed.marked == {"S2"}
    assert "1 marked" in listed.subtitle(Glyphs())
    listed.take([one, other])
    assert listed.chosen("S1") == [other], "what comes back is not marked any more"


@pytest.mark.parametrize(
    ("secret", "cell"),
    [
        ("kettle", "KETTLE"),
        ("true: I fell off.", "I fell off. (true)"),
        ("FALSE: I flew.", "I flew. (made up)"),
        ("Alien: Earth", "ALIEN: EARTH"),
        (None, ""),
    ],
)
def test_a_secret_is_in_capitals_but_for_a_statement(secret: str | None, cell: str) -> None:
    row = row_of(secret=secret)
    sessions = Sessions(CATALOGUE.games, SessionQuery())
    assert sessions.texts(row, NOW, Glyphs())["secret"] == cell


def test_what_others_found_was_not_won_by_who_hid_it() -> None:
    hid = ("setter", "You"), ("guesser", "bot hard")
    rows = {"You, bot hard won in 3": "found", "You, won in 3": "won", "You, won": "won", "You, lost": "lost"}
    listed = Sessions(CATALOGUE.games, SessionQuery())
    for line, cell in rows.items():
        row = row_of(line=line, players=hid, secret="kettle")
        assert listed.texts(row, NOW, Glyphs())["result"] == cell, line


def test_the_turns_of_an_unfinished_one_stand_with_how_many_there_are() -> None:
    line = "Ada, 12 of 20 questions"
    row = row_of(game="entity", ended=None, result="unfinished", variant="lenient", line=line)
    assert Sessions(CATALOGUE.games).texts(row, NOW, Glyphs())["count"] == "12/20"


@pytest.mark.parametrize("line", ["x" * 5_000, "~nobody-has-this-name/x", "none.json"])
def test_what_no_file_is_called_is_a_sentence_and_not_imported(tmp_path: Path, line: str) -> None:
    store = open_store(tmp_path / "arena.db", CATALOGUE).store
    faults, told = import_path(store, CATALOGUE, line)
    store.close()
    assert len(faults) == 1
    assert not told
