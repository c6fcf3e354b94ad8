"""Which modules are loaded when, exit statuses, and that users never see a traceback."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import tui_arena.cli
from tests.cli.conftest import Command, python
from tests.started import ran
from tests.thorough import sampled
from tui_arena import __version__
from tui_arena.cli import COMMANDS


def loaded_by(code: str) -> set[str]:
    """Names of the modules in a fresh interpreter after some code."""
    text = f"import sys\n{code}\nprint('\\n' + '\\n'.join(sys.modules))"
    done = python(text)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_neither_the_command_line_nor_a_run_of_bots_loads_the_app_or_a_model_library(home: Path) -> None:
    modules = ("cli", "cli.files", "cli.listing", "cli.models", "cli.playing", "cli.running", "cli.upkeep")
    imports = f"import {', '.join(f'tui_arena.{module}' for module in modules)}"
    line = f"run wordle --seed 3 --data-dir {home}".split()
    loaded = loaded_by(f"{imports}\nfrom tui_arena.__main__ import main\nassert main({line}) == 0")
    assert "tui_arena.batch.playing" in loaded
    assert not {"textual", "rich", "litellm"} & loaded


def test_a_run_loads_what_its_results_need_when_it_has_them() -> None:
    loaded = loaded_by("import tui_arena.cli.running")
    late = (
        "stats",
        "inquiry",
        "save.exchange",
        "questions.table",
        "batch.sweep",
        "cli.listing",
        "players.challenges",
    )
    assert [name for name in loaded if name.startswith(tuple(f"tui_arena.{part}" for part in late))] == []


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


def test_the_page_lists_every_command() -> None:
    page = (Path(tui_arena.cli.__file__).parent / "README.md").read_text("utf-8")
    missing = [name for name in COMMANDS if not re.search(rf"^\| .*`{name}\b.* \|", page, re.MULTILINE)]
    assert missing == []


def test_an_argument_can_not_act_on_the_terminal(run: Command) -> None:
    for word in ("\x1b[2Jx", "\u202egnp", "a\x00b", "\ud800"):
        assert not set("\x1b\u202e\x00\ud800") & set(run(word).complaint)


@pytest.mark.parametrize(
    ("line", "status"), sampled([("games", 0), ("games --json", 0), ("schema", 0), ("import --demos", 1)], 4)
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
    assert process("stats", "--help", PYTHONIOENCODING="ascii").status == 0
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
    done = python(code)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "RuntimeError at" in done.stderr
    assert "zonal" not in done.stderr


def test_every_command_explains_itself_and_its_options_and_is_on_the_page(run: Command) -> None:
    every = run("--help")
    assert every.status == 0
    page = run("man").out
    assert page.startswith(f'.TH TUI\\-ARENA 1 "" "tui\\-arena {__version__}"')
    assert page.isascii()
    told = page.replace("\\-", "-")
    for name in COMMANDS:
        assert f"\n  {name} " in every.out
        assert f"\n.SS tui-arena {name}" in told
        ran = run(name, "--help")
        assert ran.status == 0
        assert ran.out.startswith(f"Usage: tui-arena {name}")
        assert "--data-dir DIR" in ran.out
        for option in re.findall(r"^  (--[\w-]+)", ran.out, re.MULTILINE):
            assert f"\n.B {option}" in told
    assert "\n.SS tui-arena models add" in told
    assert "\n.SS tui-arena deck unpack" in told


def test_no_text_is_taken_for_a_request(run: Command) -> None:
    known = {"TH", "SH", "SS", "PP", "TP", "B", "nf", "fi"}
    lines = run("man").out.splitlines()
    assert {line[1:].split()[0] for line in lines if line.startswith((".", "'"))} == known


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_sets_it_without_a_warning(run: Command) -> None:
    page = run("man").out
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-P-cbou"], input=page, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    set_ = " ".join(done.stdout.split())
    assert "tui-arena - Party games of words and deduction" in set_
    assert "--seat SEAT=PLAYER The player in that seat: human[:NAME], bot[:easy|medium|hard][+TOPIC…]" in set_
    assert "129, 130, 143" in set_
