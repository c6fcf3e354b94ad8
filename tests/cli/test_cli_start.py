"""Which modules are loaded when, exit statuses, and that users never see a traceback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tui_arena.cli
from tests.cli.conftest import Command
from tests.started import ran
from tests.thorough import sampled
from tui_arena import __version__
from tui_arena.cli import COMMANDS


def loaded_by(code: str) -> set[str]:
    """Names of the modules in a fresh interpreter after some code."""
    text = f"import sys\n{code}\nprint('\\n' + '\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_command_line_loads_neither_the_app_nor_a_model_library() -> None:
    modules = ("cli", "cli.files", "cli.listing", "cli.models", "cli.playing", "cli.running", "cli.upkeep")
    code = f"import {', '.join(f'tui_arena.{module}' for module in modules)}"
    assert not {"textual", "rich", "litellm"} & loaded_by(code)


def test_version_is_answered_before_anything_else_is_loaded() -> None:
    code = "from tui_arena.__main__ import main\nsys.argv = ['tui-arena', '--version']\nmain()"
    loaded = loaded_by(code)
    assert {name for name in loaded if name.startswith("tui_arena")} == {"tui_arena", "tui_arena.__main__"}
    assert not {"click", "typing", "dataclasses"} & (loaded - loaded_by("pass"))


def test_help_loads_no_command() -> None:
    loaded = loaded_by("from tui_arena.__main__ import main\nmain(['--help'])")
    assert not {"msgspec", "sqlite3", "tui_arena.data", "tui_arena.cli.files"} & loaded


def test_version(process: Command) -> None:
    assert process("--version").out == f"tui-arena {__version__}\n"
    assert process("--data-dir", "x", "--version").out == f"tui-arena {__version__}\n"


def test_help_lists_every_command(run: Command) -> None:
    ran = run("--help")
    assert ran.status == 0
    for name in COMMANDS:
        assert f"\n  {name} " in ran.out


def test_the_page_lists_every_command() -> None:
    page = (Path(tui_arena.cli.__file__).parent / "README.md").read_text("utf-8")
    missing = [name for name in COMMANDS if not re.search(rf"^\| .*`{name}\b.* \|", page, re.MULTILINE)]
    assert missing == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_takes_a_data_folder(name: str, run: Command) -> None:
    ran = run(name, "--help")
    assert ran.status == 0
    assert ran.out.startswith(f"Usage: tui-arena {name}")
    assert "--data-dir DIR" in ran.out


@pytest.mark.parametrize("arguments", [[], ["play", "wordle"]])
def test_the_app_needs_a_terminal(arguments: list[str], run: Command) -> None:
    ran = run(*arguments)
    assert ran.status == 2
    assert "needs a terminal" in ran.complaint


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("frob", "no command 'frob'; commands are play, party, run, score"),
        ("--frob", "No such option"),
        ("games --frob", "No such option"),
        ("games extra", "unexpected extra argument"),
        ("score", "give at least one session file"),
        ("import", "or --demos"),
        ("export", "`tui-arena sessions` lists them"),
        ("export a --all", "select sessions with --all"),
        ("export --all --format xml", "'json', 'jsonl', 'csv', 'flat', 'md', 'bets', 'replies', 'replies.jsonl', 'parquet', 'bets.parquet', 'inspect', 'sft', 'rewards'"),
        ("export zzz", "no session begins with 'zzz'"),
        ("show", "Missing argument 'ID'"),
        ("show zzz", "no session begins with 'zzz'"),
        ("sessions --game chess", "no game 'chess'; games are wordle"),
        ("sessions --limit 0", "--limit"),
        ("stats chess", "no game 'chess'"),
        ("stats --where colour=red", "allowed: player, seat, variant"),
        ("stats --where player", "KEY=VALUE"),
        ("stats --where player=a --where player=b", "player is given twice"),
        ("stats --since yesterday", "give a date such as 2026-11-21"),
        ("stats --include everything", "there's nothing to include called 'everything'; allowed: imported"),
        ("run", "Missing argument 'GAME'"),
        ("run chess", "no game 'chess'; games are wordle"),
        ("play chess", "no game 'chess'; games are wordle"),
        ("run wordle --seat guesser=human", "a person can't play without the app"),
        ("run wordle --seat guesser=any:bot,human:Ada", "a person can't play without the app"),
        ("run wordle --seat critic=bot", "Wordle has no seat 'critic' with these options; seats are setter, guesser"),
        ("run wordle --seat guesser", "SEAT=PLAYER"),
        ("run wordle --seat guesser=bot --seat guesser=bot", "guesser is given twice"),
        ("run wordle --seat guesser=robot", "PLAYER is human[:NAME], bot"),
        ("run wordle --seat guesser=bot:genius", "allowed: easy, medium, hard"),
        ("run wordle --seat guesser=script:/no/such/file", "/no/such/file: can't be read"),
        ("run wordle --set colour=red", "Wordle has no option 'colour'; allowed: variant"),
        ("run wordle --set max_guesses=7", "max_guesses can't be 7; allowed: a whole number, 1 to 6"),
        ("run wordle --set variant", "OPTION=VALUE"),
        ("run wordle --preset nice", "no preset 'nice'; allowed: party, paper, clembench-2"),
        ("run wordle --deck mine", "no deck 'mine' for Wordle; decks are wordle"),
        ("run wordle --deck ../../etc/passwd", "no deck"),
        ("run wordle --sessions 0", "--sessions"),
        ("run wordle --repetitions x", "--repetitions"),
        ("run bluffing --repetitions 2", "can't be played again in Bluffing, because it is never dealt; use --sessions"),
        ("run akinator --repetitions 2", "with secret = later, because it is never dealt; use --set secret=sealed to keep it"),
        ("run akinator --repetitions 2 --over secret=sealed,later", "use --set secret=sealed to keep it"),
        ("run akinator --set suite=30", "suite has no effect: nothing is dealt with secret = later"),
        ("run akinator --set secret=sealed --set set=1", "set has no effect: a seat gives the secret because no deck"),
        ("run wordle --seat setter=bot --set group=low", "group has no effect: the setter gives the secret"),
        ("run wordle --seat setter=bot --over suite=none,30", "suite has no effect: the setter gives the secret"),
        ("run wordle --seat setter=bot --deck wordle", "deck has no effect: the setter gives the secret"),
        ("run entity --seat setter=bot --set set=1 --set difficulty=easy", "set and difficulty have no effect"),
        ("run entity --deck celebrities --set set=1", "celebrities-2 can't be dealt with these options: it has nothing with set = 1"),
        ("play wordle --seat setter=human:Ada --set suite=30", "suite has no effect"),
        ("play akinator --set difficulty=easy", "difficulty has no effect"),
        ("play entity --set set=1", "things-2 can't be dealt with these options: it has nothing with set = 1"),
        ("run wordle --concurrency 0", "--concurrency"),
        ("run wordle --budget 0", "--budget"),
        ("run wordle --seed 9007199254740993", "--seed"),
        ("run wordle --prompts rude", "there is no prompt variant 'rude'"),
        ("run wordle --resume NOTHING", "there is no run 'NOTHING'"),
        ("backup", "Missing argument 'PATH'"),
        ("backup there.db", "there's no save file yet"),
        ("restore missing.db", "missing.db: there is no such file"),
        ("play wordle --set max_guesses=no", "max_guesses can't be 'no'"),
        ("play wordle --deck mine", "no deck 'mine'"),
        ("play wordle --seat judge=bot", "no seat 'judge'"),
    ],
)  # fmt: skip
def test_bad_arguments_are_one_line_that_says_what_is_allowed(line: str, says: str, run: Command) -> None:
    ran = run(*line.split())
    assert ran.status == 2
    assert ran.out == ""
    assert says in ran.complaint


def test_an_argument_can_not_act_on_the_terminal(run: Command) -> None:
    for word in ("\x1b[2Jx", "\u202egnp", "a\x00b", "\ud800"):
        assert not set("\x1b\u202e\x00\ud800") & set(run(word).complaint)


@pytest.mark.parametrize(
    ("line", "status"),
    sampled([("games", 0), ("games --json", 0), ("schema", 0), ("import --demos", 1)], 4),
)
def test_a_reader_that_has_seen_enough_ends_what_only_prints_well(line: str, status: int, home: Path) -> None:
    """The reader is gone before the first line, as with `| head -1` it is after some."""
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as out:
        done = ran(*line.split(), stdout=out)
    assert (done.returncode, done.stderr) == (status, "")


def test_a_full_disk_behind_the_output_is_one_line(home: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with full.open("w") as out:
        done = ran("schema", stdout=out)
    assert done.returncode == 1
    assert done.stderr == "tui-arena: the output: No space left on device\n"


def test_output_that_a_terminal_can_not_show_is_written_otherwise(process: Command) -> None:
    ran = process("stats", "--help", PYTHONIOENCODING="ascii")
    assert ran.status == 0
    assert process("schema", PYTHONIOENCODING="ascii").json["title"]


def test_a_fault_of_the_program_is_told_without_values() -> None:
    code = (
        "import sys\n"
        "import tui_arena.__main__ as m\n"
        "import tui_arena.cli as cli\n"
        "def broken(arguments):\n    secret = 'zonal'\n    raise RuntimeError(secret)\n"
        "cli.run = broken\n"
        "sys.argv = ['tui-arena', 'games']\n"
        "m.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "RuntimeError at" in done.stderr
    assert "zonal" not in done.stderr
