"""Tones: they are made as files once, and played by the system's player only where sounds are wanted."""

from __future__ import annotations

import io
import wave
from pathlib import Path

import pytest

from tests.ui.playing import at_table, guess, opening, result_of, target, until
from tui_arena.ui.app import sound
from tui_arena.ui.app.sound import RATE, TONES, recorded


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player in the path that writes down what it is given."""
    log, folder = tmp_path / "heard", tmp_path / "bin"
    folder.mkdir()
    program = folder / "aplay"
    program.write_text(f'#!/bin/sh\necho "$@" >> {log}\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setattr(sound, "PLAYERS", (("aplay", "-q"),))
    return log


def files(folder: Path, *names: str) -> list[str]:
    """Those of the files that are there."""
    return [name for name in names if (folder / name).exists()]


@pytest.mark.parametrize("name", TONES)
def test_each_sound_is_short_and_soft(name: str) -> None:
    with wave.open(io.BytesIO(recorded(TONES[name]))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        assert 0 < file.getnframes() / RATE < 1
        frames = memoryview(file.readframes(file.getnframes())).cast("h")
    assert 1000 < max(frames) < 10_000
    assert frames[0] == 0, "it begins without a click"


async def test_a_turn_and_a_win_are_heard(tmp_path: Path, heard: Path) -> None:
    async with at_table(tmp_path / "home", opening(), sound=True) as (app, pilot, runner):
        await until(pilot, lambda: heard.exists() and "turn.wav" in heard.read_text())
        await guess(pilot, runner, target(runner))
        await result_of(pilot, app)
        await until(pilot, lambda: "won.wav" in heard.read_text())
    assert files(tmp_path, "home/sounds/won.wav")


@pytest.mark.thorough
@pytest.mark.parametrize("wanted", [False, True], ids=["not asked for", "without a player"])
async def test_a_game_goes_on_unheard(
    tmp_path: Path, heard: Path, monkeypatch: pytest.MonkeyPatch, *, wanted: bool
) -> None:
    if wanted:
        monkeypatch.setattr(sound, "PLAYERS", (("no-such-player",),))
    async with at_table(tmp_path / "home", sound=wanted) as (app, pilot, runner):
        await guess(pilot, runner, target(runner))
        await result_of(pilot, app)
    assert files(tmp_path, "heard", "home/sounds") == []
