"""Terminals that aren't UTF-8: nothing is refused, columns stay, the app draws in ASCII signs, and doctor says why."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Command, keep
from tests.cli.test_process import Child
from tests.save.making import started, won
from tests.save.sessions import CATALOGUE
from tests.started import ran
from tests.thorough import sampled
from tui_arena.core.signs import columns_of

C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
LATIN = {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "latin-1"}
STRICT = {"PYTHONIOENCODING": "utf-8:strict"}
NAMES = ("Ada", "日本", "Зоя", "Zoë", "…│→")
"""Players whose names have letters and signs that such terminals lack."""
NEITHER = ("\\u", "\\x", "Traceback", "UnicodeEncodeError", "internal error")


@pytest.fixture
def save(home: Path) -> Path:
    """A save file with sessions of players of many names."""
    begun = (started(CATALOGUE, n, {"guesser": f"human:{name}"}) for n, name in enumerate(NAMES, 1))
    keep(home, (won(CATALOGUE, one) for one in begun))
    return home


def said(home: Path, settings: Mapping[str, str], *arguments: str, typed: bytes = b"") -> tuple[int, str]:
    """The exit status of a command and all that it writes."""
    done = ran(
        *arguments,
        typed=typed.decode("latin-1"),
        environment={**os.environ, "TUI_ARENA_HOME": str(home), **settings},
        stderr=subprocess.STDOUT,
        encoding="latin-1",
    )
    assert settings is not C or done.stdout.isascii()
    return done.returncode, done.stdout


@pytest.mark.parametrize("settings", sampled([C, LATIN], 2))
@pytest.mark.parametrize("command", sampled(["stats wordle", "sessions", "games", "rank wordle"], 4))
def test_tables_keep_their_columns(
    save: Path, run: Command, settings: Mapping[str, str], command: str
) -> None:
    status, out = said(save, settings, *command.split())
    whole = run(*command.split()).out
    assert status == 0
    assert [columns_of(line) for line in out.splitlines()] == [
        columns_of(line) for line in whole.splitlines()
    ]
    assert not any(sign in out for sign in NEITHER)


@pytest.mark.parametrize("settings", sampled([C, LATIN], 2, first=1))
@pytest.mark.thorough
def test_doctor_says_why_a_terminal_gets_ascii_signs(
    save: Path, run: Command, settings: Mapping[str, str]
) -> None:
    assert "encoding is" not in run("doctor").out
    out = said(save, settings, "doctor")[1]
    why = (
        "ascii, not UTF-8 (LC_ALL=C)" if settings is C else "iso8859-1, not UTF-8 (PYTHONIOENCODING=latin-1)"
    )
    assert f"encoding is {why}" in out


@pytest.mark.parametrize("settings", sampled([C, LATIN, STRICT], 3, first=1))
@pytest.mark.thorough
def test_a_game_by_lines_goes_on_after_a_byte_that_is_no_letter(
    home: Path, settings: Mapping[str, str]
) -> None:
    typed = b"caf\xe9\n\xff\ncrane\n"
    status, out = said(home, settings, "play", "wordle", "--plain", "--seed", "4", typed=typed)
    assert status == 0
    assert "You: CRANE" in out
    assert not any(sign in out for sign in NEITHER)


NO_KEYS = (b"\xe4a", b"\x1b[M\xff\xff\xff", b"\x1b[1114112u", b"\xf0\x9f\x98", b"\x1b[48;0;0;0;0t")


def drawn(home: Path, settings: Mapping[str, str], typed: bytes) -> bytes:
    """All that the app draws at a terminal at which something is typed before it is left in order."""
    child = Child(home, ("play", "wordle"), environment=settings)
    out = child.heard(b"guess")
    os.write(child.terminal, typed)
    while child.process.poll() is None:  # it asks first, once something is typed
        os.write(child.terminal, b"\x11")
        while select.select([child.terminal], [], [], 0.5)[0]:
            try:
                out += os.read(child.terminal, 65536)
            except OSError:  # it has ended
                break
    assert child.process.wait() == 0
    child.close()
    return out


@pytest.mark.skipif(sys.platform == "win32", reason="needs the terminals of Unix")
@pytest.mark.parametrize("settings", sampled([C, LATIN], 2, first=1))
def test_the_app_draws_in_ascii_signs_by_itself(save: Path, settings: Mapping[str, str]) -> None:
    text = drawn(save, settings, b"\xe9t\xe9").decode("latin-1")
    assert not any(sign in text for sign in NEITHER)
    assert all(sign.isascii() or sign in "éÉ" for sign in text)


@pytest.mark.skipif(sys.platform == "win32", reason="needs the terminals of Unix")
@pytest.mark.parametrize("typed", sampled([b" ".join(NO_KEYS), *NO_KEYS], 6, thorough=3))
def test_the_app_goes_on_after_bytes_that_are_no_key(save: Path, typed: bytes) -> None:
    assert b"had to stop" not in drawn(save, STRICT, typed)
