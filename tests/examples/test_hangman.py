"""A game in a package of its own: found, played, saved, counted; and named if it breaks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import tui_arena
from tests.cli.conftest import Command
from tests.conformance import CHECKS, Table, finished, tables
from tests.conformance_lines import LinesRead
from tests.conformance_options import check_single, check_together, singles, together
from tests.examples.conftest import HANGMAN
from tests.players.bot_games import play_bots
from tests.tables import Cases
from tests.thorough import sampled
from tests.ui.playing import app_in, bar_asks, has_table, result_of, seated, shown, table_of, until
from tui_arena.core.game import TABLE
from tui_arena.data import Catalogue
from tui_arena.data.games import GameInfo
from tui_arena.data.installed import all_games, shipped_games
from tui_arena.players.challenges import challenge_of, code_of, new_challenge, read_challenge, turns_of
from tui_arena.players.new_session import Opening
from tui_arena.table.challenging import Ghost
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.home.screen import HomeScreen

CASES = Cases(__file__)
LINES, WITHOUT_BOT = 200, 150
TUTORIAL = (Path(tui_arena.__file__).parent / "games" / "README.md").read_text("utf-8")


def test_it_is_small() -> None:
    files = [
        p for p in HANGMAN.rglob("*") if p.is_file() and p.suffix != ".pyc" and p.name != "pyproject.toml"
    ]
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in files}
    assert sum(lines.values()) <= LINES, lines
    assert sum(lines.values()) - lines["bot.py"] <= WITHOUT_BOT, lines


def test_the_tutorial_shows_what_the_example_says() -> None:
    blocks = re.findall(r"```(toml|python)\n(.*?)```", TUTORIAL, re.DOTALL)
    shown_lines = [line for _, block in blocks for line in block.splitlines() if line.strip()]
    files = [p.read_text("utf-8") for p in HANGMAN.rglob("*") if p.suffix in (".py", ".md", ".toml")]
    example = {line for text in files for line in text.splitlines()}
    assert len(shown_lines) > 30
    assert [line for line in shown_lines if line.removesuffix(" ...") not in example] == []


@pytest.mark.parametrize("check", sampled(CHECKS, 4), ids=lambda check: check.__name__)
def test_it_conforms(hangman: GameInfo, check: Callable[[Table], None]) -> None:
    for table in tables(hangman, range(1)):
        check(table)


def test_its_options_and_its_figures_conform(hangman: GameInfo) -> None:
    for values in singles(hangman):
        check_single(hangman, values)
    for values in together(hangman):
        check_together(hangman, values)
    lines = LinesRead(hangman)
    for table in tables(hangman, range(3)):
        lines.read(finished(table))
    assert lines.defined == set(hangman.metrics)


def test_what_its_manifest_leaves_out_is_common(hangman: GameInfo) -> None:
    assert list(hangman.metrics) == ["success", "lost", "aborted", "turns"]
    assert list(hangman.options) == ["max_turns", "reprompts", "form", "takebacks"]
    assert hangman.options["max_turns"].default == 7
    assert hangman.options["max_turns"].max == 100, "what it does not say of the option"
    assert hangman.options["reprompts"].seats == ("guesser", "setter")
    assert (hangman.main.metric, hangman.main.share, hangman.main.tries) == ("success", "turns", "")
    assert hangman.how_to_play().startswith("# Hangman\n\nletter by letter\n\n- The setter: The word")


def test_it_stands_behind_the_shipped_games(hangman: GameInfo) -> None:
    assert list(all_games().by_id) == [*shipped_games(), "hangman"]
    assert all_games().faults == ()


def test_bots_play_it_and_it_is_counted(hangman: GameInfo, run: Command, tmp_path: Path) -> None:
    played = run("run", "hangman", "--sessions", "20", "--seed", "3", "--json").json["sessions"]
    assert sum(one["metrics"]["success"] for one in played) == 19
    (row,) = run("stats", "hangman", "--json").json["games"]["hangman"]
    assert (row["sessions"], row["player"]) == (20, "bot medium")
    target = tmp_path / "one.json"
    run("export", played[0]["id"], "--out", str(target))
    session = json.loads(target.read_text("utf-8"))
    assert (session["game"], session["setup"]["deck"]) == ("hangman", "hangman-1")


def test_its_sessions_stay_when_the_package_goes(hangman: GameInfo, run: Command, tmp_path: Path) -> None:
    played = run("run", "hangman", "--sessions", "2", "--seed", "3", "--json").json["sessions"]
    all_games.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [p for p in sys.path if not (Path(p) / "tui_arena_hangman").is_dir()])
        assert "hangman" not in all_games().by_id
        assert len(run("sessions", "--json").json["sessions"]) == 2
        told = run("show", played[0]["id"]).complaint
        assert "can't be read: no game 'hangman'; games are wordle, " in told
        assert run("stats").status == 0
    all_games.cache_clear()
    assert len(run("stats", "hangman", "--json").json["games"]["hangman"]) == 1


@pytest.mark.thorough
def test_a_program_of_its_own_finds_it(site: Path, tmp_path: Path) -> None:
    place = os.environ | {"PYTHONPATH": str(site), "TUI_ARENA_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "tui_arena", "games", "--json"], env=place, capture_output=True, check=True
    )
    game = json.loads(done.stdout)["games"][-1]
    assert (game["id"], game["facts"]["pattern"]) == ("hangman", "the word")


async def test_a_person_plays_it_in_the_app(hangman: GameInfo, tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await pilot.press("7")
        runner = await seated(pilot, app)
        assert runner.info is hangman
        word = runner.play.state.secret["word"]
        assert "_ " * (len(word) - 1) + "_" in shown(app)
        await pilot.press("e", "x", "enter")
        await until(pilot, lambda: "has 2 letters" in table_of(app).bar.notice)
        table_of(app).bar.field.value = ""
        for number, letter in enumerate(dict.fromkeys(f"q{word}"), 1):
            await pilot.press(letter, "enter")
            await until(pilot, partial(taken, app, runner, number))
        result = await result_of(pilot, app)
        assert f"FOUND · {word.upper()}" in shown(app)
        assert "O O O O O O ." in shown(app)
        assert result.result is not None
        assert app.store.load(result.result.session.id).game == "hangman"
        assert result.result.metrics["turns"] == len(set(word)) + 1


GOOD = {path.name: path.read_text("utf-8") for path in (HANGMAN / "tui_arena_hangman").glob("*.*")}


def taken(app: ArenaApp, runner: SessionRunner, number: int) -> bool:
    """Whether so many letters are shown, and the bar asks for the next one unless it is over."""
    turns = runner.views[TABLE].facts["turns"]
    return len(turns) == number and (runner.over or (has_table(app) and bar_asks(app)))


@pytest.mark.parametrize(
    ("file", "told", "text", "old"), sampled(CASES["a_package_that_breaks_is_named_and_the_others_stay"], 4)
)
def test_a_package_that_breaks_is_named_and_the_others_stay(
    broken: Path, run: Command, *, file: str, told: str, text: str, old: str | None
) -> None:
    good = GOOD.get(file, "")
    (broken / file).write_text(
        text if old is None else good.replace(old, text, 1) if old else good + text, "utf-8"
    )
    assert list(all_games().by_id) == [*shipped_games(), "hangman"]
    (fault,) = all_games().faults
    assert fault.startswith("The game 'broken' from the package broken can't be loaded: ")
    assert told in fault
    assert "\n" not in fault
    assert fault in run("games").err
    assert fault in run("doctor").out
    assert fault in run("run", "broken").complaint


def test_of_two_games_with_one_id_the_second_is_left_out(broken: Path) -> None:
    assert all_games().by_id["hangman"].folder == broken
    (fault,) = all_games().faults
    assert fault.startswith("The game 'hangman' from the package tui-arena-hangman can't be loaded: ")
    assert fault.endswith("another game already has the id 'hangman'.")


async def test_the_app_says_which_game_is_left_out(broken: Path, tmp_path: Path) -> None:
    (broken / "rules.py").write_text("(", "utf-8")
    async with app_in(tmp_path / "home") as (app, pilot):
        await until(
            pilot,
            lambda: (
                "The game 'broken' from the package broken can't be loaded" in " ".join(shown(app).split())
            ),
        )


def test_a_package_whose_entry_points_cannot_be_read_costs_nothing_else(broken: Path, run: Command) -> None:
    (broken.parent / "broken-1.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe[tui_arena.games")
    all_games.cache_clear()
    assert list(all_games().by_id) == [*shipped_games(), "hangman"]
    (fault,) = all_games().faults
    assert fault.startswith("The entry points of a package can't be read (UnicodeDecodeError: ")
    assert run("games").status == 0


LATE = """
def late(self, state, *text):
    if len(state.turns) > 4:
        raise ZeroDivisionError("too far")
    return text[0] if text else {}

