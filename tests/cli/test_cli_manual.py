"""`tui-arena man`: a page that roff takes without a word, with everything that `--help` prints."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tests.cli.conftest import Command
from tui_arena import __version__
from tui_arena.cli import COMMANDS


def test_every_command_and_option_is_on_the_page(run: Command) -> None:
    page = run("man").out
    assert page.startswith(f'.TH TUI\\-ARENA 1 "" "tui\\-arena {__version__}"')
    assert page.isascii()
    told = page.replace("\\-", "-")
    for name in COMMANDS:
        assert f"\n.SS tui-arena {name}" in told
        for option in re.findall(r"^  (--[\w-]+)", run(name, "--help").out, re.MULTILINE):
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