Hangman.answer = lambda self, state: ""
Hangman.facts = lambda self, state: {}
Hangman.%s = late
"""


@pytest.mark.parametrize("method", sampled(["facts", "read"], 2))
async def test_rules_that_break_in_the_middle_close_the_table_and_nothing_else(
    broken: Path, tmp_path: Path, method: str
) -> None:
    """`facts` breaks where a view is drawn, `read` where a person's try is judged."""
    rules = (broken / "rules.py").read_text("utf-8")
    (broken / "rules.py").write_text(rules + LATE % method, "utf-8")
    bot = (broken / "bot.py").read_text("utf-8")
    (broken / "bot.py").write_text(bot.replace('view.facts["pattern"]', '"_ _ _ _ _ _"'), "utf-8")
    async with app_in(tmp_path / "home") as (app, pilot):
        await pilot.press("7")
        runner = await seated(pilot, app)
        for number, letter in enumerate("qxzjvk", 1):
            if isinstance(app.screen, HomeScreen):
                break
            await pilot.press(letter, "enter")
            await until(pilot, partial(left_or_taken, app, runner, number))
        assert isinstance(app.screen, HomeScreen)
        await pilot.pause()
        told = "The rules of hangman failed (ZeroDivisionError: too far). Everything saved so far is safe."
        assert [toast.message for toast in app._notifications] == [told]
        assert len(app.store.load(runner.session.id).events) >= 4


def left_or_taken(app: ArenaApp, runner: SessionRunner, number: int) -> bool:
    return isinstance(app.screen, HomeScreen) or taken(app, runner, number)


def test_a_bot_that_breaks_leaves_its_seat_to_others(broken: Path, run: Command) -> None:
    bot = (broken / "bot.py").read_text("utf-8")
    spoiled = bot.replace(
        "        words, tried",
        '        if len(view.facts["turns"]) > 3:\n            return None\n        words, tried',
    )
    (broken / "bot.py").write_text(spoiled, "utf-8")
    assert all_games().faults[0].startswith("The game 'hangman'"), "the copy comes first, by its name"
    played = run("run", "hangman", "--sessions", "20", "--seed", "3")
    assert played.status == 1
    assert "session 9: the bot gave no text; another player can take the seat" in played.err


def test_the_metric_of_the_tutorial_is_counted_and_explained(broken: Path, run: Command) -> None:
    """The copy of the example gets the metric, and the first of two games with one id counts."""
    (snippet,) = re.findall(r"```\n(def figures.*?)```", TUTORIAL, re.DOTALL)
    imports = (
        "from tui_arena.core.record import Play\nfrom tui_arena.core.simple_game import Turns\n"
        f"from tui_arena.core.terms import Explained\nfrom {broken.name}.rules import misses\n\n"
    )
    (broken / "metrics.py").write_text(imports + snippet, "utf-8")
    wanted = '[metrics.misses]\nlabel = "misses"\ntext = "Wrong."\nkind = "number"\nbetter = "low"\n'
    (broken / "game.toml").write_text(GOOD["game.toml"] + wanted, "utf-8")
    info = all_games().by_id["hangman"]
    assert info.folder == broken
    assert list(info.metrics) == ["misses", "success", "turns"]
    played = run("run", "hangman", "--sessions", "20", "--seed", "3", "--json").json["sessions"]
    assert [one["metrics"]["misses"] for one in played if not one["metrics"]["success"]] == [7]
    assert max(one["metrics"]["misses"] for one in played if one["metrics"]["success"]) < 7


@pytest.fixture
def played_one(hangman: GameInfo, run: Command) -> str:
    """The id of a session that bots have played."""
    played = run("run", "hangman", "--sessions", "1", "--seed", "3", "--json").json["sessions"]
    return str(played[0]["id"])


@pytest.mark.thorough
async def test_a_replay_shows_the_facts_and_what_was_answered(
    hangman: GameInfo, played_one: str, home: Path
) -> None:
    async with app_in(home) as (app, pilot):
        app.open_replay(played_one)
        await until(pilot, lambda: "balloons" in shown(app))
        await pilot.press("end")
        play = app.store.load(played_one).fold(hangman.game)
        answers = [line.text for line in play.view(TABLE).talk if line.seat == TABLE]
        assert answers
        await until(pilot, lambda: all(text in shown(app) for text in answers))


def test_a_package_has_challenges(hangman: GameInfo) -> None:
    """A game that names no turns is shown as far as the player has moved; its codes are long."""
    catalogue = Catalogue()
    session = play_bots(catalogue, Opening("hangman"), 7)
    challenge = challenge_of(session, hangman, catalogue)
    found = read_challenge(code_of(challenge, catalogue), catalogue)
    ghost = Ghost(found, catalogue)
    assert ghost.play.outcome() == session.fold(hangman.game).outcome()
    assert not ghost.so_far(1).over
    assert len(turns_of(ghost.so_far(2))) <= 2
    assert len(code_of(new_challenge(hangman, catalogue, {}, seed=7), catalogue)) > len("7KQZ-WYTK-VM5W")
